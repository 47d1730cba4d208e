"""Files that are not what their names say: the server says so, or leaves them out, and goes on."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from time import sleep

import httpx
import pytest

from owari.records.pgn import record_text
from owari.web import replay_routes, table_folder
from owari.web.replay_routes import ServedRecord
from tests.support.browser import ServerProcess
from tests.support.command import run
from tests.support.table_client import client, connected, created

RECORD = '[South "Ann"]\n[North "Ben"]\n[Game "owari"]\n[First "South"]\n\n1. S0 *\n'


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder = tmp_path_factory.mktemp("odd")
    (folder / "bots.yaml").write_text(
        "bots:\n  - {name: Ann, engine: first}\n  - {name: Ben, engine: greedy}\n", "utf-8"
    )
    (folder / "one.pgn").write_text(RECORD, "utf-8")
    assert run("score", "bots.yaml", "Ann", "Ben", "20-16", folder=folder).exit_code == 0
    with ServerProcess(folder, "bots.yaml", "one.pgn") as process:
        yield process


def ask(server: ServerProcess, place: str) -> httpx.Response:
    return connected(server.address).get(place)


@contextmanager
def replaced(file: Path, make: Callable[[Path], object]) -> Iterator[None]:
    """Something else has the name of a file meanwhile."""
    aside = file.rename(file.with_suffix(".aside"))
    make(file)
    try:
        yield
    finally:
        file.unlink()
        aside.rename(file)


ODD = [os.mkfifo, lambda file: file.symlink_to("/dev/zero"), lambda file: file.write_text("?" * 99)]


@pytest.mark.parametrize("make", ODD)
@pytest.mark.parametrize(
    ("name", "place"), [("bots.db", "api/watch/0/games/1"), ("one.pgn", "api/records/0/games/1")]
)
def test_a_served_file_that_becomes_something_else_is_told(
    make: Callable[[Path], object], name: str, place: str, server: ServerProcess
) -> None:
    with replaced(server.folder / name, make):
        answer = ask(server, place)
    assert answer.status_code == 422
    assert name in answer.json()["problem"]
    assert str(server.folder) not in answer.text
    assert ask(server, "watch/0").status_code == 200


def test_viewers_read_no_folder_of_the_machine(server: ServerProcess) -> None:
    assert str(server.folder) not in ask(server, "api/watch/0/games/99").text
    with (
        replaced(server.folder / "bots.db", os.mkfifo),
        client().stream("GET", f"{server.address}api/watch/0/events") as events,
    ):
        state = next(line for line in events.iter_lines() if line.startswith("data:"))
    assert "Waiting for results: bots.db is not a results file" in state
    assert str(server.folder) not in state


def test_what_is_no_game_in_the_folder_of_games_is_left_out(server: ServerProcess) -> None:
    game = created(server.address, kind="play", game="owari", first="south").state
    games = Path(game["file"]).parent
    made = [games / name for name in ("pipe.pgn", "zero.pgn", os.fsdecode(b"\xff.pgn"), "huge.pgn")]
    os.mkfifo(made[0])
    made[1].symlink_to("/dev/zero")
    made[2].write_bytes(Path(game["file"]).read_bytes())
    with open(made[3], "wb") as file:
        file.truncate(table_folder.LARGEST_GAME + 1)
    try:
        offered = ask(server, "api/games")
        assert offered.status_code == 200
        assert [each["id"] for each in offered.json()["unfinished"]] == [game["id"]]
        assert ask(server, "api/tables/pipe").status_code == 404
    finally:
        for each in made:
            each.unlink()


@pytest.mark.parametrize("text", [RECORD, "?"])
def test_a_record_is_read_once_however_many_ask_at_once(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []

    def slowly(chunks: Iterable[bytes], source: str) -> Iterator[str]:
        read.append(source)
        sleep(0.05)
        return record_text(chunks, source)

    monkeypatch.setattr(replay_routes, "record_text", slowly)
    (tmp_path / "one.pgn").write_text(text, "utf-8")
    served = ServedRecord(tmp_path / "one.pgn")
    with ThreadPoolExecutor(4) as threads:
        asked = [threads.submit(served.games) for _ in range(8)]
    assert [each.exception() is None for each in asked] == [text == RECORD] * 8
    assert read == ["one.pgn"]
    (tmp_path / "one.pgn").write_text(RECORD + RECORD.replace("Ann", "Cleo"), "utf-8")
    assert list(served.games().titles) == [
        "1: Ann \u2013 Ben, unfinished",
        "2: Cleo \u2013 Ben, unfinished",
    ]
