"""`owari solve`: exact values of a position and of its moves."""

from __future__ import annotations

from time import perf_counter

import click
from tabulate import tabulate

from owari.cli.files import status_line
from owari.cli.options import DashedCommand, game_option, time_option, whole_number
from owari.engine.families import ENGINES, solve
from owari.engine.kernel import LEAST_SECONDS
from owari.engine.solution import MoveBounds, Solution
from owari.errors import BadInput
from owari.games.game import BadPosition, Game, Position
from owari.games.mancala import OWARI
from owari.report.families import draw, report_of

EXAMPLES = """\b
Examples:
  owari solve --game kalah:3x2
  owari solve '3,3,3,3,0,4,1,4,3,3,3,3,3,0 N' --time 1m
  owari solve --game othello:4
"""


@click.command("solve", cls=DashedCommand, epilog=EXAMPLES)
@click.argument("position", required=False)
@game_option(OWARI.name)
@time_option("Stop after this time, such as 5s or 2m, with the bounds so far.")
@click.option(
    "--threads",
    type=whole_number(1, 64),
    help="Threads of the search, from 1 to 64.  [default: one for each core]",
)
def command(position: str | None, game: Game, seconds: float | None, threads: int | None) -> None:
    """Prove the final margin of POSITION and of each legal move, by default of the start.

    A margin is the stones or discs of the side to move minus the opponent's at the end of the game.
    In Othello the empty squares count for the winner. Ctrl-C stops with the bounds so far.

    A POSITION of a game of pits lists all pits and goals in order, then the side to move:
    3,3,3,3,3,3,0,3,3,3,3,3,3,0 S. A POSITION of Othello lists the squares row by row, with - for an
    empty square: -----OX--XO----- X. Boards as GGS, Edax and other programs write them are read
    too. 'owari rules GAME' explains both.
    """
    try:
        start = game.parse_position(position) if position is not None else game.start()
    except BadPosition as error:
        raise BadInput(f"{position!r}: {error}") from None
    if start.outcome():
        raise BadInput(f"{position!r}: the game is over in this position, {start.outcome()}")
    begun = perf_counter()
    ENGINES[game].verify_tables(game)
    if slow := ENGINES[game].missing:
        click.echo(f"{slow} A proof can take long; Ctrl-C prints what is known.", err=True)
    known: list[Solution] = []
    try:
        with status_line() as show:

            def listen(solution: Solution) -> None:
                known[:] = [solution]
                proved = sum(move.exact for move in solution.moves)
                text = f"{proved} of {len(solution.moves)} moves, margin {_range(solution)}"
                show(f"{text}, {solution.seconds:.1f} s")

            left = seconds and max(seconds - (perf_counter() - begun), LEAST_SECONDS)
            solution = solve(start, seconds=left, threads=threads, on_bounds=listen)
    except KeyboardInterrupt:
        if known:
            _print(start, known[0])
        raise
    _print(start, solution)


def _print(start: Position, solution: Solution) -> None:
    game = start.rules
    best = solution.lower
    cell = report_of(game).cell
    rows = [
        (
            game.cell_name(move.move),
            _range(move),
            "best" if solution.exact and move.lower == best else "",
        )
        for move in solution.moves
    ]
    click.echo(f"{start}\n\n{draw(start)}\n")
    verdict = "" if solution.exact else ", not proved in the time given"
    click.echo(f"Margin for {start.turn}: {_range(solution)}{verdict}\n")
    click.echo(
        tabulate(rows, headers=(cell, "margin", ""), tablefmt="plain", disable_numparse=True)
    )
    click.echo(f"\n{solution.nodes:,} positions, {solution.seconds:.2f} s")


def _range(bounds: MoveBounds | Solution) -> str:
    if bounds.lower == bounds.upper:
        return f"{bounds.lower:+d}" if bounds.lower else "0"
    return f"{bounds.lower:+d} to {bounds.upper:+d}"
