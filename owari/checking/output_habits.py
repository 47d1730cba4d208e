"""What the way in which a program speaks tells of it, as far as a referee hears it."""

from __future__ import annotations

from collections.abc import Iterator

from owari.programs.program_settings import ProgramSettings

__all__ = ["Ears"]

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
MUCH = 100_000
"""Bytes a game beyond which it is chatter."""
CR_LF = "CR LF at the end of lines"
NOISE = 1000
"""Bytes of error output a game that are remarked."""


class Ears:
    """Listens to a program for the length of some games."""

    def __init__(self) -> None:
        self.games = 0
        self.said = b""
        """The first of what it said in its present game."""
        self.exit = ""
        """How its last process has ended."""
        self._asked = 0
        self._answers = 0
        self._bytes = 0
        self._errors = 0
        self._habits: set[str] = set()
        self._rest = b""

    def new_game(self) -> None:
        self.games += 1
        self.said = self._rest = b""
        self._asked = 0

    def sent(self, data: bytes) -> None:
        self._asked += sum(line.startswith(b"go ") for line in data.splitlines())

    def heard(self, data: bytes) -> None:
        self._bytes += len(data)
        self.said = (self.said + data)[:MUCH]
        if data.startswith(BYTE_ORDER_MARK):
            self._habits.add("a byte order mark")
        if b"\x1b" in data:
            self._habits.add("terminal commands (ESC)")
        if b"\r\n" in data:
            self._habits.add(CR_LF)
        *lines, self._rest = (self._rest + data).split(b"\n")
        self._rest = self._rest[-MUCH:]
        for line in lines:
            if not _is_text(line):
                self._habits.add("bytes that are no UTF-8")
            if self._asked and line.strip() and not line.startswith(b"#"):
                self._answers += 1

    def errors(self, data: bytes) -> None:
        self._errors += len(data)

    def answered(self) -> None:
        """It has made a move."""
        self._answers -= self._asked > 0

    def ended(self, how: str) -> None:
        self.exit = how

    def remarks(self, settings: ProgramSettings) -> Iterator[str]:
        """What it should not do, though the referee puts up with it; clauses."""
        games = max(1, self.games)
        habits = set(self._habits)
        if settings.protocol.spec.accepts_cr_lf:
            habits.discard(CR_LF)
        if habits:
            yield f"it writes {', '.join(sorted(habits))}: accepted here, but not everywhere"
        if settings.protocol.spec.request and self._answers > 0:
            yield (
                f"{self._answers} lines that nobody asked for: print one line for each `go`,"
                " and all else behind a #"
            )
        if self._bytes / games > MUCH:
            yield f"{self._bytes // games} bytes of output a game: to write them takes of its time"
        if self._errors / games > NOISE:
            yield (f"{self._errors // games} bytes of error output a game: leave the debugging out")


def _is_text(line: bytes) -> bool:
    try:
        line.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True
