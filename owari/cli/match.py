"""`owari match`: which of two bots is stronger."""

from __future__ import annotations

import shlex
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import click

from owari.cli.cluster_options import cluster_option, connected, play_games
from owari.cli.exit_codes import ExitCode
from owari.cli.match_options import MatchOptions, SprtOptions, match_options, sprt_options
from owari.cli.match_progress import match_progress
from owari.cli.options import format_option
from owari.cli.parameter_types import FILE
from owari.cli.program_options import player_type
from owari.cli.screen import screen_width
from owari.cli.tournament_games import game_spec, tell_of_engine
from owari.errors import BadInput
from owari.report.match_tables import match_tables
from owari.report.tables import format_tables
from owari.results.game_log import Incident
from owari.results.lock import lock
from owari.results.match_score import MatchScore
from owari.results.sprt import Sprt
from owari.results.store import Store
from owari.table.game_series import interruptible
from owari.table.option_words import option_words
from owari.tournament.cluster.cluster import Cluster
from owari.tournament.incidents import incident_text, summary
from owari.tournament.match import match_between
from owari.tournament.match_entry import change_during, close_match, enter_match
from owari.tournament.private_files import beside
from owari.tournament.program_fingerprint import program_files
from owari.tournament.result_entry import scheduled_games
from owari.tournament.runner import groups
from owari.tournament.tournament_settings import Tournament

__all__ = ["command"]

WITHOUT_OPENINGS = (
    "A bot of this match cannot begin with an opening, so all games begin at the start of the"
    " rules. Bots without chance then repeat the same two games."
)
EXAMPLES = """\b
Examples:
  owari match old/bots.yaml:Rocket new/bots.yaml:Rocket
  owari match 'python3 bot.py' 'python3 bot-old.py' --games 200 --time 1s
  owari match engine:5 engine:4 --sprt 0 50 --record depths.db
"""


@click.command("match", epilog=EXAMPLES)
@click.argument("a", type=player_type())
@click.argument("b", type=player_type())
@match_options
@sprt_options
@click.option(
    "--record",
    type=FILE,
    metavar="FILE.db",
    help="Results file, in which the same command continues. Without it no game is kept.",
)
@cluster_option()
@format_option()
def command(
    a: str,
    b: str,
    options: MatchOptions,
    sprt: SprtOptions,
    record: Path | None,
    cluster: str | None,
    form: str,
) -> None:
    """Find out which of the two bots A and B is stronger.

    A and B are engine:DEPTH or engine:TIME, a built-in bot, FILE.yaml:BOT, or the command of a
    program. They play pairs of games with sides exchanged. The tables have the score and the
    difference in Elo with 95% intervals, and a verdict in words.
    """
    test = sprt.test()
    most = options.most_games(test)
    with _results_file(record) as path:
        match = match_between((a, b), options.conditions((a, b), most, path))
        if not cluster:
            _tell_of_sandbox(match)
        tell_of_engine(match)
        if options.openings is None and not match.openings:
            click.echo(WITHOUT_OPENINGS, err=True)
        with (
            connected(cluster, match.bots, beside(path)) as machines,
            lock(path),
            Store.open_or_create(path) as store,
            interruptible(),
        ):
            enter_match(store, match)
            score = MatchScore([bot.name for bot in match.bots], store.games())
            try:
                void, change = _play(match, store, score, test, machines)
            except KeyboardInterrupt:
                score = MatchScore([bot.name for bot in match.bots], store.games())
                click.echo(_report(store, score, test, form), nl=False)
                again = [a, b, *options.words(), *sprt.words(), "--record", str(path)]
                again += option_words("--cluster", cluster)
                click.echo(f"Interrupted. To continue: owari match {shlex.join(again)}", err=True)
                sys.exit(ExitCode.INTERRUPTED)
            if not change:
                close_match(store)
            click.echo(_report(store, score, test, form), nl=False)
    if change:
        or_else = " To continue this one, put the old file back." if record else ""
        raise BadInput(f"{change}. Begin a new match.{or_else}")
    if void:
        raise click.ClickException(f"{void} games stayed void: nobody knows whose fault it was.")


@contextmanager
def _results_file(record: Path | None) -> Iterator[Path]:
    """The file for the games, which only an interrupted match leaves behind where nobody has named
    one."""
    if record:
        yield record
        return
    folder = Path(tempfile.mkdtemp(prefix="owari-match-"))
    try:
        yield folder / "match.db"
    except SystemExit:
        raise
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    shutil.rmtree(folder, ignore_errors=True)


def _tell_of_sandbox(match: Tournament) -> None:
    """Says which limits the programs have. Raises BadInput where this machine cannot enforce
    them."""
    if match.programs:
        from owari.programs.sandbox import summary as sandbox_summary

        limits = [sandbox_summary(program.sandbox) for program in match.programs.values()]
        for sentence in dict.fromkeys(limits):
            click.echo(sentence, err=True)


def _play(
    match: Tournament,
    store: Store,
    score: MatchScore,
    test: Sprt | None,
    cluster: Cluster | None,
) -> tuple[int, str]:
    """Plays games until the match has enough. Returns how many stayed void, and a clause on the
    file of a program that has changed meanwhile: a game that ends after that does not count."""
    most, void, change = match.games_per_match, 0, ""
    files = program_files(match)
    played = store.numbers()
    if played:
        click.echo(f"{len(played)} games are already played.", err=True)
    suite = match.suite()
    due = (
        game_spec(match, game, suite)
        for game in scheduled_games(store)
        if game.number <= most and game.number not in played
    )
    with match_progress(score, most, test) as progress:

        def note(incident: Incident) -> None:
            store.incidents = [*store.incidents, incident]
            progress.tell(incident_text(incident))

        finished = play_games(due, match.concurrency, cluster, store.incidents, note, store.path)
        with closing(finished) as games:
            for group in () if _is_over(score, test) else groups(games):
                with store.transaction():
                    for game in group:
                        if game.record is None:
                            void += 1
                            progress.tell(f"Game {game.spec.number} is void: {game.failure}")
                            continue
                        if change := change_during(files, program_files(match)):
                            break
                        store.add(game.spec.number, game.record)
                        score.add(store.game_of(game.spec.number))
                        if _is_over(score, test):
                            break
                progress.update()
                if change or _is_over(score, test):
                    break
    return void, change


def _is_over(score: MatchScore, test: Sprt | None) -> bool:
    """Whether more games would tell nothing."""
    return score.is_over or (test is not None and test.accepted(score.pairs) is not None)


def _report(store: Store, score: MatchScore, test: Sprt | None, form: str) -> str:
    tables = match_tables(score, test, store.game.pieces, summary(store.incidents))
    return format_tables(tables, form, screen_width())
