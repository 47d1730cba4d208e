"""What a program says: some bytes, or a silence that means something."""

from __future__ import annotations

from enum import Enum
from typing import Protocol

__all__ = ["Heard", "Listener", "Silence"]


class Silence(Enum):
    """The silence of a program."""

    WAITING = "waiting"
    """The program is blocked until something is typed."""
    QUIET = "quiet"
    """It has said nothing for a while, and nobody can tell why."""
    CLOSED = "closed"
    """Its output has ended."""
    TIME = "time"
    """The deadline has passed."""


Heard = bytes | Silence


class Listener(Protocol):
    """Whoever is told of all that passes between the referee and a program."""

    def sent(self, data: bytes) -> None:
        """Input of the program."""

    def heard(self, data: bytes) -> None:
        """Output of the program."""

    def errors(self, data: bytes) -> None:
        """Error output of the program."""

    def ended(self, how: str, status: int | None) -> None:
        """The program `left with exit code 0`, or `was ended`. `status` is its exit code or minus
        the number of a signal; None where it was ended."""
