"""What an isolated program sees of the file system, and what it may do where.

It may read the system, the interpreters that it runs with and its own folder. It may write in its
own folder, in its folder for temporary files and in those for everybody, of which it has its own,
empty at first. Where its folder is not its own alone, because results or another bot's files are
in it, what it writes there is seen by itself only and goes with it.

What a command names is seen, for the organiser names it. The program's folder is in the hands of
its author and of the program: what links, first lines and `pyvenv.cfg` in there name outside of it
is seen only where it is an interpreter.
"""

from __future__ import annotations

import os
import pwd
import re
import shutil
import stat
from collections import deque
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from itertools import islice
from pathlib import Path

from owari.user_files import read_plain

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
HOMES = tuple(map(Path, ("/home", "/Users")))
"""Where each folder is somebody's home."""
CONTROL_GROUPS = Path("/sys/fs/cgroup")
"""What other programs use of the machine."""
DEVICES = tuple(Path("/dev", name) for name in ("null", "zero", "full", "random", "urandom", "tty"))
PROGRAM_FOLDERS = ("bin", "sbin", "shims", "libexec", "Scripts")
"""Where programs lie beside the folders of what belongs to them."""
PYTHONS = ("python", "pypy")
"""How the names of those interpreters begin that virtual environments lead to."""
OF_PEOPLE = (".local", ".cargo")
"""Folders of a home in which programs lie beside what is private."""
OWARI = Path(__file__).resolve().parents[2]
"""The folder of this package."""
MOST_LINKS = 40
"""How many links Linux follows."""
MOST_FILES = 4000
"""Of a program's folder, in which links are looked for."""
MOST_OF_LINE = 258
"""Bytes of a first line that are looked at."""
MOST_READ = 65536
"""Bytes of a file that says where an interpreter lies."""
MOST_WRITTEN = "64m"
"""What a program may keep in a folder of `FOR_ALL`, which is in memory."""
MOST_NAMES = 16384
"""Of files and folders there, each of which takes memory too."""


class Kind(IntEnum):
    """What is mounted at a place, by the numbers of isolation.h."""

    EMPTY = 0
    READABLE = 1
    WRITABLE = 2
    OVERLAY = 3
    NEW = 4


class Access(IntEnum):
    """What Landlock allows at a place, by the numbers of isolation.h."""

    READ = 0
    WRITE = 1
    DEVICE = 2
    LIST = 3  # the names in a folder, and no file


@dataclass(frozen=True, slots=True)
class Needs:
    """What a program needs to see."""

    command: tuple[str, ...]
    directory: Path
    environment: tuple[tuple[str, str], ...]
    """What of its environment names files, which it sees."""
    hidden: tuple[Path, ...] = ()
    """What it may not see."""
    runs_in_scratch: bool = False
    path: str = ""
    """Where it looks for programs. Of these folders it sees those that the command needs."""


@dataclass(frozen=True, slots=True)
class View:
    """What a program sees of the file system, and what it may do there."""

    mounts: tuple[tuple[Kind, Path], ...]
    """In this order; only where there is a mount namespace."""
    rules: tuple[tuple[Access, Path], ...]
    own: frozenset[Path]
    """Of the mounted places, those whose owner may do there what the program may."""

    def shows(self, place: Path) -> bool:
        """Whether the program can read a file or folder, which no link is."""
        around = (kind for kind, folder in reversed(self.mounts) if place.is_relative_to(folder))
        allowed = (folder for _, folder in self.rules)
        return next(around, None) is not Kind.EMPTY and _within(place, allowed)


@lru_cache(256)
def view(needs: Needs, temporary: Path, *, mounts: bool, home: Path, strict: bool = False) -> View:
    """What this program sees, beside its folder for temporary files, which lies in `temporary`.
    `mounts` is whether it gets a mount namespace, `home` our user's home, `strict` whether it runs
    as another user, who may not enter all folders."""
    directory = needs.directory
    shown = _outermost(_needed(needs, home), (*SYSTEM, directory, directory.resolve()))
    shared = is_shared(directory, needs.hidden)
    writable = not (shared or needs.runs_in_scratch or directory == Path("/"))
    steps: dict[Path, Kind] = {}
    if mounts:
        empty = {*FOR_ALL, *PLACES_OF_PEOPLE, CONTROL_GROUPS, home, home.resolve(), *needs.hidden}
        if not _needs_owari(needs):
            empty.add(OWARI)
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
    if _needs_owari(needs):
        rules.append((Access.LIST, OWARI.parent))  # Python looks there for the package by its name
    # A folder comes before what lies in it.
    order = sorted(steps.items(), key=lambda step: step[0].parts)
    own = frozenset((directory, *shown))
    return View(tuple((kind, place) for place, kind in order), tuple(rules), own)


def dead_links(directory: Path, seen: View) -> Iterator[tuple[Path, Path]]:
    """The links in a program's folder that lead to something which it does not see, by their names
    there and with that place. The first few thousand files are looked at. A link whose place cannot
    be looked at, as its name is too long, is passed over."""
    left = MOST_FILES
    folders = deque([os.fspath(directory)])
    while folders and left > 0:
        found: list[os.DirEntry[str]] = []
        with suppress(OSError), os.scandir(folders.popleft()) as entries:
            found = sorted(islice(entries, left), key=lambda entry: entry.name)
        left -= len(found)
        folders.extend(entry.path for entry in found if entry.is_dir(follow_symlinks=False))
        for entry in found:
            if entry.is_symlink() and os.path.exists(entry.path):
                place = Path(os.path.realpath(entry.path))
                if not seen.shows(place):
                    yield Path(entry.path).relative_to(directory), place


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
    programs = [Path(needs.command[0])]
    # `env` and `nice` run the program that another word names.
    programs += [Path(program) for word in needs.command[1:] for program in _on_path(word, needs)]
    programs += [Path(word) for word in _interpreter(programs[0], needs, home)]
    for name, value in needs.environment:
        if name == "PATH":
            programs += [
                Path(folder, "program") for folder in value.split(":") if folder[:1] == "/"
            ]
    for program in programs:
        found.update(dict.fromkeys(_belongings(program, needs, home)))
    for place in _named(needs):
        lies_in = Path(place if os.path.isdir(place) else os.path.dirname(place))
        found.update(dict.fromkeys((lies_in, Path(os.path.realpath(place)))))
        if lies_in != Path(place):  # a script may have a part of itself in a folder beside its own
            found[lies_in.parent] = None
    found[home / ".local" / "lib"] = None  # what pip installs for one user
    if _needs_owari(needs):
        found[OWARI] = None
    wide = (*needs.hidden, *FOR_ALL, Path("/usr"))
    return tuple(place for shown in found for place in _narrowed(shown, needs, wide, home))


def _holds_home(place: Path, home: Path) -> bool:
    """Whether a folder is our user's home or another's, or such a home lies in it."""
    real = place.resolve()
    homes = [home, home.resolve(), Path("/root"), *HOMES]
    with suppress(OSError, KeyError):
        homes.append(Path(pwd.getpwuid(real.stat().st_uid).pw_dir).resolve())
    is_home = place.parent in HOMES or real.parent in HOMES
    return is_home or any(other.is_relative_to(at) for other in homes for at in (place, real))


def _needs_owari(needs: Needs) -> bool:
    """Whether the program is our own engine, or lies in our package, or its command or environment
    names that. No other program plays by it."""
    if any(os.path.basename(word) == "owari" for word in needs.command):
        return True
    named = (needs.directory, *map(Path, needs.command), *map(Path, _named(needs)))
    return any(place.is_relative_to(OWARI) for place in named)


def _narrowed(place: Path, needs: Needs, wide: Collection[Path], home: Path) -> Iterator[Path]:
    """The place, or of one that holds what is not the program's own only the files that it
    names."""
    if not os.path.exists(place):
        return
    if not (any(other.is_relative_to(place) for other in wide) or _holds_home(place, home)):
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
                if os.path.exists(path) and not _is_led_out(os.path.abspath(path), needs):
                    yield os.path.abspath(path)


def _is_own(place: str | Path, needs: Needs) -> bool:
    """Whether it lies in the program's folder, so that it or its author may have made it."""
    return Path(os.path.realpath(place)).is_relative_to(needs.directory.resolve())


def _is_led_out(path: str, needs: Needs) -> bool:
    """Whether a link in the program's folder leads a path out of it."""
    if _is_own(path, needs):
        return False
    at, rest = "/", path.split("/")
    for _ in range(MOST_LINKS):
        while rest and not os.path.islink(os.path.join(at, rest[0])):
            at = os.path.normpath(os.path.join(at, rest.pop(0)))
        if not rest:
            return False
        if _is_own(at, needs):
            return True
        rest = [*os.readlink(os.path.join(at, rest[0])).split("/"), *rest[1:]]
        at = "/" if not rest[0] else at
    return True


def _is_interpreter(program: str, needs: Needs, home: Path) -> bool:
    """Whether PATH runs it by its name, or it lies in the installation of what PATH runs so, or it
    is Python, with its library or its `pyvenv.cfg`."""
    real = Path(os.path.realpath(program))
    if _within(real, needs.hidden) or not os.access(real, os.X_OK):
        return False
    folder, prefix = Path(program).parent, Path(program).parent.parent
    is_python = real.name.startswith(PYTHONS) and folder.name in PROGRAM_FOLDERS
    library = ("pyvenv.cfg", "lib*/py*/os.py")
    if is_python and any(any(prefix.glob(pattern)) for pattern in library):
        return True
    found = shutil.which(os.path.basename(program), path=needs.path)
    return bool(found) and _within(Path(program), _installed(str(found), home))


def interpreter_words(program: Path) -> list[str]:
    """Who runs a script and with which words, by its first line as the system reads it; none where
    that names nobody. Raises OSError."""
    begin = read_plain(program, MOST_OF_LINE)
    if not begin.startswith(b"#!"):
        return []
    line = os.fsdecode(begin[2:].partition(b"\n")[0])
    return [word for word in re.split("[ \t]", line) if word]


def _interpreter(program: Path, needs: Needs, home: Path) -> Iterator[str]:
    """Who runs a script, by its first line, if that is a program."""
    with suppress(OSError):
        first, *words = interpreter_words(program) or [""]
        if first:
            may_name = not _is_own(program, needs) or _is_interpreter(first, needs, home)
            if may_name and os.access(first, os.X_OK) and os.path.isfile(first):
                yield first
            if os.path.basename(first) == "env":
                yield from (found for word in words for found in _on_path(word, needs))


def _on_path(word: str, needs: Needs) -> Iterator[str]:
    """The program of this name that would be run, if there is one."""
    if word and "/" not in word and "\0" not in word:
        path = dict(needs.environment).get("PATH", needs.path)
        found = shutil.which(word, path=path)
        if found and os.path.isabs(found):
            yield found


def _belongings(program: Path, needs: Needs, home: Path) -> Iterator[Path]:
    """The folders of a program, where it lies and where the links on the way lead: of one in a
    folder `bin` that beside it, with libraries and the like."""
    for step, is_led_out in _ways(program, needs):
        if not is_led_out or _is_interpreter(step, needs, home):
            yield from _installed(step, home)


def _ways(program: Path, needs: Needs) -> Iterator[tuple[str, bool]]:
    """The program and what it leads to, each with whether that is by what lies in the program's
    folder."""
    step = os.fspath(program)
    is_led_out = _is_led_out(step, needs)
    for _ in range(MOST_LINKS):
        yield step, is_led_out
        if not os.path.islink(step):
            break
        step = os.path.normpath(os.path.join(os.path.dirname(step), os.readlink(step)))
    yield os.path.realpath(program), is_led_out
    # A virtual environment runs with another Python's library.
    settings = program.parent.parent / "pyvenv.cfg"
    with suppress(OSError, UnicodeDecodeError):
        lines = read_plain(settings, MOST_READ).decode().splitlines()
        for line in lines:
            key, _, value = line.partition("=")
            if key.strip() == "home":
                base = os.path.join(value.strip(), os.path.basename(program))
                yield base, is_led_out or _is_own(settings, needs)


def _installed(program: str, home: Path) -> Iterator[Path]:
    folder = Path(program).parent
    prefix = folder.parent
    yield folder  # is seen also where what lies beside it may not be
    if folder.name in PROGRAM_FOLDERS:
        is_private = _holds_home(prefix, home) or (
            prefix.name in OF_PEOPLE and _holds_home(prefix.parent, home)
        )
        yield prefix / "lib" if is_private else prefix
