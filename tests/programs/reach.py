"""Prints what bad/tries.c can reach at a level of the sandbox, as JSON by the name of each attempt.

Its arguments: the compiled program, a folder for the play, the level, the id of the user that
starts the programs, from root's, and as JSON what of the machine's means is taken away. It is a
process of its own so that it can become that user.
"""

from __future__ import annotations

import ctypes
import json
import os
import socket
import sys
import threading
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any

from owari.games.game import Side
from owari.games.mancala import OWARI
from owari.players.player import TimeControl
from owari.programs.dialogue_log import Log
from owari.programs.dialogues.line import LineProtocol
from owari.programs.program import ProgramPlayer
from owari.programs.sandbox import cgroups, child_process, isolation, sandbox, temporary_folders
from owari.programs.sandbox.program_settings import ProgramSettings, Sandbox
from owari.programs.transports.socket_transport import SocketTransport
from tests.support.other_user import become

OWARI_FOLDER = Path(sandbox.__file__).parents[1]
UNHURRIED = TimeControl(per_turn=300.0, start_limit=300.0)
SHARED_MEMORY = 20231127
LINK = "link"
"""In a program's own folder, to a file of another bot; each command names it."""
WRITABLE = ("writes into its own folder", "writes into /tmp")


class Errors(Log):
    """Keeps the error output as it is."""

    def __init__(self) -> None:
        super().__init__(Path(os.devnull), print)
        self.data = b""

    def errors(self, data: bytes) -> None:
        self.data += data


def start(
    program: str, directory: Path, level: str, hidden: tuple[Path, ...], *words: str
) -> tuple[ProgramPlayer, Errors]:
    """The player, started, and what it has said to its error output by the end."""
    settings = ProgramSettings(
        (program, *words), directory, protocol=LineProtocol(), sandbox=Sandbox(level, hidden=hidden)
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
        "reads another bot's file by a link": ("reads", str(folder / "own" / LINK)),
        "writes into another bot's folder": ("creates", str(other / "gift")),
        "writes beside the tournament": ("creates", str(folder / "gift")),
        "reads beside a folder of PATH": ("reads", str(folder / "tools" / "secret")),
        "calls a port": ("calls", str(port)),
        "has a socket for datagrams": ("sends", ""),
        "calls an abstract socket": ("calls-abstract", name),
        "makes namespaces": ("makes-namespaces", ""),
        "takes more cores": ("takes-cores", ""),
        "holds up who opens a file": ("takes-lease", ""),
        "has itself continued": ("has-itself-continued", ""),
        "makes a file that runs as its owner": ("runs-as-its-owner", ""),
        "makes a device": ("makes-device", ""),
        "gives a file an attribute": ("marks-file", ""),
        "finds our engine": ("lists", str(OWARI_FOLDER)),
        "reads what others use of the machine": ("lists", "/sys/fs/cgroup"),
        # What it may.
        "reads the system": ("reads", "/etc/passwd"),
        "writes into its own folder": ("creates", str(folder / "own" / "gift")),
        "sets modes of its files": ("sets-modes", ""),
        "writes into /tmp": ("creates", f"/tmp/owari {os.getpid()} gift"),
    }


CLIENT = {
    "a client calls the referee": "calls-referee",
    "a client calls another port": "calls",
    "a client calls by another protocol": "calls-by-many-paths",
    "a client sends without a call": "sends-at-once",
    "a client writes without a call": "writes-at-once",
    "a client is dialled": "is-dialled",
    "a client has a socket for datagrams": "sends",
    "a client has a socket of IPv6": "calls-new-family",
}
"""What a program tries that may call the port of the referee, by the words of bad/tries.c."""


def dial(place: Path, is_over: threading.Event) -> None:
    """Dials the port that a client has written down."""
    while not is_over.wait(0.005):
        with suppress(OSError, ValueError):
            socket.create_connection(("127.0.0.1", int(place.read_text())), 0.2).close()


def client(program: str, directory: Path, level: str, word: str) -> str:
    """What a program has said that may call us over a socket, when it has left."""
    settings = ProgramSettings(
        (program, word), directory, protocol=LineProtocol(), sandbox=Sandbox(level)
    )
    told, is_over = Errors(), threading.Event()
    (directory / "port").unlink(missing_ok=True)
    threading.Thread(target=dial, args=(directory / "port", is_over), daemon=True).start()
    transport = SocketTransport(settings, host="HOST", port="PORT")
    transport.listener = told
    try:
        while isinstance(transport.receive(monotonic() + 60), bytes):
            pass
    finally:
        is_over.set()
        transport.close()
    return told.data.decode().strip()


def main(program: str, folder: Path, level: str, user: int, lost: dict[str, Any]) -> None:
    for name in ("own", "other"):
        (folder / name).mkdir(exist_ok=True)
    (folder / "other" / "secret").write_text("a book")
    (folder / "own" / LINK).symlink_to(folder / "other" / "secret")
    (folder / "tools" / "bin").mkdir(parents=True, exist_ok=True)
    (folder / "tools" / "secret").write_text("a key")
    os.environ["PATH"] = f"{folder}/tools/bin:{os.environ['PATH']}"
    results = folder / "bots.db"
    hidden = (results, folder / "other")
    if user != os.getuid():
        for place in (folder, *folder.rglob("*")):
            os.chown(place, user, user)
        become(user)
        temporary_folders.remove_all()
        for known in (
            *(cgroups.folder, isolation.means, sandbox._lacking, sandbox._process_limit),
            *(sandbox._needed_environment, child_process._at_a_terminal),
        ):
            known.cache_clear()
    if lost:
        have = isolation.means()._replace(**lost)
        for module in (isolation, sandbox):
            vars(module)["means"] = lambda: have
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
            bot, told = start(program, folder / "own", level, hidden, words[0], LINK)
            bot.close()
            victim.close()
            seen[name] = told.data.decode().strip()
            if words[0] == "creates" and name not in WRITABLE and not Path(words[1]).exists():
                seen[name] = "in a folder of its own"
            if words[0] == "writes" and results.read_text() == "results":
                seen[name] = "into nothing"
        library.shmctl(segment, 0, None)
        (folder / "own" / "about").write_text(str(port))
        for name, word in CLIENT.items():
            seen[name] = client(program, folder / "own", level, word)
    seen["the first line"] = sandbox.summary(Sandbox(level))
    print(json.dumps(seen))


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), sys.argv[3], int(sys.argv[4]), json.loads(sys.argv[5]))
