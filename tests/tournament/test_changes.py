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
    COUNTING,
    INHERITED,
    SCHEDULE,
    Change,
    ChangeKind,
    change_text,
    changed_programs,
    changes,
    refusal,
    store_programs,
)
from owari.tournament.file.keys import TournamentKeys
from owari.tournament.file.reader import load
from owari.tournament.file.tournament_settings import Tournament
from owari.tournament.result_entry import enter
from owari.tournament.resumption import begin

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


def after(
    store: Store, folder: Path, text: str, *, before: str = BOTS, **options: object
) -> list[Change]:
    """The changes from a tournament of `before`, with one game, to this one."""
    begin(store, tournament(folder, before))
    enter(store, reported("A", "B"), Status.PLAYED)
    return changes(store, tournament(folder, text), **options)


KNOCKOUT = "format: knockout\n"
SWISS = "format: swiss\n"
GAUNTLET = "format: gauntlet\n"
DRAWN = "openings: random\n"
PROGRAM = "bots:\n  - {name: A, engine: first}\n  - {name: B, command: [python3, bots/b.py]%s}\n"


@pytest.mark.parametrize(
    ("before", "now"),
    [
        (BOTS, BOTS),
        (BOTS, "time-per-turn: 5000ms\nstart-limit: '10'\nincrement: 0s\nmargin: 0.1\n" + BOTS),
        (BOTS, "time-per-game: none\n" + BOTS),
        ("time-per-game: 1m\n" + BOTS, "time-per-turn: none\ntime-per-game: 60\n" + BOTS),
        (BOTS, "scoring: {loss: 0, draw: 0.5, win: 1.0}\n" + BOTS),
        (BOTS, "scoring: {win: '1', draw: '.5'}\n" + BOTS),
        (BOTS, "rounds: 1\ngames-per-match: '2'\nformat: round-robin\nseed: 0\n" + BOTS),
        (BOTS, "tie-breaks: [head-to-head, sonneborn-berger]\n" + BOTS),
        (BOTS, "repeated-games: count\nopenings: none\npondering: false\n" + BOTS),
        (BOTS, "adjudicate: {}\n" + BOTS),
        (BOTS, "adjudicate: {value: false, score: false}\n" + BOTS),
        (BOTS.replace(", depth: 4", ""), BOTS.replace("depth: 4", "depth: none")),
        (BOTS, "adjudicate: {lead: none, length: none}\n" + BOTS),
        ("adjudicate: {lead: 20}\n" + BOTS, "adjudicate: {value: false, lead: '20'}\n" + BOTS),
        (KNOCKOUT + BOTS, KNOCKOUT + "tie-break-games: 2\nseeds: [A, B]\n" + BOTS),
        (KNOCKOUT + BOTS, KNOCKOUT + "seeds: [A]\n" + BOTS),
        (GAUNTLET + BOTS, GAUNTLET + "challenger: A\n" + BOTS),
        (GAUNTLET + BOTS, GAUNTLET + "challenger: [A]\nrounds: 1\n" + BOTS),
        (SWISS + BOTS, SWISS + "rounds: 1\n" + BOTS),
        (SWISS + BOTS, SWISS + "tie-breaks: [buchholz-cut-1, buchholz, sonneborn-berger]\n" + BOTS),
        ("format: ladder\n" + BOTS, "format: ladder\nrounds: 2\n" + BOTS),
        (DRAWN + BOTS, "openings: {random: {plies: '4', margin: 9}}\n" + BOTS),
        (DRAWN + BOTS, "openings: random:4\n" + BOTS),
        (DRAWN + BOTS, "openings: {random: {}}\n" + BOTS),
        ("openings: a.txt\n" + BOTS, "openings: {file: b.txt, plies: '2'}\n" + BOTS),
        (BOTS, BOTS.replace("depth: 4", "depth: '4', evaluation: goals-and-row, time-per-turn: 5")),
        (BOTS, "defaults: {evaluation: goals-and-row, margin: 100ms}\n" + BOTS),
        (BOTS, BOTS.replace("greedy", "greedy, guest: true, start-limit: 3s")),
        ("seed: 5\n" + BOTS.replace("greedy", "random"), BOTS.replace("greedy", "random, seed: 5")),
        ("seed: 5\n" + BOTS, BOTS),  # nothing here is drawn
        ("pondering: true\n" + BOTS, BOTS),  # and nobody ponders
        ("start-limit: 3s\n" + BOTS, BOTS),  # and no program starts
        (
            "time-per-turn: 2s\n" + BOTS,
            "bots:\n  - {name: A, engine: alpha-beta, depth: 4, time-per-turn: 2s}\n"
            "  - {name: B, engine: greedy, time-per-turn: 2000ms}\n",
        ),
        (PROGRAM % "", PROGRAM % ", protocol: line, directory: ., environment: {}, reuse: false"),
        (PROGRAM % "", PROGRAM % ", directory: ./"),
        (
            PROGRAM % ", protocol: one-shot",
            PROGRAM % ", protocol: one-shot, format: position, numbering: board, counts: last",
        ),
        (
            PROGRAM % ", protocol: one-shot, format: contest-kit",
            PROGRAM % ", protocol: one-shot, format: contest-kit, numbering: 1-6, stays: true",
        ),
        (
            PROGRAM % ", protocol: console",
            PROGRAM % ", protocol: console, start: {}, side: south, prompt: auto, quiet: 0.2",
        ),
    ],
)
def test_what_is_written_out_is_no_change(
    before: str, now: str, store: Store, tmp_path: Path
) -> None:
    (tmp_path / "bots").mkdir()
    (tmp_path / "bots" / "b.py").touch()
    (tmp_path / "a.txt").write_text("S0 N7\nS1 N8\n")
    (tmp_path / "b.txt").write_text("# the same\nS0 N7 S1\nS1 N8 S2\n")
    assert after(store, tmp_path, now, before=before) == []
    assert changes(store, tournament(tmp_path, before)) == []
    begin(store, tournament(tmp_path, now))
    assert changes(store, tournament(tmp_path, before)) == []


def test_every_key_of_a_tournament_is_free_or_has_an_effect() -> None:
    """Those that are in no list are rules that games are played by."""
    keys = set(TournamentKeys.names())
    assert keys - TournamentKeys.free - SCHEDULE - COUNTING - INHERITED == {
        "game",
        "openings",
        "adjudicate",
    }
    assert keys >= (SCHEDULE | COUNTING | INHERITED)


@pytest.mark.parametrize(
    ("before", "now", "kinds"),
    [
        ("", "scoring: margin\n", {"scoring": ChangeKind.COUNTING}),
        ("", "repeated-games: ignore\n", {"repeated-games": ChangeKind.COUNTING}),
        ("", "tie-breaks: [buchholz]\n", {"tie-breaks": ChangeKind.COUNTING}),
        ("", "rounds: 3\n", {"rounds": ChangeKind.SCHEDULE}),
        ("", "games-per-match: 4\n", {"games-per-match": ChangeKind.SCHEDULE}),
        ("rounds: 3\n", "rounds: 1\n", {"rounds": ChangeKind.SCHEDULE}),
        (KNOCKOUT, KNOCKOUT + "tie-break-games: 4\n", {"tie-break-games": ChangeKind.SCHEDULE}),
        (KNOCKOUT, KNOCKOUT + "seeds: [B]\n", {"seeds": ChangeKind.DROPPED}),
        (SWISS, SWISS + "rounds: 3\n", {"rounds": ChangeKind.SCHEDULE}),
        ("", GAUNTLET, {"format": ChangeKind.SCHEDULE}),
        (GAUNTLET, "", {"format": ChangeKind.SCHEDULE}),
        ("", SWISS, {"format": ChangeKind.RULE, "tie-breaks": ChangeKind.COUNTING}),
        (SWISS, KNOCKOUT, {"format": ChangeKind.RULE}),
        ("", DRAWN, {"openings": ChangeKind.RULE}),
        (DRAWN, DRAWN + "seed: 3\n", {"seed": ChangeKind.RULE}),
        ("", "adjudicate: {lead: 20}\n", {"adjudicate": ChangeKind.RULE}),
        ("", "game: owari:6x4\n", {"game": ChangeKind.RULE}),
    ],
)
def test_only_what_makes_played_games_untrue_is_refused(
    before: str, now: str, kinds: dict[str, ChangeKind], store: Store, tmp_path: Path
) -> None:
    found = after(store, tmp_path, now + BOTS, before=before + BOTS)
    assert {change.key: change.kind for change in found} == kinds
    refused = {ChangeKind.RULE, ChangeKind.DROPPED} & set(kinds.values())
    assert bool(refusal(tmp_path / "bots.db", found)) is bool(refused)


def test_bots_that_have_not_played_may_change(store: Store, tmp_path: Path) -> None:
    before = BOTS + "  - {name: C, engine: alpha-beta, depth: 2}\n"
    now = BOTS + "  - {name: C, engine: alpha-beta, depth: 3, margin: 1s}\n"
    assert after(store, tmp_path, now, before=before) == []
    enter(store, reported("A", "C"), Status.PLAYED)
    assert [change.key for change in changes(store, tournament(tmp_path, now))] == [
        "depth",
        "margin",
    ]


def test_before_the_first_game_everything_may_change(store: Store, tmp_path: Path) -> None:
    begin(store, tournament(tmp_path))
    now = tournament(tmp_path, "game: kalah\nformat: swiss\ntime-per-turn: 1s\n" + BOTS)
    assert changes(store, now) == []
    begin(store, now)
    assert store.game.name == "kalah"
    assert store.setting_changes == []


def test_what_is_no_rule_may_change(store: Store, tmp_path: Path) -> None:
    text = "event: E\nsite: S\ndate: 2021-11-27\nconcurrency: 7\n" + BOTS
    assert after(store, tmp_path, text) == []


def test_a_rule_may_not(store: Store, tmp_path: Path) -> None:
    text = "time-per-turn: 2s\nmargin: 20ms\nadjudicate: {lead: 9}\n" + BOTS
    found = after(store, tmp_path, text)
    assert Change(ChangeKind.RULE, "", "margin", 0.1, 0.02) in found
    assert sorted(map(change_text, found)) == [
        "adjudicate was {value: false, score: false, lead: null, length: null} and is"
        " {value: false, score: false, lead: 9, length: null} now",
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
        Change(ChangeKind.BOT_SETTING, "A", "time-per-turn", 5.0, None),
    ]
    assert [change_text(change) for change in found] == [
        "bot 'A': depth was 4 and is 6 now",
        "bot 'A': time-per-turn was 5s and is none now",
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
    assert store.bots() == list(there.all_bots)


def test_a_bot_whose_games_are_replayed_may_be_changed(store: Store, tmp_path: Path) -> None:
    text = BOTS.replace("depth: 4", "depth: 6")
    assert after(store, tmp_path, text, replayed=["A"]) == []
    enter(store, reported("B", "A"))  # which was played elsewhere, and is not played again
    assert changes(store, tournament(tmp_path, text), replayed=["B"]) == [
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
    store.annul(1, "why")
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
