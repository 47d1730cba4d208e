"""Large files, the start of commands, and the installation."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path
from time import perf_counter

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


@aim(
    "show-record", "all of a record: first line by the clock, memory", told("s"), told("MB"), runs=1
)
def show_record() -> tuple[float, float]:
    command = (sys.executable, "-m", "owari", "show", "games.pgn")
    begun = perf_counter()
    with subprocess.Popen(command, cwd=_folder(), stdout=subprocess.PIPE) as process:
        assert process.stdout
        process.stdout.readline()
        first = perf_counter() - begun
        process.stdout.close()
    return first, owari("show", "games.pgn", cwd=_folder()).memory


@aim("verify-record", "verify of 10,000 games in a record", told("s"))
def verify_record() -> float:
    return owari("verify", "games.pgn", cwd=_folder()).processor


@aim("verify-results", "verify of 10,000 games in results", told("s"))
def verify_results() -> float:
    return owari("verify", "bots.yaml", cwd=_folder()).processor


@aim("engine-quit", "an engine that hears only quit", told("ms"), told("MB"))
def engine_quit() -> tuple[float, float]:
    engine = f"echo quit | {sys.executable} -m owari engine --protocol line"
    cost = cost_of(("sh", "-c", engine))
    return cost.processor * 1000, cost.memory


@aim("python", "the start of Python, for comparison", told("ms"))
def python() -> float:
    return cost_of((sys.executable, "-c", "pass")).processor * 1000


@aim("play-help", "play --help", at_most(150, "ms"))
def play_help() -> float:
    return owari("play", "--help").processor * 1000


@aim("standings", "standings of three bots", at_most(150, "ms"))
def standings() -> float:
    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder), 3, 2, 3)
        return owari("standings", "bots.yaml", cwd=Path(folder)).processor * 1000


@aim("dry-run", "tournament --dry-run of the demo", at_most(150, "ms"))
def dry_run() -> float:
    return owari("tournament", "--dry-run", str(PROJECT / "configs/demo.yaml")).processor * 1000


@aim(
    "install", "pip install of the package", at_most(25, "s"), at_most(15, "s by the clock"), runs=1
)
def install() -> tuple[float, float]:
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "owari"
        ignored = shutil.ignore_patterns(".git", ".venv", "*.so", "build", "*.egg-info")
        shutil.copytree(PROJECT, source, ignore=ignored)
        target = str(Path(folder) / "installed")
        words = ("install", "--quiet", "--no-deps", "--target", target, str(source))
        cost = cost_of((sys.executable, "-m", "pip", *words))
    return cost.processor, cost.clock
