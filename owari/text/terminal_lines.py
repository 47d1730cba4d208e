"""Lines of a terminal: the columns of a text, where characters of East Asia take two and marks
none, and sentences in lines that end between words."""

from __future__ import annotations

import os
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from itertools import count
from typing import Any

_ELLIPSIS = "…"


def width(text: str) -> int:
    """The columns that a line of printable characters takes."""
    if text.isascii():
        return len(text)
    from wcwidth import wcswidth

    return max(wcswidth(text), 0)


def cut(text: str, room: int) -> str:
    """The text, or its beginning and an ellipsis, in at most `room` columns."""
    if width(text) <= room:
        return text
    return _head(text, room - 1).rstrip() + _ELLIPSIS


def shortened(names: Iterable[str], room: int) -> dict[str, str]:
    """Each name in at most `room` columns; different names stay different.

    A name keeps its beginning. Where that is not enough, it keeps its end as well, and where
    that is not enough either, it gets a number.
    """
    names = list(dict.fromkeys(names))
    short = {name: name for name in names if width(name) <= room}
    ways: tuple[Callable[[str, int], str], ...] = (cut, _cut_in_the_middle)
    for way in ways:
        tried = {name: way(name, room) for name in names if name not in short}
        times = Counter(text.casefold() for text in (*short.values(), *tried.values()))
        short |= {name: text for name, text in tried.items() if times[text.casefold()] == 1}
    taken = {text.casefold() for text in short.values()}
    used: Counter[tuple[str, int]] = Counter()
    for name in names:
        if name not in short:
            short[name] = _numbered(name, room, taken, used)
            taken.add(short[name].casefold())
    return short


def filled(text: str, room: int) -> list[str]:
    """The words of the text in lines of at most `room` columns; a longer word is broken."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".lstrip()
        if width(longer) <= room:
            lines[-1] = longer
            continue
        if lines[-1]:
            lines.append("")
        while width(word) > room and (part := _head(word, room)):
            lines[-1] = part
            lines.append("")
            word = word[len(part) :]
        lines[-1] = word
    return lines


def _cut_in_the_middle(text: str, room: int) -> str:
    end = (room - 1) // 2
    return _head(text, room - 1 - end).rstrip() + _ELLIPSIS + _tail(text, end).lstrip()


def _numbered(name: str, room: int, taken: set[str], used: Counter[tuple[str, int]]) -> str:
    """The name with the first number that makes a text which is not taken. `used` counts the
    numbers by the beginning of a name and by their digits, so that many names need no search."""
    for digits in count(1):
        head = _head(name, room - len(_ELLIPSIS) - digits).rstrip()
        beginning = head.casefold(), digits
        while (number := 10 ** (digits - 1) + used[beginning]) < 10**digits:
            used[beginning] += 1
            text = f"{head}{_ELLIPSIS}{number}"
            if text.casefold() not in taken:
                return text
    raise AssertionError("numbers never end")


def _head(text: str, room: int) -> str:
    """The longest beginning that fits, with the marks of its last letter."""
    end = max(room, 0)  # no character is narrower than a column, but for marks
    if not text.isascii():
        end = next((end for end in range(1, len(text) + 1) if width(text[:end]) > room), 0) - 1
        end = len(text) if end < 0 else end
    return text[:end]


def _tail(text: str, room: int) -> str:
    """The longest end that fits and does not begin with a mark."""
    begin = next(
        (
            begin
            for begin in range(len(text))
            if width(text[begin:]) <= room and width(text[begin]) > 0
        ),
        len(text),
    )
    return text[begin:]


_COMMAND = re.compile(r"(?:^|[:(] )owari ")
"""A line with a command stays whole, so that people can copy it."""


def say(text: str, *, err: bool = False, **style: Any) -> None:
    """Prints sentences, in the style of `click.style`; on a terminal in lines that fit it."""
    import click

    columns = _columns(sys.stderr if err else sys.stdout)
    lines = wrapped(text, columns) if columns else text
    click.echo(click.style(lines, **style) if style else lines, err=err)


def wrapped(text: str, columns: int) -> str:
    """The text with each line that is too long broken between words, below its own beginning."""
    return "\n".join(part for line in text.split("\n") for part in _parts(line, columns))


def _parts(line: str, columns: int) -> list[str]:
    indent = line[: len(line) - len(line.lstrip(" "))]
    if width(line) <= columns or _COMMAND.search(line) or columns - len(indent) < 20:
        return [line]
    return [indent + part for part in filled(line, columns - len(indent))]


def _columns(stream: Any) -> int:
    """The columns of the terminal; 0 where the stream is none, or does not know them."""
    try:
        return os.get_terminal_size(stream.fileno()).columns if stream.isatty() else 0
    except (AttributeError, OSError, ValueError):
        return 0
