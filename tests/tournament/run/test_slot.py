"""By when a slot will have gone on: no honest game is ended as stuck, and no stuck one waits for
ever."""

from __future__ import annotations

import multiprocessing
import sys
from dataclasses import replace

import pytest

from owari.games.mancala import OWARI
from owari.players.builtin_bots import Settings
from owari.players.player import TimeControl
from owari.programs.dialogues.line import LineProtocol
from owari.programs.sandbox.program_settings import ProgramSettings
from owari.records.record import GameRecord
from owari.results.game_log import About
from owari.tournament.file.tournament_settings import BotConfig, BuiltinSettings
from owari.tournament.run import slot
from owari.tournament.run.slot import GRACE, GameSpec, SlotState
from tests.support.sample_programs import PROGRAMS


class Noted(SlotState):
    """Notes what it is told to expect."""

    def __init__(self) -> None:
        super().__init__(multiprocessing.get_context("spawn"))
        self.told: list[tuple[float | None, bool]] = []

    def expect(self, seconds: float | None, *, is_renewed: bool = False) -> None:
        self.told.append((seconds, is_renewed))


@pytest.mark.parametrize(
    ("limits", "first", "third"),
    [
        ({"per_turn": 40.0}, 40.0, 40.0),
        ({"per_turn": None, "per_game": 60.0}, 60.0, 60.0),
        ({"per_turn": None, "per_game": 60.0, "increment": 3.0}, 60.0, 66.0),
        ({"per_turn": 61.0, "per_game": 60.0, "increment": 3.0}, 60.0, 61.0),
    ],
)
def test_a_turn_has_the_time_of_its_clock_with_the_margin_and_a_start(
    limits: dict[str, float | None], first: float, third: float
) -> None:
    times = replace(TimeControl(margin=0.5, start_limit=30.0), **limits)
    start, *turns = [seconds for seconds, _ in expected(times) if seconds is not None]
    assert start == 30.0
    assert (turns[0], turns[2]) == (first + 30.5, third + 30.5)


def test_where_a_turn_has_no_limit_each_sign_of_life_renews_the_time() -> None:
    start, *turns, end, idle = expected(TimeControl(per_turn=None, start_limit=30.0))
    assert (start, end, idle) == ((30.0, False), (slot.TO_END, False), (None, False))
    assert set(turns) == {(0.0, True), (None, False)}


def expected(times: TimeControl) -> list[tuple[float | None, bool]]:
    """What a slot tells of a game of a program, which is South, and a bot of ours."""
    other = BotConfig("Other", TimeControl(), BuiltinSettings("random", Settings()), "")
    command = (sys.executable, str(PROGRAMS / "line" / "lowest.py"))
    settings = ProgramSettings(command, PROGRAMS, protocol=LineProtocol())
    lowest = BotConfig("Lowest", times, settings, "")
    state, records = Noted(), list[GameRecord]()
    slot.play(GameSpec(1, 1, OWARI, lowest, other, About("Evening")), (0,), state, records.append)
    assert records[0].final.outcome()
    return state.told


def test_a_slot_is_overdue_after_its_time_and_the_grace(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr(slot, "monotonic", lambda: now)
    state = SlotState(multiprocessing.get_context("spawn"))
    assert not state.is_overdue
    state.expect(5.0)
    now += 5.0 + GRACE
    assert not state.is_overdue
    state.live_on()
    now += 1.0
    assert state.is_overdue
    state.expect(0.0, is_renewed=True)
    now += GRACE
    state.live_on()
    now += GRACE
    assert not state.is_overdue
    now += 1.0
    assert state.is_overdue
    state.expect(None)
    assert not state.is_overdue
