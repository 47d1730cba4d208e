"""What the log says of a bot beside its points: its results by who moved first, margins, times; and
of the machines that played: which of them are slow."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from owari.games.game import Side
from owari.records.record import Machine, Result
from owari.results.game_log import StoredGame
from owari.results.scoring import PLAYED_OUT


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
    cut_off: int = 0
    """The turns in which it lost on time: each was at least as long as its time here."""
    slowest_is_cut_off: bool = False
    """Whether its slowest turn is one of them."""

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
    late = game.late
    for bot, side, seconds, slowest in (
        (south, Side.SOUTH, game.south_seconds, game.south_slowest),
        (north, Side.NORTH, game.north_seconds, game.north_slowest),
    ):
        if seconds is not None:
            bot.seconds += seconds
            bot.turns += turns[side]
            slowest = slowest or 0.0
            if slowest >= (bot.slowest or 0.0):
                bot.slowest = slowest
                bot.slowest_is_cut_off = late is side and slowest == game.lost_turn
            bot.cut_off += late is side


def _turns(game: StoredGame) -> dict[Side, int]:
    """How often each side was asked: a chain of extra turns is one turn, a forced pass none. A turn
    that a fault has ended counts where its time is known. Moves that name no side alternate."""
    turns = _turns_with_moves(game)
    if game.lost_turn is not None:
        for loser in game.ending.forfeited_by:
            last = game.moves.rpartition(" ")[2][:1]
            turns[loser] += last != loser.value  # else it was in the midst of a chain
    return turns


def _turns_with_moves(game: StoredGame) -> dict[Side, int]:
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


MUCH = 1.25
"""How many times as fast another machine is at least, for one to be called slow. One machine is
measured a few percent faster or slower each time."""


class SlowMachine(NamedTuple):
    """A machine on which programs have less of their time than on the fastest."""

    host: str
    times: float
    """How many times as fast the fastest machine is."""
    fastest: str
    games: int
    """How many it played."""


def slow_machines(games: Iterable[StoredGame]) -> list[SlowMachine]:
    """The slow ones among the machines of a cluster, the slowest first; a machine with several
    measurements counts with their median."""
    speeds: defaultdict[str, list[float]] = defaultdict(list)
    played: Counter[str] = Counter()
    for text, count in Counter(game.machine for game in games).items():
        if (machine := Machine.parse(text)) and machine.speed:
            speeds[machine.host].append(machine.speed)
            played[machine.host] += count
    if not speeds:
        return []
    from statistics import median

    typical = {host: median(measured) for host, measured in speeds.items()}
    fastest = max(typical, key=typical.__getitem__)
    slow = (
        SlowMachine(host, typical[fastest] / speed, fastest, played[host])
        for host, speed in typical.items()
    )
    return sorted((one for one in slow if one.times >= MUCH), key=lambda one: -one.times)
