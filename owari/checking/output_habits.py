"""Habits of a program's output that the referee accepts and other managers may not."""

from __future__ import annotations

from collections.abc import Iterator

from owari.programs.dialogues.console.prompts import ends_with_prompt
from owari.programs.protocol_spec import ProtocolSpec

__all__ = ["OutputHabits"]

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
MUCH = 100_000
"""Bytes of output a game from which on they are remarked."""
CR_LF = "CR LF at the end of lines"
NOISE = 1000
"""Bytes of error output a game from which on they are remarked."""


class OutputHabits:
    """Listens to a program in all its games."""

    def __init__(self, protocol: ProtocolSpec) -> None:
        self.games = 0
        self.said = b""
        """The first of its output in the present game."""
        self.exit = ""
        """How its last process ended: `left with exit code 0`, or `was ended`."""
        self.status: int | None = None
        """The exit code of that process or minus the number of a signal; None: it was ended."""
        self._protocol = protocol
        self._asked = 0
        self._answers = 0
        self._bytes = 0
        self._errors = 0
        self._habits: set[str] = set()
        self._rest = b""

    def new_game(self) -> None:
        """A game begins."""
        self.games += 1
        self.said = self._rest = b""
        self._asked = 0

    def sent(self, data: bytes) -> None:
        """Input of the program."""
        request = self._protocol.request
        if request:
            self._asked += sum(line.startswith(request) for line in data.splitlines())

    def heard(self, data: bytes) -> None:
        """Output of the program."""
        self._bytes += len(data)
        self.said = (self.said + data)[:MUCH]
        if data.startswith(BYTE_ORDER_MARK):
            self._habits.add("a byte order mark")
        if b"\x1b" in data:
            self._habits.add("terminal commands (ESC)")
        if b"\r\n" in data and not self._protocol.accepts_cr_lf:
            self._habits.add(CR_LF)
        *lines, self._rest = (self._rest + data).split(b"\n")
        self._rest = self._rest[-MUCH:]
        for line in lines:
            if not _is_text(line):
                self._habits.add("bytes that are not UTF-8")
            if self._asked and line.strip() and not line.startswith(b"#"):
                self._answers += 1

    def prompts(self) -> bool:
        """Whether its output in the present game seems to end with a prompt for a person."""
        return ends_with_prompt(self.said)

    def errors(self, data: bytes) -> None:
        """Error output of the program."""
        self._errors += len(data)

    def answered(self, moves: int) -> None:
        """The program has made so many moves in the present game."""
        self._answers -= moves if self._asked else 0

    def ended(self, how: str, status: int | None) -> None:
        """The end of its process, as a listener to dialogues is told."""
        self.exit, self.status = how, status

    def remarks(self) -> Iterator[str]:
        """Clauses on its habits."""
        games = max(1, self.games)
        if self._habits:
            yield f"writes {', '.join(sorted(self._habits))}, which other managers may not accept"
        if self._answers > 0:
            request = self._protocol.request.decode().strip()
            yield (
                f"writes {self._answers} lines without a request: print one line for each"
                f" `{request}`, and begin all other lines with #"
            )
        if self._bytes / games > MUCH:
            yield f"writes {self._bytes // games} bytes of output a game, which takes of its time"
        if self._errors / games > NOISE:
            yield (
                f"writes {self._errors // games} bytes of error output a game: leave out the debug"
                " output"
            )


def _is_text(line: bytes) -> bool:
    try:
        line.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True
