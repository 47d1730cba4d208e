"""Large files, the start of commands, and the installation."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path
from time import perf_counter

from owari.cli.main import COMMANDS
from tests.benchmarks.aims.aim import aim, at_most, told
from tests.benchmarks.aims.process_cost import cost_of, owari
from tests.benchmarks.results import write

PROJECT = Path(__file__).parents[3]
GAMES = 10_000


@cache
def many_games() -> tempfile.TemporaryDirectory[str]:
    """A folder with 10,000 games, as results and as a record."""
    folder = tempfile.TemporaryDirectory()
    write(Path(folder.name), 40, 14, 40 * 39 // 2 * 14 - GAMES)
    words = ("export", "bots.yaml", "--format", "pgn", "--output", "games.pgn")
    owari(*words, cwd=Path(folder.name))
    return folder


def _folder() -> Path:
    return Path(many_games().name)


@aim("show-game", "game 9,000 of 10,000 in a record", at_most(0.3, "s"))
def show_game() -> float:
    return owari("show", "games.pgn", "9000", cwd=_folder()).processor


@aim("show-stored-game", "game 9,000 of 10,000 in results", at_most(0.3, "s"))
def show_stored_game() -> float:
    return owari("show", "bots.yaml", "9000", cwd=_folder()).processor


@aim("show-record", "all of a record: its first line by the clock", told("s"), runs=1)
def show_record() -> float:
    command = (sys.executable, "-m", "owari", "show", "games.pgn")
    begun = perf_counter()
    with subprocess.Popen(command, cwd=_folder(), stdout=subprocess.PIPE) as process:
        assert process.stdout
        process.stdout.readline()
        first = perf_counter() - begun
        process.stdout.close()
    return first


READ_BY_SQLITE = (
    "import sqlite3\n"
    "for (text,) in sqlite3.connect('bots.db').execute('SELECT record FROM games'): text.split()"
)


BESIDE = told("times SQLite")
"""How often as long as SQLite and `str.split` with the same texts."""


def _reading(*words: str, folder: Path | None = None) -> tuple[float, float]:
    """What a command costs that reads all games."""
    folder = folder or _folder()
    cost = owari(*words, cwd=folder)
    yardstick = cost_of((sys.executable, "-c", READ_BY_SQLITE), folder)
    return cost.processor, cost.processor / yardstick.processor


@aim("verify-record", "verify of 10,000 games in a record", at_most(2.5, "s"), BESIDE, runs=3)
def verify_record() -> tuple[float, ...]:
    return _reading("verify", "games.pgn")


@aim("verify-results", "verify of 10,000 games in results", at_most(2.5, "s"), BESIDE, runs=3)
def verify_results() -> tuple[float, ...]:
    return _reading("verify", "bots.yaml")


@aim("show-all-games", "show of 10,000 games in a record", at_most(2, "s"), BESIDE, runs=3)
def show_all_games() -> tuple[float, ...]:
    return _reading("show", "games.pgn")


@aim("show-all-results", "show of 10,000 games in results", at_most(2, "s"), BESIDE, runs=3)
def show_all_results() -> tuple[float, ...]:
    return _reading("show", "bots.yaml")


@aim("report-record", "report of 10,000 games in a record", at_most(6, "s"), BESIDE, runs=3)
def report_of_record() -> tuple[float, ...]:
    return _reading("report", "games.pgn", "--output", "page.html")


@aim("report-results", "report of 10,000 games in results", at_most(6, "s"), BESIDE, runs=3)
def report_of_results() -> tuple[float, ...]:
    return _reading("report", "bots.yaml", "--output", "page.html")


@aim(
    "ten-times-as-many",
    "verify of 100,000 games in results",
    told("s"),
    BESIDE,
    at_most(11, "times 10,000 games"),
    runs=1,
)
def ten_times_as_many() -> tuple[float, ...]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write(folder, 40, 130, 40 * 39 // 2 * 130 - 10 * GAMES)
        found = _reading("verify", "bots.yaml", folder=folder)
    return *found, found[0] / verify_results()[0]


@aim("engine-quit", "an engine that hears only quit", told("ms"), told("MB"))
def engine_quit() -> tuple[float, float]:
    engine = f"echo quit | {sys.executable} -m owari engine --protocol line"
    cost = cost_of(("sh", "-c", engine))
    return cost.processor * 1000, cost.memory


@aim("python", "the start of Python, for comparison", told("ms"))
def python() -> float:
    return cost_of((sys.executable, "-c", "pass")).processor * 1000


@aim("play-help", "play --help", at_most(120, "ms"))
def play_help() -> float:
    return owari("play", "--help").processor * 1000


@aim(
    "every-help", "the dearest --help of all commands", at_most(120, "ms"), told("command"), runs=1
)
def every_help() -> tuple[float, str]:
    costs = {name: min(owari(name, "--help").processor for _ in range(3)) for name in COMMANDS}
    dearest = max(costs, key=lambda name: costs[name])
    return costs[dearest] * 1000, dearest


@aim("standings", "standings of three bots", at_most(150, "ms"))
def standings() -> float:
    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder), 3, 2, 3)
        return owari("standings", "bots.yaml", cwd=Path(folder)).processor * 1000


@aim("dry-run", "tournament --dry-run of the demo", at_most(150, "ms"))
def dry_run() -> float:
    return owari("tournament", "--dry-run", str(PROJECT / "configs/demo.yaml")).processor * 1000


@aim(
    "install",
    "pip install of the package",
    at_most(25, "s"),
    at_most(15, "s by the clock"),
    told("times a small program in C"),
    runs=1,
)
def install() -> tuple[float, float, float]:
    """The small program is two_words.c, compiled in the same run."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "owari"
        ignored = shutil.ignore_patterns(".git", ".venv", "*.so", "build", "*.egg-info")
        shutil.copytree(PROJECT, source, ignore=ignored)
        target = str(Path(folder) / "installed")
        words = ("install", "--quiet", "--no-deps", "--target", target, str(source))
        cost = cost_of((sys.executable, "-m", "pip", *words))
        program = PROJECT / "tests" / "benchmarks" / "two_words.c"
        small = cost_of(("cc", "-O2", str(program), "-o", str(Path(folder) / "two_words")))
    return cost.processor, cost.clock, cost.processor / small.processor
