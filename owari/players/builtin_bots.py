"""The built-in bots by name, as tournament files and `--south`, `--north` name them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from owari.players.player import Player
from owari.players.simple_bots import FirstPlayer, GreedyPlayer, RandomPlayer

__all__ = ["BUILTIN", "BuiltinBot", "Settings"]


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of all built-in bots; each bot uses its own."""

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


def _alpha_beta(name: str, settings: Settings) -> Player:
    from owari.players.engine_player import EnginePlayer

    depth, seconds, evaluation = settings.depth, settings.seconds, settings.evaluation
    return EnginePlayer(name, depth=depth, seconds=seconds, evaluation=evaluation)


_BOTS = (
    BuiltinBot(
        "alpha-beta",
        "looks ahead to a depth, for a time, or as long as its clock allows",
        ("depth", "time", "evaluation"),
        _alpha_beta,
    ),
    BuiltinBot(
        "greedy",
        "takes the most stones at once, from the lowest of equal pits; at Othello it flips the"
        " most discs, and prefers a corner, then an edge, then the lowest square",
        (),
        lambda name, settings: GreedyPlayer(name),
    ),
    BuiltinBot(
        "random",
        "plays any legal move, from a seed",
        ("seed",),
        lambda name, settings: RandomPlayer(name, seed=settings.seed),
    ),
    BuiltinBot(
        "first",
        "plays the lowest pit or square",
        (),
        lambda name, settings: FirstPlayer(name),
    ),
)
BUILTIN: dict[str, BuiltinBot] = {bot.name: bot for bot in _BOTS}
