"""Games of the ladder that begin and do not end, and how its process ends."""

from __future__ import annotations

import os
import re
import signal
import threading
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from owari.course import course_processes
from owari.course.course_file import load_course
from owari.course.course_orders import withdraw
from owari.course.course_processes import Means
from owari.course.course_store import CourseStore
from owari.course.ladder_games import TO_COME, Ladder
from owari.programs.dialogue_log import file_name
from tests.support.cluster import dask_cluster
from tests.support.course_server import admit, awaited, new_course
from tests.support.sample_programs import PROGRAMS


@pytest.mark.slow
@pytest.mark.parametrize("where", ["here", pytest.param("cluster", marks=pytest.mark.nightly)])
def test_a_game_of_a_version_that_is_withdrawn_gives_up_its_place(
    tmp_path: Path, where: str
) -> None:
    new_course(tmp_path, "Rocket")
    program = tmp_path / "waits.py"
    program.write_text("print('ready', flush=True)\nimport time\ntime.sleep(1000)\n")
    admit(tmp_path, "Rocket", program)
    ends = threading.Event()
    seen: list[object] = []

    def take_back() -> None:
        with CourseStore.open(tmp_path / "c") as other:
            kept = awaited(lambda: other.value(TO_COME), lambda kept: kept and kept["under_way"])
            seen.extend(kept["under_way"])
            ends.set()
            withdraw(other, "Rocket", other.teams()[0], 1)

    with CourseStore.open(tmp_path / "c") as store, ExitStack() as stack:
        address = None
        if where == "cluster":
            pytest.importorskip("distributed")
            cluster = stack.enter_context(dask_cluster(tmp_path))
            cluster.start("worker")
            address = cluster.address
        store.keep(TO_COME, {"under_way": [["Gone v1", "Greedy"]]})  # by a process that was killed
        ladder = Ladder(load_course(tmp_path / "c"), store, 1, address)
        assert store.value(TO_COME)["under_way"] == []
        thread = threading.Thread(target=take_back)
        thread.start()
        try:
            ladder.play(lambda: not ends.is_set())
            ladder.look(())
        finally:
            thread.join()
            ladder.close()
        assert seen == [["Greedy", "Rocket v1"]]
        assert store.game_count() == 0
        assert ladder.results.path.exists()
        assert not [*(tmp_path / "c" / "logs").glob("*-*")]


@pytest.mark.slow
def test_with_pseudonyms_a_program_hears_no_words_of_its_opponent(tmp_path: Path) -> None:
    new_course(tmp_path, "Rocket", "Comet", more="public-names: pseudonyms\n")
    file = tmp_path / "c" / "course.yaml"
    file.write_text(re.sub(r"(?m)^baselines.*\n", "", file.read_text()))
    talks = tmp_path / "talks.py"
    talks.write_text((PROGRAMS / "bad" / "nonsense.py").read_text().replace("hello", "Rocket says"))
    admit(tmp_path, "Rocket", talks)
    admit(tmp_path, "Comet", PROGRAMS / "line" / "lowest.py")
    with CourseStore.open(tmp_path / "c") as store:
        names = {team.name: team.public for team in store.teams()}
        ladder = Ladder(load_course(tmp_path / "c"), store, 1)
        try:
            ladder.play(lambda: store.game_count() < 2)
        finally:
            ladder.close()
    heard = {}
    for team, public in names.items():
        logs = (tmp_path / "c" / "logs").glob(f"*/*{file_name(f'{public} v1')}.log")
        heard[team] = [path.read_text() for path in logs]
    assert [("Rocket says" in text) for text in heard["Rocket"]] == [True, True]
    assert [("Rocket" in text) for text in heard["Comet"]] == [False, False]
    assert all(re.search(r"> result win .* unreadable output\n", text) for text in heard["Comet"])


def test_its_process_ends_though_a_library_passes_the_order_over(tmp_path: Path) -> None:
    new_course(tmp_path, "Rocket")

    def obey_and_pass_over(self: Ladder) -> None:
        with suppress(KeyboardInterrupt):
            signal.raise_signal(signal.SIGTERM)

    if (child := os.fork()) == 0:
        signal.alarm(60)  # it would play for ever
        Ladder.obey = obey_and_pass_over  # type: ignore[method-assign]
        course_processes._worked(course_processes.play_ladder, tmp_path / "c", Means(1))
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
