"""What the log says of a bot beside its points: its results by who moved first, margins, times."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from owari.games.game import Side
from owari.records.record import Result
from owari.results.game_log import StoredGame
from owari.results.scoring import PLAYED_OUT

__all__ = ["BotStatistics", "Results", "bot_statistics"]


@dataclass(slots=True)
class Results:
    """The results of some games."""

    won: int = 0
    drawn: int = 0
    lost: int = 0


@dataclass(slots=True)
class BotStatistics:
    """The games of one bot in figures."""

    name: str
    first: Results = field(default_factory=Results)
    """Of the games in which it moved first."""
    second: Results = field(default_factory=Results)
    margin: int = 0
    """Its stones or discs minus those of its opponents, in games that were played to their end."""
    played_out: int = 0
    """The number of these games."""
    seconds: float = 0.0
    """Its thinking time in the games whose times are known."""
    turns: int = 0
    """Its turns in these games."""
    slowest: float | None = None
    """The seconds of its slowest turn; None if no time is known."""

    @property
    def mean_margin(self) -> float | None:
        """None without a game that was played to its end."""
        return self.margin / self.played_out if self.played_out else None

    @property
    def seconds_a_turn(self) -> float | None:
        """The mean; None if no time is known."""
        return self.seconds / self.turns if self.turns else None


def bot_statistics(bots: Sequence[str], games: Iterable[StoredGame]) -> list[BotStatistics]:
    """A value for each of these bots; they include each player of these games."""
    found = {bot: BotStatistics(bot) for bot in bots}
    for game in games:
        for side in Side:
            _add_result(found[game.player(side)], game, side)
        if game.south_seconds is not None or game.north_seconds is not None:
            _add_times(found[game.south], found[game.north], game)
    return list(found.values())


def _add_result(bot: BotStatistics, game: StoredGame, side: Side) -> None:
    result, score, kind, _ = game.ending
    results = bot.first if game.first is side else bot.second
    if result is Result.DRAW:
        results.drawn += 1
    elif result.winner is side:
        results.won += 1
    else:
        results.lost += 1
    if kind in PLAYED_OUT:
        bot.margin += score.margin(side)
        bot.played_out += 1


def _add_times(south: BotStatistics, north: BotStatistics, game: StoredGame) -> None:
    turns = _turns(game)
    for bot, side, seconds, slowest in (
        (south, Side.SOUTH, game.south_seconds, game.south_slowest),
        (north, Side.NORTH, game.north_seconds, game.north_slowest),
    ):
        if seconds is not None:
            bot.seconds += seconds
            bot.turns += turns[side]
            bot.slowest = max(bot.slowest or 0.0, slowest or 0.0)


def _turns(game: StoredGame) -> dict[Side, int]:
    """How often each side was asked: a chain of extra turns is one turn, a forced pass none.

    Moves that name no side alternate.
    """
    words = game.moves.split()
    first, second = game.first, game.first.other
    sides = "".join([word[0] for word in words])
    if _OF_SIDES.fullmatch(sides):
        sides = sides.replace("s", second.value)
        return {side: len(_CHAINS[side].findall(sides)) for side in Side}
    own, others = words[::2], words[1::2]
    return {first: len(own) - own.count("pass"), second: len(others) - others.count("pass")}


_OF_SIDES = re.compile("[SN]s?[SN]*")
"""The first letters of the moves of a sowing game, with a swap as the second move."""
_CHAINS = {side: re.compile(f"{side.value}+") for side in Side}
