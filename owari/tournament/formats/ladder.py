"""Ladder: each bot challenges the one above, and takes its place if it wins.

At first the ladder is in the order in which the bots entered. In odd rounds the second challenges
the first, the fourth the third, and so on; in even rounds the third challenges the second, and so
on. After as many rounds as there are bots, a ladder of bots of which the better one always wins is
in order (odd-even transposition sort).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from owari.results.rounds import Meeting, Round
from owari.results.standings import USUAL, Counting, Standings, standings
from owari.tournament.formats.schedule import seats
from owari.tournament.formats.tournament_format import (
    Format,
    Match,
    Progress,
    match_scores,
    meetings_of_rounds,
    paired,
)


@dataclass(frozen=True, slots=True)
class Ladder(Format):
    """Challenges between neighbours."""

    games_per_match: int
    length: int | None = None
    """The number of rounds; as many as bots if None."""
    counting: Counting = USUAL

    def next_round(self, progress: Progress) -> Round | None:
        """The next challenges; the bot that challenges moves first in the first game."""
        number = len(progress.rounds) + 1
        if number > (self.length or len(progress.entrants)):
            return None
        present = self.order(progress)[: len(list(progress.present))]
        for begin in ((number + 1) % 2, number % 2):
            pairs = zip(present[begin::2], present[begin + 1 :: 2], strict=False)
            challenges = [
                paired(progress.rounds, below, above, self.games_per_match)
                for above, below in pairs
                if seats(progress.entrants[above], progress.entrants[below], 0)
            ]
            if challenges:
                return Round(number, tuple(challenges))
        return None

    def order(self, progress: Progress) -> list[int]:
        """The places of the entrants, the top of the ladder first and who has withdrawn last. A bot
        that has won against one above it takes its place, and those between move down."""
        ladder = list(range(len(progress.entrants)))
        for score in match_scores(progress, self.counting.scoring):
            above, below = sorted(score.bots, key=ladder.index)
            if score.is_complete and score.points(below) > score.points(above):
                ladder.remove(below)
                ladder.insert(ladder.index(above), below)
        return sorted(ladder, key=lambda place: progress.entrants[place].withdrawn)

    def decided(self, progress: Progress) -> list[Match]:
        """The challenges whose games are all played."""
        return [
            (progress.rounds[score.round_index].number, score.bots)
            for score in match_scores(progress, self.counting.scoring)
            if score.is_complete
        ]

    def settings(self, progress: Progress) -> dict[str, Any]:
        """The number of rounds."""
        return {"rounds": self.last_round(progress)}

    def last_round(self, progress: Progress) -> int:
        """As many as the bots where nobody has said."""
        return self.length or len(progress.entrants)

    def standings(self, progress: Progress) -> Standings:
        """The ladder."""
        names = progress.names
        ranks = {names[place]: rank for rank, place in enumerate(self.order(progress))}
        counting = self.counting._replace(tie_breaks=())
        return standings(progress.ranked, progress.games, counting, ranks=ranks)

    def meetings(self, progress: Progress) -> list[Meeting]:
        """The challenges of each round, and their points."""
        return meetings_of_rounds(progress, self.counting.scoring)
