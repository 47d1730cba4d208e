"""The file of the games, whatever else is in its folder."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest

from owari.games.game import Move, Outcome, Side
from owari.games.mancala import OWARI
from owari.records.record import Ending, GameRecord, Ply, Result, Termination
from owari.table.session_file import GameFile, new_path, write

NEW = GameRecord(OWARI, OWARI.start(), "A", "B")
OVER = GameRecord(
    OWARI,
    OWARI.start(),
    "A",
    "B",
    ending=Ending(Result.NORTH, Outcome(0, 0), Termination.RESIGNED, "South resigned"),
)


def test_two_games_of_one_second_have_two_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OWARI_DATA", str(tmp_path))
    now = datetime(2026, 11, 27, 20, 15, 30)
    names = [new_path("play", now).name for _ in range(3)]
    stem = "play-20261127-201530"
    assert names == [f"{stem}.pgn", f"{stem}-2.pgn", f"{stem}-3.pgn"]


def test_a_file_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    path.touch(0o600)
    write(path, [NEW])
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_file_that_is_read_only_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    path.write_text("mine")
    path.chmod(0o444)
    games = GameFile(path, [NEW])
    with pytest.raises(PermissionError, match="it is read-only"):
        games.keep(0, OVER)
    assert not games.kept
    assert path.read_text() == "mine"
    assert list(tmp_path.iterdir()) == [path]


def test_no_folder_is_made(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        write(tmp_path / "no" / "game.pgn", [NEW])
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("records", "indexes"),
    [
        ([], []),
        ([NEW], [0]),
        ([OVER], [0]),
        ([NEW, NEW], [0, 1]),
        ([OVER, NEW], [0, 1]),
        ([OVER, GameRecord(OWARI, NEW.start, "A", "B", (Ply(Side.SOUTH, Move(4)),))], [1]),
        ([OVER, OVER], [1]),
    ],
)
def test_the_end_of_a_game_is_asked_about_until_the_next_begins(
    records: list[GameRecord], indexes: list[int]
) -> None:
    assert GameFile(Path("game.pgn"), records).to_play() == indexes
