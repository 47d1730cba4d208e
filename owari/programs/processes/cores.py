"""On which cores programs run, where the system lets us choose."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress


def usable_cores() -> list[int]:
    """The numbers of the cores that we may use."""
    if hasattr(os, "sched_getaffinity"):
        return sorted(os.sched_getaffinity(0))
    return list(range(os.cpu_count() or 1))


def share_out(cores: Sequence[int], slots: int, *, pondering: bool) -> list[tuple[int, ...]]:
    """The cores of each slot, the last ones first: one that its programs take turns on, or two
    where both may think at once and there are enough for all."""
    width = 2 if pondering and 2 * slots <= len(cores) else 1
    return [
        tuple(cores[-1 - (width * slot + place) % len(cores)] for place in range(width))
        for slot in range(slots)
    ]


@contextmanager
def started_on(core: int | None) -> Iterator[None]:
    """What this thread starts in the block runs on the core, with all that it starts in turn."""
    if core is None or not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {core})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def move(pids: Iterable[int], core: int) -> None:
    """Takes processes that run already to the core, with all their threads."""
    if not hasattr(os, "sched_setaffinity"):
        return
    for pid in pids:
        with suppress(OSError):  # it has left
            for thread in os.listdir(f"/proc/{pid}/task"):
                os.sched_setaffinity(int(thread), {core})
