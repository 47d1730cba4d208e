"""Fits how far a search of Othello by `patterns` is from one of fewer plies.

    python -m tests.benchmarks.foresight_fit
    python -m tests.benchmarks.foresight_fit --weights before.patterns --games 20 --depth 8 --seed 2

Positions come from games of the engine against itself that begin with random moves. Each is
searched ply by ply. The root mean square of the difference between the values of two depths is
taken for each pair of depths that the search compares, and for every four numbers of empty squares.
What is printed is the straight line through these errors: the numbers of
owari/engine/kernel/othello/foresight.hpp. The same options play the same games and search the same
positions. Needs numpy and the kernel.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import click
import numpy as np

from owari.engine.kernel import othello
from owari.engine.othello_estimate import HUNDREDTHS
from owari.engine.othello_patterns import PACKAGED, read_weights
from owari.games.game import PASS
from tests.benchmarks.othello_samples import RULES, START, Board, empty

PLAYED = 4
"""Plies that the games look ahead."""
RANDOM_MOVES = (4, 14)
"""At the beginning: from so many to fewer than so many."""
RANDOM_LATER = 0.1
"""The share of random moves after that."""
FEWEST_EMPTY = 12
FROM_A_GAME = 6
"""Positions that are searched."""
LEAST_DEPTH = 3
TOGETHER = 4
"""Numbers of empty squares that are counted as one."""
FEWEST = 10
"""Differences that make an error."""
LEAST_ERRORS = 4
"""For as many numbers."""


class Error(NamedTuple):
    """How far two depths are from each other, in discs."""

    empty: float
    depth: int
    plies: int
    size: float
    many: int
    """The differences that it is the root mean square of."""


def plies_of(depth: int) -> int:
    """How far the search looks ahead that foretells one of this depth."""
    return 2 * (depth // 4) + depth % 2


def positions(random: Random, games: int, evaluation: Any) -> Iterator[Board]:
    """Some positions of each game."""
    engine = othello.Engine(RULES, 1, 1)
    for _ in range(games):
        board, seen = START, []
        at_random = random.randrange(*RANDOM_MOVES)
        while (moves := dict(othello.moves(RULES, board))) and empty(board) >= FEWEST_EMPTY:
            if at_random > 0 or random.random() < RANDOM_LATER:
                board = random.choice(list(moves.values()))
            else:
                line = engine.think(board, PLAYED, 0.0, evaluation, True, None)[4]
                board = moves[line[0]]
            at_random -= 1
            if at_random < 0 and empty(board) >= FEWEST_EMPTY:
                seen.append(board)
        yield from random.sample(seen, min(FROM_A_GAME, len(seen)))


def values(engine: Any, board: Board, depth: int, evaluation: Any) -> dict[int, float]:
    """In discs, by the depth of the search; none of them sees the end of the game."""
    found: dict[int, float] = {}
    engine.think(
        board,
        min(depth, empty(board) - 2),
        0.0,
        evaluation,
        True,
        lambda told: found.__setitem__(told[2], told[0] / 100),
    )
    return found


def errors(weights: Path, games: int, depth: int, seed: int) -> list[Error]:
    """Those of all pairs of depths, the deeper ones to this depth."""
    evaluation: Any = ({}, othello.Patterns(read_weights(weights)), 0, HUNDREDTHS)
    engine = othello.Engine(RULES, 32, 1)
    squares: dict[tuple[int, int, int], list[float]] = defaultdict(list)
    for board in positions(Random(seed), games, evaluation):
        if PASS.cell in dict(othello.moves(RULES, board)):
            continue
        found = values(engine, board, depth, evaluation)
        for deep in range(LEAST_DEPTH, max(found, default=0) + 1):
            for plies in range(deep - 2, 0, -2):
                if abs(plies - plies_of(deep)) <= 2:
                    part = (empty(board) // TOGETHER, deep, plies)
                    squares[part].append((found[deep] - found[plies]) ** 2)
    return [
        Error((part + 0.5) * TOGETHER, deep, plies, float(np.sqrt(np.mean(each))), len(each))
        for (part, deep, plies), each in sorted(squares.items())
        if len(each) >= FEWEST
    ]


def fitted(found: list[Error]) -> list[float]:
    """A constant, then what an empty square, a ply and a ply of the shorter search add."""
    columns = np.array([[1.0, each.empty, each.depth, each.plies] for each in found])
    weights = np.sqrt([each.many for each in found])
    sizes = np.array([each.size for each in found])
    line = np.linalg.lstsq(columns * weights[:, None], sizes * weights, rcond=None)[0]
    return [round(float(number), 3) for number in line]


@click.command()
@click.option(
    "--weights",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    default=PACKAGED,
    help="Of patterns; by default those of the package.",
)
@click.option("--games", type=int, default=60, show_default=True)
@click.option("--depth", type=int, default=10, show_default=True, help="In plies.")
@click.option("--seed", type=int, default=1, show_default=True)
def main(weights: Path, games: int, depth: int, seed: int) -> None:
    """Fit the errors anew."""
    found = errors(weights, games, depth, seed)
    if len(found) < LEAST_ERRORS:
        raise click.UsageError("so few games say too little: play more")
    always, of_empty, of_depth, of_plies = fitted(found)
    print(f"ALWAYS = {always}, EMPTY = {of_empty}, DEPTH = {of_depth}, PLIES = {of_plies}")
    print(f"// from {sum(each.many for each in found)} differences")


if __name__ == "__main__":
    main()
