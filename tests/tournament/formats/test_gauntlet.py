"""Challengers meet everyone else."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from owari.results.scoring import Scoring
from owari.results.standings import Counting
from owari.tournament.formats.round_robin import Gauntlet, RoundRobin
from owari.tournament.formats.tournament_format import Progress
from tests.tournament.formats.simulation import entrants, half_points, played


def test_the_first_bot_is_the_challenger() -> None:
    games = Gauntlet(2).games(Progress(entrants(4)))
    assert [(game.number, game.round, game.south, game.north) for game in games] == [
        (1, 1, "bot 1", "bot 2"),
        (2, 1, "bot 2", "bot 1"),
        (3, 2, "bot 1", "bot 3"),
        (4, 2, "bot 3", "bot 1"),
        (7, 3, "bot 1", "bot 4"),
        (8, 3, "bot 4", "bot 1"),
    ]


@given(st.integers(2, 20), st.data(), st.sampled_from([2, 4]), st.integers(1, 2))
def test_each_challenger_meets_each_other_bot(
    count: int, data: st.DataObject, per_match: int, cycles: int
) -> None:
    bots = entrants(count)
    names = [bot.name for bot in bots]
    challengers = data.draw(st.lists(st.sampled_from(names), min_size=1, unique=True))
    games = Gauntlet(per_match, cycles, named=tuple(challengers)).games(Progress(bots))
    others = [name for name in names if name not in challengers]
    orders = Counter((game.south, game.north) for game in games)
    expected = {pair for a in challengers for b in others for pair in ((a, b), (b, a))}
    assert set(orders) == expected
    assert set(orders.values()) <= {per_match * cycles // 2}
    for number in {game.round for game in games}:
        legs = [game for game in games if game.round == number and game.leg % per_match == 0]
        players = [name for game in legs for name in game[3:]]
        assert len(players) == len(set(players))
    numbers = {
        game.number: game[3:] for game in RoundRobin(per_match, cycles).games(Progress(bots))
    }
    assert all(set(numbers[game.number]) == set(game[3:]) for game in games)


def test_places_go_by_the_share_of_points() -> None:
    """The challenger has most points of all, as it plays most games."""
    wins = {"bot 2", "bot 3"}
    play = half_points(
        lambda south, north, leg: 1 if south in wins else 0 if north in wins else 0.5
    )
    progress = played(Gauntlet(2), entrants(6), play)
    rows = Gauntlet(2).standings(progress).rows
    assert [(row.name, row.place, row.points) for row in rows] == [
        ("bot 2", 1, 2),
        ("bot 3", 1, 2),
        ("bot 4", 3, 1),
        ("bot 5", 3, 1),
        ("bot 6", 3, 1),
        ("bot 1", 6, 3),
    ]


def test_who_has_not_played_is_last_by_margin_too() -> None:
    form = Gauntlet(2, counting=Counting(Scoring(largest_margin=36)))
    progress = played(form, entrants(3), lambda game: 36 if game.south == "bot 1" else 0)
    begun = progress._replace(games=progress.games[:2])
    assert [row.name for row in form.standings(begun).rows] == ["bot 1", "bot 2", "bot 3"]
