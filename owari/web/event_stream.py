"""Server-sent events: what happens reaches every page that listens.

A `Channel` sends the same bytes to all of its readers. Each reader has a short queue. A reader that
does not keep up is dropped; its browser connects again, and begins with the present state.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from owari.web.addresses import client_address

__all__ = ["HEARTBEAT", "LONGEST_QUEUE", "MOST_STREAMS", "Channel", "Streams", "encode"]

MOST_STREAMS = 256
LONGEST_QUEUE = 64
"""Events that wait for one reader."""
HEARTBEAT = 15.0
"""Seconds after which a silent stream says that it is still there."""
ALIVE = b": alive\n\n"

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
        self._closed = False

    def check(self, client: str) -> None:
        """Raises HTTPException where there is no place for a reader of this address."""
        if self._closed or (len(self._queues) >= MOST_STREAMS and not self._to_end(client)):
            raise HTTPException(
                503, "The server has as many viewers as it can serve. Try again in a minute."
            )

    @contextmanager
    def queue(self, client: str) -> Iterator[Queue]:
        """A queue for one more reader. Raises HTTPException as `check` does."""
        self.check(client)
        if len(self._queues) >= MOST_STREAMS and (other := self._to_end(client)):
            del self._queues[other]
            end(other)
        queue: Queue = asyncio.Queue(LONGEST_QUEUE)
        self._queues[queue] = client
        try:
            yield queue
        finally:
            self._queues.pop(queue, None)

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
        """
        client = client_address(request)
        self._streams.check(client)
        return _EventStream(self, first, client)

    @contextmanager
    def joined(self, client: str) -> Iterator[Queue]:
        """A queue that gets the events of the channel, for a reader of this address."""
        self._loop = asyncio.get_running_loop()
        with self._streams.queue(client) as queue:
            self._queues.add(queue)
            try:
                yield queue
            finally:
                self._queues.discard(queue)

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

    def __init__(self, channel: Channel, first: Callable[[], tuple[str, Any]], client: str) -> None:
        super().__init__(headers={"connection": "close", "x-accel-buffering": "no"})
        del self.headers["content-length"]
        self._channel = channel
        self._first = first
        self._client = client

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Sends events until the reader leaves, is too slow, or the server ends."""
        with self._channel.joined(self._client) as queue:
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
