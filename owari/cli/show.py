"""`owari show`: games as they were played."""

from __future__ import annotations

from pathlib import Path

import click

from owari.cli.main import BadInput
from owari.cli.results_file import is_tournament_file, read_results
from owari.records.pgn import BadRecord, format_game, read_game, read_games
from owari.records.record import GameRecord
from owari.report.moves import move_by_move
from owari.report.tables import FORMATS, annulled_table, format_tables, games_table
from owari.results.store import Store

__all__ = ["command"]


@click.command("show")
@click.argument("file", metavar="FILE|RECORD", type=click.Path(path_type=Path))
@click.argument("game", type=click.IntRange(min=1), required=False)
@click.option("--moves", is_flag=True, help="Draw the position after each move.")
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    help="Of the list of a tournament's games.  [default: plain]",
)
def command(file: Path, game: int | None, moves: bool, form: str | None) -> None:
    """List the games of a tournament, or show one GAME of it, or the games in a RECORD.

    FILE is a tournament file or its results file, GAME a number from its list. Of a RECORD, a text
    with one game or several, GAME counts from 1.
    """
    if is_tournament_file(file) or _is_database(file):
        with read_results(file) as store:
            if game is None and not moves:
                click.echo(_games(store, form or "plain"), nl=False)
                return
            if game is None:
                raise BadInput("--moves shows one game: add its number")
            records = [_stored(store, game)]
    else:
        records = _recorded(file, game)
    if form:
        raise BadInput("--format is for the list of a tournament's games")
    texts = ("\n\n".join(_told(record) if moves else [format_game(record)]) for record in records)
    click.echo("\n".join(texts), nl=False)


def _games(store: Store, form: str) -> str:
    tables = [games_table(store.games())]
    if annulled := store.games(annulled=True):
        tables.append(annulled_table(annulled))
    return format_tables(tables, form)


def _stored(store: Store, number: int) -> GameRecord:
    try:
        return read_game(store.record(number), f"game {number}")
    except BadRecord as error:
        raise BadInput(f"{store.path} is damaged: {error}") from None


def _recorded(file: Path, game: int | None) -> list[GameRecord]:
    try:
        records = read_games(file.read_text(encoding="utf-8"), str(file))
    except BadRecord as error:
        raise BadInput(str(error)) from None
    except UnicodeDecodeError:
        raise BadInput(f"{file} is neither a results file nor a record") from None
    except OSError as error:
        raise BadInput(f"{file}: {error.strerror}") from None
    if not records:
        raise BadInput(f"there is no game in {file}")
    if game is None:
        return records
    if game > len(records):
        raise BadInput(f"there are {len(records)} games in {file}, no game {game}")
    return [records[game - 1]]


def _told(record: GameRecord) -> list[str]:
    """The game move by move, and how it ended."""
    result, score, termination, reason = record.ending
    end = f"{result.value}, {score}, {termination.value}"
    shown = move_by_move(record) if record.plies else ()
    return [*shown, f"{end}: {reason}\n" if reason else f"{end}\n"]


def _is_database(file: Path) -> bool:
    try:
        with file.open("rb") as opened:
            return opened.read(16) == b"SQLite format 3\0"
    except OSError:
        return False
