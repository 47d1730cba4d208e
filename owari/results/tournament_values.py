"""What a results file holds of the tournament as a whole: each value has a key.

Values that hold the names of bots have a line in `renaming`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from owari.games.catalog import find_game
from owari.games.game import Game
from owari.results.database import Database, reading
from owari.results.game_log import About, FileChanges, Incident, ProgramFiles, StoredBot, Withdrawal
from owari.results.journal import EntryKind, Journal
from owari.results.rounds import Round
from owari.results.row_checks import (
    read_bots,
    read_files,
    read_former_names,
    read_incidents,
    read_rounds,
    read_rules,
    read_withdrawn,
    text,
)

__all__ = ["HAND_MADE", "TournamentValues", "canonical"]

T = TypeVar("T")

HAND_MADE: dict[str, Any] = {"game": "owari", "games-per-match": 2}
"""The rules of a results file without a tournament file: it takes names as they come."""


def canonical(settings: dict[str, Any]) -> str:
    """JSON that is equal for equal settings."""
    return json.dumps(settings, sort_keys=True, ensure_ascii=False)


class TournamentValues:
    """The values of an open results file. Every property may raise BadResults."""

    def __init__(self, path: Path, database: Database) -> None:
        self.path = path
        self.database = database
        self.journal = Journal(database)

    def check_values(self) -> None:
        """Reads each value. Raises BadResults at the first that cannot be."""
        for name, each in vars(TournamentValues).items():
            if isinstance(each, property):
                getattr(self, name)
        self.bots()

    @property
    def rules(self) -> dict[str, Any]:
        """The rules of the tournament by the keys of its file, durations in seconds."""
        return self._value("rules", read_rules)

    @rules.setter
    def rules(self, rules: dict[str, Any]) -> None:
        self._set("rules", canonical(rules))

    @property
    def hand_made(self) -> bool:
        """Whether no tournament has used the file yet, so that it accepts any name."""
        return self.rules.keys() == HAND_MADE.keys()

    @property
    def game(self) -> Game:
        """The game that is played."""
        return find_game(self.rules["game"])

    @property
    def games_per_match(self) -> int:
        """An even number."""
        return int(self.rules["games-per-match"])

    @property
    def about(self) -> About:
        """The event, its site and its date."""
        return About(
            *(self._value(key, lambda value: text(value, "about")) for key in About._fields)
        )

    @about.setter
    def about(self, about: About) -> None:
        for key, value in about._asdict().items():
            self._set(key, value)

    @property
    def incidents(self) -> list[Incident]:
        """The games that broke off, in the order in which they did."""
        return self._value("incidents", read_incidents, "[]")

    @incidents.setter
    def incidents(self, incidents: Iterable[Incident]) -> None:
        self._set("incidents", json.dumps([list(incident) for incident in incidents]))

    @property
    def program_files(self) -> ProgramFiles:
        """The digests of the programs' files when they last played; empty if nobody stored them."""
        return self._value("program-files", read_files, "{}")

    @program_files.setter
    def program_files(self, files: ProgramFiles) -> None:
        self._set("program-files", canonical(files))

    @property
    def file_changes(self) -> FileChanges:
        """The changes of the programs' files that games of an earlier version precede."""
        return self._value("file-changes", read_files, "{}")

    @file_changes.setter
    def file_changes(self, changes: FileChanges) -> None:
        self._set("file-changes", canonical(changes))

    @property
    def withdrawn(self) -> dict[str, Withdrawal]:
        """What becomes of the games of each bot that has left the tournament, by its name."""
        return self._value("withdrawn", read_withdrawn, "{}")

    @withdrawn.setter
    def withdrawn(self, withdrawn: Mapping[str, Withdrawal]) -> None:
        self._set("withdrawn", canonical({name: how.value for name, how in withdrawn.items()}))

    @property
    def former_names(self) -> dict[str, list[str]]:
        """The earlier names of renamed bots, which records still have, by the present name."""
        return self._value("former-names", read_former_names, "{}")

    @property
    def rounds(self) -> list[Round]:
        """The rounds that were made; always empty where the bots say who meets."""
        bots = len(self.bots())
        return self._value("rounds", lambda value: read_rounds(value, bots), "[]")

    @rounds.setter
    def rounds(self, rounds: Iterable[Round]) -> None:
        self._set("rounds", json.dumps(list(rounds)))

    def bots(self) -> list[StoredBot]:
        """All bots in the order in which they entered."""
        with reading(self.path):
            return read_bots(self.database.all("SELECT name, settings FROM bots ORDER BY place"))

    def _value(self, key: str, read: Callable[[object], T], default: str = "") -> T:
        """The value of the tournament under this key, checked by `read`."""
        rows = self.database.all("SELECT value FROM tournament WHERE key = ?", (key,))
        with reading(self.path):
            return read(rows[0][0] if rows else default)

    def _set(self, key: str, value: str) -> None:
        """Stores the value of the tournament under this key, and says so in the journal where it
        is a new one."""
        with self.database.transaction():
            if self.database.all("SELECT value FROM tournament WHERE key = ?", (key,)) != [
                (value,)
            ]:
                self.database.change(
                    "INSERT OR REPLACE INTO tournament VALUES (?, ?)", (key, value)
                )
                self.journal.append(EntryKind.VALUE, key, value)
