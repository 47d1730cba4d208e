"""The games that a tournament has yet to play, and whether its results allow to play them."""

from __future__ import annotations

from pathlib import Path

import click

from owari.errors import BadInput
from owari.report.result_tables import schedule_table
from owari.report.tables import format_tables
from owari.results.game_log import Status
from owari.results.store import Store
from owari.tournament.changes import ChangeKind, change_text, changes
from owari.tournament.schedule import Entrant, order_notes, schedule
from owari.tournament.tournament_settings import Tournament

__all__ = ["refuse_changes", "show_schedule"]


def refuse_changes(
    store: Store, tournament: Tournament, path: Path, replay: tuple[str, ...]
) -> None:
    """Raises BadInput where games in the store were played with other settings."""
    if found := changes(store, tournament, replayed=replay):
        only_settings = all(change.kind is ChangeKind.BOT_SETTING for change in found)
        again = ", or play the bot's games again with --replay BOT" if only_settings else ""
        raise BadInput(
            f"{path} holds games that were played with other settings:"
            f" {'; '.join(map(change_text, found))}."
            f" Undo the change{again}, or start a new tournament with --restart."
        )


def show_schedule(
    tournament: Tournament, path: Path, replay: tuple[str, ...], restart: bool, form: str
) -> None:
    """Prints the games to play, and writes nothing."""
    entrants = [Entrant.of(bot.stored) for bot in tournament.bots]
    games = schedule(entrants, tournament.games_per_match)
    if path.exists() and not restart:
        with Store.open(path) as store:
            refuse_changes(store, tournament, path, replay)
            known = [bot.name for bot in store.bots()]
            entrants.sort(key=lambda bot: (*known, bot.name).index(bot.name))
            played = {
                game.number
                for game in store.games()
                if game.status is Status.REPORTED
                or (game.south not in replay and game.north not in replay)
            }
            games = schedule(entrants, tournament.games_per_match)
            games = [game for game in games if game.number not in played]
    table = schedule_table(games, order_notes(entrants))
    click.echo(format_tables([table], form), nl=False)
