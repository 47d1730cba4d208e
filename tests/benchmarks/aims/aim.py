"""What is measured against an aim: the registry that `aim` fills and `peers.py` prints."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median

Figure = float | str
"""A number, or a line of text for what has no number."""
Measured = Figure | tuple[Figure, ...]
"""One figure for each bound of an aim; a tuple where there are several."""


@dataclass(frozen=True, slots=True)
class Bound:
    """What a figure should be at most, or at least; without a limit it is only told."""

    limit: float | None
    unit: str
    least: bool = False

    def __str__(self) -> str:
        if self.limit is None:
            return ""
        return f"at {'least' if self.least else 'most'} {self.limit:,g}"

    def verdict(self, figure: Figure) -> str:
        """Whether the figure is within the bound, or by how much it is not."""
        if self.limit is None or isinstance(figure, str):
            return ""
        excess = figure / self.limit - 1
        beyond = -excess if self.least else excess
        return "reached" if beyond <= 0 else f"missed by {beyond:.0%}"


def at_most(limit: float, unit: str) -> Bound:
    return Bound(limit, unit)


def at_least(limit: float, unit: str) -> Bound:
    return Bound(limit, unit, least=True)


def told(unit: str = "") -> Bound:
    return Bound(None, unit)


@dataclass(frozen=True, slots=True)
class Aim:
    """A measurement with its bounds."""

    name: str
    what: str
    bounds: tuple[Bound, ...]
    runs: int
    measure: Callable[[], Measured]

    @property
    def module(self) -> str:
        """The module that measures it, which is a name for all of its aims."""
        return self.measure.__module__.rpartition(".")[2]

    def figures(self) -> tuple[Figure, ...]:
        """The medians of all runs, one for each bound."""
        runs = [_as_tuple(self.measure()) for _ in range(self.runs)]
        return tuple(_middle(found) for found in zip(*runs, strict=True))


AIMS: dict[str, Aim] = {}
"""By name, in the order in which the modules name them."""


def aim(
    name: str, what: str, *bounds: Bound, runs: int = 5
) -> Callable[[Callable[[], Measured]], Callable[[], Measured]]:
    """Registers the function that measures an aim once, and returns a figure for each bound."""

    def register(measure: Callable[[], Measured]) -> Callable[[], Measured]:
        assert name not in AIMS
        AIMS[name] = Aim(name, what, bounds, runs, measure)
        return measure

    return register


def _as_tuple(measured: Measured) -> tuple[Figure, ...]:
    return measured if isinstance(measured, tuple) else (measured,)


def _middle(figures: tuple[Figure, ...]) -> Figure:
    """The median of numbers, the last of texts."""
    numbers = [figure for figure in figures if not isinstance(figure, str)]
    return median(numbers) if numbers else figures[-1]
