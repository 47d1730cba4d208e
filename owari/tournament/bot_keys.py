"""The keys of the bots in a tournament file. Those of a program's protocol are made from its
specification, so that a new protocol needs nothing here."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, ClassVar, Literal, get_args, get_origin

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    ValidationInfo,
    create_model,
    field_validator,
    model_validator,
)

from owari.players.builtin_bots import BUILTIN
from owari.programs.key_checks import one_of, printable_text
from owari.programs.program_settings import ProtocolSettings
from owari.programs.protocol_spec import FORMAT, ProtocolSpec
from owari.programs.protocols import PROTOCOLS, find_protocol
from owari.programs.setting_keys import Check, KeyContext, KeyedField, KeyGroup, keyed_fields
from owari.results.bot_names import bot_name
from owari.tournament.keys import Duration, Keys, Positive, Seed, TimeKeys, context_of, key

__all__ = [
    "PROTOCOL",
    "BotKeys",
    "ByHandKeys",
    "EngineKeys",
    "ProgramKeys",
    "bot_kinds",
    "program_keys",
]


def _name(text: str) -> str:
    return bot_name(printable_text(text))


def _evaluation(given: Any) -> str:
    """The text that names it; empty for the default, which nobody can write."""
    from owari.engine.othello_mixtures import evaluation_text

    if given == "":
        raise ValueError("an empty text names none: leave the key out for the best one")
    return "" if given is None else evaluation_text(given)


def _one_text(value: Any) -> Any:
    return [value] if isinstance(value, str) else value


PROTOCOL = "The protocol that the program speaks."


class BotKeys(TimeKeys):
    """The keys of every bot."""

    kind: ClassVar[str]
    """The bot in words, for messages."""
    name: Annotated[str, AfterValidator(_name)] = key(
        "The name in tables and records. Two names differ in more than case or letters that look"
        " the same.",
        "text of 60 characters at most",
    )
    guest: bool = key(
        "The bot plays, but is not ranked: its games count for nobody.",
        "true or false",
        "false",
        default=False,
    )
    stored_if_given: ClassVar[frozenset[str]] = frozenset((*TimeKeys.model_fields, "guest"))
    """The fields that results hold only where the file has them: the tournament's own, and those
    that earlier versions do not know."""

    def stored(self) -> dict[str, Any]:
        """The settings as results files hold them."""
        left_out = {"name"} | (self.stored_if_given - self.model_fields_set)
        return self.model_dump(mode="json", by_alias=True, exclude=left_out)


class EngineKeys(BotKeys):
    """A built-in bot."""

    kind = "a bot with an engine"
    engine: str = key("A built-in bot; `owari bots` lists them.", ", ".join(BUILTIN))
    depth: Annotated[int, Field(ge=1, le=200)] | None = key(
        "For `alpha-beta`. The look-ahead in plies.", "1 to 200", default=None
    )
    time: Positive | None = key(
        "For `alpha-beta`. The time for each turn.",
        "duration",
        "what the clock allows",
        default=None,
    )
    evaluation: Annotated[str, BeforeValidator(_evaluation)] = key(
        "For `alpha-beta`. How the engine values a position, as"
        " `2*mobility + 10*corners` or `{mobility: 2, corners: 10}`.",
        "name, sum or mapping",
        "`goals-and-row`, in Othello `fitted`",
        default=None,
        validate_default=True,
    )
    seed: Seed | None = key(
        "For `random`. The start of its chance.", "whole number", "the tournament's", default=None
    )

    @field_validator("engine")
    @classmethod
    def _known_engine(cls, engine: str) -> str:
        return one_of(engine, BUILTIN)

    @field_validator("depth", "time", "evaluation", "seed")
    @classmethod
    def _used_by_engine(cls, value: Any, info: ValidationInfo) -> Any:
        engine = info.data.get("engine")
        if value != "" and engine and info.field_name not in BUILTIN[engine].settings:
            raise ValueError(f"{engine} does not use it")
        return value

    @field_validator("evaluation")
    @classmethod
    def _of_the_game(cls, evaluation: str, info: ValidationInfo) -> str:
        from owari.engine.families import evaluation_in_file

        return evaluation_in_file(context_of(info).game, evaluation or None).name


class ByHandKeys(BotKeys):
    """A bot whose program runs elsewhere."""

    kind = "a bot that plays by hand"
    by_hand: Literal[True] = key(
        "The program runs elsewhere, and people enter the scores of its games.", "true", "false"
    )

    @field_validator(*TimeKeys.model_fields)
    @classmethod
    def _no_clock(cls, time: Any) -> Any:
        raise ValueError("nobody measures the time of a bot that plays by hand")

    @field_validator("by_hand", mode="before")
    @classmethod
    def _true(cls, by_hand: str) -> bool:
        if by_hand != "true":
            raise ValueError(f"true is the only value, not {by_hand!r}; else leave the key out")
        return True


class ProgramKeys(BotKeys):
    """A program, whatever its protocol."""

    kind = "a bot with a command"
    spec: ClassVar[ProtocolSpec]
    protocol_fields: ClassVar[frozenset[str]]
    """The fields that the protocol has added."""
    directory: str = key(
        "The folder that the program runs in.", "path", "the folder of the file", default="."
    )
    environment: dict[str, str] = key(
        "Variables that are added to the program's environment.", "mapping", "empty", default={}
    )
    command: Annotated[list[str], Field(min_length=1), BeforeValidator(_one_text)] = key(
        "The program and its arguments.", "list of words, or the path of a program"
    )

    @field_validator("environment")
    @classmethod
    def _can_be_set(cls, environment: dict[str, str]) -> dict[str, str]:
        for name, value in environment.items():
            if not name or "=" in name or "\0" in name + value:
                raise ValueError(f"{name!r} cannot be set in an environment")
        return environment

    def settings(self) -> ProtocolSettings:
        """The settings of its protocol, with the values that the file gives."""
        values: dict[str, Any] = {}
        for name in self.model_fields_set & self.protocol_fields:
            value = getattr(self, name)
            if isinstance(value, Keys):
                values |= {
                    f"{name}_{part}": getattr(value, part) for part in value.model_fields_set
                }
            else:
                values[name] = tuple(value.items()) if isinstance(value, dict) else value
        settings: ProtocolSettings = self.spec.read(values)
        return settings


@cache
def program_keys(name: str) -> type[ProgramKeys]:
    """The keys of a program that speaks a protocol."""
    spec = find_protocol(name)
    own = _format_field(spec) | _fields(spec)
    default = name if name == next(iter(PROTOCOLS)) else ...
    known = ", ".join(PROTOCOLS)
    speaks = key(PROTOCOL, known, default=default)
    fields: dict[str, Any] = {"protocol": (Literal.__getitem__(name), speaks), **own}
    model = create_model(f"{spec.settings.__name__}Keys", __base__=ProgramKeys, **fields)
    model.kind = f"a bot with protocol: {name}"
    model.spec = spec
    model.protocol_fields = frozenset(own)
    model.stored_if_given = ProgramKeys.stored_if_given.union(
        field.name for field in keyed_fields(spec.settings) if field.key.stored_if_given
    )
    return model


def bot_kinds() -> tuple[type[BotKeys], ...]:
    """The keys of all kinds of bots."""
    return (EngineKeys, ByHandKeys, ProgramKeys, *(program_keys(name) for name in PROTOCOLS))


def _format_field(spec: ProtocolSpec) -> dict[str, Any]:
    """The key that names a set of defaults, of a protocol that has some."""
    formats = spec.formats_for
    if formats is None:
        return {}

    def known(name: str, info: ValidationInfo) -> str:
        return one_of(name, formats(context_of(info).game))

    first = next(iter(spec.formats))
    return {"format": (Annotated[str, AfterValidator(known)], Field(first, description=FORMAT))}


def _fields(spec: ProtocolSpec) -> dict[str, Any]:
    """The definitions of the fields that the settings of a protocol describe."""
    fields: dict[str, Any] = {}
    groups: dict[KeyGroup, dict[str, Any]] = {}
    for each in keyed_fields(spec.settings):
        definition = _definition(each, has_default=not spec.formats)
        if group := each.key.group:
            groups.setdefault(group, {})[each.name.removeprefix(f"{group.name}_")] = definition
            fields[group.name] = None  # in the place of its first field
        else:
            fields[each.name] = definition
    for group, parts in groups.items():
        model = _group_model(group, parts)
        fields[group.name] = (model, Field(model(), description=group.description))
    return fields


def _group_model(group: KeyGroup, parts: Mapping[str, Any]) -> type[Keys]:
    def check(self: Keys) -> Keys:
        group.check({part: getattr(self, part) for part in parts})
        return self

    validators: Any = {"check": model_validator(mode="after")(check)}
    return create_model(
        f"{group.name.title()}Keys",
        __base__=Keys,
        __validators__=validators,
        **parts,
    )


def _definition(field: KeyedField, *, has_default: bool) -> tuple[Any, Any]:
    """The type of a key in the file, with its checks, and its default as results store it."""
    _, kind, is_optional, default, described = field
    checks: list[Any] = [_validator(check) for check in described.checks]
    if described.least is not None:
        checks.append(Field(ge=described.least, le=described.most))
    if kind is float:
        kind = Duration
    elif get_origin(kind) is tuple:
        item: Any = get_args(kind)[0]
        if get_origin(item) is tuple:
            kind, default = dict[str, str], dict(default)
        elif described.each:
            item = Annotated[(item, *map(_validator, described.each))]
            kind = tuple.__class_getitem__((item, ...))
        if described.one_text:
            checks.insert(0, BeforeValidator(_one_text))
    if checks:
        kind = Annotated[(kind, *checks)]
    if is_optional or not has_default:
        kind = kind | None
    if described.none:
        kind = Annotated[
            kind, BeforeValidator(lambda value: None if value == described.none else value)
        ]
    stored = described.stored_default if described.stored_default is not None else default
    return kind, Field(stored if has_default else None, description=described.description)


def _validator(check: Check) -> AfterValidator:
    def checked(value: Any, info: ValidationInfo) -> Any:
        return check(value, KeyContext(context_of(info).game, info.data))

    return AfterValidator(checked)
