"""Enters a tournament, or a game that was played elsewhere, in a results file."""

from __future__ import annotations

import json
import shlex
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import NamedTuple

from owari.errors import BadInput
from owari.records.record import GameRecord
from owari.results.bot_names import bot_name, folded, looks_like
from owari.results.game_log import Status, StoredBot, StoredGame
from owari.results.rounds import Round
from owari.results.store import Store
from owari.text.printable import plain
from owari.text.suggestions import nearest
from owari.tournament.formats.format_catalog import format_of
from owari.tournament.formats.tournament_format import Progress
from owari.tournament.schedule import Entrant, ScheduledGame, free_number
from owari.tournament.tournament_settings import Tournament
from owari.tournament.tournament_state import TournamentState, tournament_state

__all__ = [
    "Entered",
    "begin",
    "bot_called",
    "check_late_bots",
    "due",
    "enter",
    "first_games",
    "known_bots",
    "make_rounds",
    "replayable",
    "scheduled_games",
]


class Entered(NamedTuple):
    """A game and its place in the results."""

    number: int
    record: GameRecord
    """With the names that the results use."""
    new_bots: tuple[str, ...]
    rounds: tuple[Round, ...] = ()
    """All rounds with that of the game; empty where the tournament has none."""


def begin(store: Store, tournament: Tournament, *, replayed: Collection[str] = ()) -> int:
    """Enters the rules and the bots of the tournament; new bots come last.

    Annuls the games of the bots in `replayed`, and returns how many.
    """
    with store.transaction():
        store.rules = json.loads(tournament.rules)
        store.about = tournament.about
        check_late_bots(store, tournament)
        for bot in tournament.entries:
            store.put_bot(bot)
        again = replayable(store, tournament, replayed)
        for game in again:
            store.annul(game.number, "played again")
        store.incidents = [
            incident
            for incident in store.incidents
            if not {incident.south, incident.north} & set(replayed)
        ]
    return len(again)


def check_late_bots(store: Store, tournament: Tournament) -> None:
    """Raises BadInput where a bot of the tournament is new and comes too late for its format."""
    state = tournament_state(store, for_schedule=True)
    if state.form.admits_late_bots or not state.begun:
        return
    known = {bot.name for bot in store.bots()}
    late = [bot.name for bot in tournament.entries if bot.name not in known]
    if late:
        raise BadInput(
            f"{late[0]} comes too late: the bracket is made. Take it out of the tournament file, or"
            " start a new tournament with --restart."
        )


def replayable(store: Store, tournament: Tournament, replayed: Collection[str]) -> list[StoredGame]:
    """The games of the bots in `replayed` that can be played again: not those with a bot that plays
    by hand or has withdrawn."""
    absent = {bot.name for bot in known_bots(store, tournament) if bot.by_hand}
    absent |= store.withdrawn.keys()
    return [
        game
        for game in store.games()
        if game.status is Status.PLAYED
        and absent.isdisjoint((game.south, game.north))
        and not set(replayed).isdisjoint((game.south, game.north))
    ]


def known_bots(store: Store, tournament: Tournament) -> list[StoredBot]:
    """The bots of the results in their order, then those that are new in the file. Bots of both are
    as in the file."""
    stored = {bot.name: bot for bot in store.bots()}
    return list((stored | {bot.name: bot for bot in tournament.entries}).values())


def scheduled_games(store: Store) -> list[ScheduledGame]:
    """All games that are known so far, played or not."""
    return tournament_state(store, for_schedule=True).scheduled


def first_games(tournament: Tournament) -> list[ScheduledGame]:
    """The games that are known before a tournament has begun."""
    entrants = [Entrant.of(bot) for bot in tournament.entries]
    form = format_of(json.loads(tournament.rules))
    return TournamentState(form, Progress(entrants), frozenset()).with_next_round().scheduled


def make_rounds(store: Store) -> None:
    """Stores the next round if all games of the rounds before are played."""
    with store.transaction():
        state = tournament_state(store, for_schedule=True).with_next_round()
        if state.form.by_rounds:
            store.rounds = state.progress.rounds


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
