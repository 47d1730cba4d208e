"""What the server of a course takes: hand-ins of many teams within a short time, its pages under
many spectators, and how much of the processor is for games while nothing is handed in.

    python tests/benchmarks/course.py [--teams 100] [--within 60] [--spectators 200] [--quiet 60]

Teams and spectators run on this machine too. The load of the machine stands beside the figures.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sqlite3
import tempfile
import time
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from statistics import median, quantiles

import httpx
import psutil
from tabulate import tabulate

from tests.support.course_server import CourseServer, new_course
from tests.support.sample_programs import PROGRAMS

PROGRAM = PROGRAMS / "line" / "lowest.py"
PAGES = ("/", "/api/ladder", "/teams/Team%201")
LOOK = 5.0
"""Seconds between two requests of a spectator, as its page asks."""
MORE = """
sandbox: isolated
concurrency: {cores}
games-per-match: 1000
"""
Row = tuple[str, int, float, float, float]


def main() -> None:
    """Prints the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--teams", type=int, default=100)
    parser.add_argument("--within", type=float, default=60.0, help="seconds for all hand-ins")
    parser.add_argument("--spectators", type=int, default=200)
    parser.add_argument("--quiet", type=float, default=60.0, help="seconds without hand-ins")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        names = [f"Team {number}" for number in range(1, asked.teams + 1)]
        tokens = new_course(folder, *names)
        file = folder / "c" / "course.yaml"
        kept = [line for line in file.read_text().splitlines() if not _is_set(line)]
        file.write_text("\n".join(kept) + MORE.format(cores=os.cpu_count()))
        server = CourseServer(folder)
        try:
            rows = asyncio.run(_rush(server.address, [*tokens.values()], asked))
            print(f"Load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores.\n")
            headers = ("request", "number", "median s", "95% s", "longest s")
            print(tabulate(rows, headers, floatfmt=".3f"), flush=True)
            checked = _checked(folder)
            in_order = "in the order of the hand-ins" if checked == sorted(checked) else "mixed"
            print(f"\n{len(checked)} versions are checked so far, {in_order}.", flush=True)
            if asked.quiet:
                _await_checks(folder)
                print(_share(psutil.Process(server.process.pid), asked.quiet))
        finally:
            server.kill()


def _is_set(line: str) -> bool:
    return line.partition(":")[0] in ("sandbox", "concurrency", "games-per-match")


async def _rush(address: str, tokens: Sequence[str], asked: argparse.Namespace) -> list[Row]:
    """All hand in at times by chance, while spectators look."""
    random = Random(1)
    data = PROGRAM.read_bytes()
    seconds: dict[str, list[float]] = {}
    limits = httpx.Limits(max_connections=None)
    async with httpx.AsyncClient(base_url=address, timeout=120.0, limits=limits) as client:

        async def hand_in(token: str, at: float) -> None:
            await asyncio.sleep(at)
            headers = {"Authorization": f"Bearer {token}"}
            begun = time.perf_counter()
            answer = await client.post(
                "/api/hand-in", headers=headers, files={"bot": ("lowest.py", data)}
            )
            seconds.setdefault("hand-in", []).append(time.perf_counter() - begun)
            assert answer.status_code == 202, answer.text

        async def look(number: int) -> None:
            headers = {"X-Forwarded-For": f"10.0.{number // 250}.{number % 250}"}
            page = PAGES[number % len(PAGES)]
            await asyncio.sleep(random.uniform(0, LOOK))
            while True:
                begun = time.perf_counter()
                answer = await client.get(page, headers=headers)
                seconds.setdefault(page, []).append(time.perf_counter() - begun)
                assert answer.status_code == 200, answer.text
                await asyncio.sleep(LOOK)

        async def sleep() -> None:
            while True:
                begun = time.perf_counter()
                await asyncio.sleep(0.1)
                late = time.perf_counter() - begun - 0.1
                seconds.setdefault("(a sleep of those who ask, too late by)", []).append(late)

        spectators = [asyncio.create_task(sleep())]
        spectators += [asyncio.create_task(look(number)) for number in range(asked.spectators)]
        moments = [random.uniform(0, asked.within) for _ in tokens]
        await asyncio.gather(*map(hand_in, tokens, moments))
        for each in spectators:
            each.cancel()
        await asyncio.gather(*spectators, return_exceptions=True)
    return [
        (name, len(each), median(each), quantiles(each, n=20)[-1], max(each))
        for name, each in sorted(seconds.items())
        if len(each) > 1
    ]


def _checked(folder: Path) -> list[int]:
    """The versions whose check is over, in the order in which that was."""
    with closing(sqlite3.connect(folder / "c" / "course.db")) as store:
        rows = store.execute("SELECT id FROM versions WHERE state = 'playing' ORDER BY since")
        return [number for (number,) in rows]


def _await_checks(folder: Path) -> None:
    """Waits until the server has checked everything."""
    with closing(sqlite3.connect(folder / "c" / "course.db")) as store:
        open_ones = "SELECT count(*) FROM versions WHERE state IN ('queued','building','checking')"
        while store.execute(open_ones).fetchone()[0]:
            time.sleep(1.0)


def _share(server: psutil.Process, seconds: float) -> str:
    """How much of the processor time of the course goes to the processes of games."""
    before = _times(server)
    time.sleep(seconds)
    after = _times(server)
    used = {kind: after[kind] - before[kind] for kind in after}
    whole = sum(used.values())
    parts = ", ".join(f"{kind} {100 * spent / whole:.1f}%" for kind, spent in used.items())
    return f"Of {whole:.1f} s of processor in {seconds:.0f} s without hand-ins: {parts}."


def _times(server: psutil.Process) -> dict[str, float]:
    """Seconds of processor of the server, of the checks and the ladder beside it, and of all that
    these have started: the slots with the programs."""
    beside = server.children()
    own = sum(sum(process.cpu_times()[:2]) for process in beside)
    return {
        "games": sum(map(_with_dead, beside)) - own,
        "ladder and checks": own,
        "pages": sum(server.cpu_times()[:2]),
    }


def _with_dead(process: psutil.Process) -> float:
    """Seconds of a process with all that it has started, also of what has ended."""
    with suppress(psutil.NoSuchProcess):
        times, children = process.cpu_times(), process.children()
        return float(sum(times[:4])) + sum(map(_with_dead, children))
    return 0.0


if __name__ == "__main__":
    main()
