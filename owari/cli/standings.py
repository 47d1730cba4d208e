"""`owari standings`: the standings of a tournament."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import click

from owari.cli.options import format_option
from owari.cli.results_file import read_results
from owari.cli.screen import screen_width
from owari.report.machine_notes import machine_notes
from owari.report.result_tables import (
    challenger_line,
    champion_line,
    cross_table,
    forfeits_table,
    pairs_table,
    participation_notes,
    rounds_table,
    standings_table,
)
from owari.report.tables import format_tables
from owari.results.machines import slow_machines
from owari.results.standings import Standings
from owari.results.store import Store
from owari.tournament.incidents import summary
from owari.tournament.schedule import Entrant, ScheduledGame, order_notes
from owari.tournament.tournament_state import TournamentState, tournament_state

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
    bots, withdrawn, state = store.bots(), store.withdrawn, tournament_state(store)
    table, scheduled = state.standings, state.scheduled
    notes = [*_leaders(state, table, scheduled), *to_be_entered(store, scheduled)]
    notes += participation_notes(bots, withdrawn, table)
    if table.duplicates:
        games = "game repeats" if table.duplicates == 1 else "games repeat"
        count = ", and do not count" if table.counting.distinct else ""
        notes.append(f"{table.duplicates} {games} an earlier one move for move{count}.")
    notes += summary(store.incidents)
    notes += order_notes([Entrant.of(bot, withdrawn.get(bot.name)) for bot in bots])
    notes += machine_notes(slow_machines(store.games()))
    tables = [standings_table(table, store.about.event, notes, store.game.pieces)]
    if state.form.by_rounds:
        tables.append(rounds_table(state.form.meetings(state.progress)))
    if form in ("csv", "json"):
        tables.append(pairs_table(table))
    elif not state.form.by_rounds:
        tables.append(cross_table(table))
    if (forfeits := forfeits_table(table)).rows:
        tables.append(forfeits)
    return format_tables(tables, form, screen_width())


def _leaders(
    state: TournamentState, table: Standings, scheduled: Sequence[ScheduledGame]
) -> Iterator[str]:
    """Who is first, or what the challengers of the tournament have come to."""
    have = {game.number for game in state.progress.games}
    played = sum(game.number in have for game in scheduled)
    challengers = [name for name in state.form.challengers(state.progress) if table.games]
    if not challengers:
        more = played == len(scheduled) and state.has_more_rounds
        eliminates = state.form.eliminates
        yield champion_line(
            table, len(scheduled), played=played, more_rounds=more, eliminates=eliminates
        )
    elif played < len(scheduled):
        yield f"{played} of {len(scheduled)} games are played."
    for name in challengers:
        yield challenger_line(table, name)
    if any(row.byes for row in table.rows):
        yield "A bye counts as a won match."
