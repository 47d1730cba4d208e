"""How the tests run: every run is the same run, out of sight of the user's data, and in good order.

The marks `browser`, `fast` and `programs` follow from where a test stands and what it uses.
"""

from __future__ import annotations

import compileall
import os
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path, PurePath

import pytest
from hypothesis import settings

pytest_plugins = ["tests.support.browser", "tests.support.sample_programs"]

settings.register_profile("deterministic", derandomize=True, deadline=None, database=None)
settings.load_profile("deterministic")

TESTS = Path(__file__).parent
START_PROGRAMS = (
    *("checking", "cli", "docs", "tournament/test_cluster.py", "tournament/test_configs.py"),
    "tournament/test_runner.py",
    *("programs/test_all_protocols.py", "programs/test_cgroups.py", "programs/test_cores.py"),
    *("programs/test_last_turns.py", "programs/test_temporary_folders.py"),
    "programs/test_zoo.py",
)
"""Rooms and modules whose tests start programs, beside those that use these fixtures."""
GIVE_PROGRAMS = {"compiled", "no_survivor", "sample", "server"}


def pytest_configure(config: pytest.Config) -> None:
    """The many processes that the tests start find the package compiled, and load it faster."""
    is_worker = hasattr(config, "workerinput")
    package = find_spec("owari")
    if not is_worker and package and package.submodule_search_locations:
        for folder in package.submodule_search_locations:
            compileall.compile_dir(folder, quiet=2, workers=0)


def pytest_xdist_auto_num_workers() -> int:
    """One for each core: with more, programs whose time is limited would wait for a core."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Spares a run of the fast tests the import of the others, as far as whole modules go."""
    places = [TESTS / name for name in START_PROGRAMS]
    return (config.option.markexpr == "fast" and collection_path in places) or None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Gives each test its marks, and puts the slow ones first, so that none is begun at the end."""
    for item in items:
        place = PurePath(os.path.relpath(item.path, TESTS))
        used = set(getattr(item, "fixturenames", ()))
        if "chromium" in used:
            item.add_marker("browser")
        elif used & GIVE_PROGRAMS or {place.parts[0], place.as_posix()}.intersection(
            START_PROGRAMS
        ):
            item.add_marker("programs")
        elif not item.get_closest_marker("slow"):
            item.add_marker("fast")
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


@pytest.fixture(autouse=True, scope="session")
def empty_user_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Hides the user's data and screen, from the processes that tests start too."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OWARI_DATA", str(tmp_path_factory.mktemp("user")))
        patch.delenv("COLUMNS", raising=False)  # tables are as wide as they are
        patch.setenv("TZ", "UTC")
        time.tzset()
        yield
