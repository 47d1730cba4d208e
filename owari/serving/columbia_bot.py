"""The standard-input managers of Columbia's and Toronto's courses, spoken as one of their bots.

    from the manager              from us
                                  our name
    PLAYER,...                    player 0 has the top row, player 1 the bottom row
    SCORE top bottom
    [[4, 4, 4], [4, 4, 4]]        both rows as they are drawn, as lists or tuples
    [0, 0]                        an index in our row
    FINAL top bottom

The top row is North here: it sows towards lower indexes. Nothing is remembered from one request to
the next. What the manager says of a limit to the depth is meant for students' searches and is not
heard.
"""

from __future__ import annotations

import re

from owari.games.game import BadPosition, Game, Side
from owari.games.mancala import SowingRules
from owari.players.player import Clock
from owari.serving.speaker import Chooser, Farewell, Misheard

__all__ = ["ColumbiaSpeaker", "unfit"]

_NUMBERS = re.compile(r"[\[(][\[\](),\s0-9]*[\])]")


def unfit(rules: Game) -> str:
    """Why these managers cannot play by the rules; empty when they can."""
    if isinstance(rules, SowingRules) and rules.pie:
        return f"{rules.name} has the pie rule, and these managers know no swap"
    return ""


class ColumbiaSpeaker:
    def __init__(self, rules: SowingRules, chooser: Chooser) -> None:
        self.rules = rules
        self.chooser = chooser
        self._side: Side | None = None
        self._rows: list[int] | None = None
        """Of the request that is being heard."""

    def greet(self) -> str:
        return "owari\n"

    def hear(self, line: str) -> str:
        line = line.strip()
        if not line:
            return ""
        if self._side is None:
            self._side = _side(line)
        elif line.startswith("FINAL"):
            raise Farewell
        elif line.startswith("SCORE"):
            self._rows = None
        elif self._rows is None:
            self._rows = _numbers(line, "both rows")
        else:
            rows, self._rows = self._rows, None
            return self._answer(rows, _numbers(line, "both goals"), self._side)
        return ""

    def _answer(self, rows: list[int], goals: list[int], side: Side) -> str:
        pits = len(rows) // 2
        if len(rows) != 2 * pits or len(goals) != 2:
            raise Misheard(f"{len(rows)} pits and {len(goals)} goals are no board")
        top, bottom = rows[:pits], rows[pits:]
        cells = (*bottom, goals[1], *reversed(top), goals[0])
        try:
            rules = self.rules.resized(pits, self.rules.stones)
            position = rules.parse_position(f"{','.join(map(str, cells))} {side.value}")
        except (BadPosition, ValueError) as error:
            raise Misheard(f"no board of {self.rules.family}: {error}") from None
        if not position.legal_moves():
            raise Misheard(f"we are asked for a move, and the game is over at {position}")
        pit = self.chooser.choose(position, Clock()).move.cell
        return f"{pit if side is Side.SOUTH else 2 * pits - pit}\n"


def _side(line: str) -> Side:
    player = line.split(",")[0].strip()
    if player not in ("0", "1"):
        raise Misheard(f"{line[:40]!r} names no player; it begins with 0, the top row, or 1")
    return Side.NORTH if player == "0" else Side.SOUTH


def _numbers(line: str, what: str) -> list[int]:
    if not _NUMBERS.fullmatch(line):
        raise Misheard(f"{line[:40]!r} is no list of {what}")
    return [int(number[:9]) for number in re.findall(r"\d+", line)]
