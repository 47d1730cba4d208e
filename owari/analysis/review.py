"""Reviews of recorded games: the value of each move, and what it gave away."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from owari.analysis.values import MoveValues, Worth, move_values
from owari.games.game import Move, Side
from owari.records.record import GameRecord, Ply

__all__ = ["Judged", "Review", "values_from_the_end"]


class Judged(NamedTuple):
    """A ply of a game, with the values of all moves in its position."""

    number: int
    """From 1."""
    ply: Ply
    values: MoveValues

    @property
    def worth(self) -> Worth:
        """The margin that the mover can still expect after its move."""
        return self.values.moves[self.ply.move]

    @property
    def lost(self) -> Worth:
        """How much worse the move is than the best one."""
        return self.values.lost(self.ply.move)

    @property
    def turns(self) -> bool:
        """Whether the move turned a win into a draw or a loss, or a draw into a loss."""
        return _sign(self.worth.guess) < _sign(self.values.worth.guess)

    @property
    def turns_for_certain(self) -> bool:
        """Whether `turns` is proved."""
        return _sign(self.worth.upper) < _sign(self.values.worth.lower)


@dataclass(frozen=True, slots=True)
class Review:
    """The values of the positions of a game, as far as they are known."""

    record: GameRecord
    values: Mapping[int, MoveValues]
    """By the number of plies before the position. The last positions are known first; a finished
    position has no values."""

    @property
    def moves(self) -> tuple[Judged, ...]:
        """The plies whose positions are known, as they were played."""
        return tuple(
            Judged(before + 1, ply, self.values[before])
            for before, ply in enumerate(self.record.plies)
            if before in self.values
        )

    @property
    def complete(self) -> bool:
        """Whether every ply is judged."""
        return len(self.moves) == len(self.record.plies)

    def standing(self, side: Side) -> Worth | None:
        """The side's margin after the last ply, None when it is not known."""
        final = self.record.final
        outcome = final.outcome()
        if outcome is not None:
            return Worth.proved(outcome.margin(side))
        if len(self.record.plies) not in self.values:
            return None
        worth = self.values[len(self.record.plies)].worth
        return worth if final.turn is side else worth.opposite()

    @property
    def turning_point(self) -> Judged | None:
        """The last move that gave a win or a draw away for good; None if no known ply did."""
        for move in reversed(self.moves):
            end = self.standing(move.ply.side)
            if move.turns and end is not None and _sign(end.guess) == _sign(move.worth.guess):
                return move
        return None

    def given_away(self, side: Side) -> Worth:
        """The stones that all moves of the side gave away."""
        losses = [move.lost for move in self.moves if move.ply.side is side]
        return Worth(*(sum(numbers) for numbers in zip(*losses, strict=True))) if losses else _NONE


_NONE = Worth.proved(0)


def values_from_the_end(record: GameRecord, *, seconds: float) -> Iterator[tuple[int, MoveValues]]:
    """The number of plies before each position, with the values of its moves.

    The last position comes first, because a proof for a position holds for the move that led to it.
    Each position takes `seconds` at most. Finished positions are left out.
    """
    after: MoveValues | None = None
    positions = list(record.positions()) if record.plies else []
    for before in reversed(range(len(positions))):
        position = positions[before]
        if position.outcome() is not None:
            continue
        known: dict[Move, Worth] = {}
        if after is not None:
            same = positions[before + 1].turn is position.turn
            worth = after.worth if same else after.worth.opposite()
            known[record.plies[before].move] = worth
        after = move_values(position, seconds=seconds, known=known)
        yield before, after


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
