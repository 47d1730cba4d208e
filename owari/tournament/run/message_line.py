"""Messages between processes of ours over a socket: the runner and its slots, and the agents of a
cluster. Each is a pickle behind a mark and its length."""

from __future__ import annotations

import pickle
import socket
from typing import Any

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
        """Reads once and returns the messages that are complete. Raises EOFError and
        ValueError."""
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
