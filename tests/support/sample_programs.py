"""The sample programs, ready to be started, and a watch over what is left of them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import psutil
import pytest

from owari.players.player import TimeControl
from owari.programs.dialogues.botzone import BotzoneProtocol
from owari.programs.dialogues.columbia import ColumbiaProtocol
from owari.programs.dialogues.console.console_protocol import ConsoleProtocol
from owari.programs.dialogues.file_framework import FilesProtocol
from owari.programs.dialogues.gtp import GtpProtocol
from owari.programs.dialogues.kgp import KgpProtocol
from owari.programs.dialogues.line import LineProtocol
from owari.programs.dialogues.mkagent import MkagentProtocol
from owari.programs.dialogues.nboard import NboardProtocol
from owari.programs.dialogues.one_shot import FORMATS, OneShotProtocol
from owari.programs.processes.process import kill_all
from owari.programs.sandbox.program_settings import ProgramSettings, ProtocolSettings, Sandbox
from owari.programs.sandbox.sandbox import MissingMeans, summary
from tests.support.compiler import Compiler
from tests.support.forked_command import ForkedCommand
from tests.support.marked_processes import MARK, mark_for, marked_processes

PROGRAMS = Path(__file__).parents[1] / "programs"
UNHURRIED = TimeControl(per_turn=30.0, start_limit=30.0)
DYING = 10.0
"""Seconds that a process which was killed may take to give back its memory."""

ASKED: dict[str, Any] = {"start_first": ("1",), "start_second": ("2",)}
WAYS = {
    "mirrored": ConsoleProtocol(**ASKED, board="mirrored"),
    "marked": ConsoleProtocol(**ASKED),
    "upward": ConsoleProtocol(**ASKED),
    "letters": ConsoleProtocol(
        start_first=("6", "B"), start_second=("6", "W"), numbering="letters"
    ),
    "row-letter": ConsoleProtocol(**ASKED, numbering="row-letter"),
    "words": ConsoleProtocol(**ASKED, types=("{row}", "{letter}")),
    "menu": ConsoleProtocol(**ASKED, types=("{index}",)),
    "keyed": ConsoleProtocol(**ASKED, types=("{index}",)),
    "numbered": ConsoleProtocol(**ASKED, types=("{index}",)),
    "inked": ConsoleProtocol(**ASKED, types=("{index}",)),
    "minus": ConsoleProtocol(**ASKED, numbering="column-row-0", passes=("-1 -1",)),
    "asking": ConsoleProtocol(
        start_first=("c",), start_second=("h",), answers=((r"settings\?", "n"),)
    ),
    "toss": ConsoleProtocol(start_toss=()),
    "passer": ConsoleProtocol(**ASKED),
    "tall": ConsoleProtocol(**ASKED),
    "glued": ConsoleProtocol(**ASKED),
    "coloured": ConsoleProtocol(**ASKED),
    "crossed": ConsoleProtocol(**ASKED, numbering="row-letter", types=("{row}{LETTER}",)),
    "pausing": ConsoleProtocol(**ASKED),
    "noisy": ConsoleProtocol(**ASKED),
}
"""The descriptions of console/othello_ways.py on six by six squares, by its first argument."""

CONSOLE = {
    "talker.py": ConsoleProtocol(start_first=("s",), start_second=("n",)),
    "bare.c": ConsoleProtocol(start_first=("C",), start_second=("P",)),
    "thinker.cpp": ConsoleProtocol(
        side="north", start_first=("n",), start_second=("y",), reads=("1", "2", "3", "4", "5", "6")
    ),
    "liner.py": ConsoleProtocol(start_first=("1",), start_second=("2",)),
    "poller.py": ConsoleProtocol(start_first=("m",), start_second=("y",)),
    "redraws.py": ConsoleProtocol(start_first=("S",), start_second=("N",)),
    "alternates.py": ConsoleProtocol(
        side="first-is-south", start_first=("y",), start_second=("n",)
    ),
    "Stopper.java": ConsoleProtocol(start_first=("yes",), start_second=("no",)),
    "sleeper.py": ConsoleProtocol(start_first=("3", "y"), start_second=("3", "n")),
    "kalah.py": ConsoleProtocol(
        start_first=("b", "y"), start_second=("b", "n"), numbering="as-drawn"
    ),
    "pit_ways.py": ConsoleProtocol(start_first=("y",), start_second=("n",)),
    "pit_options.c": ConsoleProtocol(types=("opponent {pit}",), go="go"),
    "othello_toss.py": ConsoleProtocol(
        start_toss=("O",), numbering="column-row", types=("{column}{row}",)
    ),
    "othello_toss.c": ConsoleProtocol(start_toss=("b",)),
    "miscounts.py": ConsoleProtocol(start_first=("y",), start_second=("n",)),
    "othello_letters.py": ConsoleProtocol(start_first=("y",), start_second=("n",)),
    "othello_prompts.c": ConsoleProtocol(
        start_first=("2",), start_second=("1",), numbering="row-column", types=("{row}", "{column}")
    ),
    "asks.py": ConsoleProtocol(start_toss=()),
    "othello_ways.py": ConsoleProtocol(),
    "othello_draws.py": ConsoleProtocol(
        start_first=("1",), start_second=("2",), numbering="row-column-0", passes=("pass",)
    ),
}
"""The descriptions of the console programs."""

ONE_SHOT = {
    "once.py": FORMATS["position"],
    "bad.py": FORMATS["position"],
    "bridge.c": FORMATS["kgp-bridge"],
    "kit.c": FORMATS["contest-kit"],
    "codingame.py": FORMATS["codingame"],
    "othello_once.c": OneShotProtocol(
        arguments=("{order}",), input="{size}\n{spaced}\n", discs="1 2 0", numbering="row-column-0"
    ),
}

Sample = Callable[..., ProgramSettings]
SANDBOX = Sandbox()


def described(source: Path, reuse: bool) -> ProtocolSettings:
    """The protocol of a program, by its folder."""
    match source.parent.name:
        case "console":
            return CONSOLE[source.name]
        case "one_shot":
            return ONE_SHOT[source.name]
        case "botzone":
            return BotzoneProtocol(stays=source.stem == "keeps")
        case "columbia":
            return ColumbiaProtocol()
        case "kgp":
            return KgpProtocol(reuse)
        case "mkagent":
            return MkagentProtocol()
        case "files":
            return FilesProtocol()
        case "gtp":
            return GtpProtocol(reuse)
        case "nboard":
            return NboardProtocol(reuse)
        case _:
            return LineProtocol(reuse)


@pytest.fixture
def isolated() -> None:
    """Skips the test where this machine isolates no programs."""
    try:
        summary(Sandbox("isolated"))
    except MissingMeans as error:
        pytest.skip(str(error))


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Compiler:
    """Builds a source; answers the command that runs it."""
    return Compiler(tmp_path_factory)


@pytest.fixture
def sample(compiled: Compiler, tmp_path: Path) -> Sample:
    """The settings of a program under tests/programs, `sample("bad/late.py", "0.2")`, started in a
    folder of its own."""

    def settings(
        name: str,
        *arguments: str | Path,
        pondering: bool = False,
        reuse: bool = False,
        sandbox: Sandbox = SANDBOX,
    ) -> ProgramSettings:
        source = PROGRAMS / name
        command = (sys.executable, str(source)) if source.suffix == ".py" else compiled(source)
        protocol = described(source, reuse)
        return ProgramSettings(
            command=(*command, *map(str, arguments)),
            directory=tmp_path,
            environment=((MARK, mark_for(tmp_path)),),
            protocol=protocol,
            pondering=pondering,
            sandbox=sandbox,
        )

    return settings


@pytest.fixture
def unhurried() -> TimeControl:
    """Limits that nothing here reaches, on the slowest machine either."""
    return TimeControl(per_turn=30.0, start_limit=30.0)


@pytest.fixture
def no_survivor(tmp_path: Path) -> Iterator[None]:
    """After each test no program of it is left, nor anything that a program has started."""
    mark = mark_for(tmp_path)
    yield
    deadline = monotonic() + DYING
    while (survivors := marked_processes(mark)) and monotonic() < deadline:
        sleep(0.05)
    described = [str(process) for process in survivors]
    kill_all()
    for process in survivors:
        with suppress(psutil.NoSuchProcess):
            process.kill()
    assert not described


def told_by(module: str, *words: object) -> Any:
    """What a module of tests.programs prints, run as a process of its own."""
    with ForkedCommand(
        [*map(str, words)],
        executable=f"tests.programs.{module}",
        cwd=PROGRAMS.parents[1],
        env=dict(os.environ),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        told, errors = process.communicate()
    assert process.returncode == 0, errors
    return json.loads(told)
