"""A program that connects to us: the transport of protocols that are spoken over a socket.

We listen on a port of the loopback address, which only the program is told, and nobody but the
program and its children gets in: in a network of its own nobody else is there, elsewhere we look
whose connection it is.
"""

from __future__ import annotations

import contextlib
import socket
import subprocess
from collections.abc import Container
from select import POLLIN

from owari.players.player import Fault
from owari.programs.processes.process import Process
from owari.programs.sandbox import sandbox
from owari.programs.sandbox.program_settings import ProgramSettings
from owari.programs.sandbox.sandbox import LOOPBACK
from owari.programs.transports.program_output import Heard, Silence
from owari.programs.transports.transports import CHUNK, ConnectedTransport
from owari.records.record import Termination

CLOSING = 0.05
"""Seconds for a program to end what it has begun for a request that it has answered."""
QUICKACK = getattr(socket, "TCP_QUICKACK", None)
"""Linux: acknowledge at once. Many programs send a move in several small pieces, and their system
holds the next one back, 40 ms, for an acknowledgement of the last (RFC 896 and RFC 1122)."""


class SocketTransport(ConnectedTransport):
    """One connection, which the program makes when it likes to; what is sent before waits for it.

    Its standard output and error output are both taken for error output. Nothing is drained: what
    has come names the request that it answers, and half of a line is kept for the rest.
    """

    closed = "closed its connection"

    def __init__(self, settings: ProgramSettings, *, host: str, port: str) -> None:
        """`host` and `port` are the variables of its environment that say where we listen."""
        super().__init__()
        self._listener, call = sandbox.listen(settings.sandbox)
        self._port = call.port
        self._is_alone = call.network is not None
        self._variable = port
        self._connection: socket.socket | None = None
        self._pending = b""
        try:
            self.process = Process(
                settings,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                environment={host: LOOPBACK, port: str(call.port), "PYTHONUNBUFFERED": "1"},
                call=call,
            )
        except BaseException:
            self._listener.close()
            raise
        finally:
            if call.network:
                call.network.close()  # the program is in it now
        self._poll.register(self._listener, POLLIN)
        self._watch(self.process.popen.stdout)

    def _send(self, data: bytes) -> None:
        if self._connection is None:
            self._pending += data
            return
        try:
            sent = self._connection.send(data)
        except BlockingIOError:
            sent = 0
        except OSError:
            return  # it has hung up; what it said before still counts
        if sent < len(data):
            raise Fault(Termination.UNREADABLE, "does not read its connection")

    def _output(self, ready: Container[int]) -> Heard | None:
        if self._connection is None:
            if self._listener.fileno() not in ready:
                return None
            self._accept()
            return b""
        return (self._read() or Silence.CLOSED) if self._connection.fileno() in ready else None

    def settle(self) -> None:
        """Lets the program do what it still has to do. It waits for its connection and for its own
        threads and children, so it is settled when all of it waits."""
        self.process.is_still_within(CLOSING)

    def pause(self) -> None:
        """Stops the program once it has done what follows from the last that it was sent: what was
        stopped in the midst of that, and is ended later, would leave it locked."""
        self.settle()
        self.process.stop(settles=False)

    def end_input(self) -> None:
        """Closes our direction of the connection."""
        if self._connection:
            with contextlib.suppress(OSError):
                self._connection.shutdown(socket.SHUT_WR)

    def remark(self) -> str:
        """A clause where the program has never connected."""
        return "" if self._connection else f"it never connected to the port of {self._variable}"

    def _close(self) -> None:
        super()._close()
        self._listener.close()
        if self._connection:
            self._connection.close()

    def _read(self) -> bytes:
        assert self._connection
        try:
            data = self._connection.recv(CHUNK)
            self._acknowledge_at_once()
        except ConnectionError:
            return b""
        return data

    def _acknowledge_at_once(self) -> None:
        """The system falls back into its habit after a while, so this is said again and again."""
        if self._connection and QUICKACK is not None:
            self._connection.setsockopt(socket.IPPROTO_TCP, QUICKACK, 1)

    def _accept(self) -> None:
        """Takes the connection if it is the program's; nobody else gets in behind it."""
        try:
            connection, address = self._listener.accept()
        except OSError:
            return  # who wanted to has gone again
        if not (self._is_alone or self._is_its_own(address[1])):
            connection.close()
            return
        self._poll.unregister(self._listener)
        self._listener.close()
        connection.setblocking(False)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._poll.register(connection, POLLIN)
        self._connection = connection
        self._acknowledge_at_once()
        if self._pending:
            self._send(self._pending)
            self._pending = b""

    def _is_its_own(self, port: int) -> bool:
        """Whether the other end, at this port, belongs to the program or a child of it."""
        import psutil

        for pid in self.process.family():
            with contextlib.suppress(psutil.Error, OSError):
                for end in psutil.Process(pid).net_connections("tcp"):
                    if end.laddr.port == port and end.raddr and end.raddr.port == self._port:
                        return True
        return False
