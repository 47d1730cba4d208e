"""The games that a FILE argument and a GAME number name, in any format that Owari reads."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import click

from owari.cli.files import reading
from owari.errors import BadInput
from owari.records import wthor
from owari.records.archive_formats import GamesOfFile
from owari.records.record import GameRecord
from owari.text.printable import printable
from owari.tournament.results_file import is_of_tournament, read_results

CHUNK = 1 << 16
"""Bytes of a file that are read at a time."""


def numbered_games(
    file: Path, game: int | None, *, one: str, archives: bool = True
) -> Iterator[tuple[int, GameRecord]]:
    """The game of that number, or the games of a file one after the other, with their numbers.
    Raises BadInput, for a file with a broken game after its other games.

    The file is a record, or has Othello games in another program's format. A tournament needs a
    number; `one` is the message without one. Of a record only the game of that number is read as a
    game. What there is to say of a game goes to the standard error. Without `archives` only a
    record is read.
    """
    if is_of_tournament(file):
        with read_results(file) as store:
            if game is None:
                raise BadInput(f"{one}: add the number of the game")
            yield game, store.played(game)
        return
    with ExitStack() as stack:
        with reading(file):
            source = stack.enter_context(open(file, "rb"))
        found = GamesOfFile(str(file), _chunks(file, source.read), _tell)
        if not (archives or found.is_record):
            raise BadInput(f"{file} is no record: 'owari import {file}' makes one of it")
        yield from found.numbered(game, lambda: names_beside(file))


def _chunks(file: Path, read: Callable[[int], bytes]) -> Iterator[bytes]:
    """Raises BadInput."""
    while True:
        with reading(file):
            chunk = read(CHUNK)
        if not chunk:
            return
        yield chunk


def _tell(place: str, sentence: str) -> None:
    click.echo(f"{place}: {printable(sentence)}", err=True)


def names_beside(
    file: Path, players: Path | None = None, tournaments: Path | None = None
) -> wthor.Names:
    """The lists of names for a file of WTHOR, those beside it where none are given. Raises
    BadInput."""
    players = players or _beside(file, "WTHOR.JOU")
    tournaments = tournaments or _beside(file, "WTHOR.TRN")
    return wthor.Names(
        wthor.read_players(_bytes(players)) if players else (),
        wthor.read_tournaments(_bytes(tournaments)) if tournaments else (),
    )


def _beside(file: Path, name: str) -> Path | None:
    """The file of this name, or of the file's own with its ending, in either case, in the same
    folder; says so if there is none."""
    if str(file) != "-":
        beside = sorted(file.parent.iterdir())
        for wanted in (file.with_suffix(Path(name).suffix).name, name):
            for found in beside:
                if found.name.lower() == wanted.lower() and found.is_file():
                    return found
    folder = "the standard input" if str(file) == "-" else str(file)
    what = "players" if name.endswith("JOU") else "tournaments"
    click.echo(
        f"{folder}: its folder has no {name}; {what} have numbers instead of names", err=True
    )
    return None


def _bytes(path: Path) -> bytes:
    with reading(path):
        return path.read_bytes()
