"""The process that serves the live page: its socket, and the bounds of each connection."""

from __future__ import annotations

import asyncio
import errno
import secrets
import socket
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from owari.errors import BadInput
from owari.web.addresses import is_loopback, page_addresses
from owari.web.app import make_app
from owari.web.event_stream import Streams
from owari.web.settings import Settings
from owari.web.site import Site

__all__ = ["listening", "make_server", "serve"]

MOST_CONNECTIONS = 512
LONGEST_SILENCE = 10.0
"""Seconds in which a new connection must send a whole request head, and a reader must take what was
sent to it."""
LONGEST_HEAD = 16 * 1024


def serve(settings: Settings, *, announce: Callable[[str], None]) -> None:
    """Serves until Ctrl-C, or until the system ends the process. Raises BadInput.

    `announce` gets the sentences with the addresses as soon as browsers can connect. An address
    that other machines reach has a token, which is new each time.
    """
    with listening(settings.host, settings.port) as bound:
        if not is_loopback(settings.host):
            settings = replace(settings, token=secrets.token_urlsafe(16))
        server = make_server(settings)
        _allow_open_files()
        announce(_announcement(settings, bound.getsockname()[1]))
        with suppress(KeyboardInterrupt):  # which the server raises again when it has ended
            server.run([bound])


def _allow_open_files() -> None:
    """Lets the process have as many connections as it accepts, where the system gives fewer at
    first, as macOS does."""
    with suppress(ImportError, ValueError, OSError):  # Windows, or an administrator's own limit
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft != resource.RLIM_INFINITY and soft < 2 * MOST_CONNECTIONS:
            resource.setrlimit(resource.RLIMIT_NOFILE, (2 * MOST_CONNECTIONS, hard))


def make_server(settings: Settings) -> uvicorn.Server:
    """A server that is ready to `run` on sockets."""
    site = Site(settings)
    config = uvicorn.Config(
        make_app(site),
        http=_Connection,
        ws="none",
        log_level="error",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        h11_max_incomplete_event_size=LONGEST_HEAD,
        timeout_graceful_shutdown=2,
    )
    return _Server(config, site.streams)


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens there. Raises BadInput."""
    try:
        (family, _, _, _, address), *_ = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
    except (OSError, UnicodeError):
        raise BadInput(f"--host {host}: this machine knows no such address") from None
    try:
        return socket.create_server(address[:2], family=family, backlog=1024)
    except OSError as error:
        if error.errno == errno.EADDRNOTAVAIL:
            raise BadInput(f"--host {host}: this machine has no such address") from None
        if error.errno == errno.EADDRINUSE:
            raise BadInput(
                f"--port {port}: another program listens on this port; choose another, such as"
                f" --port {port + 1}"
            ) from None
        raise BadInput(f"--host {host} --port {port}: {error.strerror}") from None


def _announcement(settings: Settings, port: int) -> str:
    address, *_ = page_addresses(settings.host, port)
    if not settings.token:
        return f"The live page is at {address}"
    return (
        f"The live page is at {address}?token={settings.token}\n"
        f"Viewers open {address}, and can change nothing there."
    )


class _Server(uvicorn.Server):
    """Ends the streams before it waits for the last responses."""

    def __init__(self, config: uvicorn.Config, streams: Streams) -> None:
        super().__init__(config)
        self._streams = streams

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Ends all that is under way."""
        self._streams.close()
        await super().shutdown(sockets)


class _Connection(H11Protocol):
    """A connection that is given up when nothing moves on it, or when there are too many."""

    _timer: asyncio.TimerHandle | None = None
    _since = 0.0
    """When it began, by the clock of the event loop."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accepts the connection. Where there are too many, the oldest idle one ends for it."""
        super().connection_made(transport)
        self._since = self.loop.time()
        self._limit_silence()
        if len(self.connections) > MOST_CONNECTIONS:
            idle = [each for each in self.connections if isinstance(each, _Connection)]
            oldest = min(filter(_Connection._is_idle, idle), key=lambda each: each._since)
            self.connections.discard(oldest)
            oldest.transport.abort()

    def data_received(self, data: bytes) -> None:
        """Reads on. The time for a head ends with it."""
        before = self.cycle
        super().data_received(data)
        if self.cycle is not before:
            self._stop_timer()

    def pause_writing(self) -> None:
        """Waits for a reader that does not take what was sent, but not for long."""
        super().pause_writing()
        self._limit_silence()

    def resume_writing(self) -> None:
        """Goes on: the reader has taken it."""
        super().resume_writing()
        self._stop_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forgets the connection."""
        self._stop_timer()
        super().connection_lost(exc)

    def _is_idle(self) -> bool:
        """Whether it waits for a request; a new connection does."""
        return self.cycle is None or self.cycle.response_complete

    def _limit_silence(self) -> None:
        self._stop_timer()
        self._timer = self.loop.call_later(LONGEST_SILENCE, self.transport.abort)

    def _stop_timer(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None
