"""What 100,000 games cost: processor time and memory of the commands that read them.

    python tests/benchmarks/results.py [--bots 101] [--games-per-match 20]

The games are real ones between players at random, a thousand of them under many names. The times
are those of the processor for whole commands, with the start of Python and all processes.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random

from owari.games.mancala import OWARI
from owari.records.record import Ending, GameRecord, Ply
from owari.results.game_log import Status
from owari.results.game_rows import INSERT, GameRow
from owari.results.store import Store
from owari.tournament.file.reader import load
from owari.tournament.resumption import begin
from owari.tournament.tournament_state import scheduled_games

DISTINCT = 1000
FINISHED = "2026-11-27T20:00:00+00:00"


def random_game(random: Random) -> GameRecord:
    """A game between `South` and `North`."""
    position, plies = OWARI.start(), []
    while (outcome := position.outcome()) is None:
        move = random.choice(position.legal_moves())
        plies.append(Ply(position.turn, move, round(random.random(), 3)))
        position = position.play(move)
    return GameRecord(
        OWARI, OWARI.start(), "South player", "North player", tuple(plies), Ending.normal(outcome)
    )


def write(
    folder: Path,
    bots: int,
    games_per_match: int,
    missing: int,
    game: Callable[[Random], GameRecord] = random_game,
) -> int:
    """Writes a tournament file and its results, but for the last `missing` games; the last number
    that is there. `game` makes a game between `South player` and `North player`."""
    file = folder / "bots.yaml"
    entries = "".join(f"  - {{name: Bot {n}, engine: random}}\n" for n in range(bots))
    file.write_text(f"games-per-match: {games_per_match}\nbots:\n{entries}")
    random = Random(1)
    made = [GameRow.of(game(random)) for _ in range(DISTINCT)]
    rows = [each.values(1, Status.PLAYED, FINISHED) for each in made]
    with Store.open_or_create(folder / "bots.db") as store:
        begin(store, load(file))
        games = sorted(scheduled_games(store))[: -missing or None]
        with store.transaction():
            for id_, due in enumerate(games, 1):
                row = list(random.choice(rows))
                row[:3] = due.number, due.south, due.north
                row[12] = row[12].replace("South player", due.south, 1)
                row[12] = row[12].replace("North player", due.north, 1)
                store.database.change(INSERT, row)
                store.journal.append_game(id_)
    return games[-1].number


def measured(folder: Path, *words: str) -> tuple[float, float]:
    """The seconds of processor time of a command and its largest memory in MB."""
    process = subprocess.Popen(
        [sys.executable, "-m", "owari", *words],
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"owari {' '.join(words)} ended with {process.returncode}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def main() -> None:
    """Prints a line for each command."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--bots", type=int, default=101)
    parser.add_argument("--games-per-match", type=int, default=20)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--verify", action="store_true", help="measure owari verify too")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        last = write(folder, options.bots, options.games_per_match, missing=1)
        size = (folder / "bots.db").stat().st_size / 2**20
        print(f"{last:,} games of {options.bots} bots, {size:.0f} MB")
        commands = [
            ("standings", "bots.yaml"),
            ("show", "bots.yaml", str(last)),
            ("show", "bots.yaml"),
            ("show", "bots.yaml", "--format", "csv"),
            ("annul", "bots.yaml", str(last), "why"),
            ("tournament", "bots.yaml"),
            *([("verify", "bots.yaml")] if options.verify else []),
        ]
        for words in commands:
            times = [measured(folder, *words)]
            if words[0] in ("standings", "show"):
                times += [measured(folder, *words) for _ in range(options.repeat - 1)]
            seconds, memory = min(times)
            print(f"owari {' '.join(words):30} {seconds:7.2f} s {memory:7.0f} MB")


if __name__ == "__main__":
    main()
