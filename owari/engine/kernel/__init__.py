"""The native core of the engine, if it was compiled.

`sowing` is the extension module for the sowing games, `othello` the one for Othello. A module that
was not compiled is None, and the reference search plays.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

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


sowing = _module("native_sowing")
othello = _module("native_othello")
if othello is not None and othello.AVX2:
    othello = _module("native_othello_avx2") or othello
