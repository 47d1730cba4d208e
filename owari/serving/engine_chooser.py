"""The engine inside other managers, ready from its first game on."""

from __future__ import annotations

from owari.games.game import Position, Side
from owari.players.engine_player import EnginePlayer
from owari.players.player import Choice, Clock, TimeControl

__all__ = ["EngineChooser"]


class EngineChooser(EnginePlayer):
    """Looks as far ahead as the manager says, unless the command line has set a depth or a time."""

    def __init__(
        self,
        *,
        depth: int | None = None,
        seconds: float | None = None,
        evaluation: str | None = None,
    ) -> None:
        super().__init__(depth=depth, seconds=seconds, evaluation=evaluation)
        self._is_free = depth is None and seconds is None
        self._has_game = False

    def start(self, position: Position, side: Side, times: TimeControl) -> None:
        """Prepares the engine where it plays by time."""
        self._has_game = True
        super().start(position, side, times)

    def choose(self, position: Position, clock: Clock) -> Choice:
        """The best move, in a game that its manager need not have announced."""
        if not self._has_game:
            self.start(position, position.turn, TimeControl())
        return super().choose(position, clock)

    def look_ahead(self, depth: int) -> None:
        """Sets the depth, unless the command line has set a depth or a time."""
        if self._is_free:
            self.depth = depth
