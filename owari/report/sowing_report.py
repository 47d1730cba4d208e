"""The words, boards and rules of the sowing games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from owari.games.game import SWAP, Move, Side
from owari.games.mancala import Capture, Mancala, SowingRules
from owari.games.numbering import NUMBERINGS, Numbering
from owari.report.family_report import FamilyReport, said, to_move
from owari.text.durations import count


class PitReport(FamilyReport):
    """Draws the board as the hand-out of the tournament does."""

    cell = "pit"
    cell_before = "pit "
    sows = "sows"

    def draw(self, position: Mancala, south: str, north: str, numbering: Numbering[Any]) -> str:
        """North's row is at the top and runs from right to left, with North's goal at the left.

            12   11   10    9    8    7    North
          +----+----+----+----+----+----+
          |  3 |  3 |  3 |  3 |  3 |  3 |
        0 +----+----+----+----+----+----+ 0
          |  3 |  3 |  3 |  3 |  3 |  3 |
          +----+----+----+----+----+----+
             0    1    2    3    4    5    South, to move
        """
        rules, cells, _ = position
        below, above = (numbering.labels(rules, side) for side in (Side.SOUTH, Side.NORTH))
        width = max(2, *(len(str(stones)) for stones in cells))
        left = str(cells[rules.goal(Side.NORTH)]).rjust(width + 1)
        right = str(cells[rules.goal(Side.SOUTH)])
        margin = " " * (width + 2)
        rule = "+" + f"{'-' * (width + 2)}+" * rules.pits

        def labels(names: Iterable[str], side: Side, owner: str) -> str:
            numbers = "".join(f"  {name:>{width}} " for name in names)
            return f"{margin}{numbers}   {owner}{to_move(position, side)}"

        def row(pits: Iterable[int]) -> str:
            return f"{margin}|" + "".join(f" {cells[pit]:>{width}} |" for pit in pits)

        return "\n".join(
            (
                labels(reversed(above), Side.NORTH, north),
                margin + rule,
                row(reversed(rules.row(Side.NORTH))),
                f"{left} {rule} {right}",
                row(rules.row(Side.SOUTH)),
                margin + rule,
                labels(below, Side.SOUTH, south),
            )
        )

    def describe(self, position: Mancala, south: str, north: str, numbering: Numbering[Any]) -> str:
        """Names the pits of each side in the order of sowing. North: pit 7 has 3, pit 8 has 3, ...,
        pit 12 has 3, goal 0. South, to move: pit 0 has 3, pit 1 has 3, ..., pit 5 has 3, goal 0."""
        rules, cells, _ = position
        lines = []
        for side, owner in ((Side.NORTH, north), (Side.SOUTH, south)):
            names = zip(numbering.labels(rules, side), rules.row(side), strict=True)
            pits = ", ".join(f"pit {name} has {cells[pit]}" for name, pit in names)
            goal = cells[rules.goal(side)]
            lines.append(f"{owner}{to_move(position, side)}: {pits}, goal {goal}.")
        return "\n".join(lines)

    def summary(self, rules: SowingRules) -> str:
        """A sentence of board, turns and capture."""
        return _summary(rules)

    def rules(self, rules: SowingRules, board: str) -> list[str]:
        """The paragraphs of all rules."""
        return list(_paragraphs(rules, board))


_TAKES = {
    Capture.OPPOSITE: "captures the stones opposite and stays",
    Capture.BOTH: "captures the stones opposite and goes to the goal with them",
    Capture.BOTH_ALWAYS: "goes to the goal with the stones opposite, even if there are none",
}
_CAPTURES = {
    Capture.OPPOSITE: "all stones in the pit opposite go to the mover's goal. The capturing stone"
    " stays where it is. An empty pit opposite yields nothing.",
    Capture.BOTH: "the stones in the pit opposite and the capturing stone go to the mover's goal."
    " When the pit opposite is empty, nothing is captured, and the stone stays where it is.",
    Capture.BOTH_ALWAYS: "the stones in the pit opposite and the capturing stone go to the mover's"
    " goal. When the pit opposite is empty, the capturing stone goes there alone.",
}


def _summary(rules: SowingRules) -> str:
    """The board, the turns and the capture: what tells the games of the family apart."""
    turns = "No extra turns."
    if rules.extra_turn:
        but = "" if rules.first_move_extra_turn else ", except on the first move"
        turns = f"A last stone in the own goal earns an extra turn{but}."
    pie = " The first move can be swapped." if rules.pie else ""
    board = f"{count(rules.pits, 'pit')} a side with {count(rules.stones, 'stone')} in each."
    return f"{board} {turns} A last stone in an empty own pit {_TAKES[rules.capture]}.{pie}"


def _paragraphs(rules: SowingRules, board: str) -> Iterator[str]:
    """The paragraphs of all rules; `board` is the start position as it is drawn."""
    yield said("Board", _board(rules))
    yield board
    yield said(
        "Sowing",
        "A move takes all stones from one of the mover's own pits that is not empty. It sows them"
        " one by one counter-clockwise, beginning with the next pit. Sowing includes both rows and"
        " the mover's own goal, but never the opponent's goal. A lap is"
        f" {2 * rules.pits + 1} stones: the last stone falls into the pit that the move emptied."
        " That pit is sown like any other, and counts as empty.",
    )
    yield said("Turns", _turns(rules))
    yield said(
        "Capture",
        "When the last stone falls into an empty pit in the mover's own row,"
        f" {_CAPTURES[rules.capture]}",
    )
    if rules.pie:
        yield said(
            "Pie rule",
            f"The second move of a game can be `{SWAP}`. The board turns round, as if the swapping"
            " side had made the first move. Seats and names stay, and the other side is to move.",
        )
    yield said(
        "End",
        "The game ends as soon as all pits of a row are empty, whichever side is to move. Each side"
        " keeps the stones in its own row. The side with more stones wins; equal counts are a"
        " draw.",
    )
    yield said("Moves and positions", _texts(rules))
    yield _named(rules)


def _board(rules: SowingRules) -> str:
    def row(side: Side, direction: str) -> str:
        first, *others = rules.row(side)
        pits = f"pits {first}-{others[-1]} {direction}" if others else f"pit {first}"
        return f"{side} has {pits} and goal {rules.goal(side)}"

    return (
        f"Each side has {count(rules.pits, 'pit')} with {count(rules.stones, 'stone')} in each,"
        f" {rules.most_pieces} stones in all. Each side also has a goal, which is empty at the"
        f" start. {row(Side.SOUTH, 'from left to right')} at the right."
        f" {row(Side.NORTH, 'from right to left as drawn')} at the left."
        f" Opposite pit P lies pit {2 * rules.pits}-P."
    )


def _turns(rules: SowingRules) -> str:
    if not rules.extra_turn:
        return "There is no extra turn: the sides move one after the other."
    first = "" if rules.first_move_extra_turn else " The first move of a game earns none."
    return (
        "When the last stone falls into the mover's own goal, the mover plays again, unless the"
        f" game is over. A turn can have any number of extra moves.{first} A time per turn covers"
        " all moves until the other side is to move."
    )


def _texts(rules: SowingRules) -> str:
    south, north = (rules.row(side) for side in Side)
    moves = f"A record names the side and the pit, as in {rules.format_move(Move(south[0]))} or"
    moves += f" {rules.format_move(Move(north[-1]))}."
    if rules.extra_turn:
        moves += f" It names all pits of a turn of several moves, as in S{south[-1]}-{south[0]}."
    ply = ""
    if rules.counts_plies:
        then = ", and `ply1` before the second" if rules.pie else ""
        ply = f" `ply0` follows before the first move{then}."
    return (
        f"{moves} A position is the stones of all pits and goals in the order of their numbers, and"
        f" S or N for the side to move.{ply} The game starts at: {rules.start()}"
    )


def _named(rules: SowingRules) -> str:
    """The names of the pits in each numbering, from left to right as drawn."""
    lines = ["Numberings, each row from left to right as drawn:"]
    for scheme in NUMBERINGS.values():
        south, north = (scheme.labels(rules, side) for side in Side)
        rows = f"South {' '.join(south)}; North {' '.join(reversed(north))}"
        lines.append(f"  {scheme.name:9} {rows}")
    return "\n".join(lines)
