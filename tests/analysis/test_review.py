"""Whole games against what their moves were worth."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from owari.analysis import review
from owari.analysis.review import Review, values_from_the_end
from owari.analysis.values import Certainty, MoveValues, Stated, Worth
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
    assert found.given_away(Side.SOUTH) == (Stated(12, Certainty.EXACT), 12)
    assert found.given_away(Side.NORTH) == (Stated(10, Certainty.EXACT), 10)
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
    assert found.given_away(Side.SOUTH) == (Stated(0, Certainty.EXACT), 0)


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


def guesses(position: Mancala, proved: Mapping[int, int]) -> MoveValues:
    """Of these moves of a position the margin is proved, and nothing of the others."""
    return MoveValues(
        {
            move: Worth.proved(proved[move.cell]) if move.cell in proved else Worth(-12, 12, 0)
            for move in position.legal_moves()
        }
    )


def test_what_is_proved_of_a_move_holds_for_the_position_behind_it() -> None:
    """South moves again after ply 3; North then moves three times. One move is left at ply 8."""
    proved = {2: {2: 2}, 6: {0: 2}}
    values = {
        before: guesses(position, proved.get(before, {}))
        for before, position in enumerate(KALAH.positions())
        if position.outcome() is None
    }
    found = Review(KALAH, values)
    sides = [ply.side for ply in KALAH.plies]
    for before, side in enumerate(sides[:-1], 1):
        worth, behind = found.moves[before - 1].worth, found.values[before].worth
        behind = behind if sides[before] is side else behind.opposite()
        assert (behind.lower, behind.upper) == (worth.lower, worth.upper)
        if worth.exact:
            assert behind.guess == worth.guess
    assert found.values[3].worth == Worth.proved(-2)
    assert found.values[3].best_is_guessed
    assert found.moves[7].worth == Worth.proved(-2)


def test_the_end_of_a_game_stands_as_its_last_move_was_proved() -> None:
    before, after, final = FROM_POSITION.positions()
    values = {0: guesses(before, {}), 1: guesses(after, {8: 6}), 2: guesses(final, {})}
    assert Review(FROM_POSITION, values).standing(Side.NORTH) == Worth.proved(6)
    values = {0: guesses(before, {}), 1: guesses(after, dict.fromkeys(range(7, 14), 6))}
    assert Review(FROM_POSITION, values).moves[0].worth == Worth.proved(-6)


@given(st.data())
def test_what_a_move_gave_away_is_the_difference_of_what_stands_before_and_after(
    data: st.DataObject,
) -> None:
    """Whatever the searches of the single positions say."""
    true = [None if each.outcome() else minimax(each) for each in KALAH.positions()]

    def searched(position: Mancala, move: Move) -> Worth:
        margin = after_move(position, move)
        lower = data.draw(st.integers(-12, margin))
        upper = data.draw(st.integers(margin, 12))
        return Worth(lower, upper, data.draw(st.integers(lower, upper)))

    values = {
        before: MoveValues({move: searched(position, move) for move in position.legal_moves()})
        for before, position in enumerate(KALAH.positions())
        if position.outcome() is None
    }
    found = Review(KALAH, values)
    for move in found.moves:
        lower, upper, guess = move.values.worth
        assert lower <= guess <= upper
        assert all(low <= guess <= high for low, high, guess in move.values.moves.values())
        assert lower <= (true[move.number - 1] or 0) <= upper
        assert move.lost.guess == guess - move.worth.guess
    for move, after in pairwise(found.moves):
        behind = after.values.worth
        assert move.worth == (behind if after.ply.side is move.ply.side else behind.opposite())
    assert Review(KALAH, found.values).values == found.values
    for side in Side:
        own = [move for move in found.moves if move.ply.side is side]
        total, proved = found.given_away(side)
        assert total.number == sum(move.stated_loss for move in own)
        assert proved <= sum(move.lost.lower for move in own)


@pytest.mark.parametrize(
    ("beside", "behind", "lost"),
    [
        (-2, 2, 2),  # both searches find the move worse than 0
        (-2, 4, 4),
        (-2, 0, 0),  # only the one beside the other moves
        (0, 2, 0),  # only the one behind it
    ],
)
def test_an_estimate_finds_a_loss_where_both_searches_do(
    beside: int, behind: int, lost: int
) -> None:
    start, reply, *_ = FROM_POSITION.positions()
    moves = dict.fromkeys(start.legal_moves(), Worth(-36, 36, 0))
    moves[Move(4)] = Worth(-36, 36, beside)
    values = {
        0: MoveValues(moves),
        1: MoveValues(dict.fromkeys(reply.legal_moves(), Worth(-36, 36, behind))),
    }
    found = Review(FROM_POSITION, values)
    assert found.moves[0].values.stated_loss(Move(4)).number == lost
    assert found.moves[0].values.worth.guess + found.moves[1].values.worth.guess == lost


@pytest.mark.parametrize(
    ("moves", "proved", "found", "best"),
    [
        ([(-9, 9, 1), (-9, 9, 0)], (4, 4), [(-9, 4, 4), (-9, 4, 0)], 0),
        ([(2, 2, 2), (-9, 9, 0)], (4, 4), [(2, 2, 2), (4, 4, 4)], 1),
        ([(4, 4, 4), (-9, 9, 8)], (4, 4), [(4, 4, 4), (-9, 4, 4)], 0),
        ([(-9, 9, 1), (-9, 9, 8)], (2, 6), [(-9, 6, 1), (-9, 6, 6)], 1),
    ],
)
def test_a_position_within_bounds(
    moves: list[tuple[int, int, int]],
    proved: tuple[int, int],
    found: list[tuple[int, int, int]],
    best: int,
) -> None:
    values = MoveValues({Move(at): Worth(*worth) for at, worth in enumerate(moves)})
    narrowed = values.within(*proved)
    assert list(narrowed.moves.values()) == found
    assert (narrowed.worth.lower, narrowed.worth.upper) == proved
    assert narrowed.best == (Move(best),)
    assert narrowed.within(*proved) == narrowed
