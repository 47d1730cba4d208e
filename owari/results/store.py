"""The results of a tournament: one SQLite file with a row for each game, committed as it ends.

The log of games is the only source: the tables of a tournament are computed from it. Rows are never
deleted. An annulled game keeps its row, and at most one game of each number counts. A process that
is killed loses nothing. What is read is checked.
"""

from __future__ import annotations

import json
import sqlite3
from bisect import insort
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from operator import attrgetter
from pathlib import Path
from typing import Any

from owari.records.pgn import BadRecord, format_game, read_game
from owari.records.record import GameRecord
from owari.results.bot_names import NAMING_RULES, composed
from owari.results.database import BadResults, Database, NoSuchGame, is_blank, reading
from owari.results.game_log import Status, StoredBot, StoredGame, Withdrawal
from owari.results.game_rows import INSERT, GameReader, GameRow, read_columns, text
from owari.results.journal import EntryKind
from owari.results.rounds import Numbering
from owari.results.schema import VERSION, make, upgrade, version_of
from owari.results.tournament_values import HAND_MADE, TournamentValues, canonical

CHANGE_GAMES = (EntryKind.ANNULLED, EntryKind.RENAMED, EntryKind.UPGRADED)
"""The changes after which games that were read before are not as they were."""


class Store(TournamentValues):
    """An open results file. Every method may raise BadResults."""

    def __init__(self, path: Path, database: Database) -> None:
        super().__init__(path, database)
        self.version = VERSION
        self._alone = False
        """Whether nobody else can write to the file."""
        self._counting: list[StoredGame] | None = None
        """The games that count, if they have been read since the last change."""
        self._read_at = 0
        """The state of a file that others can write to when they were read."""
        self._last_entry = 0
        """The last entry of the journal before they were read."""
        self._unread = 0
        """The row of the first game that was added since then, 0 without one."""
        self._known_places: tuple[dict[str, int], object] = ({}, None)
        """The place of each bot, and the state of the file in which it has that place."""

    @classmethod
    def open(cls, path: Path, *, writes: bool = False) -> Store:
        """Opens and checks an existing file; `writes` locks it against other writers. Raises
        NotLocked."""
        with reading(path):
            if not path.exists():
                raise BadResults(f"{path} does not exist")
            if path.is_dir():
                raise BadResults(f"{path} is a folder, not a results file")
            if not path.is_file():  # SQLite would wait for ever for the other end of a pipe
                raise BadResults(f"{path} is not a results file")
        store = cls(path, Database(path, writes=writes))
        try:
            store.version = version_of(store.database)
            if writes and store.version < VERSION:
                store.check()
                with store.transaction():
                    upgrade(store.database, store.version)
                store.version = VERSION
            store._alone = writes
        except BaseException:
            store.close()
            raise
        return store

    @classmethod
    def open_or_create(cls, path: Path) -> Store:
        """Opens a file for writing, or makes a new one without a tournament. Raises NotLocked. An
        empty file counts as new: a killed process can leave one."""
        if is_blank(path):
            with reading(path):
                path.touch()
            try:
                cls._create(path)
            except BadResults:
                path.unlink(missing_ok=True)  # there is nothing in it yet
                raise
        return cls.open(path, writes=True)

    @classmethod
    def _create(cls, path: Path) -> None:
        database = Database(path, writes=True)
        with cls(path, database) as store:
            database.all("PRAGMA journal_mode = WAL")
            with store.transaction():
                make(database)
                store.rules = HAND_MADE

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """The changes in the block become visible, and durable, as a whole or not at all."""
        try:
            with self.database.transaction():
                yield
        except BaseException:
            self._counting = None
            raise

    def put_bot(self, bot: StoredBot) -> None:
        """Adds the bot at the end, or updates the settings of the bot of this name. A new bot comes
        after the departure of all that have withdrawn."""
        name, settings = bot
        with self.transaction():
            found = self.database.all("SELECT place, settings FROM bots WHERE name = ?", (name,))
            if found and found[0][1] == settings:
                return
            if not found and (gone := self.withdrawn):
                self.departures = dict.fromkeys(gone, len(self.bots())) | self.departures
            self.database.change(
                "INSERT INTO bots (name, settings) VALUES (?, ?)"
                " ON CONFLICT (name) DO UPDATE SET settings = excluded.settings",
                bot,
            )
            self._known_places = ({}, None)
            self.journal.append(EntryKind.BOT, self._place(name), name, settings)

    def rename_bot(self, old: str, new: str) -> None:
        """Gives a bot a new name, in all that the file says of it but in its records."""
        self._counting = None
        with self.transaction():
            place = self._place(old)
            self.database.change("UPDATE bots SET name = ? WHERE place = ?", (new, place))
            self._known_places = ({}, None)
            for side in ("south", "north"):
                self.database.change(f"UPDATE games SET {side} = ? WHERE {side} = ?", (new, old))
            self.journal.append(EntryKind.RENAMED, place, new)
            for key, value in self.database.all("SELECT key, value FROM tournament"):
                self._set(key, renamed(key, value, old, new))
            former = self.former_names
            former[new] = [*former.pop(old, []), old]
            self._set("former-names", canonical(former))

    def _place(self, name: str) -> int:
        return self._places()[name]

    def _places(self) -> dict[str, int]:
        """The place of each bot by its name."""
        places, state = self._known_places
        if state != self.database.state:
            places = dict(self.database.all("SELECT name, place FROM bots"))
            self._known_places = (places, self.database.state)
        return places

    def games(self, *, annulled: bool = False) -> list[StoredGame]:
        """The games that count, or the annulled ones, by number."""
        if annulled:
            return self._games("status = 'annulled'")
        if not self._alone and self._read_at != (now := self.database.pragma("data_version")):
            self._catch_up()
            self._read_at = now
        if self._counting is None:
            self._last_entry = self.journal.last() if self.version > 1 else 0
            self._counting = self._games("status <> 'annulled'")
        elif self._unread:
            self._read_from(self._unread)
        self._unread = 0
        return list(self._counting)

    def _catch_up(self) -> None:
        """Adds the games that others have added since the last look, or forgets all games where
        others have changed some."""
        if self._counting is None or self.version == 1:
            self._counting = None
            return
        with reading(self.path):
            entries = self.journal.after(self._last_entry)
        if not entries:
            return
        if not {entry.kind for entry in entries}.isdisjoint(CHANGE_GAMES):
            self._counting = None
            return
        added = [entry.fields[0] for entry in entries if entry.kind is EntryKind.GAME]
        if added:
            self._read_from(added[0])
        self._last_entry += len(entries)

    def _read_from(self, row: object) -> None:
        """Adds the games of this row and the later ones to those that count."""
        assert self._counting is not None
        known = {game.number for game in self._counting}
        for game in self._games("id >= ? AND status <> 'annulled'", row):
            if game.number not in known:
                insort(self._counting, game, key=attrgetter("number"))

    def game_of(self, number: int) -> StoredGame:
        """The game of this number that counts."""
        games = self._games("number = ? AND status <> 'annulled'", number)
        if not games:
            raise NoSuchGame(f"there is no game {number} in {self.path}")
        return games[0]

    def counted_games(self) -> list[StoredGame]:
        """The games that count in the tables: those of bots whose games are void do not."""
        void = {name for name, how in self.withdrawn.items() if how is Withdrawal.VOID}
        return [game for game in self.games() if void.isdisjoint((game.south, game.north))]

    def numbers(self) -> set[int]:
        """The numbers of the games that count."""
        if self._counting is not None:  # to read what is new costs less than to look at all rows
            return {game.number for game in self.games()}
        rows = self.database.all("SELECT number FROM games WHERE status <> 'annulled'")
        return {number for (number,) in rows}

    def record(self, number: int) -> str:
        """The text of the game of this number: of the one that counts, else of the last one that
        was annulled."""
        which = "SELECT record FROM games WHERE number = ?"
        # The index has the games that count.
        rows = self.database.all(f"{which} AND status <> 'annulled'", (number,))
        rows = rows or self.database.all(f"{which} ORDER BY id DESC", (number,))
        if not rows:
            raise NoSuchGame(f"there is no game {number} in {self.path}")
        with reading(self.path):
            return text(rows[0][0], f"the record of game {number}")

    def records(self) -> Iterator[str]:
        """The texts of the games that count, by number, one after the other, with the present names
        of their bots."""
        former = self.former_names
        rows = self.database.rows(
            "SELECT number, south, north, record FROM games WHERE status <> 'annulled'"
            " ORDER BY number"
        )
        for number, south, north, record in rows:
            with reading(self.path):
                said = text(record, f"the record of game {number}")
            if south in former or north in former or not said.replace("\n", "").isprintable():
                said = format_game(self.played(number))
            yield said

    def played(self, number: int) -> GameRecord:
        """The game of this number as a value, with the present names of its bots. Raises BadResults
        if its record belongs to another game."""
        said = self.record(number)
        games = self._games("number = ? AND status <> 'annulled'", number)
        games = games or self._games("number = ?", number)
        return self._as_value(games[-1], said, self.former_names)

    def played_games(self, games: Iterable[StoredGame]) -> Iterator[tuple[StoredGame, GameRecord]]:
        """These of the games that count as values, by number, as `played` returns them."""
        wanted = {game.number: game for game in games}
        former = self.former_names
        rows = self.database.rows(
            "SELECT number, record FROM games WHERE status <> 'annulled' ORDER BY number"
        )
        for number, record in rows:
            if game := wanted.get(number):
                with reading(self.path):
                    said = text(record, f"the record of game {number}")
                yield game, self._as_value(game, said, former)

    def _as_value(
        self, game: StoredGame, said: str, former: Mapping[str, Sequence[str]]
    ) -> GameRecord:
        """The record of a game with the present names of its bots. Raises BadResults."""
        number = game.number
        try:
            record = read_game(said, f"game {number}")
        except BadRecord as error:
            raise BadResults(f"{self.path} is damaged: {error}") from None
        if record.ending[:3] != game.ending[:3]:
            raise self._foreign_record(number)

        def present(recorded: str, name: str) -> str:
            """The name for a player of a record: the present one where the bot was renamed."""
            if composed(recorded) == name:
                return recorded
            if composed(recorded) in former.get(name, ()):
                return name
            raise self._foreign_record(number)

        south, north = present(record.south, game.south), present(record.north, game.north)
        return replace(record, south=south, north=north)

    def _foreign_record(self, number: int) -> BadResults:
        return BadResults(f"{self.path} is damaged: game {number} has the record of another game")

    def add(
        self,
        number: int,
        game: GameRecord | GameRow,
        status: Status = Status.PLAYED,
        *,
        finished: datetime | None = None,
    ) -> None:
        """Adds a finished game; it is on disk when the call returns."""
        when = (finished or datetime.now(UTC)).isoformat(timespec="seconds")
        made = game if isinstance(game, GameRow) else GameRow.of(game)
        with self.transaction():
            values = made.values(number, status, when)
            try:
                row = self.database.insert(INSERT, values)
            except sqlite3.IntegrityError:
                raise BadResults(f"{self.path} already has game {number}") from None
            places = map(self._places().get, (game.south, game.north))
            self.journal.append_new_game(row, values, (*places,))
            self._unread = self._unread or row

    def annul(self, number: int, reason: str) -> None:
        """Marks the game of this number: it no longer counts."""
        self._counting = None
        with self.transaction():
            test = "status <> 'annulled' AND number = ?"
            found = self.database.all(f"SELECT id FROM games WHERE {test}", (number,))
            for (row,) in found:
                self.database.change(
                    "UPDATE games SET status = 'annulled', annulled = ? WHERE id = ?", (reason, row)
                )
                self.journal.append(EntryKind.ANNULLED, row, reason)
        if not found:
            if any(game.number == number for game in self.games(annulled=True)):
                raise BadResults(f"game {number} in {self.path} is already annulled")
            raise NoSuchGame(f"there is no game {number} in {self.path}")

    def check(self) -> None:
        """Reads all that the file holds but the records. Raises BadResults at the first part that
        cannot be."""
        for _ in self._each_game("TRUE"):
            pass
        self.check_values()

    def game_reader(self) -> GameReader:
        """What reads the rows of games of this tournament."""
        places = {bot.name: place for place, bot in enumerate(self.bots())}
        return GameReader(self.game, places, Numbering(self.rounds, self.pair_numbers))

    def _games(self, test: str, *values: object) -> list[StoredGame]:
        return list(self._each_game(f"{test} ORDER BY number, id", *values))

    def _each_game(self, test: str, *values: object) -> Iterator[StoredGame]:
        read = self.game_reader().read
        columns = read_columns(self.version)
        with reading(self.path):
            for row in self.database.rows(f"SELECT {columns} FROM games WHERE {test}", values):
                yield read(row)


def renamed(key: str, value: str, old: str, new: str) -> str:
    """The value under this key of the tournament with the new name in place of the old one."""
    if key not in _PLACES:
        return value
    found = _PLACES[key](json.loads(value), lambda name: new if name == old else name)
    return json.dumps(found, sort_keys=True, ensure_ascii=False)


Names = Callable[[str], str]
"""The present name for each name."""


def _keys(value: dict[str, Any], name: Names) -> dict[str, Any]:
    return {name(bot): each for bot, each in value.items()}


def _incidents(value: list[list[Any]], name: Names) -> list[list[Any]]:
    return [
        [game, name(south), name(north), what, name(turn), alone]
        for game, south, north, what, turn, alone in value
    ]


def _rules(value: dict[str, Any], name: Names) -> dict[str, Any]:
    lists = {key: [name(bot) for bot in value[key]] for key in NAMING_RULES if key in value}
    return value | lists


def _setting_changes(value: list[list[Any]], name: Names) -> list[list[Any]]:
    return [
        [when, key, *([name(bot) for bot in bots] for bots in values)]
        if key in NAMING_RULES
        else [when, key, *values]
        for when, key, *values in value
    ]


_PLACES: dict[str, Callable[[Any, Names], Any]] = {
    "departures": _keys,
    "file-changes": _keys,
    "incidents": _incidents,
    "program-files": _keys,
    "rules": _rules,
    "setting-changes": _setting_changes,
    "withdrawn": _keys,
}
"""How each value holds the names."""
