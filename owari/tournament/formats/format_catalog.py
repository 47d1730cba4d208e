"""All formats, by the name that a tournament file gives them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from owari.tournament.formats.round_robin import RoundRobin
from owari.tournament.formats.tournament_format import Format

__all__ = ["FORMATS", "format_of"]

FORMATS: dict[str, Callable[[Mapping[str, Any]], Format]] = {
    "round-robin": lambda rules: RoundRobin(rules["games-per-match"], rules.get("rounds") or 1),
}
"""Each format from the rules of its tournament."""


def format_of(rules: Mapping[str, Any]) -> Format:
    """The format of a tournament with these rules, which results store by the keys of its file.
    Raises ValueError for an unknown one."""
    name = rules.get("format", "round-robin")
    if name not in FORMATS:
        raise ValueError(f"{name!r:.40} is no format of a tournament")
    return FORMATS[name](rules)
