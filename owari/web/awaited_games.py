"""The games of a tournament that somebody enters by hand, as a relay can play them."""

from __future__ import annotations

from collections.abc import Container, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from owari.errors import BadInput
from owari.results.database import is_blank
from owari.table.player_lookup import MANUAL
from owari.tournament.formats.schedule import ScheduledGame
from owari.tournament.results_file import is_tournament_file, read_results, results_path
from owari.tournament.tournament_state import scheduled_games


class AwaitedMatch(NamedTuple):
    """One or two games between our bot and one whose program runs elsewhere."""

    us: str
    them: str
    first: str
    """`us` or `them`, in the first of the games."""
    games: int

    def described(self, players: Container[str], file: Path) -> dict[str, Any]:
        """The match as data for a page that offers these players."""
        count = "1 game" if self.games == 1 else f"{self.games} games"
        own = f"{file.name}:{self.us}"
        return {
            **self._asdict(),
            "player": own if own in players else MANUAL,
            "sentence": f"{self.us} against {self.them}, {count}",
        }


def rules_of(file: Path) -> str:
    """The game of a tournament file or of results; empty where none can be read."""
    try:
        if is_tournament_file(file):
            from owari.tournament.file.reader import load

            return load(file, tolerant=True).game.name
        with read_results(file) as store:
            return store.game.name
    except BadInput:
        return ""


def awaited(file: Path) -> list[AwaitedMatch]:
    """The matches by hand that have no result, in the order of the schedule."""
    try:
        elsewhere, games = _to_play(file)
    except BadInput:
        return []
    matches: dict[frozenset[str], list[ScheduledGame]] = {}
    for game in games:
        if elsewhere & {game.south, game.north}:
            matches.setdefault(frozenset((game.south, game.north)), []).append(game)
    return [match for each in matches.values() for match in _matches(each, elsewhere)]


def _to_play(file: Path) -> tuple[set[str], list[ScheduledGame]]:
    """The bots whose programs run elsewhere, and the games without a result; those of a tournament
    file also before the tournament has begun. Raises BadInput."""
    if is_tournament_file(file) and is_blank(results_path(file)):
        from owari.tournament.file.reader import load
        from owari.tournament.resumption import planned

        tournament = load(file, tolerant=True)
        by_hand = {bot.name for bot in tournament.all_bots if bot.by_hand}
        return by_hand, planned(tournament).with_next_round().scheduled
    with read_results(file) as store:
        elsewhere = {bot.name for bot in store.bots() if bot.by_hand}
        done = store.numbers()
        return elsewhere, [game for game in scheduled_games(store) if game.number not in done]


def _matches(games: list[ScheduledGame], elsewhere: set[str]) -> Iterator[AwaitedMatch]:
    """The next games of two bots, as those see them who sit with one of them: two games where the
    second exchanges the first move."""
    south, north = games[0].south, games[0].north
    count = 2 if any(game.south == north for game in games[1:]) else 1
    for us, them, first in ((south, north, "us"), (north, south, "them")):
        if them in elsewhere:
            yield AwaitedMatch(us, them, first, count)
