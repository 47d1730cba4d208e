"""Prints, as JSON by way, how long bad/wakes.c computed on its opponent's time in each of its ways,
in seconds, and how the referee judged that.

Its arguments: a folder that anyone may read with the program, the level, the id of the user that
starts the program, from root's, whether there are control groups (0 or 1), how many turns the
opponent takes, the seconds of each, and the ways, each with its microseconds, as `timer-cont:1000`.
It is a process of its own so that it can become that user.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from time import clock_gettime, sleep

from owari.games.game import Side
from owari.games.mancala import OWARI
from owari.players.player import Clock, Fault, TimeControl
from owari.programs.dialogues.line import LineProtocol
from owari.programs.processes.process_states import adopt_orphans, descendants, end_orphans
from owari.programs.program import ProgramPlayer
from owari.programs.sandbox import cgroups, temporary_folders
from owari.programs.sandbox.program_settings import ProgramSettings, Sandbox
from tests.support.other_user import become

UNHURRIED = TimeControl(per_turn=300.0, start_limit=300.0)


def clocks() -> dict[int, float]:
    """The processor time of each of our descendants."""
    found = {}
    for pid in descendants(os.getpid()):
        try:
            found[pid] = clock_gettime(~pid << 3 | 2)
        except OSError:  # it has left
            continue
    return found


def game(bot: ProgramPlayer, turns: int, seconds: float) -> dict[str, object]:
    """What it used on its opponent's turns."""
    used = 0.0
    fault = reason = ""
    try:
        bot.start(OWARI.start(), Side.SOUTH, UNHURRIED)
        bot.choose(OWARI.start(), Clock())
        for _ in range(turns):
            before = clocks()
            sleep(seconds)
            used += sum(now - before.get(pid, 0.0) for pid, now in clocks().items())
            bot.choose(OWARI.start(), Clock())
    except Fault as found:
        fault, reason = found.kind.name, str(found)
    return {"used": used, "fault": fault, "reason": reason}


def main(
    folder: str, level: str, user: str, groups: str, turns: str, seconds: str, *ways: str
) -> None:
    become(int(user))
    temporary_folders.remove_all()
    if groups == "0":
        vars(cgroups)["folder"] = lambda: None
    adopt_orphans()
    told = {}
    for way in ways:
        command = (str(Path(folder, "wakes")), *way.split(":"))
        settings = ProgramSettings(
            command, Path(folder), protocol=LineProtocol(), sandbox=Sandbox(level)
        )
        bot = ProgramPlayer("bot", settings)
        told[way] = game(bot, int(turns), float(seconds))
        bot.close()
        end_orphans()
    print(json.dumps(told))


if __name__ == "__main__":
    main(*sys.argv[1:])
