"""How well Swiss tournaments are paired, by rules of their own.

    python -m tests.benchmarks.swiss [TOURNAMENTS]

Plays TOURNAMENTS (10) of 3 to 33 bots by default, with one game a match: as they are, with late
entries, with withdrawals, and, one for each size, with so many rounds that everyone meets everyone.
Each round is held against the absolute criteria of FIDE's Dutch system (Handbook C.04.3, C1 to C3,
and C5 for the bye), and against the least squared differences of points under these criteria, which
a matching of its own finds.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import combinations
from random import Random
from time import process_time
from typing import Any

import networkx as nx

from owari.tournament.formats.schedule import Entrant, ScheduledGame
from owari.tournament.formats.swiss import Swiss
from owari.tournament.formats.tournament_format import Progress
from tests.tournament.formats.simulation import play_round

SIZES = ((3, 5), (6, 8), (9, 12), (13, 20), (21, 33))
ORDINARY, LATE, WITHDRAWALS, LONG = KINDS = (
    *("as they are", "late entries", "withdrawals"),
    "everyone meets everyone",
)
NOBODY = -1
"""Stands for no opponent."""


@dataclass(slots=True)
class Tally:
    """What was counted in the rounds of some tournaments."""

    tournaments: int = 0
    again: int = 0
    """Rounds with a second meeting or bye."""
    needless: int = 0
    """Those of them for which there was another pairing."""
    byes: int = 0
    high_byes: int = 0
    """Byes though others without one had fewer points."""
    higher_byes: int = 0
    """Those of them that a round without a look ahead gives to a bot with fewer points."""
    bots: int = 0
    thirds: int = 0
    """Bots with the same seat three times in a row."""
    needless_thirds: int = 0
    """Seats that another pairing of the round under C1 and C2 avoids."""
    squares: float = 0.0
    """Squared differences of points."""
    least_squares: float = 0.0
    slowest: float = 0.0
    """Seconds of the processor to pair and play a round."""


@dataclass(slots=True)
class History:
    """What the judge knows of a bot before a round."""

    met: set[int] = field(default_factory=set)
    rested: bool = False
    firsts: list[bool] = field(default_factory=list)

    def refuses(self, first: bool) -> bool:
        """Whether the seat goes against its absolute preference (Handbook C.04.3, A.6.1)."""
        balance = 2 * sum(self.firsts) - len(self.firsts)
        return self.firsts[-2:] == [first] * 2 or (balance >= 2 if first else balance <= -2)


def simulated(count: int, kind: str, seed: int, tally: Tally) -> Progress:
    """Plays one tournament of so many bots, and counts what its rounds are like."""
    random = Random(f"{count} {kind} {seed}")
    form = Swiss(1, count - 1 + count % 2 if kind == LONG else None)
    late = random.randint(1, max(1, count // 4)) if kind == LATE else 0
    bots = [Entrant(f"bot {number}") for number in range(1, count + 1)]
    progress = Progress(bots[: count - late])
    played = -1
    while len(progress.rounds) > played:
        played = len(progress.rounds)
        if played and late and (late == 1 or random.random() < 0.5):
            progress = progress._replace(entrants=bots)
            late = 0
        if played and kind == WITHDRAWALS and random.random() < 0.3:
            progress = withdrawal(progress, random)
        begun = process_time()
        after = play_round(form, progress, result(random))
        tally.slowest = max(tally.slowest, process_time() - begun)
        if len(after.rounds) > played:
            judge(form, progress, after, tally)
        progress = after
    tally.tournaments += 1
    return progress


def result(random: Random) -> Callable[[ScheduledGame], int]:
    """The stones of South: bots of lower numbers are better."""

    def play(game: ScheduledGame) -> int:
        south, north = (int(name.split()[1]) for name in game[3:])
        share = 1 / (1 + 10 ** ((south - north) / 12))
        return 18 if random.random() < 0.2 else 26 if random.random() < share else 10

    return play


def withdrawal(progress: Progress, random: Random) -> Progress:
    """One bot leaves; its games count or not, as the case may be."""
    place = random.choice([*progress.present])
    name, void = progress.names[place], random.random() < 0.5
    bots = [*progress.entrants]
    bots[place] = bots[place]._replace(withdrawn=True, void=void)
    games = [game for game in progress.games if not void or name not in (game.south, game.north)]
    return progress._replace(entrants=bots, games=games)


def judge(form: Swiss, before: Progress, after: Progress, tally: Tally) -> None:
    """Counts what the last round is like, with what was known before it."""
    made = after.rounds[-1]
    names = before.names
    rows = {names.index(row.name): row for row in form.standings(before).rows}
    points = {place: rows[place].points for place in before.present}
    known = histories(before)
    for place in points:
        known[place].rested |= rows[place].byes > 0
    pairs = [tuple(pairing[:2]) for pairing in made.pairings]
    rests = [*made.byes]
    again = any(one in known[other].met for one, other in pairs)
    again |= any(known[place].rested for place in rests)
    lawful = matching(known, points, seats_matter=False)
    tally.again += again
    tally.needless += again and lawful is not None
    for place in rests:
        fewer = [other for other in points if not known[other].rested]
        high = any(points[other] < points[place] for other in fewer)
        tally.byes += 1
        tally.high_byes += high
        if high and lawful is not None:
            tally.higher_byes += any(
                other == NOBODY and points[one] < points[place] for one, other in lawful
            )
    if not again:
        judge_differences(known, points, after, tally)


def judge_differences(
    known: dict[int, History], points: dict[int, float], after: Progress, tally: Tally
) -> None:
    """Counts the seats and the differences of points of a lawful last round."""
    made = after.rounds[-1]
    seats = [(pairing[:2] if pairing.leg % 2 == 0 else pairing[1::-1]) for pairing in made.pairings]
    refused = sum(known[one].refuses(True) + known[other].refuses(False) for one, other in seats)
    best = matching(known, points, seats_matter=True)
    assert best is not None
    least = [(one, other) for one, other in best if other != NOBODY]
    refused_at_least = sum(refusals(known[one], known[other]) for one, other in least)
    tally.needless_thirds += max(0, refused - refused_at_least)
    if refused == refused_at_least:
        tally.squares += sum((points[one] - points[other]) ** 2 for one, other in seats)
        tally.least_squares += sum((points[one] - points[other]) ** 2 for one, other in least)


def histories(progress: Progress) -> dict[int, History]:
    """Those of all bots, by their places."""
    known = {place: History() for place in range(len(progress.entrants))}
    for each in progress.rounds:
        for pairing in each.pairings:
            one, other = pairing[:2] if pairing.leg % 2 == 0 else pairing[1::-1]
            known[one].met.add(other)
            known[other].met.add(one)
            if not any(progress.entrants[place].void for place in (one, other)):
                known[one].firsts.append(True)
                known[other].firsts.append(False)
        for place in each.byes:
            known[place].rested = True
    return known


def refusals(one: History, other: History) -> int:
    """How many of two bots do not get the seat that they must have, in the better order."""
    orders = ((one, other), (other, one))
    return min(first.refuses(True) + second.refuses(False) for first, second in orders)


def matching(
    known: dict[int, History], points: dict[int, float], *, seats_matter: bool
) -> list[tuple[int, int]] | None:
    """A pairing without second meetings and byes (C1, C2): with the fewest points of the bye (C5),
    with the fewest seats against an absolute preference (C3) if they matter, and the least squared
    differences. None if there is none."""
    graph: Any = nx.Graph()
    scale = 1 + sum(int(4 * max(points.values(), default=0)) ** 2 + 2 for _ in points)
    for one, other in combinations(points, 2):
        if other not in known[one].met:
            cost = int(4 * (points[one] - points[other])) ** 2
            cost += scale * refusals(known[one], known[other]) * seats_matter
            graph.add_edge(one, other, weight=-cost)
    if len(points) % 2:
        for place in points:
            if not known[place].rested:
                graph.add_edge(place, NOBODY, weight=-int(4 * points[place]) * scale**2)
    pairs = nx.max_weight_matching(graph, maxcardinality=True)
    if 2 * len(pairs) != len(points) + len(points) % 2:
        return None
    return [(max(pair), min(pair)) for pair in pairs]


def count_thirds(progress: Progress, tally: Tally) -> None:
    """Counts the bots with the same seat in three matches in a row."""
    for place, history in histories(progress).items():
        if not progress.entrants[place].void:
            three = zip(history.firsts, history.firsts[1:], history.firsts[2:], strict=False)
            tally.bots += 1
            tally.thirds += any(len(set(seats)) == 1 for seats in three)


def tallies(tournaments: int) -> Iterator[tuple[str, str, Tally]]:
    """Of each kind and sizes."""
    for kind in KINDS:
        for least, most in SIZES:
            tally = Tally()
            for count in range(least, most + 1):
                for seed in range(1 if kind == LONG else tournaments):
                    count_thirds(simulated(count, kind, seed, tally), tally)
            yield kind, f"{least} to {most}", tally


def main() -> None:
    tournaments = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    headers = (
        *("Tournaments", "Bots", "Number", "Second meeting or bye", "High bye", "Third seat"),
        *("Beyond the least squares", "Slowest round"),
    )
    print(f"| {' | '.join(headers)} |\n{'| --- ' * len(headers)}|")
    for kind, sizes, tally in tallies(tournaments):
        row = (
            kind,
            sizes,
            f"{tally.tournaments}",
            f"{tally.again}, {tally.needless}",
            f"{tally.high_byes}, {tally.higher_byes} of {tally.byes}",
            f"{tally.thirds}, {tally.needless_thirds} of {tally.bots}",
            f"{tally.squares - tally.least_squares:g} of {tally.squares:g}",
            f"{tally.slowest * 1000:.0f} ms",
        )
        print(f"| {' | '.join(row)} |", flush=True)


if __name__ == "__main__":
    main()
