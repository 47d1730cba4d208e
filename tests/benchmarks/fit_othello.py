"""Fits the weights of Othello's evaluations to games of the engine against itself.

    python -m tests.benchmarks.fit_othello
    python -m tests.benchmarks.fit_othello --game free-othello --games 4000 --depth 3
    python -m tests.benchmarks.fit_othello --evaluation patterns --games 50000
    python -m tests.benchmarks.fit_othello --refine before.patterns --games 4400 --depth 6

For `fitted` a game begins with random moves, from a few to all but the last ten; then both sides
look ahead to the same depth, and play the end out perfectly. Each position after the random moves
is a sample: its features, and the margin at the end. There are two rounds: in the first the sides
go by `classroom`, in the second by the fit of the first. What is printed are the numbers of
owari/engine/othello_estimate.py as they stand there.

For `patterns` the games are those of othello_samples.py. In the first round the sides go by
`fitted`, in the second by the fit of the first; the last fit is to the games of both, and becomes
owari/engine/data/othello.patterns. With a file to refine both sides go by its weights in one round,
and what is fitted is how far these are from the values. Needs numpy and the kernel.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import chain, repeat
from pathlib import Path
from random import Random
from typing import Any

import click
import numpy as np

from owari.engine.families import evaluation_for
from owari.engine.kernel import othello
from owari.engine.othello_counts import both
from owari.engine.othello_estimate import FEATURES, HUNDREDTHS, PHASES, Fit, weights_of
from owari.engine.othello_kernel import as_given, kernel_evaluation
from owari.engine.othello_mixtures import CLASSROOM
from owari.engine.othello_patterns import PACKAGED, in_file, read_weights
from owari.games.catalog import find_game
from owari.games.game import Move
from owari.games.othello import OTHELLO, OthelloPosition, OthelloRules
from tests.benchmarks.othello_samples import samples_of as pattern_samples_of
from tests.benchmarks.pattern_fit import Samples, fitted_weights

ENDGAME = 10
"""Empty squares from which on both sides play perfectly."""
TO_THE_END = 2 * ENDGAME
"""Plies, passes and all."""
PARTS = 100
"""Of a round, each with a seed of its own: any number of processes plays the same games."""
OF_A_PART = 100
"""Games of a part where a file is refined."""
FIRST_RANDOM = 4
"""Random moves, at least."""
NEAR_ZERO = 200.0
"""Of ridge regression: what samples say little about stays small."""

Sample = tuple[int, list[int], int]
"""The empty squares, the features, and the margin for the side to move."""


def samples_of(
    rules: OthelloRules, seed: int, games: int, depth: int, evaluation: Any
) -> list[Sample]:
    random = Random(seed)
    engine = othello.Engine(rules.numbers, 1, 1)
    return list(
        chain.from_iterable(game(rules, random, engine, depth, evaluation) for _ in range(games))
    )


def game(
    rules: OthelloRules, random: Random, engine: Any, depth: int, evaluation: Any
) -> Iterator[Sample]:
    """The positions of one game."""
    position = rules.start()
    at_random = random.randrange(FIRST_RANDOM, rules.size**2 - 4 - ENDGAME)
    seen: list[OthelloPosition] = []
    while (outcome := position.outcome()) is None:
        empty = rules.size**2 - sum(position.score())
        move = position.forced()
        if move is None:
            if rules.size**2 - 4 - empty < at_random:
                move = random.choice(position.legal_moves())
            else:
                seen.append(position)
                plies = TO_THE_END if empty <= ENDGAME else depth
                move = Move(
                    engine.think(as_given(position), plies, 0.0, evaluation, True, None)[4][0]
                )
        position = position.play(move)
    for position in seen:
        mine, theirs = both(position)
        features = [count(mine) - count(theirs) for count in FEATURES.values()]
        yield mine.empty.bit_count(), features, outcome.margin(position.turn)


def fitted(rules: OthelloRules, samples: list[Sample]) -> Fit:
    """The least-squares fit, each weight a straight line from phase to phase."""
    empty = np.array([sample[0] for sample in samples])
    sign = np.where(empty % 2, 1.0, -1.0)
    features = np.column_stack(
        [np.ones(len(samples)), sign, np.array([sample[1] for sample in samples])]
    )
    shares = empty / rules.size**2
    near = np.array([np.interp(shares, PHASES, phase) for phase in np.eye(len(PHASES))]).T
    columns = (features[:, :, None] * near[:, None, :]).reshape(len(samples), -1)
    margins = np.array([sample[2] for sample in samples], float)
    squares = columns.T @ columns + NEAR_ZERO * np.eye(columns.shape[1])
    weights = np.linalg.solve(squares, columns.T @ margins)
    error = np.sqrt(np.mean((columns @ weights - margins) ** 2))
    print(f"# {len(samples)} positions, root mean square error {error:.2f} of {margins.std():.2f}")
    move, last_move, *others = np.round(weights, 2).reshape(-1, len(PHASES)).tolist()
    return Fit(tuple(move), tuple(last_move), dict(zip(FEATURES, map(tuple, others), strict=True)))


def fit_patterns(games: int, depth: int, seed: int, pool: ProcessPoolExecutor) -> None:
    """Plays and fits in two rounds, and writes the file of the package."""
    parts: list[Samples] = []
    for name in ("fitted", "patterns"):
        seeds = range(seed, seed + PARTS)
        seed += PARTS
        share = repeat(games // PARTS)
        parts += pool.map(samples_by_name, seeds, share, repeat(depth), repeat(name))
        samples = Samples(*map(np.concatenate, zip(*parts, strict=True)))
        print(f"# {len(samples.own)} positions")
        PACKAGED.write_bytes(in_file(fitted_weights(samples)))


def refine_patterns(
    before: Path, games: int, depth: int, seed: int, pool: ProcessPoolExecutor
) -> None:
    """Plays by the weights of a file, fits on from them, and writes the file of the package."""
    seeds = range(seed, seed + games // OF_A_PART)
    parts = pool.map(samples_by_file, seeds, repeat(depth), repeat(before))
    samples = Samples(*map(np.concatenate, zip(*parts, strict=True)))
    print(f"# {len(samples.own)} positions")
    PACKAGED.write_bytes(in_file(fitted_weights(samples, read_weights(before))))


def samples_by_file(seed: int, depth: int, path: Path) -> Samples:
    """In a process of a pool, which reads the weights itself."""
    evaluation: Any = ({}, othello.Patterns(read_weights(path)), 0, HUNDREDTHS)
    return pattern_samples_of(seed, OF_A_PART, depth, evaluation)


def samples_by_name(seed: int, games: int, depth: int, name: str) -> Samples:
    """In a process of a pool, which learns of the evaluation by its name."""
    return pattern_samples_of(
        seed, games, depth, kernel_evaluation(OTHELLO, evaluation_for(OTHELLO, name))
    )


def fit(rules: OthelloRules, games: int, depth: int, seed: int, pool: ProcessPoolExecutor) -> None:
    """Plays and fits `fitted` in two rounds, and prints it."""
    evaluation = kernel_evaluation(rules, CLASSROOM)
    for round in (0, 1):
        seeds = range(seed + round * PARTS, seed + (round + 1) * PARTS)
        share = repeat(games // PARTS)
        done = pool.map(samples_of, repeat(rules), seeds, share, repeat(depth), repeat(evaluation))
        fit = fitted(rules, list(chain.from_iterable(done)))
        evaluation = ({}, weights_of(fit, rules), 0, HUNDREDTHS)
    print(f"Fit(\n    move={fit.move},\n    last_move={fit.last_move},\n    features={{")
    for name, weights in fit.features.items():
        print(f'        "{name}": {weights},')
    print("    },\n)")


@click.command()
@click.option(
    "--evaluation", type=click.Choice(["fitted", "patterns"]), default="fitted", show_default=True
)
@click.option(
    "--refine",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Weights of patterns to begin from.",
)
@click.option("--game", default="othello", show_default=True, help="othello or free-othello.")
@click.option("--games", type=int, default=8000, show_default=True, help="In each round.")
@click.option("--depth", type=int, default=5, show_default=True, help="In plies.")
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--processes", type=int, default=2, show_default=True)
def main(
    evaluation: str,
    refine: Path | None,
    game: str,
    games: int,
    depth: int,
    seed: int,
    processes: int,
) -> None:
    """Fit an evaluation anew."""
    with ProcessPoolExecutor(processes) as pool:
        if refine:
            refine_patterns(refine, games, depth, seed, pool)
        elif evaluation == "patterns":
            fit_patterns(games, depth, seed, pool)
        else:
            fit(find_game(game), games, depth, seed, pool)


if __name__ == "__main__":
    main()
