"""The table for grades: each team with the version that counts."""

from __future__ import annotations

from collections import Counter
from datetime import datetime

from owari.course.course_file import Course
from owari.course.course_store import CourseStore, Version
from owari.course.finals import counting_versions
from owari.course.ladder_games import TABLE
from owari.course.version_entry import bot_name_of
from owari.report.cells import Table

HEADERS = (
    *("team", "version", "handed in (UTC)", "check", "rating", "low", "high", "games", "forfeits"),
    *("hand-ins", "late", "rejected"),
)


def grades_table(course: Course, store: CourseStore) -> Table:
    """A line for each team, in the order in which they were enrolled."""
    kept = store.value(TABLE) or {"bots": []}
    by_bot = {row["bot"]: row for row in kept["bots"]}
    rows: list[tuple[str | int | float | None, ...]] = []
    for team, version in counting_versions(course, store):
        versions = store.versions(team.id)
        last = course.last_moment(team.extension)
        late = sum(
            last is not None and datetime.fromisoformat(v.handed_in) > last for v in versions
        )
        rejected = sum(each.state.value == "rejected" for each in versions)
        counts = (len(versions), late, rejected)
        if version is None:
            rows.append((team.name, None, "", "", None, None, None, 0, 0, *counts))
            continue
        row = by_bot.get(bot_name_of(team.public, version.number), {})
        rated = [row.get(key) if row.get("games") else None for key in ("rating", "low", "high")]
        games = (row.get("games", 0), row.get("forfeits", 0))
        moment = version.handed_in[:19]
        rows.append((team.name, version.number, moment, _verdict(version), *rated, *games, *counts))
    return Table("grades", "Grades", HEADERS, rows)


def _verdict(version: Version) -> str:
    """`passed`, or how many warnings its check has."""
    verdicts = Counter(step.verdict for step in version.report)
    warnings = verdicts["warning"]
    return f"{warnings} warning{'s' * (warnings > 1)}" if warnings else "passed"
