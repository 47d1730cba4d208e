"""Programs that prompt a person: we type what the person would, and read what the screen shows.

How the conversation goes is `keyboard`'s; `pits` and `squares` know what a move looks like on a
screen.
"""

from __future__ import annotations

from typing import Any

from owari.games.game import Move, Position, Side
from owari.games.mancala import Mancala
from owari.games.othello import OthelloPosition
from owari.players.player import Choice
from owari.programs.dialogues.console.console_protocol import ConsoleProtocol
from owari.programs.dialogues.console.pit_reader import PitsConsole
from owari.programs.dialogues.console.reader import KeyboardDialogue
from owari.programs.dialogues.console.square_reader import SquaresConsole
from owari.programs.dialogues.dialogue import Dialogue, Reply
from owari.programs.program_output import Heard
from owari.records.record import Ending

__all__ = ["ConsoleDialogue"]


class ConsoleDialogue(Dialogue[Position]):
    """The dialogue with one that knows the game which is begun."""

    def __init__(self, protocol: ConsoleProtocol) -> None:
        self.protocol = protocol
        self._speaker: KeyboardDialogue[Any] | None = None

    def greet(self) -> None:
        return None

    def begin(self, position: Position, side: Side) -> bytes:
        if isinstance(position, OthelloPosition):
            squares = SquaresConsole(self.protocol)
            self._speaker = squares
            return squares.begin(position, side)
        assert isinstance(position, Mancala)
        pits = PitsConsole(self.protocol)
        self._speaker = pits
        return pits.begin(position, side)

    def observe(self, side: Side, move: Move, position: Position) -> bytes:
        return self._begun.observe(side, move, position)

    def ask(self, position: Position, milliseconds: int) -> bytes | Choice:
        return self._begun.ask(position, milliseconds)

    def hear(self, heard: Heard) -> Reply | None:
        return self._begun.hear(heard)

    def left(self, *, orderly: bool) -> Reply | None:
        return self._begun.left(orderly=orderly)

    def end(self, ending: Ending) -> bytes:
        return self._begun.end(ending)

    def leave(self) -> bytes:
        return b""

    def last_words(self) -> str:
        return self._speaker.last_words() if self._speaker else ""

    def understood(self) -> str:
        return self._speaker.understood() if self._speaker else ""

    def screen(self) -> str:
        """What it has said since something was typed last."""
        return self._speaker.screen() if self._speaker else ""

    def took_another(self) -> bool:
        """Whether it is seen to have taken our move for another, as the numbering is wrong."""
        return self._speaker is not None and self._speaker.took_another()

    def agreed(self) -> int:
        """Turns after which it drew the referee's board."""
        return self._speaker.agreed() if self._speaker else 0

    @property
    def _begun(self) -> KeyboardDialogue[Any]:
        assert self._speaker
        return self._speaker
