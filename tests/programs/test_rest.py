"""A program that waits for its input is left at rest in place of being stopped; whoever could
compute on its opponent's time is stopped, or found once and stopped from then on."""

from __future__ import annotations

import os
import signal
import sys
from time import clock_gettime, sleep
from typing import NamedTuple

import pytest

from owari.games.game import Position, Side
from owari.games.mancala import OWARI
from owari.players.builtin_bots import FirstPlayer
from owari.players.player import Choice, Clock, TimeControl
from owari.programs.processes import opponent_time, process
from owari.programs.processes.process_states import adopt_orphans, descendants, end_orphans
from owari.programs.program import ProgramPlayer
from owari.programs.sandbox import cgroups, child_process
from owari.programs.sandbox.isolation import means
from owari.programs.sandbox.program_settings import ProgramSettings, Sandbox
from owari.records.record import GameRecord, Termination
from owari.referee.referee import play_game
from tests.support.sample_programs import Sample

pytestmark = [
    pytest.mark.usefixtures("no_survivor"),
    pytest.mark.skipif(
        sys.platform != "linux" or child_process.native is None or bool(means().namespaces),
        reason="needs programs in namespaces",
    ),
]

ISOLATED = Sandbox("isolated")
FROM_THE_START = (
    *("alarm", "timerfd", "timer", "thread", "child", "daemon", "friend", "select", "looks"),
    "stand-in",
)
"""Ways to compute on the opponent's time."""
LATE = ("late-alarm", "late-timerfd")
"""Ways that begin in the midst of a game."""
PAUSE = "300000"
"""Microseconds until a program wakes, so that it still waits for that when it is looked at."""


@pytest.fixture(params=["group", "namespace"])
def held_by(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """By what the processes of a program are counted."""
    if request.param == "namespace":
        monkeypatch.setattr(cgroups, "folder", lambda: None)
    elif cgroups.folder() is None:
        pytest.skip("there are no control groups here")


@pytest.fixture(autouse=True)
def nobody_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the programs that have computed before."""
    monkeypatch.setattr(opponent_time, "_restless", set())


class Watched(ProgramPlayer):
    """Notes what its opponent does when it is asked and when it has answered."""

    def __init__(self, name: str, settings: ProgramSettings, *, is_quick: bool) -> None:
        super().__init__(name, settings)
        self.is_quick = is_quick
        self.opponent: ProgramPlayer
        self.before: list[bool] = []
        """Whether its opponent rests at the beginning of each turn."""
        self.after: list[bool] = []
        """The same at the end."""
        self.wakes = False
        """Whether it sends its opponent a signal when it is asked, as no program can."""

    def choose(self, position: Position, clock: Clock) -> Choice:
        assert self.opponent._transport is not None
        other = self.opponent._transport.process
        assert other.is_resting is not other.stopped
        self.before.append(other.is_resting)
        if self.wakes:
            its_clock = ~other.pid << 3 | 2
            used = clock_gettime(its_clock)
            os.kill(other.pid, signal.SIGUSR1)
            while other.is_resting and clock_gettime(its_clock) == used:
                sleep(0.0001)
        choice = super().choose(position, clock)
        self.after.append(other.is_resting)
        self._is_quick = self.is_quick
        return choice


class Played(NamedTuple):
    record: GameRecord
    before: list[bool]
    after: list[bool]

    @property
    def remarks(self) -> list[int]:
        """The numbers of the plies of which the record says that their player has computed."""
        plies = self.record.plies
        return [n for n, ply in enumerate(plies) if "on its opponent's time" in ply.comment]


def play(bot: ProgramPlayer, opponent: Watched, ending: Termination = Termination.NORMAL) -> Played:
    """The bot moves first, and the game ends so."""
    known = set(descendants(os.getpid()))
    adopt_orphans()
    opponent.opponent = bot
    opponent._is_quick = opponent.is_quick
    for each, other in ((bot, opponent), (opponent, bot)):
        each.play_against(other)
    times = TimeControl(per_turn=30.0, start_limit=30.0)
    try:
        players = {Side.SOUTH: bot, Side.NORTH: opponent}
        record = play_game(players, OWARI.start(), dict.fromkeys(Side, times))
    finally:
        bot.close()
        opponent.close()
        end_orphans(known)
    assert record.ending.termination is ending, record.ending.reason
    return Played(record, opponent.before, opponent.after)


@pytest.mark.usefixtures("held_by")
@pytest.mark.parametrize("name", ["line/trivial.c", "line/lowest.py"])
def test_who_waits_for_its_input_rests(
    sample: Sample, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr("owari.programs.transports.transports.LONGEST", 30.0)
    monkeypatch.setattr("owari.programs.processes.opponent_time.SETTLING", 30.0)
    bot = ProgramPlayer("bot", sample(name, sandbox=ISOLATED))
    played = play(bot, Watched("other", sample("line/trivial.c"), is_quick=True))
    assert all(played.before)
    assert all(played.after)
    assert not played.remarks


@pytest.mark.usefixtures("held_by")
@pytest.mark.parametrize("way", FROM_THE_START)
def test_who_could_compute_is_stopped_before_its_opponents_turn(sample: Sample, way: str) -> None:
    bot = ProgramPlayer("bot", sample("bad/wakes.c", way, PAUSE, sandbox=ISOLATED))
    played = play(bot, Watched("other", sample("line/trivial.c"), is_quick=True))
    assert not any(played.before)
    assert not played.remarks


@pytest.mark.usefixtures("held_by")
@pytest.mark.parametrize("way", LATE)
def test_who_begins_later_is_stopped_from_then_on(sample: Sample, way: str) -> None:
    bot = ProgramPlayer("bot", sample("bad/wakes.c", way, PAUSE, sandbox=ISOLATED))
    played = play(bot, Watched("other", sample("line/trivial.c"), is_quick=True))
    assert not any(played.before[1:])
    assert not played.remarks


def test_who_has_computed_is_named_and_never_rests_again(
    sample: Sample, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("owari.programs.transports.transports.LONGEST", 30.0)
    monkeypatch.setattr("owari.programs.processes.opponent_time.SETTLING", 30.0)
    settings = sample("bad/wakes.c", "signal", sandbox=ISOLATED)
    slow = sample("bad/late.py", "0.04")

    def game() -> Played:
        opponent = Watched("other", slow, is_quick=True)
        opponent.wakes = True
        return play(ProgramPlayer("bot", settings), opponent)

    found = game()
    assert found.remarks == [2]
    assert found.before == [True, *[False] * (len(found.before) - 1)]
    assert not any(game().before)


def test_what_is_computed_at_rest_counts_as_what_is_computed_in_spite_of_a_stop(
    sample: Sample, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("owari.programs.transports.transports.LONGEST", 30.0)
    monkeypatch.setattr("owari.programs.processes.opponent_time.SETTLING", 30.0)
    monkeypatch.setattr("owari.programs.processes.opponent_time.TOLERATED", 0.001)
    monkeypatch.setattr("owari.programs.processes.opponent_time.TOLERATED_SHARE", 0.001)
    opponent = Watched("other", sample("bad/late.py", "0.3"), is_quick=True)
    opponent.wakes = True
    bot = ProgramPlayer("bot", sample("bad/wakes.c", "signal", sandbox=ISOLATED))
    assert len(play(bot, opponent, Termination.COMPUTED).before) == 1


def test_no_rest_lasts_long(sample: Sample, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("owari.programs.processes.opponent_time.SETTLING", 30.0)
    bot = ProgramPlayer("bot", sample("line/trivial.c", sandbox=ISOLATED))
    played = play(bot, Watched("slow", sample("bad/late.py", "0.1"), is_quick=True))
    assert all(played.before)
    assert not any(played.after)
    assert not played.remarks


def test_nobody_rests_whose_opponent_is_slow(sample: Sample) -> None:
    bot = ProgramPlayer("bot", sample("line/trivial.c", sandbox=ISOLATED))
    played = play(bot, Watched("slow", sample("bad/late.py", "0.001"), is_quick=False))
    assert not any(played.before)


def test_nobody_rests_outside_of_namespaces(sample: Sample) -> None:
    bot = ProgramPlayer("bot", sample("line/trivial.c", sandbox=Sandbox("limits")))
    played = play(bot, Watched("other", sample("line/trivial.c"), is_quick=True))
    assert not any(played.before)


def test_nobody_rests_where_no_program_is_its_opponent(
    sample: Sample, monkeypatch: pytest.MonkeyPatch
) -> None:
    def let_rest(_: process.Process, output: int) -> None:
        raise AssertionError(f"rests with output {output}")

    monkeypatch.setattr(process.Process, "let_rest", let_rest)
    bot = ProgramPlayer("bot", sample("line/trivial.c", sandbox=ISOLATED))
    bot.play_against(None)
    players = {Side.SOUTH: bot, Side.NORTH: FirstPlayer("other")}
    record = play_game(players, OWARI.start(), dict.fromkeys(Side, TimeControl(30.0)))
    bot.close()
    assert record.ending.termination is Termination.NORMAL
