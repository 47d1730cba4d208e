"""Plays the games of a tournament that its results do not have, and shows them as they end."""

from __future__ import annotations

import shlex
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import click

from owari.cli.cluster_options import play_games
from owari.cli.exit_codes import ExitCode
from owari.cli.opening_options import reuse_note
from owari.cli.standings import report
from owari.engine.kernel import MISSING, sowing
from owari.engine.openings import Suite
from owari.programs.cores import usable_cores
from owari.report.result_tables import result_line
from owari.results.game_log import Incident
from owari.results.store import Store
from owari.table.game_series import interruptible
from owari.text.printable import plain
from owari.tournament.benches import benches
from owari.tournament.cluster.cluster import Cluster
from owari.tournament.due_games import due_games
from owari.tournament.incidents import incident_text
from owari.tournament.result_entry import make_rounds, scheduled_games
from owari.tournament.runner import Finished, groups
from owari.tournament.schedule import ScheduledGame
from owari.tournament.slot import GameSpec
from owari.tournament.tournament_settings import BuiltinSettings, Tournament
from owari.tournament.withdrawals import forfeit_unplayed

__all__ = ["game_spec", "play_due_games", "tell_of_engine"]


def play_due_games(
    tournament: Tournament,
    store: Store,
    form: str,
    command: Sequence[str],
    logs: Path | None,
    cluster: Cluster | None = None,
) -> list[GameSpec]:
    """Plays the games that the store does not have, and returns those that stayed void.

    They are played on this machine, or on those of a cluster.

    Ctrl-C ends the command with a report in the format `form`, and names the `command` that
    continues.
    """
    games, played = _known(store)
    if done := sum(game.number in played for game in games):
        click.echo(f"{done} of {len(games)} games are already played.", err=True)
    tell_of_engine(tournament)
    if not cluster:
        _tell_of_cores(tournament)
    void: list[GameSpec] = []
    with interruptible():
        try:
            suite = tournament.suite()
            _tell_of_openings(tournament, suite)
            while not void and (due := due_games(tournament, games, played).playable):
                limit = tournament.give_up_after
                decided = benches(due, store.games() if limit else (), limit)
                for game in decided.to_forfeit:
                    spec = game_spec(tournament, game, suite, logs)
                    store.add(game.number, record := decided.record(spec))
                    click.echo(_line(Finished(spec, record, "", ())), err=form != "plain")
                if not decided.to_forfeit:
                    specs = [game_spec(tournament, game, suite, logs) for game in decided.to_play]
                    void = _play(specs, tournament.concurrency, store, form, cluster)
                games, played = _known(store)
        except KeyboardInterrupt:
            click.echo("\n" + report(store, form), nl=False)
            click.echo(f"Interrupted. To continue: {shlex.join(command)}", err=True)
            sys.exit(ExitCode.INTERRUPTED)
    return void


def _known(store: Store) -> tuple[list[ScheduledGame], set[int]]:
    """The games that are known so far, and the numbers of those that have a result."""
    forfeit_unplayed(store)
    make_rounds(store)
    return scheduled_games(store), store.numbers()


def _play(
    specs: Sequence[GameSpec],
    concurrency: int,
    store: Store,
    form: str,
    cluster: Cluster | None,
) -> list[GameSpec]:
    """Plays and stores these games, and returns those that stayed void."""
    void = []

    def tell(line: str) -> None:
        if bar:
            click.echo("\r\x1b[K", nl=False, err=True, color=True)
        # A program that reads the standard output expects only the table.
        click.echo(line, err=form != "plain")

    def note(incident: Incident) -> None:
        store.incidents = [*store.incidents, incident]
        tell(incident_text(incident))

    finished = play_games(specs, concurrency, cluster, store.incidents, note, store.path)
    with closing(finished), _progress(len(specs), specs[:concurrency]) as bar:
        for group in groups(finished):
            with store.transaction():
                for game in group:
                    if game.record is not None:
                        store.add(game.spec.number, game.record)
                    else:
                        void.append(game.spec)
            tell("\n".join(map(_line, group)))
            if bar:
                bar.update(len(group), group[-1])
    return void


def tell_of_engine(tournament: Tournament) -> None:
    """Says that the engine is slow where it was not compiled."""
    if sowing is None and any(bot.engine == "alpha-beta" for bot in _built_in(tournament)):
        click.echo(MISSING, err=True)


def _tell_of_cores(tournament: Tournament) -> None:
    """Warns where two programs that think at the same time share a core."""
    cores, games = len(usable_cores()), tournament.concurrency
    if tournament.programs and tournament.pondering and 2 * games > cores:
        cure = f"set concurrency: {cores // 2}" if cores > 1 else "set pondering: false"
        click.echo(
            f"Unfair: programs that ponder share cores. This machine has {cores}, and concurrency:"
            f" {games} needs {2 * games}. To be fair, {cure}.",
            err=True,
        )


def _built_in(tournament: Tournament) -> list[BuiltinSettings]:
    players = (bot.player for bot in tournament.bots)
    return [player for player in players if isinstance(player, BuiltinSettings)]


def _tell_of_openings(tournament: Tournament, suite: Suite | None) -> None:
    """Says where openings come again."""
    if tournament.openings and suite:
        pairs = tournament.games_per_match // 2
        if note := reuse_note(tournament.openings, suite, pairs):
            click.echo(note, err=True)


def game_spec(
    tournament: Tournament, game: ScheduledGame, suite: Suite | None, logs: Path | None = None
) -> GameSpec:
    """All that a slot has to know of a game of the tournament, whose openings are the suite."""
    bots = {bot.name: bot for bot in tournament.bots}
    about = tournament.about
    return GameSpec(
        number=game.number,
        round=game.round,
        game=tournament.game,
        south=bots[game.south],
        north=bots[game.north],
        about=about._replace(date=about.date or time.strftime("%Y-%m-%d")),
        logs=logs.absolute() if logs else None,
        opening=suite[game.leg // 2] if suite else None,
        adjudication=tournament.adjudication,
        leg=game.leg,
    )


def _line(game: Finished) -> str:
    number, south, north = game.spec.number, game.spec.south.name, game.spec.north.name
    if game.record is None:
        return plain(f"Game {number}: {south} - {north} is void: {game.failure}")
    return result_line(number, south, north, game.record.ending)


@contextmanager
def _progress(length: int, begun: Sequence[GameSpec]) -> Iterator[Any]:
    """A progress bar on a terminal: games done, time left, games in play. None elsewhere."""
    if not sys.stderr.isatty() or not length:
        yield None
        return

    def in_play(game: Finished | None) -> str:
        playing = game.in_play if game else begun
        return ", ".join(f"{spec.south.name} - {spec.north.name}" for spec in playing)

    with click.progressbar(
        length=length, label="Games", show_pos=True, item_show_func=in_play, file=sys.stderr
    ) as bar:
        yield bar
