"""The engine as a player."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

from owari.engine.families import evaluation_for
from owari.engine.search import Finder, Found
from owari.engine.thinker import Thinker
from owari.games.game import Kind, Position, Side
from owari.players.player import Choice, Clock, StatelessPlayer, TimeControl

_SHARE_OF_GAME = 30
"""One turn may use one part in this many of the time left for the game."""
_SHARE_OF_TURN = 0.9
"""The part of its own limit that a turn may use; the rest is for the work around the search."""
_SHARE_OF_CHAIN = 0.5
"""The part of the time left for a turn that a ply may use if the turn may go on after it."""
_UNLIMITED = 1.0
"""Seconds for a turn that has no limit."""


class EnginePlayer(StatelessPlayer):
    """Plays by alpha-beta to a depth in plies, for a time in seconds, or as long as the clock
    allows; or perfectly, however long that takes.

    A time is for a whole turn. The plies of the turn share it, and each search begins where the
    search for the ply before has ended.
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
        """Whether the comment of each choice names the search, proof or book behind it."""
        self.on_depth: Callable[[Choice], None] | None = None
        """Called with the choice so far each time a search finishes a depth."""
        self._thinker: Thinker | None = None
        self._spent = 0.0
        """Seconds used in the current turn, or in the last one."""
        self._after: Position | None = None
        """The position after its last ply. A request for this position continues the turn."""

    def start(self, position: Position, side: Side, times: TimeControl) -> None:
        """Prepares the engine where it plays by time."""
        self._after = None
        if self.depth is None:
            self._for(position).prepare()

    def choose(self, position: Position, clock: Clock) -> Choice:
        """The best move that the engine finds within its limits and the clock."""
        if self.depth is not None and self.seconds is None:  # no clock matters
            return self._choice(self.think(position, clock))
        if position != self._after:
            self._spent = 0.0
        begun = perf_counter()
        found = self.think(position, clock)
        self._spent += perf_counter() - begun
        self._after = position.play(found.move)
        return self._choice(found)

    def close(self) -> None:
        """Frees what it has found. It can go on all the same."""
        self._thinker = None

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
        comment = _source(found) if self.verbose else ""
        return Choice(found.move, depth, found.value, found.line, comment)

    def _for(self, position: Position) -> Thinker:
        thinker, rules = self._thinker, position.rules
        if thinker is None or (thinker.rules is not rules and thinker.rules != rules):
            evaluation = evaluation_for(rules, self.evaluation)
            thinker = self._thinker = Thinker(rules, evaluation, threads=self.threads)
        return thinker

    def _seconds(self, position: Position, clock: Clock) -> float | None:
        """The time for this ply. A depth alone has none: it must play the same on any machine."""
        if self.depth is not None and self.seconds is None:
            return None
        spent = self._spent
        limits = [
            self.seconds,
            None if clock.turn is None else (clock.turn + spent) * _SHARE_OF_TURN,
            None if clock.game is None else (clock.game + spent) / _SHARE_OF_GAME,
        ]
        turn = min((limit for limit in limits if limit is not None), default=_UNLIMITED)
        share = _SHARE_OF_CHAIN if _may_go_on(position) else 1.0
        return max(0.001, (turn - spent) * share)


def _may_go_on(position: Position) -> bool:
    """Whether some move earns an extra turn."""
    if not position.rules.extra_turn:
        return False
    after = (position.play(move) for move in position.legal_moves())
    return any(child.turn is position.turn and not child.outcome() for child in after)


def _source(found: Found) -> str:
    """The search, the proof or the book that found the move, for a comment."""
    if found.by is Finder.BOOK:
        return "from the book"
    if found.by is Finder.PROOF:
        bound = "" if found.value.kind is Kind.EXACT else " of at least this value"
        return f"by proof{bound}, {found.nodes:,} positions"
    return f"by the {found.by} search, {found.nodes:,} positions"
