"""`owari tablebase`: exact values of all positions with few stones, kept on disk."""

from __future__ import annotations

import shutil
import sys
from mmap import mmap
from pathlib import Path
from time import perf_counter

import click
import psutil
from tabulate import tabulate

from owari.cli.options import reads
from owari.engine.endgames import START_UP, build
from owari.engine.kernel import native
from owari.engine.tablebase import (
    OFFSET,
    BadTablebase,
    path_of,
    positions,
    stones_on_disk,
    verify,
    write,
)
from owari.errors import BadInput
from owari.games.catalog import find_game
from owari.games.mancala import MAX_PITS, OWARI, SOWING_GAMES, SowingRules
from owari.results.lock import NotLocked, lock

__all__ = ["command"]


@click.group("tablebase")
def command() -> None:
    """Exact values of all positions with few stones, kept on disk.

    `owari solve` and an engine that plays by a time use the largest table that is there for their
    game; a given look-ahead uses none. They lie in the user's own folder for data, or in the one
    that the environment variable OWARI_DATA names.
    """


@command.command("build")
@click.option(
    "--game",
    metavar="NAME",
    default=OWARI.name,
    callback=reads(find_game),
    help="owari, kalah, kalah-empty, or one with its size as in kalah:5x3; how many stones a pit"
    " starts with makes no difference.  [default: owari]",
)
@click.option(
    "--stones",
    type=int,
    metavar="N",
    required=True,
    help="All positions with at most so many stones in the pits; with six pits a side 16 take"
    " 30 MB, 18 take 86 MB and 20 take 226 MB.",
)
def build_command(game: SowingRules, stones: int) -> None:
    """Build a table once, on all cores.

    One that is there and whole is left alone, a damaged one is built anew. Interrupted, it leaves
    everything as it was.
    """
    if native is None:
        raise BadInput("a table is built by the kernel, and there was no compiler for it")
    if not 1 <= stones <= native.MOST_ENDGAME_STONES:
        raise BadInput(f"a table has 1 to {native.MOST_ENDGAME_STONES} stones, not {stones}")
    path = path_of(game, stones)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with lock(path):
            _build(game, stones, path)
    except NotLocked as error:
        raise BadInput(str(error)) from None
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error.strerror or error}") from None


@command.command("list")
def list_command() -> None:
    """Show the tables that are there, and whether they are whole."""
    rows = []
    for family in SOWING_GAMES.values():
        for pits in range(1, MAX_PITS + 1):
            game = family.resized(pits, family.usual_size[1])
            for stones in reversed(stones_on_disk(game)):
                path = path_of(game, stones)
                size = _size(path.stat().st_size)
                rows.append((game.name, stones, size, _state(game, stones), path.name))
    folder = path_of(OWARI, 1).parent
    if not rows:
        click.echo(f"{folder} holds no tables.")
        return
    click.echo(f"{folder}\n")
    click.echo(tabulate(rows, headers=("game", "stones", "size", "", "file"), tablefmt="plain"))


def _build(game: SowingRules, stones: int, path: Path) -> None:
    """While no other builder of this table is at work. Raises BadInput and OSError."""
    if path.exists():
        try:
            verify(game, stones)
        except BadTablebase as error:
            click.echo(f"{path} cannot be used, {error.why}: it is built anew.", err=True)
        else:
            click.echo(f"{path} is there already, and whole.")
            return
    _check_room(game, stones, path.parent)
    begun = perf_counter()
    write(game, stones, memoryview(_built(game, stones)))
    size = _size(path.stat().st_size)
    click.echo(f"{path}: {size}, built in {perf_counter() - begun:.1f} s")
    if positions(game, stones) <= START_UP:
        click.echo(
            "So small a table the engine also builds by itself, in memory, when it needs it."
        )


def _check_room(game: SowingRules, stones: int, folder: Path) -> None:
    """Raises BadInput when memory or disk have no room for the table."""
    size = positions(game, stones)
    working = 2 * size - positions(game, stones - 1)  # while the last layer is worked on
    free = psutil.virtual_memory().available
    if working > free:
        raise _no_room(stones, f"{_size(working)} of memory, and {_size(free)} are free")
    free = shutil.disk_usage(folder).free
    if OFFSET + size > free:
        where = f"on the disk of {folder}"
        raise _no_room(stones, f"{_size(size)} {where}, and {_size(free)} are free")


def _no_room(stones: int, why: str) -> BadInput:
    return BadInput(f"a table of {stones} stones takes {why}: build one of fewer stones")


def _built(game: SowingRules, stones: int) -> mmap:
    """With a bar on a terminal. Raises BadInput."""
    try:
        if not sys.stderr.isatty():
            return build(game, stones)
        with click.progressbar(
            length=positions(game, stones), label=f"{stones} stones", file=sys.stderr
        ) as bar:
            return build(game, stones, lambda done: bar.update(done - bar.pos))
    except (MemoryError, OSError):
        raise _no_room(stones, "more memory than this process may use") from None


def _state(game: SowingRules, stones: int) -> str:
    try:
        verify(game, stones)
    except BadTablebase as error:
        return f"damaged: {error.why}"
    return "whole"


def _size(size: int) -> str:
    return f"{size / 1e6:.1f} MB" if size < 1e9 else f"{size / 1e9:,.1f} GB"
