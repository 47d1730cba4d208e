"""What the instructor of a course does beside its file: parts of `owari course`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from owari.cli.options import FOLDER, GAME_NUMBER, Text, whole_number
from owari.errors import BadInput
from owari.text.durations import format_duration
from owari.text.printable import plain

if TYPE_CHECKING:  # it needs what is on Linux and macOS only
    from owari.course.course_file import Course
    from owari.course.course_store import CourseStore, Team

WHO = "instructor"
"""In the journal, whoever types a command."""


_UNITS = {"m": 60.0, "min": 60.0, "h": 3600.0, "d": 24 * 3600.0}


def _read_extension(text: str) -> float:
    """Seconds of an extension, in minutes, hours or days. Raises ValueError."""
    found = re.fullmatch(r"(\d{1,4}(?:\.\d{1,3})?)\s*([a-z]+)", text.strip())
    if not found or found[2] not in _UNITS:
        raise ValueError(f"a time with its unit is expected, as 30m, 12h or 3d, not {text[:40]!r}")
    return float(found[1]) * _UNITS[found[2]]


EXTENSION = Text("TIME", _read_extension)


def opened(folder: Path) -> tuple[Course, CourseStore]:
    """The course of a folder, and its open file. Raises BadInput."""
    try:
        from owari.course.course_file import load_course
        from owari.course.course_store import CourseStore
    except ImportError:
        raise BadInput("a course runs on Linux and macOS only") from None
    course = load_course(folder)
    return course, CourseStore.open(folder)


@contextmanager
def _team(folder: Path, name: str) -> Iterator[tuple[CourseStore, Team]]:
    """The open file of a course, and its team of this name. Raises BadInput."""
    _, store = opened(folder)
    from owari.course.roster import team_called

    with store:
        yield store, team_called(store, name)


@click.command("staff")
@click.argument("folder", type=FOLDER)
@click.argument("name")
@click.option(
    "--role",
    type=click.Choice(["instructor", "assistant"]),
    default="instructor",
    show_default=True,
    help="What the link allows: an assistant sees all and changes nothing.",
)
def staff(folder: Path, name: str, role: str) -> None:
    """Print a link for somebody who looks after the course.

    The page shows who has handed in nothing, what failed, the queue and the journal. The link is
    printed once; the same name again gets a new one, which ends the old one.
    """
    from owari.course.course_orders import add_staff

    course, store = opened(folder)
    with store:
        found = add_staff(store, name, role)
    click.echo(f"{course.address}/staff#{found.token}")


@click.command("pause")
@click.argument("folder", type=FOLDER)
def pause(folder: Path) -> None:
    """Pause the ladder, after the games in play."""
    _set_pause(folder, is_paused=True)


@click.command("resume")
@click.argument("folder", type=FOLDER)
def resume(folder: Path) -> None:
    """Let the ladder go on."""
    _set_pause(folder, is_paused=False)


def _set_pause(folder: Path, *, is_paused: bool) -> None:
    from owari.course.course_orders import pause

    _, store = opened(folder)
    with store:
        pause(store, WHO, is_paused=is_paused)
    click.echo("The ladder pauses." if is_paused else "The ladder goes on.")


@click.command("withdraw")
@click.argument("folder", type=FOLDER)
@click.argument("team")
@click.argument("version", type=whole_number(1))
def withdraw(folder: Path, team: str, version: int) -> None:
    """Withdraw VERSION of TEAM.

    It is not checked, or plays no more. Where it played, the last version before it that had passed
    plays again.
    """
    from owari.course.course_orders import withdraw

    with _team(folder, team) as (store, found):
        before = withdraw(store, WHO, found, version)
        stays = version == store.in_final(found.id)
    after = f" Version {before.number} plays again." if before else ""
    after += " It stays in the final, which has begun." if stays else ""
    click.echo(f"Version {version} is withdrawn.{after}")


@click.command("wake")
@click.argument("folder", type=FOLDER)
@click.argument("team")
def wake(folder: Path, team: str) -> None:
    """Let the version of TEAM that rests play again."""
    from owari.course.course_orders import wake

    with _team(folder, team) as (store, found):
        version = wake(store, WHO, found)
    click.echo(f"Version {version.number} plays again.")


@click.command("extend")
@click.argument("folder", type=FOLDER)
@click.argument("team")
@click.argument("time", type=EXTENSION)
def extend(folder: Path, team: str, time: float) -> None:
    """Give TEAM more time, such as 30m, 12h or 3d.

    TIME is the whole of what it has beside the deadline and the grace; 0h takes it back.
    """
    from owari.course.course_orders import extend

    with _team(folder, team) as (store, found):
        extend(store, WHO, found, time)
    click.echo(f"{found.name} has {format_duration(time)} more.")


@click.command("note")
@click.argument("folder", type=FOLDER)
@click.argument("team")
@click.argument("text")
def note(folder: Path, team: str, text: str) -> None:
    """Send a note to TEAM, which its page shows."""
    from owari.course.course_orders import write_note

    with _team(folder, team) as (store, found):
        write_note(store, WHO, found, text)
    click.echo(f"{found.name} sees the note on its page.")


@click.command("annul")
@click.argument("folder", type=FOLDER)
@click.argument("game", type=GAME_NUMBER)
@click.argument("reason")
@click.option("--replay", is_flag=True, help="Play the game again.")
def annul(folder: Path, game: int, reason: str, replay: bool) -> None:
    """Annul GAME of the ladder, for a REASON.

    The ladder does it between two games, or when it next runs. The game stays in the results, and
    does not count.
    """
    from owari.course.course_orders import appeal

    _, store = opened(folder)
    with store:
        appeal(store, WHO, game, reason, is_replayed=replay)
    again = " and to play it again, where both versions still play" if replay else ""
    click.echo(f"The ladder is told to annul game {game}{again}.")
    click.echo("What came of it stands in 'owari course journal'.")


@click.command("remove")
@click.argument("folder", type=FOLDER)
@click.argument("team")
@click.option("--yes", is_flag=True, help="Remove it without a question.")
def remove(folder: Path, team: str, yes: bool) -> None:
    """Remove TEAM with its name, token and hand-ins.

    Its games stay in the results, under its public name.
    """
    from owari.course.course_orders import remove_team
    from owari.course.roster import team_called

    course, store = opened(folder)
    with store:
        name = team_called(store, team).name
        if not yes:
            click.confirm(f"Delete all that {name} has handed in?", abort=True)
        remove_team(course, store, WHO, name)
    click.echo("The team is removed.")


@click.command("journal")
@click.argument("folder", type=FOLDER)
def journal(folder: Path) -> None:
    """Print all that was done, by whom and when."""
    _, store = opened(folder)
    with store:
        for moment, who, what in store.journal():
            click.echo(plain(f"{moment[:19]} {who}: {what}"))


COMMANDS = (staff, pause, resume, withdraw, wake, extend, note, annul, remove, journal)
