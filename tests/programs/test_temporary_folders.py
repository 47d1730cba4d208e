"""Folders for temporary files, whatever a program has done to its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from owari.programs.sandbox import temporary_folders

NOBODY = 65534


@pytest.fixture(autouse=True)
def new_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As if no folder had been taken in this process yet."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(temporary_folders, "_own", "")
    monkeypatch.setattr(temporary_folders, "_free", [])
    monkeypatch.setattr(temporary_folders.atexit, "register", lambda function: None)


def test_an_empty_folder_is_used_again_and_a_full_one_is_not(tmp_path: Path) -> None:
    first = temporary_folders.take()
    temporary_folders.give_back(first)
    assert temporary_folders.take() == first
    Path(first, "left").touch()
    temporary_folders.give_back(first)
    assert temporary_folders.take() != first
    assert not os.path.exists(first)
    temporary_folders.remove_all()
    assert os.listdir(tmp_path) == []


def test_a_fork_has_folders_of_its_own(tmp_path: Path) -> None:
    temporary_folders.give_back(temporary_folders.take())
    if (child := os.fork()) == 0:
        try:
            Path(temporary_folders.take(), "theirs").touch()
        finally:
            os._exit(0)
    os.waitpid(child, 0)
    temporary_folders.take()
    temporary_folders.take()
    temporary_folders.remove_all()
    (left,) = tmp_path.glob("*/*/*")
    assert left.name == "theirs"


@pytest.mark.parametrize("full", [False, True])
def test_nobody_is_led_elsewhere_by_a_link_in_place_of_the_folder(
    tmp_path: Path, full: bool
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    if full:
        (other / "book").touch()
    folder = temporary_folders.take()
    os.rmdir(folder)
    os.symlink(other, folder)
    temporary_folders.give_back(folder)
    assert not os.path.lexists(folder)
    assert not os.path.islink(temporary_folders.take())
    temporary_folders.remove_all()
    assert os.listdir(tmp_path) == ["other"]
    assert os.listdir(other) == (["book"] if full else [])


@pytest.fixture
def shared() -> Iterator[Path]:
    """A folder for whoever runs the child of the test."""
    folder = Path(tempfile.mkdtemp(dir="/tmp"))
    folder.chmod(0o777)
    yield folder
    shutil.rmtree(folder)


def test_folders_that_nobody_may_enter_go_too(shared: Any) -> None:
    """Root may enter all of them, and so becomes somebody else first."""
    code = f"""
import os
from owari.programs.sandbox import temporary_folders
if os.getuid() == 0:
    os.setuid({NOBODY})
folder = temporary_folders.take()
os.makedirs(folder + "/closed/closed/inside")
os.symlink("/", folder + "/closed/link")
os.chmod(folder + "/closed/closed", 0)
os.chmod(folder + "/closed", 0)
temporary_folders.give_back(folder)
assert not os.path.exists(folder)
"""
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env={**os.environ, "TMPDIR": str(shared)},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert os.listdir(shared) == []


def test_folders_in_each_other_deeper_than_any_path_are_removed(tmp_path: Path) -> None:
    """And none that a link leads to."""
    other = tmp_path / "other"
    other.mkdir()
    (other / "file").touch()
    place = temporary_folders.take()
    inner = os.open(place, os.O_RDONLY)
    for depth in range(1500):
        os.mkdir("a folder with a name", dir_fd=inner)
        if depth % 100 == 0:
            os.symlink(other, "link", dir_fd=inner)
            os.mkfifo("queue", dir_fd=inner)
        outer, inner = inner, os.open("a folder with a name", os.O_RDONLY, dir_fd=inner)
        os.close(outer)
    os.close(inner)
    temporary_folders.give_back(place)
    assert not os.path.exists(place)
    assert (other / "file").exists()
