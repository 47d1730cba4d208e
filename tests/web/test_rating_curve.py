"""The drawing of the ratings of a team."""

from __future__ import annotations

from typing import Any

from owari.web.course_desk import HEIGHT, WIDTH, rating_curve


def version(number: int, rating: int, spread: int, games: int = 4) -> dict[str, Any]:
    return {
        "version": number,
        "rating": rating,
        "low": rating - spread,
        "high": rating + spread,
        "games": games,
        "handed_in": "2026-11-30T10:00:00",
    }


def test_a_drawing_has_a_point_for_each_version_that_has_played() -> None:
    versions = [version(1, -120, 80), version(2, 40, 60), version(3, 0, 0, games=0)]
    assert rating_curve(versions[:1]) is None
    curve = rating_curve(versions)
    assert curve
    first, second = curve.points
    assert (first.name, second.name) == ("1", "2")
    assert second.title == "Version 2, handed in 2026-11-30: 40 (−20 to 100) after 4 games"
    assert first.x < second.x < WIDTH
    assert 0 < second.high < second.y < second.low < first.low < HEIGHT
    assert [rating for _, rating in curve.lines] == [-200, -100, 0, 100]
    (low, _), *_, (high, _) = curve.lines
    for point in curve.points:
        assert high <= point.high < point.y < point.low <= low


def test_many_versions_have_few_names_below_them() -> None:
    curve = rating_curve([version(number, 1500, 2) for number in range(1, 40)])
    assert curve
    assert len([point for point in curve.points if point.name]) == 10
    assert [rating for _, rating in curve.lines] == [1490, 1500, 1510]
