"""What an isolated program sees of the file system, and what it may do where.

It may read the system, the interpreters that it runs with and its own folder. It may write in its
own folder, in its folder for temporary files and in those for everybody, of which it has its own,
empty at first. Where its folder is not its own alone, because results or another bot's files are
in it, what it writes there is seen by itself only and goes with it.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from pathlib import Path

__all__ = ["Access", "Kind", "Needs", "View", "is_shared", "view"]

SYSTEM = tuple(
    map(
        Path,
        (
            *("/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/usr", "/etc", "/opt"),
            *("/nix", "/gnu", "/snap", "/sys", "/proc"),
        ),
    )
)
"""What any program may read."""
FOR_ALL = tuple(map(Path, ("/tmp", "/var/tmp", "/dev/shm")))
"""Folders in which everybody may write; a program gets empty ones."""
PLACES_OF_PEOPLE = tuple(map(Path, ("/home", "/root", "/run")))
"""Homes, and the sockets of services, which are empty but for what a program needs."""
DEVICES = tuple(Path("/dev", name) for name in ("null", "zero", "full", "random", "urandom", "tty"))
PROGRAM_FOLDERS = ("bin", "sbin", "shims", "libexec", "Scripts")
"""Where programs lie beside the folders of what belongs to them."""
OWARI = Path(__file__).resolve().parents[1]
"""The folder of this package."""
MOST_LINKS = 40
"""How many links Linux follows."""
MOST_WRITTEN = "64m"
"""What a program may keep in a folder of `FOR_ALL`, which is in memory."""


class Kind(IntEnum):
    """What is mounted at a place, by the numbers of isolation.h."""

    EMPTY = 0
    READABLE = 1
    WRITABLE = 2
    OVERLAY = 3


class Access(IntEnum):
    """What Landlock allows at a place, by the numbers of isolation.h."""

    READ = 0
    WRITE = 1
    DEVICE = 2


@dataclass(frozen=True, slots=True)
class Needs:
    """What a program needs to see."""

    command: tuple[str, ...]
    directory: Path
    environment: tuple[tuple[str, str], ...]
    """What of its environment can name files."""
    hidden: tuple[Path, ...] = ()
    """What it may not see."""
    runs_in_scratch: bool = False


@dataclass(frozen=True, slots=True)
class View:
    """What a program sees of the file system, and what it may do there."""

    mounts: tuple[tuple[Kind, Path], ...]
    """In this order; only where there is a mount namespace."""
    rules: tuple[tuple[Access, Path], ...]
    own: frozenset[Path]
    """Of the mounted places, those whose owner may do there what the program may."""


@lru_cache(256)
def view(needs: Needs, temporary: Path, *, mounts: bool, home: Path, strict: bool = False) -> View:
    """What this program sees, beside its folder for temporary files, which lies in `temporary`.
    `mounts` is whether it gets a mount namespace, `home` our user's home, `strict` whether it runs
    as another user, who may not enter all folders."""
    directory = needs.directory
    shown = _outermost(_needed(needs, home), (*SYSTEM, directory))
    shared = is_shared(directory, needs.hidden)
    writable = not (shared or needs.runs_in_scratch or directory == Path("/"))
    steps: dict[Path, Kind] = {}
    if mounts:
        empty = {*FOR_ALL, *PLACES_OF_PEOPLE, home, *needs.hidden}
        if strict:
            places = (directory, temporary / "folder", *shown)
            closed = {folder for place in places for folder in _closed(place)}
            empty.update(folder for folder in closed if not _within(folder, shown))
        steps = {place: Kind.EMPTY for place in empty if not os.path.islink(place)}
        steps.pop(Path("/"), None)
        for place in shown:
            if strict or _within(place, steps):
                steps[place] = Kind.READABLE
        if directory != Path("/"):
            steps[directory] = Kind.WRITABLE if writable else Kind.READABLE
            if shared and not needs.runs_in_scratch:
                steps[directory] = Kind.OVERLAY
    written = [directory] if writable or (mounts and shared) else []
    rules = [(Access.READ, place) for place in (*SYSTEM, *shown, directory)]
    rules += [(Access.WRITE, place) for place in (*written, *(FOR_ALL if mounts else ()))]
    rules += [(Access.DEVICE, place) for place in DEVICES]
    # A folder comes before what lies in it.
    order = sorted(steps.items(), key=lambda step: step[0].parts)
    own = frozenset((directory, *shown))
    return View(tuple((kind, place) for place, kind in order), tuple(rules), own)


def is_shared(directory: Path, hidden: Iterable[Path]) -> bool:
    """Whether in a program's folder lies what it may not see."""
    own = directory.resolve()
    return any(place.is_relative_to(own) for place in hidden)


def _within(place: Path, others: Iterable[Path]) -> bool:
    return any(place.is_relative_to(other) for other in others)


def _outermost(places: Collection[Path], others: tuple[Path, ...]) -> list[Path]:
    """Those that lie in none of the others, nor in one another."""
    return [
        place
        for place in places
        if not _within(place, others)
        and not any(place != other and place.is_relative_to(other) for other in places)
    ]


def _closed(place: Path) -> Iterator[Path]:
    """The folders on the way to a place that only some users may enter."""
    for folder in place.parents:
        with suppress(OSError):
            if not folder.stat().st_mode & stat.S_IXOTH:
                yield folder


def _needed(needs: Needs, home: Path) -> tuple[Path, ...]:
    """Files and folders, beside its own, that the program is made of or runs with."""
    found: dict[Path, None] = {}
    path = dict(needs.environment).get("PATH", "").split(":")
    programs = [Path(needs.command[0])]
    programs += [Path(word) for word in _interpreter(programs[0], path)]
    for program in programs:
        found.update(dict.fromkeys(_belongings(program, home)))
    for folder in path:
        if folder.startswith("/"):
            found.update(dict.fromkeys(_belongings(Path(folder, "program"), home)))
    for place in _named(needs):
        lies_in = Path(place if os.path.isdir(place) else os.path.dirname(place))
        found.update(dict.fromkeys((lies_in, Path(os.path.realpath(place)))))
        if lies_in != Path(place):  # a script may have a part of itself in a folder beside its own
            found[lies_in.parent] = None
    found[home / ".local" / "lib"] = None  # what pip installs for one user
    found[OWARI] = None  # a bot may be our own engine
    wide = (*needs.hidden, *FOR_ALL, home, Path("/usr"))
    return tuple(place for shown in found for place in _narrowed(shown, needs, wide))


def _narrowed(place: Path, needs: Needs, wide: Collection[Path]) -> Iterator[Path]:
    """The place, or of one that holds what is not the program's own only the files that it
    names."""
    if not os.path.exists(place):
        return
    if not any(other.is_relative_to(place) for other in wide):
        yield place
        return
    for named in map(Path, (needs.command[0], *_named(needs))):
        if named.parent == place and os.path.isfile(named) and named not in needs.hidden:
            yield named


def _named(needs: Needs) -> Iterator[str]:
    """The paths that the words of its command and the values of its environment name, if there is
    something; `-cp lib/a.jar:lib/b.jar` and `--book=book.txt` name some too."""
    values = (value for name, value in needs.environment if name != "PATH")
    for word in (*needs.command[1:], *values):
        for part in word.replace("=", ":").split(":"):
            if part and "\0" not in part:
                path = os.path.join(needs.directory, part)
                if os.path.exists(path):
                    yield os.path.abspath(path)


def _interpreter(program: Path, path: Iterable[str]) -> Iterator[str]:
    """Who runs a script, by its first line."""
    with suppress(OSError), program.open("rb") as file:
        if file.read(2) == b"#!":
            first, *words = os.fsdecode(file.readline(256)).split() or [""]
            yield first
            for word in words[:1] if os.path.basename(first) == "env" else ():
                yield from (os.path.join(folder, word) for folder in path)


def _belongings(program: Path, home: Path) -> Iterator[Path]:
    """The folders of a program, where it lies and where the links on the way lead: of one in a
    folder `bin` that beside it, with libraries and the like."""
    link = os.fspath(program)
    for _ in range(MOST_LINKS):
        yield from _installed(link, home)
        if not os.path.islink(link):
            break
        link = os.path.normpath(os.path.join(os.path.dirname(link), os.readlink(link)))
    yield from _installed(os.path.realpath(program), home)
    # A virtual environment runs with another Python's library.
    with suppress(OSError, UnicodeDecodeError):
        for line in (program.parent.parent / "pyvenv.cfg").read_text().splitlines():
            key, _, value = line.partition("=")
            if key.strip() == "home":
                yield from _installed(os.path.join(value.strip(), "python"), home)


def _installed(program: str, home: Path) -> Iterator[Path]:
    folder = Path(program).parent
    prefix = folder.parent
    if folder.name not in PROGRAM_FOLDERS:
        yield folder
    elif prefix in (home, home / ".local") or home.is_relative_to(prefix):
        yield from (folder, prefix / "lib")
    else:
        yield prefix
