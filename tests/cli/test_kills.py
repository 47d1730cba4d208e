"""Tournaments that are killed; `kills.py` kills one with hostile programs at length."""

from __future__ import annotations

import subprocess
import sys
from itertools import islice
from pathlib import Path

import pytest

from owari.results.store import Store
from tests.support.command import COMMAND
from tests.support.kills import main


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux hands orphans on")
@pytest.mark.slow
@pytest.mark.nightly
def test_killed_with_hostile_programs_in_it_a_tournament_ends_right() -> None:
    assert main(3, "limits", hostile=["bad/kills_referee.py go", "bad/renews.py 20"]) == []


def test_each_quick_game_that_was_printed_is_stored(tmp_path: Path) -> None:
    bots = "\n".join(f"  - {{name: Bot {n}, engine: random}}" for n in range(3))
    (tmp_path / "bots.yaml").write_text(f"games-per-match: 1000\nbots:\n{bots}\n")
    run = subprocess.Popen(
        [*COMMAND, "tournament", "bots.yaml"], cwd=tmp_path, stdout=subprocess.PIPE, text=True
    )
    assert run.stdout
    with run.stdout as lines:
        printed = [*islice(lines, 200)]
        run.kill()
        printed += lines
    run.wait()
    numbers = {int(line.split(":")[0].removeprefix("Game ")) for line in printed if "\n" in line}
    assert 200 <= len(numbers) < 3000
    with Store.open(tmp_path / "bots.db") as store:
        assert numbers <= store.numbers()
