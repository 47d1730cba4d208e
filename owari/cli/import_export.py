"""`owari import` and `owari export`: Othello games from other formats, and games in one file of
records or in formats of other programs."""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import click

from owari.cli.files import STANDARD, new_file, new_files, reading
from owari.cli.game_files import names_beside, numbered_games
from owari.cli.options import GAME_NUMBER, Choice, Text
from owari.errors import BadInput
from owari.games.catalog import find_game
from owari.games.othello import OTHELLO, OTHELLO_GAMES, OthelloRules
from owari.records import ggf, transcript, wthor
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
from owari.records.archives import PACKED_ENDINGS, BadGame, Found, Unwritable, losses
from owari.records.pgn import format_game
from owari.records.record import GameRecord
from owari.text.printable import printable
from owari.tournament.results_file import is_of_tournament, read_results

CHUNK = 1 << 16
SHOWN_EVERY = 100
"""Games."""


def _othello(name: str) -> OthelloRules:
    """Raises ValueError."""
    game: Any = find_game(name)
    if game.family not in OTHELLO_GAMES:
        raise ValueError(f"only games of Othello can be converted, not {game.name}")
    return game  # type: ignore[no-any-return]


IMPORT_EXAMPLES = """\b
Examples:
  owari import WTH_2024.wtb
  owari import games.ggf lines.txt --output all.pgn
"""


@click.command("import", epilog=IMPORT_EXAMPLES)
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
def import_command(
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


WRITERS = {"transcript": transcript, "ggf": ggf}
PGN = "pgn"
NAMED = 6
"""Games that one sentence names by their numbers."""


EXPORT_EXAMPLES = """\b
Examples:
  owari export bots.yaml --format pgn --output games.pgn
  owari export bots.yaml --format ggf --output games.ggf
  owari export game.pgn --format transcript
"""


@click.command("export", epilog=EXPORT_EXAMPLES)
@click.argument("file", metavar="FILE|RECORD", type=click.Path(path_type=Path))
@click.argument("game", type=GAME_NUMBER, required=False)
@click.option(
    "--format",
    "form",
    type=Choice([PGN, *WRITERS, WTHOR]),
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
def export_command(file: Path, game: int | None, form: str, output: Path) -> None:
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
                lines.append(WRITERS[form].format_game(record))
            held.append(record)
        except Unwritable as error:
            left_out[str(error)].append(number)
    reasons = [f"{_games_of(numbers)} left out: {reason}" for reason, numbers in left_out.items()]
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


def _games_of(numbers: Sequence[int]) -> str:
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
