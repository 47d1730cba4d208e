"""What each kind of game has that programs fail on, and the opponents that lead there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from random import Random
from typing import NamedTuple

from owari.checking.opponents import (
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
from owari.checking.trial import Trial
from owari.games.game import PASS, Game, Position, Side
from owari.games.mancala import SowingRules
from owari.games.othello import OthelloPosition, OthelloRules

__all__ = ["Lessons", "Situation", "lessons"]

POSITIONS = 4000
"""Moves of games at random among which such are looked for."""


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
    found = _found(game)
    single = Situation("one legal move", found.single, stifles, _only_moves(""))
    passes = Situation("passes", found.its_pass, stifles, _passed("its"))
    others = Situation("other's passes", found.our_pass, yields, _passed("our"))
    early = Situation("early end", (_last_disc(game),), ends, _ended_early)
    return Lessons(
        outlasts, grabs, stifles, (single,) if game.free else (single, passes, others, early)
    )


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


class _Found(NamedTuple):
    """Positions of Othello in which something happens, each with the program as South."""

    single: tuple[OthelloPosition, ...] = ()
    """It is to move and has one legal move."""
    its_pass: tuple[OthelloPosition, ...] = ()
    """We are to move and can make it pass."""
    our_pass: tuple[OthelloPosition, ...] = ()
    """It is to move, and then we have to pass, whatever it plays."""


@lru_cache
def _found(game: OthelloRules) -> _Found:
    """The first of each kind that comes up in games at random; none where none does."""
    found = _Found()
    for before, after in islice(_steps_at_random(game), POSITIONS):
        passes = after.forced() is not None
        to_move = before if before.turn is Side.SOUTH else before.turned()
        for kind, comes_up, position in (
            ("single", len(before.legal_moves()) == 1, to_move),
            ("its_pass", passes, to_move.turned()),
            ("our_pass", passes and _passes_anyhow(before), to_move),
        ):
            if comes_up and not getattr(found, kind):
                found = found._replace(**{kind: (position,)})
        if all(found[:1] if game.free else found):
            break
    return found


def _last_disc(game: OthelloRules) -> OthelloPosition:
    """We, North, are to move and turn the program's last disc."""
    return game.parse_position(f"XO{'-' * (game.size**2 - 2)} X N")


def _passes_anyhow(position: OthelloPosition) -> bool:
    return all(position.play(move).forced() for move in position.legal_moves())


def _steps_at_random(game: OthelloRules) -> Iterator[tuple[OthelloPosition, OthelloPosition]]:
    """The positions before and after each disc of one game at random after the other."""
    random = Random(0)
    while True:
        position = game.start()
        while moves := position.legal_moves():
            after = position.play(random.choice(moves))
            if moves[0] != PASS:
                yield position, after
            position = after
