"""`owari bench`: the speed of the engine on this machine."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import perf_counter
from typing import Any

import click

from owari.cli.options import game_option
from owari.engine.endgames import cores
from owari.engine.evaluation import SOWING
from owari.engine.families import ENGINES, evaluation_for, forget, solve
from owari.engine.kernel import othello, sowing
from owari.engine.othello_kernel import as_given, kernel_evaluation
from owari.engine.search import search
from owari.engine.solution import Aim
from owari.engine.thinker import Thinker
from owari.errors import BadInput
from owari.games.catalog import find_game
from owari.games.game import FamilyTable, Game
from owari.games.mancala import OWARI, SowingRules
from owari.games.othello import OthelloRules

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
    if missing := ENGINES[rules].missing:
        raise BadInput(f"there is nothing to measure. {missing}")
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


PERFT_PLIES = {(4, False): 13, (6, False): 10, (8, False): 11, (4, True): 8}
FREE_PERFT_PLIES = 6
QUICK_PLIES = 3
"""How many fewer when it is to be quick."""
OTHELLO_PLAIN_DEPTH = 9
OTHELLO_REFERENCE_DEPTH = 4
OTHELLO_SHORT = 1.0
"""Seconds."""

ENDGAMES = (
    ("--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X", 18),
    ("-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX- X", 10),
    ("----OX----OOXX---OOOXX-XOOXXOOOOOXXOXXOOOXXXOOOOOXXXXOXO--OOOOOX X", 2),
    ("-XXXXXX-X-XXXOO-XOXXXOOXXXOXOOOX-OXOOXXX--OOOXXX--OOXX----XOXXO- X", 0),
    ("-OOOOO----OXXO-XXXOXOXX-XXOXOXXOXXOOXOOOXXXXOO-OX-XOOO---XXXXX-- X", 32),
    ("--OXXX--OOOXXX--OOOXOXO-OOXOOOX-OOXXXXXXXOOXXOX--OOOOX---XXXXXX- X", 14),
    ("--OXXO--XOXXXX--XOOOXXXXXOOXXXXXXOOOOXXX-XXXXXXX--XXOOO----XXOO- X", 8),
    ("---X-X--X-XXXX--XXXXOXXXXXXOOOOOXXOXXXO-XOXXXXO-XOOXXX--XOOXXO-- O", 8),
    ("--XOXX--O-OOXXXX-OOOXXXX-XOXXXOXXXOXOOOXOXXOXOXX--OXOO----OOOO-- O", -8),
    ("-XXXX-----OXXX--XOXOXOXXOXOXXOXXOXXOXOOOXXXOXOOX--OXXO---OOOOO-- O", 10),
    ("---O-XOX----XXOX---XXOOXO-XXOXOXXXXOOXOX-XOOXXXXXOOOXX-XOOOOOOO- O", 30),
    ("--O--O--X-OOOOX-XXOOOXOOXXOXOXOOXXOXXOOOXXXXOOOO--OXXX---XXXXX-- O", -8),
    ("--XXXXX--OOOXX---OOOXXXX-OXOXOXXOXXXOXXX--XOXOXX--OXOOO--OOOOO-- X", 14),
    ("--XXXXX---OOOX---XOOXXXX-OOOOOOOOOOXXXOOOOOXXOOX--XXOO----XXXXX- X", 18),
    ("----O------OOX---OOOXX-XOOOXOOOOOXXOXXOOOXXXOOOOOXXXOOXO--OOOOOX X", 4),
    ("-XXXXXX-X-XXXOO-XOXXXOOXXOOXXXOX-OOOXXXX--OOXXXX---OOO----XOX-O- X", 24),
    ("-OOOOO----OXXO-XXXOOOXX-XXOXOXXOXXOOXOOOXXXXOO-OX-XOO----XXXX--- X", 8),
    ("-XXX------OOOX--XOOOOOXXOXOXOOXXOXXOOOOOXXXOXOOX--OXXO---OOOOO-- X", -2),
    ("--OXXO--XOXXXX--XOOOOXXXXOOOXXXXX-OOOXXX--OOOOXX--XXOOO----XXOO- X", 8),
)
"""Classic problems of 14 to 16 empty squares, and the best margin of the side to move."""
LARGE_ENDGAME = ("O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X", 38)
"""One of 20, number 40 of the endgame tests of the Fédération Française d'Othello."""


def _othello_measures(rules: OthelloRules, quick: bool) -> Iterator[tuple[str, float, str]]:
    """The measurements of one game: name, number, and unit with what was found."""
    assert othello is not None
    start = rules.start()
    plies = PERFT_PLIES.get(rules.numbers, FREE_PERFT_PLIES) - (QUICK_PLIES if quick else 0)
    begun = perf_counter()
    leaves = othello.perft(rules.numbers, as_given(start), plies)
    yield _rate(f"all games of {plies} plies", leaves, perf_counter() - begun, "leaves/s")

    discs = evaluation_for(rules, "discs")
    weights = kernel_evaluation(rules, discs)
    depth = OTHELLO_PLAIN_DEPTH - (QUICK_PLIES if rules.free else 0)
    begun = perf_counter()
    nodes = othello.plain(rules.numbers, as_given(start), depth, weights)[2]
    kernel = nodes / (perf_counter() - begun)
    yield _rate(f"plain alpha-beta to depth {depth}, kernel", kernel, 1.0, "positions/s")
    found = search(start, depth=OTHELLO_REFERENCE_DEPTH, evaluation=discs)
    reference = found.nodes / found.seconds
    yield _rate(f"the same to {OTHELLO_REFERENCE_DEPTH}, reference", reference, 1.0, "positions/s")
    yield "kernel / reference", kernel / reference, ""

    seconds = OTHELLO_SHORT if quick else LONG
    found = Thinker(rules, ENGINES[rules].default).deepen(start, seconds)
    yield _rate("search, one thread", found.nodes, found.seconds, "positions/s")
    yield f"depth reached in {seconds:.0f} s", found.depth, "plies"

    if rules.size == 8 and not rules.free:
        yield _othello_endgames(rules, "19 endgames of 14-16 squares", ENDGAMES)
        if not quick:
            yield _othello_endgames(rules, "an endgame of 20 squares", (LARGE_ENDGAME,))
    small = rules.resized(4)
    forget()
    solution = solve(small.start(), aim=Aim.MARGIN, threads=1)
    margin = f"{solution.lower:+d}" if solution.lower else "0"
    yield f"margin of {small.name}", solution.seconds, f"s  {margin}"


def _othello_endgames(
    rules: OthelloRules, what: str, problems: tuple[tuple[str, int], ...]
) -> tuple[str, float, str]:
    """By one thread, each from nothing; the aim is the margin and the move that gets it."""
    taken, right = 0.0, 0
    for text, margin in problems:
        position = rules.parse_position(text)
        forget()
        begun = perf_counter()
        solution = solve(position, aim=Aim.MARGIN, threads=1)
        taken += perf_counter() - begun
        right += solution.exact and solution.lower == margin
    return f"{what}, one core", taken, f"s  {right} of {len(problems)} right"


def _rate(what: str, count: float, seconds: float, unit: str) -> tuple[str, float, str]:
    return what, count / max(seconds, 1e-6) / 1e6, f"M {unit}"


MEASURES: FamilyTable[Callable[[Any, bool], Iterator[Measure]]] = FamilyTable(
    "measurement", {SowingRules: _sowing_measures, OthelloRules: _othello_measures}
)
