"""Tournaments of Othello and of its free variant, as they are typed, with real processes."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from owari.games.catalog import find_game
from owari.records.pgn import read_game
from owari.results.standings import standings
from owari.results.store import Store
from tests.support.command import COMMAND, output, owari, refusal
from tests.support.nightly import at_night
from tests.support.sample_programs import PROGRAMS

ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "owari" / "programs" / "samples" / "othello" / "bot.py"

BOTS = f"""\
seed: 3
concurrency: 2
time-per-turn: 20s
bots:
  - {{name: Greedy, engine: greedy}}
  - {{name: Random, engine: random}}
  - {{name: First, engine: first}}
  - name: CodinGame
    command: [{sys.executable}, {PROGRAMS}/one_shot/codingame.py]
    protocol: one-shot
    format: codingame
"""
PROGRAMS_OF_OTHELLO = f"""\
  - {{name: Depth 3, engine: alpha-beta, depth: 3, evaluation: classroom}}
  - {{name: Sample, command: [{sys.executable}, {SAMPLE}]}}
  - name: Letters
    command: [{sys.executable}, {PROGRAMS}/console/othello_letters.py, "6"]
    protocol: console
    start: {{first: [y], second: [n]}}
"""


def begun(folder: Path, game: str, bots: str = BOTS) -> subprocess.Popen[bytes]:
    (folder / "bots.yaml").write_text(f"game: {game}\n{bots}", "utf-8")
    return subprocess.Popen(
        [*COMMAND, "tournament", "bots.yaml"],
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def logged(folder: Path) -> dict[int, tuple[str, int, int, str]]:
    """Of each game its moves, its score and why it ended."""
    with sqlite3.connect(folder / "bots.db") as connection:
        rows = connection.execute(
            "SELECT number, moves, south_score, north_score, termination FROM games"
        )
        return {number: rest for number, *rest in rows}


def played(folder: Path, game: str, bots: str = BOTS) -> dict[int, tuple[str, int, int, str]]:
    """All games of a whole tournament."""
    run = begun(folder, game, bots)
    assert run.wait(120) == 0
    return logged(folder)


def recomputed(folder: Path, game: str) -> None:
    """Every score is the one that its moves come to, and every record is read back."""
    with Store.open(folder / "bots.db") as store:
        for stored in store.games():
            position = find_game(game).start()
            for name in stored.moves.split():
                position = position.play(position.rules.parse_move(name))
            assert position.outcome() == stored.ending.score
            record = read_game(store.record(stored.number))
            assert record.ending.score == stored.ending.score
            assert record.final == position


@pytest.mark.parametrize(
    ("game", "squares"), [("othello:4", 16), *at_night(("free-othello:4", 16))]
)
def test_a_whole_tournament(tmp_path: Path, game: str, squares: int) -> None:
    games = played(tmp_path, game)
    assert len(games) == 12
    assert {termination for *_, termination in games.values()} == {"normal"}
    recomputed(tmp_path, game)
    passes = [moves for moves, *_ in games.values() if "pass" in moves]
    if game.startswith("free"):
        assert not passes
        assert all(south + north == squares for _, south, north, _ in games.values())
    else:
        assert passes


@pytest.mark.nightly
@pytest.mark.slow
def test_programs_of_every_kind_play_on_the_same_board(tmp_path: Path) -> None:
    games = played(tmp_path, "othello:6", BOTS + PROGRAMS_OF_OTHELLO)
    assert len(games) == 42
    assert {termination for *_, termination in games.values()} == {"normal"}
    recomputed(tmp_path, "othello:6")


@pytest.mark.parametrize("game", ["othello:6", "free-othello:6"])
@pytest.mark.slow
@pytest.mark.nightly
def test_killed_it_ends_as_an_undisturbed_run_does(tmp_path: Path, game: str) -> None:
    (tmp_path / "whole").mkdir()
    (tmp_path / "killed").mkdir()
    whole = played(tmp_path / "whole", game)
    for games in (1, 5):
        run = begun(tmp_path / "killed", game)
        results = tmp_path / "killed" / "bots.db"
        deadline = time.monotonic() + 60
        while run.poll() is None and time.monotonic() < deadline:
            if results.exists() and results.stat().st_size and _count(results) >= games:
                break
            time.sleep(0.01)
        os.killpg(run.pid, signal.SIGKILL)
        run.wait(30)
    assert played(tmp_path / "killed", game) == whole
    recomputed(tmp_path / "killed", game)


def _count(results: Path) -> int:
    with sqlite3.connect(results) as connection:
        try:
            return int(connection.execute("SELECT count(*) FROM games").fetchone()[0])
        except sqlite3.OperationalError:
            return 0


@pytest.mark.slow
def test_the_empty_squares_are_the_winners(tmp_path: Path) -> None:
    (tmp_path / "bots.yaml").write_text(f"game: othello\n{BOTS}", "utf-8")
    said = output("score", "bots.yaml", "Greedy", "Random", "40-20", folder=tmp_path)
    assert said == "Game 1: Greedy - Random 40-20, Greedy wins by 24\n"
    output("score", "bots.yaml", "Random", "Greedy", "30-34", folder=tmp_path)
    output("score", "bots.yaml", "First", "Greedy", "30-30", folder=tmp_path)
    text = output("standings", "bots.yaml", "--format", "json", folder=tmp_path)
    data = json.loads(text)
    greedy = next(row for row in data["standings"] if row["bot"] == "Greedy")
    assert (greedy["discs for"], greedy["discs against"], greedy["points"]) == (104, 80, 2.5)
    margins = {(row["bot"], row["opponent"]): row["margin"] for row in data["matches"]}
    assert margins["Greedy", "Random"] == 24 + 4
    assert margins["First", "Greedy"] == 0
    assert '[Margin "+24"]' in output("show", "bots.yaml", "1", folder=tmp_path)
    shown = output("show", "bots.yaml", folder=tmp_path)
    assert "Greedy wins by 24" in shown
    (tmp_path / "game.pgn").write_text(output("show", "bots.yaml", "1", folder=tmp_path))
    assert '[Margin "+24"]' in output("show", "game.pgn", folder=tmp_path)


@pytest.mark.parametrize(
    ("game", "score", "sentence"),
    [
        ("othello", "40-30", "40-30 makes 70 discs, but the board has 64 squares"),
        ("othello:6", "40-0", "40-0 makes 40 discs, but the board has 36 squares"),
        ("othello", "2-2", "2-2 makes 4 discs, but a game begins with 4"),
        ("free-othello", "30-33", "30-33 makes 63 discs, but the game fills the board: 64"),
        ("othello", "f5", "a score is the pieces of both sides, such as 19-17, not 'f5'"),
    ],
)
def test_a_score_that_cannot_be(tmp_path: Path, game: str, score: str, sentence: str) -> None:
    (tmp_path / "bots.yaml").write_text(f"game: {game}\n{BOTS}", "utf-8")
    said = refusal("score", "bots.yaml", "Greedy", "Random", score, folder=tmp_path)
    assert sentence in said


@pytest.mark.nightly
def test_an_annulled_game_is_played_again(tmp_path: Path) -> None:
    before = played(tmp_path, "othello:4")
    output("annul", "bots.yaml", "3", "a cable", folder=tmp_path)
    assert owari(tmp_path, "tournament", "bots.yaml").returncode == 0
    assert logged(tmp_path) == before
    with Store.open(tmp_path / "bots.db") as store:
        assert [game.number for game in store.games(annulled=True)] == [3]
        names = [bot.name for bot in store.bots()]
        assert standings(names, store.games()).games == 12


@pytest.mark.nightly
def test_results_of_one_game_take_none_of_another(tmp_path: Path) -> None:
    played(tmp_path, "othello:4")
    (tmp_path / "bots.yaml").write_text(f"game: free-othello:4\n{BOTS}", "utf-8")
    run = owari(tmp_path, "tournament", "bots.yaml")
    assert run.returncode == 2
    assert "game was othello:4 and is free-othello:4 now" in run.stderr
