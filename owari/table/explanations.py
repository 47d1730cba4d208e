"""What may have happened where our board and the other screen of a relay differ.

Each explanation is a game that leads to what is on their screen. One or two of its plies differ
from ours, as they were mistyped. It may lack our last move, which cannot be entered there; or it
goes on with a turn of theirs that cannot be entered here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from owari.games.game import Move, Position, Side
from owari.records.record import GameRecord, Ply

_MOST_TRIED = 25_000
"""The moves that a search for two errors makes: less than half a second."""
_MOST_OFFERED = 3
"""The explanations of a kind."""


class Explanation(NamedTuple):
    """A game that may stand on their screen."""

    right: Mapping[int, Move]
    """The plies, counted from 0, that are other moves there."""
    kept: int
    """The plies of our game that stand there, those among them."""
    turn: tuple[Move, ...] = ()
    """The moves of theirs that follow, and passes."""


@dataclass(slots=True)
class Search:
    """A search for explanations, the simplest first."""

    record: GameRecord
    typed: frozenset[Side]
    """The sides whose moves may have been mistyped."""
    shows: Callable[[Position], bool]
    """Whether their screen shows this position."""
    refused: Move | None = None
    """The move of theirs that has just been refused here."""
    positions: Sequence[Position] = field(init=False)
    answered: int = field(init=False)
    """The plies up to the last one of theirs."""
    tried: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        self.positions = list(self.record.positions())
        theirs = [n for n, ply in enumerate(self.record.plies, 1) if ply.side is Side.NORTH]
        self.answered = theirs[-1] if theirs else len(self.record.plies)

    def found(self, errors: int) -> list[Explanation]:
        """The explanations by so many errors of one kind: with the move that was refused, or with
        our very plies, or without our last move, or with any other turn of theirs. The latest
        errors come first; not all are found in a long game."""
        self.tried = 0
        kinds: list[list[Explanation]] = [[], [], [], []]
        for each in self._all(errors):
            behind = each.kept < len(self.record.plies)
            kind = 2 if behind else 1 if not each.turn else 0 if self.refused in each.turn else 3
            kinds[kind].append(each)
            if len(kinds[0]) == _MOST_OFFERED:
                break
        return next((kind[:_MOST_OFFERED] for kind in kinds if kind), [])

    def _all(self, errors: int) -> Iterator[Explanation]:
        plies = self.record.plies
        for right, number, start in self._games(errors):
            position = start
            for kept in range(number, len(plies) + 1):
                if kept == self.answered < len(plies) and self.shows(position):
                    yield Explanation(right, kept)
                if kept < len(plies):
                    ply = plies[kept]
                    if ply.side is not position.turn or ply.move not in position.legal_moves():
                        break
                    position = position.play(ply.move)
                    self.tried += 1
                    continue
                if self.shows(position):
                    yield Explanation(right, kept)
                if position.turn is Side.NORTH and position.outcome() is None:
                    for turn, final in self._turns(position):
                        if self.shows(final):
                            yield Explanation(right, kept, turn)

    def _games(self, errors: int) -> Iterator[tuple[dict[int, Move], int, Position]]:
        """So many plies with other moves, the number of plies up to the last of them, and the
        position that is reached then."""
        plies = self.record.plies
        if errors == 0:
            yield {}, len(plies), self.positions[-1]
        for first in reversed(range(len(plies) if errors else 0)):
            for move in self._others(self.positions[first], plies[first], typed=errors > 1):
                position = self.positions[first].play(move)
                if errors == 1:
                    yield {first: move}, first + 1, position
                    continue
                for second in range(first + 1, len(plies)):
                    ply = plies[second]
                    if position.turn is not ply.side or self.tried > _MOST_TRIED:
                        break
                    for other in self._others(position, ply):
                        self.tried += 2
                        yield {first: move, second: other}, second + 1, position.play(other)
                    if ply.move not in position.legal_moves():
                        break
                    position = position.play(ply.move)

    def _others(self, position: Position, ply: Ply, *, typed: bool = True) -> list[Move]:
        """The legal moves that can have been meant by this ply; with `typed` only where a person
        here typed it."""
        if (typed and position.turn not in self.typed) or position.forced():
            return []
        return [move for move in position.legal_moves() if move != ply.move]

    def _turns(self, position: Position) -> Iterator[tuple[tuple[Move, ...], Position]]:
        """All that the side to move can play until the other side moves, and the beginnings of
        that; the positions that are reached."""
        for move in position.legal_moves():
            if self.tried > _MOST_TRIED:
                return
            self.tried += 1
            moves: tuple[Move, ...] = (move,)
            after = position.play(move)
            yield moves, after
            while forced := after.forced():
                moves, after = (*moves, forced), after.play(forced)
            if after.turn is position.turn and after.outcome() is None:
                yield from (((*moves, *more), final) for more, final in self._turns(after))
