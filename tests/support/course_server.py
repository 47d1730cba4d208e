"""A course with its server, as teams reach it."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import httpx

from owari.course.course_file import load_course
from owari.course.course_store import CourseStore
from owari.course.hand_ins import Upload, accept
from owari.course.roster import team_called
from owari.course.versions import program_folder
from tests.support.command import output, started

LONGEST = 120.0
"""Seconds that anything may take; only a failing test waits so long."""
CONDITIONS = """
event: A course
game: owari
time-per-turn: 20s
start-limit: 30s
sandbox: auto
check-time: 4m
learn-time: 4m
games-per-match: 2
hand-in-size: 1MB
hand-ins-per-day: 8
baselines: [{name: Greedy, engine: greedy}]
"""


def new_course(folder: Path, *teams: str, more: str = "") -> dict[str, str]:
    """Makes the course `c` in a folder, and returns the token of each team."""
    output("course", "init", "c", folder=folder)
    (folder / "c" / "course.yaml").write_text(CONDITIONS + more)
    return tokens(output("course", "enrol", "c", *teams, "--format", "csv", folder=folder))


def tokens(listed: str) -> dict[str, str]:
    """The tokens of a list as `enrol --format csv` prints it."""
    return dict(re.findall(r"^(.*),([\w-]{22}),http\S+$", listed, re.M))


class CourseServer:
    """The server of the course `c` in a folder, until it is killed."""

    def __init__(self, folder: Path, *words: str) -> None:
        self.folder = folder
        self.process: subprocess.Popen[str] = started(
            folder, "course", "serve", "c", "--port", "0", *words
        )
        assert self.process.stdout
        line = self.process.stdout.readline()
        assert line, self.process.communicate()[1]
        self.address = line.split()[-1].rstrip("/")

    def client(self, token: str = "") -> httpx.Client:
        """Somebody who asks, perhaps with a token."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return httpx.Client(base_url=self.address, headers=headers, timeout=LONGEST)

    def hand_in(self, token: str, program: Path, **fields: str) -> dict[str, Any]:
        """Hands in as curl does, and returns the answer."""
        with self.client(token) as client, program.open("rb") as file:
            answer = client.post("/api/hand-in", files={"bot": file}, data=fields)
        assert answer.status_code == 202, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def after_check(self, token: str, number: int) -> dict[str, Any]:
        """A version once its check is over."""
        with self.client(token) as client:
            found: dict[str, Any] = awaited(
                lambda: client.get(f"/api/versions/{number}").json(),
                lambda found: found["state"] not in ("queued", "building", "checking"),
            )
            return found

    def kill(self) -> None:
        """Ends the server without a warning."""
        self.process.kill()
        said = self.process.communicate()[1]
        sys.stderr.write(said)
        assert "Traceback" not in said


def awaited(ask: Any, is_right: Any) -> Any:
    """The first answer that is right."""
    end = monotonic() + LONGEST
    while True:
        found = ask()
        if is_right(found):
            return found
        assert monotonic() < end, found
        sleep(0.1)


def admit(folder: Path, team: str, program: Path) -> None:
    """Lets a version play that no check would let pass."""
    course = load_course(folder / "c")
    with CourseStore.open(folder / "c") as store, Upload(course) as arriving:
        arriving.write(program.read_bytes())
        found = team_called(store, team)
        version, _ = accept(course, store, found, arriving, program.name)
        root = program_folder(course, found.id, version.number) / "program"
        root.mkdir(parents=True)
        shutil.copy(program, root)
        (root / ".owari").touch()
        store.set_entry(version, {"command": ["python3", program.name], "folder": "program"})
        store.admit(version)


@contextmanager
def course_server(folder: Path, *words: str) -> Iterator[CourseServer]:
    """A server during the block, with these options."""
    server = CourseServer(folder, *words)
    try:
        yield server
    finally:
        server.kill()
