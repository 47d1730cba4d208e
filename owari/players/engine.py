"""Our engine as a player."""

from __future__ import annotations

from owari.engine.evaluation import DEFAULT, EVALUATIONS
from owari.engine.search import Found
from owari.engine.thinker import Thinker
from owari.games.game import Side
from owari.games.mancala import Mancala
from owari.games.value import Kind
from owari.players.player import Choice, Clock, StatelessPlayer, TimeControl

__all__ = ["EnginePlayer"]

SHARE_OF_GAME = 30
"""One move may use this part of what is left of a game's time."""
SHARE_OF_TURN = 0.9
"""One move may use this part of its own limit; the rest is for what happens around the search."""
UNLIMITED = 1.0
"""Seconds for a move when nothing at all limits it."""


class EnginePlayer(StatelessPlayer):
    """Alpha-beta to a depth in plies, for a time in seconds, or, with neither, as long as the clock
    allows; or perfect play, however long that takes."""

    def __init__(
        self,
        name: str = "engine",
        *,
        depth: int | None = None,
        seconds: float | None = None,
        evaluation: str = DEFAULT,
        perfect: bool = False,
        threads: int = 1,
        verbose: bool = False,
    ) -> None:
        super().__init__(name)
        self.depth = depth
        self.seconds = seconds
        self.evaluation = EVALUATIONS[evaluation]
        self.perfect = perfect
        self.threads = threads
        self.verbose = verbose
        """Whether its choices say in a comment what was used."""
        self._thinker: Thinker | None = None

    def start(self, position: Mancala, side: Side, times: TimeControl) -> None:
        if self.depth is None:
            self._for(position).prepare()

    def choose(self, position: Mancala, clock: Clock) -> Choice:
        found = self.think(position, clock)
        depth = found.depth or None  # a book looks no ply ahead
        comment = _told(found) if self.verbose else ""
        return Choice(found.move, depth, found.value, found.line, comment)

    def think(self, position: Mancala, clock: Clock) -> Found:
        """The search behind a choice."""
        if self.perfect:
            return self._for(position).think(position, perfect=True)
        seconds = self._seconds(clock)
        return self._for(position).think(position, depth=self.depth, seconds=seconds)

    def _for(self, position: Mancala) -> Thinker:
        if self._thinker is None or self._thinker.rules != position.rules:
            self._thinker = Thinker(position.rules, self.evaluation, threads=self.threads)
        return self._thinker

    def _seconds(self, clock: Clock) -> float | None:
        """The time for this move. A depth alone has none: it must play the same on any machine."""
        if self.depth is not None and self.seconds is None:
            return None
        limits = [
            self.seconds,
            None if clock.turn is None else clock.turn * SHARE_OF_TURN,
            None if clock.game is None else clock.game / SHARE_OF_GAME,
        ]
        return max(0.001, min((limit for limit in limits if limit is not None), default=UNLIMITED))


def _told(found: Found) -> str:
    if found.by == "book":
        return "from the book"
    if found.by == "proof":
        whole = "" if found.value.kind is Kind.EXACT else " of no less than that"
        return f"by proof{whole}, {found.nodes:,} positions"
    return f"by the search of the {found.by}, {found.nodes:,} positions"
