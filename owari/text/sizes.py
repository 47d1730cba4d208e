"""Sizes of memory and files as people write them."""

from __future__ import annotations

import re

__all__ = ["parse_size"]

UNITS = {"KB": 1024, "MB": 1024**2, "GB": 1024**3}
SMALLEST = UNITS["MB"]
LARGEST = 1024 * UNITS["GB"]


def parse_size(text: str) -> int:
    """Bytes in `512MB`, `2GB`, `1.5 GB`; a MB at least, 1024 GB at most. Raises ValueError."""
    found = re.fullmatch(r"(\d{1,9}(?:\.\d{1,9})?)\s*([KMG]B)", text.strip().upper())
    if not found:
        raise ValueError(f"{text!r} is not a size, such as 512MB or 2GB")
    size = int(float(found[1]) * UNITS[found[2]])
    if not SMALLEST <= size <= LARGEST:
        raise ValueError(f"{text} is not between 1MB and 1024GB")
    return size
