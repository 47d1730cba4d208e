"""Texts of a tournament file with places in braces, `{player},-1`; a brace itself is doubled.

Only a plain name can stand in braces: what fills a place is data.
"""

from __future__ import annotations

import string
from collections.abc import Callable, Iterable, Mapping

__all__ = ["check", "fill", "places_in"]


def check(template: str, places: Iterable[str]) -> str:
    """The template. Raises ValueError with a sentence when it cannot be filled in."""
    try:
        fields = list(string.Formatter().parse(template))
    except ValueError:
        raise ValueError("a brace is open or alone; a brace itself is written twice") from None
    for _, name, form, conversion in fields:
        if name is not None and (name not in places or form or conversion):
            known = ", ".join(f"{{{place}}}" for place in places)
            raise ValueError(f"{{{name}}} is none of {known}")
    return template


def places_in(template: str) -> set[str]:
    """The places of a checked template."""
    names = {field[1] for field in string.Formatter().parse(template)}
    return {name for name in names if name is not None}


def fill(template: str, places: Mapping[str, Callable[[], str]]) -> str:
    """The text of a checked template; only the places that it has are computed."""
    return template.format_map({name: places[name]() for name in places_in(template)})
