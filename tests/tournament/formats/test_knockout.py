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
from owari.tournament.formats.tournament_format import Progress
from owari.tournament.schedule import Entrant, ScheduledGame
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
