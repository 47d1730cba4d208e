"""The line of a match while it runs: rewritten on a terminal, now and then a new one elsewhere."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import click

from owari.report.match_tables import running_line
from owari.results.match_score import MatchScore
from owari.results.sprt import Sprt
from owari.text.printable import plain
from owari.text.width import cut, width

__all__ = ["MatchProgress", "match_progress"]

USUAL = 80
"""Columns of a terminal that does not tell its width."""
OFTEN = 20
"""Games between two lines at first; later a line comes when there are a quarter more."""


class MatchProgress:
    """Shows the score on the error output."""

    def __init__(self, score: MatchScore, most: int, test: Sprt | None) -> None:
        self._score = score
        self._most = most
        self._test = test
        self._rewrites = sys.stderr.isatty()
        self._next = score.games + OFTEN

    def update(self) -> None:
        """Shows the present score, if it is time."""
        if self._rewrites:
            self._show(self._line())
        elif self._score.games >= self._next:
            click.echo(self._line(), err=True)
            self._next = self._score.games + max(OFTEN, self._score.games // 4)

    def tell(self, sentence: str) -> None:
        """Prints a sentence above the line."""
        self.clear()
        click.echo(plain(sentence), err=True)

    def clear(self) -> None:
        """Removes the line from the terminal."""
        if self._rewrites:
            self._show("")
            click.echo("\r", nl=False, err=True)

    def _show(self, text: str) -> None:
        """Replaces the line; spaces serve terminals that cannot erase one."""
        room = max(os.get_terminal_size(sys.stderr.fileno()).columns or USUAL, 2) - 1
        text = cut(text, room)
        click.echo(f"\r{text}{' ' * (room - width(text))}", nl=False, err=True)

    def _line(self) -> str:
        return plain(running_line(self._score, self._most, self._test))


@contextmanager
def match_progress(score: MatchScore, most: int, test: Sprt | None) -> Iterator[MatchProgress]:
    """The line during the block, which leaves it empty."""
    progress = MatchProgress(score, most, test)
    try:
        yield progress
    finally:
        progress.clear()
