"""The engine inside other managers."""

from __future__ import annotations

from owari.players.engine_player import EnginePlayer

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

    def look_ahead(self, depth: int) -> None:
        """Sets the depth, unless the command line has set a depth or a time."""
        if self._is_free:
            self.depth = depth
