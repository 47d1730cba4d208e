"""Boards and moves in the course managers of Columbia and Toronto, for both ends of the protocol.

A board of pits has two lines: both rows, first the top row, which is North's, and both goals. An
answer is an index in the player's own row as it is written. A board of squares has one line: rows
of 0, 1 for dark and 2 for light. An answer is a column and a row from 0.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from owari.games.game import FamilyTable, Move, Side
from owari.games.mancala import Mancala, SowingRules
from owari.games.othello import OthelloPosition, OthelloRules

Literal = Callable[[Sequence[object]], str]
"""Writes a list or a tuple."""
_NUMBERS = re.compile(r"[\[(](?:[\[\](),\s]|\b[0-9]{1,9}\b)*[\])]")
_SQUARES = re.compile(r"[\[(](?:[\[\](),\s]|\b[0-2]\b)*[\])]")
_MARKS = "-XO"
"""The marks of position texts, by the numbers of the board."""


class PitBoard:
    """Boards of sowing games."""

    hello = "{player},-1,0,0"
    """The usual line after the bot's name."""
    other_hellos = ()
    """What other managers say."""
    lines = 2
    """The lines of a board."""

    def moves_first(self, position: Mancala, side: Side) -> bool:
        """Whether the side has color 1."""
        return position.turn is side

    def top(self, position: Mancala) -> Side:
        """Player 0, whose score stands first."""
        return Side.NORTH

    def write(self, position: Mancala, literal: Literal) -> str:
        """The lines of a board."""
        rules, cells = position.rules, position.cells
        south, north = position.score()[:2]
        top = literal([cells[pit] for pit in reversed(rules.row(Side.NORTH))])
        bottom = literal([cells[pit] for pit in rules.row(Side.SOUTH)])
        return f"{literal([top, bottom])}\n{literal([north, south])}\n"

    def read_move(self, line: str, rules: SowingRules, side: Side) -> Move:
        """The move in an answer. Raises ValueError."""
        known = list(map(str, range(rules.pits)))
        if line not in known:
            raise ValueError(f"an answer is one of {', '.join(known)} and nothing else")
        return Move(int(line) if side is Side.SOUTH else 2 * rules.pits - int(line))

    def write_move(self, move: Move, rules: SowingRules, side: Side) -> str:
        """The answer that names a move."""
        return str(move.cell if side is Side.SOUTH else 2 * rules.pits - move.cell)

    def read_player(self, line: str) -> str:
        """The side, as position texts have it, of a bot that gets this line. Raises ValueError."""
        player = line.split(",")[0].strip()
        if player not in ("0", "1"):
            raise ValueError(f"{line[:40]!r} names no player; it begins with 0, the top row, or 1")
        return "NS"[int(player)]

    def check(self, lines: Sequence[str]) -> None:
        """Raises ValueError where the last of these lines is not part of a board."""
        _numbers(lines[-1], ("both rows", "both goals")[len(lines) - 1])

    def read(self, lines: Sequence[str], rules: SowingRules, turn: str) -> Mancala:
        """The position on a board. Raises ValueError."""
        rows, goals = map(_numbers, lines, ("both rows", "both goals"))
        pits = len(rows) // 2
        if len(rows) != 2 * pits or len(goals) != 2:
            raise ValueError(f"{len(rows)} pits and {len(goals)} goals are no board")
        cells = (*rows[pits:], goals[1], *reversed(rows[:pits]), goals[0])
        try:
            board = rules.resized(pits, rules.stones)
            return board.parse_position(f"{','.join(map(str, cells))} {turn}")
        except ValueError as error:
            raise ValueError(f"no board of {rules.family}: {error}") from None


class SquareBoard:
    """Boards of Othello."""

    hello = "{color},-1,0,0,0"
    """The usual line after the bot's name."""
    other_hellos = ("{color}",)
    """What other managers say: those of Columbia."""
    lines = 1
    """The lines of a board."""

    def moves_first(self, position: OthelloPosition, side: Side) -> bool:
        """Whether the side has color 1."""
        return position.black is side

    def top(self, position: OthelloPosition) -> Side:
        """Player 0, whose score stands first."""
        return position.black

    def write(self, position: OthelloPosition, literal: Literal) -> str:
        """The line of a board."""
        size = position.rules.size
        squares = [_MARKS.index(square) for square in str(position).split()[0]]
        rows = [literal(squares[start : start + size]) for start in range(0, size**2, size)]
        return f"{literal(rows)}\n"

    def read_move(self, line: str, rules: OthelloRules, side: Side) -> Move:
        """The move in an answer. Raises ValueError."""
        found = re.fullmatch(r"([0-9]{1,2})\s+([0-9]{1,2})", line)
        column, row = (int(found[1]), int(found[2])) if found else (rules.size, rules.size)
        if not (column < rules.size and row < rules.size):
            raise ValueError(
                f"an answer is a column and a row, each from 0 to {rules.size - 1}, and nothing"
                " else"
            )
        return Move(row * rules.size + column)

    def write_move(self, move: Move, rules: OthelloRules, side: Side) -> str:
        """The answer that names a move."""
        row, column = divmod(move.cell, rules.size)
        return f"{column} {row}"

    def read_player(self, line: str) -> str:
        """The colour, as position texts have it, of a bot that gets this line. Raises
        ValueError."""
        colour = line.split(",")[0].strip()
        if colour not in ("1", "2"):
            raise ValueError(f"{line[:40]!r} names no colour; it begins with 1, dark, or 2")
        return _MARKS[int(colour)]

    def check(self, lines: Sequence[str]) -> None:
        """Raises ValueError where the line is not a board."""
        if not _SQUARES.fullmatch(lines[0]):
            raise ValueError(f"{lines[0][:40]!r} is no board: rows of 0, 1 and 2 are expected")

    def read(self, lines: Sequence[str], rules: OthelloRules, turn: str) -> OthelloPosition:
        """The position on a board. Raises ValueError."""
        squares = re.findall(r"[0-2]", lines[0])
        text = "".join(_MARKS[int(square)] for square in squares)
        try:
            return rules.resized(round(len(squares) ** 0.5)).parse_position(f"{text} {turn}")
        except ValueError as error:
            raise ValueError(f"no board of {rules.family}: {error}") from None


def _numbers(line: str, what: str) -> list[int]:
    if not _NUMBERS.fullmatch(line):
        raise ValueError(f"{line[:40]!r} is no list of {what}")
    return [int(number) for number in re.findall(r"\d+", line)]


BOARDS: FamilyTable[Any] = FamilyTable(
    "board of the course managers", {SowingRules: PitBoard(), OthelloRules: SquareBoard()}
)
