"""Classic endgames of Othello, each solved by one thread."""

from __future__ import annotations

from time import process_time

from owari.engine.families import forget, solve
from owari.engine.solution import Aim
from owari.games.othello import OTHELLO
from tests.benchmarks.aims.aim import aim, at_most, told
from tests.vectors import rows

ENDGAMES = rows("othello_endgames")
FIRST, SECOND = slice(19), slice(20, 24)
"""Where those of 14 to 16 empty squares are, and those of 22 and 23."""


@aim("ffo-1-19", "endgames of Othello, FFO #1 to #19: best move", told("s"))
def small_endgames() -> float:
    return sum(_seconds(row, Aim.BEST_MOVE) for row in ENDGAMES[FIRST])


@aim("ffo-40", "endgame of Othello, FFO #40: margin", at_most(0.4, "s"))
def endgame_of_twenty() -> float:
    return _seconds(ENDGAMES[19], Aim.MARGIN)


@aim("ffo-41-44", "endgames of Othello, FFO #41 to #44: margin", *[at_most(5, "s")] * 4)
def large_endgames() -> tuple[float, ...]:
    return tuple(_seconds(row, Aim.MARGIN) for row in ENDGAMES[SECOND])


def _seconds(row: list[str], what: Aim) -> float:
    board, turn, margin, _ = row
    position = OTHELLO.parse_position(f"{board} {turn}")
    forget()
    begun = process_time()
    solution = solve(position, aim=what, threads=1)
    seconds = process_time() - begun
    assert solution.lower == int(margin)
    return seconds
