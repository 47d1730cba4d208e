"""Reads a tournament file and reports all its problems at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from owari.errors import BadInput
from owari.games.catalog import find_game
from owari.games.game import Game
from owari.games.mancala import OWARI
from owari.players.builtin_bots import Settings
from owari.players.player import TimeControl
from owari.programs.executable import BadCommand, find_program
from owari.programs.program_settings import ProgramSettings, Sandbox
from owari.referee.adjudication import Adjudication
from owari.results.bot_names import composed, folded, looks_like
from owari.results.game_log import About, StoredBot
from owari.results.store import canonical
from owari.tournament.bot_defaults import apply_defaults, kind_of
from owari.tournament.bot_keys import ByHandKeys, EngineKeys, ProgramKeys
from owari.tournament.config_errors import sentences
from owari.tournament.format_keys import format_problems
from owari.tournament.formats.format_catalog import format_of
from owari.tournament.keys import Context, TimeKeys, TournamentKeys
from owari.tournament.opening_settings import OpeningSettings, objection, opening_settings
from owari.tournament.private_files import isolated_sandbox
from owari.tournament.tournament_settings import BotConfig, BuiltinSettings, Tournament
from owari.tournament.yaml_source import (
    BadTournament,
    Place,
    Problem,
    Source,
    Tree,
    read_source,
)

__all__ = ["BadTournament", "load"]


def load(
    path: Path,
    *,
    kept: Iterable[Path] = (),
    least: int = 2,
    tolerant: bool = False,
    openings: str | None = None,
) -> Tournament:
    """The tournament that a file describes, of `least` bots or more. Raises BadTournament.

    Isolated bots see neither the file and its results nor what else is `kept` of the
    tournament: files and folders of results and logs. Where it is `tolerant`, a program that is not
    there is missing in the tournament; otherwise it is a problem of the file. `openings` take the
    place of those of the file; raises BadInput where they are none.
    """
    source = read_source(path)
    if openings is not None and isinstance(source.tree, dict):
        source.tree["openings"] = _given_openings(openings, _game(source.tree))
    private = (path, path.with_suffix(".db"), *kept)
    reader = _Reader(source, path.absolute().parent, private)
    tournament = reader.tournament(least)
    if not tolerant:
        source.problems += reader.missing.values()
    if source.problems or tournament is None:
        raise BadTournament(path.name, *source.problems)
    return tournament


Bot = EngineKeys | ByHandKeys | ProgramKeys
Keys = TypeVar("Keys", bound=BaseModel)


class _Reader:
    """Turns the texts of one file into a Tournament and collects problems in the source."""

    def __init__(self, source: Source, folder: Path, private: Iterable[Path]) -> None:
        self.source = source
        self.folder = folder
        self.private = private
        self.commands: dict[str, tuple[str, ...]] = {}
        """By the names of the bots, with the paths of their programs."""
        self.missing: dict[str, Problem] = {}
        """By the names of the bots whose programs are not there."""

    def tournament(self, least: int) -> Tournament | None:
        """None if the file has problems that leave no tournament."""
        tree = self.source.tree
        if not isinstance(tree, dict):
            self.problem((), "a tournament file consists of keys and values, as 'game: owari'")
            return None
        apply_defaults(self.source)
        context = Context(self.folder, _game(tree))
        entries = tree.get("bots")
        entries = entries if isinstance(entries, list) else None
        bots = [self.bot(entry, index, context) for index, entry in enumerate(entries or ())]
        keys = self.validated(TournamentKeys, tree, (), context)
        if entries is not None and len(entries) < least:
            self.problem(("bots",), _too_few(len(entries), least))
        self.check_names(entries or ())
        for index, bot in enumerate(bots):
            if isinstance(bot, ProgramKeys):
                self.find(bot, ("bots", index))
        if keys is None:
            return None
        self.check_protocols(find_game(keys.game), bots, keys.openings)
        complete = [bot for bot in bots if bot is not None]
        if len(complete) < len(bots):
            return None
        for key, sentence in format_problems(keys, [bot.name for bot in complete]):
            self.problem((key,), f"{key}: {sentence}")
        by_rounds = format_of(keys.rules()).by_rounds
        for index, bot in enumerate(complete):
            if bot.guest and by_rounds:
                sentence = f"guest: {keys.format} ranks all bots; leave the key out"
                self.problem(("bots", index, "guest"), sentence)
        return self.built(keys, complete)

    def bot(self, entry: Tree, index: int, context: Context) -> Bot | None:
        """The keys of a bot; None if they have problems."""
        place = ("bots", index)
        if not isinstance(entry, dict):
            self.problem(place, "a bot has a name, and an engine or a command")
            return None
        return self.validated(kind_of(entry), entry, place, context)

    def validated(
        self, kind: type[Keys], tree: dict[str, Tree], place: Place, context: Context
    ) -> Keys | None:
        """The keys with values of their types; None if they have problems."""
        try:
            return kind.model_validate(tree, context=context)
        except ValidationError as error:
            errors = error.errors(include_url=False)
            for at, sentence in sentences(kind, errors):
                self.problem((*place, *at), sentence)
            return None

    def check_protocols(
        self, game: Game, bots: Iterable[Bot | None], openings: OpeningSettings | None
    ) -> None:
        """Each program can play the game and its openings over its protocol."""
        for index, bot in enumerate(bots):
            if not isinstance(bot, ProgramKeys):
                continue
            if why := bot.spec.unfit(game):
                self.problem(("bots", index, "protocol"), f"protocol: {why}")
            elif why := objection(bot.spec, openings):
                self.problem(("bots", index, "protocol"), f"bot {bot.name!r}: {why}")

    def find(self, bot: ProgramKeys, place: Place) -> None:
        """Finds the program of a bot."""
        directory = self.folder / bot.directory
        key = "directory"
        try:
            if "\0" in bot.directory or not directory.is_dir():
                raise BadCommand(f"there is no folder {directory}")
            key = "command"
            self.commands[bot.name] = find_program(bot.command, self.folder, directory)
        except BadCommand as error:
            line = self.source.line((*place, key))
            self.missing[bot.name] = Problem(line, f"{key}: {error}")

    def check_names(self, entries: Iterable[Tree]) -> None:
        """No two bots have the same name, or names that look the same."""
        earlier: dict[str, int] = {}
        for index, entry in enumerate(entries):
            name = composed(str(entry.get("name") or "")) if isinstance(entry, dict) else ""
            if name and (other := looks_like(name, earlier)):
                line = self.source.line(("bots", earlier[other], "name"))
                same = " too" if folded(name) == folded(other) else ", which looks the same"
                self.problem(
                    ("bots", index, "name"),
                    f"name: the bot in line {line} is called {other!r}{same}",
                )
            earlier.setdefault(name, index)

    def problem(self, place: Place, sentence: str) -> None:
        """Adds a problem."""
        self.source.problems.append(Problem(self.source.line(place), sentence))

    def built(self, keys: TournamentKeys, bots: Sequence[Bot]) -> Tournament:
        """The tournament that keys without problems describe."""
        times = _times(keys, TimeControl())
        if "time_per_turn" not in keys.model_fields_set and keys.time_per_game is not None:
            times = replace(times, per_turn=None)
        rules = keys.rules() | {"time-per-turn": times.per_turn}
        sandbox = Sandbox(keys.sandbox, keys.memory, keys.file_size)
        programs = [bot for bot in bots if isinstance(bot, ProgramKeys)]

        def player(bot: EngineKeys | ProgramKeys) -> BuiltinSettings | ProgramSettings:
            if isinstance(bot, EngineKeys):
                seed = keys.seed if bot.seed is None else bot.seed
                settings = Settings(bot.depth, bot.time, bot.evaluation, seed)
                return BuiltinSettings(bot.engine, settings)
            return ProgramSettings(
                command=self.commands[bot.name],
                directory=self.folder / bot.directory,
                environment=tuple(bot.environment.items()),
                protocol=bot.settings(),
                pondering=keys.pondering,
                sandbox=isolated_sandbox(sandbox, bot, programs, self.folder, self.private),
            )

        return Tournament(
            about=About(keys.event, keys.site, keys.date),
            game=find_game(keys.game),
            games_per_match=keys.games_per_match,
            concurrency=keys.concurrency,
            give_up_after=keys.give_up_after,
            pondering=keys.pondering,
            sandbox=sandbox,
            bots=tuple(
                BotConfig(bot.name, _times(bot, times), player(bot), canonical(bot.stored()))
                for bot in bots
                if not isinstance(bot, ByHandKeys) and bot.name not in self.missing
            ),
            entries=tuple(StoredBot(bot.name, canonical(bot.stored())) for bot in bots),
            missing={name: problem.sentence for name, problem in self.missing.items()},
            rules=canonical(rules),
            seed=keys.seed,
            openings=keys.openings,
            adjudication=Adjudication(**keys.adjudicate.model_dump()) or None,
        )


def _given_openings(text: str, game: Game) -> Any:
    """The value of the key that the text of an option gives. Raises BadInput."""
    try:
        return opening_settings(text, Path(), game) or "none"
    except ValueError as error:
        raise BadInput(f"--openings: {error}") from None


def _too_few(bots: int, least: int) -> str:
    if least > 1:
        return f"bots: a tournament needs at least two, not {bots}"
    return "bots: the list is empty"


def _game(tree: Mapping[str, Tree]) -> Game:
    """The game of the tournament; Owari if it is unknown, which is a problem of its own key."""
    try:
        return find_game(str(tree.get("game", OWARI.name)))
    except ValueError:
        return OWARI


def _times(keys: TimeKeys, default: TimeControl) -> TimeControl:
    """The default with the values that the file gives."""
    given = keys.model_fields_set & TimeKeys.model_fields.keys()
    return replace(default, **{name.removeprefix("time_"): getattr(keys, name) for name in given})
