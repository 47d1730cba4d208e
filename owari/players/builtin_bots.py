"""The built-in bots by name, as tournament files and `--south`, `--north` name them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from owari.players.engine_player import EnginePlayer
from owari.players.player import Player
from owari.players.simple_bots import FirstPlayer, GreedyPlayer, RandomPlayer

__all__ = ["BUILTIN", "BuiltinBot", "Settings"]


@dataclass(frozen=True, slots=True)
class Settings:
    """What can be set of a built-in bot; each uses what concerns it."""

    depth: int | None = None
    """Plies."""
    seconds: float | None = None
    """For each turn."""
    evaluation: str | None = None
    """A name or a mixture; None is the game's default."""
    seed: int = 0


@dataclass(frozen=True, slots=True)
class BuiltinBot:
    """A built-in bot: its name, its settings and how it is made."""

    name: str
    summary: str
    settings: tuple[str, ...]
    """The keys of a tournament file that it uses."""
    build: Callable[[str, Settings], Player]
    """A new player from its name and settings."""


BUILTIN: dict[str, BuiltinBot] = {
    bot.name: bot
    for bot in (
        BuiltinBot(
            "alpha-beta",
            "looks ahead, to a depth, for a time, or as long as its clock allows",
            ("depth", "time", "evaluation"),
            lambda name, settings: EnginePlayer(
                name,
                depth=settings.depth,
                seconds=settings.seconds,
                evaluation=settings.evaluation,
            ),
        ),
        BuiltinBot(
            "greedy",
            "takes the most stones this move, of equal moves the lowest pit; turns the most"
            " discs, of equal squares a corner, else an edge, else the lowest",
            (),
            lambda name, settings: GreedyPlayer(name),
        ),
        BuiltinBot(
            "random",
            "any legal move, from a seed",
            ("seed",),
            lambda name, settings: RandomPlayer(name, seed=settings.seed),
        ),
        BuiltinBot(
            "first",
            "the lowest pit or square",
            (),
            lambda name, settings: FirstPlayer(name),
        ),
    )
}
