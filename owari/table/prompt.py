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
from owari.table.session import Session

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
    """The line typed after the prompt. A terminal can edit it and recall earlier lines with the
    arrow keys. Raises EOFError and KeyboardInterrupt, which click.prompt does not tell apart."""
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
    """Whether input() edits lines, once readline is imported. Windows has no readline; its terminal
    edits lines itself. A dumb terminal would show only the end of a long line."""
    if os.environ.get("TERM", "dumb") == "dumb":
        return False
    try:
        import readline
    except ImportError:
        return False
    # Several pasted lines are several answers.
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
    """The answer that `read` makes of a line. Asks again where `read` raises ValueError."""
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


def move_question(session: Session) -> str:
    """The prompt for a move of the side to move."""
    number = len(session.record.plies) + 1
    position = session.position
    rules, turn = position.rules, position.turn
    again = "again " if session.goes_on else ""
    swap = f", or {SWAP}" if SWAP in position.legal_moves() else ""
    owner = PARTIES[turn].possessive if session.screen else f"{turn}'s"
    names = _range(session.numbering.labels(rules, turn))
    if session.screen and turn is Side.NORTH:
        there = _range(list(session.screen.names(rules, turn)))
        if there != names:
            names = f"{there} on their screen, {names} on our board"
    if letter := report_of(position.rules).disc(position, turn):
        names = f"{letter}, {names}"
    return f"Ply {number}, {again}{owner} {report_of(rules).cell} ({names}){swap}: "


def resign_question(session: Session, side: Side | None) -> str:
    """The question before a side resigns; `side` is that of the command."""
    if session.screen:
        subject = PARTIES[side or session.position.turn].subject
        return f"Do {subject} resign (yes or no)? "
    return f"Does {who(session, session.position.turn)} resign (yes or no)? "


def step_question(session: Session) -> str:
    """The prompt before a move of a computer player."""
    number, again = len(session.record.plies) + 1, "again " if session.goes_on else ""
    mover = who(session, session.position.turn)
    return f"Ply {number}, {again}{mover}: press Enter for its move, or type help: "


def _range(labels: Sequence[str]) -> str:
    """`0-5`; `1-6` also where a row runs from right to left; `a1-h8`, `1 1 to 8 8`."""
    first, last = sorted((labels[0], labels[-1]), key=lambda label: (len(label), label))
    if first == last:
        return first
    return f"{first} to {last}" if " " in first else f"{first}-{last}"
