"""`owari score`: the result of a game that was played elsewhere."""

from __future__ import annotations

import re
from pathlib import Path

import click

from owari.cli.dash_arguments import DashedCommand
from owari.cli.results_file import enter_results
from owari.errors import BadInput
from owari.games.game import Game, Outcome
from owari.games.mancala import SowingRules
from owari.games.othello import OthelloRules
from owari.records.record import Ending, GameRecord, Result, Termination
from owari.report.tables import counted, result_line
from owari.results.game_log import About
from owari.tournament.result_entry import BadEntry, enter

__all__ = ["command"]

FIRST_DISCS = 4


@click.command("score", cls=DashedCommand)
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("first")
@click.argument("second")
@click.argument("score")
def command(file: Path, first: str, second: str, score: str) -> None:
    """Enter the SCORE of a game that FIRST, who moved first, played against SECOND.

    \b
    For example:  owari score bots.yaml "Depth 8" "Team Rocket" 19-17

    Of Othello the discs count, and the squares that are left empty are the winner's.

    FILE is the tournament file or its results file; a results file that is not there is begun, and
    takes any names.
    """
    with enter_results(file) as store:
        record = _reported(store.game, store.about, first, second, score)
        try:
            number, record, new_bots = enter(store, record)
        except BadEntry as error:
            raise BadInput(str(error)) from None
    for name in new_bots:
        click.echo(f"New bot: {name}")
    click.echo(result_line(number, record.south, record.north, record.ending))


def _reported(game: Game, about: About, first: str, second: str, text: str) -> GameRecord:
    """A record without moves, in which who moved first sits South."""
    start = game.start()
    outcome = _outcome(text, game)
    return GameRecord(
        game=game,
        start=start,
        south=first,
        north=second,
        ending=Ending(Result.won_by(outcome.winner), outcome, Termination.REPORTED),
        event=about.event,
        site=about.site,
        date=about.date,
    )


def _outcome(text: str, game: Game) -> Outcome:
    found = re.fullmatch(r"(\d{1,4})\s*[-:]\s*(\d{1,4})", text)
    if not found:
        what = counted(game)
        raise BadInput(f"a score is the {what} of both, as in 19-17, not {text!r}")
    south, north = int(found[1]), int(found[2])
    if isinstance(game, OthelloRules):
        return _discs(south, north, game)
    assert isinstance(game, SowingRules)
    stones = 2 * game.pits * game.stones
    if south + north != stones:
        raise BadInput(f"{south}-{north} makes {south + north} stones, but the game has {stones}")
    return Outcome(south, north)


def _discs(south: int, north: int, game: OthelloRules) -> Outcome:
    """A score of Othello, which may leave squares empty; the other game never does."""
    squares, discs = game.size**2, south + north
    if discs > squares:
        raise BadInput(f"{south}-{north} makes {discs} discs, but the board has {squares} squares")
    if game.free and discs < squares:
        raise BadInput(f"{south}-{north} makes {discs} discs, but the board fills up: {squares}")
    if discs <= FIRST_DISCS:
        raise BadInput(f"{south}-{north} makes {discs} discs, and a game begins with {FIRST_DISCS}")
    return Outcome(south, north, squares - discs)
