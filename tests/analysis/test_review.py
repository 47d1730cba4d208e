"""Whole games against what their moves were worth."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import pytest

from owari.analysis import review
from owari.analysis.review import Review, values_from_the_end
from owari.analysis.values import MoveValues, Worth
from owari.games.catalog import find_game
from owari.games.game import Move, Side
from owari.games.mancala import Mancala
from owari.records.pgn import read_game
from owari.records.record import GameRecord

KALAH = read_game("""
[Game "kalah:3x2"]
[Score "7-5"]

1. S0 N6 2. S2 N4-6-5 3. S0 N6 1-0
""")
"""Two great mistakes in the beginning."""
FROM_POSITION = read_game("""
[Position "0,0,1,0,1,1,14,0,3,0,2,0,0,14 S"]

1. S4 N8 *
""")


def reviewed(record: GameRecord) -> Review:
    return Review(record, dict(values_from_the_end(record, seconds=10)))


@cache
def minimax(position: Mancala) -> int:
    """The margin of the side to move by brute force."""
    outcome = position.outcome()
    if outcome:
        return outcome.margin(position.turn)
    return max(after_move(position, move) for move in position.legal_moves())


def after_move(position: Mancala, move: Move) -> int:
    after = position.play(move)
    return minimax(after) if after.turn is position.turn else -minimax(after)


@pytest.mark.parametrize("record", [KALAH, FROM_POSITION])
def test_each_ply_against_brute_force(record: GameRecord) -> None:
    found = reviewed(record)
    assert found.complete
    for judged, position in zip(found.moves, record.positions(), strict=False):
        played, best = after_move(position, judged.ply.move), minimax(position)
        assert judged.worth == Worth.proved(played)
        assert judged.values.worth == Worth.proved(best)
        assert judged.lost == Worth.proved(best - played)


def test_the_move_that_lost_the_game() -> None:
    """South had thrown the win away before, but got it back: North's mistake counts."""
    found = reviewed(KALAH)
    assert [judged.lost.guess for judged in found.moves] == [12, 10, 0, 0, 0, 0, 0, 0]
    assert [judged.number for judged in found.moves if judged.turns_for_certain] == [1, 2]
    turning = found.turning_point
    assert turning
    assert (turning.number, turning.ply.side, turning.ply.move) == (2, Side.NORTH, Move(6))
    assert found.given_away(Side.SOUTH) == Worth.proved(12)
    assert found.given_away(Side.NORTH) == Worth.proved(10)
    assert found.standing(Side.SOUTH) == Worth.proved(2)


def test_a_game_from_a_position_that_is_not_over() -> None:
    """South is lost from the start, by 2, and made 6 of it: that decided nothing."""
    found = reviewed(FROM_POSITION)
    assert (found.moves[0].worth.guess, found.moves[0].lost.guess) == (-6, 4)
    assert found.turning_point is None
    assert found.standing(Side.NORTH) == Worth.proved(-minimax(FROM_POSITION.final))
    assert 2 in found.values


def test_a_game_without_a_move_has_no_values() -> None:
    record = GameRecord(find_game("owari"), find_game("owari").start(), "A", "B")
    found = reviewed(record)
    assert (found.moves, found.complete, found.turning_point) == ((), True, None)
    assert found.given_away(Side.SOUTH) == Worth.proved(0)


def test_what_is_proved_later_is_proved_of_the_move_that_led_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Also where the same side moves again."""
    real = review.move_values
    positions = list(KALAH.positions())

    def short_of_time(
        position: Mancala, *, seconds: float, known: Mapping[Move, Worth]
    ) -> MoveValues:
        if positions.index(position) in (4, 6):
            nothing = dict.fromkeys(position.legal_moves(), Worth(-12, 12, -12))
            return MoveValues({**nothing, **known})
        return real(position, seconds=seconds, known=known)

    monkeypatch.setattr(review, "move_values", short_of_time)
    found = reviewed(KALAH)
    for before in (4, 6):
        judged = found.moves[before]
        assert judged.worth == Worth.proved(after_move(positions[before], judged.ply.move))
        assert judged.lost.lower == 0


def test_the_end_is_known_first() -> None:
    values = values_from_the_end(KALAH, seconds=10)
    known = dict([next(values), next(values)])
    found = Review(KALAH, known)
    assert [judged.number for judged in found.moves] == [7, 8]
    assert not found.complete
    assert found.turning_point is None
