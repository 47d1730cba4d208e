"""What a worker of dask and its agent say to each other, and the line over which they do.

The worker sends a Setup, and the agent answers with its Machine when it is ready. Then the worker
sends (place, messages): a place has one slot. A message is a game or CONFIRMED, as slots get it, or
an Archive. The agent answers (place, reply): the message of the slot, its Death, or Wanted.
"""

from __future__ import annotations

import pickle
import socket
from pathlib import Path
from typing import Any, NamedTuple

from owari.records.machine import Machine

__all__ = ["Line", "Setup", "Wanted"]

LENGTH = 4
"""Bytes before each message that hold its length."""
CHUNK = 1 << 20
"""Bytes that one call reads."""


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


class Line:
    """One end of the conversation between a worker and its agent: whole messages."""

    def __init__(self, end: socket.socket) -> None:
        self.socket = end
        self._received = bytearray()

    def send(self, message: object) -> None:
        """Sends a message. Raises OSError when the other end is gone."""
        data = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
        self.socket.sendall(len(data).to_bytes(LENGTH) + data)

    def receive(self) -> Any:
        """Waits for the next message. Raises EOFError when the other end is gone."""
        while not (waiting := self.waiting()):
            self._read()
        return waiting[0]

    def arrivals(self) -> list[Any]:
        """Reads once and returns the messages that are complete. Raises EOFError."""
        self._read()
        messages = []
        while waiting := self.waiting():
            messages += waiting
        return messages

    def waiting(self) -> list[Any]:
        """The next message, if it has arrived."""
        length = int.from_bytes(self._received[:LENGTH]) + LENGTH
        if len(self._received) < max(length, LENGTH + 1):
            return []
        message = pickle.loads(self._received[LENGTH:length])
        del self._received[:length]
        return [message]

    def _read(self) -> None:
        try:
            data = self.socket.recv(CHUNK)
        except OSError:
            data = b""
        if not data:
            raise EOFError
        self._received += data
