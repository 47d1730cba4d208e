"""Everyone meets everyone, in the order of published tables."""

from __future__ import annotations

from collections import Counter, defaultdict
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from owari.tournament.formats.round_robin import RoundRobin, berger_rounds
from owari.tournament.formats.schedule import Entrant
from owari.tournament.formats.tournament_format import Progress

TABLES = Path(__file__).parents[2] / "vectors" / "berger_tables.tsv"


def published() -> dict[int, list[list[tuple[int, int]]]]:
    """The rounds by the number of players, which count from 1."""
    tables = defaultdict(list)
    for line in TABLES.read_text("utf-8").splitlines():
        if not line.startswith("#"):
            bots, _, pairs = line.split("\t")
            games = [pair.split("-") for pair in pairs.split()]
            tables[int(bots)].append([(int(white), int(black)) for white, black in games])
    return tables


@pytest.mark.parametrize("bots", published())
def test_the_order_is_that_of_the_berger_tables(bots: int) -> None:
    rounds = [[(white + 1, black + 1) for white, black in pairs] for pairs in berger_rounds(bots)]
    assert rounds == published()[bots]


@pytest.mark.parametrize("bots", [5, 7, 11])
def test_who_would_meet_the_missing_bot_rests(bots: int) -> None:
    rounds = [[pair for pair in pairs if bots not in pair] for pairs in berger_rounds(bots + 1)]
    assert list(berger_rounds(bots)) == rounds


@pytest.mark.parametrize("bots", [4, 6, 8])
def test_white_moves_first_in_the_first_game_of_each_match(bots: int) -> None:
    games = RoundRobin(2).games(Progress([Entrant(str(n)) for n in range(1, bots + 1)]))
    firsts: dict[frozenset[str], tuple[str, str]] = {}
    for game in games:
        firsts.setdefault(frozenset(game[3:]), (game.south, game.north))
    white = {(str(w), str(b)) for pairs in published()[bots] for w, b in pairs}
    assert set(firsts.values()) == white


@given(st.integers(2, 20), st.sampled_from([2, 4]), st.integers(1, 3))
def test_each_cycle_has_all_pairs(bots: int, per_match: int, cycles: int) -> None:
    games = RoundRobin(per_match, cycles).games(Progress([Entrant(str(n)) for n in range(bots)]))
    orders = Counter((game.south, game.north) for game in games)
    assert len(orders) == bots * (bots - 1)
    assert set(orders.values()) == {per_match * cycles // 2}
    assert sorted(game.number for game in games) == list(range(1, len(games) + 1))
    rounds = bots - 1 + bots % 2
    assert games[-1].round == rounds * cycles
    for game in games:
        assert (game.round - 1) // rounds == game.leg // per_match
