"""Who meets next on a ladder."""

from __future__ import annotations

from collections import Counter, defaultdict
from random import Random

import pytest

from owari.course.pairings import FIRST_OPPONENTS, Played, Player, next_meeting

BASELINES = [Player("Greedy", 0.0), Player("Deep", 300.0)]


def played_out(
    players: list[Player], most: int, seconds: dict[int, float]
) -> list[tuple[str, ...]]:
    """All meetings in their order until everybody rests."""
    legs: dict[frozenset[str], set[int]] = defaultdict(set)
    found = []
    while meeting := next_meeting(players, Played(legs, (), seconds), most):
        pair = frozenset((meeting.one, meeting.other))
        assert not legs[pair] & {*meeting.legs}
        legs[pair].update(meeting.legs)
        found.append(tuple(sorted(pair)))
    return found


@pytest.mark.parametrize("most", [2, 4])
def test_all_meet_as_often_as_the_file_says_and_then_rest(most: int) -> None:
    players = [*BASELINES, *(Player(f"T{n}", 0.0, n) for n in range(6))]
    met = Counter(played_out(players, most, {}))
    assert set(met.values()) == {most // 2}
    assert len(met) == 6 * 5 // 2 + 6 * 2  # the baselines do not meet


def test_a_new_version_meets_those_of_like_rank_first() -> None:
    random = Random(1)
    old = [Player(f"T{n}", 100.0 * n, n) for n in range(10)]
    legs = {
        frozenset((one.name, other.name)): {0, 1}
        for one in old
        for other in random.sample(old, 5)
        if one is not other
    }
    new = Player("new", 510.0, 99)
    found: list[str] = []
    for _ in range(FIRST_OPPONENTS):
        meeting = next_meeting([*old, new], Played(legs), 2)
        assert meeting
        pair = frozenset((meeting.one, meeting.other))
        legs[pair] = {0, 1}
        found += pair - {"new"}
    assert sorted(found) == ["T4", "T5", "T6"]


def test_what_has_begun_is_finished_first() -> None:
    players = [Player("a", 0.0, 1), Player("b", 0.0, 2), Player("c", 0.0, 3)]
    meeting = next_meeting(players, Played({frozenset("bc"): {0}}), 4)
    assert meeting
    assert ({meeting.one, meeting.other}, meeting.legs) == ({"b", "c"}, (1,))


def test_a_slow_team_waits_while_others_can_play() -> None:
    players = [Player(name, 0.0, n) for n, name in enumerate("abcd", 1)]
    order = played_out(players, 2, {1: 5000.0, 2: 10.0, 3: 10.0, 4: 10.0})
    slow = ["a" in pair for pair in order]
    assert slow == [False] * 3 + [True] * 3


def test_who_has_met_lately_waits() -> None:
    players = [Player("a", 0.0, 1), Player("b", 0.0, 2), Player("c", 30.0, 3)]
    legs = {frozenset(pair): {0, 1} for pair in ("ab", "ac", "bc")}
    meeting = next_meeting(players, Played(legs, (frozenset("ab"),)), 4)
    assert meeting
    assert {meeting.one, meeting.other} != {"a", "b"}
