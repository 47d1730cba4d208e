"""Who plays whom, in which order, under which number."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from owari.results.game_log import StoredBot
from owari.tournament.formats.round_robin import RoundRobin
from owari.tournament.formats.schedule import (
    Entrant,
    ScheduledGame,
    free_number,
    order_notes,
    seed_for,
)
from owari.tournament.formats.tournament_format import Progress


def entrants(count: int) -> list[Entrant]:
    return [Entrant(f"bot {n}") for n in range(count)]


def schedule(entrants: list[Entrant], games_per_match: int) -> list[ScheduledGame]:
    return RoundRobin(games_per_match).games(Progress(entrants))


def test_a_tournament_of_three() -> None:
    games = schedule([Entrant("A"), Entrant("B"), Entrant("C")], 2)
    assert sorted((game.number, game.south, game.north) for game in games) == [
        (1, "A", "B"),
        (2, "B", "A"),
        (3, "A", "C"),
        (4, "C", "A"),
        (5, "B", "C"),
        (6, "C", "B"),
    ]


@pytest.mark.parametrize("count", range(9))
@pytest.mark.parametrize("games_per_match", [2, 4])
def test_every_pair_meets_and_is_first_equally_often(count: int, games_per_match: int) -> None:
    games = schedule(entrants(count), games_per_match)
    pairs = Counter((game.south, game.north) for game in games)
    names = [entrant.name for entrant in entrants(count)]
    assert pairs == {
        order: games_per_match // 2 for a, b in combinations(names, 2) for order in ((a, b), (b, a))
    }
    assert sorted(game.number for game in games) == list(range(1, len(games) + 1))


@pytest.mark.parametrize("count", range(2, 12))
def test_nobody_plays_twice_in_a_round(count: int) -> None:
    games = [game for game in schedule(entrants(count), 2) if game.leg == 0]
    rounds = {game.round for game in games}
    assert len(rounds) == count - 1 + count % 2
    for number in rounds:
        players = [name for game in games if game.round == number for name in game[3:]]
        assert len(players) == len(set(players)) == count - count % 2
    assert [game.round for game in games] == sorted(game.round for game in games)


@given(st.integers(0, 12), st.integers(0, 4), st.sampled_from([2, 4, 6]))
def test_added_bots_leave_the_numbers_as_they_are(count: int, more: int, per_match: int) -> None:
    before = {(game.number, *game[2:]) for game in schedule(entrants(count), per_match)}
    after = {(game.number, *game[2:]) for game in schedule(entrants(count + more), per_match)}
    assert before <= after


def test_a_bot_that_cannot_move_first_is_always_second() -> None:
    bots = [Entrant("A"), Entrant("B", first=False), Entrant("C")]
    games = schedule(bots, 2)
    assert sorted((game.number, game.south, game.north) for game in games) == [
        (1, "A", "B"),
        (2, "A", "B"),
        (3, "A", "C"),
        (4, "C", "A"),
        (5, "C", "B"),
        (6, "C", "B"),
    ]
    assert order_notes(bots) == ["B cannot move first: it moves second in all its games."]


def test_two_bots_that_cannot_meet_do_not() -> None:
    bots = [Entrant("A", second=False), Entrant("B", second=False), Entrant("C")]
    games = schedule(bots, 2)
    assert sorted((game.number, game.south, game.north) for game in games) == [
        (3, "A", "C"),
        (4, "A", "C"),
        (5, "B", "C"),
        (6, "B", "C"),
    ]
    assert order_notes(bots) == [
        "A and B cannot move second: each moves first in all its games, and no two of them can play"
        " each other."
    ]


def test_what_the_results_keep_says_which_order_is_impossible() -> None:
    assert Entrant.of(StoredBot("A")) == Entrant("A")
    assert Entrant.of(StoredBot("A", '{"engine": "first"}')) == Entrant("A")
    start = '{"start": {"first": null, "second": ["n"]}}'
    assert Entrant.of(StoredBot("A", start)) == Entrant("A", first=False)
    start = '{"start": {"first": [], "second": null}}'
    assert Entrant.of(StoredBot("A", start)) == Entrant("A", second=False)


def test_a_free_number_is_of_the_pair_and_the_order() -> None:
    games = schedule(entrants(3), 4)
    assert free_number(games, "bot 0", "bot 1", set()) == 1
    assert free_number(games, "bot 0", "bot 1", {1}) == 3
    assert free_number(games, "bot 0", "bot 1", {1, 3}) is None
    assert free_number(games, "bot 1", "bot 0", {1, 3}) == 2
    assert free_number(games, "bot 1", "bot 7", set()) is None


def test_seeds_are_the_same_on_every_machine() -> None:
    assert seed_for(0, "Depth 8", 1) == 853842174944811640
    seeds = {seed_for(s, bot, n) for s in (0, 1) for bot in ("A", "B") for n in (1, 2, 11)}
    assert len(seeds) == 12
    assert all(0 <= seed < 2**63 for seed in seeds)
