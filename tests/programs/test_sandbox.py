"""What programs are kept from, each by a real program that tries."""

from __future__ import annotations

import json
import os
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import psutil
import pytest

from owari.games.game import Side
from owari.games.mancala import OWARI
from owari.players.player import Clock, TimeControl
from owari.players.simple_bots import FirstPlayer
from owari.programs import cgroups, child_process, isolation, sandbox, temporary_folders
from owari.programs.dialogue_log import Log
from owari.programs.orphans import adopt_orphans, end_orphans
from owari.programs.process_states import descendants
from owari.programs.program import ProgramPlayer
from owari.programs.program_settings import ProgramSettings, Sandbox
from owari.programs.sandbox import MissingMeans, summary
from owari.records.record import GameRecord, Termination
from owari.referee.referee import play_game
from tests.support.compiler import Compiler
from tests.support.marked_processes import mark_for, marked_processes
from tests.support.sample_programs import PROGRAMS, Sample

pytestmark = pytest.mark.usefixtures("no_survivor")

MB = 1024 * 1024
UNHURRIED = TimeControl(per_turn=30.0, start_limit=30.0)
LAST = OWARI.parse_position("0,0,0,0,0,1,18,2,0,0,0,0,0,15 S")
"""South's only move ends the game."""

needs_our_part_in_c = pytest.mark.skipif(
    child_process.native is None, reason="owari was installed without a C compiler"
)


@pytest.fixture
def isolated() -> None:
    try:
        summary(Sandbox("isolated"))
    except MissingMeans as error:
        pytest.skip(str(error))


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
        super().__init__(Path(os.devnull))
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


@pytest.fixture(autouse=True)
def forgetful() -> Iterator[None]:
    """What is known of this machine and our environment is found out anew, before and after."""
    forget()
    yield
    forget()


def forget() -> None:
    sandbox._lacking.cache_clear()
    isolation.means.cache_clear()
    sandbox._needed_environment.cache_clear()


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
from owari.programs.orphans import adopt_orphans, end_orphans
from owari.programs.program import ProgramPlayer
from owari.programs.dialogues.line import LineProtocol
from owari.programs.program_settings import ProgramSettings, Sandbox
resource.setrlimit(resource.RLIMIT_FSIZE, (5 * 1024 * 1024,) * 2)
bot = ProgramPlayer("bot", {sample("line/lowest.py", sandbox=Sandbox("limits"))!r})
bot.start(OWARI.start(), Side.SOUTH, TimeControl(start_limit=30.0))
print(resource.prlimit(bot.processes()[0], resource.RLIMIT_FSIZE))
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


# isolated


def apart(
    sample: Sample, tmp_path: Path, *arguments: str | Path, **settings: Any
) -> ProgramSettings:
    """bad/pries.py, isolated in a folder of its own."""
    own = tmp_path / "own"
    own.mkdir()
    box = Sandbox("isolated", **settings)
    return replace(sample("bad/pries.py", *arguments, sandbox=box), directory=own)


@pytest.mark.usefixtures("isolated")
def test_an_isolated_program_writes_in_its_own_folder_only(sample: Sample, tmp_path: Path) -> None:
    elsewhere = Path("/var/tmp", f"owari {os.getpid()}, written by a program")
    around = seen(apart(sample, tmp_path, "", elsewhere))
    assert around["write"] == "10"  # into a folder that is its own, and gone with it
    assert not elsewhere.exists()
    assert around["write beside"] == "10"
    assert (tmp_path / "own" / "beside.txt").read_text() == "I was here"
    assert around["folder"] == str(tmp_path / "own")
    assert Path(around["temporary"]).parent == Path(around["environment"]["TMPDIR"])
    assert around["environment"]["HOME"] == around["environment"]["TMPDIR"]
    assert not Path(around["temporary"]).exists()


@pytest.mark.usefixtures("isolated")
def test_in_a_folder_that_is_not_its_own_alone_nothing_of_what_it_writes_stays(
    sample: Sample, tmp_path: Path
) -> None:
    results, other = tmp_path / "bots.db", tmp_path / "other"
    results.write_text("games")
    other.mkdir()
    (other / "secret").touch()
    (tmp_path / "book.txt").write_text("openings")
    box = Sandbox("isolated", hidden=(results, other))
    around = seen(sample("bad/pries.py", sandbox=box))
    assert around["write beside"] == "10"
    assert "book.txt" in around["list"]
    assert not (tmp_path / "beside.txt").exists()
    assert results.read_text() == "games"
    around = seen(sample("bad/pries.py", other, sandbox=box))
    assert around["list"] == "[]"


@contextmanager
def listener() -> Iterator[int]:
    """A port of this machine on which somebody listens."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


@pytest.mark.usefixtures("isolated")
def test_an_isolated_program_calls_the_one_port_that_it_is_given(
    sample: Sample, tmp_path: Path
) -> None:
    settings = apart(sample, tmp_path)
    with listener() as port, listener() as other:
        for given, called, answer in (
            (None, port, "OSError"),
            (port, port, "connected"),
            (port, other, "PermissionError"),
        ):
            box = replace(settings.sandbox, port=given)
            command = (*settings.command, "", "", str(called))
            assert seen(replace(settings, sandbox=box, command=command))["call"] == answer


@pytest.mark.usefixtures("isolated")
@pytest.mark.parametrize(
    ("program", "kind", "reason"),
    [
        ("line/lowest.py", Termination.NORMAL, ""),
        ("line/greedy.c", Termination.NORMAL, ""),
        ("line/Careful.java", Termination.NORMAL, ""),
        ("bad/leaves_daemon.py /x", Termination.NORMAL, ""),
        ("console/talker.py", Termination.NORMAL, ""),
        ("one_shot/bridge.c", Termination.NORMAL, ""),
        ("one_shot/kit.c", Termination.NORMAL, ""),
        ("columbia/agent.py", Termination.NORMAL, ""),
        ("kgp/client.c", Termination.NORMAL, ""),
        ("bad/segfaults.c", Termination.CRASHED, "bot left with signal SIGSEGV"),
        (
            "bad/exits_at_start.py",
            Termination.DID_NOT_START,
            "bot left with exit code 3; its error output ends"
            " 'cannot open weights.dat: no such file', before it was ready",
        ),
    ],
)
def test_games_of_isolated_programs(
    sample: Sample, tmp_path: Path, program: str, kind: Termination, reason: str
) -> None:
    own = tmp_path / "own"
    own.mkdir()
    settings = sample(*program.split(), sandbox=Sandbox("isolated"))
    record = play(replace(settings, directory=own), OWARI.start())
    assert (record.ending.termination, record.ending.reason) == (kind, reason)


@pytest.mark.usefixtures("isolated")
def test_of_an_isolated_program_memory_and_processor_are_counted_too(
    sample: Sample, tmp_path: Path
) -> None:
    box = Sandbox("isolated", memory=100 * MB)
    record = play(sample("bad/hoards.py", "300", sandbox=box))
    assert record.ending.termination is Termination.TOO_MUCH_MEMORY
    record = play(sample("bad/burns.py", "child", sandbox=Sandbox("isolated")))
    assert record.plies[0].processor is not None
    assert 0.08 <= record.plies[0].processor < 1.0


# What programs reach at each level, as docs/sandbox.md has it

MAY = {"reads the system", "writes into its own folder", "writes into /tmp"}


def reached(level: str, user: int, compiled: Compiler, folder: Path) -> set[str]:
    """What of its attempts bad/tries.c did, started by this user."""
    (program,) = compiled(PROGRAMS / "bad" / "tries.c")
    place = Path(tempfile.mkdtemp(prefix="reach-"))
    try:
        place.chmod(0o755)
        (place / "tries").write_bytes(Path(program).read_bytes())
        (place / "tries").chmod(0o755)
        words = [PROGRAMS / "reach.py", place / "tries", place, level, user]
        done = subprocess.run(
            [sys.executable, *map(str, words)], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return {name for name, outcome in json.loads(done.stdout).items() if outcome == "done"}
    finally:
        shutil.rmtree(place)


USERS = [
    os.getuid(),
    pytest.param(4242, marks=pytest.mark.skipif(os.getuid() != 0, reason="needs root")),
]


@pytest.mark.usefixtures("isolated")
@pytest.mark.parametrize("user", USERS)
def test_isolated_programs_reach_nothing_but_their_own(
    compiled: Compiler, tmp_path: Path, user: int
) -> None:
    assert reached("isolated", user, compiled, tmp_path) == MAY


@needs_our_part_in_c
@pytest.mark.parametrize("user", USERS)
def test_what_limits_do_not_stop(compiled: Compiler, tmp_path: Path, user: int) -> None:
    done = reached("limits", user, compiled, tmp_path)
    assert done > MAY
    assert {"reads the results", "signals its opponent", "calls a port"} <= done


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
        deadline = monotonic() + 10.0
        while psutil.Process(child).cpu_times().user <= before:
            assert monotonic() < deadline
            sleep(0.01)
    finally:
        bot.close()
        end_orphans(known)


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
    lacking = isolation.Means("this system refuses namespaces", "", "")
    monkeypatch.setattr(sandbox, "means", lambda: lacking)
    with pytest.raises(MissingMeans, match="sandbox isolated: this system refuses namespaces"):
        summary(Sandbox("isolated"))
    assert "in part only: this system refuses namespaces" in summary(Sandbox("auto"))


@needs_our_part_in_c
@pytest.mark.parametrize("lost", ["namespaces", "landlock", "filter"])
def test_auto_is_what_can_be_had(
    sample: Sample, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, lost: str
) -> None:
    have = isolation.means()._replace(**{lost: "not here"})
    monkeypatch.setattr(isolation, "means", lambda: have)
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
        (Sandbox("none"), "Programs run without a sandbox."),
        (
            Sandbox("limits", 512 * MB, 16 * MB),
            "Programs run in the sandbox limits: 512 MB of memory, files of 16 MB.",
        ),
    ],
)
@needs_our_part_in_c
def test_the_level_that_is_reached_is_told(box: Sandbox, sentence: str) -> None:
    assert summary(box) == sentence


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
