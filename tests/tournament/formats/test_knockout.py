"""Who loses is out."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from owari.games.game import Outcome
from owari.records.record import Ending, Result, Termination
from owari.tournament.formats.format_catalog import format_of
from owari.tournament.formats.knockout import Decision, Knockout, bracket_order
from owari.tournament.formats.schedule import Entrant, ScheduledGame
from owari.tournament.formats.tournament_format import Progress
from tests.tournament.formats.simulation import (
    better_wins,
    entrants,
    half_points,
    play_round,
    played,
)

VECTORS = Path(__file__).parents[2] / "vectors" / "knockout_2023.tsv"


def test_the_order_of_a_bracket() -> None:
    """The pods of a region of the NCAA basketball tournament are these."""
    assert bracket_order(16) == [1, 16, 8, 9, 4, 13, 5, 12, 2, 15, 7, 10, 3, 14, 6, 11]
    assert bracket_order(5) == [1, 8, 4, 5, 2, 7, 3, 6]
    assert bracket_order(2) == [1, 2]


def published(event: str) -> list[tuple[int, str, str, list[float], str]]:
    lines = VECTORS.read_text("utf-8").splitlines()
    rows = [line.split("\t") for line in lines if line.startswith(event)]
    return [
        (int(row[1]), row[2], row[3], [float(points) for points in row[4].split()], row[5])
        for row in rows
    ]


@pytest.mark.parametrize("event", ["open", "women"])
def test_a_published_bracket(event: str) -> None:
    matches = published(event)
    seeds = sorted({name for _, one, other, *_ in matches for name in (one, other)})
    expected = {frozenset((one, other)): (one, pairs) for _, one, other, pairs, _ in matches}

    def points(south: str, north: str, leg: int) -> float:
        winner, pairs = expected[frozenset((south, north))]
        won = pairs[leg // 2] - 0.5 if leg % 2 == 0 else 0.5
        return won if south == winner else 1 - won

    form = Knockout(2, tie_break_games=8, seeds=tuple(seeds))
    progress = played(form, [Entrant(name) for name in seeds], half_points(points))
    names = progress.names
    found = []
    for each in form.bracket(progress):
        for match in each:
            assert match.winner is not None
            loser = next(bot for bot in match.bots if bot != match.winner)
            assert loser is not None
            score = dict(zip(match.bots, match.points, strict=True))
            text = f"{score[match.winner]:g}-{score[loser]:g}"
            found.append((match.round, names[match.winner], names[loser], text))
    assert sorted(found) == sorted((row[0], row[1], row[2], row[4]) for row in matches)
    places = {row.name: row.place for row in form.standings(progress).rows}
    champion, second = matches[2][1:3]
    assert places == dict.fromkeys(names, 3) | {champion: 1, second: 2}


@given(st.integers(2, 20), st.sampled_from([2, 4]))
@settings(max_examples=30, deadline=None)
def test_the_best_seeds_rest_and_the_best_wins(count: int, per_match: int) -> None:
    form = Knockout(per_match)
    progress = played(form, entrants(count))
    size = 1 << (count - 1).bit_length()
    assert {*progress.rounds[0].byes} == set(range(size - count))
    assert len(progress.games) == (count - 1) * per_match
    rows = form.standings(progress).rows
    assert [(row.name, row.place) for row in rows[:2]] == [("bot 1", 1), ("bot 2", 2)]
    out = [row.place for row in rows]
    assert out == sorted(out)
    for matches in form.bracket(progress):
        for match in matches:
            bots = [bot for bot in match.bots if bot is not None]
            assert match.winner == min(bots)  # the better seed
            if len(bots) == 2 and count == size:
                assert sum(bots) == size // 2 ** (match.round - 1) - 1


def test_tied_matches_go_on_with_pairs_of_games() -> None:
    """Then the margin decides, then the seed."""
    form = Knockout(2, tie_break_games=4)
    drawn = played(form, entrants(4), lambda game: 18)
    assert [(each.number, len(each.pairings)) for each in drawn.rounds] == [
        *((1, 2), (1, 2), (1, 2)),
        *((2, 1), (2, 1), (2, 1)),
    ]
    assert [match.decision for each in form.bracket(drawn) for match in each] == [Decision.SEED] * 3
    assert {game.number for game in drawn.games} == set(range(1, 19))
    legs = sorted(game.leg for game in form.games(drawn) if game.round == 2)
    assert legs == list(range(6))

    def bot_4_wins_higher(game: ScheduledGame) -> int:
        return {"bot 4": 30, "bot 3": 18, "bot 2": 18}.get(game.south, 20)

    margins = played(form, entrants(4), bot_4_wins_higher)
    (semi, _), _ = form.bracket(margins)
    assert (semi.winner, semi.decision) == (3, Decision.MARGIN)


def test_a_forfeit_is_no_way_to_a_better_margin() -> None:
    """Bot 1 wins by 4 stones and then breaks off while it is ahead, and again so."""
    form = format_of({"format": "knockout", "game": "owari", "games-per-match": 2})
    assert isinstance(form, Knockout)
    progress = Progress(entrants(2))
    crash = Ending(Result.SOUTH, Outcome(0, 12), Termination.CRASHED, "it crashed")
    while (after := play_round(form, progress, lambda game: 20)) != progress:
        games = [
            game._replace(ending=crash) if game.south == "bot 2" else game for game in after.games
        ]
        progress = after._replace(games=games)
    ((match,),) = form.bracket(progress)
    assert (match.points, match.winner, match.decision) == ((2, 2), 1, Decision.MARGIN)


def test_a_tie_break_ends_the_match_as_soon_as_a_pair_of_games_decides() -> None:
    play = half_points(lambda south, north, leg: 0.5 if leg < 2 else south == "bot 1")
    progress = played(Knockout(2, tie_break_games=6), entrants(2), play)
    assert [len(each.pairings) for each in progress.rounds] == [1, 1]
    ((match,),) = Knockout(2).bracket(progress)
    assert (match.winner, match.decision, match.points) == (0, Decision.TIE_BREAK, (3, 1))


def test_seeds_of_the_file_come_first() -> None:
    progress = play_round(Knockout(2, seeds=("bot 3", "bot 4")), Progress(entrants(4)), better_wins)
    assert [set(pair[:2]) for pair in progress.rounds[0].pairings] == [{2, 1}, {3, 0}]


def test_who_has_advanced_stays_in_whatever_becomes_of_its_games() -> None:
    form = Knockout(2)
    progress = play_round(form, Progress(entrants(4)), better_wins)
    progress = play_round(form, progress, better_wins)
    annulled = [game for game in progress.games if game.number != 1]
    progress = progress._replace(games=annulled)
    (one, _), (final,) = form.bracket(progress)
    assert (one.winner, one.decision) == (0, None)
    assert set(final.bots) == {0, 1}

    def bot_4_wins(game: ScheduledGame) -> int:
        return 20 if game.south == "bot 4" else 16

    semi = [game for game in progress.games if "bot 4" not in game[1:3]]
    replayed = play_round(form, progress._replace(games=semi), bot_4_wins)
    assert replayed.rounds == progress.rounds
    assert form.next_round(replayed) is None
    assert next(iter(form.bracket(replayed)))[0].points == (0, 2)
    assert form.standings(replayed).first == ("bot 1",)


def test_who_withdraws_loses_its_match() -> None:
    form = Knockout(2)
    progress = play_round(form, Progress(entrants(4)), better_wins)
    gone = [Entrant("bot 1", withdrawn=True), *entrants(4)[1:]]
    progress = progress._replace(entrants=gone)
    _, (final,) = form.bracket(progress)
    assert (final.winner, final.decision) == (1, Decision.WALKOVER)
    assert form.next_round(progress) is None
    progress = played(form, gone)
    assert progress.rounds[0].byes == (1,)


def test_two_that_cannot_play_each_other_need_no_games() -> None:
    bots = [Entrant(f"bot {n}", first=n > 2) for n in range(1, 5)]
    progress = played(Knockout(2), bots)
    *_, (final,) = Knockout(2).bracket(progress)
    assert (final.bots, final.winner, final.decision) == ((0, 1), 0, Decision.WALKOVER)


def places(form: Knockout, progress: Progress) -> dict[str, int]:
    return {row.name: row.place for row in form.standings(progress).rows}


@given(st.integers(2, 20), st.sampled_from([2, 4]))
@settings(max_examples=30, deadline=None)
def test_the_losers_of_the_semi_finals_play_for_place_three(count: int, per_match: int) -> None:
    form = Knockout(per_match, third_place=True)
    progress = played(form, entrants(count))
    more = count > 3  # of three bots, one has a bye in its semi-final
    assert len(progress.games) == (count - 1 + more) * per_match
    table = places(form, progress)
    assert [table.get(f"bot {n}") for n in range(1, 5)][:count] == [1, 2, 3, 4][:count]
    *_, last = form.bracket(progress)
    assert [(set(match.bots), match.for_third) for match in last] == [
        *([({2, 3}, True)] if more else []),
        ({0, 1}, False),
    ]
    *_, before, after = ["", *(meeting.stage for meeting in form.meetings(progress))]
    assert (before, after) == ("third place" if more else before, "final")
    without = places(Knockout(per_match), played(Knockout(per_match), entrants(count)))
    table.pop("bot 4", None)
    without.pop("bot 4", None)
    assert table == without


def test_games_are_called_by_their_place_in_the_bracket() -> None:
    form = Knockout(2, tie_break_games=2, third_place=True)
    progress = played(form, entrants(20), lambda game: 18 if game.round > 3 else better_wins(game))
    names = [*form.stages(progress).values()]
    assert list(dict.fromkeys(names)) == [
        *("Round of 32", "Round of 16", "Quarter-final"),
        *("Semi-final", "Semi-final, tie-break"),
        *("Third place", "Final", "Third place, tie-break", "Final, tie-break"),
    ]
    assert form.stages(progress).keys() == {game.number for game in progress.games}
    assert names.count("Final, tie-break") == 2
    assert form.round_name(progress, 4) == "semi-final"
    assert form.round_name(progress, 5) == "final and third place"


@pytest.mark.parametrize("third", [False, True])
def test_nobody_has_a_place_that_may_become_another(third: bool) -> None:
    """Until the final is decided, who is still in has none."""
    form = Knockout(2, third_place=third)
    whole = played(form, entrants(13))
    rows = form.standings(whole)
    assert not rows.still_in
    final = {row.name: row.place for row in rows.rows}
    if third:
        final |= dict.fromkeys(["bot 3", "bot 4"], 3)
    for games in range(len(whole.games) - (4 if third else 0)):
        progress = whole._replace(games=whole.games[:games])
        played_in = {game.round for game in form.games(whole) if game.number <= games + 1}
        progress = progress._replace(
            rounds=[each for each in whole.rounds if each.number in played_in]
        )
        table = form.standings(progress)
        assert {*table.still_in} == {row.name for row in table.rows if not row.place}
        assert not table.first
        for row in table.rows:
            assert row.place in (0, final[row.name])


def test_what_decided_the_final() -> None:
    form = Knockout(2, tie_break_games=2)
    assert form.crowning(played(form, entrants(3))) == "who won the final 2 : 0"
    drawn = played(form, entrants(2), lambda game: 18)
    assert form.crowning(drawn) == "who won the final, which ended 2 : 2, as the better seed"
    # Each wins the games in which it is South: bot 2 by more.
    usual = format_of({"format": "knockout", "game": "owari", "games-per-match": 2})
    higher = played(usual, entrants(2), lambda game: 20 if game.south == "bot 1" else 24)
    assert usual.crowning(higher) == "who won the final, which ended 2 : 2, by a margin of 16"
    late = half_points(lambda south, north, leg: 0.5 if leg < 2 else south == "bot 2")
    by_games = played(form, entrants(2), late)
    assert form.crowning(by_games) == "who won the final 3 : 1 by tie-break games"
    assert form.crowning(Progress(entrants(2))) == ""


def test_a_tied_match_for_place_three_goes_on_like_any_other() -> None:
    def play(game: ScheduledGame) -> int:
        return 18 if {game.south, game.north} == {"bot 3", "bot 4"} else better_wins(game)

    form = Knockout(2, tie_break_games=4, third_place=True)
    progress = played(form, entrants(4), play)
    assert [(each.number, len(each.pairings), {*each.third}) for each in progress.rounds] == [
        *((1, 2, set()), (2, 2, {2, 3})),
        *((2, 1, {2, 3}), (2, 1, {2, 3})),
    ]
    _, (third, final) = form.bracket(progress)
    assert (third.winner, third.decision, third.played) == (2, Decision.SEED, 6)
    assert (final.winner, final.played) == (0, 2)
    assert form.next_round(progress) is None


def test_place_three_is_played_for_later_too() -> None:
    """The final has been played, or has begun, when somebody asks for it."""
    form = Knockout(2, third_place=True)
    without = played(Knockout(2), entrants(4))
    assert places(form, without) == {"bot 1": 1, "bot 2": 2, "bot 3": 3, "bot 4": 3}
    for games in (without.games, without.games[:-1]):
        progress = without._replace(games=games)
        while (after := play_round(form, progress, better_wins)) != progress:
            progress = after
        assert progress.rounds[:-1] == without.rounds
        assert {*progress.rounds[-1].third} == {2, 3}
        assert progress.rounds[-1].pairings[0].games == 2
        assert places(form, progress) == {"bot 1": 1, "bot 2": 2, "bot 3": 3, "bot 4": 4}
    # And who no longer asks for it keeps the games.
    assert Knockout(2).next_round(progress) is None
    assert places(Knockout(2), progress) == places(form, without)


def test_who_plays_for_place_three_has_lost_whatever_becomes_of_the_semi_final() -> None:
    form = Knockout(2, third_place=True)
    done = played(form, entrants(4))
    again = [game for game in done.games if "bot 4" not in game[1:3] or game.number > 4]

    def bot_4_wins(game: ScheduledGame) -> int:
        return 20 if game.south == "bot 4" else 16

    replayed = play_round(form, done._replace(games=again), bot_4_wins)
    assert replayed.rounds == done.rounds
    semi = next(iter(form.bracket(replayed)))[0]
    assert (semi.bots, semi.winner, semi.points) == ((0, 3), 0, (0, 2))
    assert places(form, replayed) == places(form, done)
    # The same where the final needed no game.
    gone = [*entrants(4)]
    gone[1] = gone[1]._replace(withdrawn=True)
    semis = play_round(form, Progress(entrants(4)), better_wins)
    third = play_round(form, semis._replace(entrants=gone), better_wins)
    assert [{*each.third} for each in third.rounds] == [set(), {2, 3}]
    annulled = third._replace(games=[game for game in third.games if game.number != 1])
    assert next(iter(form.bracket(annulled)))[0].winner == 0


@pytest.mark.parametrize(("gone", "third"), [([2], 3), ([3], 2), ([2, 3], 2)])
def test_who_withdraws_before_the_match_for_place_three_loses_it(
    gone: list[int], third: int
) -> None:
    form = Knockout(2, third_place=True)
    progress = play_round(form, Progress(entrants(4)), better_wins)
    bots = [bot._replace(withdrawn=n in gone) for n, bot in enumerate(entrants(4))]
    progress = play_round(form, progress._replace(entrants=bots), better_wins)
    assert [each.third for each in progress.rounds] == [(), ()]
    _, (match, final) = form.bracket(progress)
    assert (match.winner, match.decision, final.winner) == (third, Decision.WALKOVER, 0)
    table = places(form, progress)
    assert table[f"bot {third + 1}"] == 3
    assert sorted(table.values()) == [1, 2, 3, 4]
    assert form.next_round(progress) is None
