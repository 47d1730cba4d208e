"""What a worker of dask and its agent say to each other over a `Line`.

The worker sends a Setup, and the agent answers with its Machine when it is ready. Then the worker
sends (place, messages): a place has one slot. A message is a game or CONFIRMED, as slots get it, or
an Archive. The agent answers (place, reply): the message of the slot, its Death, or Wanted. Each
second it says (0, ALIVE).
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from owari.records.record import Machine

ALIVE = "alive"
"""The sign of life of an agent."""


class Setup(NamedTuple):
    """What an agent has to know."""

    cores: tuple[tuple[int, ...], ...]
    """Of each slot."""
    cache: Path
    """The folder for the folders of bots."""
    machine: Machine | None
    """The machine, if it has been measured already."""


class Wanted(NamedTuple):
    """A game cannot begin before these folders are there."""

    names: tuple[str, ...]
