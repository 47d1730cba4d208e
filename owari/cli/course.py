"""`owari course`: students hand in programs, which are checked and play on a ladder."""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from shlex import quote
from time import sleep
from typing import TYPE_CHECKING, Any, TypeVar

import click

from owari.cli.course_orders import COMMANDS, WHO, opened
from owari.cli.files import screen_width
from owari.cli.options import FILE, FOLDER, cluster_option, format_option, game_option
from owari.cli.serve import address_options
from owari.errors import BadInput
from owari.games.game import Game
from owari.games.mancala import OWARI
from owari.report.tables import Table, format_tables
from owari.text.durations import count
from owari.text.printable import plain, printable
from owari.tournament.formats.format_catalog import FORMATS

if TYPE_CHECKING:  # it needs what is on Linux and macOS only
    from owari.course.course_file import Course
    from owari.course.course_store import CourseStore, State, Step, Version
    from owari.course.roster import Enrolled

F = TypeVar("F", bound=Callable[..., Any])

COLOURS = {"passed": "green", "warning": "yellow", "failed": "red"}
POLL = 0.2
"""Seconds between two looks at a version that another process checks."""
EXAMPLES = """\b
Examples:
  owari course init cs405 --game owari
  owari course enrol cs405 Rocket Comet
  owari course serve cs405
  owari course hand-in rocket --course cs405 --team Rocket
"""


@click.group("course", epilog=EXAMPLES, no_args_is_help=True)
def command() -> None:
    """Let the students of a course hand in bots, check each, and play a ladder.

    A course is a folder with the file course.yaml, which says what is played and what is accepted.
    """


@command.command("init")
@click.argument("folder", type=FOLDER)
@game_option(OWARI.name)
def init(folder: Path, game: Game) -> None:
    """Make the FOLDER of a new course, with its course.yaml."""
    from owari.course.course_file import make_course

    make_course(folder, game)
    click.echo(f"{folder} is a course of {game.name}. Edit {folder / 'course.yaml'}, then:\n")
    click.echo(f"    owari course enrol {quote(str(folder))} TEAM ...")


@command.command("enrol")
@click.argument("folder", type=FOLDER)
@click.argument("teams", nargs=-1, metavar="[TEAM ...]")
@click.option(
    "--file", type=FILE, help="Table of teams (CSV) with a column 'team', or one name a line."
)
@click.option(
    "--from",
    "other",
    type=FOLDER,
    help="Another course: enrol its teams and its staff, with the tokens that they have.",
)
@click.option("--again", is_flag=True, help="Give teams that are enrolled new tokens.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["plain", "csv"]),
    default="plain",
    show_default=True,
    help="Format of the list of tokens.",
)
def enrol(
    folder: Path,
    teams: tuple[str, ...],
    file: Path | None,
    other: Path | None,
    again: bool,
    form: str,
) -> None:
    """Enrol teams, and print a token for each.

    A token is what a team shows to hand in. It is printed once and not kept: whoever loses it gets
    a new one with --again, which ends the old one.
    """
    from owari.course.roster import enrol, read_roster, renew

    course, store = opened(folder)
    if other:
        if teams or file or again:
            raise BadInput("--from takes the teams of the other course: name no others")
        with store:
            _enrol_from(course, store, other)
        return
    names = [*teams, *(read_roster(file) if file else ())]
    if not names:
        raise BadInput("name the teams, or a table of them with --file")
    with store:
        found = renew(store, names) if again else enrol(course, store, names)
    _print_tokens(found, course.address, form)


def _enrol_from(course: Course, store: CourseStore, other: Path) -> None:
    from owari.course.roster import enrol_from

    _, theirs = opened(other)
    with theirs:
        found = enrol_from(course, store, theirs)
    names = f": {', '.join(found)}" if found else ""
    click.echo(plain(f"{count(len(found), 'new team')}{names}."))
    click.echo(f"Their links are those of {other} with {course.address} at their beginning.")


def _print_tokens(enrolled: Sequence[Enrolled], address: str, form: str) -> None:
    headers = ("team", "token", "link")
    found = [(*each, f"{address}/own#{each.token}") for each in enrolled]
    if form == "csv":
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows([headers, *found])
        click.echo(text.getvalue(), nl=False)
        return
    table = Table("teams", "Teams", headers, [tuple(each) for each in found])
    click.echo(format_tables([table], "plain", 200), nl=False)
    click.echo("Hand each link to its team now: nobody can read it again.", err=True)


@command.command("hand-in")
@click.argument("path", type=click.Path(exists=True, path_type=Path))
@click.option("--to", "link", metavar="LINK", help="Link of your team on the server of the course.")
@click.option("--course", "folder", type=FOLDER, help="Folder of the course, on its own machine.")
@click.option("--team", help="Team that hands in, with --course.")
@click.option("--trial", is_flag=True, help="Build and check only: the version does not count.")
def hand_in(
    path: Path, link: str | None, folder: Path | None, team: str | None, trial: bool
) -> None:
    """Hand in PATH, and wait for its check.

    PATH is one source, a .zip, a .tar.gz or a folder. The program is unpacked, built and checked in
    the sandbox of the course. The exit code is 1 where it is rejected; the version before then
    plays on.
    """
    if link and not (folder or team):
        _hand_in_there(path, link, trial)
    elif folder and team and not link:
        _hand_in_here(path, folder, team, trial)
    else:
        raise BadInput("name the server with --to LINK, or the course with --course and --team")


def _hand_in_there(path: Path, link: str, trial: bool) -> None:
    """To the server of a link."""
    from owari.course.course_store import OPEN, State, Step
    from owari.course.hand_ins import Receipt, packed
    from owari.course.remote_course import LARGEST, NoAnswer, Remote

    remote = Remote.of(link)
    answer = remote.hand_in(*packed(path, LARGEST), is_trial=trial)
    fields = ("team", "version", "handed_in", "sha256", "is_late", "is_over")
    receipt = Receipt(*(answer[field] for field in fields))
    click.echo(printable_lines(str(receipt)))
    shown = 0
    while True:
        try:
            found = remote.version(receipt.version)
        except NoAnswer as error:
            raise BadInput(
                f"{error}; version {receipt.version} has its receipt, so the server has kept it:"
                " look at the page of your team for its check"
            ) from None
        report = [Step(**step) for step in found["report"]]
        shown = _show_report(report, shown)
        if (state := State(found["state"])) not in OPEN:
            break
        sleep(1.0)
    _conclude(receipt.version, state)


def _hand_in_here(path: Path, folder: Path, team: str, trial: bool) -> None:
    """To a course on this machine."""
    from owari.course.hand_ins import Upload, accept, packed
    from owari.course.roster import team_called

    course, store = opened(folder)
    with store, Upload(course) as arriving:
        found = team_called(store, team)
        name, data = packed(path, course.hand_in_size)
        arriving.write(data)
        version, receipt = accept(course, store, found, arriving, name, is_trial=trial)
        click.echo(printable_lines(str(receipt)))
        version = _checked(course, store, version)
    _conclude(version.number, version.state)


def check_at_home(path: Path, file: Path, level: str | None) -> None:
    """Builds and checks a hand-in as the course of a `course.yaml` would; exits with 1 where that
    would reject it."""
    from owari.course.hand_ins import Upload, accept, packed
    from owari.course.trial_queue import home_course
    from owari.programs.sandbox.sandbox import MissingMeans, summary

    file = file / "course.yaml" if file.is_dir() else file
    with home_course(file, level) as (course, store, team), Upload(course) as arriving:
        try:
            click.echo(summary(course.tournament.sandbox), err=True)
        except MissingMeans as error:
            raise BadInput(f"{error}; --sandbox checks in another one") from None
        name, data = packed(path, course.hand_in_size)
        arriving.write(data)
        version, _ = accept(course, store, team, arriving, name, is_trial=True)
        state = _checked(course, store, version).state.value
    if state != "tried":
        click.echo("\nThe course would reject it.")
        sys.exit(1)
    click.echo("\nThe course would let it play.")


def printable_lines(text: str) -> str:
    """The text without characters that command a screen."""
    return "\n".join(map(printable, text.split("\n")))


def _checked(course: Course, store: CourseStore, version: Version) -> Version:
    """The version after its check: by this process, or by another one that works on the queue."""
    from owari.course.course_store import OPEN
    from owari.course.trial_queue import Busy, next_version, queue_lock, requeue, try_version
    from owari.table.game_series import interruptible

    shown = 0

    def show(each: Version, what: object) -> None:
        nonlocal shown
        if each.id == version.id:
            shown = _show_report(store.version(each.team, each.number).report, shown)

    with interruptible():
        while (version := store.version(version.team, version.number)).state in OPEN:
            try:
                with queue_lock(course):
                    requeue(store)
                    if coming := next_version(store):
                        try_version(course, store, coming, show)
            except Busy:
                sleep(POLL)
                shown = _show_report(version.report, shown)
    _show_report(version.report, shown)
    return version


def _show_report(report: Sequence[Step], shown: int) -> int:
    """Prints the steps that are not shown yet. Returns how many are."""
    if len(report) < shown:  # it is tried again
        shown = 0
    for step in report[shown:]:
        _show(step)
    return len(report)


def _show(step: Step) -> None:
    if step.verdict == "dialogue":
        for line in step.found.split("\n"):
            click.echo(f"{'':27}| {printable(line)}")
        return
    styled = click.style(f"{step.verdict:8}", fg=COLOURS.get(step.verdict))
    click.echo(f"{styled}  {step.name:15}  {plain(step.found)}")
    if step.change:
        click.echo(f"{'':27}fix: {plain(step.change)}")


def _conclude(number: int, state: State) -> None:
    """Says what has become of a version. Exits with 1 where it is rejected."""
    words = {
        "playing": f"Version {number} plays from now on.",
        "replaced": f"Version {number} has passed, and a later version plays.",
        "tried": f"Version {number} has passed. It was a trial and does not play.",
        "withdrawn": f"Version {number} was withdrawn and does not play.",
        "rejected": f"Version {number} is rejected. The version before, if any, plays on.",
    }
    click.echo(f"\n{words[state.value]}")
    if state.value == "rejected":
        sys.exit(1)


@command.command("versions")
@click.argument("folder", type=FOLDER)
def versions(folder: Path) -> None:
    """List the versions of all teams."""
    _, store = opened(folder)
    with store:
        teams = {team.id: team.name for team in store.teams()}
        found = store.versions()
        handed_in = {version.team for version in found}
        missing = [team.name for team in store.enrolled() if team.id not in handed_in]
    rows = [
        (teams[each.team], each.number, each.state.value, each.handed_in[:19], each.file)
        for each in found
    ]
    notes = (f"Nothing yet from {', '.join(missing)}.",) if missing else ()
    headers = ("team", "version", "state", "handed in (UTC)", "file")
    table = Table("versions", count(len(rows), "version"), headers, rows, notes)
    click.echo(format_tables([table], "plain", screen_width()), nl=False)


@command.command("serve")
@click.argument("folder", type=FOLDER)
@address_options
@click.option(
    "--concurrency",
    type=click.IntRange(1, 1000),
    help="Games that are played at a time.  [default: as in course.yaml]",
)
@cluster_option("Play and check")
def serve(folder: Path, host: str, port: int, concurrency: int | None, cluster: str | None) -> None:
    """Serve the pages, check what is handed in, and play the ladder.

    The public pages have the ladder, the teams and their games. A team that opens its link hands in
    on its own page. End the server with Ctrl-C: what was handed in and played is kept, and the next
    start goes on.
    """
    _require_course()
    from owari.web.course_server import serve_course

    course, store = opened(folder)
    store.close()
    sandbox = course.tournament.sandbox
    from owari.programs.sandbox.cgroups import claim_controllers
    from owari.programs.sandbox.sandbox import MissingMeans, summary

    try:
        claim_controllers()
        click.echo(summary(sandbox), err=True)
    except MissingMeans as error:
        raise BadInput(f"{folder / 'course.yaml'}: {error}") from None
    from owari.course.course_processes import Means

    means = Means(concurrency or course.tournament.concurrency, cluster)
    serve_course(course, host, port, means, announce=click.echo)


def _require_course() -> None:
    """Raises BadInput where the libraries of the server are not installed."""
    try:
        import python_multipart  # noqa: F401
        import scipy  # noqa: F401
        import starlette  # noqa: F401
        import uvicorn  # noqa: F401
    except ImportError as error:
        raise BadInput(
            f"the server of a course needs {error.name}: pip install 'owari[course]'"
        ) from None


def _final_options(function: F) -> F:
    """Adds the options of the format."""
    form = click.option(
        "--format",
        "form",
        type=click.Choice([*FORMATS]),
        default="round-robin",
        show_default=True,
        help="Format of the tournament.",
    )
    rounds = click.option("--rounds", type=click.IntRange(1, 1000), help="Rounds of the format.")
    return form(rounds(function))


@command.command("final")
@click.argument("folder", type=FOLDER)
@_final_options
def final(folder: Path, form: str, rounds: int | None) -> None:
    """Play the tournament of the versions that count.

    Of each team the last version counts that was handed in before its last moment and has passed.
    FOLDER/final then holds an ordinary tournament file with copies of these programs. The same
    command goes on after an interruption, with the same versions.
    """
    from owari.course.finals import FILE, FINAL, write_final

    course, store = opened(folder)
    file = folder / FINAL / FILE
    with store:
        if not file.exists():
            write_final(course, store, folder / FINAL, _format_keys(form, rounds))
    _play_tournament(file)


@command.command("rehearse")
@click.argument("folder", type=FOLDER)
@_final_options
def rehearse(folder: Path, form: str, rounds: int | None) -> None:
    """Play the final once, unofficially, with what plays now."""
    from owari.course.finals import rehearsals, write_rehearsal

    course, store = opened(folder)
    place = next(each for each in rehearsals(course) if not each.exists())
    keys = {**_format_keys(form, rounds), "event": f"{course.title}, rehearsal"}
    with store:
        file = write_rehearsal(course, store, folder / place.name, keys, _warn)
    _play_tournament(file)


def _warn(sentence: str) -> None:
    click.echo(f"Warning: {sentence}", err=True)


def _format_keys(form: str, rounds: int | None) -> dict[str, str | int]:
    return {"format": form} | ({"rounds": rounds} if rounds else {})


def _play_tournament(file: Path) -> None:
    """As `owari tournament` does."""
    from owari.cli.tournament import command as tournament

    click.echo(f"The tournament is {file}. Every command for tournaments reads it.", err=True)
    tournament.main([str(file)], "owari tournament", standalone_mode=False)


@command.command("export")
@click.argument("folder", type=FOLDER)
@format_option()
def export(folder: Path, form: str) -> None:
    """Print a table for grades, a line for each team.

    It has the version that counts, and its rating on the ladder with its 95% interval, games and
    forfeits there. Once the final is played, it has the team's place, points and games in it too.
    """
    from owari.course.finals import grades_table

    course, store = opened(folder)
    with store:
        table = grades_table(course, store)
    click.echo(format_tables([table], form, screen_width()), nl=False)


@command.command("backup")
@click.argument("folder", type=FOLDER)
@click.argument("file", type=FILE)
def backup(folder: Path, file: Path) -> None:
    """Write a whole and consistent copy of the course.

    FILE is a new .tar.gz. The server may run meanwhile. 'tar -xzf FILE' restores the course, on
    any machine.
    """
    from owari.course.course_orders import back_up

    course, store = opened(folder)
    with store:
        versions = back_up(course, store, WHO, file, _warn)
    click.echo(f"{file} has {count(versions, 'version')}.")


for each in COMMANDS:
    command.add_command(each)
