"""Numbers that part bots with as many points.

The definitions are those of FIDE's tie-break regulations (C.07). A round without an opponent counts
as one against an opponent with as many points as the bot itself has.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum

__all__ = ["TieBreak", "buchholz", "buchholz_cut_1", "median_buchholz", "sonneborn_berger"]


class TieBreak(Enum):
    """A way to part bots with as many points, by its name in a tournament file."""

    HEAD_TO_HEAD = "head-to-head"
    """Points from the games among those who are still tied, applied again to each group that stays
    tied."""
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
