"""No name leads out of the folder of the logs, and where it cannot be written the games go on."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from owari.programs.dialogue_log import file_name, game_folder
from owari.tournament.run.runner import run
from tests.tournament.run.test_runner import bot, game


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


def test_each_game_without_a_folder_is_told_of_before_it_ends(tmp_path: Path) -> None:
    (tmp_path / "logs").write_text("a file")
    told: list[str] = []
    specs = [replace(game(number, bot("Random")), logs=tmp_path / "logs") for number in (1, 2, 3)]
    with closing(run(specs, 1, tell_unwritten=told.append)) as games:
        for number, done in enumerate(games, 1):
            assert done.record
            assert told == [f"{tmp_path / 'logs'} cannot be written: File exists"] * number
    assert len(told) == 3
