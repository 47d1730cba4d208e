"""A tournament of honest and hostile programs, killed again and again, and whether it ends right.

    python -m tests.support.kills [KILLS [SANDBOX [SEED]]]

The command is killed at random moments, and goes on, until there were so many kills (300); where it
has ended by itself, another tournament begins. What must hold is checked by rules that know
nothing of tournaments: each game is there once, and those between honest programs all are; every
program here plays the lowest pit, so that all games which were played have the same moves; no
honest program loses but on the board; soon after each kill no process is left, and in the end no
temporary file.
"""

from __future__ import annotations

import json
import os
import re
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from itertools import permutations
from pathlib import Path
from random import Random
from typing import NamedTuple

import psutil

from owari.games.mancala import OWARI
from tests.support.command import COMMAND
from tests.support.sample_programs import PROGRAMS

MARK = "OWARI_KILLED_TOURNAMENT"
HONEST = ("line/lowest.py", "line/lowest.py")
HOSTILE = (
    "bad/kills_referee.py lost",
    "bad/kills_referee.py go",
    "bad/renews.py 20",
    "bad/spoils_slot.py {temporary}",
)
PATIENCE = 8.0
"""Seconds after a kill until nothing is left; by itself it would stay longer."""


class Bot(NamedTuple):
    name: str
    program: str

    @property
    def honest(self) -> bool:
        return self.program in HONEST

    @property
    def ends_slots(self) -> bool:
        """In the midst of each game, where its sandbox lets it."""
        return self.program.endswith(" go")


class Trial:
    """One folder with a tournament, its results and its temporary files."""

    def __init__(self, folder: Path, sandbox: str, hostile: Sequence[str]) -> None:
        self.folder = folder
        self.bots = [Bot(f"Bot {n}", program) for n, program in enumerate((*HONEST, *hostile))]
        self.mark = f"{os.getpid()} {folder}"
        self.temporary = folder / "may be deleted" / "temporary"
        lines = [f"sandbox: {sandbox}", "time-per-turn: 60s", "start-limit: 60s", "concurrency: 2"]
        lines.append("bots:")
        for bot in self.bots:
            file, *words = bot.program.split()
            words = [word.format(temporary=self.temporary) for word in words]
            command = json.dumps([sys.executable, str(PROGRAMS / file), *words])
            lines += [
                f"  - name: {bot.name}",
                f"    command: {command}",
                f"    directory: {bot.name}",
                f"    environment: {{{MARK}: '{self.mark}'}}",
            ]
            (folder / bot.name).mkdir()
        (folder / "bots.yaml").write_text("\n".join(lines) + "\n", "utf-8")

    def begin(self) -> subprocess.Popen[bytes]:
        self.temporary.mkdir(parents=True, exist_ok=True)
        with (self.folder / "said").open("ab") as said:
            return subprocess.Popen(
                [*COMMAND, "tournament", "bots.yaml"],
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=said,
                env={**os.environ, "TMPDIR": str(self.temporary)},
            )

    def wait_for(self, lines: int, run: subprocess.Popen[bytes]) -> None:
        """Until the command has said so much more than it had said before, or has ended."""
        before = self._said()
        while self._said() < before + lines and run.poll() is None:
            time.sleep(0.01)

    def _said(self) -> int:
        return (self.folder / "said").read_bytes().count(b"\n")

    def left(self) -> list[object]:
        """What is left after PATIENCE seconds."""
        end = time.monotonic() + PATIENCE
        while (found := list(self._processes())) and time.monotonic() < end:
            time.sleep(0.05)
        return [*found]

    def _processes(self) -> Iterator[psutil.Process]:
        for process in psutil.process_iter():
            with suppress(psutil.Error):
                if process.environ().get(MARK) == self.mark:
                    yield process

    def wrong(self) -> Iterator[str]:
        """What is not as it must be in the results of a tournament that has ended."""
        with closing(sqlite3.connect(self.folder / "bots.db")) as connection:
            rows = connection.execute(
                "SELECT number, south, north, result, termination, moves FROM games"
            ).fetchall()
        bots = {bot.name: bot for bot in self.bots}
        games = len(bots) * (len(bots) - 1)
        numbers = [number for number, *_ in rows]
        if len(numbers) != len(set(numbers)) or not set(numbers) <= set(range(1, games + 1)):
            yield f"the games are {sorted(numbers)}"
        pairs = {(south, north) for _, south, north, *_ in rows}
        for one, other in permutations(self.bots, 2):
            if one.honest and other.honest and (one.name, other.name) not in pairs:
                yield f"{one} and {other} have not played"
        for number, south, north, result, termination, moves in rows:
            losers = {"1-0": [north], "0-1": [south], "0-0": [south, north]}.get(result, [])
            if termination == "normal" and moves != LOWEST:
                yield f"game {number} has other moves: {moves}"
            if termination != "normal" and any(bots[loser].honest for loser in losers):
                yield f"game {number} is lost by an honest program: {termination}"
            if termination == "ended the referee" and not all(
                bots[loser].ends_slots for loser in losers
            ):
                yield f"game {number} is lost by one that does not do that"


def lowest() -> str:
    """The moves of all games that are played to the end."""
    position, moves = OWARI.start(), []
    while position.outcome() is None:
        move = position.legal_moves()[0]
        moves.append(OWARI.format_move(move))
        position = position.play(move)
    return " ".join(moves)


LOWEST = lowest()


def is_probe(path: Path) -> bool:
    """Whether Python wrote the file to try the folder, and was killed before it removed it."""
    named = re.fullmatch("[a-z0-9_]{8}", path.name)
    return bool(named) and path.is_file() and path.read_bytes() in (b"", b"blat")


def main(
    kills: int = 300, sandbox: str = "auto", seed: int = 1, hostile: Sequence[str] = HOSTILE
) -> list[str]:
    """All that went wrong."""
    random = Random(seed)
    wrong: list[str] = []
    killed = 0
    while killed < kills:
        with tempfile.TemporaryDirectory(prefix="kills-") as folder:
            trial = Trial(Path(folder), sandbox, hostile)
            ended = False
            while not ended:
                run = trial.begin()
                if killed < kills:
                    trial.wait_for(random.randrange(8), run)
                    time.sleep(random.uniform(0.0, 0.5))
                else:
                    run.wait()
                ended = run.poll() is not None
                killed += not ended
                run.kill()
                run.wait()
                wrong += [f"after kill {killed}: {process} is left" for process in trial.left()]
                if ended and run.returncode not in (0, 1):
                    wrong.append((trial.folder / "said").read_text("utf-8")[-2000:])
            wrong += trial.wrong()
            if trial.temporary.exists():
                left = (path for path in trial.temporary.iterdir() if not is_probe(path))
                wrong += [f"{path} is left" for path in left]
        print(f"{killed} kills, {len(wrong)} wrong", flush=True)
    return wrong


if __name__ == "__main__":
    words = sys.argv[1:]
    found = main(*map(int, words[:1]), *words[1:2], *map(int, words[2:3]))
    print(*found, sep="\n")
    sys.exit(bool(found))
