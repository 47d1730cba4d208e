"""Server-sent events: what happens reaches every page that listens.

A `Channel` sends the same bytes to all of its readers. Each reader has a short queue. A reader that
does not keep up is dropped; its browser connects again, and begins with the present state.

Browsers have six connections to a server, for all of their pages, and a stream holds one. So a
browser has a name, in a cookie, and three streams at most. Its other pages get the present state
and ask again after a second, until a stream of the browser ends.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from math import inf
from secrets import token_hex
from time import monotonic
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from owari.web.guard import client_address, cookie_name

MOST_STREAMS = 256
MOST_OF_BROWSER = 3
"""Streams of one browser; its other connections are for pages and moves."""
PAUSE = 1000
"""Milliseconds until a page without a stream asks again."""
LONGEST_QUEUE = 64
"""Events that wait for one reader."""
HEARTBEAT = 15.0
"""Seconds after which a silent stream says that it is still there."""
ALIVE = b"event: alive\ndata: 0\n\n"
"""An event, and no comment, so that a page notices where it does not arrive."""
AT_ONCE = 2.0
"""Seconds in which pages that a browser without a name opens belong together."""
MOST_NAMED = 256
"""Browsers that are remembered for so long."""

Queue = asyncio.Queue[bytes | None]
"""The events of one reader; None ends its stream."""


def encode(event: str, data: Any) -> bytes:
    """An event as it travels. JSON in ASCII has no newlines, so the data is one line."""
    text = json.dumps(data, separators=(",", ":"), allow_nan=False)
    return f"event: {event}\ndata: {text}\n\n".encode()


class Streams:
    """All streams of a server, whose number is bounded.

    Where there are enough, a reader takes the place of one whose address has more streams than its
    own: nobody keeps others out by opening many.
    """

    def __init__(self) -> None:
        self._queues: dict[Queue, str] = {}
        """The address of each reader."""
        self._browsers: Counter[str] = Counter()
        """The streams of each browser by its name; those of programs have none."""
        self._closed = False

    def check(self, client: str) -> None:
        """Raises HTTPException where there is no place for a reader of this address."""
        if self._closed or (len(self._queues) >= MOST_STREAMS and not self._to_end(client)):
            raise HTTPException(
                503, "The server has as many viewers as it can serve. Try again in a minute."
            )

    def has_enough(self, browser: str) -> bool:
        """Whether another stream would leave the browser too few connections."""
        return bool(browser) and self._browsers[browser] >= MOST_OF_BROWSER

    @contextmanager
    def queue(self, client: str, browser: str = "") -> Iterator[Queue]:
        """A queue for one more reader. Raises HTTPException as `check` does."""
        self.check(client)
        if len(self._queues) >= MOST_STREAMS and (other := self._to_end(client)):
            del self._queues[other]
            end(other)
        queue: Queue = asyncio.Queue(LONGEST_QUEUE)
        self._queues[queue] = client
        self._browsers[browser] += 1
        try:
            yield queue
        finally:
            self._queues.pop(queue, None)
            self._browsers[browser] -= 1
            self._browsers += Counter()  # forgets those without a stream

    def _to_end(self, client: str) -> Queue | None:
        """The newest stream of the address with the most; None where this address would then have
        more."""
        counts = Counter(self._queues.values())
        ((busiest, most),) = counts.most_common(1)
        if most < counts[client] + 2:
            return None
        return next(queue for queue, of in reversed(self._queues.items()) if of == busiest)

    def close(self) -> None:
        """Ends all streams, and begins no other."""
        self._closed = True
        for queue in self._queues:
            end(queue)


class BrowserNames:
    """Gives names to browsers, each one for all of its pages until it is closed."""

    def __init__(self) -> None:
        self._lately: dict[tuple[str, str], tuple[float, str]] = {}
        """When each kind of browser at an address got a name, and which."""

    def give(self, request: Request, response: Response) -> None:
        """Names the browser that gets this page, where it has no name. Pages that it opens at once
        show none yet: they get the same one."""
        if browser_name(request):
            return
        key = client_address(request), request.headers.get("user-agent", "")
        now = monotonic()
        then, name = self._lately.pop(key, (-inf, ""))
        if now - then > AT_ONCE:
            name = token_hex(8)
        self._lately[key] = now, name
        if len(self._lately) > MOST_NAMED:
            del self._lately[next(iter(self._lately))]
        # Lax, so that a browser that follows a link of another site keeps its name.
        response.set_cookie(cookie_name("browser", request), name, httponly=True, samesite="lax")


def browser_name(request: Request) -> str:
    """The name of the browser; empty where it has none, as a program."""
    return request.cookies.get(cookie_name("browser", request), "")


class Channel:
    """Events of one kind of page. `publish` may be called from any thread."""

    def __init__(self, streams: Streams) -> None:
        self._streams = streams
        self._queues: set[Queue] = set()
        self._loop: asyncio.AbstractEventLoop | None = None

    @property
    def readers(self) -> int:
        """How many pages read."""
        return len(self._queues)

    def publish(self, event: str, data: Any) -> None:
        """Sends an event to all readers. Costs nothing while there are none."""
        if self._loop and self._queues:
            with suppress(RuntimeError):  # the server has just ended
                self._loop.call_soon_threadsafe(self._deliver, encode(event, data))

    def stream(self, request: Request, first: Callable[[], tuple[str, Any]]) -> Response:
        """The response that carries the events to one reader.

        It begins with the event and the data that `first` returns, the present state. The event
        loop calls it when the reader has joined, so that no change is lost; what changes just then
        may reach the page twice. Raises HTTPException where the server has too many streams.

        A browser that has streams enough, or a page that asks for it with `?once`, gets this event
        alone, and `again` with the milliseconds after which it is to ask again.
        """
        client, browser = client_address(request), browser_name(request)
        if "once" in request.query_params or self._streams.has_enough(browser):
            whole = encode(*first()) + encode("again", PAUSE)
            return Response(whole, media_type="text/event-stream")
        self._streams.check(client)
        return _EventStream(self, first, client, browser)

    @contextmanager
    def joined(self, client: str, browser: str = "") -> Iterator[Queue]:
        """A queue that gets the events of the channel, for a reader of this address."""
        self._loop = asyncio.get_running_loop()
        with self._streams.queue(client, browser) as queue:
            self._queues.add(queue)
            try:
                yield queue
            finally:
                self._queues.discard(queue)

    def close(self) -> None:
        """Ends the streams of all readers. May be called from any thread."""
        if self._loop and self._queues:
            with suppress(RuntimeError):  # the server has just ended
                self._loop.call_soon_threadsafe(self._end)

    def _end(self) -> None:
        for queue in self._queues:
            end(queue)

    def _deliver(self, chunk: bytes) -> None:
        for queue in tuple(self._queues):
            try:
                queue.put_nowait(chunk)
            except asyncio.QueueFull:
                self._queues.discard(queue)
                end(queue)


def end(queue: Queue) -> None:
    """Ends the stream of this queue, whatever waits in it."""
    while not queue.empty():
        queue.get_nowait()
    queue.put_nowait(None)


class _EventStream(Response):
    """A response that lasts as long as its reader does."""

    media_type = "text/event-stream"

    def __init__(
        self, channel: Channel, first: Callable[[], tuple[str, Any]], client: str, browser: str
    ) -> None:
        super().__init__(headers={"connection": "close", "x-accel-buffering": "no"})
        del self.headers["content-length"]
        self._channel = channel
        self._first = first
        self._client = client
        self._browser = browser

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Sends events until the reader leaves, is too slow, or the server ends."""
        with self._channel.joined(self._client, self._browser) as queue:
            first = encode(*self._first())
            await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            sending = asyncio.create_task(_send_all(first, queue, send))
            leaving = asyncio.create_task(_disconnected(receive))
            try:
                await asyncio.wait((sending, leaving), return_when=asyncio.FIRST_COMPLETED)
            finally:
                sending.cancel()
                leaving.cancel()
        await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _send_all(first: bytes, queue: Queue, send: Send) -> None:
    chunk: bytes | None = first
    while chunk is not None:
        await send({"type": "http.response.body", "body": chunk, "more_body": True})
        try:
            async with asyncio.timeout(HEARTBEAT):  # cheaper than wait_for, which begins a task
                chunk = await _waiting(queue)
        except TimeoutError:
            chunk = ALIVE


async def _waiting(queue: Queue) -> bytes | None:
    """All events that wait, or the next one; None at the end of the stream."""
    chunks = [await queue.get()]
    while not queue.empty():
        chunks.append(queue.get_nowait())
    return None if None in chunks else b"".join(filter(None, chunks))


async def _disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
