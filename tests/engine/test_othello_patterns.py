"""The patterns of Othello: their places, their weights and the file with them."""

from __future__ import annotations

import re
from array import array
from pathlib import Path
from random import Random
from typing import Any

import pytest

from owari.engine import othello_patterns
from owari.engine.families import evaluation_for
from owari.engine.kernel import othello
from owari.engine.othello_patterns import (
    ALL_WEIGHTS,
    OF_MOVES,
    OF_PHASE,
    PACKAGED,
    PATTERNS,
    PHASES,
    SHAPES,
    in_file,
    places,
    read_weights,
    weights,
)
from owari.engine.thinker import Thinker
from owari.errors import BadInput
from owari.games.othello import FREE_OTHELLO, OTHELLO, OthelloPosition

CORNER = OTHELLO.parse_position(f"X{'-' * 26}OX------XO{'-' * 27} X")
"""The start with a disc on a1, 59 squares empty."""


def test_the_places_are_all_ways_to_lay_a_shape_on_the_board() -> None:
    assert len(places()) == 46
    assert sorted({len(place.squares) for place in places()}) == [4, 5, 6, 7, 8, 9, 10]
    for shape in SHAPES:
        mine = [place for place in places() if _name(place.squares) == shape]
        assert len(mine) == 1
    for place in places():
        assert set(place.squares) == set(place.mirrored)
    squares = {square for place in places() for square in place.squares}
    assert squares == set(range(64))


def _name(squares: tuple[int, ...]) -> str:
    return "".join("abcdefgh"[square % 8] + str(square // 8 + 1) for square in squares)


def test_a_weight_is_that_of_the_discs_on_its_squares(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first square of the first shape is a1, and so is the last of its mirror, h1 to a1."""
    only = array("h", bytes(2 * ALL_WEIGHTS))
    a1 = (3**10 - 1) // 2 + 1
    for phase in (6, 7):
        only[phase * OF_PHASE + a1] = 100 * phase  # at 52 and at 60 empty squares
    only[len(PHASES) * OF_PHASE + 59] = 7
    monkeypatch.setattr(othello_patterns, "weights", lambda: only)
    h1 = CORNER._replace(south=CORNER.south & ~1 | 1 << 7)
    theirs = CORNER._replace(turn=CORNER.turn.other)
    between = (600 + 7 * 700 + 4) // 8
    assert PATTERNS.horizon(CORNER) == PATTERNS.horizon(h1) == 2 * between + 7
    assert PATTERNS.horizon(theirs) == 7


@pytest.mark.slow
@pytest.mark.skipif(othello is None, reason="the kernel could not be compiled here")
@pytest.mark.parametrize("build", ["native_othello", "native_othello_avx2"])
def test_any_weights_in_the_kernel(build: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also the largest, whose sum is more than the board, and of all numbers of empty squares."""
    kernel = pytest.importorskip(f"owari.engine.kernel.{build}")
    random = Random(1)
    strange = array("h", random.choices(range(-600, 601), k=ALL_WEIGHTS))
    strange[OF_MOVES : OF_MOVES + 4] = array("h", [32767, -32768, 32767, -32768])
    monkeypatch.setattr(othello_patterns, "weights", lambda: strange)
    told: Any = ({}, kernel.Patterns(strange), 0, 100)
    for discs in range(0, 65, 2):
        squares = random.sample(range(64), discs)
        own, other = (sum(1 << square for square in squares[half::2]) for half in (0, 1))
        position = CORNER._replace(south=own, north=other)
        assert kernel.evaluate((8, False), (own, other), told) == PATTERNS.horizon(position)


@pytest.mark.skipif(othello is None, reason="the kernel could not be compiled here")
def test_the_kernel_refuses_other_boards_and_too_few_weights() -> None:
    with pytest.raises(ValueError, match=f"patterns have {ALL_WEIGHTS} weights"):
        othello.Patterns(array("h", [0]))
    told: Any = ({}, othello.Patterns(weights()), 0, 100)
    for rules in ((6, False), (8, True)):
        with pytest.raises(ValueError, match="the board of 8 by standard rules"):
            othello.evaluate(rules, (0, 1), told)
    with pytest.raises(TypeError, match="Patterns expected, not list"):
        othello.evaluate((8, False), (0, 1), ({}, [], 0, 100))


@pytest.mark.skipif(othello is None, reason="the kernel could not be compiled here")
@pytest.mark.parametrize("build", ["native_othello", "native_othello_avx2"])
def test_a_search_that_foresees_visits_less_and_proves_the_end(build: str) -> None:
    kernel = pytest.importorskip(f"owari.engine.kernel.{build}")
    told: Any = ({}, kernel.Patterns(weights()), 0, 100)
    engine = kernel.Engine((8, False), 1, 1)
    middle, end = (_at_random(Random(1), empty) for empty in (50, 13))
    visited = {}
    for same_depth in (True, False):
        engine.clear()
        visited[same_depth] = engine.think(middle, 8, 0.0, told, same_depth, None)[3]
    assert visited[False] < visited[True] / 5
    depths: list[int] = []
    found = engine.think(end, 200, 0.0, told, False, lambda raw: depths.append(raw[2]))
    bounds, _ = kernel.Engine((8, False), 1, 1).solve(end, 0.0, 0, 0, None)
    assert (found[0], found[1]) == (100 * max(lower for _, lower, _ in bounds), True)
    assert depths[:8] == [1, 2, 3, 4, 5, 6, 7, 13]  # from six plies on it looks to the end


def _at_random(random: Random, empty: int) -> tuple[int, int]:
    """A position with so many empty squares, as the kernel takes it."""
    board = (34628173824, 68853694464)
    while 64 - (board[0] | board[1]).bit_count() > empty:
        board = random.choice(othello.moves((8, False), board))[1]
    return board


@pytest.mark.nightly
@pytest.mark.skipif(othello is None, reason="the kernel could not be compiled here")
def test_weights_that_are_refined_come_out_the_same_again(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numpy")
    from tests.benchmarks import pattern_fit
    from tests.benchmarks.othello_samples import samples_of

    monkeypatch.setattr(pattern_fit, "STEPS_ON", 1)
    told: Any = ({}, othello.Patterns(weights()), 0, 100)
    once, again = (pattern_fit.fitted_weights(samples_of(3, 1, 1, told), weights()) for _ in "12")
    assert once == again
    changed = sum(new != old for new, old in zip(once, weights(), strict=True))
    assert 0 < changed < ALL_WEIGHTS / 100


@pytest.mark.skipif(othello is None, reason="the kernel could not be compiled here")
def test_the_errors_that_it_foresees_by_come_out_the_same_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pytest.importorskip("numpy")
    from tests.benchmarks import foresight_fit
    from tests.benchmarks.foresight_fit import Error, errors, fitted

    monkeypatch.setattr(foresight_fit, "FEWEST", 1)
    found, again, others = (errors(PACKAGED, games=1, depth=4, seed=seed) for seed in (3, 3, 4))
    assert found == again != others
    line = [
        Error(empty, depth, plies, 4 - empty / 16 + depth / 2 - plies / 4, 10)
        for empty in (14, 22)
        for depth, plies in ((4, 2), (6, 2), (8, 4))
    ]
    assert fitted(line) == pytest.approx([4, -1 / 16, 1 / 2, -1 / 4], abs=0.001)


def test_on_other_boards_it_is_fitted() -> None:
    for rules in (FREE_OTHELLO, OTHELLO.resized(6), OTHELLO.resized(10)):
        position: OthelloPosition = rules.start()
        for _ in range(5):
            position = position.play(position.legal_moves()[0])
        assert PATTERNS.horizon(position) == evaluation_for(rules, "fitted").horizon(position) != 0


def test_the_file_has_the_weights(tmp_path: Path) -> None:
    assert len(weights()) == ALL_WEIGHTS
    assert PACKAGED.stat().st_size < 1_000_000
    few = array("h", bytes(2 * ALL_WEIGHTS))
    few[:4], few[-1] = array("h", [1, -1, 32767, -32768]), 258
    copy = tmp_path / "copy.patterns"
    copy.write_bytes(in_file(few))
    assert read_weights(copy) == few


@pytest.mark.parametrize(
    ("place", "byte", "sentence"),
    [
        (0, b"O", "has no patterns, or its first lines are damaged"),
        (-1, b"", "is damaged or cut short: its checksum is wrong"),
        (1000, b"!", "is damaged or cut short: its checksum is wrong"),
    ],
)
def test_a_damaged_file(tmp_path: Path, place: int, byte: bytes, sentence: str) -> None:
    data = bytearray(PACKAGED.read_bytes())
    data[place : (place + 1) or None] = byte
    path = tmp_path / "damaged.patterns"
    path.write_bytes(data)
    with pytest.raises(BadInput, match=f"^{re.escape(str(path))} {sentence}$"):
        read_weights(path)
    with pytest.raises(BadInput, match="none cannot be read: No such file or directory"):
        read_weights(tmp_path / "none")


@pytest.mark.slow
@pytest.mark.skipif(othello is None, reason="the kernel could not be compiled here")
def test_the_file_is_read_before_the_first_move() -> None:
    thinker = Thinker(OTHELLO)
    assert thinker.evaluation is PATTERNS
    kernel = thinker._kernel_for(OTHELLO.start())
    assert "weights" not in vars(kernel)
    thinker.prepare()
    assert "weights" in vars(kernel)
