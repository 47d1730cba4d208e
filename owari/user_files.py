"""The folder for games and tablebases of the user, and the one in which commands run; files under
names that nobody uses yet, files that are replaced as a whole, and files that may be a trap."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import BinaryIO

from owari.errors import BadInput

DATA_VARIABLE = "OWARI_DATA"
"""The environment variable that names another folder."""


def user_folder() -> Path:
    """Absolute; it need not be there."""
    if named := os.environ.get(DATA_VARIABLE):
        return Path(named).absolute()
    from platformdirs import user_data_path

    return user_data_path("owari")


def _touch(path: Path) -> None:
    path.touch(exist_ok=False)


def create_new(path: Path, make: Callable[[Path], None] = _touch) -> Path:
    """Makes an empty file of this name, or of the first free name of `NAME-2`, `NAME-3` and so on.

    Makes the folders above it too. `make` raises FileExistsError for a name in use. Returns the new
    path. Raises OSError.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    for attempt in count(1):
        new = path if attempt == 1 else path.with_name(f"{path.stem}-{attempt}{path.suffix}")
        try:
            make(new)
            break
        except FileExistsError:
            continue
    return new


@contextmanager
def replacing(path: Path, *, mode: int | None = None) -> Iterator[Path]:
    """Gives an empty file for the new content, which takes the place of the old one at the end of
    the block and is on disk then. Where the block raises, all stays as it was.

    A file has this mode, else that of the old one, else that of any new file. One process replaces
    a file once at a time. Raises OSError.
    """
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    beside.unlink(missing_ok=True)  # of a process that was killed
    os.close(os.open(beside, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666 if mode is None else mode))
    try:
        yield beside
        with beside.open("rb") as file:
            os.fsync(file.fileno())
        if mode is None:
            with suppress(FileNotFoundError):
                beside.chmod(stat.S_IMODE(path.stat().st_mode))
        os.replace(beside, path)
    finally:
        beside.unlink(missing_ok=True)


def open_plain(path: str | Path) -> BinaryIO:
    """A plain file to read where others may write, and no device or pipe for which one would wait.

    What the system makes up as it is read, such as /proc/kmsg, has a size of 0 and no end: take no
    more of a file than its size. Raises OSError.
    """
    # To open a device can do something, so it is looked at before; it may change until then.
    if stat.S_ISREG(os.stat(path).st_mode):
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY)
        if stat.S_ISREG(os.fstat(descriptor).st_mode):
            return open(descriptor, "rb")
        os.close(descriptor)
    raise OSError(errno.EINVAL, "no plain file", str(path))


def read_plain(path: str | Path, most: int) -> bytes:
    """The first bytes of a plain file, no more than `most`; see `open_plain`. Raises OSError."""
    with open_plain(path) as file:
        return file.read(min(most, os.fstat(file.fileno()).st_size))


def current_folder() -> Path:
    """The folder in which commands run. Raises BadInput where somebody has removed it."""
    try:
        return Path.cwd()
    except OSError:
        raise BadInput("the current folder no longer exists, and programs run in it") from None
