"""The games by name."""

from __future__ import annotations

import pytest

from owari.games.catalog import GAMES, find_game
from owari.games.mancala import KALAH, KALAH_EMPTY, MANCHESTER, OWARI, SOWING_GAMES, Capture
from owari.games.othello import FREE_OTHELLO, OTHELLO, OTHELLO_GAMES

THERE_ARE = f"there are {', '.join(GAMES)}"


def test_the_games_and_their_rules() -> None:
    known = {
        "owari": OWARI,
        "kalah": KALAH,
        "kalah-empty": KALAH_EMPTY,
        "manchester": MANCHESTER,
        "othello": OTHELLO,
        "free-othello": FREE_OTHELLO,
    }
    assert {**GAMES, **known, **SOWING_GAMES, **OTHELLO_GAMES} == GAMES
    sowing = (OWARI, KALAH, KALAH_EMPTY, MANCHESTER)
    sizes = [(rules.pits, rules.stones) for rules in sowing]
    assert sizes == [(6, 3), (6, 4), (6, 4), (7, 7)]
    assert [rules.extra_turn for rules in sowing] == [False, True, True, True]
    assert [rules.capture for rules in sowing] == [*Capture, Capture.BOTH]
    assert [rules.pie for rules in sowing] == [False, False, False, True]
    assert [rules.first_move_extra_turn for rules in sowing] == [True, True, True, False]


@pytest.mark.parametrize(
    ("name", "pits", "stones"), [("kalah", 6, 4), ("kalah:5x3", 5, 3), ("owari:12x24", 12, 24)]
)
def test_a_name_may_have_a_size(name: str, pits: int, stones: int) -> None:
    rules = find_game(name)
    assert (rules.name, rules.pits, rules.stones) == (name, pits, stones)


def test_the_usual_size_need_not_be_said() -> None:
    assert find_game("owari:6x3") == OWARI
    assert find_game("kalah:6x4").name == "kalah"
    assert find_game("kalah:6x3").name == "kalah:6x3"


@pytest.mark.parametrize("family", SOWING_GAMES)
def test_every_game_is_found_by_its_own_name(family: str) -> None:
    for pits in range(1, 13):
        for stones in range(1, 25):
            rules = SOWING_GAMES[family].resized(pits, stones)
            assert find_game(rules.name) == rules


@pytest.mark.parametrize("family", OTHELLO_GAMES)
def test_a_game_of_othello_too(family: str) -> None:
    assert find_game(family).size == 8
    for size in range(4, 17, 2):
        rules = OTHELLO_GAMES[family].resized(size)
        assert find_game(rules.name) == rules
    assert find_game(f"{family}:8").name == family


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("chess", f"unknown game 'chess'; {THERE_ARE}"),
        ("owarri", "unknown game 'owarri'; did you mean 'owari'?"),
        ("kala:6x4", "unknown game 'kala:6x4'; did you mean 'kalah'?"),
        ("", f"unknown game ''; {THERE_ARE}"),
        ("kalah:", "'kalah:': a size is pits x stones a pit, as in 'kalah:6x4'"),
        ("kalah:6", "'kalah:6': a size is pits x stones a pit, as in 'kalah:6x4'"),
        ("kalah:6x4 ", "'kalah:6x4 ': a size is pits x stones a pit, as in 'kalah:6x4'"),
        ("othello:6x6", "'othello:6x6': a size is the squares a side, as in 'othello:6'"),
        ("othello:7", "a board has 4 to 16 squares a side, an even number, not 7"),
        ("kalah:13x4", "a side has 1 to 12 pits, not 13"),
        ("kalah:6x25", "a pit starts with 0 to 24 stones, not 25"),
    ],
)
def test_another_name_is_told_which_there_are(name: str, wrong: str) -> None:
    with pytest.raises(ValueError) as error:  # noqa: PT011
        find_game(name)
    assert str(error.value) == wrong
