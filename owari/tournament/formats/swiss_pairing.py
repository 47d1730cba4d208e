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

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import Any

from owari.tournament.schedule import Entrant, seats

__all__ = ["Candidate", "swiss_pairs"]

LARGEST_BALANCE = 2
REACH = 16
LARGEST_FIELD = 64
"""In a larger one, only opponents of about the right rank are considered if they suffice."""
RESTS = -1
"""The vertex in the graph that stands for no opponent."""

Pair = tuple[int, int]

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


def swiss_pairs(candidates: Sequence[Candidate], *, odd_games: bool) -> list[Pair]:
    """The pairs as indexes, who moves first as the first; who is in none of them rests.

    Candidates are in the order of their rank. With an odd number of games a match, one of two bots
    moves first once more than the other. Bots that cannot play each other are not paired, even if
    further bots rest then.
    """
    reach = REACH if len(candidates) > LARGEST_FIELD else len(candidates)
    while True:
        costs = _edges(candidates, odd_games, reach)
        matching = _best_matching(costs, len(candidates))
        new = all(costs[pair][0] == 0 for pair in matching)
        if reach >= len(candidates) or (new and len(matching) == (len(candidates) + 1) // 2):
            break
        reach *= 2
    return [_seated(candidates, *pair) for pair in matching if pair[1] != RESTS]


def _edges(candidates: Sequence[Candidate], odd_games: bool, reach: int) -> dict[Pair, Costs]:
    """The possible pairs, by index: the upper first, or the bot that rests. In a large field, ranks
    differ from those of the best opponent by at most `reach`."""
    groups = Counter(candidate.points for candidate in candidates)
    edges = {}
    for one, upper in enumerate(candidates):
        half = groups[upper.points] // 2
        for other in range(one + 1, len(candidates)):
            lower = candidates[other]
            best = half if lower.points == upper.points else 1
            near = other - one <= reach or abs(other - one - best) <= reach
            if near and seats(upper.entrant, lower.entrant, 0):
                edges[one, other] = _costs(upper, lower, other - one - best, odd_games)
    if len(candidates) % 2:
        edges |= {
            (place, RESTS): _rest_costs(candidates, place) for place in range(len(candidates))
        }
    return edges


def _best_matching(edges: Mapping[Pair, Costs], count: int) -> list[Pair]:
    """As many of the pairs as possible without a common bot, at the lowest cost."""
    import networkx as nx

    factors = [count * max(cost) + 1 for cost in zip(*edges.values(), strict=True)]
    graph: Any = nx.Graph()
    for pair, costs in edges.items():
        weight = 0
        for cost, factor in zip(costs, factors, strict=True):
            weight = weight * factor + cost
        graph.add_edge(*pair, weight=prod(factors) - weight)
    matching = nx.max_weight_matching(graph, maxcardinality=True)
    return sorted(pair if pair in edges else pair[::-1] for pair in matching)


def _costs(upper: Candidate, lower: Candidate, distance: int, odd_games: bool) -> Costs:
    """Those of a pair, whose ranks are `distance` off the best."""
    difference = _quarters(upper.points - lower.points)
    return (
        upper.met.get(lower.entrant.name, 0),
        _imbalance(upper, lower, LARGEST_BALANCE) if odd_games else 0,
        difference**2,
        _imbalance(upper, lower, 0) if odd_games else 0,
        distance**2,
    )


def _rest_costs(candidates: Sequence[Candidate], place: int) -> Costs:
    candidate = candidates[place]
    least = min(each.points for each in candidates)
    last = len(candidates) - 1
    return candidate.rests, 0, _quarters(candidate.points - least) ** 2, 0, (last - place) ** 2


def _imbalance(one: Candidate, other: Candidate, tolerated: int) -> int:
    """How far the balances of two are off after their match, in the better order."""
    least, most = sorted((one.balance, other.balance))
    after = least + 1, most - 1
    return sum(max(0, abs(balance) - tolerated) ** 2 for balance in after)


def _seated(candidates: Sequence[Candidate], one: int, other: int) -> Pair:
    """The bot that is to move first, and the other one."""
    second_first = candidates[other].balance < candidates[one].balance
    return (other, one) if second_first else (one, other)


def _quarters(points: float) -> int:
    return round(4 * points)
