"""A dialogue that is watched: what is sent, what is heard, and what is made of it, line by line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from owari.games.game import Move, Opening, Position, Side
from owari.players.player import Choice, Fault
from owari.programs.dialogues.console.encodings import OutputDecoder
from owari.programs.dialogues.dialogue import READY, Dialogue, Reply
from owari.programs.transports.program_output import Heard, Silence
from owari.records.record import Ending

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
