"""The score of a match: what two bots have from pairs of games that begin with one opening.

Only whole pairs count. Bots without chance play the same game again whenever an opening comes
again, and would prove anything by playing on. So while no two games with one opening and the same
seats differ in their moves or in how they ended, only the first pair of each opening counts. Once
two such games differ, a repeated game is evidence like any other: from then on every pair of the
match counts, from its first game. What counts depends on the games alone, not on their order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import ceil, log

from owari.games.game import Side
from owari.records.record import Result, Termination
from owari.results.elo import SCORES, OpeningMeans, Pentanomial, Units
from owari.results.game_log import StoredGame

MANY_FORFEITS = 20
"""A bot that has forfeited each of so many games is not worth more games."""
FEW_GAMES = 4
"""A match ends after so many games in none of which both bots took part."""
RARE = 0.03
"""A bot that plays otherwise than usual in so small a share of its games."""
REPEATS = ceil(log(0.05) / log(1 - RARE))
"""After so many repeated games, such a bot would have played otherwise with a probability of 95%.

Let a bot play its usual game with the probability 1 - p and others with q1, q2, ... in all. No game
differs in an opening that has been repeated r times with the probability (1 - p)^(r + 1) + q1^(r +
1) + ..., which is at most (1 - p)^r. Over all openings and seats the exponents add up."""


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
    first_fault: tuple[int, str] | None = None
    """The number and the sentence of the first game that its own fault ended."""
    seconds: float = 0.0
    """Its thinking time in all games whose times are known."""
    timed: int = 0
    """The number of these games."""
    slowest: float = 0.0
    """Seconds of its slowest turn."""
    cut_off: int = 0
    """The turns in which it lost on time: each was at least as long as its time here."""
    slowest_is_cut_off: bool = False
    """Whether its slowest turn is one of them."""
    forfeited: int = 0
    """How many of all games its own faults ended, those that do not count too."""
    without_move: int = 0
    """How many of these ended before it made a move."""

    @property
    def played(self) -> int:
        """The number of games that count."""
        return self.won + self.drawn + self.lost

    @property
    def forfeits_all(self) -> bool:
        """Whether its own faults ended all games that count."""
        return 0 < self.played == self.faults.total()


class MatchScore:
    """Counts the games of a match. The games 2k - 1 and 2k are a pair. If both bots forfeit a game,
    each has half a point from it."""

    def __init__(self, bots: Sequence[str], games: Iterable[StoredGame] = ()) -> None:
        self.bots = tuple(map(BotScore, bots))
        """The bot whose score it is, and its opponent."""
        self.games = 0
        """All games that were added."""
        self.varied = False
        """Whether two games with one opening and the same seats differ."""
        self.repeats = 0
        """How many of all games repeat an earlier one. Games whose moves are unknown do not."""
        self.alike = 0
        """The pairs that count though both bots made the same moves with the same side."""
        self.counted: set[int] = set()
        """The numbers of the games that count."""
        self._measured = 0
        self._halves: dict[int, StoredGame] = {}
        """Games without the other one of their pair, by the pair."""
        self._left_out: list[list[StoredGame]] = []
        """Pairs that do not count as long as nothing varies."""
        self._whole: set[int] = set()
        self._seen: dict[tuple[object, ...], Counter[tuple[object, ...]]] = {}
        """How games with an opening and seats went, and how often."""
        self._points: dict[str, Counter[float]] = {}
        """How many pairs that count gave the first bot how many points, by their opening."""
        for game in games:
            self.add(game)

    @property
    def pairs(self) -> Pentanomial:
        """The pairs that count, by the points of the first bot."""
        return _pentanomial(sum(self._points.values(), Counter()))

    @property
    def openings(self) -> int:
        """How many openings the pairs that count began with."""
        return len(self._points)

    @property
    def has_opening(self) -> bool:
        """Whether pairs that count began with moves or a position of an opening."""
        return any(self._points)

    @property
    def reuses_openings(self) -> bool:
        """Whether openings are the units: there are several, and some of them came again."""
        return 1 < self.openings < len(self.counted) // 2

    @property
    def units(self) -> Units:
        """What the difference between the bots is estimated from: the pairs, or the openings where
        several of them came more than once."""
        if self.reuses_openings:
            usual = sum(max(seen.values()) for seen in self._seen.values() if seen) / self.games
            return OpeningMeans.of(map(_pentanomial, self._points.values()), usual)
        return self.pairs

    @property
    def repeated(self) -> int:
        """The pairs that do not count because they repeat another one."""
        return len(self._left_out)

    @property
    def unpaired(self) -> int:
        """The games without the other one of their pair."""
        return len(self._halves)

    @property
    def distinct_games(self) -> int:
        """How many of all games repeat no earlier one."""
        return self.games - self.repeats

    @property
    def measured_nothing(self) -> bool:
        """Whether every game was forfeited by a bot that had not made a move in it."""
        return self.games > 0 and not self._measured

    @property
    def is_over(self) -> bool:
        """Whether the faults of a bot make more games worthless."""
        if self.measured_nothing:
            return self.games >= FEW_GAMES
        return any(bot.forfeited == self.games >= MANY_FORFEITS for bot in self.bots)

    @property
    def may_vary(self) -> bool:
        """Whether a bot that plays otherwise now and then can still have escaped notice."""
        return self.varied or 2 * self.repeated < REPEATS

    def has_pairs(self, number: int) -> bool:
        """Whether the first so many pairs of the match are whole."""
        return len(self._whole) >= number and self._whole.issuperset(range(number))

    def add(self, game: StoredGame) -> None:
        """Counts a game; a pair counts when it is whole."""
        self.games += 1
        self._note_forfeit(game)
        self._compare(game)
        pair = (game.number - 1) // 2
        other = self._halves.pop(pair, None)
        if other is None:
            self._halves[pair] = game
        else:
            self._whole.add(pair)
            games = sorted((game, other), key=lambda each: each.number)
            if self.varied or game.opening not in self._points:
                self._count_pair(games)
            else:
                self._left_out.append(games)
        if self.varied:
            for games in self._left_out:
                self._count_pair(games)
            self._left_out.clear()

    def _compare(self, game: StoredGame) -> None:
        """Finds out whether the game repeats an earlier one, or differs from it."""
        seen = self._seen.setdefault((game.south, game.north, game.first, game.opening), Counter())
        if game.ending.termination is Termination.REPORTED and not game.moves:
            self.varied = True  # nobody knows whether it repeats another
            return
        played = (game.moves, *game.ending[:3])
        self.repeats += played in seen
        seen[played] += 1
        self.varied = self.varied or len(seen) > 1

    def _note_forfeit(self, game: StoredGame) -> None:
        silent = 0
        for side in game.ending.forfeited_by:
            bot = next(bot for bot in self.bots if bot.name == game.player(side))
            fault = game.number, game.ending.reason
            bot.first_fault = min(bot.first_fault or fault, fault)
            bot.forfeited += 1
            without_move = not _has_moved(game, side)
            bot.without_move += without_move
            silent += without_move
        self._measured += not silent

    def _count_pair(self, games: Sequence[StoredGame]) -> None:
        self.counted.update(game.number for game in games)
        one, other = games
        self.alike += bool(one.moves) and (one.first, one.moves) == (other.first, other.moves)
        points = self._points.setdefault(one.opening, Counter())
        points[sum(map(self._points_of, games))] += 1
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
    result, score, kind, _ = game.ending
    if result is Result.DRAW:
        bot.drawn += 1
    elif result.winner is side:
        bot.won += 1
    else:
        bot.lost += 1
        if kind.is_fault:
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
    if slowest is not None and slowest >= bot.slowest:
        bot.slowest = slowest
        bot.slowest_is_cut_off = game.late is side and slowest == game.lost_turn
    bot.cut_off += game.late is side


def _has_moved(game: StoredGame, side: Side) -> bool:
    """Whether the bot on that side made a move. Names of moves begin with the side, or the sides
    alternate; the opponent of who moves first can also make its first move by exchanging sides."""
    moves = game.moves.split()
    if side is game.first:
        return bool(moves)
    first = "S" if game.first is Side.SOUTH else "N"
    return any(not move.startswith(first) for move in moves[1:])


def _pentanomial(points: Counter[float]) -> Pentanomial:
    return Pentanomial(*(points[2 * score] for score in SCORES))
