"""`owari serve`: what it takes, what it refuses, how it ends."""

from __future__ import annotations

import signal
import socket
import sys
from pathlib import Path

import pytest

from owari.web.guard import is_loopback, page_addresses
from tests.support.browser import ServerProcess
from tests.support.command import refusal
from tests.support.table_client import client

TOURNAMENT = "bots:\n  - {name: Ann, engine: first}\n  - {name: Ben, engine: greedy}\n"


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    assert refusal("serve", "--port", "0") == (
        "Error: the live page needs Starlette and uvicorn: pip install 'owari[web]'\n"
    )


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("missing.yaml", None, "missing.yaml"),
        ("missing.db", None, "missing.db"),
        ("wrong.yaml", "bots: 7\n", "wrong.yaml"),
        ("empty.pgn", "", "empty.pgn has no games"),
        ("picture.png", "\x89PNG", "picture.png"),
    ],
)
def test_a_file_that_cannot_be_served_is_named(
    name: str, text: str | None, told: str, tmp_path: Path
) -> None:
    if text is not None:
        (tmp_path / name).write_text(text, "latin-1")
    assert told in refusal("serve", "--port", "0", name, folder=tmp_path)


def test_a_port_in_use_and_a_strange_host_are_named() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        assert refusal("serve", "--port", port) == (
            f"Error: --port {port}: another program listens on this port; choose another, such as"
            f" --port {port + 1}\n"
        )
    assert "this machine knows no such address" in refusal("serve", "--host", "x" * 64)
    assert refusal("serve", "--host", "203.0.113.1", "--port", "0") == (
        "Error: --host 203.0.113.1: this machine has no such address\n"
    )


def test_ctrl_c_ends_it_also_while_pages_listen(tmp_path: Path) -> None:
    (tmp_path / "bots.yaml").write_text(TOURNAMENT, "utf-8")
    with ServerProcess(tmp_path, "bots.yaml") as server:
        events = f"{server.address}api/watch/0/events"
        with client().stream("GET", events) as response:
            lines = response.iter_lines()
            assert next(lines).startswith("event: ")
            server.process.send_signal(signal.SIGINT)
            assert "" in list(lines)  # the rest, to an end that is no error
        output, errors = server.process.communicate(timeout=60)
        assert (server.process.returncode, output, errors) == (0, "", "")


def test_a_low_limit_of_open_files_is_raised(tmp_path: Path) -> None:
    """As macOS sets it. A child inherits the limits of its parent."""
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (128, hard))
    try:
        server = ServerProcess(tmp_path)
        server.start()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    try:
        port = int(server.address.rpartition(":")[2].rstrip("/"))
        held = [socket.create_connection(("127.0.0.1", port)) for _ in range(200)]
        assert client().get(server.address).status_code == 200
        for connection in held:
            connection.close()
    finally:
        server.kill()


def test_addresses_for_others() -> None:
    assert page_addresses("127.0.0.1", 8000) == ["http://127.0.0.1:8000/"]
    assert page_addresses("::1", 80) == ["http://[::1]:80/"]
    assert page_addresses("lab-01", 80) == ["http://lab-01:80/"]
    assert page_addresses("0.0.0.0", 80)[-1] == "http://127.0.0.1:80/"
    assert all(map(is_loopback, ("127.0.0.1", "127.8.8.8", "::1", "localhost", "LOCALHOST")))
    assert not any(map(is_loopback, ("0.0.0.0", "::", "192.168.0.1", "localhost.example", "")))
