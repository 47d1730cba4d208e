"""`owari book`: exact values of the opening."""

from __future__ import annotations

import os
from pathlib import Path

import click

from owari.cli.file_errors import writing
from owari.cli.options import sowing_game_option
from owari.cli.parameter_types import FILE, whole_number
from owari.cli.status_line import status_line
from owari.engine.book import Book, Entry, fits
from owari.engine.book_builder import Step, make_book
from owari.engine.kernel import sowing
from owari.errors import BadInput
from owari.games.mancala import SowingRules
from owari.results.lock import lock

__all__ = ["command"]

PLIES = 16
EASY = 200_000
"""Positions that the kernel visits in less than a tenth of a second."""


@click.group("book")
def command() -> None:
    """Build an opening book: exact values of the first moves of a game.

    The engine uses the book that comes with Owari when it plays by time or perfectly. The commands
    solve and analyze use it too, and so does 'hint' at the table.
    """


@command.command("build")
@sowing_game_option("kalah:6x3")
@click.option(
    "--easy",
    type=whole_number(1),
    default=EASY,
    show_default=True,
    help="Leave out positions that the kernel proves with at most this many positions.",
)
@click.option(
    "--plies",
    type=whole_number(1),
    default=PLIES,
    show_default=True,
    help="Leave out positions after this many plies.",
)
@click.option(
    "--output",
    type=FILE,
    default=Path("owari.book"),
    show_default=True,
    help="New file for the book.",
)
def build_command(game: SowingRules, easy: int, plies: int, output: Path) -> None:
    """Build a book of every position of one side's best play against any play.

    The command keeps proved values in a file beside the output that ends in .part. After an
    interruption the same command continues from there. The book of Owari takes about an hour.
    """
    if sowing is None:
        raise BadInput("only the kernel builds a book, and this installation has no kernel")
    if game.counts_plies:
        raise BadInput(f"{game.name} has special rules for its first plies, which no book can hold")
    if not fits(game):
        raise BadInput(f"{game.name} has too many positions for a book: choose a smaller board")
    if output.exists():
        raise BadInput(f"{output} exists already: name another file")
    part = output.with_name(output.name + ".part")
    with writing(output), lock(part.resolve()):
        book = _made(game, plies, easy, part)
        data = book.to_bytes()
        new = output.with_name(output.name + ".new")
        new.write_bytes(data)
        os.replace(new, output)
        part.unlink()
    click.echo(f"{output}: {len(book):,} positions, {len(data):,} bytes")


def _made(game: SowingRules, plies: int, easy: int, part: Path) -> Book:
    """Raises BadInput and OSError."""
    title = f"{plies} plies of {game.name} without what takes {easy} positions\n"
    known = _read(part, title)
    with part.open("a") as file, status_line() as show:
        if not known and file.tell() == 0:
            file.write(title)
        for step in make_book(game, plies, easy, known):
            known[step.key] = step.entry
            file.write(_line(step))
            file.flush()
            show(f"ply {step.ply}: {step.left:,} left there, {len(known):,} positions done")
    return Book(game, {key: entry for key, entry in known.items() if entry})


def _read(part: Path, title: str) -> dict[int, Entry | None]:
    """The values that an earlier run has found, without a last line that is not complete. Raises
    BadInput and OSError."""
    known: dict[int, Entry | None] = {}
    if not part.exists():
        return known
    text = part.read_text(encoding="ascii", errors="replace")
    whole = text[: text.rfind("\n") + 1]
    if whole and not whole.startswith(title):
        raise BadInput(f"{part} belongs to another book: remove it, or name another output file")
    for number, line in enumerate(whole.splitlines()[1:], start=2):
        words = line.split()
        try:
            key, *entry = map(int, words)
            known[key] = Entry(*entry) if entry else None
        except (ValueError, TypeError):
            raise BadInput(f"{part}, line {number} is damaged: remove the file") from None
    if whole != text:
        os.truncate(part, len(whole))
    return known


def _line(step: Step) -> str:
    words = [step.key, *(step.entry or ())]
    return " ".join(map(str, words)) + "\n"
