"""Messages between processes of ours over a socket: the runner and its slots, and the agents of a
cluster. Each is a pickle behind a mark and its length.

A worker of dask sends its agent a Setup, and the agent answers with its Machine when it is ready.
Then the worker sends (place, messages): a place has one slot. A message is a game or CONFIRMED, as
slots get it, an Archive, or End. The agent answers (place, reply): the message of the slot, its
Death, Wanted, or End. Each second it says (0, ALIVE).
"""

from __future__ import annotations

import os
import pickle
import socket
from pathlib import Path
from typing import Any, NamedTuple

from owari.records.record import Machine

MARK = b"owari message "
"""Before each message, so that nothing else on the line is taken for one."""
LENGTH = 4
"""Bytes after the mark that hold the length of the message."""
CHUNK = 1 << 16
"""Bytes that one call reads."""


class Line:
    """One end of a conversation in whole messages."""

    def __init__(self, end: socket.socket) -> None:
        self.socket = end
        self._received = bytearray()

    def send(self, message: object) -> None:
        """Sends a message. Raises OSError when the other end is gone."""
        data = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
        self.socket.sendall(MARK + len(data).to_bytes(LENGTH) + data)

    def receive(self) -> Any:
        """Waits for the next message. Raises EOFError when the other end is gone, and ValueError
        for what is no message of ours."""
        while not (waiting := self.waiting()):
            self.read()
        return waiting[0]

    def arrivals(self) -> list[Any]:
        """Reads once and returns the messages that are complete. Raises EOFError and ValueError."""
        self.read()
        messages = []
        while waiting := self.waiting():
            messages += waiting
        return messages

    def waiting(self) -> list[Any]:
        """The next message, if it has arrived. Raises ValueError with a clause."""
        if not self._received.startswith(MARK[: len(self._received)]):
            raise ValueError("it sends what is no message")
        begin = len(MARK) + LENGTH
        end = begin + int.from_bytes(self._received[len(MARK) : begin])
        if len(self._received) < max(begin, end):
            return []
        try:
            message = pickle.loads(self._received[begin:end])
        except Exception as error:  # the bytes can be anything
            raise ValueError(f"it sends a message that cannot be read: {error}") from None
        del self._received[:end]
        return [message]

    def read(self) -> None:
        """Reads once; nothing where the socket does not block and nothing has come. Raises
        EOFError when the other end is gone."""
        try:
            data = self.socket.recv(CHUNK)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            raise EOFError
        self._received += data


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
