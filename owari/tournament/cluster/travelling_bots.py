"""Bots on their way to another machine: their paths name the hash of a folder instead of a folder.

A path into the folder of a bot begins with MARK and the hash of the folder while it travels. No
path and no word of a command can hold that character. The folder travels as one text of bytes. The
same files give the same bytes, so that their hash is the name of the folder everywhere.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import os
import shutil
import stat
import sys
import tarfile
import tempfile
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from owari.errors import BadInput
from owari.programs.executable import BadCommand
from owari.programs.sandbox.program_settings import ProgramSettings
from owari.tournament.file.tournament_settings import BotConfig
from owari.tournament.run.slot import GameSpec
from owari.user_files import read_plain

MOST = 64 * 1024**2
"""Bytes of all files of a folder that may travel."""
STAY = frozenset(("__pycache__", ".git"))
"""What is made again, or is not the program."""


class Archive(NamedTuple):
    """A folder with its hash."""

    name: str
    """The hash of its files, their names and which of them are programs."""
    data: bytes


def pack(folder: Path, left_out: Collection[Path] = ()) -> Archive:
    """The folder without the files and folders `left_out`. Raises BadInput where a link leads out
    of it, where a file cannot be read, or where the files are too large together."""
    folder = folder.resolve()
    try:
        entries = [*_entries(folder, {place.resolve() for place in left_out})]
    except OSError as error:
        raise BadInput(f"{folder} cannot be sent to machines: {error.strerror}") from None
    packed = io.BytesIO()
    size = 0
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as tar:
        for path in entries:
            entry = tarfile.TarInfo(path.relative_to(folder).as_posix())
            try:
                mode = path.lstat().st_mode
                content = read_plain(path, MOST + 1) if stat.S_ISREG(mode) else b""
            except OSError as error:
                raise BadInput(f"{path} cannot be sent to machines: {error.strerror}") from None
            size += len(content)
            if size > MOST:
                raise BadInput(
                    f"{folder} is too large to travel to other machines: its files have more than"
                    f" {MOST // 1024**2} MB. Give the bot a directory with its program alone."
                )
            entry.mode = 0o755 if stat.S_ISDIR(mode) or mode & stat.S_IXUSR else 0o644
            entry.size = len(content)
            if stat.S_ISDIR(mode):
                entry.type = tarfile.DIRTYPE
            elif stat.S_ISLNK(mode):
                entry.type, entry.mode = tarfile.SYMTYPE, 0o777
                entry.linkname = _link(path, folder)
            tar.addfile(entry, io.BytesIO(content))
    data = packed.getvalue()
    return Archive(_hash(data), gzip.compress(data, mtime=0))


def _entries(folder: Path, left_out: Collection[Path]) -> Iterator[Path]:
    """Plain files, folders and links in it, in order, a folder before what is in it."""
    rest = sorted(folder.iterdir(), reverse=True)
    while rest:
        path = rest.pop()
        if path.name in STAY or path in left_out:
            continue
        mode = path.lstat().st_mode
        if stat.S_ISDIR(mode) or stat.S_ISREG(mode) or stat.S_ISLNK(mode):
            yield path
        if stat.S_ISDIR(mode):
            rest += sorted(path.iterdir(), reverse=True)


def _link(path: Path, folder: Path) -> str:
    """Where a link leads, from where it lies. Raises BadInput where that is outside."""
    target = Path(os.path.normpath(path.parent / os.readlink(path)))
    if not target.is_relative_to(folder) or not path.resolve().is_relative_to(folder):
        raise BadInput(
            f"{path} is a link that leads out of {folder}, which travels alone to other machines:"
            " put the file itself there"
        )
    return os.path.relpath(target, path.parent)


def _hash(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=20).hexdigest()


def unpack(archive: Archive, cache: Path) -> Path:
    """The folder of the archive in the cache, made there unless it is there already. Raises
    BadInput, and writes nothing, where the archive is damaged or leads out of its folder."""
    folder = cache / archive.name
    if folder.is_dir():
        return folder
    data = gzip.decompress(archive.data)
    if _hash(data) != archive.name:
        raise BadInput("the folder of a bot has not arrived as it was sent")
    with tarfile.open(fileobj=io.BytesIO(data)) as tar:
        entries = tar.getmembers()
        for entry in entries:
            inside = _is_inside(entry.name) and (entry.isreg() or entry.isdir() or entry.issym())
            way = PurePosixPath(entry.name).parent / entry.linkname
            if not inside or (entry.issym() and not _is_inside(str(way))):
                raise BadInput(f"the folder of a bot has {entry.name}, which leads out of it")
        growing = Path(tempfile.mkdtemp(dir=cache, prefix="."))
        # Links come last, so that no file is written through one.
        for entry in sorted(entries, key=tarfile.TarInfo.issym):
            place = growing / entry.name
            if entry.isdir():
                place.mkdir()
            elif entry.issym():
                place.symlink_to(entry.linkname)
            else:
                content = tar.extractfile(entry)
                assert content is not None
                with place.open("xb") as file:
                    file.write(content.read())
                place.chmod(entry.mode & 0o777)
    growing.chmod(0o755)
    with suppress(OSError):  # somebody else was faster
        growing.rename(folder)
    return folder


def _is_inside(name: str) -> bool:
    """Whether a path from the folder stays in it."""
    way = os.path.normpath(name)
    return not way.startswith(("/", "../")) and way not in ("..", ".")


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
    """What a tournament takes along to the machines of its cluster: the folders of its bots, each
    packed once into an archive, and what the machines must have for those bots."""

    def __init__(self, left_out: Collection[Path]) -> None:
        """`left_out` are files that do not travel, as the results."""
        self._left_out = left_out
        self._names: dict[tuple[Path, frozenset[Path]], str] = {}
        self._bots: dict[BotConfig, BotConfig] = {}
        self.archives: dict[str, Archive] = {}
        """The packed folders by their names."""
        self.needs: dict[Need, None] = {}
        """In the order in which the bots came; the values say nothing."""

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
        header = read_plain(program, HEADER)
    except OSError:
        return ""
    if header.startswith(b"\x7fELF") and len(header) == HEADER:
        number = int.from_bytes(header[18:20], "little" if header[5] == 1 else "big")
        return f"ELF {_PROCESSORS.get(number, number)}"
    if header[:4] in (b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe"):
        return "Mach-O"
    return ""
