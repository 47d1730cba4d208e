"""What can be counted of a side's discs in Othello: the definition of what its evaluations add up.

A square is a corner, an edge square (on the edge, and no corner) or inside; an X square is the one
diagonal to a corner, a C square one beside it. All counts are whole numbers of discs or squares.
`kernel/othello/evaluation.hpp` counts the same.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from owari.games.othello import OthelloPosition, OthelloRules, playable


class _Squares(NamedTuple):
    """Of a board, as bits."""

    size: int
    board: int
    left: int
    right: int
    top: int
    bottom: int
    corners: int
    edges: int
    """Without the corners."""
    diagonals: tuple[int, int]
    """Those from corner to corner."""

    def grown(self, squares: int) -> int:
        """The squares and their eight neighbours."""
        squares |= (squares & ~self.right) << 1 | (squares & ~self.left) >> 1
        return (squares | squares << self.size | squares >> self.size) & self.board

    def beside(self, corners: int) -> int:
        """The two edge squares beside each of these corners."""
        return self._flat(corners) | (
            (corners & self.top) << self.size | (corners & self.bottom) >> self.size
        )

    def diagonal(self, corners: int) -> int:
        """The square diagonal to each of these corners."""
        flat = self._flat(corners)
        return (flat & self.top) << self.size | (flat & self.bottom) >> self.size

    def _flat(self, corners: int) -> int:
        return (corners & self.left) << 1 | (corners & self.right) >> 1


@lru_cache
def _squares(size: int) -> _Squares:
    board = (1 << size**2) - 1
    left = sum(1 << row * size for row in range(size))
    top = (1 << size) - 1
    right, bottom = left << size - 1, top << size * (size - 1)
    corners = (left | right) & (top | bottom)
    edges = (left | right | top | bottom) & ~corners
    diagonals = (
        sum(1 << row * (size + 1) for row in range(size)),
        sum(1 << (row + 1) * (size - 1) for row in range(size)),
    )
    return _Squares(size, board, left, right, top, bottom, corners, edges, diagonals)


class Counts(NamedTuple):
    """One side's view of a position."""

    rules: OthelloRules
    own: int
    other: int
    """The discs, as bits."""

    @property
    def empty(self) -> int:
        """The empty squares, as bits."""
        return self._board.board & ~(self.own | self.other)

    def discs(self) -> int:
        """The side's discs."""
        return self.own.bit_count()

    def mobility(self) -> int:
        """Its legal moves, if it were to move; a pass is none."""
        return playable(self.rules.size, self.own, self.other, free=self.rules.free).bit_count()

    def potential_mobility(self) -> int:
        """Empty squares beside a disc of the other side, eight neighbours to a square."""
        return (self.empty & self._board.grown(self.other)).bit_count()

    def corners(self) -> int:
        """Its discs in corners."""
        return (self.own & self._board.corners).bit_count()

    def edge_stability(self) -> int:
        """Over its edge squares: an anchored disc counts 1, another -1, but -3 beside an empty
        corner."""
        loose = self.own & self._board.edges & ~self._anchored
        risky = loose & self._board.beside(self._empty_corners)
        return self._anchored.bit_count() - loose.bit_count() - 2 * risky.bit_count()

    def danger(self) -> int:
        """Over its X squares, each once: a stable disc counts 1, another -2. A disc is stable when
        an unbroken line of the side's own discs joins it to a corner, the near or the far one."""
        board = self._board
        discs = self.own & board.diagonal(board.corners)
        stable = board.diagonal(self.own & board.corners)
        for line in board.diagonals:
            corners = line & board.corners
            if self.own & corners and not line & ~corners & ~self.own:
                stable |= line
        return 3 * (discs & stable).bit_count() - 2 * discs.bit_count()

    def anchored(self) -> int:
        """Edge squares that an unbroken line of its own discs along the edge joins to a corner:
        no move can turn them."""
        return self._anchored.bit_count()

    def loose_edges(self) -> int:
        """Other edge squares that are not beside an empty corner."""
        near = self._board.beside(self._empty_corners)
        return (self.own & self._board.edges & ~near & ~self._anchored).bit_count()

    def c_squares(self) -> int:
        """C squares beside an empty corner, but for anchored discs."""
        near = self._board.beside(self._empty_corners)
        return (self.own & near & ~self._anchored).bit_count()

    def x_squares(self) -> int:
        """X squares diagonal to an empty corner."""
        return (self.own & self._board.diagonal(self._empty_corners)).bit_count()

    @property
    def _board(self) -> _Squares:
        return _squares(self.rules.size)

    @property
    def _empty_corners(self) -> int:
        return self.empty & self._board.corners

    @property
    def _anchored(self) -> int:
        board = self._board
        corners = self.own & board.corners
        if not corners:
            return 0
        flat = self.own & (board.top | board.bottom) & board.edges
        steep = self.own & (board.left | board.right) & board.edges
        right = left = down = up = corners
        found = 0
        for _ in range(board.size - 2):
            right, left = right << 1 & flat, left >> 1 & flat
            down, up = down << board.size & steep, up >> board.size & steep
            found |= right | left | down | up
        return found


def both(position: OthelloPosition) -> tuple[Counts, Counts]:
    """Of the side to move, and of the other."""
    rules, own, other = position.rules, position.own, position.other
    return Counts(rules, own, other), Counts(rules, other, own)
