"""An evening at which every protocol meets every other, in both orders, and which is interrupted in
its midst by the death of the referee."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from itertools import permutations
from pathlib import Path

import pytest

from owari.records.record import Termination
from owari.results.store import Store
from tests.support.command import COMMAND
from tests.support.compiler import Compiler
from tests.support.sample_programs import PROGRAMS

pytestmark = pytest.mark.usefixtures("no_survivor")

BOTS = """\
event: All of them
time-per-turn: 20s
start-limit: 30s
concurrency: 2
bots:
  - name: Line
    command: {trivial}
  - name: Console
    command: {bare}
    protocol: console
    start: {{first: [C], second: [P]}}
  - name: Bridge
    command: {bridge}
    protocol: one-shot
    format: kgp-bridge
  - name: Kit
    command: {kit}
    protocol: one-shot
    format: contest-kit
  - name: Agent
    command: [{python}, {agent}]
    protocol: columbia
  - name: Client
    command: {client}
    protocol: kgp
"""


@pytest.mark.slow
def test_every_protocol_against_every_other(compiled: Compiler, tmp_path: Path) -> None:
    programs = {
        Path(name).stem: compiled(PROGRAMS / name)[0]
        for name in (
            "line/trivial.c",
            "console/bare.c",
            "one_shot/bridge.c",
            "one_shot/kit.c",
            "kgp/client.c",
        )
    }
    file = tmp_path / "bots.yaml"
    agent = PROGRAMS / "columbia/agent.py"
    file.write_text(BOTS.format(python=sys.executable, agent=agent, **programs))
    command = [*COMMAND, "tournament", str(file)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, process_group=0) as run:
        assert run.stdout is not None
        for _ in range(5):
            run.stdout.readline()
        os.killpg(run.pid, signal.SIGKILL)
    with Store.open(tmp_path / "bots.db") as store:
        before = {number: store.record(number) for number in store.numbers()}
    assert 5 <= len(before) < 30
    subprocess.run(command, check=True, capture_output=True)

    with Store.open(tmp_path / "bots.db") as store:
        games = store.games()
        assert {number: store.record(number) for number in before} == before
    for game in games:
        assert game.ending.termination is Termination.NORMAL, game.ending.reason
    names = ("Line", "Console", "Bridge", "Kit", "Agent", "Client")
    assert sorted((game.south, game.north) for game in games) == sorted(permutations(names, 2))
