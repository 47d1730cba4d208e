"""The lessons of `check` for Othello: passes, early ends, and moves without a choice."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from random import Random
from typing import NamedTuple

from owari.checking.lessons import Lessons, Situation, only_moves
from owari.checking.trial import Trial
from owari.games.game import PASS, Move, Side
from owari.games.othello import OthelloPosition, OthelloRules

__all__ = ["square_lessons"]

POSITIONS = 4000
"""Positions of random games that are searched for situations."""


def square_lessons(game: OthelloRules) -> Lessons:
    """The lessons for Othello. Nobody passes in the free game, and its board always fills up."""
    found = _found(game)
    single = Situation("one legal move", found.single, stifles, only_moves)
    passes = Situation("passes", found.its_pass, stifles, _passes_of_program)
    others = Situation("opponent passes", found.our_pass, yields, _passes_of_opponent)
    early = Situation("early end", (_last_disc(game),), ends, _ended_early)
    return Lessons(
        outlasts,
        grabs,
        stifles,
        (single,) if game.free else (single, passes, others, early),
        mistakes="a line of discs, a pass, the end of the game or a move of the opponent",
    )


def _passes_of_program(trial: Trial) -> list[str]:
    count = _passes(trial, trial.side)
    return ["its pass" if count == 1 else f"{count} of its passes"] if count else []


def _passes_of_opponent(trial: Trial) -> list[str]:
    count = _passes(trial, trial.side.other)
    return ["the opponent's pass" if count == 1 else f"{count} opponent's passes"] if count else []


def _passes(trial: Trial, side: Side) -> int:
    return sum(ply.move == PASS and ply.side is side for ply in trial.record.plies)


def _ended_early(trial: Trial) -> list[str]:
    empty = trial.record.ending.score.empty
    return [f"{empty} empty squares" if empty > 1 else "an empty square"] if empty else []


class _Found(NamedTuple):
    """Positions in which a situation comes up, each with the program as South."""

    single: tuple[OthelloPosition, ...] = ()
    """The program is to move and has one legal move."""
    its_pass: tuple[OthelloPosition, ...] = ()
    """The opponent is to move and can make the program pass."""
    our_pass: tuple[OthelloPosition, ...] = ()
    """The program is to move, and then the opponent has to pass whatever it plays."""


@lru_cache
def _found(game: OthelloRules) -> _Found:
    """The first position of each kind in random games; none where none comes up."""
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
    """The opponent, North, is to move and turns the program's last disc."""
    return game.parse_position(f"XO{'-' * (game.size**2 - 2)} X N")


def _passes_anyhow(position: OthelloPosition) -> bool:
    return all(position.play(move).forced() for move in position.legal_moves())


def _steps_at_random(game: OthelloRules) -> Iterator[tuple[OthelloPosition, OthelloPosition]]:
    """The positions before and after each disc of random games, one game after the other."""
    random = Random(0)
    while True:
        position = game.start()
        while moves := position.legal_moves():
            after = position.play(random.choice(moves))
            if moves[0] != PASS:
                yield position, after
            position = after


def stifles(before: OthelloPosition, move: Move, after: OthelloPosition) -> tuple[int, ...]:
    """Leaves the program as few squares as possible, best of all none."""
    over = after.outcome() is not None
    return not over, after.forced() is not None, -len(after.legal_moves()), _discs(after, before)


def yields(before: OthelloPosition, move: Move, after: OthelloPosition) -> tuple[int, ...]:
    """Leaves itself as few squares as possible."""
    next_turn = after._replace(turn=before.turn)
    return not after.outcome(), next_turn.forced() is not None, -len(next_turn.legal_moves())


def grabs(before: OthelloPosition, move: Move, after: OthelloPosition) -> tuple[int, ...]:
    """Takes as many discs as possible."""
    return (_discs(after, before),)


def ends(before: OthelloPosition, move: Move, after: OthelloPosition) -> tuple[int, ...]:
    """Ends the game while squares are empty, if it can, and else leaves the program few discs."""
    outcome = after.outcome()
    return outcome is not None and outcome.empty > 0, _discs(after, before)


def outlasts(before: OthelloPosition, move: Move, after: OthelloPosition) -> tuple[int, ...]:
    """Keeps the game going until the board is full: both sides have moves."""
    return not after.outcome(), not after.forced(), len(after.legal_moves())


def _discs(after: OthelloPosition, before: OthelloPosition) -> int:
    """The discs of the side that has moved, minus the other side's."""
    return after.score().margin(before.turn)
