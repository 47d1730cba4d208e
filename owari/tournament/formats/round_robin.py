"""Round robin: everyone meets everyone. Gauntlet: the challengers meet everyone else, and the
others do not meet each other.

A game's number comes from its pair and its leg, so a new bot does not change it, nor do more games
a pair.

The order of play of a round robin is that of the Berger tables in FIDE's handbook (C.05, annex 1):
rounds in which no bot plays twice. In each pair of games, the bot that the tables give White moves
first in the first one. Each further cycle repeats the tables.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any, ClassVar

from owari.results.rounds import Meeting, PairNumbers, Round, pair_number
from owari.results.standings import USUAL, Counting, Standings, standings
from owari.tournament.formats.schedule import ScheduledGame, seats
from owari.tournament.formats.tournament_format import Format, Progress

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
        numbers = progress.numbers or PairNumbers(self.games_per_match * self.cycles)
        tables = [
            [self._seated(progress, numbers, *pair) for pair in pairs]
            for pairs in self.rounds(progress)
        ]
        games = []
        for cycle in range(self.cycles):
            first_leg = cycle * self.games_per_match
            for number, seated in enumerate(tables, cycle * len(tables) + 1):
                for turn in range(self.games_per_match):
                    for flip, of_pair, orders in seated:
                        leg = first_leg + (turn ^ flip)
                        if order := orders[leg % 2]:
                            games.append(ScheduledGame(of_pair[leg], number, leg, *order))
        return games

    def _seated(
        self, progress: Progress, numbers: PairNumbers, white: int, black: int
    ) -> tuple[bool, Sequence[int], tuple[tuple[str, str] | None, ...]]:
        """Whether the later bot moves first in the first game, the numbers of the games, and the
        seats in even and in odd legs: None where the later one came after the other had gone."""
        earlier, later = sorted((white, black))
        bots = progress.entrants[earlier], progress.entrants[later]
        of_pair = numbers.of_pair(pair_number(earlier, later))
        if bots[0].roster is not None and later >= bots[0].roster:
            return white > black, of_pair, (None, None)
        return white > black, of_pair, (seats(*bots, 0), seats(*bots, 1))

    def next_round(self, progress: Progress) -> Round | None:
        """None: all games are known at once."""
        return None

    def settings(self, progress: Progress) -> dict[str, Any]:
        """How often the pairs play their match."""
        return {"rounds": self.cycles}

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

    def settings(self, progress: Progress) -> dict[str, Any]:
        """The rounds and the tie-breaks."""
        tie_breaks = [way.value for way in self.counting.tie_breaks]
        return {"rounds": self.cycles, "tie-breaks": tie_breaks}


def berger_rounds(bots: int) -> Iterator[Pairs]:
    """The pairs of each round, White first, as indexes from 0; an odd bot rests."""
    last = bots + bots % 2 - 1
    for turn in range(last):
        pivot = turn * (last + 1) // 2 % last if last > 1 else 0
        against_last = (pivot, last) if turn % 2 == 0 else (last, pivot)
        others = (((pivot + k) % last, (pivot - k) % last) for k in range(1, (last + 1) // 2))
        yield [pair for pair in (against_last, *others) if max(pair) < bots]


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

    def settings(self, progress: Progress) -> dict[str, Any]:
        """The rounds and the challengers."""
        return {"rounds": self.cycles, "challenger": self.challengers(progress)}

    def challengers(self, progress: Progress) -> list[str]:
        """The named bots; the first entrant if no one is named."""
        return list(self.named) or progress.names[:1]
