"""The keys of a tournament file beside those of its bots; each field describes its key."""

from __future__ import annotations

import datetime
import os
from pathlib import Path
from typing import Annotated, Any, ClassVar, NamedTuple

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    InstanceOf,
    PlainSerializer,
    ValidationInfo,
    field_validator,
)

from owari.games.catalog import find_game
from owari.games.game import Game
from owari.programs.key_checks import positive
from owari.programs.program_settings import FILE_SIZE, MEMORY, Level
from owari.text.durations import parse_duration
from owari.text.sizes import parse_size
from owari.tournament.format_keys import FormatKeys, balanced
from owari.tournament.key_fields import Count, Keys, Text, key
from owari.tournament.opening_settings import OpeningSettings, opening_settings

__all__ = [
    "Context",
    "Duration",
    "Keys",
    "Limit",
    "Positive",
    "Seed",
    "TimeKeys",
    "TournamentKeys",
    "context_of",
    "key",
]


class Context(NamedTuple):
    """What the value of a key is checked against beside itself."""

    folder: Path
    """Of the tournament file."""
    game: Game


def context_of(info: ValidationInfo) -> Context:
    """The context that the whole file is read in."""
    assert isinstance(info.context, Context)
    return info.context


def _date(text: str) -> str:
    try:
        return datetime.date.fromisoformat(text.replace(".", "-")).isoformat()
    except ValueError:
        raise ValueError(f"{text!r} is not a date, as 2021-11-27") from None


def _duration(text: Any) -> Any:
    return parse_duration(text) if isinstance(text, str) else text


def _limit(text: Any) -> Any:
    return None if text == "none" else _duration(text)


def _positive(seconds: float | None) -> float | None:
    return None if seconds is None else positive(seconds)


def _size(text: Any) -> Any:
    return parse_size(text) if isinstance(text, str) else text


def _game(text: str) -> str:
    return find_game(text).name


def _openings(given: Any, info: ValidationInfo) -> OpeningSettings | None:
    context = context_of(info)
    return opening_settings(given, context.folder, context.game)


def _level(value: Any) -> Any:
    if value == "bwrap":
        raise ValueError("bwrap is called isolated now, and needs no bubblewrap")
    return value


Seed = Annotated[int, Field(ge=0, le=2**63 - 1)]
Duration = Annotated[float, BeforeValidator(_duration)]
Size = Annotated[int, BeforeValidator(_size)]
Positive = Annotated[Duration, AfterValidator(_positive)]
Limit = Annotated[float | None, AfterValidator(_positive), BeforeValidator(_limit)]


class TimeKeys(Keys):
    """The time control: of the tournament, and of a bot with a handicap."""

    time_per_turn: Limit = key(
        "The longest time for a turn.",
        "duration or none",
        "5s; with a `time-per-game` none",
        default=5.0,
    )
    time_per_game: Limit = key(
        "The time that a bot has for all of its turns in a game.", "duration or none", default=None
    )
    increment: Duration = key(
        "Time that each turn adds to the bot's time for the game.", "duration", default=0.0
    )
    margin: Duration = key(
        "How much longer a turn may take, and once the game, before it is a fault.",
        "duration",
        default=0.1,
    )
    start_limit: Positive = key(
        "The longest time until a program is ready for a game.", "duration", default=10.0
    )


class AdjudicateKeys(Keys):
    """When the referee ends a game that is decided, or that has lasted long enough."""

    value: bool = key(
        "A game ends when so little is left that its final margin is proved at once: 12 stones in"
        " pits, or 8 empty squares. Its score is that of best play.",
        "true or false",
        default=False,
    )
    score: bool = key(
        "A game of pits ends when a side has more than half of all stones in its goal. The score is"
        " that of the goals.",
        "true or false",
        default=False,
    )
    lead: Annotated[int, Field(ge=1, le=1000)] | None = key(
        "A game ends when a side leads by so many stones or discs. The score is that of the board.",
        "whole number",
        default=None,
    )
    length: Annotated[int, Field(ge=1, le=1000)] | None = key(
        "A game ends after so many plies, without those of the opening. The side with more stones"
        " or discs wins.",
        "whole number",
        default=None,
    )

    @field_validator("score")
    @classmethod
    def _decides(cls, score: bool, info: ValidationInfo) -> bool:
        if score and not context_of(info).game.keeps_score:
            raise ValueError("discs can change sides to the end, so this proves nothing: set lead")
        return score


class TournamentKeys(FormatKeys, TimeKeys):
    """The keys of the tournament itself."""

    free: ClassVar[frozenset[str]] = frozenset(
        (
            *("event", "site", "date", "bots", "defaults", "give_up_after"),
            *("concurrency", "sandbox", "memory", "file_size"),
        )
    )
    """The fields that may change between two runs; bots have settings of their own."""
    stored_if_set: ClassVar[frozenset[str]] = frozenset(
        ("openings", "adjudicate", *FormatKeys.model_fields)
    )
    """The fields that results hold only where they differ from their defaults: earlier versions do
    not know them."""
    event: Text = key("The title of tables and records.", "text", default="")
    site: Text = key("The place where the games are played.", "text", default="")
    date: Annotated[str, AfterValidator(_date)] = key(
        "The day of the tournament.", "a date, as 2021-11-27", default=""
    )
    game: Annotated[str, AfterValidator(_game)] = key(
        "The rules and the size of the board. `owari games` lists them.",
        "a name, as owari, kalah:6x4, manchester, othello or othello:6",
        default="owari",
    )
    games_per_match: Annotated[Count, AfterValidator(balanced)] = key(
        "The games of a match. Each side moves first in half of them.",
        "an even number; in a swiss any number",
        default=2,
    )
    concurrency: Count = key(
        "The number of games that are played at a time.",
        "1 to 1000",
        "half of the cores",
        default_factory=lambda: max(1, (os.cpu_count() or 1) // 2),
    )
    seed: Seed = key(
        "The start of all chance, so that a run can be repeated.", "whole number", default=0
    )
    openings: Annotated[
        InstanceOf[OpeningSettings] | None, BeforeValidator(_openings), PlainSerializer(str)
    ] = key(
        "The positions that games begin with, each twice with sides exchanged. See"
        " [Openings](openings.md).",
        "none, random, balanced, or a file; {random: {plies: 4, margin: 9}},"
        " {balanced: {plies: 4}}, {file: book.pgn, plies: 8}",
        "none",
        default=None,
    )
    adjudicate: AdjudicateKeys = key(
        "When the referee ends a game early. The next four keys say it, and all are off by"
        " default.",
        "mapping",
        "empty",
        default=AdjudicateKeys(),
    )
    pondering: bool = key(
        "Programs may think while it is not their turn.", "true or false", default=False
    )
    sandbox: Annotated[Level, BeforeValidator(_level)] = key(
        "How programs are kept from harm to others. `auto` is `isolated` as far as the system"
        " allows it.",
        "auto, none, limits or isolated",
        default="auto",
    )
    memory: Size = key(
        "The memory that a program and its children may use.",
        "size, as 512MB",
        "2GB",
        default=MEMORY,
    )
    file_size: Size = key(
        "The largest file that a program may write.", "size, as 512MB", "64MB", default=FILE_SIZE
    )
    give_up_after: Count | None = key(
        "A bot that forfeits so many first games in the same way is benched: it forfeits the rest"
        " without playing.",
        "1 to 1000",
        "never",
        default=None,
    )
    defaults: dict[str, Any] = key(
        "Keys for all bots that can have them. A bot's own key replaces the one here.",
        "mapping",
        "empty",
        default={},
    )
    # Each bot is validated by itself, by its own kind.
    bots: list[Any] = key("The bots, two at least.", "list of mappings")

    def rules(self) -> dict[str, Any]:
        """What must stay the same between two runs, as results files hold it."""
        unset = {
            name
            for name in self.stored_if_set
            if getattr(self, name) == type(self).model_fields[name].get_default()
        }
        return self.model_dump(mode="json", by_alias=True, exclude=set(self.free | unset))
