"""What the matches of stored rounds have come to."""

from __future__ import annotations

from dataclasses import dataclass

from owari.games.game import Side
from owari.results.rounds import Meeting, Pairing, numbered_games
from owari.results.scoring import Scoring
from owari.tournament.formats.tournament_format import Progress

NO_MARGINS = Scoring(largest_margin=0)
"""Margins of games that are played to their end."""


@dataclass(slots=True)
class MatchScore:
    """The games of one pairing so far."""

    round_index: int
    pairing: Pairing
    played: int = 0
    first_points: float = 0.0
    """Of the bot that the pairing names first."""
    second_points: float = 0.0
    margin: int = 0
    """The stones or discs of the first minus those of the second. Where one side gives a game away,
    it loses by the largest margin that was asked for."""

    @property
    def is_complete(self) -> bool:
        """Whether all games are played."""
        return self.played == self.pairing.games

    @property
    def bots(self) -> frozenset[int]:
        """The places of the two."""
        return frozenset((self.pairing.first, self.pairing.second))

    def points(self, place: int) -> float:
        """The points of the bot in this place."""
        return self.first_points if place == self.pairing.first else self.second_points

    def margin_of(self, place: int) -> int:
        """The margin of the bot in this place."""
        return self.margin if place == self.pairing.first else -self.margin


def match_scores(
    progress: Progress, scoring: Scoring, margins: Scoring = NO_MARGINS
) -> list[MatchScore]:
    """One for each pairing of the stored rounds, in their order.

    A match that is settled has the points that it was decided by.
    """
    games = {game.number: game for game in progress.games}
    scores: dict[tuple[int, Pairing], MatchScore] = {}
    for number, index, pairing, _ in numbered_games(progress.rounds):
        score = scores.setdefault((index, pairing), MatchScore(index, pairing))
        game = games.get(number)
        if game is not None:
            match = progress.rounds[index].number, score.bots
            worth = progress.settled.get(match, scoring)
            points = dict(zip(Side, worth.points(game.ending), strict=True))
            first = progress.entrants[pairing.first].name
            side = Side.SOUTH if game.south == first else Side.NORTH
            score.played += 1
            score.first_points += points[side]
            score.second_points += points[side.other]
            south, north = margins.points(game.ending)
            lead = int(south - north) // 2
            score.margin += lead if side is Side.SOUTH else -lead
    return list(scores.values())


def meetings_of_rounds(progress: Progress, scoring: Scoring) -> list[Meeting]:
    """Who met whom, round by round, and who had no opponent."""
    names = progress.names
    scores = match_scores(progress, scoring)
    meetings = []
    for index, each in enumerate(progress.rounds):
        for score in (score for score in scores if score.round_index == index):
            points = (score.first_points, score.second_points) if score.played else None
            bots = names[score.pairing.first], names[score.pairing.second]
            meetings.append(Meeting(each.number, *bots, points))
        meetings += [Meeting(each.number, names[bot], None, None) for bot in each.byes]
    return meetings
