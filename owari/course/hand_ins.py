"""Takes what teams hand in: in a folder that is written once, and in a row of the course.

When a hand-in is accepted, its file, its folder and its row are on disk. A folder without a row is
what a killed process has left: nobody was told of it, and the next hand-in takes its place.
"""

from __future__ import annotations

import hashlib
import io
import os
import shutil
import tempfile
import zipfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple, Self

from owari.course.archive_contents import BadHandIn
from owari.course.course_file import Course
from owari.course.course_store import FINAL_BEGUN, CourseStore, Team, Version
from owari.text.durations import count
from owari.text.printable import printable

FOLDER = "hand-ins"
_BLOCK = 1 << 16
_LONGEST_NAME = 100


class Receipt(NamedTuple):
    """What a team keeps as proof."""

    team: str
    version: int
    moment: str
    """ISO 8601, UTC."""
    sha256: str
    is_late: bool
    """Whether it came after the last moment that counts."""
    is_over: bool
    """Whether it came after the versions of the final were chosen."""

    def __str__(self) -> str:
        late = ", after the deadline: it does not count" if self.is_late else ""
        if self.is_over:
            late = ", after the final has begun: it cannot count any more"
        return (
            f"Receipt: {self.team}, version {self.version}, {self.moment}{late}\n"
            f"SHA-256: {self.sha256}"
        )


class Upload:
    """A file that arrives. It counts its bytes and computes its hash on the way. At the end of a
    block with it the file is removed, unless somebody has taken it."""

    def __init__(self, course: Course) -> None:
        folder = course.folder / FOLDER
        folder.mkdir(exist_ok=True)
        descriptor, name = tempfile.mkstemp(prefix=".upload-", dir=folder)
        self.path = Path(name)
        self.size = 0
        self._most = course.hand_in_size
        self._file = os.fdopen(descriptor, "wb")
        self._hash = hashlib.sha256()

    def write(self, data: bytes) -> None:
        """Adds bytes. Raises BadHandIn where there are too many."""
        self.size += len(data)
        if self.size > self._most:
            raise BadHandIn(
                f"the file is larger than {self._most >> 20} MB, the limit of the course"
            )
        self._hash.update(data)
        self._file.write(data)

    def finish(self) -> str:
        """Brings the file to the disk, once, and returns its SHA-256."""
        if not self._file.closed:
            self._file.flush()
            os.fsync(self._file.fileno())
            self._file.close()
        return self._hash.hexdigest()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()
        self.path.unlink(missing_ok=True)


def accept(
    course: Course,
    store: CourseStore,
    team: Team,
    arrived: Upload,
    name: str,
    *,
    is_trial: bool = False,
) -> tuple[Version, Receipt]:
    """Takes a file as the next version of a team. Raises BadHandIn."""
    if not arrived.size:
        raise BadHandIn("the file is empty")
    name = printable(name.replace("\\", "/").rpartition("/")[2])[:_LONGEST_NAME] or "bot"
    digest = arrived.finish()
    with store.transaction():
        versions = store.versions(team.id)
        _check_number(course, versions)
        number = max((each.number for each in versions), default=0) + 1
        folder = version_folder(course, team.id, number)
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        os.replace(arrived.path, folder / "file")
        (folder / "file").chmod(0o400)
        # The folders around it are on disk since the first version.
        for place in (folder, *folder.parents[: 3 if number == 1 else 1]):
            _sync_folder(place)
        is_over = bool(store.value(FINAL_BEGUN))
        version = store.add_version(team.id, number, name, arrived.size, digest, is_trial=is_trial)
        kind = "a trial, " if is_trial else ""
        store.note(team.name, f"handed in {kind}version {number}, SHA-256 {digest}")
    last = course.last_moment(team.extension)
    late = last is not None and datetime.fromisoformat(version.handed_in) > last
    return version, Receipt(team.name, number, version.handed_in, digest, late, is_over)


def version_folder(course: Course, team: int, number: int) -> Path:
    """The folder with the file of a version as it was handed in."""
    return course.folder / FOLDER / str(team) / str(number)


def packed(path: Path, course_size: int) -> tuple[str, bytes]:
    """The name and the content of a file to hand in: a file as it is, a folder as a zip. Raises
    BadHandIn."""
    if not path.is_dir():
        try:
            with path.open("rb") as opened:
                return path.name, opened.read(course_size + 1)
        except OSError as error:
            raise BadHandIn(f"{path}: {error.strerror}") from None
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for folder, folders, files in os.walk(path):
            folders[:] = sorted(each for each in folders if not each.startswith("."))
            for each in sorted(files):
                file = Path(folder, each)
                if file.is_symlink() or not file.is_file():
                    raise BadHandIn(f"{file} is no plain file: hand in plain files only")
                archive.write(file, file.relative_to(path))
                if out.tell() > course_size:
                    break
    return f"{path.resolve().name}.zip", out.getvalue()


def _check_number(course: Course, versions: list[Version]) -> None:
    """Raises BadHandIn where a team has handed in enough for a day."""
    since = datetime.now(UTC) - timedelta(days=1)
    lately = [each for each in versions if datetime.fromisoformat(each.handed_in) > since]
    most = course.hand_ins_per_day
    if len(lately) >= most:
        again = datetime.fromisoformat(lately[-most].handed_in) + timedelta(days=1)
        raise BadHandIn(
            f"this team has handed in {count(len(lately), 'version')} in 24 hours, and the limit is"
            f" {most}: the next one is taken from {again:%Y-%m-%d %H:%M} UTC on"
        )


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
