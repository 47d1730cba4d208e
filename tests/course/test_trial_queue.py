"""Whose turn it is in the queue of checks, and how a check ends that has no verdict."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from owari.course import trial_queue
from owari.course.course_file import Course, load_course
from owari.course.course_orders import withdraw, withdraw_own
from owari.course.course_store import CourseStore, State, Step, Version
from owari.course.trial_queue import in_turn, next_version, try_version
from owari.course.version_trial import Entered, Message
from owari.course.versions import program_folder
from owari.errors import BadInput
from tests.support.course_server import new_course

TEAMS = ("Rocket", "Comet", "Meteor")


@pytest.fixture
def course(tmp_path: Path) -> Course:
    new_course(tmp_path, *TEAMS)
    return load_course(tmp_path / "c")


@pytest.fixture
def store(course: Course) -> Iterator[CourseStore]:
    with CourseStore.open(course.folder) as opened:
        yield opened


def queued(store: CourseStore, *teams: int) -> list[Version]:
    return [
        store.add_version(team, len(store.versions(team)) + 1, "x.py", 1, "", is_trial=False)
        for team in teams
    ]


@pytest.fixture
def silent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Trials whose process says nothing and does not end by itself."""

    def started(target: object, args: tuple[object, ...], daemon: bool) -> object:
        return context.Process(target=_wait, daemon=daemon)

    context = multiprocessing.get_context("fork")
    monkeypatch.setattr(trial_queue.multiprocessing, "get_context", lambda name: Context)

    class Context:
        Pipe = staticmethod(context.Pipe)
        Process = staticmethod(started)


def _wait() -> None:
    multiprocessing.Event().wait()


def test_the_team_whose_checks_took_least_time_lately_is_next(
    course: Course, store: CourseStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second, other, third = queued(store, 1, 1, 2, 3)
    clock = iter([0.0, 420.0, 420.0, 430.0])
    monkeypatch.setattr(trial_queue, "monotonic", lambda: next(clock))
    monkeypatch.setattr(
        trial_queue, "messages_of_trial", lambda *words: iter([trial_queue.Over(False)])
    )
    assert next_version(store) == first
    try_version(course, store, first)
    assert [each.id for each in in_turn(store)] == [other.id, third.id, second.id]
    try_version(course, store, other)
    assert [each.id for each in in_turn(store)] == [third.id, second.id]
    monkeypatch.setattr(trial_queue, "_LATELY", 0.0)
    assert [each.id for each in in_turn(store)] == [second.id, third.id]


def test_a_check_that_is_too_late_is_not_tried_again(
    course: Course, store: CourseStore, silent: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    (version,) = queued(store, 1)
    monkeypatch.setattr(trial_queue, "_LOOK", 0.0)
    monkeypatch.setattr(trial_queue, "BUILD_TIME", -1e6)
    try_version(course, store, version)
    version = store.version(1, 1)
    assert version.state is State.REJECTED
    assert [(step.name, step.verdict) for step in version.report] == [("time", "failed")]
    assert "its build and recognition did not end within" in version.report[0].found


def test_the_check_of_a_version_that_is_withdrawn_ends(
    course: Course, store: CourseStore, silent: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    (version,) = queued(store, 1)
    program_folder(course, 1, 1).mkdir(parents=True)
    monkeypatch.setattr(
        trial_queue, "size_problem", lambda *place: withdraw(store, "Rocket", store.teams()[0], 1)
    )
    try_version(course, store, version)
    assert store.version(1, 1).state is State.WITHDRAWN
    assert store.version(1, 1).report == ()
    assert not program_folder(course, 1, 1).exists()
    assert next_version(store) is None


def test_a_version_that_was_withdrawn_before_its_check_began_is_not_checked(
    course: Course, store: CourseStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    (version,) = queued(store, 1)
    withdraw(store, "Rocket", store.teams()[0], 1)
    monkeypatch.setattr(
        trial_queue, "messages_of_trial", lambda *words: iter([trial_queue.Over(True)])
    )
    try_version(course, store, version)
    assert store.version(1, 1).state is State.WITHDRAWN


def test_an_error_on_the_way_is_ours_and_holds_up_no_other(
    course: Course, store: CourseStore
) -> None:
    first, second = queued(store, 1, 2)

    def trial(course: Course, version: Version, *words: object) -> Iterator[Message]:
        yield Step("unpack", "passed", "1 file: \ud83d")
        if version.id == first.id:
            yield Entered({"command": ["\ud83d"]})
        yield trial_queue.Over(True)

    for _ in range(trial_queue.ATTEMPTS):
        try_version(course, store, first, trial=trial)
    try_version(course, store, second, trial=trial)
    first, second = store.versions()
    assert (first.state, second.state) == (State.REJECTED, State.PLAYING)
    assert [step.verdict for step in first.report] == ["passed", "ours"]
    assert "the server failed 3 times: " in first.report[1].found
    assert second.report == (Step("unpack", "passed", "1 file: ?"),)


def test_after_the_deadline_a_team_does_not_choose_which_version_counts(
    course: Course, store: CourseStore
) -> None:
    early, late, later = queued(store, 1, 1, 1)
    moment = datetime.fromisoformat(early.handed_in)
    for version in (late, later):
        store.database.change(
            "UPDATE versions SET handed_in = ? WHERE id = ?",
            ((moment + timedelta(minutes=1)).isoformat(timespec="milliseconds"), version.id),
        )
    course = replace(course, deadline=moment)
    team = store.teams()[0]
    with pytest.raises(BadInput, match="version 1 came before the deadline, which is over"):
        withdraw_own(course, store, team, 1)
    withdraw_own(course, store, team, 2)
    withdraw_own(replace(course, grace=1e6), store, team, 1)
    states = [version.state for version in store.versions(1)]
    assert states == [State.WITHDRAWN, State.WITHDRAWN, State.QUEUED]
