"""The games of one file, played one after the other at one table."""

from __future__ import annotations

import errno
import shlex
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import FrameType

import click

from owari.records.record import GameRecord
from owari.table.event_text import stopped
from owari.table.session_file import GameFile
from owari.table.terminal import Console, Left, Terminated

__all__ = ["spend"]


def spend(
    console: Console,
    games: GameFile,
    indexes: Sequence[int],
    *,
    go_on: Sequence[str],
    after_game: Callable[[GameRecord], None],
) -> bool:
    """Plays the games of these indexes; whether they came to their end.

    Who leaves early is told where the games are and with which command they go on. Raises
    KeyboardInterrupt, and BrokenPipeError when nobody is left to be told anything.
    """
    try:
        with interruptible():
            return _spent(console, games, indexes, shlex.join(go_on), after_game)
    except OSError as error:
        if error.errno == errno.EIO:
            raise BrokenPipeError from None  # the terminal is gone
        raise


def _spent(
    console: Console,
    games: GameFile,
    indexes: Sequence[int],
    go_on: str,
    after_game: Callable[[GameRecord], None],
) -> bool:
    try:
        click.echo(f"Every move is kept in {games.path}")
        for index in indexes:
            if len(games.records) > 1:
                click.echo(f"\nGame {index + 1} of {len(games.records)}")
            record, keep = games.records[index], _keeper(games, index)
            after_game(console.sit(record, keep, first_is_settled=index > 0))
    except (Left, KeyboardInterrupt) as reason:
        click.echo(f"\n{_where(games)}\nIt goes on with: {go_on}")
        if isinstance(reason, KeyboardInterrupt):
            raise
        return False
    finally:
        console.close()
    return True


def _where(games: GameFile) -> str:
    """Where the game is; what could not be written before is tried once more."""
    try:
        if not games.kept:
            games.write()
    except OSError as error:
        why = stopped(error.strerror or str(error))
        return f"{games.path} does not hold the game as it stands: {why}"
    return f"The game is kept in {games.path}"


def _keeper(games: GameFile, index: int) -> Callable[[GameRecord], None]:
    return lambda record: games.keep(index, record)


@contextmanager
def interruptible() -> Iterator[None]:
    """A closed terminal and a polite kill end the block as Ctrl-C does, so that no program of a
    player stays behind."""
    signals = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = [signal.signal(number, _terminate) for number in signals]
    try:
        yield
    finally:
        for number, handler in zip(signals, before, strict=True):
            signal.signal(number, handler)


def _terminate(number: int, frame: FrameType | None) -> None:
    raise Terminated
