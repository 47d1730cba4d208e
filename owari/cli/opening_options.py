"""The option of openings, and what the openings of a run come to."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from owari.engine.openings import Suite
    from owari.tournament.opening_settings import OpeningSettings

__all__ = ["openings_option", "reuse_note"]

F = TypeVar("F", bound=Callable[..., Any])


def openings_option(default: str) -> Callable[[F], F]:
    """The option of the openings, which the command gets as a text or None. `default` names the
    default in the help. `config.load` and `opening_settings` read the text."""
    return click.option(
        "--openings",
        metavar="WHICH",
        help="What games begin with, each twice: none, random, random:PLIES, balanced:PLIES, or a"
        f" FILE of positions, moves or records.  [default: {default}]",
    )


def reuse_note(settings: OpeningSettings, suite: Suite, pairs: int) -> str:
    """A sentence where there are fewer openings than pairs in a match; else empty."""
    from owari.tournament.opening_settings import Source

    number = suite.reused(pairs)
    if number is None:
        return ""
    openings, are = ("1 opening", "is") if number == 1 else (f"{number} openings", "are")
    if settings.source is Source.FILE:
        found, cure = f"{settings.file} has {openings}", "add openings"
    else:
        plies = "1 ply" if settings.plies == 1 else f"{settings.plies} plies"
        found, cure = f"There {are} {openings} of {plies}", "take more plies"
    return (
        f"{found}, and a match has {pairs} pairs of games: openings come again in the same order."
        f" For more, {cure}."
    )
