"""A program that keeps the cause of its last fault."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from owari.games.game import Illegality, IllegalMove, Position, Side
from owari.players.player import Cause, Choice, Clock, Fault, TimeControl
from owari.programs.program import ProgramPlayer

__all__ = ["WatchedProgram"]


class WatchedProgram(ProgramPlayer):
    """Plays like any program."""

    cause: Cause | None = None
    """The cause of its fault in the present game, where it is known."""

    def start(self, position: Position, side: Side, times: TimeControl) -> None:
        """Starts a game, in which nothing has gone wrong yet."""
        self.cause = None
        with self._watched():
            super().start(position, side, times)

    def choose(self, position: Position, clock: Clock) -> Choice:
        """The program's move, legal or not."""
        with self._watched():
            choice = super().choose(position, clock)
        try:
            position.play(choice.move)
        except IllegalMove as error:
            if error.kind is Illegality.NOT_YOURS and position.turn is Side.NORTH:
                self.cause = Cause.PLAYS_AS_SOUTH
        return choice

    @contextmanager
    def _watched(self) -> Iterator[None]:
        try:
            yield
        except Fault as fault:
            self.cause = fault.cause
            raise
