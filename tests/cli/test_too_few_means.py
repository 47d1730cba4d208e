"""A machine that has no more threads or memory to give is told of in a sentence."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from owari.engine.kernel import othello, sowing
from tests.support.command import COMMAND
from tests.support.nightly import at_night

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or sowing is None or othello is None,
    reason="needs the kernel, and a limit of the address space",
)


@pytest.mark.parametrize("kilobytes", [250_000, *at_night(400_000)])
@pytest.mark.parametrize(
    "words",
    [
        "solve --game othello:6 --threads 64 --time 500ms",
        "solve --game owari:9x3 --threads 64 --time 500ms",
        "play --game othello:6 --south engine --north random --first south --time 100ms"
        " --threads 64 --record game.pgn",
    ],
    ids=["proof of Othello", "proof of Owari", "search"],
)
def test_threads_that_cannot_be_started(kilobytes: int, words: str, tmp_path: Path) -> None:
    command = [*COMMAND, *words.split(" ")]
    done = subprocess.run(
        ["sh", "-c", f'ulimit -v {kilobytes}; exec "$@"', "sh", *command],
        cwd=tmp_path,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 2, done.stderr
    assert done.stderr.splitlines()[-1].startswith("Error: ")
    assert "--threads" in done.stderr or "memory" in done.stderr
    assert "Traceback" not in done.stderr
