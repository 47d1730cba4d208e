"""Who meets whom in a Swiss tournament."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random
from typing import Any

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from owari.results.rounds import Round
from owari.results.scoring import Scoring
from owari.results.standings import Counting
from owari.tournament.formats.swiss import Swiss
from owari.tournament.formats.tournament_format import Progress
from owari.tournament.schedule import Entrant
from tests.tournament.formats.simulation import better_wins, entrants, play_round, played


def names(progress: Progress, index: int) -> list[tuple[str, str]]:
    bots = progress.names
    pairings = progress.rounds[index].pairings
    return [(bots[pairing.first], bots[pairing.second]) for pairing in pairings]


def test_the_upper_half_meets_the_lower_half() -> None:
    progress = play_round(Swiss(2), Progress(entrants(8)), better_wins)
    assert names(progress, 0) == [(f"bot {n}", f"bot {n + 4}") for n in range(1, 5)]
    progress = play_round(Swiss(2), progress, better_wins)
    assert names(progress, 1) == [
        *(("bot 1", "bot 3"), ("bot 2", "bot 4")),
        *(("bot 5", "bot 7"), ("bot 6", "bot 8")),
    ]


def meetings(each: Round, count: int) -> set[frozenset[int]]:
    """Who meets whom; the bot of the index `count` is no opponent."""
    rests = {frozenset((bot, count)) for bot in each.byes}
    return rests | {frozenset(pairing[:2]) for pairing in each.pairings}


def unmet(progress: Progress, number: int) -> set[frozenset[int]]:
    """The pairs that have not met in the rounds before the one of this index."""
    count = len(progress.entrants)
    met = {pair for each in progress.rounds[:number] for pair in meetings(each, count)}
    return {frozenset(pair) for pair in combinations(range(count + count % 2), 2)} - met


def can_all_meet_new(progress: Progress, number: int) -> bool:
    graph: Any = nx.Graph()
    graph.add_edges_from(tuple(pair) for pair in unmet(progress, number))
    pairs = nx.max_weight_matching(graph, maxcardinality=True)
    return len(pairs) == (len(progress.entrants) + 1) // 2


@given(st.integers(2, 20), st.integers(0, 2**32), st.sampled_from([1, 2, 3, 4]))
@settings(max_examples=40, deadline=None)
def test_what_holds_in_every_tournament(count: int, seed: int, per_match: int) -> None:
    random = Random(seed)
    form = Swiss(per_match)
    progress = played(form, entrants(count), lambda game: random.choice([10, 18, 20, 25]))
    assert len(progress.rounds) == form.rounds(count)
    for number, each in enumerate(progress.rounds):
        again = {pair for pair in meetings(each, count) if pair not in unmet(progress, number)}
        assert not again or not can_all_meet_new(progress, number)
    for each in progress.rounds:
        present = [bot for pairing in each.pairings for bot in pairing[:2]] + [*each.byes]
        assert sorted(present) == list(range(count))
    firsts = Counter(game.south for game in progress.games)
    seconds = Counter(game.north for game in progress.games)
    for name in progress.names:
        assert abs(firsts[name] - seconds[name]) <= (2 if per_match % 2 else 0)
    table = form.standings(progress)
    total = sum(row.points for row in table.rows)
    assert total == per_match * sum(len(each.pairings) + len(each.byes) for each in progress.rounds)


@pytest.mark.parametrize("count", [2, 3, 4, 5, 7])
def test_more_rounds_than_opponents_repeat_pairs(count: int) -> None:
    rounds = 2 * (count - 1 + count % 2)
    progress = played(Swiss(2, rounds), entrants(count))
    met = Counter(frozenset(pair[:2]) for each in progress.rounds for pair in each.pairings)
    assert set(met.values()) == {2}
    legs = {pair.leg for each in progress.rounds for pair in each.pairings}
    assert legs == {0, 2}  # with other openings


def test_the_last_rests_and_has_the_points_of_a_won_match() -> None:
    progress = play_round(Swiss(4), Progress(entrants(5)), better_wins)
    assert progress.rounds[0].byes == (4,)
    rows = {row.name: row for row in Swiss(4).standings(progress).rows}
    assert (rows["bot 5"].points, rows["bot 5"].played, rows["bot 5"].byes) == (4, 0, 4)


def test_a_late_bot_enters_in_the_next_round() -> None:
    form = Swiss(2)
    progress = play_round(form, Progress(entrants(6)), better_wins)
    progress = play_round(form, progress._replace(entrants=entrants(7)), better_wins)
    assert any(6 in pair[:2] for pair in progress.rounds[1].pairings) != (
        6 in progress.rounds[1].byes
    )
    row = next(row for row in form.standings(progress).rows if row.name == "bot 7")
    assert row.points <= 2


def test_who_withdraws_is_not_paired_and_its_opponent_has_a_bye() -> None:
    form = Swiss(2)
    progress = play_round(form, Progress(entrants(4)), better_wins)
    gone = [*entrants(3), Entrant("bot 4", withdrawn=True)]
    progress = progress._replace(entrants=gone)
    progress = play_round(form, progress, better_wins)
    assert {bot for pair in progress.rounds[1].pairings for bot in pair[:2]} <= {0, 1, 2}
    assert len(progress.rounds[1].byes) == 1
    unplayed = [game for game in progress.games if "bot 4" not in game[1:3]]
    rows = {row.name: row for row in form.standings(progress._replace(games=unplayed)).rows}
    assert rows["bot 2"].byes == 2  # its games against bot 4 are void


def test_whose_opponent_left_before_their_games_has_had_its_bye() -> None:
    form = Swiss(2, counting=Counting(Scoring(largest_margin=36)))
    progress = play_round(form, Progress(entrants(6)), lambda game: 18)
    one, other, *_ = progress.rounds[0].pairings[-1]
    assert (one, other) == (2, 5)  # of equal bots the last one rests
    bots = [
        bot._replace(withdrawn=place == one, void=place == one)
        for place, bot in enumerate(entrants(6))
    ]
    games = [game for game in progress.games if bots[one].name not in game[1:3]]
    following = form.next_round(Progress(bots, progress.rounds, games))
    assert following is not None
    assert following.byes == (4,)


def test_who_cannot_play_each_other_is_not_paired() -> None:
    bots = [Entrant(f"bot {n}", first=n > 2) for n in range(1, 5)]
    progress = played(Swiss(2), bots)
    met = {frozenset(pair[:2]) for each in progress.rounds for pair in each.pairings}
    assert frozenset((0, 1)) not in met
    assert {game.south for game in progress.games} <= {"bot 3", "bot 4"}


def test_a_large_field() -> None:
    """Where not all pairs are considered."""
    form = Swiss(1, 4)
    progress = played(form, entrants(101))
    for number, each in enumerate(progress.rounds):
        assert len(each.pairings) == 50
        assert meetings(each, 101) <= unmet(progress, number)
    points = {row.name: row.points for row in form.standings(progress).rows}
    assert max(points.values()) == points["bot 1"] == 4
