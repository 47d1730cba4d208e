"""Checks on a worker of a cluster: what is handed in travels there, and what is built comes back.

Beside the worker runs an agent, as for games, which tries the version in a folder that nobody else
uses, with the limits of this machine. It is asked again and again for what it has to say. A worker
that is gone is a failure of ours, and the next attempt is made on another one.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
import select
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from time import monotonic, sleep
from typing import Any, NamedTuple, Self
from uuid import uuid4

from owari.course.course_file import Course
from owari.course.course_store import CourseStore, State, Step, Version
from owari.course.hand_ins import version_folder
from owari.course.trial_queue import CHECK_CORE, CORE_LOCK, LEFT, messages_of_trial
from owari.course.version_trial import Entered, Message, Over
from owari.course.versions import delete, program_folder
from owari.errors import BadInput
from owari.text.printable import plain
from owari.tournament.cluster.connection import Connection, refusal
from owari.tournament.cluster.travelling_bots import Archive, pack, unpack
from owari.tournament.cluster.worker_tasks import (
    Gone,
    Look,
    cache_folder,
    close_agent,
    said,
    start_agent,
)
from owari.tournament.run.message_line import ALIVE, Line, line_of_agent

_LOOK = 0.25
"""Seconds between two looks for a worker, and for its core."""
_LONELY = 60.0
"""Seconds without a question after which an agent ends."""
_ALIVE_INTERVAL = 1.0


class _Job(NamedTuple):
    """What the agent of a check has to know."""

    course: Course
    version: Version
    public: str
    file: bytes
    """What was handed in."""
    core: int
    cache: Path
    """The folder of the worker for programs. None of them sees another one there."""


async def open_check(
    token: str, course: Course, version: Version, public: str, file: bytes, core: int
) -> None:
    """Starts a check beside this worker."""
    job = _Job(course, version, public, file, core, cache_folder())
    await asyncio.to_thread(start_agent, token, __name__, job)


async def close_check(token: str) -> None:
    """Ends a check with all its programs."""
    await asyncio.to_thread(close_agent, token)


class _Agent:
    """The process that tries one version beside a worker."""

    def __init__(self, line: Line, job: _Job) -> None:
        self._line = line
        self._job = job
        # The folder has the number of this process, so that no other trial works in it.
        self._course = replace(job.course, folder=job.cache)
        self._version = job.version._replace(team=os.getpid())
        self._heard = monotonic()
        self._told = 0.0

    def serve(self) -> None:
        """Tries the version, and waits until the line ends."""
        folder = program_folder(self._course, self._version.team, self._version.number)
        upload = version_folder(self._course, self._version.team, self._version.number)
        try:
            upload.mkdir(parents=True)
            (upload / "file").write_bytes(self._job.file)
            with closing(self._messages()) as messages:
                for message in messages:
                    self._say(message)
            while self._goes_on(_ALIVE_INTERVAL):
                pass
        except EOFError:
            pass
        except OSError as error:
            self._say(Step("server", "ours", f"{error.strerror or error}"))
        finally:
            delete(folder.parent)
            delete(upload.parent)

    def _messages(self) -> Generator[Message | Archive, None, None]:
        """Those of the trial, before the last what has been built."""
        folder = program_folder(self._course, self._version.team, self._version.number)
        job = self._job
        for message in messages_of_trial(
            self._course, self._version, job.public, self._goes_on, job.core
        ):
            if isinstance(message, Over) and message.has_passed:
                try:
                    yield pack(folder)
                except BadInput as error:
                    found = str(error).replace(str(folder.resolve()), "its folder")
                    yield Step("build", "failed", found)
                    message = Over(False)
            yield message

    def _say(self, message: object) -> None:
        try:
            self._line.send((0, message))
        except OSError:
            raise EOFError from None
        self._told = monotonic()

    def _goes_on(self, wait: float = 0.0) -> bool:
        """Gives a sign of life, and says whether somebody still waits for the check. Raises
        EOFError when the line has ended."""
        if monotonic() > self._told + _ALIVE_INTERVAL:
            self._say(ALIVE)
        if select.select([self._line.socket], [], [], wait)[0]:
            self._line.arrivals()
            self._heard = monotonic()
        return monotonic() < self._heard + _LONELY


class _Place(NamedTuple):
    """Where checks run."""

    worker: str
    host: str
    boot: str
    core: int


class RemoteChecks:
    """The place of a cluster for checks; `find` finds one, and another where it is gone."""

    def __init__(self, course: Course, store: CourseStore, address: str) -> None:
        self._course = course
        self._store = store
        self._address = address
        self._connection: Connection | None = None
        self._place: _Place | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._connection:
            self._connection.close()

    def find(self) -> None:
        """Waits for a worker, and until the ladder has left its core. Raises BadInput."""
        if self._connection is None:
            sandbox, tell = self._course.tournament.sandbox, self._tell
            self._connection = Connection(
                self._address, (), left_out=(), tell=tell, sandbox=sandbox
            )
        while not (place := self._found(self._connection)):
            self._connection.check_usable(usable=False, undecided=False)
            sleep(_LOOK)
        if place != self._place:
            self._place = place
            self._connection.is_usable()
            self._tell(f"Checks run on {place.host}.")
        self._store.keep(CHECK_CORE, [place.boot, place.core])
        while not self._is_left(place):
            sleep(_LOOK)

    def _tell(self, sentence: str) -> None:
        self._store.note("cluster", sentence)

    def _found(self, connection: Connection) -> _Place | None:
        """The place as before, or that on the machine with the most cores."""
        threads = connection.threads()
        if self._place and self._place.worker in threads:
            return self._place
        places = {}
        new = [worker for worker in threads if worker not in connection.refused]
        for worker, look in connection.look_at(new).items() if new else ():
            if why := refusal(worker, look):
                connection.refuse(worker, why)
            elif isinstance(look, Look):
                places[_Place(worker, look.host, look.boot, look.cores[0])] = len(look.cores)
        return max(sorted(places), key=places.__getitem__, default=None)

    def _is_left(self, place: _Place) -> bool:
        """Whether the ladder plays nothing there."""
        if self._store.value(LEFT) == [place.boot, place.core]:
            return True
        descriptor = os.open(self._course.folder / CORE_LOCK, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        finally:
            os.close(descriptor)
        return True

    def trial(
        self, course: Course, version: Version, public: str, is_open: Callable[[], bool]
    ) -> Iterator[Message]:
        """What the trial of a version sends from the worker. What it has built lies in the folder
        of the version before the end of a trial that is passed."""
        assert self._connection
        assert self._place
        connection, place, token = self._connection, self._place, uuid4().hex
        file = (version_folder(course, version.team, version.number) / "file").read_bytes()
        folder = program_folder(course, version.team, version.number)
        delete(folder)
        begun = connection.at_once(
            place.worker, open_check, token, course, version, public, file, place.core
        )
        built: Path | None = None
        entry: Entered | None = None
        try:
            while is_open():
                answer = begun or connection.at_once(place.worker, said, token)
                if not isinstance(answer, list):
                    yield Step("server", "ours", self._lost(place, answer))
                    return
                for message in answer:
                    if isinstance(message, Archive):
                        folder.mkdir(parents=True)
                        built = unpack(message, folder)
                        continue
                    if isinstance(message, Entered):
                        entry = message
                    if isinstance(message, Over) and message.has_passed:
                        if not (built and entry):
                            yield Step("server", "ours", f"{place.host} has sent no program")
                            return
                        yield _moved(entry, built.name)
                    if not isinstance(message, State | Step | Entered | Over):
                        yield Step("server", "ours", f"{place.host} answers wrongly")
                        return
                    yield message
                    if isinstance(message, Over):
                        return
        finally:
            connection.at_once(place.worker, close_check, token)

    def _lost(self, place: _Place, answer: Any) -> str:
        """The check has no answer any more. Returns a clause on that."""
        self._place = None
        if isinstance(answer, Gone):
            silent = f" has said nothing for {answer.silence:.0f} s" if answer.silence else ""
            return f"the process of the check on {place.host}{silent or ' has ended'}"
        self._tell(f"The check on {place.host} has no answer: {plain(str(answer)) or 'none'}.")
        return f"the worker on {place.host} does not answer"


def _moved(entry: Entered, built: str) -> Entered:
    """The entry of a version whose files lie deeper by one folder."""
    return Entered({**entry.entry, "folder": f"{built}/{entry.entry['folder']}"})


def serve() -> None:
    """Runs one check, of which it hears over its standard input."""
    line = line_of_agent()
    try:
        job: _Job = line.receive()
        line.send(None)
    except (EOFError, OSError):
        return
    _Agent(line, job).serve()


if __name__ == "__main__":
    serve()
