"""The commands that list the games, their rules, the built-in bots and the protocols."""

from __future__ import annotations

import os
import subprocess

import pytest

from owari.engine.families import ENGINES
from owari.games.catalog import GAMES, find_game
from owari.games.mancala import OWARI
from owari.games.othello import OTHELLO
from owari.players.builtin_bots import BUILTIN
from owari.programs.dialogues.protocols import PROTOCOLS, find_protocol
from owari.report.families import full_rules, rules_in_a_sentence
from tests.support.command import COMMAND, run


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


def test_all_bots_and_what_alpha_beta_goes_by() -> None:
    done = run("bots")
    assert done.exit_code == 0
    first_words = [line.split(" ")[0] for line in done.output.splitlines()]
    for name in (*BUILTIN, *ENGINES[OWARI].evaluations, *ENGINES[OTHELLO].evaluations):
        assert first_words.count(name) == 1
    assert done.output.splitlines()[-1].endswith("such as 2*mobility + 10*corners - danger.")


def test_a_default_says_where_it_is_one() -> None:
    words = " ".join(run("bots").output.split())
    assert words.startswith("The built-in bots: ")
    assert words.count("It is used where nothing else is named") == 1
    assert "fitted to games. Tournaments and matches use it where nothing else is named" in words


def test_the_list() -> None:
    result = run("protocols")
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert [line.split()[0] for line in lines[1 : 1 + len(PROTOCOLS)]] == list(PROTOCOLS)


@pytest.mark.parametrize("name", PROTOCOLS)
def test_one_of_them(name: str) -> None:
    result = run("protocols", name)
    assert result.exit_code == 0
    assert find_protocol(name).guide in result.output


def test_one_that_there_is_not() -> None:
    result = run("protocols", "chess")
    assert result.exit_code == 2
    assert "'chess' is not one of 'line'" in result.output


@pytest.mark.parametrize("words", [("bots",), ("protocols", "kgp"), ("solve", "--help")])
def test_a_reader_who_has_seen_enough_is_no_error(words: tuple[str, ...]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    command = [*COMMAND, *words]
    try:
        done = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, check=False)
    finally:
        os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")
