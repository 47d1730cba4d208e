from collections.abc import Callable

Rules = tuple[int, bool]
Position = tuple[int, int]
Evaluation = tuple[tuple[float, float, float, float, float, float], tuple[int, ...], int, int]
Found = tuple[int, bool, int, int, tuple[int, ...]]
Bounds = list[tuple[int, int, int]]

MAX_DEPTH: int
AVX2: int
"""Whether the processor runs `othello_avx2`, which is the same module, but faster."""

def moves(rules: Rules, position: Position) -> list[tuple[int, Position]]: ...
def perft(rules: Rules, position: Position, plies: int) -> int: ...
def evaluate(rules: Rules, position: Position, evaluation: Evaluation) -> int: ...
def plain(
    rules: Rules, position: Position, depth: int, evaluation: Evaluation
) -> tuple[int, bool, int, tuple[int, ...]]: ...

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
        squares: int = ...,
    ) -> tuple[Bounds, int]: ...
