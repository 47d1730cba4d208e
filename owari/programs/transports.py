"""How bytes get to a program and back: over pipes, or through a terminal of its own.

A transport has one deadline for each wait, which no output extends, and keeps no more of what it
reads than its caller takes. Deadlines are values of `time.perf_counter`.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import Callable
from select import POLLIN, poll
from time import perf_counter
from typing import Protocol

from owari.players.player import Fault
from owari.programs.heard import Heard, Silence
from owari.programs.process import LOOK, Process
from owari.programs.settings import ProgramSettings
from owari.programs.watch import Activity, activity, can_see
from owari.records.record import Termination

__all__ = ["PipeTransport", "TerminalTransport", "Transport"]

CHUNK = 65536
TAIL = 4096
"""Bytes of error output that are kept, the last ones."""


class Transport(Protocol):
    @property
    def process(self) -> Process: ...

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

    def error_output(self) -> str:
        """The last of what it wrote to its error output."""
        ...

    def close(self) -> None:
        """Ends the program, if need be by force."""
        ...


class PipeTransport:
    """Standard input, output and error output through three pipes."""

    def __init__(self, settings: ProgramSettings) -> None:
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
        assert popen.stderr is not None
        self._in = popen.stdin.fileno()
        self._out = popen.stdout.fileno()
        self._err = popen.stderr.fileno()
        self._tail = b""
        self.on_errors: Callable[[bytes], None] = _ignore
        for descriptor in (self._in, self._out, self._err):
            os.set_blocking(descriptor, False)
        self._poll = poll()
        self._poll.register(self._out, POLLIN)
        self._poll.register(self._err, POLLIN)
        if self.process.exit is not None:
            self._poll.register(self.process.exit, POLLIN)

    def send(self, data: bytes) -> None:
        try:
            written = os.write(self._in, data)
        except BlockingIOError:
            written = 0
        except BrokenPipeError:
            return  # it has left or closed its input: what it said before still counts
        if written < len(data):
            raise Fault(Termination.UNREADABLE, "does not read its input")

    def receive(self, deadline: float) -> Heard:
        while True:
            now = perf_counter()
            left = deadline - now
            if left <= 0:
                return Silence.TIME
            if now >= self.process.next_look:
                self.process.look()
            for descriptor, _ in self._poll.poll(min(left, LOOK) * 1000):
                if descriptor == self._out:
                    return os.read(self._out, CHUNK) or Silence.CLOSED
                if descriptor == self._err:
                    self._read_errors()
                else:
                    return Silence.CLOSED  # it has left, though a child of it may hold the pipe

    def drain(self) -> bytes:
        for descriptor, _ in self._poll.poll(0):
            if descriptor == self._out:
                return os.read(self._out, CHUNK)
        return b""

    def error_output(self) -> str:
        with contextlib.suppress(BlockingIOError):
            while self._read_errors():
                pass
        return self._tail.decode("utf-8", "replace")

    def close(self) -> None:
        self.process.kill()
        popen = self.process.popen
        for stream in (popen.stdin, popen.stdout, popen.stderr):
            if stream:
                stream.close()

    def _read_errors(self) -> bytes:
        data = os.read(self._err, CHUNK)
        if not data:
            with contextlib.suppress(KeyError):
                self._poll.unregister(self._err)
        self._tail = (self._tail + data)[-TAIL:]
        self.on_errors(data)
        return data


def _ignore(data: bytes) -> None:
    pass


class TerminalTransport:
    """A pseudo-terminal at which we are the person: no echo, 400 columns, nothing that colours."""

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
        self.on_errors: Callable[[bytes], None] = _ignore
        self._before: Activity | None = None
        self._open = True
        self._sees = can_see()

    def send(self, data: bytes) -> None:
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
        return self._read() if self._poll.poll(0) else b""

    def error_output(self) -> str:
        return ""  # it is part of the output, as on any terminal

    def close(self) -> None:
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
