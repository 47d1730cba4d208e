"""Words of a command line that begin with a dash and are no options."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from owari.games.othello import OTHELLO
from tests.support.command import run

SMALL = OTHELLO.resized(4)


@pytest.mark.parametrize("options", [("--game", "othello:4"), ("--game=othello:4", "--time", "9s")])
@pytest.mark.parametrize("option_first", [True, False])
def test_a_position_whose_first_square_is_empty_is_solved(
    options: tuple[str, ...], option_first: bool
) -> None:
    position = ("-----OX--XO----- X",)
    words = (*options, *position) if option_first else (*position, *options)
    done = run("solve", *words)
    assert done.exit_code == 0, done.output
    assert "Margin for South: -10\n" in done.output


@given(st.integers(0, 1000), st.integers(0, 10), st.sampled_from(["", " "]))
def test_every_position_is_read_however_it_begins(seed: Any, plies: Any, between: Any) -> None:
    """With a sign that is no square: the sentence is about the position."""
    chance = random.Random(seed)
    position = SMALL.start()
    for _ in range(plies):
        if position.outcome():
            return
        position = position.play(chance.choice(position.legal_moves()))
    squares = between.join(str(position).split()[0][:-1] + "?")
    done = run("solve", "--game", "othello:4", squares)
    assert done.exit_code == 2
    assert f"Error: {squares!r}: " in done.output


def test_a_position_of_pits_is_read_though_a_number_be_negative() -> None:
    done = run("solve", "-1,3,3,3,3,3,0,3,3,3,3,3,3,0 S")
    assert "'-1' is not a number of stones" in done.output


@pytest.mark.parametrize("word", ["--tme", "--threds=2", "-x", "-abc"])
def test_what_looks_like_an_option_is_still_refused_as_one(word: str) -> None:
    done = run("solve", word)
    assert done.exit_code == 2
    assert "No such option" in done.output


def test_a_position_that_is_the_value_of_an_option(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("OWARI_DATA", str(tmp_path))
    done = run(
        *("play", "--game", "othello:4", "--position", "-----OX--XO----- X"),
        *("--south", "first", "--north", "first"),
    )
    assert "The game is over" in done.output


def test_names_and_reasons(tmp_path: Path) -> None:
    results = str(tmp_path / "class.db")
    done = run("score", results, "-Team", "--help me", "19-17")
    assert "Game 1: -Team - --help me 19-17, -Team wins" in done.output
    done = run("annul", results, "1", "--typing error")
    assert "Game 1 is annulled: --typing error" in done.output
    assert "FIRST" in run("score", "--help").output
    done = run("score", results, "-Team", "-a", "-3-16")
    assert done.exit_code == 2
    assert "a score is the pieces of both sides, such as 19-17, not '-3-16'" in done.output


def test_names_at_the_relay(tmp_path: Path) -> None:
    record = tmp_path / "game.pgn"
    words = ("relay", "--us-name", "-A", "--them-name", "--B", "--first", "us", "--record")
    run(*words, str(record), "--us", "first", typed="quit\n")
    assert '[South "-A"]' in record.read_text()
    assert '[North "--B"]' in record.read_text()
