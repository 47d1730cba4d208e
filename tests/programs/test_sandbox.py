"""What programs are kept from, each by a real program that tries."""

from __future__ import annotations

import ctypes
import json
import os
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import psutil
import pytest

from owari.games.game import Side
from owari.games.mancala import OWARI
from owari.players.builtin_bots import FirstPlayer
from owari.players.player import Clock
from owari.programs.dialogue_log import Log
from owari.programs.processes.process_states import adopt_orphans, descendants, end_orphans
from owari.programs.program import ProgramPlayer
from owari.programs.sandbox import cgroups, child_process, isolation, sandbox, temporary_folders
from owari.programs.sandbox.child_process import Held
from owari.programs.sandbox.program_settings import ProgramSettings, Sandbox
from owari.programs.sandbox.sandbox import MissingMeans, shortage, summary
from owari.records.record import GameRecord, Termination
from owari.referee.referee import play_game
from tests.support.compiler import Compiler
from tests.support.marked_processes import mark_for, marked_processes
from tests.support.nightly import at_night
from tests.support.other_user import USERS, everybodys_python
from tests.support.sample_programs import PROGRAMS, UNHURRIED, Sample, told_by

pytestmark = pytest.mark.usefixtures("forgetful", "no_survivor")


MB = 1024 * 1024
MEMFD_SECRET = 447
LAST = OWARI.parse_position("0,0,0,0,0,1,18,2,0,0,0,0,0,15 S")
"""South's only move ends the game."""

needs_our_part_in_c = pytest.mark.skipif(
    child_process.native is None, reason="owari was installed without a C compiler"
)


def play(settings: ProgramSettings, position: Any = LAST) -> GameRecord:
    """A game of the program as South."""
    bot = ProgramPlayer("bot", settings)
    try:
        players = {Side.SOUTH: bot, Side.NORTH: FirstPlayer("other")}
        return play_game(players, position, dict.fromkeys(Side, UNHURRIED))
    finally:
        bot.close()


class Errors(Log):
    """Keeps the error output as it is."""

    def __init__(self) -> None:
        super().__init__(Path(os.devnull), pytest.fail)
        self.data = b""

    def errors(self, data: bytes) -> None:
        self.data += data


def seen(settings: ProgramSettings) -> dict[str, Any]:
    """What bad/pries.py has seen."""
    bot = ProgramPlayer("bot", settings)
    told = Errors()
    bot.log_to(told)
    try:
        bot.start(LAST, Side.SOUTH, UNHURRIED)
    finally:
        bot.close()
        told.close()
    found: dict[str, Any] = json.loads(told.data)
    return found


# Memory


@pytest.mark.parametrize("children", [(), ("4",)], ids=["itself", "in children"])
def test_memory_beyond_the_limit_forfeits(sample: Sample, children: tuple[str, ...]) -> None:
    limits = Sandbox("limits", memory=150 * MB)
    record = play(sample("bad/hoards.py", "300", *children, sandbox=limits))
    assert record.ending.termination is Termination.TOO_MUCH_MEMORY
    assert record.ending.result.winner is Side.NORTH
    words = record.ending.reason.split()
    said = " ".join([*words[:2], *words[3:]])
    assert said == "bot has MB in memory, of 150 MB that `memory` gives it"
    assert 150 < int(words[2]) < 400


@pytest.mark.parametrize("program", ["bad/asks_too_much.py", "bad/asks_too_much.cpp"])
def test_a_program_that_asks_for_more_memory_than_there_is(sample: Sample, program: str) -> None:
    limits = Sandbox("limits", memory=150 * MB)
    record = play(sample(program, sandbox=limits))
    assert record.ending.termination is Termination.CRASHED
    hint = "; it ran out of memory, of which `memory` gives it 150 MB"
    assert record.ending.reason.endswith(hint), record.ending.reason
    record = play(sample(program, sandbox=Sandbox("none")))
    assert "`memory`" not in record.ending.reason


@pytest.mark.parametrize("children", [(), ("4",)], ids=["itself", "in children"])
def test_memory_within_the_limit(sample: Sample, children: tuple[str, ...]) -> None:
    limits = Sandbox("limits", memory=400 * MB)
    record = play(sample("bad/hoards.py", "200", *children, sandbox=limits))
    assert record.ending.termination is Termination.NORMAL, record.ending.reason


def test_without_a_sandbox_memory_is_nobodys_business(sample: Sample) -> None:
    record = play(sample("bad/hoards.py", "200", sandbox=Sandbox("none", memory=100 * MB)))
    assert record.ending.termination is Termination.NORMAL, record.ending.reason


def test_what_processes_share_is_counted_once(sample: Sample) -> None:
    """Forked children have their parent's memory, and no more of it."""
    bot = ProgramPlayer("bot", sample("bad/hoards.py", "10", "8"))
    try:
        bot.start(OWARI.start(), Side.SOUTH, UNHURRIED)
        bot.choose(OWARI.start(), Clock())
        assert bot._transport is not None
        usage = bot._transport.process.usage
        assert 5 * MB < usage.memory_beyond(0) < 60 * MB
        assert usage.memory_beyond(60 * MB) == 0
    finally:
        bot.close()


@needs_our_part_in_c
def test_java_starts_under_limits(sample: Sample) -> None:
    record = play(sample("line/Careful.java", sandbox=Sandbox("limits", memory=500 * MB)))
    assert record.ending.termination is Termination.NORMAL, record.ending.reason


@pytest.mark.usefixtures("isolated")
@pytest.mark.parametrize("user", USERS)
@pytest.mark.parametrize(
    ("way", "level"),
    [
        *(("memfds", "limits"), ("shared", "limits"), ("tables", "limits")),
        *(("pieces", "isolated"), ("own", "isolated")),
        *at_night(("mapped", "limits"), ("memfds", "isolated")),
        *at_night(("pieces", "limits"), ("plainly", "limits"), ("mapped", "isolated")),
        *at_night(("tables", "isolated"), ("plainly", "isolated")),
    ],
)
def test_memory_in_files_is_a_programs_too(level: str, user: int, way: str) -> None:
    if way == "mapped" and user != 0:
        pytest.skip("only root sees what is mapped and not open")
    told = one_move(level, user, 1, 100, "holds_files.py", way, "150")
    assert (told["fault"], told["left"]) == ("TOO_MUCH_MEMORY", 0), told
    told = one_move(level, user, 1, 300, "holds_files.py", way, "150")
    assert told["fault"] == "", told


@pytest.mark.usefixtures("isolated")
@pytest.mark.parametrize("user", USERS)
@pytest.mark.parametrize("level", ["limits", "isolated"])
def test_memory_that_is_not_there_is_not_counted(level: str, user: int) -> None:
    told = one_move(level, user, 1, 100, "holds_files.py", "unused", "600")
    assert told["fault"] == "", told


@pytest.mark.usefixtures("isolated")
@pytest.mark.parametrize("user", USERS)
@pytest.mark.parametrize(
    ("level", "fault"), [("limits", "TOO_MUCH_MEMORY"), ("isolated", "CRASHED")]
)
def test_secret_memory_counts_or_there_is_none(level: str, user: int, fault: str) -> None:
    """Nobody can say how much of it is there, and no program needs it."""
    if (secret := ctypes.CDLL(None).syscall(MEMFD_SECRET, 0)) < 0:
        pytest.skip("this system has none")
    os.close(secret)
    told = one_move(level, user, 1, 100, "holds_files.py", "secret", "150")
    assert (told["fault"], told["left"]) == (fault, 0), told


def test_without_a_sandbox_files_in_memory_are_nobodys_business() -> None:
    told = one_move("none", os.getuid(), 1, 100, "holds_files.py", "memfds", "150")
    assert told["fault"] == "", told


@pytest.mark.usefixtures("isolated")
@pytest.mark.parametrize("user", USERS)
@pytest.mark.parametrize(("level", "score"), [("limits", 0), ("isolated", 1000)])
def test_programs_die_first_where_memory_is_short(level: str, user: int, score: int) -> None:
    """Under limits a program can change that."""
    assert one_move(level, user, 1, 100, "holds_files.py", "unused", "0")["score"] == 1000
    assert one_move(level, user, 1, 100, "holds_files.py", "first", "1")["score"] == score


@pytest.mark.parametrize("endings", [0, 1])
def test_who_is_killed_forfeits_unless_memory_was_short(
    sample: Sample, compiled: Compiler, monkeypatch: pytest.MonkeyPatch, endings: int
) -> None:
    counts = iter((0, endings))
    monkeypatch.setattr("owari.programs.processes.process.endings_for_memory", lambda: next(counts))
    settings = sample("bad/killed.c", sandbox=Sandbox("limits"))
    if endings:
        with pytest.raises(Held, match="it was killed, and the machine had run out of memory"):
            play(settings)
    else:
        ending = play(settings).ending
        assert (ending.termination, ending.reason) == (
            Termination.CRASHED,
            "bot left with signal SIGKILL",
        )


def test_more_memory_than_there_is_is_said() -> None:
    total = psutil.virtual_memory().total
    assert shortage(Sandbox("limits", memory=total // 2), 2) == ""
    assert shortage(Sandbox("none", memory=total), 4) == ""
    words = f"this machine has {total / 1024**3:.1f} GB: lower `concurrency` or `memory`."
    assert shortage(Sandbox("limits", memory=total // 2), 3).endswith(words)


@needs_our_part_in_c
def test_java_that_starts_with_more_memory_than_it_may_have_is_told_of_the_limit(
    sample: Sample,
) -> None:
    settings = sample("line/Careful.java", sandbox=Sandbox("limits", memory=200 * MB))
    java, *rest = settings.command
    record = play(replace(settings, command=(java, "-Xms64g", "-Xmx64g", *rest)))
    hint = "; it ran out of memory, of which `memory` gives it 200 MB, before it was ready"
    assert record.ending.reason.endswith(hint), record.ending.reason


# Files


@needs_our_part_in_c
def test_a_file_beyond_the_limit_ends_the_program(sample: Sample, tmp_path: Path) -> None:
    much = tmp_path / "much"
    limits = Sandbox("limits", file_size=16 * MB)
    record = play(sample("bad/writes_much.c", much, sandbox=limits))
    assert record.ending.termination is Termination.CRASHED
    assert record.ending.reason == (
        "bot left with signal SIGXFSZ (it wrote a file larger than it may)"
    )
    assert much.stat().st_size == 16 * MB


def test_a_file_within_the_limit(sample: Sample, tmp_path: Path) -> None:
    record = play(sample("bad/writes_much.c", tmp_path / "much", sandbox=Sandbox("limits")))
    assert record.ending.termination is Termination.NORMAL, record.ending.reason


# What a program sees


@needs_our_part_in_c
def test_limits_show_a_program_its_folder_and_nothing_of_our_environment(
    sample: Sample, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET_KEY", "0xCAFE")
    monkeypatch.setenv("LC_TIME", "C")
    settings = replace(
        sample("bad/pries.py", sandbox=Sandbox("limits", 300 * MB, 20 * MB)),
        environment=(("BOOK", "openings.txt"),),
    )
    around = seen(settings)
    variables = around["environment"]
    assert "SECRET_KEY" not in variables
    assert variables["BOOK"] == "openings.txt"
    assert variables["LC_TIME"] == "C"
    assert variables["PATH"] == os.environ["PATH"]
    assert around["folder"] == str(tmp_path)
    assert (around["core"], around["file size"]) == (0, 20 * MB)
    assert around["data"] >= 300 * MB + 1024 * MB
    assert around["descriptors"] == []
    assert Path(around["temporary"]).parent == Path(variables["TMPDIR"])
    assert not Path(around["temporary"]).exists()


def test_without_a_sandbox_a_program_has_our_environment(
    sample: Sample, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET_KEY", "0xCAFE")
    settings = sample("bad/pries.py", sandbox=Sandbox("none"))
    around = seen(settings)
    assert around["environment"]["SECRET_KEY"] == "0xCAFE"
    assert around["file size"] == resource.getrlimit(resource.RLIMIT_FSIZE)[1]
    assert not Path(around["temporary"]).exists()


@needs_our_part_in_c
def test_nobody_may_allow_more_than_he_has(sample: Sample, tmp_path: Path) -> None:
    """In a shell in which files are limited already, programs start all the same."""
    game = f"""
from pathlib import Path, PosixPath
import resource
from owari.games.game import Side
from owari.games.mancala import OWARI
from owari.players.player import TimeControl
from owari.programs.processes.process_states import adopt_orphans, end_orphans
from owari.programs.program import ProgramPlayer
from owari.programs.dialogues.line import LineProtocol
from owari.programs.sandbox.program_settings import ProgramSettings, Sandbox
resource.setrlimit(resource.RLIMIT_FSIZE, (5 * 1024 * 1024,) * 2)
bot = ProgramPlayer("bot", {sample("line/lowest.py", sandbox=Sandbox("limits"))!r})
bot.start(OWARI.start(), Side.SOUTH, TimeControl(start_limit=30.0))
print(resource.prlimit(bot.processes()[-1], resource.RLIMIT_FSIZE))
bot.close()
"""
    told = subprocess.run([sys.executable, "-c", game], capture_output=True, text=True, check=True)
    assert told.stdout == f"({5 * MB}, {5 * MB})\n"


# Processor time


@pytest.mark.parametrize("arguments", [(), ("child",)], ids=["itself", "in a child"])
def test_the_processor_time_of_each_move_is_recorded(
    sample: Sample, arguments: tuple[str, ...]
) -> None:
    record = play(sample("bad/burns.py", *arguments), OWARI.start())
    for ply in record.plies:
        if ply.side is Side.SOUTH:
            assert ply.processor is not None
            assert 0.08 <= ply.processor < 1.0
        else:
            assert ply.processor is None


def test_who_sleeps_uses_no_processor(sample: Sample) -> None:
    record = play(sample("bad/late.py", "0.1"), OWARI.start())
    ours = [ply for ply in record.plies if ply.side is Side.SOUTH]
    assert all(ply.seconds is not None and ply.seconds >= 0.1 for ply in ours)
    assert all(ply.processor is not None and ply.processor < 0.08 for ply in ours)


# Who does not want to end


def by(means: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Leaves one of the means by which all of a program is held; skips where it is not there."""
    if means == "group" and cgroups.folder() is None:
        pytest.skip("there are no control groups here")
    if means != "group":
        monkeypatch.setattr(cgroups, "folder", lambda: None)


@needs_our_part_in_c
@pytest.mark.parametrize(
    ("level", "means"), [("isolated", "namespace"), ("limits", "group"), ("limits", "stopping")]
)
def test_nothing_is_left_of_one_that_renews_itself(
    sample: Sample, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, level: str, means: str
) -> None:
    """It forks, starts a session and exits, again and again, in several lines at a time."""
    by(means, monkeypatch)
    if level == "isolated" and isolation.means().namespaces:
        pytest.skip("there are no namespaces here")
    known = set(descendants(os.getpid()))
    adopt_orphans()
    bot = ProgramPlayer("bot", sample("bad/renews.c", sandbox=Sandbox(level)))
    bot.start(OWARI.start(), Side.SOUTH, UNHURRIED)
    bot.close()
    if level != "isolated":
        end_orphans(known)
    assert not marked_processes(mark_for(tmp_path))


@needs_our_part_in_c
@pytest.mark.parametrize(
    ("level", "means"), [("isolated", "namespace"), ("isolated", "group"), ("limits", "stopping")]
)
def test_a_child_in_a_session_of_its_own_is_stopped_too(
    sample: Sample, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, level: str, means: str
) -> None:
    by(means, monkeypatch)
    known = set(descendants(os.getpid()))
    adopt_orphans()
    bot = ProgramPlayer("bot", sample("bad/computes_apart.py", "20", sandbox=Sandbox(level)))
    try:
        bot.start(OWARI.start(), Side.SOUTH, UNHURRIED)
        assert bot._transport is not None
        process = bot._transport.process
        (child,) = descendants(process.pid)
        before = psutil.Process(child).cpu_times().user
        sleep(0.3)
        assert psutil.Process(child).cpu_times().user - before < 0.1
        process.resume()
        deadline = monotonic() + 60.0
        while psutil.Process(child).cpu_times().user <= before:
            assert monotonic() < deadline
            sleep(0.01)
    finally:
        bot.close()
        end_orphans(known)


def one_move(level: str, user: int, groups: int, memory: int, name: str, *words: str) -> Any:
    """What tests/programs/one_move.py tells of a program of tests/programs/bad."""
    place = Path(tempfile.mkdtemp(prefix="move-"))
    try:
        place.chmod(0o755)
        shutil.copy(PROGRAMS / "bad" / name, place)
        command = (everybodys_python(), place / name, *words)
        return told_by("one_move", place, level, user, memory, groups, *command)
    finally:
        shutil.rmtree(place)


@pytest.mark.usefixtures("isolated")
@pytest.mark.parametrize("user", USERS)
@pytest.mark.parametrize("groups", [0, 1])
@pytest.mark.parametrize("level", ["limits", "isolated"])
def test_who_has_lost_its_parent_still_belongs_to_its_program(
    level: str, user: int, groups: int
) -> None:
    """It is stopped, counted and ended with the program."""
    told = one_move(level, user, groups, 400, "orphans.py", "5", "2", "5")
    counts = {"processes": 7, "strangers": 0, "left": 0}
    assert told == {**counts, "fault": "", "used": told["used"], "score": told["score"]}
    assert told["used"] < 0.1
    told = one_move(level, user, groups, 150, "orphans.py", "30", "10")
    assert (told["fault"], told["left"]) == ("TOO_MUCH_MEMORY", 0), told


@pytest.mark.usefixtures("isolated")
@pytest.mark.parametrize("user", USERS)
@pytest.mark.parametrize("level", ["none", "limits", "isolated"])
def test_who_hides_what_it_does_plays_and_may_leave(level: str, user: int) -> None:
    told = one_move(level, user, 0, 400, "hides.py")
    assert (told["fault"], told["left"]) == ("", 0), told
    told = one_move(level, user, 0, 400, "hides.py", "leaves")
    assert told == {"fault": "CRASHED", "reason": "left with exit code 3", "left": 0}


@pytest.mark.usefixtures("isolated")
@pytest.mark.parametrize("user", USERS)
def test_without_a_sandbox_orphans_are_nobodys(user: int) -> None:
    told = one_move("none", user, 1, 400, "orphans.py", "3", "2", "2")
    assert (told["fault"], told["processes"], told["strangers"]) == ("", 1, 3)


@needs_our_part_in_c
@pytest.mark.skipif(sys.platform != "linux", reason="only there programs have an init")
def test_an_init_that_is_stopped_is_continued(
    sample: Sample, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Outside a namespace every process of its user can stop it."""
    by("stopping", monkeypatch)
    bot = ProgramPlayer("bot", sample("line/lowest.py", sandbox=Sandbox("limits")))
    try:
        bot.start(OWARI.start(), Side.SOUTH, UNHURRIED)
        assert bot._transport is not None
        process = bot._transport.process
        process.resume()
        os.kill(process.popen.pid, signal.SIGSTOP)
        process.stop()
        deadline = monotonic() + 60.0
        while psutil.Process(process.pid).status() != psutil.STATUS_STOPPED:
            assert monotonic() < deadline
            sleep(0.001)
        os.kill(process.popen.pid, signal.SIGSTOP)
    finally:
        bot.close()
    assert not psutil.pid_exists(process.popen.pid)


@needs_our_part_in_c
@pytest.mark.skipif(sys.platform != "linux", reason="only there programs have an init")
def test_what_is_not_held_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "init_file", lambda: -1)
    monkeypatch.setattr(sandbox, "group_folder", lambda: None)
    with pytest.raises(MissingMeans, match="processes that lose their parent are not stopped"):
        summary(Sandbox("limits"))


@pytest.mark.skipif(sys.platform != "linux", reason="only there programs have an init")
def test_a_status_that_comes_in_place_of_an_answer_is_kept() -> None:
    """The program ends just as its init is asked to stop it."""
    ours, of_init = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    program = child_process.Spawned.__new__(child_process.Spawned)
    program._init, program._told = ours.detach(), b""
    of_init.send(signal.SIGKILL.to_bytes(4, sys.byteorder))
    program.tell_init(b"S")
    of_init.close()
    assert program._status_from_init(0) == signal.SIGKILL


# What is not there


@needs_our_part_in_c
def test_a_level_asked_for_by_name_must_be_there(monkeypatch: pytest.MonkeyPatch) -> None:
    lacking = isolation.Means("this system refuses namespaces", "", "", "")
    monkeypatch.setattr(sandbox, "means", lambda: lacking)
    with pytest.raises(MissingMeans, match="sandbox isolated: this system refuses namespaces"):
        summary(Sandbox("isolated"))
    assert "in part only: this system refuses namespaces" in summary(Sandbox("auto"))


@needs_our_part_in_c
@pytest.mark.parametrize("lost", ["namespaces", "network", "landlock", "filter"])
def test_auto_is_what_can_be_had(
    sample: Sample, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, lost: str
) -> None:
    names = ("namespaces", "network") if lost == "namespaces" else (lost,)
    have = isolation.means()._replace(**dict.fromkeys(names, "not here"))
    for module in (isolation, sandbox):
        monkeypatch.setattr(module, "means", lambda: have)
    own = tmp_path / "own"
    own.mkdir()
    for program in ("line/lowest.py", "kgp/client.c", "console/talker.py"):
        record = play(replace(sample(program), directory=own), OWARI.start())
        assert record.ending.termination is Termination.NORMAL, record.ending.reason


def test_without_our_part_in_c_programs_run_under_fewer_limits(
    sample: Sample, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (child_process, sandbox, isolation):
        monkeypatch.setattr(module, "native", None)
    with pytest.raises(MissingMeans, match="install a C compiler"):
        summary(Sandbox("limits"))
    assert "in part only: " in summary(Sandbox("auto"))
    around = seen(sample("bad/pries.py", sandbox=Sandbox("auto", file_size=20 * MB)))
    assert around["file size"] == 20 * MB
    assert play(sample("line/lowest.py")).ending.termination is Termination.NORMAL


@pytest.mark.parametrize(
    ("box", "sentence"),
    [
        (Sandbox("none"), f"Programs run without a sandbox.{sandbox.NOT_HELD}"),
        (
            Sandbox("limits", 512 * MB, 16 * MB),
            "Programs run in the sandbox limits: 512 MB of memory, files of 16 MB.",
        ),
    ],
)
@needs_our_part_in_c
def test_the_level_that_is_reached_is_told(
    monkeypatch: pytest.MonkeyPatch, box: Sandbox, sentence: str
) -> None:
    monkeypatch.setattr(sandbox, "group_folder", lambda: Path("/sys/fs/cgroup"))
    assert summary(box) == sentence


@needs_our_part_in_c
@pytest.mark.skipif(sys.platform != "linux", reason="only there are control groups")
@pytest.mark.parametrize("level", ["auto", "limits", "none"])
def test_where_programs_can_have_themselves_continued_that_is_told(
    monkeypatch: pytest.MonkeyPatch, level: Any
) -> None:
    """Unless they need not be stopped."""
    monkeypatch.setattr(sandbox, "group_folder", lambda: None)
    told = "signal: it can have itself continued" if level == "none" else sandbox.NOT_FROZEN
    assert told in summary(Sandbox(level))
    assert told not in summary(Sandbox(level), stops=False)


@pytest.mark.usefixtures("isolated")
def test_the_strongest_level_is_what_auto_reaches() -> None:
    sentence = "Programs run in the sandbox isolated: 2 GB of memory, files of 64 MB, no network,"
    assert summary(Sandbox()).startswith(sentence)
    assert summary(Sandbox()) == summary(Sandbox("isolated"))


# What was left


@needs_our_part_in_c
def test_what_killed_processes_have_left_goes_when_the_next_program_starts(
    sample: Sample, tmp_path: Path
) -> None:
    gone = subprocess.Popen(["true"])
    gone.wait()
    left = [Path(tempfile.gettempdir(), f"owari-{pid}-left") for pid in (gone.pid, os.getpid())]
    for folder in left:
        folder.mkdir()
    home = cgroups.folder()
    groups = [home / folder.name for folder in left] if home else []
    for group in groups:
        group.mkdir()
    temporary_folders.remove_all()
    play(sample("line/lowest.py"))
    assert [place.exists() for place in left] == [False, True]
    assert [place.exists() for place in groups] == [False, True][: len(groups)]
    temporary_folders.remove_for(os.getpid())
    assert not any(place.exists() for place in (*left, *groups))
