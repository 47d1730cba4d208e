"""`owari export`: games for other people's programs."""

from __future__ import annotations

from pathlib import Path

import click

from owari.cli.main import BadInput
from owari.cli.new_file import STANDARD, new_file
from owari.cli.recorded import is_of_tournament, numbered_games
from owari.cli.results_file import read_results
from owari.records import ggf, transcript
from owari.records.foreign import Unwritable
from owari.records.record import GameRecord

__all__ = ["command"]

FORMATS = {"transcript": transcript.format_game, "ggf": ggf.format_game}


@click.command("export")
@click.argument("file", metavar="FILE|RECORD", type=click.Path(path_type=Path))
@click.argument("game", type=click.IntRange(min=1), required=False)
@click.option("--format", "form", type=click.Choice(list(FORMATS)), required=True)
@click.option(
    "--output",
    type=click.Path(path_type=Path),
    default=STANDARD,
    show_default=True,
    help="A new file, or - for the standard output.",
)
def command(file: Path, game: int | None, form: str, output: Path) -> None:
    """Write the games of Othello in a RECORD, or of a tournament, for other programs: as
    transcripts, f5d6c3, or as GGF; a game a line.

    FILE is a tournament file or its results file. With GAME, the number that owari show has for it,
    that one alone. A game that the format cannot hold is left out, and why is said.
    """
    lines = []
    reasons = []
    for number, record in _numbered(file, game).items():
        try:
            lines.append(f"{FORMATS[form](record)}\n")
        except Unwritable as error:
            reasons.append(f"game {number} is left out: {error}")
    if not lines:
        raise BadInput("\n".join(reasons) or f"there is no game in {file}")
    for reason in reasons:
        click.echo(reason, err=True)
    with new_file(output) as write:
        for line in lines:
            write(line)
    if output != STANDARD:
        games = "1 game" if len(lines) == 1 else f"{len(lines):,} games"
        click.echo(f"{output}: {games} from {file}")


def _numbered(file: Path, game: int | None) -> dict[int, GameRecord]:
    """Raises BadInput."""
    if game is not None or not is_of_tournament(file):
        return numbered_games(file, game, one="export")
    with read_results(file) as store:
        return {each.number: store.played(each.number) for each in store.games()}
