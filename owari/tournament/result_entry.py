"""Enters a game that was played elsewhere in a results file, or the withdrawal of a bot.

The rule for bots that leave before the end is that of chess (FIDE General Regulations for
Competitions): a player who leaves before half of the games are played is taken out, and none of the
games counts. Otherwise the games count, and the opponents win those that are not played.
"""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from owari.errors import BadInput
from owari.records.record import GameRecord, Termination
from owari.results.bot_names import bot_name, folded, looks_like
from owari.results.game_log import Status, StoredBot, Withdrawal
from owari.results.rounds import Round
from owari.results.store import Store
from owari.text.printable import plain
from owari.text.suggestions import nearest
from owari.tournament.formats.schedule import ScheduledGame, free_number, unplayed_game
from owari.tournament.tournament_state import scheduled_games, tournament_state


class Entered(NamedTuple):
    """A game and its place in the results."""

    number: int
    record: GameRecord
    """With the names that the results use."""
    new_bots: tuple[str, ...]
    rounds: tuple[Round, ...] = ()
    """All rounds with that of the game; empty where the tournament has none."""


def due(store: Store, record: GameRecord) -> Entered:
    """The place of a game between these two in this order; enters nothing.

    The case of names does not matter. Results without a tournament file accept new names. Raises
    BadInput if no such game is due.
    """
    if record.game != store.game:
        raise BadInput(f"these are results of {store.game.name}, not of {record.game.name}")
    known = [bot.name for bot in store.bots()]
    south, north = (
        bot_called(name, known, any_name=store.hand_made) for name in (record.south, record.north)
    )
    for name in (south, north):
        if name in store.withdrawn:
            again = shlex.join(["owari", "withdraw", str(store.path), name, "--undo"])
            raise BadInput(f"{name} has withdrawn; to let it take part again: {again}")
    if looks_like(south, [north]):
        raise BadInput(f"{south!r} cannot play itself, or a bot whose name looks the same")
    record = replace(record, south=south, north=north)
    new = tuple(name for name in (south, north) if name not in known)
    state = tournament_state(store, map(StoredBot, new), for_schedule=True).with_next_round()
    games = state.scheduled
    first = record.player(record.first)
    second = record.player(record.first.other)
    number = free_number(games, first, second, store.numbers())
    if number is None:
        raise BadInput(_no_place(store, games, first, second))
    if not store.hand_made:
        (place,) = (game for game in games if game.number == number)
        record = replace(record, round=str(place.round))
    return Entered(number, record, new, tuple(state.progress.rounds))


def enter(store: Store, record: GameRecord, status: Status = Status.REPORTED) -> Entered:
    """Adds a finished game under its number in the schedule. Raises BadInput if no such game is
    due."""
    with store.transaction():
        entered = due(store, record)
        for name in entered.new_bots:
            store.put_bot(StoredBot(name))
        if entered.rounds:
            store.rounds = entered.rounds
        store.add(entered.number, entered.record, status)
    return entered


def bot_called(name: str, known: Sequence[str], *, any_name: bool = False) -> str:
    """The bot of this name, in any case; a new one if any name may enter. Raises BadInput."""
    name = plain(name)
    by_case = {folded(bot): bot for bot in known}
    if folded(name) in by_case:
        return by_case[folded(name)]
    if other := looks_like(name, known):
        raise BadInput(f"{name!r} only looks like the bot {other!r}: type that name")
    if not any_name:
        near = nearest(folded(name), by_case)
        hint = f"did you mean {by_case[near]!r}?" if near else f"they are {', '.join(known)}"
        raise BadInput(f"{name!r} is not one of the bots; {hint}")
    return bot_name(name)


def _no_place(store: Store, games: Sequence[ScheduledGame], first: str, second: str) -> str:
    """Says why these two have no game left in this order."""
    numbers = {game.number for game in games if (game.south, game.north) == (first, second)}
    played = [game for game in store.games() if game.number in numbers]
    if not played:
        return f"the schedule has no game in which {first} moves first against {second}"
    shown = ", ".join(
        f"game {game.number} ({game.south} - {game.north} {game.ending.score})" for game in played
    )
    are, it = ("is", "it") if len(played) == 1 else ("are", "one")
    file = shlex.quote(str(store.path))
    return (
        f"{shown} {are} already in {store.path};"
        f' to annul {it}: owari annul {file} {played[-1].number} "reason"'
    )


class AlreadyWithdrawn(Exception):
    """A bot has withdrawn before, and in this way."""

    def __init__(self, how: Withdrawal) -> None:
        super().__init__(how)
        self.how = how


class Departure(NamedTuple):
    """A bot's withdrawal, and its games that were known then."""

    how: Withdrawal
    scheduled: int
    played: int
    """Those with a result, but for games that its opponents' withdrawal decided."""
    conceded: int
    """Those that its opponents win; in the others the opponent has withdrawn too."""


def withdraw(store: Store, bot: str, how: Withdrawal | None = None) -> Departure:
    """Lets a bot withdraw. By default its games are void where fewer than half of them are played.

    A bot that has withdrawn before may do so in another way: it left when it did at first. In the
    same way it changes nothing. Raises AlreadyWithdrawn.
    """
    earlier = store.withdrawn.get(bot)
    with store.transaction():
        _annul_unplayed(store, bot, f"{bot} withdraws")
        if bot in store.withdrawn:
            store.withdrawn = store.withdrawn | {bot: Withdrawal.KEPT}
        games = [game for game in scheduled_games(store) if bot in (game.south, game.north)]
        have, gone = store.numbers(), store.withdrawn.keys() - {bot}
        left = [game for game in games if game.number not in have]
        conceded = sum(gone.isdisjoint((game.south, game.north)) for game in left)
        played = len(games) - len(left)
        how = how or (Withdrawal.VOID if 2 * played < len(games) else Withdrawal.KEPT)
        if how is earlier:
            raise AlreadyWithdrawn(how)
        store.withdrawn = store.withdrawn | {bot: how}
        forfeit_unplayed(store)
    return Departure(how, len(games), played, conceded)


def take_back(store: Store, bot: str) -> None:
    """Lets a bot that has withdrawn take part again, also against those that came meanwhile."""
    with store.transaction():
        _annul_unplayed(store, bot, f"{bot} takes part again")
        store.withdrawn = {name: how for name, how in store.withdrawn.items() if name != bot}
        store.departures = {name: then for name, then in store.departures.items() if name != bot}
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


def _annul_unplayed(store: Store, bot: str, reason: str) -> None:
    """Annuls the games that were not played because a bot, or its opponent, had withdrawn."""
    for game in store.games():
        pair = (game.south, game.north)
        if bot in pair and game.ending.termination is Termination.WITHDREW:
            store.annul(game.number, reason)
