"""Knockout: who loses a match is out.

Seeds are in the order of the tournament file, unless it gives others. The bracket is the usual one:
the two best seeds can meet in the final only, the best four in the semi-finals, and so on. Where
the number of bots is no power of two, the best seeds have no opponent in the first round.

A tied match goes on with pairs of games. If it is still tied when these are used up, the larger
margin in stones or discs over all games of the match decides, then the better seed. A forfeited
game is lost by the largest margin.

If asked for, the two that lost in the semi-finals play for place three, in the round of the final.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, ClassVar

from owari.results.rounds import Meeting, Round, numbered_games
from owari.results.scoring import Scoring, format_points
from owari.results.standings import USUAL, Counting, Standings, standings
from owari.tournament.formats.schedule import ScheduledGame, seats
from owari.tournament.formats.tournament_format import (
    NO_MARGINS,
    Format,
    Match,
    MatchScore,
    Progress,
    match_scores,
    paired,
)


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


BY_GAMES = (Decision.POINTS, Decision.TIE_BREAK, Decision.MARGIN, Decision.SEED)
"""The decisions of matches that are played."""

THIRD = "third place"
_LAST_ROUNDS = ("final", "semi-final", "quarter-final")
"""The names of the last rounds, from the last one."""
_CROWNINGS = {
    Decision.POINTS: "who won the final {}",
    Decision.TIE_BREAK: "who won the final {} by tie-break games",
    Decision.MARGIN: "who won the final, which ended {}, by a margin of {}",
    Decision.SEED: "who won the final, which ended {}, as the better seed",
    Decision.BYE: "who had no opponent in the final",
    Decision.WALKOVER: "who won the final by a walkover",
}
"""What decided the final, with its points and its margin over all games."""


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
    for_third: bool = False
    """Whether it is the match for place three."""
    margin: int = 0
    """That of the side that is ahead, over all games."""

    @property
    def loser(self) -> int | None:
        """Who is out; None for nobody, or not known yet."""
        out = [bot for bot in self.bots if self.winner is not None and bot != self.winner]
        return out[0] if out else None


@dataclass(frozen=True, slots=True)
class Knockout(Format):
    """A bracket of matches."""

    admits_late_bots: ClassVar[bool] = False

    games_per_match: int
    tie_break_games: int = 2
    """The most games that a tied match goes on with; an even number."""
    seeds: tuple[str, ...] = ()
    """The names of the best seeds; the others follow in the order in which they entered."""
    counting: Counting = USUAL
    margins: Scoring = NO_MARGINS
    """The margins that decide a match that stays tied."""
    third_place: bool = False
    """Whether there is a match for place three."""

    def next_round(self, progress: Progress) -> Round | None:
        """The next round of the bracket, or further games of the tied matches of the last one."""
        for matches in self.bracket(progress):
            waiting = [
                match for match in matches if match.winner is None and None not in match.bots
            ]
            if waiting:
                number = matches[0].round
                pairings = [
                    paired(progress.rounds, one, other, 2 if match.played else self.games_per_match)
                    for match in waiting
                    for one, other in [match.bots]
                    if one is not None and other is not None
                ]
                begun = any(each.number == number for each in progress.rounds)
                byes = [
                    bot
                    for match in matches
                    if match.decision is Decision.BYE and not begun
                    for bot in match.bots
                    if bot is not None
                ]
                third = next((match.bots for match in waiting if match.for_third), ())
                losers = tuple(bot for bot in third if bot is not None)
                return Round(number, tuple(pairings), tuple(byes), losers)
        return None

    def games(self, progress: Progress) -> list[ScheduledGame]:
        """All games that are known so far, those for place three only where it is played for."""
        found = super(Knockout, self).games(progress)
        third = {
            game.number
            for game in numbered_games(progress.rounds)
            if game.pairing.first in progress.rounds[game.round_index].third
        }
        return [game for game in found if self.third_place or game.number not in third]

    def bracket(self, progress: Progress) -> Iterator[list[BracketMatch]]:
        """The matches of each round, from the first one to the final, as far as they are known. The
        match for place three comes before the final."""
        seeds = self.seeded(progress)
        places = dict(enumerate(seeds, 1))
        slots = [places.get(seed) for seed in bracket_order(len(seeds))]
        scores = match_scores(progress, self.counting.scoring, self.margins)
        losers: list[int | None] = []
        with_bye = False
        number = 1
        while len(slots) > 1:
            matches = [
                self._match(progress, scores, number, bots, seeds)
                for bots in zip(slots[::2], slots[1::2], strict=True)
            ]
            third = []
            if self.third_place and len(losers) == 2 and not with_bye:
                match = self._match(progress, scores, number, (losers[0], losers[1]), seeds)
                third = [replace(match, for_third=True)]
            yield third + matches
            losers = [match.loser for match in matches]
            with_bye = any(match.decision is Decision.BYE for match in matches)
            slots = [match.winner for match in matches]
            number += 1

    def decided(self, progress: Progress) -> list[Match]:
        """The matches that games have decided."""
        return [
            (match.round, frozenset(bot for bot in match.bots if bot is not None))
            for matches in self.bracket(progress)
            for match in matches
            if match.decision in BY_GAMES
        ]

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

    def settings(self, progress: Progress) -> dict[str, Any]:
        """The bots in the order of their seeds, the games that break a tie, and whether there is a
        match for place three."""
        names = progress.names
        seeds = [names[place] for place in self.seeded(progress)]
        tie_break_games, third_place = self.tie_break_games, self.third_place
        return {"seeds": seeds, "tie-break-games": tie_break_games, "third-place": third_place}

    def standings(self, progress: Progress) -> Standings:
        """Places by the round in which a bot lost. Who is still in has none until the final is
        decided."""
        names, last = progress.names, self.last_round(progress)
        places = dict.fromkeys(names, len(names) + 1)
        for match in (match for matches in self.bracket(progress) for match in matches):
            for bot in (bot for bot in match.bots if bot is not None):
                if match.for_third:
                    places[names[bot]] += bot == match.loser
                else:
                    places[names[bot]] = (1 << last - match.round) + 1 if bot == match.loser else 0
        champion = self._final(progress).winner
        if champion is not None:
            places[names[champion]] = 1
        counting = self.counting._replace(tie_breaks=())
        table = standings(progress.ranked, progress.games, counting, ranks=places)
        for row in table.rows:
            row.place = min(row.place, places[row.name])
        return replace(table, still_in=tuple(row.name for row in table.rows if not row.place))

    def last_round(self, progress: Progress) -> int:
        """That of the final."""
        return (len(bracket_order(len(self.seeded(progress)))) - 1).bit_length()

    def round_name(self, progress: Progress, number: int) -> str:
        """By the bots that are left: `final`, `semi-final`, `quarter-final`, `round of 16`."""
        third = any(each.third for each in progress.rounds if each.number == number)
        return self._stage(progress, number) + f" and {THIRD}" * (self.third_place and third)

    def _stage(self, progress: Progress, number: int) -> str:
        left = self.last_round(progress) - number
        return _LAST_ROUNDS[left] if left < len(_LAST_ROUNDS) else f"round of {2 << left}"

    def stages(self, progress: Progress) -> dict[int, str]:
        """The rounds by name, the match for place three, and the games that break ties."""
        found = {}
        met: dict[tuple[int, frozenset[int]], int] = {}
        for game in numbered_games(progress.rounds):
            each, bots = progress.rounds[game.round_index], frozenset(game.pairing[:2])
            third = game.pairing.first in each.third
            name = THIRD if third else self._stage(progress, each.number)
            first = met.setdefault((each.number, bots), game.round_index)
            found[game.number] = name.capitalize() + ", tie-break" * (first != game.round_index)
        return found

    def crowning(self, progress: Progress) -> str:
        """How the final ended."""
        final = self._final(progress)
        points = final.points if final.winner == final.bots[0] else final.points[::-1]
        score = " : ".join(map(format_points, points))
        return _CROWNINGS[final.decision].format(score, final.margin) if final.decision else ""

    def _final(self, progress: Progress) -> BracketMatch:
        """The match for place one, also where nobody is known to be in it."""
        last = BracketMatch(0, (None, None), winner=next(iter(self.seeded(progress)), None))
        for matches in self.bracket(progress):
            last = matches[-1]
        return last

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
                stage = THIRD if match.for_third else self._stage(progress, match.round)
                meetings.append(
                    Meeting(
                        match.round,
                        names[one],
                        opponent,
                        points,
                        winner,
                        decision,
                        stage,
                        match.for_third,
                    )
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
            if bot not in each.third
        }
        out = {bot for each in progress.rounds if each.number == number + 1 for bot in each.third}
        if (later | out) & {one, other}:  # what was played on stands, whatever was annulled since
            advanced = one if one in later or other in out else other
            decision = decision if winner == advanced else None
            winner = advanced
        played = sum(game.played for game in games)
        margin = abs(sum(game.margin_of(one) for game in games))
        return BracketMatch(number, bots, played, points, winner, decision, margin=margin)

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
        number = progress.rounds[games[0].round_index].number
        settled = (number, frozenset(bots)) in progress.settled
        if not settled and 2 * (len(games) - 1) < self.tie_break_games:
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
