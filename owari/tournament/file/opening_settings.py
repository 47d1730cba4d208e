"""Which openings the games of a match begin with: the key `openings` and the option of that name.

none
random          random: {plies: 4, margin: 9}       random:4
balanced        balanced: {plies: 4}                balanced:4
book.pgn        {file: book.pgn, plies: 8}          book.pgn:8
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any

from owari.games.game import Game, Opening
from owari.text.suggestions import did_you_mean, hint

if TYPE_CHECKING:
    from owari.engine.openings import Suite
    from owari.programs.dialogues.protocol_spec import ProtocolSpec
    from owari.results.game_log import StoredBot

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
    """What the value of the key or the option means; None is `none`.

    Paths begin in the folder. Raises ValueError with a clause.
    """
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
