"""`owari serve`: the live page in a browser."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from owari.cli.game_files import numbered_games
from owari.errors import BadInput
from owari.tournament.results_file import (
    is_of_tournament,
    is_tournament_file,
    read_results,
    results_path,
)
from owari.web.settings import ServedTournament, Settings

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

F = TypeVar("F", bound=Callable[..., Any])

DEFAULTS = Settings()
PRIORITY = 10
"""How far the server stands behind the games: nice(2)."""
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
        default=DEFAULTS.host,
        show_default=True,
        help="Address to serve on. 0.0.0.0 lets other computers connect.",
    )
    port = click.option(
        "--port",
        type=click.IntRange(0, 65535),
        default=DEFAULTS.port,
        show_default=True,
        help="Port to serve on; 0 takes any free one.",
    )
    return host(port(function))


@click.command("serve", epilog=EXAMPLES)
@click.argument("files", metavar="[FILE ...]", nargs=-1, type=click.Path(path_type=Path))
@address_options
@click.option("--open", "opens", is_flag=True, help="Open the page in your browser.")
def command(files: tuple[Path, ...], host: str, port: int, opens: bool) -> None:
    """Show tournaments and games in a browser, and play and relay games there.

    FILE is a tournament file, a results file or a record of games. The page shows what they hold,
    also while a tournament runs. Who opens the printed address can play, against the programs of a
    tournament file or the engine; others watch. End the server with Ctrl-C.
    """
    _require_web()
    settings = _settings(files, host, port)
    from owari.web.server import serve

    serve(settings, announce=click.echo, opens_browser=opens)


def _require_web() -> None:
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
            from owari.tournament.file.reader import load

            event = load(file, tolerant=True).about.event
            tournaments.append(ServedTournament(results_path(file), file, event))
        elif is_of_tournament(file):
            with read_results(file) as store:
                tournaments.append(ServedTournament(file, event=store.about.event))
        else:
            for _ in numbered_games(file, None, one="", archives=False):
                pass  # a broken game is told now, and not to a browser
            records.append(file)
    return Settings(tuple(tournaments), tuple(records), host, port)


class Page(NamedTuple):
    """What the options say of the live page."""

    host: str
    port: int

    @property
    def words(self) -> list[str]:
        """The options that ask for it."""
        from owari.table.table_options import option_words

        host = option_words("--host", self.host, DEFAULTS.host)
        return ["--serve", *host, *option_words("--port", self.port, DEFAULTS.port)]


def page_options(function: F) -> F:
    """Adds the options --serve, --host and --port, which become the argument `page`: None without
    --serve."""

    @functools.wraps(function)
    def command(*args: Any, serve: bool, host: str, port: int, **others: Any) -> Any:
        page = Page(host, port)
        if not serve and page != (DEFAULTS.host, DEFAULTS.port):
            raise BadInput("--host and --port are those of the live page: add --serve")
        return function(*args, page=page if serve else None, **others)

    serve = click.option("--serve", is_flag=True, help="Show the games in a browser.")
    return serve(address_options(command))  # type: ignore[return-value]


@contextmanager
def served_page(
    page: Page | None, results: Path, file: Path, event: str
) -> Iterator[Callable[[], None]]:
    """Serves the page of these results during the block, and says where it is. Yields what waits
    for Ctrl-C. Both do nothing without a page. Raises BadInput where it cannot be served."""
    import multiprocessing

    from owari.tournament.run.slot_processes import interrupts_held

    if page is None:
        yield lambda: None
        return
    _require_web()
    served = ServedTournament(results.absolute(), file.absolute(), event)
    settings = Settings((served,), host=page.host, port=page.port)
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_serve_page, args=(settings, theirs), daemon=True)
    with interrupts_held():
        process.start()
    theirs.close()

    def stay() -> None:
        click.echo("All games are over. The live page stays until Ctrl-C.", err=True)
        with suppress(KeyboardInterrupt):
            process.join()

    try:
        click.echo(_announced(ours), err=True)
        yield stay
    finally:
        process.terminate()
        process.join()


def _announced(line: Connection) -> str:
    """What the server says of its addresses. Raises BadInput where it has none."""
    try:
        problem, sentences = line.recv()
    except EOFError:
        raise BadInput("the live page did not start") from None
    if problem:
        raise BadInput(problem)
    return str(sentences)


def _serve_page(settings: Settings, line: Connection) -> None:
    """The process of the server: out of reach of Ctrl-C, which the command takes, and with it it
    ends."""
    import threading

    os.setsid()
    os.nice(PRIORITY)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    from owari.web.server import serve

    try:
        serve(settings, announce=lambda sentences: line.send(("", sentences)))
    except BadInput as error:
        line.send((str(error), ""))


def _end_with_parent() -> None:
    import multiprocessing

    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
