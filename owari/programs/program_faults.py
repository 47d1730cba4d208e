"""The faults of programs in the words that their authors can act on."""

from __future__ import annotations

import os
import re
import select
import signal
import threading
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from typing import Any, TypeVar

from owari.players.player import Cause, Clock, Fault, TimeControl
from owari.programs.dialogues.dialogue import Dialogue
from owari.programs.sandbox.program_settings import ProgramSettings
from owari.programs.sandbox.sandbox import dead_links
from owari.programs.transports.program_output import excerpt, place_of_error
from owari.programs.transports.transports import Transport
from owari.records.record import Termination
from owari.text.durations import seconds_text

R = TypeVar("R")

READING = 5.0
"""Seconds of the processor for reading what a program has written at once."""
READING_APART = 60.0
"""Seconds for the same, by the clock, in a copy of this process."""
LEAVING = 2.0
"""Seconds from the end of its output to the end of the program itself."""
MB = 1024 * 1024
NOT_FOUND = 127
"""The exit code of a shell, and of `env`, for a program that it does not find."""
MOST_LINKS = 3
"""That a sentence names."""
_CAUSES = {
    Cause.OUT_OF_MEMORY: re.compile(
        r"MemoryError|bad_alloc|OutOfMemory|out of memory|cannot allocate memory|heap space"
        # A Java machine that starts, and Rust.
        r"|insufficient memory|reserve enough space|commit_memory|memory allocation .*failed",
        re.I,
    ),
    Cause.FILE_TOO_LARGE: re.compile(r"File too large"),
    Cause.MISSING_FILE: re.compile(
        r"No module named|Cannot find module|ClassNotFoundException|NoClassDefFoundError"
        r"|error while loading shared libraries"
    ),
}
"""What programs of several languages say when a sandbox stops them."""
_MISSES_FILE = re.compile(
    r"no such file|not found|cannot (?:open|find)|can't open|FileNotFound|ENOENT|denied", re.I
)
_NO_READLINE = re.compile(r"readline is not defined")


class _TakesLong(BaseException):
    """Nothing that reads catches it."""


def _break_off(number: int, frame: FrameType | None) -> None:
    raise _TakesLong


def read_within_reason(read: Callable[[], R]) -> R:
    """What `read` returns. Raises Fault where that takes more than READING seconds: a regular
    expression can try ways without number, as `(a+)+b` does, and a program that knows one could
    hold up its referee."""
    if threading.current_thread() is not threading.main_thread():
        if not _ends_in_a_copy(read):
            raise _hard_to_read()
        return read()
    signal.signal(signal.SIGVTALRM, _break_off)
    signal.setitimer(signal.ITIMER_VIRTUAL, READING)
    try:
        return read()
    except _TakesLong:
        raise _hard_to_read() from None
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0.0)


def _ends_in_a_copy(read: Callable[[], object]) -> bool:
    """Whether `read` ends in time. A copy of this process tries it first, which its timer ends: a
    signal reaches the main thread alone, and there nothing runs while another one searches."""
    ours, theirs = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            signal.signal(signal.SIGVTALRM, signal.SIG_DFL)
            signal.setitimer(signal.ITIMER_VIRTUAL, READING)
            read()
        finally:
            os._exit(0)
    os.close(theirs)
    end = select.poll()
    end.register(ours)
    has_ended = bool(end.poll(READING_APART * 1000))
    os.close(ours)
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)
    try:
        _, status = os.waitpid(pid, 0)
    except ChildProcessError:  # somebody else of this process has seen its end
        return has_ended
    return has_ended and not (os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGVTALRM)


def _hard_to_read() -> Fault:
    return Fault(
        Termination.UNREADABLE,
        f"wrote what takes the referee more than {READING:g} s of processor time to read: a"
        " regular expression among its keys may try too many ways",
    )


def crash(transport: Transport, dialogue: Dialogue[Any], settings: ProgramSettings) -> Fault:
    """The fault of a program that has left, or whose output has ended. Raises Held where it may
    be another's."""
    process, sandbox = transport.process, settings.sandbox
    left = process.leaves_within(LEAVING)
    if left:
        process.check_memory()
    how = f"left with {process.how_it_ended()}" if left else transport.closed
    words = said(transport, dialogue)
    output = words + transport.error_output()
    if lacks_readline(output):
        return Fault(Termination.CRASHED, how + words, Cause.NO_READLINE)
    cause = None
    if sandbox.level != "none":
        found = (cause for cause, pattern in _CAUSES.items() if pattern.search(output))
        too_large = left and process.exit_status() == -signal.SIGXFSZ
        cause = Cause.FILE_TOO_LARGE if too_large else next(found, None)
        if cause is None and left and process.exit_status() == NOT_FOUND:
            cause = Cause.MISSING_PROGRAM
    if cause is Cause.OUT_OF_MEMORY:
        words += f"; it ran out of memory, of which `memory` gives it {sandbox.memory // MB} MB"
    elif _may_miss_a_file(transport.error_output()) and (links := dead_links(settings)):
        cause = cause or Cause.MISSING_FILE
        more = f" and {len(links) - MOST_LINKS} more" if len(links) > MOST_LINKS else ""
        shown = ", ".join(links[:MOST_LINKS])
        words += f"; the sandbox hides where links in its folder lead: {shown}{more}"
    return Fault(Termination.CRASHED, how + words, cause)


def _may_miss_a_file(errors: str) -> bool:
    """Whether a program that has left with these words, or without any, may lack a file."""
    known = (_CAUSES[Cause.MISSING_FILE], _MISSES_FILE)
    return not errors.strip() or any(pattern.search(errors) for pattern in known)


def lacks_readline(output: str) -> bool:
    """Whether the output of a JavaScript program says that it needs CodinGame's `readline`."""
    return bool(_NO_READLINE.search(output))


def said(transport: Transport, dialogue: Dialogue[Any]) -> str:
    """Clauses on what a program said last, for the end of a sentence."""
    words = transport.remark() or dialogue.last_words()
    output = transport.error_output()
    errors = excerpt(output)
    return (f"; {words}" if words else "") + (
        f"; its error output ends {errors!r}{place_of_error(output)}" if errors else ""
    )


def while_starting(fault: Fault, times: TimeControl) -> Fault:
    """The same fault as the reason for not having started."""
    if fault.kind is Termination.TIMED_OUT:
        hint = str(fault) or "; does it flush its output after each line?"
        late = f"was not ready within {times.start_limit:g} s"
        return Fault(Termination.DID_NOT_START, late + hint, Cause.LATE, bare=late)
    if fault.kind is Termination.CRASHED:
        sentence = f"{fault}, before it was ready"
        return Fault(Termination.DID_NOT_START, sentence, fault.cause)
    return fault


def too_late(clock: Clock, left: float, times: TimeControl) -> str:
    """The clause on a program that has not moved in time, of which this was left."""
    of_what = times.of_what(clock) if left == clock.left else ""
    if left == clock.game:
        rest = f" left{of_what}" if of_what else ""
        return f"used up its time for the game: it had {seconds_text(left)}{rest}"
    if of_what:
        return f"did not move within the {seconds_text(left)} left{of_what}"
    return f"did not move within {seconds_text(left)}"
