"""`owari tournament`: a round robin between bots."""

from __future__ import annotations

import shlex
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import click

from owari.cli.exit_codes import ExitCode
from owari.cli.options import format_option
from owari.cli.results_file import results_path
from owari.cli.standings import report
from owari.engine.kernel import MISSING, sowing
from owari.errors import BadInput
from owari.programs.cores import usable_cores
from owari.report.tables import format_tables, result_line, schedule_table
from owari.results.bot_names import folded
from owari.results.database import set_aside
from owari.results.game_log import Incident, Status
from owari.results.lock import lock
from owari.results.store import Store
from owari.table.game_series import interruptible
from owari.table.option_words import option_words
from owari.text.printable import plain
from owari.text.suggestions import did_you_mean
from owari.tournament.changes import (
    ChangeKind,
    change_text,
    changed_programs,
    changes,
    store_programs,
)
from owari.tournament.config import load
from owari.tournament.incidents import incident_text
from owari.tournament.private_files import bots_in_shared_folders
from owari.tournament.program_fingerprint import program_files
from owari.tournament.result_entry import begin, scheduled_games
from owari.tournament.runner import Finished, run
from owari.tournament.schedule import Entrant, ScheduledGame, order_notes, schedule
from owari.tournament.slot import GameSpec
from owari.tournament.tournament_settings import BuiltinSettings, Tournament

__all__ = ["command"]

EXAMPLES = """\b
Examples:
  owari tournament bots.yaml
  owari tournament bots.yaml --dry-run
  owari tournament bots.yaml --replay 'Team Rocket' --logs logs
"""


@click.command("tournament", epilog=EXAMPLES)
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--results",
    type=click.Path(path_type=Path),
    help="Results file.  [default: FILE with .db in place of .yaml]",
)
@click.option(
    "--replay", multiple=True, metavar="BOT", help="Annul the games of BOT and play them again."
)
@click.option("--restart", is_flag=True, help="Set the old results aside and start again.")
@click.option("--dry-run", is_flag=True, help="List the games to play without playing them.")
@click.option(
    "--logs",
    type=click.Path(),
    help="Write the dialogues with the programs to this folder, in a folder for each game.",
)
@format_option()
def command(
    file: Path,
    results: Path | None,
    replay: tuple[str, ...],
    restart: bool,
    dry_run: bool,
    logs: str | None,
    form: str,
) -> None:
    """Play a round robin between the bots of the tournament file FILE.

    Every pair plays a match of two games, in which each side moves first once. Each game is
    saved as it ends. After an interruption the same command continues, also with bots that you have
    added to the file.
    """
    tournament = load(file, kept=[Path(path) for path in (results, logs) if path])
    names = [bot.name for bot in tournament.bots]
    for bot in replay:
        if bot not in names:
            same = next((name for name in names if folded(name) == folded(bot)), bot)
            raise BadInput(f"--replay {bot}: {file} has no such bot{did_you_mean(same, names)}")
    path = results or results_path(file)
    if restart and replay:
        raise BadInput("--restart plays all games again: leave --replay out")
    if path == file:
        raise BadInput(f"{file} is the tournament file: name another file for the results")
    if dry_run:
        _show_schedule(tournament, path, replay, restart, form)
        return
    _tell_of_sandbox(tournament, file)
    logs_folder = None if logs is None else _made_folder(logs)
    with lock(path):
        if restart and path.exists():
            click.echo(f"The old results are now in {set_aside(path)}.", err=True)
        with Store.open_or_create(path) as store:
            _refuse_changes(store, tournament, path, replay)
            files = program_files(tournament)
            changed = changed_programs(store, files, replayed=replay)
            for change in changed:
                click.echo(plain(change_text(change)), err=True)
            annulled = begin(store, tournament, replayed=replay)
            store_programs(store, files, changed)
            if annulled:
                click.echo(f"{annulled} games are annulled and played again.", err=True)
            again = ["owari", "tournament", str(file)]
            again += option_words("--results", results) + option_words("--logs", logs)
            void = _play(tournament, store, form, again, logs_folder)
            click.echo(("\n" if form == "plain" else "") + report(store, form), nl=False)
    if void:
        raise click.ClickException(
            f"{len(void)} games stayed void{_suspect(void)}. The same command plays them again."
        )


def _made_folder(logs: str) -> Path:
    """The folder of that name, created where there is none. Raises BadInput."""
    folder = Path(logs)
    if not logs.strip():
        raise BadInput("--logs: the name of a folder is missing")
    if folder.exists() and not folder.is_dir():
        raise BadInput(f"--logs {logs}: this is a file; name a folder")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise BadInput(f"--logs {logs}: nothing can be written there: {why}") from None
    return folder


def _play(
    tournament: Tournament, store: Store, form: str, command: Sequence[str], logs: Path | None
) -> list[GameSpec]:
    """Plays the games that the store does not have. Returns the games that stayed void."""
    games = scheduled_games(store)
    played = store.numbers()
    due = [game for game in games if game.number not in played]
    if played:
        click.echo(f"{len(played)} of {len(games)} games are already played.", err=True)
    if sowing is None and any(bot.engine == "alpha-beta" for bot in _built_in(tournament)):
        click.echo(MISSING, err=True)
    _tell_of_cores(tournament)
    void = []
    specs = [_spec(tournament, game, logs) for game in due]

    def tell(line: str) -> None:
        if bar:
            click.echo("\r\x1b[K", nl=False, err=True)
        # A program that reads the standard output expects only the table.
        click.echo(line, err=form != "plain")

    def note(incident: Incident) -> None:
        store.incidents = [*store.incidents, incident]
        tell(incident_text(incident))

    finished = run(specs, tournament.concurrency, known=store.incidents, report=note)
    with (
        interruptible(),
        closing(finished),
        _progress(len(specs), specs[: tournament.concurrency]) as bar,
    ):
        try:
            for game in finished:
                if game.record is not None:
                    store.add(game.spec.number, game.record)
                else:
                    void.append(game.spec)
                tell(_line(game))
                if bar:
                    bar.update(1, game)
        except KeyboardInterrupt:
            finished.close()
            click.echo("\n" + report(store, form), nl=False)
            click.echo(f"Interrupted. To continue: {shlex.join(command)}", err=True)
            sys.exit(ExitCode.INTERRUPTED)
    return void


def _suspect(void: Sequence[GameSpec]) -> str:
    """A clause about the bot that played in all void games."""
    sides = [{game.south.name, game.north.name} for game in void]
    common = set.intersection(*sides)
    if len(void) < 2 or len(common) != 1:
        return ""
    name = plain(*common)
    return f", all of them with {name}: remove this bot, or set sandbox: isolated"


def _tell_of_sandbox(tournament: Tournament, file: Path) -> None:
    """Says which limits the programs have. Raises BadInput where this machine cannot enforce those
    of the file."""
    if tournament.programs:
        from owari.programs.sandbox import MissingMeans, summary

        try:
            click.echo(summary(tournament.sandbox), err=True)
        except MissingMeans as error:
            raise BadInput(f"{file}: {error}") from None
        names = bots_in_shared_folders(tournament)
        if names and tournament.sandbox.level in ("auto", "isolated"):
            click.echo(
                f"These bots share a folder: {plain(', '.join(names))}. They can read each other's"
                " files there, and lose what they write. Give each bot a directory of its own.",
                err=True,
            )


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


def _spec(tournament: Tournament, game: ScheduledGame, logs: Path | None) -> GameSpec:
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


def _refuse_changes(
    store: Store, tournament: Tournament, path: Path, replay: tuple[str, ...]
) -> None:
    if found := changes(store, tournament, replayed=replay):
        only_settings = all(change.kind is ChangeKind.BOT_SETTING for change in found)
        again = ", or play the bot's games again with --replay BOT" if only_settings else ""
        raise BadInput(
            f"{path} holds games that were played with other settings:"
            f" {'; '.join(map(change_text, found))}."
            f" Undo the change{again}, or start a new tournament with --restart."
        )


def _show_schedule(
    tournament: Tournament, path: Path, replay: tuple[str, ...], restart: bool, form: str
) -> None:
    """Prints the games to play, and writes nothing."""
    entrants = [Entrant.of(bot.stored) for bot in tournament.bots]
    games = schedule(entrants, tournament.games_per_match)
    if path.exists() and not restart:
        with Store.open(path) as store:
            _refuse_changes(store, tournament, path, replay)
            known = [bot.name for bot in store.bots()]
            entrants.sort(key=lambda bot: (*known, bot.name).index(bot.name))
            played = {
                game.number
                for game in store.games()
                if game.status is Status.REPORTED
                or (game.south not in replay and game.north not in replay)
            }
            games = schedule(entrants, tournament.games_per_match)
            games = [game for game in games if game.number not in played]
    table = schedule_table(games, order_notes(entrants))
    click.echo(format_tables([table], form), nl=False)
