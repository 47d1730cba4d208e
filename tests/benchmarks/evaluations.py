"""Plays the evaluations against each other at equal depth, to choose the engine's default.

    python tests/benchmarks/evaluations.py --depth 3 --depth 4 --openings 200

Each pair plays every opening twice, with the seats exchanged. An opening is the position after two
to four random plies; no two are the same. The whole is repeated for each depth.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations
from random import Random
from typing import NamedTuple

import click
from tabulate import tabulate

from owari.engine.evaluation import EVALUATIONS
from owari.engine.search import search
from owari.games.catalog import GAMES, find_game
from owari.games.game import Side
from owari.games.mancala import Mancala, SowingRules


class Pairing(NamedTuple):
    depth: int
    south: str
    north: str
    opening: Mancala


def openings(rules: SowingRules, count: int, seed: int) -> list[Mancala]:
    """Different positions a few random plies from the start, or from its mirror image."""
    random = Random(seed)
    found: dict[Mancala, None] = {}
    while len(found) < count:
        position = rules.start(random.choice(list(Side)))
        for _ in range(random.randint(2, 4)):
            position = position.play(random.choice(position.legal_moves()))
        if position.outcome() is None:
            found[position] = None
    return list(found)


def pairings(depths: tuple[int, ...], positions: list[Mancala]) -> Iterator[Pairing]:
    for depth in depths:
        for one, two in combinations(EVALUATIONS, 2):
            for opening in positions:
                yield Pairing(depth, one, two, opening)
                yield Pairing(depth, two, one, opening)


def margin(pairing: Pairing) -> int:
    """South's margin at the end of the game."""
    position = pairing.opening
    names = {Side.SOUTH: pairing.south, Side.NORTH: pairing.north}
    while (outcome := position.outcome()) is None:
        evaluation = EVALUATIONS[names[position.turn]]
        position = position.play(search(position, depth=pairing.depth, evaluation=evaluation).move)
    return outcome.margin(Side.SOUTH)


def table(margins: dict[Pairing, int]) -> list[list[object]]:
    """A row for each depth and evaluation, the best first, then for all depths."""
    depths = sorted({pairing.depth for pairing in margins})
    rows = []
    for depth in (*depths, "all"):
        lines = []
        for name in EVALUATIONS:
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


def duels(margins: dict[Pairing, int]) -> list[list[object]]:
    """A row for each depth and pair, from the view of the first of both."""
    rows = []
    for depth in sorted({pairing.depth for pairing in margins}):
        for one, two in combinations(EVALUATIONS, 2):
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
@click.option("--openings", "count", type=int, default=100, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--processes", type=int, default=None, help="As many as there are processors.")
def main(game: str, depths: tuple[int, ...], count: int, seed: int, processes: int | None) -> None:
    """Measure which evaluation plays best at equal depth."""
    games = list(pairings(depths, openings(find_game(game), count, seed)))
    with ProcessPoolExecutor(processes) as pool:
        margins = dict(zip(games, pool.map(margin, games, chunksize=8), strict=True))
    heads = ["depth", "evaluation", "share", "points", "won", "drawn", "lost", "mean margin"]
    print(tabulate(table(margins), heads, floatfmt=("", "", ".3f", ".1f", "", "", "", "+.2f")))
    print()
    heads = ["depth", "one", "two", "won", "drawn", "lost", "mean margin"]
    print(tabulate(duels(margins), heads, floatfmt="+.2f"))


if __name__ == "__main__":
    main()
