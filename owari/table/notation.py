"""How people type moves and boards of a game at the table.

The base class serves any game; the sowing games and Othello have classes of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from owari.games.game import SWAP, FamilyTable, Game, Illegality, IllegalMove, Move, Position, Side
from owari.games.mancala import Mancala, SowingRules
from owari.games.numbering import BOARD, SQUARES, Numbering
from owari.games.othello import OthelloRules
from owari.games.square_boards import BLACK, EMPTY, WHITE
from owari.report.families import report_of
from owari.table.events import Content
from owari.table.sides import PARTIES, Screen


class BoardFormat(NamedTuple):
    """How a person types the board of the other screen after `check`."""

    usage: str
    """Its form in the list of commands."""
    description: str
    """The same as a noun in a sentence."""
    example: str


class Notation:
    """The notation of one game. Subclasses may use `Any` for their own rules and positions."""

    chains = False
    """Whether a line may hold several moves of one turn, such as `2-5`."""

    def __init__(self, rules: Any) -> None:
        self.rules = rules

    @property
    def example(self) -> str:
        """The name of a legal first move."""
        rules: Game = self.rules
        return rules.cell_name(rules.start().legal_moves()[-1])

    @property
    def board(self) -> BoardFormat:
        """The form of a board after `check`."""
        return BoardFormat("POSITION", "their position as text", str(self.rules.start()))

    def ways_to_play(self, numbering: Numbering[Any]) -> list[tuple[str, str]]:
        """What a person types to make a move, and the effect, for the list of commands."""
        return [(f"a {report_of(self.rules).cell}", "makes this move")]

    def names(self, position: Position, numbering: Numbering[Any]) -> dict[str, Move]:
        """The moves by their names on our board in capitals, legal or not."""
        rules: Game = self.rules
        labels = numbering.labels(rules, position.turn)
        cells = map(Move, rules.cells(position.turn))
        names = {label.upper(): move for label, move in zip(labels, cells, strict=True)}
        return names | {str(move).upper(): move for move in rules.moves_without_cell}

    def objection(self, position: Any, move: Move, typed: str, error: IllegalMove) -> str:
        """Why the move is illegal, in the terms of who typed it: `typed` is their name for it."""
        return str(error)

    def contents(self, position: Position) -> Sequence[Content]:
        """The contents of all places of the board, in the order of their numbers."""
        return (str(position),)

    def pieces(self, contents: Sequence[Content]) -> int | None:
        """The number of stones or discs among the contents; None in games without a count."""
        return None

    def read_their_board(self, ours: Any, text: str) -> Position:
        """The board of the other screen as a position of our board. The side to move is ours where
        the text does not name it. Raises BadPosition."""
        theirs: Position = self.rules.parse_position(text)
        return theirs.turned()

    def place(self, cell: int, screen: Screen) -> str:
        """A place of our board, and its name on the other screen."""
        return "the position"

    def shown(self, content: Content) -> str:
        """The content of a place in a sentence."""
        return str(content)

    def end(self, position: Any, screen: Screen | None) -> str:
        """Why the game is over in this position, as a clause."""
        if screen:
            return f"{PARTIES[position.turn].subject} have no move"
        return f"{position.turn} has no move"


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


class SquareNotation(Notation):
    """Moves are squares, and a board is its rows."""

    rules: OthelloRules

    @property
    def board(self) -> BoardFormat:
        """The form of a board after `check`."""
        half = self.rules.size // 2 - 1
        row = f"{EMPTY * half}XO{EMPTY * half}"
        example = f"{EMPTY * len(row)}/{row}/..."
        return BoardFormat("ROWS", "their rows from the top, of X, O and -", example)

    def ways_to_play(self, numbering: Numbering[Any]) -> list[tuple[str, str]]:
        """What a person types to make a move, and the effect, for the list of commands."""
        name = numbering.format(self.rules, self.rules.parse_move(self.example))
        effect = f"puts a disc there, such as {name}; a side without a move passes by itself"
        return [("a square", effect)]

    def names(self, position: Position, numbering: Numbering[Any]) -> dict[str, Move]:
        """The moves by their names; the board's own names always count too."""
        return super().names(position, SQUARES) | super().names(position, numbering)

    def objection(self, position: Any, move: Move, typed: str, error: IllegalMove) -> str:
        """Why the disc cannot go there, with the name of the square as it was typed."""
        match error.kind:
            case Illegality.MAY_NOT_PASS:
                return f"{PARTIES[position.turn].subject} have a move and may not pass"
            case Illegality.OCCUPIED:
                return f"the square {typed} already has a disc"
            case Illegality.NO_FLIP:
                return f"a disc on {typed} flips no disc"
            case Illegality.NO_NEIGHBOUR:
                return f"the square {typed} touches no disc"
        return str(error)

    def contents(self, position: Position) -> Sequence[Content]:
        """The marks of all squares."""
        return str(position).split()[0]

    def pieces(self, contents: Sequence[Content]) -> int:
        """All discs."""
        return sum(content != EMPTY for content in contents)

    def read_their_board(self, ours: Any, text: str) -> Position:
        """The board of the other screen, in any form that `games.square_boards` reads. Black is
        Black on both screens. Raises BadPosition."""
        turn = BLACK if ours.turn is ours.black else WHITE
        theirs = self.rules.parse_position(text, turn)
        return theirs if theirs.black is ours.black else theirs.turned()

    def place(self, cell: int, screen: Screen) -> str:
        """A square, with its name on the other screen where that differs."""
        here, there = self.rules.cell_name(Move(cell)), screen.name(self.rules, Move(cell))
        return f"square {here}" + (f", {there} on their screen" if there != here else "")

    def shown(self, content: Content) -> str:
        """The mark of a disc, or `empty`."""
        return "empty" if content == EMPTY else str(content)

    def end(self, position: Any, screen: Screen | None) -> str:
        """Why no disc can follow."""
        score = position.score()
        if score.south + score.north == self.rules.size**2:
            return "the board is full"
        for side in Side:
            if not score.stones(side):
                return f"{position.colour(side)} has no disc left"
        return "neither side has a move"


NOTATIONS: FamilyTable[type[Notation]] = FamilyTable(
    "notation", {SowingRules: PitNotation, OthelloRules: SquareNotation}, default=Notation
)


def notation_of(rules: Game) -> Notation:
    """The notation of the game."""
    return NOTATIONS[rules](rules)
