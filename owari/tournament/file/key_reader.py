"""Reads the keys of one mapping of a tournament file, and says all that is wrong with them.

A file holds texts (`yaml_source`), so a key alone decides what they mean. A library for validation
does not help with that: pydantic took more than half of a dry run, and quicker ones that report
all problems at once check two keys together only where every other key is right. Each needs its
errors translated into sentences.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, ClassVar, Literal, NamedTuple, TypeVar, get_args, get_origin

from owari.games.game import Game
from owari.programs.dialogues.setting_keys import (
    KeyContext,
    KeyedField,
    key_names,
    keyed_fields,
    nested,
)
from owari.text.durations import parse_duration
from owari.text.printable import listing
from owari.text.suggestions import hint, nearest
from owari.tournament.file.yaml_source import Place

LONGEST_SHOWN = 40
"""Characters of a value that a message quotes."""
WHOLE = re.compile(r"([+-]?[0-9]+(?:_[0-9]+)*)(?:\.0+)?")
YES = ("true", "yes", "on", "t", "y", "1")
NO = ("false", "no", "off", "f", "n", "0")


class Keys:
    """The keys of one mapping with their values. A subclass is a dataclass whose fields are
    declared with `key`. Nobody makes one by its fields, compares or prints it, and without the
    means for that it is defined in a third of the time."""

    kind: ClassVar[str] = ""
    """What the keys describe, for messages."""

    def __init__(self, values: Mapping[str, Any], given: Mapping[str, Any]) -> None:
        """Takes the values by the names of the fields. `given` are those of the file, or of the
        game in their place, with the fields that `fields` adds to those of the class."""
        self.__dict__.update(values)
        self.given = given

    @classmethod
    def fields(cls) -> tuple[KeyedField, ...]:
        """The keys that the mapping may have."""
        return keyed_fields(cls)

    @classmethod
    def names(cls) -> list[str]:
        """The keys as they stand in the file."""
        return key_names(cls.fields())

    @classmethod
    def others(cls) -> Iterable[type[Keys]]:
        """What may stand in the same place with other keys."""
        return ()

    @classmethod
    def fitting(cls, name: str, value: Any, context: KeyContext) -> Any:
        """The value of a field, which only some keys of this kind may have. Raises ValueError."""
        return value

    @classmethod
    def stored_defaults(cls) -> dict[str, Any]:
        """The keys that have a default, as results files hold them."""
        return nested((each, _stored(each)) for each in cls.fields() if not each.key.is_needed)

    def stored(self) -> dict[str, Any]:
        """The keys with their values as results files hold them."""
        return nested((each, self.given.get(each.name, _stored(each))) for each in self.fields())


K = TypeVar("K", bound=Keys)


class KeyProblem(NamedTuple):
    """What is wrong, and where."""

    place: Place
    sentence: str


def read_keys(
    kind: type[K], tree: Mapping[str, Any], game: Game, folder: Path
) -> tuple[K | None, list[KeyProblem]]:
    """The keys of a mapping with values of their types, or all their problems. A key without a
    value is passed over: its source tells of it."""
    reading = _Reading(kind, tree, KeyContext(game, {}, folder))
    reading.read()
    if reading.problems or reading.is_incomplete:
        return None, reading.problems
    own = {each.name: reading.values[each.name] for each in keyed_fields(kind)}
    return kind(own, reading.given), []


class _Reading:
    """The values of one mapping as far as they are read."""

    def __init__(self, kind: type[Keys], tree: Mapping[str, Any], context: KeyContext) -> None:
        self.kind = kind
        self.values: dict[str, Any] = {}
        """By the names of the fields; those with problems are missing."""
        self.context = context._replace(given=self.values)
        self.given: dict[str, Any] = {}
        self.problems: list[KeyProblem] = []
        self.is_incomplete = False
        """Whether a key has no value."""
        self.mappings: dict[Place, Mapping[str, Any]] = {(): tree}
        """The whole, and those of groups."""
        self.names: dict[Place, list[str]] = {(): kind.names()}
        """The keys of each."""
        for each in kind.fields():
            *group, name = each.path
            if group:
                self.names.setdefault(tuple(group), []).append(name)

    def read(self) -> None:
        """Reads all keys."""
        for place in list(self.names)[1:]:
            self.open(place)
        unknown = [
            (*place, name)
            for place, mapping in self.mappings.items()
            for name in mapping
            if name not in self.names[place]
        ]
        meant = {(*place, nearest(str(name), self.names[tuple(place)])) for *place, name in unknown}
        for each in self.kind.fields():
            *group, name = each.path
            mapping = self.mappings.get(tuple(group), {})
            if name in mapping:
                self.take(each, mapping[name])
            elif not each.key.is_needed:
                self.leave_out(each)
            elif each.path not in meant:  # or a misspelt key, told once
                self.problem(each.path, each.key.missing or f"{name} is missing")
        for place in unknown:
            self.problem(place, self.unknown(place))
        self.check_groups()

    def open(self, place: Place) -> None:
        """Finds the mapping of a group."""
        (name,) = place
        given = self.mappings[()].get(str(name), {})
        if isinstance(given, Mapping):
            self.mappings[place] = given
        elif given is None:
            self.is_incomplete = True
        else:
            self.problem(place, f"{name}: a mapping is expected, not {shown(given)}")

    def take(self, keyed: KeyedField, given: Any) -> None:
        """Reads the value of a key."""
        if given is None:
            if keyed.is_optional:
                self.values[keyed.name] = None
            else:
                self.is_incomplete = True
            return
        try:
            value = self.value(keyed, given)
        except _BadItems as error:
            for at, why in error.items:
                self.problem((*keyed.path, at), str(why), keyed)
        except ValueError as error:
            self.problem(keyed.path, str(error), keyed)
        else:
            self.values[keyed.name] = self.given[keyed.name] = value

    def leave_out(self, keyed: KeyedField) -> None:
        """Gives a key its default."""
        if of_game := keyed.key.of_game:
            self.given[keyed.name] = of_game(self.context.game)
        self.values[keyed.name] = self.given.get(keyed.name, keyed.key.default)

    def value(self, keyed: KeyedField, given: Any) -> Any:
        """What the text of a key means. Raises ValueError."""
        described = keyed.key
        value = None
        if not (described.none and given == described.none):
            if described.read:
                value = described.read(given, self.context)
            else:
                value = self.typed(keyed, given)
            for check in described.checks:
                value = check(value, self.context)
        return self.kind.fitting(keyed.name, value, self.context)

    def typed(self, keyed: KeyedField, given: Any) -> Any:
        """The value of the field's type. Raises ValueError."""
        described = keyed.key
        if get_origin(keyed.kind) is tuple:
            item = get_args(keyed.kind)[0]
            if keyed.is_mapping:
                if not isinstance(given, Mapping):
                    raise ValueError(f"a mapping is expected, not {shown(given)}")
                return tuple(self.items(keyed, get_args(item)[1], given.items()).items())
            items = [given] if described.one_text and isinstance(given, str) else given
            if not isinstance(items, list):
                one = isinstance(given, str) and given and item is not Any
                advice = "; put it in [ ]" if one else ""
                raise ValueError(f"a list is expected, not {shown(given)}{advice}")
            if len(items) < (described.least or 0):
                raise ValueError("the list is empty")
            return tuple(self.items(keyed, item, enumerate(items)).values())
        value = _simple(keyed.kind, given)
        if described.least is not None and value < described.least:
            raise ValueError(f"at least {described.least}, not {shown(given)}")
        if described.most is not None and value > described.most:
            raise ValueError(f"at most {described.most}, not {shown(given)}")
        return value

    def items(
        self, keyed: KeyedField, kind: Any, given: Iterable[tuple[Any, Any]]
    ) -> dict[Any, Any]:
        """The items of a list or a mapping. Raises _BadItems."""
        found: dict[Any, Any] = {}
        bad: list[tuple[Any, ValueError]] = []
        for at, item in given:
            if item is None:
                self.is_incomplete = True
                continue
            try:
                found[at] = _simple(kind, item)
                for check in keyed.key.each:
                    found[at] = check(found[at], self.context)
            except ValueError as error:
                bad.append((at, error))
        if bad:
            raise _BadItems(bad if keyed.is_mapping else bad[:1])  # a list is told of once
        return found

    def check_groups(self) -> None:
        """Checks that the keys of each group go together."""
        for group in dict.fromkeys(each.key.group for each in self.kind.fields()):
            if group is None or group.name not in self.mappings[()]:
                continue
            if any(problem.place[0] == group.name for problem in self.problems):
                continue
            parts = [each for each in self.kind.fields() if each.key.group is group]
            try:
                group.check({each.path[1]: self.values.get(each.name) for each in parts})
            except ValueError as error:
                self.problem((group.name,), f"{group.name}: {error}")

    def unknown(self, place: Place) -> str:
        """A sentence on a key that nobody knows here."""
        *group, name = map(str, place)
        names = self.names[tuple(group)]
        for other in () if group else self.kind.others():
            if name in other.names():
                return f"{name} is a key of {other.kind}, and this is {self.kind.kind}"
        near = hint(name, names)
        if group and not near:
            near = f"; {group[0]} has {listing(names)}"
        return f"unknown key {shown(name)}{near}"

    def problem(self, place: Place, sentence: str, keyed: KeyedField | None = None) -> None:
        """Adds a problem, with the name of the key before a clause."""
        if keyed:
            sentence = f"{'.'.join(part for part in place if isinstance(part, str))}: {sentence}"
        self.problems.append(KeyProblem(place, sentence))


class _BadItems(ValueError):
    """Items of a list or a mapping cannot be used."""

    def __init__(self, items: list[tuple[Any, ValueError]]) -> None:
        super().__init__(items)
        self.items = items


def _simple(kind: Any, given: Any) -> Any:
    """The value of a type that is no list. Raises ValueError."""
    if kind is Any:
        return given
    if get_origin(kind) is Literal:
        return literal(kind, given)
    text = given if isinstance(given, str) else ""
    wanted = {
        int: "a whole number",
        float: "a length of time",
        bool: "true or false",
        str: "a text",
    }[kind]
    if kind is int and (found := WHOLE.fullmatch(text.strip())):
        with suppress(ValueError):  # more digits than Python reads
            return int(found[1])
    elif kind is bool and text.lower() in (*YES, *NO):
        return text.lower() in YES
    elif kind is float and isinstance(given, str):
        return parse_duration(given)
    elif kind is str and isinstance(given, str):
        return given
    raise ValueError(f"{wanted} is expected, not {shown(given)}")


def literal(kind: Any, given: Any) -> Any:
    """One of the texts of a literal type. Raises ValueError."""
    known = get_args(kind)
    if given in known:
        return given
    raise ValueError(f"{shown(given)} is none of {', '.join(known[:-1])} or {known[-1]}")


def shown(value: object) -> str:
    """A value of the file as a message quotes it."""
    if isinstance(value, str):
        return repr(value if len(value) <= LONGEST_SHOWN else value[:LONGEST_SHOWN] + "...")
    return "a mapping" if isinstance(value, Mapping) else "a list"


def _stored(keyed: KeyedField) -> Any:
    """What results files hold of a key that is left out."""
    default, stored = keyed.key.default, keyed.key.stored_default
    return default if stored is None else stored
