"""The words, boards and rules of Othello and of its free variant."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from owari.games.game import PASS, Move, Side
from owari.games.numbering import OTHELLO_NUMBERINGS, Numbering
from owari.games.othello import OthelloPosition, OthelloRules
from owari.games.square_boards import BLACK, EMPTY, WHITE
from owari.report.family_report import FamilyReport, said, to_move

_PLAYABLE = "*"
"""An empty square on which the side to move may put a disc, as boards are drawn."""


class SquareReport(FamilyReport):
    """Draws the board with its coordinates."""

    cell = "square"
    gains = "flips"

    def disc(self, position: OthelloPosition, side: Side) -> str:
        """X for Black, O for White."""
        return BLACK if side is position.black else WHITE

    def draw(
        self, position: OthelloPosition, south: str, north: str, numbering: Numbering[Any]
    ) -> str:
        """X is Black, O is White, and a star is a square where the side to move may put a disc.

          a b c d e f g h
        1 - - - - - - - -    North, White (O): 2
        2 - - - - - - - -
        3 - - - * - - - -
        4 - - * O X - - -
        5 - - - X O * - -
        6 - - - - * - - -
        7 - - - - - - - -
        8 - - - - - - - -    South, Black (X): 2, to move
        """
        rules, size = position.rules, position.rules.size
        playable = set(position.legal_moves())
        contents = str(position).split()[0]
        marks = [
            _PLAYABLE if mark == EMPTY and Move(square) in playable else mark
            for square, mark in enumerate(contents)
        ]
        names = [_coordinates(numbering, name) for name in numbering.labels(rules, position.turn)]
        rows, columns = ([name[at] for name in names] for at in (0, 1))
        width = max(map(len, columns[:size]))
        left = max(2, *map(len, rows)) + 2

        def line(head: str, marks: Iterable[str]) -> str:
            return f"{head:>{left}}" + "".join(f" {mark:>{width}}" for mark in marks)

        def count(side: Side, owner: str) -> str:
            discs = position.score().stones(side)
            return f"    {self._owner(position, side, owner)}: {discs}{to_move(position, side)}"

        lines = [
            line(rows[first], marks[first : first + size]) for first in range(0, size**2, size)
        ]
        lines[0] += count(Side.NORTH, north)
        lines[-1] += count(Side.SOUTH, south)
        return "\n".join((line("", columns[:size]), *lines))

    def describe(
        self, position: OthelloPosition, south: str, north: str, numbering: Numbering[Any]
    ) -> str:
        """Names the discs row by row from the top.

        d4 O, e4 X.
        d5 X, e5 O.
        All other rows are empty.
        North, White (O): 2 discs.
        South, Black (X), to move: 2 discs; may play d3, c4, f5, e6.
        """
        rules, size = position.rules, position.rules.size
        names = numbering.labels(rules, position.turn)
        contents = str(position).split()[0]
        lines = []
        for row in range(size):
            squares = range(row * size, (row + 1) * size)
            held = [f"{names[s]} {contents[s]}" for s in squares if contents[s] != EMPTY]
            if held:
                lines.append(f"{', '.join(held)}.")
        if len(lines) < size:
            lines.append("All other rows are empty.")
        for side, owner in ((Side.NORTH, north), (Side.SOUTH, south)):
            held_by = position.score().stones(side)
            discs = f"{held_by} disc{'' if held_by == 1 else 's'}"
            head = f"{self._owner(position, side, owner)}{to_move(position, side)}"
            playable = [names[move.cell] for move in position.legal_moves() if move != PASS]
            may = f"; may play {', '.join(playable)}" if side is position.turn and playable else ""
            lines.append(f"{head}: {discs}{may}.")
        return "\n".join(lines)

    def summary(self, rules: OthelloRules) -> str:
        """A sentence of board, moves and end."""
        return _summary(rules)

    def rules(self, rules: OthelloRules, board: str) -> list[str]:
        """The paragraphs of all rules."""
        return list(_paragraphs(rules, board))

    def _owner(self, position: OthelloPosition, side: Side, owner: str) -> str:
        """`North, White (O)`."""
        return f"{owner}, {position.colour(side)} ({self.disc(position, side)})"


def _coordinates(numbering: Numbering[Any], name: str) -> tuple[str, str]:
    """The row and the column in the name of a square: `f5`, `5f`, `ef` or `5 6`."""
    if numbering.name in ("row-letter", "letters"):
        return name[:-1], name[-1]
    if " " not in name:
        return name[1:], name[0]
    row, column = name.split(" ")
    return (column, row) if numbering.name.startswith("column") else (row, column)


def _summary(rules: OthelloRules) -> str:
    """The board, the moves and the end: what tells the games of the family apart."""
    size = f"{rules.size} by {rules.size} squares."
    if rules.free:
        return (
            f"{size} A disc can go beside any other disc and flips the discs that it encloses, if"
            " any. Nobody passes, and the game ends when the board is full."
        )
    return (
        f"{size} A disc must enclose discs of the other side, and flips them. A side without a"
        " move passes, and the game ends when neither side has one."
    )


def _paragraphs(rules: OthelloRules, board: str) -> Iterator[str]:
    """The paragraphs of all rules; `board` is the start position as it is drawn."""
    last = rules.cell_name(Move(rules.size**2 - 1))
    yield said(
        "Board",
        f"{rules.size} by {rules.size} squares. A square has the letter of its column and the"
        f" number of its row, from a1 at the top left to {last} at the bottom right. Black's discs"
        " are X, White's discs are O. The side that moves first is Black, South or North. In the"
        " middle lie two discs of each colour. The board is the same from both seats: it is never"
        f" turned round. In a drawing, {_PLAYABLE} is an empty square where the side to move can"
        " put a disc.",
    )
    yield board
    yield said("Placing", _placing(rules))
    yield said(
        "Flipping",
        "The new disc encloses the discs of the other side in an unbroken line between it and the"
        " next disc of the mover's colour. It does so in all eight directions, straight and"
        " diagonal. Enclosed discs change their colour. A line that ends at an empty square or at"
        " the edge is not enclosed. Flipped discs flip no others.",
    )
    yield said("Passing", _passing(rules))
    yield said("End", _end(rules))
    yield said("Moves and positions", _texts(rules))
    yield _named(rules)


def _placing(rules: OthelloRules) -> str:
    if rules.free:
        return (
            "A move puts one disc of the mover's colour on an empty square. The square must touch a"
            " disc of either colour, at a side or at a corner. It need not flip anything."
        )
    return (
        "A move puts one disc of the mover's colour on an empty square, where it must flip at"
        " least one disc."
    )


def _passing(rules: OthelloRules) -> str:
    if rules.free:
        return "Nobody passes: while a square is empty, some empty square touches a disc."
    return (
        "A side that cannot move passes, and the other side moves again. A side that can move must"
        " not pass. The referee and the table play a pass by themselves and say so."
    )


def _end(rules: OthelloRules) -> str:
    count = "The side with more discs wins; equal counts are a draw."
    if rules.free:
        return f"The game ends when the board is full. {count}"
    squares = rules.size**2
    return (
        "The game ends when neither side can move, which can be before the board is full."
        f" {count} The score is the discs on the board. The margin gives the empty squares to the"
        f" winner: 10-4 with {squares - 14} empty squares is won by {squares - 8}."
    )


def _texts(rules: OthelloRules) -> str:
    start = rules.start()
    example = rules.format_move(start.legal_moves()[-1])
    passing = "" if rules.free else f", or {PASS}"
    return (
        f"A record names the square, as in {example}{passing}. A position is the squares row by row"
        " from a1: X, O, or - for an empty square. Then follows X or O for the side to move. S or N"
        " follows as the seat of that side if Black is not South. Boards of other programs are"
        " read too, with *, B or @ for Black, W for White and . for an empty square, and with"
        " letters and numbers around them. Where only one side can be to move, it need not be"
        " named. The game starts"
        f" at: {start}"
    )


def _named(rules: OthelloRules) -> str:
    """The name of a square in each numbering."""
    square = rules.start().legal_moves()[-1]
    lines = [f"Numberings, and what they call {rules.cell_name(square)}:"]
    for scheme in OTHELLO_NUMBERINGS.values():
        lines.append(f"  {scheme.name:12} {scheme.format(rules, square)}")
    return "\n".join(lines)
