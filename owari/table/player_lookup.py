"""Players by name: a word, a command, or a bot of a tournament file."""

from __future__ import annotations

import atexit
import re
import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import randrange
from typing import TYPE_CHECKING

from owari.errors import BadInput
from owari.games.game import Game, Side
from owari.games.mancala import OWARI
from owari.players.builtin_bots import BUILTIN, Settings
from owari.players.player import TimeControl
from owari.programs.sandbox.program_settings import Level, ProgramSettings, Sandbox
from owari.records.played_by import BY_HAND, by_bot, by_program
from owari.records.record import GameRecord
from owari.table.table_options import LEVELS, SETTINGS, KeptOptions, Thinking, option_words
from owari.text.printable import plain
from owari.text.suggestions import hint
from owari.user_files import create_new, current_folder

if TYPE_CHECKING:
    from owari.players.engine_player import EnginePlayer
    from owari.table.computer_player import ComputerPlayer

ENGINE = "engine"
"""The name of alpha-beta at the table."""
HUMAN = "human"
MANUAL = "manual"
"""The name of a person who plays for us in a relay."""
DEFAULT_PROTOCOL = "line"


@dataclass(frozen=True, slots=True)
class ProgramConditions:
    """The conditions of a program that is given as a command, and what is kept of its dialogue."""

    protocol: str | None = None
    """A name of PROTOCOLS; None: the first that has all keys."""
    sandbox: Level = "auto"
    logs: Path | None = None
    """The folder for the dialogue, also with a bot of a tournament file."""
    explain: Callable[[Side, str], None] | None = None
    """Gets the dialogue line by line, with the side of the program."""
    keys: tuple[str, ...] = ()
    """Keys of the protocol, `KEY=VALUE`."""
    start: str | None = None
    """The key `start`, `start={...}`."""
    prompt: str | None = None
    """The key `prompt`."""

    @property
    def all_keys(self) -> tuple[str, ...]:
        """All keys of the protocol that are given, `KEY=VALUE`."""
        named = (self.start, None if self.prompt is None else f"prompt={self.prompt}")
        return (*self.keys, *filter(None, named))

    def words(self) -> list[str]:
        """The words of a command line that set the same; logs and explanations are not kept."""
        words = option_words("--protocol", self.protocol)
        words += option_words("--sandbox", self.sandbox, "auto")
        return words + [word for key in self.all_keys for word in ("--set", key)]


def is_engine(who: str) -> bool:
    """Whether this names the engine, whose look-ahead the options set."""
    return who in (ENGINE, "alpha-beta")


def _engine(thinking: Thinking, name: str) -> EnginePlayer:
    from owari.players.engine_player import EnginePlayer

    return EnginePlayer(name, **{each: getattr(thinking, each) for each in SETTINGS})


def find_player(
    who: str,
    side: Side,
    thinking: Thinking,
    conditions: ProgramConditions,
    game: Game = OWARI,
    *,
    official: bool = False,
) -> ComputerPlayer:
    """A new player of the game on its side: `engine`, a built-in bot, `FILE.yaml:BOT` of a
    tournament file or `FILE.yaml` of one with one bot, or the command of a program as a shell would
    read it, found on PATH or from the current folder.

    A program has the time of `thinking` for each turn, if that has one; in an `official` game a bot
    of a file has the clock of its tournament.

    Raises BadInput when there is no such player, or when it cannot play the game.
    """
    from owari.table.computer_player import ComputerPlayer
    from owari.tournament.file.tournament_settings import in_file

    if is_engine(who):
        return ComputerPlayer(_engine(thinking, who), side)
    if who in BUILTIN:
        # A seed of its own for each game: a person does not meet the same random moves again.
        return ComputerPlayer(BUILTIN[who].build(who, Settings(seed=randrange(2**31))), side)
    if named := in_file(who):
        return _bot(*named, side, thinking.seconds, conditions, game, official)
    settings = program_settings(
        who, conditions.protocol, Sandbox(conditions.sandbox), conditions.all_keys, game
    )
    times = TimeControl(per_turn=thinking.seconds)
    return _program(who, settings, side, times, conditions, game)


def made_by(who: str, thinking: Thinking) -> str:
    """Who makes the moves, as a record says it of this player."""
    from owari.tournament.file.tournament_settings import in_file

    if who in (HUMAN, MANUAL):
        return BY_HAND
    if is_engine(who):
        return " ".join((ENGINE, *thinking.words()))
    if who in BUILTIN:
        return who
    if named := in_file(who):
        from owari.tournament.file.reader import one_bot_of

        return by_bot(named[1] or one_bot_of(*named)[1].name)
    return by_program(who)


def engines_of(players: Mapping[Side, str], thinking: Thinking) -> dict[Side, str]:
    """How the engine plays for the sides of a game at one table, as a record says it: its name
    alone does not."""
    return {side: made_by(who, thinking) for side, who in players.items() if is_engine(who)}


def engine_name(by: str) -> str:
    """The name of an engine that makes moves in this way, as `made_by` writes it: `Easy engine`,
    `Engine, 7 plies`; `Engine` where it has changed during the game, or nothing is known."""
    name, _, words = by.partition(" ")
    if name != ENGINE or ";" in words:
        return ENGINE.capitalize()
    try:
        thinking = KeptOptions.read(words).thinking()
    except BadInput:
        return ENGINE.capitalize()
    limit = Thinking(thinking.depth, thinking.seconds, perfect=thinking.perfect)
    for level, known in LEVELS.items():
        if limit == known:
            return f"{level.capitalize()} {ENGINE}"
    if limit.perfect:
        return f"Perfect {ENGINE}"
    plies = [f"{limit.depth} {'ply' if limit.depth == 1 else 'plies'}"] if limit.depth else []
    seconds = [f"{limit.seconds:g} s a turn"] if limit.seconds else []
    return ", ".join([ENGINE.capitalize(), *plies, *seconds])


def our_player_in(record: GameRecord) -> str:
    """Who makes our moves in the record of a relay; of an older one its options tell."""
    options = KeptOptions.read(record.table)
    us = options.value("--us")
    return record.south_by or (made_by(us, options.thinking()) if us else "not known")


def from_anywhere(who: str) -> str:
    """The same player by a name that is valid in any folder. In a command, each word that looks
    like a path and leads from the current folder to a file becomes absolute."""
    from owari.tournament.file.tournament_settings import in_file

    if is_known(who):
        return who
    here = current_folder()
    if in_file(who):
        return f"{here / who}"
    return shlex.join(
        str(here / word) if re.search(r"[./]", word) and (here / word).exists() else word
        for word in shlex.split(who)
    )


def is_known(who: str) -> bool:
    """Whether this names a person or a built-in player, which no program plays."""
    return who in (HUMAN, MANUAL, ENGINE, *BUILTIN)


def _bot(
    path: Path,
    name: str | None,
    side: Side,
    seconds: float | None,
    conditions: ProgramConditions,
    game: Game,
    official: bool,
) -> ComputerPlayer:
    from owari.table.computer_player import ComputerPlayer
    from owari.tournament.file.reader import one_bot_of
    from owari.tournament.file.tournament_settings import BuiltinSettings

    _, bot = one_bot_of(path, name, game)
    times = bot.times if official else TimeControl(per_turn=seconds)
    match bot.player:
        case BuiltinSettings(kind, settings):
            player = BUILTIN[kind].build(bot.name, settings)
            return ComputerPlayer(player, side, times=times if official else None)
        case ProgramSettings() as program:
            return _program(bot.name, program, side, times, conditions, game)


def _program(
    name: str,
    settings: ProgramSettings,
    side: Side,
    times: TimeControl,
    conditions: ProgramConditions,
    game: Game,
) -> ComputerPlayer:
    from owari.programs.dialogue_log import file_name
    from owari.table.computer_player import ComputerPlayer

    if why := settings.protocol.spec.unfit(game):
        raise BadInput(why)
    try:
        from owari.programs.dialogue_log import Log
        from owari.programs.processes.process_states import adopt_orphans, end_orphans
        from owari.programs.program import ProgramPlayer
        from owari.programs.sandbox.sandbox import summary
    except ImportError:
        raise BadInput("programs run on Linux and macOS only") from None
    summary(settings.sandbox)
    adopt_orphans()
    atexit.register(end_orphans)
    explain = partial(conditions.explain, side) if conditions.explain else None
    player = ProgramPlayer(name, settings, explain=explain)
    if logs := conditions.logs:
        try:
            logs.mkdir(parents=True, exist_ok=True)
            path = create_new(logs / f"{str(side).lower()}-{file_name(name)}.log")
            player.log_to(Log(path, _tell_unwritten))
        except OSError as error:
            raise BadInput(f"nothing can be written to {logs}: {error.strerror}") from None
    joins_in = settings.protocol.spec.joins_in
    return ComputerPlayer(player, side, joins_in=joins_in, times=times)


def _tell_unwritten(what: str) -> None:
    """Says at once and when all is over that a log is not whole."""
    import click

    said = plain(f"The log is not whole: {what}")
    click.echo(said, err=True)
    atexit.register(click.echo, said, err=True)


def program_settings(
    command: str,
    protocol: str | None = None,
    sandbox: Sandbox | None = None,
    keys: Sequence[str] = (),
    game: Game = OWARI,
) -> ProgramSettings:
    """The settings of a program that is given as a command and runs in the current folder. `keys`
    are those of its protocol, `KEY=VALUE`. Raises BadInput."""
    from owari.tournament.file.key_options import protocol_settings

    here = current_folder()
    words = _command_of(command, here)
    return ProgramSettings(
        words,
        here,
        protocol=protocol_settings(keys, protocol, words, game),
        sandbox=sandbox or Sandbox(),
    )


def _command_of(who: str, here: Path) -> tuple[str, ...]:
    """The words of a command as a shell would read it, its program found on PATH or from a folder.
    Raises BadInput."""
    from owari.programs.executable import BadCommand, command_words, find_program

    try:
        return find_program(command_words(who), here, here)
    except BadCommand as error:
        raise BadInput(f"{error}{hint(who, (HUMAN, MANUAL, ENGINE, *BUILTIN))}") from None
