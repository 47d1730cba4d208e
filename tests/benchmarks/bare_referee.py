"""The least that a referee in Python can cost: two pipes, the rules, and no protection at all.

    python -m tests.benchmarks.bare_referee [GAMES]

It plays the games that `referee-reused` of `peers.py` plays, with the same two programs. It has no
limits, no clock, no record, no faults, and no answer to a program that misbehaves.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from os import read, times, write
from pathlib import Path
from time import perf_counter

from owari.games.game import Move, Side
from tests.benchmarks.referee import GAME, PROGRAMS, compile_bot


def main() -> None:
    games = int([*sys.argv, "2000"][1])
    with tempfile.TemporaryDirectory() as folder:
        bot = Path(folder) / "trivial"
        compile_bot(PROGRAMS / "line" / "trivial.c", bot)
        programs = {
            side: subprocess.Popen([bot], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            for side in Side
        }
        begun, used = perf_counter(), _processor()
        plies = sum(play(programs) for _ in range(games))
        seconds, processor = perf_counter() - begun, _processor() - used
        for program in programs.values():
            program.kill()
            program.communicate()
    print(f"{seconds / plies * 1e6:.1f} us a ply by the clock, {games / seconds:,.0f} games/s")
    print(f"{processor / plies * 1e6:.1f} us of processor of the referee")


def play(programs: dict[Side, subprocess.Popen[bytes]]) -> int:
    """The plies of a game."""
    pipes = {side: (each.stdin.fileno(), each.stdout.fileno()) for side, each in programs.items()}
    position, plies = GAME.start(), 0
    while not position.outcome():
        to, back = pipes[position.turn]
        write(to, f"go 5000 {position}\n".encode())
        said = read(back, 64)
        while not said.endswith(b"\n"):  # Python may write the end of a line by itself
            said += read(back, 64)
        position = position.play(Move(int(said)))
        plies += 1
    return plies


def _processor() -> float:
    """Seconds that this process has worked, without the programs."""
    used = times()
    return used.user + used.system


if __name__ == "__main__":
    main()
