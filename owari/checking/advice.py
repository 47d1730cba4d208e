"""What the author of a program can do about each of its faults, in a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from owari.players.player import Cause
from owari.programs.protocol_spec import ProtocolSpec
from owari.records.record import Termination

__all__ = ["FLUSH", "advice"]

FLUSH = (
    "flush standard output after each line, because it keeps its output in a buffer: fflush(stdout)"
    " in C, std::endl in C++, flush=True in Python, System.out.flush() in Java"
)

_GENERAL: Mapping[Enum, str] = {
    Cause.OUT_OF_MEMORY: "make its tables smaller, or set a larger `memory`",
    Cause.FILE_TOO_LARGE: "write smaller files, or set a larger `file-size`",
    Cause.MISSING_FILE: "keep all that it needs in its own folder; a sandbox hides the folders"
    " beside it, unless a setting names them, as `environment: {{PYTHONPATH: ../shared}}`",
    Termination.DID_NOT_START: "start it by hand in its folder and read its output",
    Termination.CRASHED: "play the game that --explain shows by hand, and find out why it ends",
    Termination.TIMED_OUT: "look less far ahead, or stop when the time is over; if it has answered,"
    " flush standard output after each line",
    Termination.ILLEGAL_MOVE: "compare its board with the position above: it may treat {mistakes}"
    " differently",
    Termination.TOO_MUCH_OUTPUT: "write nothing but moves to standard output, one on each line",
    Termination.TOO_MUCH_MEMORY: "make its tables smaller, or set a larger `memory`",
    Termination.BOARD_DIFFERS: "compare its board with the referee's: it may treat {mistakes}"
    " differently",
    Termination.COMPUTED: "compute only between a request and its answer, in its own processes",
}


def advice(
    kind: Termination, cause: Cause | None, protocol: ProtocolSpec, *, cell: str, mistakes: str
) -> str:
    """What to change after a fault of this kind. The most exact reason decides, and the
    protocol's own advice comes first.

    `cell` is what a move names; `mistakes` are what programs of the family often get wrong.
    """
    for reason in (cause, kind):
        for sentences in (protocol.advice, _GENERAL):
            if reason and reason in sentences:
                return sentences[reason].format(cell=cell, mistakes=mistakes)
    return "read with --explain what it was asked and what it answered"
