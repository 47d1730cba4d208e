"""The numbers of games, and the rounds of a tournament.

Where every pair plays as many games, each pair has the same numbers for ever. Pairs count by the
later bot of the two, then by the earlier one, so a new bot changes no number. Where pairs get more
games later, the new numbers follow those of the pairs that were there: with two games a pair and
three pairs, then four games a pair, the first pair has 1, 2, 7 and 8. A fourth pair then begins at
13.

A round whose games depend on the results of those before is stored when it is made, so that no
later change of results or bots changes who met. The games of all stored rounds are numbered one
after the other, from 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, Self


class PairNumbers(NamedTuple):
    """Which numbers the games of each pair have."""

    games: int
    """How many numbers a pair has."""
    steps: tuple[tuple[int, int], ...] = ()
    """For each time that pairs got more: how many pairs there were, and how many numbers a pair had
    before."""

    def of_pair(self, pair: int) -> list[int]:
        """The numbers of a pair in the order of its games."""
        pairs, before = self.steps[-1] if self.steps else (0, 0)
        if pair >= pairs:
            begin = pair * self.games + 1
            return list(range(begin, begin + self.games))
        added = self.games - before
        begin = pairs * before + pair * added + 1
        return [*self._before.of_pair(pair), *range(begin, begin + added)]

    def pair_of(self, number: int) -> int:
        """The pair that has a number."""
        pairs, before = self.steps[-1] if self.steps else (0, 0)
        if number > pairs * self.games:
            return (number - 1) // self.games
        if number > pairs * before:
            return (number - 1 - pairs * before) // (self.games - before)
        return self._before.pair_of(number)

    def extended(self, games: int, pairs: int) -> Self:
        """The same with at least so many numbers a pair, where there are so many pairs."""
        if games <= self.games:
            return self
        # The numbers of a first pair, and of pairs that are still to come, need no step.
        needed = pairs > 1 or self.steps
        steps = (*self.steps, (pairs, self.games)) if needed else ()
        return self._replace(games=games, steps=steps)

    @property
    def _before(self) -> PairNumbers:
        """The numbers before the last step."""
        return PairNumbers(self.steps[-1][1], self.steps[:-1])


def pair_number(one: int, other: int) -> int:
    """The index of the pair of two bots, by their places."""
    earlier, later = (one, other) if one < other else (other, one)
    return later * (later - 1) // 2 + earlier


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
    third: tuple[int, ...] = ()
    """The two bots whose games here are the match for place three."""


class SettledMatch(NamedTuple):
    """A match that was decided before the scoring changed, and stays decided."""

    round: int
    """The number of its round."""
    one: int
    """The place of a bot."""
    other: int
    scoring: Any
    """The value of the key `scoring` that decided it."""


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
    stage: str = ""
    """`semi-final`, `third place`; empty where losers stay in."""
    for_third: bool = False
    """Whether it is the match for place three."""


class NumberedGame(NamedTuple):
    """A game of a stored round."""

    number: int
    round_index: int
    """Of its round."""
    pairing: Pairing
    leg: int


class Numbering:
    """Which two bots play the game of a number. Without rounds, a pair has its numbers by the
    places of its bots."""

    def __init__(self, rounds: Iterable[Round], pair_numbers: PairNumbers) -> None:
        self._pair_numbers = pair_numbers
        self._pairs = {
            game.number: {game.pairing.first, game.pairing.second}
            for game in numbered_games(rounds)
        }

    def between(self, number: int, one: int, other: int) -> bool:
        """Whether the game of this number is between the bots in these places."""
        if self._pairs:
            return self._pairs.get(number) == {one, other}
        return one != other and self._pair_numbers.pair_of(number) == pair_number(one, other)


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
