"""The pairs of one round of a Swiss tournament.

Of all ways to pair the bots, it is the best one by these aims, each of which counts more than all
those below it:

1. No two bots meet again, and no bot rests twice.
2. No bot moves first three times more often than second, or second than first.
3. Bots have as many points as their opponents. The sum of the squared differences decides. Who
   rests has as few points as possible.
4. Bots that moved second more often move first.
5. Among those with as many points, the upper half meets the lower half in order.

The best way is a matching of maximum weight in a graph whose edges are the possible pairs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from owari.tournament.schedule import Entrant, seats

__all__ = ["Candidate", "swiss_pairs"]

LARGEST_BALANCE = 2
RESTS = -1
"""The vertex in the graph that stands for no opponent."""

Costs = tuple[int, int, int, int, int]
"""One number for each aim, from the first one down; 0 is best."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A bot that waits for an opponent."""

    entrant: Entrant
    points: float
    balance: int = 0
    """How much more often it moved first than second."""
    rests: int = 0
    """How often it had no opponent."""
    met: dict[str, int] = field(default_factory=dict)
    """How often it met others, by their names."""


def swiss_pairs(
    candidates: Sequence[Candidate], *, odd_games: bool
) -> tuple[list[tuple[int, int]], int | None]:
    """The pairs as indexes, who moves first as the first, and the index of the bot that rests.

    Candidates are in the order of their rank. With an odd number of games a match, one of two bots
    moves first once more than the other. Bots that cannot play each other are not paired, even if
    further bots rest then.
    """
    import networkx as nx

    edges = {
        (one, other): _costs(candidates, one, other, odd_games)
        for one, other in combinations(range(len(candidates)), 2)
        if seats(candidates[one].entrant, candidates[other].entrant, 0)
    }
    if len(candidates) % 2:
        edges |= {
            (place, RESTS): _rest_costs(candidates, place) for place in range(len(candidates))
        }
    graph: Any = nx.Graph()
    largest = [max(cost) for cost in zip(*edges.values(), strict=True)] if edges else []
    total = 1
    for most in largest:
        total *= len(candidates) * most + 1
    for pair, costs in edges.items():
        weight = 0
        for cost, most in zip(costs, largest, strict=True):
            weight = weight * (len(candidates) * most + 1) + cost
        graph.add_edge(*pair, weight=total - weight)
    matching = nx.max_weight_matching(graph, maxcardinality=True)
    ordered = sorted((min(pair), max(pair)) for pair in matching)
    resting = next((high for low, high in ordered if low == RESTS), None)
    pairs = [_seated(candidates, *pair) for pair in ordered if pair[0] != RESTS]
    return pairs, resting


def _costs(candidates: Sequence[Candidate], one: int, other: int, odd_games: bool) -> Costs:
    upper, lower = candidates[one], candidates[other]
    difference = _quarters(upper.points - lower.points)
    group = sum(candidate.points == upper.points for candidate in candidates)
    distance = group // 2 if difference == 0 else 1
    return (
        upper.met.get(lower.entrant.name, 0),
        _imbalance(upper, lower, LARGEST_BALANCE) if odd_games else 0,
        difference**2,
        _imbalance(upper, lower, 0) if odd_games else 0,
        (other - one - distance) ** 2,
    )


def _rest_costs(candidates: Sequence[Candidate], place: int) -> Costs:
    candidate = candidates[place]
    least = min(each.points for each in candidates)
    last = len(candidates) - 1
    return (
        candidate.rests,
        0,
        _quarters(candidate.points - least) ** 2,
        0,
        (last - place) ** 2,
    )


def _imbalance(one: Candidate, other: Candidate, tolerated: int) -> int:
    """How far the balances of two are off after their match, in the better order."""
    least, most = sorted((one.balance, other.balance))
    after = least + 1, most - 1
    return sum(max(0, abs(balance) - tolerated) ** 2 for balance in after)


def _seated(candidates: Sequence[Candidate], one: int, other: int) -> tuple[int, int]:
    """The bot that is to move first, and the other one."""
    second_first = candidates[other].balance < candidates[one].balance
    return (other, one) if second_first else (one, other)


def _quarters(points: float) -> int:
    return round(4 * points)
