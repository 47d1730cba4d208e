"""Games as blocks of compressed text that a page opens when somebody looks at one of them."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterable
from dataclasses import dataclass, field
from gzip import compress
from typing import Any

from owari.analysis.review import Review
from owari.errors import BadInput
from owari.html_report.charts import TurnTimes
from owari.records.record import GameRecord
from owari.results.game_log import StoredGame
from owari.viewer.game_data import game_data

GAMES_IN_A_BLOCK = 64
"""More make a report little smaller, and a game slower to open."""
LARGEST = 25_000_000
"""Bytes of a report. Larger ones take long to open and cannot be mailed."""


@dataclass(frozen=True, slots=True)
class Replays:
    """The games of a report that can be replayed."""

    numbers: list[int] = field(default_factory=list)
    """In the order in which the blocks have the games."""
    blocks: list[str] = field(default_factory=list)
    """JSON lists of GAMES_IN_A_BLOCK games, the last one of fewer, each `packed`."""
    times: TurnTimes = field(default_factory=TurnTimes)
    """How long the turns of these games took."""


def replays(games: Iterable[tuple[StoredGame, GameRecord, Review | None]]) -> Replays:
    """The games in blocks. Raises BadInput where they alone are too large for a report."""
    made = Replays()
    held: list[dict[str, Any]] = []
    size = 0
    for game, record, review in games:
        made.numbers.append(game.number)
        made.times.add(game, record)
        held.append(_shortened(game_data(record, id=str(game.number), review=review)))
        if len(held) == GAMES_IN_A_BLOCK:
            made.blocks.append(_block(held))
            held = []
            size += len(made.blocks[-1])
            if size > LARGEST:
                raise too_large(len(made.numbers))
    if held:
        made.blocks.append(_block(held))
    return made


def too_large(games: int) -> BadInput:
    """The refusal of a report in which so many games can be replayed."""
    fewer = max(1, games // 2)
    return BadInput(
        f"a report of {games:,} games or more has over {LARGEST // 1_000_000} MB:"
        f" use --games {fewer} for the last {fewer:,} games, or --games forfeits"
    )


def _shortened(game: dict[str, Any]) -> dict[str, Any]:
    """The game without the contents of its pits: the page reads them in the text of the positions,
    and the report of many games is a fifth smaller."""
    if game["layout"]["family"] == "pits":
        del game["cells"]
    return game


def _block(games: list[dict[str, Any]]) -> str:
    return packed(json.dumps(games, ensure_ascii=False, separators=(",", ":")))


def packed(text: str) -> str:
    """The text in UTF-8, compressed by gzip, in base64. Equal texts have equal results."""
    # Level 9 takes twice the time and makes a report of many games 9% smaller.
    return b64encode(compress(text.encode(), 6, mtime=0)).decode("ascii")
