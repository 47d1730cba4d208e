"""What plays games for a run: the slots of this machine, or places on others."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Protocol, TypeVar

from owari.records.record import GameRecord
from owari.tournament.slot import GameSpec
from owari.tournament.slot_worker import Death, Failure, Loss

__all__ = ["Message", "OpenPlaces", "Place", "Places"]

Message = GameRecord | Failure | Death | Loss | None


class Place(Protocol):
    """What plays one game after the other, as a slot does."""

    spec: GameSpec | None
    last: GameSpec | None
    """The game before."""

    def assign(self, spec: GameSpec) -> None:
        """Gives it a game to play."""

    def confirm(self) -> None:
        """Says that the record of its game is safe."""


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
