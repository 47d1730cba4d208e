"""Suites of openings: legal, distinct, the same again, and balanced as far as they say."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from owari.engine.book import PACKAGED_OPENINGS, find_in_book, find_in_openings
from owari.engine.families import ENGINES, solve
from owari.engine.kernel import sowing
from owari.engine.openings import (
    BalancedOpenings,
    ListedOpenings,
    RandomOpenings,
    default_margin,
    known_margin,
)
from owari.engine.solution import Aim
from owari.engine.thinker import Thinker
from owari.errors import BadInput
from owari.games.catalog import find_game
from owari.games.game import Kind, Move, Opening, Value
from owari.games.mancala import OWARI

GAMES = ("owari", "kalah", "kalah:2x2", "manchester", "othello:6", "othello", "free-othello:4")
needs_kernel = pytest.mark.skipif(sowing is None, reason="the kernel was not compiled")


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(GAMES), st.integers(1, 6), st.integers(0, 2**63 - 1))
def test_random_openings_are_legal_distinct_and_the_same_again(
    name: str, plies: int, seed: int
) -> None:
    game = find_game(name)
    try:
        suite = RandomOpenings(game, plies, seed, default_margin(game))
        first = [suite[index] for index in range(20)]
    except BadInput:
        assert name == "kalah:2x2"
        return
    for opening in first:
        assert Opening.after(game, opening.moves) == opening
        assert len(opening.moves) == plies
        assert opening.start.outcome() is None
    again = RandomOpenings(game, plies, seed, default_margin(game))
    assert [again[index] for index in reversed(range(20))] == first[::-1]
    number = suite.reused(20) or 20
    assert len({opening.start for opening in first}) == number
    assert all(first[index] == first[index % number] for index in range(20))


def test_all_openings_come_before_the_first_comes_again() -> None:
    suite = RandomOpenings(OWARI, 2, 5)
    starts = [suite[index].start for index in range(72)]
    firsts = [OWARI.start().play(Move(pit)) for pit in range(6)]
    assert set(starts[:36]) == {one.play(move) for one in firsts for move in one.legal_moves()}
    assert starts[36:] == starts[:36]
    assert suite.reused(36) is None
    assert suite.reused(37) == 36


def test_other_seeds_have_other_openings_and_another_process_the_same() -> None:
    def shown(seed: int) -> str:
        suite = RandomOpenings(OWARI, 4, seed, 9)
        return "; ".join(str(suite[index]) for index in range(30))

    program = (
        "from owari.engine.openings import RandomOpenings as R\n"
        "from owari.games.mancala import OWARI\n"
        "suite = R(OWARI, 4, 1, 9)\n"
        "print('; '.join(str(suite[index]) for index in range(30)))"
    )
    elsewhere = subprocess.check_output(
        [sys.executable, "-c", program], text=True, env={"PYTHONHASHSEED": "7"}
    )
    assert elsewhere.strip() == shown(1)
    assert len({shown(seed) for seed in range(5)}) == 5
    # Results were played with these: a change here would make their tournaments others.
    assert shown(0).startswith("S2 N11 S5 N7; S0 N8 S5 N12; S1 N9 S2 N11; S4 N7 S3 N11; ")


def test_known_margins_are_within_the_limit() -> None:
    within = RandomOpenings(OWARI, 4, 3, 4)
    margins = [known_margin(within[index].start) for index in range(200)]
    assert {abs(margin) for margin in margins if margin is not None} == {0, 2, 4}
    assert None not in margins
    beyond = RandomOpenings(OWARI, 4, 3)
    assert any(abs(known_margin(beyond[index].start) or 0) > 4 for index in range(200))


@pytest.mark.slow
@needs_kernel
@pytest.mark.parametrize("text", ["0,0,4,4,4,1,5,0,4,0,4,4,1,5 S", "1,0,4,4,3,0,1,0,5,4,4,1,4,5 S"])
def test_the_margins_of_the_package_are_those_of_proofs(text: str) -> None:
    start = OWARI.parse_position(text)
    assert find_in_openings(start) is not None
    assert known_margin(start) == solve(start, aim=Aim.MARGIN, by_book=False).lower


def test_the_margins_of_the_package_fit_each_other_and_the_book() -> None:
    layer = [OWARI.start()]
    for _ in range(3):
        layer = [each.play(move) for each in layer for move in each.legal_moves()]
        for position in layer:
            found = find_in_openings(position)
            assert found is not None
            margins = {
                move: -reply[1]
                for move in position.legal_moves()
                if (reply := find_in_openings(position.play(move)))
            }
            assert margins[found[0]] == found[1] == max(margins.values())
            if known := find_in_book(position):
                assert known[1] == found[1]
    assert PACKAGED_OPENINGS.stat().st_size < 10_000


@needs_kernel
def test_balanced_openings_of_owari_are_even() -> None:
    suite = BalancedOpenings(OWARI, 4, 0)
    assert suite.reused(100) is None
    starts = {suite[index].start for index in range(100)}
    assert len(starts) == 100
    assert {known_margin(start) for start in starts} == {0}
    again = BalancedOpenings(OWARI, 4, 0)
    assert again[99] == suite[99]


@needs_kernel
def test_the_nearest_to_even_come_where_none_is_even() -> None:
    suite = BalancedOpenings(OWARI, 1, 0)
    margins = [abs(known_margin(suite[index].start) or 0) for index in range(6)]
    assert margins == sorted(margins)
    assert suite.reused(7) == 6


@needs_kernel
def test_where_nothing_is_proved_an_estimate_says_what_is_balanced() -> None:
    game = find_game("othello")
    family = ENGINES[game]
    thinker = Thinker(game, family.estimate)
    suite = BalancedOpenings(game, 8, 0)
    for index in range(3):
        opening = suite[index]
        assert Opening.after(game, opening.moves) == opening
        found = thinker.think(opening.start, depth=family.lookahead)
        assert found.value == Value(0, Kind.ESTIMATED)


def test_a_list_is_used_in_its_order() -> None:
    one, two = (Opening.after(OWARI, (Move(pit),)) for pit in (1, 2))
    suite = ListedOpenings([one, two])
    assert [suite[index] for index in range(5)] == [one, two, one, two, one]
    assert suite.reused(2) is None
    assert suite.reused(3) == 2


@pytest.mark.parametrize("plies", [40, 200])
def test_no_game_goes_on_for_so_many_plies(plies: int) -> None:
    with pytest.raises(BadInput, match=f"goes on after {plies} plies: take fewer"):
        RandomOpenings(find_game("kalah:2x2"), plies, 0)[0]
