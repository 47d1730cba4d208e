"""The ways people name a pit, and the board from the other seat."""

from __future__ import annotations

from typing import Any

import pytest

from owari.games.game import BadMove, Move, Side
from owari.games.mancala import OWARI
from owari.games.numbering import BOARD, NUMBERINGS, OWN_FROM_0, Numbering


@pytest.mark.parametrize(
    ("name", "south", "north"),
    [
        ("0-5", "0 1 2 3 4 5", "0 1 2 3 4 5"),
        ("board", "0 1 2 3 4 5", "7 8 9 10 11 12"),
        ("1-6", "1 2 3 4 5 6", "1 2 3 4 5 6"),
        ("as-drawn", "1 2 3 4 5 6", "6 5 4 3 2 1"),
        ("as-drawn-0", "0 1 2 3 4 5", "5 4 3 2 1 0"),
        ("0-11", "0 1 2 3 4 5", "6 7 8 9 10 11"),
        ("1-12", "1 2 3 4 5 6", "7 8 9 10 11 12"),
        ("1-13", "1 2 3 4 5 6", "8 9 10 11 12 13"),
        ("letters", "A B C D E F", "A B C D E F"),
        ("letters-as-drawn", "A B C D E F", "F E D C B A"),
        ("letters-around", "A B C D E F", "G H I J K L"),
    ],
)
def test_what_the_pits_are_called(name: str, south: str, north: str) -> None:
    scheme = NUMBERINGS[name]
    assert scheme.labels(OWARI, Side.SOUTH) == tuple(south.split())
    assert scheme.labels(OWARI, Side.NORTH) == tuple(north.split())


def test_every_numbering_is_tested_above_and_has_a_title() -> None:
    numbers = ["0-5", "board", "1-6", "as-drawn", "as-drawn-0", "0-11", "1-12", "1-13"]
    assert list(NUMBERINGS) == [*numbers, "letters", "letters-as-drawn", "letters-around"]
    assert all(scheme.title and scheme.more for scheme in NUMBERINGS.values())


@pytest.mark.parametrize("scheme", NUMBERINGS.values(), ids=lambda scheme: scheme.name)
@pytest.mark.parametrize("size", [(1, 3), (6, 3), (12, 24)])
def test_a_pit_is_read_as_it_is_called(scheme: Numbering[Any], size: tuple[int, ...]) -> None:
    rules = OWARI.resized(*size)
    for side in Side:
        assert len(set(scheme.labels(rules, side))) == rules.pits
        for pit in rules.row(side):
            label = scheme.format(rules, Move(pit))
            assert scheme.parse(rules, side, f" {label.lower()}\n") == Move(pit)


@pytest.mark.parametrize(
    ("name", "side", "text", "sentence"),
    [
        ("0-5", Side.SOUTH, "6", "'6' is none of 0, 1, 2, 3, 4, 5"),
        ("board", Side.NORTH, " 5 ", "'5' is none of 7, 8, 9, 10, 11, 12"),
        ("letters", Side.NORTH, "g", "'g' is none of A, B, C, D, E, F"),
        ("1-6", Side.SOUTH, "", "'' is none of 1, 2, 3, 4, 5, 6"),
        ("1-6", Side.SOUTH, "01", "'01' is none of 1, 2, 3, 4, 5, 6"),
    ],
)
def test_another_word_is_told_the_labels(name: str, side: Side, text: str, sentence: str) -> None:
    with pytest.raises(BadMove) as error:
        NUMBERINGS[name].parse(OWARI, side, text)
    assert str(error.value) == sentence


def test_the_opponents_screen() -> None:
    """Both programs believe to be South: what one calls its pit 4 the other calls 11."""
    assert list(map(OWARI.across, range(14))) == [*range(7, 14), *range(7)]


@pytest.mark.parametrize("pits", range(1, 13))
def test_the_seat_translation_is_its_own_inverse(pits: int) -> None:
    across, board = OWARI.resized(pits, 3).across, range(2 * pits + 2)
    assert [across(across(pit)) for pit in board] == list(board)
    assert sorted(across(pit) for pit in board) == list(board)


def test_own_numbers_are_the_board_numbers_of_whoever_sits_south() -> None:
    for pit in OWARI.row(Side.NORTH):
        theirs = OWARI.seen_across(Move(pit))
        assert OWN_FROM_0.format(OWARI, Move(pit)) == BOARD.format(OWARI, theirs)
