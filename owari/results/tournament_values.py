"""What a results file holds of the tournament as a whole: each value has a key.

Values that hold the names of bots have a line in `_PLACES` of `store`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from owari.games.catalog import find_game
from owari.games.game import Game
from owari.results.database import Database, DatabaseOwner, reading
from owari.results.game_log import (
    About,
    FileChanges,
    Incident,
    ProgramFiles,
    SettingChange,
    StoredBot,
    Withdrawal,
)
from owari.results.game_rows import (
    read_bots,
    read_departures,
    read_files,
    read_former_names,
    read_incidents,
    read_pair_numbers,
    read_rounds,
    read_rules,
    read_setting_changes,
    read_settled,
    read_withdrawn,
    text,
)
from owari.results.journal import EntryKind, Journal
from owari.results.rounds import PairNumbers, Round, SettledMatch

T = TypeVar("T")

HAND_MADE: dict[str, Any] = {"game": "owari", "games-per-match": 2}
"""The rules of a results file without a tournament file: it takes names as they come."""


def canonical(settings: dict[str, Any]) -> str:
    """JSON that is equal for equal settings."""
    return json.dumps(settings, sort_keys=True, ensure_ascii=False)


class TournamentValues(DatabaseOwner):
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
    def departures(self) -> dict[str, int]:
        """How many bots had entered when a bot withdrew, by its name. Those that are missing
        withdrew after all bots of the file had entered."""
        return self._value("departures", read_departures, "{}")

    @departures.setter
    def departures(self, departures: Mapping[str, int]) -> None:
        self._set("departures", canonical(dict(departures)))

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
        self._set("rounds", json.dumps([each if each.third else each[:3] for each in rounds]))

    @property
    def pair_numbers(self) -> PairNumbers:
        """The numbers of the games of each pair, where the bots say who meets."""
        least = self._games_per_pair
        return self._value(
            "pair-numbers", lambda value: read_pair_numbers(value, least), json.dumps([least, []])
        )

    @pair_numbers.setter
    def pair_numbers(self, numbers: PairNumbers) -> None:
        stored = self.database.all("SELECT value FROM tournament WHERE key = 'pair-numbers'")
        if stored or numbers != PairNumbers(self._games_per_pair):
            self._set("pair-numbers", json.dumps(numbers))

    @property
    def _games_per_pair(self) -> int:
        rules = self.rules
        return int(rules["games-per-match"] * (rules.get("rounds") or 1))

    @property
    def settled(self) -> list[SettledMatch]:
        """The matches that were decided before the scoring changed."""
        bots = len(self.bots())
        return self._value("settled", lambda value: read_settled(value, bots), "[]")

    @settled.setter
    def settled(self, settled: Iterable[SettledMatch]) -> None:
        self._set("settled", json.dumps(list(settled)))

    @property
    def setting_changes(self) -> list[SettingChange]:
        """The settings that have changed after the first game, in the order of the changes."""
        return self._value("setting-changes", read_setting_changes, "[]")

    @setting_changes.setter
    def setting_changes(self, changes: Iterable[SettingChange]) -> None:
        self._set("setting-changes", json.dumps(list(changes), ensure_ascii=False))

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
