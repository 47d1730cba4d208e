"""A new name for a bot in the values that a results file holds by the names of bots."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

__all__ = ["NAMING_RULES", "renamed"]


NAMING_RULES = ("challenger", "seeds")
"""The rules of a tournament that are lists of bots."""


def renamed(key: str, value: str, old: str, new: str) -> str:
    """The value under this key of the tournament with the new name in place of the old one."""
    if key not in _PLACES:
        return value
    found = _PLACES[key](json.loads(value), lambda name: new if name == old else name)
    return json.dumps(found, sort_keys=True, ensure_ascii=False)


Names = Callable[[str], str]
"""The present name for each name."""


def _keys(value: dict[str, Any], name: Names) -> dict[str, Any]:
    return {name(bot): each for bot, each in value.items()}


def _incidents(value: list[list[Any]], name: Names) -> list[list[Any]]:
    return [
        [game, name(south), name(north), what, name(turn), alone]
        for game, south, north, what, turn, alone in value
    ]


def _rules(value: dict[str, Any], name: Names) -> dict[str, Any]:
    lists = {key: [name(bot) for bot in value[key]] for key in NAMING_RULES if key in value}
    return value | lists


_PLACES: dict[str, Callable[[Any, Names], Any]] = {
    "file-changes": _keys,
    "incidents": _incidents,
    "program-files": _keys,
    "rules": _rules,
    "withdrawn": _keys,
}
"""How each value holds the names."""
