"""A match between two bots as a tournament: the bots by name, the rules of their games, and its
results file, which may hold the first part of it."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from owari.engine.families import evaluation_for
from owari.errors import BadInput
from owari.games.game import Game
from owari.players.builtin_bots import BUILTIN
from owari.players.player import TimeControl
from owari.programs.dialogues.protocols import find_protocol
from owari.programs.executable import BadCommand, command_words, find_program
from owari.programs.sandbox.program_settings import ProgramSettings, Sandbox
from owari.results.bot_names import LONGEST_NAME, bot_name, looks_like
from owari.results.game_log import About
from owari.results.match_score import MatchScore
from owari.results.sprt import Sprt
from owari.results.standings import Repeats
from owari.results.store import Store
from owari.results.tournament_values import canonical
from owari.text.printable import plain
from owari.text.suggestions import hint
from owari.tournament.changes import (
    change_text,
    changed_files,
    changed_programs,
    changes,
    program_files,
    store_programs,
)
from owari.tournament.file.key_options import key_tree, protocol_of
from owari.tournament.file.reader import beside, bot_of, one_bot_of, without
from owari.tournament.file.tournament_settings import (
    OPENINGS_OF_A_MATCH,
    BotConfig,
    BuiltinSettings,
    OpeningSettings,
    Tournament,
    in_file,
    objection,
    opening_settings,
)
from owari.tournament.formats.schedule import Entrant
from owari.tournament.resumption import begin
from owari.user_files import current_folder

if TYPE_CHECKING:
    from owari.engine.openings import Suite


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
    rules: dict[str, Any] = {
        "game": game.name,
        "games-per-match": games,
        "seed": conditions.seed,
        "repeated-games": Repeats.MATCH.value,
    }
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
        all_bots=(one.stored, other.stored),
        missing={},
        rules=canonical(rules),
        seed=conditions.seed,
        openings=openings,
    )


class MatchGames:
    """The games of a match that are stored, and what they come to: an `Ending` of the match."""

    def __init__(self, match: Tournament, store: Store, test: Sprt | None) -> None:
        self.match, self.store, self.test = match, store, test
        self.suite = match.suite()
        self.score = self.counted_anew()
        self.change = ""
        """A clause on the file of a program that has changed meanwhile."""
        self._files = program_files(match)

    def counted_anew(self) -> MatchScore:
        """The score of the games that are stored, by number."""
        return MatchScore([bot.name for bot in self.match.bots], self.store.games())

    @property
    def is_over(self) -> bool:
        """Whether more games would tell nothing, or a program has changed."""
        if self.change or self.score.is_over:
            return True
        if repeats_for_good(self.match, self.score, self.suite):
            return True
        if self.score.measured_nothing or self.test is None:
            return False
        return self.test.accepted(self.score.units) is not None

    def is_due(self, number: int) -> bool:
        """Whether the game is one of this run: an earlier one may have been for more games."""
        return number <= self.match.games_per_match

    def admits(self) -> bool:
        """Whether the programs are those of the first game: a game that ends after a change does
        not count."""
        for bot, file in changed_files(self._files, program_files(self.match)):
            self.change = (
                f"{bot}'s {file} has changed during the match, and the games above are those"
                " before the change"
            )
            return False
        return True

    def count(self, number: int) -> None:
        """Adds a game to the score."""
        self.score.add(self.store.game_of(number))


def repeats_for_good(match: Tournament, score: MatchScore, suite: Suite | None) -> bool:
    """Whether more games would only repeat those of the score: because bots without chance have
    played every opening of the suite, or because so many games have repeated others."""
    if is_exhausted(match, score, suite):
        return True
    return not score.may_vary and _has_every_opening(score, suite)


def is_exhausted(match: Tournament, score: MatchScore, suite: Suite | None) -> bool:
    """Whether two built-in bots without chance have played every opening of the suite. None is the
    start of the rules."""
    if score.varied or any(bot.forfeited for bot in score.bots):
        return False
    for bot in match.bots:
        if not isinstance(bot.player, BuiltinSettings):
            return False
        if BUILTIN[bot.player.engine].has_chance(bot.player.settings):
            return False
    return _has_every_opening(score, suite)


def _has_every_opening(score: MatchScore, suite: Suite | None) -> bool:
    number = suite.reused(score.games // 2 + 1) if suite else 1
    return number is not None and score.has_pairs(number)


def _openings(bots: Iterable[BotConfig], conditions: Conditions) -> OpeningSettings | None:
    """What the games begin with; None for the start of the rules. Raises BadInput."""
    text = conditions.openings
    try:
        openings = opening_settings(
            OPENINGS_OF_A_MATCH if text is None else text, current_folder(), conditions.game
        )
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
    if engine := _ENGINE.fullmatch(text):
        return _built_in(text, _engine_keys(text, engine[1], engine[2]), conditions)
    if text in BUILTIN:
        return _built_in(text, {"engine": text}, conditions)
    if named := in_file(text):
        return _bot_of_file(*named, conditions)
    return _program(text, conditions)


def _engine_keys(text: str, look_ahead: str | None, evaluation: str | None) -> dict[str, Any]:
    if look_ahead is None:
        raise BadInput(
            f"{text}: say how far it looks, as {text}:5 for 5 plies or {text}:2s for 2 seconds a"
            " turn"
        )
    keys = {"engine": "alpha-beta", "depth" if look_ahead.isdecimal() else "time": look_ahead}
    return keys if evaluation is None else {**keys, "evaluation": evaluation}


def _built_in(text: str, keys: dict[str, Any], conditions: Conditions) -> BotConfig:
    return replace(_read(text, keys, conditions), name="")


def _program(text: str, conditions: Conditions) -> BotConfig:
    """A program that runs in the current folder."""
    here = current_folder()
    words = command_words(text)
    try:
        find_program(words, here, here)
    except BadCommand as error:
        raise BadInput(f"{error}{hint(text, ('engine:5', *BUILTIN))}") from None
    protocol = protocol_of(conditions.keys, conditions.protocol)
    if why := find_protocol(protocol).unfit(conditions.game):
        raise BadInput(f"{text}: {why}")
    keys = key_tree(conditions.keys, protocol, words)
    files = [word for word in words if os.path.isfile(here / word)]
    return replace(_read(text, keys, conditions), name=files[-1] if files else text)


def _read(text: str, keys: dict[str, Any], conditions: Conditions) -> BotConfig:
    """The bot that a tournament file with these keys has. Raises BadInput."""
    common: dict[str, Any] = {
        "game": conditions.game.name,
        "seed": str(conditions.seed),
        "sandbox": conditions.sandbox.level,
    }
    try:
        bot = bot_of({"name": "a player", **keys}, common, current_folder())
    except BadInput as error:
        raise BadInput(f"{text}: {error}") from None
    return _timed(bot, conditions)


def _bot_of_file(path: Path, name: str | None, conditions: Conditions) -> BotConfig:
    game = conditions.game
    _, bot = one_bot_of(path, name, game)
    match bot.player:
        case ProgramSettings(protocol=protocol):
            why = protocol.spec.unfit(game)
        case BuiltinSettings(settings=settings):
            why = _unfit(game, settings.evaluation)
    if why:
        raise BadInput(f"{bot.name}: {why}")
    return _timed(bot, conditions)


def _unfit(game: Game, evaluation: str | None) -> str:
    """Why the engine cannot play the game by this evaluation; empty if it can."""
    try:
        evaluation_for(game, evaluation)
    except ValueError as error:
        return str(error)
    return ""


def _timed(bot: BotConfig, conditions: Conditions) -> BotConfig:
    """The bot with the time that the match gives it, and its whole time control in its settings."""
    if conditions.seconds is not None:
        bot = replace(bot, times=replace(bot.times, per_turn=conditions.seconds))
    return replace(bot, settings=_with_times(json.loads(bot.settings), bot.times))


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
    return replace(bot, player=without(player, hidden))


def _files(program: ProgramSettings) -> list[Path]:
    """The files in its folder that its command names."""
    folder = program.directory.resolve()
    paths = [(folder / word).resolve() for word in program.command if "\0" not in word]
    return [path for path in paths if path.is_relative_to(folder) and path.is_file()]


def enter_match(store: Store, match: Tournament) -> None:
    """Enters the rules and the two bots. Raises BadInput where the file holds games of other bots,
    of other rules, or of programs that have changed since."""
    longest = max(match.games_per_match, store.games_per_match)
    match = replace(match, rules=_with_games(match.rules, longest))
    files = program_files(match)
    if store.numbers():
        _refuse_another(store, match)
        for change in changed_programs(store, files):
            raise BadInput(
                f"{store.path}: {change.bot}'s {change.key} has changed since game {change.game}"
                f" was played. Name another file with --record, and the match begins anew."
            )
    begin(store, match)
    store_programs(store, files, ())


def close_match(store: Store) -> None:
    """Makes the games that were played the whole match, so that its standings have a champion."""
    last = max(store.numbers(), default=0)
    store.rules = {**store.rules, "games-per-match": max(2, last + last % 2)}


def _refuse_another(store: Store, match: Tournament) -> None:
    stored = [bot.name for bot in store.bots()]
    names = [bot.name for bot in match.bots]
    if set(stored) != set(names):
        raise BadInput(
            f"{store.path} holds games of {', '.join(stored)}, and this match is between"
            f" {' and '.join(names)}: name another file with --record"
        )
    before = replace(match, rules=_with_games(match.rules, store.games_per_match))
    if found := [each for each in changes(store, before) if not each.kind.is_allowed]:
        raise BadInput(
            f"{store.path} holds a match with other settings: {'; '.join(map(change_text, found))}."
            " Undo the change, or name another file with --record."
        )


def _with_games(rules: str, games: int) -> str:
    """The rules with this number of games, which may change from one run to the next."""
    return canonical({**json.loads(rules), "games-per-match": games})
