"""`owari play`: a game at this terminal."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import click

from owari.cli.main import BadInput
from owari.cli.seats import (
    WHO,
    answer,
    chosen_thinking,
    guest,
    leave_out,
    new_file,
    read_file,
    start_writing,
    thinking_options,
)
from owari.games.game import BadPosition, Side
from owari.games.mancala import OWARI, Mancala
from owari.players.builtin import BUILTIN
from owari.records.record import GameRecord
from owari.table.console import Console
from owari.table.evening import spend
from owari.table.file import GameFile
from owari.table.invitation import ENGINE, is_engine
from owari.table.session import Table

__all__ = ["command"]

HUMAN = "human"
FILE = click.Path(path_type=Path, dir_okay=False)


@click.command("play")
@click.option("--south", metavar="WHO", help=f"human, {WHO}. [default: engine]")
@click.option("--north", metavar="WHO", help="The same for North. [default: human]")
@click.option(
    "--first",
    type=click.Choice(["south", "north"]),
    help="Who moves first; asked for when nothing says it.",
)
@thinking_options
@click.option("--position", metavar="TEXT", help="Start from here: 3,3,3,3,3,3,0,3,3,3,3,3,3,0 S")
@click.option("--record", type=FILE, help="Keep the game in this file, not in a folder of ours.")
@click.option("--load", type=FILE, help="Go on with the game in this file.")
def command(
    south: str | None,
    north: str | None,
    first: str | None,
    depth: int | None,
    seconds: float | None,
    level: str | None,
    evaluation: str,
    protocol: str,
    position: str | None,
    record: Path | None,
    load: Path | None,
) -> None:
    """Play a game at this terminal: you are North and the engine is South.

    At the prompt type a pit, or help for what else there is. The game is on disk after every move;
    leave with quit, Ctrl-C or the end of input and go on with --load.
    """
    start = _position(position) if position else None
    loaded: GameFile | None = None
    if load:
        leave_out("--load", first=first, position=position)
        loaded = read_file(load)
        start = _unfinished(loaded).start
    elif start:
        leave_out("--position", first=first)
    names = _names(loaded.records[0] if loaded else None, south, north)
    if start is None:
        start = OWARI.start(_side(first) if first else answer(...))
