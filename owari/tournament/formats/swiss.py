"""Swiss: in each round, bots with about as many points meet.

A bot without an opponent rests: it has the points of a won match. So has one whose opponent
withdraws before they have played. A late bot enters in the next round with no points.

Of all ways to pair the bots of a round, it is the best one by these aims, each of which counts more
than all those below it:

1. No two bots meet again, and no bot rests twice: not in this round, and not in those that are
   left, if there is a schedule for them. If there is none, for as many rounds as possible.
2. Who rests has as few points as possible.
3. No bot has the same seat a third time in a row, or one seat three times more often than the
   other. The seat is that in the first game of a match.
4. Bots have as many points as their opponents. The sum of the squared differences decides.
5. Bots that moved second more often move first.
6. Among those with as many points, the upper half meets the lower half in order.

The best way is a matching of maximum weight in a graph whose edges are the possible pairs. Where it
leaves no schedule, the best one that does is chosen in a field of up to 12 bots; in a larger one a
good one, from schedules that were found.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from math import ceil, log2
from typing import Any, NamedTuple

from owari.results.game_log import UNPLAYED, StoredGame
from owari.results.rounds import Meeting, Pairing, Round, numbered_games
from owari.results.scoring import TieBreak
from owari.results.standings import Counting, Pairings, Standings, standings
from owari.text.printable import listing
from owari.tournament.formats.schedule import Entrant, seats
from owari.tournament.formats.swiss_schedule import (
    LARGEST_EXACT,
    REST,
    Matching,
    Pair,
    Possible,
    Schedules,
    improved,
    matchings,
)
from owari.tournament.formats.tournament_format import (
    Format,
    Progress,
    match_scores,
    meetings_of_rounds,
    paired,
)

SWISS_TIE_BREAKS = (TieBreak.BUCHHOLZ_CUT_1, TieBreak.BUCHHOLZ, TieBreak.SONNEBORN_BERGER)


MOST_NAMED = 3
"""Bots or pairs that a note names."""


class Seat(NamedTuple):
    """That of a bot in a match that it played."""

    round: int
    first: bool
    """Whether it moves first in the first game."""


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
        ranked, field = self._field(progress)
        pairs = field.pairs
        pairings = [
            paired(progress.rounds, ranked[first], ranked[second], self.games_per_match)
            for first, second in pairs
        ]
        met = {bot for pair in pairs for bot in pair}
        byes = [ranked[index] for index in range(len(ranked)) if index not in met]
        return Round(number, tuple(pairings), tuple(byes)) if pairings else None

    def settings(self, progress: Progress) -> dict[str, Any]:
        """The number of rounds, and the tie-breaks."""
        tie_breaks = [way.value for way in self.counting.tie_breaks]
        return {"rounds": self.rounds(len(progress.entrants)), "tie-breaks": tie_breaks}

    def last_round(self, progress: Progress) -> int:
        """That of the key, or by the number of bots."""
        return self.rounds(len(progress.entrants))

    def standings(self, progress: Progress) -> Standings:
        """The table by points, with Buchholz over the rounds."""
        return standings(progress.ranked, progress.games, self.counting, self._pairings(progress))

    def meetings(self, progress: Progress) -> list[Meeting]:
        """The matches of each round, and their points."""
        return meetings_of_rounds(progress, self.counting.scoring)

    def outlook(self, progress: Progress) -> list[str]:
        """Whether the rounds are too many for the bots."""
        left = self.rounds(len(progress.entrants)) - len(progress.rounds)
        ranked, field = self._field(progress)
        if left < 1 or len(ranked) < 2 or (possible := field.possible_rounds()) is None:
            return []
        rounds = "round" if left == 1 else f"{left} rounds"
        rounds += " left" if progress.rounds else ""
        which = f"Only {possible} of the" if possible else "None of the" if left > 1 else "No"
        return [f"{which} {rounds} can do without a second meeting and a second bye."]

    def notes(self, progress: Progress) -> list[str]:
        """What could not be avoided in the rounds so far."""
        names = progress.names
        met: defaultdict[frozenset[int], list[int]] = defaultdict(list)
        byes: defaultdict[int, list[int]] = defaultdict(list)
        for each in progress.rounds:
            for pairing in each.pairings:
                met[frozenset(pairing[:2])].append(each.number)
            for bot in each.byes:
                byes[bot].append(each.number)
        pairs = [
            f"{' and '.join(names[place] for place in sorted(pair))} ({_rounds(numbers)})"
            for pair, numbers in met.items()
            if len(numbers) > 1
        ]
        rests = [
            f"{names[bot]} ({_rounds(numbers)})" for bot, numbers in byes.items() if numbers[1:]
        ]
        notes = [
            ("Bots that meet again", pairs),
            ("More than one bye", rests),
            ("A bye though others without one had fewer points", [*self._high_byes(progress)]),
            ("The same seat three times in a row", [*self._third_seats(progress)]),
        ]
        return [f"{title}: {_some(items)}." for title, items in notes if items]

    def _high_byes(self, progress: Progress) -> Iterator[str]:
        """The bots that had a bye before others with fewer points, by the results as they are."""
        games = 0
        rested: set[int] = set()
        for index, each in enumerate(progress.rounds):
            before = progress._replace(
                rounds=progress.rounds[:index],
                games=[game for game in progress.games if game.number <= games],
            )
            rows = {row.name: row for row in self.standings(before).rows} if each.byes else {}
            others = {place for pairing in each.pairings for place in pairing[:2]} - rested
            points = [
                row.points
                for place in others
                if (row := rows.get(progress.names[place])) and not row.byes
            ]
            for bot in each.byes:
                row = rows.get(progress.names[bot])
                if row and points and row.points > min(points):
                    yield f"{row.name} (round {each.number})"
            rested.update(each.byes)
            games += sum(pairing.games for pairing in each.pairings)

    def _third_seats(self, progress: Progress) -> Iterator[str]:
        """The bots that had the same seat three times in a row."""
        found, _ = self._seats(progress)
        for place, taken in sorted(found.items()):
            bot = progress.entrants[place]
            threes = zip(taken, taken[1:], taken[2:], strict=False)
            for three in threes if bot.first and bot.second else ():
                if len({seat.first for seat in three}) == 1:
                    how = "first" if three[0].first else "second"
                    yield f"{bot.name} ({how} in {_rounds([seat.round for seat in three])})"

    def _field(self, progress: Progress) -> tuple[list[int], SwissField]:
        """The places of those that are present, in the order of the table, and the same as those
        of the next round."""
        names, present = progress.names, set(progress.present)
        places = {name: place for place, name in enumerate(names)}
        rows = {places[row.name]: row for row in self.standings(progress).rows}
        ranked = [place for place in rows if place in present]
        met: defaultdict[int, Counter[str]] = defaultdict(Counter)
        for each in progress.rounds:
            for one, other, *_ in each.pairings:
                met[one][names[other]] += 1
                met[other][names[one]] += 1
        rests = self._rests(progress)
        found, wins = self._seats(progress)
        candidates = [
            Candidate(
                progress.entrants[place],
                rows[place].points,
                tuple(seat.first for seat in found.get(place, ())),
                len(rests[place]) + wins[place],
                met[place],
            )
            for place in ranked
        ]
        left = self.rounds(len(progress.entrants)) - len(progress.rounds)
        return ranked, SwissField(candidates, left)

    def _seats(self, progress: Progress) -> tuple[dict[int, list[Seat]], Counter[int]]:
        """The seats of the bots in these places, and how many matches they won without play."""
        games = {game.number: game for game in progress.games}
        matches: dict[tuple[int, Pairing], list[StoredGame]] = defaultdict(list)
        for number, index, pairing, _ in numbered_games(progress.rounds):
            matches[index, pairing] += [games[number]] if number in games else []
        found: defaultdict[int, list[Seat]] = defaultdict(list)
        wins: Counter[int] = Counter()
        for (index, pairing), played in matches.items():
            places = pairing.first, pairing.second
            one, other = (progress.entrants[place] for place in places)
            order = seats(one, other, pairing.leg)
            at_the_board = any(game.ending.termination not in UNPLAYED for game in played)
            sides = [(game, game.ending.result.winner) for game in played]
            winners = {game.player(side) for game, side in sides if side is not None}
            for place in places:
                name = progress.entrants[place].name
                if order and at_the_board:
                    found[place].append(Seat(progress.rounds[index].number, name == order[0]))
                elif name in winners:
                    wins[place] += 1
        return found, wins

    def _pairings(self, progress: Progress) -> Pairings:
        """The opponents of each bot round by round; a round without a game is one of rest."""
        names = progress.names
        scores = match_scores(progress, self.counting.scoring)
        opponents: defaultdict[str, list[str | None]] = defaultdict(list)
        for index in range(len(progress.rounds)):
            met: dict[int, int] = {}
            waiting = set()
            for score in (score for score in scores if score.round_index == index):
                one, other, *_ = score.pairing
                if score.played:
                    met |= {one: other, other: one}
                elif progress.left_alone(one, other) is None:
                    waiting |= {one, other}
            for place, name in enumerate(names):
                if place in met:
                    opponents[name].append(names[met[place]])
                elif place not in waiting:
                    opponents[name].append(None)
        byes = {names[bot]: sum(games) for bot, games in self._rests(progress).items()}
        return Pairings(opponents, byes)

    def _rests(self, progress: Progress) -> dict[int, list[int]]:
        """The games of each match that a bot did not need to play, by its place: matches had as
        many as the settings said in that round."""
        rests: defaultdict[int, list[int]] = defaultdict(list)
        for each in progress.rounds:
            for bot in each.byes:
                rests[bot].append(each.pairings[0].games)
        for score in match_scores(progress, self.counting.scoring):
            alone = progress.left_alone(score.pairing.first, score.pairing.second)
            if alone is not None and not score.played:
                rests[alone].append(score.pairing.games)
        return rests


def _rounds(numbers: Sequence[int]) -> str:
    """`rounds 1, 3 and 4`."""
    return f"rounds {listing(numbers)}"


def _some(items: Sequence[str]) -> str:
    """The first of these, and how many there are more."""
    named, more = items[:MOST_NAMED], len(items) - MOST_NAMED
    return ", ".join(named) + (f" and {more} more" if more > 0 else "")


LARGEST_BALANCE = 2
REACH = 16
LARGEST_FIELD = 64
"""In a larger one, only opponents of about the right rank are considered if they suffice, and there
is no look ahead."""

Costs = tuple[int, ...]
"""One number for each aim, from the first one down; 0 is best."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A bot that waits for an opponent."""

    entrant: Entrant
    points: float = 0
    firsts: tuple[bool, ...] = ()
    """Whether it moved first in the first game of each match that it played."""
    rests: int = 0
    """How often it had no opponent."""
    met: dict[str, int] = field(default_factory=dict)
    """How often it met others, by their names."""

    @property
    def balance(self) -> int:
        """How much more often it moved first than second."""
        return 2 * sum(self.firsts) - len(self.firsts)

    def seat_faults(self, first: bool) -> int:
        """What the third aim has against this seat."""
        if not (self.entrant.first and self.entrant.second):
            return 0
        third = self.firsts[-2:] == (first, first)
        return third + (abs(self.balance + (1 if first else -1)) > LARGEST_BALANCE)


class SwissField:
    """The bots of a round, in the order of their rank, and the rounds that are left with it. Bots
    that cannot play each other are not paired, even if further bots rest then."""

    def __init__(self, candidates: Sequence[Candidate], rounds_left: int = 1) -> None:
        self._bots = candidates
        self._rounds_left = rounds_left
        self._schedules = Schedules()

    @property
    def pairs(self) -> list[Pair]:
        """As indexes, who moves first as the first; who is in none of them rests."""
        return [self._seated(*pair) for pair in self._matching() if pair[1] != REST]

    def possible_rounds(self) -> int | None:
        """How many of the rounds that are left can be played without a second meeting or a second
        bye, if certainly not all can; else None."""
        possible = self._possible(1)
        if not self._schedules.rules_out(possible, self._rounds_left):
            return None
        rounds = min(self._rounds_left - 1, possible.fewest_choices)
        while self._schedules.rules_out(possible, rounds):
            rounds -= 1
        return rounds if self._schedules.find(possible, rounds) is not None else None

    def _matching(self) -> Matching:
        """The round."""
        count = len(self._bots)
        reach = REACH if count > LARGEST_FIELD else count
        while True:
            edges = self._edges(reach)
            weights = _weights(edges, count)
            matching = _lightest(weights, self._resting)
            again = max((edges[pair][0] for pair in matching), default=0)
            if reach >= count or (len(matching) == (count + self._resting) // 2 and not again):
                break
            reach *= 2
        if count > LARGEST_FIELD:
            return matching
        possible = self._possible(again + 1)
        if possible.always_has(self._rounds_left):
            return matching
        return self._with_schedule(matching, possible, weights)

    def _with_schedule(
        self, matching: Matching, possible: Possible, weights: Mapping[Pair, int]
    ) -> Matching:
        """This matching, the lightest one, if it leaves a schedule of as many rounds as there can
        be, else another one that does."""
        find, left = self._schedules.find, possible.without(matching)
        for rounds in range(min(self._rounds_left, possible.fewest_choices), 0, -1):
            if find(left, rounds - 1) is not None:
                break
            if (schedule := find(possible, rounds)) is not None:
                return self._light(possible, schedule, weights)
        return matching

    def _light(
        self, possible: Possible, schedule: list[Matching], weights: Mapping[Pair, int]
    ) -> Matching:
        """The lightest matching after which as many rounds are left as in this schedule; a light
        one if there are too many."""

        def weight(matching: Matching) -> int:
            return sum(weights[pair] for pair in matching)

        rounds = len(schedule)
        if len(self._bots) <= LARGEST_EXACT:
            for matching in sorted(matchings(possible), key=weight):
                if self._schedules.find(possible.without(matching), rounds - 1) is not None:
                    return matching
        if self._resting > 1:
            return min(schedule, key=weight)
        several = [schedule, *self._schedules.several(possible, rounds)]
        return min(improved(each, len(self._bots), weights) for each in several)[1]

    @cached_property
    def _playable(self) -> list[int]:
        """Whom each bot can play, as bits."""
        everyone = (1 << len(self._bots)) - 1
        if all(bot.entrant.first and bot.entrant.second for bot in self._bots):
            return [everyone & ~(1 << place) for place in range(len(self._bots))]
        partners = [0] * len(self._bots)
        for one, other in combinations(range(len(self._bots)), 2):
            if seats(self._bots[one].entrant, self._bots[other].entrant, 0):
                partners[one] |= 1 << other
                partners[other] |= 1 << one
        return partners

    @cached_property
    def _resting(self) -> int:
        """How many rest in each round."""
        if all(partners.bit_count() == len(self._bots) - 1 for partners in self._playable):
            return len(self._bots) % 2
        places = combinations(range(len(self._bots)), 2)
        pairs = {pair: 0 for pair in places if self._playable[pair[0]] >> pair[1] & 1}
        return len(self._bots) - 2 * len(_lightest(pairs, 0))

    def _possible(self, times: int) -> Possible:
        """What is possible if no two meet more often than so many times, and no bot rests more
        often."""
        places = {bot.entrant.name: 1 << place for place, bot in enumerate(self._bots)}
        partners = [
            playable & ~sum(places.get(name, 0) for name, met in bot.met.items() if met >= times)
            for bot, playable in zip(self._bots, self._playable, strict=True)
        ]
        resters = sum(1 << place for place, bot in enumerate(self._bots) if bot.rests < times)
        return Possible(tuple(partners), resters, self._resting)

    def _edges(self, reach: int) -> dict[Pair, Costs]:
        """The possible pairs, by index: the upper first, or the bot that rests. In a large field,
        ranks differ from those of the best opponent by at most `reach`."""
        groups = Counter(bot.points for bot in self._bots)
        edges = {}
        for one, upper in enumerate(self._bots):
            half = groups[upper.points] // 2
            for other in range(one + 1, len(self._bots)):
                lower = self._bots[other]
                best = half if lower.points == upper.points else 1
                near = other - one <= reach or abs(other - one - best) <= reach
                if near and self._playable[one] >> other & 1:
                    edges[one, other] = self._costs(upper, lower, other - one - best)
        if self._resting:
            edges |= {(place, REST): self._rest_costs(place) for place in range(len(self._bots))}
        return edges

    def _costs(self, upper: Candidate, lower: Candidate, distance: int) -> Costs:
        """Those of a pair, whose ranks are `distance` off the best."""
        faults, imbalance, *_ = min(_orders(upper, lower))
        return (
            upper.met.get(lower.entrant.name, 0),
            0,
            faults,
            _quarters(upper.points - lower.points) ** 2,
            imbalance,
            distance**2,
        )

    def _rest_costs(self, place: int) -> Costs:
        bot = self._bots[place]
        least = min(each.points for each in self._bots)
        last = len(self._bots) - 1
        return bot.rests, _quarters(bot.points - least), 0, 0, 0, (last - place) ** 2

    def _seated(self, one: int, other: int) -> Pair:
        """The bot that is to move first, and the other one."""
        *_, exchanged = min(_orders(self._bots[one], self._bots[other], one % 2 == 1))
        return (other, one) if exchanged else (one, other)


def _orders(
    upper: Candidate, lower: Candidate, lower_first: bool = False
) -> list[tuple[int, int, bool, bool, bool]]:
    """What speaks against each possible order of two bots, by weight: the third aim; how far their
    balances are off; that they do not change seats since a round in which these differed; that
    another one moves first than if all else is equal. Last, whether the lower moves first."""
    orders = []
    for first, second in ((upper, lower), (lower, upper)):
        if first.entrant.first and second.entrant.second:
            faults = first.seat_faults(True) + second.seat_faults(False)
            imbalance = (first.balance + 1) ** 2 + (second.balance - 1) ** 2
            seats_so_far = zip(reversed(first.firsts), reversed(second.firsts), strict=False)
            again = next((one for one, other in seats_so_far if one != other), False)
            exchanged = first is lower
            orders.append((faults, imbalance, again, exchanged is not lower_first, exchanged))
    return orders


def _weights(edges: Mapping[Pair, Costs], count: int) -> dict[Pair, int]:
    """Each edge with one number, so that the sums of matchings are in the order of their costs."""
    factors = [count * max(cost) + 1 for cost in zip(*edges.values(), strict=True)]
    weights = {}
    for pair, costs in edges.items():
        weight = 0
        for cost, factor in zip(costs, factors, strict=True):
            weight = weight * factor + cost
        weights[pair] = weight
    return weights


def _lightest(weights: Mapping[Pair, int], resting: int) -> Matching:
    """As many of the pairs as possible without a common bot, at the lowest weight; so many rest."""
    import networkx as nx

    heaviest = max(weights.values(), default=0)
    graph: Any = nx.Graph()
    for (one, other), weight in weights.items():
        for vertex in range(-resting, 0) if other == REST else (other,):
            graph.add_edge(one, vertex, weight=heaviest - weight)
    matching = nx.max_weight_matching(graph, maxcardinality=True)
    pairs = (sorted(pair) for pair in matching)
    return sorted((second, REST) if first < 0 else (first, second) for first, second in pairs)


def _quarters(points: float) -> int:
    return round(4 * points)
