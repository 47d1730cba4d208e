"""The score of a match: what two bots have from pairs of games that begin with one opening.

Only whole pairs count. A pair whose games both repeat an earlier one move for move tells nothing
new, so it does not count either: bots without chance would prove anything by playing on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from owari.games.game import Side
from owari.records.record import Result, Termination
from owari.results.game_log import StoredGame
from owari.results.pentanomial import SCORES, Pentanomial

__all__ = ["BotScore", "MatchScore"]

MANY_FORFEITS = 20
"""A bot that forfeits so many games, and wins or draws none, is not worth more games."""


@dataclass(slots=True)
class BotScore:
    """What one of the two has from the games that count."""

    name: str
    won: int = 0
    drawn: int = 0
    lost: int = 0
    score_for: int = 0
    """Stones, or discs."""
    faults: Counter[Termination] = field(default_factory=Counter)
    """How many games its own faults ended, by the kind of fault."""
    first_fault: str = ""
    """The number and the sentence of the first of these games."""
    seconds: float = 0.0
    """Its thinking time in all games whose times are known."""
    timed: int = 0
    """The number of these games."""
    slowest: float = 0.0
    """Seconds of its slowest turn."""

    @property
    def played(self) -> int:
        """The number of games that count."""
        return self.won + self.drawn + self.lost

    @property
    def forfeits_all(self) -> bool:
        """Whether its own faults ended all games that count."""
        return 0 < self.played == self.faults.total()


class MatchScore:
    """Counts the games of a match as they end.

    The games 2k - 1 and 2k are a pair. If both bots forfeit a game, each has half a point from it.
    """

    def __init__(self, bots: Sequence[str], games: Iterable[StoredGame] = ()) -> None:
        self.bots = tuple(map(BotScore, bots))
        """The bot whose score it is, and its opponent."""
        self.games = 0
        """All games that were added."""
        self.repeated = 0
        """The pairs that repeat an earlier one."""
        self.alike = 0
        """The pairs that count though both bots made the same moves with the same side."""
        self._points: Counter[float] = Counter()
        self._halves: dict[int, StoredGame] = {}
        """Games without the other one of their pair, by the pair."""
        self._seen_pairs: set[tuple[tuple[str, ...], ...]] = set()
        self._seen_games: set[tuple[str, ...]] = set()
        self._without_moves = 0
        for game in games:
            self.add(game)

    @property
    def pairs(self) -> Pentanomial:
        """The pairs that count, by the points of the first bot."""
        return Pentanomial(*(self._points[2 * score] for score in SCORES))

    @property
    def unpaired(self) -> int:
        """The games without the other one of their pair."""
        return len(self._halves)

    @property
    def distinct_games(self) -> int:
        """How many of all games repeat no earlier one. Games without moves repeat nothing."""
        return len(self._seen_games) + self._without_moves

    @property
    def is_over(self) -> bool:
        """Whether the match goes on without anything new, as far as one can tell."""
        if self.repeated >= 20 and self.repeated >= 4 * self._points.total():
            return True
        return any(bot.forfeits_all and bot.played >= MANY_FORFEITS for bot in self.bots)

    @property
    def is_repetitive(self) -> bool:
        """Whether so many pairs repeat others that more games of this kind would not tell more."""
        return 4 * self.repeated >= self._points.total() > 0

    def add(self, game: StoredGame) -> None:
        """Counts a game; a pair counts when it is whole."""
        self.games += 1
        if game.moves:
            self._seen_games.add(_identity(game))
        else:
            self._without_moves += 1
        pair = (game.number - 1) // 2
        other = self._halves.pop(pair, None)
        if other is None:
            self._halves[pair] = game
            return
        games = sorted((game, other), key=lambda each: each.number)
        if game.moves and other.moves:
            identity = tuple(map(_identity, games))
            if identity in self._seen_pairs:
                self.repeated += 1
                return
            self._seen_pairs.add(identity)
            self.alike += identity[0][2:] == identity[1][2:]
        self._points[sum(map(self._points_of, games))] += 1
        for each in games:
            for bot in self.bots:
                _count(each, bot)

    def _points_of(self, game: StoredGame) -> float:
        """The first bot's."""
        if game.ending.result in (Result.DRAW, Result.NEITHER):
            return 0.5
        winner = game.ending.result.winner
        return float(winner is not None and game.player(winner) == self.bots[0].name)


def _count(game: StoredGame, bot: BotScore) -> None:
    side = Side.SOUTH if game.south == bot.name else Side.NORTH
    result, score, kind, reason = game.ending
    if result is Result.DRAW:
        bot.drawn += 1
    elif result.winner is side:
        bot.won += 1
    else:
        bot.lost += 1
        if kind.is_fault:
            bot.first_fault = bot.first_fault or f"Game {game.number}: {reason}"
            bot.faults[kind] += 1
    bot.score_for += score.stones(side)
    seconds, slowest = (
        (game.south_seconds, game.south_slowest)
        if side is Side.SOUTH
        else (game.north_seconds, game.north_slowest)
    )
    if seconds is not None:
        bot.seconds += seconds
        bot.timed += 1
    if slowest is not None:
        bot.slowest = max(bot.slowest, slowest)


def _identity(game: StoredGame) -> tuple[str, ...]:
    """Equal for games that are the same, move for move."""
    return game.south, game.north, game.first.value, game.opening, game.moves
