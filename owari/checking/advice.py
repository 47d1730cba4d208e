"""What the author of a program can do about each of its faults, in a sentence."""

from __future__ import annotations

from owari.programs.dialogues.console.console_protocol import ConsoleProtocol
from owari.programs.dialogues.line import LineProtocol
from owari.programs.program_settings import ProgramSettings
from owari.records.record import Termination

__all__ = ["FLUSH", "advice"]

FLUSH = (
    "it keeps what it prints in a buffer: flush standard output after each line, with"
    " fflush(stdout) in C, std::endl in C++, flush=True in Python, System.out.flush() in Java"
)

_ALWAYS = {
    Termination.CRASHED: "play the game that --explain shows by hand, and mend where it ends",
    Termination.ILLEGAL_MOVE: "compare its board with the position told here: a capture, a long lap"
    " or a move of the other side is done otherwise in it",
    Termination.TOO_MUCH_OUTPUT: "write no more than its moves to standard output, each on a line",
    Termination.TOO_MUCH_MEMORY: "make its tables smaller, or ask for a larger `memory`",
    Termination.BOARD_DIFFERS: "compare its board with ours: a capture, a long lap or the end is"
    " done otherwise in it",
    Termination.COMPUTED: "compute only between a request and its answer, and in no process apart",
}
_OF_SQUARES = {
    Termination.ILLEGAL_MOVE: "compare its board with the position told here: a line of discs, a"
    " pass or a move of the other side is done otherwise in it",
    Termination.BOARD_DIFFERS: "compare its board with ours: a line of discs, a pass or the end is"
    " done otherwise in it",
}
_OTHER_ROW = "is South's, and North is to move"
"""How rules object to a pit that a program has named as if it were South."""
_FILE_TOO_LARGE = ("File too large", "SIGXFSZ")
"""How a program ends that has written more than it may."""
_OUT_OF_MEMORY = "ran out of memory"
"""The same of memory."""
_IN_TIME = (
    "look less far ahead, or stop when the time is over; if it had answered, flush standard output"
    " after each line"
)

_IN_TIME_OR_UNSEEN = (
    "look less far ahead, or stop when the time is over; if it was waiting for its input, say in"
    " `prompt` what it prints then"
)


def advice(
    kind: Termination, reason: str, settings: ProgramSettings, *, sowing: bool = True
) -> str:
    """What to change where a fault of this kind, told in this sentence, has ended a game, a
    `sowing` game or one of squares."""
    if not sowing and kind in _OF_SQUARES:
        return _OF_SQUARES[kind]
    if _OTHER_ROW in reason and isinstance(settings.protocol, LineProtocol):
        return (
            "name North's pits as the position has them, behind South's goal, or say `seat south`"
            " before the first `ready` to see every board as South does"
        )
    if kind is Termination.CRASHED and any(word in reason for word in _FILE_TOO_LARGE):
        return "write smaller files, or ask for a larger `file-size`"
    if kind is Termination.CRASHED and _OUT_OF_MEMORY in reason:
        return _ALWAYS[Termination.TOO_MUCH_MEMORY]
    if kind in _ALWAYS:
        return _ALWAYS[kind]
    match settings.protocol, kind:
        case LineProtocol(), Termination.DID_NOT_START:
            return (
                "start it by hand in its folder, type `owari 1` and then a `game` line: each is to"
                " be answered `ready`"
            )
        case LineProtocol(), Termination.UNREADABLE:
            return (
                f"answer `go` with a line that begins with a {'pit' if sowing else 'square'}; all"
                " else goes to standard error or behind a #"
            )
        case ConsoleProtocol(), Termination.TIMED_OUT:
            return _IN_TIME_OR_UNSEEN
        case ConsoleProtocol(), Termination.DID_NOT_START if "`start`" in reason:
            return "mend its `start`; --explain shows what it asks and what is typed"
        case ConsoleProtocol(), Termination.UNREADABLE:
            return (
                "see with --explain what it asked and what we made of it, and describe it with the"
                " keys of console programs; owari learn finds most of them"
            )
        case _, Termination.TIMED_OUT:
            return _IN_TIME
        case _, Termination.DID_NOT_START:
            return "start it by hand in its folder and see what it says"
    return "see with --explain what it was asked and what it said"
