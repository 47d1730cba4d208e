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
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from select import POLLIN, poll
from time import perf_counter

from owari.players.player import Fault
from owari.programs.processes.opponent_time import SETTLING, Rest
from owari.programs.processes.process_states import at_rest, can_see, descendants, stillness, tracer
from owari.programs.processes.usage import Usage, endings_for_memory
from owari.programs.sandbox import sandbox, temporary_folders
from owari.programs.sandbox.budgets import excess, shortages
from owari.programs.sandbox.child_process import Child, Held, Spawned
from owari.programs.sandbox.file_view import interpreter_words
from owari.programs.sandbox.isolation import Call
from owari.programs.sandbox.program_settings import ProgramSettings
from owari.records.record import Termination
from owari.text.printable import escaped

ENDING = 10.0
"""Seconds, at the most, from the signal that ends a program to its end: the system takes a while to
give back what a program holds."""
TRACED_ENDING = 1.0
"""The same of one that another process traces: it may never end."""
LEAVING = 1.0
"""Seconds, at the most, from the end of a program to that of its init."""
LOOK = 0.05
"""Seconds between two looks at the memory of a program."""

CANNOT_RUN = (errno.ENOENT, errno.EACCES, errno.ENOTDIR, errno.ENOEXEC, errno.ELOOP)
"""Why a program cannot be started, by its own fault."""
MB = 1024 * 1024

SIGNALS = {
    "SIGXFSZ": " (it wrote a file larger than it may)",
    "SIGSYS": " (it is a program for another kind of processor, which its sandbox does not run)",
}
"""What a signal's name leaves open."""

_alive: set[Process] = set()
"""Every program that this process has started and not ended."""
_left_behind: list[Child] = []
"""Those that could not be ended: another process traces them, or the system holds them."""
on_look: Callable[[], None] | None = None
"""Is called now and then while this process waits for a program, as its sign of life."""


class Process:
    """One run of a program."""

    _too_much: Fault | None = None
    """What it was seen to have more of than it may."""
    _was_continued = False

    def __init__(
        self,
        settings: ProgramSettings,
        *,
        stdin: int,
        stdout: int,
        stderr: int,
        environment: Mapping[str, str],
        files: Mapping[str, bytes] | None = None,
        call: Call | None = None,
    ) -> None:
        """Starts it in its directory; where there are `files`, in its folder for temporary files,
        in which they lie. It may make the `call`. Raises Fault when the program cannot be run, and
        OSError when the machine has run out of something."""
        self._is_limited = settings.sandbox.level != "none"
        self._is_apart = sandbox.is_counted_apart(settings.sandbox)
        _missing_before(self._is_apart)
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
                call=call,
            )
        except BaseException as error:
            temporary_folders.give_back(self._scratch)
            if isinstance(error, OSError) and error.errno in CANNOT_RUN:
                why = _why_not_run(error, settings.command[0])
                raise Fault(Termination.DID_NOT_START, f"did not start: {why}") from None
            raise
        self._group = self._bonds.group
        self._has_init = isinstance(self.popen, Spawned) and self.popen.has_init
        self._in_namespaces = isinstance(self.popen, Spawned) and self.popen.in_namespaces
        self.pid = (
            next(descendants(self.popen.pid), self.popen.pid) if self._has_init else self.popen.pid
        )
        """The program's own first process."""
        self.usage = self._new_usage()
        self._endings_for_memory = endings_for_memory()
        self.stopped = False
        self.is_resting = False
        """Whether it was left at rest instead."""
        self.computed = 0.0
        """Seconds of the processor that it has used while it was left at rest."""
        self._memory = settings.sandbox.memory if self._is_limited else None
        self.next_look = perf_counter() + LOOK
        self.exit = os.pidfd_open(self.popen.pid) if hasattr(os, "pidfd_open") else None
        """A descriptor that becomes readable when the program has left, where there are such."""
        self._call = self._open_call()
        self._rest = self._new_rest(settings.command)
        _alive.add(self)

    def _open_call(self) -> int | None:
        """Where it is told which system call it is in."""
        if can_see():
            with contextlib.suppress(OSError):  # it has left already
                return os.open(f"/proc/{self.pid}/syscall", os.O_RDONLY)
        return None

    def _new_usage(self) -> Usage:
        places = self._bonds.isolation.in_memory if self._bonds.isolation else ()
        init = self.popen.pid if self._has_init else None
        return Usage(self.pid, self._group, init, places)

    def _new_rest(self, command: tuple[str, ...]) -> Rest | None:
        """None where it cannot be certain that the program is at rest."""
        if self._in_namespaces and self.popen.stdin:
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
            self._was_continued = True

    def _set_running(self, running: bool) -> None:
        """Stops or continues all that the program has started, in one act where the system has
        one."""
        if self._group:
            (self._group.thaw if running else self._group.freeze)()
        elif not (
            self._has_init
            and isinstance(self.popen, Spawned)
            and self.popen.tell_init(b"C" if running else b"S")
        ):
            number = signal.SIGCONT if running else signal.SIGSTOP
            self._signal(number)
            for pid in descendants(self.pid) if self._is_limited else ():
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, number)

    def _stop_again(self) -> None:
        """Stops it once more where it may have been continued and no init sees to that."""
        if self.stopped and not (self._group or self._has_init):
            self._set_running(False)

    def _continue_again(self) -> None:
        """Continues what came to be while the program was continued. Linux hands a signal to stop
        that meets a fork on to the child, and does not take it back where the signal to continue
        comes before the child does (kernel/signal.c: `delayed`, which a signal that is ignored by
        default never reaches)."""
        if self._was_continued and not (self.stopped or self.is_resting or self._group):
            self._set_running(True)

    def check_free(self) -> None:
        """Raises Held where a process that does not belong to the program traces a part of it: it
        stands still then, or its end is seen by nobody."""
        own = self.family()
        for pid in own:
            by = tracer(pid)
            if by and by not in own:
                raise Held(f"process {by} traces process {pid}")

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

    def is_still_within(self, seconds: float) -> None:
        """Returns when all of the program waits for others, whatever it is that it awaits, where we
        can see that, and after so many seconds in any case."""
        if not can_see():
            self.leaves_within(seconds)
            return
        begun = perf_counter()
        seen = None
        while (waited := perf_counter() - begun) < seconds:
            before, seen = seen, stillness(self.pid)
            if seen is not None:
                if seen == before:
                    return
            elif waited < SETTLING:
                os.sched_yield()
            elif self.leaves_within(0.001):  # a pause, for they may have one core
                return

    def look(self) -> None:
        """Looks at the program's memory and at what else it holds, and says in `next_look` when to
        look again. Raises Fault when it has more than it may, or had on its opponent's turn: those
        that run meanwhile are looked at too."""
        if on_look:
            on_look()
        begun = perf_counter()
        for each in _alive:
            each._stop_again()
            if each is self or not (each.stopped or each.is_resting):
                each._continue_again()
                each._too_much = each._too_much or each._excess()
        self.next_look = begun + LOOK  # it may have taken more while a long look counted
        if self._too_much:
            raise self._too_much

    def _excess(self) -> Fault | None:
        """The fault of having more than it may."""
        if self._memory is None:
            return None
        members = [*self.usage.members()]
        if used := self.usage.memory_beyond(self._memory, members):
            has, most = (-(-size // MB) for size in (used, self._memory))
            return Fault(
                Termination.TOO_MUCH_MEMORY,
                f"has {has} MB in memory, of {most} MB that `memory` gives it",
            )
        held = excess(members)
        return Fault(Termination.TOO_MUCH_SHARED, held) if held else None

    def excess(self) -> str:
        """A clause on what it holds more of than its part, or was seen to hold, where it is held to
        that; else empty."""
        if self._too_much and self._too_much.kind is Termination.TOO_MUCH_SHARED:
            return str(self._too_much)
        return excess(self.usage.members()) if self._is_limited else ""

    def check_shares(self) -> None:
        """Raises Held where programs cannot have any more of something that they could have when
        the first one of this process began."""
        if self._is_limited:
            missing = shortages(is_apart=self._is_apart) - _missing_before(self._is_apart)
            if missing:
                raise Held(f"all {' and '.join(sorted(missing))} of this machine are in use")

    def leaves_within(self, seconds: float) -> bool:
        """Whether the program has left by then. It is not reaped where that can be avoided, so
        that its group's number stays its own."""
        if self.popen.returncode is not None:
            return True
        if self._has_init and self._is_gone():
            seconds = max(seconds, LEAVING)
        if self.exit is None:
            return self._reap(seconds) is not None
        waiter = poll()
        waiter.register(self.exit, POLLIN)
        return bool(waiter.poll(seconds * 1000))

    def _reap(self, seconds: float) -> int | None:
        """Its exit code, as `exit_status` has it; None where it cannot be had within the
        seconds."""
        begun = perf_counter()
        if self.exit is not None and self.popen.returncode is None:
            waiter = poll()
            waiter.register(self.exit, POLLIN)
            waiter.poll(seconds * 1000)
        with contextlib.suppress(subprocess.TimeoutExpired):
            return self.popen.wait(max(0.0, begun + seconds - perf_counter()))
        return None

    def kill(self) -> None:
        """Ends the group, and the descendants that have left the group. May be called twice. What
        does not end is `left_behind`."""
        if self not in _alive:
            return
        self._kill()
        if not self._ends():
            _left_behind.append(self.popen)
        elif (
            isinstance(self.popen, Spawned)
            and self._has_init
            and not (self._in_namespaces or self.popen.is_told)
        ):
            self._signal(signal.SIGKILL)  # somebody has killed its init
        self._bonds.loosen()
        for descriptor in (self.exit, self._call):
            if descriptor is not None:
                os.close(descriptor)
        self.exit = self._call = None
        if self._rest:
            self._rest.close()
        self.usage.close()
        _alive.discard(self)
        temporary_folders.give_back(self._scratch)

    def _ends(self) -> bool:
        """Whether it has ended, once it was killed."""
        last = perf_counter() + ENDING
        while self._reap(TRACED_ENDING) is None:
            if on_look:
                on_look()
            if perf_counter() > last or any(map(tracer, self.family())):
                return False
        return True

    def _is_gone(self) -> bool:
        """Whether its first process is no more; its init has then but to see that."""
        if self._call is None:
            return not os.path.exists(f"/proc/{self.pid}")
        try:
            os.pread(self._call, 1, 0)
        except ProcessLookupError:
            return True
        except PermissionError:  # it hides what it does
            return False
        return False

    def left_orderly(self) -> bool:
        """Whether it has left with exit code 0, once it has left; its group's number stays its
        own."""
        if self._has_init or self.popen.returncode is not None:
            return self._reap(LEAVING) == 0
        try:
            seen = os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG)
        except ChildProcessError:  # somebody else has counted it
            return False
        return seen is not None and seen.si_code == os.CLD_EXITED and seen.si_status == 0

    def exit_status(self) -> int | None:
        """The exit code, or minus the number of a signal, once the program has left. None where
        another process keeps it, which traces the program."""
        return self._reap(LEAVING)

    def check_memory(self) -> None:
        """Raises Held where the program was killed, perhaps by the system: it has ended processes
        since the program began, as the machine had run out of memory. Where a control group counts
        memory it tells whether the program was among them, and a Fault is raised where it had more
        than its own limit; elsewhere that has been found by then."""
        if self.exit_status() != -signal.SIGKILL:
            return
        endings = self._group.endings_for_memory() if self._group else None
        if endings and endings.ended and endings.is_own_limit:
            most = -(-(self._memory or 0) // MB)
            raise Fault(
                Termination.TOO_MUCH_MEMORY,
                "was ended by the system, as it had more in memory than the"
                f" {most} MB that `memory` gives it",
            )
        ended = endings.ended if endings else endings_for_memory() - self._endings_for_memory
        if ended > 0:
            raise Held("it was killed, and the machine had run out of memory")

    def how_it_ended(self) -> str:
        """`exit code 3` or `signal SIGSEGV`, once the program has left."""
        code = self.exit_status()
        if code is None:
            return f"an exit code that is not known, as process {tracer(self.pid)} traces it"
        if code >= 0:
            return f"exit code {code}"
        try:
            name = signal.Signals(-code).name
        except ValueError:  # one of the real-time signals between the first and the last
            name = str(-code)
        return f"signal {name}{SIGNALS.get(name, '')}"

    def _kill(self) -> None:
        if self._in_namespaces:  # with its init the system ends all the rest
            with contextlib.suppress(ProcessLookupError, PermissionError):
                if self.popen.returncode is None:
                    os.kill(self.popen.pid, signal.SIGKILL)
            return
        if self._group:
            self._group.kill()
        if isinstance(self.popen, Spawned) and self.popen.has_init:
            self.popen.end_by_init()
            return
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


@cache
def _missing_before(is_apart: bool) -> frozenset[str]:
    """What this machine lacked when the first program began."""
    return shortages(is_apart=is_apart)


def _why_not_run(error: OSError, program: str) -> str:
    """A clause on why the system cannot run a program, or what the first line of it names."""
    what = os.strerror(error.errno or 0).lower()
    interpreter = ""
    with contextlib.suppress(OSError):
        if error.filename == program and os.access(program, os.X_OK):
            interpreter = next(iter(interpreter_words(Path(program))), "")
    if not interpreter:
        return f"{error.filename}: {what}"
    ends = "; save it with the line ends of Unix" if interpreter.endswith("\r") else ""
    name, shown = escaped(os.path.basename(program)), escaped(interpreter)
    return (
        f"the first line of {name} names the interpreter {shown}, which cannot be run: {what}{ends}"
    )


def left_behind() -> list[int]:
    """The ids of processes that were to end and have not yet: another process traces them, or the
    system does not let them go."""
    for child in list(_left_behind):
        with contextlib.suppress(subprocess.TimeoutExpired):
            child.wait(0.0)
            _left_behind.remove(child)
    return [child.pid for child in _left_behind]


def kill_all() -> None:
    """Ends every program that this process has started, the last act of a process that must leave
    at once. It waits for none, so that a signal handler can call it in the midst of a wait."""
    for process in list(_alive):
        process._kill()
