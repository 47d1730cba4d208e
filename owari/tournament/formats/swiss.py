"""Swiss: in each round, bots with about as many points meet.

A bot without an opponent rests: it has the points of a won match. So has one whose opponent
withdraws before they have played. A late bot enters in the next round with no points.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil, log2

from owari.results.rounds import Meeting, Round
from owari.results.standings import Counting, Pairings, Row, Standings, standings
from owari.results.tie_breaks import TieBreak
from owari.tournament.formats.match_scores import match_scores, meetings_of_rounds
from owari.tournament.formats.swiss_pairing import Candidate, swiss_pairs
from owari.tournament.formats.tournament_format import Format, Progress, paired

__all__ = ["SWISS_TIE_BREAKS", "Swiss"]

SWISS_TIE_BREAKS = (TieBreak.BUCHHOLZ_CUT_1, TieBreak.BUCHHOLZ, TieBreak.SONNEBORN_BERGER)


@dataclass(frozen=True, slots=True)
class Swiss(Format):
    """Rounds between bots with about as many points."""

    games_per_match: int
    length: int | None = None
    """The number of rounds; enough to part the first from the others if None."""
    counting: Counting = Counting(tie_breaks=SWISS_TIE_BREAKS)  # noqa: RUF009

    def rounds(self, bots: int) -> int:
        """The number of rounds for so many bots: log2 of them, rounded up, and one more, but not so
        many that two have to meet again."""
        if self.length is not None:
            return self.length
        return min(ceil(log2(bots)) + 1, bots - 1 + bots % 2) if bots > 1 else 0

    def next_round(self, progress: Progress) -> Round | None:
        """The next pairs, best first."""
        number = len(progress.rounds) + 1
        present = set(progress.present)
        if number > self.rounds(len(progress.entrants)) or len(present) < 2:
            return None
        places = {name: place for place, name in enumerate(progress.names)}
        table = {places[row.name]: row for row in self.standings(progress).rows}
        rows = {place: row for place, row in table.items() if place in present}
        ranked = list(rows)
        candidates = self._candidates(progress, rows)
        pairs = swiss_pairs(candidates, odd_games=self.games_per_match % 2 == 1)
        pairings = [
            paired(progress.rounds, ranked[first], ranked[second], self.games_per_match)
            for first, second in pairs
        ]
        met = {bot for pair in pairs for bot in pair}
        byes = [ranked[index] for index in range(len(ranked)) if index not in met]
        return Round(number, tuple(pairings), tuple(byes)) if pairings else None

    def standings(self, progress: Progress) -> Standings:
        """The table by points, with Buchholz over the rounds."""
        return standings(progress.ranked, progress.games, self.counting, self._pairings(progress))

    def meetings(self, progress: Progress) -> list[Meeting]:
        """The matches of each round, and their points."""
        return meetings_of_rounds(progress, self.counting.scoring)

    def _candidates(self, progress: Progress, rows: Mapping[int, Row]) -> list[Candidate]:
        """Those of these places, in this order."""
        names = progress.names
        met: defaultdict[int, Counter[str]] = defaultdict(Counter)
        for each in progress.rounds:
            for one, other, *_ in each.pairings:
                met[one][names[other]] += 1
                met[other][names[one]] += 1
        balance: Counter[str] = Counter()
        for game in progress.games:
            balance[game.player(game.first)] += 1
            balance[game.player(game.first.other)] -= 1
        return [
            Candidate(
                progress.entrants[place],
                row.points,
                balance[row.name],
                row.byes // self.games_per_match,
                met[place],
            )
            for place, row in rows.items()
        ]

    def _pairings(self, progress: Progress) -> Pairings:
        """The opponents of each bot round by round; a round without a game is one of rest."""
        names = progress.names
        scores = match_scores(progress, self.counting.scoring)
        opponents: defaultdict[str, list[str | None]] = defaultdict(list)
        byes: Counter[str] = Counter()
        for index, each in enumerate(progress.rounds):
            met: dict[int, int] = {}
            waiting = set()
            for score in (score for score in scores if score.round_index == index):
                one, other, *_ = score.pairing
                gone = [bot for bot in (one, other) if progress.entrants[bot].withdrawn]
                if score.played:
                    met |= {one: other, other: one}
                elif len(gone) == 1:
                    byes[names[other if gone[0] == one else one]] += self.games_per_match
                else:
                    waiting |= {one, other}
            byes.update({names[bot]: self.games_per_match for bot in each.byes})
            for place, name in enumerate(names):
                if place in met:
                    opponents[name].append(names[met[place]])
                elif place not in waiting:
                    opponents[name].append(None)
        return Pairings(opponents, byes)
