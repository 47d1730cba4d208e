"""Games on record: `owari show` lists a tournament's or shows one, and `owari analyze` finds the
moves that lost a game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from owari.cli.files import screen_width, status_line
from owari.cli.game_files import numbered_games
from owari.cli.options import GAME_NUMBER, TableOutput, format_option, table_output, time_option
from owari.errors import BadInput
from owari.records.pgn import format_game
from owari.records.record import GameRecord
from owari.report.families import move_by_move
from owari.report.result_tables import annulled_table, games_data, games_table
from owari.results.store import Store
from owari.tournament.results_file import is_of_tournament, read_results

if TYPE_CHECKING:
    from owari.analysis.review import Reviewed

BLOCK = 1 << 16
"""Characters that are printed at a time."""

SHOW_EXAMPLES = """\b
Examples:
  owari show bots.yaml
  owari show bots.yaml 12 --moves
  owari show game.pgn --values --time 5s
"""


@click.command("show", epilog=SHOW_EXAMPLES)
@click.argument("file", metavar="FILE|RECORD", type=click.Path(path_type=Path))
@click.argument("game", type=GAME_NUMBER, required=False)
@click.option("--moves", is_flag=True, help="Draw the position after each move.")
@click.option(
    "--values", is_flag=True, help="Draw each position with the values of all legal moves."
)
@time_option("Time for the values of each position, such as 5s or 500ms.  [default: 1s]")
@table_output(
    *("games", "annulled"),
    form=None,
    help="Format of the list of a tournament's games.  [default: plain]",
)
def show_command(
    file: Path,
    game: int | None,
    moves: bool,
    values: bool,
    seconds: float | None,
    output: TableOutput,
) -> None:
    """List the games of a tournament, or show the text of games.

    FILE is a tournament file or its results file; GAME is a number from its list. RECORD is a file
    with one game or more, a record or what 'owari import' reads; GAME selects one of them by its
    number.

    With --table the formats csv and json have a number in each column. Without it they have the
    games and the annulled games, and the score is a text such as 19-17.
    """
    if seconds and not values:
        raise BadInput("--time needs --values")
    if game is None and not moves and not values and is_of_tournament(file):
        with read_results(file) as store:
            click.echo(_games(store, output), nl=False)
        return
    option = "--values" if values else "--moves"
    records = numbered_games(file, game, one=f"{option} takes one game of a tournament")
    if output.form or output.tables:
        raise BadInput("--format applies only to the list of a tournament's games")
    if values:
        from owari.report.review_tables import move_by_move_with_values

        games, interrupted = review(dict(records), seconds)
        _print(_told(each.record, move_by_move_with_values(each)) for each in games.values())
        if interrupted:
            raise KeyboardInterrupt
    elif moves:
        _print(_told(record, move_by_move(record)) for _, record in records)
    else:
        _print(format_game(record) for _, record in records)


def _print(texts: Iterable[str]) -> None:
    """Prints the texts with an empty line between two: the first at once, others in blocks."""
    held: list[str] = []
    size = BLOCK
    try:
        for text in texts:
            held.append(text)
            size += len(text)
            if size > BLOCK:
                click.echo("\n".join(held), nl=False)
                held, size = [""], 0
    finally:
        if len(held) > 1 or size:
            click.echo("\n".join(held), nl=False)


def _games(store: Store, output: TableOutput) -> str:
    """The games that count and the annulled ones, or the table of them that is asked for."""
    tables = []
    for name in output.tables or ("games", "annulled"):
        annulled = name == "annulled"
        games = store.games(annulled=annulled)
        if output.tables and output.for_programs:
            tables.append(replace(games_data(games, store.game.pieces), key=name))
        elif games or output.tables or not annulled:
            tables.append(annulled_table(games) if annulled else games_table(games))
    return output.text(tables)


def _told(record: GameRecord, shown: Iterable[str]) -> str:
    """The game move by move, and how it ended."""
    result, score, termination, reason = record.ending
    end = f"{result.value}, {score}, {termination.value}"
    boards = shown if record.plies else ()
    return "\n\n".join([*boards, f"{end}: {reason}\n" if reason else f"{end}\n"])


SECONDS = 1.0
"""For each position, where no option says it."""

ANALYZE_EXAMPLES = """\b
Examples:
  owari analyze game.pgn
  owari analyze bots.yaml 12 --time 5s --format html > game12.html
"""


@click.command("analyze", epilog=ANALYZE_EXAMPLES)
@click.argument("file", metavar="RECORD|FILE", type=click.Path(path_type=Path))
@click.argument("game", type=GAME_NUMBER, required=False)
@time_option(
    "Time for each position, such as 5s or 500ms. More time proves more values.  [default: 1s]"
)
@format_option()
def analyze_command(file: Path, game: int | None, seconds: float | None, form: str) -> None:
    """Compare each move of a game with the best move, and find the moves that lost the game.

    The value of a move is the final margin that its side can reach: its own stones or discs minus
    the opponent's. The sign ~ marks an estimate, where the time was too short for a proof.

    RECORD is a file with one game or more, a record or what 'owari import' reads; GAME selects one
    of them by its number. FILE is a tournament file or its results file, and needs a GAME. Ctrl-C
    stops and shows the values so far, from the end of the game.
    """
    from owari.report.review_tables import review_table, reviews_data
    from owari.report.tables import format_tables

    records = dict(numbered_games(file, game, one="analyze takes one game of a tournament"))
    games, interrupted = review(records, seconds)
    tables = (
        [reviews_data(games)]
        if form in ("csv", "json")
        else [review_table(number, each) for number, each in games.items()]
    )
    click.echo(format_tables(tables, form, screen_width()), nl=False)
    if interrupted:
        raise KeyboardInterrupt


def review(records: Mapping[int, GameRecord], seconds: float | None) -> Reviewed:
    """The values of all moves. Each position takes `seconds` at most, by default SECONDS. A
    terminal shows the progress."""
    from owari.analysis.review import review_games
    from owari.engine.kernel import MISSING, sowing

    if sowing is None:
        click.echo(MISSING, err=True)
    with status_line() as show:

        def tell(number: int, plies: int) -> None:
            game = f"game {number}, " if len(records) > 1 else ""
            show(f"{game}{plies} plies to go")

        return review_games(records, seconds=seconds or SECONDS, tell=tell)
