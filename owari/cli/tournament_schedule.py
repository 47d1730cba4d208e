"""The games that a tournament has yet to play, and whether its results allow to play them."""

from __future__ import annotations

from pathlib import Path

import click

from owari.cli.tournament_waiting import waiting_notes
from owari.errors import BadInput
from owari.report.result_tables import by_hand_table, schedule_table
from owari.report.tables import format_tables
from owari.results.store import Store
from owari.tournament.changes import ChangeKind, change_text, changes
from owari.tournament.due_games import due_games
from owari.tournament.result_entry import replayable
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
    tournament: Tournament,
    path: Path,
    replay: tuple[str, ...],
    restart: bool,
    form: str,
    file: Path,
) -> None:
    """Prints the games to play and those to enter, and writes nothing. `path` is that of the
    results, `file` the tournament file."""
    entrants = [Entrant.of(bot) for bot in tournament.entries]
    played: set[int] = set()
    if path.exists() and not restart:
        with Store.open(path) as store:
            refuse_changes(store, tournament, path, replay)
            known = store.bots()
            names = [bot.name for bot in known]
            entrants += [Entrant.of(bot) for bot in known if bot not in tournament.entries]
            entrants.sort(key=lambda bot: (*names, bot.name).index(bot.name))
            again = replayable(store.games(), tournament.entries, replay)
            played = store.numbers() - {game.number for game in again}
    due = due_games(tournament, schedule(entrants, tournament.games_per_match), played)
    notes = [*order_notes(entrants), *waiting_notes(due, tournament, file)]
    tables = [schedule_table(due.playable, notes)]
    if due.by_hand:
        tables.append(by_hand_table(due.by_hand, str(file)))
    click.echo(format_tables(tables, form), nl=False)
