"""`owari import`: Othello games from other formats."""

from __future__ import annotations

import codecs
import io
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from itertools import chain
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import click

from owari.cli.file_errors import reading
from owari.cli.output_file import STANDARD, new_file
from owari.cli.parameter_types import Choice, Text
from owari.errors import BadInput
from owari.games.catalog import find_game
from owari.games.othello import OTHELLO, OTHELLO_GAMES, OthelloRules
from owari.records import csv_games, ggf, json_games, pgn_archives, transcript, wthor
from owari.records.archives import BadGame, Found
from owari.records.pgn import format_game
from owari.records.record import GameRecord
from owari.text.printable import printable

__all__ = ["command"]

WTHOR, GGF = "wthor", "ggf"
OF_TEXT = {
    "transcript": transcript.read_games,
    "pgn": pgn_archives.read_games,
    "csv": csv_games.read_games,
    "json": json_games.read_games,
}
"""The formats that do not say which game they are of."""
FORMATS = (WTHOR, GGF, *OF_TEXT)
MOST_TOLD = 3
"""Games that cannot be read, each with its sentence."""
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
    " with .pgn]",
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
    can be - for the standard input.

    Black becomes South. Where a file is damaged, the command keeps the games before the damage.
    """
    complaints: list[str] = []
    with ExitStack() as whole:
        all_in_one = _Records(whole.enter_context(new_file(output))) if output else None
        for file in files:
            target = output or (STANDARD if file == STANDARD else file.with_suffix(".pgn"))
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
    broken: list[str] = []
    complaint = ""
    shows = sys.stderr.isatty()
    try:
        for number, record, remark, is_broken in games:
            if is_broken:
                broken.append(remark)
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
        complaint = f"{source}: {error}"
        if written:
            kept = "is kept" if written == 1 else "are kept"
            complaint += f"; {_counted(written)} before that {kept}"
    if broken:
        told = [f"{source}: {printable(why)}" for why in broken[:MOST_TOLD]]
        if len(broken) > MOST_TOLD:
            told.append(f"{source}: {_counted(len(broken))} in all cannot be read")
        complaint = "\n".join([*told, *filter(None, [complaint])])
    for why, number in passed_over.items():
        click.echo(f"{source}: {_counted(number)} passed over: {printable(why)}", err=True)
    return _Copied(written, passed_over.total(), complaint)


def _say(copied: _Copied, source: str, target: Path) -> None:
    to = "" if target == STANDARD else f"{target}: "
    over = f", {copied.passed_over:,} passed over" if copied.passed_over else ""
    click.echo(f"{to}{_counted(copied.written)} from {source}{over}", err=target == STANDARD)


def _counted(number: int) -> str:
    return "1 game" if number == 1 else f"{number:,} games"


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
    head = source.read(CHUNK)
    form = form or _format(file, head, rules or OTHELLO)
    if rules and form not in OF_TEXT:
        raise BadInput(f"--game is for {', '.join(OF_TEXT)}, and {_name(file)} is {form}")
    if (players or tournaments) and form != WTHOR:
        raise BadInput(f"--players and --tournaments are for wthor, and {_name(file)} is {form}")
    chunks = chain([head], iter(lambda: source.read(CHUNK), b""))
    if form == WTHOR:
        return wthor.read_games(chunks, _names(file, players, tournaments))
    if form == GGF:
        return ggf.read_games(_text(chunks, head))
    return OF_TEXT[form](_text(chunks, head), rules or OTHELLO)


def _format(file: Path, head: bytes, rules: OthelloRules) -> str:
    """What the first bytes of a file, or its name, say that it is. Raises BadInput."""
    text = "".join(_text([head], head))
    ending = file.suffix.lower()
    if re.match(r"\s*(?:[0-9]{1,3}\s*)?\(;", text):
        return GGF
    if re.match(r'\s*(?:%.*\n\s*)*\[\s*\w+\s+"', text):
        if re.search(r'^\[(?:South|North) "', text, re.MULTILINE):
            raise BadInput(f"{_name(file)} is a record already: owari show reads it")
        return "pgn"
    if ending == ".wtb" or "\0" in text:
        return WTHOR
    if ending in (".ggf", ".ggs"):
        return GGF
    if re.match(r'\s*(?:\{|\[\s*["\[{\]0-9])', text):
        return "json"
    return "csv" if csv_games.are_columns(text, rules) else "transcript"


_AS_LATIN_1 = {0xDC00 + byte: byte for byte in range(0x80, 0x100)}


def _text(chunks: Iterable[bytes], head: bytes) -> Iterator[str]:
    """The text of a file with plain newlines. It is UTF-8, or UTF-16 where its first bytes say so,
    and bytes that are not are taken for Latin-1."""
    wide = head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    errors = "replace" if wide else "surrogateescape"
    encoding = codecs.getincrementaldecoder("utf-16" if wide else "utf-8-sig")(errors)
    decoder = io.IncrementalNewlineDecoder(encoding, translate=True)
    for chunk in chunks:
        yield decoder.decode(chunk).translate(_AS_LATIN_1)
    yield decoder.decode(b"", final=True).translate(_AS_LATIN_1)


def _names(file: Path, players: Path | None, tournaments: Path | None) -> wthor.Names:
    """The lists of names for a file, those beside it where none are given. Raises BadInput."""
    players = players or _beside(file, "WTHOR.JOU")
    tournaments = tournaments or _beside(file, "WTHOR.TRN")
    return wthor.Names(
        wthor.read_players(_bytes(players)) if players else (),
        wthor.read_tournaments(_bytes(tournaments)) if tournaments else (),
    )


def _beside(file: Path, name: str) -> Path | None:
    """The file of this name, or of the file's own with its ending, in either case, in the same
    folder; says so if there is none."""
    if file != STANDARD:
        beside = sorted(file.parent.iterdir())
        for wanted in (file.with_suffix(Path(name).suffix).name, name):
            for found in beside:
                if found.name.lower() == wanted.lower() and found.is_file():
                    return found
    what = "players" if name.endswith("JOU") else "tournaments"
    click.echo(
        f"{_name(file)}: its folder has no {name}; {what} have numbers instead of names", err=True
    )
    return None


def _bytes(path: Path) -> bytes:
    with reading(path):
        return path.read_bytes()
