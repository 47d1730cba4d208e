"""`owari book`: the proved opening."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from owari.cli.options import reads
from owari.cli.path_types import FILE
from owari.engine.book import Book, Entry, fits
from owari.engine.book_builder import Step, make_book
from owari.engine.kernel import native
from owari.errors import BadInput
from owari.games.catalog import find_game
from owari.games.mancala import OWARI, SowingRules
from owari.results.lock import NotLocked, lock

__all__ = ["command"]

PLIES = 16
EASY = 200_000
"""Positions that the kernel visits in less than a tenth of a second."""


@click.group("book")
def command() -> None:
    """The opening book: exact values of a game's first moves.

    An engine that plays by a time, or perfectly, uses the one that comes with Owari; so do solve,
    analyze and hint.
    """


@command.command("build")
@click.option(
    "--game",
    metavar="NAME",
    default=OWARI.name,
    callback=reads(find_game),
    help="owari, kalah, kalah-empty, or one with its size as in kalah:6x3.  [default: owari]",
)
@click.option(
    "--easy",
    type=click.IntRange(min=1),
    default=EASY,
    show_default=True,
    metavar="N",
    help="Leave out what the kernel proves by visiting so many positions.",
)
@click.option(
    "--plies",
    type=click.IntRange(min=1),
    default=PLIES,
    show_default=True,
    metavar="N",
    help="Leave out what comes after so many plies.",
)
@click.option("--output", type=FILE, default=Path("owari.book"), show_default=True)
def build_command(game: SowingRules, easy: int, plies: int, output: Path) -> None:
    """Build a book: every position of one side's best play against anything.

    What is proved is kept in a file beside it, whose name ends in .part: the same command goes on
    from there. The book of Owari takes an hour or so.
    """
    if native is None:
        raise BadInput("a book is built by the kernel, and there was no compiler for it")
    if game.counts_plies:
        raise BadInput(f"the first plies of {game.name} have rules of their own, which no book has")
    if not fits(game):
        raise BadInput(f"{game.name} has too many positions for a book: choose a smaller board")
    if output.exists():
        raise BadInput(f"{output} is there already: name another file")
    part = output.with_name(output.name + ".part")
    try:
        with lock(part.resolve()):
            book = _made(game, plies, easy, part)
            data = book.to_bytes()
            new = output.with_name(output.name + ".new")
            new.write_bytes(data)
            os.replace(new, output)
            part.unlink()
    except NotLocked as error:
        raise BadInput(str(error)) from None
    except OSError as error:
        raise BadInput(f"{output} cannot be written: {error.strerror or error}") from None
    click.echo(f"{output}: {len(book):,} positions, {len(data):,} bytes")


def _made(game: SowingRules, plies: int, easy: int, part: Path) -> Book:
    """Raises BadInput and OSError."""
    title = f"{plies} plies of {game.name} without what takes {easy} positions\n"
    known = _read(part, title)
    shows = sys.stderr.isatty()
    with part.open("a") as file:
        if not known and file.tell() == 0:
            file.write(title)
        for step in make_book(game, plies, easy, known):
            known[step.key] = step.entry
            file.write(_line(step))
            file.flush()
            if shows:
                text = f"ply {step.ply}: {step.left:,} left there, {len(known):,} positions done"
                click.echo(f"\r\x1b[K{text}", nl=False, err=True)
    if shows:
        click.echo("\r\x1b[K", nl=False, err=True)
    return Book(game, {key: entry for key, entry in known.items() if entry})


def _read(part: Path, title: str) -> dict[int, Entry | None]:
    """What an earlier run has found; a last line that it has not finished is cut off. Raises
    BadInput and OSError."""
    known: dict[int, Entry | None] = {}
    if not part.exists():
        return known
    text = part.read_text(encoding="ascii", errors="replace")
    whole = text[: text.rfind("\n") + 1]
    if whole and not whole.startswith(title):
        raise BadInput(f"{part} is of another book: remove it, or name another file")
    for number, line in enumerate(whole.splitlines()[1:], start=2):
        words = line.split()
        try:
            key, *entry = map(int, words)
            known[key] = Entry(*entry) if entry else None
        except (ValueError, TypeError):
            raise BadInput(f"{part}: line {number} is damaged: remove the file") from None
    if whole != text:
        os.truncate(part, len(whole))
    return known


def _line(step: Step) -> str:
    words = [step.key, *(step.entry or ())]
    return " ".join(map(str, words)) + "\n"
