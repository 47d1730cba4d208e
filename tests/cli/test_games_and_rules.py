"""The commands that list the games and print their rules."""

from __future__ import annotations

import pytest

from owari.games.catalog import GAMES, find_game
from owari.report.families import full_rules, rules_in_a_sentence
from tests.support.command import run


def test_the_games() -> None:
    result = run("games")
    assert result.exit_code == 0
    words = " ".join(result.output.split())
    assert words.startswith("The games that Owari plays and referees.")
    for name, rules in GAMES.items():
        assert f"{name} {rules_in_a_sentence(rules)}" in words
    assert "from 1x1 to 12x24" in words


@pytest.mark.parametrize("name", ["owari", "kalah:5x3", "manchester", "kalah-empty:1x1"])
def test_the_rules_of_one(name: str) -> None:
    result = run("rules", name)
    assert result.exit_code == 0
    assert result.output == f"{full_rules(find_game(name))}\n"


def test_owari_is_what_is_meant_by_default() -> None:
    assert run("rules").output.startswith("owari\n")


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("kalha", "unknown game 'kalha'; did you mean 'kalah'?"),
        ("kalah:0x4", "a side has 1 to 12 pits, not 0"),
        ("kalah:6", "a size is pits x stones a pit, as in 'kalah:6x4'"),
    ],
)
def test_a_game_that_there_is_not(name: str, sentence: str) -> None:
    result = run("rules", name)
    assert result.exit_code == 2
    assert sentence in result.output
