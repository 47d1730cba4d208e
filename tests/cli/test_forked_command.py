"""A command that is forked does what one does for which Python starts."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from time import monotonic, sleep

import psutil
import pytest

from owari.programs.sandbox import temporary_folders
from tests.support.command import COMMAND, LONGEST, started
from tests.support.forked_command import ForkedCommand

ROOT = Path(__file__).parents[2]
BOARD = b"\xe9 3,3,3,3,3,3,0,3,3,3,3,3,3,0 S\n"
WORDS = [
    ["--version"],
    ["rules", "chess"],
    ["nonsense"],
    ["show", "games/☃.pgn", "--format", "json"],
    ["tournament", "bots.yaml", "--schedule"],
    ["score", "bots.yaml", "first", "greedy", "20-16"],
    ["standings", "bots.yaml", "--format", "csv"],
    ["play", "--south", "human", "--north", "first"],
]
"""One after the other, in a folder of their own."""


@pytest.mark.nightly
def test_what_it_prints_and_leaves_behind(tmp_path: Path) -> None:
    folders = [tmp_path / name for name in ("one", "other")]
    for folder in folders:
        (folder / "games").mkdir(parents=True)
        (folder / "games/☃.pgn").write_text('[Game "owari:2x2"]\n\n1. S1 *\n', "utf-8")
        text = "game: owari:2x2\nbots: [{engine: first}, {engine: greedy}]\n"
        (folder / "bots.yaml").write_text(text)
    for words in WORDS:
        environment = {**os.environ, "OWARI_DATA": "data", "TZ": "Asia/Tokyo"}
        plain = subprocess.run(
            [*COMMAND, *words], cwd=folders[0], env=environment, input=BOARD, capture_output=True
        )
        with started(folders[1], *words, environment=environment) as forked:
            assert isinstance(forked, ForkedCommand)
            forked.stdin.buffer.write(BOARD)
            shown = forked.communicate()
        assert shown == (plain.stdout.decode(), plain.stderr.decode())
        assert forked.returncode == plain.returncode
    one, other = ({path.relative_to(each) for path in each.rglob("*")} for each in folders)
    assert one == other


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGKILL, -9)])
def test_a_signal_ends_it(number: int, code: int, tmp_path: Path) -> None:
    with started(tmp_path, "engine", "--protocol", "line") as process:
        process.stdin.write("owari 1\n")
        process.stdin.flush()
        assert process.stdout.readline() == "name owari\n"
        assert process.poll() is None
        process.send_signal(number)
        assert process.wait(LONGEST) == code
        assert process.poll() == code


def test_it_ends_with_the_process_that_has_started_it() -> None:
    code = (
        "import os, subprocess\nfrom tests.support.forked_command import ForkedCommand\n"
        "streams = dict.fromkeys(('stdin', 'stdout', 'stderr'), subprocess.DEVNULL)\n"
        "words = ['serve', '--port', '0']\n"
        "begun = ForkedCommand(words, cwd='.', env=dict(os.environ), **streams)\n"
        "print(begun.pid, flush=True)\nos._exit(0)"
    )
    done = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, cwd=ROOT)
    end = monotonic() + LONGEST
    while runs(int(done.stdout)) and monotonic() < end:
        sleep(0.02)
    assert not runs(int(done.stdout))


def test_a_fork_of_the_tests_takes_no_folder_of_theirs() -> None:
    free = temporary_folders.take()
    temporary_folders.give_back(free)
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        taken = pool.submit(temporary_folders.take).result()
    assert Path(taken).parent != Path(free).parent


def runs(pid: int) -> bool:
    """Whether it has not ended; whoever has it as a child now may not have looked at it yet."""
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def test_python_starts_where_the_environment_is_for_it(tmp_path: Path) -> None:
    with started(tmp_path, "--version", environment={"PYTHONUTF8": "0"}) as process:
        assert not isinstance(process, ForkedCommand)
