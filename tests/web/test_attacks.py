"""A server under attack refuses, changes nothing and lives on."""

from __future__ import annotations

import http.client
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import quote, urlsplit

import httpx
import pytest

from tests.support.browser import ServerProcess
from tests.support.command import run
from tests.support.table_client import connected

SECRET = "the secret of another folder"
CONNECTIONS = 1000


@pytest.fixture(scope="module")
def attacked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server of a tournament and a record, beside a file that nobody shall read."""
    folder = tmp_path_factory.mktemp("attacked")
    (folder / "bots.yaml").write_text(
        "bots:\n  - {name: Ann, engine: first}\n  - {name: Ben, engine: greedy}\n", "utf-8"
    )
    assert run("score", "bots.yaml", "Ann", "Ben", "20-16", folder=folder).exit_code == 0
    assert run("export", "bots.db", "all.pgn", folder=folder).exit_code in (0, 2)
    (folder / "secret.txt").write_text(SECRET, "utf-8")
    (folder / "user").mkdir()
    (folder / "user" / "secret.pgn").write_text(SECRET, "utf-8")
    with ServerProcess(folder, "bots.yaml") as process:
        yield process


def kept(folder: Path) -> dict[str, bytes]:
    """All files that a request could change; SQLite's own pass away with their reader."""
    return {
        str(file.relative_to(folder)): file.read_bytes()
        for file in sorted(folder.rglob("*"))
        if file.is_file() and not file.name.endswith(("-shm", "-wal"))
    }


@pytest.fixture(autouse=True)
def unharmed(attacked: ServerProcess) -> Iterator[None]:
    """After each attack the files are as before, and the server answers."""
    before = kept(attacked.folder)
    yield
    assert kept(attacked.folder) == before
    assert attacked.process.poll() is None
    assert connected(attacked.address).get("/").status_code == 200


def send(attacked: ServerProcess, *parts: bytes, patience: float = 60) -> bytes:
    """What the server answers to these bytes, until it closes or there is nothing more."""
    where = urlsplit(attacked.address)
    answer = b""
    with socket.create_connection((where.hostname, where.port), patience) as connection:
        try:
            for part in parts:
                connection.sendall(part)
            connection.shutdown(socket.SHUT_WR)
            while chunk := connection.recv(1 << 16):
                answer += chunk
        except OSError:  # it has closed the connection
            pass
    return answer


TRICKS = [
    "../secret.txt",
    "../../secret.txt",
    "..%2fsecret.txt",
    "%2e%2e/%2e%2e/secret.txt",
    "..\\secret.txt",
    "..%5csecret.txt",
    "....//secret.txt",
    "%252e%252e%252fsecret.txt",
    "secret.txt%00.js",
    "secret.pgn",
    "secret",
    "user/secret.pgn",
    "/etc/passwd",
    "%2fetc%2fpasswd",
    "file:///etc/passwd",
    "~/secret.txt",
    "-1",
    "9" * 30,
    "9" * 1500,
    "9" * 5000,
    "x" * 5000,
    "\u0661",
    "%ff%fe",
    "%00",
    "CON",
    "*",
]


@pytest.mark.parametrize("trick", TRICKS, ids=range(len(TRICKS)))
def test_no_path_reaches_a_file(attacked: ServerProcess, trick: str) -> None:
    where = urlsplit(attacked.address)
    for place in ("/", "/static/", "/records/", "/api/records/", "/watch/", "/api/watch/"):
        for path in (place + trick, f"/api/tables/{trick}", f"/api/watch/0/games/{trick}"):
            connection = http.client.HTTPConnection(f"{where.netloc}", timeout=60)
            connection.putrequest("GET", quote(path, safe="/%\\:~*"), skip_accept_encoding=True)
            connection.putheader("Cookie", attacked.cookie)
            connection.endheaders()
            response = connection.getresponse()
            text = response.read()
            connection.close()
            assert response.status in (400, 404, 405, 414, 422), path
            assert SECRET.encode() not in text
            assert b"root:" not in text


@pytest.mark.parametrize(
    "request_bytes",
    [
        b"",
        b"\r\n\r\n",
        b"\x00" * 100_000,
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.0\r\n\r\n",
        b"GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.example\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + b"X: y\r\n" * 100_000 + b"\r\n",
        b"GET /" + b"x" * 1_000_000,
        b"CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: 127.0.0.1:22\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
        b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}",
        b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        b"Transfer-Encoding: chunked\r\n\r\nzzzz\r\n",
        b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        b"Content-Length: -5\r\n\r\n{}",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    ],
    ids=range(15),
)
def test_what_is_no_request_gets_no_page(attacked: ServerProcess, request_bytes: bytes) -> None:
    own = b"Host: 127.0.0.1\r\n"
    cookie = f"Cookie: {attacked.cookie}\r\n".encode()
    answer = send(attacked, request_bytes.replace(own, own + cookie, 1))
    upgraded = b"websocket" in request_bytes
    assert answer == b"" or answer.startswith(b"HTTP/1.1 " + (b"200" if upgraded else b"4"))


@pytest.mark.parametrize(
    "headers",
    [
        {"host": "evil.example"},
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"content-type": "text/plain"},
        {"sec-fetch-site": "cross-site"},
    ],
    ids=range(5),
)
def test_another_site_begins_no_game(attacked: ServerProcess, headers: dict[str, str]) -> None:
    body = b'{"kind": "play", "game": "owari", "first": "south"}'
    sent = {"content-type": "application/json", **headers}
    answer = connected(attacked.address).post("api/tables", headers=sent, content=body)
    assert answer.status_code in (403, 415)


def test_huge_bodies_are_not_read(attacked: ServerProcess) -> None:
    head = (
        b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        b"Cookie: " + attacked.cookie.encode() + b"\r\nContent-Length: %d\r\n\r\n"
    )
    begun = time.monotonic()
    send(attacked, head % 10**12, *[b"x" * 1_000_000] * 50)
    chunk = b"f4240\r\n" + b"x" * 1_000_000 + b"\r\n"
    chunked = head.replace(b"Content-Length: %d", b"Transfer-Encoding: chunked")
    send(attacked, chunked, *[chunk] * 50)
    assert time.monotonic() - begun < 60  # else it has waited for the rest


@pytest.mark.parametrize(
    "body",
    [
        b"null",
        b"{}",
        b"[" * 60_000,
        b'{"kind": ' * 5_000,
        b'{"kind": "relay", "results": "../../secret.txt"}',
        b'{"kind": "play", "game": "owari", "first": "south", "south": "sh -c id"}',
        b'{"kind": "play", "game": "owari:999999x999999", "first": "south"}',
        b'{"kind": "play", "game": {"__proto__": 1}, "first": ["south"]}',
        b'{"kind": "play", "game": "owari", "first": "south", "depth": 1e999}',
    ],
    ids=range(9),
)
def test_what_no_form_of_ours_sends_begins_no_game(attacked: ServerProcess, body: bytes) -> None:
    answer = connected(attacked.address).post(
        "api/tables", headers={"content-type": "application/json"}, content=body
    )
    assert answer.status_code in (400, 422), answer.text
    assert answer.json()["problem"]


def test_a_thousand_connections_leave_room_for_a_reader(attacked: ServerProcess) -> None:
    where = urlsplit(attacked.address)
    with ExitStack() as held:
        for _ in range(CONNECTIONS):
            try:
                connection = socket.create_connection((where.hostname, where.port), 10)
            except OSError:
                break
            held.callback(connection.close)
        assert attacked.process.poll() is None
    end = time.monotonic() + 60.0
    while time.monotonic() < end:  # until the server has seen that they are gone
        try:
            assert connected(attacked.address).get("/").status_code == 200
            return
        except httpx.TransportError:
            time.sleep(0.05)
    pytest.fail("the server does not answer any more")


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({}, "kind must be one of play, relay"),
        ({"kind": "play", "first": "south", "south": "rm -rf /"}, "there is no player 'rm -rf /'"),
        (
            {"kind": "play", "first": "south", "south": "/tmp/bots.yaml:Ann"},
            "there is no player",
        ),
        ({"kind": "play"}, "first must be one of south, north"),
        ({"kind": "play", "game": "chess"}, "unknown game 'chess'"),
        ({"kind": "play", "game": "owari:99x99"}, "99"),
        ({"kind": "play", "first": "south", "position": "1,2 S"}, "start position"),
        ({"kind": "play", "first": "south", "numbering": "roman"}, "no numbering 'roman'"),
        (
            {"kind": "play", "first": "south", "north": "engine", "seconds": 1e9},
            "the time for a turn is 0.1 to 60 seconds",
        ),
        (
            {"kind": "play", "first": "south", "north": "engine", "depth": 3, "level": "easy"},
            "the engine has one limit",
        ),
        ({"kind": "relay", "first": "us", "results": "../../x"}, "needs both names"),
        (
            {
                "kind": "relay",
                "first": "us",
                "results": "/etc/passwd",
                "us_name": "A",
                "them_name": "B",
            },
            "the server serves no tournament '/etc/passwd'",
        ),
        ({"kind": "relay", "first": "us", "us_name": "\u202eevil"}, "us_name must be a line"),
        ({"kind": "relay", "first": "us", "match": "yes"}, "match must be true or false"),
        ({"kind": "relay", "first": ["us"]}, "first must be a text"),
    ],
)
def test_a_wrong_form_gets_a_sentence(
    attacked: ServerProcess, fields: dict[str, object], sentence: str
) -> None:
    answer = connected(attacked.address).post("api/tables", json=fields)
    assert answer.status_code == 422
    assert sentence in answer.json()["problem"]


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("play/nowhere", "There is no such table."),
        ("relay/nowhere", "There is no such table."),
        ("play/..%2F..%2Fsecret", "There is no such"),
        ("api/tables/nowhere", "There is no such table."),
        ("api/tables/nowhere/events", "There is no such table."),
        ("api/tables/nowhere/games/1/review", "There is no such table."),
        ("api/tables/nowhere/plies/1", "There is no such table."),
        ("watch/1", "This server shows no such tournament."),
        ("watch/x", "This server shows no such tournament."),
        ("api/watch/1/events", "This server shows no such tournament."),
        ("api/watch/0/games/x", "The tournament has no such game."),
        ("records/0", "This server shows no such record."),
        ("api/records/0/games/1", "This server shows no such record."),
    ],
)
def test_what_does_not_exist_answers_404_and_says_so(
    attacked: ServerProcess, address: str, sentence: str
) -> None:
    answer = connected(attacked.address).get(address)
    assert answer.status_code == 404
    assert sentence in answer.text
