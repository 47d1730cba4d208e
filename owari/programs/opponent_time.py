"""What a program uses of the processor on its opponent's time, while it is to be stopped."""

from __future__ import annotations

import os
from time import perf_counter

from owari.players.player import Fault
from owari.programs.usage import TOO_SHORT, Usage
from owari.records.record import Termination

__all__ = ["TOLERATED", "TimeAway", "with_remark"]

LONG_TURN = 0.01
"""Seconds of an opponent's turn after which it is looked at what a program has used meanwhile."""
TOLERATED = 0.05
"""Seconds that it may have used in a game, since to stop takes a while."""
TOLERATED_SHARE = 0.05
"""The same as a part of the opponent's turns that were looked at, where that is more."""
CORES = os.cpu_count() or 1


class TimeAway:
    """Of one program in one game."""

    def __init__(self) -> None:
        self._time = 0.0
        """Seconds of the opponent's turns that were looked at."""
        self._used = 0.0
        """Seconds of the processor in them."""
        self._since = 0.0
        self._unseen = 0.0
        """Seconds of the program's own turns since its whole family was looked at: what its
        children have used in them comes up at the next look."""

    def begin(self, seconds: float) -> None:
        """The program is stopped, after a turn of its own that took these seconds."""
        self._since = perf_counter()
        self._unseen = 0.0 if seconds >= TOO_SHORT else self._unseen + seconds

    def end(self, usage: Usage) -> None:
        """It is about to be continued. Raises Fault where it has used more than is tolerated."""
        seconds = perf_counter() - self._since
        if seconds < LONG_TURN:
            return
        self._time += seconds
        self._used += max(0.0, usage.processor(seconds) - self._unseen * CORES)
        self._unseen = 0.0
        if self._used > max(TOLERATED, TOLERATED_SHARE * self._time):
            raise Fault(
                Termination.COMPUTED,
                f"used the processor for {self._used:.2g} s on its opponent's time, while it was"
                " stopped: a process of it had escaped that",
            )


def with_remark(comment: str, seconds: float) -> str:
    """What a program says of its move, and that it has computed so long while it was left at rest
    before."""
    remark = (
        f"used the processor for {seconds * 1000:.2g} ms on its opponent's time, and is stopped"
        " then from now on"
    )
    return f"{comment}; {remark}" if comment else remark
