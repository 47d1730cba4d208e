"""Knockout: who loses a match is out.

Seeds are in the order of the tournament file, unless it gives others. The bracket is the usual one:
the two best seeds can meet in the final only, the best four in the semi-finals, and so on. Where
the number of bots is no power of two, the best seeds have no opponent in the first round.

A tied match goes on with pairs of games. If it is still tied when these are used up, the larger
margin in stones or discs over all games of the match decides, then the better seed. A forfeited
game is lost by the largest margin.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import ClassVar

from owari.results.rounds import Meeting, Round
from owari.results.scoring import Scoring
from owari.results.standings import USUAL, Counting, Standings, standings
from owari.tournament.formats.match_scores import NO_MARGINS, MatchScore, match_scores
from owari.tournament.formats.tournament_format import Format, Progress, paired
from owari.tournament.schedule import seats

__all__ = ["BracketMatch", "Decision", "Knockout", "bracket_order"]


class Decision(Enum):
    """What decides a match."""

    POINTS = "points"
    TIE_BREAK = "tie-break games"
    MARGIN = "margin"
    SEED = "better seed"
    BYE = "bye"
    """There is no other bot."""
    WALKOVER = "walkover"
    """The other bot has withdrawn, or these two cannot play."""


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """A match of the bracket; a bot is its place among the entrants."""

    round: int
    bots: tuple[int | None, int | None]
    """The better seed first in the first round; None for nobody, or not known yet."""
    played: int = 0
    points: tuple[float, float] = (0.0, 0.0)
    winner: int | None = None
    decision: Decision | None = None


@dataclass(frozen=True, slots=True)
class Knockout(Format):
    """A bracket of matches."""

    admits_late_bots: ClassVar[bool] = False
    eliminates: ClassVar[bool] = True

    games_per_match: int
    tie_break_games: int = 2
    """The most games that a tied match goes on with; an even number."""
    seeds: tuple[str, ...] = ()
    """The names of the best seeds; the others follow in the order in which they entered."""
    counting: Counting = USUAL
    margins: Scoring = NO_MARGINS
    """The margins that decide a match that stays tied."""

    def next_round(self, progress: Progress) -> Round | None:
        """The next round of the bracket, or further games of the tied matches of the last one."""
        for matches in self.bracket(progress):
            waiting = [
                match.bots for match in matches if match.winner is None and None not in match.bots
            ]
            if waiting:
                number = matches[0].round
                begun = any(each.number == number for each in progress.rounds)
                games = 2 if begun else self.games_per_match
                pairings = [
                    paired(progress.rounds, one, other, games)
                    for one, other in waiting
                    if one is not None and other is not None
                ]
                byes = [
                    bot
                    for match in matches
                    if match.decision is Decision.BYE and not begun
                    for bot in match.bots
                    if bot is not None
                ]
                return Round(number, tuple(pairings), tuple(byes))
        return None

    def bracket(self, progress: Progress) -> Iterator[list[BracketMatch]]:
        """The matches of each round, from the first one to the final, as far as they are known."""
        seeds = self.seeded(progress)
        places = dict(enumerate(seeds, 1))
        slots = [places.get(seed) for seed in bracket_order(len(seeds))]
        scores = match_scores(progress, self.counting.scoring, self.margins)
        number = 1
        while len(slots) > 1:
            matches = [
                self._match(progress, scores, number, bots, seeds)
                for bots in zip(slots[::2], slots[1::2], strict=True)
            ]
            yield matches
            slots = [match.winner for match in matches]
            number += 1

    def seeded(self, progress: Progress) -> list[int]:
        """The places of the bots in the bracket, the best seed first."""
        first = [each for each in progress.rounds if each.number == 1][:1]
        inside = {bot for each in first for pairing in each.pairings for bot in pairing[:2]}
        inside |= {bot for each in first for bot in each.byes}
        names = progress.names
        best = [names.index(name) for name in self.seeds if name in names]
        others = [place for place in range(len(names)) if place not in best]
        contestants = inside or set(progress.present)
        return [place for place in (*best, *others) if place in contestants]

    def standings(self, progress: Progress) -> Standings:
        """Places by the round in which a bot lost; who is still in is first."""
        names = progress.names
        left = dict.fromkeys(names, 1)
        for matches in self.bracket(progress):
            for match in matches:
                for bot in match.bots:
                    if bot is not None:
                        out = match.winner is not None and bot != match.winner
                        left[names[bot]] = -match.round if out else -(len(names) + 1)
        counting = self.counting._replace(tie_breaks=())
        return standings(progress.ranked, progress.games, counting, ranks=left)

    def meetings(self, progress: Progress) -> list[Meeting]:
        """The bracket as far as it is known."""
        names = progress.names
        meetings = []
        for match in (match for matches in self.bracket(progress) for match in matches):
            one, other = match.bots if match.bots[0] is not None else match.bots[::-1]
            if one is not None and (other is not None or match.decision):
                opponent = None if other is None else names[other]
                winner = None if match.winner is None else names[match.winner]
                points = match.points if match.played else None
                decision = match.decision.value if match.decision else ""
                meetings.append(
                    Meeting(match.round, names[one], opponent, points, winner, decision)
                )
        return meetings

    def _match(
        self,
        progress: Progress,
        scores: Sequence[MatchScore],
        number: int,
        bots: tuple[int | None, int | None],
        seeds: Sequence[int],
    ) -> BracketMatch:
        one, other = bots
        if one is None or other is None:
            if number > 1:
                return BracketMatch(number, bots)
            winner = other if one is None else one
            return BracketMatch(number, bots, winner=winner, decision=Decision.BYE)
        games = [
            score
            for score in scores
            if progress.rounds[score.round_index].number == number and score.bots == {one, other}
        ]
        points = sum(game.points(one) for game in games), sum(game.points(other) for game in games)
        winner, decision = self._decided(progress, games, (one, other), seeds)
        later = {
            bot
            for each in progress.rounds
            if each.number > number
            for pairing in each.pairings
            for bot in pairing[:2]
        }
        if later & {one, other}:  # what was played on stands, whatever has been annulled since
            advanced = one if one in later else other
            decision = decision if winner == advanced else None
            winner = advanced
        played = sum(game.played for game in games)
        return BracketMatch(number, bots, played, points, winner, decision)

    def _decided(
        self,
        progress: Progress,
        games: Sequence[MatchScore],
        bots: tuple[int, int],
        seeds: Sequence[int],
    ) -> tuple[int | None, Decision | None]:
        """The winner and why; None and None while games are missing."""
        entrants = [progress.entrants[bot] for bot in bots]
        better = min(bots, key=seeds.index)
        complete = bool(games) and all(game.is_complete for game in games)
        if not complete:
            present = [bot for bot in bots if not progress.entrants[bot].withdrawn]
            if len(present) < 2:
                return (present or [better])[0], Decision.WALKOVER
            if seats(entrants[0], entrants[1], 0) is None:
                return better, Decision.WALKOVER
            return None, None
        lead = sum(game.points(bots[0]) - game.points(bots[1]) for game in games)
        if lead:
            why = Decision.POINTS if len(games) == 1 else Decision.TIE_BREAK
            return bots[0] if lead > 0 else bots[1], why
        if 2 * (len(games) - 1) < self.tie_break_games:
            return None, None
        margin = sum(game.margin_of(bots[0]) for game in games)
        if margin:
            return bots[0] if margin > 0 else bots[1], Decision.MARGIN
        return better, Decision.SEED


def bracket_order(bots: int) -> list[int]:
    """The seeds from the top of the bracket to its bottom, with those of missing bots: 1, 8, 4, 5,
    2, 7, 3, 6 for 5 to 8 bots."""
    order = [1]
    while len(order) < bots:
        last = 2 * len(order) + 1
        order = [seed for better in order for seed in (better, last - better)]
    return order
