"""A tournament on a cluster, of which now the command is killed, now a worker, and how it ends.

    python -m tests.support.cluster_kills [KILLS [SEED]]

The command and its two workers are killed or interrupted at random moments, until that has happened
so often (50); whatever was killed starts again. Each tournament that comes to its end must have the
games of one that nobody disturbed, each once, and `owari verify` finds no fault. In the end no
process is left on the workers.
"""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from random import Random
from time import monotonic, sleep

from owari.results.store import Store
from tests.support.cluster import DaskCluster, dask_cluster
from tests.support.command import COMMAND, owari
from tests.support.sample_programs import PROGRAMS

WORKERS = ("first", "second")
PAUSE = 0.02
"""Seconds that a program thinks on each move."""
LIMIT = 60.0
"""Seconds for an interrupted command to end."""


def main() -> None:
    kills, seed = (int(word) for word in (*sys.argv[1:], "50", "1")[:2])
    random = Random(seed)
    done: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        _write_tournament(folder)
        owari(folder, "tournament", "evening.yaml", "--results", "calm.db").check_returncode()
        calm = _games(folder / "calm.db")
        with dask_cluster(folder) as cluster:
            for name in WORKERS:
                cluster.start(name, "--no-nanny")
            while done.total() - done["tournaments"] < kills:
                if _disturbed(folder, cluster, random, done) == 0:
                    assert _games(folder / "evening.db") == calm
                    owari(folder, "verify", "evening.db").check_returncode()
                    (folder / "evening.db").unlink()
                    done["tournaments"] += 1
            end = monotonic() + LIMIT
            while left := cluster.agents():
                assert monotonic() < end, left
                sleep(0.1)
    print(json.dumps(done))


def _write_tournament(folder: Path) -> None:
    lowest = (PROGRAMS / "line" / "lowest.py").read_text()
    slow = lowest.replace("        print(next", f"        time.sleep({PAUSE})\n        print(next")
    bots: list[dict[str, object]] = [{"name": "Chance", "engine": "random", "seed": 5}]
    for name in "ABC":
        (folder / name).mkdir()
        (folder / name / "bot.py").write_text(f"import time\n# {name}\n{slow}")
        bots.append({"name": name, "command": ["python3", "bot.py"], "directory": name})
    tournament = {"game": "owari", "games-per-match": 4, "bots": bots}
    (folder / "evening.yaml").write_text(json.dumps(tournament))


def _games(path: Path) -> list[tuple[object, ...]]:
    with Store.open(path) as store:
        return sorted(
            (game.number, game.south, game.north, str(game.ending), game.moves)
            for game in store.games()
        )


def _disturbed(folder: Path, cluster: DaskCluster, random: Random, done: Counter[str]) -> int:
    """Runs the command until it ends by itself or is killed. Returns its exit code."""
    command = subprocess.Popen(
        [*COMMAND, "tournament", "evening.yaml", "--cluster", cluster.address],
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    while command.poll() is None:
        sleep(random.uniform(0.5, 5.0))
        what = random.choice(("interrupted", "killed", "worker killed", "worker killed"))
        if command.poll() is not None:
            break
        done[what] += 1
        if what == "worker killed":
            name = random.choice(WORKERS)
            cluster.kill(name)
            cluster.start(name, "--no-nanny")
        else:
            command.send_signal(signal.SIGINT if what == "interrupted" else signal.SIGKILL)
            command.wait(LIMIT)
    assert command.returncode in (0, 130, -signal.SIGINT, -signal.SIGKILL), command.returncode
    return command.returncode


if __name__ == "__main__":
    main()
