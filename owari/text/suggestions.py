"""The nearest of the known names, for a name that nobody knows."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

_LONGEST = 40
"""Characters of a name that are compared; comparing takes time that grows with their square."""


def nearest(name: str, known: Iterable[str], cutoff: float = 0.6) -> str:
    """The known name most like `name`, empty where none is. `cutoff` is the least likeness, from 0
    to 1, as `difflib.get_close_matches` measures it."""
    return next(iter(difflib.get_close_matches(name[:_LONGEST], known, n=1, cutoff=cutoff)), "")


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """`; did you mean 'kalah'?`, or `; there are owari, kalah` where no known name is near."""
    known = list(known)
    near = nearest(name, known)
    return f"; did you mean {near!r}?" if near else f"; there are {', '.join(known)}"


def hint(name: str, known: Iterable[str]) -> str:
    """`; did you mean kalah?`, empty where no known name is near."""
    near = nearest(name, known)
    return f"; did you mean {near}?" if near else ""
