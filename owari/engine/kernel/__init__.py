"""The native core of the engine, if it was compiled.

`sowing` is the extension module for the sowing games, `othello` the one for Othello, or the two of
them: processors with AVX2 have one of their own for the usual game. A module that was not compiled
is None, and the reference search plays.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import Any

USUAL = (8, False)
"""The board and the rules of the usual game, as the kernel of Othello takes them."""
LEAST_SECONDS = 0.001
"""The least time that the kernel takes; 0 is no limit."""

MISSING = (
    "The engine plays with its slow reference search: the kernel was not compiled, because the"
    " installation found no compiler that could. Install g++, then install Owari again."
)


def _module(name: str) -> ModuleType | None:
    try:
        return import_module(f"owari.engine.kernel.{name}")
    except ImportError:
        return None


class _OthelloModules:
    """The module for the board of 8 by standard rules, and the one for all others, as one module.
    Patterns are of the first, which refuses them on other boards."""

    def __init__(self, usual: ModuleType, others: ModuleType) -> None:
        self._usual, self._others = usual, others

    def __getattr__(self, name: str) -> Any:
        usual, others = getattr(self._usual, name), getattr(self._others, name)
        if name not in ("moves", "perft", "evaluate", "plain", "Engine"):
            return usual

        def call(rules: Any, *given: Any) -> Any:
            is_usual = rules == USUAL or any(map(self._has_patterns, given))
            return (usual if is_usual else others)(rules, *given)

        return call

    def _has_patterns(self, given: Any) -> bool:
        """Whether it is an evaluation by patterns."""
        patterns = self._usual.Patterns
        return isinstance(given, tuple) and any(isinstance(part, patterns) for part in given)


def _othello_modules() -> ModuleType | _OthelloModules | None:
    found = _module("native_othello")
    if found is None or not found.AVX2:
        return found
    usual = _module("native_othello_avx2")
    return _OthelloModules(usual, found) if usual else found


sowing = _module("native_sowing")
othello = _othello_modules()
