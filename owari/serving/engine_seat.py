"""Our engine at other people's tables."""

from __future__ import annotations

from owari.players.engine_player import EnginePlayer

__all__ = ["ServedEngine"]


class ServedEngine(EnginePlayer):
    """It looks as far ahead as the manager wants, if nothing was said of that at its start."""

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
