"""What the pages of a course show and do, in threads of their own: SQLite's connections belong to
one thread each, and a hand-in is on disk before it is answered.

The ratings of a team's versions are a drawing: a point with its interval for each hand-in that has
played. All come from one fit over all games, so harder opponents bend nothing.
"""

from __future__ import annotations

import asyncio
import json
import os
import platform
import shutil
import subprocess
import time
from collections.abc import Callable, Collection, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from dataclasses import replace
from math import ceil, floor, inf
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, TypeVar

from owari.course.course_file import NAME as COURSE_FILE
from owari.course.course_file import Course
from owari.course.course_orders import staff_of
from owari.course.course_store import (
    FINAL_VERSIONS,
    OPEN,
    CourseStore,
    LadderGame,
    NoSuchVersion,
    Staff,
    State,
    Team,
    Version,
)
from owari.course.finals import last_counting
from owari.course.hand_ins import Upload, accept, version_folder
from owari.course.ladder_games import LOGS, PAUSED, RESULTS, TABLE, TO_COME, ToCome, ladder_table
from owari.course.roster import team_of
from owari.course.trial_queue import in_turn
from owari.course.versions import bot_name_of
from owari.games.game import Side
from owari.programs.dialogue_log import file_name
from owari.records.pgn import format_game
from owari.records.record import GameRecord, Termination
from owari.report.tables import MINUS
from owari.results.database import NoSuchGame
from owari.results.store import Store
from owari.text.printable import plain
from owari.user_files import read_plain
from owari.viewer.game_data import game_data

NEW = 1.0
"""Seconds for which what was read of the ladder is new."""
MOST_GAMES = 60
"""Games that a page lists."""
MOST_FORFEITS = 10
MOST_RECORDS = 5000
LARGEST_LOG = 4 << 20
"""Bytes of a log that are shown."""
MOST_LINES = 100
"""Lines of the journal that a page shows."""
FAILED = ("failed", "ours")
_BLOCK = 1 << 16
_TOOLS = ("python3", "cc", "c++", "javac", "node", "rustc", "go")

Data = dict[str, Any]
T = TypeVar("T")


class Desk:
    """One course and all that its server does with it."""

    def __init__(self, course: Course) -> None:
        self.course = course
        self._executors = {
            name: ThreadPoolExecutor(1, thread_name_prefix=name)
            for name in ("persons", "reads", "writes")
        }
        self._ladder: tuple[float, Data, bytes] = (-inf, {}, b"")
        """When the ladder was read, and what it was, also as JSON."""
        self._looks = asyncio.Lock()
        self._stores: dict[str, CourseStore] = {}
        self._results: Store | None = None
        self._tools = _tools()

    async def read(self, work: Callable[[CourseStore], T]) -> T:
        """Does something with the course that changes nothing."""
        return await self._in("reads", work)

    async def write(self, work: Callable[[CourseStore], T]) -> T:
        """Does something that changes the course."""
        return await self._in("writes", work)

    async def close(self) -> None:
        """Closes the files."""
        for name, executor in self._executors.items():
            if name in self._stores:
                await self._in(name, lambda store: store.close())
            executor.shutdown()
        if self._results:
            self._results = None  # its connection belongs to a thread that is gone

    async def person_of(self, token: str) -> tuple[Team | None, Staff | None]:
        """The team, or the member of the staff, with a token."""
        return await self._in(
            "persons", lambda store: (team_of(store, token), staff_of(store, token))
        )

    async def hand_in(self, team: Team, file: BinaryIO, name: str, *, is_trial: bool) -> Data:
        """Takes a version. It is on disk when this returns. Raises BadHandIn."""

        def receive() -> Upload:
            with ExitStack() as unless_whole:
                arriving = unless_whole.enter_context(Upload(self.course))
                while block := file.read(_BLOCK):
                    arriving.write(block)
                arriving.finish()
                unless_whole.pop_all()
            return arriving

        def work(store: CourseStore) -> Data:
            with arrived:
                version, receipt = accept(
                    self.course, store, team, arrived, name, is_trial=is_trial
                )
            return {
                "team": team.name,
                "version": version.number,
                "address": f"/api/versions/{version.number}",
                "state": version.state.value,
                "handed_in": version.handed_in,
                "sha256": version.sha256,
                "is_late": receipt.is_late,
                "is_over": receipt.is_over,
            }

        arrived = await asyncio.to_thread(receive)
        return await self.write(work)

    async def ladder(self) -> Data:
        """The ladder for everybody, as it was a second ago at the earliest: many look at it."""
        await self._look()
        return self._ladder[1]

    async def ladder_json(self) -> bytes:
        """The same as JSON."""
        await self._look()
        return self._ladder[2]

    async def _look(self) -> None:
        async with self._looks:
            if time.monotonic() > self._ladder[0] + NEW:
                data = await self.read(self._read_ladder)
                self._ladder = time.monotonic(), data, json.dumps(data).encode()

    def _read_ladder(self, store: CourseStore) -> Data:
        kept = store.value(TABLE) or {"moment": "", "games": 0}
        deadline = self.course.deadline
        return {
            "title": plain(self.course.title),
            "game": self.course.game.name,
            "moment": kept["moment"],
            "games": kept["games"],
            "waiting": len(store.in_state(*OPEN)),
            "deadline": "" if deadline is None else deadline.isoformat(" ", "minutes"),
            "teams": ladder_table(store, self.course),
        }

    def team(self, store: CourseStore, public: str) -> Data | None:
        """What everybody may know of a team: its versions that have played, and its games."""
        team = next((team for team in store.teams() if team.public == public), None)
        if team is None:
            return None
        versions = self._rated(store, team)
        played = [each for each in versions if each["state"] in ("playing", "replaced")]
        bots = [bot_name_of(public, each["version"]) for each in played]
        games = store.games_of(bots, MOST_GAMES) if bots else []
        shown = ("version", "state", "rating", "low", "high", "games", "forfeits")
        return {
            "team": public,
            "curve": rating_curve(played),
            "versions": [{key: each[key] for key in shown} for each in reversed(played)],
            "games": [self._line(game) for game in games],
        }

    def own(self, store: CourseStore, team: Team) -> Data:
        """What a team sees of itself."""
        versions = self._rated(store, team)
        bots = [bot_name_of(team.public, each["version"]) for each in versions]
        games = store.games_of(bots, 500) if bots else []
        last = last_counting(self.course, store, team)
        queue = [(version.team, version.number) for version in in_turn(store)]
        for each in versions:
            place = (team.id, each["version"])
            each["before"] = queue.index(place) if place in queue else 0
        playing = [
            bot_name_of(team.public, v["version"]) for v in versions if v["state"] == "playing"
        ]
        to_come = ToCome.of(store.value(TO_COME) or {})
        return {
            "team": team.name,
            "public": team.public,
            "is_paused": bool(store.value(PAUSED)),
            "to_come": to_come.of_bot(playing[-1]) if playing else None,
            "title": plain(self.course.title),
            "last_moment": last.isoformat(timespec="seconds") if last else "",
            "is_over": store.value(FINAL_VERSIONS) is not None,
            "in_final": store.in_final(team.id),
            "most": self.course.hand_in_size,
            "languages": list(self.course.languages),
            "tools": self._tools,
            "versions": versions[::-1],
            "notes": store.notes(team.id),
            "forfeits": [
                {**self._line(game), "reason": plain(game.reason)}
                for game in games
                if _loser(game) in bots
            ][:MOST_FORFEITS],
        }

    def staff(self, store: CourseStore) -> Data:
        """What those see who look after the course."""
        everything = store.versions()
        teams = []
        for team in store.enrolled():
            versions = [each for each in everything if each.team == team.id]
            newest = versions[-1] if versions else None
            playing = [each for each in versions if each.state is State.PLAYING]
            failed = [step for step in (newest.report if newest else ()) if step.verdict in FAILED]
            last = last_counting(self.course, store, team)
            teams.append(
                {
                    "team": team.name,
                    "public": team.public,
                    "hand_ins": len(versions),
                    "newest": newest.number if newest else None,
                    "state": newest.state.value if newest else "",
                    "handed_in": newest.handed_in if newest else "",
                    "playing": playing[-1].number if playing else None,
                    "resting": playing[-1].resting if playing else "",
                    "problem": f"{failed[0].name}: {failed[0].found}" if failed else "",
                    "last_moment": last.isoformat(timespec="minutes") if last else "",
                }
            )
        return {
            "title": plain(self.course.title),
            "teams": teams,
            "waiting": len(store.in_state(*OPEN)),
            "is_paused": bool(store.value(PAUSED)),
            "load": [round(each, 1) for each in os.getloadavg()],
            "cores": os.cpu_count(),
            "free": shutil.disk_usage(self.course.folder).free,
            "appeals": [each._asdict() for each in store.appeals()[::-1]],
            "journal": [list(line) for line in store.journal()[: -MOST_LINES - 1 : -1]],
        }

    def version(self, store: CourseStore, team: Team, number: int) -> Data:
        """A version of a team's own. Raises NoSuchVersion."""
        found = [each for each in self._rated(store, team) if each["version"] == number]
        if not found:
            raise NoSuchVersion(f"this team has no version {number}")
        return found[0]

    def file(self, store: CourseStore, team: Team, number: int) -> tuple[str, bytes]:
        """The name and the content of what a team has handed in."""
        version = store.version(team.id, number)
        return version.file, (version_folder(self.course, team.id, number) / "file").read_bytes()

    def course_file(self) -> bytes:
        """The file of the course."""
        return (self.course.folder / COURSE_FILE).read_bytes()

    def records(self, store: CourseStore, team: Team) -> str:
        """The records of a team's own games, the newest first, one after the other."""
        bots = [bot_name_of(team.public, each.number) for each in store.versions(team.id)]
        games = store.games_of(bots, MOST_RECORDS) if bots else []
        results = self._open_results() if games else None
        return "\n".join(
            format_game(self._public(results.played(game.number), but=bots))
            for game in games
            if results
        )

    def log(self, store: CourseStore, team: Team, number: int) -> str:
        """The dialogue of a team's own program in a game that a fault has ended. Raises
        NoSuchGame."""
        mine = {bot_name_of(team.public, each.number) for each in store.versions(team.id)}
        game = store.game(number)
        own = [
            f"{side}-{file_name(bot)}.log"
            for side, bot in (("south", game.south), ("north", game.north))
            if bot in mine
        ]
        for folder in (self.course.folder / LOGS).glob(f"{number:04}-*"):
            for file in filter(Path.is_file, (folder / name for name in own)):
                return read_plain(file, LARGEST_LOG).decode("utf-8", "replace")
        raise NoSuchGame(f"there is no log of game {number} for this team")

    def game(self, store: CourseStore, number: int) -> Data:
        """A game that has ended, as the viewer takes it. Raises NoSuchGame."""
        return game_data(self._public(self._open_results().played(number)), id=str(number))

    def _rated(self, store: CourseStore, team: Team) -> list[Data]:
        """The versions of a team with their ratings, the oldest first."""
        kept = store.value(TABLE) or {"bots": []}
        by_bot = {row["bot"]: row for row in kept["bots"]}
        return [
            _version_data(version, by_bot.get(bot_name_of(team.public, version.number), {}))
            for version in store.versions(team.id)
        ]

    def _public(self, record: GameRecord, but: Collection[str] = ()) -> GameRecord:
        """The game without what could tell who plays, where the course has pseudonyms; `but` are
        the bots of whoever asks."""
        if not self.course.pseudonyms:
            return record
        ending = record.ending
        if ending.termination.is_fault:
            ending = ending._replace(reason=ending.termination.value)
        own = [side for side in Side if record.player(side) in but]
        plies = tuple(ply if ply.side in own else ply._replace(comment="") for ply in record.plies)
        return replace(record, plies=plies, ending=ending)

    def _line(self, game: LadderGame) -> Data:
        return {
            "number": game.number,
            "south": plain(game.south),
            "north": plain(game.north),
            "result": game.result,
            "score": game.score,
            "ending": game.ending,
            "finished": game.finished,
        }

    def _open_results(self) -> Store:
        path = self.course.folder / RESULTS
        if self._results is None:
            if not path.exists():
                raise NoSuchGame("no game of this course has ended yet")
            self._results = Store.open(path)
        return self._results

    async def _in(self, name: str, work: Callable[[CourseStore], T]) -> T:
        """Does something in the thread of this name, with its own connection."""

        def run() -> T:
            if name not in self._stores:
                self._stores[name] = CourseStore.open(self.course.folder)
            return work(self._stores[name])

        return await asyncio.get_running_loop().run_in_executor(self._executors[name], run)


def _version_data(version: Version, row: Data) -> Data:
    """A version as its team sees it."""
    return {
        "version": version.number,
        "state": version.state.value,
        "since": version.since,
        "is_trial": version.is_trial,
        "handed_in": version.handed_in,
        "file": version.file,
        "size": version.size,
        "sha256": version.sha256,
        "attempts": version.attempts,
        "resting": version.resting,
        "entry": json.dumps(
            {key: value for key, value in version.entry.items() if key != "folder"},
            ensure_ascii=False,
        )
        if version.entry
        else "",
        "report": [step._asdict() for step in version.report],
        **{key: row.get(key) for key in ("rating", "low", "high")},
        **{key: row.get(key, 0) for key in ("games", "forfeits")},
    }


def _loser(game: LadderGame) -> str:
    """Who has forfeited a game; empty where nobody has."""
    is_fault = any(kind.value == game.ending and kind.is_fault for kind in Termination)
    if not is_fault:
        return ""
    return {"1-0": game.north, "0-1": game.south}.get(game.result, "")


def _tools() -> list[str]:
    """The interpreters and compilers of this machine with their versions."""
    found = []
    for tool in _TOOLS:
        path = shutil.which(tool)
        if not path:
            continue
        with suppress(OSError, subprocess.SubprocessError):
            words = (path, "version") if tool == "go" else (path, "--version")
            said = subprocess.run(words, capture_output=True, text=True, timeout=20, check=False)
            first = (said.stdout or said.stderr).partition("\n")[0]
            found.append(f"{tool}: {plain(first)[:100]}")
    return [*found, f"system: {platform.system()} {platform.machine()}"]


WIDTH, HEIGHT = 640, 240
_LEFT, _RIGHT, _TOP, _BOTTOM = 56, 16, 16, 32
_STEPS = (10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
_MOST_LINES = 5
_MOST_NAMES = 12
"""Versions whose numbers stand below the drawing."""


class Point(NamedTuple):
    """A version in the drawing."""

    x: float
    y: float
    low: float
    high: float
    name: str
    """The number of the version, where it is shown."""
    title: str


class Curve(NamedTuple):
    """A drawing, in units of its own width and height."""

    points: list[Point]
    lines: list[tuple[float, int]]
    """Height and rating of the lines across."""
    path: str
    band: str
    """The corners of the intervals, around."""


def rating_curve(versions: Sequence[dict[str, Any]]) -> Curve | None:
    """The drawing of these versions, the oldest first; None where fewer than two have played."""
    played = [each for each in versions if each["games"]]
    if len(played) < 2:
        return None
    low: int = min(each["low"] for each in played)
    high: int = max(each["high"] for each in played)
    step = next((each for each in _STEPS if (high - low) / each <= _MOST_LINES - 1), _STEPS[-1])
    bottom, top = step * floor(low / step), step * max(ceil(high / step), floor(low / step) + 1)

    def height(rating: float) -> float:
        share = (rating - bottom) / (top - bottom)
        return round(HEIGHT - _BOTTOM - share * (HEIGHT - _TOP - _BOTTOM), 1)

    wide = (WIDTH - _LEFT - _RIGHT) / len(played)
    every = ceil(len(played) / _MOST_NAMES)
    points = [
        Point(
            round(_LEFT + wide * (place + 0.5), 1),
            height(each["rating"]),
            height(each["low"]),
            height(each["high"]),
            str(each["version"]) if place % every == 0 else "",
            f"Version {each['version']}, handed in {each['handed_in'][:10]}: {_rating(each)}"
            f" after {each['games']} games",
        )
        for place, each in enumerate(played)
    ]
    around = [*((p.x, p.high) for p in points), *((p.x, p.low) for p in points[::-1])]
    lines = [(height(rating), rating) for rating in range(bottom, top + 1, step)]
    return Curve(points, lines, _corners((p.x, p.y) for p in points), _corners(around))


def _corners(places: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in places)


def _rating(version: dict[str, Any]) -> str:
    """`−12 (−40 to 16)`."""
    return f"{version['rating']} ({version['low']} to {version['high']})".replace("-", MINUS)
