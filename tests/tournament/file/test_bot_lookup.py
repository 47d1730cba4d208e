"""Bots of a tournament file by the names of a command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from owari.errors import BadInput
from owari.games.mancala import KALAH, OWARI
from owari.games.othello import OTHELLO
from owari.programs.dialogues.one_shot import FORMATS
from owari.programs.sandbox.program_settings import ProgramSettings
from owari.tournament.file.reader import bots_of, one_bot_of
from owari.tournament.file.tournament_settings import in_file


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


def test_its_keys_are_read_by_the_game_that_is_played(tmp_path: Path) -> None:
    file = tmp_path / "bots.yaml"
    entry = "{{name: {}, command: [sh], protocol: one-shot, {}}}"
    kit, contest = entry.format("Kit", "numbering: 1-6"), entry.format("C", "format: codingame")
    file.write_text(f"bots: [{kit}, {{name: [odd]}}]\n")
    with pytest.raises(BadInput, match="name: a text is expected"):
        one_bot_of(file, "Kit", OTHELLO)
    file.write_text(f"bots: [{kit}, {entry.format('B', 'seat: south')}]\n")
    assert one_bot_of(file, "Kit")[0].game == OWARI
    for name in ("Kit", "B"):
        with pytest.raises(BadInput, match=r"bots.yaml:1: (numbering|seat): .*(none of|with pits)"):
            one_bot_of(file, name, OTHELLO)
    file.write_text(f"bots: [{contest}]\n")
    for called in ("C", None):
        tournament, bot = one_bot_of(file, called, OTHELLO)
        assert isinstance(bot.player, ProgramSettings)
        assert (tournament.game, bot.player.protocol) == (OTHELLO, FORMATS["codingame"])
    with pytest.raises(BadInput, match="'codingame' is none of position"):
        one_bot_of(file, "C")
    file.write_text(f"game: kalah\nbots: [{contest}]\n")
    assert one_bot_of(file, "C", OTHELLO)[0].game == KALAH
