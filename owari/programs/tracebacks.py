"""Traces of exceptions as interpreters print them: the exception's name says most, and it stands
above the frames or below them."""

from __future__ import annotations

import re

__all__ = ["FRAME", "last_own_line", "without_frames"]

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

_PYTHON_FRAME = re.compile(r'^[ \t]*File "([^"\n]+)", line (\d+)', re.MULTILINE)
_LIBRARY = re.compile(r"^<|[/\\](?:lib(?:64)?[/\\]python\d|(?:site|dist)-packages[/\\])", re.I)
"""Files that are not the program's own."""


def last_own_line(text: str) -> str:
    """`crash.py, line 10`: the last frame, in a file of the program's own, of the last Python
    trace; empty where there is none."""
    last = text[max(0, text.rfind("Traceback (most recent call last):")) :]
    frames = [frame for frame in _PYTHON_FRAME.findall(last) if not _LIBRARY.search(frame[0])]
    if not frames:
        return ""
    file, line = frames[-1]
    name = re.split(r"[/\\]", file)[-1]
    return f"{name}, line {line}"


def without_frames(text: str) -> str:
    """The text without the frames of traces in it."""
    return _FRAMES.sub("", text.replace("\r", ""))
