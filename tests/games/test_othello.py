"""The rules of Othello and free Othello."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from owari.games.catalog import find_game
from owari.games.game import PASS, BadMove, BadPosition, IllegalMove, Move, Side
from owari.games.othello import FREE_OTHELLO, OTHELLO, OthelloPosition, OthelloRules
from tests.vectors import rows

SIZES = st.sampled_from(range(4, 17, 2))
GAMES = st.builds(
    lambda size, rules: rules.resized(size), SIZES, st.sampled_from([OTHELLO, FREE_OTHELLO])
)


@st.composite
def positions(draw: st.DrawFn, games: st.SearchStrategy[OthelloRules] = GAMES) -> OthelloPosition:
    """Anywhere in a random game."""
    rules = draw(games)
    random = Random(draw(st.integers(0, 2**32)))
    position = rules.start(draw(st.sampled_from(Side)))
    for _ in range(draw(st.integers(0, rules.size**2 - 5))):
        moves = position.legal_moves()
        if not moves:
            break
        position = position.play(random.choice(moves))
    return position


def played(rules: OthelloRules, transcript: str, first: Side = Side.SOUTH) -> OthelloPosition:
    """After the moves of a transcript, which leaves passes out."""
    position = rules.start(first)
    for at in range(0, len(transcript), 2):
        if forced := position.forced():
            position = position.play(forced)
        position = position.play(rules.parse_move(transcript[at : at + 2]))
    return position


def perft(position: OthelloPosition, plies: int) -> int:
    """Sequences of this many plies, a pass being one; a game that ends before counts once."""
    moves = position.legal_moves()
    if plies == 0 or not moves:
        return 1
    return sum(perft(position.play(move), plies - 1) for move in moves)


def named(position: OthelloPosition) -> list[str]:
    return [position.rules.cell_name(move) for move in position.legal_moves()]


def test_the_start() -> None:
    start = OTHELLO.start()
    assert str(start) == "-" * 27 + "OX" + "-" * 6 + "XO" + "-" * 27 + " X"
    assert named(start) == ["d3", "c4", "f5", "e6"]
    assert start.flips(OTHELLO.parse_move("f5")) == (OTHELLO.parse_move("e5").cell,)

    after = start.play(OTHELLO.parse_move("f5"))
    assert str(after) == "-" * 27 + "OX" + "-" * 6 + "XXX" + "-" * 26 + " O"
    assert after.score() == (4, 1, 0)
    assert named(after) == ["f4", "d6", "f6"]


def test_black_moves_first_whichever_side_it_is() -> None:
    start = OTHELLO.start(Side.NORTH)
    assert start.turn is start.black is Side.NORTH
    assert str(start).endswith(" X N")
    assert OTHELLO.parse_position(str(start)) == start
    assert start.turned() == OTHELLO.start()
    assert start.play(OTHELLO.parse_move("f5")).score() == (1, 4, 0)


@pytest.mark.slow
@pytest.mark.parametrize("row", rows("othello_perft"), ids=lambda row: f"{row[0]} {row[1]}")
def test_perft(row: list[str]) -> None:
    name, convention, leaves = row
    if convention not in ("A", "-"):
        pytest.skip("another way of counting")
    start = find_game(name).start()
    for plies, expected in enumerate(leaves.split(), 1):
        if int(expected) > 20_000:
            break
        assert perft(start, plies) == int(expected)


@pytest.mark.parametrize("first", Side)
@pytest.mark.parametrize("row", rows("othello_games"), ids=lambda row: row[4])
def test_transcripts(row: list[str], first: Side) -> None:
    name, transcript, black, white, _ = row
    if name == "othello:6":  # written in the middle of a full board
        transcript = "".join(
            f"{chr(ord(column) - 1)}{int(line) - 1}"
            for column, line in zip(transcript[::2].lower(), transcript[1::2], strict=True)
        )
    outcome = played(find_game(name), transcript, first).outcome()
    assert outcome is not None
    expected = int(black), int(white)
    assert outcome[:2] == (expected if first is Side.SOUTH else expected[::-1])


def test_empty_squares_count_for_the_winner() -> None:
    outcome = played(OTHELLO, "f5d6c5f4e7f6g5e6e3").outcome()
    assert outcome == (13, 0, 51)
    assert outcome.margin(Side.SOUTH) == 64
    assert outcome.margin(Side.NORTH) == -64


def test_a_side_without_a_move_must_pass() -> None:
    rules = OTHELLO.resized(4)
    position = rules.parse_position("XO-- OO-- ---- ---- O")
    assert position.legal_moves() == (PASS,)
    assert position.forced() == PASS
    after = position.play(PASS)
    assert str(after) == str(position)[:-1] + "X"
    assert after.forced() is None
    with pytest.raises(IllegalMove, match="South has a move and may not pass"):
        after.play(PASS)
    with pytest.raises(IllegalMove, match="North has no move and must pass"):
        position.play(rules.parse_move("d1"))


def test_a_free_disc_may_turn_nothing() -> None:
    start = FREE_OTHELLO.start()
    assert len(start.legal_moves()) == 12
    c3 = FREE_OTHELLO.parse_move("c3")
    assert start.flips(c3) == ()
    assert start.play(c3).score() == (3, 2, 0)
    with pytest.raises(IllegalMove, match="the square b2 touches no disc"):
        start.play(FREE_OTHELLO.parse_move("b2"))


@given(positions())
def test_legal_moves_are_those_that_can_be_played(position: OthelloPosition) -> None:
    legal = position.legal_moves()
    for move in [PASS, *map(Move, range(-1, position.rules.size**2 + 1))]:
        if move in legal:
            assert position.play(move).turn is position.turn.other
        else:
            with pytest.raises(IllegalMove):
                position.play(move)
    assert (position.outcome() is None) == bool(legal)


@given(positions())
def test_position_texts_are_read_back(position: OthelloPosition) -> None:
    assert position.rules.parse_position(str(position)) == position


@given(positions())
def test_exchanged_sides_play_the_same_game(position: OthelloPosition) -> None:
    assert position.turned().turned() == position
    for move in position.legal_moves():
        assert position.turned().play(move) == position.play(move).turned()


@given(positions(GAMES.filter(lambda rules: rules.free)))
def test_a_free_game_goes_on_until_the_board_is_full(position: OthelloPosition) -> None:
    assert PASS not in position.legal_moves()
    assert bool(position.outcome()) == (sum(position.score()) == position.rules.size**2)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", "16 squares expected, 0 found"),
        ("-" * 15 + " X", "16 squares expected, 15 found"),
        ("-" * 16, "the side to move is missing: end the position with X or O"),
        ("-" * 15 + "? X", "'?' is not a square: they are X (Black), O (White) and - (empty)"),
    ],
)
def test_bad_positions(text: str, error: str) -> None:
    with pytest.raises(BadPosition) as caught:
        OTHELLO.resized(4).parse_position(text)
    assert str(caught.value) == error


@pytest.mark.parametrize("text", ["", "f", "e1", "a5", "a0", "55", "f5f5", "f٥"])
def test_bad_moves(text: str) -> None:
    with pytest.raises(BadMove, match="moves are a1 to d4, or pass"):
        OTHELLO.resized(4).parse_move(text)


@pytest.mark.parametrize("size", [0, 2, 3, 7, 18])
def test_sizes_that_are_not_offered(size: int) -> None:
    with pytest.raises(ValueError, match=f"4 to 16 squares a side, an even number, not {size}"):
        OTHELLO.resized(size)
