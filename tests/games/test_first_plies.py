"""The rules that ask for the number of the ply: the pie rule, and extra turns of the first move."""

from __future__ import annotations

import pickle
import sys
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from owari.games.catalog import find_game
from owari.games.game import SWAP, BadPosition, IllegalMove, Move, Outcome, Side
from owari.games.mancala import KALAH, MANCHESTER, OWARI, FirstPly, Mancala, SowingRules
from owari.games.numbering import NUMBERINGS

PIE_OWARI = replace(OWARI, family="pie-owari", pie=True)
ONE_TURN = replace(KALAH, family="one-turn", first_move_extra_turn=False)
START = "7,7,7,7,7,7,7,0,7,7,7,7,7,7,7,0"


@st.composite
def opening_rules(draw: st.DrawFn) -> SowingRules:
    rules = draw(st.sampled_from([MANCHESTER, PIE_OWARI, ONE_TURN]))
    return rules.resized(draw(st.integers(1, 8)), draw(st.integers(1, 9)))


def test_the_first_move_of_a_manchester_game_earns_no_extra_turn() -> None:
    start = MANCHESTER.start()
    assert str(start) == f"{START} S ply0"
    first = start.play(Move(0))  # the seventh stone falls into the goal
    assert str(first) == "0,8,8,8,8,8,8,1,7,7,7,7,7,7,7,0 N ply1"
    assert str(first.play(Move(8))) == "0,8,8,8,8,8,8,1,0,8,8,8,8,8,8,1 N"
    assert str(KALAH.resized(7, 7).start().play(Move(0))) == "0,8,8,8,8,8,8,1,7,7,7,7,7,7,7,0 S"


def test_a_swap_turns_the_board_round_and_hands_the_turn_back() -> None:
    first = MANCHESTER.start(Side.NORTH).play(Move(10))
    assert str(first) == "8,8,7,7,7,7,7,0,7,7,0,8,8,8,8,1 S ply1"
    assert first.legal_moves() == (*(Move(pit) for pit in range(7)), SWAP)
    swapped = first.play(SWAP)
    assert str(swapped) == "7,7,0,8,8,8,8,1,8,8,7,7,7,7,7,0 N"
    assert swapped.score() == Outcome(1, 0)
    assert swapped.play(Move(8)).turn is Side.SOUTH


@pytest.mark.parametrize("rules", [MANCHESTER, PIE_OWARI, ONE_TURN], ids=lambda rules: rules.family)
def test_from_the_third_ply_on_positions_are_plain(rules: SowingRules) -> None:
    position = rules.start()
    while position.ply is not None:
        position = position.play(position.legal_moves()[0])
    assert type(position) is Mancala
    assert SWAP not in position.legal_moves()


@pytest.mark.parametrize(
    "position",
    [
        OWARI.start().play(Move(0)),
        MANCHESTER.start(),
        MANCHESTER.start().play(Move(0)).play(Move(9)),
        MANCHESTER.start().play(Move(0)).play(SWAP),
        ONE_TURN.start().play(Move(2)),
    ],
    ids=str,
)
def test_no_other_move_can_be_swapped(position: FirstPly | Mancala) -> None:
    assert SWAP not in position.legal_moves()
    with pytest.raises(IllegalMove, match="only the first move of a game can be swapped"):
        position.play(SWAP)


def test_a_game_that_is_over_after_its_first_move_has_no_swap() -> None:
    over = MANCHESTER.resized(1, 1).start().play(Move(0))
    assert over.outcome() == Outcome(1, 1)
    assert over.legal_moves() == ()
    with pytest.raises(IllegalMove, match="the game is over"):
        over.play(SWAP)


def test_what_else_is_illegal_says_why_as_ever() -> None:
    first = MANCHESTER.start().play(Move(0))
    with pytest.raises(IllegalMove, match="pit 0 is South's, and North is to move"):
        first.play(Move(0))
    with pytest.raises(IllegalMove, match="7 is South's goal"):
        first.play(Move(7))


@given(opening_rules(), st.sampled_from(Side), st.integers(0, 11), st.integers(0, 11))
def test_a_first_ply_is_that_of_plain_rules_but_for_the_turn(
    rules: SowingRules, side: Side, first: int, second: int
) -> None:
    plain = replace(rules, pie=False, first_move_extra_turn=True)
    start, same = rules.start(side), plain.start(side)
    moves = start.legal_moves()
    assert moves == same.legal_moves()
    move = moves[first % len(moves)]
    after, expected = start.play(move), same.play(move)
    assert after.cells == expected.cells
    assert after.outcome() == expected.outcome()
    assert after.turn is side.other  # no rules of these let the first move earn another
    replies = [reply for reply in after.legal_moves() if reply != SWAP]
    assert (SWAP in after.legal_moves()) == (rules.pie and bool(replies))
    if not replies:
        return
    reply = replies[second % len(replies)]
    assert after.play(reply)[1:] == expected._replace(turn=side.other).play(reply)[1:]
    if rules.pie:
        assert after.play(SWAP) == Mancala(rules, *after.turned()[1:])
        assert after.play(SWAP).turn is side


@given(opening_rules(), st.sampled_from(Side))
def test_positions_of_the_first_plies_are_values(rules: SowingRules, side: Side) -> None:
    start = rules.start(side)
    for position in (start, start.play(start.legal_moves()[0])):
        assert rules.parse_position(str(position)) == position
        assert pickle.loads(pickle.dumps(position)) == position
        assert position.turned().turned() == position
        assert position.turned().ply == position.ply
        assert hash(position) == hash(rules.parse_position(str(position)))
        plain = Mancala(*position)
        differs = position.ply is not None
        assert (position != plain) == differs
        assert (plain != position) == differs
        assert (position == plain) != differs
        assert len({position, plain}) == 1 + differs


def test_no_position_is_larger_for_it() -> None:
    assert sys.getsizeof(MANCHESTER.start()) == sys.getsizeof(OWARI.start())


@pytest.mark.parametrize(
    ("rules", "text", "sentence"),
    [
        (OWARI, f"{START} S ply0", "owari does not count plies: leave 'ply0' out"),
        (MANCHESTER, f"{START} S ply2", "only ply0 and ply1 are told apart: leave 'ply2' out"),
        (MANCHESTER, f"{START} ply0", "the side to move is missing"),
        (MANCHESTER, "ply1", "16 numbers expected, 0 found"),
    ],
)
def test_a_position_text_that_is_none(rules: SowingRules, text: str, sentence: str) -> None:
    with pytest.raises(BadPosition) as error:
        rules.parse_position(text)
    assert sentence in str(error.value)


def test_words_of_a_position_text() -> None:
    assert MANCHESTER.parse_position(f"{START} s PLY0") == MANCHESTER.start()
    assert MANCHESTER.parse_position(f"{START} S").ply is None
    assert ONE_TURN.resized(7, 7).parse_position(f"{START} S ply1").ply is None


def test_a_first_move_that_goes_on_cannot_be_swapped() -> None:
    with pytest.raises(ValueError, match="the first move cannot earn an extra turn"):
        replace(KALAH, pie=True)


def test_the_swap_has_a_name_in_every_numbering() -> None:
    assert str(SWAP) == MANCHESTER.format_move(SWAP) == "swap"
    assert MANCHESTER.parse_move("swap") == SWAP
    assert all(scheme.format(MANCHESTER, SWAP) == "swap" for scheme in NUMBERINGS.values())
    assert MANCHESTER.seen_across(SWAP) == SWAP
    assert MANCHESTER.seen_across(Move(8)) == Move(0)


@pytest.mark.parametrize(
    ("name", "pits", "stones"), [("manchester", 7, 7), ("manchester:6x4", 6, 4)]
)
def test_manchester_by_name(name: str, pits: int, stones: int) -> None:
    rules = find_game(name)
    assert rules == MANCHESTER.resized(pits, stones)
    assert rules.name == name
