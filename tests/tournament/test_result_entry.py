"""Games that were played elsewhere find their place in the schedule."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from owari.errors import BadInput
from owari.games.game import Outcome, Side
from owari.games.mancala import KALAH, OWARI, SowingRules
from owari.records.record import Ending, GameRecord, Result, Termination
from owari.results.game_log import Status, StoredBot
from owari.results.store import Store
from owari.results.tournament_values import HAND_MADE
from owari.tournament.result_entry import enter
from owari.tournament.tournament_state import scheduled_games


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open_or_create(tmp_path / "bots.db") as store:
        yield store


def record(
    south: str, north: str, first: Side = Side.SOUTH, game: SowingRules = OWARI
) -> GameRecord:
    ending = Ending(Result.SOUTH, Outcome(20, 16), Termination.REPORTED)
    return GameRecord(game, game.start(first), south, north, ending=ending)


def test_the_place_of_a_game_is_by_who_moved_first(store: Store) -> None:
    assert enter(store, record("A", "B")).number == 1
    assert enter(store, record("A", "B", Side.NORTH)).number == 2
    assert [(game.south, game.first) for game in store.games()] == [
        ("A", Side.SOUTH),
        ("A", Side.NORTH),
    ]


def test_both_games_of_a_match_in_either_order_of_names(store: Store) -> None:
    assert enter(store, record("B", "A", Side.NORTH)).number == 2
    assert enter(store, record("A", "B", Side.NORTH)).number == 1
    with pytest.raises(BadInput, match=r"game 1 \(A - B 20-16\) is already in"):
        enter(store, record("B", "A"))


def test_a_longer_match_fills_one_game_after_the_other(store: Store) -> None:
    store.rules = {**HAND_MADE, "games-per-match": 4}
    numbers = [enter(store, record("A", "B")).number for _ in range(2)]
    assert numbers == [1, 3]
    with pytest.raises(BadInput, match=r"game 1 .*, game 3 .* are already in .* to annul one"):
        enter(store, record("A", "B"))


def test_a_game_that_is_refused_leaves_no_trace(store: Store) -> None:
    enter(store, record("A", "B"))
    for bad in (record("A", "B"), record("C", "c"), record("D", "E", game=KALAH), record("", "A")):
        with pytest.raises(BadInput):
            enter(store, bad)
    assert [bot.name for bot in store.bots()] == ["A", "B"]
    assert store.numbers() == {1}


def test_names_are_entered_without_control_characters(store: Store) -> None:
    entered = enter(store, record("A\x1b[31m\n", "B"), Status.PLAYED)
    assert entered.new_bots == ("A [31m", "B")
    assert store.games()[0].south == "A [31m"
    assert store.games()[0].status is Status.PLAYED


@pytest.mark.parametrize(
    ("south", "north", "said"),
    [
        ("\u3164", "B", "is invisible"),
        ("T\u0435am", "B", "letters of Cyrillic and Latin"),
        ("Сосо", "B", "'Сосо' only looks like the bot 'Coco': type that name"),
        ("Coco  ", "\tcoco", "cannot play itself"),
        ("Depth 1", "Depth l", "cannot play itself, or a bot whose name looks the same"),
    ],
)
def test_names_that_nobody_can_tell_apart_do_not_enter(
    store: Store, south: str, north: str, said: str
) -> None:
    enter(store, record("Coco", "A"))
    with pytest.raises(BadInput, match=said):
        enter(store, record(south, north))
    assert [bot.name for bot in store.bots()] == ["Coco", "A"]


def test_names_are_recognised_in_any_form(store: Store) -> None:
    enter(store, record("José", "Bot"))
    enter(store, record("ＢＯＴ", "Jose\u0301"))
    assert [bot.name for bot in store.bots()] == ["José", "Bot"]


def test_no_game_is_due_in_an_order_that_a_bot_cannot_play(store: Store) -> None:
    store.put_bot(StoredBot("A", '{"start": {"first": null, "second": []}}'))
    store.put_bot(StoredBot("B"))
    assert {game.south for game in scheduled_games(store)} == {"B"}
    with pytest.raises(BadInput, match="the schedule has no game in which A moves first against B"):
        enter(store, record("A", "B"))
    assert [enter(store, record("B", "A")).number for _ in range(2)] == [1, 2]
