"""The rules of Othello and of its free variant in words."""

from __future__ import annotations

from collections.abc import Iterator

from owari.games.game import PASS, Move
from owari.games.numbering import OTHELLO_NUMBERINGS
from owari.games.othello import OthelloRules
from owari.report.paragraphs import said

__all__ = ["PLAYABLE", "in_a_sentence", "parts"]

PLAYABLE = "*"
"""An empty square on which the side to move may put a disc, as boards are drawn."""


def in_a_sentence(rules: OthelloRules) -> str:
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


def parts(rules: OthelloRules, board: str) -> Iterator[str]:
    """The paragraphs of all rules; `board` is the start position as it is drawn."""
    last = rules.cell_name(Move(rules.size**2 - 1))
    yield said(
        "Board",
        f"{rules.size} by {rules.size} squares. A square has the letter of its column and the"
        f" number of its row, from a1 at the top left to {last} at the bottom right. Black's discs"
        " are X, White's discs are O. The side that moves first is Black, South or North. In the"
        " middle lie two discs of each colour. The board is the same from both seats: it is never"
        f" turned round. In a drawing, {PLAYABLE} is an empty square where the side to move can put"
        " a disc.",
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
        " follows as the seat of that side if Black is not South. The game starts at:"
        f" {start}"
    )


def _named(rules: OthelloRules) -> str:
    """The name of a square in each numbering."""
    square = rules.start().legal_moves()[-1]
    lines = [f"Numberings, and what they call {rules.cell_name(square)}:"]
    for scheme in OTHELLO_NUMBERINGS.values():
        lines.append(f"  {scheme.name:12} {scheme.format(rules, square)}")
    return "\n".join(lines)
