"""What moves were worth: what is known of those of positions, for tables and for the games of the
live page, and the reviews of finished games, found while a page looks on and kept in a file."""

from __future__ import annotations

import asyncio
import threading
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from time import monotonic

from starlette.concurrency import run_in_threadpool

from owari.analysis.kept_values import KeptValues
from owari.analysis.review import Review, values_from_the_end
from owari.analysis.values import MoveValues
from owari.errors import BadInput
from owari.games.game import Position
from owari.records.record import GameRecord
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
LONGEST_WAIT = 1.5
"""Seconds for a turn; a page says after five that it has no answer."""
MOST_KEPT = 100
"""Games that are looked at, or were."""
LARGEST_FILE = 4 * 1024 * 1024
"""Bytes of a file of values, after which nothing more is kept there: a game has about 20,000, and
every game that moves which were taken back led to has its own."""


def values_beside(games: Path) -> Path:
    """The file with the values of the games of this file."""
    return games.with_suffix(".values")


class Analysis:
    """The review of one game, position by position from the end. Reads the file, if any."""

    def __init__(self, record: GameRecord, file: Path | None) -> None:
        self.record = record
        self.count = sum(position.outcome() is None for position in record.positions())
        self.values: dict[int, MoveValues] = {}
        self._file = file
        self._kept = _kept_in(file)
        if known := self._kept.known(record):
            self.values = dict(known.values)
        self.complete = known is not None or not record.plies
        self._keeping = threading.Lock()
        self._steps: Iterator[tuple[int, MoveValues]] = values_from_the_end(record, seconds=SECONDS)

    def go_on(self) -> None:
        """Searches position after position, for half a second or so. Where the engine thinks for
        another table all the time, nothing is found."""
        end = monotonic() + AT_A_TIME
        while not self.complete and (left := end - monotonic()) > 0:
            if not ENGINE.acquire(timeout=left):
                return
            try:
                found = next(self._steps, None)
            finally:
                ENGINE.release()
            if found is not None:
                self.values[found[0]] = found[1]
            self.complete = found is None or len(self.values) == self.count

    def review(self, known: PositionValues) -> Review:
        """The complete review, with what was proved of its positions elsewhere. The file has it
        then; where it cannot be written, only the memory has."""
        with self._keeping, suppress(OSError):
            review = known.review(self.record, self.values)
            self.values = dict(review.values)
            file = self._file
            if file is None or not file.exists() or file.stat().st_size <= LARGEST_FILE:
                self._kept.keep(review)
        return review


def _kept_in(file: Path | None) -> KeptValues:
    """The values in the file; where that is something else, nothing is kept."""
    try:
        return KeptValues(file, SECONDS)
    except (BadInput, OSError):
        return KeptValues(None, SECONDS)


class Reviews:
    """The reviews of the games that were looked at last. All pages that ask for one share it, and
    a page that comes back finds what is known already."""

    def __init__(self, values: PositionValues) -> None:
        self.values = values
        self._analyses: OrderedDict[tuple[Path | None, str], Analysis] = OrderedDict()
        self._lock = threading.Lock()
        self._turn = asyncio.Lock()

    async def progress(self, record: GameRecord, file: Path | None = None) -> dict[str, int] | None:
        """How far a game is looked at, after a little more of it: the positions that are `done` and
        their `count`. None once all of them are. The file, if there is one, keeps the values."""
        analysis = await run_in_threadpool(self._analysis, record, file)
        if not analysis.complete:
            await self._go_on(analysis)
        if analysis.complete:
            return None
        return {"done": len(analysis.values), "count": analysis.count}

    async def _go_on(self, analysis: Analysis) -> None:
        """A little more of the analysis, in turn with those of others. Many pages ask slowly, as
        each waits for its turn."""
        try:
            async with asyncio.timeout(LONGEST_WAIT):
                await self._turn.acquire()
        except TimeoutError:
            return
        try:
            await run_in_threadpool(analysis.go_on)
        finally:
            self._turn.release()

    def known(self, record: GameRecord, file: Path | None = None) -> Review | None:
        """The review of a game that somebody has looked at to its end."""
        found = self._analyses.get(_game(record, file))
        analysis = self._analysis(record, file) if file and not found else found
        return analysis.review(self.values) if analysis and analysis.complete else None

    def _analysis(self, record: GameRecord, file: Path | None) -> Analysis:
        key = _game(record, file)
        with self._lock:
            if key not in self._analyses:
                self._analyses[key] = Analysis(record, file)
            self._analyses.move_to_end(key)
            while len(self._analyses) > MOST_KEPT:
                self._analyses.popitem(last=False)
            return self._analyses[key]


def _game(record: GameRecord, file: Path | None) -> tuple[Path | None, str]:
    """What tells games apart: equal ones of a tournament have the same values."""
    return file, f"{record.game.name} {record.start} {record.moves}"
