"""`owari rename`: the results and the tournament file have the new name, and the tournament goes
on."""

from __future__ import annotations

from pathlib import Path

import pytest

from owari.results.store import Store
from owari.tournament.file.reader import load
from tests.support.command import run

FILE = """\
# Our evening
event: Evening
bots:
  - {name: "Team Roket", engine: first}  # a Team Roket
  - name: Team Rock
    engine: greedy
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, with a tournament that has been played."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bots.yaml").write_text(FILE, "utf-8")
    assert run("tournament", "bots.yaml").exit_code == 0
    return tmp_path


def names() -> list[str]:
    with Store.open(Path("bots.db")) as store:
        assert {name for game in store.games() for name in (game.south, game.north)} == {
            bot.name for bot in store.bots()
        }
        return [bot.name for bot in store.bots()]


@pytest.mark.parametrize("new", ["Team Rocket", "Équipe: #1", '"quoted"', "no", "007"])
def test_the_tournament_goes_on_with_the_new_name(folder: Path, new: str) -> None:
    done = run("rename", "bots.yaml", "team roket", new)
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout == f"Team Roket is {new} now.\n"
    text = (folder / "bots.yaml").read_text("utf-8")
    assert text.splitlines()[0] == "# Our evening"
    assert text.count("Team Roket") == 1  # in the comment
    assert names() == [new, "Team Rock"]
    again = run("tournament", "bots.yaml")
    assert again.exit_code == 0, again.stderr
    assert "2 of 2 games are already played." in again.stderr
    assert new in again.stdout
    assert run("verify", "bots.yaml").exit_code == 0
    assert load(Path("bots.yaml")).bots[0].name == new
    with Store.open(Path("bots.db")) as store:
        assert store.played(1).south == new


def test_of_results_alone_it_tells_that_a_file_can_have_the_old_name(folder: Path) -> None:
    done = run("rename", "bots.db", "Team Roket", "Team Rocket")
    assert done.exit_code == 0
    assert "If a tournament file has the old name, change it there too." in done.stderr
    assert (folder / "bots.yaml").read_text("utf-8") == FILE
    assert names() == ["Team Rocket", "Team Rock"]


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("Rocket", "X", "'Rocket' is not one of the bots; did you mean 'Team Roket'?"),
        ("Team Roket", "TEAM ROCK", "'TEAM ROCK' is the bot 'Team Rock', or looks like it"),
        ("Team Roket", "Team Roket", "the bot is called 'Team Roket' already"),
        ("Team Roket", "", "a name has 1 to 60 characters, not 0"),
    ],
)
def test_what_cannot_be_is_told_and_changes_nothing(old: str, new: str, sentence: str) -> None:
    done = run("rename", "bots.yaml", old, new)
    assert done.exit_code == 2
    assert sentence in done.stderr
    assert names() == ["Team Roket", "Team Rock"]
    assert Path("bots.yaml").read_text("utf-8") == FILE


def test_a_file_that_cannot_be_read_leaves_the_results_as_they_are() -> None:
    Path("bots.yaml").write_text("bots: [", "utf-8")
    assert run("rename", "bots.yaml", "Team Roket", "Team Rocket").exit_code == 2
    assert names() == ["Team Roket", "Team Rock"]


def test_a_file_that_has_the_new_name_already_is_not_spoken_of(folder: Path) -> None:
    (folder / "bots.yaml").write_text(FILE.replace('"Team Roket"', "Team Rocket"), "utf-8")
    done = run("rename", "bots.yaml", "Team Roket", "Team Rocket")
    assert (done.exit_code, done.stderr) == (0, "")
    (folder / "bots.yaml").write_text(FILE.replace("Team Rock\n", "Another\n"), "utf-8")
    assert "change it there too" in run("rename", "bots.yaml", "Team Rock", "Rock").stderr


def test_a_name_that_differs_by_a_glyph_is_warned_of_at_each_door(folder: Path) -> None:
    alike = "'Modern' and 'Modem' are two bots, though the names look nearly alike.\n"
    Path("alike.yaml").write_text(
        FILE.replace('"Team Roket"', "Modern").replace("Team Rock", "Modem"), "utf-8"
    )
    assert alike in run("tournament", "alike.yaml", "--dry-run").stderr
    assert alike in run("match", "alike.yaml:Modern", "alike.yaml:Modem", "--games", "2").stderr
    assert run("score", "new.db", "Modern", "Modem", "20-16").stderr == alike
    assert run("score", "new.db", "Modem", "Modern", "20-16").stderr == ""
    assert alike not in run("rename", "bots.yaml", "Team Roket", "Modern").stderr
    assert alike in run("rename", "bots.yaml", "Team Rock", "Modem").stderr
    for name in ("alike-modern.py", "alike-modem.py"):
        (folder / "teams").mkdir(exist_ok=True)
        (folder / "teams" / name).write_text("print(1)\n")
    assert "'alike-modem' and 'alike-modern' are two bots" in run("init", "teams").stderr
