"""How many points a game is worth, and what parts bots with as many points.

The tie-breaks are those of FIDE's regulations (C.07). A round without an opponent counts as one
against an opponent with as many points as the bot itself has.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from owari.games.catalog import find_game
from owari.games.game import Side
from owari.records.record import Ending, Result, Termination

PLAYED_OUT = (Termination.NORMAL, Termination.STOPPED_EARLY, Termination.REPORTED)
"""These games were played to their end."""
_FINAL = (*PLAYED_OUT, Termination.ADJUDICATED)
"""The score of these games is final."""


@dataclass(frozen=True, slots=True)
class Scoring:
    """The points of a win, a draw and a loss, or of a margin. Points are multiples of 1/4, so that
    floats hold their sums exactly."""

    win: float = 1.0
    draw: float = 0.5
    loss: float = 0.0
    largest_margin: int | None = None
    """If given, points are the margin in stones or discs. Where one side gives the game away, it
    loses by the largest margin."""

    def sum(self, won: int, drawn: int, lost: int) -> float:
        """The points of so many games, unless margins count."""
        return won * self.win + drawn * self.draw + lost * self.loss

    def points(self, ending: Ending) -> tuple[float, float]:
        """The points of South and of North."""
        result = ending.result
        drawn = result is Result.DRAW
        won = result is Result.SOUTH, result is Result.NORTH
        if self.largest_margin is None:
            south, north = (self.sum(w, drawn, not (w or drawn)) for w in won)
        elif ending.termination in _FINAL or drawn:
            margin = float(ending.score.margin(Side.SOUTH))
            south, north = margin, -margin
        else:
            south, north = (float(self.largest_margin if w else -self.largest_margin) for w in won)
        return south, north

    @property
    def bye(self) -> float:
        """The points of a game that a bot without an opponent does not play."""
        return self.win if self.largest_margin is None else 0.0


def scoring_of(rules: Mapping[str, Any]) -> Scoring:
    """The scoring of a tournament with these rules, which results store by the keys of its file."""
    stored = rules.get("scoring")
    if stored is None:
        return Scoring()
    if stored == "margin":
        return margins_of(rules)
    return Scoring(float(stored["win"]), float(stored["draw"]), float(stored["loss"]))


def margins_of(rules: Mapping[str, Any]) -> Scoring:
    """The scoring by margins in the game of these rules."""
    return Scoring(largest_margin=find_game(rules["game"]).most_pieces or 0)


class TieBreak(Enum):
    """A way to part bots with as many points, by its name in a tournament file."""

    HEAD_TO_HEAD = "head-to-head"
    """Points from the games among those who are still tied, applied again to each group that stays
    tied. It parts nobody where two of them have not met."""
    SONNEBORN_BERGER = "sonneborn-berger"
    BUCHHOLZ = "buchholz"
    BUCHHOLZ_CUT_1 = "buchholz-cut-1"
    MEDIAN_BUCHHOLZ = "median-buchholz"


def buchholz(opponents: Iterable[float]) -> float:
    """The sum of the points of all opponents, one for each round."""
    return sum(opponents, 0.0)


def buchholz_cut_1(opponents: Sequence[float]) -> float:
    """The same without the opponent with the fewest points."""
    return buchholz(sorted(opponents)[1:])


def median_buchholz(opponents: Sequence[float]) -> float:
    """The same without the opponents with the fewest and with the most points."""
    return buchholz(sorted(opponents)[1:-1])


def sonneborn_berger(games: Iterable[tuple[float, float]]) -> float:
    """The points of everyone beaten and half the points of everyone drawn with: the sum over games
    of the opponent's points, times 1 for a win, 1/2 for a draw and 0 for a loss."""
    return sum((share * points for share, points in games), 0.0)


def format_points(points: float) -> str:
    """`3`, `1.5`, `0.25`."""
    return str(points).removesuffix(".0")
