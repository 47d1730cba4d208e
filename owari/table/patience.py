"""What those who wait for a player see."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread

import click

__all__ = ["sign_of_life"]

PATIENCE = 1.0
"""Seconds after which a person begins to wonder."""
SIGN = "thinking..."


@contextmanager
def sign_of_life() -> Iterator[None]:
    """On a terminal, says that somebody thinks when the block takes long, and wipes it away."""
    if sys.stdout is None or not sys.stdout.isatty():
        yield
        return
    done = Event()
    thread = Thread(target=_say_when_late, args=(done,), daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def _say_when_late(done: Event) -> None:
    if done.wait(PATIENCE):
        return
    click.echo(SIGN, nl=False)
    done.wait()
    click.echo(f"\r{' ' * len(SIGN)}\r", nl=False)
