"""How the sowing games are spoken of at a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

from owari.games.game import SWAP, IllegalMove, Move, Position, Side
from owari.games.mancala import Mancala, SowingRules
from owari.games.numbering import BOARD, Numbering
from owari.table.events import Content
from owari.table.remote_screen import PARTIES, Screen

__all__ = ["Pits"]


@dataclass(frozen=True, slots=True)
class Pits:
    """Satisfies `Customs`."""

    rules: SowingRules

    @property
    def chains(self) -> bool:
        return True

    @property
    def example(self) -> str:
        return str(min(4, self.rules.pits - 1))

    @property
    def board(self) -> tuple[str, str, str]:
        return "3,3,...", "their pits and goal, then ours", "3,3,3,..."

    def ways_to_play(self, numbering: Numbering[Any]) -> list[tuple[str, str]]:
        ways = [("a pit", "plays it")]
        if self.rules.extra_turn:
            ways.append(("PIT-PIT", "plays several moves of one turn, as in 2-5"))
        return ways

    def names(self, position: Position, numbering: Numbering[Any]) -> dict[str, Move]:
        rules = self.rules
        if numbering is BOARD:  # each number is one pit, whoever is to move, or a goal
            names = {str(pit): Move(pit) for pit in range(2 * rules.pits + 2)}
        else:
            labels = numbering.labels(rules, position.turn)
            pits = map(Move, rules.row(position.turn))
            names = dict(zip(labels, pits, strict=True))
        if rules.pie:
            names[str(SWAP).upper()] = SWAP
        return names

    def objection(self, position: Position, move: Move, typed: str, error: IllegalMove) -> str:
        if move == SWAP:
            return str(error)
        pit = move.cell
        owner = self.rules.owner(pit)
        if pit == self.rules.goal(owner):
            return f"{pit} is {PARTIES[owner].possessive} goal, not a pit"
        if owner is not position.turn:
            mover = PARTIES[position.turn].subject
            return f"pit {pit} is {PARTIES[owner].owner}, and {mover} are to move"
        return f"pit {typed} is empty"

    def contents(self, position: Position) -> Sequence[Content]:
        return _sown(position).cells

    def pieces(self, contents: Sequence[Content]) -> int:
        return sum(map(int, contents))

    def read_their_board(self, ours: Position, text: str) -> Position:
        """In their order: they are South there."""
        if not text[-1].isalpha():
            text = f"{text} {ours.turned().turn.value}"
        return self.rules.parse_position(text).turned()

    def place(self, cell: int, screen: Screen) -> str:
        side = self.rules.owner(cell)
        if cell == self.rules.goal(side):
            return f"{PARTIES[side].possessive} goal"
        return f"pit {cell}, {screen.name(self.rules, Move(cell))} on their screen"

    def shown(self, content: Content) -> str:
        return str(content)

    def end(self, position: Position, screen: Screen | None) -> str:
        cells = _sown(position).cells
        left = {side: sum(cells[pit] for pit in self.rules.row(side)) for side in Side}
        keeper = next((side for side in Side if left[side]), None)
        if keeper is None:
            return "all pits are empty"
        stones = f"{left[keeper]} stone{'s' if left[keeper] > 1 else ''}"
        if screen:
            (keep, row, _), empty = PARTIES[keeper], PARTIES[keeper.other].possessive
            return f"{empty} pits are empty, and {keep} keep the {stones} left in {row} row"
        return f"{keeper.other}'s pits are empty, and {keeper} keeps the {stones} left in its row"


def _sown(position: Position) -> Mancala:
    return cast(Mancala, position)
