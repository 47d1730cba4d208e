"""The process that serves the live page: its socket, its token, and the bounds of each connection.

Who shows the token may play, relay and enter results. It lies in a file of the user's folder that
nobody else may read. Later servers use it again, so that pages that are open go on after a restart.
It is never an argument of a process, which all users of a machine can read.
"""

from __future__ import annotations

import asyncio
import errno
import os
import re
import resource
import secrets
import socket
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from html import escape
from pathlib import Path
from typing import Any

import uvicorn
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from owari.errors import BadInput
from owari.user_files import replacing, user_folder
from owari.web.app import make_app
from owari.web.event_stream import Streams
from owari.web.guard import page_addresses
from owari.web.settings import Settings
from owari.web.site import Site

MOST_CONNECTIONS = 512
LONGEST_SILENCE = 10.0
"""Seconds in which a new connection must send a whole request head, and a reader must take what was
sent to it."""
LONGEST_HEAD = 16 * 1024
TOKEN = re.compile(r"[A-Za-z0-9_-]{22,86}")
"""At least 128 bits."""
PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Owari</title>
<meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0;url={address}">
<p><a href="{address}">Go on to Owari</a></p></html>"""

_Ends = tuple[tuple[str, int] | None, tuple[str, int] | None]
"""The address of the server and that of the client."""


def serve(
    settings: Settings, *, announce: Callable[[str], None], opens_browser: bool = False
) -> None:
    """Serves until Ctrl-C, or until the system ends the process. Raises BadInput. `announce` gets
    the sentences with the addresses as soon as browsers can connect."""
    with listening(settings.host, settings.port) as bound:
        settings = replace(settings, token=kept_token())
        server = make_server(settings)
        allow_open_files()
        port = bound.getsockname()[1]
        announce(_announcement(settings, port))
        if opens_browser:
            open_browser(page_addresses(settings.host, port)[0], settings.token)
        with suppress(KeyboardInterrupt):  # which the server raises again when it has ended
            server.run([bound])


def allow_open_files() -> None:
    """Lets the process have as many connections as it accepts, where the system gives fewer at
    first, as macOS does."""
    with suppress(ValueError, OSError):  # an administrator's own limit
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft != resource.RLIM_INFINITY and soft < 2 * MOST_CONNECTIONS:
            resource.setrlimit(resource.RLIMIT_NOFILE, (2 * MOST_CONNECTIONS, hard))


def make_server(settings: Settings) -> uvicorn.Server:
    """A server that is ready to `run` on sockets."""
    site = Site(settings)
    return server_of(make_app(site), site.streams)


def server_of(app: ASGIApp, streams: Streams) -> uvicorn.Server:
    """A server of an application and its streams, ready to `run` on sockets."""
    connections = _Connections(app)
    config = uvicorn.Config(
        connections,
        http=connections.accept,  # type: ignore[arg-type]  # called as the class of connections
        ws="none",
        log_level="error",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        h11_max_incomplete_event_size=LONGEST_HEAD,
        timeout_graceful_shutdown=2,
    )
    return _Server(config, streams)


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
    return (
        f"The live page is at {address}?token={settings.token}\n"
        f"Viewers open {address}, and can change nothing there."
    )


def kept_token() -> str:
    """The token in the user's folder, made where there is none that only we can read. Raises
    BadInput where it cannot be kept."""
    file = user_folder() / "live-page.token"
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        found = _kept(file)
        if found is None:
            _write_private(file, secrets.token_urlsafe(16))
            found = _kept(file)
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no text"
        raise BadInput(f"{file}, the token of the live page: {reason}") from None
    if found is None:
        raise BadInput(f"{file}, the token of the live page: other users may read this folder")
    return found


def _kept(file: Path) -> str | None:
    """The token of a plain file of ours that nobody else may read or write; None without one."""
    try:
        descriptor = os.open(file, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except FileNotFoundError:
        return None
    with open(descriptor, encoding="ascii") as opened:
        about = os.fstat(descriptor)
        if about.st_uid != os.geteuid() or stat.S_IMODE(about.st_mode) & 0o077:
            return None
        token = opened.read(200).strip() if stat.S_ISREG(about.st_mode) else ""
        return token if TOKEN.fullmatch(token) else None


def _write_private(file: Path, text: str) -> None:
    """Writes a file of mode 0600 as a whole."""
    with replacing(file, mode=0o600) as beside:
        beside.write_text(text + "\n", encoding="utf-8")


def open_browser(address: str, token: str) -> None:
    """Opens the page in the user's browser, by a file that only the user may read. Raises
    BadInput where the file cannot be written."""
    import webbrowser

    file = user_folder() / "live-page.html"
    try:
        _write_private(file, PAGE.format(address=escape(f"{address}?token={token}")))
    except OSError as error:
        raise BadInput(f"{file}: {error.strerror}") from None
    webbrowser.open(file.as_uri())


class _Server(uvicorn.Server):
    """Ends the streams before it waits for the last responses.

    The application hears of the end only after them, when its lifespan ends. `shutdown` is a public
    method, which tests hold to this.
    """

    def __init__(self, config: uvicorn.Config, streams: Streams) -> None:
        super().__init__(config)
        self._streams = streams

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Ends all that is under way."""
        self._streams.close()
        await super().shutdown(sockets)


class _Connections:
    """The connections of one server: their number is bounded, and one is given up when nothing
    moves on it. Around the application it also knows which of them wait for a request.

    uvicorn has no such bounds, but its setting `http` takes a class of connections. Each of ours
    hands on to one of uvicorn's what asyncio tells it, and uses nothing of it but the methods of
    `asyncio.Protocol`.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._open: dict[_Ends, _Connection] = {}
        """The oldest first."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Lets the application answer. The head of a request has arrived."""
        connection = self._open.get((scope.get("server"), scope.get("client")))
        if connection is None:  # the lifespan of the application, or the connection is lost
            return await self._app(scope, receive, send)
        with connection.answering():
            await self._app(scope, receive, send)

    def accept(self, **of_uvicorn: Any) -> asyncio.Protocol:
        """A new connection, with what uvicorn gives to its own."""
        return _Connection(self, H11Protocol(**of_uvicorn))

    def add(self, connection: _Connection) -> None:
        """Where there are too many, the oldest idle one ends for the new one."""
        self._open[connection.ends] = connection
        if len(self._open) > MOST_CONNECTIONS:
            oldest = next(each for each in self._open.values() if each.is_idle)
            self.remove(oldest)
            oldest.abort()

    def remove(self, connection: _Connection) -> None:
        """Forgets the connection."""
        if self._open.get(connection.ends) is connection:
            del self._open[connection.ends]


class _Connection(asyncio.Protocol):
    """A connection that is given up when nothing moves on it."""

    def __init__(self, connections: _Connections, inner: asyncio.Protocol) -> None:
        self._connections = connections
        self._inner = inner
        self._answers = 0
        self._is_stuck = False
        """Whether its reader does not take what was sent."""
        self._timer: asyncio.TimerHandle | None = None
        self.ends: _Ends = (None, None)
        """Its two addresses, as the scope of a request has them."""

    @property
    def is_idle(self) -> bool:
        """Whether it waits for the head of a request; a new connection does."""
        return self._answers == 0

    @contextmanager
    def answering(self) -> Iterator[None]:
        """The time from the head of a request to the end of its answer."""
        self._answers += 1
        if not self._is_stuck:
            self._stop_timer()
        try:
            yield
        finally:
            self._answers -= 1

    def abort(self) -> None:
        """Ends it at once."""
        self._transport.abort()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begins the time for the first head."""
        self._transport = transport
        self.ends = (_end(transport, "sockname"), _end(transport, "peername"))
        self._inner.connection_made(transport)
        self._limit_silence()
        self._connections.add(self)

    def data_received(self, data: bytes) -> None:
        """Reads on. A head that begins must come to its end."""
        if self.is_idle and self._timer is None:
            self._limit_silence()
        self._inner.data_received(data)

    def eof_received(self) -> bool | None:
        """The other side sends no more."""
        return self._inner.eof_received()

    def pause_writing(self) -> None:
        """Waits for a reader that does not take what was sent, but not for long."""
        self._inner.pause_writing()
        self._is_stuck = True
        self._limit_silence()

    def resume_writing(self) -> None:
        """Goes on: the reader has taken it."""
        self._inner.resume_writing()
        self._is_stuck = False
        self._stop_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forgets the connection."""
        self._stop_timer()
        self._connections.remove(self)
        self._inner.connection_lost(exc)

    def _limit_silence(self) -> None:
        self._stop_timer()
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(LONGEST_SILENCE, self._transport.abort)

    def _stop_timer(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None


def _end(transport: asyncio.Transport, which: str) -> tuple[str, int] | None:
    """One of the addresses of a connection."""
    found = transport.get_extra_info(which)
    return (found[0], found[1]) if found else None
