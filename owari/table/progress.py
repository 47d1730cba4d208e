"""What those who wait for a player see."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread

import click

__all__ = ["sign_of_life"]

PATIENCE = 1.0
"""Seconds after which a person begins to wonder."""
SIGN = "thinking..."


@contextmanager
def sign_of_life(how_to_stop: Callable[[], str] | None = None) -> Iterator[None]:
    """On a terminal, says that somebody thinks when the block takes long, and wipes it away.

    `how_to_stop` is asked then what else to say, where nothing else ends the block.
    """
    if sys.stdout is None or not sys.stdout.isatty():
        yield
        return
    done = Event()
    thread = Thread(target=_say_when_late, args=(done, how_to_stop), daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def _say_when_late(done: Event, how_to_stop: Callable[[], str] | None) -> None:
    if done.wait(PATIENCE):
        return
    sign = f"{SIGN} {how_to_stop() if how_to_stop else ''}".rstrip()
    click.echo(sign, nl=False)
    done.wait()
    click.echo(f"\r{' ' * len(sign)}\r", nl=False)
