"""The versions that wait for their check, one after the other, and what becomes of each.

The next is of the team whose checks have used the least time lately, so a slow one delays its own.
One process at a time works on the queue, by a lock; the state of each version is in the course, so
another one goes on where it was killed. A trial whose process ends without a verdict is a failure
of ours: it is called so, and the version is tried again.
"""

from __future__ import annotations

import fcntl
import multiprocessing
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from pathlib import Path
from time import monotonic, sleep, time
from typing import Protocol

from owari.course.course_file import Course, course_of
from owari.course.course_store import OPEN, CourseStore, State, Step, Team, Version
from owari.course.roster import enrol
from owari.course.version_trial import Entered, Message, Over, run_trial, size_problem
from owari.course.versions import delete, program_folder
from owari.errors import BadInput
from owari.programs.processes.cores import usable_cores
from owari.programs.processes.process_states import adopt_orphans, descendants, end_orphans
from owari.programs.sandbox import temporary_folders
from owari.text.printable import printable
from owari.tournament.run.slot_processes import CHECK_INTERVAL, ends_within, interrupts_held

ATTEMPTS = 3
"""How often a version is tried where we fail."""
KILLS = "killed-checks"
"""What the number of checks that ended with the server is kept as, by versions."""
MOST_KILLS = 20
USED = "used-by-checks"
"""What moment and seconds of the checks of each team are kept as."""
_LATELY = 24 * 3600.0
"""Seconds for which they are kept."""
BUILD_TIME = 150.0
"""Seconds for unpacking and building."""
_SPARE = 60.0
"""Seconds by which a trial may be late before it is ended from outside."""
_TOO_LATE = "check it at home with the course.yaml of the course; where that ends, hand it in again"
_LOOK = 0.25
"""Seconds between two looks at the folder of a version that is built."""
LOCK = ".checks.lock"
CORE_LOCK = ".core.lock"
"""Held by whoever uses the first core: the checks, or the ladder where it uses all cores. On a
cluster the ladder holds it while it plays."""
CHECK_CORE = "check-core"
"""What the core of a cluster on which checks run is kept as: [boot of the machine, number]."""
LEFT = "left-core"
"""The same core, while the ladder plays nothing there."""

Tell = Callable[[Version, Step | State], None]
Trial = Callable[[Course, Version, str, Callable[[], bool]], Iterator[Message]]
"""What a trial sends until it ends: of a version with the public name of its team, while the last
says so."""


class Elsewhere(Protocol):
    """Where versions are tried beside this machine."""

    def find(self) -> None:
        """Waits for a place that is free. Raises BadInput."""

    def trial(
        self, course: Course, version: Version, public: str, is_open: Callable[[], bool]
    ) -> Iterator[Message]:
        """Tries a version there."""
        ...


def _silently(version: Version, what: Step | State) -> None:
    """Tells nobody."""


class Busy(Exception):
    """Another process works on the queue."""


@contextmanager
def queue_lock(course: Course) -> Iterator[None]:
    """The right to work on the queue. Raises Busy."""
    descriptor = os.open(course.folder / LOCK, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Busy from None
        yield
    finally:
        os.close(descriptor)


def work(
    course: Course,
    store: CourseStore,
    go_on: Callable[[], bool],
    elsewhere: Elsewhere | None = None,
) -> None:
    """Works on the queue while `go_on` says so. Where the ladder uses all cores, a version waits
    until it has left the first one, or the one elsewhere."""
    while go_on():
        try:
            with queue_lock(course):
                requeue(store)
                while go_on():
                    if not next_version(store):
                        sleep(_LOOK)
                    elif elsewhere:
                        elsewhere.find()
                        _try_next(course, store, elsewhere.trial)
                    else:
                        with _core(course):
                            _try_next(course, store, messages_of_trial)
        except Busy:
            sleep(_LOOK)


def _try_next(course: Course, store: CourseStore, trial: Trial) -> None:
    """Tries the version whose turn it is, if there still is one."""
    if version := next_version(store):
        try_version(course, store, version, trial=trial)


@contextmanager
def _core(course: Course) -> Iterator[None]:
    """The first core for itself."""
    descriptor = os.open(course.folder / CORE_LOCK, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


@contextmanager
def home_course(file: Path, level: str | None) -> Iterator[tuple[Course, CourseStore, Team]]:
    """A course for the block with one team and the `course.yaml` of another, perhaps with another
    level of the sandbox: it builds and checks as the other does. Raises BadInput."""
    changed = {"openings": None, **({"sandbox": level} if level else {})}  # no check needs openings
    with tempfile.TemporaryDirectory(prefix="owari-course-") as name:
        course = course_of(file, Path(name), changed)
        with CourseStore.open(course.folder) as store:
            enrol(course, store, ["home"])
            yield course, store, store.teams()[0]


def requeue(store: CourseStore) -> None:
    """Puts the versions back whose trial ended with the server. That does not count as an attempt,
    unless it happens again and again. Call it with the lock of the queue."""
    with store.transaction():
        kills: dict[str, int] = store.value(KILLS) or {}
        for version in store.in_state(State.BUILDING, State.CHECKING):
            name = str(version.id)
            kills[name] = kills.get(name, 0) + 1
            if kills[name] < MOST_KILLS:
                store.take_back_attempt(version)
                store.set_state(version, State.QUEUED)
            else:
                _failed_by_us(store, version, "the server was ended during each check")
            store.keep(KILLS, kills)


def in_turn(store: CourseStore) -> list[Version]:
    """The versions without a verdict: the one that is checked, then those that wait, in the order
    of their turns by what is known now."""
    used = {int(team): sum(spent for _, spent in each) for team, each in _used(store).items()}
    return sorted(
        store.in_state(*OPEN),
        key=lambda each: (each.state is State.QUEUED, used.get(each.team, 0.0), each.id),
    )


def next_version(store: CourseStore) -> Version | None:
    """The version whose turn it is."""
    return next((each for each in in_turn(store) if each.state is State.QUEUED), None)


def _used(store: CourseStore) -> dict[str, list[list[float]]]:
    """When the checks of each team ended lately, and how many seconds they took."""
    since = time() - _LATELY
    kept: dict[str, list[list[float]]] = store.value(USED) or {}
    lately = {team: [each for each in ends if each[0] > since] for team, ends in kept.items()}
    return {team: ends for team, ends in lately.items() if ends}


def _note_used(store: CourseStore, team: int, seconds: float) -> None:
    """A check of a team has ended, after so many seconds."""
    used = _used(store)
    used.setdefault(str(team), []).append([time(), seconds])
    store.keep(USED, used)


def try_version(
    course: Course,
    store: CourseStore,
    version: Version,
    tell: Tell = _silently,
    trial: Trial | None = None,
) -> None:
    """Tries one version, and says in the course what has become of it. Nothing of its program is
    left. Call it with the lock of the queue. An error on the way is a failure of ours at this
    version: it holds up no other."""
    public = next(team.public for team in store.teams() if team.id == version.team)
    if not store.begin_attempt(version):
        return
    tell(version, State.BUILDING)
    verdict: bool | None = None
    problem = "its trial ended without a verdict"
    begun = monotonic()

    def is_open() -> bool:
        return store.version(version.team, version.number).state in OPEN

    try:
        for message in (trial or messages_of_trial)(course, version, public, is_open):
            if isinstance(message, Over):
                verdict = message.has_passed
            elif isinstance(message, Entered):
                store.set_entry(version, message.entry)
            elif isinstance(message, State):
                with store.transaction():
                    if is_open():
                        store.set_state(version, message)
                tell(version, message)
            elif message.verdict == "ours":
                problem = message.found
            else:
                store.add_step(version, message)
                tell(version, message)
    except Exception as error:
        verdict, problem = None, f"{type(error).__name__}: {error}"
    with store.transaction():
        _note_used(store, version.team, monotonic() - begun)
        if not is_open():
            verdict = False  # it was withdrawn
        elif verdict is None:
            _failed_by_us(store, version, problem)
        elif verdict:
            store.admit(version)
        else:
            store.set_state(version, State.REJECTED)
    if verdict is False:
        try:
            delete(program_folder(course, version.team, version.number))
        except BadInput as error:
            store.note("server", str(error))
    tell(version, store.version(version.team, version.number).state)


def _failed_by_us(store: CourseStore, version: Version, why: str) -> None:
    """Tries a version again, or gives it up after some attempts."""
    why = printable(why)
    version = store.version(version.team, version.number)
    if version.attempts < ATTEMPTS:
        found = f"the server failed, not your program: {why}; it tries again"
        store.set_state(version, State.QUEUED)
    else:
        found = f"the server failed {ATTEMPTS} times: {why}"
        store.set_state(version, State.REJECTED)
    store.add_step(version, Step("server", "ours", found, "tell your instructor if it stays so"))
    store.note("server", f"failed at version {version.number} of team {version.team}: {why}")


def messages_of_trial(
    course: Course,
    version: Version,
    public: str,
    is_open: Callable[[], bool],
    core: int | None = None,
) -> Iterator[Message]:
    """What the process of a trial sends, until it ends or is too late, or the version is not open
    any more. It runs on the first core, if on no other."""
    adopt_orphans()
    resource_tracker.ensure_running()
    known = set(descendants(os.getpid()))
    context = multiprocessing.get_context("spawn")
    messages, theirs = context.Pipe(duplex=False)
    process = context.Process(
        target=run_trial,
        args=(theirs, usable_cores()[0] if core is None else core, course, version, public),
        daemon=True,
    )
    with theirs, interrupts_held():
        process.start()
    try:
        yield from _received(course, version, messages, is_open)
    finally:
        process.kill()
        ends_within(process, CHECK_INTERVAL)
        messages.close()
        end_orphans(known)
        if process.pid:
            temporary_folders.remove_for(os.getpid(), process.pid)


def _received(
    course: Course, version: Version, messages: Connection, is_open: Callable[[], bool]
) -> Iterator[Message]:
    """The messages, while time and the folder of the version are within their limits."""
    folder = program_folder(course, version.team, version.number)
    within = BUILD_TIME + course.learn_time + _SPARE
    deadline = monotonic() + within
    is_checked = False
    while is_open():
        if not messages.poll(_LOOK):
            if monotonic() > deadline:
                what = "the check of its games" if is_checked else "its build and recognition"
                yield Step("time", "failed", f"{what} did not end within {within:g} s", _TOO_LATE)
                yield Over(False)
                return
            if not is_checked and (problem := size_problem(course, folder)):
                yield Step("build", "failed", problem)
                yield Over(False)
                return
            continue
        try:
            message: Message = messages.recv()
        except (EOFError, OSError):
            return
        yield message
        if message is State.CHECKING:
            is_checked = True
            within = course.check_time + 2 * _SPARE
            deadline = monotonic() + within
        if isinstance(message, Over):
            return
