"""The engine's object for each family, and a family that has none."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from owari.engine.families import ENGINES, evaluation_for, solve
from owari.engine.thinker import Thinker
from owari.games.catalog import GAMES, find_game
from owari.games.game import BadPosition, Game, Kind, Move, Outcome, Position, Side
from owari.games.mancala import SOWING_GAMES
from owari.games.othello import OTHELLO_GAMES


@dataclass(frozen=True)
class Nim(Game):
    """Who takes the last of the matches gets a point; one to three are taken."""

    family: str = "nim"
    matches: int = 6

    def cells(self, side: Side) -> range:
        return range(1, 4)

    def start(self, first: Side = Side.SOUTH) -> Heap:
        return Heap(self, self.matches, first)

    def parse_position(self, text: str) -> Heap:
        raise BadPosition(text)


@dataclass(frozen=True)
class Heap(Position):
    rules: Nim
    matches: int
    turn: Side

    def legal_moves(self) -> tuple[Move, ...]:
        return tuple(map(Move, range(1, min(self.matches, 3) + 1)))

    def play(self, move: Move) -> Heap:
        return replace(self, matches=self.matches - move.cell, turn=self.turn.other)

    def outcome(self) -> Outcome | None:
        if self.matches:
            return None
        return Outcome(1, 0) if self.turn is Side.NORTH else Outcome(0, 1)

    def turned(self) -> Heap:
        return replace(self, turn=self.turn.other)


def test_a_family_without_an_entry_is_searched_and_solved_by_the_reference() -> None:
    start = Nim().start()
    thinker = Thinker(start.rules)
    assert not thinker.uses_kernel(start)
    thinker.prepare()
    for limits in ({"depth": 6}, {"seconds": 5.0}):
        found = thinker.think(start, **limits)
        assert (found.move, found.by) == (Move(2), "reference")
        assert str(found.value) == "+1 exact"
    solution = solve(start)
    assert [(each.lower, each.upper) for each in solution.moves] == [(-1, -1), (1, 1), (-1, -1)]
    assert evaluation_for(start.rules, None).kind is Kind.ESTIMATED
    assert ENGINES[start.rules].refusal(start.rules) == "The engine has no kernel for nim."
    with pytest.raises(ValueError, match="'goals' is not an evaluation for nim; there are score"):
        evaluation_for(start.rules, "goals")


def test_a_perfect_move_takes_a_kernel() -> None:
    with pytest.raises(ValueError, match="kernel"):
        Thinker(Nim()).think(Nim().start(), perfect=True)


@pytest.mark.parametrize("name", [*SOWING_GAMES, *OTHELLO_GAMES])
def test_the_kernel_refuses_no_game_on_its_usual_board(name: str) -> None:
    family = ENGINES[GAMES[name]]
    assert family.refusal(GAMES[name]) == family.missing


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("owari:12x24", "The kernel plays boards of up to 127 stones."),
        ("othello:10", "The kernel plays othello on boards of 4, 6 and 8."),
    ],
)
def test_a_board_that_is_too_large(name: str, sentence: str) -> None:
    game = find_game(name)
    assert ENGINES[game].refusal(game) == (ENGINES[game].missing or sentence)
