from array import array
from collections.abc import Callable

Rules = tuple[int, bool]
Position = tuple[int, int]
Evaluation = tuple[dict[str, float], "dict[str, tuple[int, ...]] | Patterns", int, int]
"""The weights of a mixture by the names of its counts; those of an estimate by the names of its
features, a weight for each number of empty squares, or patterns; and the value of the margin of a
finished game: the first number for winning, the second for each disc."""
Found = tuple[int, bool, int, int, tuple[int, ...]]
Bounds = list[tuple[int, int, int]]

MAX_DEPTH: int
COUNTS: list[str]
"""The names of the counts of a mixture."""
FEATURES: list[str]
"""The names of the features of an estimate."""
AVX2: bool
"""Whether the processor runs `native_othello_avx2`, the same module for faster instructions."""

def moves(rules: Rules, position: Position) -> list[tuple[int, Position]]: ...
def perft(rules: Rules, position: Position, plies: int) -> int: ...
def evaluate(rules: Rules, position: Position, evaluation: Evaluation) -> int: ...
def plain(
    rules: Rules, position: Position, depth: int, evaluation: Evaluation
) -> tuple[int, bool, int, tuple[int, ...]]: ...

class Patterns:
    def __init__(self, weights: array[int]) -> None: ...

class Engine:
    def __init__(self, rules: Rules, megabytes: int, threads: int) -> None: ...
    def clear(self) -> None: ...
    def think(
        self,
        position: Position,
        depth: int,
        seconds: float,
        evaluation: Evaluation,
        same_depth: bool,
        on_depth: Callable[[Found], object] | None,
    ) -> Found: ...
    def solve(
        self,
        position: Position,
        seconds: float,
        most_nodes: int,
        aim: int,
        on_bounds: Callable[[Bounds], object] | None,
        known: Bounds | None = ...,
        squares: int | None = ...,
        guide: Evaluation | None = ...,
    ) -> tuple[Bounds, int]: ...
