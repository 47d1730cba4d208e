"""A tournament file as values: all of it, the bots that a command line names (`FILE.yaml:BOT`, or
`FILE.yaml` for all), and the files that a bot must not see."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from owari.errors import BadInput
from owari.games.catalog import find_game
from owari.games.game import Game
from owari.games.mancala import OWARI
from owari.players.builtin_bots import BUILTIN, Settings
from owari.players.player import TimeControl
from owari.programs.dialogues.protocols import PROTOCOLS
from owari.programs.executable import BadCommand, find_program
from owari.programs.sandbox.program_settings import ProgramSettings, Sandbox
from owari.referee.referee import Adjudication
from owari.results.bot_names import folded, kept, repeated_names
from owari.results.database import files_aside
from owari.results.game_log import About, StoredBot
from owari.results.tournament_values import canonical
from owari.text.suggestions import hint, nearest
from owari.tournament.file.bot_keys import (
    ByHandKeys,
    EngineKeys,
    ProgramKeys,
    bot_kinds,
    program_keys,
)
from owari.tournament.file.key_reader import K, read_keys
from owari.tournament.file.keys import TIMES, TimeKeys, TournamentKeys, format_problems
from owari.tournament.file.tournament_settings import (
    BotConfig,
    BuiltinSettings,
    OpeningSettings,
    Tournament,
    objection,
    opening_settings,
)
from owari.tournament.file.yaml_source import (
    BadTournament,
    Place,
    Problem,
    Source,
    Tree,
    read_source,
)
from owari.tournament.formats.format_catalog import format_of


def load(
    path: Path,
    *,
    kept: Iterable[Path] = (),
    least: int = 2,
    tolerant: bool = False,
    openings: str | None = None,
    played: Mapping[str | None, Game] = {},
) -> Tournament:
    """The tournament that a file describes, of `least` bots or more. Raises BadTournament.

    Isolated bots see neither the file and its results nor what else is `kept` of the
    tournament: files and folders of results and logs. Where it is `tolerant`, a program that is not
    there is missing in the tournament; otherwise it is a problem of the file. `openings` take the
    place of those of the file; raises BadInput where they are none. The keys of a bot in `played`
    are read by the game that is played with it, which is that of a file that names none. None there
    is the only bot of the file.
    """
    source = read_source(path)
    if openings is not None and isinstance(source.tree, dict):
        source.tree["openings"] = _given_openings(openings, game_of(source.tree))
    private = (path, path.with_suffix(".db"), *kept)
    reader = _Reader(source, path.absolute().parent, private, played)
    tournament = reader.tournament(least)
    if not tolerant:
        source.problems += reader.missing.values()
    if source.problems or tournament is None:
        raise BadTournament(path.name, *source.problems)
    if isinstance(source.tree, dict) and "game" not in source.tree:
        tournament = replace(tournament, game=next(iter(played.values()), tournament.game))
    return tournament


def tournament_of(source: Source, folder: Path, *, least: int) -> Tournament | None:
    """The tournament that a source describes, of `least` bots or more, whose paths begin in the
    folder. The problems are added to those of the source; None where they leave no tournament."""
    reader = _Reader(source, folder, ())
    tournament = reader.tournament(least)
    source.problems += reader.missing.values()
    return tournament


def bot_of(keys: dict[str, Tree], conditions: dict[str, Tree], folder: Path) -> BotConfig:
    """The bot with these keys, whose program is found from the folder, under the `conditions` of a
    tournament, the keys of its file. Raises BadInput with a sentence on the first problem; it is a
    BadCommand where nothing is wrong but that its program is missing."""
    source = Source({**conditions, "bots": [keys]})
    reader = _Reader(source, folder, ())
    tournament = reader.tournament(least=1)
    for problem in source.problems:
        raise BadInput(problem.sentence)
    for problem in reader.missing.values():
        raise BadCommand(problem.sentence)
    assert tournament
    return tournament.bots[0]


Bot = EngineKeys | ByHandKeys | ProgramKeys


class _Reader:
    """Turns the texts of one file into a Tournament and collects problems in the source."""

    def __init__(
        self,
        source: Source,
        folder: Path,
        private: Iterable[Path],
        played: Mapping[str | None, Game] = {},
    ) -> None:
        self.source = source
        self.folder = folder
        self.private = private
        self.played = played
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
        game = game_of(tree)
        entries = tree.get("bots")
        entries = entries if isinstance(entries, list) else None
        games = [self.game_of(entry, entries or (), game) for entry in entries or ()]
        bots = [self.bot(entry, index, games[index]) for index, entry in enumerate(entries or ())]
        keys = self.read(TournamentKeys, tree, (), game)
        if entries is not None and len(entries) < least:
            self.problem(("bots",), _too_few(len(entries), least))
        self.check_names(entries or ())
        for index, bot in enumerate(bots):
            if isinstance(bot, ProgramKeys):
                self.find(bot, ("bots", index))
        if keys is None:
            return None
        self.check_protocols(games, bots, keys.openings)
        complete = [bot for bot in bots if bot is not None]
        if len(complete) < len(bots):
            return None
        for key, sentence in format_problems(
            keys, [bot.name for bot in complete], keys.games_per_match
        ):
            self.problem((key,), f"{key}: {sentence}")
        by_rounds = format_of(keys.rules()).by_rounds
        for index, bot in enumerate(complete):
            if bot.guest and by_rounds:
                sentence = f"guest: {keys.format} ranks all bots; leave the key out"
                self.problem(("bots", index, "guest"), sentence)
        return self.built(keys, complete)

    def game_of(self, entry: Tree, entries: Sequence[Tree], game: Game) -> Game:
        """The game by which the keys of a bot are read; `game` is that of the file."""
        names = [entry.get("name") if isinstance(entry, dict) else ""]
        names += [None] if len(entries) == 1 else []
        return next((by for name, by in self.played.items() if name in names), game)

    def bot(self, entry: Tree, index: int, game: Game) -> Bot | None:
        """The keys of a bot; None if they have problems."""
        place = ("bots", index)
        if not isinstance(entry, dict):
            self.problem(place, "a bot has a name, and an engine or a command")
            return None
        return self.read(kind_of(entry), entry, place, game)

    def read(self, kind: type[K], tree: dict[str, Tree], place: Place, game: Game) -> K | None:
        """The keys with values of their types; None if they have problems."""
        keys, problems = read_keys(kind, tree, game, self.folder)
        for at, sentence in problems:
            self.problem((*place, *at), sentence)
        return keys

    def check_protocols(
        self, games: Iterable[Game], bots: Iterable[Bot | None], openings: OpeningSettings | None
    ) -> None:
        """Each program can play its game and the openings over its protocol."""
        for index, (game, bot) in enumerate(zip(games, bots, strict=True)):
            if not isinstance(bot, ProgramKeys) or bot.spec is None:
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
        written = [
            (index, name)
            for index, entry in enumerate(entries)
            if isinstance(entry, dict) and (name := kept(str(entry.get("name") or "")))
        ]
        for later, earlier in repeated_names([name for _, name in written]):
            (index, name), (first, other) = written[later], written[earlier]
            line = self.source.line(("bots", first, "name"))
            same = " too" if folded(name) == folded(other) else ", which looks the same"
            self.problem(
                ("bots", index, "name"), f"name: the bot in line {line} is called {other!r}{same}"
            )

    def problem(self, place: Place, sentence: str) -> None:
        """Adds a problem."""
        self.source.problems.append(Problem(self.source.line(place), sentence))

    def built(self, keys: TournamentKeys, bots: Sequence[Bot]) -> Tournament:
        """The tournament that keys without problems describe."""
        times = _times(keys, TimeControl())
        if "time_per_turn" not in keys.given and keys.time_per_game is not None:
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
                environment=bot.environment,
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
            all_bots=tuple(StoredBot(bot.name, canonical(bot.stored())) for bot in bots),
            missing={name: problem.sentence for name, problem in self.missing.items()},
            rules=canonical(rules),
            seed=keys.seed,
            openings=keys.openings,
            adjudication=Adjudication(
                keys.adjudicate_value,
                keys.adjudicate_score,
                keys.adjudicate_lead,
                keys.adjudicate_length,
            )
            or None,
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


def game_of(tree: Mapping[str, Tree]) -> Game:
    """The game of the tournament; Owari if it is unknown, which is a problem of its own key."""
    try:
        return find_game(str(tree.get("game", OWARI.name)))
    except ValueError:
        return OWARI


def _times(keys: TimeKeys, default: TimeControl) -> TimeControl:
    """The default with the values that the file gives."""
    return replace(
        default,
        **{
            name.removeprefix("time_"): value
            for name, value in keys.given.items()
            if name.replace("_", "-") in TIMES
        },
    )


OWN = ("name", "guest", "engine", "by-hand", "command")
"""The keys that each bot gives itself."""


def kind_of(bot: Mapping[str, Tree]) -> type[EngineKeys | ByHandKeys | ProgramKeys]:
    """The kind of bot that these keys describe, even if they are misspelt."""
    protocol = nearest(str(bot.get("protocol", "line")), PROTOCOLS) or "line"
    kind = _kind(bot, protocol)
    if set(bot) <= set(kind.names()):
        return kind
    known = {key for kind in bot_kinds() for key in kind.names()}
    return _kind({key if key in known else nearest(key, known) for key in bot}, protocol)


def _kind(
    keys: Collection[str | None], protocol: str
) -> type[EngineKeys | ByHandKeys | ProgramKeys]:
    """The kind of bot with these keys; `protocol` is that of a program."""
    if "engine" in keys:
        return EngineKeys
    return ByHandKeys if "by-hand" in keys else program_keys(protocol)


def apply_defaults(source: Source) -> None:
    """Copies the defaults, with their lines, to each bot that can have them and does not give them.
    Adds a problem for each key that no bot can have."""
    tree = source.tree
    defaults = tree.get("defaults") if isinstance(tree, dict) else None
    if not isinstance(tree, dict) or not isinstance(defaults, dict):
        return
    known = [key for kind in bot_kinds() for key in kind.names() if key not in OWN]
    for key in defaults:
        if key in OWN:
            _problem(source, key, f"{key}: each bot has its own: leave it out of the defaults")
        elif key not in known:
            _problem(source, key, f"defaults: {key!r} is no key of a bot{hint(key, known)}")
    bots = tree.get("bots")
    for index, bot in enumerate(bots if isinstance(bots, list) else ()):
        if isinstance(bot, dict):
            for key in list(_applicable(bot, defaults)):
                bot[key] = defaults[key]
                for place, line in _lines_below(source, ("defaults", key)):
                    source.lines["bots", index, key, *place] = line


def _applicable(bot: Mapping[str, Tree], defaults: Mapping[str, Tree]) -> Iterator[str]:
    """The defaults that the bot can have and does not give."""
    kind = kind_of({"protocol": defaults.get("protocol", "line"), **bot})
    names: list[str] = []
    if kind is EngineKeys:
        engine = BUILTIN.get(str(bot.get("engine")))
        names = [*TIMES, *(engine.settings if engine else ())]
    elif kind is not ByHandKeys:
        names = [name for name in kind.names() if name not in OWN]
    return (key for key in defaults if key in names and key not in bot)


def _lines_below(source: Source, place: Place) -> list[tuple[Place, int]]:
    """The lines of a value and of what is in it, by their places in it."""
    depth = len(place)
    return [(at[depth:], line) for at, line in source.lines.items() if at[:depth] == place]


def _problem(source: Source, key: str, sentence: str) -> None:
    source.problems.append(Problem(source.line(("defaults", key)), sentence))


def bots_of(
    path: Path, name: str | None, game: Game | None = None
) -> tuple[Tournament, list[BotConfig]]:
    """The tournament of a file, which may have one bot only, and its bot of this name or all bots.
    The keys of the bot are read by the `game` that is played. Raises BadInput."""

    played = {name: game} if game else {}
    tournament = load(path, least=1, tolerant=name is not None, played=played)
    bots = [bot for bot in tournament.bots if name in (None, bot.name)]
    if bots:
        return tournament, bots
    if name in {entry.name for entry in tournament.all_bots}:
        why = tournament.missing.get(str(name), "it plays by hand, with a program elsewhere")
        raise BadInput(f"{path}: {name} cannot play here: {why}")
    if not tournament.bots:
        raise BadInput(f"no bot of {path} can play here")
    names = ", ".join(bot.name for bot in tournament.bots)
    raise BadInput(f"{path} has no bot {name!r}, only {names}")


def one_bot_of(
    path: Path, name: str | None, game: Game | None = None
) -> tuple[Tournament, BotConfig]:
    """The tournament of a file, and its bot of this name or its only bot, whose keys are read by
    the `game` that is played. Raises BadInput, also where its keys describe what a program asks and
    shows in another game."""
    tournament, (bot, *others) = bots_of(path, name, game)
    if others:
        raise BadInput(f"{path} has several bots: name one of them, as '{path}:{bot.name}'")
    player, of_file = bot.player, tournament.game
    if (
        game not in (None, of_file)
        and isinstance(player, ProgramSettings)
        and player.protocol.spec.is_described_for_one_game
    ):
        raise BadInput(
            f"the settings of {bot.name} are for {of_file.name}: add --game {of_file.name}"
        )
    return tournament, bot


BESIDE = ("", "-wal", "-shm", "-journal", ".lock", ".live")
"""The ends that SQLite, locks and live moves append to the name of a database."""


def isolated_sandbox(
    sandbox: Sandbox,
    bot: ProgramKeys,
    programs: Sequence[ProgramKeys],
    folder: Path,
    private: Iterable[Path],
) -> Sandbox:
    """The sandbox of one bot. `folder` holds the tournament file; `private` are the files and
    folders of results and logs."""
    if sandbox.level in ("none", "limits"):
        return sandbox
    own = set(_files(bot, folder))
    hidden = [file for path in private for file in beside(path)]
    for other in programs:
        if other is not bot and "\0" not in other.directory:
            hidden.append(folder / other.directory)
            hidden += [file for file in _files(other, folder) if file not in own]
    return replace(sandbox, hidden=tuple(dict.fromkeys(path.resolve() for path in hidden)))


def beside(path: Path) -> list[Path]:
    """A database, what was set aside of it, and the files that belong to each."""
    files = (path, *files_aside(path))
    return [file.with_name(file.name + end) for file in files for end in BESIDE]


def without(program: ProgramSettings, files: Iterable[Path]) -> ProgramSettings:
    """The program; where it is isolated, it does not see these files either."""
    sandbox = program.sandbox
    if sandbox.level in ("none", "limits"):
        return program
    hidden = (*sandbox.hidden, *(path.resolve() for path in files))
    return replace(program, sandbox=replace(sandbox, hidden=tuple(dict.fromkeys(hidden))))


def hide(tournament: Tournament, files: Sequence[Path]) -> Tournament:
    """The tournament, in which no isolated program sees these files."""
    bots = (
        replace(bot, player=without(bot.player, files))
        if isinstance(bot.player, ProgramSettings)
        else bot
        for bot in tournament.bots
    )
    return replace(tournament, bots=tuple(bots))


def bots_in_shared_folders(tournament: Tournament) -> list[str]:
    """The names of the bots whose programs share their folder with those of other bots."""
    folders: dict[Path, list[str]] = {}
    for name, program in tournament.programs.items():
        folders.setdefault(program.directory.resolve(), []).append(name)
    return [name for names in folders.values() if len(names) > 1 for name in names]


def _files(bot: ProgramKeys, folder: Path) -> Iterator[Path]:
    """The files in the tournament's folder or in the bot's own that its command names."""
    directory = folder / bot.directory
    program, *words = bot.command
    named = [directory / word for word in words] + ([folder / program] if "/" in program else [])
    for file in named:
        if os.path.isfile(file):
            path = file.resolve()
            if path.is_relative_to(folder.resolve()) or path.is_relative_to(directory.resolve()):
                yield path
