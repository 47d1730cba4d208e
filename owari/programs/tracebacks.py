"""Traces of exceptions as interpreters print them: the exception's name says most, and it stands
above the frames or below them."""

from __future__ import annotations

import re

__all__ = ["FRAME", "without_frames"]

FRAME = re.compile(rb"^[ \t]+at [^\n]*\n", re.MULTILINE)
"""A frame of Java, of which there may be a thousand."""
_FRAMES = re.compile(
    r"""
    Traceback\ \(most\ recent\ call\ last\):[^\n]*(?:\n|\Z)
    # of Python, with its lines of source
    |^[ \t]*File\ "[^"\n]*",\ line\ \d+[^\n]*(?:\n[ \t]{4,}[^\n]*)*(?:\n|\Z)
    |^[ \t]*[~^][ \t~^]*(?:\n|\Z)
    |^[ \t]*\[Previous\ line\ repeated[^\n]*(?:\n|\Z)
    |^(?:During\ handling\ of\ the\ above|The\ above)\ exception[^\n]*(?:\n|\Z)
    # of Java, JavaScript and C#
    |^[ \t]+at\ [^\n]*(?:\n|\Z)
    |^[ \t]*\.\.\.\ \d+\ (?:more|common)\b[^\n]*(?:\n|\Z)
    # of Go and Rust, to the end
    |^(?:goroutine\ \d+\ \[|stack\ backtrace:)(?:.|\n)*\Z
    |^note:\ run\ with\ `RUST_[^\n]*(?:\n|\Z)
    """,
    re.VERBOSE | re.MULTILINE,
)


def without_frames(text: str) -> str:
    """The text without the frames of traces in it."""
    return _FRAMES.sub("", text.replace("\r", ""))
