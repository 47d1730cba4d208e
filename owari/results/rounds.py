"""The rounds of a tournament whose next games depend on the results of those before.

A round is stored when it is made, so that no later change of results or bots changes who met. The
games of all stored rounds are numbered one after the other, from 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

__all__ = [
    "Meeting",
    "NumberedGame",
    "Numbering",
    "Pairing",
    "Round",
    "numbered_games",
    "pair_number",
]


class Pairing(NamedTuple):
    """Two bots that meet, by their places among the bots of the results."""

    first: int
    """Moves first in even legs."""
    second: int
    leg: int
    """The leg of the first game; these two played those below it in earlier rounds."""
    games: int


class Round(NamedTuple):
    """Pairings whose games are played before the next round is made."""

    number: int
    """From 1; further games that break a tie have the number of their round."""
    pairings: tuple[Pairing, ...]
    byes: tuple[int, ...] = ()
    """The bots that have no opponent in this round."""


class Meeting(NamedTuple):
    """What two bots have come to in a round."""

    round: int
    bot: str
    opponent: str | None
    """None if the bot has none in this round."""
    points: tuple[float, float] | None
    """Of the bot and its opponent; None before the first game."""
    winner: str | None = None
    """Who goes on, where losers are out."""
    decision: str = ""
    """What decided that."""


class NumberedGame(NamedTuple):
    """A game of a stored round."""

    number: int
    round_index: int
    """Of its round."""
    pairing: Pairing
    leg: int


class Numbering:
    """Which two bots play the game of a number.

    Without rounds, a pair has its numbers by the places of its bots, see `pair_number`.
    """

    def __init__(self, rounds: Iterable[Round], games_per_pair: int) -> None:
        self._games_per_pair = games_per_pair
        self._pairs = {
            game.number: {game.pairing.first, game.pairing.second}
            for game in numbered_games(rounds)
        }

    def between(self, number: int, one: int, other: int) -> bool:
        """Whether the game of this number is between the bots in these places."""
        if self._pairs:
            return self._pairs.get(number) == {one, other}
        pair = (number - 1) // self._games_per_pair
        return one != other and pair == pair_number(one, other)


def pair_number(one: int, other: int) -> int:
    """The index of the pair: by the later bot, then by the earlier one."""
    earlier, later = (one, other) if one < other else (other, one)
    return later * (later - 1) // 2 + earlier


def numbered_games(rounds: Iterable[Round]) -> Iterator[NumberedGame]:
    """All games of these rounds, the first legs of a round before its second legs."""
    begun = 1
    for index, each in enumerate(rounds):
        starts = []
        for pairing in each.pairings:
            starts.append(begun)
            begun += pairing.games
        for leg in range(max((pairing.games for pairing in each.pairings), default=0)):
            for pairing, start in zip(each.pairings, starts, strict=True):
                if leg < pairing.games:
                    yield NumberedGame(start + leg, index, pairing, pairing.leg + leg)
