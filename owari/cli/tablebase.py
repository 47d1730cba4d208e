"""`owari tablebase`: exact values of all positions with few stones, on disk."""

from __future__ import annotations

import shutil
import sys
from mmap import mmap
from pathlib import Path
from time import perf_counter
from typing import Any

import click
import psutil
from tabulate import tabulate

from owari.cli.files import writing
from owari.cli.options import Text
from owari.engine.endgames import START_UP, build
from owari.engine.kernel import sowing
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
from owari.results.lock import lock


def _sowing_game(name: str) -> SowingRules:
    game: Any = find_game(name)
    if game.family not in SOWING_GAMES:
        raise ValueError(
            f"{game.name} has no book or endgame table: choose {', '.join(SOWING_GAMES)}"
        )
    return game  # type: ignore[no-any-return]


@click.group("tablebase")
def command() -> None:
    """Build and list endgame tables: exact values of all positions with few stones.

    'owari solve' and an engine that plays by time use the largest table of their game. A search to
    a fixed depth uses none. The tables are in the user's data folder, or in the folder that the
    environment variable OWARI_DATA names.
    """


@command.command("build")
@click.option(
    "--game",
    type=Text("NAME", _sowing_game, SOWING_GAMES),
    default=OWARI.name,
    show_default=True,
    help=f"Game: {', '.join(name for name, game in SOWING_GAMES.items() if not game.counts_plies)},"
    " or a game with its size, such as kalah:5x3; the number of stones a pit makes no difference.",
)
@click.option(
    "--stones",
    type=int,
    metavar="N",
    required=True,
    help="Include all positions with at most this many stones in the pits. With six pits a side, 16"
    " stones take 30 MB, 18 take 86 MB and 20 take 226 MB.",
)
def build_command(game: SowingRules, stones: int) -> None:
    """Build an endgame table on all cores.

    The command keeps a valid table and replaces a damaged one. An interrupted build changes
    nothing.
    """
    if sowing is None:
        raise BadInput("only the kernel builds a table, and this installation has no kernel")
    if not 1 <= stones <= sowing.MOST_ENDGAME_STONES:
        raise BadInput(f"a table has 1 to {sowing.MOST_ENDGAME_STONES} stones, not {stones}")
    path = path_of(game, stones)
    with writing(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        with lock(path):
            _build(game, stones, path)


@command.command("list")
def list_command() -> None:
    """List the endgame tables on disk, and check each one."""
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
        click.echo(f"{folder} has no endgame tables.")
        return
    click.echo(f"{folder}\n")
    click.echo(
        tabulate(rows, headers=("game", "stones", "size", "state", "file"), tablefmt="plain")
    )


def _build(game: SowingRules, stones: int, path: Path) -> None:
    """Builds the table, which the caller has locked. Raises BadInput and OSError."""
    if path.exists():
        try:
            verify(game, stones)
        except BadTablebase as error:
            click.echo(f"{path} is damaged, {error.why}: building it again.", err=True)
        else:
            click.echo(f"{path} exists already and is valid.")
            return
    _check_room(game, stones, path.parent)
    begun = perf_counter()
    write(game, stones, memoryview(_built(game, stones)))
    size = _size(path.stat().st_size)
    click.echo(f"{path}: {size}, built in {perf_counter() - begun:.1f} s")
    if positions(game, stones) <= START_UP:
        click.echo("The engine builds a table of this size in memory when it needs one.")


def _check_room(game: SowingRules, stones: int, folder: Path) -> None:
    """Raises BadInput when memory or disk have no room for the table."""
    size = positions(game, stones)
    working = 2 * size - positions(game, stones - 1)  # while the last layer is worked on
    free = psutil.virtual_memory().available
    if working > free:
        raise _no_room(stones, f"{_size(working)} of memory, and only {_size(free)} is free")
    free = shutil.disk_usage(folder).free
    if OFFSET + size > free:
        where = f"on the disk of {folder}"
        raise _no_room(stones, f"{_size(size)} {where}, and only {_size(free)} is free")


def _no_room(stones: int, why: str) -> BadInput:
    return BadInput(f"a table of {stones} stones takes {why}: build a table with fewer stones")


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
        raise _no_room(stones, "more memory than this process can have") from None


def _state(game: SowingRules, stones: int) -> str:
    try:
        verify(game, stones)
    except BadTablebase as error:
        return f"damaged: {error.why}"
    return "valid"


def _size(size: int) -> str:
    return f"{size / 1e6:.1f} MB" if size < 1e9 else f"{size / 1e9:,.1f} GB"
