"""Control groups, where the system has them and we may make some."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

from owari.programs import cgroups, child_process
from owari.programs.cgroups import Group, new_group

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
    bounds = {name: (tmp_path / name).read_text() for name in ("memory.max", "pids.max")}
    assert bounds == {"memory.max": "1000", "pids.max": "20"}


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
