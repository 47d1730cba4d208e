"""Keys of a tournament file, described where the setting is defined.

A settings dataclass annotates each field with its key, as `reuse: Annotated[bool, Key("...")]`. The
tournament file's reader, `owari protocols` and the documentation all read these descriptions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

from owari.games.game import Game
from owari.text.durations import format_duration

__all__ = [
    "Check",
    "DocumentedKey",
    "Key",
    "KeyContext",
    "KeyGroup",
    "KeyedField",
    "documented",
    "in_words",
    "keyed_fields",
    "written",
]


class KeyContext(NamedTuple):
    """What the value of a key is checked against."""

    game: Game
    given: Mapping[str, Any]
    """The values of the fields before it."""


Check = Callable[[Any, KeyContext], Any]
"""Returns the value, perhaps in a standard form. Raises ValueError with a sentence."""


@dataclass(frozen=True, slots=True)
class KeyGroup:
    """Fields that stand together under one key, as `first` and `second` under `start`; the names of
    the fields begin with the group's name and `_`."""

    name: str
    description: str
    default: str
    """In words."""
    check: Callable[[Mapping[str, Any]], None]
    """Raises ValueError where the values, by their names in the group, do not go together."""


@dataclass(frozen=True, slots=True)
class Key:
    """The description of one key, and what its value must be beside its type."""

    description: str
    values: str = ""
    """What may stand there, in words; empty where the type says it."""
    default: str = ""
    """The default in words; empty where the value says it."""
    checks: tuple[Check, ...] = ()
    each: tuple[Check, ...] = ()
    """Checks of each item of a list."""
    least: int | None = None
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


class KeyedField(NamedTuple):
    """One field of a settings class."""

    name: str
    kind: Any
    """Its type, without None."""
    is_optional: bool
    default: Any
    key: Key


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


@cache
def keyed_fields(settings: Any) -> tuple[KeyedField, ...]:
    """The fields of a settings dataclass with their keys. Raises TypeError for one without."""
    hints = get_type_hints(settings, include_extras=True)
    return tuple(_keyed_field(settings, field, hints[field.name]) for field in fields(settings))


def _keyed_field(settings: type, field: Any, hint: Any) -> KeyedField:
    kind, *notes = get_args(hint) if get_origin(hint) is Annotated else (hint,)
    key = next((note for note in notes if isinstance(note, Key)), None)
    if key is None:
        raise TypeError(f"{settings.__name__}.{field.name} has no Key with a description")
    optional = get_origin(kind) in (Union, UnionType) and NoneType in get_args(kind)
    if optional:
        kind = next(part for part in get_args(kind) if part is not NoneType)
    default = field.default if field.default is not MISSING else field.default_factory()
    return KeyedField(field.name, kind, optional, default, key)


def written(settings: Any) -> dict[str, Any]:
    """The keys of a tournament file that say where these settings differ from the defaults."""
    entry: dict[str, Any] = {}
    for name, kind, _, default, key in keyed_fields(settings.__class__):
        value = getattr(settings, name)
        if value == default:
            continue
        if get_origin(kind) is tuple and value is not None:
            value = dict(value) if get_origin(get_args(kind)[0]) is tuple else list(value)
        elif key.none == "false":
            value = False
        if group := key.group:
            part = name.removeprefix(f"{group.name}_")
            entry.setdefault(group.name, {})[part.replace("_", "-")] = value
        else:
            entry[name.replace("_", "-")] = value
    return entry


def documented(settings: type, owner: str) -> list[DocumentedKey]:
    """The keys of a settings dataclass for documentation, in the order of the fields."""
    found: list[DocumentedKey] = []
    for name, kind, _, default, key in keyed_fields(settings):
        text = name.replace("_", "-")
        if group := key.group:
            if group.name not in (each.key for each in found):
                found.append(
                    DocumentedKey(group.name, "mapping", group.default, group.description, owner)
                )
            text = f"{group.name}.{text.removeprefix(f'{group.name}-')}"
        values = key.values or _values(kind, key)
        shown = key.default or in_words(
            default if key.stored_default is None else key.stored_default
        )
        found.append(DocumentedKey(text, values, shown, key.description, owner))
    return found


def _values(kind: Any, key: Key) -> str:
    """What may stand at a key of this type."""
    if get_origin(kind) is Literal:
        *others, last = map(str, get_args(kind))
        return f"{', '.join(others)} or {last}" if others else last
    if get_origin(kind) is tuple:
        if get_origin(get_args(kind)[0]) is tuple:
            return "mapping"
        return "text or list of texts" if key.one_text else "list of texts"
    if kind is int and key.least is not None:
        return f"{key.least} to {key.most}"
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
