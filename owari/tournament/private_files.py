"""What each bot of a tournament must not see: its results, and what belongs to the others."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from owari.programs.program_settings import ProgramSettings, Sandbox
from owari.tournament.bot_keys import BotKeys, ProgramKeys
from owari.tournament.tournament_settings import Tournament

__all__ = ["apart", "neighbours"]

BESIDE = ("", "-wal", "-shm", "-journal", ".lock")
"""What stands behind the name of a database in the names of the files that belong to it."""


def apart(
    sandbox: Sandbox,
    bot: BotKeys,
    programs: Sequence[ProgramKeys],
    folder: Path,
    kept: Iterable[Path],
) -> Sandbox:
    """The sandbox of one bot. `folder` is that of the tournament's file, `kept` the files and
    folders in which the tournament is kept."""
    if not isinstance(bot, ProgramKeys) or sandbox.level in ("none", "limits"):
        return sandbox
    own = set(_files(bot, folder))
    hidden = [path.with_name(path.name + end) for path in kept for end in BESIDE]
    for other in programs:
        if other is not bot:
            hidden.append(folder / other.directory)
            hidden += [file for file in _files(other, folder) if file not in own]
    return replace(sandbox, hidden=tuple(dict.fromkeys(path.resolve() for path in hidden)))


def neighbours(tournament: Tournament) -> list[str]:
    """The names of the bots whose programs run in a folder in which others run too."""
    folders: dict[Path, list[str]] = {}
    for bot in tournament.bots:
        if isinstance(bot.player, ProgramSettings):
            folders.setdefault(bot.player.directory.resolve(), []).append(bot.name)
    return [name for names in folders.values() if len(names) > 1 for name in names]


def _files(bot: ProgramKeys, folder: Path) -> Iterator[Path]:
    """The files in the tournament's folder, or in the bot's own, that its command names."""
    directory = folder / bot.directory
    program, *words = bot.command
    named = [directory / word for word in words] + ([folder / program] if "/" in program else [])
    for file in named:
        if os.path.isfile(file):
            path = file.resolve()
            if path.is_relative_to(folder.resolve()) or path.is_relative_to(directory.resolve()):
                yield path
