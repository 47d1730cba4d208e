"""Descriptions of console programs for Othello, for the learner to try."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from owari.checking.description_candidates import Candidates
from owari.programs.dialogues.console.console_protocol import ConsoleProtocol
from owari.programs.dialogues.console.console_settings import MIRRORED
from owari.programs.dialogues.console.prompts import prompt_in
from owari.programs.dialogues.console.square_board_parser import (
    drawings,
    marks_of,
    without_drawings,
)
from owari.programs.dialogues.console.square_input import TYPED
from owari.programs.dialogues.console.square_move_parser import listed_squares, names_of, squares_in

__all__ = ["SquareCandidates"]

MENU_ENTRIES = 2
"""Entries of a list from which on it is a menu of moves."""
LISTED = 4
"""Squares, as many as can be played at the start, from which on it lists and names none."""
_HINTS = (
    # what it says, and the start of the templates that this speaks for
    (r"\b[a-h][1-8]\b", ("{square}",)),
    (r"\b[A-H][1-8]\b", ("{SQUARE}", "{square}")),
    (r"\b[1-8][a-hA-H]\b", ("{row}{letter}",)),
    (r"\b[a-h]{2}\b|(?i:row\s?col)", ("{row_letter}{letter}",)),
    (r"(?i:\brow\b[^:?\n]*\bcol|\(row)", ("{row} ", "{row0} ", "{row},", "{row0},")),
    (r"(?i:\bcol\w*\b[^:?\n]*\brow|\bx\b[^:?\n]*\by\b)",
     ("{column} ", "{column0} ", "{column},", "{column0},")),
    (r"\d\s*,\s*\d|\w,\s?\w\b", ("{row},", "{row0},", "{column},", "{column0},")),
    (r"\d\s\d\b", ("{row} ", "{row0} ", "{column} ", "{column0} ")),
)  # fmt: skip
_BOARD_SIZE = re.compile(
    r"\bdimensions?\b|\bboard\s*size\b|\bsize\s+(?:of\s+)?(?:the\s+|a\s+)?board\b|\bsize\b"
    r"|\bhow\s+(?:big|large)\b",
    re.I,
)
_ONE_AFTER_THE_OTHER = re.compile(r"^(?!.*\b(?:col\w*|x)\b).*\b(?:row|y)\b", re.I)
_COLUMN_FIRST = re.compile(r"^(?!.*\b(?:row|y)\b).*\b(?:col\w*|x)\b", re.I)
_FROM_ZERO = re.compile(r"\b0\W{1,3}1\W{1,3}2\W{1,3}3\b|\b0\s*(?:-|to|and)\s*\d\b|^\s*0\b", re.M)

Names = tuple[str, tuple[str, ...] | None]
"""A numbering, and what is typed if that does not say it."""

_TOGETHER: tuple[Names, ...] = (
    ("board", None),
    ("row-letter", None),
    ("letters", None),
    ("row-column", None),
    ("row-column-0", None),
    ("column-row", None),
    ("column-row-0", None),
    ("board", ("{SQUARE}",)),
    ("board", ("{letter} {row}",)),
    ("board", ("{row} {letter}",)),
    *(
        (f"{numbering}{zero}", (f"{{{a}{zero[1:]}}}{mark}{{{b}{zero[1:]}}}",))
        for mark in (",", "")
        for numbering, a, b in (("row-column", "row", "column"), ("column-row", "column", "row"))
        for zero in ("", "-0")
    ),
)
_APART: tuple[Names, ...] = (
    ("row-column", ("{row}", "{column}")),
    ("row-column-0", ("{row0}", "{column0}")),
    ("board", ("{row}", "{letter}")),
    ("board", ("{letter}", "{row}")),
    ("column-row", ("{column}", "{row}")),
    ("column-row-0", ("{column0}", "{row0}")),
    ("board", ("{LETTER}", "{row}")),
    ("letters", ("{row_letter}", "{letter}")),
)


class SquareCandidates(Candidates):
    """First what the prompt speaks for, each with the discs as the start board tells, and then on
    the other diagonal."""

    def descriptions(self, shown: Sequence[str]) -> Iterator[ConsoleProtocol]:
        """Names that the prompt speaks for, each for both start boards."""
        for numbering, types in [*self._menus("\n".join(shown)), *_by_likelihood(shown)]:
            for board in ("auto", MIRRORED):
                yield ConsoleProtocol(
                    numbering=None if numbering == "board" else numbering, types=types, board=board
                )

    def size_asked(self, question: str) -> str:
        """The squares of a row."""
        return str(self.game.size) if _BOARD_SIZE.search(question) else ""

    def draws(self, text: str) -> bool:
        """Whether the text has a board of squares."""
        return bool(drawings(text, self.game.size))

    def draws_other_boards(self, text: str, agreed: int) -> bool:
        """Rows and columns that are exchanged make a game of their own."""
        return not agreed and self.draws(text)

    def lists_moves(self, text: str) -> bool:
        """Whether the text has a menu of squares."""
        return any(self._menus(text))

    def has_begun(self, text: str) -> bool | None:
        """By the last board in the text."""
        size = self.game.size
        boards = drawings(text, size) or drawings(text, size, lettered=True)
        if not boards:
            return None
        start = self.game.start()
        if marks_of(boards[-1], start):  # its discs may stand on either diagonal
            *_, behind = without_drawings(f"{text}\n", size).split("\n" * (size + 1))
            named = [
                {
                    found.square
                    for line in behind.split("\n")
                    for found in squares_in(line, size, names_of(numbering))
                }
                for numbering in ("board", "row-column-0", "letters")
            ]
            tells = any(0 < len(squares) < LISTED for squares in named)
            return None if tells or not prompt_in(text) else False
        begun = any(
            marks_of(boards[-1], position.play(move))
            for position in (start, start.mirrored())
            for move in position.legal_moves()
        )
        return True if begun else None

    def _menus(self, shown: str) -> Iterator[Names]:
        for numbering in ("board", "row-column", "row-column-0", "letters"):
            if len(listed_squares(shown, self.game.size, names_of(numbering))) >= MENU_ENTRIES:
                yield numbering, ("{index}",)


def _by_likelihood(shown: Sequence[str]) -> Sequence[Names]:
    *_, prompt = ["", *filter(None, map(prompt_in, shown))]
    apart = bool(_ONE_AFTER_THE_OTHER.search(prompt) or _COLUMN_FIRST.search(prompt))
    ahead = bool(_COLUMN_FIRST.search(prompt))
    from_zero = any(map(_FROM_ZERO.search, shown))

    def likelihood(names: Names) -> int:
        numbering, types = names
        line = (types or TYPED[numbering])[0]
        hinted = sum(line.startswith(starts) for hint, starts in _HINTS if re.search(hint, prompt))
        fits = bool(types and len(types) > 1) is apart
        ordered = not apart or ("column" in line or "letter" in line) is ahead
        zero = ("0" in line) is from_zero or "row" not in line
        return 4 * fits + 4 * hinted + 2 * ordered + zero

    return sorted([*_TOGETHER, *_APART], key=likelihood, reverse=True)
