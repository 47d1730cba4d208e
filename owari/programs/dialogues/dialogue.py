"""What a dialogue is: how one protocol is spoken, without input or output of its own.

Events go in and the bytes to send come out; the program's output goes in and a reply comes
out, once the output amounts to one. So a transcript tests a dialogue.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from enum import Enum
from typing import Generic, TypeVar

from owari.games.game import Move, Opening, Position, Side
from owari.players.player import Choice
from owari.programs.transports.program_output import Heard
from owari.records.record import Ending


class Ready(Enum):
    """The reply of a program that is ready for what comes next."""

    READY = "ready"


READY = Ready.READY

Reply = Ready | Choice | bytes
"""The program is ready, or has chosen, or these bytes go to it before it can say more."""


class StartAgain(Exception):
    """Chance in the program has decided against what the game needs, as the text says: the program
    is started anew."""


class Lifetime(Enum):
    """What one process of the program plays."""

    MOVE = "move"
    """One move: the process gets the request and the end of its input, and nothing before."""
    GAME = "game"
    GAMES = "games"
    """Game after game."""


P = TypeVar("P", bound=Position)
"""The positions of the games that are played."""


class Dialogue(ABC, Generic[P]):
    """One protocol, spoken with one program.

    For each process `arguments` comes first, then `greet`, and `hear` until READY; for each game
    `enter`, which is `begin` by default, and `hear` until READY where the dialogue `acknowledges`;
    then `observe` for each move of either side, and for each move of the program `ask`, `hear`
    until a Choice, and `close_request`; then `end`, and `leave` before the process ends. A protocol
    without a word for one of these sends nothing.
    """

    lifetime: Lifetime = Lifetime.GAME
    acknowledges: bool = True
    """Whether the program answers `begin`."""
    improves: bool = False
    """Whether the program may replace its move by a better one until its time is over."""
    plays_for_silent: bool = False
    """Whether `hear` chooses for a program that has named no move in its time."""
    seed: int = 0
    """What it chooses so in a game depends on this and on the position alone."""
    in_order: bool = False
    """Whether each request has one answer, in order, so that output between requests answers an
    earlier one."""

    is_searched: bool = False
    """Whether regular expressions of an entry, or many of ours, read its output."""

    def arguments(self, position: P, side: Side) -> tuple[str, ...]:
        """The words that the program's command needs at its end to play this side from here."""
        return ()

    def greet(self) -> bytes | None:
        """The bytes for a program that has just started; None where it answers no greeting."""
        return None

    @abstractmethod
    def begin(self, position: P, side: Side) -> bytes:
        """The bytes that begin a game from this position, in which the program plays this side.
        Raises Fault where it cannot."""

    def enter(self, opening: Opening, side: Side) -> bytes:
        """The bytes that begin a game with this opening; by default those of its position."""
        return self.begin(opening.start, side)  # type: ignore[arg-type]

    def observe(self, side: Side, move: Move, position: P) -> bytes:
        """The bytes that tell of a move of this side, the program's own too, which has led to this
        position."""
        return b""

    @abstractmethod
    def ask(self, position: P, milliseconds: int) -> bytes | Choice:
        """The request for a move within this time, or the move where the program has already made
        it."""

    @abstractmethod
    def hear(self, heard: Heard) -> Reply | None:
        """The reply that the output so far amounts to, or None to wait for more. `heard` is the
        next piece of output, or what the program's silence means. Raises Fault where no reply can
        follow."""

    def close_request(self) -> bytes:
        """The bytes that tell the program, which has just answered, that its request is closed. It
        gets them at once, before it is stopped for its opponent's turn."""
        return b""

    def left(self, *, orderly: bool) -> Reply | None:
        """The reply of a program that has left before `hear` found one, None for a crash. `orderly`
        says that its exit code was 0."""
        return None

    def end(self, ending: Ending) -> bytes:
        """The bytes that tell how the game has ended."""
        return b""

    def leave(self) -> bytes:
        """The bytes that ask the program to end."""
        return b""

    def silent_turns(self) -> int:
        """How many moves of the game it has chosen for a program that had named none."""
        return 0

    @abstractmethod
    def last_words(self) -> str:
        """A clause for messages on the output that led to no reply; empty where there is none."""

    def understood(self) -> str:
        """Why the last reply is what it is, for `--explain`; empty where that is plain."""
        return ""
