"""The lines of a square board. A set of squares is a whole number with a bit for each square."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

__all__ = ["lines_from", "playable"]

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
def lines_from(size: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """For each square the lines of one or more squares that lead from it to the edges."""

    def line(row: int, column: int, y: int, x: int) -> Iterator[int]:
        while 0 <= (row := row + y) < size and 0 <= (column := column + x) < size:
            yield row * size + column

    squares = (divmod(square, size) for square in range(size**2))
    return tuple(
        tuple(found for y, x in _DIRECTIONS if (found := tuple(line(row, column, y, x))))
        for row, column in squares
    )
