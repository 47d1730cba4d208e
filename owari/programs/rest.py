"""Whether a program that has answered can be left as it is while its opponent thinks.

To stop a program and to continue it takes longer than a fast program needs for its move. Whoever
has one thread and no children, and is blocked in a read of its input, cannot compute, so it need
not be stopped for that. It is left at rest only where the system tells of all that it could have
beside it: in namespaces, where nobody else can reach it either.

What is looked at once a game takes longer: the input is still our pipe, and no alarm can wake the
program. What begins to wake it later shows in its processor time, which stands still at rest to the
nanosecond. So nobody rests for longer than LONGEST, nor where the opponent's last turn was longer,
and who has computed meanwhile never rests again.
"""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from time import clock_gettime_ns

from owari.programs.cgroups import Group
from owari.programs.child_process import native

__all__ = ["LONGEST", "SETTLING", "Rest"]

LONGEST = 0.0003
"""Seconds of an opponent's turn after which a program is stopped that was left at rest."""
SETTLING = 0.01
"""Seconds for a program that has answered to get back to its input, before it is stopped."""
FOLDERS = 3
"""Links of the folder of the threads of a process that has one."""
ALARM = 1 << signal.SIGALRM - 1

_restless: set[tuple[str, ...]] = set()
"""The commands of the programs that have computed while they were left at rest."""


class Rest:
    """The rest of one program, and what the system tells of it."""

    def __init__(
        self, command: tuple[str, ...], pid: int, init: int, group: Group | None, input: int
    ) -> None:
        """`init` is the first process of its namespace, `group` its control group, `input` our end
        of its input. Raises OSError where the system does not tell enough."""
        self._command = command
        self._pid = pid
        self._input = input
        self._is_checked = False
        self._clock = ~pid << 3 | 2  # clock_getcpuclockid(3)
        self._used = 0
        self._open: list[int] = []
        facts: dict[str, bytes | int]
        if group:
            facts = {f"{group.path}/cgroup.threads": b"%d\n" % pid}
        else:
            facts = {
                f"/proc/{init}/task/{init}/children": b"%d " % pid,
                f"/proc/{pid}/task/{pid}/children": b"",
                f"/proc/{pid}/task": FOLDERS,
            }
        facts[f"/proc/{pid}/timers"] = b""
        try:
            self._facts = tuple((self._file(path), wanted) for path, wanted in facts.items())
            self._call = self._file(f"/proc/{pid}/syscall")
            self._status = self._file(f"/proc/{pid}/status")
        except OSError:
            self.close()
            raise

    def _file(self, path: str) -> int:
        self._open.append(os.open(path, os.O_RDONLY))
        return self._open[-1]

    def begin(self, output: int) -> bool:
        """Whether the program is at rest for certain, or comes to it soon, and may stay so: there
        is nothing more to be read of its output."""
        if self._command in _restless or not (self._is_checked or self._waits_for_us_alone()):
            return False
        self._used = native.rest(self._call, self._facts, self._clock, output, SETTLING)
        return self._used >= 0

    def check_again(self) -> None:
        """Has all looked at when the program comes to rest next."""
        self._is_checked = False

    def _waits_for_us_alone(self) -> bool:
        """Whether it reads our pipe and does not catch the alarm."""
        try:
            its_input, ours = os.stat(f"/proc/{self._pid}/fd/0"), os.fstat(self._input)
            status = os.pread(self._status, 8192, 0)
            caught = int(status.partition(b"SigCgt:")[2].split(None, 1)[0], 16)
        except (OSError, IndexError, ValueError):
            return False
        self._is_checked = os.path.samestat(its_input, ours) and not caught & ALARM
        return self._is_checked

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
