"""Questions at the terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TypeVar

import click

from owari.games.game import SWAP, Side
from owari.report.families import report_of
from owari.table.event_text import sentence, who
from owari.table.remote_screen import PARTIES
from owari.table.session import Table

__all__ = [
    "ask",
    "move_question",
    "read_line",
    "resign_question",
    "step_question",
    "yes_or_no",
]

T = TypeVar("T")


def read_line(prompt: str) -> str:
    """The line that is typed behind the prompt; at a terminal it can be edited, and earlier lines
    come back with the arrow keys. Raises EOFError, KeyboardInterrupt.

    click.prompt would make one exception of both.
    """
    if sys.stdin and sys.stdin.isatty() and sys.stdout.isatty() and _lines_can_be_edited():
        return _edited(prompt)
    click.echo(prompt, nl=False)
    try:
        line = sys.stdin.buffer.readline() if sys.stdin else b""
    except OSError:  # the terminal is gone
        line = b""
    if not line:
        raise EOFError
    if not sys.stdin.isatty():
        click.echo()
    return line.decode(sys.stdin.encoding, "replace").rstrip("\r\n")


@lru_cache
def _lines_can_be_edited() -> bool:
    """Whether input() edits lines from now on: importing readline makes it so, where there is one.
    Windows has none; its terminal edits lines by itself. One that cannot move its cursor would show
    the end of a long line alone."""
    if os.environ.get("TERM", "dumb") == "dumb":
        return False
    try:
        import readline
    except ImportError:
        return False
    # Lines that are pasted together are as many answers, as they are when they are typed.
    readline.parse_and_bind("set enable-bracketed-paste off")
    return True


def _edited(prompt: str) -> str:
    try:
        return input(prompt)
    except UnicodeDecodeError as error:
        return error.object.decode(error.encoding, "replace")
    except OSError:  # the terminal is gone
        raise EOFError from None


def ask(question: str, read: Callable[[str], T]) -> T:
    """The answer as `read` understands it; what it refuses with ValueError is asked for again."""
    while True:
        try:
            return read(read_line(question))
        except ValueError as error:
            click.echo(sentence(str(error)))


def yes_or_no(text: str) -> bool:
    """Reads the answer to a question."""
    answer = text.strip().lower()
    if answer not in ("y", "yes", "n", "no"):
        raise ValueError("the answer is yes or no")
    return answer.startswith("y")


def move_question(table: Table) -> str:
    """What asks the person who types for the side to move."""
    number = len(table.record.plies) + 1
    position = table.position
    rules, turn = position.rules, position.turn
    again = "again " if table.goes_on else ""
    swap = f", or {SWAP}" if SWAP in position.legal_moves() else ""
    owner = PARTIES[turn].possessive if table.screen else f"{turn}'s"
    names = _range(table.numbering.labels(rules, turn))
    if table.screen and turn is Side.NORTH:
        there = _range(list(table.screen.names(rules, turn)))
        if there != names:
            names = f"{there} on their screen, {names} on our board"
    if letter := report_of(position.rules).disc(position, turn):
        names = f"{letter}, {names}"
    return f"Ply {number}, {again}{owner} {report_of(rules).cell} ({names}){swap}: "


def resign_question(table: Table, side: str) -> str:
    """What asks whether a side is to give the game up; `side` is as the command `resign` has it."""
    if table.screen:
        subject = PARTIES[Side.SOUTH if side == "us" else Side.NORTH].subject
        return f"Do {subject} resign (yes or no)? "
    return f"Does {who(table, table.position.turn)} resign (yes or no)? "


def step_question(table: Table) -> str:
    """What asks whether a player that is no person may move."""
    number, again = len(table.record.plies) + 1, "again " if table.goes_on else ""
    mover = who(table, table.position.turn)
    return f"Ply {number}, {again}{mover}: press Enter for its move, or type help: "


def _range(labels: Sequence[str]) -> str:
    """`0-5`; `1-6` also where a row runs from right to left; `a1-h8`, `1 1 to 8 8`."""
    first, last = sorted((labels[0], labels[-1]), key=lambda label: (len(label), label))
    if first == last:
        return first
    return f"{first} to {last}" if " " in first else f"{first}-{last}"
