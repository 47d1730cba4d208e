"""Finds the programs of teams in a folder: one for each folder in it, and each program that lies in
the folder itself."""

from __future__ import annotations

import os
import re
import shlex
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path, PurePath
from typing import NamedTuple

from owari.errors import BadInput
from owari.programs.executable import command_words
from owari.registration.program_files import (
    BUILD_FILES,
    COMPILERS,
    INTERPRETERS,
    ProgramFile,
    is_plain_file,
    program_file,
    text_of,
)
from owari.results.bot_names import LONGEST_NAME, bot_name, looks_like
from owari.text.printable import escaped

_DEEPEST = 4
"""Folders in each other that are searched in a team's folder."""
_MOST_FILES = 2000
"""Files of a team that are looked at."""
_MOST_TEAMS = 200
_NOT_SEARCHED = re.compile(
    r"\..*|__pycache__|node_modules|site-packages|venv|CMakeFiles|deps|incremental|logs"
)
"""Names of folders with files of tools."""
_ARCHIVES = (".zip", ".7z", ".rar", ".tar", ".tgz", ".gz", ".bz2", ".xz")
"""Suffixes of files that may hold what a team has handed in."""
_STARTS = ("start", "run", "play", "launch")
"""Stems of scripts that are there to start a program."""
_BOTS = ("main", "__main__", "bot", "player", "agent", "ai")
_GAMES = ("kalah", "mancala", "owar", "awar", "awal", "awel", "othello", "reversi")
"""Names of games, in parts that their spellings share."""
_USED = re.compile(
    r"\b(?:import|from|require|require_relative|use|source|include)\b[\s('\"./]*(\w+)"
)
"""What a script loads."""
_RUNS = re.compile(r"^(?:if|while|for|with|try)\b|^[\w.]+\(", re.MULTILINE)
"""A line of a Python program that does something when it is started."""


class Team(NamedTuple):
    """What was found of one team."""

    name: str
    """Of the bot: a good name, different from those of all other teams."""
    folder: Path
    program: ProgramFile | None
    """The one that seems to be its bot; None where there is only source."""
    others: tuple[ProgramFile, ...] = ()
    """The other programs in its folder."""
    compiler: str = ""
    """The shell command that compiles its source in its folder, where it has no program."""
    sources: tuple[PurePath, ...] = ()
    """What has to be compiled."""
    is_alone: bool = False
    """Whether it has its folder for itself."""


def find_teams(folder: Path) -> list[Team]:
    """The teams of a folder, by name. Raises BadInput where there are none, or too many."""
    try:
        entries = sorted(folder.iterdir(), key=lambda path: (path.name.casefold(), path.name))
    except OSError as error:
        raise BadInput(f"{folder}: {error.strerror}") from None
    found: list[Team] = []
    for path in entries:
        if _is_searched(path):
            found += _team(path, list(_files(path)))
    found += _loose([PurePath(path.name) for path in entries if is_plain_file(path)], folder)
    if not found:
        raise BadInput(f"{folder} has no program: put each there, or in a folder of its own")
    if len(found) > _MOST_TEAMS:
        raise BadInput(
            f"{folder} has {len(found)} programs: name a folder with {_MOST_TEAMS} at most"
        )
    return _named(found)


def find_team(program: str, *, makes: bool = False) -> Team:
    """The team of a folder, a file, or a command that runs in the current folder. Where it `makes`,
    a folder with a Makefile has no program yet. Raises BadInput."""
    path = Path(program)
    if path.is_dir():
        found = _team(path, list(_files(path)), makes=makes)
        if not found:
            raise BadInput(f"{path} has neither a program nor source that is known")
        return found[0]._replace(name=path.resolve().name)
    folder, file = path.parent, PurePath(path.name)
    if is_plain_file(path) and file.suffix.lower() in COMPILERS:
        for built in (file.stem, *(f"{file.stem}.{end}" for end in ("class", "jar", "exe"))):
            if is_plain_file(folder / built) and (known := program_file(folder, PurePath(built))):
                return Team(file.stem, folder, known)
        command = _compiling([file], file.stem)
        return Team(file.stem, folder, None, compiler=command, sources=(file,))
    if is_plain_file(path) and (found_file := program_file(folder, file)):
        return Team(file.stem, folder, found_file)
    words = command_words(program)
    named = [word for word in words if not word.startswith("-")]
    script = named[1] if len(named) > 1 and "." in named[1] else named[0] if named else words[0]
    return Team(PurePath(script).stem, Path.cwd(), ProgramFile(PurePath(script), tuple(words), ""))


def without_program(folder: Path, teams: Iterable[Team]) -> list[str]:
    """The folders and archives in a folder that may be of teams and gave none, by name."""
    known = {team.folder for team in teams}
    return sorted(
        path.name
        for path in folder.iterdir()
        if (_may_be_of_team(path) and path.is_dir() and path not in known)
        or (path.is_file() and path.suffix.lower() in _ARCHIVES)
    )


def _may_be_of_team(path: Path) -> bool:
    return path.name.isprintable() and not _NOT_SEARCHED.fullmatch(path.name)


def unwritable_names(folder: Path) -> list[str]:
    """The files and folders there that are left out because their names cannot be written down, as
    with control characters; what is shown of each."""
    try:
        names = sorted(path.name for path in folder.iterdir())
    except OSError:
        return []
    return [escaped(name) for name in names if not name.isprintable()]


def _is_searched(path: Path) -> bool:
    """Whether this is a folder that may have programs. Links are not followed: they may lead to
    programs of the system."""
    return _may_be_of_team(path) and path.is_dir() and not path.is_symlink()


def _files(folder: Path) -> Iterator[PurePath]:
    """The plain files below a folder, the upper ones first."""
    below, seen = [folder], 0
    for _ in range(_DEEPEST):
        level, below = below, []
        for place in level:
            try:
                entries = sorted(os.scandir(place), key=lambda entry: entry.name)
            except OSError:
                continue
            for entry in entries:
                seen += 1
                if seen > _MOST_FILES:
                    return
                if _is_searched(Path(entry.path)):
                    below.append(Path(entry.path))
                elif is_plain_file(Path(entry.path)):
                    yield PurePath(entry.path).relative_to(folder)


def _team(folder: Path, files: Sequence[PurePath], *, makes: bool = False) -> list[Team]:
    """The team of a folder; none where it has neither a program nor source."""
    programs = [found for file in files if (found := program_file(folder, file))]
    if programs and not (makes and _building(files) == "make"):
        used = _used(folder, programs)
        best, *others = sorted(programs, key=lambda each: _unlikely(each, folder, used))
        others = [each for each in others if each.file.stem not in used and _runs(folder, each)]
        return [Team(folder.name, folder, best, tuple(others), is_alone=True)]
    sources = [file for file in files if file.suffix.lower() in COMPILERS]
    if command := _building(files) or _compiling(sources, folder.name):
        return [Team(folder.name, folder, None, (), command, tuple(sources), is_alone=True)]
    return []


def _loose(files: Sequence[PurePath], folder: Path) -> Iterator[Team]:
    """A team for each program in a folder, and for each source without one."""
    programs = [found for file in files if (found := program_file(folder, file))]
    used = _used(folder, programs)
    by_stem: dict[str, list[ProgramFile]] = defaultdict(list)
    for program in programs:
        if program.file.stem not in used and _runs(folder, program):
            by_stem[program.file.stem].append(program)
    for stem, several in by_stem.items():
        for program in several:
            yield Team(program.file.name if len(several) > 1 else stem, folder, program)
    built = {program.file.stem for program in programs}
    for file in files:
        if file.suffix.lower() in COMPILERS and file.stem not in built:
            command = _building(files) or _compiling([file], file.stem)
            yield Team(file.stem, folder, None, compiler=command, sources=(file,))


def _building(files: Iterable[PurePath]) -> str:
    """The command of the tool that knows how to build it; empty where none does."""
    names = {file.name for file in files if len(file.parts) == 1}
    return next((command for name, command in BUILD_FILES.items() if name in names), "")


def _compiling(sources: Sequence[PurePath], name: str) -> str:
    """The command that compiles the sources of one language; empty where there are none."""
    if not sources:
        return ""
    suffix = sources[0].suffix
    files = shlex.join(str(file) for file in sources if file.suffix == suffix)
    return COMPILERS[suffix.lower()].command.format(name=shlex.quote(name), files=files)


def _used(folder: Path, programs: Iterable[ProgramFile]) -> set[str]:
    """The stems of the scripts that others load."""
    used: set[str] = set()
    for program in programs:
        if program.file.suffix.lower() in INTERPRETERS:
            found = set(_USED.findall(text_of(folder / program.file)))
            used |= found - {program.file.stem}
    return used


def _runs(folder: Path, program: ProgramFile) -> bool:
    """Whether a script does something when it is started, and does not only define."""
    if program.file.suffix.lower() != ".py":
        return True
    return bool(_RUNS.search(text_of(folder / program.file)))


def _unlikely(
    program: ProgramFile, folder: Path, used: set[str]
) -> tuple[bool, bool, bool, int, int, int, bool, str]:
    """What speaks against this program as the one of its folder, the weightiest first."""
    file = program.file
    stem, team = _letters(file.stem), _letters(folder.name)
    ranks = ([team], _STARTS, _BOTS)
    named = next((rank for rank, names in enumerate(ranks) if stem in names), None)
    if named is None:
        named = 3 if any(name in stem for name in (team, *_BOTS[2:5], *_GAMES) if name) else 4
    return (
        file.stem in used,
        not _runs(folder, program),
        bool(program.problem),
        min(named, 3),
        len(file.parts),
        named,
        file.suffix.lower() in INTERPRETERS,
        str(file),
    )


def _letters(text: str) -> str:
    """The letters and digits of a name in lower case, `oldone` for `Old_One`."""
    return "".join(filter(str.isalnum, text.casefold()))


def _named(teams: Iterable[Team]) -> list[Team]:
    """The same teams with good names, no two of which look the same."""
    named: list[Team] = []
    taken: list[str] = []
    for team in teams:
        try:
            base = bot_name(team.name[: LONGEST_NAME - 4])
        except BadInput:
            base = "Bot"
        names = (base, *(f"{base} {number}" for number in range(2, _MOST_TEAMS + 2)))
        name = next(name for name in names if not looks_like(name, taken))
        taken.append(name)
        named.append(team._replace(name=name))
    return named
