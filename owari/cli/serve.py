"""`owari serve`: the live page in a browser."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from owari.cli.game_files import is_of_tournament, numbered_games
from owari.errors import BadInput
from owari.tournament.results_file import is_tournament_file, read_results, results_path
from owari.web.settings import ServedTournament, Settings

__all__ = ["address_options", "command", "require_web"]

F = TypeVar("F", bound=Callable[..., Any])

EXAMPLES = """\b
Examples:
  owari serve
  owari serve evening.yaml
  owari serve evening.yaml games.pgn --host 0.0.0.0 --port 80
"""


def address_options(function: F) -> F:
    """Adds the options --host and --port."""
    host = click.option(
        "--host",
        default="127.0.0.1",
        show_default=True,
        help="Address to serve on. 0.0.0.0 lets other computers connect.",
    )
    port = click.option(
        "--port",
        type=click.IntRange(0, 65535),
        default=8000,
        show_default=True,
        help="Port to serve on; 0 takes any free one.",
    )
    return host(port(function))


@click.command("serve", epilog=EXAMPLES)
@click.argument("files", metavar="[FILE ...]", nargs=-1, type=click.Path(path_type=Path))
@address_options
def command(files: tuple[Path, ...], host: str, port: int) -> None:
    """Show tournaments and games in a browser, and play and relay games there.

    FILE is a tournament file, a results file or a record of games. The page shows what they hold,
    also while a tournament runs. People can play against the programs of a tournament file, and
    against the engine without any file. End the server with Ctrl-C.
    """
    require_web()
    settings = _settings(files, host, port)
    from owari.web.server import serve

    serve(settings, announce=click.echo)


def require_web() -> None:
    """Raises BadInput where the libraries of the live page are not installed."""
    try:
        import starlette  # noqa: F401
        import uvicorn  # noqa: F401
    except ImportError:
        raise BadInput(
            "the live page needs Starlette and uvicorn: pip install 'owari[web]'"
        ) from None


def _settings(files: tuple[Path, ...], host: str, port: int) -> Settings:
    """What to serve. Raises BadInput where a file cannot be read."""
    tournaments, records = [], []
    for file in map(Path.absolute, files):
        if is_tournament_file(file):
            from owari.tournament.config import load

            event = load(file, tolerant=True).about.event
            tournaments.append(ServedTournament(results_path(file), file, event))
        elif is_of_tournament(file):
            with read_results(file) as store:
                tournaments.append(ServedTournament(file, event=store.about.event))
        else:
            for _ in numbered_games(file, None, one=""):
                pass  # a broken game is told now, and not to a browser
            records.append(file)
    return Settings(tuple(tournaments), tuple(records), host, port)
