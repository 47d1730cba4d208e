"""The positions of the sowing games: how stones are sown and captured.

No position can occur twice in a game: stones move forward only, and each lap leaves one in a goal.
The value of a position therefore does not depend on the moves that lead to it.

The pie rule and the rule of the first move depend on the number of the ply. Where they hold, the
positions before the first and the second ply have classes of their own. All other positions are
plain `Mancala`.
"""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from itertools import compress
from typing import TYPE_CHECKING, NamedTuple

from owari.games.game import SWAP, Illegality, IllegalMove, Move, Outcome, Side

if TYPE_CHECKING:
    from owari.games.mancala import SowingRules

__all__ = ["MAX_PITS", "MAX_STONES", "Capture", "FirstPly", "Mancala", "SecondPly"]

MAX_PITS = 12
MAX_STONES = 24
_SOUTH = Side.SOUTH
_MOVES = tuple(Move(pit) for pit in range(2 * MAX_PITS + 2))
_NUMERALS = tuple(str(stones) for stones in range(2 * MAX_PITS * MAX_STONES + 1))


class Capture(Enum):
    """The capture of a last stone that falls into an empty pit in the mover's own row."""

    OPPOSITE = "opposite"
    """All stones in the pit opposite; the capturing stone stays."""
    BOTH = "both"
    """The stones opposite and the capturing stone, but only when there are stones opposite."""
    BOTH_ALWAYS = "both-always"
    """The same, and the capturing stone alone when the pit opposite is empty."""


@lru_cache
def _laps(pits: int) -> tuple[tuple[int, ...], ...]:
    """For each pit the cells of one full lap from it, in sowing order.

    A lap skips the opponent's goal and ends in the pit that it began from: 2n+1 cells. The goals'
    own entries are empty.
    """

    def lap(pit: int) -> tuple[int, ...]:
        cells = 2 * pits + 2
        skipped = 2 * pits + 1 if pit < pits else pits
        around = ((pit + step) % cells for step in range(1, cells + 1))
        return tuple(cell for cell in around if cell != skipped)

    return tuple(() if pit in (pits, 2 * pits + 1) else lap(pit) for pit in range(2 * pits + 2))


class Mancala(NamedTuple):
    """A position of a sowing game. `str` gives its text, which `parse_position` reads back."""

    rules: SowingRules
    cells: tuple[int, ...]
    turn: Side

    @property
    def ply(self) -> int | None:
        """0 or 1 where the rules ask for the number of the ply that is to be made; else None."""
        return None

    def legal_moves(self) -> tuple[Move, ...]:
        """The own pits with stones in rising order; none when the game is over."""
        rules, cells, turn = self
        n = rules.pits
        south, north = cells[:n], cells[n + 1 : -1]
        if not any(south) or not any(north):
            return ()
        row, first = (south, 0) if turn is _SOUTH else (north, n + 1)
        return tuple(compress(_MOVES[first : first + n], row))

    def forced(self) -> Move | None:
        """None: there is always a pit to sow."""
        return None

    def play(self, move: Move) -> Mancala:
        """The position after sowing and capture. Raises IllegalMove."""
        rules, cells, turn = self
        pit = move.cell
        n = rules.pits
        first, theirs = (0, n + 1) if turn is _SOUTH else (n + 1, 0)
        goal = first + n
        if not (first <= pit < goal and cells[pit] and any(cells[theirs : theirs + n])):
            raise self._objection(pit)

        lap = _laps(n)[pit]
        board = list(cells)
        laps, rest = divmod(board[pit], 2 * n + 1)
        board[pit] = 0
        if laps:
            for cell in lap:
                board[cell] += laps
        for cell in lap[:rest]:
            board[cell] += 1
        last = lap[rest - 1]

        if board[last] == 1 and first <= last < goal:
            opposite = 2 * n - last
            taken = board[opposite]
            if rules.capture is Capture.OPPOSITE:
                board[goal] += taken
                board[opposite] = 0
            elif taken or rules.capture is Capture.BOTH_ALWAYS:
                board[goal] += taken + 1
                board[opposite] = board[last] = 0

        again = rules.extra_turn and last == goal
        return Mancala(rules, tuple(board), turn if again else turn.other)

    def outcome(self) -> Outcome | None:
        """The final count once the pits of either side are empty."""
        n = self.rules.pits
        cells = self.cells
        if any(cells[:n]) and any(cells[n + 1 : -1]):
            return None
        return self.settled()

    def score(self) -> Outcome:
        """The stones in both goals."""
        return Outcome(self.cells[self.rules.pits], self.cells[-1])

    def settled(self) -> Outcome:
        """The stones in both goals and rows."""
        south = sum(self.cells[: self.rules.pits + 1])
        return Outcome(south, sum(self.cells) - south)

    def turned(self) -> Mancala:
        """The same position seen from the other side of the board: South and North exchanged."""
        half = self.rules.pits + 1
        cells = self.cells[half:] + self.cells[:half]
        return type(self)(self.rules, cells, self.turn.other)

    def __str__(self) -> str:
        return f"{','.join([_NUMERALS[stones] for stones in self.cells])} {self.turn.value}"

    def gain(self, move: Move) -> int:
        """The stones that the move puts into the mover's goal at once."""
        return self.play(move).score().stones(self.turn) - self.score().stones(self.turn)

    def colour(self, side: Side) -> str:
        """Empty: stones belong to nobody."""
        return ""

    def _objection(self, pit: int) -> IllegalMove:
        """Why the side to move may not sow this pit."""
        rules, turn = self.rules, self.turn
        owner = rules.owner(pit)
        if self.outcome():
            why = "the game is over", Illegality.GAME_OVER
        elif pit == SWAP.cell:
            only = "only the first move of a game can be swapped"
            why = f"{only}, and only where the pie rule holds", Illegality.MAY_NOT_SWAP
        elif pit not in range(2 * rules.pits + 2):
            why = f"there is no pit {pit}", Illegality.NO_SUCH_CELL
        elif pit == rules.goal(owner):
            why = f"{pit} is {owner}'s goal, not a pit", Illegality.GOAL
        elif owner is not turn:
            why = f"pit {pit} is {owner}'s, and {turn} is to move", Illegality.NOT_YOURS
        else:
            why = f"pit {pit} is empty", Illegality.EMPTY
        return IllegalMove(*why)


class _Opening(Mancala):
    """A position before one of the first two plies of a game, where the rules ask for it. It
    differs from a later one with the same stones."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and super().__eq__(other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash((self.ply, *self))

    def __str__(self) -> str:
        return f"{super().__str__()} ply{self.ply}"


class FirstPly(_Opening):
    """A position before the first ply, where it may not earn an extra turn or can be swapped."""

    __slots__ = ()
    ply = 0

    def play(self, move: Move) -> Mancala:
        """The position before the second ply. Raises IllegalMove."""
        rules = self.rules
        _, cells, turn = super().play(move)
        if not rules.first_move_extra_turn:
            turn = self.turn.other
        return rules.position_at(1)(rules, cells, turn)


class SecondPly(_Opening):
    """A position before the second ply, with the pie rule."""

    __slots__ = ()
    ply = 1

    def legal_moves(self) -> tuple[Move, ...]:
        """The own pits with stones, then SWAP."""
        moves = super().legal_moves()
        return (*moves, SWAP) if moves else ()

    def play(self, move: Move) -> Mancala:
        """The position after sowing, or the board turned round. Raises IllegalMove."""
        if move != SWAP or self.outcome():
            return super().play(move)
        return Mancala(*self.turned())
