"""Simulates matches whose truth is known, to measure what a match says of it.

python -m tests.benchmarks.match_statistics
python -m tests.benchmarks.match_statistics --matches 500 --table normalized
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import sqrt
from random import Random
from typing import NamedTuple

import click
from tabulate import tabulate

from owari.games.game import Outcome, Side
from owari.records.record import Ending, Result, Termination
from owari.results.elo import (
    NORMALIZED_ELO,
    SCORES,
    Pentanomial,
    elo_of,
    normalized_elo_estimate,
    score_estimate,
)
from owari.results.game_log import StoredGame
from owari.results.match_score import MatchScore
from owari.results.sprt import Sprt

SIDE = 0.08
"""What the better side of an opening adds to the score of a game."""


def normalized(matches: int) -> str:
    """How often the interval of normalized Elo holds the truth, by the true score, the share of
    drawn games and the number of pairs."""
    rows = []
    for draws in (0.0, 0.2, 0.5):
        for score in (0.5, 0.65, 0.75, 0.85, 0.9):
            frequencies = pair_frequencies(score, draws)
            truth = true_normalized_elo(frequencies)
            row: list[object] = [f"{draws:.0%}", f"{score:.2f}"]
            for pairs in (50, 100, 250, 1000):
                rng = Random(f"{draws} {score} {pairs}")
                held = 0
                for _ in range(matches):
                    estimate = normalized_elo_estimate(played(frequencies, pairs, rng))
                    held += estimate.low <= truth <= estimate.high
                row.append(f"{held / matches:.1%}")
            rows.append(row)
    headers = ("Drawn", "True score", "50 pairs", "100 pairs", "250 pairs", "1,000 pairs")
    return tabulate(rows, headers, "github", disable_numparse=True)


def pair_frequencies(score: float, draws: float) -> list[float]:
    """How often a pair has 0, 1/2, 1, 1 1/2 and 2 points, if games have this mean score. Fewer
    games are drawn where the score leaves no room for so many."""
    best = min(score + SIDE, 0.995)
    both = [0.0] * len(SCORES)
    for i, p in enumerate(game_frequencies(best, draws)):
        for j, q in enumerate(game_frequencies(2 * score - best, draws)):
            both[i + j] += p * q
    return both


def game_frequencies(score: float, draws: float) -> tuple[float, float, float]:
    """How often a game is lost, drawn and won."""
    drawn = min(draws, 1.8 * min(score, 1 - score))
    return 1 - score - drawn / 2, drawn, score - drawn / 2


def true_normalized_elo(frequencies: Sequence[float]) -> float:
    """Of pairs with these frequencies."""
    mean = sum(p * score for p, score in zip(frequencies, SCORES, strict=True))
    square = sum(p * (score - mean) ** 2 for p, score in zip(frequencies, SCORES, strict=True))
    return NORMALIZED_ELO * (mean - 0.5) / sqrt(2 * square)


def played(frequencies: Sequence[float], pairs: int, rng: Random) -> Pentanomial:
    """So many pairs by chance."""
    return Pentanomial.of(rng.choices([0, 0.5, 1, 1.5, 2], frequencies, k=pairs))


class Game(NamedTuple):
    """How a game of an opening and a seat goes."""

    points: float
    """Of the first bot."""
    moves: str = "S1 N1"
    forfeits: bool = False


Seat = Callable[[Random], Game]
"""Plays a game with one opening and one seat of the first bot."""


class World(NamedTuple):
    """Bots and openings whose truth is known."""

    name: str
    truths: tuple[float, float]
    """Mean scores of the first bot under the two hypotheses of a test."""
    opening: Callable[[float, Random], tuple[Seat, Seat]]
    """The two seats in a new opening, for one of these means."""
    openings: int = 0
    """The length of the list; 0 is --openings none."""


def by_chance(score: float, lines: int) -> Seat:
    """Bots with chance, which play one of a few lines."""
    frequencies = game_frequencies(score, 0.2)

    def play(rng: Random) -> Game:
        points = rng.choices((0.0, 0.5, 1.0), frequencies)[0]
        return Game(points, f"S{2 * points:g} N{rng.randrange(lines)}")

    return play


def mostly(usual: float, rare: float, chance: float) -> Seat:
    """Bots that play one game, and another one with this chance."""

    def play(rng: Random) -> Game:
        return Game(rare, "S2 N2") if rng.random() < chance else Game(usual)

    return play


def forfeiting(chance: float) -> Seat:
    """A bot that always wins, but for forfeits at the first ply."""

    def play(rng: Random) -> Game:
        return Game(0.0, "S1", forfeits=True) if rng.random() < chance else Game(1.0)

    return play


def habits(truth: float, rng: Random, lines: int = 6, share: float = 0.5) -> tuple[Seat, Seat]:
    """An opening of a list: better or worse for the first bot, with a usual game for each seat that
    is this share of all its games. Over all openings, the mean score is the truth."""
    middle = truth + rng.uniform(-0.15, 0.15)
    seats = []
    for score in (middle + 0.1, middle - 0.1):
        usual = by_chance(score, lines)(rng)
        free = by_chance(score, lines)
        seats.append(
            lambda rng, usual=usual, free=free: usual if rng.random() < share else free(rng)
        )
    return seats[0], seats[1]


WORLDS = (
    World(
        "chance, from the start",
        (0.5, 0.6),
        lambda truth, rng: (by_chance(truth + 0.1, 50), by_chance(truth - 0.1, 50)),
    ),
    World(
        "one line in 70% of the games",
        (0.28, 0.5),
        lambda truth, rng: (
            mostly(0.0, 1.0, 0.3 if truth < 0.5 else 0.5),
            mostly(0.0, 1.0, 0.26 if truth < 0.5 else 0.5),
        ),
    ),
    World(
        "a hiccup in 1% of the games",
        (0.5, 0.745),
        lambda truth, rng: (
            mostly(1.0, 0.0, 0.01),
            mostly(0.0, 1.0, 0.01) if truth == 0.5 else mostly(0.5, 0.5, 0.01),
        ),
    ),
    World(
        "forfeits at the first ply",
        (0.5, 0.6),
        lambda truth, rng: (forfeiting(1 - truth), forfeiting(1 - truth)),
    ),
    World("small board, 12 openings", (0.5, 0.6), lambda t, rng: habits(t, rng, 1), openings=12),
    World("a list of 5 openings", (0.5, 0.6), habits, openings=5),
    World("a list of 10 openings", (0.5, 0.6), habits, openings=10),
    World("a list of 50 openings", (0.5, 0.6), habits, openings=50),
    World("hiccups, 10 openings", (0.5, 0.6), lambda t, rng: habits(t, rng, 6, 0.99), openings=10),
)
LONGEST = 300
"""Pairs of a match."""
LOOKS = (10, 50, 150, LONGEST)
"""The pairs after which the interval is looked at."""


def games_of(world: World, truth: float, rng: Random) -> Iterator[StoredGame]:
    """The games of a match, without end."""
    listed = [world.opening(truth, rng) for _ in range(world.openings or 1)]
    number = 0
    while True:
        opening = number // 2 % len(listed)
        for seat in (0, 1):
            number += 1
            game = listed[opening][seat](rng)
            south, north = ("A", "B") if seat == 0 else ("B", "A")
            winner = None if game.points == 0.5 else "A" if game.points else "B"
            result = (
                Result.DRAW
                if winner is None
                else Result.won_by(Side.SOUTH if winner == south else Side.NORTH)
            )
            kind = Termination.CRASHED if game.forfeits else Termination.NORMAL
            ending = Ending(result, Outcome(18, 18), kind, "")
            name = f"opening {opening}" * bool(world.openings)
            yield StoredGame(number, south, north, Side.SOUTH, ending, game.moves, opening=name)


def intervals(matches: int) -> str:
    """How often the interval of the score holds the truth, by the number of pairs."""
    rows = []
    for world in WORLDS:
        for truth in world.truths:
            held = dict.fromkeys(LOOKS, 0)
            for number in range(matches):
                score = MatchScore("AB")
                for game in games_of(world, truth, Random(f"{world.name} {truth} {number}")):
                    score.add(game)
                    if game.number // 2 in held and game.number % 2 == 0:
                        estimate = score_estimate(score.units)
                        held[game.number // 2] += estimate.low <= truth <= estimate.high
                    if game.number == 2 * LONGEST:
                        break
            shares = (f"{count / matches:.1%}" for count in held.values())
            rows.append((world.name, f"{truth:.3g}", *shares))
    headers = ("Bots and openings", "True score", *(f"{pairs} pairs" for pairs in LOOKS))
    return tabulate(rows, headers, "github", disable_numparse=True)


def tests(matches: int) -> str:
    """How often a sequential test between the two truths decides, and how often it errs."""
    rows = []
    for world in WORLDS:
        test = Sprt(elo_of(world.truths[0]), elo_of(world.truths[1]), model="logistic")
        row: list[object] = [world.name]
        for truth, wrong in zip(world.truths, (test.elo1, test.elo0), strict=True):
            errors = decided = 0
            for number in range(matches):
                score, accepted = MatchScore("AB"), None
                for game in games_of(world, truth, Random(f"{world.name} {truth} {number}")):
                    score.add(game)
                    if game.number % 2 == 0:
                        accepted = test.accepted(score.units)
                    if accepted is not None or game.number == 2 * LONGEST:
                        break
                errors += accepted == wrong
                decided += accepted is not None
            row += [f"{errors / matches:.1%}", f"{decided / matches:.0%}"]
        rows.append(row)
    headers = ("Bots and openings", "Wrong for A", "Decided", "Wrong against A", "Decided")
    return tabulate(rows, headers, "github", disable_numparse=True)


TABLES: dict[str, Callable[[int], str]] = {
    "normalized": normalized,
    "intervals": intervals,
    "tests": tests,
}


@click.command()
@click.option("--matches", default=4000, show_default=True, help="For each number.")
@click.option("--table", "names", type=click.Choice([*TABLES]), multiple=True)
def main(matches: int, names: Sequence[str]) -> None:
    """Print the tables of docs/measurements.md."""
    for name in names or TABLES:
        click.echo(f"{name}\n\n{TABLES[name](matches)}\n")


if __name__ == "__main__":
    main()
