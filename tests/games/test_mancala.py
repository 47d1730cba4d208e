"""The rules of the sowing games."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from owari.games.catalog import find_game
from owari.games.game import BadMove, BadPosition, IllegalMove, Move, Outcome, Side
from owari.games.mancala import (
    KALAH,
    KALAH_EMPTY,
    OWARI,
    SOWING_GAMES,
    Capture,
    Mancala,
    SowingRules,
)
from owari.games.numbering import NUMBERINGS
from tests.vectors import rows


def after(rules: SowingRules, position: str, *pits: int) -> str:
    """The position text after these pits have been sown."""
    board = rules.parse_position(position)
    for pit in pits:
        board = board.play(Move(pit))
    return str(board)


def test_worked_moves_of_the_handout() -> None:
    start = OWARI.start()
    assert str(start) == "3,3,3,3,3,3,0,3,3,3,3,3,3,0 S"

    south_4 = start.play(Move(4))
    assert str(south_4) == "3,3,3,3,0,4,1,4,3,3,3,3,3,0 N"

    south_again = south_4._replace(turn=Side.SOUTH)  # as the hand-out supposes
    south_1 = south_again.play(Move(1))  # the last stone in empty pit 4 takes the three of pit 8
    assert str(south_1) == "3,0,4,4,1,4,4,4,0,3,3,3,3,0 N"


# ---------------------------------------------------------------- sowing


@pytest.mark.parametrize(
    ("before", "pit", "expected"),
    [
        pytest.param(
            "0,0,0,0,0,3,0,1,1,1,1,1,1,0 S", 5, "0,0,0,0,0,0,1,2,2,1,1,1,1,0 N", id="into-the-row"
        ),
        pytest.param(
            "1,1,1,1,1,1,0,0,0,0,0,0,3,0 N", 12, "2,2,1,1,1,1,0,0,0,0,0,0,0,1 S", id="north"
        ),
        pytest.param(
            "1,1,1,1,1,8,0,1,1,1,1,1,1,0 S",
            5,
            "2,1,1,1,1,0,1,2,2,2,2,2,2,0 N",
            id="south-skips-the-goal-of-north",
        ),
        pytest.param(
            "1,1,1,1,1,1,0,1,1,1,1,1,8,0 N",
            12,
            "2,2,2,2,2,2,0,2,1,1,1,1,0,1 S",
            id="north-skips-the-goal-of-south",
        ),
        pytest.param(
            "13,0,0,0,0,0,0,1,1,1,1,1,1,0 S",
            0,
            "1,1,1,1,1,1,3,2,2,2,2,2,0,0 N",
            id="lap-of-13-ends-in-its-own-empty-pit-and-captures",
        ),
        pytest.param(
            "14,0,0,0,0,0,0,1,1,1,1,1,1,0 S",
            0,
            "1,2,1,1,1,1,1,2,2,2,2,2,2,0 N",
            id="lap-of-14-ends-in-a-pit-with-a-stone",
        ),
        pytest.param(
            "27,0,0,0,0,0,0,1,1,1,1,1,1,0 S",
            0,
            "2,3,2,2,2,2,2,3,3,3,3,3,3,0 N",
            id="two-laps-and-one",
        ),
        pytest.param(
            "1,1,1,1,1,1,0,13,0,0,0,0,0,0 N",
            7,
            "2,2,2,2,2,0,0,1,1,1,1,1,1,3 S",
            id="lap-of-13-by-north",
        ),
    ],
)
def test_sowing(before: str, pit: int, expected: str) -> None:
    assert after(OWARI, before, pit) == expected


@pytest.mark.parametrize(
    ("before", "pit", "owari", "kalah", "kalah_empty"),
    [
        pytest.param(
            "1,0,1,1,0,0,5,2,2,0,0,3,2,5 S",
            0,
            "0,1,1,1,0,0,8,2,2,0,0,0,2,5 N",
            "0,0,1,1,0,0,9,2,2,0,0,0,2,5 N",
            "0,0,1,1,0,0,9,2,2,0,0,0,2,5 N",
            id="stones-opposite",
        ),
        pytest.param(
            "1,0,1,1,0,0,5,2,2,0,0,0,2,5 S",
            0,
            "0,1,1,1,0,0,5,2,2,0,0,0,2,5 N",
            "0,1,1,1,0,0,5,2,2,0,0,0,2,5 N",
            "0,0,1,1,0,0,6,2,2,0,0,0,2,5 N",
            id="nothing-opposite",
        ),
        pytest.param(
            "0,0,0,4,0,1,5,1,0,2,2,2,2,5 S",
            3,
            "0,0,0,0,1,2,6,2,0,2,2,2,2,5 N",
            "0,0,0,0,1,2,6,2,0,2,2,2,2,5 N",
            "0,0,0,0,1,2,6,2,0,2,2,2,2,5 N",
            id="not-in-the-other-row",
        ),
        pytest.param(
            "0,0,0,0,0,3,5,2,0,2,2,2,2,5 S",
            5,
            "0,0,0,0,0,0,6,3,1,2,2,2,2,5 N",
            "0,0,0,0,0,0,6,3,1,2,2,2,2,5 N",
            "0,0,0,0,0,0,6,3,1,2,2,2,2,5 N",
            id="not-in-an-empty-pit-of-the-other-row",
        ),
        pytest.param(
            "2,2,2,2,2,2,5,0,0,2,0,2,2,5 N",
            9,
            "2,2,2,2,2,2,5,0,0,0,1,3,2,5 S",
            "2,2,2,2,2,2,5,0,0,0,1,3,2,5 S",
            "2,2,2,2,2,2,5,0,0,0,1,3,2,5 S",
            id="not-in-a-pit-with-stones",
        ),
        pytest.param(
            "2,2,2,2,2,2,5,1,0,2,0,2,2,5 N",
            7,
            "2,2,2,2,0,2,5,0,1,2,0,2,2,7 S",
            "2,2,2,2,0,2,5,0,0,2,0,2,2,8 S",
            "2,2,2,2,0,2,5,0,0,2,0,2,2,8 S",
            id="north-captures",
        ),
    ],
)
def test_captures(before: str, pit: int, owari: str, kalah: str, kalah_empty: str) -> None:
    assert after(OWARI, before, pit) == owari
    assert after(KALAH, before, pit) == kalah
    assert after(KALAH_EMPTY, before, pit) == kalah_empty


def test_an_extra_turn_in_kalah_only() -> None:
    position = "3,3,3,3,3,3,0,3,3,3,3,3,3,0 S"
    assert after(OWARI, position, 3) == "3,3,3,0,4,4,1,3,3,3,3,3,3,0 N"
    assert after(KALAH, position, 3) == "3,3,3,0,4,4,1,3,3,3,3,3,3,0 S"
    assert after(KALAH, position, 3, 4) == "3,3,3,0,0,5,2,4,4,3,3,3,3,0 N"


# ---------------------------------------------------------------- the end of the game


@pytest.mark.parametrize(
    ("before", "pit", "end", "outcome"),
    [
        pytest.param(
            "0,0,0,0,0,1,18,0,0,4,0,0,1,12 S",
            5,
            "0,0,0,0,0,0,19,0,0,4,0,0,1,12 N",
            Outcome(19, 17),
            id="the-mover-has-nothing-left",
        ),
        pytest.param(
            "1,0,0,0,2,0,13,0,0,0,0,3,0,17 S",
            0,
            "0,1,0,0,2,0,16,0,0,0,0,0,0,17 N",
            Outcome(19, 17),
            id="a-capture-takes-the-last-stones-of-the-other",
        ),
    ],
)
def test_the_game_ends_when_a_row_is_empty_and_each_side_keeps_its_own(
    before: str, pit: int, end: str, outcome: Outcome
) -> None:
    position = OWARI.parse_position(before)
    assert position.outcome() is None

    final = position.play(Move(pit))
    assert str(final) == end
    assert final.outcome() == outcome
    assert final.legal_moves() == ()


def test_the_side_to_move_needs_no_stones_for_the_game_to_be_over() -> None:
    for side in "SN":
        assert OWARI.parse_position(f"1,0,0,0,0,0,5,0,0,0,0,0,0,2 {side}").outcome() == Outcome(
            6, 2
        )
        assert OWARI.parse_position(f"0,0,0,0,0,0,5,0,0,0,0,0,1,2 {side}").outcome() == Outcome(
            5, 3
        )


def test_score_is_the_goals_and_settled_adds_the_rows() -> None:
    position = OWARI.parse_position("1,2,0,0,0,0,10,0,0,3,0,0,1,9 N")
    assert position.outcome() is None
    assert position.score() == Outcome(10, 9)
    assert position.settled() == Outcome(13, 13)


def test_an_outcome_knows_its_winner_and_margin() -> None:
    assert Outcome(19, 17).winner is Side.SOUTH
    assert Outcome(17, 19).winner is Side.NORTH
    assert Outcome(18, 18).winner is None
    assert Outcome(19, 17).margin(Side.SOUTH) == 2
    assert Outcome(19, 17).margin(Side.NORTH) == -2
    assert str(Outcome(19, 17)) == "19-17"


# ---------------------------------------------------------------- legal and illegal


def test_legal_moves_are_the_movers_filled_pits_in_rising_order() -> None:
    position = OWARI.parse_position("3,0,1,0,0,2,5,0,4,0,0,0,1,2 S")
    assert position.legal_moves() == (Move(0), Move(2), Move(5))
    assert position._replace(turn=Side.NORTH).legal_moves() == (Move(8), Move(12))


@pytest.mark.parametrize(
    ("position", "pit", "sentence"),
    [
        ("3,0,1,0,0,2,5,0,4,0,0,0,1,2 S", 1, "pit 1 is empty"),
        ("3,0,1,0,0,2,5,0,4,0,0,0,1,2 S", 8, "pit 8 is North's, and South is to move"),
        ("3,0,1,0,0,2,5,0,4,0,0,0,1,2 N", 0, "pit 0 is South's, and North is to move"),
        ("3,0,1,0,0,2,5,0,4,0,0,0,1,2 S", 6, "6 is South's goal, not a pit"),
        ("3,0,1,0,0,2,5,0,4,0,0,0,1,2 S", 13, "13 is North's goal, not a pit"),
        ("3,0,1,0,0,2,5,0,4,0,0,0,1,2 S", 14, "there is no pit 14"),
        ("3,0,1,0,0,2,5,0,4,0,0,0,1,2 S", -2, "there is no pit -2"),
        ("0,0,0,0,0,0,9,0,4,0,0,0,1,2 N", 8, "the game is over"),
        ("3,0,1,0,0,2,5,0,0,0,0,0,0,7 S", 0, "the game is over"),
    ],
)
def test_an_illegal_move_says_why(position: str, pit: int, sentence: str) -> None:
    with pytest.raises(IllegalMove) as error:
        OWARI.parse_position(position).play(Move(pit))
    assert str(error.value) == sentence


# ---------------------------------------------------------------- right answers


def sequences(position: Mancala, plies: int) -> int:
    """How many sequences of so many plies there are."""
    moves = position.legal_moves()
    if plies == 1:
        return len(moves)
    return sum(sequences(position.play(move), plies - 1) for move in moves)


@pytest.mark.parametrize(("family", "stones", "counts"), rows("perft"))
def test_number_of_move_sequences(family: str, stones: str, counts: str) -> None:
    start = SOWING_GAMES[family].resized(6, int(stones)).start()
    for plies, count in enumerate(map(int, counts.split()), 1):
        if count < 100_000:
            assert sequences(start, plies) == count


def by_hand(
    rules: SowingRules, cells: tuple[int, ...], side: Side, pit: int
) -> tuple[tuple[int, ...], Side]:
    """The rules once more, stone by stone and word by word."""
    n = rules.pits
    board = list(cells)
    south = side is Side.SOUTH
    own_row = range(n) if south else range(n + 1, 2 * n + 1)
    own_goal, other_goal = (n, 2 * n + 1) if south else (2 * n + 1, n)

    hand = board[pit]
    board[pit] = 0
    place = pit
    while hand > 0:
        place = place + 1 if place < 2 * n + 1 else 0
        if place != other_goal:
            board[place] += 1
            hand -= 1

    fell_into_an_empty_pit = place in own_row and board[place] == 1
    if fell_into_an_empty_pit:
        opposite = 2 * n - place
        prize = board[opposite]
        if rules.capture is Capture.OPPOSITE:
            board[opposite] = 0
            board[own_goal] += prize
        if rules.capture is Capture.BOTH_ALWAYS or (rules.capture is Capture.BOTH and prize > 0):
            board[opposite] = 0
            board[place] = 0
            board[own_goal] += prize + 1
    if rules.extra_turn and place == own_goal:
        return tuple(board), side
    return tuple(board), Side.NORTH if south else Side.SOUTH


@st.composite
def any_rules(draw: st.DrawFn) -> SowingRules:
    """Every size, and every capture with and without an extra turn."""
    return replace(
        OWARI,
        pits=draw(st.integers(1, 12)),
        stones=draw(st.integers(1, 24)),
        extra_turn=draw(st.booleans()),
        capture=draw(st.sampled_from(Capture)),
    )


@st.composite
def any_position(draw: st.DrawFn) -> Mancala:
    """Any board at all: empty rows, empty pits and pits that reach round it several times."""
    rules = draw(any_rules())
    n = rules.pits
    pit = st.one_of(st.integers(0, 3), st.integers(0, 3 * (2 * n + 1)))
    goal = st.integers(0, 20)
    south, north = (draw(st.lists(pit, min_size=n, max_size=n)) for _ in "SN")
    cells = (*south, draw(goal), *north, draw(goal))
    return Mancala(rules, cells, draw(st.sampled_from(Side)))


@given(any_position())
def test_play_is_what_sowing_by_hand_gives(position: Mancala) -> None:
    n = position.rules.pits
    over = not any(position.cells[:n]) or not any(position.cells[n + 1 : 2 * n + 1])
    first = 0 if position.turn is Side.SOUTH else n + 1
    filled = [pit for pit in range(first, first + n) if position.cells[pit]]

    assert position.legal_moves() == tuple(Move(pit) for pit in filled if not over)
    assert (position.outcome() is not None) == over
    for move in position.legal_moves():
        played = position.play(move)
        assert (played.cells, played.turn) == by_hand(*position, move.cell)
        assert played.rules == position.rules


@given(any_position())
def test_no_stone_is_lost(position: Mancala) -> None:
    stones = sum(position.cells)
    assert sum(position.settled()) == stones
    for move in position.legal_moves():
        assert sum(position.play(move).cells) == stones


@given(any_position())
def test_the_board_turned_round_plays_the_same(position: Mancala) -> None:
    assert position.turned().turned() == position
    for move in position.legal_moves():
        turned_move = position.rules.seen_across(move)
        assert position.play(move).turned() == position.turned().play(turned_move)


@given(any_position(), st.integers(-30, 30))
def test_exactly_the_legal_moves_can_be_played(position: Mancala, pit: int) -> None:
    if Move(pit) in position.legal_moves():
        position.play(Move(pit))
    else:
        with pytest.raises(IllegalMove):
            position.play(Move(pit))


@pytest.mark.parametrize("family", SOWING_GAMES)
@pytest.mark.parametrize("size", [(1, 1), (2, 24), (6, 3), (6, 4), (12, 24)])
def test_a_random_game_ends_and_no_position_comes_twice(family: str, size: tuple[int, ...]) -> None:
    random = Random(1)
    position = SOWING_GAMES[family].resized(*size).start(random.choice(list(Side)))
    met = {position}
    while position.outcome() is None:
        position = position.play(random.choice(position.legal_moves()))
        assert position not in met
        met.add(position)
    assert sum(position.outcome()) == 2 * size[0] * size[1]


# ---------------------------------------------------------------- texts


@given(any_position())
def test_a_position_is_read_as_it_was_written(position: Mancala) -> None:
    if sum(position.cells) <= 576:
        assert position.rules.parse_position(str(position)) == position


@pytest.mark.parametrize(
    "text",
    [
        "3,3,3,3,0,4,1,4,3,3,3,3,3,0 N",
        "3,3,3,3,0,4,1,4,3,3,3,3,3,0 n",
        "  3 3 3 3 0 4 1 4 3 3 3 3 3 0 N\n",
        "3, 3, 3, 3, 0, 4, 1, 4, 3, 3, 3, 3, 3, 0, N",
        "3,3,3,3,0,4 1 4,3,3,3,3,3 0 N",
        "03,3,3,3,0,4,1,4,3,3,3,3,3,0\tN",
    ],
)
def test_a_position_may_be_spaced_as_people_do(text: str) -> None:
    assert OWARI.parse_position(text) == OWARI.start().play(Move(4))


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("3,3,3,3,3,3,0,3,3,3,3,3,3 S", "14 numbers expected, 13 found"),
        ("3,3,3,3,3,3,0,3,3,3,3,3,3,0,0 S", "14 numbers expected, 15 found"),
        ("", "14 numbers expected, 0 found"),
        ("S", "14 numbers expected, 0 found"),
        ("3,3,3,x,3,3,0,3,3,3,3,3,3,0 S", "'x' is not a number of stones"),
        ("3,3,3,-1,3,3,0,3,3,3,3,3,3,0 S", "'-1' is not a number of stones"),
        ("3,3,3,3.5,3,3,0,3,3,3,3,3,3,0 S", "'3.5' is not a number of stones"),
        ("3,3,3,³,3,3,0,3,3,3,3,3,3,0 S", "'³' is not a number of stones"),
        ("1000000000003,3 S", "'1000000000003' is not a number of stones"),
        ("3,3,3,3,3,3,0,3,3,3,3,3,3,0S", "'0S' is not a number of stones"),
        (
            "3,3,3,3,3,3,0,3,3,3,3,3,3,0",
            "the side to move is missing: end the position with S or N",
        ),
        ("3,3,3,3,3,3,0,3,3,3,3,3,3,0 W", "the side to move is S or N, not 'W'"),
        ("3,3,3,3,3,3,0,3,3,3,3,3,3,577 S", "a board holds at most 576 stones, 613 found"),
    ],
)
def test_a_wrong_position_says_what_is_wrong(text: str, wrong: str) -> None:
    with pytest.raises(BadPosition) as error:
        OWARI.parse_position(text)
    assert str(error.value) == wrong


def test_a_smaller_board_has_fewer_numbers() -> None:
    assert str(OWARI.resized(2, 4).start(Side.NORTH)) == "4,4,0,4,4,0 N"
    with pytest.raises(BadPosition, match="6 numbers expected, 14 found"):
        OWARI.resized(2, 4).parse_position(str(OWARI.start()))


def test_moves_are_written_with_the_side() -> None:
    assert OWARI.format_move(Move(4)) == "S4"
    assert OWARI.format_move(Move(11)) == "N11"
    assert OWARI.parse_move("N11") == Move(11)
    for text in ("S6", "S7", "N13", "N5", "4", "s4", "S", "S-1", "S4 ", "S123", ""):
        with pytest.raises(BadMove) as error:
            OWARI.parse_move(text)
        assert str(error.value) == f"{text!r} is not a move; moves are S0 to S5 and N7 to N12"


# ---------------------------------------------------------------- sizes


@pytest.mark.parametrize(
    ("pits", "stones", "wrong"),
    [
        (0, 3, "a side has 1 to 12 pits, not 0"),
        (13, 3, "a side has 1 to 12 pits, not 13"),
        (6, -1, "a pit starts with 0 to 24 stones, not -1"),
        (6, 25, "a pit starts with 0 to 24 stones, not 25"),
    ],
)
def test_sizes_that_are_not_offered(pits: int, stones: int, wrong: str) -> None:
    with pytest.raises(ValueError) as error:  # noqa: PT011
        OWARI.resized(pits, stones)
    assert str(error.value) == wrong


@pytest.mark.parametrize("rules", SOWING_GAMES.values())
@pytest.mark.parametrize("first", Side)
def test_without_stones_a_game_is_over_at_once(rules: SowingRules, first: Side) -> None:
    start = rules.resized(3, 0).start(first)
    assert start.legal_moves() == ()
    assert start.outcome() == Outcome(0, 0)


@pytest.mark.parametrize("pits", [1, 12])
@pytest.mark.parametrize("stones", [1, 24])
def test_the_smallest_and_the_largest_board(pits: int, stones: int) -> None:
    start = KALAH.resized(pits, stones).start()
    assert len(start.legal_moves()) == pits
    assert sum(start.cells) == 2 * pits * stones


def holes(game: str, south: str, north: str, pots: str, turn: str) -> Any:
    """A board as the Kalah course writes it: both rows from left to right as drawn."""
    below, above = south.split(), north.split()[::-1]
    ours, theirs = pots.split("-")
    return find_game(game).parse_position(" ".join([*below, ours, *above, theirs, turn]))


AS_DRAWN = NUMBERINGS["as-drawn"]


@pytest.mark.parametrize(
    ("before", "hole", "after"),
    [
        pytest.param(
            ("kalah:3x2", "2 0 0", "0 1 2", "0-0", "S"),
            "1",
            ("kalah:3x2", "0 1 0", "0 1 0", "3-0", "N"),
            id="a-capture-takes-both",
        ),
        pytest.param(
            ("kalah:3x2", "0 1 0", "0 1 0", "3-0", "N"),
            "2",
            ("kalah:3x2", "0 1 0", "1 0 0", "3-0", "S"),
            id="north-sows-to-the-left",
        ),
        pytest.param(
            ("kalah:3x2", "0 1 0", "1 0 0", "3-0", "S"),
            "2",
            ("kalah:3x2", "0 0 1", "1 0 0", "3-0", "N"),
            id="nothing-opposite-nothing-captured",
        ),
        pytest.param(
            ("kalah:3x2", "2 2 2", "2 2 2", "0-0", "S"),
            "3",
            ("kalah:3x2", "2 2 0", "2 2 3", "1-0", "N"),
            id="over-the-pot-to-the-other-row",
        ),
        pytest.param(
            ("kalah", "4 4 4 4 4 4", "4 4 4 4 4 4", "0-0", "S"),
            "1",
            ("kalah", "0 5 5 5 5 4", "4 4 4 4 4 4", "0-0", "N"),
            id="six-by-four",
        ),
        pytest.param(
            ("kalah", "0 5 5 5 5 4", "4 4 4 4 4 4", "0-0", "N"),
            "1",
            ("kalah", "1 6 6 5 5 4", "0 4 4 4 4 4", "0-1", "S"),
            id="round-the-left-end",
        ),
    ],
)
def test_worked_examples_of_the_kalah_course(
    before: tuple[str, ...], hole: str, after: tuple[str, ...]
) -> None:
    position = holes(*before)
    move = AS_DRAWN.parse(position.rules, position.turn, hole)
    assert position.play(move) == holes(*after)


def test_the_worked_game_of_the_kalah_course() -> None:
    position = holes("kalah:3x2", "2 0 0", "0 1 2", "0-0", "S")
    for hole in "1221":
        position = position.play(AS_DRAWN.parse(position.rules, position.turn, hole))
    assert position.outcome() == Outcome(4, 1)
