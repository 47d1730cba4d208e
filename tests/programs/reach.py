"""Prints what bad/tries.c can reach at a level of the sandbox, as JSON by the name of each attempt.

Its arguments: the compiled program, a folder for the play, the level, and the id of the user that
starts the programs, from root's. It is a process of its own so that it can become that user.
"""

from __future__ import annotations

import ctypes
import json
import os
import socket
import sys
from pathlib import Path

from owari.games.game import Side
from owari.games.mancala import OWARI
from owari.players.player import TimeControl
from owari.programs import cgroups, child_process, isolation, sandbox, temporary_folders
from owari.programs.dialogue_log import Log
from owari.programs.dialogues.line import LineProtocol
from owari.programs.program import ProgramPlayer
from owari.programs.program_settings import ProgramSettings, Sandbox

UNHURRIED = TimeControl(per_turn=30.0, start_limit=30.0)
PR_SET_DUMPABLE = 4
SHARED_MEMORY = 20231127
WRITABLE = ("writes into its own folder", "writes into /tmp")


class Errors(Log):
    """Keeps the error output as it is."""

    def __init__(self) -> None:
        super().__init__(Path(os.devnull))
        self.data = b""

    def errors(self, data: bytes) -> None:
        self.data += data


def start(program: str, directory: Path, level: str, hidden: tuple[Path, ...], *words: str):
    """The player, started, and what it has said to its error output by the end."""
    settings = ProgramSettings(
        (program, *words),
        directory,
        protocol=LineProtocol(),
        sandbox=Sandbox(level, hidden=hidden),
    )
    told = Errors()
    bot = ProgramPlayer("bot", settings)
    bot.log_to(told)
    bot.start(OWARI.start(), Side.SOUTH, UNHURRIED)
    return bot, told


def attempts(folder: Path, victim: int, port: int, name: str) -> dict[str, tuple[str, str]]:
    """The attempts by a name for each: the words of bad/tries.c."""
    results, other = folder / "bots.db", folder / "other"
    return {
        "signals its opponent": ("signals", str(victim)),
        "signals the referee": ("signals", str(os.getpid())),
        "sees its opponent's process": ("sees-processes", str(victim)),
        "attaches to its opponent": ("attaches", str(victim)),
        "looks into its opponent's memory": ("looks-into", str(victim)),
        "writes into its opponent's output": ("speaks-for", str(victim)),
        "slows its opponent": ("slows", str(victim)),
        "shares memory with others": ("shares-memory", str(SHARED_MEMORY)),
        "reads the results": ("reads", str(results)),
        "writes the results": ("writes", str(results)),
        "makes the results unreadable": ("closes", str(results)),
        "removes the results": ("removes", str(results)),
        "lists another bot's folder": ("lists", str(other)),
        "reads another bot's file": ("reads", str(other / "secret")),
        "writes into another bot's folder": ("creates", str(other / "gift")),
        "writes beside the tournament": ("creates", str(folder / "gift")),
        "calls a port": ("calls", str(port)),
        "has a socket for datagrams": ("sends", ""),
        "calls an abstract socket": ("calls-abstract", name),
        "makes namespaces": ("makes-namespaces", ""),
        "takes more cores": ("takes-cores", ""),
        # What it may.
        "reads the system": ("reads", "/etc/passwd"),
        "writes into its own folder": ("creates", str(folder / "own" / "gift")),
        "writes into /tmp": ("creates", f"/tmp/owari {os.getpid()} gift"),
    }


def main(program: str, folder: Path, level: str, user: int) -> None:
    for name in ("own", "other"):
        (folder / name).mkdir(exist_ok=True)
    (folder / "other" / "secret").write_text("a book")
    results = folder / "bots.db"
    hidden = (results, folder / "other")
    if user != os.getuid():
        # What is imported when it is first needed may lie where that user may not go.
        start(program, folder / "own", level, hidden)[0].close()
        for place in (folder, *folder.rglob("*")):
            os.chown(place, user, user)
        os.setgroups([])
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)
        ctypes.CDLL(None).prctl(PR_SET_DUMPABLE, 1)  # as a process is that this user has started
        temporary_folders.remove_all()
        for known in (
            *(cgroups.folder, isolation.means, sandbox._lacking, sandbox._process_limit),
            *(sandbox._needed_environment, child_process._at_a_terminal),
        ):
            known.cache_clear()
    socket_name = f"owari-{os.getpid()}"
    with socket.create_server(("127.0.0.1", 0)) as server, socket.socket(socket.AF_UNIX) as plain:
        plain.bind(f"\0{socket_name}")
        plain.listen()
        library = ctypes.CDLL(None)
        segment = library.shmget(SHARED_MEMORY, 1, 0o1666)
        port = server.getsockname()[1]
        seen = {}
        for number in range(len(attempts(folder, 0, port, socket_name))):
            results.unlink(missing_ok=True)
            results.write_text("results")
            results.chmod(0o600)
            victim, _ = start(program, folder / "other", level, (results, folder / "own"))
            pid = victim._transport.process.pid
            name, words = list(attempts(folder, pid, port, socket_name).items())[number]
            (folder / "own" / "about").write_text(words[1])
            bot, told = start(program, folder / "own", level, hidden, words[0])
            bot.close()
            victim.close()
            seen[name] = told.data.decode().strip()
            if words[0] == "creates" and name not in WRITABLE and not Path(words[1]).exists():
                seen[name] = "in a folder of its own"
            if words[0] == "writes" and results.read_text() == "results":
                seen[name] = "into nothing"
        library.shmctl(segment, 0, None)
    print(json.dumps(seen))


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), sys.argv[3], int(sys.argv[4]))
