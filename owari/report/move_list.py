"""A game shown move by move."""

from __future__ import annotations

from collections.abc import Iterator

from owari.games.game import PASS, SWAP
from owari.records.record import GameRecord, Ply
from owari.report.families import draw, report_of
from owari.text.printable import plain

__all__ = ["move_by_move"]


def move_by_move(record: GameRecord) -> Iterator[str]:
    """The start position, then each ply with its facts and the position after it."""
    south, north = plain(record.south), plain(record.north)
    positions = record.positions()
    yield draw(next(positions), south=south, north=north)
    for number, (ply, position) in enumerate(zip(record.plies, positions, strict=True), 1):
        told = _told(record, ply)
        yield f"{number}. {told}\n\n{draw(position, south=south, north=north)}"


def _told(record: GameRecord, ply: Ply) -> str:
    """`South (A) sows 4: depth 8, value +2 estimated, 0.120 s; a comment`."""
    facts = [
        f"depth {ply.depth}" if ply.depth is not None else "",
        f"value {ply.value}" if ply.value is not None else "",
        f"{ply.seconds:.3f} s" if ply.seconds is not None else "",
        f"cpu {ply.processor:.3f} s" if ply.processor is not None else "",
    ]
    said = "; ".join(filter(None, (", ".join(filter(None, facts)), plain(ply.comment))))
    rules = record.game
    verb = _ALONE.get(ply.move) or f"{report_of(rules).sows} {rules.cell_name(ply.move)}"
    made = f"{ply.side} ({plain(record.player(ply.side))}) {verb}"
    return f"{made}: {said}" if said else made


_ALONE = {SWAP: "swaps", PASS: "passes"}
