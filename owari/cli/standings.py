"""`owari standings`: the standings of a tournament."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path

import click

from owari.cli.options import TableOutput, table_output
from owari.errors import BadInput
from owari.report.result_tables import (
    cross_table,
    forfeits_table,
    games_data,
    games_table,
    pairs_table,
    rounds_table,
    standings_table,
)
from owari.report.tables import Table
from owari.results.database import file_stamp
from owari.results.game_log import StoredGame
from owari.results.store import Store
from owari.tournament.results_file import is_tournament_file, read_results, results_path
from owari.tournament.standings_notes import file_notes, standings_notes
from owari.tournament.tournament_state import tournament_state

USUAL = ("standings", "rounds", "matches", "forfeits")
"""The tables that are printed where nobody asks for others. Where bots are paired round by round,
people read the rounds in place of the matches."""
RARE = ("rounds", "forfeits")
"""Those that are left out where they are empty."""
TABLES = (*USUAL, "details", "ratings", "expected", "games")
CLEAR = "\x1b[2J\x1b[H"
"""Empties a terminal, also one without colours."""
INTERVAL = 0.5
"""Seconds between two looks at the file."""
REST = 4
"""The least time between two texts, as a multiple of the time that the last one took to make: a
long table leaves the cores to the games."""

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
    "--expected", is_flag=True, help="Add the points that other games let expect of each match."
)
@click.option(
    "--watch", is_flag=True, help="Print the tables again when they change, until Ctrl-C."
)
@table_output(*TABLES)
def command(
    file: Path, details: bool, ratings: bool, expected: bool, watch: bool, output: TableOutput
) -> None:
    """Show the standings of a tournament, its matches and its champion.

    FILE is the tournament file or its results file. The formats csv and json have a row for each
    pair of bots instead of the cross-table. The format csv has an empty line between tables; for a
    file of one table choose it with --table.
    """
    options = {"details": details, "ratings": ratings, "expected": expected}
    added = [name for name, wanted in options.items() if wanted]

    def text() -> str:
        with read_results(file) as store:
            return _report(store, output, added, file)

    if watch:
        watch_results(results_path(file), text)
    else:
        click.echo(text(), nl=False)


def report(store: Store, form: str = "plain") -> str:
    """The standings and the matches in a format of `report.tables`, ending in a newline."""
    return _report(store, TableOutput(form))


def _report(
    store: Store, output: TableOutput, added: Iterable[str] = (), file: Path | None = None
) -> str:
    """The tables that the options name, or the usual ones, and those that are added. Where a
    tournament `file` differs from the results, notes say so."""
    from owari.report.bot_tables import expectations_table, ratings_table
    from owari.results.ratings import expectations
    from owari.results.ratings import ratings as ratings_of

    state = tournament_state(store)
    games, table, scheduled = state.progress.games, state.standings, state.scheduled
    notes = standings_notes(store, state, table, scheduled)
    if file and is_tournament_file(file) and file.exists():
        notes += file_notes(store, file)
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
        "expected": lambda: expectations_table(expectations(ranked, games), for_programs),
        "games": lambda: games_data(games, pieces) if for_programs else games_table(games),
    }
    usual = [
        name for name in USUAL if name != "matches" or for_programs or not state.form.by_rounds
    ]
    names = dict.fromkeys((*(output.tables or usual), *added))
    tables = [made[name]() for name in names]
    return output.text([each for each in tables if each.rows or each.key not in RARE] or tables)


def _details(bots: Sequence[str], games: Iterable[StoredGame], for_programs: bool) -> Table:
    from owari.report.bot_tables import details_data, details_table
    from owari.results.bot_statistics import bot_statistics

    statistics = bot_statistics(bots, games)
    return details_data(statistics) if for_programs else details_table(statistics)


def watch_results(path: Path, text: Callable[[], str]) -> None:
    """Shows the text, and again each time that the file of results changes it, until Ctrl-C.

    A terminal shows the last text alone, in its size. Elsewhere each text follows the one before,
    after an empty line. Where there are no results yet the text says so. Raises NoRatings.
    """
    screen = sys.stdout.isatty()
    seen: object = None
    shown = ""
    with suppress(KeyboardInterrupt):
        while True:
            begun = time.monotonic()
            now = (file_stamp(path), _size(screen))
            if now != seen:
                seen = now
                new = _text(text)
                if screen:
                    click.echo(CLEAR + _cropped(new), nl=False, color=True)
                elif new != shown:
                    click.echo(("\n" if shown else "") + new, nl=False)
                    sys.stdout.flush()
                shown = new
            time.sleep(max(INTERVAL, REST * (time.monotonic() - begun)))


def _text(text: Callable[[], str]) -> str:
    from owari.results.ratings import NoRatings

    try:
        return text()
    except NoRatings:
        raise
    except BadInput as error:  # also of a file that another process is just making
        return f"Waiting for results: {error}\n"


def _size(screen: bool) -> os.terminal_size | None:
    try:
        return os.get_terminal_size(sys.stdout.fileno()) if screen else None
    except OSError:
        return None


def _cropped(text: str) -> str:
    """As many lines of the text as the terminal has, with a last one that says what is missing."""
    size = _size(True)
    lines = text.splitlines()
    if size is None or len(lines) < size.lines:
        return text
    kept = lines[: max(size.lines - 2, 1)]
    return "\n".join([*kept, f"... {len(lines) - len(kept)} more lines", ""])
