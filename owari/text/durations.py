"""Lengths of time, sizes of memory and files, and counts, as people write them."""

from __future__ import annotations

import re

_SECONDS = {"ms": 0.001, "": 1.0, "s": 1.0, "m": 60.0, "min": 60.0, "h": 3600.0}
_LONGEST = 24 * 3600.0
_LONGEST_SHOWN = 40
"""Characters of what somebody wrote."""


def parse_duration(text: str) -> float:
    """Seconds in `5s`, `200ms`, `2m`, `1h`, `1.5`; a day at most. Raises ValueError."""
    found = re.fullmatch(r"(\d{1,9}(?:\.\d{1,9})?)\s*([a-z]*)", text.strip())
    if not found or found[2] not in _SECONDS:
        shown = text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}..."
        raise ValueError(f"{shown!r} is not a length of time, such as 5s, 200ms, 2m or 1h")
    seconds = float(found[1]) * _SECONDS[found[2]]
    if seconds > _LONGEST:
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


def seconds_text(seconds: float) -> str:
    """A measured time, with three digits or all before the point: `0.55 s`, `1800 s`."""
    return f"{seconds:.3g} s" if seconds < 999.5 else f"{seconds:.0f} s"


_BYTES = {"KB": 1024, "MB": 1024**2, "GB": 1024**3}
_SMALLEST_SIZE = _BYTES["MB"]
_LARGEST_SIZE = 1024 * _BYTES["GB"]


def parse_size(text: str) -> int:
    """Bytes in `512MB`, `2GB`, `1.5 GB`; a MB at least, 1024 GB at most. Raises ValueError."""
    found = re.fullmatch(r"(\d{1,9}(?:\.\d{1,9})?)\s*([KMG]B)", text.strip().upper())
    if not found:
        raise ValueError(f"{text!r} is not a size, such as 512MB or 2GB")
    size = int(float(found[1]) * _BYTES[found[2]])
    if not _SMALLEST_SIZE <= size <= _LARGEST_SIZE:
        raise ValueError(f"{text} is not between 1MB and 1024GB")
    return size


def count(number: int, what: str, many: str = "") -> str:
    """`1 pit`, `6 pits`; `many` is the plural where it needs more than an s."""
    return f"{number} {what if number == 1 else many or f'{what}s'}"
