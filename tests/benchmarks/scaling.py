"""How much faster two games at a time are than one, and what a game costs on a cluster.

    python tests/benchmarks/scaling.py [ROUNDS [SCHEDULER]]

Needs a C compiler and two cores. Each way of play is measured one game at a time and two at a time,
in turn, as often as ROUNDS says (5), with every game stored as a tournament stores it. Beside the
ratio of the clock's seconds stands twice that of the processor's: what two cores can give that do
nothing else. The clock's own is right on a quiet machine alone. With the file or the address of a
dask scheduler, its workers play the same games too.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import NamedTuple

import psutil
from tabulate import tabulate

from owari.games.mancala import OWARI
from owari.players.builtin_bots import Settings
from owari.players.player import TimeControl
from owari.programs.dialogues.line import LineProtocol
from owari.programs.sandbox.program_settings import ProgramSettings
from owari.results.game_log import About, StoredBot
from owari.results.store import Store
from owari.tournament.cluster.remote_places import Cluster
from owari.tournament.file.tournament_settings import BotConfig, BuiltinSettings
from owari.tournament.run.runner import Games, groups, run
from owari.tournament.run.slot import GameSpec
from tests.benchmarks.referee import PROGRAMS, compile_bot

TIMES = TimeControl(per_turn=5.0)
WARM = 8
"""Games before the measurement."""


class Way(NamedTuple):
    """Two bots, and how many games of them are measured."""

    name: str
    bots: tuple[BotConfig, BotConfig]
    games: int


class Cost(NamedTuple):
    """Of some games."""

    seconds: float
    processor: float
    """Seconds of all processes."""
    size: int
    """Bytes of the results file."""


def main() -> None:
    rounds = int([*sys.argv, "5"][1])
    with tempfile.TemporaryDirectory() as folder:
        rows = [_row(way, rounds, Path(folder)) for way in ways(Path(folder))]
    print(tabulate(rows, headers="keys", floatfmt=".2f"))
    print(f"load of the machine: {os.getloadavg()[0]:.1f}, cores: {os.cpu_count()}")


def ways(folder: Path) -> Iterator[Way]:
    """Trivial programs, kept and started anew for each game; built-in bots that search."""
    bots = []
    for name in ("south", "north"):
        (folder / name).mkdir()
        bots.append(folder / name / "trivial")
        compile_bot(PROGRAMS / "line" / "trivial.c", bots[-1])
    for reuse, games in ((True, 800), (False, 150)):
        south, north = (
            BotConfig(
                bot.parent.name,
                TIMES,
                ProgramSettings((str(bot),), bot.parent, protocol=LineProtocol(reuse)),
                "",
            )
            for bot in bots
        )
        yield Way(f"line bots, {'kept' if reuse else 'started anew'}", (south, north), games)
    south, north = (
        BotConfig(
            str(depth), TIMES, BuiltinSettings("alpha-beta", Settings(depth=depth, seed=1)), ""
        )
        for depth in (9, 10)
    )
    yield Way("alpha-beta, depths 9 and 10", (south, north), 100)


def _row(way: Way, rounds: int, folder: Path) -> dict[str, object]:
    costs: dict[int, list[Cost]] = {1: [], 2: []}
    for _ in range(rounds):
        for concurrency, found in costs.items():
            found.append(stored(run(specs(way), concurrency), folder, way))
    seconds = {count: median(cost.seconds for cost in found) for count, found in costs.items()}
    work = {count: median(cost.processor for cost in found) for count, found in costs.items()}
    ratios = [one.seconds / two.seconds for one, two in zip(costs[1], costs[2], strict=True)]
    row: dict[str, object] = {
        "bots": way.name,
        "games/s, 1 at a time": way.games / seconds[1],
        "2 at a time": way.games / seconds[2],
        "ratio": median(ratios),
        "by the processor": 2 * work[1] / work[2],
        "processor ms a game": work[1] / way.games * 1000,
        "bytes a game": costs[1][0].size / (way.games + WARM),
    }
    if len(sys.argv) > 2:
        with _cluster(way.bots, sys.argv[2]) as cluster:
            begun = process_time()
            row["cluster"] = way.games / stored(cluster.run(specs(way)), folder, way).seconds
            row["referee ms a game"] = (process_time() - begun) / (way.games + WARM) * 1000
    return row


def _cluster(bots: Sequence[BotConfig], address: str) -> Cluster:
    return Cluster(address, bots, left_out=(), tell=lambda line: print(line, file=sys.stderr))


def specs(way: Way) -> list[GameSpec]:
    south, north = way.bots
    numbers = range(1, way.games + WARM + 1)
    return [GameSpec(number, 1, OWARI, south, north, About()) for number in numbers]


def stored(finished: Games, folder: Path, way: Way) -> Cost:
    """Plays and stores the games. Returns what as many as the way says cost, without the first
    WARM, when not all slots had begun."""
    path = folder / "results.db"
    begun = processor = seconds = used = 0.0
    count = warm = 0
    with Store.open_or_create(path) as store:
        for bot in way.bots:
            store.put_bot(StoredBot(bot.name))
        for group in groups(finished):
            with store.transaction():
                for game in group:
                    assert game.row
                    store.add(game.spec.number, game.row)
            count += len(group)
            if count >= WARM and not warm:
                warm, begun, processor = count, perf_counter(), _processor()
            elif count == way.games + WARM:
                seconds, used = perf_counter() - begun, _processor() - processor
    size = path.stat().st_size
    path.unlink()
    part = way.games / (count - warm)
    return Cost(seconds * part, used * part, size)


def _processor() -> float:
    """Seconds that this process and all that it has started have worked."""
    own = psutil.Process()
    total = 0.0
    for process in (own, *own.children(recursive=True)):
        with suppress(psutil.Error):
            times = process.cpu_times()
            total += times.user + times.system + times.children_user + times.children_system
    return total


if __name__ == "__main__":
    main()
