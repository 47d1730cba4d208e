"""What is called differently in games of pits and of squares."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from owari.games.game import PASS, SWAP, Game, Move, Position, Side
from owari.games.mancala import SowingRules
from owari.games.othello import BLACK, WHITE, OthelloPosition

__all__ = ["Vocabulary", "colour", "disc", "gain", "named", "seated", "vocabulary"]


class Vocabulary(NamedTuple):
    cell: str
    """What a move names."""
    cell_before: str
    """The same, as it stands before a name in a sentence: `pit 4`, but `f5`."""
    stones: str
    sows: str
    """What a side does that makes a move, in a list of moves."""
    gains: str
    """The heading over what moves win at once."""


_SOWING = Vocabulary("pit", "pit ", "stones", "sows", "wins")
_SQUARES = Vocabulary("square", "", "discs", "plays", "flips")


def vocabulary(rules: Game) -> Vocabulary:
    return _SOWING if isinstance(rules, SowingRules) else _SQUARES


def named(rules: Game, moves: Sequence[Move], called: Callable[[Move], str] | None = None) -> str:
    """The moves in a sentence, by their names: `pit 4`, `pit 4 or 5`, `swap`, `pit 4 or swap`, `f5
    or d3`. By default they are called as the board calls them."""
    names = " or ".join(map(called or rules.cell_name, moves))
    return names if moves[0] in (SWAP, PASS) else f"{vocabulary(rules).cell_before}{names}"


def colour(position: Position, side: Side) -> str:
    """Black or White; empty where sides have no colour."""
    if not isinstance(position, OthelloPosition):
        return ""
    return "Black" if side is position.black else "White"


def disc(position: Position, side: Side) -> str:
    """The letter of the side's discs; empty where there are none."""
    return {"Black": BLACK, "White": WHITE}.get(colour(position, side), "")


def seated(position: Position, side: Side) -> str:
    """`South`, or `South (Black)`."""
    of_colour = colour(position, side)
    return f"{side} ({of_colour})" if of_colour else str(side)


def gain(position: Position, move: Move) -> int:
    """The discs that the move flips, or the stones that it wins for the goal of who makes it."""
    if isinstance(position, OthelloPosition):
        return len(position.flips(move))
    side = position.turn
    return position.play(move).score().stones(side) - position.score().stones(side)
