"""The processes beside the server of a course: one for the checks and one for the ladder.

Each ends with the server, whatever ends that, and is started again where it ends by itself. All
that they know is in the files of the course.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import wait
from multiprocessing.context import SpawnProcess
from pathlib import Path
from types import FrameType
from typing import NamedTuple

from owari.course.course_file import load_course
from owari.course.course_store import CourseStore
from owari.course.ladder_games import Ladder
from owari.course.trial_queue import work
from owari.errors import BadInput
from owari.tournament.run.slot_processes import ends_within, interrupts_held

_PAUSE = 1.0
_LONGEST_PAUSE = 60.0
"""Seconds until a process that has ended by itself is started again: more each time."""
_TO_END = 30.0
"""Seconds that a process has to end its programs."""


class Means(NamedTuple):
    """With what the ladder plays."""

    concurrency: int
    cluster: str | None = None
    """The address of a scheduler whose workers play and check."""


Work = Callable[[Path, Means], None]
_is_to_end = False
"""Whether this process has been told to end. The exception that says so may come while a library is
imported that passes it over."""


def check_versions(folder: Path, means: Means) -> None:
    """Checks until this process is told to end."""
    with CourseStore.open(folder) as store:
        course = load_course(folder)
        if not means.cluster:
            work(course, store, _goes_on)
            return
        from owari.course.remote_checks import RemoteChecks

        with RemoteChecks(course, store, means.cluster) as elsewhere:
            work(course, store, _goes_on, elsewhere)


def play_ladder(folder: Path, means: Means) -> None:
    """Plays the ladder until this process is told to end."""
    with CourseStore.open(folder) as store:
        ladder = Ladder(load_course(folder), store, *means)
        try:
            ladder.play(_goes_on)
        finally:
            ladder.close()


_WORKS: dict[str, Work] = {"checks": check_versions, "ladder": play_ladder}


@contextmanager
def running(folder: Path, means: Means, tell: Callable[[str], None]) -> Iterator[None]:
    """Both processes, during the block. `tell` gets a sentence where one has to be started
    again."""
    keeper = _Keeper(folder, means, tell)
    keeper.start()
    thread = threading.Thread(target=keeper.keep, daemon=True)
    thread.start()
    try:
        yield
    finally:
        keeper.end()
        thread.join()


class _Keeper:
    """Starts the processes, and starts them again."""

    def __init__(self, folder: Path, means: Means, tell: Callable[[str], None]) -> None:
        self._folder = folder
        self._means = means
        self._tell = tell
        self._ends = threading.Event()
        ours, theirs = multiprocessing.get_context("spawn").Pipe(duplex=False)
        self._wake, self._waker = ours, theirs
        self._running: dict[str, SpawnProcess] = {}

    def start(self) -> None:
        """Starts both, before this process has opened the files of the course."""
        for name in _WORKS:
            self._running[name] = self._started(_WORKS[name])

    def keep(self) -> None:
        """Keeps both running until the end."""
        running = self._running
        pauses = dict.fromkeys(running, _PAUSE)
        while not self._ends.is_set():
            wait([self._wake, *(process.sentinel for process in running.values())])
            for name, process in running.items():
                if process.exitcode is not None:
                    code, pauses[name] = process.exitcode, min(2 * pauses[name], _LONGEST_PAUSE)
                    self._tell(f"The process of the {name} has ended ({code}), and begins again.")
                    if self._ends.wait(pauses[name]):
                        break
                    running[name] = self._started(_WORKS[name])
        for process in running.values():
            process.terminate()
        for process in running.values():
            if not ends_within(process, _TO_END):
                process.kill()

    def end(self) -> None:
        """Ends both."""
        self._ends.set()
        self._waker.send(None)

    def _started(self, work: Work) -> SpawnProcess:
        context = multiprocessing.get_context("spawn")
        process = context.Process(target=_worked, args=(work, self._folder, self._means))
        with interrupts_held():
            process.start()
        return process


def _worked(work: Work, folder: Path, means: Means) -> None:
    """The process of a work, out of reach of Ctrl-C. SIGTERM, or the end of its parent, ends the
    work as Ctrl-C would, with all its programs."""
    with suppress(OSError):
        os.setsid()
    try:
        signal.signal(signal.SIGTERM, _interrupt)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        threading.Thread(target=_end_with_parent, daemon=True).start()
        work(folder, means)
    except KeyboardInterrupt:
        pass
    except (BadInput, OSError) as error:
        print(f"Error: {error}", file=sys.stderr, flush=True)
        sys.exit(2)


def _interrupt(number: int, frame: FrameType | None) -> None:
    global _is_to_end
    _is_to_end = True
    raise KeyboardInterrupt


def _goes_on() -> bool:
    return not _is_to_end


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)
