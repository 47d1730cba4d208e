"""Verifies a results file: its games by the rules, its tables by the journal.

The schedule is that of a tournament, which `tournament.verification` adds.

Each record is played again. The row of a game must be that of its record, and all tables those that
the journal tells of. The journal is a chain of hashes, so its last hash is a seal: whoever has
published it can show that nothing before it has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from owari.games.game import Game
from owari.records.pgn import BadRecord, read_game
from owari.records.record import GameRecord
from owari.referee.referee import Adjudication
from owari.results.database import BadResults, reading
from owari.results.game_log import StoredBot, StoredGame
from owari.results.game_rows import READ_COLUMNS, digest_columns, read_columns, text
from owari.results.game_verification import (
    ending_faults,
    foreign_moves,
    row_differences,
    start_differences,
)
from owari.results.journal import JournalTables, NotedGame, digest
from owari.results.schema import expected_tables, tables
from owari.results.store import Store

NUMBER, STATUS, ANNULLED = map(READ_COLUMNS.index, ("number", "status", "annulled"))
READ = len(READ_COLUMNS)
NONE = (None, None)


class Difference(NamedTuple):
    """What is not as it was written, or cannot have been."""

    where: str
    """`Game 12`, `The journal`, `Bot 3`."""
    what: str
    """A clause."""

    def __str__(self) -> str:
        return f"{self.where}: {self.what}"


class Verification:
    """The verification of an open results file."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._database = store.database
        self._database.read_any_text()
        self.journal = JournalTables()
        self.games = 0
        """How many games it has verified."""

    @cached_property
    def _bots(self) -> Mapping[str, StoredBot]:
        return {bot.name: bot for bot in self._store.bots()}

    @cached_property
    def _game(self) -> Game:
        return self._store.game

    @cached_property
    def _rules(self) -> dict[str, Any]:
        return self._store.rules

    @cached_property
    def _former_names(self) -> dict[str, list[str]]:
        return self._store.former_names

    @cached_property
    def _adjudication(self) -> Adjudication:
        return Adjudication.of(self._rules.get("adjudicate", {}))

    @property
    def chained(self) -> bool:
        """Whether the file has a journal; those of version 1 have none."""
        return self._store.version > 1

    @property
    def seal(self) -> str:
        """The last hash of the journal."""
        return self.journal.hashes[-1] if self.journal.hashes else ""

    def differences(self) -> Iterator[Difference]:
        """All that is found, one after the other."""
        for check in self._checks():
            try:
                with reading(self._store.path):
                    yield from check()
            except BadResults as error:
                yield Difference("The file", str(error))

    def _checks(self) -> Iterator[Callable[[], Iterator[Difference]]]:
        yield from (self._file, self._chain, self._values, self._readable, self._each_game)

    def _file(self) -> Iterator[Difference]:
        """The file as a database."""
        for (found,) in self._database.all("PRAGMA integrity_check"):
            if found != "ok":
                yield Difference("The file", str(found))
        other = tables(self._database) ^ expected_tables(self._store.version)
        for name in sorted({name for name, _ in other}):
            yield Difference("The file", f"the table or index {name} is not as owari makes it")

    def _chain(self) -> Iterator[Difference]:
        if self.chained:
            for clause in self.journal.read(self._store.journal.rows()):
                yield Difference("The journal", clause)

    def _values(self) -> Iterator[Difference]:
        """All but games."""
        if not self.chained:
            return
        values = dict(self._database.all("SELECT key, value FROM tournament"))
        for key, found, noted in _unequal(values, self.journal.values):
            yield Difference(f"The tournament's {key}", _differs("value", found, noted))
        rows = self._database.all("SELECT place, name, settings FROM bots")
        bots = {place: (name, settings) for place, name, settings in rows}
        for place, found, noted in _unequal(bots, self.journal.bots):
            for what, *both in zip(("name", "settings"), found or NONE, noted or NONE, strict=True):
                if both[0] != both[1]:
                    yield Difference(f"Bot {place}", _differs(what, *both))

    def _readable(self) -> Iterator[Difference]:
        self._store.check_values()
        yield from ()

    def _each_game(self) -> Iterator[Difference]:
        """The games, by the journal and by the rules."""
        noted = dict(self.journal.games)
        rows_before = 0
        read = self._store.game_reader().read
        columns = f"id, record, {read_columns(self._store.version)}"
        if self.chained:
            columns += f", {digest_columns()}"
        for row, record, *values in self._database.rows(f"SELECT {columns} FROM games ORDER BY id"):
            self.games += 1
            for missing in range(rows_before + 1, row):
                if missing not in noted:  # else it is told below
                    yield Difference("The games", f"row {missing} is missing")
            rows_before = row
            where = f"Game {_cut(values[0])}"
            values, digested = values[:READ], values[READ:]
            if self.chained:
                for clause in _journal_differences(noted.pop(row, None), values, digested):
                    yield Difference(where, clause)
            try:
                game = read(values)
                said = text(record, "its record")
            except ValueError as error:
                yield Difference("The file", str(error))
                continue
            for clause in self._contradictions(said, game):
                yield Difference(where, clause)
        for lost in noted.values():
            yield Difference(f"Game {lost.number}", "its row is missing")

    def _contradictions(self, said: str, game: StoredGame) -> Iterator[str]:
        """A clause on everything in which the text of a record differs from the row of its game,
        or from the rules."""
        try:
            record = read_game(said, "its record")
        except BadRecord as error:
            yield str(error)
            return
        rules = self._game
        if record.game != rules:
            yield f"its record is of {record.game.name}, and the tournament plays {rules.name}"
            return
        yield from row_differences(record, game, self._former_names)
        yield from foreign_moves(record, game, self._bots)
        yield from start_differences(record)
        # A game that people have entered belongs to no pair.
        yield from ending_faults(record, self._adjudication, refereed=bool(record.pair))
        yield from self._schedule_differences(record, game)

    def _schedule_differences(self, record: GameRecord, game: StoredGame) -> Iterator[str]:
        """A clause on everything in which the game is not one of a schedule; here there is none."""
        yield from ()


def _journal_differences(
    noted: NotedGame | None, values: Sequence[Any], digested: Sequence[Any]
) -> Iterator[str]:
    """A clause on each difference between the row of a game and the journal."""
    if noted is None:
        yield "the journal does not tell of its row"
        return
    for what, found, said in (
        ("number", values[NUMBER], noted.number),
        ("status", values[STATUS], noted.status),
        ("annulled", values[ANNULLED], noted.annulled),
    ):
        if found != said:
            yield _differs(what, found, said)
    if digest(digested) != noted.digest:
        yield "its row is not the one that was written"


def _unequal(found: Mapping[Any, Any], noted: Mapping[Any, Any]) -> Iterator[tuple[Any, Any, Any]]:
    """The keys with different values, and both values; None for a missing one."""
    for key in dict.fromkeys([*noted, *found]):
        if found.get(key) != noted.get(key):
            yield key, found.get(key), noted.get(key)


def _differs(what: str, found: object, noted: object) -> str:
    return f"its {what} is {_shown(found)}, and the journal says {_shown(noted)}"


def _shown(value: object) -> str:
    return "missing" if value is None else repr(_cut(value))


def _cut(value: object) -> str:
    text = str(value)
    return f"{text[:60]}..." if len(text) > 63 else text
