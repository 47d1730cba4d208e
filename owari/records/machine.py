"""The machine that played a game, and how fast it is."""

from __future__ import annotations

import re
from typing import NamedTuple, Self

__all__ = ["Machine"]


class Machine(NamedTuple):
    """A machine; its text, `lab-07 142.3 M/s`, stands in records and in results."""

    host: str
    speed: float
    """Positions a second that the engine searches on one core."""

    def __str__(self) -> str:
        return f"{self.host} {self.speed / 1e6:.1f} M/s"

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """The machine of a text; None for any other text."""
        match = re.fullmatch(r"(\S+) (\d+\.\d) M/s", text)
        return cls(match[1], float(match[2]) * 1e6) if match else None
