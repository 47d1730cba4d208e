"""The option --cluster: the games of a command are played there instead of here."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from owari.results.game_log import Incident
from owari.text.printable import plain

if TYPE_CHECKING:
    from owari.tournament.cluster.cluster import Cluster
    from owari.tournament.runner import Games
    from owari.tournament.slot import GameSpec
    from owari.tournament.tournament_settings import BotConfig

__all__ = ["cluster_option", "connected", "play_games"]


def cluster_option() -> Callable[[Any], Any]:
    """The option --cluster."""
    return click.option(
        "--cluster",
        metavar="ADDRESS",
        help="Play on the workers of the dask scheduler there, tcp://HOST:PORT or its file.",
    )


def connected(
    address: str | None, bots: Iterable[BotConfig], left_out: Collection[Path]
) -> AbstractContextManager[Cluster | None]:
    """The cluster at an address, to which the files `left_out` do not travel; None without an
    address. Raises BadInput."""
    from owari.tournament.cluster.cluster import Cluster

    if address is None:
        return nullcontext()
    return Cluster(address, bots, left_out=left_out, tell=_tell)


def _tell(sentence: str) -> None:
    """Prints a sentence, in place of the progress on a terminal."""
    if sys.stderr.isatty():
        click.echo("\r\x1b[K", nl=False, err=True, color=True)
    click.echo(plain(sentence), err=True)


def play_games(
    games: Iterable[GameSpec],
    concurrency: int,
    cluster: Cluster | None,
    known: Sequence[Incident],
    report: Callable[[Incident], None],
    results: Path,
) -> Games:
    """Plays the games on a cluster, or in so many slots of this machine, as `runner.run` does.

    The moves of games here are in the file of live moves beside the results.
    """
    from owari.tournament.live_moves import live_file
    from owari.tournament.runner import run

    if cluster:
        yield from cluster.run(games, known=known, report=report)
        return
    with live_file(results, concurrency) as live:
        yield from run(games, concurrency, known=known, report=report, live=live)
