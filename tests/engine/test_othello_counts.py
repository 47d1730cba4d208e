"""What is counted in Othello, on boards whose counts can be checked by eye."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from owari.engine.othello_counts import Counts, both
from owari.games.game import PASS, Side
from owari.games.othello import FREE_OTHELLO, OTHELLO, OthelloPosition, OthelloRules

SMALL = OTHELLO.resized(4).parse_position(
    """
    XX-O
    -XO-
    O---
    ---X X
    """
)
EDGES = OTHELLO.parse_position(
    """
    XXX-OO-O
    -X----OO
    -------O
    --------
    --------
    --------
    O-----X-
    -X----X- X
    """
)
FULL_EDGE = OTHELLO.parse_position(
    f"""
    XXXXXXXX
    {"-" * 48}
    OOOOOOO- X
    """
)
DIAGONALS = OTHELLO.parse_position(
    """
    -------O
    -X----O-
    --X--O--
    ---X----
    ---OX---
    --O--X--
    -O----X-
    -------X X
    """
)


@pytest.mark.parametrize(
    ("position", "count", "mine", "theirs"),
    [
        (SMALL, Counts.discs, 4, 3),
        (SMALL, Counts.corners, 2, 1),  # a1 and d4; d1
        (SMALL, Counts.mobility, 2, 2),  # d2 and d3; a2 and c1
        (SMALL, Counts.potential_mobility, 8, 6),  # all nine empty ones but c4; a2 b3 c1 c3 c4 d3
        (SMALL, Counts.edge_stability, 1, -3),  # b1 is anchored to a1; a3 is beside a4, empty
        (SMALL, Counts.danger, 1, 1),  # b2 and a1 are of one colour, and so are c2 and d1
        (EDGES, Counts.discs, 7, 7),
        (EDGES, Counts.corners, 1, 1),
        # b1 c1 are anchored, b8 g8 beside an empty corner; h2 h3 are anchored, e1 f1 are not, a7 is
        # beside an empty corner
        (EDGES, Counts.edge_stability, 2 - 6, 2 - 2 - 3),
        (EDGES, Counts.danger, 1 - 2, 1),  # b2 is safe, g7 is not; g2 is safe
        # g7 and, along the whole diagonal, b2 are joined to h8; g2 is to h1, b7 is not past e4
        (DIAGONALS, Counts.danger, 1 + 1, 1 - 2),
        (EDGES, Counts.anchored, 2, 2),
        (EDGES, Counts.loose_edges, 0, 2),
        (EDGES, Counts.c_squares, 2, 1),
        (EDGES, Counts.x_squares, 1, 0),
        (FULL_EDGE, Counts.anchored, 6, 6),  # g8 is anchored to a8
        (FULL_EDGE, Counts.edge_stability, 6, 6),
        (FULL_EDGE, Counts.c_squares, 0, 0),
        (FULL_EDGE, Counts.potential_mobility, 9, 8),  # h8 and row 7; row 2
    ],
)
def test_by_eye(
    position: OthelloPosition, count: Callable[..., Any], mine: int, theirs: int
) -> None:
    assert [count(side) for side in both(position)] == [mine, theirs]


def test_an_x_square_without_its_corner_is_counted_once() -> None:
    position = OTHELLO.resized(4).parse_position("---- -XX- -XX- ---- X")
    assert both(position)[0].danger() == -8


@st.composite
def strewn(draw: st.DrawFn) -> OthelloPosition:
    """Discs anywhere, most of them of one side, so that long lines are common."""
    size = draw(st.sampled_from((4, 6, 8, 10)))
    squares = draw(st.lists(st.sampled_from("XXXXXXXO-"), min_size=size**2, max_size=size**2))
    return OTHELLO.resized(size).parse_position(f"{''.join(squares)} X")


@given(strewn())
def test_a_disc_in_danger_is_stable_where_a_line_of_its_own_leads_to_a_corner(
    position: OthelloPosition,
) -> None:
    for side, counts in zip((position.turn, position.turn.other), both(position), strict=True):
        size, discs = position.rules.size, position.discs(side)
        last, found = size - 1, 0
        for row, column in ((1, 1), (1, last - 1), (last - 1, 1), (last - 1, last - 1)):
            if discs >> row * size + column & 1:
                found += 1 if any(_leads_to_a_corner(discs, size, row, column)) else -2
        assert counts.danger() == found


def _leads_to_a_corner(discs: int, size: int, row: int, column: int) -> Iterator[bool]:
    """Whether each of the eight lines from the square does."""
    for down, right in product((-1, 0, 1), repeat=2):
        line = [(row + n * down, column + n * right) for n in range(1, size)]
        line = [square for square in line if max(square) < size and min(square) >= 0]
        own = all(discs >> r * size + c & 1 for r, c in line)
        yield own and any({r, c} <= {0, size - 1} for r, c in line)


@st.composite
def positions(draw: st.DrawFn) -> OthelloPosition:
    rules: OthelloRules = draw(st.sampled_from((OTHELLO, FREE_OTHELLO)))
    position = rules.resized(draw(st.sampled_from((4, 6, 8, 10)))).start()
    for choice in draw(st.lists(st.integers(0, 99), max_size=60)):
        moves = position.legal_moves()
        if not moves:
            break
        position = position.play(moves[choice % len(moves)])
    return position


@given(positions())
def test_mobility_is_the_number_of_legal_moves(position: OthelloPosition) -> None:
    for side, counts in zip((position.turn, position.turn.other), both(position), strict=True):
        moves = position._replace(turn=side).legal_moves()
        assert counts.mobility() == len([move for move in moves if move != PASS])


@given(positions())
def test_the_edges_are_made_of_their_parts(position: OthelloPosition) -> None:
    size = position.rules.size
    for side, counts in zip((position.turn, position.turn.other), both(position), strict=True):
        on_edge = 0
        for square in range(size**2):
            edges = sum(place in (0, size - 1) for place in divmod(square, size))
            on_edge += edges == 1 and position.discs(side) >> square & 1
        assert counts.anchored() + counts.loose_edges() + counts.c_squares() == on_edge
        score = counts.anchored() - counts.loose_edges() - 3 * counts.c_squares()
        assert counts.edge_stability() == score


def test_the_views_of_both_sides() -> None:
    mine, theirs = both(SMALL._replace(turn=Side.NORTH))
    assert (mine.own, mine.other) == (SMALL.north, SMALL.south)
    assert (theirs.own, theirs.other) == (SMALL.south, SMALL.north)
