"""Games on the workers of dask.distributed."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence

from owari.results.game_log import Incident
from owari.tournament.cluster.connection import Connection
from owari.tournament.cluster.remote_places import RemotePlaces
from owari.tournament.runner import Games, run
from owari.tournament.slot import GameSpec

__all__ = ["Cluster"]


class Cluster(Connection):
    """All workers of a scheduler as places to play."""

    def run(
        self,
        games: Iterable[GameSpec],
        *,
        known: Sequence[Incident] = (),
        report: Callable[[Incident], None] | None = None,
    ) -> Games:
        """Plays the games on all workers, as `runner.run` does in slots of this machine."""

        def places(most: int, pondering: bool) -> RemotePlaces:
            return RemotePlaces(self, most, pondering=pondering)

        return run(games, sys.maxsize, known=known, report=report, open_places=places)
