"""Lengths of time as people write them."""

from __future__ import annotations

import re

__all__ = ["format_duration", "parse_duration"]

UNITS = {"ms": 0.001, "": 1.0, "s": 1.0, "m": 60.0, "min": 60.0, "h": 3600.0}
LONGEST = 24 * 3600.0
LONGEST_SHOWN = 40
"""Characters of what somebody wrote."""


def parse_duration(text: str) -> float:
    """Seconds in `5s`, `200ms`, `2m`, `1h`, `1.5`; a day at most. Raises ValueError."""
    found = re.fullmatch(r"(\d{1,9}(?:\.\d{1,9})?)\s*([a-z]*)", text.strip())
    if not found or found[2] not in UNITS:
        shown = text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}..."
        raise ValueError(f"{shown!r} is not a length of time, such as 5s, 200ms, 2m or 1h")
    seconds = float(found[1]) * UNITS[found[2]]
    if seconds > LONGEST:
        raise ValueError(f"{text} is longer than a day")
    return seconds


def format_duration(seconds: float | None) -> str:
    """`5s`, `200ms`, `2m`, or `none` for None."""
    if seconds is None:
        return "none"
    if 0 < seconds < 1:
        return f"{seconds * 1000:.10g}ms"
    for unit, size in (("h", 3600), ("m", 60)):
        if seconds and seconds % size == 0:
            return f"{seconds / size:.0f}{unit}"
    return f"{seconds:.10g}s"
