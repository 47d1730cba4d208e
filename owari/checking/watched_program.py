"""A program that keeps the cause of its last fault, its start and the number of its moves."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter

from owari.games.game import Illegality, IllegalMove, Position, Side
from owari.players.player import Cause, Choice, Clock, Fault, TimeControl
from owari.programs.program import ProgramPlayer

__all__ = ["WatchedProgram"]


class WatchedProgram(ProgramPlayer):
    """Plays like any program."""

    cause: Cause | None = None
    """The cause of its fault in the present game, where it is known."""
    seconds = 0.0
    """The longest that it took to start."""
    moves = 0
    """Its moves in the present game."""

    def start(self, position: Position, side: Side, times: TimeControl) -> None:
        """Starts a game, in which nothing has gone wrong yet."""
        self.cause, self.moves = None, 0
        begun = perf_counter()
        with self._watched():
            super().start(position, side, times)
        self.seconds = max(self.seconds, perf_counter() - begun)

    def choose(self, position: Position, clock: Clock) -> Choice:
        """The program's move, legal or not."""
        with self._watched():
            choice = super().choose(position, clock)
        self.moves += 1
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
