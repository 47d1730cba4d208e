"""A command of ours at a real terminal, and the person who sits at it."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import termios
from pathlib import Path
from time import monotonic, sleep

from tests.support.forked_command import ForkedCommand

DEADLINE = 60.0
"""Seconds that anything may take; only a failing test waits so long."""


class Terminal:
    """`owari` with these words, its keyboard and its screen."""

    def __init__(
        self,
        *words: str | Path,
        folder: Path,
        size: tuple[int, int] | None = None,
        **environment: str,
    ) -> None:
        """`size` is the lines and columns of the screen at the start."""
        surroundings = {
            **os.environ,
            "TERM": "dumb",
            "NO_COLOR": "1",
            "OWARI_DATA": str(folder / "data"),
            **environment,
        }
        self._screen, inside = pty.openpty()
        if size:
            self.resize(*size)
        self._command = ForkedCommand(
            [*words],
            cwd=folder,
            env=surroundings,
            stdin=inside,
            stdout=inside,
            stderr=inside,
            start_new_session=True,
        )
        os.close(inside)
        self.pid = self._command.pid
        self.seen = ""
        """All that the screen has shown."""
        self._read = 0

    def expect(self, *texts: str) -> str:
        """Waits until one of the texts is shown; returns what came since the last expectation, and
        ends with it."""
        deadline = monotonic() + DEADLINE
        while not (found := [at for text in texts if (at := self._find(text)) >= 0]):
            if not self._see(deadline):
                raise AssertionError(f"{texts} was not shown:\n{self.seen[self._read :]}")
        begin, self._read = self._read, min(found)
        return self.seen[begin : self._read]

    def resize(self, lines: int, columns: int) -> None:
        """Gives the screen another size."""
        fcntl.ioctl(self._screen, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def type(self, line: str) -> None:
        self.keys(f"{line}\n")

    def keys(self, keys: str) -> None:
        self.bytes(keys.encode())

    def bytes(self, keys: bytes) -> None:
        os.write(self._screen, keys)

    def leave_prompt(self, key: str = "\x03") -> None:
        """Ctrl-C or another key, as soon as the command waits for keys: a Ctrl-C that comes
        between the prompt and that is not heard before the next key."""
        while Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()[0] != "S":
            sleep(0.001)
        self.keys(key)

    def ask(self, question: str, *answers: str) -> str:
        """Types each answer when the question is asked; returns what came before the last."""
        for line in answers:
            shown = self.expect(question)
            self.type(line)
        return shown

    def end(self) -> int:
        """Waits until the command has left; its exit code, or minus the signal that ended it."""
        deadline = monotonic() + DEADLINE
        while self._see(deadline):
            pass
        os.close(self._screen)
        return self._command.wait()

    def kill(self, number: int = signal.SIGKILL) -> int:
        os.kill(self.pid, number)
        return self.end()

    def hang_up(self) -> None:
        """The terminal is closed while the command runs."""
        os.close(self._screen)
        self._command.wait()

    def _find(self, text: str) -> int:
        """Where the text ends that is shown first; -1 while it is not."""
        at = self.seen.find(text, self._read)
        return at if at < 0 else at + len(text)

    def _see(self, deadline: float) -> bool:
        """Reads on; False when there is nothing more to come."""
        ready, _, _ = select.select([self._screen], [], [], max(0.0, deadline - monotonic()))
        if not ready:
            os.kill(self.pid, signal.SIGKILL)
            raise AssertionError(f"nothing happens any more after:\n{self.seen[-2000:]}")
        try:
            part = os.read(self._screen, 65536)
        except OSError:  # how Linux says that the other end is closed
            return False
        self.seen += part.decode(errors="replace").replace("\r\n", "\n")
        return bool(part)
