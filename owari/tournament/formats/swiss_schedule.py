"""Schedules: so many rounds in which no two bots meet twice, and no bot rests twice.

A round is a perfect matching of a graph whose edges are the possible pairs. Where one bot rests, a
further vertex stands for no opponent. A schedule of `n` rounds is `n` such matchings without a
common edge. To find one is as hard as to colour edges (Holyer 1981), so there are three ways:

1. Where every bot has many possible opponents, there is always one, by Dirac's theorem (1952).
2. In a small field, a search decides.
3. In a larger one, edges are coloured in random order, and the colours of paths are exchanged, as
   in Vizing's theorem (1964). What this does not find may exist.

Steps bound the search and the colouring, not time: the same field always gives the same schedule.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from random import Random
from typing import NamedTuple

REST = -1
"""Stands for no opponent, as the second of a pair."""
LARGEST_EXACT = 12
"""The bots of the largest field in which a search decides."""
STEPS = 16_000
"""Matchings that are tried, and edges that get a colour, for one round of a tournament."""
SHORT_SEARCH = 300
"""The steps after which it is worth while to look for a reason why there is no schedule."""
TRIES = 4
"""How often the edges of a graph are coloured anew."""
LEAST_STEPS, STEPS_AN_EDGE = 500, 4
"""Of one such try."""

Pair = tuple[int, int]
"""Two bots, the lower index first, or a bot and REST."""
Matching = list[Pair]
"""One round."""


class Possible(NamedTuple):
    """Who can meet whom, and who can rest; sets of bots are bits."""

    partners: tuple[int, ...]
    """The possible opponents of each bot."""
    resters: int
    """The bots that may rest."""
    resting: int
    """How many rest in each round."""

    def without(self, pairs: Iterable[Pair]) -> Possible:
        """What is left if these cannot be any more."""
        partners, resters = [*self.partners], self.resters
        for one, other in pairs:
            if other == REST:
                resters &= ~(1 << one)
            else:
                partners[one] &= ~(1 << other)
                partners[other] &= ~(1 << one)
        return Possible(tuple(partners), resters, self.resting)

    def choices(self, bot: int) -> int:
        """How many opponents the bot has; to rest is one of them."""
        may_rest = self.resters >> bot & 1 if self.resting else 0
        return self.partners[bot].bit_count() + may_rest

    @property
    def fewest_choices(self) -> int:
        """Those of the bot that has the fewest, or the rounds in which others can rest. No schedule
        has more rounds."""
        fewest = min(map(self.choices, range(len(self.partners))), default=0)
        if self.resting:
            return min(fewest, self.resters.bit_count() // self.resting)
        return fewest

    def always_has(self, rounds: int) -> bool:
        """Whether any first rounds can be completed to a schedule of so many. There is a next round
        while each of `n` vertices has `n / 2` neighbours (Dirac)."""
        vertices = len(self.partners) + self.resting
        return self.resting <= 1 and self.fewest_choices >= vertices // 2 + rounds - 1

    def neighbours(self) -> list[int]:
        """Those of each vertex. If one bot rests, a last one stands for no opponent."""
        if not self.resting:
            return [*self.partners]
        last = 1 << len(self.partners)
        rests = (last if self.resters >> bot & 1 else 0 for bot in range(len(self.partners)))
        return [*map(int.__or__, self.partners, rests), self.resters]


class Schedules:
    """Finds schedules, all of them together in a bounded number of steps."""

    def __init__(self) -> None:
        self._steps = STEPS
        self._last_step = 0
        self._failed: set[tuple[Possible, int]] = set()

    def find(self, possible: Possible, rounds: int) -> list[Matching] | None:
        """So many rounds, or None if none were found."""
        if rounds == 0:
            return []
        if rounds > possible.fewest_choices:
            return None
        small = len(possible.partners) <= LARGEST_EXACT
        if small:
            found = self._search(possible, rounds, SHORT_SEARCH)
            if found is not None or (possible, rounds) in self._failed:
                return found
        found = next(self.several(possible, rounds), None)
        if found is None and small:
            if _can_exist(possible, rounds):
                return self._search(possible, rounds, STEPS)
            self._failed.add((possible, rounds))
        return found

    def several(self, possible: Possible, rounds: int) -> Iterator[list[Matching]]:
        """Schedules of so many rounds, each from another colouring. None if more than one bot
        rests."""
        neighbours = possible.neighbours() if possible.resting <= 1 else []
        most = LEAST_STEPS + STEPS_AN_EDGE * (len(neighbours) * rounds // 2)
        for seed in range(TRIES if neighbours else 0):
            colouring = _Colouring(neighbours, rounds, Random(seed))
            complete = colouring.complete(min(most, self._steps))
            self._steps -= colouring.steps
            if complete:
                yield colouring.matchings(len(possible.partners))

    def rules_out(self, possible: Possible, rounds: int) -> bool:
        """Whether there is certainly no schedule of so many rounds."""
        if rounds > possible.fewest_choices:
            return True
        small = len(possible.partners) <= LARGEST_EXACT
        found = self.find(possible, rounds) if small else None
        return found is None and (possible, rounds) in self._failed

    def _search(self, possible: Possible, rounds: int, steps: int) -> list[Matching] | None:
        self._last_step = max(0, self._steps - steps)
        return self._found(possible, rounds)

    def _found(self, possible: Possible, rounds: int) -> list[Matching] | None:
        if rounds == 0:
            return []
        if rounds > possible.fewest_choices or (possible, rounds) in self._failed:
            return None
        pivot = min(range(len(possible.partners)), key=possible.choices)
        for matching in matchings(possible, pivot):
            if self._steps <= self._last_step:
                return None
            self._steps -= 1
            left = _in_order(possible, pivot, matching).without(matching)
            if (later := self._found(left, rounds - 1)) is not None:
                return [matching, *later]
        if self._steps > self._last_step:
            self._failed.add((possible, rounds))
        return None


def matchings(possible: Possible, first: int | None = None) -> Iterator[Matching]:
    """All possible rounds; in those that come first, the bot `first` has its lowest opponents."""

    def extended(free: int, resting: int, chosen: Matching, bot: int) -> Iterator[Matching]:
        partners, may_rest = possible.partners[bot] & free, possible.resters >> bot & 1
        free &= ~(1 << bot)
        for other in (*_bits(partners), *((REST,) if may_rest and resting else ())):
            chosen_now = [*chosen, (bot, other) if other == REST else _pair(bot, other)]
            left = free if other == REST else free & ~(1 << other)
            rests = resting - (other == REST)
            if not left and not rests:
                yield chosen_now
            elif (following := _tightest(possible, left, rests)) is not None:
                yield from extended(left, rests, chosen_now, following)

    everyone = (1 << len(possible.partners)) - 1
    begin = _tightest(possible, everyone, possible.resting) if first is None else first
    if begin is not None:
        yield from extended(everyone, possible.resting, [], begin)


def _tightest(possible: Possible, free: int, resting: int) -> int | None:
    """The free bot that has the fewest choices; None if there is no round."""
    tightest, fewest = None, len(possible.partners) + 1
    for bot in _bits(free) if resting <= free.bit_count() else ():
        count = (possible.partners[bot] & free).bit_count()
        count += possible.resters >> bot & 1 if resting else 0
        if count < fewest:
            tightest, fewest = bot, count
    return tightest if fewest else None


def _in_order(possible: Possible, bot: int, matching: Matching) -> Possible:
    """What is left if the bot later meets only opponents of higher indexes than in this round: the
    rounds of a schedule can be in any order. To rest comes last."""
    other = next(sum(pair) - bot for pair in matching if bot in pair)
    passed = possible.partners[bot] & ((1 << other) - 1 if other != REST else -1)
    return possible.without((bot, each) for each in _bits(passed))


def _can_exist(possible: Possible, rounds: int) -> bool:
    """Whether no group of bots makes a schedule impossible: because an odd number has too few pairs
    with the others, of which each round takes one; or because the opponents of a group are too few
    for it, as in Tutte's theorem on factors (1952)."""
    if possible.resting > 1:
        return True
    neighbours = possible.neighbours()
    leaving = [0]
    for group in range(1, 1 << len(neighbours)):
        vertex = group.bit_length() - 1
        others = group & ~(1 << vertex)
        inside = (neighbours[vertex] & others).bit_count()
        leaving.append(leaving[others] + neighbours[vertex].bit_count() - 2 * inside)
        if group.bit_count() % 2 and leaving[group] < rounds:
            return False
        lacking = (rounds - (mask & ~group).bit_count() for mask in neighbours)
        needed = sum(max(0, lack) for vertex, lack in enumerate(lacking) if not group >> vertex & 1)
        if needed > rounds * group.bit_count():
            return False
    return True


def improved(
    schedule: Sequence[Matching], bots: int, weights: Mapping[Pair, int]
) -> tuple[int, Matching]:
    """The weight of a light round of a schedule, and the round; there is a schedule of the others.

    The lightest round exchanges edges with others wherever that makes it lighter. The edges of two
    rounds form circles, and each circle can be exchanged by itself.
    """

    def weight(matching: Iterable[Pair]) -> int:
        return sum(weights[pair] for pair in matching)

    best, *others = sorted(map(set, schedule), key=weight)
    changed = True
    while changed:
        changed = False
        for other in others:
            for mine, theirs in _circles(best, other, bots):
                if weight(theirs) < weight(mine):
                    best = best - mine | theirs
                    other -= theirs
                    other |= mine
                    changed = True
    return weight(best), sorted(best)


def _circles(one: set[Pair], other: set[Pair], bots: int) -> list[tuple[set[Pair], set[Pair]]]:
    """The edges of two matchings by circles; at most one bot rests in each."""
    partners: list[dict[int, int]] = [{}, {}]
    for found, matching in zip(partners, (one, other), strict=True):
        for first, second in matching:
            last = bots if second == REST else second
            found.update({first: last, last: first})
    circles = []
    left = set(partners[0])
    while left:
        vertex = begun = min(left)
        circle: tuple[set[Pair], set[Pair]] = (set(), set())
        while not circle[0] or vertex != begun:
            for found, edges in zip(partners, circle, strict=True):
                following = found[vertex]
                edges.add(_edge(vertex, following, bots))
                left -= {vertex, following}
                vertex = following
        circles.append(circle)
    return circles


def _edge(one: int, other: int, bots: int) -> Pair:
    """The pair of two vertices."""
    first, second = _pair(one, other)
    return first, REST if second == bots else second


def _pair(one: int, other: int) -> Pair:
    return (one, other) if one < other else (other, one)


class _Colouring:
    """A partial colouring of edges: no two edges of a vertex have the same colour."""

    def __init__(self, neighbours: Sequence[int], colours: int, random: Random) -> None:
        self._random = random
        self._uncoloured = [*neighbours]
        self._missing = [(1 << colours) - 1 for _ in neighbours]
        self._wanting = (1 << len(neighbours)) - 1
        """The vertices that miss a colour."""
        self._partners = [[REST] * len(neighbours) for _ in range(colours)]
        """By colour and vertex."""
        self.steps = 0

    def complete(self, steps: int) -> bool:
        """Whether every vertex has every colour after so many steps."""
        while self._wanting and self.steps < steps:
            self.steps += 1
            self._extend(self._one_of(self._wanting))
        return not self._wanting

    def matchings(self, bots: int) -> list[Matching]:
        """The edges of each colour."""
        return [
            sorted({_edge(vertex, other, bots) for vertex, other in enumerate(partners)})
            for partners in self._partners
        ]

    def _extend(self, vertex: int) -> None:
        """Colours one more edge of the vertex, if need be in place of another edge."""
        near = [*_bits(self._uncoloured[vertex] & self._wanting)]
        self._random.shuffle(near)
        for other in near:
            if common := self._missing[vertex] & self._missing[other]:
                self._colour(vertex, other, self._one_of(common))
                return
        colour = self._one_of(self._missing[vertex])
        for other in near:
            if self._exchange(other, colour, self._one_of(self._missing[other]), vertex):
                self._colour(vertex, other, colour)
                return
        other = self._one_of(self._uncoloured[vertex])
        if (former := self._partners[colour][other]) != REST:
            self._uncolour(other, former, colour)
        self._colour(vertex, other, colour)

    def _exchange(self, start: int, one: int, other: int, end: int) -> bool:
        """Exchanges two colours along the path that begins with colour `one`, so that the start
        misses it; not if the path ends at `end`."""
        path, colours = [start], (one, other)
        while (following := self._partners[colours[len(path) % 2 - 1]][path[-1]]) != REST:
            path.append(following)
        if path[-1] == end:
            return False
        edges = [*pairwise(path)]
        for index, edge in enumerate(edges):
            self._uncolour(*edge, colours[index % 2])
        for index, edge in enumerate(edges):
            self._colour(*edge, colours[1 - index % 2])
        return True

    def _colour(self, one: int, other: int, colour: int) -> None:
        for vertex, partner in ((one, other), (other, one)):
            self._partners[colour][vertex] = partner
            self._uncoloured[vertex] &= ~(1 << partner)
            self._missing[vertex] &= ~(1 << colour)
            if not self._missing[vertex]:
                self._wanting &= ~(1 << vertex)

    def _uncolour(self, one: int, other: int, colour: int) -> None:
        for vertex, partner in ((one, other), (other, one)):
            self._partners[colour][vertex] = REST
            self._uncoloured[vertex] |= 1 << partner
            self._missing[vertex] |= 1 << colour
            self._wanting |= 1 << vertex

    def _one_of(self, mask: int) -> int:
        return self._random.choice([*_bits(mask)])


def _bits(mask: int) -> Iterator[int]:
    """The indexes of the bits, from the lowest."""
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1
