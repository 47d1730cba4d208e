"""Adjudication: the referee ends a game that is decided, or that has lasted long enough."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

from owari.games.game import Outcome, Position, Side
from owari.records.record import Ending, Result, Termination


@dataclass(frozen=True, slots=True)
class Adjudication:
    """When the referee ends a game. Everything is off by default."""

    value: bool = False
    """When the final margin is proved at once; the score is that of best play."""
    score: bool = False
    """When a side has more than half of all stones; the score is the board as it stands."""
    lead: int | None = None
    """When a side has so many stones or discs more than the other; the score as it stands."""
    length: int | None = None
    """After so many plies. Who has more stones or discs wins; the score as it stands."""

    @classmethod
    def of(cls, stored: Any) -> Self:
        """The adjudication that results store. Raises ValueError."""
        try:
            return cls(**stored)
        except TypeError:
            raise ValueError("the rules of adjudication cannot be read") from None

    def __bool__(self) -> bool:
        """Whether any of it is on."""
        return self != Adjudication()

    def ending(self, position: Position, plies: int) -> Ending | None:
        """The ending of an unfinished game at this position after so many plies; None if it goes
        on."""
        from owari.engine.families import margin_at_once

        score = position.score()
        leader = score.winner
        pieces = position.rules.pieces
        if leader is not None:
            all_stones = _total(position)
            if self.score and 2 * score.stones(leader) > all_stones:
                return _decided(score, f"{leader} has more than half of the {all_stones} {pieces}")
            if self.lead is not None and score.margin(leader) >= self.lead:
                return _decided(score, f"{leader} is {score.margin(leader)} {pieces} ahead")
        if self.value and (margin := margin_at_once(position)) is not None:
            count = _final(position, margin)
            return _decided(count, f"best play of both sides ends the game {count}")
        if self.length is not None and plies >= self.length:
            return _decided(score, f"the game has lasted {plies} plies")
        return None


def _decided(score: Outcome, reason: str) -> Ending:
    return Ending(Result.won_by(score.winner), score, Termination.ADJUDICATED, reason)


def _final(position: Position, margin: int) -> Outcome:
    """The final count for a margin of the side to move; squares left empty are the winner's."""
    south = margin if position.turn is Side.SOUTH else -margin
    total = _total(position)
    return Outcome((total + south) // 2, (total - south) // 2)


def _total(position: Position) -> int:
    """The stones on the board, or the discs of a full one."""
    most = position.rules.most_pieces
    if position.rules.keeps_score or most is None:
        return sum(position.settled()[:2])
    return most
