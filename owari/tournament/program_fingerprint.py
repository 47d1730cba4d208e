"""The files of a program as they are now, so that a change between two games is noticed."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from owari.programs.program_settings import ProgramSettings
from owari.results.game_log import ProgramFiles
from owari.tournament.tournament_settings import Tournament

__all__ = ["program_files"]


def program_files(tournament: Tournament) -> ProgramFiles:
    """Of each program the files in its directory that its command names, with a digest of each;
    a file that cannot be read is left out."""
    return {
        bot.name: dict(_digests(bot.player))
        for bot in tournament.bots
        if isinstance(bot.player, ProgramSettings)
    }


def _digests(program: ProgramSettings) -> Iterator[tuple[str, str]]:
    folder = Path(os.path.abspath(program.directory))
    for word in program.command:
        path = Path(os.path.abspath(folder / word))
        if path.is_relative_to(folder):
            # What is no name of a file, or too long for one, fails as a file that is not there.
            with suppress(OSError, ValueError):
                if path.is_file():
                    with path.open("rb") as file:
                        digest = hashlib.file_digest(file, "sha256").hexdigest()
                    yield path.relative_to(folder).as_posix(), digest
