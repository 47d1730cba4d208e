"""Takes the commands of a terminal out of what a program writes, and keeps the colours that a board
needs.

Some programs draw both discs alike, in two colours, or draw squares as blanks on backgrounds. In a
line without words, but those behind its last bar, each mark in colour gets tags behind it: one for
its colour and one for its background. Tags are characters for private use, so a text that is
quoted shows none of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from zlib import crc32

_ESCAPES = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[ -/]*[0-Z\\-~])")
_MOVES_TO_A_ROW = re.compile(r"\x1b\[\d*(?:;(\d*))?[Hf]|\x1b\[\d*[EF]")
"""A command that moves the cursor to a row, where a line begins, perhaps in a later column."""
_STYLE = re.compile(r"\x1b\[([\d;]*)m")
_WORD = re.compile(r"[^\W\d_]{2}")
_BAR = re.compile(r"[|│║┃]")
_MARK = re.compile(r"[^\w\s|+=()\[\]{}<>:;,.?!'\"\u2500-\u257f-]|(?<![^\W_])[^\W\d_](?![^\W_])")
"""What may be a disc: a symbol that is no part of a frame, or a letter that stands alone."""
_NUMBER = re.compile(r"(?<!\w)\d{1,2}(?!\w)")
_MARK_OR_NUMBER = re.compile(f"{_MARK.pattern}|{_NUMBER.pattern}")
_FEWEST_NUMBERS = 4
"""Numbers of a line from which on it may be a row of a board."""
WIDEST = 300
"""Columns of the widest terminal: a cursor goes no further, whatever a program asks for."""
_LONGEST = 9
"""Digits of a number in a command."""
_INK, _GROUND = 0xF0000, 0x100000
"""The first tags of colours and of backgrounds."""
TAG = "[\U000f0000-\U0010ffff]"
"""An expression for a tag."""
_TAGS = re.compile(f"{TAG}+")
_GROUNDS = re.compile(r"[\U00100000-\U0010ffff]+")

Style = tuple[str, str]
"""The colour and the background of what follows; empty for the terminal's own."""
PLAIN: Style = ("", "")


def in_colours(text: str, style: Style = PLAIN) -> tuple[str, Style]:
    """The text without commands and carriage returns, but with tags, and the style at the beginning
    of its last line. It begins in this style. The last line, where a program asks, has no tags."""
    text = in_rows(text.replace("\r", ""))
    if "\x1b" not in text and style == PLAIN:
        return text, style
    lines = []
    *ended, last = text.split("\n")
    for line in ended:
        runs = list(_runs(line, style))
        style = runs[-1][1]
        has_words = any(map(_WORD.search, _within_bars([run for run, _ in runs])))
        marks = _MARK_OR_NUMBER if _has_numbers_in_colours(runs) else _MARK
        lines.append(
            "".join(run if has_words else _tagged(run, painted, marks) for run, painted in runs)
        )
    return "\n".join((*lines, _ESCAPES.sub("", last))), style


def _within_bars(runs: Sequence[str]) -> Sequence[str]:
    """The runs up to the last one with a bar, or all where none has one: words behind the last bar
    stand beside the board."""
    barred = [place for place, run in enumerate(runs) if _BAR.search(run)]
    if not barred:
        return runs
    *inside, last = runs[: barred[-1] + 1]
    return [*inside, last[: [*_BAR.finditer(last)][-1].start()]]


def in_rows(text: str) -> str:
    """The text with a new line where the cursor moves to a row, and without what a step back of the
    cursor lets the next character overwrite, as the line of `Your move: _`."""
    text = _without_erased(text) if "\b" in text else text
    return _MOVES_TO_A_ROW.sub(lambda to: "\n" + " " * (min(_number(to[1]), WIDEST) - 1), text)


def _without_erased(text: str) -> str:
    kept: list[str] = []
    for part in re.findall(rf"{_ESCAPES.pattern}|[\s\S]", text):
        if part != "\b":
            kept.append(part)
        elif kept and kept[-1] != "\n" and len(kept[-1]) == 1:
            kept.pop()
    return "".join(kept)


def narrowed(text: str) -> str:
    """The text with the last characters of each line that no terminal is wide enough for: a search
    in a line takes a time that grows faster than its length."""
    return "\n".join([line[-WIDEST:] for line in text.split("\n")])


def _number(digits: str | None) -> int:
    """A number of a command, as far as a terminal could mean it; 0 without digits."""
    return int(digits[:_LONGEST]) if digits else 0


def without_colours(text: str, *, grounds_only: bool = False) -> str:
    """The text without tags, or without those of backgrounds."""
    return text if text.isascii() else (_GROUNDS if grounds_only else _TAGS).sub("", text)


def _runs(line: str, style: Style) -> Iterator[tuple[str, Style]]:
    """The parts of the line between commands, each with its style; the last one may be empty."""
    at = 0
    for command in _ESCAPES.finditer(line):
        if command.start() > at:
            yield line[at : command.start()], style
        at = command.end()
        if found := _STYLE.fullmatch(command[0]):
            style = _changed(style, [_number(code) for code in found[1].split(";")])
    yield line[at:], style


def _changed(style: Style, codes: Sequence[int]) -> Style:
    ink, ground = style
    rest = iter(codes)
    for code in rest:
        if code == 0:
            ink = ground = ""
        elif code in (38, 48):  # a colour by its number, or by red, green and blue
            how = next(rest, 0)
            wide = f"{how} {[next(rest, 0) for _ in range(3 if how == 2 else 1)]}"
            ink, ground = (wide, ground) if code == 38 else (ink, wide)
        elif 30 <= code <= 39 or 90 <= code <= 97:
            ink = "" if code == 39 else str(code)
        elif 40 <= code <= 49 or 100 <= code <= 107:
            ground = "" if code == 49 else str(code)
        elif code in (7, 27):
            ground = "reversed" if code == 7 else ""
        elif code == 1 and not ink:
            ink = "bold"
    return ink, ground


def _has_numbers_in_colours(runs: Sequence[tuple[str, Style]]) -> bool:
    """Whether the numbers of a line may be marks in several colours, or one mark again and again: a
    heading in a colour has other numbers, and so have the stones of a row."""
    numbers = {(number, style) for run, style in runs for number in _NUMBER.findall(run)}
    many = sum(len(_NUMBER.findall(run)) for run, _ in runs) >= _FEWEST_NUMBERS
    return many and (len({style for _, style in numbers}) > 1 or len(numbers) == 1)


def _tagged(run: str, style: Style, marks: re.Pattern[str] = _MARK) -> str:
    """The run with tags behind its marks. Blanks on a background are one mark."""
    if style == PLAIN or not run:
        return run
    ink, ground = (crc32(name.encode()) % 0xFFFE for name in style)
    if run.isspace():
        return run[0] + chr(_GROUND + ground) + run[1:] if style[1] else run
    return marks.sub(lambda mark: mark[0] + chr(_INK + ink) + chr(_GROUND + ground), run)
