"""How to build an opening book: every position of one side's best play against anything.

The builder goes ply by ply, from the start and from each position after the opponent's first move.
It leaves a position out if the kernel proves it on one core by visiting few positions. For any
other position it proves and keeps the best move, and each answer of the opponent leads to a next
position. Of equally good moves it takes the lowest pit, so a book is the same on every machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple
from weakref import ReferenceType, ref

from owari.engine.book import Entry, key_of
from owari.engine.endgames import START_UP, cores, endgames, largest_within
from owari.engine.solver import Aim, solve
from owari.engine.sowing_kernel import as_given, new_engine
from owari.games.game import Move, Side
from owari.games.mancala import Mancala, SowingRules

__all__ = ["Step", "make_book"]

EASY_MEGABYTES = 16
"""Size of the transposition table of the kernel that proves an easy position."""


class _Left(Exception):
    """The caller no longer wants the book."""


class _Wanted:
    """Exists while the caller wants the book."""


class Step(NamedTuple):
    """A position that is done."""

    key: int
    entry: Entry | None
    """None for a position that the book leaves out."""
    ply: int
    left: int
    """Positions of the same ply that are still to do."""


def make_book(
    rules: SowingRules, plies: int, easy: int, known: Mapping[int, Entry | None]
) -> Iterator[Step]:
    """Yields each position of the book with fewer than `plies` plies before it. Needs the kernel.

    The book leaves a position out if its proof visits `easy` positions at most. `known` has the
    entries of an earlier run by their keys, None for those it left out; they make no steps.
    """
    start = rules.start()
    frontier = {key_of(start): start}
    for position in _after_opponent(start, start.turn.other):
        frontier[key_of(position)] = position
    endgames(rules).grow(largest_within(rules, START_UP))
    ply = 0
    pool = ThreadPoolExecutor(cores())
    wanted = _Wanted()
    is_wanted = ref(wanted)
    try:
        while frontier and ply < plies:
            unknown = [position for key, position in frontier.items() if key not in known]
            are_easy = pool.map(lambda position: _is_easy(position, easy, is_wanted), unknown)
            following: dict[int, Mancala] = {}
            for done, (key, position) in enumerate(frontier.items(), start=1):
                if key in known:
                    entry = known[key]
                else:
                    entry = None if next(are_easy) else _best(position)
                    yield Step(key, entry, ply, len(frontier) - done)
                if entry:
                    side = position.turn
                    move = Move(rules.row(side)[entry.place])
                    for after in _after_opponent(position.play(move), side):
                        following.setdefault(key_of(after), after)
            frontier = following
            ply += 2
    finally:
        # Where one Ctrl-C follows another, this may not be reached: the end of the frame does it.
        del wanted
        pool.shutdown(cancel_futures=True)


def _after_opponent(position: Mancala, side: Side) -> Iterator[Mancala]:
    """The next positions with the side to move, for every move of the opponent."""
    if position.outcome():
        return
    if position.turn is side:
        yield position
        return
    for move in position.legal_moves():
        yield from _after_opponent(position.play(move), side)


def _is_easy(position: Mancala, most: int, is_wanted: ReferenceType[_Wanted]) -> bool:
    """Raises _Left soon after nobody wants the book: signals come to the main thread only."""
    if not is_wanted():
        raise _Left

    def look(bounds: object) -> None:
        if not is_wanted():
            raise _Left

    engine = new_engine(position.rules, EASY_MEGABYTES, 1)
    table = endgames(position.rules)
    engine.use(table.stones, table.values)
    bounds, _ = engine.solve(as_given(position), 0.0, most, Aim.MARGIN, look)
    return bool(max(lower for _, lower, _ in bounds) == max(upper for _, _, upper in bounds))


def _best(position: Mancala) -> Entry:
    solution = solve(position, aim=Aim.BEST_MOVE, by_book=False)
    place = position.rules.row(position.turn).index(solution.best.cell)
    return Entry(place, solution.lower - position.score().margin(position.turn))
