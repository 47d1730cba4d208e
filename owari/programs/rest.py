"""Whether a program that has answered can be left as it is while its opponent thinks.

To stop a program and to continue it takes longer than a fast program needs for its move. Whoever
has one thread and no children, and is blocked in a read of a pipe, cannot compute, so it need
not be stopped for that. It is left at rest only where the system tells of all that it could have
beside it: in namespaces, where nobody else can reach it either.

All of it is looked at each time: one thread, no children, no timer, a read of a pipe, and no alarm
that the program catches. For whoever wakes all the same, which shows in its processor time, has
the core for a slice of the scheduler, some milliseconds, before anybody can stop it. So nobody
rests for longer than LONGEST, nor where the opponent's last turn was longer, and who has computed
meanwhile never rests again.

That time stands still at rest to the nanosecond, but it grows at ticks only while a program runs on
another core. So nobody rests where each program has a core of its own.
"""

from __future__ import annotations

import os
from contextlib import suppress
from time import clock_gettime_ns

from owari.programs.cgroups import Group
from owari.programs.child_process import native

__all__ = ["LONGEST", "SETTLING", "Rest"]

LONGEST = 0.0003
"""Seconds of an opponent's turn after which a program is stopped that was left at rest."""
SETTLING = 0.01
"""Seconds for a program that has answered to get back to its input, before it is stopped."""

_restless: set[tuple[str, ...]] = set()
"""The commands of the programs that have computed while they were left at rest."""


class Rest:
    """The rest of one program, and what the system tells of it."""

    def __init__(self, command: tuple[str, ...], pid: int, init: int, group: Group | None) -> None:
        """`init` is the first process of its namespace, `group` its control group. Raises OSError
        where the system does not tell enough."""
        self._command = command
        self._clock = ~pid << 3 | 2  # clock_getcpuclockid(3)
        self._used = 0
        self._open: list[int] = []
        facts = {f"/proc/{pid}/timers": b""}
        if group:
            facts[f"{group.path}/cgroup.threads"] = b"%d\n" % pid
        else:
            facts[f"/proc/{init}/task/{init}/children"] = b"%d " % pid
            facts[f"/proc/{pid}/task/{pid}/children"] = b""
        try:
            self._facts = tuple((self._file(path), wanted) for path, wanted in facts.items())
            self._place = self._file(f"/proc/{pid}/wchan")
            self._stat = self._file(f"/proc/{pid}/stat")
        except OSError:
            self.close()
            raise

    def _file(self, path: str) -> int:
        self._open.append(os.open(path, os.O_RDONLY))
        return self._open[-1]

    def begin(self, output: int) -> bool:
        """Whether the program is at rest for certain, or comes to it soon, and may stay so: there
        is nothing more to be read of its output."""
        if self._command in _restless:
            return False
        self._used = native.rest(
            self._place, self._stat, self._facts, self._clock, output, SETTLING
        )
        return self._used >= 0

    def end(self) -> float:
        """The seconds of the processor that it has used since it came to rest."""
        try:
            used = clock_gettime_ns(self._clock) - self._used
        except OSError:  # it has left
            return 0.0
        if used:
            _restless.add(self._command)
        return used / 1e9

    @property
    def processor(self) -> float:
        """Seconds of processor time that the program had used in all when it came to rest."""
        return self._used / 1e9

    def close(self) -> None:
        """Closes the files."""
        for descriptor in self._open:
            with suppress(OSError):
                os.close(descriptor)
        self._open.clear()
