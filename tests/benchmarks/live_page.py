"""What the live page costs: a ply that is written for viewers, a ply that somebody watches, a class
of 50 that watches an evening or quick games, the first list of ten thousand games after a start,
and a tournament on all cores with 200 viewers, with the time from a move to the page.

    python -m tests.benchmarks.live_page [--viewers 200] [--rounds 3] [--only class]

The viewers run on this machine too: what they use, the games of a real evening would have.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from statistics import fmean, median, quantiles, stdev
from time import perf_counter, process_time
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import httpx
import psutil
from tabulate import tabulate

from owari.games.game import Position, Side
from owari.games.mancala import OWARI
from owari.players.player import Choice, Clock, StatelessPlayer, TimeControl
from owari.records.record import Ply
from owari.referee.referee import play_game
from owari.results.store import Store
from owari.tournament.run.live_moves import Heading, LivePlace, LiveReader, LiveWriter, live_file
from owari.tournament.tournament_state import scheduled_games
from tests.support.live_run import LiveRun, live_run, record

GAMES = 4000
"""Games of each kind in a paired run."""
BATCH = 100
"""Pairs of games of which the median counts."""
PLIES = 200_000
SAMPLE = 20
"""Viewers whose events are read; the others only take them."""
LOOK = 0.002
"""Seconds between two looks of the viewers' process at the file, to know when a ply was made."""
DEPTH = 20
CLASS = 50
"""Viewers of an evening."""
PACE = 0.5
"""Seconds of a ply there, on each of two boards."""
EVENING = 60.0
"""Seconds that are measured of it."""
QUICK = 0.02
"""Seconds of a ply where games end several times a second."""
MANY_BOTS, LONG_MATCH = 20, 54
"""Together 10,260 games."""
VIEW = (sys.executable, "-m", "tests.benchmarks.live_page", "--view")
"""The command of the viewers' process."""
TOURNAMENT = """
game: owari
concurrency: {cores}
seed: 1
bots:
  - {{name: Deep A, engine: alpha-beta, depth: {depth}}}
  - {{name: Deep B, engine: alpha-beta, depth: {depth}}}
  - {{name: Deep C, engine: alpha-beta, depth: {depth}}}
openings: random
"""


class First(StatelessPlayer):
    """Plays the lowest pit."""

    def choose(self, position: Position, clock: Clock) -> Choice:
        return Choice(position.legal_moves()[0])


class Run(NamedTuple):
    """A tournament."""

    seconds: float
    """The thinking times of all games."""
    latencies: list[float]
    """Seconds from a ply until a viewer has it."""
    server_share: float
    """Of one core."""
    viewers_share: float


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--viewers", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--depth", type=int, default=DEPTH)
    parser.add_argument(
        "--only", choices=("written", "paired", "class", "quick", "list", "tournaments")
    )
    parser.add_argument("--view", nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.view:
        address, results = options.view
        asyncio.run(view(address, results, options.viewers))
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        parts = {
            "written": lambda: written(folder),
            "paired": lambda: paired(folder),
            "class": lambda: watched(folder, "an evening", PACE),
            "quick": lambda: watched(folder, "quick games", QUICK),
            "list": lambda: first_list(folder),
            "tournaments": lambda: tournaments(
                folder, options.viewers, options.rounds, options.depth
            ),
        }
        names = [options.only] if options.only else parts
        rows = [row for name in names for row in parts[name]()]
    print(tabulate(rows, headers=("what", "measured", "unit"), floatfmt=".3g"))


def written(folder: Path) -> Iterator[tuple[str, float, str]]:
    """The writing of a ply alone."""
    with live_writer(folder / "written.db") as writer:
        ply = Ply(Side.SOUTH, OWARI.start().legal_moves()[0], 1.0)
        begun = perf_counter()
        for number in range(PLIES):
            if number % 100 == 0:
                writer.begin(HEADING)
            writer.add(ply, START)
        yield "a ply written for viewers", 1e6 * (perf_counter() - begun) / PLIES, "us"


START = OWARI.start()
HEADING = Heading(1, 1, "owari", str(START), "A", "B")


@contextmanager
def live_writer(results: Path) -> Iterator[LiveWriter]:
    with live_file(results, 1) as path:
        assert path
        writer = LiveWriter.open(LivePlace(path, 0))
        assert writer
        yield writer
        writer.close()


def paired(folder: Path) -> Iterator[tuple[str, float, str]]:
    """The referee's time a ply: games with and without a writer alternate."""
    results = folder / "paired.db"
    with Store.open_or_create(results), live_writer(results) as writer:
        yield from difference("nobody watches", writer)
    with Store.open_or_create(results):
        pass
    with served(results) as (address, _), live_writer(results) as writer:
        command = [*VIEW, address, str(results), "--viewers", "1"]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) as viewer:
            time.sleep(2)
            yield from difference("one viewer", writer)
            assert viewer.stdin
            viewer.stdin.close()


def difference(name: str, writer: LiveWriter) -> Iterator[tuple[str, float, str]]:
    """How much longer a ply takes with the writer."""
    pairs = [(a_ply(None), a_ply(writer)) for _ in range(GAMES)]
    for at, kind in enumerate(("processor time", "by the referee's clock")):
        batches = [
            median(live[at] - plain[at] for plain, live in pairs[begin : begin + BATCH])
            for begin in range(0, GAMES, BATCH)
        ]
        yield f"a ply without live moves, {kind}", median(plain[at] for plain, _ in pairs), "us"
        yield f"    more with live moves, {name}", fmean(batches), "us"
        half = 1.96 * stdev(batches) / len(batches) ** 0.5
        yield "    half of its 95% interval", half, "us"


def a_ply(writer: LiveWriter | None) -> tuple[float, float]:
    """Microseconds of a ply of a game: of the processor, which does not count what other processes
    do meanwhile, and by the clock of the referee."""
    players = {side: First(str(side)) for side in Side}
    times = {side: TimeControl() for side in Side}
    begun = process_time()
    if writer:
        writer.begin(HEADING)
    plies = play_game(players, START, times, on_ply=writer.add if writer else None).plies
    if writer:
        writer.end()
    took = process_time() - begun
    return 1e6 * took / len(plies), 1e6 * fmean(ply.seconds or 0.0 for ply in plies)


def watched(folder: Path, what: str, pace: float) -> Iterator[tuple[str, float, str]]:
    """What the server takes where a class watches two boards, on which a ply takes so long."""
    results = folder / "evening.db"
    with (
        live_run(results, [f"Bot {number}" for number in range(40)]) as run,
        served(results) as (address, server),
    ):
        plies = two_boards(run)
        for viewers in (0, CLASS):
            with viewing(address, results, viewers):
                time.sleep(5)
                begun, used, games = perf_counter(), cpu(server), len(run.store.numbers())
                while perf_counter() < begun + EVENING:
                    next(plies)
                    time.sleep(pace)
                took = perf_counter() - begun
                share, ended = (cpu(server) - used) / took, len(run.store.numbers()) - games
            yield f"a core for the server, {viewers} viewers of {what}", 100 * share, "%"
            yield "    games that ended", ended / took, "1/s"


@contextmanager
def viewing(address: str, results: Path, viewers: int) -> Iterator[None]:
    """Viewers in a process of their own."""
    command = [*VIEW, address, str(results), "--viewers", str(viewers)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) as process:
        yield
        assert process.stdin
        process.stdin.close()


def cpu(process: psutil.Process) -> float:
    """Seconds of the processor so far."""
    return float(sum(process.cpu_times()[:2]))


def first_list(folder: Path) -> Iterator[tuple[str, float, str]]:
    """The list of all games of a long tournament, opened first after the start of the server."""
    results = folder / "long.db"
    bots = [f"Bot {number:02}" for number in range(MANY_BOTS)]
    with live_run(results, bots, **{"games-per-match": LONG_MATCH}) as run:
        played = {choice: record("", "", choice=choice) for choice in (0, -1)}
        with run.store.transaction():
            for game in scheduled_games(run.store):
                made = played[-(game.number % 2)]
                run.store.add(game.number, replace(made, south=game.south, north=game.north))
    for _ in range(3):
        with served(results) as (address, server):
            yield "the start of the server", cpu(server), "s of the processor"
            used = cpu(server)
            games = httpx.get(f"{address}api/watch/0/games", timeout=60).json()["games"]
            yield f"the first list of {len(games):,} games", cpu(server) - used, "s"


def two_boards(run: LiveRun) -> Iterator[None]:
    """Plays the tournament, each time one ply on either board."""
    games = iter(scheduled_games(run.store))
    left = [0, 0]
    while True:
        for slot in (0, 1):
            if left[slot] == 0:
                coming = next(games)
                game = record(coming.south, coming.north)
                run.begin(coming.number, game, slot)
                left[slot] = len(game.plies)
            run.play(1, slot)
            left[slot] -= 1
            if left[slot] == 0:
                run.end(slot)
        yield


@contextmanager
def served(results: Path) -> Iterator[tuple[str, psutil.Process]]:
    """`owari serve` on these results."""
    command = [sys.executable, "-u", "-m", "owari", "serve", str(results), "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        yield address_in(process.stdout.readline()), psutil.Process(process.pid)
        process.terminate()


def address_in(line: str) -> str:
    found = re.search(r"http://[^\s?]+", line)
    assert found, line
    return found[0]


def tournaments(
    folder: Path, viewers: int, rounds: int, depth: int
) -> Iterator[tuple[str, float, str]]:
    """The same tournament without and with viewers, again and again."""
    cores = len(os.sched_getaffinity(0))
    file = folder / "bots.yaml"
    file.write_text(TOURNAMENT.format(cores=cores, depth=depth))
    pairs = [(tournament(file, 0), tournament(file, viewers)) for _ in range(rounds)]
    if not all(alone.seconds for alone, _ in pairs):
        raise SystemExit("The games took no time that can be measured: give a larger --depth.")
    ratios = [watched.seconds / alone.seconds for alone, watched in pairs]
    latencies = [each for _, watched in pairs for each in watched.latencies]
    if len(latencies) < 2:
        raise SystemExit("The viewers saw no moves: give a larger --depth, or more --viewers.")
    yield f"games on {cores} cores, alone", median(alone.seconds for alone, _ in pairs), "s"
    yield f"longer with {viewers} viewers", 100 * (median(ratios) - 1), "%"
    yield "    the largest of all rounds", 100 * (max(ratios) - 1), "%"
    yield "a core for the server", 100 * fmean(run.server_share for _, run in pairs), "%"
    yield "a core for the viewers", 100 * fmean(run.viewers_share for _, run in pairs), "%"
    yield "moves seen", len(latencies) / SAMPLE, ""
    yield "from a move to the page, median", 1000 * median(latencies), "ms"
    yield "    95th percentile", 1000 * quantiles(latencies, n=20)[-1], "ms"


def tournament(file: Path, viewers: int) -> Run:
    """Plays it from the beginning."""
    results = file.with_suffix(".db")
    words = ["--serve", "--port", "0"] if viewers else []
    command = [sys.executable, "-m", "owari", "tournament", str(file), "--restart", *words]
    with subprocess.Popen(
        command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True
    ) as process:
        latencies: list[float] = []
        shares = (0.0, 0.0)
        if viewers:
            assert process.stderr
            address = address_in(next(line for line in process.stderr if "http" in line))
            latencies, shares = watch(process, address, results, viewers)
        process.communicate()
    with Store.open(results) as store:
        seconds = [(game.south_seconds, game.north_seconds) for game in store.games()]
    return Run(sum((one or 0) + (other or 0) for one, other in seconds), latencies, *shares)


def watch(
    process: subprocess.Popen[str], address: str, results: Path, viewers: int
) -> tuple[list[float], tuple[float, float]]:
    """Watches until the games are over, and ends the page."""
    with subprocess.Popen(
        [*VIEW, address, str(results), "--viewers", str(viewers)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as viewing:
        server = next(child for child in psutil.Process(process.pid).children() if child.nice() > 0)
        begun = perf_counter()
        assert process.stderr
        for line in process.stderr:
            if "stays until" in line:
                break
        took = perf_counter() - begun
        used = [sum(each.cpu_times()[:2]) for each in (server, psutil.Process(viewing.pid))]
        said, _ = viewing.communicate()
    process.send_signal(2)
    return json.loads(said), (used[0] / took, used[1] / took)


async def view(address: str, results: str, viewers: int) -> None:
    """All viewers, until the standard input ends; then prints the latencies."""
    moments: dict[tuple[int, int, int], float] = {}
    latencies: list[float] = []
    place = urlsplit(address)
    numbers: dict[int, int] = {}
    tasks = [asyncio.create_task(look(Path(results), moments, numbers))]
    for number in range(viewers):
        kept = latencies if number < SAMPLE else None
        follow = read(place.hostname, place.port, moments, numbers, kept)
        tasks.append(asyncio.create_task(follow))
        await asyncio.sleep(0.005)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    for task in tasks:
        task.cancel()
    print(json.dumps(latencies))


async def look(results: Path, moments: dict[Any, float], numbers: dict[int, int]) -> None:
    """Notes when each ply is made."""
    reader = LiveReader(results)
    while True:
        for slot, stamp in reader.stamps().items():
            numbers[slot] = stamp.changes
            moments[slot, stamp.changes, stamp.plies] = stamp.moment
        await asyncio.sleep(LOOK)


async def read(
    host: str | None,
    port: int | None,
    moments: dict[Any, float],
    numbers: dict[int, int],
    latencies: list[float] | None,
) -> None:
    """One viewer."""
    reader, writer = await asyncio.open_connection(host, port, limit=1 << 22)
    request = f"GET /api/watch/0/events HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n"
    writer.write(request.encode())
    while line := await reader.readline():
        if latencies is None or line != b"event: moves\n":
            continue
        data = json.loads((await reader.readline()).removeprefix(b"data: "))
        made = moments.get((data["slot"], numbers.get(data["slot"], 0), data["count"]))
        if made is not None:
            latencies.append(time.time() - made)


if __name__ == "__main__":
    main()
