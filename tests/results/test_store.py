"""Results files: what goes in comes out, also after a kill, and nothing else is taken for one."""

from __future__ import annotations

import json
import os
import pickle
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from math import nextafter
from pathlib import Path
from typing import Any

import pytest

from owari.games.game import Move, Outcome, Side
from owari.games.mancala import OWARI
from owari.records.pgn import read_game
from owari.records.record import SHOWN_FROM, Ending, GameRecord, Ply, Result, Termination
from owari.results.database import BadResults, file_stamp
from owari.results.game_log import About, Incident, Status, StoredBot, StoredGame
from owari.results.game_rows import GameReader, GameRow, read_bots
from owari.results.rounds import Pairing, Round, numbered_games
from owari.results.store import Store
from owari.results.tournament_values import HAND_MADE

CRASH = Ending(Result.NORTH, Outcome(1, 0), Termination.CRASHED, "it crashed: exit code 3")


def record(south: str = "A", north: str = "B", *, first: Side = Side.SOUTH) -> GameRecord:
    """A game that crashed after two plies."""
    start = OWARI.start(first)
    plies = []
    position = start
    for _ in range(2):
        move = position.legal_moves()[-1]
        plies.append(Ply(position.turn, move, 0.001))
        position = position.play(move)
    return GameRecord(OWARI, start, south, north, tuple(plies), CRASH)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "with space? #1.db"


def begun(path: Path) -> Store:
    """Results of A, B and C with up to 1000 games a match, to write to; the first thousand numbers
    are A's and B's."""
    with Store.open_or_create(path) as store:
        store.rules = {**HAND_MADE, "games-per-match": 1000}
        for name in "ABC":
            store.put_bot(StoredBot(name))
    return Store.open_or_create(path)


def test_a_game_comes_back_as_it_was(path: Path) -> None:
    when = datetime(2026, 11, 27, 20, 0, tzinfo=UTC)
    with begun(path) as store:
        store.add(7, record(first=Side.NORTH), finished=when)
    with Store.open(path) as store:
        (game,) = store.games()
        text = store.record(7)
    assert (game.number, game.south, game.north, game.first) == (7, "A", "B", Side.NORTH)
    assert game.ending == CRASH
    assert (game.moves, game.plies, game.status) == ("N12 S5", 2, Status.PLAYED)
    assert game.finished == "2026-11-27T20:00:00+00:00"
    assert read_game(text) == record(first=Side.NORTH)


def test_the_stamp_of_a_file_changes_with_its_games_alone(path: Path) -> None:
    """Else a page that only reads would read everything again."""
    begun(path).close()
    before = file_stamp(path)
    with Store.open(path) as store:
        assert store.games() == []
        assert file_stamp(path) == before
        store.add(1, record())
        after = file_stamp(path)
        assert after != before
        with Store.open(path) as other:
            assert len(other.games()) == 1
            assert file_stamp(path) == after
    assert file_stamp(path) != before


def test_a_row_that_was_made_elsewhere_is_stored_as_its_game_is(path: Path) -> None:
    times = (0.0, 1e-9, 0.0004999, nextafter(SHOWN_FROM, 0), SHOWN_FROM, 0.0015)
    plies = [Ply(Side.SOUTH, Move(5), seconds) for seconds in times]
    game = replace(record(), plies=tuple(plies), ending=CRASH, machine="lab 1.0 M/s")
    row = pickle.loads(pickle.dumps(GameRow.of(game)))
    with begun(path) as store:
        store.add(1, game)
        store.add(2, row)
        one, two = store.database.all("SELECT * FROM games ORDER BY number")
        (stored, _) = store.games()
    assert one[2:] == two[2:]
    assert row.ending == CRASH
    said = " | ".join(f"{seconds:.3f} s" for seconds in times)
    assert said in " ".join(row.text.split())
    assert stored.south_slowest == 0.002
    assert stored.south_seconds == sum(round(seconds, 3) for seconds in times)


def test_games_come_in_the_order_of_their_numbers(path: Path) -> None:
    with begun(path) as store:
        for number in (3, 1, 2):
            store.add(number, record())
        assert [game.number for game in store.games()] == [1, 2, 3]
        assert store.numbers() == {1, 2, 3}


def test_one_game_of_a_number_counts(path: Path) -> None:
    with begun(path) as store:
        store.add(1, record())
        with pytest.raises(BadResults, match="already has game 1"):
            store.add(1, record("B", "A"))
        store.annul(1, "played with the wrong version")
        store.add(1, record("B", "A"), Status.REPORTED)
        assert [(game.south, game.status) for game in store.games()] == [("B", Status.REPORTED)]
        (annulled,) = store.games(annulled=True)
        assert (annulled.south, annulled.status) == ("A", Status.ANNULLED)
        assert annulled.annulled == "played with the wrong version"


def test_what_is_not_there_cannot_be_annulled_nor_read(path: Path) -> None:
    with begun(path) as store:
        store.add(1, record())
        store.annul(1, "once")
        with pytest.raises(BadResults, match="already annulled"):
            store.annul(1, "twice")
        with pytest.raises(BadResults, match="no game 3"):
            store.annul(3, "never")
        with pytest.raises(BadResults, match="no game 2"):
            store.record(2)


def test_the_record_of_an_annulled_game_can_be_read_until_another_counts(path: Path) -> None:
    with begun(path) as store:
        store.add(1, record("A", "B"))
        store.annul(1, "an old version")
        assert read_game(store.record(1)).south == "A"
        store.add(1, record("B", "A"))
        assert read_game(store.record(1)).south == "B"


def test_bots_keep_the_place_in_which_they_came(path: Path) -> None:
    with Store.open_or_create(path) as store:
        store.put_bot(StoredBot("Zoe"))
        store.put_bot(StoredBot("Adam", "{}"))
        store.put_bot(StoredBot("Zoe", '{"engine": "first"}'))
        assert store.bots() == [StoredBot("Zoe", '{"engine": "first"}'), StoredBot("Adam", "{}")]


def test_a_transaction_is_written_as_a_whole_or_not_at_all(path: Path) -> None:
    with Store.open_or_create(path) as store:

        def fail() -> None:
            with store.transaction():
                store.put_bot(StoredBot("A"))
                raise KeyError

        with pytest.raises(KeyError):
            fail()
        assert store.bots() == []
        with store.transaction():
            store.put_bot(StoredBot("A"))
        assert store.bots() == [StoredBot("A")]


def test_rules_stay_with_the_file(path: Path) -> None:
    with Store.open_or_create(path) as store:
        assert store.hand_made
        assert (store.game, store.games_per_match) == (OWARI, 2)
        store.rules = {**HAND_MADE, "game": "kalah:6x4", "seed": 1}
        store.about = About("Evening", "Anchorage", "2021-11-27")
    with Store.open(path) as store:
        assert store.game.name == "kalah"
        assert not store.hand_made
        assert store.about == About("Evening", "Anchorage", "2021-11-27")


def test_an_empty_file_is_begun(path: Path) -> None:
    path.touch()
    with Store.open_or_create(path) as store:
        assert store.games() == []


def test_results_are_read_while_they_are_written(path: Path) -> None:
    with begun(path) as writer, Store.open(path) as reader:
        writer.add(1, record())
        assert reader.numbers() == {1}
        with writer.transaction():
            writer.add(2, record())
            assert reader.numbers() == {1}
        assert reader.numbers() == {1, 2}


def foreign(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE bots (x)")
    connection.close()


def newer(path: Path) -> None:
    Store.open_or_create(path).close()
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 99")
    connection.close()


def without_rules(path: Path) -> None:
    with Store.open_or_create(path) as store:
        store.rules = {}


def cut(path: Path) -> None:
    with begun(path) as store:
        for number in range(1, 200):
            store.add(number, record())
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 3])


@pytest.mark.parametrize("length", [1, 5, 16, 99])
def test_a_file_of_something_else_is_never_written(length: int, path: Path) -> None:
    path.write_bytes(b"x" * length)
    with pytest.raises(BadResults, match="is not a results file"):
        Store.open_or_create(path)
    assert path.read_bytes() == b"x" * length


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda path: None, "does not exist"),
        (lambda path: path.mkdir(), "is a folder, not a results file"),
        (os.mkfifo, "is not a results file"),
        (lambda path: path.write_text("name,points\n" * 99), "is not a results file"),
        (
            lambda path: path.write_bytes(b"SQLite format 3\0" + b"x" * 9999),
            "is not a results file",
        ),
        (foreign, "is not a results file"),
        (newer, ": its format is 99, and this version reads formats 1 to 2"),
        (without_rules, "is damaged"),
        (cut, "is damaged"),
    ],
)
def test_what_is_no_results_file_is_told_in_a_sentence(
    make: Callable[..., Any], sentence: str, path: Path
) -> None:
    make(path)

    def use() -> None:
        with Store.open(path) as store:
            assert store.game
            store.games()

    with pytest.raises(BadResults) as error:
        use()
    assert sentence in str(error.value)
    assert str(path) in str(error.value)
    assert "\n" not in str(error.value)


WRITER = """
import sys
from pathlib import Path
from tests.results.test_store import begun, record
with begun(Path(sys.argv[1])) as store:
    first = max(store.numbers(), default=0) + 1
    for number in range(first, 1001):
        store.add(number, record())
        print(number, flush=True)
"""


@pytest.mark.slow
def test_a_killed_writer_loses_no_game(path: Path) -> None:
    acknowledged = 0
    for delay in (0.0, 0.01, 0.03, 0.05, 0.002):
        writer = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(path)],
            stdout=subprocess.PIPE,
            text=True,
            cwd=Path(__file__).parents[2],
        )
        assert writer.stdout
        lines = [writer.stdout.readline()]
        time.sleep(delay)
        writer.send_signal(signal.SIGKILL)
        lines += writer.stdout.read().splitlines()
        writer.wait()
        written = [int(line) for line in lines if line.strip()]
        assert written[0] >= acknowledged + 1
        acknowledged = written[-1]
        with Store.open(path) as store:
            numbers = store.numbers()
            assert numbers >= set(range(1, acknowledged + 1))
            assert len(numbers) <= acknowledged + 1
            for number in numbers:
                read_game(store.record(number))


def test_incidents_are_kept_in_their_order(tmp_path: Path) -> None:
    incidents = [Incident(3, "A", "Ünï", "it died", "A", True), Incident(1, "B", "A", "it died")]
    with Store.open_or_create(tmp_path / "bots.db") as store:
        assert store.incidents == []
        store.incidents = incidents
    with Store.open(tmp_path / "bots.db") as store:
        assert store.incidents == incidents


@pytest.mark.parametrize(
    "stored", ["{}", "7", "[7]", '[["3", "A", "B", "", "", true]]', "[", "[[3]]"]
)
def test_incidents_that_are_none_are_damage(tmp_path: Path, stored: str) -> None:
    with Store.open_or_create(tmp_path / "bots.db") as store:
        store._set("incidents", stored)
        with pytest.raises(BadResults, match="damaged"):
            store.incidents  # noqa: B018


ROUNDS = [
    Round(1, (Pairing(0, 1, 0, 2), Pairing(2, 3, 0, 4))),
    Round(2, (Pairing(3, 0, 0, 2),), (1, 2)),
    Round(2, (Pairing(0, 3, 2, 1),)),
]


def with_rounds(path: Path) -> Store:
    store = Store.open_or_create(path)
    for name in "ABCD":
        store.put_bot(StoredBot(name))
    store.rounds = ROUNDS
    return store


def test_the_games_of_rounds_are_numbered_one_after_the_other() -> None:
    games = [(number, index, leg) for number, index, _, leg in numbered_games(ROUNDS)]
    first = [(1, 0, 0), (3, 0, 0), (2, 0, 1), (4, 0, 1), (5, 0, 2), (6, 0, 3)]
    assert games == [*first, (7, 1, 0), (8, 1, 1), (9, 2, 2)]


def test_a_round_keeps_who_plays_for_place_three(path: Path) -> None:
    rounds = [*ROUNDS, Round(3, (Pairing(1, 2, 0, 2),), (), (1, 2))]
    with with_rounds(path) as store:
        assert json.loads(store._value("rounds", str)) == json.loads(
            json.dumps([each[:3] for each in ROUNDS])
        )
        store.rounds = rounds
    with Store.open(path) as store:
        assert store.rounds == rounds


def test_rounds_say_who_plays_a_game(path: Path) -> None:
    with with_rounds(path) as store:
        store.add(3, record("C", "D"))
        store.add(9, record("A", "D"))
    with Store.open(path) as store:
        assert store.rounds == ROUNDS
        assert store.numbers() == {3, 9}
    for number, south, north in [(3, "A", "B"), (7, "C", "D"), (10, "A", "D")]:
        path.unlink()
        with with_rounds(path) as store:
            store.add(number, record(south, north))
        with (
            Store.open(path) as store,
            pytest.raises(BadResults, match=f"game {number} is not between {south} and {north}"),
        ):
            store.games()


@pytest.mark.parametrize(
    "stored",
    [
        *("{}", "7", "[7]", '["1", [], []]', "[[1, [], [9]]]", "[[1, [[0, 9, 0, 2]], []]]"),
        *("[[1, [[0, 0, 0, 2]], []]]", "[[1, [[0, 1, 0, 0]], []]]", "[[1, [[0, 1, 0]], []]]"),
        *("[[1, [[0, 1, -1, 2]], []]]", "[[1, [[0, 1, 0, 5000]], []]]", '[[1, [], ["0"]]]'),
        *("[[1, [[-1, 1, 0, 2]], []]]", "[[1, [[0, 0.5, 0, 2]], []]]", "[[1, 2, 3]]"),
        *("[[1, [], [], [1, 1]]]", "[[1, [], [], [1, 9]]]", "[[1, [], [], [1]]]"),
    ],
)
def test_rounds_that_are_none_are_damage(path: Path, stored: str) -> None:
    with with_rounds(path) as store:
        store._set("rounds", stored)
    with Store.open(path) as store, pytest.raises(BadResults, match="damaged"):
        store.check()


def test_games_that_were_read_are_those_of_the_file_after_each_change(path: Path) -> None:
    def agrees(store: Store) -> None:
        with Store.open(path) as reader:
            assert store.games() == reader.games()

    with begun(path) as store:
        agrees(store)
        for number in (5, 2, 9):
            store.add(number, record())
            agrees(store)
        store.games().clear()
        agrees(store)
        store.annul(5, "why")
        agrees(store)

        def fail() -> None:
            with store.transaction():
                store.add(7, record())
                assert [game.number for game in store.games()] == [2, 7, 9]
                raise KeyError

        with pytest.raises(KeyError):
            fail()
        agrees(store)
        store.rename_bot("A", "Anna")
        agrees(store)
        assert [(game.number, game.south) for game in store.games()] == [(2, "Anna"), (9, "Anna")]


def test_a_reader_that_stays_open_reads_each_game_once(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = []
    read = GameReader.read

    def counted(reader: GameReader, row: Sequence[Any]) -> StoredGame:
        rows.append(row[0])
        return read(reader, row)

    with begun(path) as store, Store.open(path) as reader:
        monkeypatch.setattr(GameReader, "read", counted)

        def newly_read() -> list[int]:
            before = [*store.games()]
            rows.clear()
            assert reader.games() == before
            return sorted(rows)

        store.add(5, record())
        assert newly_read() == [5]
        store.add(2, record())
        store.incidents = [Incident(1, "A", "B", "the slot died")]
        store.add(9, record())
        assert newly_read() == [2, 9]
        assert newly_read() == []
        store.annul(5, "why")
        assert newly_read() == [2, 9]
        store.add(5, record())
        assert newly_read() == [5]
        store.rename_bot("A", "Anna")
        assert newly_read() == [2, 5, 9]


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ("[]", "the description of bot 'A' cannot be read"),
        ('{"protocol": 5}', "the protocol in the description of bot 'A' is no text"),
        ('{"start": "y"}', "the description of bot 'A' has a start that is no mapping"),
        (
            '{"start": {"first": null, "second": null}}',
            "the description of bot 'A' allows it to move neither first nor second",
        ),
    ],
)
def test_a_description_that_no_bot_has_is_damage(settings: str, sentence: str) -> None:
    assert [bot.name for bot in read_bots([("A", "{}"), ("B", None)])] == ["A", "B"]
    with pytest.raises(ValueError, match=f"^{sentence}$"):
        read_bots([("A", settings)])
