"""Whatever a results file says, no command that reads it fails otherwise than in a sentence.

`OWARI_MUTATIONS=2000 pytest tests/cli/test_mutated_results.py` looks at more of them.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from random import Random

import pytest

from tests.support.command import run
from tests.support.mutations import mutate, real_results
from tests.support.nightly import at_night

MUTATIONS = int(os.environ.get("OWARI_MUTATIONS", "40"))

FILES = {
    "owari": """
bots:
  - {name: A, engine: first}
  - {name: B, engine: greedy}
  - {name: C, engine: alpha-beta, depth: 1}
""",
    "othello:4": """
game: othello:4
bots:
  - {name: A, engine: first}
  - {name: B, engine: greedy}
  - {name: C, command: [python3, "-c", "0"], protocol: console, start: {first: [y], second: false}}
""",
}
READING = [
    ["standings", "bots.db"],
    ["standings", "bots.yaml", "--format", "json"],
    ["show", "bots.db"],
    ["show", "bots.db", "--format", "csv"],
    ["show", "bots.db", "1"],
    ["show", "bots.yaml", "2", "--moves"],
    ["analyze", "bots.db", "1", "--time", "1ms"],
    ["export", "bots.db", "--format", "ggf"],
    ["tournament", "bots.yaml", "--dry-run"],
    ["tournament", "bots.yaml", "--dry-run", "--replay", "A"],
    ["relay", "--results", "bots.db", "--us", "manual", "--first", "us"],
]
WRITING = [
    ["annul", "bots.db", "1", "why"],
    ["score", "bots.yaml", "A", "B", "18-18"],
    ["score", "bots.db", "B", "A", "6-4"],
    ["tournament", "bots.yaml"],
]
NAMES = ["--us-name", "A", "--them-name", "B"]


@pytest.fixture(scope="module", params=list(FILES))
def originals(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a tournament file and of its results."""
    folder = tmp_path_factory.mktemp("originals")
    (folder / "bots.yaml").write_text(FILES[request.param], "utf-8")
    real_results(folder / "bots.db", folder / "bots.yaml")
    return folder


def check(words: list[str], done: str = "nothing") -> int:
    words = [*words, *NAMES] if words[0] == "relay" else words
    result = run(*words, typed="quit\n")
    told = f"{' '.join(words)} after {done}:\n{result.output[-2000:]}"
    if result.exception and not isinstance(result.exception, SystemExit):
        raise AssertionError(told) from result.exception
    assert result.exit_code in (0, 1, 2), told
    assert "Traceback" not in result.output, told
    if "damaged" in result.stderr:
        *before, last = result.stderr.strip().splitlines()
        assert last.startswith("Error: bots.db "), told
        assert all("Error" not in line for line in before), told
    return result.exit_code


def test_what_is_not_mutated_is_read(
    originals: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OWARI_DATA", str(tmp_path / "data"))
    for words in READING:
        shutil.copy(originals / "bots.yaml", tmp_path)
        shutil.copy(originals / "bots.db", tmp_path)
        # No game of A and B is left to be relayed, and GGF has no games of Owari.
        assert check(words) == 0 or words[0] in ("relay", "export"), words


@pytest.mark.parametrize("part", [0, *at_night(1, 2, 3)])
def test_what_is_mutated_is_told(
    originals: Path, part: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OWARI_DATA", str(tmp_path / "data"))
    shutil.copy(originals / "bots.yaml", tmp_path)
    mutated = tmp_path / "mutated"
    for seed in range(part, MUTATIONS // 2, 4):
        random = Random(seed)
        shutil.copy(originals / "bots.db", mutated)
        done = f"mutation {seed}: {mutate(mutated, random)}"
        for words in [*READING, random.choice(WRITING)]:
            shutil.copy(mutated, "bots.db")
            check(words, done)
