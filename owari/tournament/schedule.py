"""The games of a tournament, their order and their numbers.

A game's number comes from its pair and its leg, so a new bot does not change it. Pairs count by the
later bot of the two, then by the earlier one. In even legs the earlier bot moves first, in odd legs
the later one: each moves first in half of the games of a match. The bot that moves first is South.

The circle method gives the order of play: rounds in which no bot plays twice.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Container, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from owari.results.game_log import StoredBot

__all__ = ["Entrant", "ScheduledGame", "free_number", "order_notes", "schedule", "seed_for"]


class Entrant(NamedTuple):
    """What the schedule has to know of a bot."""

    name: str
    first: bool = True
    """Whether it can move first; some console programs cannot."""
    second: bool = True

    @classmethod
    def of(cls, bot: StoredBot) -> Entrant:
        """The entrant that the stored settings describe."""
        start = json.loads(bot.settings or "{}").get("start", {})
        return cls(
            bot.name, start.get("first", ()) is not None, start.get("second", ()) is not None
        )


class ScheduledGame(NamedTuple):
    """A game before it is played."""

    number: int
    round: int
    leg: int
    """From 0."""
    south: str
    """Moves first."""
    north: str


def schedule(entrants: Sequence[Entrant], games_per_match: int) -> list[ScheduledGame]:
    """All games between these bots, which are in the order in which they entered.

    If a bot cannot play a leg in the scheduled order, the bots play it in the other order. If that
    is impossible too, the schedule omits the game.
    """
    games = []
    for number, pairs in enumerate(_rounds(len(entrants)), 1):
        for leg in range(games_per_match):
            for i, j in pairs:
                order = _order(entrants[i], entrants[j], leg)
                if order is not None:
                    game_number = (j * (j - 1) // 2 + i) * games_per_match + leg + 1
                    games.append(ScheduledGame(game_number, number, leg, *order))
    return games


def free_number(
    games: Sequence[ScheduledGame], south: str, north: str, taken: Container[int]
) -> int | None:
    """The lowest free number of a game between these two in which `south` moves first."""
    return min(
        (
            game.number
            for game in games
            if (game.south, game.north) == (south, north) and game.number not in taken
        ),
        default=None,
    )


def order_notes(entrants: Sequence[Entrant]) -> list[str]:
    """A sentence for each bot that cannot move first or second, and for each pair that therefore
    cannot play."""
    notes = []
    for bot in entrants:
        if not (bot.first and bot.second):
            due, other = ("first", "second") if not bot.first else ("second", "first")
            notes.append(f"{bot.name} cannot move {due}: it moves {other} in all its games.")
    for earlier, later in combinations(entrants, 2):
        if _order(earlier, later, 0) is None:
            notes.append(f"{earlier.name} and {later.name} cannot play each other.")
    return notes


def seed_for(seed: int, bot: str, number: int) -> int:
    """The seed of a bot in a game, the same on every machine; from 0 to 2**63 - 1."""
    digest = hashlib.blake2b(f"{seed}\n{number}\n{bot}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> 1


def _rounds(entrants: int) -> Iterator[list[tuple[int, int]]]:
    """Pairs of indexes, the lower first, round by round: the first stays, the others rotate."""
    seats = entrants + entrants % 2  # with an odd number, one bot has no opponent in each round
    for turn in range(seats - 1):
        circle = [0, *((turn + place) % (seats - 1) + 1 for place in range(seats - 1))]
        pairs = (sorted((circle[k], circle[-1 - k])) for k in range(seats // 2))
        yield [(i, j) for i, j in pairs if j < entrants]


def _order(earlier: Entrant, later: Entrant, leg: int) -> tuple[str, str] | None:
    """The names of the first and the second; None if neither order is possible."""
    due = (earlier, later) if leg % 2 == 0 else (later, earlier)
    for first, second in (due, due[::-1]):
        if first.first and second.second:
            return first.name, second.name
    return None
