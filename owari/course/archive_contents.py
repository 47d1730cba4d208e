"""Unpacks what a student hands in: one source, a .zip or a .tar.gz, within bounds.

Nothing is written outside of the folder, and nothing but plain files and folders. What is refused
is named. The sizes that an archive claims are not believed: what comes out is counted.
"""

from __future__ import annotations

import gzip
import os
import re
import stat
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import BinaryIO, NamedTuple, cast

from owari.errors import BadInput
from owari.registration.program_files import COMPILERS, INTERPRETERS
from owari.text.printable import printable

EXPANSION = 5
"""How many times larger than the largest upload its contents may be."""
MOST_RATIO = 200
"""How many times larger than itself the contents of an archive may be. Sources come to ten, tables
of zeros to a thousand."""
_SMALL = 1 << 20
"""Bytes up to which the ratio does not matter."""
LONGEST_PATH = 240
"""Bytes."""
DEEPEST = 20
"""Folders around a file, and itself."""
_BLOCK = 1 << 16
_ZIP, _GZIP = b"PK\x03\x04", b"\x1f\x8b"
_JUNK = re.compile(r"__MACOSX|\.DS_Store|\._.*|Thumbs\.db|__pycache__|\.git|\.svn")
"""What systems and tools add."""
_FILE_NAME = re.compile(r"\w[\w .+-]{0,99}")


class BadHandIn(BadInput):
    """What was handed in cannot be unpacked; the text is a sentence for its author."""


class Bounds(NamedTuple):
    """How much an archive may hold."""

    size: int
    """Bytes of all files."""
    entries: int
    """Files and folders."""


class _Entry(NamedTuple):
    """A file or folder of an archive."""

    path: PurePosixPath
    is_folder: bool
    is_executable: bool
    content: BinaryIO | None


def unpack(file: Path, name: str, folder: Path, bounds: Bounds) -> Path:
    """Unpacks the file, which came with this name, into an empty folder. Returns the folder in
    which the program lies: the one around everything, if there is one. Raises BadHandIn."""
    try:
        with file.open("rb") as opened:
            start = opened.read(4)
            opened.seek(0)
            if start == _ZIP:
                _write(_of_zip(opened, bounds), folder, file, bounds)
            elif start[:2] == _GZIP:
                _write(_of_tar(opened, bounds), folder, file, bounds)
            else:
                _write(iter([_of_source(opened, name)]), folder, file, bounds)
    except (zipfile.BadZipFile, tarfile.TarError, zlib.error, gzip.BadGzipFile, EOFError) as error:
        raise BadHandIn(f"the archive is damaged: {printable(str(error))}") from None
    except (NotImplementedError, RuntimeError) as error:
        raise BadHandIn(f"the archive cannot be unpacked: {printable(str(error))}") from None
    return _inner(folder)


def _of_source(opened: BinaryIO, name: str) -> _Entry:
    name = name.replace("\\", "/").rpartition("/")[2]
    suffix = PurePosixPath(name).suffix.lower()
    if suffix not in COMPILERS and suffix not in INTERPRETERS and suffix not in (".jar", ""):
        raise BadHandIn(
            f"{_shown(name)} is neither a .zip, nor a .tar.gz, nor source in a language that is"
            " known"
        )
    if not _FILE_NAME.fullmatch(name):
        raise BadHandIn(f"{_shown(name)}: name the file in letters, digits, spaces and . + - _")
    return _Entry(PurePosixPath(name), False, not suffix, opened)


def _of_zip(opened: BinaryIO, bounds: Bounds) -> Iterator[_Entry]:
    with zipfile.ZipFile(opened) as archive:
        entries = archive.infolist()
        _check_count(len(entries), bounds)
        if sum(entry.file_size for entry in entries) > bounds.size:
            raise _too_large(bounds)
        for entry in entries:
            path = _path(entry.filename)
            if entry.flag_bits & 1:
                raise BadHandIn(f"{_shown(entry.filename)} in the archive is encrypted")
            mode = entry.external_attr >> 16
            kind = stat.S_IFMT(mode)
            if kind and kind not in (stat.S_IFREG, stat.S_IFDIR):
                raise _not_plain(entry.filename, stat.S_ISLNK(mode))
            if path is None:
                continue
            if entry.is_dir():
                yield _Entry(path, True, False, None)
                continue
            with archive.open(entry) as content:
                yield _Entry(path, False, bool(mode & stat.S_IXUSR), cast(BinaryIO, content))


def _of_tar(opened: BinaryIO, bounds: Bounds) -> Iterator[_Entry]:
    with gzip.GzipFile(fileobj=opened) as unzipped:
        limited = _Limited(cast(BinaryIO, unzipped), bounds)
        with tarfile.open(fileobj=cast(BinaryIO, limited), mode="r|") as archive:
            for number, member in enumerate(archive, 1):
                _check_count(number, bounds)
                path = _path(member.name)
                if member.issym() or member.islnk():
                    raise _not_plain(member.name, is_link=True)
                if not (member.isdir() or member.isreg()) or member.issparse():
                    raise _not_plain(member.name, is_link=False)
                if path is None:
                    continue
                if member.isdir():
                    yield _Entry(path, True, False, None)
                    continue
                content = cast(BinaryIO, archive.extractfile(member))
                yield _Entry(path, False, bool(member.mode & stat.S_IXUSR), content)


class _Limited:
    """A file of which no more than the bounds allow is read, with room for the heads of a tar."""

    def __init__(self, file: BinaryIO, bounds: Bounds) -> None:
        self._file = file
        self._bounds = bounds
        self._left = bounds.size + 2048 * bounds.entries + 65536

    def read(self, size: int) -> bytes:
        """The next bytes. Raises BadHandIn."""
        data = self._file.read(size)
        self._left -= len(data)
        if self._left < 0:
            raise _too_large(self._bounds)
        return data


def _path(name: str) -> PurePosixPath | None:
    """Where an entry belongs; None for what a system or a tool has added. Raises BadHandIn."""
    path = PurePosixPath(name.replace("\\", "/"))
    if path.is_absolute() or re.match("[A-Za-z]:", name):
        raise BadHandIn(f"{_shown(name)} in the archive is an absolute name")
    if ".." in path.parts:
        raise BadHandIn(f"{_shown(name)} in the archive leads out of it by '..'")
    if not name.isprintable():
        raise BadHandIn(f"{_shown(name)} in the archive has a character that cannot be printed")
    if len(name.encode()) > LONGEST_PATH or len(path.parts) > DEEPEST:
        raise BadHandIn(f"{_shown(name)} in the archive is too long, or too deep in folders")
    if not path.parts or any(_JUNK.fullmatch(part) for part in path.parts):
        return None
    return path


def _write(entries: Iterator[_Entry], folder: Path, file: Path, bounds: Bounds) -> None:
    """Writes the entries, and counts what comes. Raises BadHandIn."""
    written = 0
    packed = file.stat().st_size
    for entry in entries:
        target = folder / entry.path
        try:
            if entry.is_folder:
                target.mkdir(parents=True, exist_ok=True)
                continue
            target.parent.mkdir(parents=True, exist_ok=True)
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
            descriptor = os.open(target, flags, 0o755 if entry.is_executable else 0o644)
        except (FileExistsError, NotADirectoryError, IsADirectoryError):
            raise BadHandIn(f"{_shown(str(entry.path))} is in the archive twice") from None
        with open(descriptor, "wb") as out:
            assert entry.content
            while block := entry.content.read(_BLOCK):
                written += len(block)
                if written > bounds.size:
                    raise _too_large(bounds)
                if written > _SMALL and written > MOST_RATIO * packed:
                    raise BadHandIn(
                        f"the contents of the archive are more than {MOST_RATIO} times as large as"
                        f" itself, at {_shown(str(entry.path))}: leave such files out"
                    )
                out.write(block)


def _check_count(number: int, bounds: Bounds) -> None:
    if number > bounds.entries:
        raise BadHandIn(f"the archive has more than {bounds.entries} files and folders")


def _too_large(bounds: Bounds) -> BadHandIn:
    return BadHandIn(f"the contents of the archive are larger than {bounds.size >> 20} MB")


def _not_plain(name: str, is_link: bool) -> BadHandIn:
    what = "a link" if is_link else "neither a file nor a folder"
    return BadHandIn(f"{_shown(name)} in the archive is {what}: put plain files into it")


def _inner(folder: Path) -> Path:
    """The folder around everything, or this one."""
    while True:
        found = list(folder.iterdir())
        if not found:
            raise BadHandIn("the archive is empty")
        if len(found) > 1 or not found[0].is_dir():
            return folder
        folder = found[0]


def _shown(name: str) -> str:
    text = printable(name)
    return repr(text if len(text) <= 80 else f"{text[:80]}...")
