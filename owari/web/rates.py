"""How many requests a client may send in a while."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

__all__ = ["Rate"]

MOST_CLIENTS = 2048
"""So many clients are remembered; those that were silent longest are forgotten first."""


class Rate:
    """So many requests at once, and so many a second after them, for each client."""

    def __init__(
        self, burst: float, a_second: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._burst = burst
        self._a_second = a_second
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        """What each client may still send, and when that was so."""

    def allows(self, client: str) -> bool:
        """Whether this client may send one more request now."""
        now = self._clock()
        left, then = self._left.pop(client, (self._burst, now))
        left = min(self._burst, left + (now - then) * self._a_second)
        allowed = left >= 1
        self._left[client] = (left - allowed, now)
        if len(self._left) > MOST_CLIENTS:
            self._left.popitem(last=False)
        return allowed
