"""The content of a tournament file as plain values that pickle, and as messages show them; and the
openings that it asks for."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any

from owari.games.game import Game, Opening
from owari.programs.sandbox.program_settings import ProgramSettings, Sandbox
from owari.results.game_log import About, StoredBot
from owari.text.durations import format_duration
from owari.text.suggestions import did_you_mean, hint

if TYPE_CHECKING:
    from owari.engine.openings import Suite
    from owari.players.builtin_bots import Settings
    from owari.players.player import TimeControl
    from owari.programs.dialogues.protocol_spec import ProtocolSpec
    from owari.referee.referee import Adjudication

PLIES = 4
"""Of random and balanced openings."""
OPENINGS_OF_A_MATCH = "random:6"
"""There are enough of them for any match."""
MOST_PLIES = 200
LARGEST = 16 << 20
"""Bytes of a file of openings."""
_STORED = re.compile(r"(random|balanced): \{plies: (\d{1,3})(?:, margin: (\d{1,3}))?\}")


class Source(Enum):
    """Where openings come from."""

    RANDOM = "random"
    BALANCED = "balanced"
    FILE = "file"


@dataclass(frozen=True, slots=True)
class OpeningSettings:
    """The openings of a tournament; `str` is what its results store."""

    source: Source
    plies: int | None = PLIES
    margin: int | None = None
    file: str = ""
    listed: tuple[Opening, ...] = ()
    """Those of the file."""

    def suite(self, game: Game, seed: int) -> Suite:
        """The openings by their index. Raises BadInput where there can be none."""
        from owari.engine.openings import BalancedOpenings, ListedOpenings, RandomOpenings

        match self.source:
            case Source.FILE:
                return ListedOpenings(self.listed)
            case Source.BALANCED:
                return BalancedOpenings(game, self.plies or PLIES, seed)
        return RandomOpenings(game, self.plies or PLIES, seed, self.margin)

    def __str__(self) -> str:
        if self.source is not Source.FILE:
            margin = "" if self.margin is None else f", margin: {self.margin}"
            return f"{self.source.value}: {{plies: {self.plies}{margin}}}"
        import hashlib

        positions = "\n".join(f"{each.start} {each}" for each in self.listed)
        digest = hashlib.blake2b(positions.encode(), digest_size=8).hexdigest()
        return f"{self.file} with {len(self.listed)} openings, {digest}"


def opening_settings(given: Any, folder: Path, game: Game) -> OpeningSettings | None:
    """What the value of the key or the option means; None is `none`. Paths begin in the folder.
    Raises ValueError with a clause."""
    from owari.engine.openings import default_margin

    if given is None or isinstance(given, OpeningSettings):
        return given
    if isinstance(given, str):
        return _of_text(given, folder, game)
    if not isinstance(given, Mapping):
        raise ValueError("none, random, balanced or a file is expected, not a list")
    sources = [name for name in given if name in {source.value for source in Source}]
    if len(sources) != 1:
        names = ", ".join(map(repr, given)) or "nothing"
        raise ValueError(f"one of random, balanced and file is expected, not {names}")
    (name,) = sources
    if name == Source.FILE.value:
        keys = _checked(given, ("file", "plies"))
        return _of_file(str(given["file"]), _whole(keys, "plies", None, 1), folder, game)
    others = [key for key in given if key != name]
    if others:
        raise ValueError(f"{others[0]!r} is out of place: write {name}: {{plies: {PLIES}}}")
    known = ("plies", "margin") if name == Source.RANDOM.value else ("plies",)
    keys = _checked(given[name] or {}, known)
    margin = _whole(keys, "margin", default_margin(game), 0)
    plies = _whole(keys, "plies", PLIES, 1)
    source = Source(name)
    return OpeningSettings(source, plies, margin if source is Source.RANDOM else None)


def stored_openings(text: str, game: Game) -> OpeningSettings | None:
    """The openings that results store under this text, where it says all of them: not those of a
    file."""
    if not (found := _STORED.fullmatch(text)):
        return None
    source, plies, margin = found.groups()
    return OpeningSettings(Source(source), int(plies), None if margin is None else int(margin))


def objection(spec: ProtocolSpec, settings: OpeningSettings | None) -> str:
    """Why programs of this protocol cannot begin with these openings; empty where they can."""
    from owari.programs.dialogues.protocol_spec import Joining

    if settings is None or spec.joining is Joining.POSITION:
        return ""
    if spec.joining is Joining.NONE:
        return (
            f"a program that speaks {spec.name} makes its own moves from the start of a game, and"
            " cannot begin with an opening: set openings: none, or leave the bot out"
        )
    for opening in settings.listed:
        if not opening.moves:
            return (
                f"a program that speaks {spec.name} must be told the moves of an opening, and"
                f" {settings.file} has the position {opening.start} without moves"
            )
    return ""


def always_from_the_start(bots: Iterable[StoredBot]) -> list[str]:
    """The bots whose programs make their own moves from the start of a game."""
    from owari.programs.dialogues.protocol_spec import Joining
    from owari.programs.dialogues.protocols import PROTOCOLS, find_protocol

    protocols = {bot.name: json.loads(bot.settings or "{}").get("protocol") for bot in bots}
    return [
        name
        for name, protocol in protocols.items()
        if protocol in PROTOCOLS and find_protocol(protocol).joining is Joining.NONE
    ]


def _of_text(text: str, folder: Path, game: Game) -> OpeningSettings | None:
    name, colon, plies = text.partition(":")
    if text.strip() == "none":
        return None
    if name in (Source.RANDOM.value, Source.BALANCED.value):
        number = {"plies": plies} if colon else {}
        return opening_settings({name: number}, folder, game)
    if not (folder / text).exists() and (found := re.fullmatch(r"(.+):([0-9]{1,3})", text)):
        return opening_settings({"file": found[1], "plies": found[2]}, folder, game)
    return _of_file(text, None, folder, game)


def _of_file(name: str, plies: int | None, folder: Path, game: Game) -> OpeningSettings:
    from owari.records.opening_lists import read_openings
    from owari.records.pgn import record_text

    path = folder / name
    try:
        if path.is_fifo():  # it may wait without end, and gives its text but once
            raise ValueError(f"{name} is a pipe, not a file")
        with path.open("rb") as opened:
            data = opened.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise ValueError(f"{name} is larger than {LARGEST >> 20} MB")
    except OSError as error:
        known = ("none", *(source.value for source in Source))
        why = "there is no such file" if isinstance(error, FileNotFoundError) else error.strerror
        raise ValueError(f"{name!r}: {why}{hint(name, known)}") from None
    text = "".join(record_text([data], name))
    if "\0" in text:
        raise ValueError(f"{name} is no text with openings")
    listed = read_openings(text, name, game, plies)
    return OpeningSettings(Source.FILE, plies, None, path.name, tuple(listed))


def _checked(keys: Any, known: tuple[str, ...]) -> Mapping[str, Any]:
    """The mapping. Raises ValueError where it has other keys."""
    if not isinstance(keys, Mapping):
        raise ValueError(f"a mapping such as {{plies: {PLIES}}} is expected, not {keys!r:.40}")
    for key in keys:
        if key not in known:
            raise ValueError(f"unknown key {key!r}{did_you_mean(str(key), known)}")
    return keys


def _whole(keys: Mapping[str, Any], key: str, default: int | None, least: int) -> int | None:
    """The whole number of a key. Raises ValueError."""
    given = keys.get(key, default)
    if given is None or isinstance(given, int):
        return given
    if not re.fullmatch("[0-9]{1,3}", str(given)) or not least <= int(given) <= MOST_PLIES:
        raise ValueError(f"{key} is a whole number from {least} to {MOST_PLIES}, not {given!r:.40}")
    return int(given)


@dataclass(frozen=True, slots=True)
class BuiltinSettings:
    """A built-in bot and its settings."""

    engine: str
    """A name of `players.builtin_bots.BUILTIN`."""
    settings: Settings


@dataclass(frozen=True, slots=True)
class BotConfig:
    """One bot of a tournament."""

    name: str
    times: TimeControl
    """Of the tournament, with the bot's own handicap."""
    player: BuiltinSettings | ProgramSettings
    settings: str
    """Its keys and their defaults as canonical JSON, paths as in the file; the results store this
    to find changes."""

    @property
    def stored(self) -> StoredBot:
        """The bot as the results store it."""
        return StoredBot(self.name, self.settings)


@dataclass(frozen=True, slots=True)
class Tournament:
    """A whole tournament; each field is documented at its key in `keys`."""

    about: About
    game: Game
    games_per_match: int
    concurrency: int
    pondering: bool
    sandbox: Sandbox
    bots: tuple[BotConfig, ...]
    """Those that can play here."""
    all_bots: tuple[StoredBot, ...]
    """All bots of the file in its order, also those that play elsewhere or not now."""
    missing: Mapping[str, str]
    """Why the program of a bot cannot run here, by the bot's name."""
    rules: str
    """The keys that must stay the same between two runs as canonical JSON, durations in seconds."""
    give_up_after: int | None = None
    seed: int = 0
    openings: OpeningSettings | None = None
    adjudication: Adjudication | None = None

    def suite(self) -> Suite | None:
        """The openings of the games, where they begin with some. Raises BadInput."""
        return self.openings.suite(self.game, self.seed) if self.openings else None

    @property
    def programs(self) -> dict[str, ProgramSettings]:
        """The bots that are programs, by name."""
        return {
            bot.name: bot.player for bot in self.bots if isinstance(bot.player, ProgramSettings)
        }


DURATIONS = {
    "time-per-turn",
    "time-per-game",
    "increment",
    "margin",
    "start-limit",
    "time",
    "quiet",
}


class Absent(Enum):
    """In place of the value of a key that a file does not give."""

    NOT_GIVEN = "not given"


def value_text(key: str, value: Any) -> str:
    """The value of a key as a tournament file can have it."""
    if isinstance(value, Absent):
        return value.value
    if key in DURATIONS and isinstance(value, int | float | None):
        return format_duration(value)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{name}: {_flow(each)}" for name, each in value.items()) + "}"
    return value if value and isinstance(value, str) else _flow(value)


def _flow(value: Any) -> str:
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        return f"[{', '.join(value)}]"
    return f"{value:g}" if isinstance(value, float) else json.dumps(value, ensure_ascii=False)


_IN_FILE = re.compile(r"(.+?\.ya?ml)(?::(.+))?")


def in_file(text: str) -> tuple[Path, str | None] | None:
    """The tournament file and the bot that a text names, or None in place of the bot for all of
    them; None where it is no such text, as a command whose last argument is a YAML file."""
    found = _IN_FILE.fullmatch(text)
    if not found or (" " in found[1].strip() and not Path(found[1]).exists()):
        return None
    return Path(found[1]), found[2]
