"""Bots climb a ladder."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from owari.tournament.formats.ladder import Ladder
from owari.tournament.formats.schedule import Entrant, ScheduledGame
from owari.tournament.formats.tournament_format import Progress
from tests.tournament.formats.simulation import better_wins, entrants, play_round, played


@given(st.permutations([*range(1, 13)]), st.integers(2, 12))
@settings(max_examples=30, deadline=None)
def test_as_many_rounds_as_bots_put_them_in_order(order: list[int], count: int) -> None:
    bots = [Entrant(f"bot {n}") for n in order[:count]]
    progress = played(Ladder(2), bots)
    table = Ladder(2).standings(progress)
    numbers = [int(row.name.split()[1]) for row in table.rows]
    assert numbers == sorted(numbers)
    assert [row.place for row in table.rows] == list(range(1, count + 1))


def test_a_published_example() -> None:
    """Figure 9.13 of Grama, Gupta, Karypis, Kumar: Introduction to Parallel Computing, 2003. The
    order after each phase of an odd-even transposition sort; two numbers are equal."""
    phases = [
        *("3 2 3 8 5 6 4 1", "2 3 3 8 5 6 1 4", "2 3 3 5 8 1 6 4", "2 3 3 5 1 8 4 6"),
        *("2 3 3 1 5 4 8 6", "2 3 1 3 4 5 6 8", "2 1 3 3 4 5 6 8", "1 2 3 3 4 5 6 8"),
    ]
    numbers = phases[0].split()
    bots = [Entrant(f"{place} {number}") for place, number in enumerate(numbers)]

    def smaller_wins(game: ScheduledGame) -> int:
        south, north = (int(name.split()[1]) for name in game[3:])
        return 18 + 2 * (south < north) - 2 * (south > north)

    progress = Progress(bots)
    for phase in phases[1:]:
        progress = play_round(Ladder(2), progress, smaller_wins)
        order = Ladder(2).order(progress)
        assert [numbers[place] for place in order] == phase.split()


@pytest.mark.slow
@given(st.integers(2, 20), st.integers(0, 2**32))
@settings(max_examples=30, deadline=None)
def test_neighbours_meet_and_nobody_twice_in_a_round(count: int, seed: int) -> None:
    random = Random(seed)
    form = Ladder(2)
    progress = Progress(entrants(count))
    while True:
        ladder = form.order(progress)
        after = play_round(form, progress, lambda game: random.choice([10, 18, 25]))
        if after == progress:
            break
        progress = after
        for pairing in progress.rounds[-1].pairings:
            assert abs(ladder.index(pairing.first) - ladder.index(pairing.second)) == 1
        busy = [bot for pairing in progress.rounds[-1].pairings for bot in pairing[:2]]
        assert len(busy) == len(set(busy))
    assert len(progress.rounds) == count


def test_a_draw_leaves_the_ladder_as_it_is() -> None:
    progress = played(Ladder(2), entrants(5), lambda game: 18)
    assert Ladder(2).order(progress) == [0, 1, 2, 3, 4]


def test_a_lead_within_a_match_leaves_the_ladder_as_it_is() -> None:
    progress = play_round(Ladder(2), Progress(entrants(2)), lambda game: 20)
    for games, order in ((1, [0, 1]), (2, [0, 1])):
        assert Ladder(2).order(progress._replace(games=progress.games[:games])) == order
    progress = play_round(Ladder(2), Progress(entrants(2)), lambda game: 20 - 4 * game.leg)
    for games, order in ((1, [0, 1]), (2, [1, 0])):
        assert Ladder(2).order(progress._replace(games=progress.games[:games])) == order


def test_the_challenger_moves_first() -> None:
    progress = play_round(Ladder(2), Progress(entrants(4)), better_wins)
    assert [(game.south, game.north) for game in progress.games[:2]] == [
        ("bot 2", "bot 1"),
        ("bot 4", "bot 3"),
    ]


def test_a_late_bot_enters_at_the_bottom_and_who_left_is_passed_over() -> None:
    form = Ladder(2, 3)
    bots = [Entrant("bot 3"), Entrant("bot 2"), Entrant("bot 4")]
    progress = play_round(form, Progress(bots), better_wins)
    assert form.order(progress) == [1, 0, 2]
    bots = [Entrant("bot 3", withdrawn=True), bots[1], bots[2], Entrant("bot 1")]
    progress = progress._replace(entrants=bots)
    assert form.order(progress) == [1, 2, 3, 0]
    progress = play_round(form, progress, better_wins)
    assert [set(pair[:2]) for pair in progress.rounds[1].pairings] == [{2, 3}]
    assert form.order(progress) == [1, 3, 2, 0]
