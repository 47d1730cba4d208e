"""Our engine as a player."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

from owari.engine.families import evaluation_for
from owari.engine.search import Found
from owari.engine.thinker import Thinker
from owari.games.game import Position, Side
from owari.games.value import Kind
from owari.players.player import Choice, Clock, StatelessPlayer, TimeControl

__all__ = ["EnginePlayer"]

SHARE_OF_GAME = 30
"""One turn may use this part of what is left of a game's time."""
SHARE_OF_TURN = 0.9
"""One turn may use this part of its own limit; the rest is for what happens around the search."""
SHARE_OF_CHAIN = 0.5
"""A ply after which the turn may go on may use this part of what is left of the turn's time."""
UNLIMITED = 1.0
"""Seconds for a turn when nothing at all limits it."""


class EnginePlayer(StatelessPlayer):
    """Alpha-beta to a depth in plies, for a time in seconds, or, with neither, as long as the clock
    allows; or perfect play, however long that takes.

    A time is for a whole turn, and is shared out among its plies. The search plans them together:
    it looks for the best turn, extra moves and all, and what it has found for the first ply is
    where it begins at the next.
    """

    def __init__(
        self,
        name: str = "engine",
        *,
        depth: int | None = None,
        seconds: float | None = None,
        evaluation: str | None = None,
        perfect: bool = False,
        threads: int = 1,
        verbose: bool = False,
    ) -> None:
        super().__init__(name)
        self.depth = depth
        self.seconds = seconds
        self.evaluation = evaluation
        """A name or a mixture; None is the game's default."""
        self.perfect = perfect
        self.threads = threads
        self.verbose = verbose
        """Whether its choices say in a comment what was used."""
        self.on_depth: Callable[[Choice], None] | None = None
        """Is told of its choice so far whenever a search has finished a depth."""
        self._thinker: Thinker | None = None
        self._spent = 0.0
        """Seconds of the turn that goes on, or of the last one."""
        self._after: Position | None = None
        """The position after our last ply; the turn goes on there when we are asked about it."""

    def start(self, position: Position, side: Side, times: TimeControl) -> None:
        """Prepares the engine where it plays by time."""
        self._after = None
        if self.depth is None:
            self._for(position).prepare()

    def choose(self, position: Position, clock: Clock) -> Choice:
        """The best move that the engine finds within its limits and the clock."""
        if position != self._after:
            self._spent = 0.0
        begun = perf_counter()
        found = self.think(position, clock)
        self._spent += perf_counter() - begun
        self._after = position.play(found.move)
        return self._choice(found)

    def think(self, position: Position, clock: Clock) -> Found:
        """The search behind a choice."""
        if self.perfect:
            return self._for(position).think(position, perfect=True)
        seconds, told = self._seconds(position, clock), self.on_depth
        return self._for(position).think(
            position,
            depth=self.depth,
            seconds=seconds,
            on_depth=told and (lambda found: told(self._choice(found))),
        )

    def _choice(self, found: Found) -> Choice:
        depth = found.depth or None  # a book looks no ply ahead
        comment = _told(found) if self.verbose else ""
        return Choice(found.move, depth, found.value, found.line, comment)

    def _for(self, position: Position) -> Thinker:
        if self._thinker is None or self._thinker.rules != position.rules:
            evaluation = evaluation_for(position.rules, self.evaluation)
            self._thinker = Thinker(position.rules, evaluation, threads=self.threads)
        return self._thinker

    def _seconds(self, position: Position, clock: Clock) -> float | None:
        """The time for this ply. A depth alone has none: it must play the same on any machine."""
        if self.depth is not None and self.seconds is None:
            return None
        spent = self._spent
        limits = [
            self.seconds,
            None if clock.turn is None else (clock.turn + spent) * SHARE_OF_TURN,
            None if clock.game is None else (clock.game + spent) / SHARE_OF_GAME,
        ]
        turn = min((limit for limit in limits if limit is not None), default=UNLIMITED)
        share = SHARE_OF_CHAIN if _may_go_on(position) else 1.0
        return max(0.001, (turn - spent) * share)


def _may_go_on(position: Position) -> bool:
    """Whether some move earns an extra turn."""
    if not position.rules.extra_turn:
        return False
    after = (position.play(move) for move in position.legal_moves())
    return any(child.turn is position.turn and not child.outcome() for child in after)


def _told(found: Found) -> str:
    if found.by == "book":
        return "from the book"
    if found.by == "proof":
        whole = "" if found.value.kind is Kind.EXACT else " of no less than that"
        return f"by proof{whole}, {found.nodes:,} positions"
    return f"by the search of the {found.by}, {found.nodes:,} positions"
