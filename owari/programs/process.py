"""A started program: a family of processes that begins, stops, goes on and ends as a whole.

Every program gets a process group of its own. It is then out of reach of the keyboard's Ctrl-C, and
a signal to the group reaches the children it starts. In a sandbox a control group or a process
namespace holds those too that leave the group, and the system kills the program when the referee
dies, however suddenly. Where the group is in our session, it is then orphaned, and the system
itself sends SIGHUP and SIGCONT to an orphaned group with a stopped member (POSIX, `_Exit`), so that
what we had stopped does not stay behind for ever.
"""

from __future__ import annotations

import contextlib
import errno
import os
import signal
import stat
import subprocess
from collections.abc import Mapping
from pathlib import Path
from select import POLLIN, poll
from time import perf_counter

from owari.players.player import Fault
from owari.programs import sandbox, temporary_folders
from owari.programs.child_process import Spawned
from owari.programs.process_states import at_rest, can_see, descendants
from owari.programs.program_settings import ProgramSettings
from owari.programs.rest import SETTLING, Rest
from owari.programs.usage import Usage
from owari.records.record import Termination

__all__ = ["LOOK", "Process", "kill_all"]

LEAVING = 1.0
"""Seconds, at the most, from the end of a program to that of its init."""
LOOK = 0.05
"""Seconds between two looks at the memory of a program."""

MB = 1024 * 1024

SIGNALS = {
    "SIGXFSZ": " (it wrote a file larger than it may)",
    "SIGSYS": " (it is a program for another kind of processor, which its sandbox does not run)",
}
"""What a signal's name leaves open."""

_alive: set[Process] = set()
"""Every program that this process has started and not ended."""


class Process:
    """One run of a program."""

    def __init__(
        self,
        settings: ProgramSettings,
        *,
        stdin: int,
        stdout: int,
        stderr: int,
        environment: Mapping[str, str],
        files: Mapping[str, bytes] | None = None,
    ) -> None:
        """Starts it in its directory; where there are `files`, in its folder for temporary files,
        in which they lie. Raises Fault when the program cannot be run, and OSError when the machine
        has run out of something."""
        self._scratch = temporary_folders.take()
        try:
            for name, content in (files or {}).items():
                Path(self._scratch, name).write_bytes(content)
            self.popen, self._bonds = sandbox.start(
                settings,
                stdin=stdin,
                stdout=stdout,
                stderr=stderr,
                environment=environment,
                scratch=self._scratch,
                runs_in_scratch=files is not None,
            )
        except OSError as error:
            temporary_folders.give_back(self._scratch)
            if error.errno in (errno.ENOENT, errno.EACCES, errno.ENOTDIR, errno.ENOEXEC):
                raise Fault(
                    Termination.DID_NOT_START,
                    f"did not start: {error.filename}: {os.strerror(error.errno).lower()}",
                ) from None
            raise
        except BaseException:
            temporary_folders.give_back(self._scratch)
            raise
        self._group = self._bonds.group
        self._has_init = isinstance(self.popen, Spawned) and self.popen.in_namespaces
        self.pid = (
            next(descendants(self.popen.pid), self.popen.pid) if self._has_init else self.popen.pid
        )
        """The program's own first process."""
        self.usage = Usage(self.pid, self._group)
        self.stopped = False
        self.is_resting = False
        """Whether it was left at rest instead."""
        self.computed = 0.0
        """Seconds of the processor that it has used while it was left at rest."""
        self._is_limited = settings.sandbox.level != "none"
        self._memory = settings.sandbox.memory if self._is_limited else None
        self.next_look = perf_counter() + LOOK
        self.exit = os.pidfd_open(self.popen.pid) if hasattr(os, "pidfd_open") else None
        """A descriptor that becomes readable when the program has left, where there are such."""
        self._call: int | None = None
        if can_see():
            with contextlib.suppress(OSError):  # it has left already
                self._call = os.open(f"/proc/{self.pid}/syscall", os.O_RDONLY)
        self._rest = self._new_rest(settings.command)
        _alive.add(self)

    def _new_rest(self, command: tuple[str, ...]) -> Rest | None:
        """None where it cannot be certain that the program is at rest."""
        if self._has_init and self.popen.stdin:
            with contextlib.suppress(OSError):  # it has left, or the system does not tell enough
                return Rest(command, self.pid, self.popen.pid, self._group)
        return None

    def file(self, name: str, most: int) -> bytes:
        """The last bytes, no more than `most`, of a file that it has written into its folder for
        temporary files; none where there is no such plain file."""
        with contextlib.suppress(OSError):
            path = os.path.join(self._scratch, name)
            descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW)
            with open(descriptor, "rb") as file:
                status = os.fstat(descriptor)
                if stat.S_ISREG(status.st_mode):
                    file.seek(max(0, status.st_size - most))
                    return file.read(most)
        return b""

    def stop(self, *, settles: bool = True) -> None:
        """Takes the processor away from the whole group until `resume`. Where we can see it, it may
        first say what it still has to say, or that would be taken for its next answer, unless
        nothing can be mistaken so: `settles`."""
        if self.is_resting:
            self._wake()
        if not self.stopped:
            if settles:
                self.comes_to_rest_within(SETTLING)
            self._set_running(False)
            self.stopped = True

    def let_rest(self, output: int) -> None:
        """Leaves it as it is where it is certain that it cannot compute and has said no more to
        this descriptor, and else stops it. Who calls this sees to it that it is stopped all the
        same when `rest.LONGEST` is over."""
        if self._rest and self._rest.begin(output):
            self.is_resting = True
        else:
            self.stop()

    def end_rest(self) -> None:
        """Stops it where it was left at rest."""
        if self.is_resting:
            self.stop(settles=False)

    @property
    def clock(self) -> float | None:
        """Seconds of processor time of its first process, where it rests and they are known."""
        return self._rest.processor if self._rest and self.is_resting else None

    def _wake(self) -> None:
        assert self._rest
        self.is_resting = False
        self.computed += self._rest.end()

    def resume(self) -> None:
        """Gives the processor back to the whole group."""
        if self.is_resting:
            self._wake()
        elif self.stopped:
            self._set_running(True)
            self.stopped = False

    def _set_running(self, running: bool) -> None:
        """Stops or continues all that the program has started, in one act where the system has
        one."""
        if self._group:
            (self._group.thaw if running else self._group.freeze)()
        elif self._has_init and isinstance(self.popen, Spawned):
            self.popen.tell_init(b"C" if running else b"S")
        else:
            number = signal.SIGCONT if running else signal.SIGSTOP
            self._signal(number)
            for pid in descendants(self.pid) if self._is_limited else ():
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, number)

    def family(self) -> list[int]:
        """The ids of all its processes."""
        return [self.popen.pid, *descendants(self.popen.pid)]

    def comes_to_rest_within(self, seconds: float) -> None:
        """Returns when the program waits for its input or has left, where we can see that, and
        after so many seconds in any case; where we cannot see, at once."""
        if self._call is None:
            return
        begun = perf_counter()
        while not at_rest(self.pid, self._call) and (waited := perf_counter() - begun) < seconds:
            if waited < SETTLING:
                os.sched_yield()
            elif self.leaves_within(0.001):  # a pause, for they may have one core
                return

    def look(self) -> None:
        """Looks at the program's memory, and says in `next_look` when to look again. Raises Fault
        when it has more than it may."""
        self.next_look = perf_counter() + LOOK
        if self._memory is not None and (used := self.usage.memory_beyond(self._memory)):
            has, most = (-(-size // MB) for size in (used, self._memory))
            raise Fault(
                Termination.TOO_MUCH_MEMORY,
                f"has {has} MB in memory, of {most} MB that `memory` gives it",
            )

    def leaves_within(self, seconds: float) -> bool:
        """Whether the program has left by then. It is not reaped where that can be avoided, so
        that its group's number stays its own."""
        if self.popen.returncode is not None:
            return True
        if self._has_init and self._is_gone():
            seconds = max(seconds, LEAVING)
        if self.exit is None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.popen.wait(seconds)
            return self.popen.returncode is not None
        waiter = poll()
        waiter.register(self.exit, POLLIN)
        return bool(waiter.poll(seconds * 1000))

    def kill(self) -> None:
        """Ends the group, and the descendants that have left the group. May be called twice."""
        if self not in _alive:
            return
        self._kill()
        self.popen.wait()
        self._bonds.loosen()
        for descriptor in (self.exit, self._call):
            if descriptor is not None:
                os.close(descriptor)
        self.exit = self._call = None
        if self._rest:
            self._rest.close()
        _alive.discard(self)
        temporary_folders.give_back(self._scratch)

    def _is_gone(self) -> bool:
        """Whether its first process is no more; its init has then but to see that."""
        if self._call is None:
            return not os.path.exists(f"/proc/{self.pid}")
        try:
            os.pread(self._call, 1, 0)
        except ProcessLookupError:
            return True
        return False

    def left_orderly(self) -> bool:
        """Whether it has left with exit code 0, once it has left; its group's number stays its
        own."""
        if self._has_init or self.popen.returncode is not None:
            return bool(self.popen.wait() == 0)
        try:
            seen = os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG)
        except ChildProcessError:  # somebody else has counted it
            return False
        return seen is not None and seen.si_code == os.CLD_EXITED and seen.si_status == 0

    def exit_status(self) -> int:
        """The exit code, or minus the number of a signal, once the program has left."""
        return self.popen.wait()

    def how_it_ended(self) -> str:
        """`exit code 3` or `signal SIGSEGV`, once the program has left."""
        code = self.exit_status()
        if code >= 0:
            return f"exit code {code}"
        try:
            name = signal.Signals(-code).name
        except ValueError:  # one of the real-time signals between the first and the last
            name = str(-code)
        return f"signal {name}{SIGNALS.get(name, '')}"

    def _kill(self) -> None:
        if self._has_init:  # with which the system ends all the rest
            with contextlib.suppress(ProcessLookupError):
                if self.popen.returncode is None:
                    os.kill(self.popen.pid, signal.SIGKILL)
            return
        if self._group:
            self._group.kill()
        strays = list(descendants(self.pid))
        self._signal(signal.SIGKILL)
        if self.popen.returncode is None:
            strays.append(self.pid)  # it may have left its group, and others be in there
        for pid in strays:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)

    def _signal(self, number: signal.Signals) -> None:
        try:
            os.killpg(self.pid, number)
        except (ProcessLookupError, PermissionError):
            # It has left, which is noticed where it matters; or it has gone to another group.
            if self.popen.returncode is None:
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.kill(self.pid, number)


def kill_all() -> None:
    """Ends every program that this process has started, the last act of a process that must leave
    at once. It waits for none, so that a signal handler can call it in the midst of a wait."""
    for process in list(_alive):
        process._kill()
