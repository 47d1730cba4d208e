"""The built-in bots by name, as tournament files and `--south`, `--north` name them.

All but the engine do not look ahead: they are there to practise against and to measure others.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from owari.games.game import FamilyTable, Move, Position
from owari.games.othello import OthelloRules
from owari.players.player import Choice, Clock, Player, StatelessPlayer


class FirstPlayer(StatelessPlayer):
    """Plays the lowest pit or square."""

    def choose(self, position: Position, clock: Clock) -> Choice:
        """The first legal move."""
        return Choice(position.legal_moves()[0])


class RandomPlayer(StatelessPlayer):
    """Plays random legal moves; the same seed gives the same moves."""

    def __init__(self, name: str, *, seed: int) -> None:
        super().__init__(name)
        self._bits = Random(seed).getrandbits

    def choose(self, position: Position, clock: Clock) -> Choice:
        """A random legal move, the same in every version of Python."""
        moves = position.legal_moves()
        count, bits = len(moves), self._bits
        length = count.bit_length()
        while (number := bits(length)) >= count:
            pass
        return Choice(moves[number])


class GreedyPlayer(StatelessPlayer):
    """Plays the move that takes most at once, and of equal moves the lowest. In Othello, of equal
    moves a corner comes first, then an edge."""

    def choose(self, position: Position, clock: Clock) -> Choice:
        """The move with the largest gain."""
        return Choice(max(position.legal_moves(), key=lambda move: greed(position, move)))


_Greed = tuple[int, int]
"""What a move takes at once, and, among moves that take as much, the rank of its place."""


def greed(position: Position, move: Move) -> _Greed:
    """What the move takes at once, and the rank of its place."""
    return _GREED[position.rules](position, move)


def _by_margin(position: Position, move: Move) -> _Greed:
    """The growth of the mover's margin, at the end of the game with the stones that are left."""
    child, side = position.play(move), position.turn
    return (child.outcome() or child.score()).margin(side) - position.score().margin(side), 0


def _by_flips(position: Any, move: Move) -> _Greed:
    """The discs that flip, and the edges that the square lies on: a corner lies on two."""
    last = position.rules.size - 1
    edges = sum(place in (0, last) for place in divmod(move.cell, position.rules.size))
    return position.gain(move), edges


_GREED: FamilyTable[Callable[[Position, Move], _Greed]] = FamilyTable(
    "greed", {OthelloRules: _by_flips}, default=_by_margin
)


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
    has_chance: Callable[[Settings], bool]
    """Whether it may play one game otherwise the next time: by a seed or a clock."""


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
        lambda settings: settings.depth is None or settings.seconds is not None,
    ),
    BuiltinBot(
        "greedy",
        "takes the most stones at once, from the lowest of equal pits; at Othello it flips the"
        " most discs, and prefers a corner, then an edge, then the lowest square",
        (),
        lambda name, settings: GreedyPlayer(name),
        lambda settings: False,
    ),
    BuiltinBot(
        "random",
        "plays any legal move, from a seed",
        ("seed",),
        lambda name, settings: RandomPlayer(name, seed=settings.seed),
        lambda settings: True,
    ),
    BuiltinBot(
        "first",
        "plays the lowest pit or square",
        (),
        lambda name, settings: FirstPlayer(name),
        lambda settings: False,
    ),
)
BUILTIN: dict[str, BuiltinBot] = {bot.name: bot for bot in _BOTS}
