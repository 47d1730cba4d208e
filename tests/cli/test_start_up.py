"""What a command may not import: libraries and rooms that it does not need."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.nightly import at_night

IMPORTED = """
import atexit, sys
atexit.register(lambda: print("IMPORTED", *sys.modules))
from owari.cli.main import main
sys.argv[0] = "owari"
main()
"""
FOR_PROGRAMS = (
    "multiprocessing",
    "psutil",
    "owari.programs.processes.process",
    "owari.tournament.run.slot",
)
OF_THE_ENGINE = ("owari.engine.families", "owari.engine.openings", "owari.analysis")
OF_THE_TABLE = (
    "owari.table.session",
    "owari.table.terminal",
    "owari.programs.dialogues.console.prompts",
)
OF_FILES = ("owari.tournament.file.keys", "yaml")
OF_TABLES = ("tabulate", "wcwidth")
ELSEWHERE = ("asyncio", "distributed", "jinja2", "networkx", "starlette", "scipy")

UNNEEDED = {
    ("play", "--help"): (
        "sqlite3",
        *OF_TABLES,
        *FOR_PROGRAMS,
        *OF_THE_ENGINE,
        *OF_THE_TABLE,
        *OF_FILES,
    ),
    ("relay", "--help"): ("sqlite3", *OF_TABLES, *FOR_PROGRAMS, *OF_THE_ENGINE, *OF_FILES),
    ("standings", "bots.yaml"): (  # which is compared with the results
        *("multiprocessing", "psutil", *OF_THE_TABLE, *OF_TABLES, "statistics"),
    ),
    ("standings", "bots.db"): (
        *FOR_PROGRAMS,
        *OF_THE_ENGINE,
        *OF_THE_TABLE,
        *OF_FILES,
        *OF_TABLES,
        "statistics",
    ),
    ("tournament", "--dry-run", "bots.yaml"): (
        *(*FOR_PROGRAMS, "owari.engine.openings", "owari.analysis", *OF_THE_TABLE),
        *("owari.programs.dialogues.gtp", *OF_TABLES, "platformdirs"),
    ),
    ("match", "first", "greedy", "--games", "2"): ("owari.tournament.cluster",),
    ("show", "game.pgn"): (*FOR_PROGRAMS, *OF_THE_ENGINE, *OF_FILES, *OF_TABLES),
    ("show", "bots.yaml", "1"): (*FOR_PROGRAMS, *OF_THE_ENGINE, *OF_FILES, *OF_TABLES),
    ("match", "--help"): (
        *("sqlite3", "hashlib", "owari.results.standings", *FOR_PROGRAMS, *OF_THE_ENGINE),
        *(*OF_THE_TABLE, *OF_FILES, *OF_TABLES),
    ),
    ("check", "--help"): (*FOR_PROGRAMS, *OF_THE_ENGINE, *OF_THE_TABLE, *OF_FILES, *OF_TABLES),
    ("score", "--help"): (*FOR_PROGRAMS, *OF_THE_ENGINE, *OF_THE_TABLE, *OF_FILES, *OF_TABLES),
    ("annul", "--help"): (
        "owari.tournament.formats.swiss",
        "owari.report",
        *FOR_PROGRAMS,
        *OF_FILES,
    ),
    ("add", "--help"): (*FOR_PROGRAMS, *OF_THE_ENGINE, *OF_THE_TABLE, *OF_FILES, *OF_TABLES),
    ("rules",): (*FOR_PROGRAMS, *OF_THE_ENGINE, *OF_THE_TABLE, *OF_FILES, *OF_TABLES, "sqlite3"),
    ("games",): (*FOR_PROGRAMS, *OF_THE_ENGINE, *OF_THE_TABLE, *OF_FILES, "sqlite3"),
    ("engine", "--help"): ("gzip", "sqlite3", *FOR_PROGRAMS, *OF_THE_TABLE, *OF_FILES),
    ("export", "--help"): ("gzip", *FOR_PROGRAMS, *OF_THE_ENGINE, *OF_THE_TABLE, *OF_FILES),
}
"""By command."""
COMMANDS = list(UNNEEDED)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tournament with results, and a record."""
    folder = tmp_path_factory.mktemp("start-up")
    (folder / "bots.yaml").write_text(
        "bots:\n  - {name: Ann, engine: first}\n  - {name: Ben, engine: greedy}\n"
    )
    command = [sys.executable, "-m", "owari"]
    subprocess.run(
        [*command, "tournament", "bots.yaml"], cwd=folder, check=True, capture_output=True
    )
    with (folder / "game.pgn").open("w") as record:
        subprocess.run([*command, "show", "bots.yaml", "1"], cwd=folder, check=True, stdout=record)
    return folder


@pytest.mark.parametrize(
    "command",
    [*COMMANDS[::2], *at_night(*((command,) for command in COMMANDS[1::2]))],
    ids=" ".join,
)
def test_a_command_imports_only_what_it_needs(command: tuple[str, ...], folder: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", IMPORTED, *command],
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    imported = set(ran.stdout.partition("IMPORTED ")[2].split())
    assert "owari.cli.main" in imported
    assert imported.isdisjoint((*UNNEEDED[command], *ELSEWHERE))
