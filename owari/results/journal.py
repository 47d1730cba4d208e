"""The journal of a results file: an entry for each change, chained by hashes.

The hash of an entry covers the entry and the hash before it. So the last hash stands for all
entries: whoever changes, removes or exchanges one has another last hash. An entry is written in the
transaction of its change. The entry of a game holds a digest of its row, in which the bots are
known by their places: a new name or an annulment changes no digest and is an entry of its own.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from operator import itemgetter
from typing import Any, NamedTuple

from owari.results.database import Database
from owari.results.game_log import Status
from owari.results.game_rows import DIGESTED, NUMBER, STATUS, digest_columns

HASH_BYTES = 20
_encoded = json.JSONEncoder(ensure_ascii=False, default=repr).encode


class EntryKind(Enum):
    """What an entry tells of; its fields are in the order of the description."""

    UPGRADED = "upgraded"
    """The version from which the file was upgraded: the next entries tell what it held."""
    VALUE = "value"
    """A key of the tournament and its value."""
    BOT = "bot"
    """A place, the name of a bot and its settings."""
    RENAMED = "renamed"
    """A place, and the new name of its bot."""
    GAME = "game"
    """The row of a game, its number, its status and the digest of the row."""
    ANNULLED = "annulled"
    """The row of a game, and the reason."""


class Entry(NamedTuple):
    """A change of the results."""

    kind: EntryKind
    fields: tuple[str | int | None, ...]

    def __str__(self) -> str:
        return _encoded([self.kind.value, *self.fields])

    @classmethod
    def parse(cls, text: str) -> Entry:
        """Reads the text of an entry. Raises ValueError."""
        found = json.loads(text)
        if not isinstance(found, list) or not found:
            raise ValueError("it is no list")
        return cls(EntryKind(found[0]), tuple(found[1:]))


class Journal:
    """The journal of an open database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._known_head: tuple[str, object] = ("", None)
        """The last hash, and the state of the database in which it was the last one."""

    def append(self, kind: EntryKind, *fields: str | int | None) -> None:
        """Writes an entry in the transaction of the caller."""
        entry = str(Entry(kind, fields))
        head = chained(self._head(), entry)
        self._database.change("INSERT INTO journal (entry, hash) VALUES (?, ?)", (entry, head))
        self._known_head = (head, self._database.state)

    def append_game(self, row: int) -> None:
        """Writes the entry of the game in that row."""
        [(number, status, *values)] = self._database.all(
            f"SELECT number, status, {digest_columns()} FROM games WHERE id = ?", (row,)
        )
        self.append(EntryKind.GAME, row, number, status, digest(values))

    def append_new_game(self, row: int, values: Sequence[Any], places: Sequence[Any]) -> None:
        """The same for a row that was written just now with the `values` of a GameRow. The places
        are those of South and of North."""
        number, status = values[NUMBER], values[STATUS]
        digested = [*itemgetter(*DIGESTED)(values), *places]
        self.append(EntryKind.GAME, row, number, status, digest(digested))

    def rows(self) -> Iterator[tuple[int, str, str]]:
        """The number, the text and the hash of each entry."""
        yield from self._database.rows("SELECT id, entry, hash FROM journal ORDER BY id")

    def last(self) -> int:
        """The number of the last entry, 0 before the first."""
        return int(self._database.all("SELECT ifnull(max(id), 0) FROM journal")[0][0])

    def after(self, number: int) -> list[Entry]:
        """The entries that follow the one of this number. Raises ValueError."""
        rows = self._database.all("SELECT entry FROM journal WHERE id > ? ORDER BY id", (number,))
        return [Entry.parse(text) for (text,) in rows]

    def _head(self) -> str:
        """The last hash; empty before the first entry."""
        head, state = self._known_head
        if state == self._database.state:
            return head
        rows = self._database.all("SELECT hash FROM journal ORDER BY id DESC LIMIT 1")
        return str(rows[0][0]) if rows else ""


def chained(before: str, entry: str) -> str:
    """The hash of an entry that follows this hash."""
    return _hash(f"{before}\n{entry}")


def digest(values: Sequence[str | int | float | None]) -> str:
    """A digest of the values of a row; also of values that no row of ours has."""
    return _hash(_encoded(values))


def _hash(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=HASH_BYTES).hexdigest()


@dataclass(slots=True)
class NotedGame:
    """The row of a game."""

    number: int
    digest: str
    status: str
    annulled: str = ""


@dataclass(slots=True)
class JournalTables:
    """The tables after all entries."""

    values: dict[str, str] = field(default_factory=dict)
    bots: dict[int, tuple[str, str | None]] = field(default_factory=dict)
    """The name and the settings by the place."""
    games: dict[int, NotedGame] = field(default_factory=dict)
    """By the row."""
    settings: dict[int, dict[str | None, None]] = field(default_factory=dict)
    """All settings that the bot in a place has ever had, the present ones last."""
    withdrawals: dict[str, None] = field(default_factory=dict)
    """All that has ever been said of bots that have withdrawn."""
    hashes: list[str] = field(default_factory=list)
    """Of all entries."""
    kinds: list[EntryKind] = field(default_factory=list)

    def read(self, rows: Iterable[tuple[object, object, object]]) -> Iterator[str]:
        """Takes the rows of the journal, and yields a clause on each that is not as it was
        written."""
        before = ""
        for number, (at, text, found) in enumerate(rows, 1):
            if at != number:
                yield f"entry {number} is missing"
                return
            if not isinstance(text, str) or not isinstance(found, str):
                yield f"entry {number} is no text"
                return
            if found != chained(before, text):
                yield f"entry {number} is not the one that was written after entry {number - 1}"
            before = found
            self.hashes.append(found)
            try:
                entry = Entry.parse(text)
            except (ValueError, RecursionError):
                yield f"entry {number} cannot be read"
                continue
            self.kinds.append(entry.kind)
            if not self._take(entry):
                yield f"entry {number} does not fit the entries before it"

    def _take(self, entry: Entry) -> bool:
        """Whether the entry says what an entry can say here."""
        match entry:
            case Entry(EntryKind.UPGRADED, (int(),)):
                return len(self.kinds) == 1
            case Entry(EntryKind.VALUE, (str(key), str(value))):
                self.values[key] = value
                if key == "withdrawn":
                    self.withdrawals[value] = None
            case Entry(EntryKind.BOT, (int(place), str(name), (str() | None) as settings)):
                self.bots[place] = (name, settings)
                had = self.settings.setdefault(place, {})
                had.pop(settings, None)
                had[settings] = None
            case Entry(EntryKind.RENAMED, (int(place), str(name))) if place in self.bots:
                self.bots[place] = (name, self.bots[place][1])
            case Entry(EntryKind.GAME, (int(row), int(number), str(status), str(digest))):
                if row in self.games:
                    return False
                self.games[row] = NotedGame(number, digest, status)
            case Entry(EntryKind.ANNULLED, (int(row), str(reason))) if row in self.games:
                game = self.games[row]
                game.status, game.annulled = Status.ANNULLED.value, reason
            case _:
                return False
        return True
