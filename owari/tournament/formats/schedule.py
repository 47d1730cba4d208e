"""The games of a tournament before they are played, and those that nobody plays because a bot
forfeits them beforehand. The formats say which games there are.

The bot that moves first is South. In even legs the earlier bot of the two moves first, in odd legs
the later one: each moves first in half of the games of a match.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Container, Sequence
from typing import NamedTuple

from owari.games.game import Position
from owari.records.record import Ending, GameRecord, Result, Termination
from owari.results.game_log import StoredBot, Withdrawal
from owari.text.printable import listing


class Entrant(NamedTuple):
    """What the schedule has to know of a bot."""

    name: str
    first: bool = True
    """Whether it can move first; some console programs cannot."""
    second: bool = True
    withdrawn: bool = False
    """Whether it is not paired any more."""
    void: bool = False
    """Whether none of its games counts."""
    guest: bool = False
    """Whether it is not ranked."""
    roster: int | None = None
    """How many bots had entered when it withdrew: it meets none that came later."""

    @classmethod
    def of(
        cls, bot: StoredBot, withdrawal: Withdrawal | None = None, roster: int | None = None
    ) -> Entrant:
        """The entrant that the stored settings describe."""
        start = json.loads(bot.settings or "{}").get("start", {})
        return cls(
            bot.name,
            start.get("first", ()) is not None,
            start.get("second", ()) is not None,
            withdrawal is not None,
            withdrawal is Withdrawal.VOID,
            bot.guest,
            roster if withdrawal else None,
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


def seats(earlier: Entrant, later: Entrant, leg: int) -> tuple[str, str] | None:
    """The names of the bot that moves first and of the other.

    If a bot cannot play in the order of this leg, it is the other order. None if neither is
    possible, or if no game of one of them counts.
    """
    if earlier.void or later.void:
        return None
    due = (earlier, later) if leg % 2 == 0 else (later, earlier)
    for first, second in (due, due[::-1]):
        if first.first and second.second:
            return first.name, second.name
    return None


def pair_and_leg(leg: int | None) -> tuple[str, str]:
    """The pair of a leg and which of its games it is, as records have them; empty outside of a
    match."""
    return ("", "") if leg is None else (str(leg // 2 + 1), str(leg % 2 + 1))


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
    """A sentence for all bots that cannot move first, and one for all that cannot move second."""
    notes = []
    for due, other, bots in (
        ("first", "second", [bot.name for bot in entrants if not bot.first]),
        ("second", "first", [bot.name for bot in entrants if not bot.second]),
    ):
        if len(bots) == 1:
            notes.append(f"{bots[0]} cannot move {due}: it moves {other} in all its games.")
        elif bots:
            notes.append(
                f"{listing(bots)} cannot move {due}: each moves {other} in all its games, and no"
                " two of them can play each other."
            )
    return notes


def seed_for(seed: int, bot: str, number: int) -> int:
    """The seed of a bot in a game, the same on every machine; from 0 to 2**63 - 1."""
    digest = hashlib.blake2b(f"{seed}\n{number}\n{bot}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> 1


def unplayed_game(
    start: Position, south: str, north: str, losers: Container[str], kind: Termination, reason: str
) -> GameRecord:
    """The record of a game that the `losers` forfeit: one of the two bots, or both."""
    if south in losers and north in losers:
        result = Result.NEITHER
    else:
        result = Result.NORTH if south in losers else Result.SOUTH
    ending = Ending(result, start.score(), kind, reason)
    return GameRecord(start.rules, start, south, north, ending=ending)
