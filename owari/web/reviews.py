"""What the moves of a game at a table were worth, once it is over: found while a page looks on."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterator
from time import monotonic

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

from owari.analysis.review import values_from_the_end
from owari.analysis.values import MoveValues
from owari.records.record import GameRecord
from owari.viewer.game_data import game_data
from owari.web.open_table import OpenTable, with_names
from owari.web.position_values import PositionValues
from owari.web.shared_engine import ENGINE

SECONDS = 0.3
"""The longest search for one position; a person waits for all of them."""
AT_A_TIME = 0.5
"""Seconds of the analysis for one request, and one more search."""
MOST_KEPT = 20


class _Analysis:
    """The review of one game, position by position from the end."""

    def __init__(self, record: GameRecord) -> None:
        self.record = record
        self.values: dict[int, MoveValues] = {}
        self.count = sum(position.outcome() is None for position in record.positions())
        self._steps: Iterator[tuple[int, MoveValues]] = values_from_the_end(record, seconds=SECONDS)
        self.complete = not record.plies

    def go_on(self) -> None:
        """Searches position after position, for half a second or so. Where the engine thinks for
        another table all the time, nothing is found."""
        end = monotonic() + AT_A_TIME
        while not self.complete and ENGINE.acquire(timeout=max(0.0, end - monotonic())):
            try:
                found = next(self._steps, None)
            finally:
                ENGINE.release()
            if found is None:
                self.complete = True
            else:
                self.values[found[0]] = found[1]


class Reviews:
    """The reviews of the games that were looked at last. All pages that ask for one share it, and
    a page that comes back finds what is known already."""

    def __init__(self, values: PositionValues) -> None:
        self._values = values
        self._kept: OrderedDict[str, _Analysis] = OrderedDict()
        self._turn = asyncio.Lock()

    async def answer(self, table: OpenTable) -> Response:
        """What is known after a little more of the analysis: the positions that are `done` and
        their `count`, or `review` with the `GameData`. A page asks until it has the latter.

        Raises HTTPException where the game goes on.
        """
        session = table.table.session
        if not session.over:
            raise HTTPException(409, "The game is not over yet.")
        analysis = self._analysis(table.name, session.record)
        if not analysis.complete and not self._turn.locked():
            async with self._turn:
                await run_in_threadpool(analysis.go_on)
        if not analysis.complete:
            return JSONResponse({"done": len(analysis.values), "count": analysis.count})
        review = self._values.review(analysis.record, analysis.values)
        named = with_names(session).record
        data = game_data(named, review=review, numbering=session.numbering)
        return JSONResponse({"review": data})

    def _analysis(self, name: str, record: GameRecord) -> _Analysis:
        """That of the game, which begins anew where its moves have changed."""
        kept = self._kept.get(name)
        if kept is None or kept.record.plies != record.plies:
            kept = self._kept[name] = _Analysis(record)
        self._kept.move_to_end(name)
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return kept
