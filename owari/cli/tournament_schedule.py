"""The games that a tournament has yet to play, and whether its results allow to play them."""

from __future__ import annotations

import json
from pathlib import Path

import click

from owari.cli.screen import screen_width
from owari.errors import BadInput
from owari.report.result_tables import schedule_table
from owari.report.tables import format_tables
from owari.results.game_log import Status
from owari.results.store import Store
from owari.tournament.changes import ChangeKind, change_text, changes
from owari.tournament.formats.format_catalog import format_of
from owari.tournament.formats.tournament_format import Progress, known_rounds
from owari.tournament.schedule import Entrant, order_notes
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
    form_of_play = format_of(json.loads(tournament.rules))
    progress = Progress([Entrant.of(bot.stored) for bot in tournament.bots])
    begun: set[int] = set()
    if path.exists() and not restart:
        with Store.open(path) as store:
            refuse_changes(store, tournament, path, replay)
            known = [bot.name for bot in store.bots()]
            kept = [
                game
                for game in store.games()
                if game.status is Status.REPORTED
                or (game.south not in replay and game.north not in replay)
            ]
            progress.entrants.sort(key=lambda bot: (*known, bot.name).index(bot.name))
            progress = progress._replace(rounds=store.rounds, games=kept)
            begun = {game.number for game in (*store.games(), *store.games(annulled=True))}
    if form_of_play.by_rounds:
        progress = progress._replace(rounds=known_rounds(form_of_play, progress, begun))
    played = {game.number for game in progress.games}
    games = [game for game in form_of_play.games(progress) if game.number not in played]
    table = schedule_table(games, order_notes(progress.entrants))
    click.echo(format_tables([table], form, screen_width()), nl=False)
