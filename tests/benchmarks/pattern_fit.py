"""The least-squares fit of the weights of Othello's `patterns` to the values of positions.

There are about a million weights, so the normal equations are never written down: the method of
conjugate gradients asks only for products with them. Source: Magnus Hestenes and Eduard Stiefel,
"Methods of Conjugate Gradients for Solving Linear Systems", Journal of Research of the National
Bureau of Standards 49(6), 1952, with the diagonal as preconditioner. Needs numpy.
"""

from __future__ import annotations

from array import array
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from owari.engine.othello_patterns import MOST_MOVES, OF_MOVES, OF_PHASE, PHASES, SIZE, places

STEPS, STEPS_ON = 25, 12
NEAR_ZERO, NEAR_BEFORE = 30.0, 100.0
"""Of ridge regression: what samples say little about stays small, or near to what it was before."""
LARGEST = (1 << 15) - 1

Numbers = Any
"""An array of numpy's."""


class Samples(NamedTuple):
    """Positions with the value to fit to, each an array."""

    own: Numbers
    other: Numbers
    values: Numbers
    """For the side to move, in discs."""

    def empty(self) -> Numbers:
        """The number of empty squares."""
        return SIZE**2 - _count(self.own | self.other)


def fitted_weights(samples: Samples, before: array[int] | None = None) -> array[int]:
    """The weights as their file has them, in hundredths of a disc; near to those of before."""
    equations = _Equations(samples)
    if before is None:
        weights, squares = equations.solution(STEPS, NEAR_ZERO)
    else:
        old = np.array(before, np.int64) / 100
        of_phases = len(PHASES) * OF_PHASE
        old_weights, old_squares = old[:of_phases].reshape(-1, OF_PHASE), old[of_phases:]
        equations.values -= equations.estimates(old_weights, old_squares)
        weights, squares = equations.solution(STEPS_ON, NEAR_BEFORE)
        weights, squares = old_weights + weights, old_squares + squares
    all_weights = np.concatenate([weights.ravel(), squares])
    hundredths = np.clip(np.rint(100 * all_weights), -LARGEST, LARGEST)
    return array("h", hundredths.astype(np.int16).tobytes())


class _Equations:
    """A weight for each phase and number, then one for each number of empty squares."""

    def __init__(self, samples: Samples) -> None:
        empty = samples.empty()
        order = np.argsort(empty, kind="stable")
        self.numbers = _numbers(samples.own[order], samples.other[order])
        self.values = samples.values[order].astype(np.float32)
        ends = [int(end) for end in np.searchsorted(empty[order], np.arange(SIZE**2 + 2))]
        self.ranges = [
            (squares, slice(begin, end))
            for squares, (begin, end) in enumerate(pairwise(ends))
            if end > begin
        ]

    def solution(self, steps: int, near_zero: float) -> tuple[Numbers, Numbers]:
        """The weights, by conjugate gradients from zero."""
        diagonal = self._sums(np.ones_like(self.values), power=2)
        scale = [each + extra for each, extra in zip(diagonal, (near_zero, 1.0), strict=True)]
        weights = [np.zeros_like(each) for each in scale]
        left = self.values.copy()
        slope = self._sums(left)
        down = [each / by for each, by in zip(slope, scale, strict=True)]
        size = _product(slope, down)
        for step in range(steps):
            fall = self.estimates(*down)
            ridge = _product((down[0], down[1]), (near_zero * down[0], down[1]))
            length = size / (float(fall.astype(np.float64) @ fall) + ridge)
            for each, change in zip(weights, down, strict=True):
                each += length * change
            left -= np.float32(length) * fall
            slope = self._sums(left)
            slope = (slope[0] - near_zero * weights[0], slope[1] - weights[1])
            next_down = [each / by for each, by in zip(slope, scale, strict=True)]
            before, size = size, _product(slope, next_down)
            down = [new + size / before * old for new, old in zip(next_down, down, strict=True)]
            print(f"# step {step + 1}: root mean square error {np.sqrt((left**2).mean()):.3f}")
        return weights[0], weights[1]

    def estimates(self, weights: Numbers, squares: Numbers) -> Numbers:
        """What the weights say of each sample."""
        found = np.empty_like(self.values)
        for empty, part in self.ranges:
            row = (_shares(empty) @ weights).astype(np.float32)
            found[part] = row[self.numbers[part]].sum(axis=1) + squares[empty]
        return found

    def _sums(self, values: Numbers, power: int = 1) -> tuple[Numbers, Numbers]:
        """For each weight the sum of the values of the samples that have it."""
        weights = np.zeros((len(PHASES), OF_PHASE))
        squares = np.zeros(SIZE**2 + 1)
        for empty, part in self.ranges:
            numbers = self.numbers[part]
            repeated: Numbers = np.repeat(values[part], numbers.shape[1])
            row = np.bincount(numbers.ravel(), repeated, OF_PHASE)
            weights += (_shares(empty) ** power)[:, None] * row
            squares[empty] = values[part].sum()
        return weights, squares


def _product(one: Any, other: Any) -> float:
    return sum(float((a * b).sum()) for a, b in zip(one, other, strict=True))


def _shares(empty: int) -> Numbers:
    """Of each phase in a weight at a number of empty squares."""
    return np.array([np.interp(empty, PHASES, row) for row in np.eye(len(PHASES))])


def _numbers(own: Numbers, other: Numbers) -> Numbers:
    """For each position the places of its weights."""
    digits = _bits(own) - _bits(other) + 1
    found: Numbers = np.empty((len(own), len(places()) + 1), np.int32)
    for column, place in enumerate(places()):
        orders = []
        for squares in (place.squares, place.mirrored):
            powers: Numbers = 3 ** np.arange(len(squares), dtype=np.int32)
            orders.append(
                sum(
                    digits[:, square] * power for square, power in zip(squares, powers, strict=True)
                )
            )
        found[:, column] = place.begin + np.minimum(*orders)
    found[:, -1] = OF_MOVES + np.minimum(_count(_moves(own, other)), MOST_MOVES)
    return found


def _bits(discs: Numbers) -> Numbers:
    rows = discs.astype("<u8").view(np.uint8).reshape(-1, 8)
    return np.unpackbits(rows, axis=1, bitorder="little").astype(np.int32)


def _count(discs: Numbers) -> Numbers:
    return np.bitwise_count(discs).astype(np.int32)


def _moves(own: Numbers, other: Numbers) -> Numbers:
    """The squares where the side to move may play."""
    inner = other & np.uint64(0x7E7E7E7E7E7E7E7E)
    found = np.zeros_like(own)
    for step, theirs in ((1, inner), (8, other), (7, inner), (9, inner)):
        by = np.uint64(step)
        up, down = theirs & own << by, theirs & own >> by
        for _ in range(SIZE - 3):
            up |= theirs & up << by
            down |= theirs & down >> by
        found |= up << by | down >> by
    return found & ~(own | other)
