"""`owari export --format pgn`: all games of a tournament in one record."""

from __future__ import annotations

import gzip
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from owari.records.pgn import format_game, read_games
from owari.results.store import Store
from tests.support.command import output, refusal

VERSION = Path(__file__).parents[1] / "vectors" / "version-1.0.0"
NAMES = ("kalah", "manchester", "othello", "owari")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def results(name: str) -> Path:
    """The results of a tournament with forfeits, reported games and annulled ones."""
    path = Path(f"{name}.db")
    path.write_bytes(gzip.decompress((VERSION / f"{name}.results.gz").read_bytes()))
    return path


@pytest.mark.parametrize("name", NAMES)
def test_the_record_has_each_game_that_counts(name: str) -> None:
    path = results(name)
    with Store.open(path) as store:
        numbers = sorted(store.numbers())
        games = [store.played(number) for number in numbers]
        texts = [store.record(number) for number in numbers]
    said = output("export", str(path), "--format", "pgn", "--output", "games.pgn")
    assert said == f"games.pgn: {len(games)} games from {path}\n"
    assert read_games(Path("games.pgn").read_text("utf-8")) == games
    assert output("export", str(path), "--format", "pgn") == "\n".join(texts)
    # Read and written anew: version 1.0.0 had another word for the value of a score.
    written = [format_game(game) for game in games]
    assert output("export", str(path), str(numbers[1]), "--format", "pgn") == written[1]
    assert output("show", "games.pgn") == "\n".join(written)
    assert output("show", "games.pgn", "2") == written[1]
    assert output("export", "games.pgn", "--format", "pgn") == "\n".join(written)


def test_a_game_of_the_record_can_be_analysed() -> None:
    path = results("owari")
    output("export", str(path), "1", "--format", "pgn", "--output", "game.pgn")
    assert "stones given away" in output("analyze", "game.pgn", "--time", "10ms").lower()


def test_bots_have_their_present_names() -> None:
    path = results("owari")
    with Store.open(path, writes=True) as store:
        store.rename_bot("Greedy", "Grete")
        games = [store.played(number) for number in sorted(store.numbers())]
    text = output("export", str(path), "--format", "pgn")
    assert "Greedy" not in text
    assert read_games(text) == games


def test_a_doctored_record_writes_nothing_to_a_screen() -> None:
    path = results("owari")
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(
            "UPDATE games SET record = replace(record, '[Event \"', '[Event \"\x1b[2J')"
        )
        connection.commit()
    assert "\x1b" not in output("export", str(path), "--format", "pgn")


def test_there_must_be_games_and_no_file_of_that_name() -> None:
    Store.open_or_create(Path("new.db")).close()
    assert "new.db has no games" in refusal(
        *("export", "new.db", "--format", "pgn", "--output", "games.pgn")
    )
    assert not Path("games.pgn").exists()
    path = results("kalah")
    Path("games.pgn").write_text("mine")
    refusal("export", str(path), "--format", "pgn", "--output", "games.pgn")
    assert Path("games.pgn").read_text() == "mine"
