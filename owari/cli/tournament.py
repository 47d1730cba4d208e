"""`owari tournament`: a tournament between bots."""

from __future__ import annotations

import shlex
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from owari.cli.files import outlived_readers, screen_width
from owari.cli.options import cluster_option, connected, format_option, openings_option
from owari.cli.serve import Page, page_options, served_page
from owari.errors import BadInput, ExitCode
from owari.report.result_tables import by_hand_table, result_line, schedule_table
from owari.report.tables import format_tables
from owari.results.bot_names import warnings_of_names
from owari.results.database import set_aside
from owari.results.game_log import ProgramFiles
from owari.results.store import Store
from owari.table.table_options import option_words
from owari.text.durations import count
from owari.text.printable import plain
from owari.text.terminal_lines import say
from owari.tournament.file.tournament_settings import Tournament
from owari.tournament.formats.schedule import ScheduledGame, order_notes
from owari.tournament.formats.tournament_format import Progress
from owari.tournament.results_file import has_games, results_path
from owari.tournament.tournament_state import DueGames, due_games, scheduled_games, tournament_state

if TYPE_CHECKING:
    from owari.engine.openings import Suite
    from owari.results.game_log import Incident
    from owari.tournament.changes import Change
    from owari.tournament.cluster.remote_places import Cluster
    from owari.tournament.run.duration_estimate import Durations
    from owari.tournament.run.runner import Finished
    from owari.tournament.run.slot import GameSpec

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
    from owari.tournament.file.reader import beside, hide, load
    from owari.tournament.resumption import check_replayed

    path = results or results_path(file)
    if restart and replay:
        raise BadInput("--restart plays all games again: leave --replay out")
    if path == file:
        raise BadInput(f"{file} is the tournament file: name another file for the results")
    kept = [Path(path) for path in (results, logs) if path]
    tournament = load(file, kept=kept, tolerant=not restart and has_games(path), openings=openings)
    tournament = replace(tournament, concurrency=concurrency or tournament.concurrency)
    check_replayed(replay, tournament, file)
    for warning in warnings_of_names([bot.name for bot in tournament.all_bots]):
        say(plain(warning), err=True)
    if dry_run:
        _show_schedule(tournament, path, replay, restart, form, file)
        return
    goes_on = f"Nobody reads the standard output any more. The run goes on; {path} has its results."
    click.get_current_context().with_resource(outlived_readers(goes_on))
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
                tournament = hide(tournament, beside(path))
            void = _play(tournament, path, file, replay, form, again, logs_folder, machines)
        stay()
    if void:
        raise click.ClickException(
            f"{count(len(void), 'game')} stayed void{_suspect(void)}. The same command tries again."
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
    """Plays what is to be played, and reports. Returns the games that stayed void. Ctrl-C ends the
    command with a report, and names the command that continues, `again`."""
    from owari.cli.standings import report
    from owari.table.game_series import interruptible
    from owari.tournament.tournament_games import play_due_games

    with Store.open_or_create(path) as store:
        files = _begin(store, tournament, replay)
        state = tournament_state(store)
        for sentence in state.form.outlook(state.progress):
            say(plain(sentence), err=True)
        display = _GamesDisplay(tournament, form, here=not machines)
        click.get_current_context().call_on_close(display.close)
        with interruptible():
            try:
                display.suite = suite = tournament.suite()
                void = play_due_games(
                    tournament, suite, store, display, logs=logs, cluster=machines
                )
            except KeyboardInterrupt:
                click.echo("\n" + report(store, form), nl=False)
                click.echo(f"Interrupted. To continue: {shlex.join(again)}", err=True)
                sys.exit(ExitCode.INTERRUPTED)
        click.echo(("\n" if form == "plain" else "") + report(store, form), nl=False)
        _tell_of_changes(files, tournament)
        due = due_games(tournament, scheduled_games(store), store.numbers())
        for note in _waiting_notes(due, tournament, file):
            say(plain(note), err=True)
    return void


class _GamesDisplay:
    """Shows the games as they are played, below a progress bar on a terminal."""

    def __init__(self, tournament: Tournament, form: str, *, here: bool) -> None:
        self.suite: Suite | None = None
        self._tournament = tournament
        self._to_stderr = form != "plain"
        """A program that reads the standard output expects only the table."""
        self._here = here
        self._bar: Any = None
        self._lost_logs: list[str] = []

    def begins(self, played: int, scheduled: int) -> None:
        """Says how many games are played already, and what may make the others unfair."""
        from owari.tournament.tournament_games import repeated_openings, shared_cores, slow_engine

        if played:
            self.warn(f"{played} of {scheduled} games are already played.")
        for sentence in (
            slow_engine(self._tournament),
            shared_cores(self._tournament) if self._here else "",
            repeated_openings(self._tournament, self.suite),
        ):
            if sentence:
                self.warn(sentence)

    @contextmanager
    def playing(self, games: Sequence[ScheduledGame]) -> Iterator[None]:
        """Shows a progress bar on a terminal: games done, time left, games in play."""
        if not sys.stderr.isatty():
            yield
            return
        begun = [f"{game.south} - {game.north}" for game in games[: self._tournament.concurrency]]

        def in_play(game: Finished | None) -> str:
            if game is None:
                return ", ".join(begun)
            return ", ".join(f"{spec.south.name} - {spec.north.name}" for spec in game.in_play)

        with click.progressbar(
            length=len(games), label="Games", show_pos=True, item_show_func=in_play, file=sys.stderr
        ) as self._bar:
            yield
        self._bar = None

    def ended(self, games: Sequence[Finished]) -> None:
        """Shows how games ended."""
        self._tell("\n".join(map(_line, games)))
        if self._bar:
            self._bar.update(len(games), games[-1])

    def broke_off(self, incident: Incident) -> None:
        """Tells of an incident."""
        from owari.tournament.run.incidents import incident_text

        self._tell(incident_text(incident))

    def log_lost(self, what: str) -> None:
        """Tells of the first log that is missing or not whole."""
        if not self._lost_logs:
            self._tell(plain(f"A log is not whole: {what}. The games go on."))
        self._lost_logs.append(what)

    def warn(self, sentence: str) -> None:
        """Prints a sentence on the error output."""
        say(sentence, err=True)

    def close(self) -> None:
        """Says once more at the end that logs are missing or not whole."""
        if self._lost_logs:
            times = count(len(self._lost_logs), "time")
            said = f"The logs are not whole: this happened {times}, first that"
            self.warn(plain(f"{said} {self._lost_logs[0]}."))

    def _tell(self, line: str) -> None:
        if self._bar:
            click.echo("\r\x1b[K", nl=False, err=True, color=True)
        click.echo(line, err=self._to_stderr)


def _line(game: Finished) -> str:
    number, south, north = game.spec.number, game.spec.south.name, game.spec.north.name
    if game.row is None:
        return plain(f"Game {number}: {south} - {north} is void: {game.failure}")
    return result_line(number, south, north, game.row.ending)


def _begin(store: Store, tournament: Tournament, replay: tuple[str, ...]) -> ProgramFiles:
    """Enters the tournament in the results, and says what has changed since its last run. Returns
    the digests of the programs. Raises BadInput where the results do not allow it."""
    from owari.tournament.resumption import resume_tournament

    resumed = resume_tournament(store, tournament, replay)
    _tell_of_earlier(resumed.programs, resumed.settings)
    if resumed.annulled:
        click.echo(f"{resumed.annulled} games are annulled and played again.", err=True)
    return resumed.files


def _tell_of_earlier(programs: Iterable[Change], settings: Iterable[Change]) -> None:
    """Says what differs from what the games so far were played with."""
    from owari.tournament.changes import change_sentence, change_text

    for change in programs:
        say(plain(change_text(change)), err=True)
    for change in settings:
        say(plain(change_sentence(change)), err=True)


def _tell_of_changes(before: ProgramFiles, tournament: Tournament) -> None:
    """Says which programs have changed while they played."""
    from owari.tournament.changes import changed_files, program_files

    for bot, file in changed_files(before, program_files(tournament)):
        told = f"{bot}'s {file} has changed during the run, so some games may be of the new file."
        again = shlex.join(["--replay", bot])
        say(plain(f"{told} {again} plays the games of {bot} again."), err=True)


def _made_folder(logs: str) -> Path:
    """The folder of that name, created where there is none. Raises BadInput."""
    import tempfile

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
    """A clause about the bot that played in all void games, and what helps."""
    from owari.programs.sandbox.program_settings import ProgramSettings

    sides = [{game.south.name, game.north.name} for game in void]
    common = set.intersection(*sides)
    if len(void) < 2 or len(common) != 1:
        return ""
    name = plain(*common)
    (player,) = (bot.player for bot in (void[0].south, void[0].north) if bot.name in common)
    is_open = isinstance(player, ProgramSettings) and player.sandbox.level != "isolated"
    return f", all of them with {name}: remove this bot{', or set sandbox: isolated' * is_open}"


def _tell_of_sandbox(tournament: Tournament, file: Path, *, here: bool) -> None:
    """Says which limits the programs have. Raises BadInput where they are to run `here` and this
    machine cannot enforce those of the file."""
    from owari.tournament.file.reader import bots_in_shared_folders

    if tournament.programs:
        from owari.programs.sandbox.cgroups import claim_controllers
        from owari.programs.sandbox.sandbox import MissingMeans, shortage, summary

        try:
            if here:
                if tournament.sandbox.level != "none":
                    claim_controllers()
                say(summary(tournament.sandbox, stops=not tournament.pondering), err=True)
                at_a_time = tournament.concurrency * min(2, len(tournament.programs))
                if words := shortage(tournament.sandbox, at_a_time):
                    say(words, err=True)
        except MissingMeans as error:
            raise BadInput(f"{file}: {error}") from None
        names = bots_in_shared_folders(tournament)
        if names and tournament.sandbox.level in ("auto", "isolated"):
            say(
                f"These bots share a folder: {plain(', '.join(names))}. They can read each other's"
                " files there, and lose what they write. Give each bot a directory of its own.",
                err=True,
            )


def _show_schedule(
    tournament: Tournament,
    path: Path,
    replay: tuple[str, ...],
    restart: bool,
    form: str,
    file: Path,
) -> None:
    """Prints the games to play and those to enter, and writes nothing. `path` is that of the
    results, `file` the tournament file."""
    from owari.tournament.changes import changed_programs, program_files
    from owari.tournament.resumption import allowed_changes, planned
    from owari.tournament.run.duration_estimate import durations

    if path.exists() and not restart:
        with Store.open(path) as store:
            state = planned(tournament, store, replay)
            programs = changed_programs(store, program_files(tournament), replayed=replay)
            _tell_of_earlier(programs, allowed_changes(store, tournament, replay))
    else:
        state = planned(tournament)
    outlook = state.form.outlook(state.progress)
    form_of_play, progress, _ = state = state.with_next_round()
    due = due_games(tournament, state.scheduled, {game.number for game in progress.games})
    notes = [*outlook, *order_notes(progress.entrants), *_waiting_notes(due, tournament, file)]
    if form_of_play.by_rounds and progress.rounds and any(due):
        notes[:0] = _round_notes(progress)
    if due.playable:
        estimate = durations(tournament, due.playable, progress.games)
        notes.append(_duration_note(estimate, by_rounds=form_of_play.by_rounds))
    tables = [schedule_table(due.playable, notes)]
    if due.by_hand:
        tables.append(by_hand_table(due.by_hand, str(file)))
    click.echo(format_tables(tables, form, screen_width()), nl=False)


def _round_notes(progress: Progress) -> Iterator[str]:
    """What the list of games does not say of the last round that is known."""
    last = progress.rounds[-1]
    if last.byes:
        names = ", ".join(progress.entrants[bot].name for bot in last.byes)
        yield f"Without a game in round {last.number}: {names}."
    yield "Later rounds depend on the results."


def _duration_note(estimate: Durations, by_rounds: bool) -> str:
    longest = _time_text(estimate.longest) if estimate.longest is not None else ""
    title = "Estimates for these games" if by_rounds else "Estimates"
    first = f"{title}: {longest} at the longest" if longest else "No time limit bounds the games"
    if estimate.likely is None:
        return f"{first}; a likely duration once enough games have ended."
    least, most = map(_time_text, estimate.likely)
    likely = most if least == most else f"{least} to {most}"
    return f"{first}; {likely} of thinking if the bots go on as so far."


def _time_text(seconds: float) -> str:
    """`2 h 05 min`, `12 min`, `40 s`."""
    if seconds < 60:
        return f"{max(1, round(seconds))} s"
    minutes = round(seconds / 60)
    hours, rest = divmod(minutes, 60)
    return f"{hours} h {rest:02} min" if hours else f"{minutes} min"


def _waiting_notes(due: DueGames, tournament: Tournament, file: Path) -> Iterator[str]:
    """Sentences on the games that cannot be played here now; `file` is the tournament file."""
    by_hand = _games_of(due.by_hand, (bot.name for bot in tournament.all_bots if bot.by_hand))
    for name, number in by_hand.items():
        yield f"{name} plays by hand: {_games(number)} for a result."
    if due.by_hand:
        yield f"To enter a result: {shlex.join(['owari', 'score', str(file)])} FIRST SECOND SCORE"
        if tournament.openings:
            yield "Games by hand begin at the start, without an opening."
    able = {bot.name for bot in tournament.bots}
    names = dict.fromkeys(name for game in due.blocked for name in (game.south, game.north))
    blocked = _games_of(due.blocked, (name for name in names if name not in able))
    for name, number in blocked.items():
        why = tournament.missing.get(name, f"it is no longer in {file}")
        withdraw = shlex.join(["owari", "withdraw", str(file), name])
        yield (
            f"{name} cannot play, and {_games(number)}: {why}."
            f" Put it back and run the same command again, or: {withdraw}"
        )


def _games_of(games: Iterable[ScheduledGame], names: Iterable[str]) -> dict[str, int]:
    """How many of the games each of these bots has; those without one are left out."""
    counts = Counter(bot for game in games for bot in (game.south, game.north))
    return {name: counts[name] for name in names if counts[name]}


def _games(number: int) -> str:
    return "1 game waits" if number == 1 else f"{number} games wait"
