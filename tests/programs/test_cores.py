"""Cores are shared out fairly, and programs stay where they are put."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import closing
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from owari.games.game import Side
from owari.games.mancala import OWARI
from owari.players.player import TimeControl
from owari.programs.processes.cores import move, share_out, started_on, usable_cores
from owari.programs.program import ProgramPlayer
from tests.support.sample_programs import Sample

can_choose = pytest.mark.skipif(
    not hasattr(os, "sched_getaffinity"), reason="cores cannot be chosen here"
)


def test_a_slot_has_one_core_or_one_for_each_of_two_that_ponder() -> None:
    assert share_out([0, 1, 2, 3], 2, pondering=False) == [(3,), (2,)]
    assert share_out([0, 1, 2, 3], 2, pondering=True) == [(3, 2), (1, 0)]
    assert share_out([0, 1, 2, 3], 3, pondering=True) == [(3,), (2,), (1,)]
    assert share_out([5], 3, pondering=True) == [(5,), (5,), (5,)]


@given(st.integers(1, 40), st.integers(1, 40), st.booleans())
def test_no_core_is_given_twice_while_there_is_another(
    count: Any, slots: Any, pondering: Any
) -> None:
    cores = [2 * core for core in range(count)]
    shared = share_out(cores, slots, pondering=pondering)
    used = [core for each in shared for core in each]
    assert len(shared) == slots
    assert set(used) <= set(cores)
    assert len(set(used)) == min(len(used), count)
    assert {len(each) for each in shared} == {2 if pondering and 2 * slots <= count else 1}


@can_choose
def test_what_is_started_on_a_core_runs_there_and_we_do_not() -> None:
    before = os.sched_getaffinity(0)
    core = usable_cores()[0]
    ask = "import os; print(sorted(os.sched_getaffinity(0)))"
    with started_on(core):
        asked = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True)
    assert asked.stdout == f"[{core}]\n"
    assert os.sched_getaffinity(0) == before


@can_choose
@pytest.mark.usefixtures("no_survivor")
@pytest.mark.parametrize("reuse", [False, True], ids=["new", "kept"])
def test_a_program_runs_on_the_core_that_its_player_is_given(
    sample: Sample, unhurried: TimeControl, reuse: bool
) -> None:
    cores = usable_cores()
    with closing(ProgramPlayer("bot", sample("line/lowest.py", reuse=reuse))) as bot:
        for core in (cores[0], cores[-1], None):
            bot.core = core
            bot.start(OWARI.start(), Side.SOUTH, unhurried)
            assert bot.pid is not None
            if core is not None:
                assert os.sched_getaffinity(bot.pid) == {core}


@can_choose
def test_a_process_that_is_gone_is_not_moved() -> None:
    child = subprocess.Popen([sys.executable, "-c", ""])
    child.wait()
    move([child.pid], usable_cores()[0])
