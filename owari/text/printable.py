"""Texts of other people as they may be shown and kept, without anything that commands a screen; and
lists of names."""

from __future__ import annotations

from collections.abc import Iterable


def printable(text: str) -> str:
    """The text with a space for each character that is not to be seen, newlines too."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else " " for c in text)


def plain(text: str) -> str:
    """The same with single spaces, as names and comments are kept."""
    if text.isprintable() and "  " not in text and text == text.strip():
        return text
    return " ".join(printable(text).split())


def escaped(text: str) -> str:
    """The text with an escape, `\\x1b`, for each character that is not printable."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def listing(names: Iterable[object]) -> str:
    """`A`, `A and B`, or `A, B and C`; there is at least one name."""
    *others, last = map(str, names)
    return f"{', '.join(others)} and {last}" if others else last
