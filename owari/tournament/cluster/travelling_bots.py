"""Bots on their way to another machine: their paths name the hash of a folder instead of a folder.

A path into the folder of a bot begins with MARK and the hash of the folder while it travels. No
path and no word of a command can hold that character.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from owari.errors import BadInput
from owari.programs.executable import BadCommand
from owari.programs.program_settings import ProgramSettings
from owari.tournament.cluster.bot_archive import Archive, pack
from owari.tournament.slot import GameSpec
from owari.tournament.tournament_settings import BotConfig

__all__ = ["Luggage", "Need", "arrived", "folder_names", "machine_code", "problem_of"]

MARK = "\0"
HEADER = 20
"""Bytes at the beginning of a program for a machine that tell which."""


class Need(NamedTuple):
    """What a machine must have to run a bot."""

    bot: str
    program: str
    """The absolute path of a program that does not travel; empty where it does."""
    code: str
    """The kind of machine code of a program that travels; empty for a script."""


class Luggage:
    """The folders of the bots of a tournament, packed once each."""

    def __init__(self, left_out: Collection[Path]) -> None:
        """`left_out` are files that do not travel, as the results."""
        self._left_out = left_out
        self._names: dict[tuple[Path, frozenset[Path]], str] = {}
        self._bots: dict[BotConfig, BotConfig] = {}
        self.archives: dict[str, Archive] = {}
        self.needs: dict[Need, None] = {}

    def travelling(self, spec: GameSpec) -> GameSpec:
        """The game with bots that can travel. Raises BadInput."""
        return replace(spec, south=self.bot(spec.south), north=self.bot(spec.north), logs=None)

    def bot(self, bot: BotConfig) -> BotConfig:
        """A bot that can travel. Raises BadInput with its name."""
        if bot not in self._bots:
            player = bot.player
            if isinstance(player, ProgramSettings):
                try:
                    player = self._program(bot.name, player)
                except BadInput as error:
                    raise BadInput(f"{bot.name}: {error}") from None
            self._bots[bot] = replace(bot, player=player)
        return self._bots[bot]

    def _program(self, name: str, program: ProgramSettings) -> ProgramSettings:
        folder = Path(os.path.abspath(program.directory))
        place = MARK + self._packed(folder, program)

        def moved(path: str) -> str:
            """The path as it is on the way, if it leads into the folder."""
            absolute = os.path.isabs(path) and Path(path).is_relative_to(folder)
            return f"{place}/{os.path.relpath(path, folder)}" if absolute else path

        first, *words = program.command
        for word in words:
            outside = not (folder / word).resolve().is_relative_to(folder.resolve())
            if not os.path.isabs(word) and outside and os.path.isfile(folder / word):
                raise BadInput(
                    f"{word} lies outside of {folder}, which travels alone to other machines: put"
                    " it there"
                )
        travels = moved(first) != first
        code = machine_code(first) if travels else ""
        self.needs[Need(name, "" if travels else first, code)] = None
        return replace(
            program,
            command=(moved(first), *map(moved, words)),
            directory=Path(place),
            environment=tuple((key, moved(value)) for key, value in program.environment),
        )

    def _packed(self, folder: Path, program: ProgramSettings) -> str:
        """The hash of the folder of a program."""
        own = {path for path in program.sandbox.hidden if path.is_relative_to(folder)} - {folder}
        key = folder, frozenset(own)
        if key not in self._names:
            archive = pack(folder, [*self._left_out, *own])
            self.archives[archive.name] = archive
            self._names[key] = archive.name
        return self._names[key]


def folder_names(spec: GameSpec) -> Iterator[str]:
    """The hashes of the folders that the bots of a travelling game need."""
    for bot in (spec.south, spec.north):
        if isinstance(bot.player, ProgramSettings):
            yield str(bot.player.directory).removeprefix(MARK)


def arrived(spec: GameSpec, cache: Path) -> GameSpec:
    """The game on the machine that plays it, where the folders are in the cache. Raises BadCommand
    where a program is missing."""

    def settled(bot: BotConfig) -> BotConfig:
        program = bot.player
        if not isinstance(program, ProgramSettings):
            return bot
        here: Callable[[str], str] = lambda text: text.replace(MARK, f"{cache}/")  # noqa: E731
        first, *words = program.command
        first = here(first) if MARK in first else _found(first)
        # Of what was hidden nothing has travelled, and the folders of the others are in the cache.
        hidden = (cache,) if program.sandbox.hidden else ()
        program = replace(
            program,
            command=(first, *map(here, words)),
            directory=Path(here(str(program.directory))),
            environment=tuple((key, here(value)) for key, value in program.environment),
            sandbox=replace(program.sandbox, hidden=hidden),
        )
        return replace(bot, player=program)

    return replace(spec, south=settled(spec.south), north=settled(spec.north))


def problem_of(need: Need) -> str:
    """Why this machine cannot run the bot, in a sentence; empty where it can."""
    here = machine_code(sys.executable)
    if need.code and need.code != here:
        return f"{need.bot} is a program for {need.code}, and this machine is {here}"
    try:
        _found(need.program) if need.program else None
    except BadCommand as error:
        return f"{need.bot}: {error}"
    return ""


def _found(program: str) -> str:
    """A program that does not travel: at the same place here, or of the same name on PATH. Raises
    BadCommand."""
    if os.path.isfile(program) and os.access(program, os.X_OK):
        return program
    name = os.path.basename(program)
    found = shutil.which(name) or shutil.which(name, path=os.path.dirname(sys.executable))
    if found is None:
        raise BadCommand(f"there is no program {name!r} on PATH, and no {program}")
    return os.path.abspath(found)


_PROCESSORS = {3: "i386", 40: "arm", 62: "x86-64", 183: "AArch64", 243: "RISC-V"}


def machine_code(program: str) -> str:
    """The kind of machine code in a file: `ELF x86-64`; empty for a script or no file."""
    try:
        with open(program, "rb") as file:
            header = file.read(HEADER)
    except OSError:
        return ""
    if header.startswith(b"\x7fELF") and len(header) == HEADER:
        number = int.from_bytes(header[18:20], "little" if header[5] == 1 else "big")
        return f"ELF {_PROCESSORS.get(number, number)}"
    if header[:4] in (b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe"):
        return "Mach-O"
    return ""
