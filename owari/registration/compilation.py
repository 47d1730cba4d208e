"""Compiles the source of a team in the sandbox, within limits of time and memory and without a
network.

A source that lies beside other programs is compiled in a folder of its own, with the headers and
sources beside it, so that nothing can be done to the others.
"""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from owari.errors import BadInput
from owari.players.player import Fault
from owari.programs.processes.process_states import adopt_orphans, descendants, end_orphans
from owari.programs.sandbox.child_process import Held, NotIsolated
from owari.programs.sandbox.program_settings import ProgramSettings
from owari.programs.transports.program_output import Silence
from owari.programs.transports.transports import PipeTransport
from owari.registration.program_files import BUILD_FILES, COMPILERS, is_plain_file
from owari.registration.team_search import Team
from owari.text.printable import printable

LANGUAGES = ("C", "C++", "Java")
_LONGEST = 120.0
"""Seconds for the compiler."""
_LEAVING = 1.0
_MOST_SHOWN = 300
"""Characters of the first error."""
_MOST_LINES = 40
"""Lines of what the compiler says."""
_MOST_KEPT = 200_000
"""Bytes of it that are looked through."""
_ERROR = re.compile(r"\berror\b", re.IGNORECASE)
_HEADERS = (".h", ".hh", ".hpp", ".hxx")
_SOURCES = tuple(suffix for suffix, each in COMPILERS.items() if each.language in LANGUAGES)


class Failure(NamedTuple):
    """Why nothing came of a source."""

    how: str
    """A clause on what happened."""
    lines: tuple[str, ...] = ()
    """What the compiler said, from its first error on where it said more."""

    def __str__(self) -> str:
        """How, with the first error, where there is one."""
        error = next(filter(_ERROR.search, self.lines), next(iter(self.lines), ""))
        return f"{self.how}: {error.strip()[:_MOST_SHOWN]}" if error else self.how


def can_compile(team: Team) -> bool:
    """Whether it has no program, and sources of these languages."""
    by_tool = team.compiler in BUILD_FILES.values() and team.compiler != "make"
    suffixes = {file.suffix.lower() for file in team.sources}
    return team.program is None and not by_tool and bool(suffixes) and suffixes <= {*_SOURCES}


def compiled(team: Team, settings: ProgramSettings, *, alone: bool) -> Failure | None:
    """Compiles the source of a team; `alone` says that nothing else lies in its folder. The command
    and the folder of the settings do not matter. Returns what went wrong."""
    shell = shutil.which("sh")
    if not shell:
        raise BadInput("there is no sh to run a compiler")
    adopt_orphans()
    known = set(descendants(os.getpid()))
    with _place(team, alone) as folder:
        command = (shell, "-c", f"exec 2>&1\n{team.compiler}")
        try:
            return _run(replace(settings, command=command, directory=folder.absolute()))
        except (Fault, Held, NotIsolated) as error:
            return Failure(str(error))
        finally:
            end_orphans(known)


def _run(settings: ProgramSettings) -> Failure | None:
    transport = PipeTransport(settings)
    deadline = perf_counter() + _LONGEST
    said = b""
    try:
        transport.end_input()
        while isinstance(heard := transport.receive(deadline), bytes):
            said += heard[: _MOST_KEPT - len(said)]
        if heard is Silence.TIME:
            return Failure(f"the compiler took longer than {_LONGEST:g} s")
        if not transport.process.leaves_within(_LEAVING):
            return Failure("the compiler closed its output and went on")
        if transport.process.exit_status() == 0:
            return None
        words = said.decode("utf-8", "replace").strip("\n")
        lines = [printable(line).rstrip() for line in words.splitlines()]
        first = next((n for n, line in enumerate(lines) if _ERROR.search(line)), 0)
        begin = first if len(lines) > _MOST_LINES else 0
        how = f"the compiler left with {transport.process.how_it_ended()}"
        return Failure(how, tuple(lines[begin : begin + _MOST_LINES]))
    finally:
        transport.close()


@contextmanager
def _place(team: Team, alone: bool) -> Iterator[Path]:
    """Where the team's source is compiled. What comes of it is put into the team's folder, and
    replaces nothing."""
    if alone:
        yield team.folder
        return
    with tempfile.TemporaryDirectory(prefix="owari-build-") as name:
        place = Path(name)
        wanted = (*_SOURCES, *_HEADERS)
        for file in team.folder.iterdir():
            is_source = file.suffix.lower() in wanted or file.name in BUILD_FILES
            if is_source and is_plain_file(file):
                shutil.copy(file, place)
        yield place
        for file in place.iterdir():
            if is_plain_file(file) and not os.path.lexists(team.folder / file.name):
                shutil.copy(file, team.folder)
