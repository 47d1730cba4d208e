"""What the moves of a game at a table were worth, once it is over: found while a page looks on."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Iterator

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from owari.analysis.review import Review, values_from_the_end
from owari.analysis.values import MoveValues
from owari.records.record import GameRecord
from owari.viewer.game_data import game_data
from owari.web.addresses import client_address
from owari.web.event_stream import Streams, encode
from owari.web.open_table import OpenTable
from owari.web.shared_engine import ENGINE

__all__ = ["Reviews"]

SECONDS = 0.3
"""The longest search for one position; a person waits for all of them."""
MOST_KEPT = 20


class _Analysis:
    """The review of one game, position by position from the end."""

    def __init__(self, record: GameRecord) -> None:
        self.record = record
        self.values: dict[int, MoveValues] = {}
        self.count = sum(position.outcome() is None for position in record.positions())
        self._steps: Iterator[tuple[int, MoveValues]] = values_from_the_end(record, seconds=SECONDS)
        self.complete = not record.plies

    def step(self) -> None:
        """Searches the next position, where one is left."""
        with ENGINE:
            found = next(self._steps, None)
        if found is None:
            self.complete = True
        else:
            self.values[found[0]] = found[1]


class Reviews:
    """The reviews of the games that were looked at last. All pages that ask for one share it, and
    a page that comes back finds what is known already."""

    def __init__(self, streams: Streams) -> None:
        self._streams = streams
        self._kept: OrderedDict[str, _Analysis] = OrderedDict()
        self._turn = asyncio.Lock()

    def stream(self, request: Request, table: OpenTable) -> Response:
        """Events: `progress` with the positions that are done, then `review` with the `GameData`.

        Raises HTTPException where the game goes on.
        """
        session = table.table.session
        if not session.over:
            raise HTTPException(409, "The game is not over yet.")
        client = client_address(request)
        self._streams.check(client)
        analysis = self._analysis(table.name, session.record)

        async def events() -> AsyncIterator[bytes]:
            with self._streams.queue(client) as queue:
                while not analysis.complete:
                    done = len(analysis.values)
                    yield encode("progress", {"done": done, "count": analysis.count})
                    async with self._turn:
                        if len(analysis.values) == done and not analysis.complete:
                            await run_in_threadpool(analysis.step)
                    if not queue.empty():
                        return  # the server ends
                review = Review(analysis.record, analysis.values)
                data = game_data(analysis.record, review=review, numbering=session.numbering)
                yield encode("review", data)

        headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
        return StreamingResponse(events(), headers=headers, media_type="text/event-stream")

    def _analysis(self, name: str, record: GameRecord) -> _Analysis:
        """That of the game, which begins anew where its moves have changed."""
        kept = self._kept.get(name)
        if kept is None or kept.record.plies != record.plies:
            kept = self._kept[name] = _Analysis(record)
        self._kept.move_to_end(name)
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return kept
