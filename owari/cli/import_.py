"""`owari import`: Othello games from other formats."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import click

from owari.cli.files import STANDARD, new_file, reading
from owari.cli.game_files import names_beside
from owari.cli.options import Choice, Text
from owari.errors import BadInput
from owari.games.catalog import find_game
from owari.games.othello import OTHELLO, OTHELLO_GAMES, OthelloRules
from owari.records.archive_formats import (
    FORMATS,
    OF_TEXT,
    RECORD,
    WTHOR,
    Broken,
    counted,
    form_of_archive,
    games_of,
    opened,
)
from owari.records.archives import PACKED_ENDINGS, BadGame, Found
from owari.records.pgn import format_game
from owari.records.record import GameRecord
from owari.text.printable import printable

CHUNK = 1 << 16
SHOWN_EVERY = 100
"""Games."""


def _othello(name: str) -> OthelloRules:
    """Raises ValueError."""
    game: Any = find_game(name)
    if game.family not in OTHELLO_GAMES:
        raise ValueError(f"only games of Othello can be converted, not {game.name}")
    return game  # type: ignore[no-any-return]


EXAMPLES = """\b
Examples:
  owari import WTH_2024.wtb
  owari import games.ggf lines.txt --output all.pgn
"""


@click.command("import", epilog=EXAMPLES)
@click.argument(
    "files", metavar="FILE...", nargs=-1, required=True, type=click.Path(path_type=Path)
)
@click.option(
    "--format",
    "form",
    type=Choice(FORMATS),
    help="Format of the files.  [default: from their contents]",
)
@click.option(
    "--game",
    "rules",
    type=Text("NAME", _othello, OTHELLO_GAMES),
    help="Game of transcript, pgn, csv and json files, such as othello:6 or free-othello."
    "  [default: othello]",
)
@click.option(
    "--output",
    type=click.Path(path_type=Path),
    help="New file for all games, or - for the standard output.  [default: for each FILE its name"
    " with .pgn, or with -owari.pgn where it has that name]",
)
@click.option(
    "--players",
    type=click.Path(path_type=Path),
    help="Names of players for wthor.  [default: FILE's name with .JOU, or WTHOR.JOU]",
)
@click.option(
    "--tournaments",
    type=click.Path(path_type=Path),
    help="Names of tournaments for wthor.  [default: FILE's name with .TRN, or WTHOR.TRN]",
)
def command(
    files: tuple[Path, ...],
    form: str | None,
    rules: OthelloRules | None,
    output: Path | None,
    players: Path | None,
    tournaments: Path | None,
) -> None:
    """Convert files of Othello games to records for 'owari show' and 'owari analyze'.

    The formats are .wtb files of the WTHOR database, GGF of the server GGS, and PGN with Black and
    White. Transcripts such as f5d6c3 can stand in lines, in a column of a table or in JSON. FILE
    can be - for the standard input, and packed by gzip or bzip2.

    Black becomes South. Where a file is damaged, the command keeps the games before the damage.
    """
    complaints: list[str] = []
    with ExitStack() as whole:
        all_in_one = _Records(whole.enter_context(new_file(output))) if output else None
        for file in files:
            target = output or (STANDARD if file == STANDARD else _default_output(file))
            try:
                with ExitStack() as one:
                    source = _open(file, one)
                    games = _games(file, source, form, rules, players, tournaments)
                    records = all_in_one or _Records(one.enter_context(new_file(target)))
                    copied = _copy(games, records, _name(file))
            except BadInput as error:
                complaints.append(str(error))
                continue
            if copied.written:
                _say(copied, _name(file), target)
            elif not copied.complaint:
                complaints.append(f"{_name(file)} has no readable game")
            if copied.complaint:
                complaints.append(copied.complaint)
    if complaints:
        raise BadInput("\n".join(complaints))


class _Records:
    """Writes records one by one, with an empty line between them."""

    def __init__(self, write: Callable[[str], object]) -> None:
        self.write = write
        self.between = ""

    def put(self, record: GameRecord) -> None:
        self.write(self.between + format_game(record))
        self.between = "\n"


class _Copied(NamedTuple):
    written: int
    passed_over: int
    complaint: str
    """What is wrong with the file, or nothing."""


def _copy(games: Iterable[Found], records: _Records, source: str) -> _Copied:
    """Writes the records of the games, and says on the standard error what there is to say of
    them."""
    written = 0
    passed_over: Counter[str] = Counter()
    broken = Broken(source)
    complaint: list[str] = []
    shows = sys.stderr.isatty()
    try:
        for number, record, remark, is_broken in games:
            if is_broken:
                broken.add(remark)
                continue
            if record is None:
                passed_over[remark] += 1
                continue
            if remark:
                click.echo(f"{source}, game {number}: {printable(remark)}", err=True)
            records.put(record)
            written += 1
            if shows and written % SHOWN_EVERY == 0:
                click.echo(f"{written:,} games\r", nl=False, err=True)
    except BadGame as error:
        complaint = [f"{source}: {error}"]
        if written:
            kept = "is kept" if written == 1 else "are kept"
            complaint[0] += f"; {counted(written)} before that {kept}"
    for why, number in passed_over.items():
        click.echo(f"{source}: {counted(number)} passed over: {printable(why)}", err=True)
    return _Copied(written, passed_over.total(), "\n".join(broken.sentences() + complaint))


def _say(copied: _Copied, source: str, target: Path) -> None:
    to = "" if target == STANDARD else f"{target}: "
    over = f", {copied.passed_over:,} passed over" if copied.passed_over else ""
    click.echo(f"{to}{counted(copied.written)} from {source}{over}", err=target == STANDARD)


def _name(file: Path) -> str:
    return "the standard input" if file == STANDARD else str(file)


def _open(file: Path, stack: ExitStack) -> BinaryIO:
    """Raises BadInput."""
    if file == STANDARD:
        return sys.stdin.buffer
    with reading(file):
        return stack.enter_context(open(file, "rb"))


def _games(
    file: Path,
    source: BinaryIO,
    form: str | None,
    rules: OthelloRules | None,
    players: Path | None,
    tournaments: Path | None,
) -> Iterator[Found]:
    """The games of a file in the format that it has. Raises BadInput."""
    try:
        head, chunks = opened(iter(lambda: source.read(CHUNK), b""))
        form = form or form_of_archive(head, file.name, rules or OTHELLO)
    except BadGame as error:
        raise BadInput(f"{_name(file)}: {error}") from None
    if form == RECORD:
        raise BadInput(f"{_name(file)} is a record already: owari show reads it")
    if rules and form not in OF_TEXT:
        raise BadInput(f"--game is for {', '.join(OF_TEXT)}, and {_name(file)} is {form}")
    if (players or tournaments) and form != WTHOR:
        raise BadInput(f"--players and --tournaments are for wthor, and {_name(file)} is {form}")

    def tell(sentence: str) -> None:
        click.echo(f"{_name(file)}: {sentence}", err=True)

    names = partial(names_beside, file, players, tournaments)
    return games_of(form, chunks, rules or OTHELLO, names, tell)


def _default_output(file: Path) -> Path:
    """The name of the file with `.pgn`; with `-owari.pgn` where that is the file itself."""
    if file.suffix.lower() in PACKED_ENDINGS and len(file.suffixes) > 1:
        file = file.with_suffix("")
    target = file.with_suffix(".pgn")
    if target.name.lower() == file.name.lower():
        return file.with_name(f"{file.stem}-owari.pgn")
    return target
