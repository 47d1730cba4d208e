"""`owari tournament --serve`: the page is there with the games, stays after them, and ends."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
from pathlib import Path

import httpx
import pytest

from tests.support.command import LONGEST, owari, started
from tests.support.table_client import client

pytestmark = pytest.mark.programs

FILE = """
game: owari
bots:
  - name: Depth 1
    engine: alpha-beta
    depth: 1
  - name: Random
    engine: random
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "bots.yaml").write_text(FILE)
    return tmp_path


def begun(folder: Path) -> tuple[subprocess.Popen[str], str, list[str]]:
    """The command, the address of its page, and what it has said when all games are over."""
    process = started(folder, "tournament", "bots.yaml", "--serve", "--port", "0")
    assert process.stderr
    said = []
    for line in process.stderr:
        said.append(line)
        if "stays until Ctrl-C" in line:
            break
    found = re.search(r"http://[^\s?]+", "".join(said))
    assert found, said
    return process, found[0], said


def test_the_page_stays_after_the_games_until_ctrl_c(folder: Path) -> None:
    process, address, said = begun(folder)
    with process:
        assert "The live page is at" in said[0]
        page = client().get(f"{address}watch/0")
        assert page.status_code == 200
        game = client().get(f"{address}api/watch/0/games/1").json()
        assert {game["south"], game["north"]} == {"Depth 1", "Random"}
        # The results are free: somebody else can write to them.
        assert owari(folder, "tournament", "bots.yaml").returncode == 0
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=LONGEST)
        assert process.returncode == 0
        assert "hampion" in output
        with pytest.raises(httpx.ConnectError):
            client().get(address)


def test_the_page_ends_with_a_command_that_is_killed(folder: Path) -> None:
    process, address, _ = begun(folder)
    with process:
        with client().stream("GET", f"{address}api/watch/0/events") as stream:
            lines = stream.iter_lines()
            assert next(lines) == "event: state"
            process.kill()
            with pytest.raises(httpx.RemoteProtocolError):
                for _ in lines:
                    pass
        process.communicate()


def test_no_game_is_played_where_the_page_cannot_be_served(folder: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        refused = owari(folder, "tournament", "bots.yaml", "--serve", "--port", str(port))
    assert refused.returncode == 2
    assert refused.stderr.startswith(f"Error: --port {port}: another program listens")
    assert not (folder / "bots.db").exists()
    refused = owari(folder, "tournament", "bots.yaml", "--port", "8001")
    assert refused.returncode == 2
    assert "add --serve" in refused.stderr
