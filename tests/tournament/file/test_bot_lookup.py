"""Bots of a tournament file by the names of a command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from owari.errors import BadInput
from owari.tournament.file.bot_lookup import bots_of, in_file, one_bot_of


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("bots.yaml", (Path("bots.yaml"), None)),
        ("bots.yml:Team Rocket", (Path("bots.yml"), "Team Rocket")),
        ("evening/bots.yaml:a.yaml", (Path("evening/bots.yaml"), "a.yaml")),
        ("bots.yaml:", None),
        ("./bot", None),
        ("python3 bot.py settings.yaml", None),
    ],
)
def test_what_a_text_means(text: str, meant: tuple[Path, str | None] | None) -> None:
    assert in_file(text) == meant


def test_a_file_with_a_space_in_its_name(tmp_path: Path) -> None:
    file = tmp_path / "my bots.yaml"
    assert in_file(f"{file}:A") is None
    file.touch()
    assert in_file(f"{file}:A") == (file, "A")


def test_one_bot_is_enough(tmp_path: Path) -> None:
    file = tmp_path / "bots.yaml"
    file.write_text("bots: [{name: A, engine: first}]\n")
    for name in (None, "A"):
        tournament, bot = one_bot_of(file, name)
        assert (tournament.bots, bot.name) == ((bot,), "A")
    with pytest.raises(BadInput, match="has no bot 'B', only A"):
        bots_of(file, "B")
    file.write_text("bots: []\n")
    with pytest.raises(BadInput, match="bots: the list is empty"):
        bots_of(file, None)


def test_one_of_several_needs_its_name(tmp_path: Path) -> None:
    file = tmp_path / "bots.yaml"
    file.write_text("bots: [{name: A, engine: first}, {name: B, engine: first}]\n")
    assert len(bots_of(file, None)[1]) == 2
    with pytest.raises(BadInput, match=r"several bots: name one of them, as '.*bots\.yaml:A'"):
        one_bot_of(file, None)
