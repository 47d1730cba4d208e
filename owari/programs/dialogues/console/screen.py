"""The terminal of a console program: what it has shown and what was typed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from owari.players.player import Cause, Fault
from owari.programs.dialogues.console.colours import PLAIN, in_colours, in_rows
from owari.programs.dialogues.console.encodings import OutputDecoder
from owari.programs.dialogues.console.prompts import pauses, prompt_in
from owari.programs.transports.program_output import excerpt
from owari.records.record import Termination

MOST_OUTPUT = 1024 * 1024
"""Bytes of output between two inputs."""
LONGEST_TURN = 20_000
"""Characters, counted from the end, that are searched for a move."""
MOST_KEYS = 20
"""Lines other than moves that are typed in one turn."""

KEYS = {
    "<up>": "\x1b[A",
    "<down>": "\x1b[B",
    "<right>": "\x1b[C",
    "<left>": "\x1b[D",
    "<space>": " ",
    "<enter>": "\r",
}
"""The names of keys that a line may consist of, and what a terminal sends for them."""

Line = str | Callable[[], str]
"""A line to type, or a function that makes it at the moment it is typed."""


def typed_bytes(line: str, encoding: str) -> bytes:
    """What a terminal sends for a line and its Enter, or for a key alone."""
    return KEYS.get(line, f"{line}\n").encode(encoding, "replace")


class Screen:
    """What the program has shown since the last input, and what it showed before."""

    def __init__(self) -> None:
        self.new = ""
        """The output since the last input or the last move that was read."""
        self.before = ""
        """The output up to that move."""
        self.prompt = ""
        """The prompt at the end of it."""
        self.typed = ""
        """The last input, its lines joined by spaces."""
        self._keys = self._key_at = 0
        self._written = 0
        """The bytes of the new output, with what a terminal shows nothing of."""
        self._decoder = OutputDecoder()
        self._open = ""
        """The line that has no end yet, as the program has written it."""
        self._style = PLAIN
        """The colours at its beginning."""

    def show(self, output: bytes) -> None:
        """Adds output of the program. Raises Fault where there is too much of it."""
        self._written += len(output)
        if self._written > MOST_OUTPUT:
            raise Fault(
                Termination.TOO_MUCH_OUTPUT,
                f"wrote more than {MOST_OUTPUT} bytes without waiting for the other side"
                f"{self._after()}",
            )
        written = in_rows(self._open + self._decoder.decode(output))
        text, self._style = in_colours(written, self._style)
        self.new = self.new[: self.new.rfind("\n") + 1] + text
        self._open = written[written.rfind("\n") + 1 :]

    def type(self, *lines: Line) -> bytes:
        """The bytes of lines that answer the output so far, each with its newline."""
        answers = [line if isinstance(line, str) else line() for line in lines]
        if answers:
            self.typed = " ".join(answers)
            self._end_line()
            self.new = ""
            self._keys = self._key_at = self._written = 0
        return self._encoded(*answers)

    def press(self, answer: str) -> bytes:
        """The bytes of a line that is no move. The output before it still counts, and a line of the
        screen ends here."""
        self._end_line()
        self.new += "\n"
        self._keys += 1
        self._key_at = len(self.new)
        return self._encoded(answer)

    def _encoded(self, *answers: str) -> bytes:
        return b"".join(typed_bytes(answer, self._decoder.encoding) for answer in answers)

    def turn_over(self) -> None:
        """The output is read: the next input answers the prompt at its end."""
        self.prompt = prompt_in(self.new)
        self._end_line()
        self.before, self.new = self.new, ""
        self._keys = self._key_at = self._written = 0

    def again(self) -> str:
        """A clause on the last input, which the program has not followed; empty if there is none,
        or an empty line alone."""
        return f" again after {self.typed!r} was typed" if self.typed else ""

    def _after(self) -> str:
        """A clause on the last input, if any."""
        if not self.typed:
            return ""
        why = "" if self.typed.isdigit() else "; a program that reads numbers may do so after words"
        return f" after {self.typed!r} was typed{why}"

    def _end_line(self) -> None:
        """What comes next is a line of its own."""
        _, self._style = in_colours(f"{self._open}\n", self._style)
        self._open = ""

    def side_answer(self, answers: Iterable[tuple[str, str]]) -> str | None:
        """The line to type where the program asks for something other than a move: the answer to
        one of these patterns, or an empty line where it waits for a key. None otherwise."""
        if not self.may_press:
            return None
        asked = self.new[self._key_at :]
        *_, last = ["", *filter(None, map(str.strip, asked.split("\n")))]
        for pattern, answer in answers:
            if last and re.search(pattern, last):
                return answer
        return "" if pauses(asked) else None

    @property
    def may_press(self) -> bool:
        """Whether more lines other than moves may be typed in this turn."""
        return self._keys < MOST_KEYS

    @property
    def since_key(self) -> str:
        """The output since the last line that is no move."""
        return self.new[self._key_at :]

    def can_press(self, answer: str) -> bool:
        """Whether this line, which is no move, may be typed: it has not been, or was answered."""
        was_typed = bool(self._keys) or self.typed.endswith(answer)
        return self.may_press and (not was_typed or bool(self.since_key.strip()))

    @property
    def last(self) -> str:
        """The new output, or the output before where there is none."""
        return self.new or self.before

    def fault(self, kind: Termination, sentence: str, cause: Cause | None = None) -> Fault:
        """A fault of the program, with the end of its last output."""
        return Fault(kind, f"{sentence}; {self.quoted() or 'it said nothing'}", cause)

    def quoted(self) -> str:
        """A clause that quotes the end of the last output; empty where there is none."""
        said = excerpt(self.new) or excerpt(self.before)
        return f"it last said {said!r}" if said else ""
