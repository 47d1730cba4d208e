"""Tournament files and results of version 1.0.0 load, give the same tables and resume."""

from __future__ import annotations

import gzip
import re
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from owari.cli.main import owari
from owari.records.pgn import format_game
from owari.results.game_log import Status
from owari.results.store import Store
from owari.tournament.changes import changed_programs, changes, program_files
from owari.tournament.file.reader import load

VERSION = Path(__file__).parents[1] / "vectors" / "version-1.0.0"
PROGRAMS = Path(__file__).parents[1] / "programs"
BOTS = {
    "alternates.py": "console/alternates.py",
    "codingame.py": "one_shot/codingame.py",
    "columbia.py": "columbia/agent.py",
    "columbia_othello.py": "columbia/othello.py",
    "files.py": "files/improves.py",
    "gtp.py": "gtp/polite.py",
    "illegal.py": "bad/illegal.py",
    "kgp.py": "kgp/client.py",
    "kills_referee.py": "bad/kills_referee.py",
    "letters.py": "console/othello_letters.py",
    "lowest.py": "line/lowest.py",
    "mkagent.py": "mkagent/greedy.py",
    "nboard.py": "nboard/slashes.py",
    "once.py": "one_shot/once.py",
    "othello.py": "line/othello.py",
}
"""The programs behind the names that the tournament files have."""
NAMES = sorted(path.stem for path in VERSION.glob("*.yaml"))


MOMENT = re.compile(r"(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\d(\+00:00)")
"""A time as version 1.0.0 showed it, in UTC."""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder: the files, bots and results of all tournaments."""
    (tmp_path / "bots").mkdir()
    for name, program in BOTS.items():
        shutil.copy(PROGRAMS / program, tmp_path / "bots" / name)
    for name in NAMES:
        shutil.copy(VERSION / f"{name}.yaml", tmp_path)
        results = gzip.decompress((VERSION / f"{name}.results.gz").read_bytes())
        (tmp_path / f"{name}.db").write_bytes(results)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*words: str) -> Result:
    done = CliRunner().invoke(owari, words)
    assert done.exit_code == 0, done.output
    return done


def rows(table: str) -> list[list[str]]:
    """The words of the lines that begin with a number: tables without their headings."""
    lines = (line.split() for line in table.splitlines())
    return [words for words in lines if words and words[0].isdigit()]


SCORE = r"value\s\+?(-?[0-9.]+)\sscore"
NEW = '"silent": "random"'


def blocks(table: str) -> list[list[str]]:
    """The lines of each CSV table without its heading."""
    return [block.splitlines()[1:] for block in table.strip().split("\n\n")]


def test_there_is_a_tournament_of_each_kind() -> None:
    assert NAMES == ["kalah", "manchester", "othello", "othello-keys", "owari", "owari-keys"]


@pytest.mark.parametrize("name", NAMES)
def test_file_and_results_have_no_differences(folder: Path, name: str) -> None:
    tournament = load(folder / f"{name}.yaml")
    with Store.open(folder / f"{name}.db") as store:
        assert changes(store, tournament) == []
        assert changed_programs(store, store.program_files) == []
        assert [bot.name for bot in store.bots()] == [bot.name for bot in tournament.bots]
        # The default of one key has changed since, which no tournament is refused for.
        before = {bot: (s or "").replace('"silent": "forfeit"', NEW) for bot, s in store.bots()}
        assert before == {bot.name: bot.settings for bot in tournament.bots}


@pytest.mark.parametrize("name", NAMES)
def test_tables_are_those_of_version_1_0_0(name: str) -> None:
    standings = (VERSION / f"{name}.standings.txt").read_text("utf-8")
    assert rows(run("standings", f"{name}.yaml").stdout) == rows(standings)
    table = (VERSION / f"{name}.standings.csv").read_text("utf-8")
    assert blocks(run("standings", f"{name}.yaml", "--format", "csv").stdout) == blocks(table)
    games = MOMENT.sub(r"\1 \2 \3", (VERSION / f"{name}.games.txt").read_text("utf-8"))
    assert rows(run("show", f"{name}.yaml").stdout) == rows(games)


@pytest.mark.parametrize("name", ["kalah", "manchester", "othello", "owari"])
def test_the_same_files_have_digests(folder: Path, name: str) -> None:
    files = program_files(load(folder / f"{name}.yaml"))
    with Store.open(folder / f"{name}.db") as store:
        assert {bot: [*found] for bot, found in files.items()} == {
            bot: [*found] for bot, found in store.program_files.items()
        }


@pytest.mark.parametrize("name", NAMES)
def test_the_same_games_are_due(name: str) -> None:
    """Perhaps in another order."""
    schedule = (VERSION / f"{name}.schedule.txt").read_text("utf-8")
    due = rows(run("tournament", f"{name}.yaml", "--dry-run").stdout)
    assert sorted(row[1:] for row in due) == sorted(row[1:] for row in rows(schedule))


@pytest.mark.parametrize("name", NAMES)
def test_records_read_and_write_the_same(folder: Path, name: str) -> None:
    """But for the notation of scores, `eval 39` for `value +39 score`, and where lines break."""
    with Store.open(folder / f"{name}.db") as store:
        for number in store.numbers():
            written, old = format_game(store.played(number)), store.record(number)
            assert written.split() == re.sub(SCORE, r"eval \1", old).split()
            assert written == old or re.search(SCORE, old)


def test_every_status_of_a_game_is_there(folder: Path) -> None:
    found = set()
    for name in NAMES:
        with Store.open(folder / f"{name}.db") as store:
            games = [*store.games(), *store.games(annulled=True)]
            found |= {(game.status, game.ending.termination.is_fault) for game in games}
    assert found >= {
        (Status.PLAYED, False),
        (Status.PLAYED, True),
        (Status.REPORTED, False),
        (Status.ANNULLED, False),
        (Status.ANNULLED, True),
    }
    with Store.open(folder / "owari.db") as store:
        assert {incident.turn for incident in store.incidents} == {"", "Killer"}


@pytest.mark.parametrize(("name", "played"), [("kalah", "23 of 24"), ("manchester", "2 of 2")])
def test_a_tournament_resumes_without_complaint(folder: Path, name: str, played: str) -> None:
    with Store.open(folder / f"{name}.db", writes=True) as store:
        store.program_files = program_files(load(folder / f"{name}.yaml"))
    done = run("tournament", f"{name}.yaml")
    assert f"{played} games" in done.stderr
    assert "changed" not in done.stderr
    assert run("tournament", f"{name}.yaml", "--dry-run").stdout.count("\n") < 6  # nothing is due
