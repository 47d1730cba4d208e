"""Plays the evaluations against each other, to choose the engine's default.

    python tests/benchmarks/evaluations.py --depth 3 --depth 4 --openings 200
    python tests/benchmarks/evaluations.py --game othello --evaluation fitted --evaluation classroom
    python tests/benchmarks/evaluations.py --game othello --time 0.02 --openings 200 \
        --evaluation patterns --evaluation fitted

Each pair plays every opening twice, with the seats exchanged. An opening is the position after two
to four random plies, in Othello after six to ten; no two are the same. The whole is repeated for
each depth. With a time each side has that long for a move, in place of a depth.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from itertools import combinations
from random import Random
from typing import NamedTuple

import click
from tabulate import tabulate

from owari.engine.families import ENGINES, evaluation_for
from owari.engine.thinker import Thinker
from owari.games.catalog import GAMES, find_game
from owari.games.game import Game, Position, Side
from owari.games.othello import OthelloRules


class Limit(NamedTuple):
    """How far a side looks ahead, or for how many seconds."""

    depth: int | None
    seconds: float | None = None

    def __str__(self) -> str:
        return f"{self.seconds:g} s" if self.depth is None else str(self.depth)


class Pairing(NamedTuple):
    limit: Limit
    south: str
    north: str
    opening: Position


def openings(rules: Game, count: int, seed: int) -> list[Position]:
    """Different positions a few random plies from the start, or from its mirror image."""
    random = Random(seed)
    plies = (6, 10) if isinstance(rules, OthelloRules) else (2, 4)
    found: dict[Position, None] = {}
    while len(found) < count:
        position = rules.start(random.choice(list(Side)))
        for _ in range(random.randint(*plies)):
            position = position.play(random.choice(position.legal_moves()))
        if position.outcome() is None:
            found[position] = None
    return list(found)


def pairings(
    limits: Sequence[Limit], names: Sequence[str], positions: list[Position]
) -> Iterator[Pairing]:
    for limit in limits:
        for one, two in combinations(names, 2):
            for opening in positions:
                yield Pairing(limit, one, two, opening)
                yield Pairing(limit, two, one, opening)


def margin(pairing: Pairing) -> int:
    """South's margin at the end of the game."""
    position = pairing.opening
    names = {Side.SOUTH: pairing.south, Side.NORTH: pairing.north}
    while (outcome := position.outcome()) is None:
        move = position.forced()
        if move is None:
            thinker = _thinker(position.rules, names[position.turn])
            move = thinker.think(position, **pairing.limit._asdict()).move
        position = position.play(move)
    return outcome.margin(Side.SOUTH)


@lru_cache
def _thinker(rules: Game, name: str) -> Thinker:
    return Thinker(rules, evaluation_for(rules, name))


def table(names: Sequence[str], margins: dict[Pairing, int]) -> list[list[object]]:
    """A row for each limit and evaluation, the best first, then for all limits."""
    limits = sorted({pairing.limit for pairing in margins})
    rows = []
    for limit in (*limits, "all"):
        lines = []
        for name in names:
            own = [
                margin if pairing.south == name else -margin
                for pairing, margin in margins.items()
                if name in (pairing.south, pairing.north) and limit in (pairing.limit, "all")
            ]
            won, drawn = sum(m > 0 for m in own), own.count(0)
            points = won + drawn / 2
            mean = sum(own) / len(own)
            lost = len(own) - won - drawn
            lines.append([str(limit), name, points / len(own), points, won, drawn, lost, mean])
        rows += sorted(lines, key=lambda line: -line[2])
    return rows


def duels(names: Sequence[str], margins: dict[Pairing, int]) -> list[list[object]]:
    """A row for each limit and pair, from the view of the first of both."""
    rows = []
    for limit in sorted({pairing.limit for pairing in margins}):
        for one, two in combinations(names, 2):
            own = [
                margin if pairing.south == one else -margin
                for pairing, margin in margins.items()
                if pairing.limit == limit and {pairing.south, pairing.north} == {one, two}
            ]
            won, drawn = sum(m > 0 for m in own), own.count(0)
            lost = len(own) - won - drawn
            rows.append([str(limit), one, two, won, drawn, lost, sum(own) / len(own)])
    return rows


@click.command()
@click.option("--game", default="owari", show_default=True, help=f"One of {', '.join(GAMES)}.")
@click.option("--depth", "depths", type=int, multiple=True, default=(4,), show_default=True)
@click.option("--time", "seconds", type=float, help="Seconds for a move.")
@click.option("--evaluation", "names", multiple=True, help="By default all that have a name.")
@click.option("--openings", "count", type=int, default=100, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--processes", type=int, default=None, help="As many as there are processors.")
def main(
    game: str,
    depths: tuple[int, ...],
    seconds: float | None,
    names: tuple[str, ...],
    count: int,
    seed: int,
    processes: int | None,
) -> None:
    """Measure which evaluation plays best at equal depth, or in equal time."""
    rules = find_game(game)
    names = names or tuple(ENGINES[rules].evaluations)
    limits = [Limit(depth) for depth in depths] if seconds is None else [Limit(None, seconds)]
    games = list(pairings(limits, names, openings(rules, count, seed)))
    with ProcessPoolExecutor(processes) as pool:
        margins = dict(zip(games, pool.map(margin, games, chunksize=8), strict=True))
    heads = ["limit", "evaluation", "share", "points", "won", "drawn", "lost", "mean margin"]
    print(
        tabulate(table(names, margins), heads, floatfmt=("", "", ".3f", ".1f", "", "", "", "+.2f"))
    )
    print()
    heads = ["limit", "one", "two", "won", "drawn", "lost", "mean margin"]
    print(tabulate(duels(names, margins), heads, floatfmt="+.2f"))


if __name__ == "__main__":
    main()
