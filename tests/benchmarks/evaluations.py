"""Plays the evaluations against each other at equal depth, to choose the engine's default.

    python tests/benchmarks/evaluations.py --depth 3 --depth 4 --openings 200
    python tests/benchmarks/evaluations.py --game othello --evaluation fitted --evaluation classroom

Each pair plays every opening twice, with the seats exchanged. An opening is the position after two
to four random plies, in Othello after six to ten; no two are the same. The whole is repeated for
each depth.
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


class Pairing(NamedTuple):
    depth: int
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
    depths: Sequence[int], names: Sequence[str], positions: list[Position]
) -> Iterator[Pairing]:
    for depth in depths:
        for one, two in combinations(names, 2):
            for opening in positions:
                yield Pairing(depth, one, two, opening)
                yield Pairing(depth, two, one, opening)


def margin(pairing: Pairing) -> int:
    """South's margin at the end of the game."""
    position = pairing.opening
    names = {Side.SOUTH: pairing.south, Side.NORTH: pairing.north}
    while (outcome := position.outcome()) is None:
        forced = position.forced()
        thinker = _thinker(position.rules, names[position.turn])
        position = position.play(forced or thinker.think(position, depth=pairing.depth).move)
    return outcome.margin(Side.SOUTH)


@lru_cache
def _thinker(rules: Game, name: str) -> Thinker:
    return Thinker(rules, evaluation_for(rules, name))


def table(names: Sequence[str], margins: dict[Pairing, int]) -> list[list[object]]:
    """A row for each depth and evaluation, the best first, then for all depths."""
    depths = sorted({pairing.depth for pairing in margins})
    rows = []
    for depth in (*depths, "all"):
        lines = []
        for name in names:
            own = [
                margin if pairing.south == name else -margin
                for pairing, margin in margins.items()
                if name in (pairing.south, pairing.north) and depth in (pairing.depth, "all")
            ]
            won, drawn = sum(m > 0 for m in own), own.count(0)
            points = won + drawn / 2
            mean = sum(own) / len(own)
            lost = len(own) - won - drawn
            lines.append([depth, name, points / len(own), points, won, drawn, lost, mean])
        rows += sorted(lines, key=lambda line: -line[2])
    return rows


def duels(names: Sequence[str], margins: dict[Pairing, int]) -> list[list[object]]:
    """A row for each depth and pair, from the view of the first of both."""
    rows = []
    for depth in sorted({pairing.depth for pairing in margins}):
        for one, two in combinations(names, 2):
            own = [
                margin if pairing.south == one else -margin
                for pairing, margin in margins.items()
                if pairing.depth == depth and {pairing.south, pairing.north} == {one, two}
            ]
            won, drawn = sum(m > 0 for m in own), own.count(0)
            lost = len(own) - won - drawn
            rows.append([depth, one, two, won, drawn, lost, sum(own) / len(own)])
    return rows


@click.command()
@click.option("--game", default="owari", show_default=True, help=f"One of {', '.join(GAMES)}.")
@click.option("--depth", "depths", type=int, multiple=True, default=(4,), show_default=True)
@click.option("--evaluation", "names", multiple=True, help="By default all that have a name.")
@click.option("--openings", "count", type=int, default=100, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--processes", type=int, default=None, help="As many as there are processors.")
def main(
    game: str,
    depths: tuple[int, ...],
    names: tuple[str, ...],
    count: int,
    seed: int,
    processes: int | None,
) -> None:
    """Measure which evaluation plays best at equal depth."""
    rules = find_game(game)
    names = names or tuple(ENGINES[rules].evaluations)
    games = list(pairings(depths, names, openings(rules, count, seed)))
    with ProcessPoolExecutor(processes) as pool:
        margins = dict(zip(games, pool.map(margin, games, chunksize=8), strict=True))
    heads = ["depth", "evaluation", "share", "points", "won", "drawn", "lost", "mean margin"]
    print(
        tabulate(table(names, margins), heads, floatfmt=("", "", ".3f", ".1f", "", "", "", "+.2f"))
    )
    print()
    heads = ["depth", "one", "two", "won", "drawn", "lost", "mean margin"]
    print(tabulate(duels(names, margins), heads, floatfmt="+.2f"))


if __name__ == "__main__":
    main()
