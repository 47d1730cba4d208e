"""What a dialogue is: how one protocol is spoken, without input or output of its own.

Events go in and bytes to send come out; what the program was heard to say goes in and, when it
amounts to something, a reply comes out. A transcript tests a dialogue.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from enum import Enum
from typing import Generic, TypeVar

from owari.games.game import Move, Position, Side
from owari.players.player import Choice
from owari.programs.program_output import Heard
from owari.records.record import Ending

__all__ = ["READY", "Dialogue", "Lifetime", "Ready", "Reply", "StartAgain"]


class Ready(Enum):
    READY = "ready"


READY = Ready.READY

Reply = Ready | Choice | bytes
"""It is ready for what comes next, or it has chosen, or it is to be sent these bytes first."""


class StartAgain(Exception):
    """Chance has decided otherwise than the game needs, as the text says: the program is to be
    started anew."""


class Lifetime(Enum):
    """What one process of the program plays."""

    MOVE = "move"
    """One move: it is not spoken with before, and its input ends behind the request."""
    GAME = "game"
    EVENING = "evening"
    """Game after game."""


P = TypeVar("P", bound=Position)
"""The positions of the games that are played."""


class Dialogue(ABC, Generic[P]):
    """`hear` answers None until there is a reply; it raises Fault when there can be none."""

    lifetime: Lifetime = Lifetime.GAME
    acknowledges: bool = True
    """Whether the program answers `begin`."""
    improves: bool = False
    """Whether it may replace its move by a better one until its time is over."""
    in_order: bool = False
    """Whether every request has its answer, one after the other, so that what comes when nothing is
    waited for answers an earlier one."""

    def arguments(self, position: P, side: Side) -> tuple[str, ...]:
        """Words that its command needs at its end to play this side from here."""
        return ()

    @abstractmethod
    def greet(self) -> bytes | None:
        """To a program just started; None when the protocol has no greeting to wait for."""

    @abstractmethod
    def begin(self, position: P, side: Side) -> bytes:
        """A new game from this position, the program playing this side."""

    @abstractmethod
    def observe(self, side: Side, move: Move, position: P) -> bytes: ...

    @abstractmethod
    def ask(self, position: P, milliseconds: int) -> bytes | Choice:
        """The request for a move, or the move when the program has made it already."""

    @abstractmethod
    def hear(self, heard: Heard) -> Reply | None: ...

    def left(self, *, orderly: bool) -> Reply | None:
        """What it amounts to that it has left where `hear` found no reply: `orderly` with exit
        code 0. None for a crash."""
        return None

    @abstractmethod
    def end(self, ending: Ending) -> bytes: ...

    @abstractmethod
    def leave(self) -> bytes:
        """The program should end now."""

    @abstractmethod
    def last_words(self) -> str:
        """A clause on what it has said and nobody understood, for messages; empty when nothing."""

    def understood(self) -> str:
        """Why the last reply is what it is, for those who want to see; empty when that is plain."""
        return ""
