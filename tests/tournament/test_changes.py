"""What may change between two runs on the same results, and what may not."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from owari.games.game import Outcome
from owari.games.mancala import OWARI
from owari.records.record import Ending, GameRecord, Result, Termination
from owari.results.game_log import Status, StoredBot
from owari.results.store import Store
from owari.tournament.changes import (
    Absent,
    Change,
    ChangeKind,
    change_text,
    changed_programs,
    changes,
    store_programs,
)
from owari.tournament.config import load
from owari.tournament.result_entry import begin, enter
from owari.tournament.tournament_settings import Tournament

BOTS = """
bots:
  - {name: A, engine: alpha-beta, depth: 4}
  - {name: B, engine: greedy}
"""


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open_or_create(tmp_path / "bots.db") as store:
        yield store


def tournament(folder: Path, text: str = BOTS) -> Tournament:
    path = folder / "bots.yaml"
    path.write_text(text)
    return load(path)


def reported(south: str, north: str) -> GameRecord:
    ending = Ending(Result.DRAW, Outcome(18, 18), Termination.REPORTED)
    return GameRecord(OWARI, OWARI.start(), south, north, ending=ending)


def after(store: Store, folder: Path, text: str, **options: object) -> list[Change]:
    """The changes from a tournament of `BOTS` to this one."""
    begin(store, tournament(folder))
    return changes(store, tournament(folder, text), **options)


def test_the_same_file_is_no_change(store: Store, tmp_path: Path) -> None:
    assert after(store, tmp_path, BOTS) == []
    assert after(store, tmp_path, "time-per-turn: 5000ms\n" + BOTS) == []


def test_what_is_no_rule_may_change(store: Store, tmp_path: Path) -> None:
    text = "event: E\nsite: S\ndate: 2021-11-27\nconcurrency: 7\n" + BOTS
    assert after(store, tmp_path, text) == []


def test_a_rule_may_not(store: Store, tmp_path: Path) -> None:
    text = "time-per-turn: 2s\nmargin: 20ms\ngames-per-match: 4\n" + BOTS
    found = after(store, tmp_path, text)
    assert Change(ChangeKind.RULE, "", "margin", 0.1, 0.02) in found
    assert sorted(map(change_text, found)) == [
        "games-per-match was 2 and is 4 now",
        "margin was 100ms and is 20ms now",
        "time-per-turn was 5s and is 2s now",
    ]


def test_a_bot_may_be_added_anywhere(store: Store, tmp_path: Path) -> None:
    text = BOTS.replace("bots:\n", "bots:\n  - {name: New, engine: first}\n")
    assert after(store, tmp_path, text) == []
    begin(store, tournament(tmp_path, text))
    assert [bot.name for bot in store.bots()] == ["A", "B", "New"]


def test_a_bot_may_be_left_out_but_not_changed(store: Store, tmp_path: Path) -> None:
    text = """
bots:
  - {name: A, engine: alpha-beta, depth: 6, time-per-turn: none}
  - {name: C, engine: greedy}
"""
    found = after(store, tmp_path, text)
    assert found == [
        Change(ChangeKind.BOT_SETTING, "A", "depth", 4, 6),
        Change(ChangeKind.BOT_SETTING, "A", "time-per-turn", Absent.NOT_GIVEN, None),
    ]
    assert [change_text(change) for change in found] == [
        "bot 'A': depth was 4 and is 6 now",
        "bot 'A': time-per-turn was not given and is none now",
    ]


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("engine: first", "by-hand: true"),
        ("by-hand: true", "engine: first"),
        ("engine: first", "engine: first, guest: true"),
        ("engine: first, guest: true", "engine: first, guest: false"),
    ],
)
def test_a_bot_may_begin_to_play_by_hand_or_as_a_guest(
    before: str, now: str, store: Store, tmp_path: Path
) -> None:
    line = "  - {name: C, %s}\n"
    begin(store, tournament(tmp_path, BOTS + line % before))
    there = tournament(tmp_path, BOTS + line % now)
    assert changes(store, there) == []
    begin(store, there)
    assert store.bots() == list(there.entries)


def test_a_bot_whose_games_are_replayed_may_be_changed(store: Store, tmp_path: Path) -> None:
    text = BOTS.replace("depth: 4", "depth: 6")
    assert after(store, tmp_path, text, replayed=["A"]) == []
    assert after(store, tmp_path, text, replayed=["B"]) == [
        Change(ChangeKind.BOT_SETTING, "A", "depth", 4, 6)
    ]


def test_the_games_of_a_replayed_bot_are_annulled(store: Store, tmp_path: Path) -> None:
    begin(store, tournament(tmp_path))
    enter(store, reported("A", "B"), Status.PLAYED)
    told = enter(store, reported("B", "A"))
    assert begin(store, tournament(tmp_path), replayed=["B"]) == 1
    assert store.numbers() == {told.number}  # what was told of a game elsewhere stays
    assert len(store.games(annulled=True)) == 1


def test_new_results_have_no_rules_yet(store: Store, tmp_path: Path) -> None:
    assert changes(store, tournament(tmp_path, "game: kalah\n" + BOTS)) == []


def test_a_tournament_may_take_over_what_was_entered_by_hand(store: Store, tmp_path: Path) -> None:
    enter(store, reported("B", "A"))
    assert changes(store, tournament(tmp_path)) == []
    assert changes(store, tournament(tmp_path, "game: kalah\n" + BOTS)) == [
        Change(ChangeKind.RULE, "", "game", "owari", "kalah")
    ]
    begin(store, tournament(tmp_path))
    assert [bot.name for bot in store.bots()] == ["B", "A"]
    assert not store.hand_made


def test_a_program_that_has_changed_is_told_with_its_last_game(store: Store) -> None:
    for name in ("A", "B", "C"):
        store.put_bot(StoredBot(name))
    enter(store, reported("A", "B"), Status.PLAYED)
    enter(store, reported("B", "C"), Status.PLAYED)
    enter(store, reported("C", "A"))
    store.program_files = {name: {"a.py": "1", "b.txt": "1"} for name in ("A", "B", "C")}
    now = {"A": {"a.py": "2", "b.txt": "1"}, "B": {"a.py": "2"}, "C": {"a.py": "1", "b.txt": "2"}}
    found = changed_programs(store, now)
    assert found[0] == Change(ChangeKind.PROGRAM_FILE, "A", "a.py", "1", "2", game=1)
    assert [change_text(change) for change in found] == [
        "A's a.py has changed since game 1 was played. --replay A plays the games of A again.",
        "B's a.py has changed since game 5 was played. --replay B plays the games of B again.",
        "B's b.txt has changed since game 5 was played. --replay B plays the games of B again.",
        "C's b.txt has changed since game 5 was played. --replay C plays the games of C again.",
    ]
    assert len(changed_programs(store, now, replayed=["B"])) == 2
    assert changed_programs(store, {"D": {"a.py": "1"}}) == []
    store.annul_games_of("A", "why")
    assert len(changed_programs(store, now)) == 3  # of A no game is left


def test_a_change_is_found_while_games_of_the_old_version_count(store: Store) -> None:
    for name in ("A", "B", "C"):
        store.put_bot(StoredBot(name))
    day = datetime(2026, 11, 1, tzinfo=UTC)
    store.add(1, reported("A", "B"), Status.PLAYED, finished=day)
    store.program_files = {"A": {"a.py": "1"}}
    now = {"A": {"a.py": "2"}}
    (change,) = found = changed_programs(store, now)
    assert change.game == 1
    store_programs(store, now, found)
    store.add(3, reported("A", "C"), Status.PLAYED, finished=day + timedelta(hours=1))
    (again,) = found = changed_programs(store, now)
    assert again.game == 1
    assert changed_programs(store, now, replayed=["A"]) == []
    store_programs(store, now, found)
    store.annul(1, "why")
    assert changed_programs(store, now) == []
