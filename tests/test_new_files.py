"""New files never replace old ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from owari.new_files import create_new


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
