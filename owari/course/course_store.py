"""The SQLite file of a course beside its results: teams, versions, and a journal of all that people
do.

Several processes write to it. A commit is on disk when it returns. What a version is and what has
become of it is here alone, so a process that is killed leaves nothing half done: whoever comes next
reads the states and goes on.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from enum import Enum
from pathlib import Path
from typing import Any, NamedTuple, Self

from owari.errors import BadInput
from owari.results.database import Database, DatabaseOwner, NoSuchGame, is_blank, reading
from owari.results.lock import lock

NAME = "course.db"
APPLICATION_ID = int.from_bytes(b"OwCo", "big")
VERSION = 1
FINAL_BEGUN = "final-begun"
"""When the versions of the final were chosen is kept as this."""
FINAL_VERSIONS = "final-versions"
"""The numbers of these versions are kept as this, by the ids of their teams as texts."""
TABLES = """
CREATE TABLE teams (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    public TEXT NOT NULL UNIQUE,
    token TEXT NOT NULL UNIQUE,
    enrolled TEXT NOT NULL,
    extension REAL NOT NULL DEFAULT 0
);
CREATE TABLE versions (
    id INTEGER PRIMARY KEY,
    team INTEGER NOT NULL REFERENCES teams (id),
    number INTEGER NOT NULL,
    handed_in TEXT NOT NULL,
    is_trial INTEGER NOT NULL,
    file TEXT NOT NULL,
    size INTEGER NOT NULL,
    sha256 TEXT NOT NULL,
    state TEXT NOT NULL,
    since TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    report TEXT NOT NULL DEFAULT '[]',
    entry TEXT NOT NULL DEFAULT '{}',
    resting TEXT NOT NULL DEFAULT '',
    UNIQUE (team, number)
);
CREATE INDEX versions_by_state ON versions (state, id);
CREATE TABLE journal (
    id INTEGER PRIMARY KEY,
    moment TEXT NOT NULL,
    who TEXT NOT NULL,
    what TEXT NOT NULL
);
CREATE TABLE games (
    number INTEGER PRIMARY KEY,
    south TEXT NOT NULL,
    north TEXT NOT NULL,
    result TEXT NOT NULL,
    score TEXT NOT NULL,
    ending TEXT NOT NULL,
    reason TEXT NOT NULL,
    finished TEXT NOT NULL
);
CREATE INDEX games_of_south ON games (south, number);
CREATE INDEX games_of_north ON games (north, number);
CREATE TABLE staff (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    role TEXT NOT NULL,
    token TEXT NOT NULL UNIQUE
);
CREATE TABLE notes (
    id INTEGER PRIMARY KEY,
    team INTEGER NOT NULL REFERENCES teams (id),
    moment TEXT NOT NULL,
    text TEXT NOT NULL
);
CREATE TABLE appeals (
    id INTEGER PRIMARY KEY,
    game INTEGER NOT NULL,
    reason TEXT NOT NULL,
    is_replayed INTEGER NOT NULL,
    answer TEXT NOT NULL DEFAULT ''
);
CREATE TABLE kept (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
"""


class State(Enum):
    """What becomes of a version."""

    QUEUED = "queued"
    BUILDING = "building"
    CHECKING = "checking"
    PLAYING = "playing"
    REPLACED = "replaced"
    """A later version plays."""
    REJECTED = "rejected"
    TRIED = "tried"
    """A trial that has passed; it does not play."""
    WITHDRAWN = "withdrawn"
    """Its team or the instructor has taken it back."""


OPEN = (State.QUEUED, State.BUILDING, State.CHECKING)
"""Something is still to happen to these."""


class Team(NamedTuple):
    """A team."""

    id: int
    name: str
    public: str
    """What results, records and pages call it: its name or a pseudonym."""
    enrolled: str
    extension: float
    """Seconds by which its deadline is later."""


class Staff(NamedTuple):
    """Somebody who looks after the course."""

    id: int
    name: str
    role: str
    """`instructor`, who may change things, or `assistant`, who may look."""


class Appeal(NamedTuple):
    """A game that is to be annulled, by the ladder, which writes to the results."""

    id: int
    game: int
    reason: str
    is_replayed: bool
    """Whether it is played again."""
    answer: str
    """What has become of it; empty while it waits."""


class Step(NamedTuple):
    """What happened to a version on its way, in words for its team."""

    name: str
    verdict: str
    """`passed`, `warning`, `failed`, `skipped`, or `ours` for a failure of the server."""
    found: str
    change: str = ""
    """What the team can do about it."""


class Version(NamedTuple):
    """A version that a team has handed in."""

    id: int
    team: int
    number: int
    """From 1, for each team."""
    handed_in: str
    """ISO 8601, UTC."""
    is_trial: bool
    file: str
    """The name of the file as it came."""
    size: int
    sha256: str
    state: State
    since: str
    """When this state began."""
    attempts: int
    """How often its check has begun."""
    report: tuple[Step, ...]
    entry: Mapping[str, Any]
    """Its keys as those of a bot of a tournament file: command, protocol and so on."""
    resting: str
    """Why it plays no more games; empty while it plays."""


_COLUMNS = ", ".join(Version._fields)


class LadderGame(NamedTuple):
    """A line on a game of the ladder. The game itself is in the results."""

    number: int
    south: str
    north: str
    result: str
    """As records have it, `1-0` where South has won."""
    score: str
    ending: str
    """How it ended, a value of `Termination`."""
    reason: str
    finished: str


class CourseStore(DatabaseOwner):
    """The open file of a course. A connection belongs to one thread. Every method may raise
    BadResults."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.database = Database(path)
        # What was answered must outlive a power cut too.
        self.database.all("PRAGMA synchronous = FULL")
        found = self.database.pragma("application_id"), self.database.pragma("user_version")
        if found != (APPLICATION_ID, VERSION):
            self.close()
            raise BadInput(f"{path} is not the file of a course, or of another version of owari")

    @classmethod
    def open(cls, folder: Path) -> Self:
        """The file of the course in a folder, made where there is none."""
        path = folder / NAME
        if is_blank(path):
            with lock(path):
                if is_blank(path):
                    _make(path)
        return cls(path)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """The changes in the block are on disk at its end as a whole, or not at all."""
        with self.database.transaction():
            yield

    def state_number(self) -> int:
        """Changes with each commit of another connection."""
        return self.database.pragma("data_version")

    def note(self, who: str, what: str) -> None:
        """Adds a line to the journal."""
        self.database.change(
            "INSERT INTO journal (moment, who, what) VALUES (?, ?, ?)", (now(), who, what)
        )

    def journal(self) -> list[tuple[str, str, str]]:
        """Moment, who and what of all lines, the oldest first."""
        return self.database.all("SELECT moment, who, what FROM journal ORDER BY id")

    def value(self, key: str) -> Any:
        """What is kept under a key; None without it."""
        rows = self.database.all("SELECT value FROM kept WHERE key = ?", (key,))
        return json.loads(rows[0][0]) if rows else None

    def in_final(self, team: int) -> int | None:
        """The number of the version with which a team is in the final; None where it is not."""
        number: int | None = (self.value(FINAL_VERSIONS) or {}).get(str(team))
        return number

    def keep(self, key: str, value: Any) -> None:
        """Keeps a value of JSON."""
        self.database.change(
            "INSERT INTO kept (key, value) VALUES (?, ?)"
            " ON CONFLICT (key) DO UPDATE SET value = excluded.value",
            (key, json.dumps(value, ensure_ascii=False)),
        )

    def add_team(self, name: str, public: str, token: str) -> None:
        """Adds a team; `token` is the hash of its token."""
        self.database.change(
            "INSERT INTO teams (name, public, token, enrolled) VALUES (?, ?, ?, ?)",
            (name, public, token, now()),
        )

    def set_token(self, team: int, token: str) -> None:
        """Gives a team another token, by its hash."""
        self.database.change("UPDATE teams SET token = ? WHERE id = ?", (token, team))

    def teams(self) -> list[Team]:
        """All teams in the order in which they came."""
        columns = ", ".join(Team._fields)
        return [Team(*row) for row in self.database.all(f"SELECT {columns} FROM teams ORDER BY id")]

    def enrolled(self) -> list[Team]:
        """The teams that are not removed: a removed one has no token."""
        removed = {team for token, team in self.tokens() if token == _no_token(team)}
        return [team for team in self.teams() if team.id not in removed]

    def tokens(self) -> list[tuple[str, int]]:
        """The hash of the token of each team, with the team."""
        return self.database.all("SELECT token, id FROM teams")

    def set_extension(self, team: int, seconds: float) -> None:
        """By how much the last moment of a team is later."""
        self.database.change("UPDATE teams SET extension = ? WHERE id = ?", (seconds, team))

    def erase_team(self, team: int, name: str) -> None:
        """Gives a team a name that tells nothing, also in the journal, and takes its token."""
        ((old,),) = self.database.all("SELECT name FROM teams WHERE id = ?", (team,))
        word = re.compile(rf"(?<!\w){re.escape(old)}(?!\w)")
        for line, who, what in self.database.all("SELECT id, who, what FROM journal"):
            if word.search(who) or word.search(what):
                self.database.change(
                    "UPDATE journal SET who = ?, what = ? WHERE id = ?",
                    (word.sub(name, who), word.sub(name, what), line),
                )
        self.database.change(
            "UPDATE teams SET name = ?, token = ? WHERE id = ?", (name, _no_token(team), team)
        )
        self.database.change("DELETE FROM notes WHERE team = ?", (team,))

    def put_staff(self, name: str, role: str, token: str) -> None:
        """Adds somebody, or gives them another token, by its hash, and role."""
        self.database.change(
            "INSERT INTO staff (name, role, token) VALUES (?, ?, ?) ON CONFLICT (name)"
            " DO UPDATE SET role = excluded.role, token = excluded.token",
            (name, role, token),
        )

    def staff(self) -> list[tuple[str, Staff]]:
        """The hash of the token of each, with who they are."""
        rows = self.database.all("SELECT token, id, name, role FROM staff ORDER BY id")
        return [(token, Staff(*row)) for token, *row in rows]

    def add_note(self, team: int, text: str) -> None:
        """Adds a note to a team."""
        self.database.change(
            "INSERT INTO notes (team, moment, text) VALUES (?, ?, ?)", (team, now(), text)
        )

    def notes(self, team: int) -> list[tuple[str, str]]:
        """Moment and text of the notes to a team, the newest first."""
        return self.database.all(
            "SELECT moment, text FROM notes WHERE team = ? ORDER BY id DESC", (team,)
        )

    def add_appeal(self, game: int, reason: str, *, is_replayed: bool) -> None:
        """Asks the ladder to annul a game."""
        self.database.change(
            "INSERT INTO appeals (game, reason, is_replayed) VALUES (?, ?, ?)",
            (game, reason, is_replayed),
        )

    def appeals(self) -> list[Appeal]:
        """All of them, the oldest first."""
        rows = self.database.all(
            "SELECT id, game, reason, is_replayed, answer FROM appeals ORDER BY id"
        )
        return [Appeal(*row)._replace(is_replayed=bool(row[3])) for row in rows]

    def answer_appeal(self, appeal: Appeal, answer: str) -> None:
        """Says what has become of it. An annulled game has no line any more."""
        self.database.change("UPDATE appeals SET answer = ? WHERE id = ?", (answer, appeal.id))
        self.database.change("DELETE FROM games WHERE number = ?", (appeal.game,))

    def add_version(
        self, team: int, number: int, file: str, size: int, sha256: str, *, is_trial: bool
    ) -> Version:
        """Adds a version that waits for its check."""
        moment = now()
        self.database.change(
            "INSERT INTO versions (team, number, handed_in, is_trial, file, size, sha256, state,"
            " since) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (team, number, moment, is_trial, file, size, sha256, State.QUEUED.value, moment),
        )
        return self.version(team, number)

    def version(self, team: int, number: int) -> Version:
        """The version of a team with this number. Raises NoSuchVersion."""
        found = self._versions("team = ? AND number = ?", team, number)
        if not found:
            raise NoSuchVersion(f"this team has no version {number}")
        return found[0]

    def versions(self, team: int | None = None) -> list[Version]:
        """All versions, or those of a team, the oldest first."""
        return self._versions("TRUE") if team is None else self._versions("team = ?", team)

    def in_state(self, *states: State) -> list[Version]:
        """The versions in one of these states, the oldest first."""
        marks = ", ".join("?" * len(states))
        return self._versions(f"state IN ({marks})", *(state.value for state in states))

    def set_state(self, version: Version, state: State) -> None:
        """Moves a version on."""
        self.database.change(
            "UPDATE versions SET state = ?, since = ? WHERE id = ?",
            (state.value, now(), version.id),
        )

    def begin_attempt(self, version: Version) -> bool:
        """The check of a version begins, if it still waits for that."""
        changed = self.database.change(
            "UPDATE versions SET state = ?, since = ?, attempts = attempts + 1, report = '[]'"
            " WHERE id = ? AND state = ?",
            (State.BUILDING.value, now(), version.id, State.QUEUED.value),
        )
        return changed > 0

    def take_back_attempt(self, version: Version) -> None:
        """The last attempt does not count."""
        self.database.change(
            "UPDATE versions SET attempts = attempts - 1 WHERE id = ?", (version.id,)
        )

    def add_step(self, version: Version, step: Step) -> None:
        """One more line of the report of a version, with `?` for what no file can hold."""
        step = Step(*(text.encode(errors="replace").decode() for text in step))
        report = [*self.version(version.team, version.number).report, step]
        self.database.change(
            "UPDATE versions SET report = ? WHERE id = ?",
            (json.dumps([list(each) for each in report], ensure_ascii=False), version.id),
        )

    def set_entry(self, version: Version, entry: Mapping[str, Any]) -> None:
        """What its keys are."""
        self.database.change(
            "UPDATE versions SET entry = ? WHERE id = ?",
            (json.dumps(entry, ensure_ascii=False), version.id),
        )

    def set_resting(self, version: Version, why: str) -> None:
        """It plays no more games, or again where `why` is empty."""
        self.database.change("UPDATE versions SET resting = ? WHERE id = ?", (why, version.id))

    def admit(self, version: Version) -> None:
        """It plays from now on, and takes the place of the version before; a trial does not, nor
        one that was withdrawn meanwhile."""
        with self.transaction():
            if self.version(version.team, version.number).state not in OPEN:
                return
            if version.is_trial:
                self.set_state(version, State.TRIED)
                return
            for other in self._versions("team = ? AND state = ?", version.team, "playing"):
                if other.number < version.number:
                    self.set_state(other, State.REPLACED)
            later = self._versions("team = ? AND state = ?", version.team, "playing")
            self.set_state(version, State.REPLACED if later else State.PLAYING)

    def put_games(self, games: Iterable[LadderGame]) -> None:
        """Adds lines on games that it does not have yet."""
        for game in games:
            self.database.change(
                "INSERT OR IGNORE INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?)", game
            )

    def game(self, number: int) -> LadderGame:
        """The line on a game. Raises NoSuchGame."""
        rows = self.database.all("SELECT * FROM games WHERE number = ?", (number,))
        if not rows:
            raise NoSuchGame(f"there is no game {number}")
        return LadderGame(*rows[0])

    def game_count(self) -> int:
        """How many games have a line."""
        return int(self.database.all("SELECT count(*) FROM games")[0][0])

    def games_of(self, bots: Sequence[str], most: int) -> list[LadderGame]:
        """The last games of these bots, the newest first."""
        marks = ", ".join("?" * len(bots))
        rows = self.database.all(
            f"SELECT * FROM games WHERE south IN ({marks}) OR north IN ({marks})"
            f" ORDER BY finished DESC, number DESC LIMIT {most}",
            (*bots, *bots),
        )
        return [LadderGame(*row) for row in rows]

    def _versions(self, test: str, *values: object) -> list[Version]:
        rows = self.database.all(
            f"SELECT {_COLUMNS} FROM versions WHERE {test} ORDER BY id", values
        )
        return [_version(row) for row in rows]


class NoSuchVersion(BadInput):
    """A team has no version of this number."""


def now() -> str:
    """The moment as the file holds it."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def _version(row: Sequence[Any]) -> Version:
    version = Version(*row)
    return version._replace(
        is_trial=bool(version.is_trial),
        state=State(version.state),
        report=tuple(Step(*step) for step in json.loads(str(version.report))),
        entry=json.loads(str(version.entry)),
    )


def _make(path: Path) -> None:
    with reading(path):
        path.touch()
        connection = sqlite3.connect(path, isolation_level=None)
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.executescript(
                f"BEGIN; {TABLES} PRAGMA application_id = {APPLICATION_ID};"
                f" PRAGMA user_version = {VERSION}; COMMIT;"
            )
        finally:
            connection.close()


def _no_token(team: int) -> str:
    """What stands in place of the hash of a removed team's token."""
    return f"none {team}"
