"""The boards that honest programs draw, compared with the referee's through whole games."""

from __future__ import annotations

from random import Random

import pytest

from owari.games.catalog import find_game
from owari.games.game import Side
from owari.games.mancala import OWARI, Mancala, SowingRules
from owari.players.player import Fault
from owari.programs.dialogues.console.board_check import Boards
from owari.programs.dialogues.console.turns import turns_from

LAYOUTS = {
    "goals beside the rows": "{gn} | {north}\n  | {south} | {gs}\n",
    "both goals before the rows": "{gn} {north}\n{gs} {south}\n",
    "both goals behind the rows": "{north} {gn}\n{south} {gs}\n",
    "each goal at the far end": "{north} ({gn})\n({gs}) {south}\n",
    "goals between the rows": "{north}\n{gn}   {gs}\n{south}\n",
    "in order with goals": "South {south} {gs}\nNorth {in_order} {gn}\n",
    "a list": "{south} {gs} {in_order} {gn}\n",
}


def drawn(layout: str, position: Mancala) -> str:
    n = position.rules.pits
    row = position.cells[n + 1 : -1]
    return layout.format(
        south=" ".join(map(str, position.cells[:n])),
        gs=position.cells[n],
        north=" ".join(map(str, row[::-1])),
        in_order=" ".join(map(str, row)),
        gn=position.cells[-1],
    )


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("game", ["owari", "kalah"])
@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
def test_an_honest_board_never_differs(layout: str, game: str, seed: int) -> None:
    rules = find_game(game)
    assert isinstance(rules, SowingRules)
    random = Random(seed)
    position = rules.start(random.choice(list(Side)))
    boards = Boards(rules, "auto", Side.SOUTH, turned=False)
    ply = 0
    while not position.outcome():
        turn, after = random.choice(list(turns_from(position).items()))
        assert boards.difference(turn, position, after, drawn(layout, after), ply) is None
        position, ply = after, ply + 1


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
def test_two_boards_tell_the_move_between_them(layout: str, seed: int) -> None:
    """Rows of the first are no rows of the second."""
    random = Random(seed)
    position = OWARI.start(random.choice(list(Side)))
    boards = Boards(OWARI, "auto", Side.SOUTH, turned=False)
    while not position.outcome():
        turns = turns_from(position)
        turn, after = random.choice(list(turns.items()))
        text = drawn(layout, position) + drawn(layout, after)
        told = next(iter(boards.drawn(text, position, turns)))
        assert turns[told].cells == after.cells
        assert boards.difference(turn, position, after, text, 1) is None
        position = after


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
def test_a_wrong_board_differs(layout: str) -> None:
    rules = find_game("owari")
    assert isinstance(rules, SowingRules)
    random = Random(1)
    position = rules.start()
    boards = Boards(rules, "auto", Side.SOUTH, turned=False)
    for ply in range(8):
        turn, after = random.choice(list(turns_from(position).items()))
        boards.difference(turn, position, after, drawn(layout, after), ply)
        position = after
    turn, after = next(iter(turns_from(position).items()))
    cells = list(after.cells)
    full = max(range(6), key=lambda pit: cells[pit])
    cells[full], cells[6] = cells[full] - 1, cells[6] + 1
    wrong = Mancala(rules, tuple(cells), after.turn)
    with pytest.raises(Fault, match="where the rules give"):
        boards.difference(turn, position, after, drawn(layout, wrong), 8)
