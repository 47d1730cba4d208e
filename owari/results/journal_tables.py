"""What the journal of a results file says that its tables hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from owari.results.game_log import Status
from owari.results.journal import Entry, EntryKind, chained

__all__ = ["JournalTables", "NotedGame"]


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
            case Entry(EntryKind.BOT, (int(place), str(name), (str() | None) as settings)):
                self.bots[place] = (name, settings)
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
