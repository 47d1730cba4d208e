"""No name leads out of the folder of the logs."""

from __future__ import annotations

from pathlib import Path

import pytest

from owari.tournament.log_folders import file_name, game_folder


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("Depth 8", "Depth_8"),
        ("../../etc/passwd", "etc_passwd"),
        ("..", "bot"),
        ("", "bot"),
        ("a\x00b\n", "a_b"),
        ("-rf *", "rf"),
        ("Ünïcôde", "n_c_de"),
        ("石", "bot"),
        ("x" * 60, "x" * 30),
    ],
)
def test_a_name_in_the_name_of_a_file(name: str, file: str) -> None:
    assert file_name(name) == file


def test_each_game_has_a_folder_of_its_own(tmp_path: Path) -> None:
    folders = [game_folder(tmp_path / "logs", 12, "A/B", "..") for _ in range(3)]
    assert [folder.name for folder in folders] == [
        "0012-A_B-bot",
        "0012-A_B-bot-2",
        "0012-A_B-bot-3",
    ]
    assert all(folder.parent == tmp_path / "logs" for folder in folders)
