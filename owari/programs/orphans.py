"""Processes that have lost their parent: children of a program that outlive it.

Linux hands an orphan to its nearest ancestor that has asked for them (prctl(2),
PR_SET_CHILD_SUBREAPER), so that a program cannot leave anything behind by forking twice or by
starting a session of its own. Elsewhere orphans are out of reach.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Collection
from time import monotonic

from owari.programs.process_states import descendants

__all__ = ["adopt_orphans", "end_orphans", "orphans"]

_PR_SET_CHILD_SUBREAPER = 36
LONGEST = 10.0
"""Seconds after which those who still fork are left to their group or namespace."""


def adopt_orphans() -> None:
    """From now on the orphans among our descendants become our children."""
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def orphans(known: Collection[int] = (), families: Collection[int] = ()) -> set[int]:
    """Our descendants but the `known` ones, and but the processes `families` and all of theirs."""
    spared = {*known, *families}.union(*map(descendants, families))
    return set(descendants(os.getpid())) - spared


def end_orphans(known: Collection[int] = (), families: Collection[int] = ()) -> None:
    """Ends all `orphans`.

    Who forks for ever must not get away between two looks: all are stopped, again and again, until
    a look finds nobody new, and only then ended.
    """
    if sys.platform != "linux":
        return
    deadline = monotonic() + LONGEST
    while (left := orphans(known, families)) and monotonic() < deadline:
        stopped: set[int] = set()
        while (new := left - stopped) and monotonic() < deadline:
            for pid in new:
                _send(pid, signal.SIGSTOP)
            stopped |= new
            left = orphans(known, families)
        for pid in left:
            _send(pid, signal.SIGKILL)
        for pid in left:  # its own children come to us first
            with contextlib.suppress(ChildProcessError):
                os.waitpid(pid, 0)


def _send(pid: int, number: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(pid, number)
