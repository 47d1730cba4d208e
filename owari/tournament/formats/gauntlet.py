"""Gauntlet: the challengers meet everyone else; the others do not meet each other.

The numbers of games are those of a round robin.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import inf

from owari.results.standings import Standings, standings
from owari.tournament.formats.round_robin import Pairs, StaticFormat
from owari.tournament.formats.tournament_format import Progress

__all__ = ["Gauntlet"]


@dataclass(frozen=True, slots=True)
class Gauntlet(StaticFormat):
    """Challengers against all others."""

    named: tuple[str, ...] = ()
    """The names of the challengers; the first entrant if empty."""

    def rounds(self, progress: Progress) -> Iterable[Pairs]:
        """Rounds in which no bot plays twice."""
        names = progress.names
        challengers = self.challengers(progress)
        few = [place for place, name in enumerate(names) if name in challengers]
        many = [place for place, name in enumerate(names) if name not in challengers]
        if len(few) > len(many):
            few, many = many, few
        for turn in range(len(many)):
            yield [(bot, many[(turn + index) % len(many)]) for index, bot in enumerate(few)]

    def standings(self, progress: Progress) -> Standings:
        """The table by the share of the points that each bot could win."""
        table = standings(progress.ranked, progress.games, self.counting, guests=progress.guests)
        shares = {row.name: row.points / row.played if row.played else -inf for row in table.rows}
        best_first = sorted(set(shares.values()), reverse=True)
        ranks = {name: best_first.index(share) for name, share in shares.items()}
        return standings(
            progress.ranked, progress.games, self.counting, ranks=ranks, guests=progress.guests
        )

    def challengers(self, progress: Progress) -> list[str]:
        """The named bots; the first entrant if no one is named."""
        return list(self.named) or progress.names[:1]
