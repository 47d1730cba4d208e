"""Opponents that play badly on purpose: each leads a game to where programs fail."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from owari.games.game import SWAP, Move, Position, Side
from owari.games.mancala import Mancala, SowingRules
from owari.games.othello import OthelloPosition
from owari.players.player import Choice, Clock, StatelessPlayer

__all__ = [
    "Sparring",
    "Wish",
    "cramped",
    "ends",
    "full_lap",
    "grabs",
    "hoards",
    "last_choice",
    "lingers",
    "outlasts",
    "starves",
    "stifles",
    "yields",
]

Wish = Callable[[Any, Move, Any], tuple[int, ...]]
"""How much a move is wished for: the position before it, the move, the position after it, both of
the game that is played."""


ODD = 0.25
"""How often a player that is not strict plays any move."""


class Sparring(StatelessPlayer):
    """Plays the move that is wished for most, and of equal ones the lowest pit or square."""

    def __init__(
        self,
        name: str,
        wish: Wish,
        *,
        swaps: bool = False,
        seed: int | None = None,
        before_move: Callable[[], None] = lambda: None,
    ) -> None:
        """With `swaps` it swaps where it may; it never does without. With a seed it plays any move
        now and then, so that not every game is the same. `before_move` is called on its time."""
        super().__init__(name)
        self._wish = wish
        self._swaps = swaps
        self._random = None if seed is None else Random(seed)
        self._before_move = before_move

    def choose(self, position: Position, clock: Clock) -> Choice:
        self._before_move()
        moves = position.legal_moves()
        if SWAP in moves and self._swaps:
            return Choice(SWAP)
        pits = [move for move in moves if move != SWAP]
        if self._random and self._random.random() < ODD:
            return Choice(self._random.choice(pits))
        return Choice(max(pits, key=lambda move: self._wish(position, move, position.play(move))))


def hoards(before: Mancala, move: Move, after: Mancala) -> tuple[int, ...]:
    """Lets stones gather in one pit, and sows it when they go round the whole board."""
    laps = before.cells[move.cell] >= full_lap(before.rules)
    return laps, not after.outcome(), max(after.cells[pit] for pit in before.rules.row(before.turn))


def starves(before: Mancala, move: Move, after: Mancala) -> tuple[int, ...]:
    """Leaves the other side as few moves as it can."""
    if after.outcome() or after.turn is before.turn:
        return (-before.rules.pits,)
    return (-len(after.legal_moves()),)


def lingers(before: Mancala, move: Move, after: Mancala) -> tuple[int, ...]:
    """Keeps the game going: few stones to the goal, and those not far from home."""
    goal = after.cells[before.rules.goal(before.turn)]
    return not after.outcome(), -goal, -before.cells[move.cell]


def stifles(before: OthelloPosition, move: Move, after: OthelloPosition) -> tuple[int, ...]:
    """Leaves the other side as few squares as it can, best of all none."""
    over = after.outcome() is not None
    return not over, after.forced() is not None, -len(after.legal_moves()), _discs(after, before)


def yields(before: OthelloPosition, move: Move, after: OthelloPosition) -> tuple[int, ...]:
    """Leaves itself as few squares as it can."""
    next_turn = after._replace(turn=before.turn)
    return not after.outcome(), next_turn.forced() is not None, -len(next_turn.legal_moves())


def grabs(before: OthelloPosition, move: Move, after: OthelloPosition) -> tuple[int, ...]:
    """Has as many discs as it can, up to all there are."""
    return (_discs(after, before),)


def ends(before: OthelloPosition, move: Move, after: OthelloPosition) -> tuple[int, ...]:
    """Ends the game while there are empty squares, if it can, and else has few left to the other
    side."""
    outcome = after.outcome()
    return outcome is not None and outcome.empty > 0, _discs(after, before)


def outlasts(before: OthelloPosition, move: Move, after: OthelloPosition) -> tuple[int, ...]:
    """Keeps the game going until the board is full: both sides can move on."""
    return not after.outcome(), not after.forced(), len(after.legal_moves())


def _discs(after: OthelloPosition, before: OthelloPosition) -> int:
    """Those of who has moved, more than the other's."""
    return after.score().margin(before.turn)


def full_lap(rules: SowingRules) -> int:
    """The stones that go round the whole board, back to their own pit."""
    return 2 * rules.pits + 1


def last_choice(rules: SowingRules) -> Mancala | None:
    """A position in which South, to move, has one legal move and a game before it; None on a board
    with too few stones."""
    return _position(rules, rules.pits + 2, [2] * rules.pits)


def cramped(rules: SowingRules) -> Mancala | None:
    """The same, where that move goes round the whole board, and one of North's further still."""
    return _position(rules, full_lap(rules), [full_lap(rules) + 2, *[1] * (rules.pits - 1)])


def _position(rules: SowingRules, first: int, north: list[int]) -> Mancala | None:
    """South has these stones in its first pit alone; what is not on the board is in the goals."""
    rest = 2 * rules.pits * rules.stones - first - sum(north)
    if rest < 0:
        return None
    south = (first, *[0] * (rules.pits - 1))
    return Mancala(rules, (*south, rest // 2, *north, rest - rest // 2), Side.SOUTH)
