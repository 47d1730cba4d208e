"""What a tournament file says, as plain values that pickle."""

from __future__ import annotations

from dataclasses import dataclass

from owari.games.game import Game
from owari.players.builtin_bots import Settings
from owari.players.player import TimeControl
from owari.programs.program_settings import ProgramSettings, Sandbox
from owari.results.game_log import About, StoredBot

__all__ = ["BotConfig", "BuiltinSettings", "Tournament"]


@dataclass(frozen=True, slots=True)
class BuiltinSettings:
    """A bot of ours and how it is set."""

    engine: str
    """A name of `players.builtin.BUILTIN`."""
    settings: Settings


@dataclass(frozen=True, slots=True)
class BotConfig:
    """One bot of a tournament."""

    name: str
    times: TimeControl
    """The tournament's, and the bot's own where it has a handicap."""
    player: BuiltinSettings | ProgramSettings
    settings: str
    """What the file says of it as canonical JSON, defaults filled in, paths as they are written:
    what the results keep to notice a change."""

    @property
    def stored(self) -> StoredBot:
        """What the results keep of it."""
        return StoredBot(self.name, self.settings)


@dataclass(frozen=True, slots=True)
class Tournament:
    """A whole tournament; each field is documented at its key in `tournament.keys`."""

    about: About
    game: Game
    games_per_match: int
    times: TimeControl
    concurrency: int
    seed: int
    pondering: bool
    sandbox: Sandbox
    bots: tuple[BotConfig, ...]
    rules: str
    """All that may not change between two runs, as canonical JSON, durations in seconds."""
