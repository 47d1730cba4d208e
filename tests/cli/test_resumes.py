"""Tournaments that are killed at random moments end as undisturbed ones, in small.

`OWARI_KILLS=200 pytest tests/cli/test_resumes.py` kills so often for each seed.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.nightly import at_night

KILLS = os.environ.get("OWARI_KILLS", "20")
FEW = os.environ.get("OWARI_KILLS", "6")
ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("kills", "seed"), [(FEW, "1"), *at_night(*((KILLS, seed) for seed in "123"))]
)
def test_tournaments_that_are_killed_end_as_undisturbed_ones(kills: str, seed: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.support.resumes", kills, seed],
        capture_output=True,
        text=True,
        cwd=ROOT,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith(f"{kills} kills in ")
