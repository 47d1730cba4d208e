"""How the tests run: every run is the same run, out of sight of the user's data, and in good order.

The marks `browser`, `fast` and `programs` follow from where a test stands and what it uses. Tests
with the mark `nightly` are the long ones; they run where somebody asks for them.
"""

from __future__ import annotations

import compileall
import gc
import os
import signal
import sys
import time
from collections.abc import Generator, Iterator
from contextlib import suppress
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path, PurePath
from typing import Any

import pytest
from hypothesis import is_hypothesis_test, settings

from tests.support.forked_command import fork_processes

pytest_plugins = ["tests.support.browser", "tests.support.sample_programs"]

settings.register_profile("deterministic", derandomize=True, deadline=None, database=None)
settings.load_profile("deterministic")

TESTS = Path(__file__).parent
LEAST_EXAMPLES = 10
LARGEST_SHARE = 25
"""So many tests at the most a worker gets at once: all shall have slow ones at the beginning."""
START_PROGRAMS = (
    *("checking", "cli", "docs", "tournament/cluster/test_cluster.py"),
    *("course/test_course_command.py", "course/test_course_server.py", "test_nightly.py"),
    *("tournament/run/test_runner.py", "tournament/test_configs.py"),
    "tournament/test_verification.py",
    *("programs/test_all_protocols.py", "programs/test_cgroups.py", "programs/test_cores.py"),
    *("programs/test_last_turns.py", "programs/test_temporary_folders.py"),
    *("engine/test_book_builder.py", "programs/test_zoo.py", "registration/test_team_search.py"),
    *("web/test_attacks.py", "web/test_guard.py", "web/test_start_page.py", "web/test_tables.py"),
    "web/test_token.py",
)
"""Rooms and modules whose tests start programs, beside those that use these fixtures."""
GIVE_PROGRAMS = {"compiled", "no_survivor", "sample", "server"}
NO_BYTECODE = "PYTHONDONTWRITEBYTECODE"


left_out = pytest.StashKey[int]()
"""How many tests with the mark `nightly` do not run."""
no_bytecode = pytest.StashKey[str]()
"""What the environment says of bytecode."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the option that runs all tests."""
    parser.addoption("--nightly", action="store_true", help="run the tests marked nightly too")


def pytest_configure(config: pytest.Config) -> None:
    """The many processes that the tests start find the package compiled, and load it faster; the
    next run finds the tests compiled too, which takes half of the time to collect them, whatever
    the environment says. Ctrl-C reaches the processes too where a shell has started the tests in
    the background."""
    sys.dont_write_bytecode = False
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if getattr(config.option, "maxschedchunk", 0) is None:
        config.option.maxschedchunk = LARGEST_SHARE
    is_worker = hasattr(config, "workerinput")
    if is_worker and (forbidden := config.workerinput[NO_BYTECODE]):
        os.environ[NO_BYTECODE] = forbidden
    package = find_spec("owari")
    if not is_worker and package and package.submodule_search_locations:
        for folder in package.submodule_search_locations:
            compileall.compile_dir(folder, quiet=2, workers=0)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_setupnodes(config: pytest.Config) -> None:
    """Lets the workers keep what pytest makes of its plugins before this module is there. They give
    the processes of the tests the environment as it was."""
    if forbidden := os.environ.pop(NO_BYTECODE, None):
        config.stash[no_bytecode] = forbidden


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Tells a worker of it."""
    node.workerinput[NO_BYTECODE] = node.config.stash.get(no_bytecode, "")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """One for each core, and two more where tests wait for programs, servers and limits of time;
    four more are no faster, as browsers share the cores."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1
    return cores if config.option.markexpr == "fast" else cores + 2


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Spares a run of the fast tests the import of the others, as far as whole modules go."""
    if config.option.markexpr != "fast":
        return None
    return _place(collection_path).as_posix() in START_PROGRAMS or None


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """Lets each worker begin to import the tests at another place: what one has compiled, the
    others find. No waste is sought in what stays until the end, then or later."""
    gc.disable()
    try:
        _import_tests(session.config)
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def _import_tests(config: pytest.Config) -> None:
    worker = getattr(config, "workerinput", None)
    if not worker:
        return
    folders = filter(Path.is_dir, map(Path, config.args))
    files = sorted(file for folder in folders for file in folder.absolute().rglob("test_*.py"))
    modules = [
        ".".join(file.relative_to(TESTS.parent).with_suffix("").parts)
        for file in files
        if not pytest_ignore_collect(file, config)
    ]
    begin = len(modules) * int(worker["workerid"].removeprefix("gw")) // worker["workercount"]
    for module in modules[begin:] + modules[:begin]:
        with suppress(Exception, pytest.skip.Exception):  # the collection tells of them
            import_module(module)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Gives each test its marks, and puts the slow ones first, so that none is begun at the end.

    Leaves those with the mark `nightly` out, unless the command line names the mark, and lets
    Hypothesis try a quarter of its examples, which are the same every day.
    """
    for item in items:
        place = _place(item.path)
        used = set(getattr(item, "fixturenames", ()))
        if "chromium" in used:
            item.add_marker("browser")
        elif used & GIVE_PROGRAMS or {place.parts[0], place.as_posix()}.intersection(
            START_PROGRAMS
        ):
            item.add_marker("programs")
        elif not any(map(item.get_closest_marker, ("programs", "slow"))):
            item.add_marker("fast")
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)
    if not config.option.nightly and "nightly" not in config.option.markexpr:
        tests = {getattr(item, "obj", None) for item in items}
        for function in {getattr(test, "__func__", test) for test in tests}:
            if is_hypothesis_test(function):
                _try_fewer(function)
        nightly = [item for item in items if item.get_closest_marker("nightly")]
        items[:] = [item for item in items if not item.get_closest_marker("nightly")]
        config.hook.pytest_deselected(items=nightly)
        config.stash[left_out] = len(nightly)


@cache
def _place(path: Path) -> PurePath:
    return PurePath(os.path.relpath(path, TESTS))


def _try_fewer(test: Any) -> None:
    used = getattr(test, "_hypothesis_internal_use_settings", settings.default)
    fewer = settings(used, max_examples=max(LEAST_EXAMPLES, used.max_examples // 4))
    test._hypothesis_internal_use_settings = fewer


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Tells the process that prints how many tests this one has left out."""
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["left_out"] = session.config.stash.get(left_out, 0)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Hears it. Every process has counted the same tests."""
    if output := getattr(node, "workeroutput", None):
        node.config.stash[left_out] = output.get("left_out", 0)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Says it."""
    if count := terminalreporter.config.stash.get(left_out, 0):
        terminalreporter.write_line(f"Left out, marked nightly: {count}. --nightly runs them too.")


@pytest.fixture(autouse=True, scope="session")
def empty_user_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Hides the user's data and screen, from the processes that tests start too; and starts these
    faster. `python3` is this Python, as in an activated environment, and no script that looks for
    one, as pyenv's are."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OWARI_DATA", str(tmp_path_factory.mktemp("user")))
        patch.delenv("COLUMNS", raising=False)  # tables are as wide as they are
        patch.setenv("PATH", str(Path(sys.executable).parent), prepend=os.pathsep)
        patch.setenv("TZ", "UTC")
        time.tzset()
        fork_processes()
        yield
