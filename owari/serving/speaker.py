"""One protocol, spoken as a player speaks it to another program's manager; and the simplest, our
own line protocol (see `owari.programs.dialogues.line`).

A dialogue of `owari.programs` asks, a speaker answers; neither has any input or output of its own.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from owari.errors import BadInput
from owari.games.catalog import find_game
from owari.games.game import Game, Kind, Position, Side
from owari.players.player import Choice, Clock, TimeControl


class Chooser(Protocol):
    """Whoever thinks for the speaker."""

    def start(self, position: Position, side: Side, times: TimeControl) -> None:
        """Has at hand what a game needs, before any clock runs."""
        ...

    def choose(self, position: Position, clock: Clock) -> Choice:
        """A legal move, in this time."""
        ...

    def look_ahead(self, depth: int) -> None:
        """The other side wants it to look so many plies ahead from now on."""
        ...


class BadRequest(BadInput):
    """A line of which nothing can be made; the text is a sentence."""


@contextmanager
def reading(what: str = "") -> Iterator[None]:
    """Turns a ValueError of a parser into BadRequest, with `what` could not be read before its
    text."""
    try:
        yield
    except ValueError as error:
        raise BadRequest(f"{what}: {error}" if what else str(error)) from None


def check_turn(position: Position) -> None:
    """Raises BadRequest where there is no move to choose."""
    if not position.legal_moves():
        raise BadRequest(f"the request is for a move, and the game is over at {position}")
    if position.forced():
        raise BadRequest(f"the request is for a move, and only a pass is legal at {position}")


class Goodbye(Exception):
    """The other side has ended the conversation; the text is what is said to that."""


class Speaker(ABC):
    """One protocol, spoken as a player speaks it."""

    def greet(self) -> str:
        """The lines to say before anything is heard; empty where there are none."""
        return ""

    @abstractmethod
    def hear(self, line: str) -> str:
        """The lines that answer one, which comes without its newline; empty where none is wanted.
        Raises BadRequest, after which the conversation goes on, and Goodbye."""


_UNLIMITED = 3_600_000
"""Milliseconds for a move from which on it is not limited."""


class LineSpeaker(Speaker):
    """A bot of the line protocol."""

    def __init__(self, rules: Game, chooser: Chooser) -> None:
        """`rules` hold until a game is named."""
        self.rules = rules
        self.chooser = chooser

    def hear(self, line: str) -> str:
        """The answer to a command."""
        word, *rest = line.split() or [""]
        match word:
            case "owari":
                return "name owari\nready\n"
            case "game":
                with reading():
                    self.rules = find_game(rest[0] if rest else "")
                self.chooser.start(self.rules.start(), Side.SOUTH, TimeControl())
                return "ready\n"
            case "go":
                return self._go(rest)
            case "quit":
                raise Goodbye
            case "played" | "result" | "":
                return ""
        raise BadRequest(f"{word[:40]!r} is no command of the line protocol")

    def _go(self, words: list[str]) -> str:
        if len(words) < 2 or not (words[0].isascii() and words[0].isdigit() and len(words[0]) < 16):
            found = " ".join(words)[:40]
            raise BadRequest(
                "go takes the milliseconds of the move and the position, as in: go 5000 ..., not"
                f" {found!r}"
            )
        with reading(f"no position of {self.rules.name}"):
            position = self.rules.parse_position(" ".join(words[1:]))
        if not position.legal_moves():
            raise BadRequest(f"the game is over at {position}")
        if forced := position.forced():
            return f"{position.rules.cell_name(forced)}\n"
        milliseconds = int(words[0])
        turn = None if milliseconds >= _UNLIMITED else milliseconds / 1000
        return _answer(position.rules, self.chooser.choose(position, Clock(turn)))


def _answer(rules: Game, choice: Choice) -> str:
    said = rules.cell_name(choice.move)
    if choice.depth is not None:
        said += f" depth {choice.depth}"
    if choice.value is not None:
        number, kind = choice.value
        said += f" value {number}"
        if kind is Kind.EXACT:
            said += " comment proved"
    return f"{said}\n"
