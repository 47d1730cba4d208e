"""`owari export`: games in one file of records, or in formats of other programs."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import click

from owari.cli.files import STANDARD, new_file, new_files
from owari.cli.game_files import numbered_games
from owari.cli.options import GAME_NUMBER, Choice
from owari.errors import BadInput
from owari.records import ggf, transcript, wthor
from owari.records.archive_formats import counted
from owari.records.archives import Unwritable, losses
from owari.records.pgn import format_game
from owari.records.record import GameRecord
from owari.tournament.results_file import is_of_tournament, read_results

OF_TEXT = {"transcript": transcript, "ggf": ggf}
PGN = "pgn"
WTHOR = "wthor"
NAMED = 6
"""Games that one sentence names by their numbers."""


EXAMPLES = """\b
Examples:
  owari export bots.yaml --format pgn --output games.pgn
  owari export bots.yaml --format ggf --output games.ggf
  owari export game.pgn --format transcript
"""


@click.command("export", epilog=EXAMPLES)
@click.argument("file", metavar="FILE|RECORD", type=click.Path(path_type=Path))
@click.argument("game", type=GAME_NUMBER, required=False)
@click.option(
    "--format",
    "form",
    type=Choice([PGN, *OF_TEXT, WTHOR]),
    required=True,
    help="Format of the games.",
)
@click.option(
    "--output",
    type=click.Path(path_type=Path),
    default=STANDARD,
    show_default=True,
    help="New file, or - for the standard output. The format wthor needs a name that ends in .wtb.",
)
def command(file: Path, game: int | None, form: str, output: Path) -> None:
    """Write the games of a tournament or a RECORD to one file.

    The format pgn is one record of all games, which 'owari show' and 'owari analyze' read. It holds
    games of every kind. The other formats hold only Othello. The format transcript has moves such
    as f5d6c3, and ggf a game on each line. The format wthor is the files of a WTHOR database.

    FILE is a tournament file or its results file. RECORD is a record, or a file of another program
    as 'owari import' reads it. GAME selects one game by its number in 'owari show'. The command
    leaves out a game that the format cannot hold, and says why. It also says what the file does not
    keep of its games, such as the times of moves.
    """
    if form == WTHOR and output.suffix.lower() != ".wtb":
        raise BadInput(
            "--output: wthor needs a file name that ends in .wtb; two files with names go beside it"
        )
    if form == PGN:
        _write_record(file, game, output)
        return
    database = wthor.Database()
    lines: list[str] = []
    held: list[GameRecord] = []
    left_out: defaultdict[str, list[int]] = defaultdict(list)
    for number, record in _numbered(file, game):
        try:
            if form == WTHOR:
                database.add(record)
            else:
                lines.append(OF_TEXT[form].format_game(record))
            held.append(record)
        except Unwritable as error:
            left_out[str(error)].append(number)
    reasons = [f"{_games(numbers)} left out: {reason}" for reason, numbers in left_out.items()]
    written = len(held)
    if not written:
        raise BadInput("\n".join(reasons) or f"{file} has no games")
    for reason in reasons:
        click.echo(reason, err=True)
    if form == WTHOR:
        beside = _write_database(database, output)
        again = database.as_read()
    else:
        beside = ""
        with new_file(output) as write:
            for line in lines:
                write(f"{line}\n")
        again = map(_as_read, held, lines)
    _tell(output, written, file, beside)
    _tell_losses(form, held, again)


def _write_database(database: wthor.Database, output: Path) -> str:
    """Writes the three files; where the names are. Raises BadInput."""
    players, tournaments = output.with_suffix(".JOU"), output.with_suffix(".TRN")
    new_files(dict(zip((output, players, tournaments), database.files(date.today()), strict=True)))
    return f", with the names in {players} and {tournaments}"


def _as_read(record: GameRecord, line: str) -> GameRecord:
    """What a reader makes of the line of a game."""
    if line.startswith("("):
        return ggf.read_game(line)
    rules: Any = record.game
    return transcript.read_game(line, rules)


def _tell_losses(form: str, held: Sequence[GameRecord], again: Iterable[GameRecord]) -> None:
    """Says what the file does not keep of its games."""
    lost = Counter(
        what for record, read in zip(held, again, strict=True) for what in losses(record, read)
    )
    if lost:
        kinds = ", ".join(f"{what} ({counted(number)})" for what, number in lost.items())
        click.echo(f"The format {form} does not keep all: {kinds}", err=True)


def _games(numbers: Sequence[int]) -> str:
    """`game 3 is` or `games 1, 2, 3, 4, 5, 6 and 54 more are`."""
    if len(numbers) == 1:
        return f"game {numbers[0]} is"
    shown = ", ".join(map(str, numbers[:NAMED]))
    more = len(numbers) - NAMED
    return f"games {shown}{f' and {more} more' if more > 0 else ''} are"


def _write_record(file: Path, game: int | None, output: Path) -> None:
    """Writes the games one by one, however many they are. Raises BadInput."""
    written = 0
    with new_file(output) as write:
        for text in _texts(file, game):
            write(f"\n{text}" if written else text)
            written += 1
    if not written:
        raise BadInput(f"{file} has no games")
    _tell(output, written, file)


def _texts(file: Path, game: int | None) -> Iterator[str]:
    """The text of each game. Raises BadInput."""
    if game is not None or not is_of_tournament(file):
        yield from (format_game(record) for _, record in _numbered(file, game))
        return
    with read_results(file) as store:
        yield from store.records()


def _tell(output: Path, written: int, file: Path, beside: str = "") -> None:
    if output != STANDARD:
        click.echo(f"{output}: {counted(written)} from {file}{beside}")


def _numbered(file: Path, game: int | None) -> Iterator[tuple[int, GameRecord]]:
    """Raises BadInput."""
    if game is not None or not is_of_tournament(file):
        yield from numbered_games(file, game, one="export takes one game of a tournament")
        return
    with read_results(file) as store:
        yield from ((each.number, record) for each, record in store.played_games(store.games()))
