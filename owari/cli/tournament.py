"""`owari tournament`: a tournament between bots."""

from __future__ import annotations

import shlex
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from owari.cli.cluster_options import cluster_option, connected
from owari.cli.opening_options import openings_option
from owari.cli.options import format_option
from owari.cli.tournament_page import Page, page_options, served_page
from owari.cli.tournament_schedule import refuse_changes, show_schedule
from owari.errors import BadInput
from owari.results.bot_names import folded
from owari.results.database import is_blank, set_aside
from owari.results.game_log import ProgramFiles
from owari.results.store import Store
from owari.table.option_words import option_words
from owari.text.printable import plain
from owari.text.suggestions import did_you_mean
from owari.tournament.results_file import results_path

if TYPE_CHECKING:
    from owari.tournament.cluster.cluster import Cluster
    from owari.tournament.slot import GameSpec
    from owari.tournament.tournament_settings import Tournament

__all__ = ["command"]

EXAMPLES = """\b
Examples:
  owari tournament bots.yaml
  owari tournament bots.yaml --dry-run
  owari tournament bots.yaml --serve
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
@openings_option("those of FILE")
@cluster_option()
@click.option(
    "--concurrency",
    type=click.IntRange(1, 1000),
    help="Games that are played at a time.  [default: as in FILE]",
)
@page_options
@format_option()
def command(
    file: Path,
    results: Path | None,
    replay: tuple[str, ...],
    restart: bool,
    dry_run: bool,
    logs: str | None,
    cluster: str | None,
    openings: str | None,
    concurrency: int | None,
    page: Page | None,
    form: str,
) -> None:
    """Play the tournament that the tournament file FILE describes.

    Unless the file says otherwise, every pair plays a match of two games, in which each side moves
    first once. Each game is saved as it ends. After an interruption the same command continues,
    also with bots that you have added to the file.
    """
    from owari.results.lock import lock
    from owari.tournament.config import load
    from owari.tournament.private_files import beside

    path = results or results_path(file)
    if restart and replay:
        raise BadInput("--restart plays all games again: leave --replay out")
    if path == file:
        raise BadInput(f"{file} is the tournament file: name another file for the results")
    kept = [Path(path) for path in (results, logs) if path]
    tournament = load(file, kept=kept, tolerant=not restart and _has_games(path), openings=openings)
    tournament = replace(tournament, concurrency=concurrency or tournament.concurrency)
    for bot in replay:
        _check_replay(bot, tournament, file)
    if dry_run:
        show_schedule(tournament, path, replay, restart, form, file)
        return
    if cluster and logs is not None:
        raise BadInput("--logs: the machines of a cluster write no logs here: leave it out")
    _tell_of_sandbox(tournament, file, here=not cluster)
    logs_folder = None if logs is None else _made_folder(logs)
    again = ["owari", "tournament", str(file)]
    again += option_words("--results", results) + option_words("--logs", logs)
    again += option_words("--cluster", cluster)
    again += option_words("--openings", openings)
    again += option_words("--concurrency", concurrency) + (page.words if page else [])
    with served_page(page, path, file, tournament.about.event) as stay:
        with connected(cluster, tournament.bots, [file, *beside(path)]) as machines, lock(path):
            if restart and path.exists():
                click.echo(f"The old results are now in {set_aside(path)}.", err=True)
            void = _play(tournament, path, file, replay, form, again, logs_folder, machines)
        stay()
    if void:
        raise click.ClickException(
            f"{len(void)} games stayed void{_suspect(void)}. The same command plays them again."
        )


def _play(
    tournament: Tournament,
    path: Path,
    file: Path,
    replay: tuple[str, ...],
    form: str,
    again: list[str],
    logs: Path | None,
    machines: Cluster | None,
) -> list[GameSpec]:
    """Plays what is to be played, and reports. Returns the games that stayed void."""
    from owari.cli.standings import report
    from owari.cli.tournament_games import play_due_games
    from owari.cli.tournament_waiting import waiting_notes
    from owari.tournament.due_games import due_games
    from owari.tournament.result_entry import scheduled_games

    with Store.open_or_create(path) as store:
        files = _begin(store, tournament, path, replay)
        void = play_due_games(tournament, store, form, again, logs, machines)
        click.echo(("\n" if form == "plain" else "") + report(store, form), nl=False)
        _tell_of_changes(files, tournament)
        due = due_games(tournament, scheduled_games(store), store.numbers())
        for note in waiting_notes(due, tournament, file):
            click.echo(plain(note), err=True)
    return void


def _begin(
    store: Store, tournament: Tournament, path: Path, replay: tuple[str, ...]
) -> ProgramFiles:
    """Enters the tournament in the results, and says what has changed since its last run. Returns
    the digests of the programs. Raises BadInput where the results do not allow it."""
    from owari.tournament.changes import change_text, changed_programs, store_programs
    from owari.tournament.program_fingerprint import program_files
    from owari.tournament.result_entry import begin

    refuse_changes(store, tournament, path, replay)
    for bot in replay:
        if bot in store.withdrawn:
            raise BadInput(f"--replay {bot}: it has withdrawn")
    files = program_files(tournament)
    changed = changed_programs(store, files, replayed=replay)
    for change in changed:
        click.echo(plain(change_text(change)), err=True)
    annulled = begin(store, tournament, replayed=replay)
    store_programs(store, files, changed)
    if annulled:
        click.echo(f"{annulled} games are annulled and played again.", err=True)
    return files


def _tell_of_changes(before: ProgramFiles, tournament: Tournament) -> None:
    """Says which programs have changed while they played."""
    from owari.tournament.changes import changed_files
    from owari.tournament.program_fingerprint import program_files

    for bot, file in changed_files(before, program_files(tournament)):
        told = f"{bot}'s {file} has changed during the run, so some games may be of the new file."
        again = shlex.join(["--replay", bot])
        click.echo(plain(f"{told} {again} plays the games of {bot} again."), err=True)


def _has_games(path: Path) -> bool:
    """Whether the results have a game already."""
    if is_blank(path):
        return False
    with Store.open(path) as store:
        return bool(store.numbers())


def _check_replay(bot: str, tournament: Tournament, file: Path) -> None:
    """Raises BadInput where the games of this bot cannot be played again."""
    if bot in (playing := [config.name for config in tournament.bots]):
        return
    if bot in tournament.missing:
        raise BadInput(f"--replay {bot}: it cannot play: {tournament.missing[bot]}")
    if bot in (entry.name for entry in tournament.entries):
        raise BadInput(f"--replay {bot}: it plays by hand; annul its games with owari annul")
    same = next((name for name in playing if folded(name) == folded(bot)), bot)
    raise BadInput(f"--replay {bot}: {file} has no such bot{did_you_mean(same, playing)}")


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


def _suspect(void: Sequence[GameSpec]) -> str:
    """A clause about the bot that played in all void games."""
    sides = [{game.south.name, game.north.name} for game in void]
    common = set.intersection(*sides)
    if len(void) < 2 or len(common) != 1:
        return ""
    name = plain(*common)
    return f", all of them with {name}: remove this bot, or set sandbox: isolated"


def _tell_of_sandbox(tournament: Tournament, file: Path, *, here: bool) -> None:
    """Says which limits the programs have. Raises BadInput where they are to run `here` and this
    machine cannot enforce those of the file."""
    from owari.tournament.private_files import bots_in_shared_folders

    if tournament.programs:
        from owari.programs.sandbox import MissingMeans, summary

        try:
            if here:
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
