"""`owari standings`: the standings of a tournament."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from owari.cli.options import format_option
from owari.cli.results_file import read_results
from owari.cli.screen import screen_width
from owari.report.machine_notes import machine_notes
from owari.report.result_tables import (
    champion_line,
    cross_table,
    forfeits_table,
    pairs_table,
    standings_table,
)
from owari.report.tables import format_tables
from owari.results.machines import slow_machines
from owari.results.standings import standings
from owari.results.store import Store
from owari.tournament.incidents import summary
from owari.tournament.result_entry import scheduled_games
from owari.tournament.schedule import Entrant, ScheduledGame, order_notes

__all__ = ["command", "report"]


@click.command("standings")
@click.argument("file", type=click.Path(path_type=Path))
@format_option()
def command(file: Path, form: str) -> None:
    """Show the standings of a tournament, its matches and its champion.

    FILE is the tournament file or its results file. The formats csv and json have a row for each
    pair of bots instead of the cross-table.
    """
    with read_results(file) as store:
        click.echo(report(store, form), nl=False)


def to_be_entered(store: Store, scheduled: Iterable[ScheduledGame]) -> Iterator[str]:
    """A sentence on the games that wait for people to enter them, if there are any."""
    played = store.numbers()
    count = Counter(
        bot for game in scheduled if game.number not in played for bot in (game.south, game.north)
    )
    names = [bot.name for bot in store.bots() if bot.by_hand and count[bot.name]]
    if names:
        games = (f"{count[name]} game{'s' * (count[name] > 1)} of {name}" for name in names)
        yield f"To be entered: {', '.join(games)}."


def report(store: Store, form: str = "plain") -> str:
    """The standings and the matches in a format of `report.tables`, ending in a newline."""
    bots = store.bots()
    table = standings([bot.name for bot in bots], store.games())
    scheduled = scheduled_games(store)
    notes = [champion_line(table, len(scheduled)), *to_be_entered(store, scheduled)]
    if table.duplicates:
        games = "game repeats" if table.duplicates == 1 else "games repeat"
        cure = "more openings" if "openings" in store.rules else "openings: random"
        notes.append(f"{table.duplicates} {games} an earlier one move for move.")
        notes.append(f"For games that differ, set {cure} in a new tournament.")
    notes += summary(store.incidents)
    notes += machine_notes(slow_machines(store.games()))
    notes += order_notes([Entrant.of(bot) for bot in bots])
    tables = [standings_table(table, store.about.event, notes, store.game.pieces)]
    tables.append(pairs_table(table) if form in ("csv", "json") else cross_table(table))
    if (forfeits := forfeits_table(table)).rows:
        tables.append(forfeits)
    return format_tables(tables, form, screen_width())
