"""A tournament with hostile programs that is killed, in small; `kills.py` does it at length."""

from __future__ import annotations

import sys

import pytest

from tests.support.kills import main


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux hands orphans on")
@pytest.mark.slow
def test_killed_with_hostile_programs_in_it_a_tournament_ends_right() -> None:
    assert main(3, "limits", hostile=["bad/kills_referee.py go", "bad/renews.py 20"]) == []
