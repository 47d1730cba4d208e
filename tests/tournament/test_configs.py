"""The tournament files of `configs` run as they are."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from owari.tournament.file.reader import load
from tests.support.command import output, owari
from tests.support.nightly import at_night

CONFIGS = Path(__file__).parents[2] / "configs"


@pytest.mark.parametrize("file", sorted(CONFIGS.glob("*.yaml")), ids=lambda file: file.stem)
def test_it_is_sound(file: Path) -> None:
    """Its programs are there, too."""
    assert len(load(file).bots) >= 2


def finished(folder: Path, name: str) -> Any:
    """The standings after the tournament, with the programs that it names at their place."""
    (folder / "configs").mkdir()
    for programs in ("tests", "owari"):
        (folder / programs).symlink_to(CONFIGS.parent / programs)
    file = shutil.copy(CONFIGS / name, folder / "configs")
    played = owari(folder, "tournament", file)
    assert played.returncode == 0, played.stderr
    return json.loads(output("standings", file, "--format", "json"))["standings"]


@pytest.mark.parametrize("name", ["kalah-benchmark.yaml", *at_night("othello-benchmark.yaml")])
@pytest.mark.slow
def test_the_smart_bot_beats_the_bad_one_first_or_second(tmp_path: Path, name: str) -> None:
    smart, bad = finished(tmp_path, name)
    assert (smart["bot"], smart["won"], smart["played"]) == ("Smart", 100, 100)
    assert bad["won"] == 0


@pytest.mark.parametrize(
    ("name", "games"),
    [
        ("kalah.yaml", 8),
        ("manchester.yaml", 6),
        *at_night(
            ("kalah-3x2.yaml", 10),
            ("othello-4.yaml", 12),
            ("othello.yaml", 12),
            ("othello-6.yaml", 12),
            ("free-othello.yaml", 8),
        ),
    ],
)
@pytest.mark.slow
def test_nobody_forfeits(tmp_path: Path, name: str, games: int) -> None:
    table = finished(tmp_path, name)
    assert {row["played"] for row in table} == {games}
    assert sum(row["forfeits"] for row in table) == 0
