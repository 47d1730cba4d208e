"""`owari bench`: the speed of the engine on this machine."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import perf_counter
from typing import Any

import click

from owari.cli.bench_othello import othello_measures
from owari.cli.options import game_option
from owari.engine.endgames import cores
from owari.engine.families import ENGINES
from owari.engine.kernel import sowing
from owari.engine.search import search
from owari.engine.solver import Aim, forget, solve
from owari.engine.sowing_evaluations import SOWING
from owari.engine.thinker import Thinker
from owari.errors import BadInput
from owari.games.catalog import find_game
from owari.games.family import FamilyTable
from owari.games.game import Game
from owari.games.mancala import OWARI, SowingRules
from owari.games.othello import OthelloRules

__all__ = ["command"]

GOALS = SOWING["goals"]
PLAIN_DEPTH = 14
REFERENCE_DEPTH = 10
DEPTHS = (8, 12, 16, 20)
SHORT, LONG = 3.0, 30.0
"""Seconds."""
SOLVED = ("owari:6x2", "kalah:6x3", "kalah", "kalah-empty", "owari")

Measure = tuple[str, float, str]
"""The name of a measurement, its number, and the unit with what was found."""


@click.command("bench")
@click.option(
    "--quick", is_flag=True, help="Leave out measurements that take more than a few seconds."
)
@game_option(None, "owari, and the margins of some other games")
def command(quick: bool, game: Game | None) -> None:
    """Measure the speed of the engine: positions per second, time to a depth, time of a proof.

    Each measurement starts with empty tables. Only the endgame tables stay, which the engine
    builds once or reads from disk.
    """
    rules = game or OWARI
    if rules.start().outcome():
        raise BadInput(f"--game: no move can be played in {rules.name}")
    if refusal := ENGINES[rules].refusal(rules):
        raise BadInput(f"--game {rules.name}: {refusal}")
    measures = MEASURES[game](game, quick) if game else _owari_measures(quick)
    for what, number, unit in measures:
        click.echo(f"{what:40} {number:9.3f} {unit}")


def _owari_measures(quick: bool) -> Iterator[Measure]:
    """The speed in Owari, and the time of some proofs."""
    assert sowing is not None
    start = OWARI.start()
    rules = (OWARI.pits, 0, 0)
    begun = perf_counter()
    _, _, nodes, _ = sowing.plain(rules, (start.cells, True), PLAIN_DEPTH, GOALS.name)
    kernel = nodes / (perf_counter() - begun)
    yield f"plain alpha-beta to depth {PLAIN_DEPTH}, kernel", kernel / 1e6, "M positions/s"
    found = search(start, depth=REFERENCE_DEPTH, evaluation=GOALS)
    reference = found.nodes / found.seconds
    yield f"the same to {REFERENCE_DEPTH}, reference", reference / 1e6, "M positions/s"
    yield "kernel / reference", kernel / reference, ""
    for depth in DEPTHS[: -1 if quick else None]:
        begun = perf_counter()
        Thinker(OWARI, GOALS).think(start, depth=depth)
        yield f"depth {depth} from the start", perf_counter() - begun, "s"
    if not quick:
        forget()
        found = Thinker(OWARI, GOALS, threads=cores()).deepen(start, LONG)
        yield f"depth reached in {LONG:.0f} s", found.depth, "plies"
    for name in SOLVED[: 2 if quick else None]:
        forget()
        solution = solve(find_game(name).start(), aim=Aim.MARGIN, by_book=False)
        yield f"margin of {name}", solution.seconds, f"s  {solution.lower:+d}"
    if not quick:
        forget()
        solution = solve(start, by_book=False)
        margins = " ".join(f"{move.lower:+d}" for move in solution.moves)
        yield f"all first moves of {OWARI.name}", solution.seconds, f"s  {margins}"


def _sowing_measures(rules: SowingRules, quick: bool) -> Iterator[Measure]:
    """The speed in one game, and its margin if it can be proved in time."""
    seconds = SHORT if quick else LONG
    start = rules.start()
    forget()
    found = Thinker(rules, GOALS).deepen(start, seconds)
    speed = found.nodes / max(found.seconds, 1e-6)
    yield "search, one thread", speed / 1e6, "M positions/s"
    yield f"depth reached in {seconds:.0f} s", found.depth, "plies"
    forget()
    solution = solve(start, aim=Aim.MARGIN, by_book=False, seconds=seconds)
    margin = "not proved"
    if solution.exact:
        margin = f"{solution.lower:+d}" if solution.lower else "0"
    yield f"margin of {rules.name}", solution.seconds, f"s  {margin}"


MEASURES: FamilyTable[Callable[[Any, bool], Iterator[Measure]]] = FamilyTable(
    "measurement", {SowingRules: _sowing_measures, OthelloRules: othello_measures}
)
