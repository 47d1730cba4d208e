"""Games as blocks of compressed text that a page opens when somebody looks at one of them."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterable, Iterator
from gzip import compress
from typing import Any

__all__ = ["GAMES_IN_A_BLOCK", "blocks", "packed"]

GAMES_IN_A_BLOCK = 64
"""More make a report little smaller, and a game slower to open."""


def blocks(games: Iterable[dict[str, Any]]) -> Iterator[str]:
    """The games in blocks of GAMES_IN_A_BLOCK, as `packed` texts of JSON lists."""
    held: list[dict[str, Any]] = []
    for game in games:
        held.append(game)
        if len(held) == GAMES_IN_A_BLOCK:
            yield _block(held)
            held = []
    if held:
        yield _block(held)


def _block(games: list[dict[str, Any]]) -> str:
    return packed(json.dumps(games, ensure_ascii=False, separators=(",", ":")))


def packed(text: str) -> str:
    """The text in UTF-8, compressed by gzip, in base64. Equal texts have equal results."""
    return b64encode(compress(text.encode(), mtime=0)).decode("ascii")
