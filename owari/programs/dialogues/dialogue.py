"""What a dialogue is: how one protocol is spoken, without input or output of its own.

Events go in and bytes to send come out; what the program was heard to say goes in and, when it
amounts to something, a reply comes out. A transcript tests a dialogue.
"""

from __future__ import annotations

from enum import Enum
from typing import Protocol

from owari.games.game import Move, Side
from owari.games.mancala import Mancala
from owari.players.player import Choice
from owari.programs.heard import Heard
from owari.records.record import Ending

__all__ = ["READY", "Dialogue", "Ready", "Reply"]


class Ready(Enum):
    READY = "ready"


READY = Ready.READY

Reply = Ready | Choice | bytes
"""It is ready for what comes next, or it has chosen, or it is to be sent these bytes first."""


class Dialogue(Protocol):
    """`hear` answers None until there is a reply; it raises Fault when there can be none."""

    def greet(self) -> bytes | None:
        """To a program just started; None when the protocol has no greeting to wait for."""
        ...

    def begin(self, position: Mancala, side: Side) -> bytes | Ready:
        """A new game from this position, the program playing this side. READY when the protocol has
        no answer to it."""
        ...

    def observe(self, side: Side, move: Move, position: Mancala) -> bytes: ...

    def ask(self, position: Mancala, milliseconds: int) -> bytes | Choice:
        """The request for a move, or the move when the program has made it already."""
        ...

    def hear(self, heard: Heard) -> Reply | None: ...

    def end(self, ending: Ending) -> bytes: ...

    def leave(self) -> bytes:
        """The program should end now."""
        ...

    def last_words(self) -> str:
        """A clause on what it has said and nobody understood, for messages; empty when nothing."""
        ...
