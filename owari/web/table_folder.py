"""All tables that the live page has open, and the folder of games behind them."""

from __future__ import annotations

import asyncio
import stat
import threading
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import ExitStack, asynccontextmanager, suppress
from datetime import datetime
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException

from owari.errors import BadInput
from owari.records.record import GameRecord, Termination
from owari.results.lock import lock
from owari.table.event_text import stopped
from owari.table.session_file import GameFile, new_path
from owari.user_files import user_folder
from owari.web.event_stream import Channel
from owari.web.new_table import (
    NewTable,
    Offers,
    kept_table,
    new_table,
    offers_of,
    results_of,
    seated,
)
from owari.web.open_table import Kind, OpenTable
from owari.web.site import Site
from owari.web.table_state import table_state

MOST_TABLES = 50
IDLE = 120.0
"""Seconds after which a table that nobody looks at leaves the memory; its file goes on later."""
LONG_IDLE = 3600.0
"""The same for a table with a program that cannot begin in the middle of a game."""
LOOK = 15.0
"""Seconds from one look for such tables to the next."""
LONGEST_END = 2.0
"""Seconds for all players to end with the server; then the system ends them."""
NO_SHARED = "There is no such shared game, or it is not over yet."
NO_TABLE = "There is no such table. Its file may have been deleted or renamed."
MOST_CREATED = 100
"""New tables that are known by the requests that created them."""
MOST_LISTED = 30
"""Files of games that are looked into, the newest first."""
LARGEST_GAME = 4 * 1024 * 1024
"""Bytes of a file of games; a long game with many notes has far less."""


class Kept(NamedTuple):
    """A table in memory, with those who look at it and the lock of its file."""

    table: OpenTable
    channel: Channel
    held: ExitStack

    @property
    def is_idle(self) -> bool:
        """Whether nobody has used the table for a while, and no player thinks."""
        if self.table.thinking:
            return False
        players = self.table.table.computers.values()
        enough = IDLE if all(player.joins_in for player in players) else LONG_IDLE
        return monotonic() - self.table.used > enough

    @property
    def is_gone(self) -> bool:
        """Whether somebody has deleted or renamed the file."""
        return not self.table.games.path.exists()

    def close(self) -> None:
        """Ends the table. Its players end soon after; pages that look on ask where it is."""
        self.table.close()
        self.channel.close()
        self.held.close()


class Listed(NamedTuple):
    """A table in the user's folder."""

    name: str
    kind: Kind
    records: Sequence[GameRecord]
    """One game, or the two of a match."""
    place: int | None
    """The place of the game that can go on; None where all are over."""


class Tables:
    """The tables of one server."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._kept: dict[str, Kept] = {}
        self._lock = threading.Lock()
        self._creating = threading.Lock()
        self._created: dict[str, str] = {}
        """The names of new tables by the keys of their requests."""
        self.offers: Offers = offers_of(site.settings)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Closes tables that nobody uses, and all of them at the end."""
        looking = asyncio.create_task(self._look_after())
        try:
            yield
        finally:
            looking.cancel()
            await run_in_threadpool(self.close_all)

    def create(self, fields: Mapping[str, Any], key: str = "") -> OpenTable:
        """A new table; the one that was created before by a request with this key, if it has one.
        Raises BadInput."""
        with self._creating:
            if name := self._created.get(key):
                return self.find(name)
            table = self._create(fields)
            if key:
                self._created[key] = table.name
                while len(self._created) > MOST_CREATED:
                    del self._created[next(iter(self._created))]
            return table

    def _create(self, fields: Mapping[str, Any]) -> OpenTable:
        asked = new_table(fields, self.offers)
        table, results = seated(asked, self.offers), results_of(asked, self.offers)
        if results:
            results.check(asked.records, range(len(asked.records)))
        with self._lock, ExitStack() as held:
            self._make_room()
            path = _new_file(asked.kind)
            try:
                held.enter_context(lock(path.resolve()))
                games = GameFile(path, asked.records)
                games.write()
            except (BadInput, OSError) as error:
                path.unlink(missing_ok=True)
                raise _unwritable(path, error) from None
            opened = OpenTable(path.stem, asked.kind, games, table, results, self._site.values)
            return self._keep(opened, held)

    def find(self, name: str) -> OpenTable:
        """The table of this name, from its file where it is not in memory. Raises BadInput, and
        HTTPException where there is none."""
        with self._lock, ExitStack() as held:
            if kept := self._in_memory(name):
                kept.table.used = monotonic()
                return kept.table
            path = _file_of(name)
            self._make_room()
            held.enter_context(lock(path.resolve()))
            games = _read(path)
            asked = kept_table(games)
            table, results = seated(asked, self.offers), results_of(asked, self.offers)
            opened = OpenTable(name, asked.kind, games, table, results, self._site.values)
            return self._keep(opened, held)

    def kind_of(self, name: str) -> Kind:
        """What kind the table of this name is; nothing is opened. Raises BadInput, and
        HTTPException where there is no such table."""
        with self._lock:
            if kept := self._in_memory(name):
                return kept.table.kind
        return kept_table(_read(_file_of(name))).kind

    @staticmethod
    def finished(name: str) -> list[GameRecord]:
        """The games of this table that are over, from its file; nothing is opened. Raises BadInput,
        and HTTPException where there is none."""
        records = _read(_file_of(name)).records
        ended = [each for each in records if each.ending.termination is not Termination.UNFINISHED]
        if not ended:
            raise HTTPException(404, NO_SHARED)
        return ended

    @staticmethod
    def file_of(name: str) -> Path:
        """The file of this table. Raises HTTPException where there is none."""
        return _file_of(name)

    def channel(self, table: OpenTable) -> Channel:
        """The channel of those who look at the table. Raises HTTPException where it has closed."""
        kept = self._kept.get(table.name)
        if kept is None or kept.table is not table:
            raise HTTPException(503, "The table has just closed. Open it again.")
        return kept.channel

    def close_idle(self) -> None:
        """Closes the tables that nobody has used for a while, and those whose files are gone."""
        with self._lock:
            for kept in list(self._kept.values()):
                if kept.is_gone:
                    self._close(kept)
                elif kept.channel.readers:
                    kept.table.used = monotonic()
                elif kept.is_idle:
                    self._close(kept)

    def listed(self) -> list[Listed]:
        """The newest tables of the user's folder. One can go on where a game is not over, or where
        nobody has confirmed its end and the tournament waits for it."""
        newest = sorted(_game_files().items(), key=lambda item: _changed(item[1]), reverse=True)
        found = []
        for name, path in newest[:MOST_LISTED]:
            with suppress(BadInput):
                asked = kept_table(_read(path))
                place = next(iter(self._going_on(asked)), None)
                found.append(Listed(name, asked.kind, asked.records, place))
        return found

    def is_only_replayed(self, name: str) -> bool:
        """Whether the games of this table are over and it cannot be opened: the command line does
        not name the program that played, or another process has the file. Raises BadInput where
        the file cannot be read, and HTTPException where there is none."""
        if self._going_on(kept_table(_read(_file_of(name)))):
            return False
        try:
            self.find(name)
        except BadInput:
            return True
        return False

    def _going_on(self, asked: NewTable) -> list[int]:
        """The indexes of the games that are not over; the last one where the end of all waits to be
        confirmed in results that this server can read."""
        going = [
            index
            for index, record in enumerate(asked.records)
            if record.ending.termination is Termination.UNFINISHED
        ]
        if going:
            return going
        with suppress(BadInput):
            results = results_of(asked, self.offers)
            if results and results.waits_for(asked.records):
                return [len(asked.records) - 1]
        return []

    def _keep(self, table: OpenTable, held: ExitStack) -> OpenTable:
        """Opens a table and keeps it in memory, with what it holds."""
        channel = Channel(self._site.streams)

        def publish() -> None:
            if channel.readers:
                channel.publish("state", table_state(table))

        table.changed = publish
        table.open()
        self._kept[table.name] = Kept(table, channel, held.pop_all())
        return table

    def _in_memory(self, name: str) -> Kept | None:
        """The open table of this name. One whose file is gone closes: to write the file again would
        bring back what somebody has deleted."""
        kept = self._kept.get(name)
        if kept and kept.is_gone:
            self._close(kept)
            return None
        return kept

    def _make_room(self) -> None:
        """Raises HTTPException where there is no room for one more table."""
        if len(self._kept) < MOST_TABLES:
            return
        unseen = [kept for kept in self._kept.values() if not kept.channel.readers]
        if not unseen:
            raise HTTPException(503, "All tables of the server are in use. Try again later.")
        self._close(min(unseen, key=lambda kept: kept.table.used))

    def _close(self, kept: Kept) -> None:
        kept.close()
        del self._kept[kept.table.name]

    async def _look_after(self) -> None:
        while True:
            await asyncio.sleep(LOOK)
            self.close_idle()

    def close_all(self) -> None:
        """Closes all tables, at the end of the server."""
        with self._lock:
            closing = list(self._kept.values())
            for kept in closing:
                self._close(kept)
        end = monotonic() + LONGEST_END
        for kept in closing:
            kept.table.join(max(0.0, end - monotonic()))


def _new_file(kind: Kind) -> Path:
    try:
        return new_path(kind, datetime.now())
    except OSError as error:
        raise _unwritable(user_folder() / "games", error) from None


def _unwritable(path: Path, error: Exception) -> BadInput:
    if isinstance(error, OSError):
        return BadInput(f"nothing can be written to {path}: {stopped(error.strerror or '')}")
    return BadInput(str(error))


def _game_files() -> dict[str, Path]:
    """The files in the user's folder of games by the names of their tables."""
    files = (user_folder() / "games").glob("*.pgn")
    return {path.stem: path for path in files if _may_be_game(path)}


def _file_of(name: str) -> Path:
    """The file of the table of this name. Raises HTTPException where there is none."""
    if path := _game_files().get(name):
        return path
    raise HTTPException(404, NO_TABLE)


def _may_be_game(path: Path) -> bool:
    """Whether the file can be read to its end, and its name be sent to a page: a pipe would keep
    its reader for ever."""
    try:
        path.name.encode()
        found = path.stat()
    except (OSError, UnicodeEncodeError):
        return False
    return stat.S_ISREG(found.st_mode) and found.st_size <= LARGEST_GAME


def _changed(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def _read(path: Path) -> GameFile:
    """Raises BadInput."""
    try:
        games = GameFile.read(path)
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}") from None
    if len(games.records) not in (1, 2):
        raise BadInput(f"{path}: one game or the two games of a match expected")
    return games
