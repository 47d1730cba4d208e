"""The native core of the engine, where it could be compiled.

`native` is the extension module, or None: then the reference search plays.
"""

from __future__ import annotations

from types import ModuleType

__all__ = ["MISSING", "native"]

MISSING = "The engine plays by its reference search, slowly: there was no compiler for the kernel."

native: ModuleType | None
try:
    from owari.engine.kernel import native
except ImportError:
    native = None
