"""The managers of Columbia's and Toronto's courses, spoken as one of their bots of Othello.

    from the manager              from us
                                  our name
    COLOUR,...                    1 is dark and moves first, 2 is light
    SCORE dark light
    [[0, 0, 2, 1], ...]           a column and a row, from 0
    FINAL dark light

Nothing is remembered from one request to the next.
"""

from __future__ import annotations

import re

from owari.games.game import BadPosition
from owari.games.othello import OthelloRules
from owari.players.player import Clock
from owari.serving.speaker import Chooser, Farewell, Misheard

__all__ = ["ColumbiaOthelloSpeaker"]

_COLOURS = {"1": "X", "2": "O"}
_MARKS = "-XO"
_BOARD = re.compile(r"[\[(](?:[\[\](),\s]|\b[0-2]\b)*[\])]")


class ColumbiaOthelloSpeaker:
    def __init__(self, rules: OthelloRules, chooser: Chooser) -> None:
        self.rules = rules
        self.chooser = chooser
        self._turn = ""
        """Our colour, as position texts have it; empty before we know."""

    def greet(self) -> str:
        return "owari\n"

    def hear(self, line: str) -> str:
        line = line.strip()
        if not line:
            return ""
        if not self._turn:
            self._turn = _colour(line)
        elif line.startswith("FINAL"):
            raise Farewell
        elif not line.startswith("SCORE"):
            return self._answer(line)
        return ""

    def _answer(self, line: str) -> str:
        if not _BOARD.fullmatch(line):
            raise Misheard(f"{line[:40]!r} is no board: rows of 0, 1 and 2 are expected")
        squares = re.findall(r"[0-2]", line)
        size = round(len(squares) ** 0.5)
        text = f"{''.join(_MARKS[int(square)] for square in squares)} {self._turn}"
        try:
            position = self.rules.resized(size).parse_position(text)
        except (BadPosition, ValueError) as error:
            raise Misheard(f"no board of {self.rules.family}: {error}") from None
        if not position.legal_moves() or position.forced():
            raise Misheard(f"we are asked for a move, and there is none at {position}")
        row, column = divmod(self.chooser.choose(position, Clock()).move.cell, size)
        return f"{column} {row}\n"


def _colour(line: str) -> str:
    colour = line.split(",")[0].strip()
    if colour not in _COLOURS:
        raise Misheard(f"{line[:40]!r} names no colour; it begins with 1, dark, or 2")
    return _COLOURS[colour]
