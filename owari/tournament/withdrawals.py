"""Bots that leave a tournament before its end.

The rule is that of chess (FIDE General Regulations for Competitions): a player who leaves before
half of the games are played is taken out, and none of the games counts. Otherwise the games count,
and the opponents win those that are not played.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from owari.records.record import Termination
from owari.results.game_log import Status, StoredGame, Withdrawal
from owari.results.store import Store
from owari.tournament.result_entry import scheduled_games
from owari.tournament.unplayed_games import unplayed_game

__all__ = ["GamesOfBot", "forfeit_unplayed", "games_of_bot", "set_withdrawal"]


class GamesOfBot(NamedTuple):
    """How many games a bot has."""

    played: int
    scheduled: int

    @property
    def usual(self) -> Withdrawal:
        """What becomes of them by the rule of chess."""
        return Withdrawal.VOID if 2 * self.played < self.scheduled else Withdrawal.KEPT


def games_of_bot(store: Store, bot: str) -> GamesOfBot:
    """The games of a bot that has not withdrawn."""
    numbers = {game.number for game in scheduled_games(store) if bot in (game.south, game.north)}
    return GamesOfBot(len(numbers & store.numbers()), len(numbers))


def set_withdrawal(store: Store, bot: str, how: Withdrawal | None) -> None:
    """Lets a bot withdraw, or with None take part again."""
    with store.transaction():
        for game in _unplayed_of(bot, store.games()):
            store.annul(game.number, f"{bot} takes part again")
        others = {name: kind for name, kind in store.withdrawn.items() if name != bot}
        store.withdrawn = others if how is None else others | {bot: how}
        forfeit_unplayed(store)


def forfeit_unplayed(store: Store) -> None:
    """Enters the games that bots have not played and whose other games count."""
    if Withdrawal.KEPT not in store.withdrawn.values():
        return
    about, start, played = store.about, store.game.start(), store.numbers()
    for game in scheduled_games(store):
        losers = [bot for bot in (game.south, game.north) if bot in store.withdrawn]
        if losers and game.number not in played:
            reason = "; ".join(f"{bot} has withdrawn" for bot in losers)
            pair = (game.south, game.north)
            record = unplayed_game(start, *pair, losers, Termination.WITHDREW, reason)
            record = replace(record, **about._asdict(), round=str(game.round))
            store.add(game.number, record, Status.PLAYED)


def _unplayed_of(bot: str, games: Iterable[StoredGame]) -> list[StoredGame]:
    return [
        game
        for game in games
        if bot in (game.south, game.north) and game.ending.termination is Termination.WITHDREW
    ]
