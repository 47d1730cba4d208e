"""`owari engine`: our engine as a program in other people's managers."""

from __future__ import annotations

import sys
from contextlib import suppress

import click

from owari.cli.main import BadInput
from owari.cli.seats import game_option, reads
from owari.engine.evaluation import DEFAULT, EVALUATIONS
from owari.engine.kernel import MISSING, native
from owari.games.mancala import SowingRules
from owari.players.engine import EnginePlayer
from owari.serving.protocols import SERVED
from owari.serving.stdio import converse
from owari.table.thinking import read_depth, read_seconds

__all__ = ["command"]


@click.command("engine")
@click.option(
    "--protocol",
    type=click.Choice(list(SERVED)),
    required=True,
    help="How the manager speaks with its programs.",
)
@click.option("--depth", metavar="PLIES", callback=reads(read_depth), help="Look-ahead in plies.")
@click.option(
    "--time",
    "seconds",
    metavar="TIME",
    callback=reads(read_seconds),
    help="Time for a move, as 5s or 500ms; beside --depth whichever ends first.",
)
@click.option(
    "--evaluation",
    type=click.Choice(list(EVALUATIONS)),
    default=DEFAULT,
    show_default=True,
    help="What it goes by where it looks no further.",
)
@game_option(None, "the protocol's")
def command(
    protocol: str,
    depth: int | None,
    seconds: float | None,
    evaluation: str,
    game: SowingRules | None,
) -> None:
    """Play as a program among others, started by a manager that is not ours.

    It reads its protocol on standard input, answers on standard output, and leaves when the game is
    over or its input ends; what it cannot understand it says on its error output. Without --depth
    and --time it takes as long as the manager says it may, or a second where the manager does not.
    """
    served = SERVED[protocol]
    rules = game or served.game
    if why := served.unfit(rules):
        raise BadInput(f"--game: {why}")
    if native is None:
        _complain(MISSING)
    if sys.stdin is None:
        return
    player = EnginePlayer(depth=depth, seconds=seconds, evaluation=evaluation)
    with suppress(BrokenPipeError):  # a manager that listens no more has ended its game
        converse(served.speaker(rules, player), sys.stdin.buffer, sys.stdout.buffer, _complain)


def _complain(sentence: str) -> None:
    with suppress(OSError):
        click.echo(f"owari engine: {sentence}", err=True)
