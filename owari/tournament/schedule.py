"""Which games a tournament consists of, in which order, under which numbers.

A game's number comes from its pair and its leg, so that it stays the same when bots are added: the
pairs are counted by the later bot of the two, then by the earlier one. In even legs the earlier bot
moves first, in odd legs the later one, so each is first in half of the games of a match. Who moves
first sits South.

The order of play is that of the circle method: rounds in which nobody plays twice.
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
    """A bot as far as the schedule is concerned."""

    name: str
    first: bool = True
    """Whether it can move first at all; some console programs cannot."""
    second: bool = True

    @classmethod
    def of(cls, bot: StoredBot) -> Entrant:
        """The entrant that these settings, as the results keep them, describe."""
        start = json.loads(bot.settings or "{}").get("start", {})
        return cls(
            bot.name, start.get("first", ()) is not None, start.get("second", ()) is not None
        )


class ScheduledGame(NamedTuple):
    number: int
    round: int
    leg: int
    """From 0."""
    south: str
    """Moves first."""
    north: str


def schedule(entrants: Sequence[Entrant], games_per_match: int) -> list[ScheduledGame]:
    """All games between these bots, which stand in the order in which they entered.

    Where a bot cannot play a leg in the order that is due, the other order is played; where that
    cannot be either, the game is left out.
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
    """The lowest number, not yet taken, of a game between these two in which `south` is first."""
    return min(
        (
            game.number
            for game in games
            if (game.south, game.north) == (south, north) and game.number not in taken
        ),
        default=None,
    )


def order_notes(entrants: Sequence[Entrant]) -> list[str]:
    """A sentence for each bot that cannot move first or second, and for each pair that it keeps
    from meeting."""
    notes = []
    for bot in entrants:
        if not (bot.first and bot.second):
            due, other = ("first", "second") if not bot.first else ("second", "first")
            notes.append(f"{bot.name} cannot move {due} and plays {other} in all its games.")
    for earlier, later in combinations(entrants, 2):
        if _order(earlier, later, 0) is None:
            notes.append(f"{earlier.name} and {later.name} cannot meet.")
    return notes


def seed_for(seed: int, bot: str, number: int) -> int:
    """The seed of a bot in a game, the same on every machine: 63 bits, not negative."""
    digest = hashlib.blake2b(f"{seed}\n{number}\n{bot}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> 1


def _rounds(entrants: int) -> Iterator[list[tuple[int, int]]]:
    """Pairs of indexes, the lower first, round by round: the first stays, the others go round."""
    seats = entrants + entrants % 2  # of an odd number one sits out, against the seat left empty
    for turn in range(seats - 1):
        circle = [0, *((turn + place) % (seats - 1) + 1 for place in range(seats - 1))]
        pairs = (sorted((circle[k], circle[-1 - k])) for k in range(seats // 2))
        yield [(i, j) for i, j in pairs if j < entrants]


def _order(earlier: Entrant, later: Entrant, leg: int) -> tuple[str, str] | None:
    """Who is first and second, None when neither order can be played."""
    due = (earlier, later) if leg % 2 == 0 else (later, earlier)
    for first, second in (due, due[::-1]):
        if first.first and second.second:
            return first.name, second.name
    return None
