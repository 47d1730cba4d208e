"""An opening: its position, its plies and its name."""

import pickle

import pytest

from owari.games.catalog import find_game
from owari.games.game import SWAP, IllegalMove, Move, Opening, Side
from owari.games.mancala import OWARI


def test_the_plies_lead_to_the_position() -> None:
    opening = Opening.after(OWARI, (Move(4), Move(8)))
    assert opening.start == OWARI.start().play(Move(4)).play(Move(8))
    assert opening.start.turn is Side.SOUTH
    assert pickle.loads(pickle.dumps(opening)) == opening


def test_a_name_comes_before_plies_and_plies_before_the_position() -> None:
    opening = Opening.after(OWARI, (Move(10), Move(5)), Side.NORTH, "Crab")
    assert str(opening) == "Crab"
    assert str(Opening(opening.start, opening.moves)) == "N10 S5"
    assert str(Opening(opening.start)) == str(opening.start)
    swapped = Opening.after(find_game("manchester:3x2"), (Move(2), SWAP))
    assert str(swapped) == "S2 swap"


def test_an_illegal_ply_is_named() -> None:
    with pytest.raises(IllegalMove, match="pit 3 is South's, and North is to move"):
        Opening.after(OWARI, (Move(4), Move(3)))
