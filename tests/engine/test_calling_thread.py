"""A search in the thread that called: signals, time, callbacks and other threads get their turn."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from functools import partial
from time import sleep

import pytest

from owari.engine.search import Found
from owari.engine.thinker import Thinker
from owari.games.catalog import find_game

pytestmark = pytest.mark.fast
GAMES = ("kalah:6x6", "othello")
DEEP = 60
"""Plies for which no search lives long enough."""


@pytest.fixture
def interrupted() -> Iterator[Callable[[Callable[..., Found]], None]]:
    """Calls a search that Ctrl-C ends once it has told of a depth and another thread has run."""

    def interrupt(search: Callable[..., Found]) -> None:
        is_searching = threading.Event()

        def work() -> None:
            is_searching.wait()
            for _ in range(5):
                sleep(0.005)
            os.kill(os.getpid(), signal.SIGINT)

        worker = threading.Thread(target=work)
        worker.start()
        with pytest.raises(KeyboardInterrupt):
            search(on_depth=lambda _: is_searching.set())
        worker.join()

    # What libraries hear of a collection would swallow the interrupt.
    gc.disable()
    yield interrupt
    gc.enable()


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("seconds", [None, 60])
def test_ctrl_c_ends_a_search(
    interrupted: Callable[[Callable[..., Found]], None],
    game: str,
    threads: int,
    seconds: float | None,
) -> None:
    thinker = Thinker(find_game(game), threads=threads)
    interrupted(partial(thinker.think, thinker.rules.start(), depth=DEEP, seconds=seconds))


@pytest.mark.parametrize("game", GAMES)
def test_a_depth_with_a_time_ends_in_time(game: str) -> None:
    rules = find_game(game)
    found = Thinker(rules).think(rules.start(), depth=DEEP, seconds=0.1)
    assert 0 < found.depth < DEEP


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
