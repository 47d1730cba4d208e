"""`owari match`: which of two bots is stronger."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from owari.cli.files import outlived_readers, screen_width
from owari.cli.options import (
    FILE,
    Choice,
    cluster_option,
    connected,
    format_option,
    game_option,
    openings_option,
    option_group,
    time_option,
    whole_number,
)
from owari.cli.play_options import key_options, player_type, protocol_option, sandbox_option
from owari.errors import BadInput, ExitCode
from owari.games.game import Game
from owari.games.mancala import OWARI
from owari.programs.sandbox.program_settings import Level, Sandbox
from owari.results.sprt import MODELS, Model, Sprt
from owari.table.player_lookup import ProgramConditions
from owari.table.table_options import option_words
from owari.text.durations import format_duration
from owari.text.printable import plain
from owari.text.terminal_lines import cut, say, width
from owari.tournament.file.tournament_settings import OPENINGS_OF_A_MATCH

if TYPE_CHECKING:
    from owari.results.game_log import Incident
    from owari.tournament.file.tournament_settings import Tournament
    from owari.tournament.formats.schedule import ScheduledGame
    from owari.tournament.match import Conditions, MatchGames
    from owari.tournament.run.runner import Finished

F = TypeVar("F", bound=Callable[..., Any])

GAMES = 400
GAMES_OF_A_TEST = 20_000
"""The most games by default, without and with a sequential test."""
MOST_GAMES = 200_000
MOST_ELO = 500.0
DEFAULT_ERROR = 0.05


@dataclass(frozen=True, slots=True)
class SprtOptions:
    """The options of a sequential test."""

    sprt: tuple[float, float] | None
    alpha: float
    beta: float
    model: Model

    def test(self) -> Sprt | None:
        """The test; None where no option asks for one. Raises BadInput."""
        if self.sprt is None:
            if self.words():
                raise BadInput("--alpha, --beta and --model belong to a test: add --sprt ELO0 ELO1")
            return None
        elo0, elo1 = self.sprt
        if not -MOST_ELO <= elo0 < elo1 <= MOST_ELO:
            raise BadInput(
                "--sprt: give two differences in Elo, the smaller one first, as --sprt 0 50; they"
                f" are at most {MOST_ELO:g}"
            )
        for name, value in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0.0001 <= value < 0.5:
                raise BadInput(f"--{name}: give a probability from 0.0001 to below 0.5")
        return Sprt(elo0, elo1, self.alpha, self.beta, self.model)

    def words(self) -> list[str]:
        """The words of a command line that set the same."""
        return [
            *(["--sprt", *(f"{elo:g}" for elo in self.sprt)] if self.sprt else ()),
            *option_words("--alpha", self.alpha, DEFAULT_ERROR),
            *option_words("--beta", self.beta, DEFAULT_ERROR),
            *option_words("--model", self.model, MODELS[0]),
        ]


@dataclass(frozen=True, slots=True)
class MatchOptions:
    """The conditions of the games."""

    games: int | None
    openings: str | None
    game: Game | None
    seconds: float | None
    seed: int
    concurrency: int | None
    protocol: str | None
    keys: tuple[str, ...]
    start: str | None
    prompt: str | None
    sandbox: Level

    @property
    def programs(self) -> ProgramConditions:
        """The conditions of programs that are given as commands."""
        return ProgramConditions(
            self.protocol, self.sandbox, keys=self.keys, start=self.start, prompt=self.prompt
        )

    def most_games(self, test: Sprt | None) -> int:
        """The number of games at which the match ends at the latest. Raises BadInput."""
        most = self.games or (GAMES_OF_A_TEST if test else GAMES)
        if most % 2:
            raise BadInput(f"--games {most}: a match has pairs of games, so give an even number")
        return most

    def conditions(self, players: tuple[str, str], most: int, record: Path) -> Conditions:
        """What both players have in common. Raises BadInput."""
        from owari.tournament.match import Conditions, file_game

        return Conditions(
            game=self.game or file_game(players) or OWARI,
            games=most,
            concurrency=self.concurrency or max(1, (os.cpu_count() or 1) // 2),
            protocol=self.programs.protocol,
            sandbox=Sandbox(self.programs.sandbox),
            keys=self.programs.all_keys,
            seconds=self.seconds,
            openings=self.openings,
            seed=self.seed,
            private=(record,),
        )

    def words(self) -> list[str]:
        """The words of a command line that set the same."""
        time = None if self.seconds is None else format_duration(self.seconds)
        return [
            *option_words("--games", self.games),
            *option_words("--openings", self.openings),
            *option_words("--game", self.game and self.game.name),
            *option_words("--time", time),
            *option_words("--seed", self.seed, 0),
            *option_words("--concurrency", self.concurrency),
            *self.programs.words(),
        ]


def _match_options(function: F) -> F:
    """The options of the games, which the command gets as `options`."""
    return option_group(
        "options",
        MatchOptions,
        click.option(
            "--games",
            type=whole_number(2, MOST_GAMES),
            help=f"The most games, an even number.  [default: {GAMES}, or {GAMES_OF_A_TEST} with"
            " --sprt]",
        ),
        openings_option(OPENINGS_OF_A_MATCH),
        game_option(None, f"that of FILE.yaml, or {OWARI.name}"),
        time_option("Time for a turn, such as 5s or 500ms.  [default: 5s, or that of FILE.yaml]"),
        click.option(
            "--seed",
            type=whole_number(0),
            default=0,
            show_default=True,
            help="The start of all chance, so that a match can be repeated.",
        ),
        click.option(
            "--concurrency",
            type=whole_number(1, 1000),
            help="The number of games that are played at a time.  [default: half of the cores]",
        ),
        protocol_option("Protocol of a program given as a command. A FILE.yaml sets its own."),
        key_options,
        sandbox_option("Sandbox of a program given as a command. A FILE.yaml sets its own."),
    )(function)


def _sprt_options(function: F) -> F:
    """The options of the test, which the command gets as `sprt`."""
    return option_group(
        "sprt",
        SprtOptions,
        click.option(
            "--sprt",
            nargs=2,
            type=float,
            metavar="ELO0 ELO1",
            help="Stop as soon as a test decides whether A is stronger by ELO0 or by ELO1.",
        ),
        click.option(
            "--alpha",
            type=float,
            default=DEFAULT_ERROR,
            show_default=True,
            help="How often the test may accept ELO1 though ELO0 is true.",
        ),
        click.option(
            "--beta",
            type=float,
            default=DEFAULT_ERROR,
            show_default=True,
            help="How often the test may accept ELO0 though ELO1 is true.",
        ),
        click.option(
            "--model",
            type=Choice(MODELS),
            default=MODELS[0],
            show_default=True,
            help="Whether ELO0 and ELO1 are normalized or logistic Elo.",
        ),
    )(function)


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
@_match_options
@_sprt_options
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
    from owari.results.bot_names import warnings_of_names
    from owari.results.lock import lock
    from owari.results.store import Store
    from owari.table.game_series import interruptible
    from owari.tournament.file.reader import beside
    from owari.tournament.match import MatchGames, close_match, enter_match, match_between
    from owari.tournament.tournament_games import play_due_games, slow_engine

    test = sprt.test()
    most = options.most_games(test)
    goes_on = "Nobody reads the standard output any more. The run goes on"
    goes_on += f"; {record} has its results." if record else ", but its tables are lost."
    click.get_current_context().with_resource(outlived_readers(goes_on))
    with _results_file(record) as path:
        match = match_between((a, b), options.conditions((a, b), most, path))
        if not cluster:
            _tell_of_sandbox(match)
        if slow := slow_engine(match):
            say(slow, err=True)
        if options.openings is None and not match.openings:
            say(WITHOUT_OPENINGS, err=True)
        for warning in warnings_of_names([bot.name for bot in match.bots]):
            say(warning, err=True)
        with (
            connected(cluster, match.bots, beside(path)) as machines,
            lock(path),
            Store.open_or_create(path) as store,
            interruptible(),
        ):
            enter_match(store, match)
            played = MatchGames(match, store, test)
            display = MatchProgress(played, most)
            try:
                void = play_due_games(match, played.suite, store, display, played, cluster=machines)
            except KeyboardInterrupt:
                click.echo(_report(played, form), nl=False)
                again = [a, b, *options.words(), *sprt.words(), "--record", str(path)]
                again += option_words("--cluster", cluster)
                click.echo(f"Interrupted. To continue: owari match {shlex.join(again)}", err=True)
                sys.exit(ExitCode.INTERRUPTED)
            if not played.change:
                close_match(store)
            click.echo(_report(played, form), nl=False)
    _refuse(played, len(void), record)


def _refuse(played: MatchGames, void: int, record: Path | None) -> None:
    """Raises BadInput or ClickException for a match that measured something else, or nothing."""
    from owari.report.match_tables import fault_sentences

    if played.change:
        or_else = " To continue this one, put the old file back." if record else ""
        raise BadInput(f"{played.change}. Begin a new match.{or_else}")
    if void:
        raise click.ClickException(f"{void} games stayed void: nobody knows whose fault it was.")
    if played.score.measured_nothing:
        told = " ".join(fault_sentences(played.score))
        raise click.ClickException(f"{told} The match measured nothing.")


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
        from owari.programs.sandbox.sandbox import summary as sandbox_summary

        limits = [
            sandbox_summary(program.sandbox, stops=not program.pondering)
            for program in match.programs.values()
        ]
        for sentence in dict.fromkeys(limits):
            say(sentence, err=True)


def _report(played: MatchGames, form: str) -> str:
    """The tables of the games that are stored. Games that end at one time come in any order, and
    the numbers do not depend on it."""
    from owari.report.match_tables import match_tables
    from owari.report.tables import format_tables
    from owari.tournament.match import is_exhausted
    from owari.tournament.run.incidents import summary

    score, store = played.counted_anew(), played.store
    exhausted = is_exhausted(played.match, score, played.suite)
    tables = match_tables(
        score, played.test, store.game.pieces, summary(store.incidents), exhausted=exhausted
    )
    return format_tables(tables, form, screen_width())


USUAL = 80
"""Columns of a terminal that does not tell its width."""
OFTEN = 20
"""Games between two lines at first; later a line comes when there are a quarter more."""


class MatchProgress:
    """Shows the score on the error output."""

    def __init__(self, played: MatchGames, most: int) -> None:
        self._score = played.score
        self._most = most
        self._test = played.test
        self._rewrites = sys.stderr.isatty()
        self._next = self._score.games + OFTEN

    def begins(self, played: int, scheduled: int) -> None:
        """Says how many games are played already."""
        if played:
            self.warn(f"{played} games are already played.")

    @contextmanager
    def playing(self, games: Sequence[ScheduledGame]) -> Iterator[None]:
        """Leaves the line empty at the end."""
        try:
            yield
        finally:
            self._clear()

    def ended(self, games: Sequence[Finished]) -> None:
        """Tells of void games, and shows the present score, if it is time."""
        for game in games:
            if game.row is None:
                self.warn(f"Game {game.spec.number} is void: {game.failure}")
        if self._rewrites:
            self._show(self._line())
        elif self._score.games >= self._next:
            click.echo(self._line(), err=True)
            self._next = self._score.games + max(OFTEN, self._score.games // 4)

    def broke_off(self, incident: Incident) -> None:
        """Tells of an incident."""
        from owari.tournament.run.incidents import incident_text

        self.warn(incident_text(incident))

    def log_lost(self, what: str) -> None:
        """Does not happen: a match writes no logs."""

    def warn(self, sentence: str) -> None:
        """Prints a sentence above the line."""
        self._clear()
        say(plain(sentence), err=True)

    def _clear(self) -> None:
        """Removes the line from the terminal."""
        if self._rewrites:
            self._show("")
            click.echo("\r", nl=False, err=True)

    def _show(self, text: str) -> None:
        """Replaces the line; spaces serve terminals that cannot erase one."""
        room = max(os.get_terminal_size(sys.stderr.fileno()).columns or USUAL, 2) - 1
        text = cut(text, room)
        click.echo(f"\r{text}{' ' * (room - width(text))}", nl=False, err=True)

    def _line(self) -> str:
        from owari.report.match_tables import running_line

        return plain(running_line(self._score, self._most, self._test))
