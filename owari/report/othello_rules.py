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
    """What tells the game from its sisters."""
    size = f"{rules.size} by {rules.size} squares"
    if rules.free:
        return (
            f"{size}; a disc may go beside any other and flips what it encloses, be it nothing;"
            " nobody passes, and the board is filled."
        )
    return (
        f"{size}; a disc must enclose discs of the other side, which it flips; who has no move"
        " passes; the game ends when nobody has one."
    )


def parts(rules: OthelloRules, board: str) -> Iterator[str]:
    """The paragraphs of all rules; `board` is the start position as it is drawn."""
    last = rules.cell_name(Move(rules.size**2 - 1))
    yield said(
        "Board",
        f"{rules.size} by {rules.size} squares, called by the letter of their column and the number"
        f" of their row, a1 at the top left and {last} at the bottom right. Black's discs are X,"
        " White's are O. Whoever moves first is Black, be it South or North. In the middle lie"
        " two discs of each. The board is the same from both seats: nothing is turned round."
        f" Drawn, a {PLAYABLE} is an empty square on which the side to move may put a disc.",
    )
    yield board
    yield said("Placing", _placing(rules))
    yield said(
        "Flipping",
        "From the new disc, along each of the eight lines, straight and diagonal, those discs of"
        " the other side change their colour that lie in an unbroken run between it and the next"
        " disc of the mover's own colour. A run that ends at an empty square or at the edge is not"
        " enclosed, and discs that are flipped flip no others.",
    )
    yield said("Passing", _passing(rules))
    yield said("End", _end(rules))
    yield said("Moves and positions", _texts(rules))
    yield _named(rules)


def _placing(rules: OthelloRules) -> str:
    if rules.free:
        return (
            "A move puts one disc of the mover's colour on an empty square that touches any disc,"
            " of either colour, on one of the eight sides and corners. It need not flip anything."
        )
    return (
        "A move puts one disc of the mover's colour on an empty square, where it must flip at"
        " least one disc."
    )


def _passing(rules: OthelloRules) -> str:
    if rules.free:
        return "Nobody passes: as long as a square is empty, some empty square touches a disc."
    return (
        "A side that cannot move passes, and the other moves again; a side that can move may not"
        " pass. Referee and table play a pass by themselves and say so."
    )


def _end(rules: OthelloRules) -> str:
    count = "Most discs win; as many on both sides are a draw."
    if rules.free:
        return f"The game is over when the board is full. {count}"
    squares = rules.size**2
    return (
        "The game is over when neither side can move, which may be before the board is full."
        f" {count} The score is the discs as they lie; the margin gives the empty squares to the"
        f" winner: 10-4 with {squares - 14} empty squares is won by {squares - 8}."
    )


def _texts(rules: OthelloRules) -> str:
    start = rules.start()
    example = rules.format_move(start.legal_moves()[-1])
    passing = "" if rules.free else f", or {PASS}"
    return (
        f"A record names the square, as in {example}{passing}. A position is the squares row by row"
        " from a1, X, O or - for an empty one, and X or O for the side to move; S or N follows as"
        " the seat of that side where Black is not South. The game starts at:"
        f" {start}"
    )


def _named(rules: OthelloRules) -> str:
    """What a square is called in each numbering."""
    square = rules.start().legal_moves()[-1]
    lines = [f"Numberings, and what they call {rules.cell_name(square)}:"]
    for scheme in OTHELLO_NUMBERINGS.values():
        lines.append(f"  {scheme.name:12} {scheme.format(rules, square)}")
    return "\n".join(lines)
