"""What plays games for a run: the slots of this machine, or places on others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol, TypeVar

from owari.records.record import GameRecord
from owari.tournament.slot import GameSpec
from owari.tournament.slot_worker import Batch, Death, Failure, Loss

__all__ = ["Message", "OpenPlaces", "Place", "Places"]

Message = GameRecord | Batch | Failure | Death | Loss | None


class Place(Protocol):
    """What plays one game after the other, as a slot does."""

    last: GameSpec | None
    """The game before."""

    @property
    def spec(self) -> GameSpec | None:
        """The game that it plays now."""

    @property
    def games(self) -> Sequence[GameSpec]:
        """Those that it has to play, with the one that it plays now."""
        ...

    @property
    def room(self) -> int:
        """How many games that fit a batch it takes at a time."""
        ...

    def assign(self, *games: GameSpec) -> None:
        """Gives it a game to play, or a batch, as many as it has room for."""

    def confirm(self, played: int = 1) -> Sequence[GameSpec]:
        """Says that the records of so many of its games are safe, and returns the others."""
        ...


P = TypeVar("P", bound=Place)


class Places(Protocol[P]):
    """All places of a run."""

    @property
    def in_play(self) -> tuple[GameSpec, ...]:
        """The games that are played now."""
        ...

    @property
    def has_room(self) -> bool:
        """Whether there is a place for one more game."""
        ...

    def assign(self, spec: GameSpec) -> None:
        """Starts a game in a free place."""

    def ready(self) -> Iterable[P]:
        """The places that have something to say; perhaps none, after a while."""
        ...

    def read(self, slot: P) -> Message:
        """What it has to say; None until that is complete. After a Death or a Loss it is gone."""
        ...

    def remove(self, slot: P) -> object:
        """Ends what plays there."""

    def close(self) -> None:
        """Ends all, at once if games are in play."""


OpenPlaces = Callable[[int, bool], Places[Any]]
"""Opens so many places, with a core for each program where both may ponder."""
