"""What `check` plays in a game: opponents, and the situations that they lead to.

The general lessons serve every game. A family of games with situations of its own has lessons in a
module of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from owari.checking.opponents import Wish
from owari.checking.trial import Trial
from owari.games.game import PASS, Game, Move, Position
from owari.report.families import report_of

__all__ = ["Lessons", "Situation", "general_lessons", "only_moves"]


class Situation(NamedTuple):
    """Something that a program has to master, and the name of its step."""

    name: str
    positions: Sequence[Position]
    """Positions that lead to it at once, the program being South."""
    wish: Wish
    """The wish of an opponent that leads to it."""
    came_up: Callable[[Trial], list[str]]
    """How often and where it came up in a game, in clauses; empty where it did not."""


class Lessons(NamedTuple):
    """The opponents of the games that are played anyway, and the situations."""

    lengthens: Wish
    """Keeps the game going."""
    gathers: Wish
    """Gathers stones or discs."""
    restricts: Wish
    """Leaves the program few moves."""
    situations: tuple[Situation, ...] = ()
    mistakes: str = "a rule or a move of the opponent"
    """What programs of this family often get wrong."""


def general_lessons(game: Game) -> Lessons:
    """The lessons for a game of any family."""

    def lengthens(before: Any, move: Move, after: Any) -> tuple[int, ...]:
        return (after.outcome() is None,)

    def gathers(before: Any, move: Move, after: Any) -> tuple[int, ...]:
        return (before.gain(move),)

    def restricts(before: Any, move: Move, after: Any) -> tuple[int, ...]:
        return after.outcome() is None, -len(after.legal_moves())

    return Lessons(lengthens, gathers, restricts)


def only_moves(trial: Trial) -> list[str]:
    """The moves of the program that were its only legal ones."""
    game = trial.record.game
    return [
        f"its {report_of(game).cell_before}{game.cell_name(ply.move)}"
        for before, ply in trial.own
        if len(before.legal_moves()) == 1 and ply.move != PASS
    ]
