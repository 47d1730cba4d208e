"""The content of a tournament file as plain values that pickle, and as messages show them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any

from owari.games.game import Game
from owari.players.builtin_bots import Settings
from owari.programs.sandbox.program_settings import ProgramSettings, Sandbox
from owari.results.game_log import About, StoredBot
from owari.text.durations import format_duration

if TYPE_CHECKING:
    from owari.engine.openings import Suite
    from owari.players.player import TimeControl
    from owari.referee.adjudication import Adjudication
    from owari.tournament.file.opening_settings import OpeningSettings


@dataclass(frozen=True, slots=True)
class BuiltinSettings:
    """A built-in bot and its settings."""

    engine: str
    """A name of `players.builtin_bots.BUILTIN`."""
    settings: Settings


@dataclass(frozen=True, slots=True)
class BotConfig:
    """One bot of a tournament."""

    name: str
    times: TimeControl
    """Of the tournament, with the bot's own handicap."""
    player: BuiltinSettings | ProgramSettings
    settings: str
    """Its keys and their defaults as canonical JSON, paths as in the file; the results store this
    to find changes."""

    @property
    def stored(self) -> StoredBot:
        """The bot as the results store it."""
        return StoredBot(self.name, self.settings)


@dataclass(frozen=True, slots=True)
class Tournament:
    """A whole tournament; each field is documented at its key in `keys`."""

    about: About
    game: Game
    games_per_match: int
    concurrency: int
    pondering: bool
    sandbox: Sandbox
    bots: tuple[BotConfig, ...]
    """Those that can play here."""
    all_bots: tuple[StoredBot, ...]
    """All bots of the file in its order, also those that play elsewhere or not now."""
    missing: Mapping[str, str]
    """Why the program of a bot cannot run here, by the bot's name."""
    rules: str
    """The keys that must stay the same between two runs as canonical JSON, durations in seconds."""
    give_up_after: int | None = None
    seed: int = 0
    openings: OpeningSettings | None = None
    adjudication: Adjudication | None = None

    def suite(self) -> Suite | None:
        """The openings of the games, where they begin with some. Raises BadInput."""
        return self.openings.suite(self.game, self.seed) if self.openings else None

    @property
    def programs(self) -> dict[str, ProgramSettings]:
        """The bots that are programs, by name."""
        return {
            bot.name: bot.player for bot in self.bots if isinstance(bot.player, ProgramSettings)
        }


DURATIONS = {
    "time-per-turn",
    "time-per-game",
    "increment",
    "margin",
    "start-limit",
    "time",
    "quiet",
}


class Absent(Enum):
    """In place of the value of a key that a file does not give."""

    NOT_GIVEN = "not given"


def value_text(key: str, value: Any) -> str:
    """The value of a key as a tournament file can have it."""
    if isinstance(value, Absent):
        return value.value
    if key in DURATIONS and isinstance(value, int | float | None):
        return format_duration(value)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{name}: {_flow(each)}" for name, each in value.items()) + "}"
    return value if value and isinstance(value, str) else _flow(value)


def _flow(value: Any) -> str:
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        return f"[{', '.join(value)}]"
    return f"{value:g}" if isinstance(value, float) else json.dumps(value, ensure_ascii=False)
