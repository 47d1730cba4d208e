"""Checks that keys of several protocols share; see `setting_keys.Check`."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from typing import Any

from owari.games.game import Game
from owari.games.mancala import SOWING_GAMES
from owari.games.numbering import NUMBERINGS, OTHELLO_NUMBERINGS, numberings
from owari.games.othello import OTHELLO_GAMES
from owari.programs.dialogues import templates
from owari.programs.setting_keys import Check, KeyContext

__all__ = [
    "NUMBERINGS_IN_WORDS",
    "disc_marks",
    "disc_marks_and_empty",
    "for_pits",
    "for_squares",
    "known_numbering",
    "one_of",
    "pattern",
    "positive",
    "printable_text",
    "regular_expression",
    "template",
]

NUMBERINGS_IN_WORDS = f"{', '.join(NUMBERINGS)}; for Othello {', '.join(OTHELLO_NUMBERINGS)}"


def one_of(name: str, known: Collection[str]) -> str:
    """The name. Raises ValueError where it is unknown."""
    if name not in known:
        raise ValueError(f"{name!r} is none of {', '.join(known)}")
    return name


def regular_expression(text: str, groups: int | None = None) -> str:
    """The text. Raises ValueError unless it is a regular expression with so many groups."""
    try:
        found = re.compile(text).groups
    except (re.error, OverflowError, RecursionError) as error:
        raise ValueError(f"not a regular expression: {error}") from None
    if groups is not None and found != groups:
        plural = "group" if groups == 1 else "groups"
        raise ValueError(f"a regular expression with {groups} {plural} (...), not {found}")
    return text


def pattern(groups: int | None = None) -> Check:
    """Checks that a text is a regular expression with so many groups."""
    return lambda text, context: regular_expression(text, groups)


def template(places: Callable[[Game], Iterable[str]]) -> Check:
    """Checks that a text has no other places in braces than the game offers."""
    return lambda text, context: templates.check(text, places(context.game))


def known_numbering(name: str, context: KeyContext) -> str:
    """Checks that a numbering exists in the game."""
    return one_of(name, numberings(context.game))


def printable_text(text: str, context: KeyContext | None = None) -> str:
    """The text without the space around it. Raises ValueError where it controls a screen."""
    if not text.isprintable():
        raise ValueError("control characters are not allowed")
    return text.strip()


def positive(seconds: float, context: KeyContext | None = None) -> float:
    """Checks that a duration is longer than nothing."""
    if seconds <= 0:
        raise ValueError("a time longer than 0 is needed")
    return seconds


def for_pits(value: Any, context: KeyContext) -> Any:
    """Checks that the game has pits."""
    if context.game.family not in SOWING_GAMES:
        raise ValueError("it is for games with pits; leave it out")
    return value


def for_squares(value: Any, context: KeyContext) -> Any:
    """Checks that the game has squares."""
    if context.game.family not in OTHELLO_GAMES:
        raise ValueError("it is for Othello; leave it out")
    return value


def disc_marks(text: str, context: KeyContext | None = None) -> str:
    """Checks the characters of a black disc, a white one and perhaps an empty square."""
    marks = text.split()
    if len(marks) not in (2, 3) or len(set(marks)) < len(marks) or max(map(len, marks)) > 1:
        raise ValueError(
            "three different characters with spaces between, a black disc, a white one and an"
            f" empty square, as 'X O .', not {text!r}"
        )
    return " ".join(marks)


def disc_marks_and_empty(text: str, context: KeyContext | None = None) -> str:
    """Checks the same where the empty square is needed."""
    if len(disc_marks(text).split()) != 3:
        raise ValueError(f"the mark of an empty square is missing: 'X O .', not {text!r}")
    return disc_marks(text)
