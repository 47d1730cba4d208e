"""What a program can be heard to say: some bytes, or a silence that means something."""

from __future__ import annotations

from enum import Enum

__all__ = ["Heard", "Silence"]


class Silence(Enum):
    WAITING = "waiting"
    """The program is blocked until something is typed."""
    QUIET = "quiet"
    """It has said nothing for a while, and nobody can tell why."""
    CLOSED = "closed"
    """Its output has ended."""
    TIME = "time"
    """The deadline has passed."""


Heard = bytes | Silence
