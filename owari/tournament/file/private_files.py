"""The files that a bot must not see: the results, and the files of the other bots."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from owari.programs.sandbox.program_settings import ProgramSettings, Sandbox
from owari.results.database import files_aside
from owari.tournament.file.bot_keys import ProgramKeys
from owari.tournament.file.tournament_settings import Tournament

BESIDE = ("", "-wal", "-shm", "-journal", ".lock", ".live")
"""The ends that SQLite, locks and live moves append to the name of a database."""


def isolated_sandbox(
    sandbox: Sandbox,
    bot: ProgramKeys,
    programs: Sequence[ProgramKeys],
    folder: Path,
    private: Iterable[Path],
) -> Sandbox:
    """The sandbox of one bot. `folder` holds the tournament file; `private` are the files and
    folders of results and logs."""
    if sandbox.level in ("none", "limits"):
        return sandbox
    own = set(_files(bot, folder))
    hidden = [file for path in private for file in beside(path)]
    for other in programs:
        if other is not bot and "\0" not in other.directory:
            hidden.append(folder / other.directory)
            hidden += [file for file in _files(other, folder) if file not in own]
    return replace(sandbox, hidden=tuple(dict.fromkeys(path.resolve() for path in hidden)))


def beside(path: Path) -> list[Path]:
    """A database, what was set aside of it, and the files that belong to each."""
    files = (path, *files_aside(path))
    return [file.with_name(file.name + end) for file in files for end in BESIDE]


def without(program: ProgramSettings, files: Iterable[Path]) -> ProgramSettings:
    """The program; where it is isolated, it does not see these files either."""
    sandbox = program.sandbox
    if sandbox.level in ("none", "limits"):
        return program
    hidden = (*sandbox.hidden, *(path.resolve() for path in files))
    return replace(program, sandbox=replace(sandbox, hidden=tuple(dict.fromkeys(hidden))))


def hide(tournament: Tournament, files: Sequence[Path]) -> Tournament:
    """The tournament, in which no isolated program sees these files."""
    bots = (
        replace(bot, player=without(bot.player, files))
        if isinstance(bot.player, ProgramSettings)
        else bot
        for bot in tournament.bots
    )
    return replace(tournament, bots=tuple(bots))


def bots_in_shared_folders(tournament: Tournament) -> list[str]:
    """The names of the bots whose programs share their folder with those of other bots."""
    folders: dict[Path, list[str]] = {}
    for name, program in tournament.programs.items():
        folders.setdefault(program.directory.resolve(), []).append(name)
    return [name for names in folders.values() if len(names) > 1 for name in names]


def _files(bot: ProgramKeys, folder: Path) -> Iterator[Path]:
    """The files in the tournament's folder or in the bot's own that its command names."""
    directory = folder / bot.directory
    program, *words = bot.command
    named = [directory / word for word in words] + ([folder / program] if "/" in program else [])
    for file in named:
        if os.path.isfile(file):
            path = file.resolve()
            if path.is_relative_to(folder.resolve()) or path.is_relative_to(directory.resolve()):
                yield path
