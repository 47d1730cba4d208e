"""Round robin: everyone meets everyone.

A game's number comes from its pair and its leg, so a new bot does not change it. Pairs count by the
later bot of the two, then by the earlier one.

The order of play is that of the Berger tables in FIDE's handbook (C.05, annex 1): rounds in which
no bot plays twice. In each pair of games, the bot that the tables give White moves first in the
first one. Each further cycle repeats the tables.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from owari.results.rounds import Meeting, Round, pair_number
from owari.results.standings import USUAL, Counting, Standings, standings
from owari.tournament.formats.tournament_format import Format, Progress
from owari.tournament.schedule import ScheduledGame, seats

__all__ = ["Pairs", "RoundRobin", "StaticFormat", "berger_rounds"]

Pairs = list[tuple[int, int]]
"""Who meets in a round, by places; the one that moves first in the first game is the first."""


@dataclass(frozen=True, slots=True)
class StaticFormat(Format):
    """A format whose pairs depend on the entrants alone."""

    by_rounds: ClassVar[bool] = False

    games_per_match: int
    cycles: int = 1
    counting: Counting = USUAL

    @abstractmethod
    def rounds(self, progress: Progress) -> Iterable[Pairs]:
        """The pairs of each round of a cycle."""

    def games(self, progress: Progress) -> list[ScheduledGame]:
        """All games, round by round; those that two bots cannot play are missing."""
        tables = list(self.rounds(progress))
        games = []
        for cycle in range(self.cycles):
            first_leg = cycle * self.games_per_match
            for number, pairs in enumerate(tables, cycle * len(tables) + 1):
                seated = [self._seated(progress, *pair) for pair in pairs]
                for turn in range(self.games_per_match):
                    for flip, first_number, orders in seated:
                        leg = first_leg + (turn ^ flip)
                        if order := orders[leg % 2]:
                            games.append(ScheduledGame(first_number + leg, number, leg, *order))
        return games

    def _seated(
        self, progress: Progress, white: int, black: int
    ) -> tuple[bool, int, tuple[tuple[str, str] | None, ...]]:
        """Whether the later bot moves first in the first game, the number of leg 0, and the seats
        in even and in odd legs."""
        earlier, later = sorted((white, black))
        bots = progress.entrants[earlier], progress.entrants[later]
        number = pair_number(earlier, later) * self.games_per_match * self.cycles + 1
        return white > black, number, (seats(*bots, 0), seats(*bots, 1))

    def next_round(self, progress: Progress) -> Round | None:
        """None: all games are known at once."""
        return None

    def standings(self, progress: Progress) -> Standings:
        """The table by points."""
        return standings(progress.ranked, progress.games, self.counting, guests=progress.guests)

    def meetings(self, progress: Progress) -> list[Meeting]:
        """None."""
        return []


@dataclass(frozen=True, slots=True)
class RoundRobin(StaticFormat):
    """Everyone meets everyone, once in each cycle."""

    def rounds(self, progress: Progress) -> Iterable[Pairs]:
        """Those of the Berger tables."""
        return berger_rounds(len(progress.entrants))


def berger_rounds(bots: int) -> Iterator[Pairs]:
    """The pairs of each round, White first, as indexes from 0; an odd bot rests."""
    last = bots + bots % 2 - 1
    for turn in range(last):
        pivot = turn * (last + 1) // 2 % last if last > 1 else 0
        against_last = (pivot, last) if turn % 2 == 0 else (last, pivot)
        others = (((pivot + k) % last, (pivot - k) % last) for k in range(1, (last + 1) // 2))
        yield [pair for pair in (against_last, *others) if max(pair) < bots]
