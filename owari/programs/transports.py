"""How bytes get to a program and back: over pipes, or through a terminal of its own.

A transport has one deadline for each wait, which no output extends, and keeps no more of what it
reads than its caller takes. Deadlines are values of `time.perf_counter`.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
from abc import ABC, abstractmethod
from collections.abc import Callable, Container
from select import POLLIN, poll
from time import perf_counter
from typing import IO, Protocol

from owari.players.player import Fault
from owari.programs.process import LOOK, Process
from owari.programs.process_states import Activity, activity, can_see
from owari.programs.program_output import Heard, Silence
from owari.programs.program_settings import ProgramSettings
from owari.programs.tracebacks import FRAME
from owari.records.record import Termination

__all__ = [
    "CHUNK",
    "ConnectedTransport",
    "ErrorOutput",
    "PipeTransport",
    "TerminalTransport",
    "Transport",
    "ignore",
]

CHUNK = 65536
TAIL = 4096
"""Bytes of error output that are kept, the last ones."""


class Transport(Protocol):
    """The connection to one process of a program."""

    @property
    def process(self) -> Process:
        """The process, which must have started."""
        ...

    @property
    def closed(self) -> str:
        """What the program has done when nothing more can come from it."""
        ...

    on_errors: Callable[[bytes], None]
    """Is told of each piece of error output as it is read."""

    def send(self, data: bytes) -> None:
        """Hands bytes to the program. Raises Fault when it does not take them."""
        ...

    def receive(self, deadline: float) -> Heard:
        """The next output, or what its absence means."""
        ...

    def drain(self) -> bytes:
        """What there is to read at this moment."""
        ...

    def pause(self) -> None:
        """Stops the program; what it has said so far is not its next answer."""
        ...

    def end_input(self) -> None:
        """Nothing more will be sent."""
        ...

    def error_output(self) -> str:
        """The last of what it wrote to its error output."""
        ...

    def remark(self) -> str:
        """A clause on the way it is connected, for a fault; empty when there is nothing to say."""
        ...

    def close(self) -> None:
        """Ends the program, if need be by force."""
        ...


class ErrorOutput:
    """The error output of a program, read so that it never blocks; its last part is kept, without
    frames of Java."""

    def __init__(self, descriptor: int, waiter: poll, tell: Callable[[bytes], None]) -> None:
        """`waiter` is told of it until it ends, `tell` of each piece as it is read."""
        self.descriptor = descriptor
        self._waiter = waiter
        self._tell = tell
        self._tail = b""
        os.set_blocking(descriptor, False)
        waiter.register(descriptor, POLLIN)

    def read(self) -> bytes:
        """What there is, which must be something."""
        data = os.read(self.descriptor, CHUNK)
        if not data:
            with contextlib.suppress(KeyError):
                self._waiter.unregister(self.descriptor)
        self._tail = FRAME.sub(b"", self._tail + data)[-TAIL:]
        self._tell(data)
        return data

    def last(self) -> str:
        """The last of it, up to this moment."""
        with contextlib.suppress(BlockingIOError):
            while self.read():
                pass
        return self._tail.decode("utf-8", "replace")


class ConnectedTransport(ABC):
    """What pipes and sockets share: the output and the error output are awaited together, and the
    end of the program too where the system tells of it."""

    closed: str
    process: Process

    def __init__(self) -> None:
        self.on_errors: Callable[[bytes], None] = ignore
        self._poll = poll()

    def _watch(self, errors: IO[bytes] | None) -> None:
        """Awaits this error output, and the end of the process."""
        assert errors is not None
        self._errors = ErrorOutput(errors.fileno(), self._poll, lambda data: self.on_errors(data))
        if self.process.exit is not None:
            self._poll.register(self.process.exit, POLLIN)

    @abstractmethod
    def _output(self, ready: Container[int]) -> Heard | None:
        """The output or its end; empty where the connection has only been made; None where only
        other descriptors are ready."""

    def receive(self, deadline: float) -> Heard:
        """The next output or silence."""
        while True:
            now = perf_counter()
            left = deadline - now
            if left <= 0:
                return Silence.TIME
            if now >= self.process.next_look:
                self.process.look()
            ready = {descriptor for descriptor, _ in self._poll.poll(min(left, LOOK) * 1000)}
            if not ready:
                continue
            heard = self._output(ready)
            if heard:
                return heard
            if heard is not None:
                continue
            if self._errors.descriptor in ready:
                self._errors.read()
            else:
                return Silence.CLOSED  # it has left, though a child of it may hold the pipe

    def error_output(self) -> str:
        """The last of the error output."""
        return self._errors.last()

    def remark(self) -> str:
        """Nothing; a pipe needs no remark."""
        return ""

    def close(self) -> None:
        """Ends the program, by force where needed, and closes its pipes."""
        self.process.kill()
        popen = self.process.popen
        for stream in (popen.stdin, popen.stdout, popen.stderr):
            if stream:
                stream.close()


class PipeTransport(ConnectedTransport):
    """Standard input, output and error output through three pipes."""

    closed = "closed its output"

    def __init__(self, settings: ProgramSettings) -> None:
        super().__init__()
        # Python programs would otherwise keep what they print until their buffer is full.
        self.process = Process(
            settings,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            environment={"PYTHONUNBUFFERED": "1"},
        )
        popen = self.process.popen
        assert popen.stdin is not None
        assert popen.stdout is not None
        self._in = popen.stdin.fileno()
        self._out = popen.stdout.fileno()
        for descriptor in (self._in, self._out):
            os.set_blocking(descriptor, False)
        self._poll.register(self._out, POLLIN)
        self._watch(popen.stderr)

    def send(self, data: bytes) -> None:
        """Writes to standard input. Raises Fault where the program does not read it."""
        try:
            written = os.write(self._in, data)
        except BlockingIOError:
            written = 0
        except BrokenPipeError:
            return  # it has left or closed its input: what it said before still counts
        if written < len(data):
            raise Fault(Termination.UNREADABLE, "does not read its input")

    def _output(self, ready: Container[int]) -> Heard | None:
        return (os.read(self._out, CHUNK) or Silence.CLOSED) if self._out in ready else None

    def drain(self) -> bytes:
        """The output that is there now."""
        for descriptor, _ in self._poll.poll(0):
            if descriptor == self._out:
                return os.read(self._out, CHUNK)
        return b""

    def pause(self) -> None:
        """Stops the program."""
        self.process.stop()

    def end_input(self) -> None:
        """Closes standard input."""
        stream = self.process.popen.stdin
        assert stream
        stream.close()


def ignore(data: bytes) -> None:
    """Takes error output that nobody wants to hear of."""


class TerminalTransport:
    """A pseudo-terminal at which we are the person: no echo, 400 columns, nothing that colours."""

    closed = "closed its output"
    COLUMNS = 400
    LONGEST_PAUSE = 0.01
    """Seconds between two looks at a program that has long been silent."""

    def __init__(self, settings: ProgramSettings, *, quiet: float) -> None:
        import pty
        import termios

        self.quiet = quiet
        self._terminal, theirs = pty.openpty()
        try:
            attributes = termios.tcgetattr(theirs)
            attributes[1] &= ~termios.OPOST
            attributes[3] &= ~termios.ECHO
            termios.tcsetattr(theirs, termios.TCSANOW, attributes)
            termios.tcsetwinsize(theirs, (50, self.COLUMNS))
            self.process = Process(
                settings,
                stdin=theirs,
                stdout=theirs,
                stderr=theirs,
                environment={"TERM": "dumb", "COLUMNS": str(self.COLUMNS), "NO_COLOR": "1"},
            )
        except BaseException:
            os.close(self._terminal)
            raise
        finally:
            os.close(theirs)
        os.set_blocking(self._terminal, False)
        self._poll = poll()
        self._poll.register(self._terminal, POLLIN)
        self.on_errors: Callable[[bytes], None] = ignore
        self._before: Activity | None = None
        self._open = True
        self._sees = can_see()

    def send(self, data: bytes) -> None:
        """Types at the terminal. Raises Fault where the program does not read it."""
        # A thread that we have just continued must sleep again before it is looked at, or its
        # waking up would be taken for having read what we type now.
        if self._sees:
            settled = perf_counter() + 0.02
            self._before = activity(self.process.pid)
            while perf_counter() < settled:
                now = activity(self.process.pid)
                if now == self._before and not now.running:
                    break
                self._before = now
        try:
            written = os.write(self._terminal, data)
        except BlockingIOError:
            written = 0
        except OSError:
            return  # the program has left; what it said before still counts
        if written < len(data):
            raise Fault(Termination.UNREADABLE, "does not read its input")

    def receive(self, deadline: float) -> Heard:
        """The next output, or the silence of a program that waits, is quiet or has left."""
        begun = silent_since = perf_counter()
        while True:
            now = perf_counter()
            if now >= deadline:
                return Silence.TIME
            if now >= self.process.next_look:
                self.process.look()
            pause = min(max(0.001, (now - begun) / 10), self.LONGEST_PAUSE, deadline - now)
            if self._poll.poll(pause * 1000):
                return self._read() or Silence.CLOSED
            seen = activity(self.process.pid) if self._sees else None
            if seen and self._waits(seen):
                return self.drain() or Silence.WAITING
            if seen and seen.running:
                silent_since = now
            elif now - silent_since >= self.quiet:
                return Silence.QUIET

    def drain(self) -> bytes:
        """The output that is there now."""
        return self._read() if self._poll.poll(0) else b""

    def pause(self) -> None:
        """Stops the program."""
        self.process.stop()

    def end_input(self) -> None:
        """Nothing: a person at a terminal does not end it."""

    def remark(self) -> str:
        """Nothing; a terminal needs no remark."""
        return ""

    def error_output(self) -> str:
        """Nothing: error output is part of the output, as on any terminal."""
        return ""

    def close(self) -> None:
        """Ends the program, by force where needed, and closes the terminal."""
        self.process.kill()
        if self._open:
            os.close(self._terminal)
            self._open = False

    def _read(self) -> bytes:
        try:
            return os.read(self._terminal, CHUNK)
        except BlockingIOError:
            return b""
        except OSError:
            return b""  # Linux's way to say that nobody holds the other end any more

    def _waits(self, seen: Activity) -> bool:
        """Whether a thread waits for us that has slept since we typed, and nothing else runs."""
        before = self._before.readers if self._before else frozenset()
        return not seen.running and bool(seen.readers - before)
