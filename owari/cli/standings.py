"""`owari standings`: the standings of a tournament."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import click

from owari.cli.results_file import read_results, results_path
from owari.cli.standings_watch import watch_results
from owari.cli.table_output import TableOutput, table_output
from owari.report.bot_tables import details_data, details_table, ratings_table
from owari.report.cells import Table
from owari.report.machine_notes import machine_notes
from owari.report.result_tables import (
    challenger_line,
    champion_line,
    cross_table,
    forfeits_table,
    games_data,
    games_table,
    pairs_table,
    participation_notes,
    rounds_table,
    standings_table,
)
from owari.results.bot_statistics import bot_statistics
from owari.results.game_log import StoredBot, StoredGame
from owari.results.machines import slow_machines
from owari.results.ratings import ratings as ratings_of
from owari.results.standings import Standings
from owari.results.store import Store
from owari.tournament.incidents import summary
from owari.tournament.opening_settings import always_from_the_start
from owari.tournament.schedule import ScheduledGame, order_notes
from owari.tournament.tournament_state import TournamentState, tournament_state

__all__ = ["command", "report"]


USUAL = ("standings", "rounds", "matches", "forfeits")
"""The tables that are printed where nobody asks for others. Where bots are paired round by round,
people read the rounds in place of the matches."""
RARE = ("rounds", "forfeits")
"""Those that are left out where they are empty."""
TABLES = (*USUAL, "details", "ratings", "games")

EXAMPLES = """\b
Examples:
  owari standings bots.yaml --details --ratings
  owari standings bots.yaml --format csv --table standings > standings.csv
  owari standings bots.yaml --watch
"""


@click.command("standings", epilog=EXAMPLES)
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--details",
    is_flag=True,
    help="Add the results as first and second player, margins and thinking times.",
)
@click.option("--ratings", is_flag=True, help="Add ratings on the scale of Elo.")
@click.option(
    "--watch", is_flag=True, help="Print the tables again when they change, until Ctrl-C."
)
@table_output(*TABLES)
def command(file: Path, details: bool, ratings: bool, watch: bool, output: TableOutput) -> None:
    """Show the standings of a tournament, its matches and its champion.

    FILE is the tournament file or its results file. The formats csv and json have a row for each
    pair of bots instead of the cross-table. The format csv has an empty line between tables; for a
    file of one table choose it with --table.
    """
    options = {"details": details, "ratings": ratings}
    added = [name for name, wanted in options.items() if wanted]

    def text() -> str:
        with read_results(file) as store:
            return _report(store, output, added)

    if watch:
        watch_results(results_path(file), text)
    else:
        click.echo(text(), nl=False)


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
    return _report(store, TableOutput(form))


def _report(store: Store, output: TableOutput, added: Iterable[str] = ()) -> str:
    """The tables that the options name, or the usual ones, and those that are added."""
    bots, withdrawn, state = store.bots(), store.withdrawn, tournament_state(store)
    games, table, scheduled = state.progress.games, state.standings, state.scheduled
    notes = [*_leaders(state, table, scheduled), *to_be_entered(store, scheduled)]
    notes += participation_notes(bots, withdrawn, table)
    notes += _repeats(table, bots, store)
    notes += summary(store.incidents)
    notes += machine_notes(slow_machines(games))
    notes += order_notes(state.progress.entrants)
    event, pieces = store.about.event, store.game.pieces
    ranked = [row.name for row in table.rows]
    for_programs = output.for_programs
    made: dict[str, Callable[[], Table]] = {
        "standings": lambda: standings_table(table, event, notes, pieces),
        "rounds": lambda: rounds_table(state.form.meetings(state.progress)),
        "matches": lambda: pairs_table(table) if for_programs else cross_table(table),
        "forfeits": lambda: forfeits_table(table),
        "details": lambda: _details(ranked, games, for_programs),
        "ratings": lambda: ratings_table(ratings_of(ranked, games)),
        "games": lambda: games_data(games, pieces) if for_programs else games_table(games),
    }
    usual = [
        name for name in USUAL if name != "matches" or for_programs or not state.form.by_rounds
    ]
    names = dict.fromkeys((*(output.tables or usual), *added))
    tables = [made[name]() for name in names]
    return output.text([each for each in tables if each.rows or each.key not in RARE] or tables)


def _details(bots: Sequence[str], games: Iterable[StoredGame], for_programs: bool) -> Table:
    statistics = bot_statistics(bots, games)
    return details_data(statistics) if for_programs else details_table(statistics)


def _repeats(table: Standings, bots: Iterable[StoredBot], store: Store) -> Iterator[str]:
    """How many games are like earlier ones, and what to do about it."""
    if not table.duplicates:
        return
    repeat = "game repeats" if table.duplicates == 1 else "games repeat"
    count = ", and do not count" if table.counting.distinct else ""
    yield f"{table.duplicates} {repeat} an earlier one move for move{count}."
    if names := always_from_the_start(bots):
        yield f"Openings would make games differ, but cannot be played by {', '.join(names)}."
        if not table.counting.distinct:
            yield "In a new tournament, repeated-games: ignore counts such games once."
    else:
        cure = "more openings" if "openings" in store.rules else "openings: random"
        yield f"For games that differ, set {cure} in a new tournament."


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
            table,
            len(scheduled),
            played=played,
            by_rounds=state.form.by_rounds and not more,
            more_rounds=more,
            eliminates=eliminates,
        )
    elif played < len(scheduled):
        yield f"{played} of {len(scheduled)} games are played."
    for name in challengers:
        yield challenger_line(table, name)
    if any(row.byes for row in table.rows):
        by_margin = table.counting.scoring.largest_margin is not None
        yield "A bye counts 0." if by_margin else "A bye counts as a won match."
