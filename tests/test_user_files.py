"""New files never replace old ones, and old ones are replaced as a whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from owari.user_files import create_new, open_plain, read_plain, replacing


def test_a_name_in_use_gets_a_number(tmp_path: Path) -> None:
    names = [create_new(tmp_path / "south-A.log").name for _ in range(3)]
    assert names == ["south-A.log", "south-A-2.log", "south-A-3.log"]
    assert [path.name for path in sorted(tmp_path.iterdir())] == sorted(names)


def test_folders_are_made_as_files_are(tmp_path: Path) -> None:
    assert create_new(tmp_path / "game", Path.mkdir).is_dir()
    assert create_new(tmp_path / "game", Path.mkdir).name == "game-2"


def test_a_folder_that_is_missing_is_made(tmp_path: Path) -> None:
    assert create_new(tmp_path / "none" / "south-A.log").is_file()


def test_a_folder_that_cannot_be_made_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(OSError, match="file"):
        create_new(tmp_path / "file" / "south-A.log")


def test_a_file_is_replaced_as_a_whole_and_keeps_its_mode(tmp_path: Path) -> None:
    file = tmp_path / "game.pgn"
    file.write_text("old")
    file.chmod(0o640)
    with replacing(file) as new:
        new.write_text("new")
        assert file.read_text() == "old"
    assert file.read_text() == "new"
    assert file.stat().st_mode & 0o777 == 0o640
    assert list(tmp_path.iterdir()) == [file]


def test_what_fails_leaves_the_old_file(tmp_path: Path) -> None:
    file = tmp_path / "game.pgn"
    file.write_text("old")

    def fail() -> None:
        with replacing(file) as new:
            new.write_text("new")
            raise ValueError("bad")

    with pytest.raises(ValueError, match="bad"):
        fail()
    assert file.read_text() == "old"
    assert list(tmp_path.iterdir()) == [file]


def test_a_secret_is_never_open_to_others(tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.write_text("old")
    file.chmod(0o666)
    with replacing(file, mode=0o600) as new:
        assert new.stat().st_mode & 0o777 == 0o600
    assert file.stat().st_mode & 0o777 == 0o600


def test_what_a_killed_process_of_the_same_number_has_left_is_no_obstacle(tmp_path: Path) -> None:
    file = tmp_path / "game.pgn"
    (tmp_path / f".game.pgn.{os.getpid()}").write_text("half")
    with replacing(file) as new:
        assert new.read_bytes() == b""
        new.write_text("whole")
    assert file.read_text() == "whole"


@pytest.mark.parametrize("kind", ["pipe", "device", "folder", "link to a pipe"])
def test_nothing_but_a_plain_file_is_opened(tmp_path: Path, kind: str) -> None:
    path, pipe = tmp_path / "file", tmp_path / "pipe"
    os.mkfifo(pipe)
    targets = {"pipe": pipe, "device": Path("/dev/zero"), "folder": tmp_path}
    path = targets.get(kind, path)
    if kind == "link to a pipe":
        path.symlink_to(pipe)
    with pytest.raises(OSError, match="no plain file"):
        open_plain(path)


def test_no_more_than_its_size_is_read_of_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"12345")
    assert read_plain(tmp_path / "file", 3) == b"123"
    assert read_plain(tmp_path / "file", 9) == b"12345"


@pytest.mark.skipif(not Path("/proc/self/pagemap").exists(), reason="this system has none")
def test_a_file_that_the_system_makes_up_is_empty(tmp_path: Path) -> None:
    (tmp_path / "file").symlink_to("/proc/self/pagemap")
    assert read_plain(tmp_path / "file", 9) == b""
