"""What moves were worth: what is known of those of positions, for tables and for the games of the
live page, and the reviews of games that are over, found while a page looks on."""

from __future__ import annotations

import asyncio
import threading
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from pathlib import Path
from time import monotonic

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

from owari.analysis.review import Review, values_from_the_end
from owari.analysis.values import MoveValues
from owari.games.game import Position
from owari.records.record import GameRecord
from owari.viewer.game_data import game_data
from owari.web.open_table import OpenTable, with_names
from owari.web.shared_engine import ENGINE

MOST_POSITIONS = 5000
"""Positions; those of some hundred games."""


class PositionValues:
    """The values of the positions that were looked at last. Estimates are those of the analysis of
    a game where there is one; what a later search proves takes their place in that game too."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, str], MoveValues] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, position: Position) -> MoveValues | None:
        """What is known of the position; nothing where its text names others too, as that of a
        position with a swap does."""
        with self._lock:
            known = self._kept.get(_key(position))
        return known if known and known.moves.keys() == {*position.legal_moves()} else None

    def proved(self, position: Position, found: MoveValues) -> MoveValues:
        """What is known of the position now that a search has found this."""
        known = self.of(position)
        values = known.narrowed(found) if known else found
        self._keep(position, values)
        return values

    def review(self, record: GameRecord, values: Mapping[int, MoveValues]) -> Review:
        """The review of a game with these values, and with what was proved of its positions."""
        positions = list(record.positions())
        found = {}
        for before, each in values.items():
            known = self.of(positions[before])
            found[before] = each.narrowed(known) if known else each
        review = Review(record, found)
        for before, each in review.values.items():
            self._keep(positions[before], each)
        return review

    def _keep(self, position: Position, values: MoveValues) -> None:
        key = _key(position)
        with self._lock:
            self._kept[key] = values
            self._kept.move_to_end(key)
            while len(self._kept) > MOST_POSITIONS:
                self._kept.popitem(last=False)


def _key(position: Position) -> tuple[str, str]:
    return position.rules.name, str(position)


SECONDS = 0.3
"""The longest search for one position; a person waits for all of them."""
AT_A_TIME = 0.5
"""Seconds of the analysis for one request, and one more search."""
MOST_KEPT = 100
"""Games that are looked at, or were."""


Key = str | tuple[Path, int]
"""A table by its name, or a game of results by its number."""


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
        self.values = values
        self._kept: OrderedDict[Key, _Analysis] = OrderedDict()
        self._turn = asyncio.Lock()

    async def answer(self, table: OpenTable) -> Response:
        """What is known after a little more of the analysis: the positions that are `done` and
        their `count`, or `review` with the `GameData`. A page asks until it has the latter.

        Raises HTTPException where the game goes on.
        """
        session = table.table.session
        if not session.over:
            raise HTTPException(409, "The game is not over yet.")
        if progress := await self.progress(table.name, session.record):
            return JSONResponse(progress)
        review = self.known(table.name, session.record)
        named = with_names(session).record
        data = game_data(named, review=review, numbering=session.numbering)
        return JSONResponse({"review": data})

    async def progress(self, key: Key, record: GameRecord) -> dict[str, int] | None:
        """How far a game is looked at, after a little more of it: the positions that are `done` and
        their `count`. None once all of them are."""
        analysis = self._analysis(key, record)
        if not analysis.complete and not self._turn.locked():
            async with self._turn:
                await run_in_threadpool(analysis.go_on)
        if analysis.complete:
            return None
        return {"done": len(analysis.values), "count": analysis.count}

    def known(self, key: Key, record: GameRecord) -> Review | None:
        """The review of a game that somebody has looked at to its end."""
        kept = self._kept.get(key)
        if kept is None or not kept.complete or kept.record.plies != record.plies:
            return None
        return self.values.review(kept.record, kept.values)

    def _analysis(self, key: Key, record: GameRecord) -> _Analysis:
        """That of the game, which begins anew where its moves have changed."""
        kept = self._kept.get(key)
        if kept is None or kept.record.plies != record.plies:
            kept = self._kept[key] = _Analysis(record)
        self._kept.move_to_end(key)
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return kept
