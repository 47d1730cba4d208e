"""Ctrl-C, however early, late or often it comes: exit code 130 and no traceback."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from owari.cli import start
from owari.engine.kernel import sowing
from owari.errors import ExitCode
from tests.support.command import COMMAND, LONGEST
from tests.support.nightly import at_night

AT_AN_IMPORT = """
import os, signal, sys

class Interrupting:
    left = int(sys.argv.pop(1))

    @classmethod
    def find_spec(cls, name, path, target=None):
        cls.left -= 1
        if cls.left == 0:
            os.kill(os.getpid(), signal.SIGINT)

from owari.cli.start import main
sys.meta_path.insert(0, Interrupting)
main()
"""
WHILE_TOLD = """
import os, signal, sys

class Interrupting:
    def __init__(self, stream): self.stream = stream
    def __getattr__(self, name): return getattr(self.stream, name)
    def write(self, text):
        os.kill(os.getpid(), signal.SIGINT)
        return self.stream.write(text)

sys.stderr = Interrupting(sys.stderr)
from owari.cli.start import main
main()
"""
WHERE_NOBODY_HEARS = """
import atexit, os, signal, sys, time
import click
from owari.cli.start import main

class Dropped:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.001)

def echo(text, **_):
    if when == "at the end":
        atexit.register(Dropped().__del__)
    else:
        dropped = Dropped()
        del dropped
        time.sleep(1)

when = sys.argv.pop(1)
click.echo = echo
main()
"""


AT_WORK = 1.0
"""Seconds of processor time after which the kernel is at work, on any machine."""


def run(program: str, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", program, *words], capture_output=True, text=True, timeout=60
    )


def assert_quiet(done: subprocess.CompletedProcess[str]) -> None:
    assert done.returncode == 130, done.stderr
    assert "Traceback" not in done.stderr
    assert "ignored" not in done.stderr


@pytest.mark.parametrize("imports", [1, 2, 5, 20, 60, 100])
def test_during_imports(imports: int) -> None:
    assert_quiet(run(AT_AN_IMPORT, str(imports), "solve", "--help"))


def test_the_start_imports_nothing_that_takes_time() -> None:
    program = (
        "import sys; before = set(sys.modules); import owari.cli.start;"
        "print(*sorted(set(sys.modules) - before))"
    )
    cheap = {"__future__", "atexit", "gc"}
    assert {*run(program).stdout.split()} <= cheap | {"owari", "owari.cli", "owari.cli.start"}
    assert start.INTERRUPTED == ExitCode.INTERRUPTED


def test_while_an_error_is_printed() -> None:
    assert_quiet(run(WHILE_TOLD, "standings", "/nowhere.db"))


@pytest.mark.parametrize("when", ["at the end", "in a destructor"])
def test_where_python_can_tell_nobody(when: str) -> None:
    assert_quiet(run(WHERE_NOBODY_HEARS, when, "games"))


@pytest.mark.skipif(sowing is None, reason="no compiler")
@pytest.mark.parametrize("times", [*at_night(1), 3])
@pytest.mark.parametrize(
    "words",
    [
        ["solve", "--game", "owari:12x3"],
        ["book", "build", "--game", "kalah:6x3", "--easy", "1000000000", "--output", "a.book"],
    ],
    ids=["solve", "book"],
)
def test_while_the_kernel_is_at_work(words: list[str], times: int, tmp_path: Path) -> None:
    process = subprocess.Popen(
        [*COMMAND, *words],
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
    )
    clock = psutil.Process(process.pid)
    while clock.cpu_times().user < AT_WORK:
        assert process.poll() is None
        time.sleep(0.01)
    for _ in range(times):
        process.send_signal(signal.SIGINT)
        time.sleep(0.002)
    _, errors = process.communicate(timeout=LONGEST)
    assert process.returncode == 130
    assert "Traceback" not in errors


def test_in_the_midst_of_a_class(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Python 3.11 makes a RuntimeError of Ctrl-C that comes while an import builds an enum."""
    from owari.cli import main

    class Interrupted:
        def __set_name__(self, *_: object) -> None:
            raise KeyboardInterrupt

    monkeypatch.setattr(main.owari, "main", lambda **_: type("Colour", (), {"red": Interrupted()}))
    with pytest.raises(SystemExit) as left:
        main.main()
    assert left.value.code == ExitCode.INTERRUPTED
    assert capsys.readouterr().err == "Interrupted.\n"
