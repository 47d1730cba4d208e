from collections.abc import Callable
from typing import Any

Rules = tuple[int, int, int]
Position = tuple[tuple[int, ...], bool]
Found = tuple[int, bool, int, int, tuple[int, ...]]
Bounds = list[tuple[int, int, int]]

EVALUATIONS: list[str]
"""The names of the evaluations."""
MAX_STONES: int
MAX_DEPTH: int
MOST_ENDGAME_STONES: int

def moves(rules: Rules, position: Position) -> list[tuple[int, tuple[int, ...], bool]]: ...
def perft(rules: Rules, position: Position, plies: int) -> int: ...
def plain(
    rules: Rules, position: Position, depth: int, evaluation: str
) -> tuple[int, bool, int, tuple[int, ...]]: ...
def size(pits: int, stones: int) -> int: ...
def build(
    rules: Rules,
    first: int,
    stones: int,
    threads: int,
    seconds: float,
    buffer: Any,
    progress: Callable[[int], object] | None,
) -> None: ...

class Engine:
    def __init__(
        self,
        rules: Rules,
        megabytes: int,
        threads: int,
    ) -> None: ...
    def clear(self) -> None: ...
    def grow(self, megabytes: int, seconds: float) -> None: ...
    def use(self, stones: int, endgames: Any) -> None: ...
    def think(
        self,
        position: Position,
        depth: int,
        seconds: float,
        evaluation: str,
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
        known: Bounds = ...,
    ) -> tuple[Bounds, int]: ...
