"""What the foot of a table says of slow machines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from owari.results.machines import SlowMachine
from owari.text.printable import plain

__all__ = ["machine_notes"]


def machine_notes(machines: Iterable[SlowMachine]) -> Iterator[str]:
    """A sentence on each slow machine."""
    for host, times, fastest, games in machines:
        count = "1 game was" if games == 1 else f"{games} games were"
        yield plain(
            f"{count} played on {host}, a slow machine: {fastest} is {times:.1f} times as fast."
        )
