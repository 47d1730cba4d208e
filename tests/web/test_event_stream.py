"""Streams of events, between threads and over real connections."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection
from typing import Any, Self

import pytest
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from owari.web import app as application
from owari.web import event_stream, server
from owari.web.event_stream import Channel, Streams
from owari.web.settings import Settings
from owari.web.site import Site


class Counter:
    """A part with one channel, whose state is a number."""

    def __init__(self) -> None:
        self.state: Any = 0

    def routes(self, site: Site) -> Sequence[BaseRoute]:
        self.channel = Channel(site.streams)

        async def events(request: Request) -> Response:
            return self.channel.stream(request, lambda: ("state", self.state))

        async def state(request: Request) -> Response:
            return JSONResponse(self.state)

        return [Route("/api/events", events), Route("/api/state", state)]

    def becomes(self, state: Any) -> None:
        self.state = state
        self.channel.publish("state", state)


@pytest.fixture
def counter(monkeypatch: pytest.MonkeyPatch) -> Counter:
    """The part, which all servers of the test have."""
    counter = Counter()
    monkeypatch.setattr(application, "PARTS", (counter.routes,))
    return counter


@pytest.fixture
def address(counter: Counter) -> Iterator[str]:
    """A server in a thread of this process."""
    with serving() as address:
        yield address


@contextmanager
def serving() -> Iterator[str]:
    with server.listening("127.0.0.1", 0) as bound:
        running = server.make_server(Settings())
        thread = threading.Thread(target=running.run, args=([bound],))
        thread.start()
        try:
            yield f"http://127.0.0.1:{bound.getsockname()[1]}"
        finally:
            running.should_exit = True
            thread.join(60)
            assert not thread.is_alive()


def eventually(holds: Callable[[], object]) -> None:
    """Waits until it holds; only a failing test waits long."""
    end = time.monotonic() + 60.0
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.005)


def is_closed(connection: socket.socket) -> bool:
    """Whether the other side closes it, after what it has sent before."""
    connection.settimeout(60)
    try:
        while connection.recv(1 << 20):
            pass
    except ConnectionResetError:
        pass
    except TimeoutError:
        return False
    return True


class Reader:
    """A page that listens; a context."""

    def __init__(self, address: str) -> None:
        self._connection = HTTPConnection(address.removeprefix("http://"), timeout=60)
        self._connection.request("GET", "/api/events")
        self.response = self._connection.getresponse()

    def line(self) -> str:
        """The next line without its end; empty between two events and at the end."""
        return self.response.readline().decode().removesuffix("\n")

    def state(self) -> Any:
        """The data of the next event."""
        while not (line := self.response.readline()).startswith(b"data: "):
            assert line, "the stream has ended"
        return json.loads(line.removeprefix(b"data: "))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self.response.close()
        self._connection.close()


def test_a_reader_gets_the_present_state_and_what_follows(counter: Counter, address: str) -> None:
    counter.becomes(1)  # while nobody reads
    with Reader(address) as reader:
        assert reader.response.headers["content-type"].startswith("text/event-stream")
        assert reader.state() == 1
        with Reader(address) as late:
            assert late.state() == 1
            assert counter.channel.readers == 2
            counter.becomes(text := "two\nlines\r\u2028 <b>\U0001f600")
            assert (reader.state(), late.state()) == (text, text)
    eventually(lambda: counter.channel.readers == 0)


def test_the_end_of_the_server_ends_the_streams(counter: Counter) -> None:
    with serving() as address:
        reader = Reader(address)
        assert reader.state() == 0
    assert (reader.line(), reader.line()) == ("", "")
    with pytest.raises(ConnectionRefusedError):
        Reader(address)


def test_a_slow_reader_is_dropped_and_the_others_go_on(
    counter: Counter, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "LONGEST_SILENCE", 0.3)
    port = int(address.rpartition(":")[2])
    with socket.socket() as slow, Reader(address) as reader:
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        slow.connect(("127.0.0.1", port))
        slow.sendall(f"GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
        assert reader.state() == 0
        eventually(lambda: counter.channel.readers == 2)
        for number in range(200):  # much more than the buffers of the system hold
            counter.becomes([number, "x" * 100_000])
            assert reader.state()[0] == number
        eventually(lambda: counter.channel.readers == 1)
        counter.becomes("after")
        assert reader.state() == "after"
        assert is_closed(slow)


def test_there_are_as_many_streams_as_the_server_bears(
    counter: Counter, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(event_stream, "MOST_STREAMS", 2)
    with Reader(address) as first:
        assert first.state() == 0
        with Reader(address) as second, Reader(address) as third:
            assert second.state() == 0
            assert third.response.status == 503
            assert json.loads(third.response.read())["problem"].endswith(".")
        eventually(lambda: counter.channel.readers == 1)
        with Reader(address) as fourth:
            assert fourth.state() == 0


def test_nobody_keeps_others_out_by_opening_many_streams(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_stream, "MOST_STREAMS", 4)
    streams = Streams()
    with ExitStack() as held:
        greedy = [held.enter_context(streams.queue("greedy")) for _ in range(4)]
        others = [held.enter_context(streams.queue(name)) for name in ("Ann", "Ben")]
        for client in ("Ann", "greedy"):
            with pytest.raises(HTTPException):
                streams.check(client)
        assert [queue.qsize() for queue in greedy] == [0, 0, 1, 1]
        assert greedy[3].get_nowait() is None
        assert not any(queue.qsize() for queue in others)
        held.enter_context(streams.queue("Cleo"))
    streams.check("greedy")


def test_a_connection_that_says_nothing_is_closed(
    counter: Counter, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "LONGEST_SILENCE", 0.1)
    for begun in (b"", b"GET / HTTP/1.1\r\nHost: 127"):
        with socket.create_connection(("127.0.0.1", int(address.rpartition(":")[2]))) as silent:
            silent.sendall(begun)
            assert is_closed(silent)


def test_a_later_request_must_come_to_its_end_too(
    counter: Counter, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "LONGEST_SILENCE", 0.1)
    port = int(address.rpartition(":")[2])
    with socket.create_connection(("127.0.0.1", port), 10) as connection:
        connection.sendall(f"HEAD /none HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
        assert connection.recv(1 << 16).startswith(b"HTTP/1.1 404 ")
        connection.sendall(b"GET / HTTP/1.1\r\nHost: 127")
        assert is_closed(connection)


def test_a_request_behind_what_nobody_takes_does_not_save_the_connection(
    counter: Counter, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "LONGEST_SILENCE", 0.2)
    counter.becomes("x" * 20_000_000)  # much more than the buffers of the system hold
    port = int(address.rpartition(":")[2])
    wanted = f"GET /api/state HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode()
    with socket.create_connection(("127.0.0.1", port), 10) as connection:
        connection.sendall(2 * wanted)

        def is_gone() -> bool:
            try:
                connection.sendall(b"x")
            except OSError:
                return True
            return False

        eventually(is_gone)


def test_a_new_connection_takes_the_place_of_an_idle_one(
    counter: Counter, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "MOST_CONNECTIONS", 2)
    where = ("127.0.0.1", int(address.rpartition(":")[2]))
    with Reader(address) as reader, socket.create_connection(where) as idle:
        assert reader.state() == 0
        with socket.create_connection(where) as new:
            assert is_closed(idle)
            counter.becomes(1)
            assert reader.state() == 1
            new.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
            assert new.recv(1 << 16).startswith(b"HTTP/1.1 ")


def test_a_silent_stream_shows_that_it_lives(
    counter: Counter, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(event_stream, "HEARTBEAT", 0.02)
    with Reader(address) as reader:
        assert [reader.line() for _ in range(4)] == ["event: state", "data: 0", "", "event: alive"]


def test_threads_publish_at_once_in_any_number(counter: Counter, address: str) -> None:
    def publish(number: int) -> None:
        for count in range(10):
            counter.channel.publish("state", [number, count])

    with Reader(address) as reader:
        reader.state()
        threads = [threading.Thread(target=publish, args=(number,)) for number in range(4)]
        for thread in threads:
            thread.start()
        arrived = [reader.state() for _ in range(40)]
    for number in range(4):
        assert [count for who, count in arrived if who == number] == list(range(10))


def test_what_is_no_json_is_an_error_of_the_publisher() -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        event_stream.encode("state", float("nan"))
