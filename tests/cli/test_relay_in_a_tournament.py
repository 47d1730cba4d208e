"""`owari relay` with the bots of a tournament file: who may play under which name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import Result as CommandResult

from owari.games.mancala import OWARI
from owari.records.pgn import read_games
from owari.records.record import Result, Termination
from owari.results.store import Store
from owari.table.tournament_results import enter_relayed
from tests.cli.test_relay import kept
from tests.support.command import run
from tests.support.sample_programs import PROGRAMS

NAMED = f"""
game: owari
time-per-game: 20s
bots:
  - {{name: Rocket, command: [python3, {PROGRAMS / "line" / "lowest.py"}], protocol: line}}
  - {{name: Crasher, command: [python3, {PROGRAMS / "bad" / "crashes.py"}], protocol: line}}
  - {{name: First, engine: first}}
  - {{name: Comet, by-hand: true}}
  - {{name: Star, by-hand: true}}
"""


def relay_of(us: str, them: str, *words: str, typed: str = "", record: str = "") -> CommandResult:
    """A relay in the tournament above, in the current folder."""
    names = ("--us-name", us, "--them-name", them, "--first", "us")
    file = ("--record", record) if record else ()
    return run("relay", *names, "--results", "bots.yaml", *words, *file, typed=typed)


@pytest.fixture
def named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OWARI_DATA", str(tmp_path / "data"))
    (tmp_path / "bots.yaml").write_text(NAMED)
    return tmp_path


RESIGNED = "resign them\nyes\n\n"


def test_the_bot_of_our_name_plays_in_a_tournament(named: Path) -> None:
    done = relay_of("rocket", "Comet", typed=RESIGNED, record="game.pgn")
    assert done.exit_code == 0, done.output
    assert "Entered as game" in done.output
    (record,) = read_games((named / "game.pgn").read_text())
    assert (record.south_by, record.north_by) == ("bot Rocket", "by hand")
    assert [str(ply.move) for ply in record.plies] == ["0"]  # that of the lowest pit
    with Store.open(named / "bots.db") as store:
        (game,) = store.games()
        assert store.played(game.number).south_by == "bot Rocket"
    assert run("verify", "bots.yaml").exit_code == 0


@pytest.mark.parametrize(
    ("us", "words", "said"),
    [
        ("Rocket", ["--us", "engine"], "its own program plays: choose bots.yaml:Rocket"),
        ("Rocket", ["--depth", "2"], "its own program plays: choose bots.yaml:Rocket"),
        ("Rocket", ["--us", "manual"], "its own program plays: choose bots.yaml:Rocket"),
        ("Rocket", ["--us", "bots.yaml:First"], "its own program plays"),
        ("First", ["--us", "first"], "its own program plays: choose bots.yaml:First"),
        ("Star", ["--us", "engine"], "Star plays by hand, and engine is not Star"),
        ("Star", ["--us", "greedy"], "Star plays by hand, and greedy is not Star"),
        ("Star", ["--us", "bots.yaml:Rocket"], "bots.yaml:Rocket is not Star"),
        ("Star", [], "Who plays for Star"),
    ],
)
def test_nobody_else_plays_under_the_name_of_a_bot(
    named: Path, us: str, words: list[str], said: str
) -> None:
    done = relay_of(us, "Comet", *words)
    assert done.exit_code == 2, done.output
    assert said in done.output
    assert not (named / "data").exists()


def test_results_without_the_tournament_file_cannot_start_its_bots(named: Path) -> None:
    assert run("score", "bots.yaml", "Rocket", "First", "18-18").exit_code == 0
    names = ("--us-name", "Rocket", "--them-name", "Comet", "--first", "us")
    beside = run("relay", *names, "--results", "bots.db", typed=RESIGNED)
    assert beside.exit_code == 0, beside.output
    (named / "bots.yaml").unlink()
    alone = ("--us-name", "Rocket", "--them-name", "Star", "--first", "us")
    done = run("relay", *alone, "--results", "bots.db")
    assert done.exit_code == 2
    assert "Rocket cannot play here: the tournament file is not beside bots.db" in done.output


@pytest.mark.parametrize(
    ("us", "them", "remedy"),
    [
        ("Comet", "rocket", "(--us-name Rocket --them-name Comet), and its program plays"),
        ("Comet", "First", "(--us-name First --them-name Comet), and its program plays"),
        ("Rocket", "First", "owari tournament bots.yaml plays its games against Rocket"),
    ],
)
def test_nobody_types_the_moves_of_a_bot_with_a_program(
    named: Path, us: str, them: str, remedy: str
) -> None:
    assert run("score", "bots.yaml", "Comet", "Star", "18-18").exit_code == 0
    names = ("--us-name", us, "--them-name", them, "--first", "us")
    by = ["--us", "manual"] if us == "Comet" else []
    for file in ("bots.yaml", "bots.db"):
        done = run("relay", *names, *by, "--results", file, "--match", typed=RESIGNED)
        assert done.exit_code == 2, done.output
        assert "has a program of its own, so nobody types its moves: " in done.output
        assert remedy in done.output
    (named / "bots.yaml").unlink()
    alone = run("relay", *names, *by, "--results", "bots.db", typed=RESIGNED)
    assert alone.exit_code == 2
    assert "the tournament file is not beside bots.db; correct that, and then" in alone.output
    assert not (named / "data").exists()
    with Store.open(named / "bots.db") as store:
        assert len(store.games()) == 1


@pytest.mark.parametrize("typed", ["0\nquit\n", f"0\n{RESIGNED}"])
def test_a_relay_against_a_program_does_not_go_on_in_a_tournament(named: Path, typed: str) -> None:
    names = ("--us-name", "Comet", "--them-name", "Rocket", "--first", "us", "--us", "manual")
    assert run("relay", *names, "--record", "game.pgn", typed=typed).exit_code == 0
    before = Path("game.pgn").read_text()
    later = run("relay", "--resume", "game.pgn", "--results", "bots.yaml", typed=f"3\n{RESIGNED}")
    assert later.exit_code == 2
    assert "(--us-name Rocket --them-name Comet), and its program plays" in later.output
    assert Path("game.pgn").read_text() == before


def test_the_game_is_that_of_the_tournament(named: Path) -> None:
    (named / "bots.yaml").write_text(NAMED.replace("game: owari", "game: owari:4x3"))
    for number, words in enumerate(([], ["--game", "owari:4x3"]), 1):
        record = f"{number}.pgn"
        done = relay_of("Comet", "Star", "--us", "manual", *words, typed="quit\n", record=record)
        assert done.exit_code == 0, done.output
        (game,) = read_games((named / record).read_text())
        assert game.game == OWARI.sized("4x3")
    other = relay_of("Comet", "Star", "--us", "manual", "--game", "owari", typed=RESIGNED)
    assert other.exit_code == 2
    assert "these are results of owari:4x3, not of owari: leave --game out" in other.output
    for file in ("bots.yaml", "bots.db"):
        again = run("relay", "--resume", "1.pgn", "--results", file, typed=RESIGNED)
        assert again.exit_code == 0, again.output
    names = ("--us-name", "Comet", "--them-name", "Star", "--first", "us", "--us", "manual")
    assert run("relay", *names, "--record", "owari.pgn", typed="quit\n").exit_code == 0
    for file in ("bots.yaml", "bots.db"):
        later = run("relay", "--resume", "owari.pgn", "--results", file, typed=RESIGNED)
        assert later.exit_code == 2
        assert "not of owari: name the tournament of owari.pgn with --results" in later.output
    blank = run("relay", *names, "--results", "new.db", "--game", "kalah", typed=RESIGNED)
    assert "these are results of owari, not of kalah: leave --game out" in blank.output


def test_a_bot_that_fails_forfeits_its_game_of_the_tournament(named: Path) -> None:
    done = relay_of("Crasher", "Comet", typed="0\n\n", record="game.pgn")
    assert done.exit_code == 0, done.output
    (record,) = read_games((named / "game.pgn").read_text())
    assert record.ending.termination is Termination.CRASHED
    assert record.ending.result is Result.NORTH
    assert "Continue by hand" not in done.output


def test_a_game_that_the_engine_played_does_not_enter_under_another_name(named: Path) -> None:
    names = ("--us-name", "Rocket", "--them-name", "Comet", "--first", "us")
    done = run("relay", *names, "--depth", "1", "--record", "game.pgn", typed=RESIGNED)
    assert done.exit_code == 0, done.output
    assert read_games(Path("game.pgn").read_text())[0].south_by == "engine --depth 1"
    for words in (["--us", "bots.yaml:Rocket"], []):
        later = run("relay", "--resume", "game.pgn", "--results", "bots.yaml", *words)
        assert later.exit_code == 2
        assert "the record does not show that Rocket made its moves: engine" in later.output
    old = re.sub(r'\[(South|North)By ".*"\]\n', "", Path("game.pgn").read_text())
    Path("game.pgn").write_text(old)
    later = run("relay", "--resume", "game.pgn", "--results", "bots.yaml", "--us", "manual")
    assert later.exit_code == 2
    assert "made its moves: engine --depth 1" in later.output


def test_verify_tells_of_a_game_that_somebody_else_played(named: Path) -> None:
    typed = f"0\n{RESIGNED}"
    assert relay_of("Comet", "Star", "--us", "manual", typed=typed).exit_code == 0
    assert run("verify", "bots.yaml").exit_code == 0
    names = ("--us-name", "Comet", "--them-name", "First", "--first", "us", "--us", "manual")
    assert run("relay", *names, "--record", "game.pgn", typed=typed).exit_code == 0
    with Store.open(named / "bots.db", writes=True) as store:  # as earlier versions entered it
        enter_relayed(store, *kept(named))
    done = run("verify", "bots.yaml")
    assert done.exit_code == 1
    assert "its record does not show that First made its moves: by hand" in done.output


def test_a_correction_of_our_move_is_told(named: Path) -> None:
    typed = "0\nfix 1 1\nundo\nfix 1 1\nresign us\nyes\n\n"
    done = relay_of("First", "Comet", typed=typed, record="game.pgn")
    assert done.exit_code == 0, done.output
    (record,) = read_games((named / "game.pgn").read_text())
    assert record.south_by == "bot First; by hand at ply 1"
    assert "First made its moves: bot First; by hand at ply 1" in run("verify", "bots.yaml").output
