"""`owari export`: games for other people's programs."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import click

from owari.cli.game_files import is_of_tournament, numbered_games
from owari.cli.output_file import STANDARD, new_file, new_files
from owari.cli.results_file import read_results
from owari.errors import BadInput
from owari.records import ggf, transcript, wthor
from owari.records.archives import Unwritable
from owari.records.record import GameRecord

__all__ = ["command"]

OF_TEXT = {"transcript": transcript.format_game, "ggf": ggf.format_game}
WTHOR = "wthor"


@click.command("export")
@click.argument("file", metavar="FILE|RECORD", type=click.Path(path_type=Path))
@click.argument("game", type=click.IntRange(min=1), required=False)
@click.option("--format", "form", type=click.Choice([*OF_TEXT, WTHOR]), required=True)
@click.option(
    "--output",
    type=click.Path(path_type=Path),
    default=STANDARD,
    show_default=True,
    help="A new file, or - for the standard output; of wthor one that ends in .wtb.",
)
def command(file: Path, game: int | None, form: str, output: Path) -> None:
    """Write the games of Othello in a RECORD, or of a tournament, for other programs: as
    transcripts, f5d6c3, or as GGF, a game a line, or as the files of a WTHOR database.

    FILE is a tournament file or its results file. With GAME, the number that owari show has for it,
    that one alone. A game that the format cannot hold is left out, and why is said.
    """
    if form == WTHOR and output.suffix.lower() != ".wtb":
        raise BadInput(
            "--output: wthor is written to a file that ends in .wtb, and the names to two beside it"
        )
    database = wthor.Database()
    lines: list[str] = []
    reasons = []
    for number, record in _numbered(file, game).items():
        try:
            if form == WTHOR:
                database.add(record)
            else:
                lines.append(f"{OF_TEXT[form](record)}\n")
        except Unwritable as error:
            reasons.append(f"game {number} is left out: {error}")
    written = len(lines) or len(database)
    if not written:
        raise BadInput("\n".join(reasons) or f"there is no game in {file}")
    for reason in reasons:
        click.echo(reason, err=True)
    if form == WTHOR:
        today = date.today()
        names = database.players(today), database.tournaments(today)
        players, tournaments = output.with_suffix(".JOU"), output.with_suffix(".TRN")
        contents = (database.games(today), *names)
        new_files(dict(zip((output, players, tournaments), contents, strict=True)))
    else:
        with new_file(output) as write:
            for line in lines:
                write(line)
    if output != STANDARD:
        games = "1 game" if written == 1 else f"{written:,} games"
        beside = f", with the names in {players} and {tournaments}" if form == WTHOR else ""
        click.echo(f"{output}: {games} from {file}{beside}")


def _numbered(file: Path, game: int | None) -> dict[int, GameRecord]:
    """Raises BadInput."""
    if game is not None or not is_of_tournament(file):
        return numbered_games(file, game, one="export")
    with read_results(file) as store:
        return {each.number: store.played(each.number) for each in store.games()}
