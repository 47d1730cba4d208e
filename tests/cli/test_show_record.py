"""`owari show`, `analyze` and `export` for a record of many games."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random
from threading import Thread

import pytest

from owari.games.mancala import OWARI
from owari.records.pgn import format_game
from owari.records.record import GameRecord, Ply
from tests.support.command import output, run, started

BROKEN = 3
"""The number of the game with a move that cannot be played."""


def game(number: int) -> str:
    """The text of the game of that number."""
    random, position, plies = Random(number), OWARI.start(), []
    for _ in range(6):
        plies.append(Ply(position.turn, random.choice(position.legal_moves())))
        position = position.play(plies[-1].move)
    return format_game(GameRecord(OWARI, OWARI.start(), f"Ann {number}", "Ben", tuple(plies)))


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A record of five games, one of them broken."""
    texts = [game(number) for number in range(1, 6)]
    texts[BROKEN - 1] = texts[BROKEN - 1].replace("1. S", "1. S9")
    path = tmp_path / "games.pgn"
    path.write_text("\n".join(texts), "utf-8")
    return path


def test_a_game_is_found_without_reading_those_before_it(record: Path) -> None:
    for number in (1, 2, 4, 5):
        assert output("show", record, str(number)) == game(number)
        assert output("export", record, str(number), "--format", "pgn") == game(number)
    assert "Ann 5" in output("show", record, "5", "--moves") or output("show", record, "5")
    assert "Ann 5" in output("analyze", record, "5", "--time", "1ms")


def test_the_games_before_a_broken_one_are_shown(record: Path) -> None:
    shown = run("show", record)
    assert shown.exit_code == 2
    assert shown.stdout == f"{game(1)}\n{game(2)}"
    line = (game(1) + game(2)).count("\n") + 2 + game(3).count("\n")
    assert shown.stderr.startswith(f"Error: {record}, line {line}: S9")


def test_a_number_that_no_game_has_is_refused(record: Path) -> None:
    refused = run("show", record, "6")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert refused.stderr == f"Error: {record} has 5 games and no game 6\n"


def test_a_number_after_what_is_no_game_tells_of_that(record: Path) -> None:
    record.write_text("\n".join([game(1), "[South Ann]", game(2)]), "utf-8")
    line = game(1).count("\n") + 2
    refused = run("show", record, "4")
    assert refused.stderr.startswith(f"Error: {record}, line {line}: '[South'")


def test_a_pipe_is_read_from_its_beginning(record: Path, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = Thread(target=pipe.write_bytes, args=(record.read_bytes(),), daemon=True)
    writer.start()
    assert output("show", pipe, "2") == game(2)


def test_a_reader_that_leaves_after_the_first_game_ends_the_command_quietly(tmp_path: Path) -> None:
    texts = "\n".join(map(game, range(1, 2000)))
    # Reading all of it would end in an error.
    (tmp_path / "games.pgn").write_text(f"{texts}\n[Broken", "utf-8")
    with started(tmp_path, "show", "games.pgn") as shown:
        assert shown.stdout.readline() == '[Event "?"]\n'
        shown.stdout.close()
        assert shown.wait() == 0
        assert shown.stderr.read() == ""
