"""The faults of programs in the words that their authors can act on."""

from __future__ import annotations

import re
import signal
from typing import Any

from owari.players.player import Cause, Clock, Fault, TimeControl
from owari.programs.dialogues.dialogue import Dialogue
from owari.programs.excerpts import excerpt, place_of_error
from owari.programs.program_settings import Sandbox
from owari.programs.transports import Transport
from owari.records.record import Termination

__all__ = ["LEAVING", "crash", "said", "too_late", "while_starting"]

LEAVING = 0.2
"""Seconds from the end of its output to the end of the program itself."""
MB = 1024 * 1024
_CAUSES = {
    Cause.OUT_OF_MEMORY: re.compile(
        r"MemoryError|bad_alloc|OutOfMemory|out of memory|cannot allocate memory|heap space", re.I
    ),
    Cause.FILE_TOO_LARGE: re.compile(r"File too large"),
    Cause.MISSING_FILE: re.compile(
        r"No module named|Cannot find module|ClassNotFoundException|NoClassDefFoundError"
        r"|error while loading shared libraries"
    ),
}
"""What programs of several languages say when a sandbox stops them."""


def crash(transport: Transport, dialogue: Dialogue[Any], sandbox: Sandbox) -> Fault:
    """The fault of a program that has left, or whose output has ended."""
    process = transport.process
    left = process.leaves_within(LEAVING)
    how = f"left with {process.how_it_ended()}" if left else transport.closed
    words = said(transport, dialogue)
    cause = None
    if sandbox.level != "none":
        output = words + transport.error_output()
        found = (cause for cause, pattern in _CAUSES.items() if pattern.search(output))
        too_large = left and process.exit_status() == -signal.SIGXFSZ
        cause = Cause.FILE_TOO_LARGE if too_large else next(found, None)
    if cause is Cause.OUT_OF_MEMORY:
        words += f"; it ran out of memory, of which `memory` gives it {sandbox.memory // MB} MB"
    return Fault(Termination.CRASHED, how + words, cause)


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
        sentence = f"was not ready within {times.start_limit:g} s{hint}"
        return Fault(Termination.DID_NOT_START, sentence, Cause.LATE)
    if fault.kind is Termination.CRASHED:
        sentence = f"{fault}, before it was ready"
        return Fault(Termination.DID_NOT_START, sentence, fault.cause)
    return fault


def too_late(clock: Clock, left: float | None) -> str:
    """The clause on a program that has not moved in time, of which this was left."""
    if clock.game is not None and clock.game == left:
        return f"used up its time for the game, of which {clock.game:.3g} s were left"
    return f"did not move within {left:.3g} s"
