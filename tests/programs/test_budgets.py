"""What programs share, each by a real program that takes all of it beside one that needs it."""

from __future__ import annotations

import errno
import json
import os
import shutil
import tempfile
from dataclasses import replace
from pathlib import Path
from time import sleep
from typing import Any

import pytest

from owari.games.game import Side
from owari.games.mancala import OWARI
from owari.players.player import Clock, Fault
from owari.programs.processes import process
from owari.programs.program import ProgramPlayer
from owari.programs.sandbox import budgets, isolation, sandbox
from owari.programs.sandbox.budgets import excess, shortages
from owari.programs.sandbox.child_process import Held
from owari.programs.sandbox.program_settings import Sandbox
from owari.programs.sandbox.sandbox import summary
from tests.support.compiler import Compiler
from tests.support.other_user import USERS
from tests.support.sample_programs import PROGRAMS, UNHURRIED, Sample, told_by

pytestmark = pytest.mark.usefixtures("no_survivor")

FORFEITS = {"TOO_MUCH_SHARED"}
NORMAL = {"NORMAL"}
VOID = {"VOID"}
EITHER = NORMAL | FORFEITS
"""Where root starts the programs, the system gives each of its users more than its part."""
THINGS: dict[str, tuple[int, set[str], set[str]]] = {
    # How many are taken at the most, and how the game ends at `limits` and when isolated.
    "inotify-instances": (100, FORFEITS, EITHER),
    "inotify-watches": (10000, FORFEITS, EITHER),
    "inherited-instances": (30, NORMAL, NORMAL),
    "fanotify-groups": (100, FORFEITS, EITHER),
    "fanotify-marks": (10000, FORFEITS, EITHER),
    "pending-signals": (3000, FORFEITS, NORMAL),
    "timers": (2000, FORFEITS, NORMAL),
    "timer-files": (2000, NORMAL, NORMAL),
    "threads": (700, FORFEITS, NORMAL),
    "processes": (700, FORFEITS, NORMAL),
    "pseudoterminals": (40, FORFEITS, NORMAL),
    "open-files": (20000, FORFEITS, FORFEITS),
    "event-polls": (200, FORFEITS, FORFEITS),
    "hidden-event-polls": (1, FORFEITS, FORFEITS),
    "orphaned-event-polls": (200, FORFEITS, FORFEITS),
    "watched-files": (20000, FORFEITS, FORFEITS),
    "byte-locks": (3000, FORFEITS, FORFEITS),
    "locks-of-open-files": (3000, FORFEITS, NORMAL),
    "files-of-a-ring": (1, FORFEITS, NORMAL),
    "pipes": (400, FORFEITS, FORFEITS),
    "sockets": (200, FORFEITS, FORFEITS),
    "socket-filters": (200, NORMAL, NORMAL),
    "filters-of-its-own": (20, NORMAL, NORMAL),
    "files-in-flight": (20, FORFEITS, FORFEITS),
    "message-queues": (20, VOID, NORMAL),
    "shared-segments": (5000, VOID, NORMAL),
    "semaphores": (33000, VOID, NORMAL),
    "old-queues": (33000, VOID, NORMAL),
    "keys": (300, VOID, NORMAL),
    "background-requests": (600, VOID, NORMAL),
    "pipe-buffers": (100, NORMAL, NORMAL),
    "locked-memory": (3000, NORMAL, NORMAL),
    "files": (20000, NORMAL, NORMAL),
    "folders": (20000, NORMAL, NORMAL),
    "socket-buffers": (100, NORMAL, NORMAL),
    "file-locks": (1, NORMAL, NORMAL),
    "user-namespaces": (5, NORMAL, NORMAL),
}
NOT_THERE = {
    *("pseudoterminals", "message-queues", "shared-segments", "semaphores", "old-queues", "keys"),
    *("user-namespaces", "background-requests", "locks-of-open-files", "socket-filters"),
    *("filters-of-its-own", "files-of-a-ring"),
}
"""What an isolated program cannot have."""
LEFT_IN_THE_MACHINE = {"shared-segments", "semaphores", "old-queues"}
ON_DISK = {"files", "folders"}
GRABBED = {"inotify-instances": 200, "fanotify-groups": 200, "files-in-flight": 60}
"""What is all gone in a moment, before anybody looks."""


def endings(
    level: str, user: int, compiled: Compiler, games: dict[str, tuple[object, ...]]
) -> dict[str, Any]:
    """What tests/programs/rivals.py tells of these games, each by its name."""
    (program,) = compiled(PROGRAMS / "bad" / "exhausts.c")
    place = Path(tempfile.mkdtemp(prefix="rivals-"))
    try:
        place.chmod(0o755)
        (place / "exhausts").write_bytes(Path(program).read_bytes())
        (place / "exhausts").chmod(0o755)
        words = json.dumps(list(games.values()))
        told = told_by("rivals", place / "exhausts", place, level, user, words)
        return dict(zip(games, told, strict=True))
    finally:
        shutil.rmtree(place)


@pytest.mark.nightly
@pytest.mark.usefixtures("isolated")
@pytest.mark.parametrize("user", USERS)
@pytest.mark.parametrize("level", ["limits", "isolated"])
def test_who_takes_what_all_share_does_not_win_by_it(
    level: str, user: int, compiled: Compiler
) -> None:
    games = {}
    for thing, (most, *_) in THINGS.items():
        if level == "limits" and thing in LEFT_IN_THE_MACHINE and os.getuid() != 0:
            continue
        if level == "limits" and thing == "background-requests":
            continue  # all programs of the machine would go without
        most = 200 if level == "limits" and thing in ON_DISK else most
        needs = "plays" if level == "isolated" and thing in NOT_THERE else "needs"
        games[thing] = ("takes", thing, most, needs)
    for thing, told in endings(level, user, compiled, games).items():
        termination, is_blamed, reason, taken = told
        allowed = THINGS[thing][1 if level == "limits" else 2]
        if thing == "keys" and user == 0:
            allowed = NORMAL  # root has a million
        if allowed is EITHER and user != 0:
            allowed = NORMAL
        assert termination in allowed, (thing, told)
        assert is_blamed == (termination in FORFEITS), (thing, told)
        if is_blamed:
            assert reason.startswith("takes holds more than the "), (thing, told)
        if games[thing][3] == "plays":
            assert taken.startswith("0 "), (thing, told)


@pytest.mark.usefixtures("isolated")
@pytest.mark.skipif(os.getuid() != 0, reason="needs root")
def test_who_finds_nothing_left_does_not_lose_by_it(compiled: Compiler) -> None:
    """The rival is seen to hold it when the other one has failed."""
    games = {thing: ("grabs", thing, most, "needs") for thing, most in GRABBED.items()}
    for thing, told in endings("limits", 4242, compiled, games).items():
        assert told[:2] == ["TOO_MUCH_SHARED", True], (thing, told)


@pytest.mark.usefixtures("isolated")
@pytest.mark.parametrize("user", USERS)
def test_an_isolated_program_gets_no_more_than_its_part(compiled: Compiler, user: int) -> None:
    """And so the opponent needs no judge."""
    things = ("pending-signals", "timers", "threads", "processes", "files", "folders")
    games = {thing: ("grabs", thing, THINGS[thing][0], "needs") for thing in things}
    told = endings("isolated", user, compiled, games)
    taken = {thing: int(about[3].split()[0]) for thing, about in told.items()}
    assert {about[0] for about in told.values()} == NORMAL, told
    # A signal that comes to it meanwhile waits in the same queue.
    assert {taken["pending-signals"], taken["timers"]} <= {1023, 1024}
    assert taken["threads"] == taken["processes"] < 512
    assert taken["files"] == taken["folders"] == 16383


def test_who_cannot_be_started_for_its_opponent_does_not_forfeit(
    sample: Sample, compiled: Compiler, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "LOOK", 60.0)  # nobody looks while it takes them
    box = Sandbox("limits")
    hog = ProgramPlayer("hog", sample("bad/exhausts.c", "grabs", "event-polls", "200", sandbox=box))
    bot = ProgramPlayer("bot", sample("line/lowest.py", sandbox=box))

    def refuse(*_: Any, **__: Any) -> None:
        raise OSError(errno.EAGAIN, "no more processes")

    try:
        hog.start(OWARI.start(), Side.SOUTH, UNHURRIED)
        monkeypatch.setattr(sandbox, "start", refuse)
        bot.play_against(hog)
        with pytest.raises(OSError, match="no more processes"):
            bot.start(OWARI.start(), Side.NORTH, UNHURRIED)
        hog.choose(OWARI.start(), Clock())
        with pytest.raises(Fault) as raised:
            bot.start(OWARI.start(), Side.NORTH, UNHURRIED)
        assert raised.value.is_opponents
        assert str(raised.value) == (
            "holds more than the 64 event polls that a program may have;"
            " then bot could not be started: [Errno 11] no more processes"
        )
        assert hog.processes() == []
    finally:
        hog.close()
        bot.close()


@pytest.mark.parametrize("missing", [(), ("keys",)])
def test_what_was_missing_before_explains_no_failure(
    sample: Sample, monkeypatch: pytest.MonkeyPatch, missing: tuple[str, ...]
) -> None:
    looks = iter((("keys",), ("keys", *(f"more {name}" for name in missing))))
    monkeypatch.setattr(process, "shortages", lambda is_apart: frozenset(next(looks)))
    process._missing_before.cache_clear()
    bot = ProgramPlayer("bot", sample("bad/crashes.py", sandbox=Sandbox("limits")))
    try:
        bot.start(OWARI.start(), Side.SOUTH, UNHURRIED)
        bot.choose(OWARI.start(), Clock())
        with pytest.raises(Held if missing else Fault) as raised:
            bot.choose(OWARI.start(), Clock())
        if missing:
            told = "bot could not play freely: all more keys of this machine are in use"
            assert str(raised.value) == told
    finally:
        bot.close()
        process._missing_before.cache_clear()


def test_a_program_that_only_waits_is_ended_where_it_holds_too_much(
    sample: Sample, compiled: Compiler, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has played before, and nobody in the game that it spoils can be blamed."""
    monkeypatch.setattr(process, "LOOK", 60.0)  # nobody looks while it takes them
    box = Sandbox("limits")
    hog = ProgramPlayer("hog", sample("bad/exhausts.c", "grabs", "event-polls", "200", sandbox=box))
    bot = ProgramPlayer("bot", sample("bad/crashes.py", sandbox=box))
    try:
        for player in (hog, bot):
            player.start(OWARI.start(), Side.SOUTH, UNHURRIED)
        for player in (hog, bot):
            player.choose(OWARI.start(), Clock())
        bot.play_against(None, beside=[hog, bot])
        with pytest.raises(Held, match="hog holds more than the 64 event polls"):
            bot.choose(OWARI.start(), Clock())
        assert hog.processes() == []
        assert bot.processes() == []
    finally:
        hog.close()
        bot.close()


def test_what_it_holds_on_its_opponents_turn_is_counted_too(
    sample: Sample, compiled: Compiler, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though it gives everything back when it is asked."""
    monkeypatch.setattr(process, "LOOK", 60.0)  # nobody looks by himself
    box = Sandbox("limits")
    settings = sample("bad/exhausts.c", "ponders", "event-polls", "200", sandbox=box)
    hog = ProgramPlayer("hog", replace(settings, pondering=True))
    bot = ProgramPlayer("bot", sample("line/lowest.py", sandbox=box))
    try:
        for player in (hog, bot):
            player.start(OWARI.start(), Side.SOUTH, UNHURRIED)
        hog.choose(OWARI.start(), Clock())
        assert hog._transport is not None
        assert bot._transport is not None
        while not excess(hog._transport.process.usage.members()):
            sleep(0.001)
        bot._transport.process.look()
        hog._transport.process.next_look = 0.0
        with pytest.raises(Fault, match="holds more than the 64 event polls"):
            hog.choose(OWARI.start(), Clock())
    finally:
        hog.close()
        bot.close()


def test_who_takes_long_to_end_is_waited_for(
    sample: Sample, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "TRACED_ENDING", 0.0)
    monkeypatch.setattr(process, "ENDING", 60.0)
    bot = ProgramPlayer("bot", sample("bad/silent.py", sandbox=Sandbox("limits")))
    bot.start(OWARI.start(), Side.SOUTH, UNHURRIED)
    bot._end(grace=0.0)
    assert process._left_behind == []


def test_a_user_without_any_watch_of_event_polls_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    what = "watches of event polls"
    assert what not in shortages(is_apart=True)
    monkeypatch.setattr(budgets.select, "epoll", refuse)
    assert what in shortages(is_apart=True)


@pytest.mark.usefixtures("isolated")
def test_a_machine_without_budgets_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    have = isolation.means()._replace(budgets="no budgets here")
    monkeypatch.setattr(sandbox, "means", lambda: have)
    sandbox._lacking.cache_clear()
    try:
        assert summary(Sandbox("auto")).endswith("; in part only: no budgets here.")
    finally:
        sandbox._lacking.cache_clear()


def test_without_a_sandbox_nobody_counts(sample: Sample, compiled: Compiler) -> None:
    settings = sample("bad/exhausts.c", "takes", "event-polls", "200", sandbox=Sandbox("none"))
    bot = ProgramPlayer("bot", settings)
    try:
        bot.start(OWARI.start(), Side.SOUTH, UNHURRIED)
        bot.choose(OWARI.start(), Clock())
    finally:
        bot.close()
