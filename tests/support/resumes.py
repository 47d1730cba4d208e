"""Tournaments of all formats that are killed at any moment, and whether they end as undisturbed
ones do.

    python -m tests.support.resumes [KILLS [SEED]]

Each trial plays a tournament twice: once undisturbed, and once killed at random moments, by SIGKILL
or as by Ctrl-C, until it ends by itself. Between its stages the roster or the settings change: a
bot comes, leaves or gets another name, a game is annulled or played elsewhere, games count
otherwise, more games follow. A stage that is killed may also give way to the next one where only
more games follow. In the end both must have the same games and the same tables, no game twice, and
`owari verify` must find nothing.

To make many kills in little time, a process that has imported all forks for each command, the games
are tiny, and the process that is killed plays them itself. `kills.py` kills whole commands.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import re
import signal
import sqlite3
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from owari.cli import result_changes, standings, tournament, verify  # noqa: F401
from owari.cli.start import main as owari
from owari.records.record import GameRecord
from owari.results.game_rows import GameRow
from owari.tournament.file import reader  # noqa: F401
from owari.tournament.run import runner, slot
from owari.tournament.run.slot import GameSpec, SlotState
from owari.tournament.run.slot_worker import Batch

GAMES = ("owari:2x2", "owari:2x3", "kalah:2x2", "othello:4", "manchester:2x2")
ENGINES = (
    {"engine": "random"},
    {"engine": "first"},
    {"engine": "greedy"},
    {"engine": "alpha-beta", "depth": 1},
    {"engine": "alpha-beta", "depth": 2},
)
FORMATS: tuple[dict[str, Any], ...] = (
    {},
    {"games-per-match": 4},
    {"rounds": 2},
    {"format": "gauntlet"},
    {"format": "gauntlet", "challenger": "Bot 2", "rounds": 2},
    {"format": "knockout"},
    {"format": "knockout", "seeds": ["Bot 3", "Bot 1"]},
    {"format": "knockout", "third-place": True},
    {"format": "swiss", "rounds": 2},
    {"format": "swiss", "games-per-match": 1},
    {"format": "ladder", "rounds": 2},
)
OPENINGS: tuple[dict[str, Any], ...] = (
    {},
    *({"openings": {"random": {"plies": plies, "margin": 99}}} for plies in (1, 2)),
)
ADJUDICATION: tuple[dict[str, Any], ...] = ({}, {}, {"adjudicate": {"length": 4}})
RUN = ["tournament", "bots.yaml"]
FIRST_GAME = "the lowest number"
INTERRUPTED = (-signal.SIGKILL, -signal.SIGINT, 130)
LONGEST = 0.2
"""Seconds until a kill."""
MOST_FOUND = 5
"""Further trials would only repeat what is wrong."""
CHANGED = re.compile(r"\n.+ changed, from .+ to .+\n")
MOMENT = re.compile(" on .* at .* UTC")
"""When a setting changed."""
COLUMNS = (
    "number, south, north, first, result, south_score, north_score, termination, reason, moves,"
    " status, annulled, opening, pair, leg"
)


class SamePlace:
    """Plays its games in this process when it is asked what it has to say."""

    def __init__(self, room: int) -> None:
        self.room = room
        self.games: tuple[GameSpec, ...] = ()
        self.last: GameSpec | None = None

    @property
    def spec(self) -> GameSpec | None:
        return self.games[0] if self.games else None

    def assign(self, *games: GameSpec) -> None:
        self.games = games

    def confirm(self, played: int = 1) -> tuple[GameSpec, ...]:
        self.last, rest, self.games = self.games[played - 1], self.games[played:], ()
        return rest


class SamePlaces:
    """As many of them, which finish in any order."""

    def __init__(self, live: Path | None, count: int, pondering: bool) -> None:
        self.state = SlotState(multiprocessing.get_context("spawn"))
        self.random = Random(time.monotonic())
        self.places = [SamePlace(self.random.choice((1, 4))) for _ in range(count)]

    @property
    def in_play(self) -> tuple[GameSpec, ...]:
        return tuple(place.spec for place in self.places if place.spec)

    @property
    def has_room(self) -> bool:
        return len(self.in_play) < len(self.places)

    def assign(self, spec: GameSpec) -> None:
        next(place for place in self.places if not place.spec).assign(spec)

    def ready(self) -> list[SamePlace]:
        return [self.random.choice([place for place in self.places if place.spec])]

    def read(self, place: SamePlace) -> GameRecord | Batch:
        records: list[GameRecord] = []
        for spec in place.games[: self.random.randint(1, 4)]:
            slot.play(spec, (0,), self.state, records.append)
        if len(place.games) > 1:
            return Batch(tuple(map(GameRow.of, records)), None)
        return records[0]

    def remove(self, place: SamePlace) -> None:
        self.places.remove(place)

    def close(self) -> None:
        pass


runner._slots_here = SamePlaces  # type: ignore[assignment]


def begin(folder: Path, *words: str) -> int:
    """Starts a command in a process of its own. This one hears no Ctrl-C any more."""
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    pid = os.fork()
    if pid:
        return pid
    code = 70
    try:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
        os.chdir(folder)
        said = os.open("said", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        for descriptor in (1, 2):
            os.dup2(said, descriptor)
        sys.argv = ["owari", *words]
        owari()
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 1
    except KeyboardInterrupt:  # before the command has begun
        code = 130
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def ended(pid: int, *, wait: bool) -> int | None:
    """The exit code of a command, negative for a signal; None while it runs."""
    found, status = os.waitpid(pid, 0 if wait else os.WNOHANG)
    return os.waitstatus_to_exitcode(status) if found else None


class Stage(NamedTuple):
    """A part of a tournament."""

    rules: dict[str, Any]
    bots: list[dict[str, Any]]
    commands: list[list[str]]
    only_more: bool = False
    """Whether it makes no game before it another one."""


class Trial:
    """A tournament of several stages, by the seed. Every format comes in turn."""

    def __init__(self, seed: int) -> None:
        random = Random(seed)
        self.rules: dict[str, Any] = {
            "game": random.choice(GAMES),
            "seed": random.randrange(100),
            "concurrency": random.randint(1, 3),
            **FORMATS[seed % len(FORMATS)],
            **random.choice(OPENINGS),
            **random.choice(ADJUDICATION),
        }
        bots = [{"name": f"Bot {n}", **random.choice(ENGINES)} for n in range(random.randint(4, 6))]
        if random.random() < 0.3:
            bots[-1]["guest"] = self.is_static
        self.stages = [Stage(self.rules, bots, [RUN])]
        what = ("bot", "annul", "replay", "rename", "settings", "settings")
        changes = random.sample(what, random.randrange(4))
        rules = self.rules
        for change in [*changes, *random.choice(([], ["withdraw"], ["withdraw", "bot"]))]:
            bots = [dict(bot) for bot in bots]
            commands = self._change(change, random, bots)
            if change == "settings":
                rules = self._other_settings(rules, random)
            only_more = self.is_static and change in ("bot", "settings")
            self.stages.append(Stage(rules, bots, [*commands, RUN], only_more))

    @property
    def is_static(self) -> bool:
        """Whether the bots alone say who meets."""
        return self.rules.get("format", "round-robin") in ("round-robin", "gauntlet")

    def _other_settings(self, rules: dict[str, Any], random: Random) -> dict[str, Any]:
        """Rules by which the same games count otherwise, or more of them follow."""
        form = rules.get("format", "round-robin")
        games = rules.get("games-per-match", 2)
        others: list[dict[str, Any]] = [
            {"scoring": "margin"},
            {"scoring": {"win": 3, "draw": 1, "loss": 0}},
            {"scoring": {"win": 1, "draw": 1, "loss": 0}, "repeated-games": "ignore"},
            {"games-per-match": games + 2},
        ]
        if form != "knockout":
            others.append({"rounds": (rules.get("rounds") or 1) + 1, "scoring": "margin"})
        if form == "swiss" and not rules.get("rounds"):
            others.pop()  # that might be fewer rounds than are played
        if form == "knockout":
            others.append({"tie-break-games": 4})
        return {**rules, **random.choice(others)}

    def _change(self, what: str, random: Random, bots: list[dict[str, Any]]) -> list[list[str]]:
        """Changes the roster, and returns the commands that belong to it."""
        name = random.choice([bot["name"] for bot in bots])
        if what == "bot" and self.is_static:
            bots.append({"name": f"Late {len(bots)}", **random.choice(ENGINES)})
        if what == "withdraw" and self.is_static:
            return [["withdraw", "bots.yaml", name, *random.choice(([], ["--kept"]))]]
        return {
            "annul": [["annul", "bots.yaml", FIRST_GAME, "why"]],
            "replay": [[*RUN, "--replay", name]],
            "rename": [["rename", "bots.db", name, "Another name"]],
        }.get(what, [])


def play(trial: Trial, folder: Path, random: Random | None, most: int) -> tuple[int, list[str]]:
    """Plays all stages; killed at most so often, how often it was, and what went wrong."""
    kills = 0
    names: dict[str, str] = {}
    for index, (rules, bots, commands, _) in enumerate(trial.stages):
        rest = trial.stages[index + 1 :]
        may_break_off = bool(rest) and all(stage.only_more for stage in rest)
        for command in commands:
            words = [names.get(word, word) for word in command]
            words = [str(games(folder)[0][0]) if word == FIRST_GAME else word for word in words]
            if words[0] == "rename":
                names[command[2]] = words[3]
            _write(folder, rules, bots, names)
            if words == RUN and random:
                break_off = may_break_off and random.random() < 0.5
                code, killed = _killed(folder, random, most - kills, break_off=break_off)
                kills += killed
            else:
                code = ended(begin(folder, *words), wait=True) or 0
            if code:
                said = (folder / "said").read_text("utf-8")[-1500:]
                return kills, [f"{' '.join(words)} ended with {code}: {said}"]
    return kills, []


def _write(
    folder: Path, rules: dict[str, Any], bots: list[dict[str, Any]], names: dict[str, str]
) -> None:
    """Writes the tournament file with the present names of bots; JSON is YAML too."""
    rules = {key: _present(value, names) for key, value in rules.items()}
    bots = [{key: _present(value, names) for key, value in bot.items()} for bot in bots]
    (folder / "bots.yaml").write_text(json.dumps({**rules, "bots": bots}), "utf-8")


def _present(value: Any, names: dict[str, str]) -> Any:
    if isinstance(value, list):
        return [_present(each, names) for each in value]
    return names.get(value, value) if isinstance(value, str) else value


def _killed(folder: Path, random: Random, most: int, *, break_off: bool) -> tuple[int, int]:
    """Runs the tournament until it ends by itself, and kills it meanwhile; its exit code, and how
    often it was killed. To `break_off`, the first kill is its end."""
    kills = 0
    while True:
        pid = begin(folder, *RUN)
        if kills < most:
            time.sleep(random.uniform(0, LONGEST))
            if (code := ended(pid, wait=False)) is None:
                os.kill(pid, random.choice((signal.SIGKILL, signal.SIGINT)))
                code = ended(pid, wait=True)
                if code in INTERRUPTED:
                    kills += 1
                    if break_off and (folder / "bots.db").exists():
                        return 0, kills
                    continue
        else:
            code = ended(pid, wait=True)
        return code or 0, kills


def games(folder: Path) -> list[tuple[Any, ...]]:
    """The rows of all games, but for times."""
    with closing(sqlite3.connect(folder / "bots.db")) as connection:
        return connection.execute(
            f"SELECT {COLUMNS} FROM games ORDER BY number, status, moves, annulled"
        ).fetchall()


def tables(folder: Path) -> str:
    """The standings without what they tell of changed settings: where a tournament is killed before
    its first game, nothing has changed since."""
    (folder / "said").unlink()
    ended(begin(folder, "standings", "bots.db"), wait=True)
    return CHANGED.sub("", MOMENT.sub("", (folder / "said").read_text("utf-8")))


def wrong(trial: Trial, calm: Path, killed: Path) -> Iterator[str]:
    """What differs between the undisturbed results and those of the tournament that was killed."""
    if games(calm) != games(killed):
        yield f"the games differ: {set(games(calm)) ^ set(games(killed))}"
    numbers = Counter(row[0] for row in games(killed) if row[10] != "annulled")
    twice = [number for number, times in numbers.items() if times > 1]
    if twice:
        yield f"these games count twice: {twice}"
    if (one := tables(calm)) != (other := tables(killed)):
        yield f"the tables differ:\n{one}\n{other}"
    for folder in (calm, killed):
        (folder / "said").unlink()
        if ended(begin(folder, "verify", "bots.db"), wait=True):
            yield f"verify: {(folder / 'said').read_text('utf-8')}"


def main(kills: int = 200, seed: int = 1) -> list[str]:
    """All that went wrong."""
    found: list[str] = []
    made = trials = 0
    random = Random(seed)
    while made < kills:
        trials += 1
        number = seed * 1003 + trials
        trial = Trial(number)
        with tempfile.TemporaryDirectory(prefix="resumes-") as name:
            calm, killed = Path(name, "calm"), Path(name, "killed")
            calm.mkdir()
            killed.mkdir()
            _, problems = play(trial, calm, None, 0)
            if not problems:
                more, problems = play(trial, killed, random, min(8, kills - made))
                made += more
            problems += wrong(trial, calm, killed) if not problems else []
            found += [f"trial {number} {trial.rules}: {each}" for each in problems]
            if len(found) > MOST_FOUND or (not made and trials > 50):
                return [*found, f"given up after {trials} tournaments"]
    print(f"{made} kills in {trials} tournaments, {len(found)} wrong", flush=True)
    return found


if __name__ == "__main__":
    told = main(*map(int, sys.argv[1:3]))
    print(*told, sep="\n")
    sys.exit(bool(told))
