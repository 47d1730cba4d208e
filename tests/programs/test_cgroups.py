"""Control groups, where the system has them and we may make some."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

from owari.players.player import Fault
from owari.programs.processes.process import Process
from owari.programs.sandbox import cgroups, child_process
from owari.programs.sandbox.cgroups import Group, new_group
from owari.programs.sandbox.child_process import Held
from owari.records.record import Termination

SOON = 10.0


@pytest.fixture
def group() -> Iterator[Group]:
    made = new_group(f"owari-{os.getpid()}-test-")
    if made is None:
        pytest.skip("there are no control groups here")
    yield made
    made.close()
    assert not made.path.exists()


def counting(group: Group) -> child_process.Spawned:
    """A process in the group that counts for 20 seconds at most."""
    program = "import time\nend = time.monotonic() + 20\nwhile time.monotonic() < end: pass"
    nothing = subprocess.DEVNULL
    return child_process.Spawned(
        [sys.executable, "-c", program],
        directory=Path("/"),
        environment={},
        streams=(nothing, nothing, nothing),
        limits=(),
        group=group.descriptor,
    )


def wait_for_use(group: Group, more: float) -> None:
    deadline, before = monotonic() + SOON, group.processor()
    while group.processor() < before + more:
        assert monotonic() < deadline
        sleep(0.01)


def test_a_frozen_group_uses_no_processor_until_it_thaws(group: Any) -> None:
    counts = counting(group)
    assert group.members() == [counts.pid]
    wait_for_use(group, 0.05)
    group.freeze()
    sleep(0.05)
    used = group.processor()
    sleep(0.2)
    assert group.processor() < used + 0.02
    group.thaw()
    wait_for_use(group, 0.05)
    group.kill()
    assert counts.wait() == -9


def test_a_group_that_is_closed_ends_what_is_in_it(group: Any) -> None:
    counts = counting(group)
    group.freeze()
    other = new_group(f"owari-{os.getpid()}-test-")
    assert other is not None
    other.close()
    group.kill()
    assert counts.wait() == -9


def test_where_there_are_controllers_they_are_given_their_bounds(tmp_path: Path) -> None:
    """Only in form: a machine with these controllers for us is seldom at hand."""
    held = Group.__new__(Group)
    held.path = tmp_path
    held.bound(1000, 20)
    bounds = {path.name: path.read_text() for path in tmp_path.iterdir()}
    assert bounds == {"memory.max": "1000", "memory.oom.group": "1", "pids.max": "20"}


EVENTS = "low 0\nhigh 0\nmax 45\noom {}\noom_kill {}\noom_group_kill 0\n"
"""As Linux 6.1 writes them."""


@pytest.mark.parametrize(
    ("own", "ended", "machine", "raised"),
    [(1, 2, 2, Fault), (0, 1, 1, Held), (0, 0, 3, None), (3, 0, 3, None)],
    ids=["above its limit", "with the machine's memory", "by itself", "after it was refused some"],
)
def test_the_group_of_a_program_tells_why_it_was_killed(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    own: int,
    ended: int,
    machine: int,
    raised: type[Exception] | None,
) -> None:
    """The files are made here, where the system has them not."""
    killed = Process.__new__(Process)
    killed._group = Group.__new__(Group)
    killed._group.path = tmp_path
    killed._memory, killed._endings_for_memory = 100 * 1024 * 1024, 0
    monkeypatch.setattr(killed, "exit_status", lambda: -signal.SIGKILL)
    monkeypatch.setattr("owari.programs.processes.process.endings_for_memory", lambda: machine)
    with pytest.raises(Held):  # where no controller tells more
        killed.check_memory()
    (tmp_path / "memory.events").write_text(EVENTS.format(own, ended))
    if raised is None:
        killed.check_memory()
        return
    with pytest.raises(raised) as caught:
        killed.check_memory()
    if isinstance(caught.value, Fault):
        assert caught.value.kind is Termination.TOO_MUCH_MEMORY
        assert str(caught.value) == (
            "was ended by the system, as it had more in memory than the 100 MB that `memory`"
            " gives it"
        )


@pytest.mark.parametrize(
    ("offered", "members", "moves"),
    [
        ("cpu memory pids", [os.getpid()], True),
        ("cpu memory pids", [1, os.getpid()], False),
        ("hugetlb", [os.getpid()], False),
    ],
    ids=["alone", "with others", "without a controller"],
)
def test_who_is_alone_in_its_group_moves_down_for_the_controllers(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, offered: str, members: list[int], moves: bool
) -> None:
    """The files are made here, where the system has them not."""
    own = tmp_path / "scope"
    (own / cgroups.REFEREES).mkdir(parents=True)
    (own / "cgroup.controllers").write_text(f"{offered}\n")
    (own / "cgroup.subtree_control").write_text("\n")
    (own / "cgroup.procs").write_text("".join(f"{pid}\n" for pid in members))
    monkeypatch.setattr(cgroups, "_own_group", lambda: own)
    assert cgroups.claim_controllers() is moves
    control = (own / "cgroup.subtree_control").read_text()
    assert control == ("+memory +pids" if moves else "\n")
    moved = own / cgroups.REFEREES / "cgroup.procs"
    assert moved.exists() is moves
    if moves:
        assert moved.read_text() == str(os.getpid())
        (own / "cgroup.subtree_control").write_text("memory pids\n")
        monkeypatch.setattr(cgroups, "_own_group", lambda: own / cgroups.REFEREES)
        assert cgroups.claim_controllers()
        assert cgroups._home() == own


def test_where_groups_cannot_be_made_there_are_none(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    cgroups.folder.cache_clear()
    monkeypatch.setattr(cgroups, "_own_group", lambda: tmp_path)
    try:
        assert new_group("owari-1-") is None
        assert list(tmp_path.iterdir()) == []
    finally:
        cgroups.folder.cache_clear()
