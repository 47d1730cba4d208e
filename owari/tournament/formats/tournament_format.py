"""What a format is: a function of the entrants, the stored rounds and the games that count; and
what the matches of these rounds have come to."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from owari.games.game import Side
from owari.results.game_log import StoredGame
from owari.results.rounds import Meeting, Pairing, PairNumbers, Round, numbered_games
from owari.results.scoring import Scoring
from owari.results.standings import Standings
from owari.tournament.formats.schedule import Entrant, ScheduledGame, seats

Match = tuple[int, frozenset[int]]
"""The number of a round, and the places of the two bots that meet in it."""


class Progress(NamedTuple):
    """How far a tournament is."""

    entrants: list[Entrant]
    """In the order in which they entered: the places in pairings are their indexes."""
    rounds: Sequence[Round] = ()
    """The stored rounds; none unless the format goes by rounds."""
    games: Sequence[StoredGame] = ()
    """The games that count."""
    numbers: PairNumbers | None = None
    """Those of the games of each pair, unless the format goes by rounds; None: as many as the
    format has games."""
    settled: Mapping[Match, Scoring] = {}
    """The scoring by which matches were decided, where it is another one now."""

    @property
    def names(self) -> list[str]:
        """The names of the entrants."""
        return [entrant.name for entrant in self.entrants]

    @property
    def ranked(self) -> list[str]:
        """The names of those that the table has: not those whose games are void."""
        return [entrant.name for entrant in self.entrants if not entrant.void]

    @property
    def guests(self) -> set[str]:
        """The names of those that are not ranked."""
        return {entrant.name for entrant in self.entrants if entrant.guest}

    @property
    def present(self) -> Iterator[int]:
        """The places of the entrants that have not withdrawn."""
        return (place for place, entrant in enumerate(self.entrants) if not entrant.withdrawn)

    def left_alone(self, one: int, other: int) -> int | None:
        """The bot whose opponent has withdrawn; None where neither has, or both."""
        here = [bot for bot in (one, other) if not self.entrants[bot].withdrawn]
        return here[0] if len(here) == 1 else None


class Format(ABC):
    """A way to choose who meets whom."""

    __slots__ = ()

    by_rounds: ClassVar[bool] = True
    """Whether the pairings of a round depend on the games before; else the entrants alone say which
    games there are."""
    admits_late_bots: ClassVar[bool] = True
    """Whether a bot can enter after the first game."""

    @abstractmethod
    def next_round(self, progress: Progress) -> Round | None:
        """The round that follows the stored ones, whose games are all played; None after the
        last."""

    @abstractmethod
    def standings(self, progress: Progress) -> Standings:
        """The table after the games so far."""

    @abstractmethod
    def settings(self, progress: Progress) -> dict[str, Any]:
        """The values that hold of the keys whose defaults depend on the format, by these keys."""

    @abstractmethod
    def meetings(self, progress: Progress) -> list[Meeting]:
        """Who met whom in which round; none unless the format goes by rounds."""

    def decided(self, progress: Progress) -> list[Match]:
        """The matches whose points have decided who goes on or moves up; none in formats where
        only the sum of all points counts."""
        return []

    def outlook(self, progress: Progress) -> list[str]:
        """Sentences on the rounds that are left, for who can still change their number."""
        return []

    def last_round(self, progress: Progress) -> int:
        """The number of the last round; 0 unless the format goes by rounds."""
        return 0

    def round_name(self, progress: Progress, number: int) -> str:
        """`round 2 of 5`, `semi-final`."""
        return f"round {number} of {self.last_round(progress)}"

    def stages(self, progress: Progress) -> dict[int, str]:
        """What the games of a bracket are called by their numbers: `Final`, `Final, tie-break`."""
        return {}

    def crowning(self, progress: Progress) -> str:
        """What made a bot the champion of a bracket: `who won the final 2 : 0`."""
        return ""

    def notes(self, progress: Progress) -> list[str]:
        """Sentences on the rounds so far, for who reads the table."""
        return []

    def games(self, progress: Progress) -> list[ScheduledGame]:
        """All games that are known so far, played or not, in the order of play."""
        games = []
        for number, index, pairing, leg in numbered_games(progress.rounds):
            bots = progress.entrants[pairing.first], progress.entrants[pairing.second]
            if order := seats(*bots, leg):
                games.append(ScheduledGame(number, progress.rounds[index].number, leg, *order))
        return games

    def challengers(self, progress: Progress) -> list[str]:
        """The names of the bots that the tournament is about; none if everyone can be champion."""
        return []


def paired(rounds: Sequence[Round], first: int, second: int, games: int) -> Pairing:
    """The next games of these two, the one in the place `first` moving first. Their legs go on from
    those in the stored rounds."""
    played = (
        pairing.games
        for each in rounds
        for pairing in each.pairings
        if {first, second} == {pairing.first, pairing.second}
    )
    leg = sum(played)
    earlier, later = (first, second) if leg % 2 == 0 else (second, first)
    return Pairing(earlier, later, leg, games)


def begun_rounds(rounds: Sequence[Round], begun: Container[int]) -> Sequence[Round]:
    """The rounds until the last one with a game that is among the numbers in `begun`."""
    indexes = (game.round_index for game in numbered_games(rounds) if game.number in begun)
    return rounds[: max(indexes, default=-1) + 1]


def known_rounds(form: Format, progress: Progress, begun: Container[int]) -> list[Round]:
    """The stored rounds, and the next one if all their games are played.

    `begun` has the numbers of all games that were ever played, annulled ones too. Last rounds
    without any are made anew: corrected results, and bots that entered or left, then count.
    """
    progress = progress._replace(rounds=begun_rounds(progress.rounds, begun))
    played = {game.number for game in progress.games}
    rounds = list(progress.rounds)
    if all(game.number in played for game in form.games(progress)):
        following = form.next_round(progress)
        if following is not None:
            rounds.append(following)
    return rounds


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
    """One for each pairing of the stored rounds, in their order. A match that is settled has the
    points that it was decided by."""
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
