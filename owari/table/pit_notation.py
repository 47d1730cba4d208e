"""How people type moves and boards of the sowing games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from owari.games.game import SWAP, Illegality, IllegalMove, Move, Position, Side
from owari.games.mancala import Mancala, SowingRules
from owari.games.numbering import BOARD, Numbering
from owari.table.events import Content
from owari.table.notation import BoardFormat, Notation
from owari.table.remote_screen import PARTIES, Screen

__all__ = ["PitNotation"]


class PitNotation(Notation):
    """Moves are pits, and a board is the stones of all pits and goals."""

    chains = True
    rules: SowingRules

    @property
    def example(self) -> str:
        """The name of a pit."""
        return str(min(4, self.rules.pits - 1))

    @property
    def board(self) -> BoardFormat:
        """The form of a board after `check`."""
        return BoardFormat("3,3,...", "their pits and goal, then ours", "3,3,3,...")

    def ways_to_play(self, numbering: Numbering[Any]) -> list[tuple[str, str]]:
        """What a person types to make a move, and the effect, for the list of commands."""
        ways = [("a pit", "plays it")]
        if self.rules.extra_turn:
            ways.append(("PIT-PIT", "plays several moves of one turn, such as 2-5"))
        return ways

    def names(self, position: Position, numbering: Numbering[Any]) -> dict[str, Move]:
        """The moves by their names. The board's own numbers name every pit and goal."""
        if numbering is not BOARD:
            return super().names(position, numbering)
        names = {str(pit): Move(pit) for pit in range(2 * self.rules.pits + 2)}
        return names | {str(move).upper(): move for move in self.rules.moves_without_cell}

    def objection(self, position: Any, move: Move, typed: str, error: IllegalMove) -> str:
        """Why the pit cannot be played, with the owner of the pit as `ours` or `theirs`."""
        owner = PARTIES[self.rules.owner(move.cell)] if move != SWAP else None
        match error.kind, owner:
            case Illegality.GOAL, owner if owner:
                return f"{move} is {owner.possessive} goal, not a pit"
            case Illegality.NOT_YOURS, owner if owner:
                mover = PARTIES[position.turn].subject
                return f"pit {move} is {owner.owner}, and {mover} are to move"
            case Illegality.EMPTY, _:
                return f"pit {typed} is empty"
        return str(error)

    def contents(self, position: Any) -> Sequence[Content]:
        """The stones of all pits and goals."""
        return _cells(position)

    def pieces(self, contents: Sequence[Content]) -> int:
        """All stones."""
        return sum(map(int, contents))

    def read_their_board(self, ours: Any, text: str) -> Position:
        """The board of the other screen, which begins with its own pits. Raises BadPosition."""
        if not text[-1].isalpha():
            text = f"{text} {ours.turned().turn.value}"
        return self.rules.parse_position(text).turned()

    def place(self, cell: int, screen: Screen) -> str:
        """A goal, or a pit with its name on the other screen."""
        side = self.rules.owner(cell)
        if cell == self.rules.goal(side):
            return f"{PARTIES[side].possessive} goal"
        return f"pit {cell}, {screen.name(self.rules, Move(cell))} on their screen"

    def end(self, position: Any, screen: Screen | None) -> str:
        """Whose pits are empty, and who keeps the stones that are left."""
        cells = _cells(position)
        left = {side: sum(cells[pit] for pit in self.rules.row(side)) for side in Side}
        keeper = next((side for side in Side if left[side]), None)
        if keeper is None:
            return "all pits are empty"
        stones = f"{left[keeper]} stone{'s' if left[keeper] > 1 else ''}"
        if screen:
            (keep, row, _), empty = PARTIES[keeper], PARTIES[keeper.other].possessive
            return f"{empty} pits are empty, and {keep} keep the {stones} left in {row} row"
        return f"{keeper.other}'s pits are empty, and {keeper} keeps the {stones} left in its row"


def _cells(position: Mancala) -> tuple[int, ...]:
    return position.cells
