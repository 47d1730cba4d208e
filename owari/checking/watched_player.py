"""A program as a player that is watched: its faults are kept as values."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from owari.games.game import Illegality, IllegalMove, Move, Position, Side
from owari.players.player import Cause, Choice, Clock, Fault, TimeControl
from owari.programs.program import ProgramPlayer
from owari.records.record import Ending, Termination

__all__ = ["Mishap", "WatchedPlayer"]


class Mishap(NamedTuple):
    """What ended a game, as far as advice depends on it."""

    kind: Termination
    cause: Cause | None = None


class WatchedPlayer:
    """Passes all calls on to the program, and keeps what goes wrong in the present game."""

    def __init__(self, program: ProgramPlayer) -> None:
        self.program = program
        self.name = program.name
        self._cause: Cause | None = None

    def mishap(self, ending: Ending) -> Mishap:
        """What ended the last game, which ended like this."""
        return Mishap(ending.termination, self._cause)

    def start(self, position: Position, side: Side, times: TimeControl) -> None:
        """Starts the program for a game."""
        self._cause = None
        with self._watched():
            self.program.start(position, side, times)

    def observe(self, side: Side, move: Move, position: Position) -> None:
        """Tells the program a move."""
        with self._watched():
            self.program.observe(side, move, position)

    def choose(self, position: Position, clock: Clock) -> Choice:
        """The program's move, legal or not."""
        with self._watched():
            choice = self.program.choose(position, clock)
        try:
            position.play(choice.move)
        except IllegalMove as error:
            if error.kind is Illegality.NOT_YOURS and position.turn is Side.NORTH:
                self._cause = Cause.PLAYS_AS_SOUTH
        return choice

    def finish(self, ending: Ending) -> None:
        """Tells the program the end of the game."""
        self.program.finish(ending)

    def close(self) -> None:
        """Ends the program."""
        self.program.close()

    @contextmanager
    def _watched(self) -> Iterator[None]:
        try:
            yield
        except Fault as fault:
            self._cause = fault.cause
            raise
