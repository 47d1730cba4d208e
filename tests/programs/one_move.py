"""Prints, as JSON, how a program made a move in its sandbox and what it did while it was stopped.

Its arguments: a folder that anyone may read with the program, the level, the id of the user that
starts the program, from root's, the limit of its memory in MB, whether there are control groups (0
or 1), and the command. It is a process of its own so that it can become that user.
"""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path

import psutil

from owari.games.game import Side
from owari.games.mancala import OWARI
from owari.players.player import Clock, Fault, TimeControl
from owari.programs.dialogues.line import LineProtocol
from owari.programs.processes.process_states import adopt_orphans, descendants
from owari.programs.program import ProgramPlayer
from owari.programs.sandbox import cgroups, temporary_folders
from owari.programs.sandbox.program_settings import ProgramSettings, Sandbox
from tests.support.other_user import become

UNHURRIED = TimeControl(per_turn=300.0, start_limit=300.0)


def processor() -> float:
    """Seconds that all our descendants have used."""
    used = 0.0
    for pid in descendants(os.getpid()):
        times = psutil.Process(pid).cpu_times()
        used += times.user + times.system
    return used


def move(bot: ProgramPlayer) -> dict[str, object]:
    try:
        bot.start(OWARI.start(), Side.SOUTH, UNHURRIED)
        bot.choose(OWARI.start(), Clock())
    except Fault as fault:
        return {"fault": fault.kind.name, "reason": str(fault)}
    before = processor()
    time.sleep(0.5)
    used = processor() - before
    family = bot.processes()
    strangers = set(descendants(os.getpid())) - set(family)
    assert bot._transport is not None
    score = int(Path(f"/proc/{bot._transport.process.pid}/oom_score_adj").read_text())
    return {
        "fault": "",
        "used": used,
        "processes": len(family),
        "strangers": len(strangers),
        "score": score,
    }


def main(folder: str, level: str, user: str, memory: str, groups: str, *command: str) -> None:
    become(int(user))
    temporary_folders.remove_all()
    if groups == "0":
        vars(cgroups)["folder"] = lambda: None
    adopt_orphans()
    box = Sandbox(level, memory=int(memory) * 1024 * 1024)
    settings = ProgramSettings(command, Path(folder), protocol=LineProtocol(), sandbox=box)
    bot = ProgramPlayer("bot", settings)
    told = move(bot)
    bot.close()
    told["left"] = len(list(descendants(os.getpid())))
    print(json.dumps(told))


if __name__ == "__main__":
    main(*sys.argv[1:])
