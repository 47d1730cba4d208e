"""What becomes of games that broke off: no innocent bot loses one, no guilty one gains by it."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from owari.results.game_log import Incident
from owari.tournament.run.incidents import (
    ATTEMPTS,
    Verdict,
    culprits,
    incident_text,
    summary,
    verdict,
)

DIED = "the process that played it died"
AGAIN, VOID = Verdict(), Verdict(void=True)


def died(game: int, south: str, north: str, turn: str = "", *, alone: bool = True) -> Incident:
    return Incident(game, south, north, DIED, turn, alone)


def judged(game: int, pair: str, *now: Incident, before: tuple[Incident, ...] = ()) -> Verdict:
    return verdict(game, (pair[0], pair[1]), before, now)


def test_the_first_time_may_be_the_machines_fault() -> None:
    assert judged(1, "KA", died(1, "K", "A", "K")) == AGAIN
    assert judged(1, "KA", died(1, "K", "A")) == AGAIN


def test_twice_on_its_own_turn_costs_both_games() -> None:
    once, twice = died(1, "K", "A", "K"), died(5, "B", "K", "K")
    for game, pair in ((1, "KA"), (5, "BK")):
        assert judged(game, pair, once, twice) == Verdict(("K",))
        assert judged(game, pair, twice, before=(once,)) == Verdict(("K",))


def test_twice_in_one_game_costs_that_game() -> None:
    assert judged(1, "KA", *[died(1, "K", "A", "K")] * 2) == Verdict(("K",))


def test_beside_other_games_another_bot_may_have_done_it() -> None:
    beside = [died(game, "A", "B", "A", alone=False) for game in (1, 2)]
    assert culprits(beside) == set()
    assert judged(1, "AB", *beside) == AGAIN
    assert culprits([*beside, died(3, "A", "C", "A")]) == {"A"}


def test_an_honest_bot_that_meets_two_killers_wins_of_both() -> None:
    incidents = [
        died(game, pair[0], pair[1], turn)
        for game, pair, turn in ((1, "KA", "K"), (2, "AK", "K"), (3, "LA", "L"), (4, "AL", "L"))
    ]
    assert culprits(incidents) == {"K", "L"}
    assert judged(2, "AK", *incidents) == Verdict(("K",))
    assert judged(3, "LA", *incidents) == Verdict(("L",))


def test_an_honest_bot_is_no_suspect_where_its_killers_are_known() -> None:
    incidents = [died(1, "K", "A", "K"), died(3, "L", "A", "L")]
    assert judged(1, "KA", *incidents) == AGAIN
    assert judged(3, "LA", *incidents) == AGAIN


def test_two_killers_lose_to_each_other() -> None:
    incidents = [died(1, "K", "L", turn) for turn in "KLKL"]
    assert judged(1, "KL", *incidents) == Verdict(("K", "L"))


def test_who_did_it_is_not_known_and_nobody_wins_nor_is_given_more_attempts() -> None:
    incidents = [died(1, "K", "A"), died(2, "B", "K")]
    assert judged(1, "KA", *incidents) == VOID
    assert judged(2, "BK", *incidents) == VOID
    assert judged(1, "KA", incidents[1], before=incidents[:1]) == AGAIN  # after a new beginning


def test_what_broke_off_for_other_reasons_is_played_again() -> None:
    elsewhere = [died(1, "K", "A"), died(2, "B", "K")]
    assert judged(3, "KC", *elsewhere, died(3, "K", "C", alone=False)) == AGAIN


def test_the_attempts_have_an_end() -> None:
    assert ATTEMPTS == 3
    assert judged(1, "AB", *[died(1, "A", "B", alone=False)] * 2) == AGAIN
    assert judged(1, "AB", *[died(1, "A", "B", alone=False)] * 3) == VOID


BOTS = "ABCKL"
GUILTY = {"K", "L"}


@st.composite
def logs(draw: st.DrawFn) -> list[Incident]:
    """What K and L can do: end their own games, on their turn or by a process that has escaped, and
    those of others that are in play beside."""
    found = []
    for game in draw(st.lists(st.integers(1, 20), max_size=12)):
        south, north = list(permutations(BOTS, 2))[game - 1]
        guilty = sorted(GUILTY & {south, north})
        turns = st.sampled_from(["", *guilty]) if guilty else st.nothing()
        beside = st.builds(
            lambda turn, game=game, s=south, n=north: died(game, s, n, turn, alone=False),
            st.sampled_from(["", south, north]),
        )
        alone = st.builds(died, st.just(game), st.just(south), st.just(north), turns)
        found.append(draw(alone | beside if guilty else beside))
    return found


@pytest.mark.slow
@given(logs(), st.integers(1, 20))
def test_no_innocent_bot_forfeits_and_no_guilty_one_is_spared(
    incidents: list[Incident], game: int
) -> None:
    pair = list(permutations(BOTS, 2))[game - 1]
    found = verdict(game, pair, (), incidents)
    assert set(found.losers) <= GUILTY
    assert found == verdict(game, pair, (), incidents[::-1])
    alone = [each for each in incidents if each.alone]
    for bot in pair:
        own = [each for each in alone if each.turn == bot]
        if len(own) > 1 and any(each.game == game for each in own):
            assert bot in found.losers
    if not any(each.game == game for each in incidents):
        assert found == AGAIN


@pytest.mark.parametrize(
    ("incidents", "sentence"),
    [
        ([], []),
        (
            [died(1, "K", "A", "K")],
            ["A process that plays games died once. In play were K 1 (1 on its own turn), A 1."],
        ),
        (
            [died(1, "K", "A"), died(2, "B", "K\x1b[2J")],
            ["A process that plays games died 2 times. In play were K 1, A 1, B 1, K [2J 1."],
        ),
    ],
)
def test_the_table_names_who_was_in_play(incidents: list[Incident], sentence: list[str]) -> None:
    assert summary(incidents) == sentence


def test_an_incident_is_told_with_whose_turn_it_was() -> None:
    assert incident_text(died(3, "K", "A", "K")) == f"Game 3, K - A: {DIED}, on the turn of K"
    assert incident_text(died(3, "K", "A")) == f"Game 3, K - A: {DIED}"
