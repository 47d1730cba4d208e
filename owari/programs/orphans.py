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

from owari.programs.watch import descendants

__all__ = ["adopt_orphans", "end_orphans"]

_PR_SET_CHILD_SUBREAPER = 36


def adopt_orphans() -> None:
    """From now on the orphans among our descendants become our children."""
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def end_orphans(known: Collection[int] = ()) -> None:
    """Ends all our descendants but those known by their process ids."""
    if sys.platform != "linux":
        return
    for pid in list(descendants(os.getpid())):
        if pid not in known:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
            with contextlib.suppress(ChildProcessError):
                os.waitpid(pid, 0)
