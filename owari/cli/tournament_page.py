"""The live page of a tournament in play: a process of its own, which gives way to the games."""

from __future__ import annotations

import functools
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from owari.errors import BadInput
from owari.table.option_words import option_words
from owari.web.settings import ServedTournament, Settings

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

__all__ = ["Page", "page_options", "served_page"]

F = TypeVar("F", bound=Callable[..., Any])

PRIORITY = 10
"""How far the server stands behind the games: nice(2)."""
DEFAULTS = Settings()


class Page(NamedTuple):
    """What the options say of the live page."""

    host: str
    port: int

    @property
    def words(self) -> list[str]:
        """The options that ask for it."""
        host = option_words("--host", self.host, DEFAULTS.host)
        return ["--serve", *host, *option_words("--port", self.port, DEFAULTS.port)]


def page_options(function: F) -> F:
    """Adds the options --serve, --host and --port, which become the argument `page`: None without
    --serve."""
    from owari.cli.serve import address_options

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
    """Serves the page of these results during the block, and says where it is.

    Yields what waits for Ctrl-C. Both do nothing without a page. Raises BadInput where it cannot be
    served.
    """
    import multiprocessing

    from owari.cli.serve import require_web
    from owari.tournament.slot_processes import interrupts_held

    if page is None:
        yield lambda: None
        return
    require_web()
    served = ServedTournament(results.absolute(), file.absolute(), event)
    settings = Settings((served,), host=page.host, port=page.port)
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_serve, args=(settings, theirs), daemon=True)
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


def _serve(settings: Settings, line: Connection) -> None:
    """The process of the server: out of reach of Ctrl-C, which the command takes, and with it it
    ends."""
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
