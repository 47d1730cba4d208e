"""Plays the engine at a short time a move against weaker bots, and proves every one of its moves.

    python tests/benchmarks/perfect.py --games 200 --time 0.1

The engine has each side in turn, and either side moves first. A move that loses exact value, or a
game that the engine began and ended below the margin that the opening is worth, is printed, and the
exit code is 1. Proofs do without the book: they are the kernel's own.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from itertools import cycle, islice
from time import perf_counter
from typing import NamedTuple

import click

from owari.engine.families import solve
from owari.engine.solution import Aim
from owari.games.game import Move, Side
from owari.games.mancala import OWARI, Mancala
from owari.players.builtin_bots import BUILTIN, Settings
from owari.players.engine_player import EnginePlayer
from owari.players.player import Clock, Player


class Decision(NamedTuple):
    position: Mancala
    move: Move


class Game(NamedTuple):
    number: int
    opponent: str
    engine: Side
    first: Side
    decisions: list[Decision]
    """Of the engine."""
    margin: int
    """Of the engine."""


def opponents(number: int) -> list[Player]:
    """The bots that the engine meets in turn; random ones play other moves in each game."""
    return [
        BUILTIN["random"].build("random", Settings(seed=number)),
        BUILTIN["greedy"].build("greedy", Settings()),
        BUILTIN["alpha-beta"].build(f"depth {2 + number % 7}", Settings(depth=2 + number % 7)),
        BUILTIN["random"].build("random", Settings(seed=number + 10**6)),
    ]


def games(count: int, engine: EnginePlayer) -> Iterator[Game]:
    seats = cycle([(side, first) for side in Side for first in Side])
    for number, (side, first) in enumerate(islice(seats, count)):
        opponent = opponents(number)[number // 4 % 4]
        position = OWARI.start(first)
        decisions = []
        while (outcome := position.outcome()) is None:
            player = engine if position.turn is side else opponent
            move = player.choose(position, Clock()).move
            if player is engine:
                decisions.append(Decision(position, move))
            position = position.play(move)
        yield Game(number + 1, opponent.name, side, first, decisions, outcome.margin(side))


@cache
def proved(position: Mancala) -> int:
    """The final margin for the side to move."""
    return solve(position, aim=Aim.MARGIN, by_book=False).lower


def lost(decision: Decision) -> int:
    """The stones of margin that a move gave away."""
    position, move = decision
    after = position.play(move)
    if outcome := after.outcome():
        kept = outcome.margin(position.turn)
    else:
        kept = proved(after) if after.turn is position.turn else -proved(after)
    return proved(position) - kept


def faults(game: Game) -> Iterator[str]:
    """What was not perfect, in sentences."""
    for position, move in game.decisions:
        if stones := lost(Decision(position, move)):
            yield f"game {game.number}: {OWARI.format_move(move)} at {position} loses {stones}"
    if game.engine is game.first and game.margin < proved(OWARI.start()):
        yield f"game {game.number}: the engine began and ended with {game.margin:+d}"


@click.command()
@click.option("--games", "count", default=200, show_default=True)
@click.option("--time", "seconds", default=0.1, show_default=True, help="Seconds a move.")
def main(count: int, seconds: float) -> None:
    begun = perf_counter()
    moves = wrong = 0
    margins: dict[bool, list[int]] = {True: [], False: []}
    for game in games(count, EnginePlayer(seconds=seconds)):
        moves += len(game.decisions)
        margins[game.engine is game.first].append(game.margin)
        for sentence in faults(game):
            wrong += 1
            click.echo(sentence)
    for began, found in margins.items():
        if found:
            click.echo(
                f"{len(found)} games {'first' if began else 'second'} to move:"
                f" margins {min(found):+d} to {max(found):+d}"
            )
    click.echo(f"{moves} moves of the engine, {wrong} faults, {perf_counter() - begun:.0f} s")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
