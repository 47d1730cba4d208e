"""A match between two bots as a tournament: the bots by name, and the rules of their games."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from owari.engine.families import evaluation_for
from owari.errors import BadInput
from owari.games.game import Game
from owari.players.builtin_bots import BUILTIN, Settings
from owari.players.player import TimeControl
from owari.programs.executable import BadCommand, command_words, find_program
from owari.programs.program_settings import ProgramSettings, Sandbox
from owari.results.bot_names import LONGEST_NAME, bot_name, looks_like
from owari.results.game_log import About
from owari.results.store import canonical
from owari.text.printable import plain
from owari.text.suggestions import hint
from owari.tournament.bot_keys import BotKeys, EngineKeys, program_keys
from owari.tournament.bot_lookup import in_file, one_bot_of
from owari.tournament.config_errors import sentences
from owari.tournament.key_options import key_tree, protocol_of
from owari.tournament.keys import Context
from owari.tournament.opening_settings import OpeningSettings, objection, opening_settings
from owari.tournament.private_files import beside
from owari.tournament.schedule import Entrant
from owari.tournament.tournament_settings import BotConfig, BuiltinSettings, Tournament

__all__ = ["OPENINGS", "Conditions", "file_game", "match_between"]

OPENINGS = "random:6"
"""There are enough of them for any match."""
_ENGINE = re.compile(r"(?:engine|alpha-beta)(?::([^:]+))?(?::(.+))?")
"""The engine, its look-ahead and its evaluation: `engine:5`, `engine:2s:material`."""


@dataclass(frozen=True, slots=True)
class Conditions:
    """What the bots of a match have in common."""

    game: Game
    games: int
    """The most games, an even number."""
    concurrency: int
    protocol: str | None
    """Of programs that are given as commands; None: the first that has all keys."""
    sandbox: Sandbox
    """Of these programs."""
    keys: tuple[str, ...] = ()
    """Of the protocol of these programs, `KEY=VALUE`."""
    seconds: float | None = None
    """The time for a turn; None: what a tournament file says, or else 5 seconds."""
    seed: int = 0
    openings: str | None = None
    """What the games begin with, as the option says it. None: random openings, if both bots can
    begin with them."""
    private: tuple[Path, ...] = ()
    """Files that no bot may see."""


def file_game(players: Iterable[str]) -> Game | None:
    """The game of the tournament files that these texts name; None if they name none. Raises
    BadInput where the games differ."""
    games = {}
    for text in players:
        if named := in_file(text):
            game = one_bot_of(*named)[0].game
            games[game.name] = game
    if len(games) > 1:
        raise BadInput(f"the files play different games, {' and '.join(games)}: add --game")
    return next(iter(games.values()), None)


def match_between(players: Sequence[str], conditions: Conditions) -> Tournament:
    """The match between the two players that these texts name: the engine with its look-ahead, a
    built-in bot, `FILE.yaml:BOT`, or the command of a program. Raises BadInput."""
    found = [_bot(text, conditions) for text in players]
    names = _names_apart(players, found)
    one, other = (replace(bot, name=name) for bot, name in zip(found, names, strict=True))
    for bot in (one, other):
        entrant = Entrant.of(bot.stored)
        if not (entrant.first and entrant.second):
            which = "second" if entrant.first else "first"
            raise BadInput(
                f"{bot.name} cannot move {which}, but in a match each bot moves first in half of"
                " the games"
            )
    game, games = conditions.game, conditions.games
    openings = _openings((one, other), conditions)
    rules: dict[str, Any] = {"game": game.name, "games-per-match": games, "seed": conditions.seed}
    if openings:
        rules["openings"] = str(openings)
    return Tournament(
        about=About(event=f"{one.name} - {other.name}"),
        game=game,
        games_per_match=games,
        concurrency=conditions.concurrency,
        pondering=False,
        sandbox=conditions.sandbox,
        bots=(
            _kept_apart(one, other, conditions.private),
            _kept_apart(other, one, conditions.private),
        ),
        entries=(one.stored, other.stored),
        missing={},
        rules=canonical(rules),
        seed=conditions.seed,
        openings=openings,
    )


def _openings(bots: Iterable[BotConfig], conditions: Conditions) -> OpeningSettings | None:
    """What the games begin with; None for the start of the rules. Raises BadInput."""
    text = conditions.openings
    try:
        openings = opening_settings(OPENINGS if text is None else text, _here(), conditions.game)
    except ValueError as error:
        raise BadInput(f"--openings: {error}") from None
    for bot in bots:
        if not isinstance(bot.player, ProgramSettings):
            continue
        if why := objection(bot.player.protocol.spec, openings):
            if text is None:
                return None
            raise BadInput(f"{bot.name}: {why}")
    return openings


def _bot(text: str, conditions: Conditions) -> BotConfig:
    """The bot with its short name."""
    times = TimeControl()
    if conditions.seconds is not None:
        times = replace(times, per_turn=conditions.seconds)
    if engine := _ENGINE.fullmatch(text):
        return _engine(text, engine[1], engine[2], times, conditions)
    if text in BUILTIN:
        return _built_in(text, {"engine": text}, times, conditions)
    if named := in_file(text):
        return _bot_of_file(*named, conditions)
    return _program(text, times, conditions)


def _engine(
    text: str,
    look_ahead: str | None,
    evaluation: str | None,
    times: TimeControl,
    conditions: Conditions,
) -> BotConfig:
    if look_ahead is None:
        raise BadInput(
            f"{text}: say how far it looks, as {text}:5 for 5 plies or {text}:2s for 2 seconds a"
            " turn"
        )
    key = "depth" if look_ahead.isdecimal() else "time"
    keys = {"engine": "alpha-beta", key: look_ahead}
    if evaluation is not None:
        keys["evaluation"] = evaluation
    return _built_in(text, keys, times, conditions)


def _built_in(
    name: str, keys: dict[str, str], times: TimeControl, conditions: Conditions
) -> BotConfig:
    read = _read(name, EngineKeys, keys, Context(_here(), conditions.game))
    seed = conditions.seed if read.seed is None else read.seed
    settings = Settings(read.depth, read.time, read.evaluation, seed)
    return _stored(read, times, BuiltinSettings(read.engine, settings))


def _program(text: str, times: TimeControl, conditions: Conditions) -> BotConfig:
    """A program that runs in the current folder."""
    here, game = _here(), conditions.game
    words = command_words(text)
    try:
        command = find_program(words, here, here)
    except BadCommand as error:
        raise BadInput(f"{error}{hint(text, ('engine:5', *BUILTIN))}") from None
    protocol = protocol_of(conditions.keys, conditions.protocol)
    keys = key_tree(conditions.keys, protocol, words)
    read = _read(text, program_keys(protocol), keys, Context(here, game))
    if why := read.spec.unfit(game):
        raise BadInput(f"{text}: {why}")
    player = ProgramSettings(command, here, protocol=read.settings(), sandbox=conditions.sandbox)
    files = [word for word in words if os.path.isfile(here / word)]
    return replace(_stored(read, times, player), name=files[-1] if files else text)


def _bot_of_file(path: Path, name: str | None, conditions: Conditions) -> BotConfig:
    tournament, bot = one_bot_of(path, name)
    game = conditions.game
    if conditions.seconds is not None:
        bot = replace(bot, times=replace(bot.times, per_turn=conditions.seconds))
    match bot.player:
        case ProgramSettings(protocol=protocol):
            if protocol.spec.is_described_for_one_game and tournament.game != game:
                raise BadInput(
                    f"the settings of {bot.name} are for {tournament.game.name}:"
                    f" add --game {tournament.game.name}"
                )
            why = protocol.spec.unfit(game)
        case BuiltinSettings(settings=settings):
            why = _unfit(game, settings.evaluation)
    if why:
        raise BadInput(f"{bot.name}: {why}")
    return replace(bot, settings=_with_times(json.loads(bot.settings), bot.times))


def _unfit(game: Game, evaluation: str | None) -> str:
    """Why the engine cannot play the game by this evaluation; empty if it can."""
    try:
        evaluation_for(game, evaluation)
    except ValueError as error:
        return str(error)
    return ""


def _read(text: str, kind: type[Any], keys: dict[str, Any], context: Context) -> Any:
    """The keys of a bot with their values. Raises BadInput."""
    try:
        return kind.model_validate({"name": "a player", **keys}, context=context)
    except ValidationError as error:
        (_, sentence), *_ = sentences(kind, error.errors(include_url=False))
        raise BadInput(f"{text}: {sentence}") from None


def _stored(
    read: BotKeys, times: TimeControl, player: BuiltinSettings | ProgramSettings
) -> BotConfig:
    """The bot of these keys, as yet without a name."""
    return BotConfig("", times, player, _with_times(read.stored(), times))


def _with_times(keys: dict[str, Any], times: TimeControl) -> str:
    """The keys of a bot and its whole time control, as results store them."""
    given = {
        "time-per-turn": times.per_turn,
        "time-per-game": times.per_game,
        "increment": times.increment,
        "margin": times.margin,
        "start-limit": times.start_limit,
    }
    return canonical(keys | given)


def _names_apart(texts: Sequence[str], bots: Sequence[BotConfig]) -> list[str]:
    """The short names, or the whole texts if those look the same, or the texts with numbers."""
    short = [bot.name or text for text, bot in zip(texts, bots, strict=True)]
    numbered = [f"{_end(text, LONGEST_NAME - 4)} ({n})" for n, text in enumerate(texts, 1)]
    for names in (short, texts, numbered):
        one, other = (bot_name(_end(plain(name), LONGEST_NAME)) for name in names)
        if not looks_like(one, [other]):
            break
    return [one, other]


def _end(text: str, room: int) -> str:
    return text if len(text) <= room else f"...{text[3 - room :]}"


def _kept_apart(bot: BotConfig, other: BotConfig, private: Iterable[Path]) -> BotConfig:
    """The bot; where it is isolated, it sees neither the private files nor those of the other."""
    player = bot.player
    if not isinstance(player, ProgramSettings) or player.sandbox.level in ("none", "limits"):
        return bot
    hidden = [file for path in private for file in beside(path)]
    if isinstance(other.player, ProgramSettings):
        own = set(_files(player))
        hidden.append(other.player.directory)
        hidden += [file for file in _files(other.player) if file not in own]
    sandbox = replace(
        player.sandbox,
        hidden=tuple(dict.fromkeys((*player.sandbox.hidden, *(path.resolve() for path in hidden)))),
    )
    return replace(bot, player=replace(player, sandbox=sandbox))


def _files(program: ProgramSettings) -> list[Path]:
    """The files in its folder that its command names."""
    folder = program.directory.resolve()
    paths = [(folder / word).resolve() for word in program.command if "\0" not in word]
    return [path for path in paths if path.is_relative_to(folder) and path.is_file()]


def _here() -> Path:
    try:
        return Path.cwd()
    except OSError:
        raise BadInput("the current folder no longer exists, and programs run in it") from None
