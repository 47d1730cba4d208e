"""Keys of a tournament file, declared where the setting is defined, and checks of their values.

Each field of a settings dataclass declares its key, as `reuse: bool = key("...", default=False)`.
The tournament file's reader, `owari protocols` and the documentation all read these declarations.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import MISSING, dataclass, field, fields
from functools import cache
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, NamedTuple, ParamSpec, Union, get_args, get_origin, get_type_hints

from owari.games.game import Game
from owari.games.mancala import SOWING_GAMES
from owari.games.numbering import NUMBERINGS, OTHELLO_NUMBERINGS, numberings
from owari.games.othello import OTHELLO_GAMES
from owari.text.durations import format_duration

NUMBERINGS_IN_WORDS = f"{', '.join(NUMBERINGS)}; for Othello {', '.join(OTHELLO_NUMBERINGS)}"


class KeyContext(NamedTuple):
    """What the value of a key is checked against."""

    game: Game
    given: Mapping[str, Any]
    """The values of the fields before it; those with problems are missing."""
    folder: Path
    """Of the tournament file."""


Check = Callable[[Any, KeyContext], Any]
"""Returns the value, perhaps in a standard form. Raises ValueError with a clause."""


@dataclass(frozen=True, slots=True)
class KeyGroup:
    """Fields that stand together under one key, as `first` and `second` under `start`; the names of
    the fields begin with the group's name and `_`."""

    name: str
    description: str
    default: str
    """In words."""
    check: Callable[[Mapping[str, Any]], None] = lambda values: None
    """Raises ValueError where the values, by their names in the group, do not go together."""


@dataclass(frozen=True, slots=True)
class Key:
    """The description of one key, and what its value must be beside its type."""

    description: str
    values: str = ""
    """What may stand there, in words; empty where the type says it."""
    words: str = ""
    """The default in words; empty where the value says it."""
    default: Any = ...
    """Of the field; a key without one is needed."""
    of_game: Callable[[Game], Any] | None = None
    """Gives the value where the key is left out, if the game decides it."""
    missing: str = ""
    """What a message says where a needed key is left out, if not that it is missing."""
    read: Check | None = None
    """Makes the value of what the file gives, in place of the type."""
    checks: tuple[Check, ...] = ()
    each: tuple[Check, ...] = ()
    """Checks of each item of a list."""
    least: int | None = None
    """Of a list: its fewest items."""
    most: int | None = None
    one_text: bool = False
    """Whether one text stands for a list of one."""
    none: str = ""
    """The text that means None; empty where none does."""
    group: KeyGroup | None = None
    stored_default: Any = None
    """What results files hold where the key is left out; None: the default itself."""
    stored_if_given: bool = False
    """Whether results files leave out a default: those of earlier versions do not know the key."""

    @property
    def is_needed(self) -> bool:
        """Whether the file must have the key."""
        return self.default is ...


P = ParamSpec("P")


def _declaring(described: Callable[P, Key]) -> Callable[P, Any]:
    def declared(*args: P.args, **kwargs: P.kwargs) -> Any:
        made = described(*args, **kwargs)
        default = MISSING if made.is_needed else made.default
        return field(default=default, metadata={"key": made})

    return declared


key = _declaring(Key)
"""The field of a settings dataclass with its key; takes what `Key` takes."""


class KeyedField(NamedTuple):
    """One field of a settings class."""

    name: str
    kind: Any
    """Its type, without None."""
    is_optional: bool
    key: Key

    @property
    def path(self) -> tuple[str, ...]:
        """The key as the file has it, after that of its group."""
        if group := self.key.group:
            return group.name, self.name.removeprefix(f"{group.name}_").replace("_", "-")
        return (self.name.replace("_", "-"),)

    @property
    def is_mapping(self) -> bool:
        """Whether the file has a mapping of texts; the value has pairs."""
        return get_origin(self.kind) is tuple and get_origin(get_args(self.kind)[0]) is tuple

    def plain(self, value: Any) -> Any:
        """A value of the field as YAML and JSON have it."""
        if isinstance(value, tuple):
            return dict(value) if self.is_mapping else list(value)
        return value


class DocumentedKey(NamedTuple):
    """One key as documentation shows it; all are texts in plain English."""

    key: str
    """As the file has it; a key inside another one is `start.first`."""
    values: str
    """What may stand there."""
    default: str
    """Empty where the key is needed."""
    description: str
    owner: str
    """`tournament`, `bot`, `engine`, `program` or the name of a protocol."""


def _keyed_fields(settings: Any) -> tuple[KeyedField, ...]:
    """The fields of a settings dataclass with their keys. Raises TypeError for one without."""
    hints = get_type_hints(settings)
    found = []
    for each in fields(settings):
        if "key" not in each.metadata:
            raise TypeError(f"{settings.__name__}.{each.name} has no key with a description")
        kind = hints[each.name]
        is_optional = get_origin(kind) in (Union, UnionType) and NoneType in get_args(kind)
        if is_optional:
            kind = next(part for part in get_args(kind) if part is not NoneType)
        found.append(KeyedField(each.name, kind, is_optional, each.metadata["key"]))
    return tuple(found)


keyed_fields: Callable[[Any], tuple[KeyedField, ...]] = cache(_keyed_fields)


def key_names(keys: Iterable[KeyedField]) -> list[str]:
    """The keys as they stand in the file, without those in groups."""
    return list(dict.fromkeys(each.path[0] for each in keys))


def nested(values: Iterable[tuple[KeyedField, Any]]) -> dict[str, Any]:
    """Values of fields by their keys, as YAML and JSON have them."""
    found: dict[str, Any] = {}
    for each, value in values:
        *groups, name = each.path
        inner = found.setdefault(groups[0], {}) if groups else found
        inner[name] = each.plain(value)
    return found


def written(settings: Any) -> dict[str, Any]:
    """The keys of a tournament file that say where these settings differ from the defaults."""
    return nested(
        (each, False if value is None and each.key.none == "false" else value)
        for each in keyed_fields(settings.__class__)
        if (value := getattr(settings, each.name)) != each.key.default
    )


def documented(keys: Iterable[KeyedField], owner: str) -> list[DocumentedKey]:
    """The keys for documentation, in the order of the fields."""
    found: list[DocumentedKey] = []
    for each in keys:
        described = each.key
        if (group := described.group) and group.name not in (known.key for known in found):
            found.append(
                DocumentedKey(group.name, "mapping", group.default, group.description, owner)
            )
        shown = described.words
        if not shown and not described.is_needed:
            stored = described.stored_default
            shown = in_words(described.default if stored is None else stored)
        values = described.values or _values(each)
        found.append(
            DocumentedKey(".".join(each.path), values, shown, described.description, owner)
        )
    return found


def _values(keyed: KeyedField) -> str:
    """What may stand at a key of this type."""
    kind, described = keyed.kind, keyed.key
    if get_origin(kind) is Literal:
        *others, last = map(str, get_args(kind))
        return f"{', '.join(others)} or {last}" if others else last
    if get_origin(kind) is tuple:
        if keyed.is_mapping:
            return "mapping"
        return "text or list of texts" if described.one_text else "list of texts"
    if kind is int and described.least is not None:
        return f"{described.least} to {described.most}"
    return {bool: "true or false", int: "whole number", float: "duration", str: "text"}[kind]


def in_words(value: Any) -> str:
    """A default as documentation shows it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return format_duration(value)
    if value is None or value in ("", (), {}):
        return "none"
    return str(value)


def one_of(name: str, known: Collection[str]) -> str:
    """The name. Raises ValueError where it is unknown."""
    if name not in known:
        raise ValueError(f"{name!r} is none of {', '.join(known)}")
    return name


def regular_expression(text: str, groups: int | None = None) -> str:
    """The text. Raises ValueError unless it is a regular expression with so many groups."""
    try:
        found = re.compile(text).groups
    except (re.error, OverflowError, RecursionError) as error:
        raise ValueError(f"not a regular expression: {error}") from None
    if groups is not None and found != groups:
        plural = "group" if groups == 1 else "groups"
        raise ValueError(f"a regular expression with {groups} {plural} (...), not {found}")
    return text


def pattern(groups: int | None = None) -> Check:
    """Checks that a text is a regular expression with so many groups."""
    return lambda text, context: regular_expression(text, groups)


def known_numbering(name: str, context: KeyContext) -> str:
    """Checks that a numbering exists in the game."""
    return one_of(name, numberings(context.game))


def printable_text(text: str, context: KeyContext | None = None) -> str:
    """The text without the space around it. Raises ValueError where it controls a screen."""
    if not text.isprintable():
        raise ValueError("control characters are not allowed")
    return text.strip()


def positive(seconds: float, context: KeyContext | None = None) -> float:
    """Checks that a duration is longer than nothing."""
    if seconds <= 0:
        raise ValueError("a time longer than 0 is needed")
    return seconds


def for_pits(value: Any, context: KeyContext) -> Any:
    """Checks that the game has pits."""
    if context.game.family not in SOWING_GAMES:
        raise ValueError("it is for games with pits; leave it out")
    return value


def for_squares(value: Any, context: KeyContext) -> Any:
    """Checks that the game has squares."""
    if context.game.family not in OTHELLO_GAMES:
        raise ValueError("it is for Othello; leave it out")
    return value


def disc_marks(text: str, context: KeyContext | None = None) -> str:
    """Checks the characters of a black disc, a white one and perhaps an empty square."""
    marks = text.split()
    if len(marks) not in (2, 3) or len(set(marks)) < len(marks) or max(map(len, marks)) > 1:
        raise ValueError(
            "three different characters with spaces between, a black disc, a white one and an"
            f" empty square, as 'X O .', not {text!r}"
        )
    return " ".join(marks)


def disc_marks_and_empty(text: str, context: KeyContext | None = None) -> str:
    """Checks the same where the empty square is needed."""
    if len(disc_marks(text).split()) != 3:
        raise ValueError(f"the mark of an empty square is missing: 'X O .', not {text!r}")
    return disc_marks(text)
