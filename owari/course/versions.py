"""A version of a team's bot: its files as its build leaves them, and its entry, which is what a bot
of a tournament file says of itself, from its `bot.yaml` or from what was recognised.

A build is the program of a student, and may take rights away, make what is no file, or hide how
much it takes. Whoever looks through a folder here gives itself the rights of an owner first. Links
are not followed.

A student writes `bot.yaml`, so it may say how the program is started and spoken with, and nothing
else: no time of its own, nothing that lies outside of its folder, and no engine of ours.
"""

from __future__ import annotations

import errno
import json
import os
import shutil
import stat
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

import yaml

from owari.course.archive_contents import DEEPEST, LONGEST_PATH, BadHandIn
from owari.course.course_file import Course
from owari.course.course_store import Version
from owari.errors import BadInput
from owari.programs.executable import OUR_READLINE, command_words
from owari.programs.sandbox.program_settings import ProgramSettings, Sandbox
from owari.results.tournament_values import canonical
from owari.text.printable import escaped, printable
from owari.tournament.file.keys import TIMES
from owari.tournament.file.reader import bot_of
from owari.tournament.file.tournament_settings import BotConfig
from owari.tournament.file.yaml_source import BadTournament, Tree, read_source, texts_of
from owari.tournament.formats.schedule import Entrant


class FolderSize(NamedTuple):
    """What a folder takes of a disk."""

    bytes: int
    entries: int
    """Files, folders and links."""


def folder_size(folder: Path) -> FolderSize:
    """The size of all that is below a folder. Raises OSError where a part of it cannot be read, or
    lies too deep."""
    sizes = [status.st_size for _, status in _all_within_bounds(folder)]
    return FolderSize(sum(sizes), len(sizes))


def objection(folder: Path) -> str:
    """A clause on what a version must not have in its folder, which can be read afterwards; empty
    where there is nothing. Whatever copies the folder may follow its paths then."""
    try:
        for path, status in _all_within_bounds(folder):
            if not any(kind(status.st_mode) for kind in (stat.S_ISREG, stat.S_ISDIR, stat.S_ISLNK)):
                name = printable(str(path.relative_to(folder)))
                return f"{name!r} is neither a file, a folder nor a link"
    except OSError as error:
        return unreadable(error, folder)
    return ""


def unreadable(error: OSError, folder: Path) -> str:
    """A clause on what could not be read below a folder; of several files the first."""
    name, what, why = error.filename, "read", error.strerror
    if isinstance(error, shutil.Error):
        what, (name, _, why) = "copied", error.args[0][0]
    shown = printable(os.path.relpath(name, folder))
    shown = shown if len(shown) <= _MOST_SHOWN else f"{shown[:_MOST_SHOWN]}..."
    return f"{shown!r} cannot be {what}: {why}"


def delete(folder: Path) -> None:
    """Deletes a folder. Raises BadInput where something stays."""
    try:
        for _ in _all_below(folder):
            pass
    except OSError:
        pass  # what stays is told below
    if os.path.lexists(folder):
        found = subprocess.run(
            ("rm", "-rf", "--", str(folder)), capture_output=True, text=True, errors="replace"
        )
        if os.path.lexists(folder):
            why = printable(found.stderr.partition("\n")[0])
            raise BadInput(f"{folder} could not be deleted, delete it by hand: {why}")


def make_anew(file: Path) -> None:
    """Makes an empty file in place of whatever a build has put there, perhaps a link that leads
    elsewhere. Raises BadInput and OSError."""
    delete(file)
    os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644))


_MOST_SHOWN = 80
"""Characters of a path."""
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW
_GONE = (errno.ENOENT, errno.ENOTDIR, errno.ELOOP)


def _all_within_bounds(folder: Path) -> Iterator[tuple[Path, os.stat_result]]:
    """All that is below a folder. Raises OSError where a part of it cannot be read, or lies deeper,
    or has a longer path, than twice what an archive may have."""
    base = os.fsencode(folder)
    for path, status in _all_below(folder):
        inner = os.fsencode(path)[len(base) + 1 :]
        if len(inner) > 2 * LONGEST_PATH or inner.count(b"/") >= 2 * DEEPEST:
            raise OSError(
                errno.ENAMETOOLONG, "it lies too deep, or its path is too long", str(path)
            )
        yield path, status


def _all_below(folder: Path) -> Iterator[tuple[Path, os.stat_result]]:
    """All that is below a folder. What goes meanwhile is left out. Raises OSError.

    A build may still run, and put a link in place of what was a file or a folder a moment ago. So
    each is found from the open folder in which it lies.
    """
    places: list[tuple[Path, int, Iterator[str]]] = []
    try:
        places += _entered(folder, str(folder), None)
        while places:
            path, at, names = places[-1]
            if (name := next(names, None)) is None:
                os.close(at)
                places.pop()
                continue
            try:
                status = os.stat(name, dir_fd=at, follow_symlinks=False)
            except FileNotFoundError:
                continue
            if stat.S_ISDIR(status.st_mode):
                places += _entered(path / name, name, at)
            elif stat.S_ISREG(status.st_mode):
                _claim(path / name, name, at)
            yield path / name, status
    finally:
        for _, at, _ in places:
            os.close(at)


def _entered(path: Path, name: str, within: int | None) -> list[tuple[Path, int, Iterator[str]]]:
    """A folder that is open, with the names in it; nothing where it is gone. Raises OSError."""
    try:
        _claim(path, name, within)
        at = os.open(name, _FOLDER, dir_fd=within)
    except OSError as error:
        if error.errno in _GONE:
            return []
        error.filename = str(path)
        raise
    return [(path, at, iter(os.listdir(at)))]


def _claim(path: Path, name: str, within: int | None) -> None:
    """Gives its owner the rights to a file or folder that it lacks. Raises OSError."""
    status = os.stat(name, dir_fd=within, follow_symlinks=False)
    needed = {stat.S_IFDIR: 0o700, stat.S_IFREG: 0o600}.get(stat.S_IFMT(status.st_mode), 0)
    if status.st_mode & needed == needed:
        return
    mode = stat.S_IMODE(status.st_mode) | needed
    try:
        if os.chmod in os.supports_follow_symlinks:
            os.chmod(name, mode, dir_fd=within, follow_symlinks=False)
            return
        handle = os.open(name, os.O_PATH | os.O_NOFOLLOW, dir_fd=within)
        try:
            if os.path.samestat(status, os.fstat(handle)):
                os.chmod(f"/proc/self/fd/{handle}", mode)
        finally:
            os.close(handle)
    except FileNotFoundError:
        pass
    except OSError as error:
        error.filename = str(path)
        raise


FILE = "bot.yaml"
FOLDER = "versions"
MARK = ".owari"
"""A file of ours in the folder of a version. No program sees it, so what a program writes in the
folder is in memory and goes with it: see `file_view`."""
_REFUSED = {
    **dict.fromkeys((*TIMES, "guest"), "the course decides it for all"),
    **dict.fromkeys(("engine", "by-hand"), "hand in a program of your own"),
    "directory": "the folder of the file is the folder of the program",
}
"""Keys of other bots, and why a student's cannot have them."""


def program_folder(course: Course, team: int, number: int) -> Path:
    """Where a version is unpacked and built."""
    return course.folder / FOLDER / str(team) / str(number)


def program_root(course: Course, version: Version) -> Path:
    """Where the program of a version lies in that folder: all that its build can write."""
    return program_folder(course, version.team, version.number) / str(version.entry["folder"])


def given_entry(root: Path) -> dict[str, Any] | None:
    """The entry that a student has written; None without one. Raises BadHandIn."""
    file = root / FILE
    if not file.is_file() or file.is_symlink():
        return None
    try:
        source = read_source(file)
        if source.problems:
            raise BadTournament(FILE, *source.problems)
    except BadInput as error:
        raise BadHandIn(str(error)) from None
    tree = source.tree
    if isinstance(tree, list) and len(tree) == 1:
        tree = tree[0]
    if not isinstance(tree, dict):
        raise BadHandIn(f"{FILE}: keys and values are expected, as 'command: [python3, bot.py]'")
    entry: dict[str, Any] = {key: value for key, value in tree.items() if key != "name"}
    for key, why in _REFUSED.items():
        if key in entry:
            raise BadHandIn(f"{FILE}: {key}: {why}; leave the key out")
    if "command" not in entry:
        raise BadHandIn(f"{FILE}: command is missing, as 'command: [python3, bot.py]'")
    if isinstance(entry["command"], str):
        entry["command"] = command_words(entry["command"])
    check_words(entry)
    return entry


def check_words(entry: Mapping[str, Any]) -> None:
    """Raises BadHandIn where an entry names what lies outside of its folder, or our engine, or a
    file whose name is no text."""
    environment = entry.get("environment")
    values = list(environment.values()) if isinstance(environment, dict) else []
    command = entry["command"]
    words = [*map(str, command if isinstance(command, list) else [command]), *map(str, values)]
    for word in words:
        if word == OUR_READLINE:
            continue
        try:
            word.encode()
        except UnicodeEncodeError:
            raise BadHandIn(
                f"the name {escaped(word)} is no UTF-8: give the file another"
            ) from None
        for part in word.replace("=", ":").replace(",", ":").split(":"):
            path = PurePosixPath(part)
            if path.is_absolute() or ".." in path.parts or part.startswith("~"):
                raise BadHandIn(f"{FILE}: {part!r} lies outside of the program's folder")
            if path.name.casefold() == "owari":
                raise BadHandIn(f"{FILE}: {part!r} is the engine of the referee: write your own")


def check_orders(bot: BotConfig) -> None:
    """Raises BadHandIn where a student's entry says that the bot plays one order alone: it would
    choose its seat in all its games. A program that was learned may have one order."""
    entrant = Entrant.of(bot.stored)
    for order, can in (("first", entrant.first), ("second", entrant.second)):
        if not can:
            raise BadHandIn(
                f"{FILE}: start: {order}: false would choose the seat, and a bot of a course moves"
                f" first in half of its games: say what to type when it moves {order}, or hand in"
                f" without {FILE}, so that the course learns the program"
            )


def bot_config(course: Course, name: str, root: Path, entry: Mapping[str, Any]) -> BotConfig:
    """A version as a bot with this name. Raises BadInput with a sentence on what is wrong with its
    entry."""
    node = yaml.compose(yaml.safe_dump({"name": name, **entry, "directory": str(root)}))
    keys = texts_of(node) if node else None
    assert isinstance(keys, dict)
    conditions: dict[str, Tree] = {
        key: value for key, value in course.conditions.items() if key != "openings"
    }
    bot = bot_of(keys, {**conditions, "pondering": "false"}, root)
    assert isinstance(bot.player, ProgramSettings)
    sandbox = hidden_course(course, bot.player.sandbox, root / MARK)
    stored = {key: value for key, value in json.loads(bot.settings).items() if key != "directory"}
    player = replace(bot.player, sandbox=sandbox, hears_reasons=not course.pseudonyms)
    return replace(bot, player=player, settings=canonical(stored))


def hidden_course(course: Course, sandbox: Sandbox, *more: Path) -> Sandbox:
    """A sandbox from which nothing of the course is seen but the program's own folder."""
    return replace(sandbox, hidden=(course.folder.resolve(), *(path.resolve() for path in more)))


def version_bot(course: Course, version: Version, public: str) -> BotConfig:
    """A version that has passed, as a bot of the ladder. Raises BadInput."""
    root = program_root(course, version)
    entry = {key: value for key, value in version.entry.items() if key != "folder"}
    return bot_config(course, bot_name_of(public, version.number), root, entry)


def bot_name_of(public: str, number: int) -> str:
    """What results call a version."""
    return f"{public} v{number}"
