"""The games of one file, played one after the other at one table."""

from __future__ import annotations

import shlex
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import click

from owari.records.record import GameRecord
from owari.table.console import Console, Left
from owari.table.file import GameFile

__all__ = ["spend"]


def spend(
    console: Console,
    games: GameFile,
    indexes: Sequence[int],
    *,
    command: Sequence[str],
    after_game: Callable[[GameRecord], None],
) -> bool:
    """Plays the games of these indexes; whether they came to their end.

    Who leaves early is told where the games are and how they go on: `command` is the command line
    for that, to which the console adds how far the engine looks now. Raises KeyboardInterrupt.
    """
    click.echo(f"Every move is kept in {games.path}")
    with interruptible():
        try:
            for index in indexes:
                if len(games.records) > 1:
                    click.echo(f"\nGame {index + 1} of {len(games.records)}")
                after_game(console.sit(games.records[index], _keeper(games, index)))
        except (Left, KeyboardInterrupt) as reason:
            words = shlex.join([*command, *console.thinking.options()])
            click.echo(f"\nThe game is kept in {games.path}\nIt goes on with: {words}")
            if isinstance(reason, KeyboardInterrupt):
                raise
            return False
        finally:
            console.close()
    return True


def _keeper(games: GameFile, index: int) -> Callable[[GameRecord], None]:
    return lambda record: games.keep(index, record)


@contextmanager
def interruptible() -> Iterator[None]:
    """A closed terminal and a polite kill end the block as Ctrl-C does, so that no program of a
    player stays behind."""
    signals = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = [signal.signal(number, signal.default_int_handler) for number in signals]
    try:
        yield
    finally:
        for number, handler in zip(signals, before, strict=True):
            signal.signal(number, handler)
