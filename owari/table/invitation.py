"""Who is asked to the table: a word, a command or a bot of a tournament file becomes a player."""

from __future__ import annotations

import difflib
import re
import shlex
from collections.abc import Callable
from pathlib import Path
from random import randrange

from owari.games.game import Side
from owari.players.builtin import BUILTIN, Settings
from owari.players.engine import EnginePlayer
from owari.programs.command import BadCommand, find_program
from owari.programs.settings import PROTOCOLS, ConsoleProtocol, ProgramSettings
from owari.table.guest import Guest
from owari.table.thinking import Thinking
from owari.tournament.settings import BuiltinSettings

__all__ = [
    "ENGINE",
    "HUMAN",
    "MANUAL",
    "command_of",
    "engine",
    "from_anywhere",
    "invite",
    "is_engine",
    "is_known",
]

ENGINE = "engine"
"""What alpha-beta is called at the table."""
HUMAN = "human"
MANUAL = "manual"
"""What a person is called who plays for us in a relay."""
_IN_FILE = re.compile(r"(.+\.ya?ml):(.+)")


def is_engine(who: str) -> bool:
    """Whether this names a player that looks ahead as it is told."""
    return who in (ENGINE, "alpha-beta")


def engine(thinking: Thinking, name: str = ENGINE) -> EnginePlayer:
    return EnginePlayer(
        name,
        depth=thinking.depth,
        seconds=thinking.seconds,
        evaluation=thinking.evaluation,
    )


def invite(
    who: str,
    side: Side,
    thinking: Thinking,
    protocol: str = "line",
    explain: Callable[[str], None] | None = None,
) -> Guest:
    """A new player on its side: `engine`, a built-in bot, `FILE.yaml:BOT` of a tournament file, or
    the command of a program as a shell would read it, found on PATH or from the current folder.

    A program has the time of `thinking` for each move, if that has one, and `explain` is told what
    it and we say to each other.

    Raises ValueError with a sentence when there is nothing of that name.
    """
    if is_engine(who):
        return Guest(engine(thinking, who), side)
    if who in BUILTIN:
        # Nobody wants to meet the same random moves each evening.
        return Guest(BUILTIN[who].build(who, Settings(seed=randrange(2**31))), side)
    if in_file := _IN_FILE.fullmatch(who):
        return _bot(Path(in_file[1]), in_file[2], side, thinking.seconds, explain)
    here = _here()
    settings = ProgramSettings(command_of(who, here), here, protocol=PROTOCOLS[protocol]())
    return _program(who, settings, side, thinking.seconds, explain)


def from_anywhere(who: str) -> str:
    """The same player, named so that it is found from any folder.

    Of a command those words become absolute that lead from the current folder to a file and look
    like a path.
    """
    if is_known(who):
        return who
    here = _here()
    if in_file := _IN_FILE.fullmatch(who):
        return f"{here / in_file[1]}:{in_file[2]}"
    return shlex.join(
        str(here / word) if re.search(r"[./]", word) and (here / word).exists() else word
        for word in shlex.split(who)
    )


def is_known(who: str) -> bool:
    """Whether this names a person or a player of ours, so that nothing else has to be run."""
    return who in (HUMAN, MANUAL, ENGINE, *BUILTIN)


def _here() -> Path:
    try:
        return Path.cwd()
    except OSError:
        raise ValueError("programs run in the current folder, and it is gone") from None


def _bot(
    path: Path,
    name: str,
    side: Side,
    seconds: float | None,
    explain: Callable[[str], None] | None,
) -> Guest:
    from owari.tournament.config import load

    bots = {bot.name: bot.player for bot in load(path).bots}
    if name not in bots:
        raise ValueError(f"there is no bot {name!r} in {path}, only {', '.join(bots)}")
    match bots[name]:
        case BuiltinSettings(kind, settings):
            return Guest(BUILTIN[kind].build(name, settings), side)
        case ProgramSettings() as program:
            return _program(name, program, side, seconds, explain)


def _program(
    name: str,
    settings: ProgramSettings,
    side: Side,
    seconds: float | None,
    explain: Callable[[str], None] | None,
) -> Guest:
    try:
        from owari.programs.program import ProgramPlayer
    except ImportError:
        raise ValueError("programs can be played on Linux and macOS only") from None
    keeps_to_its_game = isinstance(settings.protocol, ConsoleProtocol)
    player = ProgramPlayer(name, settings, explain=explain)
    return Guest(player, side, joins_in=not keeps_to_its_game, seconds=seconds)


def command_of(who: str, here: Path) -> tuple[str, ...]:
    """The words of a command as a shell would read it, its program found on PATH or from a folder.
    Raises ValueError with a sentence."""
    try:
        words = shlex.split(who)
    except ValueError:
        raise ValueError(f"the command {who!r} has a quote that is not closed") from None
    if not words:
        raise ValueError("the command is empty")
    try:
        return find_program(words, here, here)
    except BadCommand as error:
        near = difflib.get_close_matches(who, (HUMAN, MANUAL, ENGINE, *BUILTIN), n=1)
        raise ValueError(f"{error}; did you mean {near[0]}?" if near else str(error)) from None
