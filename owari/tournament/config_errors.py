"""What is wrong with the keys of a tournament file, said in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import BaseModel
from pydantic_core import ErrorDetails

from owari.programs.protocols import PROTOCOLS
from owari.text.suggestions import hint, nearest
from owari.tournament.bot_keys import BotKeys, bot_kinds
from owari.tournament.yaml_source import Place

__all__ = ["names_of", "sentences"]

LONGEST_SHOWN = 40
"""Characters of a value that a message quotes."""
SIZES = ("memory", "file-size")


def sentences(kind: type[BaseModel], errors: list[ErrorDetails]) -> Iterator[tuple[Place, str]]:
    """Where and what. A key that is missing because it is misspelt is told once."""
    unknown = [error["loc"] for error in errors if error["type"] == "extra_forbidden"]
    meant = {(*place, nearest(str(key), names_of(kind))) for *place, key in unknown}
    told: set[Place] = set()
    for error in errors:
        place = error["loc"]
        value = place[:-1] if isinstance(place[-1], int) else place  # a list is told of once
        if error["type"] == "missing" and place in meant:
            continue
        if error["input"] is None or value in told:  # of a key without a value the source tells
            continue
        told.add(value)
        yield place, _sentence(kind, error)


def _sentence(kind: type[BaseModel], error: ErrorDetails) -> str:
    place, given, limits = error["loc"], error["input"], error.get("ctx", {})
    key = ".".join(str(part) for part in place if isinstance(part, str))
    match error["type"]:
        case "extra_forbidden":
            return _unknown(kind, place)
        case "missing" if key == "command":
            return "a bot needs a command, or an engine if it is one of ours"
        case "missing":
            return f"{key} is missing"
        case "value_error":
            return f"{key}: {limits['error']}"
        case "literal_error" if key == "protocol":
            near = hint(str(given), PROTOCOLS)
            return f"protocol: {_shown(given)} is none of {', '.join(PROTOCOLS)}{near}"
        case "literal_error":
            return f"{key}: {_shown(given)} is none of {limits['expected'].replace(chr(39), '')}"
        case "greater_than_equal":
            return f"{key}: at least {limits['ge']}, not {_shown(given)}"
        case "less_than_equal":
            return f"{key}: at most {limits['le']}, not {_shown(given)}"
        case "too_short":
            return f"{key}: the list is empty"
        case "int_type" if key in SIZES:
            return f"{key}: a size is expected, as 512MB or 2GB, not {_shown(given)}"
    wanted = {
        "int": "a whole number",
        "float": "a length of time",
        "bool": "true or false",
        "string": "a text",
        "list": "a list",
        "tuple": "a list",
        "dict": "a mapping",
        "model": "a mapping",
    }[error["type"].split("_")[0]]
    one = wanted == "a list" and key != "bots" and isinstance(given, str) and given
    return f"{key}: {wanted} is expected, not {_shown(given)}" + ("; put it in [ ]" if one else "")


def _unknown(kind: type[BaseModel], place: tuple[int | str, ...]) -> str:
    key = str(place[-1])
    names = names_of(_kind_at(kind, place[:-1]))
    if issubclass(kind, BotKeys) and len(place) == 1:
        for other in bot_kinds():
            if key in names_of(other):
                return f"{key} is a key of {other.kind}, and this is {kind.kind}"
    near = hint(key, names)
    if len(place) > 1 and not near:
        near = f"; {place[-2]} has {', '.join(names[:-1])} and {names[-1]}"
    return f"unknown key {_shown(key)}{near}"


def _kind_at(kind: type[BaseModel], place: tuple[int | str, ...]) -> type[BaseModel]:
    """The keys of the mapping at this place."""
    for key in place:
        kind = next(
            field.annotation
            for field in kind.model_fields.values()
            if field.alias == key and isinstance(field.annotation, type)
        )
    return kind


def names_of(kind: type[BaseModel]) -> list[str]:
    """The keys of a kind as they are written in the file."""
    return [field.alias or name for name, field in kind.model_fields.items()]


def _shown(value: object) -> str:
    """A value of the file as a message quotes it."""
    if isinstance(value, str):
        return repr(value if len(value) <= LONGEST_SHOWN else value[:LONGEST_SHOWN] + "...")
    return "a mapping" if isinstance(value, dict) else "a list"
