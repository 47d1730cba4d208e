"""A whole and consistent copy of a course in one archive, while its server runs.

The databases are copied as they are at one moment each. The course comes first: what it knows of is
on disk by then, in folders that nobody changes any more. What comes later is left out.
"""

from __future__ import annotations

import io
import sqlite3
import tarfile
import tempfile
from contextlib import closing
from pathlib import Path

from owari.course.course_file import NAME, Course
from owari.course.course_store import NAME as DATABASE
from owari.course.course_store import CourseStore, State
from owari.course.hand_ins import version_folder
from owari.course.ladder_games import RESULTS
from owari.course.version_entry import program_folder
from owari.errors import BadInput
from owari.user_files import replacing

_BUILT = (State.PLAYING, State.REPLACED, State.TRIED)
"""The states of versions whose programs stay as they are."""


def back_up(course: Course, file: Path) -> int:
    """Writes the archive, and returns how many versions it has. Raises BadInput."""
    if file.exists():
        raise BadInput(f"{file} exists already: name another file")
    with tempfile.TemporaryDirectory(prefix="owari-backup-") as name:
        place = Path(name)
        copied = [_copied(course.folder / each, place) for each in (DATABASE, RESULTS)]
        with CourseStore(place / DATABASE) as store:
            versions = store.versions()
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
                    if version.state in _BUILT:
                        folders.append(program_folder(*where))
                    for folder in folders:
                        if folder.exists():
                            archive.add(folder, f"{root}/{folder.relative_to(course.folder)}")
        except OSError as error:
            raise BadInput(f"{file}: {error.strerror}") from None
    return len(versions)


def _copied(database: Path, folder: Path) -> Path | None:
    """A copy of a database as it is now; None where there is none."""
    if not database.exists():
        return None
    copy = folder / database.name
    with closing(sqlite3.connect(database)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
        target.execute("PRAGMA journal_mode = WAL")
    return copy
