"""`owari bench`: the speed of the engine on this machine."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter
from types import ModuleType

import click

from owari.cli.bench_othello import othello_lines
from owari.cli.options import game_option
from owari.engine.endgames import cores
from owari.engine.kernel import MISSING, othello, sowing
from owari.engine.othello_kernel import SIZES, kernel_plays
from owari.engine.search import search
from owari.engine.solver import Aim, forget, solve
from owari.engine.sowing_evaluations import SOWING
from owari.engine.thinker import Thinker
from owari.errors import BadInput
from owari.games.catalog import find_game
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
    for line in _measured(game, quick):
        click.echo(line)


def _measured(game: Game | None, quick: bool) -> Iterator[str]:
    if isinstance(game, OthelloRules):
        _needs(othello)
        if not kernel_plays(game):
            sizes = ", ".join(map(str, SIZES[:-1])) + f" and {SIZES[-1]}"
            raise BadInput(f"--game: the kernel plays {game.family} on boards of {sizes}")
        return (_line(*measure) for measure in othello_lines(game, quick))
    kernel = _needs(sowing)
    if game is None:
        return _lines(kernel, quick)
    assert isinstance(game, SowingRules)
    if game.start().outcome():
        raise BadInput(f"--game: no move can be played in {game.name}")
    if sum(game.start().cells) > kernel.MAX_STONES:
        raise BadInput(f"--game: the kernel plays boards of up to {kernel.MAX_STONES} stones")
    return _of_game(game, quick)


def _needs(kernel: ModuleType | None) -> ModuleType:
    if kernel is None:
        raise BadInput(f"{MISSING} Install owari again where there is one.")
    return kernel


def _lines(sowing: ModuleType, quick: bool) -> Iterator[str]:
    start = OWARI.start()
    rules = (OWARI.pits, 0, 0)
    begun = perf_counter()
    _, _, nodes, _ = sowing.plain(rules, (start.cells, True), PLAIN_DEPTH, GOALS.name)
    kernel = nodes / (perf_counter() - begun)
    yield _line(f"plain alpha-beta to depth {PLAIN_DEPTH}, kernel", kernel / 1e6, "M positions/s")
    found = search(start, depth=REFERENCE_DEPTH, evaluation=GOALS)
    reference = found.nodes / found.seconds
    yield _line(f"the same to {REFERENCE_DEPTH}, reference", reference / 1e6, "M positions/s")
    yield _line("kernel / reference", kernel / reference, "")
    for depth in DEPTHS[: -1 if quick else None]:
        begun = perf_counter()
        Thinker(OWARI, GOALS).think(start, depth=depth)
        yield _line(f"depth {depth} from the start", perf_counter() - begun, "s")
    if not quick:
        forget()
        found = Thinker(OWARI, GOALS, threads=cores()).deepen(start, LONG)
        yield _line(f"depth reached in {LONG:.0f} s", found.depth, "plies")
    for name in SOLVED[: 2 if quick else None]:
        forget()
        solution = solve(find_game(name).start(), aim=Aim.MARGIN, by_book=False)
        yield _line(f"margin of {name}", solution.seconds, f"s  {solution.lower:+d}")
    if not quick:
        forget()
        solution = solve(start, by_book=False)
        margins = " ".join(f"{move.lower:+d}" for move in solution.moves)
        yield _line(f"all first moves of {OWARI.name}", solution.seconds, f"s  {margins}")


def _of_game(rules: SowingRules, quick: bool) -> Iterator[str]:
    seconds = SHORT if quick else LONG
    start = rules.start()
    forget()
    found = Thinker(rules, GOALS).deepen(start, seconds)
    speed = found.nodes / max(found.seconds, 1e-6)
    yield _line("search, one thread", speed / 1e6, "M positions/s")
    yield _line(f"depth reached in {seconds:.0f} s", found.depth, "plies")
    forget()
    solution = solve(start, aim=Aim.MARGIN, by_book=False, seconds=seconds)
    margin = "not proved"
    if solution.exact:
        margin = f"{solution.lower:+d}" if solution.lower else "0"
    yield _line(f"margin of {rules.name}", solution.seconds, f"s  {margin}")


def _line(what: str, number: float, unit: str) -> str:
    return f"{what:40} {number:9.3f} {unit}"
