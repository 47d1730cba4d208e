"""What each kind of game has that programs fail on, and the opponents that lead there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from random import Random
from typing import NamedTuple

from owari.games.game import PASS, Game, Position, Side
from owari.games.mancala import SowingRules
from owari.games.othello import OthelloPosition, OthelloRules
from owari.tournament.sparring import (
    Wish,
    cramped,
    ends,
    full_lap,
    grabs,
    hoards,
    last_choice,
    lingers,
    outlasts,
    starves,
    stifles,
    yields,
)
from owari.tournament.trial import Trial

__all__ = ["Lessons", "Situation", "lessons"]

GAMES = 300
"""Games at random in which positions are looked for."""


class Situation(NamedTuple):
    """Something that has to come up in a game."""

    name: str
    """Of the step."""
    positions: Sequence[Position]
    """Where it does, the program being South."""
    wish: Wish
    """An opponent's that leads there."""
    came_up: Callable[[Trial], list[str]]
    """How it did, in clauses."""


class Lessons(NamedTuple):
    """Wishes of opponents, and what is looked for."""

    lingers: Wish
    hoards: Wish
    starves: Wish
    situations: tuple[Situation, ...]


def lessons(game: Game) -> Lessons:
    if isinstance(game, OthelloRules):
        return _of_squares(game)
    assert isinstance(game, SowingRules)
    return _of_pits(game)


def _of_pits(game: SowingRules) -> Lessons:
    most = full_lap(game)

    def laps(trial: Trial) -> list[str]:
        return [
            f"{'its' if ply.side is trial.side else 'our'} {before.cells[ply.move.cell]} stones"
            for before, ply in trial.moves
            if ply.move.cell in range(len(before.cells)) and before.cells[ply.move.cell] >= most
        ]

    narrow, long = last_choice(game), cramped(game)
    return Lessons(
        lingers,
        hoards,
        starves,
        (
            Situation("one legal move", [narrow] if narrow else [], starves, _only_moves("pit ")),
            Situation("long laps", [long] if long else [], hoards, laps),
        ),
    )


def _of_squares(game: OthelloRules) -> Lessons:
    """Nobody passes in the free game, and its board always fills up."""
    single = Situation("one legal move", _where(game, _is_single), stifles, _only_moves(""))
    passes = Situation("passes", _where(game, _it_passes), stifles, _passed("its"))
    others = Situation("other's passes", _where(game, _we_pass), yields, _passed("our"))
    early = Situation("early end", _where(game, _may_end), ends, _ended_early)
    return Lessons(outlasts, grabs, stifles, (single,) if game.free else (single, passes, others, early))


def _only_moves(word: str) -> Callable[[Trial], list[str]]:
    def came_up(trial: Trial) -> list[str]:
        name = trial.record.game.cell_name
        return [
            f"its {word}{name(ply.move)}"
            for before, ply in trial.own
            if len(before.legal_moves()) == 1 and ply.move != PASS
        ]

    return came_up


def _passed(whose: str) -> Callable[[Trial], list[str]]:
    def came_up(trial: Trial) -> list[str]:
        side = trial.side if whose == "its" else trial.side.other
        count = sum(ply.move == PASS and ply.side is side for _, ply in trial.moves)
        return [f"{whose} pass" if count == 1 else f"{count} {whose} passes"] if count else []

    return came_up


def _ended_early(trial: Trial) -> list[str]:
    empty = trial.record.ending.score.empty
    return [f"{empty} empty squares" if empty > 1 else "an empty square"] if empty else []


def _is_single(position: OthelloPosition) -> bool:
    return len(position.legal_moves()) == 1 and not position.forced()


def _we_pass(position: OthelloPosition) -> bool:
    """Whatever it plays."""
    return all(child.forced() for child in _children(position))


def _it_passes(position: OthelloPosition) -> bool:
    """It is not to move; we can see to it."""
    return any(child.forced() for child in _children(position))


def _may_end(position: OthelloPosition) -> bool:
    return any((end := child.outcome()) and end.empty for child in _children(position))


_ITS = (_is_single, _we_pass)
"""What it comes to with the program to move."""


@lru_cache
def _where(
    game: OthelloRules, test: Callable[[OthelloPosition], bool]
) -> tuple[OthelloPosition, ...]:
    """The first position in some games at random for which the test holds, turned so that the
    program is South; the middle of a game, not its start."""
    for position in islice(_at_random(game), game.size**2 * GAMES):
        if not position.outcome() and not position.forced() and test(position):
            south_moves = test in _ITS
            return (position if (position.turn is Side.SOUTH) is south_moves else position.turned(),)
    return ()


def _at_random(game: OthelloRules) -> Iterator[OthelloPosition]:
    """The positions of games at random behind their openings, one game after the other."""
    random = Random(0)
    while True:
        position: OthelloPosition = game.start()
        while moves := position.legal_moves():
            position = position.play(random.choice(moves))
            yield position


def _children(position: OthelloPosition) -> list[OthelloPosition]:
    return [position.play(move) for move in position.legal_moves()]
