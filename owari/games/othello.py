"""The rules of Othello, and of a classroom variant of it.

A board of size n is n x n squares, numbered row by row from the top: square `row * n + column`, so
that a1 is 0 at the top left. The discs of a side are a whole number whose bit of that place is set
where it has one.

Black moves first, South or North. Sources: the rules of the World Othello Federation, and the
assignment of free Othello, the classroom variant. There a disc can go on any empty square that
touches a disc. It flips the discs that it encloses, if any, and the game fills the board.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from owari.errors import BadInput
from owari.games.game import (
    PASS,
    BadMove,
    BadPosition,
    Game,
    Illegality,
    IllegalMove,
    Move,
    Outcome,
    Side,
)
from owari.games.square_boards import BLACK, EMPTY, WHITE, read_board

SIZES = range(4, 17, 2)
FIRST_DISCS = 4
"""On the board at the start of a game."""
_WITHOUT_PASSES = {4: 8}
"""The most discs, by the size of the board, with which nobody has passed; 12 on larger boards.
Found by playing all games from the start: the first pass is possible after 4 and 8 moves."""
_DIRECTIONS = tuple((y, x) for y in (-1, 0, 1) for x in (-1, 0, 1) if (y, x) != (0, 0))


@lru_cache(maxsize=64)  # whoever referees, plays or draws a position asks for it
def playable(size: int, own: int, other: int, *, free: bool = False) -> int:
    """The squares on which the side with the discs `own` may put one.

    These are the empty squares that end a run of the other's discs which begins beside an own one.
    With `free` they are the empty squares beside any disc. All lines of a direction are followed at
    a time.
    """
    discs = own | other
    found = 0
    for step, inside in _steps(size):
        if free:
            found |= _stepped(discs, step) & inside
            continue
        towards = inside & other
        run, longer = 0, _stepped(own, step) & towards
        while longer != run:
            run, longer = longer, longer | _stepped(longer, step) & towards
        found |= _stepped(run, step) & inside
    return found & ~discs


def _stepped(squares: int, step: int) -> int:
    return squares << step if step > 0 else squares >> -step


@lru_cache
def _steps(size: int) -> tuple[tuple[int, int], ...]:
    """For each of the eight directions: what a step adds to the number of a square, and the squares
    that it can lead to. A step sideways cannot lead to the column on the far side."""
    board = (1 << size**2) - 1
    first = sum(1 << row * size for row in range(size))
    reached = {-1: board & ~(first << size - 1), 0: board, 1: board & ~first}
    return tuple((y * size + x, reached[x]) for y, x in _DIRECTIONS)


@lru_cache
def _lines_from(size: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """For each square the lines of one or more squares that lead from it to the edges."""

    def line(row: int, column: int, y: int, x: int) -> Iterator[int]:
        while 0 <= (row := row + y) < size and 0 <= (column := column + x) < size:
            yield row * size + column

    squares = (divmod(square, size) for square in range(size**2))
    return tuple(
        tuple(found for y, x in _DIRECTIONS if (found := tuple(line(row, column, y, x))))
        for row, column in squares
    )


@dataclass(frozen=True, slots=True)
class OthelloRules(Game):
    """The rules on a board of one size."""

    family: str
    size: int = 8
    free: bool = False
    """Whether a disc can go beside any other disc and need not flip any; then nobody passes."""

    def __post_init__(self) -> None:
        if self.size not in SIZES:
            raise BadInput(
                f"a board has {SIZES[0]} to {SIZES[-1]} squares a side, an even number,"
                f" not {self.size}"
            )

    @property
    def name(self) -> str:
        """The family, and the size where it is not 8."""
        return self.family if self.size == 8 else f"{self.family}:{self.size_name}"

    @property
    def size_name(self) -> str:
        """`6`."""
        return str(self.size)

    def resized(self, size: int) -> OthelloRules:
        """The same rules on another board. Raises BadInput for a size outside the limits."""
        return replace(self, size=size)

    def sized(self, text: str) -> OthelloRules:
        """The same rules with the size in a name: `6`. Raises BadInput."""
        if not re.fullmatch(r"[0-9]{1,3}", text):
            name = f"{self.family}:{text}"
            raise BadInput(f"{name!r}: a size is the squares a side, as in '{self.family}:6'")
        return self.resized(int(text))

    @property
    def numbers(self) -> tuple[int, bool]:
        """What C++ is told of the rules: the size, and whether they are free."""
        return self.size, self.free

    @property
    def pieces(self) -> str:
        """Scores count discs."""
        return "discs"

    @property
    def moves_without_cell(self) -> tuple[Move, ...]:
        """PASS."""
        return (PASS,)

    @property
    def most_pieces(self) -> int:
        """One disc for each square."""
        return self.size**2

    def final(self, south: int, north: int) -> Outcome:
        """The outcome with the squares that are left empty."""
        return Outcome(south, north, self.size**2 - south - north)

    def check_final(self, south: int, north: int) -> None:
        """Raises BadInput for more discs than squares, for no more than a game begins with, and for
        empty squares at the end of a game that fills the board."""
        squares, discs = self.size**2, south + north
        if discs > squares:
            wrong = f"the board has {squares} squares"
        elif self.free and discs < squares:
            wrong = f"the game fills the board: {squares}"
        elif discs <= FIRST_DISCS:
            wrong = f"a game begins with {FIRST_DISCS}"
        else:
            return
        raise BadInput(f"{south}-{north} makes {discs} discs, but {wrong}")

    def cells(self, side: Side) -> range:
        """All squares, whichever the side."""
        return range(self.size**2)

    def start(self, first: Side = Side.SOUTH) -> OthelloPosition:
        """The four discs in the middle; `first` is Black and moves."""
        low, high = self.size // 2 - 1, self.size // 2
        black = self._disc(low, high) | self._disc(high, low)
        white = self._disc(low, low) | self._disc(high, high)
        return self._position(black, white, first, first)

    def cell_name(self, move: Move) -> str:
        """The letter of the square's column and the number of its row from the top, or `pass`."""
        if move == PASS:
            return str(move)
        row, column = divmod(move.cell, self.size)
        return f"{chr(ord('a') + column)}{row + 1}"

    def mirror(self, move: Move) -> Move:
        """The move in a mirror beside the board."""
        if move == PASS:
            return move
        row, column = divmod(move.cell, self.size)
        return Move(row * self.size + self.size - 1 - column)

    def exchanged(self, move: Move) -> Move | None:
        """The square in the column of the move's row."""
        if move == PASS:
            return None
        row, column = divmod(move.cell, self.size)
        return Move(column * self.size + row)

    def parse_position(self, text: str, turn: str | None = None) -> OthelloPosition:
        """Reads the squares row by row, X for Black, O for White and - for an empty one, then X or
        O for the side to move, or the board of another program: see `games.square_boards`.

        A third word, S or N, is the side to move if Black is not South. `turn` is the side to move,
        X or O, where the text does not name it. Without `turn` it is who alone can move, or the
        side that is certain by the number of discs. Raises BadPosition.
        """
        board = read_board(text, self.size)
        black, white = _bits(board.squares, BLACK), _bits(board.squares, WHITE)
        black_moves = (board.turn or turn or self._certain_turn(black, white)) == BLACK
        mover = Side(board.seat) if board.seat else Side.SOUTH if black_moves else Side.NORTH
        return self._position(black, white, mover, mover if black_moves else mover.other)

    def _certain_turn(self, black: int, white: int) -> str:
        """The side to move of a board that does not say it. Raises BadPosition."""
        moves = [
            colour
            for colour, own, other in ((BLACK, black, white), (WHITE, white, black))
            if playable(self.size, own, other, free=self.free)
        ]
        if len(moves) == 1 and not self.free:
            return moves[0]
        start = self.start()
        discs = (black | white).bit_count()
        nobody_has_passed = self.free or discs <= _WITHOUT_PASSES.get(self.size, 12)
        if moves and nobody_has_passed and not (start.south | start.north) & ~(black | white):
            return WHITE if discs % 2 else BLACK
        raise BadPosition("the side to move is missing: end the position with X or O")

    def parse_move(self, text: str) -> Move:
        """Reads `f5` or `pass` in upper or lower case. Raises BadMove."""
        name = text.lower()
        if name == str(PASS):
            return PASS
        found = re.fullmatch(r"([a-p])([1-9][0-9]?)", name)
        row, column = (int(found[2]) - 1, ord(found[1]) - ord("a")) if found else (-1, -1)
        if not (0 <= row < self.size and 0 <= column < self.size):
            last = self.cell_name(Move(self.size**2 - 1))
            raise BadMove(f"{text!r} is not a move; moves are a1 to {last}, or {PASS}")
        return Move(row * self.size + column)

    def _disc(self, row: int, column: int) -> int:
        return 1 << (row * self.size + column)

    def _position(self, black: int, white: int, turn: Side, seat: Side) -> OthelloPosition:
        """The position in which Black has this seat."""
        south, north = (black, white) if seat is Side.SOUTH else (white, black)
        return OthelloPosition(self, south, north, turn, seat)


OTHELLO = OthelloRules("othello")
FREE_OTHELLO = OthelloRules("free-othello", free=True)

OTHELLO_GAMES: dict[str, OthelloRules] = {game.family: game for game in (OTHELLO, FREE_OTHELLO)}
"""The rules on their usual boards, by name."""


class OthelloPosition(NamedTuple):
    """A position of Othello. `str` gives its text, which `parse_position` reads back."""

    rules: OthelloRules
    south: int
    north: int
    """Their discs."""
    turn: Side
    black: Side
    """The side with the black discs, which moves first in the game."""

    @property
    def own(self) -> int:
        """The discs of the side to move."""
        return self.south if self.turn is Side.SOUTH else self.north

    @property
    def other(self) -> int:
        """The discs of the side that is not to move."""
        return self.north if self.turn is Side.SOUTH else self.south

    def discs(self, side: Side) -> int:
        """The discs of a side."""
        return self.south if side is Side.SOUTH else self.north

    def legal_moves(self) -> tuple[Move, ...]:
        """Squares in rising order; PASS alone where there is none and the other side has one."""
        squares = self.playable(self.turn)
        if not squares and self.playable(self.turn.other):
            return (PASS,)
        moves, found = _moves(self.rules.size), []
        while squares:
            first = squares & -squares
            found.append(moves[first.bit_length() - 1])
            squares ^= first
        return tuple(found)

    def playable(self, side: Side) -> int:
        """The squares, as bits, where the side may put a disc when it is to move."""
        rules = self.rules
        return playable(rules.size, self.discs(side), self.discs(side.other), free=rules.free)

    def forced(self) -> Move | None:
        """PASS where it is the only legal move."""
        if self.playable(self.turn) or not self.playable(self.turn.other):
            return None
        return PASS

    def flips(self, move: Move) -> tuple[int, ...]:
        """The squares of the discs that a disc of the side to move flips from there."""
        if move.cell not in self.rules.cells(self.turn):
            return ()
        own, other = self.own, self.other
        flipped: list[int] = []
        for line in _lines_from(self.rules.size)[move.cell]:
            for length, square in enumerate(line):
                if not other >> square & 1:
                    if own >> square & 1:
                        flipped += line[:length]
                    break
        return tuple(flipped)

    def play(self, move: Move) -> OthelloPosition:
        """The position after the disc and its flips, or after a pass. Raises IllegalMove."""
        flips = self.flips(move)
        if not (self._may_place(move, flips) or move == self.forced()):
            raise self._objection(move)
        own, other = self.own, self.other
        if move != PASS:
            flipped = sum(1 << square for square in flips)
            own, other = own | flipped | 1 << move.cell, other & ~flipped
        south, north = (own, other) if self.turn is Side.SOUTH else (other, own)
        return OthelloPosition(self.rules, south, north, self.turn.other, self.black)

    def outcome(self) -> Outcome | None:
        """The count of the discs when neither side can put one."""
        if self.playable(self.turn) or self.playable(self.turn.other):
            return None
        return self.rules.final(*self.score()[:2])

    def score(self) -> Outcome:
        """The discs of each side."""
        return Outcome(self.south.bit_count(), self.north.bit_count())

    def settled(self) -> Outcome:
        """The discs of each side."""
        return self.score()

    def gain(self, move: Move) -> int:
        """The discs that the move flips."""
        return len(self.flips(move))

    def colour(self, side: Side) -> str:
        """`Black` for the side that began, else `White`."""
        return "Black" if side is self.black else "White"

    def turned(self) -> OthelloPosition:
        """The same position with the sides exchanged: each has the other's seat, and colour."""
        return self._replace(
            south=self.north, north=self.south, turn=self.turn.other, black=self.black.other
        )

    def mirrored(self) -> OthelloPosition:
        """The same position in a mirror beside the board: the order of the columns is reversed, and
        in the start each colour is on the other diagonal."""
        mirror = self.rules.mirror
        south, north = (
            sum(1 << mirror(Move(square)).cell for square in _squares(discs))
            for discs in (self.south, self.north)
        )
        return self._replace(south=south, north=north)

    def __str__(self) -> str:
        black, white = self.discs(self.black), self.discs(self.black.other)
        squares = "".join(
            BLACK if black >> square & 1 else WHITE if white >> square & 1 else EMPTY
            for square in self.rules.cells(self.turn)
        )
        colour = BLACK if self.turn is self.black else WHITE
        seat = "" if self.black is Side.SOUTH else f" {self.turn.value}"
        return f"{squares} {colour}{seat}"

    def _may_place(self, move: Move, flips: tuple[int, ...]) -> bool:
        if move.cell not in self.rules.cells(self.turn):
            return False
        discs = self.south | self.north
        if discs >> move.cell & 1:
            return False
        if not self.rules.free:
            return bool(flips)
        return any(discs >> line[0] & 1 for line in _lines_from(self.rules.size)[move.cell])

    def _objection(self, move: Move) -> IllegalMove:
        """Why the side to move may not play this."""
        legal = self.legal_moves()
        square = self.rules.cell_name(move)
        if not legal:
            why = "the game is over", Illegality.GAME_OVER
        elif move == PASS:
            return _of_side(str(self.turn), Illegality.MAY_NOT_PASS)
        elif move.cell not in self.rules.cells(self.turn):
            why = f"there is no square {move.cell}", Illegality.NO_SUCH_CELL
        elif (self.south | self.north) >> move.cell & 1:
            why = f"the square {square} already has a disc", Illegality.OCCUPIED
        elif legal == (PASS,):
            return _of_side(str(self.turn), Illegality.MUST_PASS)
        elif self.rules.free:
            why = f"the square {square} touches no disc", Illegality.NO_NEIGHBOUR
        else:
            why = f"a disc on {square} flips no disc", Illegality.NO_FLIP
        return IllegalMove(*why)


_CLAUSES = {
    Illegality.MAY_NOT_PASS: "has a move and may not pass",
    Illegality.MUST_PASS: "has no move and must pass",
}


def _of_side(side: str, kind: Illegality) -> IllegalMove:
    return IllegalMove(f"{side} {_CLAUSES[kind]}", kind)


def in_colours(error: IllegalMove, colour: str) -> IllegalMove:
    """The same error with the colour of the side to move in place of South or North."""
    return _of_side(colour, error.kind) if error.kind in _CLAUSES else error


def _squares(discs: int) -> Iterator[int]:
    """The squares of a bit set."""
    return (square for square in range(discs.bit_length()) if discs >> square & 1)


def _bits(squares: str, disc: str) -> int:
    return sum(1 << square for square, found in enumerate(squares) if found == disc)


@lru_cache
def _moves(size: int) -> tuple[Move, ...]:
    return tuple(map(Move, range(size**2)))


try:
    from owari.games.native_rules import serve_othello
except ImportError:  # it was not compiled, and the rules above serve alone
    pass
else:
    serve_othello(OthelloPosition)
