"""What a worker of dask and its agent say to each other over a `Line`.

The worker sends a Setup, and the agent answers with its Machine when it is ready. Then the worker
sends (place, messages): a place has one slot. A message is a game or CONFIRMED, as slots get it, an
Archive, or End. The agent answers (place, reply): the message of the slot, its Death, Wanted, or
End. Each second it says (0, ALIVE).
"""

from __future__ import annotations

import os
import socket
from pathlib import Path
from typing import NamedTuple

from owari.records.record import Machine
from owari.tournament.run.message_line import Line

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


class End(NamedTuple):
    """The game with this number is to end without a result; and the answer, when it has."""

    game: int


def line_of_agent() -> Line:
    """The line to the worker, which is the standard input of an agent as it starts."""
    end = socket.socket(fileno=os.dup(0))
    end.set_inheritable(False)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    return Line(end)
