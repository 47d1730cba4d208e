"""Boards of Othello in the ways in which other programs write them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from owari.games.game import BadPosition, Side
from owari.games.othello import FREE_OTHELLO, OTHELLO, OthelloPosition
from tests.games.test_othello import positions

GGS = """\
   A B C D E F G H
 1 - - - - - - - - 1
 2 - - - - - - - - 2
 3 - - - - - - - - 3
 4 - - - O * - - - 4
 5 - - - * * - - - 5
 6 - - - - * - - - 6
 7 - - - - - - - - 7
 8 - - - - - - - - 8
   A B C D E F G H
O to move
"""
F5 = OTHELLO.start().play(OTHELLO.parse_move("e6"))


@pytest.mark.parametrize(
    "text",
    [
        GGS,
        "|" + GGS.replace("\n", "\n|"),
        "BO[8 -------- -------- -------- ---O*--- ---**--- ----*--- -------- -------- O]",
        "...........................WB......BB.......B................... W",
        "...........................wb......bb.......b................... white",
        "________/________/________/___O@___/___@@___/____@___/________/________/ O",
        "---------------------------OX------XX-------X------------------- O; d6:+0; f4:+0;",
        "---------------------------ox------xx-------x------------------- o;",
        "-" * 27 + "○●" + "-" * 6 + "●●" + "-" * 7 + "●" + "-" * 19 + " White to play.",
        "00000000\n" * 3 + "00021000\n00011000\n00001000\n" + "00000000\n" * 2 + "2",
        "---------------------------OX---*--XX---*---X-*----------------- O",
        "  0 1 2 3 4 5 6 7\n0 ........\n1 ........\n2 ........\n3 ...WB...\n4 ...BB...\n"
        "5 ....B...\n6 ........\n7 ........\nW",
    ],
    ids=["ggs", "bars", "ggf", "letters", "small letters", "rows", "edax", "obf", "discs", "digits",
         "marks", "numbers from 0"],
)  # fmt: skip
def test_one_position_in_many_ways(text: str) -> None:
    assert OTHELLO.parse_position(text) == F5


def test_a_grid_with_blanks() -> None:
    rules = OTHELLO.resized(4)
    line = "  +---+---+---+---+\n"
    rows = [
        "1 |   |   |   |   |\n",
        "2 |   | O | X |   |\n",
        "3 |   | X | O |   |\n",
        "4 |   |   |   |   |\n",
    ]
    text = "    A   B   C   D\n" + line + line.join(rows) + line + "X"
    assert rules.parse_position(text) == rules.start()


def ggs(squares: str, size: int, turn: str) -> str:
    letters = "   " + " ".join(chr(ord("A") + column) for column in range(size))
    rows = [
        f"{row + 1:2} {' '.join(squares[row * size : (row + 1) * size])} {row + 1}"
        for row in range(size)
    ]
    return "\n".join([letters, *rows, letters, f"{turn} to move"])


def spaced(squares: str, size: int, turn: str) -> str:
    return " ".join(squares + turn)


def ggf(squares: str, size: int, turn: str) -> str:
    rows = " ".join(squares[at : at + size] for at in range(0, size**2, size))
    return f"BO[{size} {rows} {turn}]"


SIGNS = st.sampled_from(["XO-", "*O-", "*O.", "bw.", "BW-", "@O.", "xo_", "●○·", "xw-"])


@given(positions(), st.sampled_from([ggs, spaced, ggf]), SIGNS)
def test_any_position_in_any_form(
    position: OthelloPosition, form: Callable[[str, int, str], str], signs: str
) -> None:
    in_signs = str(position).translate(str.maketrans("XO-", signs))
    squares, turn, *_seat = in_signs.split()
    written = form(squares, position.rules.size, turn)
    read = position.rules.parse_position(written)
    seated = position if position.black is Side.SOUTH else position.turned()
    assert read == seated


@given(positions())
def test_a_side_to_move_is_derived_only_where_it_is_certain(position: OthelloPosition) -> None:
    squares, *_ = str(position).split()
    seated = position if position.black is Side.SOUTH else position.turned()
    try:
        read = position.rules.parse_position(squares)
    except BadPosition:
        return
    if read != seated:  # it must pass, and the other side is the one that moves
        assert seated.forced() is not None
        assert read == seated.play(seated.forced())


def test_the_first_moves_need_no_side() -> None:
    """Eight moves are certain, and nine are not: somebody may have passed."""
    position = OTHELLO.start()
    for move in ["d3", "c3", "c4", "e3", "d2", "b4", "f4", "f3"]:
        position = position.play(OTHELLO.parse_move(move))
        assert OTHELLO.parse_position(str(position).split()[0]) == position
    position = position.play(position.legal_moves()[0])
    with pytest.raises(BadPosition, match="the side to move is missing"):
        OTHELLO.parse_position(str(position).split()[0])


def test_nobody_passes_in_the_free_game() -> None:
    position = FREE_OTHELLO.start()
    while position.outcome() is None:
        assert FREE_OTHELLO.parse_position(str(position).split()[0]) == position
        position = position.play(position.legal_moves()[-1])


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("XB@--OO---------X", "'@' and 'B' and 'X' both mean black discs: use one sign"),
        ("XW--OX----------X", "'O' and 'W' both mean white discs: use one sign"),
        ("*X--------------X", "'*' and 'X' both mean black discs: use one sign"),
        ("-----OX--XO----- red to move", "'red' is not a side to move"),
        ("-----OX--XO----- XX", "16 squares expected, 18 found"),
        ("-----OX--XO---- X", "16 squares expected, 15 found"),
        ("-----OX--XO---9- X", "'9' is not a square"),
        ("4/1OX1/1XO1/4 X", "16 squares expected"),
    ],
)
def test_what_is_no_board(text: str, error: str) -> None:
    with pytest.raises(BadPosition) as caught:
        OTHELLO.resized(4).parse_position(text)
    assert str(caught.value).startswith(error)


@given(st.text("XOxobw*@.-_ 0123456789ABCDEFGHabcdefgh|+[]/,;:\n", max_size=300))
def test_any_text_is_a_board_or_a_sentence(text: str) -> None:
    with suppress(BadPosition):
        OTHELLO.parse_position(text)
