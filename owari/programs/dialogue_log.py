"""What is said between the referee and a program: in a file that people read, and watched line by
line, with what is made of it.

    0.000112 > owari 1
    0.021440 < ready
    0.021977 ! loaded 312 positions
    0.530021 = left with exit code 0

In the file `>` is to the program and `<` from it, `!` is its error output, `=` is what became of
it; the seconds are counted from the beginning of the game. A file grows to a few megabytes and no
further. Each game has a folder for the files of its programs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import perf_counter
from typing import Any, TextIO

from owari.games.game import Move, Opening, Position, Side
from owari.players.player import Choice, Fault
from owari.programs.dialogues.console.encodings import OutputDecoder
from owari.programs.dialogues.dialogue import READY, Dialogue, Reply
from owari.programs.transports.program_output import Heard, Silence
from owari.records.record import Ending
from owari.text.printable import escaped
from owari.user_files import create_new

LARGEST = 8 * 1024 * 1024
"""Bytes of a dialogue; of what follows only the end of the program is told."""
LONGEST_LINE = 65536
"""Bytes without a newline that are taken for a line."""


class Log:
    """The file of one program in one game. It ends where it cannot be written: no game fails for
    the want of it."""

    def __init__(self, path: Path, tell: Callable[[str], None]) -> None:
        """`tell` gets a clause, once, when something cannot be written."""
        self._path = path
        self._tell = tell
        self._begun = perf_counter()
        self._left = LARGEST
        self._mark = ""
        self._rest = b""
        """The beginning of a line."""
        self._rest_since = 0.0
        self._file: TextIO | None = None
        with self._writing():
            self._file = path.open("w", encoding="utf-8", buffering=1)

    def sent(self, data: bytes) -> None:
        """Lines to the program."""
        self._add(">", data)

    def heard(self, data: bytes) -> None:
        """Lines from the program."""
        self._add("<", data)

    def errors(self, data: bytes) -> None:
        """Lines of its error output."""
        self._add("!", data)

    def ended(self, how: str, status: int | None) -> None:
        """How the program has ended."""
        self._end_line()
        self._write(self._now(), "=", how)

    def close(self) -> None:
        """Writes what is left and closes the file."""
        self._end_line()
        if self._file:
            with self._writing():
                self._file.close()
        self._file = None

    def _now(self) -> float:
        return perf_counter() - self._begun

    def _add(self, mark: str, data: bytes) -> None:
        """Writes the lines of the data, and keeps the beginning of one that may go on."""
        if self._left <= 0:
            return
        if mark != self._mark:
            self._end_line()
            self._mark = mark
        if not self._rest:
            self._rest_since = self._now()
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            self._line(line)
            self._rest_since = self._now()
        if len(self._rest) > LONGEST_LINE:
            self._end_line()

    def _end_line(self) -> None:
        rest, self._rest = self._rest, b""
        if rest:
            self._line(rest, " (no newline)")

    def _line(self, line: bytes, remark: str = "") -> None:
        if self._left <= 0:
            return
        self._left -= len(line)
        if self._left <= 0:
            self._write(self._now(), "=", f"more than {LARGEST} bytes: what follows is left out")
        else:
            text = escaped(line.decode("utf-8", "replace").removesuffix("\r"))
            self._write(self._rest_since, self._mark, text + remark)

    def _write(self, seconds: float, mark: str, text: str) -> None:
        if self._file:
            with self._writing():
                self._file.write(f"{seconds:11.6f} {mark} {text}\n")

    @contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            file, self._file = self._file, None
            if file:
                with suppress(OSError):  # what it still holds cannot be written either
                    file.close()
            self._tell(unwritten(self._path, error))


def unwritten(path: Path, error: OSError) -> str:
    """A clause on a log that cannot be written."""
    return f"{path} cannot be written: {error.strerror or error}"


LONGEST_NAME = 30
"""Characters of a bot's name in the name of a file."""


def file_name(name: str) -> str:
    """A bot's name as part of a file name: letters, digits and `_`."""
    return re.sub(r"[^A-Za-z0-9]+", "_", name)[:LONGEST_NAME].strip("_") or "bot"


def game_folder(root: Path, number: int, south: str, north: str) -> Path:
    """Makes a folder for a game, a new one each time that it is played. Raises OSError."""
    name = f"{number:04}-{file_name(south)}-{file_name(north)}"
    return create_new(root / name, Path.mkdir)


SILENCES = {
    Silence.WAITING: "it waits for its input",
    Silence.QUIET: "it is silent",
    Silence.CLOSED: "it writes no more",
    Silence.TIME: "its time is over",
}
LONGEST_TEXT = 2000
"""Characters of a line that are shown."""


class ExplainedDialogue(Dialogue[Position]):
    """The same dialogue, that tells of itself: `> ` what is sent, `< ` what is heard, `= ` what
    that is understood to be."""

    def __init__(self, dialogue: Dialogue[Any], tell: Callable[[str], None]) -> None:
        self._dialogue = dialogue
        self._tell = tell
        self._decoder = OutputDecoder()
        self._rest = ""
        """The line that it has not finished."""
        self._silence: Silence | None = None
        self.lifetime = dialogue.lifetime
        self.acknowledges = dialogue.acknowledges
        self.improves = dialogue.improves
        self.plays_for_silent = dialogue.plays_for_silent
        self.in_order = dialogue.in_order
        self.is_searched = dialogue.is_searched

    def arguments(self, position: Position, side: Side) -> tuple[str, ...]:
        """Shows the arguments."""
        arguments = self._dialogue.arguments(position, side)
        if arguments:
            self._tell(f"> (as arguments) {' '.join(arguments)}")
        return arguments

    def greet(self) -> bytes | None:
        """Shows the greeting."""
        greeting = self._dialogue.greet()
        if greeting is not None:
            self._sent(greeting)
        return greeting

    def begin(self, position: Position, side: Side) -> bytes:
        """Shows the game and what opens it."""
        return self.enter(Opening(position), side)

    def enter(self, opening: Opening, side: Side) -> bytes:
        """The same, with the moves of an opening."""
        self._dialogue.seed = self.seed
        start = opening.start
        self._rules = start.rules
        self._tell(f"= a new game, it plays {side}, {start.turn} moves first")
        return self._sent(self._dialogue.enter(opening, side))

    def observe(self, side: Side, move: Move, position: Position) -> bytes:
        """Shows the message about a move."""
        return self._sent(self._dialogue.observe(side, move, position))

    def ask(self, position: Position, milliseconds: int) -> bytes | Choice:
        """Shows the request."""
        request = self._dialogue.ask(position, milliseconds)
        if isinstance(request, bytes):
            return self._sent(request)
        self._tell(f"= has {self._named('played', request.move)} already")
        return request

    def hear(self, heard: Heard) -> Reply | None:
        """Shows the output and what it amounts to."""
        if isinstance(heard, bytes):
            self._heard(heard)
        elif heard is not self._silence:
            self._break_off()
            self._tell(f"= {SILENCES[heard]}")
            self._silence = heard
        return self._told_of(lambda: self._dialogue.hear(heard))

    def close_request(self) -> bytes:
        """Shows what closes a request."""
        return self._sent(self._dialogue.close_request())

    def left(self, *, orderly: bool) -> Reply | None:
        """Shows what the exit amounts to."""
        return self._told_of(lambda: self._dialogue.left(orderly=orderly))

    def _told_of(self, listen: Callable[[], Reply | None]) -> Reply | None:
        try:
            reply = listen()
        except Fault as fault:
            self._break_off()
            self._tell(f"= {fault.kind.value}: {fault}")
            raise
        if isinstance(reply, bytes):
            self._sent(reply)
        elif reply is READY:
            self._break_off()
            self._tell("= is ready")
        elif isinstance(reply, Choice):
            self._break_off()
            self._tell(f"= {self._told(reply)}")
        return reply

    def end(self, ending: Ending) -> bytes:
        """Shows the end of the game."""
        self._tell(f"= the game is over: {ending.termination.value}, {ending.score}")
        return self._sent(self._dialogue.end(ending))

    def leave(self) -> bytes:
        """Shows the farewell."""
        return self._sent(self._dialogue.leave())

    def silent_turns(self) -> int:
        """As in the dialogue."""
        return self._dialogue.silent_turns()

    def last_words(self) -> str:
        """As in the dialogue."""
        return self._dialogue.last_words()

    def understood(self) -> str:
        """As in the dialogue."""
        return self._dialogue.understood()

    def _told(self, choice: Choice) -> str:
        facts = (
            self._named("plays", choice.move),
            f"depth {choice.depth}" if choice.depth is not None else "",
            choice.value.fact if choice.value is not None else "",
            self._dialogue.understood(),
            choice.comment,
        )
        return ", ".join(filter(None, facts))

    def _named(self, plays: str, move: Move) -> str:
        return f"{plays} {self._rules.cell_name(move)}"

    def _sent(self, data: bytes) -> bytes:
        if data:
            self._break_off()
            self._silence = None
            for line in data.decode("utf-8", "replace").splitlines():
                self._tell(f"> {line}")
        return data

    def _heard(self, data: bytes) -> None:
        self._silence = None
        *lines, self._rest = (self._rest + self._decoder.decode(data)).split("\n")
        for line in lines:
            self._tell(f"< {line.rstrip()[:LONGEST_TEXT]}")
        if len(self._rest) > LONGEST_TEXT:
            self._break_off()

    def _break_off(self) -> None:
        """Tells the line that has no end yet, as a prompt has none."""
        if self._rest.strip():
            self._tell(f"< {self._rest.rstrip()[:LONGEST_TEXT]}")
        self._rest = ""
