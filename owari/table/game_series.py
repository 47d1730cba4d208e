"""The games of one file, played one after the other at one table."""

from __future__ import annotations

import errno
import shlex
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from types import FrameType

import click

from owari.records.record import GameRecord
from owari.table.event_text import stopped
from owari.table.session_file import GameFile
from owari.table.terminal import Console, GameLeft, Terminated


def play_games(
    console: Console,
    games: GameFile,
    indexes: Sequence[int],
    *,
    command: Sequence[str],
    after_game: Callable[[GameRecord], None],
) -> bool:
    """Plays the games of these indexes; True when all came to their end.

    Someone who leaves early reads where the games are and the `command` that continues them. Raises
    KeyboardInterrupt, and BrokenPipeError when the terminal is gone.
    """
    try:
        with interruptible():
            return _played(console, games, indexes, command, after_game)
    except OSError as error:
        if error.errno == errno.EIO:
            raise BrokenPipeError from None  # the terminal is gone
        raise


def _played(
    console: Console,
    games: GameFile,
    indexes: Sequence[int],
    command: Sequence[str],
    after_game: Callable[[GameRecord], None],
) -> bool:
    try:
        click.echo(f"Every move is saved in {games.path}")
        for index in indexes:
            if len(games.records) > 1:
                click.echo(f"\nGame {index + 1} of {len(games.records)}")
            record, keep = games.records[index], partial(games.keep, index)
            after_game(console.play_game(record, keep, first_is_settled=index > 0))
    except (GameLeft, KeyboardInterrupt) as reason:
        click.echo(f"\n{_where(games)}\nTo continue: {shlex.join(command)}")
        if isinstance(reason, KeyboardInterrupt):
            raise
        return False
    finally:
        console.close()
    return True


def _where(games: GameFile) -> str:
    """Where the games are saved. Tries once more to write what a full disk refused before."""
    try:
        if not games.kept:
            games.write()
    except OSError as error:
        why = stopped(error.strerror or str(error))
        return f"{games.path} does not hold the latest moves: {why}"
    return f"The game is saved in {games.path}"


@contextmanager
def interruptible() -> Iterator[None]:
    """Makes SIGTERM and SIGHUP end the block as Ctrl-C does; no program of a player survives."""
    signals = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = [signal.signal(number, _terminate) for number in signals]
    try:
        yield
    finally:
        for number, handler in zip(signals, before, strict=True):
            signal.signal(number, handler)


def _terminate(number: int, frame: FrameType | None) -> None:
    raise Terminated
