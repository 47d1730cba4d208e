"""Gauntlet: the challengers meet everyone else; the others do not meet each other.

The numbers of games are those of a round robin.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from owari.results.standings import Standings, standings
from owari.tournament.formats.round_robin import Pairs, StaticFormat
from owari.tournament.formats.tournament_format import Progress

__all__ = ["Gauntlet"]


@dataclass(frozen=True, slots=True)
class Gauntlet(StaticFormat):
    """Challengers against all others."""

    challengers: tuple[str, ...] = ()
    """Their names; the first entrant if empty."""

    @property
    def has_champion(self) -> bool:
        """False: the challengers play other games than the others."""
        return False

    def rounds(self, progress: Progress) -> Iterable[Pairs]:
        """Rounds in which no bot plays twice."""
        names = progress.names
        challengers = self.challengers or tuple(names[:1])
        few = [place for place, name in enumerate(names) if name in challengers]
        many = [place for place, name in enumerate(names) if name not in challengers]
        if len(few) > len(many):
            few, many = many, few
        for turn in range(len(many)):
            yield [(bot, many[(turn + index) % len(many)]) for index, bot in enumerate(few)]

    def standings(self, progress: Progress) -> Standings:
        """The table by the share of the points that each bot could win."""
        table = standings(progress.names, progress.games, self.counting)
        shares = {row.name: row.points / row.played if row.played else -1 for row in table.rows}
        best_first = sorted(set(shares.values()), reverse=True)
        ranks = {name: best_first.index(share) for name, share in shares.items()}
        return standings(progress.names, progress.games, self.counting, ranks=ranks)
