"""The values of all moves of a position."""

from __future__ import annotations

import pytest

from owari.analysis.values import Certainty, MoveValues, Stated, Worth, move_values
from owari.engine.kernel import sowing
from owari.games.catalog import find_game
from owari.games.game import Move
from owari.games.mancala import OWARI, SOWING_GAMES, Mancala
from tests.vectors import rows

SAMPLE = [
    (name, *row)
    for name in ("owari", "kalah", "kalah-empty")
    for row in rows(f"positions-{name}")[::25]
]


@pytest.fixture
def without_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("owari.engine.sowing_kernel.sowing", None)


def is_exactly(position: Mancala, best: str, each: str) -> bool:
    """Whether the values are the numbers of a line of the vectors, proved."""
    values = move_values(position, seconds=60)
    pits = zip(position.rules.row(position.turn), each.split(","), strict=True)
    margins = {Move(pit): int(margin) for pit, margin in pits if margin != "-"}
    assert values.worth == Worth.proved(int(best))
    assert set(values.best) == {move for move, each in margins.items() if each == int(best)}
    return values.moves == {move: Worth.proved(margin) for move, margin in margins.items()}


@pytest.mark.slow
@pytest.mark.skipif(sowing is None, reason="the kernel could not be compiled here")
@pytest.mark.parametrize(("name", "family", "text", "best", "each"), SAMPLE)
def test_what_can_be_proved_is_exact(
    name: str, family: str, text: str, best: str, each: str
) -> None:
    assert is_exactly(SOWING_GAMES[name].parse_position(text), best, each)


@pytest.mark.usefixtures("without_kernel")
def test_the_reference_proves_the_same() -> None:
    few = 0
    for name, _, text, best, each in SAMPLE:
        position = SOWING_GAMES[name].parse_position(text)
        if sum(position.cells) - sum(position.score()) <= 9:
            few += 1
            assert is_exactly(position, best, each)
    assert few > 5


@pytest.mark.parametrize("game", ["kalah:6x10", "owari:9x7", "kalah:6x12"])
def test_what_cannot_be_proved_is_estimated(game: str) -> None:
    """The last board is larger than the kernel's."""
    start = find_game(game).start()
    values = move_values(start, seconds=0.1)
    assert tuple(values.moves) == start.legal_moves()
    for worth in values.moves.values():
        assert not worth.exact
        assert worth.lower <= worth.guess <= worth.upper
        assert worth.guess % 2 == sum(start.cells) % 2
    assert any(worth.guess for worth in values.moves.values())
    assert values.worth.guess == max(worth.guess for worth in values.moves.values())


@pytest.mark.usefixtures("without_kernel")
def test_estimates_without_the_kernel() -> None:
    values = move_values(OWARI.start(), seconds=0.1)
    assert len(values.moves) == 6
    assert any(worth.guess for worth in values.moves.values())


def test_estimates_see_a_capture_that_is_one_ply_away() -> None:
    """Even with next to no time: pit 0 takes 20 stones, and pit 5 lets pit 9 take 20."""
    game = find_game("owari:6x9")
    text = "1,0,0,9,9,8,0,1,1,1,1,20,19,0 S"
    values = move_values(game.parse_position(text), seconds=0.001)
    assert values.best == (Move(0),)


def test_moves_that_end_the_game_are_exact_without_any_time() -> None:
    game = find_game("kalah:6x10")
    position = game.parse_position("0,0,0,0,0,1,50,9,9,9,9,9,9,15 S")
    assert move_values(position, seconds=0.001).worth == Worth.proved(51 - 69)


def test_a_finished_game_has_no_values() -> None:
    with pytest.raises(ValueError, match="the game is over"):
        move_values(OWARI.parse_position("0,0,0,0,0,0,18,3,3,3,3,3,3,0 S"), seconds=1)


def bounds(*moves: tuple[int, int, int]) -> MoveValues:
    return MoveValues({Move(pit): Worth(*worth) for pit, worth in enumerate(moves)})


def test_a_bound_is_enough_to_say_that_a_move_loses() -> None:
    values = bounds((2, 2, 2), (-36, -2, -8), (-36, 36, 0))
    assert values.lost(Move(1)) == Worth(4, 72, 10)
    assert values.stated(Move(0)) == Stated(2, Certainty.EXACT)
    assert values.stated(Move(1)) == Stated(-2, Certainty.AT_MOST)
    assert values.stated_loss(Move(1)) == Stated(4, Certainty.AT_LEAST)
    assert values.stated(Move(2)) == Stated(0, Certainty.ESTIMATED)
    assert values.stated_loss(Move(2)) == Stated(2, Certainty.ESTIMATED)


def test_a_best_move_of_which_only_a_bound_is_known() -> None:
    values = bounds((2, 36, 6), (-4, -4, -4))
    assert values.worth == Worth(2, 36, 6)
    assert values.stated_best(Move(1)) == Stated(2, Certainty.AT_LEAST)
    assert values.stated_best(Move(0)) == Stated(6, Certainty.ESTIMATED)
    assert values.stated_loss(Move(1)) == Stated(6, Certainty.AT_LEAST)
    assert values.stated_loss(Move(0)) == Stated(0, Certainty.EXACT)
    assert values.best == (Move(0),)


def test_the_only_move_loses_nothing_whatever_it_is_worth() -> None:
    values = bounds((-36, 36, -8))
    assert values.stated(Move(0)) == Stated(-8, Certainty.ESTIMATED)
    assert values.stated_loss(Move(0)) == Stated(0, Certainty.EXACT)


def test_best_are_the_proved_moves_where_the_margin_is_proved() -> None:
    assert bounds((4, 4, 4), (-36, 4, 4), (4, 4, 4)).best == (Move(0), Move(2))
    assert bounds((4, 4, 4), (-36, 36, 4), (2, 2, 2)).best == (Move(0), Move(1))


def test_what_is_known_from_elsewhere() -> None:
    start = OWARI.resized(6, 4).start()  # which no book has
    known = {Move(0): Worth(-6, -2, -4), Move(5): Worth.proved(0)}
    values = move_values(start, seconds=0.001, known=known)
    assert values.moves[Move(5)] == Worth.proved(0)
    lower, upper, guess = values.moves[Move(0)]
    assert -6 <= lower <= guess <= upper <= -2
