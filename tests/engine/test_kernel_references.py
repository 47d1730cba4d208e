"""The kernel leaves no reference behind and keeps no memory, whichever way a call fails."""

from __future__ import annotations

import gc
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from owari.engine.kernel import othello, sowing

pytestmark = pytest.mark.skipif(
    sowing is None or othello is None, reason="the kernel could not be compiled here"
)

OWARI = (6, 0, 0)
CELLS = (3, 3, 3, 3, 3, 3, 0) * 2
START = (CELLS, True)
SMALL = (4, False)
DISCS = (0b0000_0010_0100_0000, 0b0000_0100_0010_0000)
WEIGHTS: Any = ({"discs": 1.0}, {}, 0, 1)
CALLS = 300
MOST_BLOCKS = CALLS // 20


class Enough(Exception):
    """What a callback raises."""


def refuses(told: object) -> None:
    raise Enough


class Unwilling:
    """A number that cannot be had."""

    def __index__(self) -> int:
        raise Enough


UNWILLING = Unwilling()
NAME = "a name " + "of nothing"
FAILING: dict[str, Callable[[], Any]] = {
    "too few arguments": lambda: sowing.plain(OWARI, START),
    "no tuple": lambda: sowing.plain(list(OWARI), START, 3, "goals"),
    "a cell that is no number": lambda: sowing.perft(OWARI, ((NAME,) * 14, True), 3),
    "a cell that raises": lambda: sowing.perft(OWARI, ((*CELLS[:13], UNWILLING), True), 3),
    "a board of another size": lambda: sowing.moves(OWARI, ((1,) * 12, True)),
    "too many stones": lambda: sowing.moves(OWARI, ((99,) * 14, True)),
    "no evaluation": lambda: sowing.plain(OWARI, START, 3, NAME),
    "no rules": lambda: sowing.Engine((13, 0, 0), 1, 1),
    "no size": lambda: sowing.Engine(OWARI, 0, 1),
    "keywords": lambda: sowing.Engine(rules=OWARI),
    "no buffer": lambda: sowing.build(OWARI, 0, 3, 1, 0.0, NAME, None),
    "a small buffer": lambda: sowing.build(OWARI, 0, 9, 1, 0.0, bytearray(7), None),
    "a progress that raises": lambda: sowing.build(OWARI, 0, 5, 1, 0.0, bytearray(7000), refuses),
    "no endgames": lambda: ENGINE.use(5, NAME),
    "few endgames": lambda: ENGINE.use(5, bytearray(7)),
    "a depth that is told": lambda: ENGINE.think(START, 3, 0.0, "goals", True, refuses),
    "a search in time": lambda: ENGINE.think(START, 99, 0.001, "goals", False, refuses),
    "no function": lambda: ENGINE.think(START, 3, 0.0, "goals", True, NAME),
    "a finished game": lambda: ENGINE.think(((0,) * 14, True), 3, 0.0, "goals", True, None),
    "no aim": lambda: ENGINE.solve(START, 0.0, 0, 7, None),
    "bounds that are told": lambda: ENGINE.solve(START, 0.0, 0, 2, refuses),
    "two discs on a square": lambda: othello.perft(SMALL, (3, 1), 3),
    "discs that are no numbers": lambda: othello.moves(SMALL, (NAME, NAME)),
    "an unknown count": lambda: othello.evaluate(SMALL, DISCS, ({NAME: 1.0}, {}, 0, 1)),
    "a weight that is no number": lambda: othello.evaluate(
        SMALL, DISCS, ({"discs": NAME}, {}, 0, 1)
    ),
    "weights that raise": lambda: othello.evaluate(
        SMALL, DISCS, ({}, {"discs": (UNWILLING,) * 17}, 0, 1)
    ),
    "another depth that is told": lambda: OTHELLO.think(DISCS, 3, 0.0, WEIGHTS, True, refuses),
    "other bounds that are told": lambda: OTHELLO.solve(DISCS, 0.0, 0, 2, refuses),
    "no square to look at": lambda: OTHELLO.solve(DISCS, 0.0, 0, 2, None, 1),
}
if sowing is not None and othello is not None:
    ENGINE: Any = sowing.Engine(OWARI, 1, 1)
    OTHELLO: Any = othello.Engine(SMALL, 1, 1)
GIVEN = (OWARI, CELLS, START, SMALL, DISCS, WEIGHTS, WEIGHTS[0], NAME, UNWILLING, refuses, Enough)


@pytest.fixture(autouse=True, scope="module")
def small_heap() -> Iterator[None]:
    """The collector looks at what these tests make, and not at all that a worker has imported."""
    gc.freeze()
    yield
    gc.unfreeze()


def counts() -> list[int]:
    """References to all that is given to the kernel, to its engines and to their types."""
    gc.collect()
    objects = (*GIVEN, ENGINE, OTHELLO, type(ENGINE), type(OTHELLO))
    return [sys.getrefcount(each) for each in objects]


def many(call: Callable[[], Any], fails: bool) -> None:
    for _ in range(CALLS if fails else CALLS // 10):
        if not fails:
            call()
            continue
        try:
            call()
        except (Enough, TypeError, ValueError, OverflowError):
            continue
        raise AssertionError("the call did not fail")


def kept_blocks(call: Callable[[], Any], fails: bool) -> int:
    """The blocks of memory that stay. Other threads of the process may have taken some of them."""
    blocks = sys.getallocatedblocks()
    many(call, fails)
    return sys.getallocatedblocks() - blocks


def check_nothing_is_left(call: Callable[[], Any], *, fails: bool) -> None:
    many(call, fails)  # what is made once for all
    before = counts()
    kept = [kept_blocks(call, fails)]
    while kept[-1] >= MOST_BLOCKS and len(kept) < 3:
        kept.append(kept_blocks(call, fails))
    assert counts() == before
    assert min(kept) < MOST_BLOCKS


@pytest.mark.slow
@pytest.mark.parametrize("case", FAILING)
def test_a_call_that_fails_leaves_nothing(case: str) -> None:
    check_nothing_is_left(FAILING[case], fails=True)


WORKING: dict[str, Callable[[], Any]] = {
    "moves": lambda: sowing.moves(OWARI, START),
    "plain": lambda: sowing.plain(OWARI, START, 3, "goals"),
    "build": lambda: sowing.build(OWARI, 0, 3, 1, 0.0, bytearray(7000), lambda told: None),
    "use": lambda: ENGINE.use(0, bytearray(1)),
    "think": lambda: ENGINE.think(START, 3, 0.0, "goals", False, lambda told: told),
    "solve": lambda: ENGINE.solve(START, 0.01, 0, 2, lambda told: told),
    "a new engine": lambda: sowing.Engine(OWARI, 1, 1),
    "moves of Othello": lambda: othello.moves(SMALL, DISCS),
    "evaluate": lambda: othello.evaluate(SMALL, DISCS, WEIGHTS),
    "think of Othello": lambda: OTHELLO.think(DISCS, 3, 0.0, WEIGHTS, False, lambda told: told),
    "solve Othello": lambda: OTHELLO.solve(DISCS, 0.01, 0, 2, lambda told: told),
}


@pytest.mark.parametrize("case", WORKING)
def test_a_call_that_succeeds_leaves_nothing(case: str) -> None:
    check_nothing_is_left(WORKING[case], fails=False)


@pytest.mark.slow
def test_no_memory_is_kept_for_searches_that_are_interrupted() -> None:
    """A leak of a few bytes a call would be seen, whoever has them. Other threads of the process
    may keep some memory in one of the trials, such as a message to a worker of the tests."""
    call = FAILING["a search in time"]
    many(call, True)
    tracemalloc.start()
    try:
        many(call, True)
        kept: list[int] = []
        while not kept or (kept[-1] >= 4 * CALLS and len(kept) < 3):
            first = tracemalloc.get_traced_memory()[0]
            many(call, True)
            kept.append(tracemalloc.get_traced_memory()[0] - first)
        assert min(kept) < 4 * CALLS
    finally:
        tracemalloc.stop()
