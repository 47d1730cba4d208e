"""Which versions are in the final, and what a hand-in is told when that has begun."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from owari.course.course_file import load_course
from owari.course.course_orders import extend, withdraw, withdraw_own
from owari.course.course_store import FINAL_VERSIONS, CourseStore
from owari.course.finals import FINAL, grades_table, write_final
from owari.course.hand_ins import Upload, accept
from owari.errors import BadInput
from tests.support.course_server import admit, new_course
from tests.support.sample_programs import PROGRAMS

LOWEST = PROGRAMS / "line" / "lowest.py"


def test_a_hand_in_after_the_final_has_begun_cannot_count(tmp_path: Path) -> None:
    new_course(tmp_path, "Rocket", "Comet")
    admit(tmp_path, "Rocket", LOWEST)
    with CourseStore.open(tmp_path / "c") as store:

        def receipt() -> str:
            course = load_course(tmp_path / "c")
            with Upload(course) as arriving:
                arriving.write(b"x")
                _, found = accept(course, store, store.teams()[0], arriving, "x.py", is_trial=True)
            return str(found)

        course = load_course(tmp_path / "c")
        with pytest.raises(BadInput, match="needs two versions that have passed, not 1"):
            write_final(course, store, course.folder / FINAL, {})
        assert "count" not in receipt()
        admit(tmp_path, "Comet", LOWEST)
        write_final(course, store, course.folder / FINAL, {})
        assert ", after the final has begun: it cannot count any more\n" in receipt()
        file = tmp_path / "c" / "course.yaml"
        file.write_text(f"{file.read_text()}deadline: {datetime.now(UTC):%Y-%m-%d %H:%M:%S} UTC\n")
        assert ", after the final has begun: it cannot count any more\n" in receipt()


def test_nothing_changes_which_versions_are_in_a_final_that_has_begun(tmp_path: Path) -> None:
    new_course(tmp_path, "Rocket", "Comet")
    for team in ("Rocket", "Comet"):
        admit(tmp_path, team, LOWEST)
    with CourseStore.open(tmp_path / "c") as store:
        rocket, comet = store.teams()
        last = datetime.fromisoformat(store.versions()[-1].handed_in)
        course = replace(load_course(tmp_path / "c"), deadline=last)
        write_final(course, store, course.folder / FINAL, {})
        for each in (rocket, comet):
            extend(store, "instructor", each, 24 * 3600.0)
        admit(tmp_path, "Rocket", LOWEST)
        rocket, comet = store.teams()
        with pytest.raises(BadInput, match="version 1 is in the final, which has begun"):
            withdraw_own(course, store, comet, 1)
        withdraw(store, "instructor", comet, 1)
        withdraw_own(course, store, rocket, 2)
        admit(tmp_path, "Rocket", LOWEST)
        rows = [row[:2] + row[9:12] for row in grades_table(course, store).rows]
        store.keep(FINAL_VERSIONS, None)  # as after a final of an earlier version
        earlier = [row[:2] + row[9:12] for row in grades_table(course, store).rows]
    assert rows == [("Rocket", 1, 3, 2, 0), ("Comet", 1, 1, 0, 0)]
    assert earlier == [rows[0], ("Comet", None, 1, 0, 0)]
