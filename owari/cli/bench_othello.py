"""The lines of `owari bench --game othello`, and of free Othello."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter

from owari.engine.families import ENGINES, evaluation_for
from owari.engine.kernel import othello
from owari.engine.othello_kernel import as_given, kernel_evaluation
from owari.engine.search import search
from owari.engine.solver import Aim, forget, solve
from owari.engine.thinker import Thinker
from owari.games.othello import OthelloRules

__all__ = ["othello_measures"]

PERFT_PLIES = {(4, False): 13, (6, False): 10, (8, False): 11, (4, True): 8}
FREE_PERFT_PLIES = 6
QUICK_PLIES = 3
"""How many fewer when it is to be quick."""
PLAIN_DEPTH = 9
REFERENCE_DEPTH = 4
SHORT, LONG = 1.0, 30.0
"""Seconds."""

SMALL = (
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
LARGE = ("O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X", 38)
"""One of 20, number 40 of the endgame tests of the Fédération Française d'Othello."""


def othello_measures(rules: OthelloRules, quick: bool) -> Iterator[tuple[str, float, str]]:
    """The measurements of one game: name, number, and unit with what was found."""
    assert othello is not None
    start = rules.start()
    kernel_rules = rules.size, rules.free
    plies = PERFT_PLIES.get(kernel_rules, FREE_PERFT_PLIES) - (QUICK_PLIES if quick else 0)
    begun = perf_counter()
    leaves = othello.perft(kernel_rules, as_given(start), plies)
    yield _rate(f"all games of {plies} plies", leaves, perf_counter() - begun, "leaves/s")

    discs = evaluation_for(rules, "discs")
    weights = kernel_evaluation(rules, discs)
    depth = PLAIN_DEPTH - (QUICK_PLIES if rules.free else 0)
    begun = perf_counter()
    nodes = othello.plain(kernel_rules, as_given(start), depth, weights)[2]
    kernel = nodes / (perf_counter() - begun)
    yield _rate(f"plain alpha-beta to depth {depth}, kernel", kernel, 1.0, "positions/s")
    found = search(start, depth=REFERENCE_DEPTH, evaluation=discs)
    reference = found.nodes / found.seconds
    yield _rate(f"the same to {REFERENCE_DEPTH}, reference", reference, 1.0, "positions/s")
    yield "kernel / reference", kernel / reference, ""

    seconds = SHORT if quick else LONG
    found = Thinker(rules, ENGINES[rules].default).deepen(start, seconds)
    yield _rate("search, one thread", found.nodes, found.seconds, "positions/s")
    yield f"depth reached in {seconds:.0f} s", found.depth, "plies"

    if rules.size == 8 and not rules.free:
        yield _endgames(rules, "19 endgames of 14-16 squares", SMALL)
        if not quick:
            yield _endgames(rules, "an endgame of 20 squares", (LARGE,))
    small = rules.resized(4)
    forget()
    solution = solve(small.start(), aim=Aim.MARGIN, threads=1)
    margin = f"{solution.lower:+d}" if solution.lower else "0"
    yield f"margin of {small.name}", solution.seconds, f"s  {margin}"


def _endgames(
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
