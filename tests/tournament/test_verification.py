"""Results that somebody has changed, with a journal written anew: what the schedule shows of it."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import Result as Done

from owari.games.game import Side
from owari.records.pgn import read_game
from owari.records.record import GameRecord
from owari.results.game_log import Status
from owari.results.game_rows import COLUMNS, LATER, GameRow
from owari.results.schema import VERSION, upgrade
from owari.results.store import Store
from tests.support.command import run

BOTS = [{"name": name, "engine": "random"} for name in ("Anna", "Ben", "Cid", "Dora")]
KINDS: dict[str, dict[str, object]] = {
    "cup": {"openings": "random"},
    "long": {"openings": "random", "rounds": 2, "games-per-match": 4},
    "balanced": {"openings": {"balanced": {"plies": 2}}},
    "listed": {"openings": "list.txt"},
    "plain": {},
    "gauntlet": {"format": "gauntlet"},
    "knockout": {"format": "knockout"},
    "swiss": {"format": "swiss", "games-per-match": 1},
    "ladder": {"format": "ladder", "openings": "random"},
    "adjudicated": {"adjudicate": {"score": True}, "openings": "random"},
    "pie": {"game": "manchester", "openings": "random"},
}
RULES = "UPDATE tournament SET value = replace(value, ?, ?) WHERE key = 'rules'"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Makes the results of a kind, once; the folder."""
    folder = tmp_path_factory.mktemp("played")
    (folder / "list.txt").write_text("S0 N7\nS1 N8\nS2 N9\n")

    def made(kind: str) -> Path:
        file = folder / f"{kind}.yaml"
        if not file.exists():
            file.write_text(json.dumps({"bots": BOTS, **KINDS[kind]}))
            assert run("tournament", file).exit_code == 0
        return folder

    return made


@pytest.fixture
def results(
    played: Callable[[str], Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[[str], Path]:
    """A copy of the results of a kind in the working folder, without the tournament file."""

    def copied(kind: str, *others: str) -> Path:
        monkeypatch.chdir(tmp_path)
        for name in (f"{kind}.db", *others):
            shutil.copy(played(kind) / name, name)
        return Path(f"{kind}.db")

    return copied


def change(path: Path, sql: str, *values: object) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(sql, values)


def write_journal_anew(path: Path) -> None:
    change(path, "DELETE FROM journal")
    with Store.open(path, writes=True) as store, store.transaction():
        upgrade(store.database, VERSION)


def record_of(path: Path, number: int) -> GameRecord:
    with Store.open(path) as store:
        return read_game(store.record(number))


def forge(path: Path, number: int, record: GameRecord) -> None:
    """Puts another record in the place of a game, and its row with it."""
    columns = [name for name in (*COLUMNS, *LATER) if name != "finished"]
    row = GameRow.of(record).values(number, Status.PLAYED, "")
    values = dict(zip((*COLUMNS, *LATER), row, strict=True))
    change(
        path,
        f"UPDATE games SET {', '.join(f'{name} = ?' for name in columns)}"
        " WHERE number = ? AND status <> 'annulled'",
        *(values[name] for name in columns),
        number,
    )
    write_journal_anew(path)


def cut_off(path: Path, games: int) -> None:
    """Removes the last games, and the end of the journal with all that it tells of them."""
    with Store.open(path) as store:
        rows = [row for (row,) in store.database.all("SELECT id FROM games ORDER BY id")]
        entries = store.database.all("SELECT id, entry FROM journal ORDER BY id")
    first = rows[-games]
    (end,) = (at for at, entry in entries if json.loads(entry)[:2] == ["game", first])
    change(path, "DELETE FROM games WHERE id >= ?", first)
    change(path, "DELETE FROM journal WHERE id >= ?", end)


def verified(path: Path) -> Done:
    return run("verify", path)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_what_was_played_is_as_the_schedule_has_it(
    kind: str, results: Callable[..., Path], played: Callable[[str], Path]
) -> None:
    done = verified(results(kind))
    assert done.exit_code == 0, done.stdout
    told = done.stdout.splitlines()
    unknown = "Openings are compared with those of the other games alone: the results have but"
    assert [line.startswith(unknown) for line in told[1:]] == [True] * (kind == "listed")
    done = verified(played(kind) / f"{kind}.yaml")
    assert (done.exit_code, done.stdout.count("\n")) == (0, 1)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "listed"])
def test_exchanged_sides_are_found(kind: str, results: Callable[..., Path]) -> None:
    path = results(kind)
    record = record_of(path, 1)
    forge(path, 1, replace(record, south=record.north, north=record.south))
    done = verified(path)
    assert done.exit_code == 1
    south, north = record.south, record.north
    assert f"Game 1: South is {north!r}, and the schedule has {south!r}\n" in done.stdout
    assert "journal" not in done.stdout


@pytest.mark.parametrize("kind", ["cup", "long", "balanced", "ladder", "adjudicated", "pie"])
def test_another_opening_is_found(kind: str, results: Callable[..., Path]) -> None:
    path = results(kind)
    record = record_of(path, 2)
    first, *plies = record.plies
    begun = replace(
        record, start=record.start.play(first.move), plies=tuple(plies), opening="some other"
    )
    forge(path, 2, begun)
    done = verified(path)
    assert done.exit_code == 1
    assert f"Game 2: it begins at '{begun.start}', and the schedule has" in done.stdout
    assert "Game 2: the opening is 'some other', and the schedule has" in done.stdout


def test_an_opening_of_a_file_is_compared_with_the_file_or_with_the_other_games(
    results: Callable[..., Path], tmp_path: Path
) -> None:
    path = results("listed")
    record = record_of(path, 5)
    first, *plies = record.plies
    forge(path, 5, replace(record, start=record.start.play(first.move), plies=tuple(plies)))
    assert "Game 5: it begins at " in verified(path).stdout
    path = results("listed", "listed.yaml", "list.txt")
    for number in range(1, 13):
        record = record_of(path, number)
        first, *plies = record.plies
        forge(path, number, replace(record, start=record.start, opening="S5 N7"))
    done = verified(path)
    assert "Game 1: the opening is 'S5 N7', and the schedule has 'S0 N7'" in done.stdout
    (tmp_path / "list.txt").write_text("S3 N7\n")
    told = verified(path).stdout
    assert "listed.yaml differs from the results: openings was list.txt with 3 openings" in told


def test_a_pair_or_a_leg_or_a_round_of_another_game_is_found(results: Callable[..., Path]) -> None:
    path = results("swiss")
    forge(path, 3, replace(record_of(path, 3), round="1", leg="2"))
    told = verified(path).stdout
    assert "Game 3: the round is '1', and the schedule has '2'" in told
    assert "Game 3: the leg is '2', and the schedule has '1'" in told


def test_games_that_exchange_their_numbers_are_found(results: Callable[..., Path]) -> None:
    path = results("plain")
    for old, new in ((1, 99), (2, 1), (99, 2)):
        change(path, "UPDATE games SET number = ? WHERE number = ?", new, old)
    write_journal_anew(path)
    assert "Game 2: South is 'Anna', and the schedule has 'Ben'" in verified(path).stdout


def test_a_game_outside_of_the_schedule_is_found(results: Callable[..., Path]) -> None:
    """Ben and Cid are no challengers: the first numbers of their pair are free in a gauntlet."""
    path = results("gauntlet")
    record = replace(record_of(path, 1), south="Ben", north="Cid")
    change(path, "UPDATE games SET number = 5 WHERE number = 1")
    forge(path, 5, record)
    done = verified(path)
    assert (done.exit_code, done.stdout.count("Game ")) == (1, 1)
    assert "Game 5: the schedule has no game of this number" in done.stdout
    assert "1 of 6 games has no result" in done.stdout


def test_games_that_are_cut_off_with_their_entries_are_counted(
    results: Callable[..., Path],
) -> None:
    path = results("cup")
    seal = run("verify", path, "--seal").stdout.strip()
    entries = int(seal.split(" entries")[0].split()[-1])
    cut_off(path, 5)
    done = verified(path)
    assert done.exit_code == 0
    assert done.stdout.splitlines()[1:] == [
        "5 of 12 games have no result: nobody has played them yet, or somebody has removed them"
        " with the end of the journal. Only a seal tells which."
    ]
    done = run("verify", path, "--against", seal)
    assert done.exit_code == 1
    assert f"12 games, {entries} entries" in seal
    assert "The seal is none of this file" in done.stdout
    earlier = run("verify", path, "--seal").stdout.strip()
    assert run("annul", path, "1", "why").exit_code == 0
    done = run("verify", path, "--against", earlier)
    assert done.exit_code == 0
    assert done.stdout.splitlines()[2:] == [
        "5 of 12 games have no result: nobody has played them yet, or somebody has removed them"
        " with entries after the seal.",
        "1 of 12 games is annulled and not played again.",
    ]


def test_rounds_that_are_cut_off_with_their_entries_are_told_of(
    results: Callable[..., Path],
) -> None:
    path = results("swiss")
    with Store.open(path) as store:
        [(rounds,)] = store.database.all("SELECT value FROM tournament WHERE key = 'rounds'")
    cut_off(path, 2)
    end = "DELETE FROM journal WHERE id = (SELECT max(id) FROM journal)"
    change(path, end)  # what tells of round 3
    before = json.dumps(json.loads(rounds)[:-1])
    change(path, "UPDATE tournament SET value = ? WHERE key = 'rounds'", before)
    done = verified(path)
    assert (done.exit_code, done.stdout.count("\n")) == (0, 2), done.stdout
    assert "More rounds follow: nobody has begun them, or somebody has removed them" in done.stdout


@pytest.mark.parametrize("kind", ["knockout", "swiss", "ladder"])
def test_a_game_that_is_missing_before_a_later_round_is_found(
    kind: str, results: Callable[..., Path]
) -> None:
    path = results(kind)
    change(path, "DELETE FROM games WHERE number = 2")
    change(path, "UPDATE games SET id = id + 1000")
    change(path, "UPDATE games SET id = (SELECT count(*) FROM games g WHERE g.id <= games.id)")
    write_journal_anew(path)
    done = verified(path)
    assert done.exit_code == 1
    assert "Round 1: game 2 is missing, and a later round was made" in done.stdout


def test_a_row_that_is_missing_in_the_middle_is_found(results: Callable[..., Path]) -> None:
    path = results("cup")
    change(path, "DELETE FROM games WHERE id IN (3, 4)")
    write_journal_anew(path)
    done = verified(path)
    assert done.exit_code == 1
    assert "The games: row 3 is missing\nThe games: row 4 is missing\n" in done.stdout
    assert "2 of 12 games have no result" in done.stdout


@pytest.mark.parametrize("as_file", [False, True], ids=["results", "tournament file"])
def test_other_settings_than_those_of_the_tournament_file_are_found(
    results: Callable[..., Path], as_file: bool
) -> None:
    path = results("plain", "plain.yaml")
    file = path.with_suffix(".yaml") if as_file else path
    assert verified(file).stdout.count("\n") == 1
    change(path, RULES, '"time-per-turn": 5.0', '"time-per-turn": 9.0')
    write_journal_anew(path)
    done = verified(file)
    assert done.exit_code == 1, done.stdout
    assert (
        "plain.yaml: its settings are not those of these games: time-per-turn was 9s" in done.stdout
    )
    assert verified(path.rename("other.db")).exit_code == 0
    Path("plain.yaml").write_text("bots: 3")
    shutil.copy("other.db", path)
    done = verified(path)
    assert done.exit_code == 0
    assert "plain.yaml is not compared: " in done.stdout


def test_more_rounds_in_the_file_are_told_and_no_difference(results: Callable[..., Path]) -> None:
    path = results("plain", "plain.yaml")
    Path("plain.yaml").write_text(json.dumps({"bots": BOTS, "rounds": 2}))
    done = verified(path)
    assert done.exit_code == 0
    assert "plain.yaml differs from the results: rounds was 1 and is 2 now." in done.stdout
    assert run("tournament", "plain.yaml").exit_code == 0
    done = verified(path)
    assert (done.exit_code, done.stdout.count("\n")) == (0, 1)
    assert "Nothing differs in 24 games" in done.stdout


def test_games_that_people_entered_have_no_opening_and_no_pair(
    results: Callable[..., Path],
) -> None:
    path = results("cup")
    assert run("annul", path, "1", "why").exit_code == 0
    assert run("score", path, "Anna", "Ben", "19-17").exit_code == 0
    assert run("withdraw", path, "Cid").exit_code == 0
    assert run("rename", path, "Dora", "Theodora").exit_code == 0
    done = verified(path)
    assert (done.exit_code, done.stdout.count("\n")) == (0, 1), done.stdout
    entered = record_of(path, 1)
    assert entered.first is Side.SOUTH
    forge(path, 1, replace(entered, south="Ben", north="Anna"))
    assert "Game 1: South is 'Ben', and the schedule has 'Anna'" in verified(path).stdout
