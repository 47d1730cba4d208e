"""The ratings of a team's versions as a drawing: a point with its interval for each hand-in that
has played. All come from one fit over all games, so harder opponents bend nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil, floor
from typing import Any, NamedTuple

from owari.report.tables import MINUS

WIDTH, HEIGHT = 640, 240
_LEFT, _RIGHT, _TOP, _BOTTOM = 56, 16, 16, 32
_STEPS = (10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
_MOST_LINES = 5
_MOST_NAMES = 12
"""Versions whose numbers stand below the drawing."""


class Point(NamedTuple):
    """A version in the drawing."""

    x: float
    y: float
    low: float
    high: float
    name: str
    """The number of the version, where it is shown."""
    title: str


class Curve(NamedTuple):
    """A drawing, in units of its own width and height."""

    points: list[Point]
    lines: list[tuple[float, int]]
    """Height and rating of the lines across."""
    path: str
    band: str
    """The corners of the intervals, around."""


def rating_curve(versions: Sequence[dict[str, Any]]) -> Curve | None:
    """The drawing of these versions, the oldest first; None where fewer than two have played."""
    played = [each for each in versions if each["games"]]
    if len(played) < 2:
        return None
    low: int = min(each["low"] for each in played)
    high: int = max(each["high"] for each in played)
    step = next((each for each in _STEPS if (high - low) / each <= _MOST_LINES - 1), _STEPS[-1])
    bottom, top = step * floor(low / step), step * max(ceil(high / step), floor(low / step) + 1)

    def height(rating: float) -> float:
        share = (rating - bottom) / (top - bottom)
        return round(HEIGHT - _BOTTOM - share * (HEIGHT - _TOP - _BOTTOM), 1)

    wide = (WIDTH - _LEFT - _RIGHT) / len(played)
    every = ceil(len(played) / _MOST_NAMES)
    points = [
        Point(
            round(_LEFT + wide * (place + 0.5), 1),
            height(each["rating"]),
            height(each["low"]),
            height(each["high"]),
            str(each["version"]) if place % every == 0 else "",
            f"Version {each['version']}, handed in {each['handed_in'][:10]}: {_rating(each)}"
            f" after {each['games']} games",
        )
        for place, each in enumerate(played)
    ]
    around = [*((p.x, p.high) for p in points), *((p.x, p.low) for p in points[::-1])]
    lines = [(height(rating), rating) for rating in range(bottom, top + 1, step)]
    return Curve(points, lines, _corners((p.x, p.y) for p in points), _corners(around))


def _corners(places: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in places)


def _rating(version: dict[str, Any]) -> str:
    """`−12 (−40 to 16)`."""
    return f"{version['rating']} ({version['low']} to {version['high']})".replace("-", MINUS)
