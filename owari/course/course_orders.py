"""What the instructor of a course does beside its file: each order is in the journal."""

from __future__ import annotations

import io
import sqlite3
import tarfile
import tempfile
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from owari.course.course_file import NAME, Course
from owari.course.course_store import NAME as DATABASE
from owari.course.course_store import OPEN, CourseStore, Staff, State, Team, Version
from owari.course.hand_ins import FOLDER as HAND_INS
from owari.course.hand_ins import version_folder
from owari.course.ladder_games import PAUSED, RESULTS
from owari.course.roster import Enrolled, find_by_token, new_token, team_called, token_hash
from owari.course.versions import FOLDER as VERSIONS
from owari.course.versions import delete, objection, program_folder, program_root, unreadable
from owari.errors import BadInput
from owari.results.bot_names import bot_name
from owari.text.durations import format_duration
from owari.text.printable import plain
from owari.user_files import replacing

INSTRUCTOR = "instructor"
LONGEST_TEXT = 1000
_BUILT = (State.PLAYING, State.REPLACED, State.TRIED)
"""The states of versions whose programs stay as they are."""
LONGEST_EXTENSION = 90 * 24 * 3600.0


def add_staff(store: CourseStore, name: str, role: str) -> Enrolled:
    """Gives somebody a token, a new one where they have one."""
    name = bot_name(name)
    token = new_token()
    with store.transaction():
        store.put_staff(name, role, token_hash(token))
        store.note(INSTRUCTOR, f"gave {name} a token as {role}")
    return Enrolled(name, token)


def staff_of(store: CourseStore, token: str) -> Staff | None:
    """Who has this token."""
    return find_by_token(store.staff(), token)


def pause(store: CourseStore, who: str, *, is_paused: bool) -> None:
    """Pauses the ladder, after the games in play, or lets it go on."""
    with store.transaction():
        store.keep(PAUSED, is_paused)
        store.note(who, "paused the ladder" if is_paused else "let the ladder go on")


def withdraw(store: CourseStore, who: str, team: Team, number: int) -> Version | None:
    """Takes a version back: it is not checked, or plays no more. Returns the version before, which
    plays again where there is one. Raises BadInput."""
    with store.transaction():
        version = store.version(team.id, number)
        if version.state not in (*OPEN, State.PLAYING, State.REPLACED):
            raise BadInput(f"version {number} of {team.name} is {version.state.value} already")
        store.set_state(version, State.WITHDRAWN)
        store.note(who, f"withdrew version {number} of {team.name}")
        if version.state is not State.PLAYING:
            return None
        passed = [each for each in store.versions(team.id) if each.state is State.REPLACED]
        if not passed:
            return None
        store.set_state(passed[-1], State.PLAYING)
        return passed[-1]


def withdraw_own(course: Course, store: CourseStore, team: Team, number: int) -> None:
    """A team takes a version back, as long as it cannot choose so which one counts. Raises
    BadInput."""
    if number == store.in_final(team.id):
        raise BadInput(
            f"version {number} is in the final, which has begun: ask your instructor to withdraw it"
            " from the ladder"
        )
    last = course.last_moment(team.extension)
    version = store.version(team.id, number)
    if last and datetime.fromisoformat(version.handed_in) <= last < datetime.now(UTC):
        raise BadInput(
            f"version {number} came before the deadline, which is over: ask your instructor to"
            " withdraw it"
        )
    withdraw(store, team.name, team, number)


def wake(store: CourseStore, who: str, team: Team) -> Version:
    """Lets the version of a team that rests play again. Raises BadInput."""
    with store.transaction():
        for version in store.versions(team.id):
            if version.state is State.PLAYING and version.resting:
                store.set_resting(version, "")
                store.note(who, f"let version {version.number} of {team.name} play again")
                return version
    raise BadInput(f"no version of {team.name} rests")


def extend(store: CourseStore, who: str, team: Team, seconds: float) -> None:
    """Gives a team so much more time than the deadline and the grace. Raises BadInput."""
    if not 0 <= seconds <= LONGEST_EXTENSION:
        raise BadInput("an extension has 90 days at most")
    with store.transaction():
        store.set_extension(team.id, seconds)
        store.note(who, f"gave {team.name} {format_duration(seconds)} more")


def write_note(store: CourseStore, who: str, team: Team, text: str) -> None:
    """Sends a note to a team, which its page shows. Raises BadInput."""
    text = plain(text)
    if not 1 <= len(text) <= LONGEST_TEXT:
        raise BadInput(f"a note has 1 to {LONGEST_TEXT} characters, not {len(text)}")
    with store.transaction():
        store.add_note(team.id, text)
        store.note(who, f"wrote to {team.name}: {text}")


def appeal(store: CourseStore, who: str, game: int, reason: str, *, is_replayed: bool) -> None:
    """Has a game annulled by the ladder, and played again or not. Raises BadInput."""
    reason = plain(reason)
    if not 1 <= len(reason) <= LONGEST_TEXT:
        raise BadInput(f"a reason has 1 to {LONGEST_TEXT} characters, not {len(reason)}")
    if not 1 <= game < 1 << 40:
        raise BadInput(f"there is no game {game}")
    with store.transaction():
        store.add_appeal(game, reason, is_replayed=is_replayed)
        again = " and played again" if is_replayed else ""
        store.note(who, f"had game {game} annulled{again}: {reason}")


def remove_team(course: Course, store: CourseStore, who: str, name: str) -> None:
    """Removes a team: its name, its token, what it handed in and what was built. Its games stay in
    the results, under its public name. Raises BadInput, also where a file stays."""
    team = team_called(store, name)
    with store.transaction():
        for version in store.versions(team.id):
            store.set_state(version, State.WITHDRAWN)
        store.erase_team(team.id, f"Removed team {team.id}")
        store.note(who, f"removed team {team.id}")
    for folder in (HAND_INS, VERSIONS):
        delete(course.folder / folder / str(team.id))


def back_up(
    course: Course, store: CourseStore, who: str, file: Path, tell: Callable[[str], None]
) -> int:
    """Writes a whole and consistent copy of the course into one archive, while its server runs.
    Returns how many versions it has. What was built of a version is left out where it cannot be
    copied: `tell` gets a sentence on that. Raises BadInput.

    The databases are copied as they are at one moment each. The course comes first: what it knows
    of is on disk by then, in folders that nobody changes any more. What comes later is left out.
    """
    if file.exists():
        raise BadInput(f"{file} exists already: name another file")
    with tempfile.TemporaryDirectory(prefix="owari-backup-") as name:
        place = Path(name)
        copied = [_copied(course.folder / each, place) for each in (DATABASE, RESULTS)]
        with CourseStore(place / DATABASE) as copy:
            versions = copy.versions()
            names = {team.id: team.name for team in copy.teams()}
        try:
            with replacing(file, mode=0o600) as beside, tarfile.open(beside, "w:gz") as archive:
                root = course.folder.name
                data = (course.folder / NAME).read_bytes()
                info = tarfile.TarInfo(f"{root}/{NAME}")
                info.size, info.mode = len(data), 0o644
                archive.addfile(info, io.BytesIO(data))
                for each in filter(None, copied):
                    archive.add(each, f"{root}/{each.name}")
                for version in versions:
                    where = (course, version.team, version.number)
                    folders = [version_folder(*where)]
                    whose = f"version {version.number} of {names[version.team]}"
                    if why := version.state in _BUILT and objection(program_root(course, version)):
                        tell(f"The backup has nothing that was built of {whose}: {why}.")
                    elif version.state in _BUILT:
                        folders.append(program_folder(*where))
                    for folder in filter(Path.exists, folders):
                        _add(archive, course.folder, folder, whose)
        except OSError as error:
            raise BadInput(f"{file}: {error.strerror}") from None
    with store.transaction():
        store.note(who, "made a backup")
    return len(versions)


def _add(archive: tarfile.TarFile, course: Path, folder: Path, whose: str) -> None:
    """Adds a folder of a version. Raises BadInput where a file of it cannot be read."""
    try:
        archive.add(folder, course.name / folder.relative_to(course))
    except OSError as error:
        if not error.filename:  # the archive cannot be written
            raise
        raise BadInput(f"{whose}: {unreadable(error, course)}") from None


def _copied(database: Path, folder: Path) -> Path | None:
    """A copy of a database as it is now; None where there is none."""
    if not database.exists():
        return None
    copy = folder / database.name
    with closing(sqlite3.connect(database)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
        target.execute("PRAGMA journal_mode = WAL")
    return copy
