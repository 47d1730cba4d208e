"""How long a program may think that thinks until it is stopped."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from owari.games.game import Move
from owari.games.mancala import KALAH, OWARI, Mancala
from owari.games.othello import OTHELLO, OthelloPosition
from owari.players.player import Clock
from owari.programs.program import longest_chain, time_to_improve

CHAIN = KALAH.parse_position("1,1,4,2,0,1,4,1,0,0,0,0,0,22 S")
"""Its turn may have eight moves."""


@pytest.mark.parametrize(
    ("clock", "position", "seconds"),
    [
        (Clock(turn=3.0), OWARI.start(), 3.0),
        (Clock(turn=3.0), OTHELLO.start(), 3.0),
        (Clock(turn=3.0), CHAIN, 0.9),
        (Clock(turn=1.0), CHAIN, 0.125),  # the rest of its 3 s, too little to keep 0.3 s for each
        (Clock(turn=3.0), KALAH.parse_position("0,0,0,1,0,0,0,1,0,0,0,0,0,0 S"), 3.0),
        (Clock(), OWARI.start(), 5.0),
        (Clock(), CHAIN, 5.0),
        (Clock(game=60.0), OWARI.start(), 3.0),
        (Clock(turn=1.0, game=60.0), OWARI.start(), 1.0),
        (Clock(turn=5.0, game=20.0), OWARI.start(), 1.0),
        (Clock(game=600.0), OWARI.start(), 5.0),
    ],
)
def test_the_time_for_a_move(
    clock: Clock, position: OthelloPosition | Mancala, seconds: float
) -> None:
    assert time_to_improve(clock, position, 3.0) == pytest.approx(seconds)


def test_the_longest_chain_of_a_turn() -> None:
    """By all ways to play the turn."""

    def longest(position: Mancala) -> int:
        after = [position.play(move) for move in position.legal_moves()]
        return 1 + max(
            (longest(each) for each in after if each.turn is position.turn and not each.outcome()),
            default=0,
        )

    assert longest_chain(CHAIN) == 8
    for seed in range(30):
        chance = random.Random(seed)
        position = KALAH.resized(4, 3).start()
        while not position.outcome():
            assert longest_chain(position) == longest(position)
            position = position.play(chance.choice(position.legal_moves()))


@given(st.integers(0, 10_000), st.floats(0.1, 100.0))
def test_no_move_of_a_turn_falls_below_its_floor_whichever_way_the_turn_goes(
    seed: int, turn: float
) -> None:
    chance = random.Random(seed)
    position = KALAH.start()
    while not position.outcome():
        floor = min(turn / 10, turn / longest_chain(position))
        side, left = position.turn, turn
        while not position.outcome() and position.turn is side:
            share = time_to_improve(Clock(turn=left), position, turn)
            assert floor * 0.999 <= share <= left
            left -= share
            position = position.play(_preferred(position, chance))


def _preferred(position: Mancala, chance: random.Random) -> Move:
    """A move that earns another, where there is one."""
    moves = position.legal_moves()
    extra = [move for move in moves if position.play(move).turn is position.turn]
    return chance.choice(extra or moves)
