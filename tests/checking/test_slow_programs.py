"""Time while a console program is learned: what it gets for a move or a start, and what is said of
one that is too slow."""

from __future__ import annotations

import re
import subprocess
import sys
from contextlib import closing
from math import inf
from pathlib import Path
from time import perf_counter
from types import SimpleNamespace
from typing import Any, cast

import pytest

from owari.checking.description_trial import Learned, NotLearned, _remarks
from owari.checking.findings import Findings
from owari.checking.learner import learn
from owari.checking.trial_game import _SeenEnough, _Watch
from owari.checking.watched_program import Thinking, TimeIsUp, WatchedProgram, said_after
from owari.games.game import Side
from owari.games.mancala import OWARI
from owari.players.player import TimeControl
from owari.programs.dialogues.console.console_dialogue import ConsoleDialogue
from owari.programs.dialogues.console.console_protocol import ConsoleProtocol
from owari.programs.dialogues.line import LineProtocol
from owari.programs.processes.process import Process
from owari.programs.processes.process_states import activity
from owari.programs.processes.usage import Usage
from owari.programs.sandbox.program_settings import ProgramSettings
from owari.records.record import Ply
from tests.support.asking_programs import OWN_WAYS, asking

pytestmark = pytest.mark.usefixtures("no_survivor")


@pytest.mark.slow
def test_one_that_is_too_slow_is_told_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("owari.checking.start_search.START_LIMIT", 1.0)
    slow = OWN_WAYS.replace("    if turn:\n", "    if turn:\n        __import__('time').sleep(9)\n")
    (tmp_path / "own.py").write_text(slow)
    settings = ProgramSettings((sys.executable, "own.py"), tmp_path, protocol=LineProtocol())
    try:
        said = learn(settings, lambda step: None, per_turn=1.0).missing
    except NotLearned as error:  # it was too slow for the first game too
        said = str(error)
    assert re.search(r"too slow.* --time \d+s gives it more time", said)


@pytest.mark.parametrize(
    ("code", "seconds", "is_given_more"),
    [
        ("while True: pass", 60.0, True),
        ("while True: pass", 0.0, False),  # it has had its time of the processor
        ("__import__('time').sleep(60)", 60.0, False),
        ("input()", 60.0, True),  # it waits for what we do not know yet
    ],
)
def test_one_that_others_keep_from_the_processor_has_more_time(
    code: str, seconds: float, is_given_more: bool
) -> None:
    begun = [sys.executable, "-c", f"print(flush=True)\n{code}"]
    pipe = subprocess.PIPE
    with subprocess.Popen(begun, stdin=pipe, stdout=pipe) as child:
        assert child.stdout
        assert child.stdout.readline()
        while activity(child.pid).running is not code.startswith("while"):
            pass
        process = cast(Process, SimpleNamespace(pid=child.pid, usage=Usage(child.pid)))
        now = perf_counter()
        assert (Thinking(process, seconds).later(process, now) > now) is is_given_more
        child.kill()


def test_one_in_an_event_loop_that_says_nothing_waits(tmp_path: Path) -> None:
    code = "import select; print('Go?', flush=True); select.poll().poll()"
    settings = ProgramSettings((sys.executable, "-c", code), tmp_path, protocol=LineProtocol())
    said = said_after(settings, ("START",), 60.0)
    assert (said.goes_on, said.is_idle, said.is_late, said.text) == (True, True, False, "")


def test_a_game_whose_boards_differ_is_played_on_while_there_is_time() -> None:
    start = OWARI.start()
    ply = Ply(Side.SOUTH, start.legal_moves()[0])

    def looked(differences: tuple[str, ...]) -> None:
        told = SimpleNamespace(agreed=lambda: 9, differences=lambda: differences)
        watch = _Watch(cast(ConsoleDialogue, told), enough=0.0, deadline=inf)
        for _ in range(12):
            watch.look(ply, start)

    looked(("shows 2 in pit 1",))
    with pytest.raises(_SeenEnough):
        looked(())


def test_one_that_writes_and_writes_is_not_heard_to_the_end_of_its_time(tmp_path: Path) -> None:
    code = "while True: print('Enter a number!')"
    settings = ProgramSettings((sys.executable, "-c", code), tmp_path, protocol=LineProtocol())
    said = said_after(settings, (), 20.0)
    assert (said.is_endless, said.is_late, said.goes_on) == (True, False, False)


@pytest.mark.parametrize(
    ("imports", "sleeps"),
    [
        ("time", "time.sleep(1.5)"),
        ("threading", "threading.Event().wait(1.5)"),  # as Java and .NET sleep
        ("select", "select.select([], [], [], 1.5)"),
    ],
)
def test_one_that_sleeps_does_not_wait_for_somebody_to_type(
    tmp_path: Path, imports: str, sleeps: str
) -> None:
    code = f"import {imports}; print('I think'); {sleeps}; input('Your move: ')"
    settings = ProgramSettings((sys.executable, "-c", code), tmp_path, protocol=LineProtocol())
    assert said_after(settings, (), 60.0).text.endswith("Your move: ")


@pytest.mark.slow
def test_one_that_thinks_long_before_its_first_move_gets_more_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("owari.checking.start_search.START_LIMIT", 3.0)
    steps: list[str] = []
    settings = asking(
        tmp_path,
        "    own_turn = answer == first\n",
        "    own_turn = answer == first\n    __import__('time').sleep(4 if own_turn else 0)\n",
    )
    learned = learn(settings, steps.append, per_turn=3.0)
    assert (learned.protocol.start_first, learned.protocol.start_second) == (("2",), ("1",))
    assert (learned.missing, learned.remarks) == ("", ())
    assert "after '2' the program was silent for 3 s: it gets 9 s now" in steps


@pytest.mark.slow
@pytest.mark.parametrize(
    ("question", "usual", "low"),
    [("Search depth (2-9): ", "4", "2"), ("1. Hard\n2. Easy\nYour choice: ", "1", "2")],
)
def test_a_lower_depth_is_tried_where_a_program_is_slow(
    tmp_path: Path, question: str, usual: str, low: str
) -> None:
    """And the entry has it in both orders."""
    settings = asking(
        tmp_path,
        "        pit = max(pit for pit in range(6) if board[pit])\n",
        "        __import__('time').sleep(30 if depth != 2 else 0)\n"
        "        pit = max(pit for pit in range(6) if board[pit])\n",
    )
    file, asks = tmp_path / "asks.py", "    own_turn = answer == first\n"
    depth = f"{asks}    depth = int(input({question!r}))\n"
    file.write_text(file.read_text().replace(asks, depth))
    learned = learn(settings, lambda step: None, per_turn=2.0)
    starts = learned.protocol.start_first, learned.protocol.start_second
    assert starts == (("2", low), ("1", low))
    (remark,) = learned.remarks
    asked = " ".join(question.split())
    assert remark == f"it was too slow with {usual!r} for {asked!r}, so the entry has {low!r} there"


@pytest.mark.slow
def test_a_lower_depth_is_tried_where_a_long_game_is_understood(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its turns need hardly less time than they have in a tournament, and later ones may be
    longer."""
    monkeypatch.setattr("owari.checking.game_trials._LONG_GAME", 5.0)
    settings = asking(
        tmp_path,
        "        pit = max(pit for pit in range(6) if board[pit])\n",
        "        turns = globals().get('turns', 0) + 1\n"
        "        __import__('time').sleep(0.9 if depth > 2 and turns > 6 else 0)\n"
        "        pit = max(pit for pit in range(6) if board[pit])\n",
    )
    file, asks = tmp_path / "asks.py", "    own_turn = answer == first\n"
    depth = f"{asks}    depth = int(input('Search depth (2-9): '))\n"
    file.write_text(file.read_text().replace(asks, depth))
    learned = learn(settings, lambda step: None, per_turn=1.0)
    starts = learned.protocol.start_first, learned.protocol.start_second
    assert starts == (("2", "2"), ("1", "2"))
    assert learned.per_turn is None


@pytest.mark.slow
def test_silence_is_no_order_that_cannot_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("owari.checking.start_search.START_LIMIT", 3.0)
    settings = asking(
        tmp_path,
        "    own_turn = answer == first\n",
        "    own_turn = answer == first\n    while own_turn: __import__('time').sleep(1)\n",
    )
    learned = learn(settings, lambda step: None, per_turn=3.0)
    assert (learned.protocol.start_first, learned.protocol.start_second) == (("2",), ("1",))
    assert learned.missing == (
        "the program asks '1) you begin 2) I begin:', but after '2' the program is silent for 9 s:"
        " it may be too slow, or wait for something else to be typed; --time 27s gives it more time"
    )


@pytest.mark.slow
def test_the_best_guess_when_the_time_is_over(tmp_path: Path) -> None:
    settings = asking(
        tmp_path,
        "        pit = max(pit for pit in range(6) if board[pit])\n",
        "        turns = globals().get('turns', 0) + 1\n"
        "        pit = max(pit for pit in range(6) if board[pit])\n"
        "        while turns == 4 and answer == '2': __import__('time').sleep(1)\n",
    )
    learned = learn(settings, lambda step: None, within=15.0)
    assert learned.protocol.start_second == ("1",)
    assert learned.missing.startswith("its time is over: --within gives it more; ")


@pytest.mark.nightly
@pytest.mark.slow
def test_a_guess_denies_no_order(tmp_path: Path) -> None:
    settings = asking(
        tmp_path,
        "        pit = max(pit for pit in range(6) if board[pit])\n",
        "        turns = globals().get('turns', 0) + 1\n"
        "        pit = max(pit for pit in range(6) if board[pit])\n"
        "        while turns == 4: __import__('time').sleep(1)\n",
    )
    learned = learn(settings, lambda step: None, within=40.0)
    assert learned.missing.startswith("its time is over: --within gives it more; ")
    assert learned.missing.endswith("these settings are a guess")
    starts = learned.protocol.start_first, learned.protocol.start_second
    assert () in starts
    assert None not in starts


def test_no_program_is_started_when_the_time_is_over(tmp_path: Path) -> None:
    """A program that tosses is started again and again."""
    settings = asking(tmp_path, "pit", "pit")
    with closing(WatchedProgram("program", settings, deadline=perf_counter())) as program:
        with pytest.raises(TimeIsUp):
            program.start(OWARI.start(), Side.SOUTH, TimeControl())
        assert not program.processes()


@pytest.mark.slow
def test_a_slow_game_that_is_understood_is_cut_short(tmp_path: Path) -> None:
    """And both orders are found in time, as the remarks say."""
    settings = asking(
        tmp_path,
        "        pit = max(pit for pit in range(6) if board[pit])\n",
        "        turns = globals().get('turns', 0) + 1\n"
        "        pit = max(pit for pit in range(6) if board[pit])\n"
        "        if turns > 8: __import__('time').sleep(60)\n",
    )
    learned = learn(settings, lambda step: None, per_turn=3.0)
    assert (learned.protocol.start_first, learned.protocol.start_second) == (("2",), ("1",))
    assert not learned.missing
    assert learned.keys()["time-per-turn"] == "10s"
    (*late, needs) = learned.remarks
    assert len(late) == 2
    assert all("it did not move within 3 s" in remark for remark in late)
    assert needs.startswith("its slowest turn took more than 3 s, so the entry has its own")


@pytest.mark.parametrize(("code", "is_prolonged"), [("while True: pass", True), ("input()", False)])
def test_one_that_still_computes_gets_more_time_in_the_same_game(
    code: str, is_prolonged: bool
) -> None:
    begun = [sys.executable, "-c", f"print(flush=True)\n{code}"]
    pipe = subprocess.PIPE
    with subprocess.Popen(begun, stdin=pipe, stdout=pipe) as child:
        assert child.stdout
        assert child.stdout.readline()
        while activity(child.pid).running is not code.startswith("while"):
            pass
        process = cast(Process, SimpleNamespace(pid=child.pid, usage=Usage(child.pid)))
        thinking, now = Thinking(process, 0.0, longest=60.0), perf_counter()
        assert (thinking.later(process, now) > now) is is_prolonged
        assert thinking.was_prolonged is is_prolonged
        child.kill()


def test_the_entry_has_the_time_that_the_program_needs() -> None:
    """Twice its slowest turn, where that is not much shorter than the time of a tournament."""
    findings = Findings(per_turn=10.0, start_limit=10.0)
    learned = Learned(ConsoleProtocol(), (30,), "from its board", ())
    fast: Any = SimpleNamespace(slowest=3.9, was_slow=False, limit=10.0)
    findings.found = {True: fast}
    assert findings.with_its_time(learned) == learned
    findings.found = {True: fast, False: cast(Any, SimpleNamespace(slowest=6.28, was_slow=False))}
    told = findings.with_its_time(learned)
    assert told.keys() == {"protocol": "console", "time-per-turn": "15s"}
    assert told.remarks == (
        "its slowest turn took 6.3 s, so the entry has its own `time-per-turn`, 15 s",
    )
    late: Any = SimpleNamespace(slowest=30.0, was_slow=True, limit=30.0)
    findings.found = {True: fast, False: late}
    told = findings.with_its_time(learned)
    assert told.keys()["time-per-turn"] == "1m"
    assert told.remarks[0].startswith("its slowest turn took more than 30 s")


def test_games_that_were_stopped_are_told_in_one_clause() -> None:
    def game(length: int, *, is_stopped: bool) -> Any:
        return SimpleNamespace(
            length=length,
            is_stopped=is_stopped,
            by_the_rules=not is_stopped,
            reason=f"was stopped after {length} plies",
            why_stopped="the time was over",
        )

    stopped, ended = game(15, is_stopped=True), game(60, is_stopped=False)
    assert list(_remarks([stopped, ended])) == ["one game was stopped after 15 plies"]
    assert list(_remarks([stopped, game(11, is_stopped=True)])) == [
        "its games were stopped after 15 and 11 plies that were right, because the time was over"
    ]


@pytest.mark.slow
def test_no_wait_is_longer_than_the_time_that_is_left(tmp_path: Path) -> None:
    """Neither for an output before the first move nor for a move."""
    code = "input('Who begins (1/2)? '); __import__('time').sleep(60)"
    settings = ProgramSettings((sys.executable, "-c", code), tmp_path, protocol=LineProtocol())
    with pytest.raises(TimeIsUp):
        said_after(settings, ("1",), 60.0, latest=perf_counter() + 0.5)
    settings = asking(tmp_path, "        pit = max(", "        while 1: pass\n        pit = max(")
    with pytest.raises(NotLearned, match="its time is over"):
        learn(settings, lambda step: None, per_turn=60.0, within=2.0)
