"""What a program can do wrong, each by a real program in a real game: the kind of the fault, its
sentence, who wins, and the score on record. Half of them play the second move of the game."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from select import select
from time import monotonic, sleep
from typing import Any

import psutil
import pytest

from owari.games.game import Move, Outcome, Side
from owari.games.mancala import OWARI, Mancala
from owari.players.builtin_bots import FirstPlayer
from owari.players.player import Choice, Clock, Fault, Player, StatelessPlayer, TimeControl
from owari.programs.dialogues.line import LineProtocol
from owari.programs.dialogues.one_shot import OneShotProtocol
from owari.programs.processes import opponent_time
from owari.programs.processes.process import Process
from owari.programs.processes.process_states import can_see
from owari.programs.program import ProgramPlayer
from owari.programs.sandbox import cgroups
from owari.programs.sandbox.program_settings import ProgramSettings, Sandbox
from owari.records.record import GameRecord, Result, Termination
from owari.referee.referee import play_game
from tests.support.nightly import at_night
from tests.support.sample_programs import Sample

pytestmark = pytest.mark.usefixtures("no_survivor")

PATIENCE = 60.0
"""Seconds after which a test that waits for something has failed."""
SHORT = TimeControl(per_turn=0.2, margin=0.05, start_limit=30.0)
"""For a program that will not answer in time, however long it has."""

SOUTH_FIRST = OWARI.parse_position("3,3,3,3,3,0,5,3,3,3,0,3,3,4 S")
"""Some stones are in the goals already, and each side has an empty pit."""


def play(
    bot: Player, side: Side, first: Side, times: TimeControl, opponent: Player | None = None
) -> GameRecord:
    """A game of the bot, on whom these limits are set, against one with all the time in the world.
    South has 5 stones and North 4 at its start, or the other way round when North moves first."""
    start = SOUTH_FIRST if first is Side.SOUTH else SOUTH_FIRST.turned()
    players = {side: bot, side.other: opponent or FirstPlayer("opponent")}
    controls = {side: times, side.other: TimeControl(per_turn=None)}
    try:
        return play_game(players, start, controls)
    finally:
        bot.close()


def essence(record: GameRecord) -> str:
    """The sentence of the ending without the name of the bot."""
    return record.ending.reason.removeprefix("bot ")


ILLEGAL = r"played \d+, but {}; the position was [\d,]+ [SN], legal: \d+(, \d+)*"
UNREADABLE = r"answered {}; an answer begins with one of 0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12"

FAULTS = [
    # program, kind, sentence
    (
        "bad/floods.py",
        Termination.TOO_MUCH_OUTPUT,
        r"wrote more than 65536 bytes without a newline",
    ),
    ("bad/moves_then_exits.py", Termination.CRASHED, r"left with exit code 0"),
    (
        "bad/crashes.py",
        Termination.CRASHED,
        r"left with exit code 1; its error output ends"
        r" '.*RuntimeError: my opening book has no second move' \(crashes\.py, line 18\)",
    ),
    ("bad/segfaults.c", Termination.CRASHED, r"left with signal SIGSEGV"),
    ("bad/killed.c", Termination.CRASHED, r"left with signal SIGKILL"),
    ("bad/illegal.py", Termination.ILLEGAL_MOVE, ILLEGAL.format(r"pit \d+ is empty")),
    (
        "bad/illegal.py other",
        Termination.ILLEGAL_MOVE,
        ILLEGAL.format(r"pit \d+ is (South's, and North|North's, and South) is to move"),
    ),
    ("bad/nonsense.py", Termination.UNREADABLE, UNREADABLE.format("'hello there'")),
    ("bad/odd_name.py", Termination.UNREADABLE, UNREADABLE.format("'hello there'")),
    ("bad/debug_first.py", Termination.UNREADABLE, UNREADABLE.format(r"'thinking about pit \d+'")),
    ("bad/undecodable_move.py", Termination.UNREADABLE, UNREADABLE.format("'\ufffd\ufffd'")),
]


FLUSH = r"; does it flush its output after each line\?"


@pytest.mark.parametrize("first", Side, ids="{} first".format)
@pytest.mark.parametrize("side", Side, ids="as {}".format)
@pytest.mark.parametrize(("program", "kind", "sentence"), FAULTS, ids=[row[0] for row in FAULTS])
def test_a_fault_in_the_game(
    sample: Sample,
    unhurried: TimeControl,
    program: str,
    kind: Termination,
    sentence: str,
    side: Side,
    first: Side,
) -> None:
    bot = ProgramPlayer("bot", sample(*program.split()))
    record = play(bot, side, first, unhurried)
    assert record.ending.termination is kind
    assert re.fullmatch(sentence, essence(record))
    assert_forfeited(record, side)


def assert_forfeited(record: GameRecord, side: Side) -> None:
    """Its opponent has won, with the goals on record as they stood when it was to move."""
    assert record.player(side) == "bot"
    assert record.final.turn is side
    assert record.ending.result is Result.won_by(side.other)
    assert record.ending.score == record.final.score()
    assert record.ending.score.stones(record.first) >= 5
    assert record.ending.score.stones(record.first.other) >= 4


@pytest.mark.parametrize("side", Side, ids="as {}".format)
@pytest.mark.parametrize("program", ["chatters.py", "silent.py", "deaf.py", "late.py 20"])
def test_a_program_that_does_not_move_in_time(sample: Sample, program: str, side: Side) -> None:
    bot = ProgramPlayer("bot", sample(*f"bad/{program}".split()))
    record = play(bot, side, Side.SOUTH, SHORT)
    assert record.ending.termination is Termination.TIMED_OUT
    assert essence(record) == "did not move within 0.2 s"
    assert_forfeited(record, side)


@pytest.mark.parametrize(("side", "move"), [(Side.SOUTH, "0"), (Side.NORTH, "7")])
def test_a_move_without_newline(sample: Sample, side: Side, move: str) -> None:
    bot = ProgramPlayer("bot", sample("bad/no_newline.py"))
    record = play(bot, side, Side.SOUTH, TimeControl(per_turn=2.0, start_limit=30.0))
    assert record.ending.termination is Termination.TIMED_OUT
    assert essence(record) == f"did not move within 2 s; it wrote '{move}' with no newline"
    assert_forfeited(record, side)


def in_thread(thread: str, play: Callable[[], GameRecord]) -> GameRecord:
    """What is played in the main thread, or in another one as at a table in a browser."""
    if thread == "main":
        return play()
    with ThreadPoolExecutor(1) as others:
        return others.submit(play).result()


@pytest.mark.parametrize("thread", ["main", "other"])
def test_what_cannot_be_read_in_reasonable_time(
    sample: Sample, monkeypatch: pytest.MonkeyPatch, unhurried: TimeControl, thread: str
) -> None:
    monkeypatch.setattr("owari.programs.program_faults.READING", 0.1)
    settings = sample("bad/hard_to_read.py")
    protocol = OneShotProtocol(stays=True, counts="first", answer="^((?:1|11)+)$")
    bot = ProgramPlayer("bot", replace(settings, protocol=protocol))
    record = in_thread(thread, lambda: play(bot, Side.SOUTH, Side.SOUTH, unhurried))
    assert record.ending.termination is Termination.UNREADABLE
    assert essence(record) == (
        "wrote what takes the referee more than 0.1 s of processor time to read: a regular"
        " expression among its keys may try too many ways"
    )
    assert_forfeited(record, Side.SOUTH)


def test_the_sentence_of_an_illegal_move_in_full(sample: Sample, unhurried: TimeControl) -> None:
    bot = ProgramPlayer("bot", sample("bad/illegal.py"))
    record = play(bot, Side.NORTH, Side.SOUTH, unhurried)
    assert [ply.move.cell for ply in record.plies] == [0]
    assert record.ending.reason == (
        "bot played 10, but pit 10 is empty; the position was 0,4,4,4,3,0,5,3,3,3,0,3,3,4 N,"
        " legal: 7, 8, 9, 11, 12"
    )
    assert record.ending.score == Outcome(5, 4)


@pytest.mark.parametrize("first", Side, ids="{} first".format)
@pytest.mark.parametrize(
    "program",
    [
        "bad/crlf.py",
        "bad/undecodable.py",
        "bad/floods_stderr.py",
        "bad/with space/lowest bot.py",
        "line/lowest.py",
        "line/south_seat.py",
        "line/greedy.c",
    ],
)
def test_what_only_looks_bad(
    sample: Sample, unhurried: TimeControl, program: str, first: Side
) -> None:
    record = play(ProgramPlayer("bot", sample(program)), Side.NORTH, first, unhurried)
    assert record.ending.termination is Termination.NORMAL
    assert record.ending.reason == ""
    assert record.ending.score == record.final.outcome()


def test_a_java_program_says_all_that_it_knows(sample: Sample, unhurried: TimeControl) -> None:
    bot = ProgramPlayer("bot", sample("line/Careful.java"))
    record = play(bot, Side.SOUTH, Side.SOUTH, unhurried)
    assert record.ending.termination is Termination.NORMAL
    assert all(ply.depth and ply.value for ply in record.plies if ply.side is Side.SOUTH)


def test_a_program_may_exit_with_its_last_move(sample: Sample, unhurried: TimeControl) -> None:
    """The move counts; no fault comes, as it has no further turn."""
    last = OWARI.parse_position("0,0,0,0,0,1,18,2,0,0,0,0,0,15 S")
    bot = ProgramPlayer("bot", sample("bad/moves_then_exits.py"))
    players = {Side.SOUTH: bot, Side.NORTH: FirstPlayer("opponent")}
    record = play_game(players, last, dict.fromkeys(Side, unhurried))
    bot.close()
    assert record.ending.termination is Termination.NORMAL
    assert record.ending.score == Outcome(19, 17)


# Starting


@pytest.mark.parametrize(
    ("program", "limit", "sentence"),
    [
        ("bad/slow_start.py 20", 0.2, rf"was not ready within 0\.2 s{FLUSH}"),
        ("bad/never_ready.py", 0.2, rf"was not ready within 0\.2 s{FLUSH}"),
        (
            "bad/exits_at_start.py",
            30.0,
            r"left with exit code 3; its error output ends"
            r" 'cannot open weights\.dat: no such file', before it was ready",
        ),
    ],
)
@pytest.mark.parametrize("first", Side, ids="{} first".format)
@pytest.mark.parametrize("side", Side, ids="as {}".format)
def test_a_program_that_does_not_start(
    sample: Sample, program: str, limit: float, sentence: str, side: Side, first: Side
) -> None:
    bot = ProgramPlayer("bot", sample(*program.split()))
    record = play(bot, side, first, TimeControl(start_limit=limit))
    assert record.ending.termination is Termination.DID_NOT_START
    assert re.fullmatch(sentence, essence(record))
    assert record.ending.result is Result.won_by(side.other)
    assert record.ending.score == record.start.score()
    assert not record.plies


def test_both_lose_when_neither_starts(sample: Sample, unhurried: TimeControl) -> None:
    bots = {side: ProgramPlayer(str(side), sample("bad/exits_at_start.py")) for side in Side}
    record = play_game(bots, OWARI.start(), dict.fromkeys(Side, unhurried))
    assert record.ending.result is Result.NEITHER
    assert record.ending.termination is Termination.DID_NOT_START
    sentence = (
        "left with exit code 3; its error output ends"
        " 'cannot open weights.dat: no such file', before it was ready"
    )
    assert record.ending.reason == f"South {sentence}; North {sentence}"


@pytest.fixture
def unstartable(tmp_path: Path) -> dict[str, ProgramSettings]:
    for name, mode in (("plain", 0o644), ("script", 0o755)):
        (tmp_path / name).write_text("print(4)\n")
        (tmp_path / name).chmod(mode)
    (tmp_path / "folder").mkdir()
    names = ("missing", "plain", "script", "folder", "plain/inside", "lost", "windows")
    settings = {
        name: ProgramSettings((str(tmp_path / name),), tmp_path, protocol=LineProtocol())
        for name in names
    }
    for name, line in (("lost", "#!/usr/bin/python9 -u"), ("windows", f"#!{sys.executable}\r")):
        (tmp_path / name).write_bytes(f"{line}\nprint(4)\n".encode())
        (tmp_path / name).chmod(0o755)
    nowhere = ProgramSettings((sys.executable,), tmp_path / "nowhere", protocol=LineProtocol())
    return {**settings, "nowhere": nowhere}


@pytest.mark.parametrize(
    ("program", "why"),
    [
        ("missing", "no such file or directory"),
        ("plain", "permission denied"),
        ("folder", "permission denied"),
        ("plain/inside", "not a directory"),
        ("script", "exec format error"),  # it has no line that names its interpreter
        ("nowhere", "no such file or directory"),  # the working folder
    ],
)
def test_a_program_that_is_none(
    unstartable: Any, unhurried: TimeControl, tmp_path: Path, program: str, why: str
) -> None:
    bot = ProgramPlayer("bot", unstartable[program])
    record = play(bot, Side.SOUTH, Side.SOUTH, unhurried)
    assert record.ending.termination is Termination.DID_NOT_START
    assert record.ending.result is Result.NORTH
    assert record.ending.reason == f"bot did not start: {tmp_path / program}: {why}"


@pytest.mark.parametrize(
    ("program", "interpreter", "more"),
    [
        ("lost", "/usr/bin/python9", ""),
        ("windows", f"{sys.executable}\\r", "; save it with the line ends of Unix"),
    ],
)
def test_a_script_whose_interpreter_is_missing(
    unstartable: Any, unhurried: TimeControl, program: str, interpreter: str, more: str
) -> None:
    record = play(ProgramPlayer("bot", unstartable[program]), Side.SOUTH, Side.SOUTH, unhurried)
    assert record.ending.termination is Termination.DID_NOT_START
    assert record.ending.reason == (
        f"bot did not start: the first line of {program} names the interpreter {interpreter},"
        f" which cannot be run: no such file or directory{more}"
    )


# Time that is not its own


class Slow(StatelessPlayer):
    """Takes its time, which somebody else may use."""

    def choose(self, position: Mancala, clock: Clock) -> Choice:
        sleep(0.12)
        return Choice(position.legal_moves()[0])


def test_a_program_is_stopped_while_it_is_not_its_turn(
    sample: Sample, unhurried: TimeControl, tmp_path: Path
) -> None:
    def computed(*, pondering: bool) -> float:
        """Seconds of the processor that it used on the opponent's time."""
        report = tmp_path / f"pondering {pondering}"
        bot = ProgramPlayer("bot", sample("bad/ponders.py", report, pondering=pondering))
        record = play(bot, Side.SOUTH, Side.SOUTH, unhurried, Slow("slow"))
        assert record.ending.termination is Termination.NORMAL
        return float(report.read_text())

    assert computed(pondering=False) < computed(pondering=True) / 2


class LetsGo(StatelessPlayer):
    """Undoes what keeps its opponent stopped, as one that has escaped it would, for so long in each
    of its first turns, up to half a second in all."""

    def __init__(self, opponent: ProgramPlayer, seconds: float) -> None:
        super().__init__("lets go")
        self.opponent = opponent
        self.seconds = seconds
        self.left = 0.5

    def choose(self, position: Mancala, clock: Clock) -> Choice:
        if self.left > 0:
            assert self.opponent._transport is not None
            process = self.opponent._transport.process
            process.resume()
            self.wait(process)
            process.stop(settles=False)
            self.left -= self.seconds
        return Choice(position.legal_moves()[0])

    def wait(self, process: Process) -> None:
        """Lets the opponent go for these seconds."""
        sleep(self.seconds)


class LetsCompute(LetsGo):
    """The same, for seconds of the processor: on a busy machine these take longer."""

    def choose(self, position: Mancala, clock: Clock) -> Choice:
        assert self.opponent._transport is not None
        process = self.opponent._transport.process
        if process.is_resting:  # it has not begun to compute: once it has, it is always stopped
            self.wait(process)
            return Choice(position.legal_moves()[0])
        return super().choose(position, clock)

    def wait(self, process: Process) -> None:
        """Lets the opponent go until it has used so much, for as long as it computes at all."""
        used = psutil.Process(process.pid).cpu_times
        enough, end = used().user + self.seconds, monotonic() + 60
        while used().user < enough and monotonic() < end:
            sleep(0.005)


@pytest.mark.parametrize("seconds", [0.5, 0.05], ids=["at once", "bit by bit"])
@pytest.mark.parametrize("side", Side, ids=str)
def test_to_compute_on_the_opponents_time_is_a_fault(
    sample: Sample,
    unhurried: TimeControl,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    side: Side,
    seconds: float,
) -> None:
    # On a busy machine it gets less than this part of the time, however long it is let go.
    monkeypatch.setattr(opponent_time, "TOLERATED_SHARE", 0.0)
    bot = ProgramPlayer("bot", sample("bad/ponders.py", tmp_path / "used"))
    record = play(bot, side, side, unhurried, LetsCompute(bot, seconds))
    assert record.ending.termination is Termination.COMPUTED
    assert record.ending.result is Result.won_by(side.other)
    assert re.fullmatch(
        r"used the processor for 0\.\d+ s on its opponent's time, though it was stopped",
        essence(record),
    )


@pytest.mark.parametrize("seconds", [0.005, *at_night(0.05)])
@pytest.mark.parametrize(
    "name", ["line/lowest.py", "bad/burns.py", "bad/bursts.py", "bad/many_threads.py"]
)
def test_to_wait_on_the_opponents_time_is_none(
    sample: Sample, unhurried: TimeControl, name: str, seconds: float
) -> None:
    """Whatever it computes on its own, itself or by children, and however long the other takes."""
    bot = ProgramPlayer("bot", sample(name, *(["child"] if "burns" in name else [])))
    record = play(bot, Side.SOUTH, Side.SOUTH, unhurried, LetsGo(bot, seconds))
    assert record.ending.termination is Termination.NORMAL


def test_who_may_ponder_may_compute_at_any_time(
    sample: Sample, unhurried: TimeControl, tmp_path: Path
) -> None:
    bot = ProgramPlayer("bot", sample("bad/ponders.py", tmp_path / "used", pondering=True))
    record = play(bot, Side.SOUTH, Side.SOUTH, unhurried, Slow("slow"))
    assert record.ending.termination is Termination.NORMAL


@pytest.mark.parametrize("pondering", [False, True])
def test_between_two_games_a_program_is_stopped_whether_it_may_ponder_or_not(
    sample: Sample, unhurried: TimeControl, pondering: bool
) -> None:
    bot = ProgramPlayer("bot", sample("line/lowest.py", reuse=True, pondering=pondering))
    players = {Side.SOUTH: bot, Side.NORTH: FirstPlayer("opponent")}
    pids = set()
    for _ in range(2):
        record = play_game(players, OWARI.start(), dict.fromkeys(Side, unhurried))
        assert record.ending.termination is Termination.NORMAL
        assert bot._transport is not None
        pid = bot._transport.process.pid
        wait_for(partial(_is_stopped, pid))
        pids.add(pid)
    bot.close()
    assert len(pids) == 1


@pytest.mark.skipif(not can_see(), reason="needs to see what a program is doing")
def test_a_line_that_nobody_asked_for_is_said_before_the_program_is_stopped(
    sample: Sample, unhurried: TimeControl, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("owari.programs.processes.process.SETTLING", PATIENCE)
    record = play(ProgramPlayer("bot", sample("bad/stale.py")), Side.SOUTH, Side.SOUTH, unhurried)
    assert_only_lowest_pits(record)


def test_a_line_that_nobody_asked_for_is_dropped_when_its_turn_comes(
    sample: Sample, unhurried: TimeControl
) -> None:
    bot = ProgramPlayer("bot", sample("bad/stale.py", pondering=True))

    class Waiting(FirstPlayer):
        """Moves when the bot has said more than it was asked for."""

        def choose(self, position: Mancala, clock: Clock) -> Choice:
            assert select([bot._transport._out], [], [], PATIENCE)[0]
            return super().choose(position, clock)

    record = play(bot, Side.SOUTH, Side.SOUTH, unhurried, Waiting("opponent"))
    assert_only_lowest_pits(record)


def assert_only_lowest_pits(record: GameRecord) -> None:
    assert record.ending.termination is Termination.NORMAL, record.ending.reason
    for ply, position in zip(record.plies, record.positions(), strict=False):
        assert ply.move == position.legal_moves()[0]


def test_an_answer_that_is_late_is_not_the_first_of_the_next_game(sample: Sample) -> None:
    bot = ProgramPlayer("bot", sample("bad/late.py", "0.4", reuse=True))
    players = {Side.SOUTH: bot, Side.NORTH: FirstPlayer("opponent")}
    hurried = dict.fromkeys(Side, SHORT)
    assert play_game(players, OWARI.start(), hurried).ending.termination is Termination.TIMED_OUT
    generous = dict.fromkeys(Side, TimeControl(per_turn=30.0, start_limit=30.0))
    last = OWARI.parse_position("0,0,0,0,0,1,18,2,0,0,0,0,0,15 S")
    record = play_game(players, last, generous)
    bot.close()
    assert record.ending.termination is Termination.NORMAL
    assert [ply.move.cell for ply in record.plies] == [5]


def test_a_program_that_never_reads_blocks_nobody(sample: Sample, unhurried: TimeControl) -> None:
    """The pipe to it holds so much and no more."""
    bot = ProgramPlayer("bot", sample("bad/deaf.py", pondering=True))
    position = OWARI.start()
    bot.start(position, Side.SOUTH, unhurried)

    def tell_it_much() -> None:
        for _ in range(1_000_000):
            bot.observe(Side.NORTH, Move(11), position)

    with pytest.raises(Fault) as caught:
        tell_it_much()
    bot.close()
    assert caught.value.kind is Termination.UNREADABLE
    assert str(caught.value) == "does not read its input"


# What stays behind (the fixture `no_survivor` looks after every test)


def test_a_child_ends_with_the_program(
    sample: Sample, unhurried: TimeControl, tmp_path: Path
) -> None:
    file = tmp_path / "child"
    # Where it is in no namespace, in which processes have other numbers.
    bot = ProgramPlayer("bot", sample("bad/leaves_child.py", file, sandbox=Sandbox("limits")))
    record = play(bot, Side.NORTH, Side.SOUTH, unhurried)
    assert record.ending.termination is Termination.NORMAL
    wait_for(lambda: _has_ended(int(file.read_text())))


def test_who_does_not_leave_is_made_to(sample: Sample, unhurried: TimeControl) -> None:
    bot = ProgramPlayer("bot", sample("bad/ignores_quit.py"))
    record = play(bot, Side.NORTH, Side.SOUTH, unhurried)
    assert record.ending.termination is Termination.NORMAL
    bot.close()


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere it may not go there")
def test_who_leaves_its_process_group_is_stopped_and_ended_all_the_same(
    sample: Sample, unhurried: TimeControl, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("owari.programs.sandbox.child_process._at_a_terminal", lambda: False)
    words = ("bad/changes_group.py", str(os.getpgid(0)))
    bot = ProgramPlayer("bot", sample(*words, sandbox=Sandbox("limits")))
    bot.start(OWARI.start(), Side.SOUTH, unhurried)
    assert bot._transport is not None
    process = bot._transport.process
    assert os.getpgid(process.pid) == os.getpgid(os.getpid())
    wait_for(partial(_is_stopped, process.pid))
    bot.close()
    assert process.popen.returncode == -signal.SIGKILL


@pytest.mark.skipif(sys.platform != "linux", reason="only there programs have an init")
def test_how_a_program_ended_is_known_though_its_init_has_not_read_everything(
    sample: Sample, unhurried: TimeControl
) -> None:
    """The system tells of the end of such a conversation before what was said in it."""
    bot = ProgramPlayer("bot", sample("bad/ignores_quit.py", sandbox=Sandbox("limits")))
    bot.start(OWARI.start(), Side.SOUTH, unhurried)
    assert bot._transport is not None
    spawned = bot._transport.process.popen
    os.kill(spawned.pid, signal.SIGSTOP)
    os.write(spawned._init, b"K")
    os.write(spawned._init, b"K")
    os.kill(spawned.pid, signal.SIGCONT)
    assert spawned.wait() == -signal.SIGKILL
    bot.close()


@pytest.mark.parametrize("stopped", ["line/lowest.py", "console/talker.py"])
def test_nobody_outlives_a_referee_that_is_killed(
    sample: Sample, tmp_path: Path, stopped: str
) -> None:
    """The first program is stopped, as the second thinks for ever."""
    ready = tmp_path / "pids"
    game = f"""
from pathlib import Path, PosixPath
from owari.games.game import Side
from owari.games.mancala import OWARI
from owari.players.player import TimeControl
from owari.programs.processes.process import _alive
from owari.programs.program import ProgramPlayer
from owari.programs.dialogues.console.console_protocol import ConsoleProtocol
from owari.programs.dialogues.line import LineProtocol
from owari.programs.sandbox.program_settings import ProgramSettings, Sandbox
from owari.referee.referee import play_game

def write(ply, position):
    Path({str(ready)!r}).write_text(" ".join(str(process.pid) for process in _alive))

players = {{
    Side.SOUTH: ProgramPlayer("stopped", {sample(stopped)!r}),
    Side.NORTH: ProgramPlayer("silent", {sample("bad/silent.py")!r}),
}}
unlimited = TimeControl(per_turn=None, start_limit=30.0)
play_game(players, OWARI.start(), dict.fromkeys(Side, unlimited), on_ply=write)
"""
    surroundings = {**os.environ, "TMPDIR": str(tmp_path)}  # what is left in there
    referee = subprocess.Popen(
        [sys.executable, "-c", game], start_new_session=True, env=surroundings
    )
    wait_for(lambda: ready.exists() and len(ready.read_text().split()) == 2)
    pids = [int(pid) for pid in ready.read_text().split()]
    wait_for(lambda: any(map(_is_stopped, pids)))
    referee.send_signal(signal.SIGKILL)
    referee.wait()
    wait_for(lambda: all(map(_has_ended, pids)))


def wait_for(condition: Callable[[], bool]) -> None:
    deadline = monotonic() + PATIENCE
    while not condition():
        assert monotonic() < deadline
        sleep(0.01)


def _is_stopped(pid: int) -> bool:
    """Whether the process is stopped by a signal, or frozen with its control group."""
    with suppress(psutil.Error, OSError):
        if psutil.Process(pid).status() == psutil.STATUS_STOPPED:
            return True
        group = Path(f"/proc/{pid}/cgroup").read_text().rpartition("0::/")[2].strip()
        home = cgroups.folder()
        if home is not None:
            return "frozen 1" in (home / Path(group).name / "cgroup.events").read_text()
    return False


def _has_ended(pid: int) -> bool:
    """Whether the process is gone, or is dead and waits to be counted."""
    try:
        return psutil.Process(pid).status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True
