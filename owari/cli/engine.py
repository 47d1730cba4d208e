"""`owari engine`: our engine as a program in other people's managers."""

from __future__ import annotations

import os
import socket
import sys
from contextlib import suppress

import click

from owari.cli.options import check_evaluation, game_option, reads
from owari.engine.families import EVALUATION
from owari.engine.kernel import MISSING, native
from owari.errors import BadInput
from owari.games.game import Game, Side
from owari.games.othello import OTHELLO
from owari.players.player import TimeControl
from owari.programs.protocols import find_protocol
from owari.serving import file_player
from owari.serving.conversation import converse
from owari.serving.engine_seat import ServedEngine
from owari.serving.served_protocols import SERVED
from owari.serving.speaker import Misheard
from owari.table.look_ahead import read_depth, read_seconds

__all__ = ["command"]

FILES = "files"
"""The protocol that has no conversation."""


@click.command("engine")
@click.option(
    "--protocol",
    type=click.Choice([*SERVED, FILES]),
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
@click.argument("names", metavar="[STATE ACTION]", nargs=-1)
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
    game: Game | None,
    connect: str | None,
    names: tuple[str, ...],
) -> None:
    """Play as a program among others, started by a manager that is not ours.

    It reads its protocol on standard input and answers on standard output, or connects to a server
    where that is the custom, and leaves when the game is over or its input ends; what it cannot
    understand it says on its error output. Without --depth and --time it takes as long as the
    manager says it may, or a second where the manager does not.

    With --protocol files it reads the file STATE, writes moves to the file ACTION, and leaves.
    """
    if protocol == FILES:
        if connect:
            raise BadInput("--connect: files is spoken through two files")
        return _answer_file(game or OTHELLO, depth, seconds, evaluation, names)
    if names:
        raise BadInput(f"{names[0]}: {protocol} has no file; STATE and ACTION are for files")
    served = SERVED[protocol]
    rules = game or served.game
    if why := find_protocol(protocol).unfit(rules):
        raise BadInput(f"--game: {why}")
    check_evaluation(rules, evaluation)
    if connect and served.port is None:
        raise BadInput(f"--connect: {protocol} is spoken over standard input and output")
    if native is None:
        _complain(MISSING)
    player = ServedEngine(depth=depth, seconds=seconds, evaluation=evaluation)
    player.start(rules.start(), Side.SOUTH, TimeControl())
    speaker = served.speaker(rules, player)
    with suppress(ConnectionError):  # a manager that listens no more has ended its game
        if served.port is not None:
            with _connected(connect, served.port) as server:
                converse(speaker, server.makefile("rb"), server.makefile("wb"), _complain)
        elif sys.stdin is not None:
            converse(speaker, sys.stdin.buffer, sys.stdout.buffer, _complain)


def _answer_file(
    rules: Game,
    depth: int | None,
    seconds: float | None,
    evaluation: str | None,
    names: tuple[str, ...],
) -> None:
    """Reads one file and writes the other. Raises BadInput."""
    if why := find_protocol(FILES).unfit(rules):
        raise BadInput(f"--game: {why}")
    check_evaluation(rules, evaluation)
    if len(names) != 2:
        raise BadInput("two files are expected, as in: --protocol files state action")
    state, action = names
    try:
        with open(state, encoding="utf-8", errors="replace") as file:
            text = file.read(file_player.LARGEST)
        with open(action, "w", encoding="utf-8") as file:
            player = ServedEngine(depth=depth, seconds=seconds, evaluation=evaluation)
            for line in file_player.answers(rules, player, text):
                file.write(line)
                file.flush()
    except Misheard as error:
        raise BadInput(f"{state}: {error}") from None
    except OSError as error:
        raise BadInput(f"{error.filename or action}: {error.strerror}") from None


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
