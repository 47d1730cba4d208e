"""Who is asked to the table: a word, a command or a bot of a tournament file becomes a player."""

from __future__ import annotations

import atexit
import re
import shlex
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import randrange
from typing import NamedTuple

from owari.games.game import Game, Side
from owari.games.mancala import OWARI
from owari.players.builtin_bots import BUILTIN, Settings
from owari.players.engine_player import EnginePlayer
from owari.programs.executable import BadCommand, find_program
from owari.programs.program_settings import Level, ProgramSettings, Sandbox
from owari.programs.protocols import find_protocol
from owari.table.computer_player import Guest
from owari.table.look_ahead import Thinking
from owari.text.suggestions import hint
from owari.tournament.log_folders import file_name, new_file
from owari.tournament.tournament_settings import BuiltinSettings

__all__ = [
    "ENGINE",
    "HUMAN",
    "MANUAL",
    "Outside",
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


class Outside(NamedTuple):
    """How a program is treated that is given as a command."""

    protocol: str = "line"
    """A name of PROTOCOLS."""
    sandbox: Level = "auto"
    logs: Path | None = None
    """The folder for what is said with it, and with a bot of a tournament file."""
    explain: Callable[[Side, str], None] | None = None
    """Is told that line by line, with the side that it plays, as `programs.explained` has it."""


def is_engine(who: str) -> bool:
    """Whether this names a player that looks ahead as it is told."""
    return who in (ENGINE, "alpha-beta")


def engine(thinking: Thinking, name: str = ENGINE) -> EnginePlayer:
    return EnginePlayer(
        name,
        depth=thinking.depth,
        seconds=thinking.seconds,
        evaluation=thinking.evaluation,
        perfect=thinking.perfect,
        threads=thinking.threads,
        verbose=thinking.verbose,
    )


def invite(who: str, side: Side, thinking: Thinking, outside: Outside, game: Game = OWARI) -> Guest:
    """A new player of the game on its side: `engine`, a built-in bot, `FILE.yaml:BOT` of a
    tournament file, or the command of a program as a shell would read it, found on PATH or from the
    current folder.

    A program has the time of `thinking` for each move, if that has one.

    Raises ValueError with a sentence when there is nothing of that name, or when it cannot play
    the game.
    """
    if is_engine(who):
        return Guest(engine(thinking, who), side)
    if who in BUILTIN:
        # Nobody wants to meet the same random moves each evening.
        return Guest(BUILTIN[who].build(who, Settings(seed=randrange(2**31))), side)
    if in_file := _IN_FILE.fullmatch(who):
        return _bot(Path(in_file[1]), in_file[2], side, thinking.seconds, outside, game)
    here = _here()
    settings = ProgramSettings(
        command_of(who, here),
        here,
        protocol=find_protocol(outside.protocol).settings(),
        sandbox=Sandbox(outside.sandbox),
    )
    return _program(who, settings, side, thinking.seconds, outside, game)


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
    outside: Outside,
    game: Game,
) -> Guest:
    from owari.tournament.config import load

    tournament = load(path)
    bots = {bot.name: bot.player for bot in tournament.bots}
    if name not in bots:
        raise ValueError(f"there is no bot {name!r} in {path}, only {', '.join(bots)}")
    match bots[name]:
        case BuiltinSettings(kind, settings):
            return Guest(BUILTIN[kind].build(name, settings), side)
        case ProgramSettings(protocol=protocol) if (
            protocol.spec.is_described_for_one_game and tournament.game != game
        ):
            # Its keys describe what it asks and shows in one game.
            raise ValueError(
                f"{name} is described for {tournament.game.name}: say --game {tournament.game.name}"
            )
        case ProgramSettings() as program:
            return _program(name, program, side, seconds, outside, game)


def _program(
    name: str,
    settings: ProgramSettings,
    side: Side,
    seconds: float | None,
    outside: Outside,
    game: Game,
) -> Guest:
    if why := settings.protocol.spec.unfit(game):
        raise ValueError(why)
    try:
        from owari.programs.dialogue_log import Log
        from owari.programs.orphans import adopt_orphans, end_orphans
        from owari.programs.program import ProgramPlayer
        from owari.programs.sandbox import MissingMeans, summary
    except ImportError:
        raise ValueError("programs can be played on Linux and macOS only") from None
    try:
        summary(settings.sandbox)
    except MissingMeans as error:
        raise ValueError(str(error)) from None
    adopt_orphans()
    atexit.register(end_orphans)
    explain = partial(outside.explain, side) if outside.explain else None
    player = ProgramPlayer(name, settings, explain=explain)
    if logs := outside.logs:
        try:
            player.log_to(Log(new_file(logs, f"{str(side).lower()}-{file_name(name)}.log")))
        except OSError as error:
            raise ValueError(f"nothing can be written to {logs}: {error.strerror}") from None
    return Guest(player, side, joins_in=settings.protocol.spec.joins_in, seconds=seconds)


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
        near = hint(who, (HUMAN, MANUAL, ENGINE, *BUILTIN))
        raise ValueError(f"{error}{near}") from None
