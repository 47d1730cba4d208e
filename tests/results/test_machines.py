"""Slow machines of a cluster are found by the speeds in the log of games."""

from __future__ import annotations

from owari.games.game import Outcome, Side
from owari.records.record import Ending, Machine
from owari.report.result_tables import machine_notes
from owari.results.bot_statistics import slow_machines
from owari.results.game_log import StoredGame


def games(*machines: tuple[str, float]) -> list[StoredGame]:
    ending = Ending.normal(Outcome(20, 16))
    return [
        StoredGame(
            number, "A", "B", Side.SOUTH, ending, machine=str(Machine(host, speed)) if host else ""
        )
        for number, (host, speed) in enumerate(machines, 1)
    ]


def test_machines_that_differ_much_are_named() -> None:
    log = games(("old", 40e6), ("new", 100e6), ("old", 50e6), ("late", 95e6), ("", 0.0))
    assert [(one.host, one.games, one.fastest) for one in slow_machines(log)] == [("old", 2, "new")]
    assert [*machine_notes(slow_machines(log))] == [
        "2 games were played on old, a slow machine: new is 2.2 times as fast."
    ]


def test_machines_that_are_alike_and_games_of_this_one_are_not_named() -> None:
    assert slow_machines(games(("one", 90e6), ("two", 100e6), ("one", 85e6))) == []
    assert slow_machines(games(("", 0.0))) == []
