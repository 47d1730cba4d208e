"""The native core of the engine, where it could be compiled.

`native` is the extension module that plays the sowing games, `othello` the one that plays Othello;
one that could not be compiled is None, and then the reference search plays.
"""

from __future__ import annotations

from types import ModuleType

__all__ = ["MISSING", "native", "othello"]

MISSING = "The engine plays by its reference search, slowly: there was no compiler for the kernel."

native: ModuleType | None
try:
    from owari.engine.kernel import native
except ImportError:
    native = None

othello: ModuleType | None
try:
    from owari.engine.kernel import othello
except ImportError:
    othello = None
