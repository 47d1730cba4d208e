"""What a worker of dask does for a tournament: these functions are the tasks.

They hold no state of a tournament: a worker has an agent for each `token`, and passes messages.
"""

from __future__ import annotations

import asyncio
import atexit
import os
import queue
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import threading
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

from owari import __version__
from owari.programs.processes.cores import usable_cores
from owari.programs.sandbox.program_settings import Sandbox
from owari.programs.sandbox.sandbox import MissingMeans, summary
from owari.records.record import Machine
from owari.tournament.cluster.travelling_bots import Need, problem_of
from owari.tournament.run.message_line import ALIVE, Line, Setup

START_LIMIT = 60.0
"""Seconds for an agent to start and to measure the machine."""
CHECK_INTERVAL = 1.0
"""Seconds between two looks whether anybody still waits for a game."""
END_LIMIT = 15.0
"""Seconds for an agent to end its programs."""
SILENCE_LIMIT = 60.0
"""Seconds that an agent may say nothing. It gives a sign of life each second."""


class Gone(NamedTuple):
    """The worker has no such agent, or no longer."""

    wrong: str = ""
    """What the agent did wrong, in a clause; empty for one that has ended."""
    silence: float = 0.0
    """For how many seconds it had said nothing, where it was ended for that."""


class Look(NamedTuple):
    """What a worker says of its machine."""

    host: str
    boot: str
    """The same for all workers of one machine."""
    cores: tuple[int, ...]
    """Which it may use."""
    refusal: str
    """Why it cannot play, in a sentence; empty where it can."""


def version() -> str:
    """Of Owari, where this runs."""
    return __version__


def look(wanted: str, needs: Sequence[Need], sandbox: Sandbox | None) -> Look:
    """Tells of this machine, and whether it has the wanted version and what all bots need."""
    problems = [] if wanted == __version__ else [f"it has Owari {__version__}, not {wanted}"]
    problems += [problem for need in needs if (problem := problem_of(need))]
    if sandbox:
        try:
            summary(sandbox)
        except MissingMeans as error:
            problems.append(str(error))
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    except OSError:
        boot = socket.gethostname()
    return Look(socket.gethostname(), boot, tuple(usable_cores()), "; ".join(problems[:3]))


def open_agent(token: str, cores: tuple[tuple[int, ...], ...], machine: Machine | None) -> Machine:
    """Starts an agent with slots on these cores. Returns the machine, which it measures unless it
    is known."""
    setup = Setup(cores, cache_folder(), machine)
    ready: Machine = start_agent(token, "owari.tournament.cluster.agent", setup)
    return ready


def start_agent(token: str, module: str, setup: object) -> Any:
    """Starts a process beside this worker which runs a module, and returns what that says first.
    It hears `setup`, and ends when its line does."""
    agent = _Agent(module, setup)
    _agents[token] = agent
    if token in _closed:
        close_agent(token)
    return agent.ready


def exchange(token: str, place: int, messages: Sequence[object], answered: bool) -> Any:
    """Passes messages to a place of an agent, and returns the answer if one is to come."""
    agent = _agents.get(token)
    if agent is None:
        return Gone()
    if not agent.send((place, messages)):
        return agent.gone()
    return agent.answer(place) if answered else None


async def said(token: str) -> list[Any] | Gone:
    """What an agent says within CHECK_INTERVAL seconds. It hears that somebody still asks. No
    thread for tasks waits, as a game may have the only one."""
    agent = _agents.get(token)
    return await asyncio.to_thread(agent.said) if agent else Gone()


def close_agent(token: str) -> None:
    """Ends an agent with all its programs, or as soon as it starts."""
    _closed.add(token)
    if agent := _agents.pop(token, None):
        agent.close()


class _Agent:
    """The process of an agent, and what it has said."""

    def __init__(self, module: str, setup: object) -> None:
        ours, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", module],
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                start_new_session=True,
            )
        self.line = Line(ours)
        ours.settimeout(START_LIMIT)
        try:
            self.line.send(setup)
            self.ready: Any = self.line.receive()
        except (EOFError, OSError, ValueError):
            self.close()
            raise RuntimeError("the process that runs programs did not start") from None
        ours.settimeout(None)
        ours.setsockopt(
            socket.SOL_SOCKET, socket.SO_SNDTIMEO, struct.pack("ll", int(SILENCE_LIMIT), 0)
        )
        self._heard = monotonic()
        self._answers: dict[int, queue.SimpleQueue[Any]] = {}
        self._is_gone = False
        self._sends = threading.Lock()
        self._wrong, self._silence = "", 0.0
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        try:
            while True:
                place, answer = self.line.receive()
                self._heard = monotonic()
                if answer != ALIVE:
                    self._of(place).put(answer)
        except EOFError:
            pass
        except (TypeError, ValueError) as error:  # or it is no pair of a place
            self._wrong = str(error)
        finally:
            self._is_gone = True

    def _of(self, place: int) -> queue.SimpleQueue[Any]:
        return self._answers.setdefault(place, queue.SimpleQueue())

    def send(self, message: object) -> bool:
        """Sends it a message. Returns False where its end is closed, or it has read nothing for
        long."""
        with self._sends:
            try:
                self.line.send(message)
            except OSError:
                return False
        return True

    def said(self) -> list[Any] | Gone:
        """What it has said to place 0 since the last time, or says soon."""
        is_there = self.send((0, ())) and not self._is_gone
        found = []
        with suppress(queue.Empty):
            found.append(self._of(0).get(timeout=CHECK_INTERVAL if is_there else 0))
            while True:
                found.append(self._of(0).get_nowait())
        is_silent = monotonic() > self._heard + SILENCE_LIMIT
        return found if found or (is_there and not is_silent) else self.gone()

    def answer(self, place: int) -> Any:
        """Waits for what the place says next."""
        while True:
            with suppress(queue.Empty):
                return self._of(place).get(timeout=CHECK_INTERVAL)
            if self._is_gone or monotonic() > self._heard + SILENCE_LIMIT:
                return self.gone()
            if _is_cancelled():  # and so are all others: the tournament has ended
                self.close()

    def gone(self) -> Gone:
        """Why it plays no more. Ends it where it is still there and says nothing."""
        if not self._is_gone:
            self._silence = monotonic() - self._heard
            self._process.kill()  # its slots end with it
            self.close()
        return Gone(self._wrong, self._silence)

    def close(self) -> None:
        """Ends it: it ends its programs when its line does."""
        with suppress(OSError):
            self.line.socket.shutdown(socket.SHUT_RDWR)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(END_LIMIT)
        self._process.kill()
        self._process.wait()


_agents: dict[str, _Agent] = {}
_closed: set[str] = set()
"""The tokens of agents that nobody needs any more, whether they have started or not."""


def _is_cancelled() -> bool:
    """Whether the task that runs in this thread is not wanted any more."""
    from distributed import get_worker

    worker = get_worker()
    task = worker.state.tasks.get(worker.get_current_task())
    return task is None or task.state == "cancelled"


@cache
def cache_folder() -> Path:
    """The folder for the folders of bots, for as long as this worker lives. Where it is killed, the
    next program that Owari starts here removes it."""
    folder = tempfile.mkdtemp(prefix=f"owari-{os.getpid()}-bots-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)
