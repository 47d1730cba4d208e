"""A program on its opponent's time: stopped, or left at rest, and what it uses of the processor.

The clock of its first process is read at both ends of each turn, which costs next to nothing. Those
of all its other processes are read at both ends after a turn of its own of a millisecond or more,
and always once they have been seen to compute; until then only when short turns come to 10 ms.

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
from time import clock_gettime_ns, perf_counter

from owari.players.player import Fault
from owari.programs.processes.usage import TOO_SHORT, Usage
from owari.programs.sandbox.cgroups import Group
from owari.programs.sandbox.child_process import native
from owari.records.record import Termination

LONG_TURN = 0.01
"""Seconds of the opponent's turns, and of short ones of its own between them, after which the whole
family is looked at."""
TOLERATED = 0.05
"""Seconds that it may have used in a game, since to stop takes a while."""
TOLERATED_SHARE = 0.05
"""The same as a part of the opponent's turns, where that is more."""
NOTICEABLE = TOLERATED_SHARE * LONG_TURN
"""Seconds of its other processes in such turns, from which on they are always looked at."""
CORES = os.cpu_count() or 1
LONGEST = 0.0003
"""Seconds of an opponent's turn after which a program is stopped that was left at rest."""
SETTLING = 0.01
"""Seconds for a program that has answered to get back to its input, before it is stopped."""

_restless: set[tuple[str, ...]] = set()
"""The commands of the programs that have computed while they were left at rest."""


class TimeAway:
    """What one program uses of the processor on its opponent's time in one game."""

    def __init__(self) -> None:
        self._time = 0.0
        """Seconds of the opponent's turns."""
        self._used = 0.0
        """Seconds of the processor in them."""
        self._since = 0.0
        self._between = 0.0
        """Seconds of the opponent's turns since its other processes were looked at."""
        self._unseen = 0.0
        """The same of the program's own turns: what its other processes have used in them comes up
        at the next look."""
        self._has_helpers = False

    def begin(self, usage: Usage, seconds: float, clock: float | None = None) -> float:
        """The program has ended a turn of its own, which took these seconds, and is stopped; or it
        is at rest, and `clock` is what its first process has used in all. Returns the seconds of
        the processor that it has used since the last look."""
        used = usage.first(clock)
        self._unseen += seconds
        if seconds >= TOO_SHORT or (clock is None and self._has_helpers):
            used += self._look(usage)
        self._since = perf_counter()
        return used

    def end_rest(self, usage: Usage) -> None:
        """It was at rest up to now, so that its other processes have used nothing meanwhile, and is
        stopped."""
        self._look(usage)

    def end(self, usage: Usage) -> None:
        """It is about to be continued, or its opponent has run out of time. Raises Fault where it
        has used more than is tolerated."""
        if used := self.excess(usage):
            raise Fault(
                Termination.COMPUTED,
                f"used the processor for {used:.2g} s on its opponent's time, though it was"
                " stopped",
            )

    def excess(self, usage: Usage) -> float:
        """The seconds of the processor that it has used while it was stopped, up to now, if they
        are more than is tolerated; else 0."""
        seconds = perf_counter() - self._since
        self._time += seconds
        self._between += seconds
        self._used += usage.first()
        unseen = self._unseen
        if not unseen or self._has_helpers or self._between + unseen >= LONG_TURN:
            others = self._look(usage)
            self._has_helpers |= others >= NOTICEABLE
            self._used += max(0.0, others - unseen * CORES)
        self._since += seconds
        tolerated = max(TOLERATED, TOLERATED_SHARE * self._time)
        return self._used if self._used > tolerated else 0.0

    def _look(self, usage: Usage) -> float:
        self._unseen = self._between = 0.0
        return usage.others()


def with_remark(comment: str, seconds: float) -> str:
    """What a program says of its move, and that it has computed so long while it was left at rest
    before."""
    remark = (
        f"used the processor for {seconds * 1000:.2g} ms on its opponent's time, and is stopped"
        " then from now on"
    )
    return f"{comment}; {remark}" if comment else remark


class Rest:
    """One program that lies still on its opponent's turn without being stopped, and the files of
    the system that tell whether it does. `begin` and `end` enclose each such time; a program that
    has computed in one has no other."""

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
