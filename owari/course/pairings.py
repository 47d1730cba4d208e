"""Who meets next on the ladder of a course: a pure function of what was played.

A pair of games is one opening with the seats exchanged. What has begun is finished first. A new
version meets a few of like rank, so that its place is known soon. Then those two meet whose order
is least certain and who have met least, not twice in a row. Two baselines do not meet, and a team
whose games have taken more than its share of the time waits while others can play.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

FIRST_OPPONENTS = 3
"""Opponents of like rank that a new version meets before all others."""
_SCALE = 400.0
"""Elo by which the odds are ten to one."""
_SHARE = 2.0
"""How many times more than the mean a team's games may take before it waits."""
_FREE = 60.0
"""Seconds that every team may use."""


class Player(NamedTuple):
    """A version that plays, or a baseline."""

    name: str
    rating: float
    """Of a new version that of the version before, or the middle."""
    team: int | None = None
    """None for a baseline."""


class Meeting(NamedTuple):
    """The next pair of games of two players: who is South in the first of the legs that are
    missing."""

    one: str
    other: str
    legs: tuple[int, ...]
    """Of the two from one opening, those that are not played yet; from 0."""


class Played(NamedTuple):
    """What was played, and what is under way."""

    legs: Mapping[frozenset[str], Collection[int]]
    """By pairs of names: the legs that are played or under way."""
    lately: Sequence[frozenset[str]] = ()
    """The pairs that met last."""
    seconds: Mapping[int, float] = {}
    """The thinking time of each team's games so far."""


def next_meeting(players: Sequence[Player], played: Played, most: int) -> Meeting | None:
    """The pair of games to play next, of no more than `most` games for each two; None where
    everybody rests."""
    possible = {
        frozenset((one.name, other.name)): (one, other)
        for one, other in combinations(players, 2)
        if one.team is not None or other.team is not None
    }
    open_pairs = {pair: both for pair, both in possible.items() if _legs(played, pair, most)}
    for pair, both in open_pairs.items():
        if len(legs := _legs(played, pair, most)) == 1:
            return _meeting(both, legs)
    if slow := _slow(players, played):
        fair = {
            pair: both
            for pair, both in open_pairs.items()
            if both[0].team not in slow and both[1].team not in slow
        }
        open_pairs = fair or open_pairs
    if not open_pairs:
        return None
    best = _of_a_new_one(players, open_pairs, played) or max(
        open_pairs, key=lambda pair: _worth(pair, *open_pairs[pair], played)
    )
    return _meeting(open_pairs[best], _legs(played, best, most))


def _legs(played: Played, pair: frozenset[str], most: int) -> tuple[int, ...]:
    """The missing legs of the first pair of games that is not whole; none where all are played."""
    known = played.legs.get(pair)
    if not known:
        return 0, 1
    for first in range(0, most, 2):
        missing = tuple(leg for leg in (first, first + 1) if leg not in known)
        if missing:
            return missing
    return ()


def _meeting(both: tuple[Player, Player], legs: tuple[int, ...]) -> Meeting:
    return Meeting(both[0].name, both[1].name, legs)


def _of_a_new_one(
    players: Sequence[Player], pairs: Mapping[frozenset[str], tuple[Player, Player]], played: Played
) -> frozenset[str] | None:
    """The pair of the newest version that has met too few, with the opponent of the nearest rank
    whom it has not met."""
    opponents = Counter[str](name for pair in played.legs for name in pair if played.legs[pair])
    new = [
        player
        for player in players
        if player.team is not None and opponents[player.name] < FIRST_OPPONENTS
    ]
    for player in sorted(new, key=lambda player: opponents[player.name]):
        fresh = [
            (abs(one.rating - other.rating), sorted(pair), pair)
            for pair, (one, other) in pairs.items()
            if player in (one, other) and not played.legs.get(pair)
        ]
        if fresh:
            return min(fresh)[2]
    return None


def _worth(pair: frozenset[str], one: Player, other: Player, played: Played) -> float:
    """How much one more pair of games of these two tells."""
    chance = 1 / (1 + 10 ** ((one.rating - other.rating) / _SCALE))
    worth = chance * (1 - chance) / (1 + len(played.legs.get(pair, ())) / 2)
    return worth / 4 if pair in played.lately else worth


def _slow(players: Iterable[Player], played: Played) -> set[int]:
    """The teams that have used more than their share."""
    teams = {player.team for player in players if player.team is not None}
    used = sum(played.seconds.get(team, 0.0) for team in teams)
    limit = _FREE + _SHARE * used / max(1, len(teams))
    return {team for team in teams if played.seconds.get(team, 0.0) > limit}
