"""Who meets whom in a Swiss tournament."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations
from random import Random
from typing import Any

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from owari.games.game import Outcome, Side
from owari.records.record import Ending, Result, Termination
from owari.results.game_log import StoredGame
from owari.results.rounds import Pairing, Round
from owari.results.scoring import Scoring
from owari.results.standings import Counting
from owari.tournament.formats.schedule import Entrant, ScheduledGame
from owari.tournament.formats.swiss import Swiss
from owari.tournament.formats.tournament_format import Progress
from tests.tournament.formats.simulation import better_wins, entrants, play_round, played


def names(progress: Progress, index: int) -> list[tuple[str, str]]:
    bots = progress.names
    pairings = progress.rounds[index].pairings
    return [(bots[pairing.first], bots[pairing.second]) for pairing in pairings]


def test_the_upper_half_meets_the_lower_half() -> None:
    progress = play_round(Swiss(2), Progress(entrants(8)), better_wins)
    assert names(progress, 0) == [
        *(("bot 1", "bot 5"), ("bot 6", "bot 2")),
        *(("bot 3", "bot 7"), ("bot 8", "bot 4")),
    ]
    progress = play_round(Swiss(2), progress, better_wins)
    # 1 and 3 have both moved first, 2 and 4 second.
    assert {frozenset(pair) for pair in names(progress, 1)} == {
        *(frozenset(("bot 1", "bot 4")), frozenset(("bot 2", "bot 3"))),
        *(frozenset(("bot 5", "bot 8")), frozenset(("bot 6", "bot 7"))),
    }


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


@pytest.mark.slow
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


Pairs = frozenset[frozenset[int]]
"""Of places; a bot that may rest is a set of its own."""


@cache
def has_schedule(bots: frozenset[int], possible: Pairs, rounds: int) -> bool:
    """Whether these bots can play so many rounds, each pair once and each bye once."""
    if rounds == 0:
        return True
    return any(
        has_schedule(bots, possible - made, rounds - 1) for made in all_rounds(bots, possible)
    )


def all_rounds(bots: frozenset[int], possible: Pairs) -> Iterator[Pairs]:
    """Every round in which at most one bot rests."""
    if not bots:
        yield frozenset()
        return
    first = min(bots)
    for pair in possible:
        if first in pair and pair <= bots and (len(pair) == 2 or len(bots) % 2):
            for made in all_rounds(bots - pair, possible):
                yield made | {pair}


def meetings_left(progress: Progress, form: Swiss) -> tuple[frozenset[int], Pairs]:
    """The bots that are present, and the pairs and byes that are new to them."""
    bots = frozenset(progress.present)
    rested = {bot for each in progress.rounds for bot in each.byes}
    byes = {row.name for row in form.standings(progress).rows if row.byes}
    met = {frozenset(pair[:2]) for each in progress.rounds for pair in each.pairings}
    pairs = {frozenset(pair) for pair in combinations(bots, 2)} - met
    rests = {bot for bot in bots if bot not in rested and progress.names[bot] not in byes}
    return bots, frozenset(pairs | {frozenset([bot]) for bot in rests})


def check_round(form: Swiss, before: Progress, made: Round) -> bool:
    """Checks a round against all that there are. Returns whether there was a schedule."""
    bots, possible = meetings_left(before, form)
    left = form.rounds(len(before.entrants)) - len(before.rounds)
    if not has_schedule(bots, possible, left):
        return False
    pairs = frozenset(
        [*(frozenset(pair[:2]) for pair in made.pairings), *(frozenset([bot]) for bot in made.byes)]
    )
    assert pairs <= possible
    assert has_schedule(bots, possible - pairs, left - 1)
    points = {row.name: row.points for row in form.standings(before).rows}
    for bot in made.byes:
        fewer = {rest for rest in bots if points[before.names[rest]] < points[before.names[bot]]}
        for other in all_rounds(bots, possible):
            if any(frozenset([rest]) in other for rest in fewer):
                assert not has_schedule(bots, possible - other, left - 1)
    return True


def by_chance(random: Random) -> Callable[[ScheduledGame], int]:
    return lambda game: random.choice([10, 18, 26])


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["as they are", "late", "withdrawn", "more rounds"])
@pytest.mark.parametrize("count", [3, 4, 5, 6, 7])
def test_a_round_leaves_a_schedule_if_there_is_one(count: int, kind: str) -> None:
    checked = 0
    for seed in range(4):
        random = Random(seed)
        most = count - 1 + count % 2
        form = Swiss(1, random.randint(2, most) if count > 3 else None)
        late = random.randint(1, 2) if kind == "late" else 0
        progress = Progress(entrants(count - late))
        for number in range(most):
            if number == 1 and kind == "late":
                progress = progress._replace(entrants=entrants(count))
            if number == 2 and kind == "withdrawn":
                bots = entrants(count)
                place = random.randrange(count)
                bots[place] = bots[place]._replace(withdrawn=True)
                progress = progress._replace(entrants=bots)
            if number == 2 and kind == "more rounds":
                form = Swiss(1, most)
            if (made := form.next_round(progress)) is None:
                break
            assert form.next_round(progress) == made
            checked += check_round(form, progress, made)
            progress = play_round(form, progress, by_chance(random))
    assert checked >= 4  # rounds that have a schedule


def seats_taken(progress: Progress) -> dict[int, str]:
    """The seats of each bot in the first games of its matches: `FSS`."""
    taken = dict.fromkeys(range(len(progress.entrants)), "")
    for each in progress.rounds:
        for pairing in each.pairings:
            for place, leg in ((pairing.first, 0), (pairing.second, 1)):
                taken[place] += "FS"[(pairing.leg + leg) % 2]
    return taken


@pytest.mark.slow
@pytest.mark.parametrize("count", range(5, 17))
def test_no_seat_is_taken_three_times_in_a_row(count: int) -> None:
    for per_match in (1, 2, 3):
        form = Swiss(per_match)
        progress = played(form, entrants(count), by_chance(Random(count)))
        taken = seats_taken(progress).values()
        assert not any("FFF" in seats or "SSS" in seats for seats in taken)
        assert not form.notes(progress)


def test_whoever_won_a_match_without_play_has_no_bye() -> None:
    form = Swiss(2, 4)
    progress = play_round(form, Progress(entrants(6)), lambda game: 18)
    bots = entrants(6)
    bots[2] = bots[2]._replace(withdrawn=True)
    progress = progress._replace(entrants=bots)

    def walkover(game: StoredGame) -> StoredGame:
        if bots[2].name not in (game.south, game.north):
            return game
        result = Result.NORTH if game.south == bots[2].name else Result.SOUTH
        return game._replace(ending=Ending(result, Outcome(0, 0), Termination.WITHDREW))

    (last,) = (pair.second for pair in progress.rounds[0].pairings if pair.first == 2)
    drawn = form.next_round(progress)
    unplayed = form.next_round(progress._replace(games=[*map(walkover, progress.games)]))
    assert last == 5
    assert drawn is not None
    assert unplayed is not None
    assert drawn.byes == (5,)
    assert unplayed.byes != (5,)


def test_too_many_rounds_are_said_before_the_first() -> None:
    sentence = "Only 5 of the 7 rounds can do without a second meeting and a second bye."
    assert Swiss(2, 7).outlook(Progress(entrants(6))) == [sentence]
    assert Swiss(2, 5).outlook(Progress(entrants(6))) == []
    assert Swiss(2, 33).outlook(Progress(entrants(33))) == []
    assert Swiss(2, 34).outlook(Progress(entrants(33))) == [
        "Only 33 of the 34 rounds can do without a second meeting and a second bye."
    ]
    assert Swiss(2).outlook(Progress(entrants(1))) == []


def test_rounds_left_that_withdrawals_make_too_many() -> None:
    form = Swiss(2)
    progress = play_round(form, Progress(entrants(6)), better_wins)
    bots = [bot._replace(withdrawn=place in (2, 4, 5)) for place, bot in enumerate(entrants(6))]
    # Of the three that are left, the first and the fourth have met.
    assert form.outlook(progress._replace(entrants=bots)) == [
        "Only 2 of the 3 rounds left can do without a second meeting and a second bye."
    ]


def test_what_could_not_be_avoided_is_in_the_notes() -> None:
    form = Swiss(1, 4)
    progress = played(form, entrants(3))
    met = [frozenset(pair[:2]) for each in progress.rounds for pair in each.pairings]
    assert [met.count(pair) for pair in met] == [2, 1, 1, 2]
    first, last = progress.rounds[0], progress.rounds[3]
    one, other = sorted(first.pairings[0][:2])
    assert form.notes(progress)[:2] == [
        f"Bots that meet again: bot {one + 1} and bot {other + 1} (rounds 1 and 4).",
        f"More than one bye: bot {last.byes[0] + 1} (rounds 1 and 4).",
    ]


def after(form: Swiss, count: int, rounds: list[Round]) -> Progress:
    """The progress when these rounds are played, and the better bots have won."""
    progress = Progress(entrants(count), rounds)
    games = [
        StoredGame(game.number, game.south, game.north, Side.SOUTH, ending_of(better_wins(game)))
        for game in form.games(progress)
    ]
    return progress._replace(games=games)


def ending_of(stones: int) -> Ending:
    return Ending.normal(Outcome(stones, 36 - stones))


def test_a_bye_for_whom_others_had_fewer_points_is_in_the_notes() -> None:
    form = Swiss(2)
    first = Round(1, (Pairing(0, 1, 0, 2), Pairing(2, 3, 0, 2)), (4,))
    lowest = Round(2, (Pairing(0, 2, 0, 2), Pairing(1, 4, 0, 2)), (3,))
    assert form.notes(after(form, 5, [first, lowest])) == []
    higher = Round(2, (Pairing(0, 3, 0, 2), Pairing(1, 4, 0, 2)), (2,))
    assert form.notes(after(form, 5, [first, higher])) == [
        "A bye though others without one had fewer points: bot 3 (round 2)."
    ]


def test_a_third_seat_in_a_row_is_in_the_notes() -> None:
    form = Swiss(1)
    rounds = [Round(number, (Pairing(0, number, 0, 1),)) for number in (1, 2, 3)]
    assert form.notes(after(form, 4, rounds)) == [
        "The same seat three times in a row: bot 1 (first in rounds 1, 2 and 3)."
    ]
    rounds[2] = Round(3, (Pairing(3, 0, 0, 1),))
    assert form.notes(after(form, 4, rounds)) == []


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


@pytest.mark.slow
def test_a_large_field() -> None:
    """Where not all pairs are considered."""
    form = Swiss(1, 4)
    progress = played(form, entrants(101))
    for number, each in enumerate(progress.rounds):
        assert len(each.pairings) == 50
        assert meetings(each, 101) <= unmet(progress, number)
    points = {row.name: row.points for row in form.standings(progress).rows}
    assert max(points.values()) == points["bot 1"] == 4
