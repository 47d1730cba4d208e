"""The notice that a player is thinking."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread

import click

__all__ = ["thinking_notice"]

DELAY = 1.0
"""Seconds before the notice appears."""
NOTICE = "thinking..."


@contextmanager
def thinking_notice(how_to_stop: Callable[[], str] | None = None) -> Iterator[None]:
    """Shows a notice on a terminal while the block takes long, and removes it at the end.

    `how_to_stop` returns the end of the notice, which says how to stop the block.
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
    if done.wait(DELAY):
        return
    notice = f"{NOTICE} {how_to_stop() if how_to_stop else ''}".rstrip()
    click.echo(notice, nl=False)
    done.wait()
    click.echo(f"\r{' ' * len(notice)}\r", nl=False)
