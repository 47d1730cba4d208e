"""How bytes get to a program and back: over pipes, through a terminal of its own, or in files.

A transport has one deadline for each wait, which no output extends, and keeps no more of what it
reads than its caller takes. Deadlines are values of `time.perf_counter`.
"""

from __future__ import annotations

import contextlib
import os
import re
import subprocess
from abc import ABC, abstractmethod
from collections.abc import Callable, Container
from dataclasses import replace
from select import POLLIN, poll
from time import perf_counter
from typing import IO

from owari.players.player import Fault
from owari.programs.processes.opponent_time import LONGEST, SETTLING
from owari.programs.processes.process import LOOK, Process
from owari.programs.processes.process_states import Activity, activity, can_see
from owari.programs.sandbox.child_process import native
from owari.programs.sandbox.program_settings import ProgramSettings
from owari.programs.transports.program_output import FRAME, Heard, Listener, Silence
from owari.records.record import Termination

_exchange = getattr(native, "exchange", None)
"""Our part in C that sends and receives in one call, where the system has the means."""
CHUNK = 65536
TAIL = 4096
"""Bytes of error output that are kept, the last ones."""
PAUSE = 0.01
"""Seconds between two looks for the end of a program, where the system does not tell of that."""


class Transport(ABC):
    """The connection to one process of a program."""

    process: Process
    closed = "closed its output"
    """What the program has done when nothing more can come from it."""
    listener: Listener | None = None
    """Is told of all that passes through."""

    def send(self, data: bytes) -> None:
        """Hands bytes to the program. Raises Fault where it does not take them."""
        if self.listener:
            self.listener.sent(data)
        self._send(data)

    def receive(self, deadline: float) -> Heard:
        """The next output, or what its absence means."""
        heard = self._receive(deadline)
        if self.listener and isinstance(heard, bytes):
            self.listener.heard(heard)
        return heard

    def exchange(self, data: bytes, deadline: float) -> Heard | None:
        """Hands bytes to the program. Returns its next output where that comes at once; else it is
        still to be received. Raises Fault."""
        if self.listener:
            self.listener.sent(data)
        heard = self._exchange(data, deadline)
        if self.listener and isinstance(heard, bytes):
            self.listener.heard(heard)
        return heard

    def drain(self) -> bytes:
        """The output that is there at this moment."""
        data = self._drain()
        if self.listener and data:
            self.listener.heard(data)
        return data

    def settle(self) -> None:
        """Lets the program, which has answered, do what it still has to do, for a moment."""
        self.process.comes_to_rest_within(SETTLING)

    def pause(self) -> None:
        """Stops the program; what it has said so far is not its next answer."""
        self.process.stop()

    def let_rest(self) -> None:
        """The same, but the program is left as it is where it is certain that it cannot compute."""
        self.pause()

    def end_input(self) -> None:
        """Ends the program's input, where the program can see that."""

    def error_output(self) -> str:
        """The last of what the program wrote to its error output, where it has one."""
        return ""

    def remark(self) -> str:
        """A clause on the connection, for a fault; empty when there is nothing to say."""
        return ""

    def close(self) -> None:
        """Ends the program, by force where needed."""
        if not self.listener:
            self._close()
            return
        process, left = self.process, False
        try:
            self.drain()
            self.error_output()
            left = process.leaves_within(0)
        finally:
            self._close()
        how = f"left with {process.how_it_ended()}" if left else "was ended"
        self.listener.ended(how, process.exit_status() if left else None)

    @abstractmethod
    def _send(self, data: bytes) -> None: ...

    @abstractmethod
    def _receive(self, deadline: float) -> Heard: ...

    def _exchange(self, data: bytes, deadline: float) -> Heard | None:
        self._send(data)
        return None

    def _drain(self) -> bytes:
        return b""

    @abstractmethod
    def _close(self) -> None: ...

    def _hear_errors(self, data: bytes) -> None:
        if self.listener:
            self.listener.errors(data)


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


class ConnectedTransport(Transport):
    """What pipes and sockets share: the output and the error output are awaited together, and the
    end of the program too where the system tells of it."""

    def __init__(self) -> None:
        self._poll = poll()

    def _watch(self, errors: IO[bytes] | None) -> None:
        """Awaits this error output, and the end of the process."""
        assert errors is not None
        self._errors = ErrorOutput(errors.fileno(), self._poll, self._hear_errors)
        if self.process.exit is not None:
            self._poll.register(self.process.exit, POLLIN)

    @abstractmethod
    def _output(self, ready: Container[int]) -> Heard | None:
        """The output or its end; empty where the connection has only been made; None where only
        other descriptors are ready."""

    def _receive(self, deadline: float) -> Heard:
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

    def _close(self) -> None:
        self.process.kill()
        popen = self.process.popen
        for stream in (popen.stdin, popen.stdout, popen.stderr):
            if stream:
                stream.close()


class PipeTransport(ConnectedTransport):
    """Standard input, output and error output through three pipes."""

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

    def _send(self, data: bytes) -> None:
        try:
            written = os.write(self._in, data)
        except BlockingIOError:
            written = 0
        except BrokenPipeError:
            return  # it has left or closed its input: what it said before still counts
        if written < len(data):
            raise Fault(Termination.UNREADABLE, "does not read its input")

    def _exchange(self, data: bytes, deadline: float) -> Heard | None:
        seconds = min(deadline - perf_counter(), LONGEST)
        if _exchange is None or self.process.exit is None or seconds <= 0:
            return super()._exchange(data, deadline)
        others = self._errors.descriptor, self.process.exit
        try:
            heard = _exchange(self._in, self._out, *others, data, seconds)
        except BlockingIOError:
            raise Fault(Termination.UNREADABLE, "does not read its input") from None
        return Silence.CLOSED if heard == b"" else heard

    def _output(self, ready: Container[int]) -> Heard | None:
        return (os.read(self._out, CHUNK) or Silence.CLOSED) if self._out in ready else None

    def _drain(self) -> bytes:
        for descriptor, _ in self._poll.poll(0):
            if descriptor == self._out:
                return os.read(self._out, CHUNK)
        return b""

    def let_rest(self) -> None:
        """Stops the program, or leaves it as it is."""
        self.process.let_rest(self._out)

    def end_input(self) -> None:
        """Closes standard input."""
        stream = self.process.popen.stdin
        assert stream
        stream.close()


_STEPS = re.compile(
    rb"\x1b\[(\d*)(?:;(\d*))?([Hf])|\x1b\[6(n)|\x1b(?:\[[0-?]*[ -/]*[@-~]|[0-Z\\-~])|[\r\n]"
    rb"|[^\x1b\r\n\x80-\xbf]"
)
"""What moves the cursor of a terminal, or asks where it is: one character of a text, too."""
_ASKS_FOR_CURSOR = b"\x1b[6n"
_SURE = 0.02
"""Seconds that a program with an editor of lines waits without a change until that counts: it looks
for its input in several ways, one after the other."""


class Cursor:
    """Where the cursor of a terminal is, as far as a row and the characters in it tell."""

    def __init__(self, rows: int, columns: int) -> None:
        self._most = rows, columns
        self._row = self._column = 1

    def answers(self, output: bytes) -> bytes:
        """What the terminal types by itself: the place of the cursor, wherever the output asks for
        it."""
        told = b""
        for step in _STEPS.finditer(output):
            if step[3]:
                self._row, self._column = (int(number or 1) for number in step.group(1, 2))
            elif step[4]:
                told += b"\x1b[%d;%dR" % (self._row, self._column)
            elif step[0] == b"\n":
                self._row, self._column = self._row + 1, 1
            elif step[0] == b"\r":
                self._column = 1
            elif not step[0].startswith(b"\x1b"):
                self._column += 1
            self._row = min(self._row, self._most[0])
            self._column = min(self._column, self._most[1])
        return told


class TerminalTransport(Transport):
    """A pseudo-terminal at which we are the person: no echo, 400 columns, nothing that colours. A
    program that asks where its cursor is gets an answer."""

    ROWS, COLUMNS = 50, 400
    LONGEST_PAUSE = 0.01
    """Seconds between two looks at a program that has long been silent."""

    def __init__(self, settings: ProgramSettings, *, quiet: float) -> None:
        import pty
        import termios

        self.quiet = quiet
        self._terminal, theirs = pty.openpty()
        try:
            attributes = termios.tcgetattr(theirs)
            attributes[1] &= ~(termios.OPOST | termios.ONLCR)
            attributes[3] &= ~termios.ECHO
            termios.tcsetattr(theirs, termios.TCSANOW, attributes)
            termios.tcsetwinsize(theirs, (self.ROWS, self.COLUMNS))
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
        self._before: Activity | None = None
        self._cursor = Cursor(self.ROWS, self.COLUMNS)
        self._asks = False
        """Whether it has asked where its cursor is."""
        self._edits = False
        """Whether the last that it wrote asks where its cursor is, as an editor of lines does."""
        self._keys = b""
        """What was pressed without Enter, where it has written nothing but that since."""
        self._open = True
        self._sees = can_see()

    def takes_keys(self) -> bool:
        """Whether the program reads single keys, each as it is pressed. An editor of lines, as
        readline or that of Node, has its own settings: it maps no Enter, or maps new lines."""
        import termios

        try:
            entered, output, _, local, *_ = termios.tcgetattr(self._terminal)
        except termios.error:
            return False
        edits = local & termios.ISIG or output & termios.ONLCR
        if self._edits:
            return False
        return not local & termios.ICANON and bool(entered & termios.ICRNL or not edits)

    def _returns(self) -> bool:
        """Whether Enter is a return to the program, as the key sends it: the terminal maps it to no
        new line, and gives each key as it is pressed."""
        import termios

        try:
            entered, _, _, local, *_ = termios.tcgetattr(self._terminal)
        except termios.error:
            return False
        return not (local & termios.ICANON or entered & termios.ICRNL)

    def _send(self, data: bytes) -> None:
        line = data
        if len(data) > 1 and self.takes_keys():
            data = re.sub(rb"(?<=[^\n])\n", b"", data)
        self._keys = data if data != line else b""
        if self._returns():
            data = data.replace(b"\n", b"\r")
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

    def _receive(self, deadline: float) -> Heard:
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
            silence = None
            if seen and self._waits(seen) and self._is_sure(seen):
                if data := self._drain():
                    return data
                silence = Silence.WAITING
            elif seen and (seen.running or seen.sleeping):
                silent_since = now
            elif now - silent_since >= self.quiet:
                silence = Silence.QUIET
            if silence and self._keys:  # it reads keys, and a line of them
                self.send(b"\n")
            elif silence:
                return silence

    def _drain(self) -> bytes:
        return self._read() if self._poll.poll(0) else b""

    def _close(self) -> None:
        self.process.kill()
        if self._open:
            os.close(self._terminal)
            self._open = False

    def _read(self) -> bytes:
        try:
            data = os.read(self._terminal, CHUNK)
        except OSError:
            return b""  # Linux's way to say that nobody holds the other end any more
        if data.strip() not in self._keys:
            self._keys = b""
        self._edits = data.endswith(_ASKS_FOR_CURSOR)
        if told := self._cursor.answers(data):
            self._asks = True
            self.send(told)
        return data

    def _waits(self, seen: Activity) -> bool:
        """Whether a thread waits for us that has slept since we typed, and nothing else runs."""
        before = self._before.readers if self._before else frozenset()
        return not seen.running and bool(seen.readers - before)

    def _is_sure(self, seen: Activity) -> bool:
        """Whether it goes on to wait as it was seen to."""
        if not self._asks:
            return True
        return not self._poll.poll(_SURE * 1000) and activity(self.process.pid) == seen


class FilesTransport(Transport):
    """A process that is asked by a file and answers by another, for one question. It begins when
    the question is sent.

    It runs in an empty folder, its folder for temporary files, with no standard input. What it has
    written into the file of its answer counts when it has left, or when its time is over; then it
    is stopped, so that the file does not grow while it is read. Its standard output and error
    output are both taken for error output.
    """

    closed = "left"

    def __init__(self, settings: ProgramSettings, *, question: str, answer: str, most: int) -> None:
        """`question` and `answer` are the names of the files. Of an answer of more than `most`
        bytes the last ones are read, and one more, by which that is seen."""
        self._settings = replace(settings, command=_found_elsewhere(settings))
        self._question = question
        self._answer = answer
        self._most = most
        self._is_started = False
        self._was_heard = False
        """What follows the answer is only why it was read."""

    def _send(self, data: bytes) -> None:
        self.process = process = Process(
            self._settings,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            environment={"PYTHONUNBUFFERED": "1"},
            files={self._question: data},
        )
        self._is_started = True
        assert process.popen.stdout is not None
        self._poll = poll()
        output = process.popen.stdout.fileno()
        self._errors = ErrorOutput(output, self._poll, self._hear_errors)
        if process.exit is not None:
            self._poll.register(process.exit)

    def _receive(self, deadline: float) -> Heard:
        """The whole answer when the process has left or its time is over; and then that."""
        process = self.process
        if not self._was_heard:
            self._wait(deadline)
            if not process.leaves_within(0):
                process.stop(settles=False)
            if data := process.file(self._answer, self._most + 1):
                self._was_heard = True
                return data
        self._was_heard = False
        return Silence.CLOSED if process.leaves_within(0) else Silence.TIME

    def _wait(self, deadline: float) -> None:
        """Until the process has left, or this time."""
        process = self.process
        process.resume()
        while (left := deadline - perf_counter()) > 0 and not process.leaves_within(0):
            if perf_counter() >= process.next_look:
                process.look()
            pause = LOOK if process.exit is not None else PAUSE
            for descriptor, _ in self._poll.poll(min(left, pause) * 1000):
                if descriptor == self._errors.descriptor:
                    self._errors.read()

    def error_output(self) -> str:
        """The last of its output and error output."""
        return self._errors.last()

    def close(self) -> None:
        """Ends the process, if it could be started."""
        if self._is_started:
            super().close()

    def _close(self) -> None:
        self.process.kill()
        if self.process.popen.stdout:
            self.process.popen.stdout.close()


def _found_elsewhere(settings: ProgramSettings) -> tuple[str, ...]:
    """The command with the full path of each file of its directory that it names, as it runs in
    another."""
    program, *words = settings.command
    paths = (os.path.join(settings.directory, word) for word in words)
    return (
        program,
        *(
            os.path.abspath(path) if os.path.isfile(path) else word
            for word, path in zip(words, paths, strict=True)
        ),
    )
