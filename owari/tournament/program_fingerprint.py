"""Digests of the programs' files, which show what has changed between two runs."""

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
    """The digests of the files in each program's directory that its command names; unreadable files
    are missing."""
    return {name: dict(_digests(program)) for name, program in tournament.programs.items()}


def _digests(program: ProgramSettings) -> Iterator[tuple[str, str]]:
    folder = Path(os.path.abspath(program.directory))
    for word in program.command:
        path = Path(os.path.abspath(folder / word))
        if path.is_relative_to(folder):
            # A word that is no file name, or too long for one, fails like a missing file.
            with suppress(OSError, ValueError):
                if path.is_file():
                    with path.open("rb") as file:
                        digest = hashlib.file_digest(file, "sha256").hexdigest()
                    yield path.relative_to(folder).as_posix(), digest
