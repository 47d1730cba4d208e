"""Who is stopped while its opponent thinks, and what it has computed all the same."""

from __future__ import annotations

import os
import shutil
import signal
import sys
import tempfile
from contextlib import suppress
from dataclasses import replace
from itertools import count
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import psutil
import pytest

from owari.games.game import Outcome, Side
from owari.games.mancala import OWARI
from owari.players.player import Clock, Fault, TimeControl
from owari.programs.dialogues.line import LineProtocol
from owari.programs.program import ProgramPlayer
from owari.programs.sandbox import cgroups, child_process
from owari.programs.sandbox.child_process import Held
from owari.programs.sandbox.isolation import means
from owari.programs.sandbox.program_settings import Sandbox
from owari.records.record import Ending, Termination
from owari.referee.referee import play_game
from tests.support.compiler import Compiler
from tests.support.nightly import at_night
from tests.support.other_user import USERS
from tests.support.sample_programs import PROGRAMS, UNHURRIED, Sample, told_by

pytestmark = [
    pytest.mark.usefixtures("no_survivor"),
    pytest.mark.skipif(
        sys.platform != "linux" or child_process.native is None or bool(means().namespaces),
        reason="needs programs in namespaces",
    ),
]

CONTINUED = (
    *("timer-cont:5000", "thread-cont:5000", "sends-cont:1000", "grandchild:1000"),
    *("pipe-cont:1000", "mail-cont:1000", "aio-cont:1000", "exit-cont:20000"),
    *("vfork:5000", "traced:5000"),
)
"""Ways of bad/wakes.c, each with its microseconds, in which something continues who was stopped, of
which any level tells."""
BESIDE = ("timer-thread:1000", "own-group:1000", "ring:1000", "thread:1000", "child:1000")
LONG_CALLS = "long-calls:0"
"""The way that not even a control group stops at once."""
"""Ways to compute beside its first thread, of which the same holds."""
APART = (
    *("chain:1000", "splices:5000", "daemon:1000"),
    *("death-cont:20000", "orphaned:20000", "hangup:20000"),
)
"""Ways in processes that are nobody's children, of which only a sandbox tells."""
TOLERATED = 0.05
SLACK = 0.05
"""Seconds that looking and stopping use, our own processes too, on a busy machine."""


def away(
    compiled: Compiler, level: str, user: int, groups: int, turns: int, seconds: float, *ways: str
) -> Any:
    """What tests/programs/away.py tells of these ways."""
    place = Path(tempfile.mkdtemp(prefix="away-"))
    try:
        place.chmod(0o755)
        (program,) = compiled(PROGRAMS / "bad" / "wakes.c")
        shutil.copy(program, place)
        return told_by("away", place, level, user, groups, turns, seconds, *ways)
    finally:
        shutil.rmtree(place)


def unpunished(told: dict[str, Any]) -> dict[str, Any]:
    """The ways that have used more than is tolerated and were no fault, and all other faults."""
    return {
        way: about
        for way, about in told.items()
        if about["fault"] != "COMPUTED" and (about["fault"] or about["used"] > TOLERATED + SLACK)
    }


@pytest.mark.slow
@pytest.mark.parametrize("user", USERS)
@pytest.mark.parametrize("level", [*at_night("none", "isolated"), "limits"])
def test_nobody_computes_unnoticed_though_something_continues_it(
    compiled: Compiler, level: str, user: int
) -> None:
    ways = (*CONTINUED, *BESIDE, LONG_CALLS, *(APART if level != "none" else ()))
    told = away(compiled, level, user, 0, 1, 0.15, *ways)
    assert len(told) == len(ways)
    assert not unpunished(told)


def test_without_a_sandbox_nobodys_children_are_not_counted(compiled: Compiler) -> None:
    told = away(compiled, "none", os.getuid(), 0, 1, 0.1, *APART)
    assert [about["fault"] for about in told.values()] == [""] * len(APART)


@pytest.mark.slow
@pytest.mark.skipif(cgroups.folder() is None, reason="there are no control groups here")
@pytest.mark.parametrize("level", ["limits", "isolated"])
def test_nothing_continues_who_is_frozen(compiled: Compiler, level: str) -> None:
    told = away(compiled, level, os.getuid(), 1, 1, 0.1, *CONTINUED, *BESIDE, *APART)
    assert not [way for way, about in told.items() if about["fault"] or about["used"] > 0.02], told


@pytest.mark.slow
@pytest.mark.parametrize("user", USERS)
@pytest.mark.parametrize("level", [*at_night("none", "isolated"), "limits"])
def test_short_turns_count_too(compiled: Compiler, level: str, user: int) -> None:
    told = away(compiled, level, user, 0, 40, 0.005, "timer-cont:500", "thread-cont:500")
    assert not unpunished(told)


@pytest.mark.parametrize(
    ("level", "groups"),
    [("limits", 0), *at_night(("limits", 1), ("none", 0), ("isolated", 0), ("isolated", 1))],
)
@pytest.mark.parametrize("way", [*at_night(LONG_CALLS), "waits:0"])
def test_who_computes_while_its_opponent_runs_out_of_time_forfeits(
    sample: Sample, monkeypatch: pytest.MonkeyPatch, way: str, level: str, groups: int
) -> None:
    """And not the opponent, which had the processor for a part of the time; who waits is not
    blamed."""
    if not groups:
        monkeypatch.setattr(cgroups, "folder", lambda: None)
    elif cgroups.folder() is None:
        pytest.skip("there are no control groups here")
    words = {Side.SOUTH: ("bad/wakes.c", *way.split(":")), Side.NORTH: ("bad/silent.py",)}
    players = {
        side: ProgramPlayer(side.name, sample(*command, sandbox=Sandbox(level)))
        for side, command in words.items()
    }
    for side, player in players.items():
        player.play_against(players[side.other])
    hurried = TimeControl(per_turn=1.0, start_limit=30.0)
    try:
        times = {Side.SOUTH: TimeControl(per_turn=None, start_limit=60.0), Side.NORTH: hurried}
        ending = play_game(players, OWARI.start(), times).ending
    finally:
        for player in players.values():
            player.close()
    late = "NORTH did not move within 1 s"
    if way == LONG_CALLS:
        assert ending.termination is Termination.COMPUTED, ending
        assert ending.forfeited_by == (Side.SOUTH,)
        assert ending.reason.startswith("SOUTH used the processor for ")
        assert f"on its opponent's time, though it was stopped; then {late}" in ending.reason
    else:
        assert ending.termination is Termination.TIMED_OUT, ending
        assert ending.forfeited_by == (Side.NORTH,)
        assert ending.reason.startswith(late)


@pytest.mark.nightly
@pytest.mark.parametrize("way", [LONG_CALLS, *at_night("waits:0")])
def test_who_computes_while_it_waits_for_another_game_makes_nobody_lose(
    sample: Sample, way: str, box: Sandbox
) -> None:
    """Its game is over when it does so."""
    settings = sample("bad/wakes.c", *way.split(":"), sandbox=box)
    hog = ProgramPlayer("hog", replace(settings, protocol=LineProtocol(reuse=True)))
    late = ProgramPlayer("late", sample("bad/silent.py", sandbox=box))
    late.play_against(None, beside=[hog, late])
    try:
        for player in (hog, late):
            player.start(OWARI.start(), Side.SOUTH, UNHURRIED)
        hog.choose(OWARI.start(), Clock())
        hog.finish(Ending.normal(Outcome(1, 0)))
        with pytest.raises(Held if way == LONG_CALLS else Fault) as raised:
            late.choose(OWARI.start(), Clock(turn=1.0))
        if way == LONG_CALLS:
            assert "late could not play freely: hog used the processor for" in str(raised.value)
            assert hog.pid is None
    finally:
        for player in (hog, late):
            player.close()


def let_go(bot: ProgramPlayer, seconds: float, turns: int | None = None) -> None:
    """Lets the program go, as if it had escaped, in so many turns of its opponent, or again and
    again for a minute: on a busy machine it seldom has the processor. Raises Fault."""
    end = monotonic() + 60.0
    bot.start(OWARI.start(), Side.SOUTH, UNHURRIED)
    bot.choose(OWARI.start(), Clock(turn=60.0))
    assert bot._transport is not None
    process = bot._transport.process
    for number in count():
        if number == turns or (turns is None and monotonic() > end):
            return
        process.resume()
        sleep(seconds)
        process.stop(settles=False)
        bot.choose(OWARI.start(), Clock(turn=60.0))


@pytest.fixture(params=["group", *at_night("init"), "nothing"])
def box(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Sandbox:
    """A sandbox whose programs are counted and stopped by this."""
    if request.param != "group":
        monkeypatch.setattr(cgroups, "folder", lambda: None)
    elif cgroups.folder() is None:
        pytest.skip("there are no control groups here")
    return Sandbox("none" if request.param == "nothing" else "limits")


@pytest.mark.parametrize("words", [("bad/ponders.py", "used"), ("bad/computes_apart.py", "20")])
def test_who_computes_in_short_turns_is_found(
    sample: Sample, tmp_path: Path, box: Sandbox, words: tuple[str, str]
) -> None:
    """Itself or in a child, and whatever counts it."""
    bot = ProgramPlayer("bot", sample(words[0], words[1], sandbox=box))
    try:
        with pytest.raises(Fault, match="on its opponent's time, though it was stopped") as found:
            let_go(bot, 0.005)
        assert found.value.kind is Termination.COMPUTED
    finally:
        bot.close()


def test_who_waits_in_short_turns_is_not(sample: Sample, box: Sandbox) -> None:
    bot = ProgramPlayer("bot", sample("bad/answers_twice.py", sandbox=box))
    try:
        let_go(bot, 0.002, 50)
    finally:
        bot.close()


@pytest.mark.parametrize("level", ["none", *at_night("limits", "isolated")])
def test_a_child_that_begins_stopped_is_continued(
    sample: Sample, monkeypatch: pytest.MonkeyPatch, level: str
) -> None:
    """Who is frozen and thawed has no such children."""
    monkeypatch.setattr(cgroups, "folder", lambda: None)
    bot = ProgramPlayer("bot", sample("line/born_stopped.py", sandbox=Sandbox(level)))
    try:
        bot.start(OWARI.start(), Side.SOUTH, UNHURRIED)
        for _ in range(2):
            assert bot.choose(OWARI.start(), Clock(turn=60.0)).move.cell == 0
    finally:
        bot.close()


def test_who_is_continued_is_stopped_again(sample: Sample, box: Sandbox) -> None:
    """By the init at once, and without one while a program is waited for."""
    bot, other = (ProgramPlayer(name, sample("line/lowest.py", sandbox=box)) for name in "ab")
    try:
        for player in (bot, other):
            player.start(OWARI.start(), Side.SOUTH, UNHURRIED)
        assert bot._transport is not None
        assert other._transport is not None
        process = bot._transport.process
        deadline = monotonic() + 60.0
        for _ in range(3):
            os.kill(process.pid, signal.SIGCONT)
            if box.level == "none":
                other._transport.process.look()
            while psutil.Process(process.pid).status() != psutil.STATUS_STOPPED:
                if process._group:
                    break  # it is frozen, whatever continues it
                assert monotonic() < deadline
                sleep(0.001)
        assert process.stopped
    finally:
        for player in (bot, other):
            with suppress(Fault):
                player.close()
