"""Programs learn why a move is illegal from its kind, not from its sentence."""

from __future__ import annotations

import pickle

import pytest

from owari.games.catalog import find_game
from owari.games.game import PASS, SWAP, Illegality, IllegalMove, Move, Position
from owari.games.othello import OTHELLO, in_colours

OWARI = "3,0,3,3,3,3,3,3,3,3,3,3,3,0 S"
STUCK = "O--- OXX- OXX- --X- X"
"""Black has no move."""


def refused(position: Position, move: Move) -> IllegalMove:
    with pytest.raises(IllegalMove) as error:
        position.play(move)
    return error.value


@pytest.mark.parametrize(
    ("game", "text", "move", "kind"),
    [
        ("owari", OWARI, Move(1), Illegality.EMPTY),
        ("owari", OWARI, Move(6), Illegality.GOAL),
        ("owari", OWARI, Move(7), Illegality.NOT_YOURS),
        ("owari", OWARI, Move(14), Illegality.NO_SUCH_CELL),
        ("owari", OWARI, SWAP, Illegality.MAY_NOT_SWAP),
        ("owari", "0,0,0,0,0,0,18,1,1,1,1,1,1,12 N", Move(7), Illegality.GAME_OVER),
        ("othello:4", "---- -OX- -XO- ---- X", Move(5), Illegality.OCCUPIED),
        ("othello:4", "---- -OX- -XO- ---- X", Move(3), Illegality.NO_FLIP),
        ("othello:4", "---- -OX- -XO- ---- X", Move(16), Illegality.NO_SUCH_CELL),
        ("othello:4", "---- -OX- -XO- ---- X", PASS, Illegality.MAY_NOT_PASS),
        ("othello:4", STUCK, Move(1), Illegality.MUST_PASS),
        ("othello:4", "XXXX XXXX XXXX XXXX X", Move(1), Illegality.GAME_OVER),
        ("free-othello", str(OTHELLO.start()), Move(0), Illegality.NO_NEIGHBOUR),
    ],
)
def test_each_kind(game: str, text: str, move: Move, kind: Illegality) -> None:
    error = refused(find_game(game).parse_position(text), move)
    assert error.kind is kind
    copy = pickle.loads(pickle.dumps(error))
    assert (str(copy), copy.kind) == (str(error), kind)


def test_a_side_can_have_the_name_of_its_colour() -> None:
    rules = find_game("othello:4")
    stuck, start = rules.parse_position(STUCK), rules.start()
    assert str(in_colours(refused(stuck, Move(1)), "Black")) == "Black has no move and must pass"
    assert str(in_colours(refused(start, PASS), "black")) == "black has a move and may not pass"
    other = refused(start, Move(0))
    assert in_colours(other, "Black") is other
