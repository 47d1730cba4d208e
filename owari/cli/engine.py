"""`owari engine`: our engine as a program in other people's managers."""

from __future__ import annotations

import os
import socket
import sys
from contextlib import suppress

import click

from owari.cli.main import BadInput
from owari.cli.seats import check_evaluation, game_option, reads
from owari.engine.evaluations import EVALUATION
from owari.engine.kernel import MISSING, native
from owari.games.game import Side
from owari.games.mancala import SowingRules
from owari.players.engine import EnginePlayer
from owari.players.player import TimeControl
from owari.serving.conversation import converse
from owari.serving.protocols import SERVED
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
    help="Time for a turn, as 5s or 500ms; beside --depth whichever ends first.",
)
@click.option(
    "--evaluation",
    metavar="NAME",
    help=f"What it goes by where it looks no further: {EVALUATION}.",
)
@game_option(None, "the protocol's")
@click.option(
    "--connect",
    metavar="HOST:PORT",
    help="(kgp) Where the server listens.  [default: KGP_HOST and KGP_PORT of the environment]",
)
def command(
    protocol: str,
    depth: int | None,
    seconds: float | None,
    evaluation: str | None,
    game: SowingRules | None,
    connect: str | None,
) -> None:
    """Play as a program among others, started by a manager that is not ours.

    It reads its protocol on standard input and answers on standard output, or connects to a server
    where that is the custom, and leaves when the game is over or its input ends; what it cannot
    understand it says on its error output. Without --depth and --time it takes as long as the
    manager says it may, or a second where the manager does not.
    """
    served = SERVED[protocol]
    rules = game or served.game
    if why := served.unfit(rules):
        raise BadInput(f"--game: {why}")
    check_evaluation(rules, evaluation)
    if connect and served.port is None:
        raise BadInput(f"--connect: {protocol} is spoken over standard input and output")
    if native is None:
        _complain(MISSING)
    player = EnginePlayer(depth=depth, seconds=seconds, evaluation=evaluation)
    player.start(rules.start(), Side.SOUTH, TimeControl())
    speaker = served.speaker(rules, player)
    with suppress(ConnectionError):  # a manager that listens no more has ended its game
        if served.port is not None:
            with _connected(connect, served.port) as server:
                converse(speaker, server.makefile("rb"), server.makefile("wb"), _complain)
        elif sys.stdin is not None:
            converse(speaker, sys.stdin.buffer, sys.stdout.buffer, _complain)


def _connected(address: str | None, usual_port: int) -> socket.socket:
    """The server at `HOST:PORT`, by default as those name it who start us. Raises BadInput."""
    if address is None:
        if "KGP_HOST" not in os.environ:
            raise BadInput(
                "no server is known: give --connect HOST:PORT, or set KGP_HOST, KGP_PORT"
            )
        address = f"{os.environ['KGP_HOST']}:{os.environ.get('KGP_PORT', usual_port)}"
    host, colon, port = address.rpartition(":")
    if not colon:
        host, port = address, str(usual_port)
    if not (port.isascii() and port.isdigit() and 0 < int(port[:9]) < 65536):
        raise BadInput(f"{address!r} is no server: HOST:PORT is expected, as in localhost:2671")
    try:
        return socket.create_connection((host.strip("[]"), int(port)))
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise BadInput(f"there is no server at {address}: {reason}") from None


def _complain(sentence: str) -> None:
    with suppress(OSError):
        click.echo(f"owari engine: {sentence}", err=True)
