"""One writer at a time, however the last one ended."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from owari.results.lock import NotLocked, lock

HOLDER = """
import sys
from pathlib import Path
from owari.results.lock import lock
with lock(Path(sys.argv[1])):
    print("locked", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "bots.db"


def holder(path: Path) -> subprocess.Popen[str]:
    """Another process that has the lock until its input ends."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout
    assert process.stdout.readline() == "locked\n"
    return process


def test_a_second_process_is_refused(path: Path) -> None:
    other = holder(path)
    with (
        pytest.raises(NotLocked, match=f"bots.db is in use.*process .{other.pid}. writes"),
        lock(path),
    ):
        pass
    other.communicate()
    with lock(path):
        pass


def test_a_killed_process_leaves_no_lock(path: Path) -> None:
    other = holder(path)
    other.kill()
    other.communicate()
    with lock(path):
        pass


def test_nothing_stays_behind(path: Path) -> None:
    with lock(path):
        assert list(path.parent.iterdir())
    assert not list(path.parent.iterdir())


def test_an_error_gives_the_lock_up(path: Path) -> None:
    with pytest.raises(KeyError), lock(path):
        raise KeyError
    holder(path).communicate()


def test_a_folder_that_is_not_there_is_told(path: Path) -> None:
    with (
        pytest.raises(NotLocked, match="choose another folder"),
        lock(path.parent / "no" / "bots.db"),
    ):
        pass


CONTENDER = """
import sys
from pathlib import Path
from owari.results.lock import NotLocked, lock
path, counter = Path(sys.argv[1]), Path(sys.argv[2])
done = 0
while done < 100:
    try:
        with lock(path):
            counter.write_text(str(int(counter.read_text()) + 1))
            done += 1
    except NotLocked:
        pass
"""


@pytest.mark.slow
def test_of_many_that_try_at_once_one_succeeds(path: Path, tmp_path: Path) -> None:
    counter = tmp_path / "counter"
    counter.write_text("0")
    contenders = [
        subprocess.Popen([sys.executable, "-c", CONTENDER, str(path), str(counter)])
        for _ in range(3)
    ]
    assert [contender.wait() for contender in contenders] == [0, 0, 0]
    assert counter.read_text() == "300"


def test_a_full_disk_is_named_with_the_file(path: Path) -> None:
    import resource

    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, limits[1]))
    try:
        with (
            pytest.raises(NotLocked, match=r"beside .*bots\.db .*make room on the disk"),
            lock(path),
        ):
            pass
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    with lock(path):
        pass
