"""A scheduler and workers of dask in processes of their own, as a user starts them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep

import psutil

from tests.support.forked_command import ForkedCommand, can_fork

LIMIT = 60.0
"""Seconds for a process to be ready."""
DEATH = "3600s"
"""Seconds without a scheduler after which a worker leaves by itself, and the other way round."""


class DaskCluster:
    """A scheduler, and its workers by their names."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = folder / "scheduler.json"
        self.workers: dict[str, subprocess.Popen[str]] = {}
        self._scheduler = self._started(
            "scheduler", "scheduler", "--port", "0", "--no-dashboard", "--idle-timeout", DEATH
        )
        end = monotonic() + LIMIT
        while not self.file.exists() or not self.file.read_text().endswith("}"):
            assert monotonic() < end, self.log("scheduler")
            sleep(0.02)

    @property
    def address(self) -> str:
        address: str = json.loads(self.file.read_text())["address"]
        return address

    @property
    def scheduler(self) -> psutil.Process:
        """The process of the scheduler."""
        return psutil.Process(self._scheduler.pid)

    def start(self, name: str, *options: str, environment: Mapping[str, str] | None = None) -> None:
        """Starts a worker for one game at a time; it joins a little later."""
        words = ("worker", "--nthreads", "1", "--death-timeout", DEATH, "--no-dashboard")
        self.workers[name] = self._started(name, *words, *options, environment=environment)

    def kill(self, name: str) -> None:
        """Kills the process of a worker without a nanny."""
        process = self.workers.pop(name)
        process.kill()
        process.wait()

    def log(self, name: str) -> str:
        """What a process has written."""
        return (self.folder / f"{name}.log").read_text()

    def agents(self) -> list[psutil.Process]:
        """The agents of all workers, whether these are alive or not."""
        return [
            process
            for process in psutil.process_iter()
            if _variable(process) == str(self.folder) and "agent" in "".join(_words(process))
        ]

    def end(self) -> None:
        """Kills all that there is."""
        for process in (*self.workers.values(), self._scheduler):
            with suppress(psutil.NoSuchProcess):
                for child in psutil.Process(process.pid).children(recursive=True):
                    with suppress(psutil.NoSuchProcess):
                        child.kill()
            process.kill()
            process.wait()

    def _started(
        self, name: str, *words: str, environment: Mapping[str, str] | None = None
    ) -> subprocess.Popen[str]:
        """A fork, unless the environment changes how Python starts."""
        words = (*words, "--host", "127.0.0.1", "--scheduler-file", str(self.file))
        surroundings = {**os.environ, "OWARI_TEST_CLUSTER": str(self.folder), **(environment or {})}
        forked = can_fork(surroundings)
        with (self.folder / f"{name}.log").open("wb") as log:
            return (ForkedCommand if forked else subprocess.Popen[str])(
                words if forked else (sys.executable, "-m", "dask", *words),
                executable="dask" if forked else None,
                cwd=self.folder,
                env=surroundings,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                text=True,
            )


def _variable(process: psutil.Process) -> str | None:
    with suppress(psutil.Error):
        return process.environ().get("OWARI_TEST_CLUSTER")
    return None


def _words(process: psutil.Process) -> list[str]:
    with suppress(psutil.Error):
        return process.cmdline()
    return []


@contextmanager
def dask_cluster(folder: Path) -> Iterator[DaskCluster]:
    """A scheduler without workers, for as long as the block lasts."""
    cluster = DaskCluster(folder)
    try:
        yield cluster
    finally:
        cluster.end()
