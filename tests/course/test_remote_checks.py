"""Checks and games of a course on the workers of a real cluster, some of which die."""

from __future__ import annotations

import os
import platform
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import pytest

from owari.course.course_file import load_course
from owari.course.course_store import CourseStore
from owari.course.ladder_games import Ladder
from owari.course.trial_queue import CHECK_CORE, LEFT
from tests.support.cluster import DaskCluster, dask_cluster
from tests.support.command import owari
from tests.support.course_server import CourseServer, awaited, course_server, new_course
from tests.support.sample_programs import PROGRAMS

pytest.importorskip("python_multipart", reason="python-multipart is not installed")
pytestmark = pytest.mark.skipif(not find_spec("distributed"), reason="dask is not installed")

LOWEST = PROGRAMS / "line" / "lowest.py"
ILLEGAL = PROGRAMS / "bad" / "illegal.py"
MADE = {
    "bot.yaml": "command: [python3, bot.py]\nprotocol: line\n",
    "Makefile": "bot.py: source.txt\n\tcp source.txt bot.py\n",
    "source.txt": LOWEST.read_text(),
}
"""A hand-in whose program is there after its build."""


@contextmanager
def served(folder: Path) -> Iterator[tuple[DaskCluster, CourseServer]]:
    """A cluster without workers, and a server that uses it."""
    with (
        dask_cluster(folder) as cluster,
        course_server(folder, "--cluster", cluster.address) as server,
    ):
        yield cluster, server


def zipped(file: Path, members: dict[str, str]) -> Path:
    with zipfile.ZipFile(file, "w") as archive:
        for name, text in members.items():
            archive.writestr(name, text)
    return file


def said_of_checks(folder: Path) -> list[str]:
    with CourseStore.open(folder / "c") as store:
        return [what for _, who, what in store.journal() if who == "cluster" and "heck" in what]


def steps(found: dict[str, list[dict[str, str]]]) -> list[list[str]]:
    return [[*step.values()][:3] for step in found["report"]]


@pytest.mark.nightly
@pytest.mark.slow
def test_the_workers_of_a_cluster_check_and_play(tmp_path: Path) -> None:
    tokens = new_course(tmp_path, "Rocket", "Comet")
    with served(tmp_path) as (cluster, server):
        cluster.start("worker", "--nthreads", "2")
        server.hand_in(tokens["Rocket"], zipped(tmp_path / "rocket.zip", MADE))
        found = server.after_check(tokens["Rocket"], 1)
        assert (found["state"], ["build", "passed", "make"] in steps(found)) == ("playing", True)
        server.hand_in(tokens["Comet"], LOWEST)  # comes while the cluster plays or waits
        with server.client() as viewer:
            awaited(lambda: viewer.get("/api/ladder").json()["games"], lambda games: games == 6)
            heading = viewer.get("/api/games/1").json()["heading"]
        assert said_of_checks(tmp_path) == [f"Checks run on {platform.node()}."]
        assert not [*tmp_path.glob("c/versions/*/*/program")]  # nothing was built here
    assert platform.node() in str(heading)
    verified = owari(tmp_path, "verify", "c/results.db")
    assert verified.returncode == 0, verified.stdout


@pytest.mark.nightly
def test_a_check_whose_worker_dies_is_tried_again_elsewhere(tmp_path: Path) -> None:
    tokens = new_course(tmp_path, "Rocket")
    (tmp_path / "tools").mkdir()
    (make := tmp_path / "tools" / "make").write_text("#!/bin/sh\nexec sleep 3600\n")
    make.chmod(0o755)
    with served(tmp_path) as (cluster, server):
        path = f"{tmp_path / 'tools'}{os.pathsep}{os.environ['PATH']}"
        cluster.start("stuck", "--no-nanny", environment={"PATH": path})
        server.hand_in(tokens["Rocket"], zipped(tmp_path / "rocket.zip", MADE))
        with server.client(tokens["Rocket"]) as client:

            def version() -> dict[str, list[dict[str, str]]]:
                found: dict[str, list[dict[str, str]]] = client.get("/api/versions/1").json()
                return found

            awaited(version, lambda found: steps(found)[:1] == [["unpack", "passed", "3 files"]])
            cluster.kill("stuck")
            failed = awaited(version, lambda found: found["report"][-1]["verdict"] == "ours")
            assert "the server failed, not your program" in str(failed["report"][-1])
        cluster.start("healthy", "--no-nanny")
        found = server.after_check(tokens["Rocket"], 1)
        assert (found["state"], found["attempts"]) == ("playing", 2), found["report"]
        rejected = server.after_check(
            tokens["Rocket"], server.hand_in(tokens["Rocket"], ILLEGAL)["version"]
        )
        assert rejected["state"] == "rejected"
        assert any(step["verdict"] == "dialogue" for step in rejected["report"])
        awaited(cluster.agents, lambda agents: len(agents) <= 1)  # that of the ladder
        [cache] = [*Path("/tmp").glob(f"owari-{cluster.workers['healthy'].pid}-bots-*")]
        assert [*cache.glob("versions/*"), *cache.glob("hand-ins/*")] == []
        assert len([*tmp_path.glob("c/versions/1/*")]) == 1


def test_the_ladder_leaves_a_core_of_the_cluster_to_a_check_that_waits(tmp_path: Path) -> None:
    new_course(tmp_path, "Rocket")
    with CourseStore.open(tmp_path / "c") as store:
        ladder = Ladder(load_course(tmp_path / "c"), store, 1, "tcp://nowhere:1")
        try:
            core = ("boot", 0)
            assert ladder.left_free([core]) is None
            store.keep(CHECK_CORE, [*core])
            version = store.add_version(1, 1, "x.py", 1, "", is_trial=False)
            assert (ladder.left_free([core]), store.value(LEFT)) == (core, None)
            assert (ladder.left_free([("boot", 1)]), store.value(LEFT)) == (core, ["boot", 0])
            store.begin_attempt(version)
            assert ladder.left_free([]) == core
            store.admit(version)
            assert (ladder.left_free([]), store.value(LEFT)) == (None, None)
        finally:
            ladder.close()
