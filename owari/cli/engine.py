"""`owari engine`: the engine as a bot under another manager."""

from __future__ import annotations

import os
import socket
import sys
from contextlib import suppress
from typing import Any

import click

from owari.cli.files import reading, writing
from owari.cli.options import (
    DEPTH,
    Choice,
    check_evaluation,
    evaluation_option,
    game_option,
    time_option,
)
from owari.engine.kernel import MISSING, sowing
from owari.errors import BadInput
from owari.games.game import Game
from owari.games.othello import OTHELLO
from owari.programs.dialogues.protocols import find_protocol
from owari.serving.served_protocols import (
    LARGEST_STATE,
    SERVED,
    EngineChooser,
    answers_to_state,
    converse,
)
from owari.serving.speaker import BadRequest

FILES = "files"
"""The protocol that has two files in place of a conversation."""


EXAMPLES = """\b
Examples:
  owari engine --protocol gtp --time 1s
  owari engine --protocol line --game kalah --depth 8
  owari engine --protocol kgp --connect localhost:2671
"""


@click.command("engine", epilog=EXAMPLES)
@click.option(
    "--protocol", type=Choice([*SERVED, FILES]), required=True, help="Protocol of the manager."
)
@click.option("--depth", type=DEPTH, help="Look-ahead in plies.")
@time_option(
    "Time for a turn, such as 5s or 500ms. With --depth, the engine stops at whichever comes first."
)
@evaluation_option
@game_option(None, "the protocol's")
@click.argument("names", metavar="[STATE ACTION]", nargs=-1)
@click.option(
    "--connect",
    metavar="HOST:PORT",
    help="Address of a kgp server.  [default: KGP_HOST and KGP_PORT of the environment]",
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
    """Run the engine as a bot that another manager starts.

    The engine reads its protocol from the standard input and answers on the standard output. With
    kgp it connects to a server. It ends with the game or with its input, and writes complaints to
    the error output. Without --depth and --time it uses the time of the manager, or one second.

    With the protocol files it reads the file STATE, writes its moves to the file ACTION, and ends.
    """
    if protocol == FILES:
        if connect:
            raise BadInput("--connect: the protocol files needs no server")
        return _answer_file(game or OTHELLO, depth, seconds, evaluation, names)
    if names:
        raise BadInput(
            f"{names[0]}: only the protocol files takes STATE and ACTION, not {protocol}"
        )
    served = SERVED[protocol]
    rules = game or served.game
    if why := find_protocol(protocol).unfit(rules):
        raise BadInput(f"--game: {why}")
    check_evaluation(rules, evaluation)
    if connect and served.port is None:
        raise BadInput(f"--connect: {protocol} uses the standard input and output")
    if sowing is None:
        _complain(MISSING)
    player = EngineChooser(depth=depth, seconds=seconds, evaluation=evaluation)
    speaker = served.speaker(rules, player)
    with suppress(ConnectionError):  # a manager that listens no more has ended its game
        if served.port is not None:
            with _connected(connect, served.port) as server:
                converse(speaker, server.makefile("rb"), server.makefile("wb"), _complain)
        else:
            converse(speaker, sys.stdin.buffer, sys.stdout.buffer, _complain)


def _answer_file(
    rules: Any,
    depth: int | None,
    seconds: float | None,
    evaluation: str | None,
    names: tuple[str, ...],
) -> None:
    """Reads the file of the state and writes the file of the moves. Raises BadInput."""
    if why := find_protocol(FILES).unfit(rules):
        raise BadInput(f"--game: {why}")
    check_evaluation(rules, evaluation)
    if len(names) != 2:
        raise BadInput("the protocol files needs two files, such as: --protocol files state action")
    state, action = names
    with reading(state), open(state, encoding="utf-8", errors="replace") as file:
        text = file.read(LARGEST_STATE)
    try:
        with writing(action), open(action, "w", encoding="utf-8") as file:
            player = EngineChooser(depth=depth, seconds=seconds, evaluation=evaluation)
            for line in answers_to_state(rules, player, text):
                file.write(line)
                file.flush()
    except BadRequest as error:
        raise BadInput(f"{state}: {error}") from None


def _connected(address: str | None, usual_port: int) -> socket.socket:
    """The server at `HOST:PORT`, by default of the environment. Raises BadInput."""
    if address is None:
        if "KGP_HOST" not in os.environ:
            raise BadInput(
                "no server is known: give --connect HOST:PORT, or set KGP_HOST and KGP_PORT"
            )
        address = f"{os.environ['KGP_HOST']}:{os.environ.get('KGP_PORT', usual_port)}"
    host, colon, port = address.rpartition(":")
    if not colon:
        host, port = address, str(usual_port)
    if not (port.isascii() and port.isdigit() and 0 < int(port[:9]) < 65536):
        raise BadInput(f"{address!r} is not HOST:PORT, such as localhost:2671")
    try:
        return socket.create_connection((host.strip("[]"), int(port)))
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise BadInput(f"no server answers at {address}: {reason}") from None


def _complain(sentence: str) -> None:
    with suppress(OSError):
        click.echo(f"owari engine: {sentence}", err=True)
