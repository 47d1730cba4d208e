"""A game shown move by move."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from owari.games.game import SWAP, Move, Side
from owari.records.plain import plain
from owari.records.record import GameRecord, Ply
from owari.report.boards import draw

__all__ = ["move_by_move", "named_pits"]


def move_by_move(record: GameRecord) -> Iterator[str]:
    """The start position, then each ply with what was said of it and the position after it."""
    south, north = plain(record.south), plain(record.north)
    positions = record.positions()
    yield draw(next(positions), south=south, north=north)
    for number, (ply, position) in enumerate(zip(record.plies, positions, strict=True), 1):
        yield f"{number}. {_told(record, ply)}\n\n{draw(position, south=south, north=north)}"


def named_pits(moves: Sequence[Move], called: Callable[[Move], str] = str) -> str:
    """The moves in a sentence, by their names: `pit 4`, `pit 4 or 5`, `swap`, `pit 4 or swap`."""
    names = " or ".join(map(called, moves))
    return names if moves[0] == SWAP else f"pit {names}"


def _told(record: GameRecord, ply: Ply) -> str:
    """`South sows 4: depth 8, value +2 estimated, 0.120 s; a comment`."""
    facts = [
        f"depth {ply.depth}" if ply.depth is not None else "",
        f"value {ply.value}" if ply.value is not None else "",
        f"{ply.seconds:.3f} s" if ply.seconds is not None else "",
        f"cpu {ply.processor:.3f} s" if ply.processor is not None else "",
    ]
    said = "; ".join(filter(None, (", ".join(filter(None, facts)), plain(ply.comment))))
    side = "South" if ply.side is Side.SOUTH else "North"
    does = "swaps" if ply.move == SWAP else f"sows {ply.move}"
    made = f"{side} ({plain(record.player(ply.side))}) {does}"
    return f"{made}: {said}" if said else made
