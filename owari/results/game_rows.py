"""The row of a game: its columns, and how they come from the record."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from owari.games.game import Side
from owari.records.pgn import format_game
from owari.records.record import GameRecord
from owari.results.game_log import Status

__all__ = [
    "INSERT",
    "READ_COLUMNS",
    "digest_columns",
    "read_columns",
    "row_of",
    "thinking_times",
    "turn_times",
]

COLUMNS = (
    *("number", "south", "north", "first", "result", "south_score", "north_score"),
    *("termination", "reason", "moves", "finished", "status", "record"),
)
"""Of a new row, in the order of `row_of`."""
LATER = {
    "opening": "''",
    "pair": "''",
    "leg": "''",
    "south_seconds": "NULL",
    "north_seconds": "NULL",
    "south_slowest": "NULL",
    "north_slowest": "NULL",
    "machine": "''",
}
"""The columns that version 1 does not have, and their values there."""
READ_COLUMNS = (*COLUMNS[:-1], "annulled", *LATER)
"""Those of a StoredGame."""
INSERT = (
    f"INSERT INTO games ({', '.join((*COLUMNS, *LATER))})"
    f" VALUES ({', '.join('?' * len((*COLUMNS, *LATER)))})"
)


def read_columns(version: int) -> str:
    """The columns of a StoredGame, in a file of that version."""
    missing = LATER if version == 1 else {}
    return ", ".join(f"{missing.get(name, name)} AS {name}" for name in READ_COLUMNS)


def digest_columns() -> str:
    """The columns whose digest the journal holds: those that never change, and both places."""
    kept = [name for name in COLUMNS if name not in ("south", "north", "status")]
    places = [f"(SELECT place FROM bots WHERE name = {side})" for side in ("south", "north")]
    return ", ".join((*kept, *LATER, *places))


def row_of(number: int, record: GameRecord, status: Status, finished: str) -> tuple[Any, ...]:
    """The values of a new row."""
    result, score, termination, reason = record.ending
    made = [ply.move for ply in record.plies]
    texts = {move: record.game.format_move(move) for move in {*made}}
    moves = " ".join([texts[move] for move in made])
    players = (number, record.south, record.north, record.first.value)
    ending = (result.value, score.south, score.north, termination.value, reason)
    opening = (record.opening, record.pair, record.leg)
    times = thinking_times(record)
    kept = (*players, *ending, moves, finished, status.value, format_game(record))
    return (*kept, *opening, *times, record.machine)


def turn_times(record: GameRecord) -> Iterator[tuple[Side, float]]:
    """The side and the seconds of each turn whose time is known. The milliseconds are those of the
    text of the record."""
    turn, total = record.first, None
    for ply in record.plies:
        if ply.side is not turn:
            if total is not None:
                yield turn, total
            turn, total = ply.side, None
        if ply.seconds is not None:
            total = (total or 0) + round(ply.seconds, 3)
    if total is not None:
        yield turn, total


def thinking_times(record: GameRecord) -> tuple[float | None, ...]:
    """The seconds of South and of North in all, and those of the slowest turn of each; None for a
    side whose times are unknown."""
    turns: dict[Side, list[float]] = {side: [] for side in Side}
    for side, seconds in turn_times(record):
        turns[side].append(seconds)
    both = turns.values()
    return (
        *(round(sum(seconds), 3) if seconds else None for seconds in both),
        *(round(max(seconds), 3) if seconds else None for seconds in both),
    )
