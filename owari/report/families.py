"""The words, boards and rules of every game: one object for each family, and functions that ask it.

A new family needs no entry; with one it gets words and boards of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from owari.games.game import PASS, SWAP, FamilyTable, Game, Move, Position, Side
from owari.games.mancala import SowingRules
from owari.games.numbering import Numbering, numberings
from owari.games.othello import OthelloRules
from owari.report.family_report import FamilyReport
from owari.report.othello_report import SquareReport
from owari.report.sowing_report import PitReport
from owari.text.printable import plain

if TYPE_CHECKING:
    from owari.records.record import GameRecord, Ply

FAMILIES: FamilyTable[FamilyReport] = FamilyTable(
    "report", {SowingRules: PitReport(), OthelloRules: SquareReport()}, default=FamilyReport()
)


def report_of(rules: Game) -> FamilyReport:
    """The words and boards of the game's family."""
    return FAMILIES[rules]


def draw(
    position: Position,
    *,
    south: str = "South",
    north: str = "North",
    numbering: Numbering[Any] | None = None,
) -> str:
    """The position as lines of ASCII, see `FamilyReport.draw`. `numbering` names the pits or
    squares; by default they have the board's own names."""
    numbering = numbering or numberings(position.rules)["board"]
    return report_of(position.rules).draw(position, south, north, numbering)


def describe(
    position: Position,
    *,
    south: str = "South",
    north: str = "North",
    numbering: Numbering[Any] | None = None,
) -> str:
    """The position for a screen reader, with the arguments of `draw`."""
    numbering = numbering or numberings(position.rules)["board"]
    return report_of(position.rules).describe(position, south, north, numbering)


def rules_in_a_sentence(rules: Game) -> str:
    """A sentence that tells the game from those of its family."""
    return report_of(rules).summary(rules)


def full_rules(rules: Game) -> str:
    """All rules as the referee applies them, from the values of the rules themselves."""
    return "\n\n".join((rules.name, *report_of(rules).rules(rules, draw(rules.start()))))


def named(rules: Game, moves: Sequence[Move], called: Callable[[Move], str] | None = None) -> str:
    """The moves in a sentence: `pit 4`, `pit 4 or 5`, `swap`, `pit 4 or swap`, `f5 or d3`. `called`
    names a move; by default it has the board's own name."""
    names = " or ".join(map(called or rules.cell_name, moves))
    return names if moves[0] in (SWAP, PASS) else f"{report_of(rules).cell_before}{names}"


def seated(position: Position, side: Side) -> str:
    """`South`, or `South (Black)`."""
    colour = position.colour(side)
    return f"{side} ({colour})" if colour else str(side)


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
        ply.value.fact if ply.value is not None else "",
        f"{ply.seconds:.3f} s" if ply.seconds is not None else "",
        f"cpu {ply.processor:.3f} s" if ply.processor is not None else "",
    ]
    said = "; ".join(filter(None, (", ".join(filter(None, facts)), plain(ply.comment))))
    rules = record.game
    verb = _ALONE.get(ply.move) or f"{report_of(rules).sows} {rules.cell_name(ply.move)}"
    made = f"{ply.side} ({plain(record.player(ply.side))}) {verb}"
    return f"{made}: {said}" if said else made


_ALONE = {SWAP: "swaps", PASS: "passes"}
