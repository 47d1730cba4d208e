"""The rules once more, as short as can be, to count games again that the house has recorded.

A game is the side that begins, `S` or `N`, and pits or squares as the record has them."""

from __future__ import annotations

from collections.abc import Iterable

Score = tuple[int, int] | None
"""Of South and North; None where the game goes on."""


def sowing_score(pits: Iterable[int], n: int, stones: int, *, kalah: bool) -> Score:
    """The score of a game of Owari, or of Kalah. Raises AssertionError for an illegal move."""
    south, north = n, 2 * n + 1
    board = [stones] * (2 * n + 2)
    board[south] = board[north] = 0
    mover: int | None = None
    for pit in pits:
        goal = south if pit < n else north
        assert mover in (None, goal)
        assert board[pit]
        assert any(board[:n])
        assert any(board[n + 1 : north])
        hand, board[pit], at = board[pit], 0, pit
        while hand:
            at = (at + 1) % len(board)
            if at != north + south - goal:
                board[at] += 1
                hand -= 1
        if goal - n <= at < goal and board[at] == 1:
            across = 2 * n - at
            if not kalah:
                board[goal], board[across] = board[goal] + board[across], 0
            elif board[across]:
                board[goal], board[across], board[at] = board[goal] + board[across] + 1, 0, 0
        mover = goal if kalah and at == goal else north + south - goal
    if any(board[:n]) and any(board[n + 1 : north]):
        return None
    return sum(board[: n + 1]), sum(board[n + 1 :])


def othello_score(squares: Iterable[int], size: int) -> Score:
    """The discs of Black and White; passes are left out of the squares. Raises AssertionError for
    an illegal move."""
    low = size // 2 - 1
    board = {(low, low): 1, (low + 1, low + 1): 1, (low, low + 1): 0, (low + 1, low): 0}
    ways = [(y, x) for y in (-1, 0, 1) for x in (-1, 0, 1) if y or x]

    def turned(at: tuple[int, int], colour: int) -> list[tuple[int, int]]:
        found = []
        for y, x in ways:
            line = []
            place = (at[0] + y, at[1] + x)
            while board.get(place) == 1 - colour:
                line.append(place)
                place = (place[0] + y, place[1] + x)
            found += line if board.get(place) == colour else []
        return [] if at in board else found

    def can_move(colour: int) -> bool:
        return any(turned((r, c), colour) for r in range(size) for c in range(size))

    colour = 0
    for square in squares:
        colour = colour if can_move(colour) else 1 - colour
        flipped = turned(divmod(square, size), colour)
        assert flipped
        board.update(dict.fromkeys([*flipped, divmod(square, size)], colour))
        colour = 1 - colour
    if can_move(0) or can_move(1):
        return None
    discs = list(board.values())
    return discs.count(0), discs.count(1)
