"""A search in the thread that called: signals, time, callbacks and other threads get their turn."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from time import sleep

import pytest

from owari.engine.search import Found
from owari.engine.thinker import Thinker
from owari.games.catalog import find_game

pytestmark = pytest.mark.fast
GAMES = ("kalah:6x6", "othello")
DEEP = 60
"""Plies for which no search lives long enough."""


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_ends_a_search_to_a_depth(game: str, threads: int) -> None:
    rules = find_game(game)
    killer = threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT))
    killer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            Thinker(rules, threads=threads).think(rules.start(), depth=DEEP)
    finally:
        killer.join()


@pytest.mark.parametrize("game", GAMES)
def test_a_depth_with_a_time_ends_in_time(game: str) -> None:
    rules = find_game(game)
    found = Thinker(rules).think(rules.start(), depth=DEEP, seconds=0.1)
    assert 0 < found.depth < DEEP


@pytest.mark.parametrize("game", GAMES)
def test_other_threads_run_while_one_searches(game: str) -> None:
    rules = find_game(game)

    def work() -> None:
        for _ in range(5):
            sleep(0.005)
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=work)
    thread.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            Thinker(rules).think(rules.start(), depth=DEEP, seconds=60)
    finally:
        thread.join()


def test_what_a_depth_tells_comes_in_order_and_may_end_the_search() -> None:
    rules = find_game("kalah")
    depths: list[int] = []

    def told(found: Found) -> None:
        depths.append(found.depth)
        if found.depth == 5:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        Thinker(rules).think(rules.start(), depth=DEEP, on_depth=told)
    assert depths == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("game", GAMES)
def test_python_ends_while_a_thread_searches(game: str) -> None:
    program = (
        "import threading, time\n"
        "from owari.engine.thinker import Thinker\n"
        "from owari.games.catalog import find_game\n"
        f"rules = find_game({game!r})\n"
        f"search = lambda: Thinker(rules).think(rules.start(), depth={DEEP})\n"
        "threading.Thread(target=search, daemon=True).start()\n"
        "time.sleep(0.1)\n"
        "print('end')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "end\n", "")
