"""What a tournament waits for: results to enter, and bots that cannot play now."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from owari.tournament.due_games import DueGames
from owari.tournament.schedule import ScheduledGame
from owari.tournament.tournament_settings import Tournament

__all__ = ["waiting_notes"]


def waiting_notes(due: DueGames, tournament: Tournament, file: Path) -> Iterator[str]:
    """Sentences on the games that cannot be played here now; `file` is the tournament file."""
    by_hand = _games_of(due.by_hand, (bot.name for bot in tournament.entries if bot.by_hand))
    for name, count in by_hand.items():
        yield f"{name} plays by hand: {_games(count)} for a result."
    if due.by_hand:
        yield f"To enter a result: {shlex.join(['owari', 'score', str(file)])} FIRST SECOND SCORE"
        if tournament.openings:
            yield "Games by hand begin at the start, without an opening."
    able = {bot.name for bot in tournament.bots}
    names = dict.fromkeys(name for game in due.blocked for name in (game.south, game.north))
    blocked = _games_of(due.blocked, (name for name in names if name not in able))
    for name, count in blocked.items():
        why = tournament.missing.get(name, f"it is no longer in {file}")
        withdraw = shlex.join(["owari", "withdraw", str(file), name])
        yield (
            f"{name} cannot play, and {_games(count)}: {why}."
            f" Put it back and run the same command again, or: {withdraw}"
        )


def _games_of(games: Iterable[ScheduledGame], names: Iterable[str]) -> dict[str, int]:
    """How many of the games each of these bots has; those without one are left out."""
    count = Counter(bot for game in games for bot in (game.south, game.north))
    return {name: count[name] for name in names if count[name]}


def _games(count: int) -> str:
    return "1 game waits" if count == 1 else f"{count} games wait"
