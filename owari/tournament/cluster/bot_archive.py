"""The folder of a bot as one text of bytes, which travels to other machines.

The same files give the same bytes, so that their hash is the name of the folder everywhere.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import os
import stat
import tarfile
import tempfile
from collections.abc import Collection, Iterator
from contextlib import suppress
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from owari.errors import BadInput

__all__ = ["MOST", "Archive", "pack", "unpack"]

MOST = 64 * 1024**2
"""Bytes of all files of a folder that may travel."""
STAY = frozenset(("__pycache__", ".git"))
"""What is made again, or is not the program."""


class Archive(NamedTuple):
    """A folder with its hash."""

    name: str
    """The hash of its files, their names and which of them are programs."""
    data: bytes


def pack(folder: Path, left_out: Collection[Path] = ()) -> Archive:
    """The folder without the files and folders `left_out`. Raises BadInput where a link leads out
    of it, where a file cannot be read, or where the files are too large together."""
    folder = folder.resolve()
    packed = io.BytesIO()
    size = 0
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as tar:
        for path in _entries(folder, {place.resolve() for place in left_out}):
            entry = tarfile.TarInfo(path.relative_to(folder).as_posix())
            try:
                mode = path.lstat().st_mode
                content = path.read_bytes() if stat.S_ISREG(mode) else b""
            except OSError as error:
                raise BadInput(f"{path} cannot be sent to machines: {error.strerror}") from None
            size += len(content)
            if size > MOST:
                raise BadInput(
                    f"{folder} is too large to travel to other machines: its files have more than"
                    f" {MOST // 1024**2} MB. Give the bot a directory with its program alone."
                )
            entry.mode = 0o755 if stat.S_ISDIR(mode) or mode & stat.S_IXUSR else 0o644
            entry.size = len(content)
            if stat.S_ISDIR(mode):
                entry.type = tarfile.DIRTYPE
            elif stat.S_ISLNK(mode):
                entry.type, entry.mode = tarfile.SYMTYPE, 0o777
                entry.linkname = _link(path, folder)
            tar.addfile(entry, io.BytesIO(content))
    data = packed.getvalue()
    return Archive(_hash(data), gzip.compress(data, mtime=0))


def _entries(folder: Path, left_out: Collection[Path]) -> Iterator[Path]:
    """Plain files, folders and links in it, in order, a folder before what is in it."""
    for path in sorted(folder.iterdir()):
        if path.name in STAY or path in left_out:
            continue
        mode = path.lstat().st_mode
        if stat.S_ISDIR(mode) or stat.S_ISREG(mode) or stat.S_ISLNK(mode):
            yield path
        if stat.S_ISDIR(mode):
            yield from _entries(path, left_out)


def _link(path: Path, folder: Path) -> str:
    """Where a link leads, from where it lies. Raises BadInput where that is outside."""
    target = Path(os.path.normpath(path.parent / os.readlink(path)))
    if not target.is_relative_to(folder) or not path.resolve().is_relative_to(folder):
        raise BadInput(
            f"{path} is a link that leads out of {folder}, which travels alone to other machines:"
            " put the file itself there"
        )
    return os.path.relpath(target, path.parent)


def _hash(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=20).hexdigest()


def unpack(archive: Archive, cache: Path) -> Path:
    """The folder of the archive in the cache, made there unless it is there already. Raises
    BadInput, and writes nothing, where the archive is damaged or leads out of its folder."""
    folder = cache / archive.name
    if folder.is_dir():
        return folder
    data = gzip.decompress(archive.data)
    if _hash(data) != archive.name:
        raise BadInput("the folder of a bot has not arrived as it was sent")
    with tarfile.open(fileobj=io.BytesIO(data)) as tar:
        entries = tar.getmembers()
        for entry in entries:
            inside = _is_inside(entry.name) and (entry.isreg() or entry.isdir() or entry.issym())
            way = PurePosixPath(entry.name).parent / entry.linkname
            if not inside or (entry.issym() and not _is_inside(str(way))):
                raise BadInput(f"the folder of a bot has {entry.name}, which leads out of it")
        growing = Path(tempfile.mkdtemp(dir=cache, prefix="."))
        # Links come last, so that no file is written through one.
        for entry in sorted(entries, key=tarfile.TarInfo.issym):
            place = growing / entry.name
            if entry.isdir():
                place.mkdir()
            elif entry.issym():
                place.symlink_to(entry.linkname)
            else:
                content = tar.extractfile(entry)
                assert content is not None
                with place.open("xb") as file:
                    file.write(content.read())
                place.chmod(entry.mode & 0o777)
    growing.chmod(0o755)
    with suppress(OSError):  # somebody else was faster
        growing.rename(folder)
    return folder


def _is_inside(name: str) -> bool:
    """Whether a path from the folder stays in it."""
    way = os.path.normpath(name)
    return not way.startswith(("/", "../")) and way not in ("..", ".")
