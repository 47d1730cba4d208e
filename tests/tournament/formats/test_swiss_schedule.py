"""Rounds without second meetings and byes, held against all that there are."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from random import Random

import pytest

from owari.tournament.formats.swiss_schedule import (
    REST,
    Matching,
    Pair,
    Possible,
    Schedules,
    improved,
    matchings,
)


def possible_of(bots: int, pairs: Iterable[Pair], resters: Iterable[int] = ()) -> Possible:
    partners = [0] * bots
    for one, other in pairs:
        partners[one] |= 1 << other
        partners[other] |= 1 << one
    return Possible(tuple(partners), sum(1 << bot for bot in resters), bots % 2)


def complete(bots: int) -> Possible:
    return possible_of(bots, combinations(range(bots), 2), range(bots))


def check(possible: Possible, schedule: list[Matching], rounds: int) -> None:
    """That it is a schedule of so many rounds."""
    assert len(schedule) == rounds
    everyone = list(range(len(possible.partners)))
    for matching in schedule:
        assert sorted(bot for pair in matching for bot in pair if bot != REST) == everyone
        assert sum(other == REST for _, other in matching) == possible.resting
        for one, other in matching:
            allowed = possible.resters >> one if other == REST else possible.partners[one] >> other
            assert allowed & 1
        possible = possible.without(matching)


def longest(possible: Possible) -> int:
    """The rounds of the longest schedule, by trying all."""
    everyone = frozenset(range(len(possible.partners)))
    edges = {
        *(
            frozenset((one, other))
            for one in everyone
            for other in everyone
            if possible.partners[one] >> other & 1
        ),
        *(frozenset([bot]) for bot in everyone if possible.resters >> bot & 1),
    }
    known: dict[frozenset[frozenset[int]], int] = {}

    def rounds(
        left: frozenset[int], used: frozenset[frozenset[int]]
    ) -> Iterable[frozenset[frozenset[int]]]:
        if not left:
            return [used]
        first = min(left)
        return [
            made
            for edge in edges
            if first in edge and edge <= left and (len(edge) == 2 or len(left) % 2)
            for made in rounds(left - edge, used | {edge})
        ]

    every = [*rounds(everyone, frozenset())]

    def most(gone: frozenset[frozenset[int]], begin: int) -> int:
        if gone not in known:
            known[gone] = max(
                (
                    1 + most(gone | each, index + 1)
                    for index, each in enumerate(every)
                    if index >= begin and not each & gone
                ),
                default=0,
            )
        return known[gone]

    return most(frozenset(), 0)


@pytest.mark.parametrize("bots", [3, 4, 5, 6, 7])
def test_a_schedule_is_found_wherever_there_is_one(bots: int) -> None:
    for seed in range(25):
        random = Random(seed)
        pairs = [pair for pair in combinations(range(bots), 2) if random.random() < 0.75]
        resters = [bot for bot in range(bots) if random.random() < 0.8]
        possible = possible_of(bots, pairs, resters)
        rounds = longest(possible)
        found = Schedules().find(possible, rounds)
        assert found is not None
        check(possible, found, rounds)
        assert Schedules().find(possible, rounds + 1) is None
        assert Schedules().rules_out(possible, rounds + 1)
        assert not Schedules().rules_out(possible, rounds)


def test_graphs_without_a_schedule() -> None:
    """The Petersen graph, whose edges three colours cannot colour, and two fields of five bots that
    have nobody else to meet."""
    outer = [(bot, (bot + 1) % 5) for bot in range(5)]
    inner = [(5 + bot, 5 + (bot + 2) % 5) for bot in range(5)]
    spokes = [(bot, 5 + bot) for bot in range(5)]
    assert Schedules().rules_out(possible_of(10, [*outer, *inner, *spokes]), 3)
    fives = [pair for pair in combinations(range(10), 2) if (pair[0] < 5) == (pair[1] < 5)]
    assert Schedules().rules_out(possible_of(10, fives), 1)


@pytest.mark.parametrize("bots", [4, 9, 12, 13, 14, 20, 33, 34])
def test_everyone_can_meet_everyone_after_any_round(bots: int) -> None:
    possible, rounds = complete(bots), bots - 1 + bots % 2
    order = [*range(bots)]
    Random(1).shuffle(order)
    pairs = [(min(pair), max(pair)) for pair in zip(order[::2], order[1::2], strict=False)]
    rests = [(order[-1], REST)] if bots % 2 else []
    left = possible.without([*pairs, *rests])
    schedule = Schedules().find(left, rounds - 1)
    assert schedule is not None
    check(left, schedule, rounds - 1)
    assert Schedules().find(left, rounds - 1) == schedule
    assert Schedules().rules_out(left, rounds)


def test_more_than_one_rests() -> None:
    """Three bots of which no two can play each other."""
    possible = Possible((0b1000, 0b1000, 0b1000, 0b0111), 0b0111, 2)
    assert sorted(map(sorted, matchings(possible))) == [
        [(0, REST), (1, REST), (2, 3)],
        [(0, REST), (1, 3), (2, REST)],
        [(0, 3), (1, REST), (2, REST)],
    ]
    assert Schedules().find(possible, 1) is not None
    assert Schedules().rules_out(possible, 2)


def test_all_matchings_are_listed_once() -> None:
    assert len([*matchings(complete(8))]) == 7 * 5 * 3
    assert len({tuple(sorted(each)) for each in matchings(complete(7))}) == 7 * 5 * 3


@pytest.mark.parametrize("bots", [9, 14])
def test_a_light_round_leaves_the_others_a_schedule(bots: int) -> None:
    random = Random(bots)
    possible, rounds = complete(bots), bots - 3
    pairs = [*combinations(range(bots), 2), *((bot, REST) for bot in range(bots))]
    weights = {pair: random.randrange(100) for pair in pairs}
    schedule = Schedules().find(possible, rounds)
    assert schedule is not None
    weight, light = improved(schedule, bots, weights)
    assert weight == sum(weights[pair] for pair in light)
    assert weight < min(sum(weights[pair] for pair in each) for each in schedule)
    check(possible, [light], 1)
    later = Schedules().find(possible.without(light), rounds - 1)
    assert later is not None


def test_dirac_promises_no_more_than_there_is() -> None:
    assert complete(12).always_has(6)
    assert not complete(12).always_has(7)
    assert complete(11).always_has(6)
