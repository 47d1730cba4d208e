"""All bad programs and three honest ones spend an evening together: it ends, the results of the
honest are those of an evening without the others, every fault is a loss, and nothing is left."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from time import monotonic, sleep
from types import MappingProxyType
from typing import Any, NamedTuple

import psutil
import pytest
import yaml

from owari.programs.sandbox import child_process
from owari.programs.sandbox.isolation import means
from owari.records.pgn import read_game
from owari.records.record import GameRecord, Termination
from owari.results.store import Store
from tests.support.command import owari
from tests.support.compiler import Compiler
from tests.support.marked_processes import MARK, mark_for, marked_processes
from tests.support.sample_programs import PROGRAMS

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or child_process.native is None,
    reason="needs the sandbox with all its limits",
)

MB = 1024 * 1024
MOST_MEMORY = 200 * MB
PATIENCE = 60.0
"""Seconds for what must happen soon."""
LONGEST = 300.0
"""Seconds after which the evening has failed; it is no measure of anything."""

HURRIED = {"time-per-turn": "300ms", "margin": "50ms"}
"""For those who will not move in time, however long that is."""
AT_ONCE = {"start-limit": "300ms"}
"""For those who will never be ready."""

NORMAL = Termination.NORMAL
DID_NOT_START = Termination.DID_NOT_START
CRASHED = Termination.CRASHED
TIMED_OUT = Termination.TIMED_OUT
UNREADABLE = Termination.UNREADABLE


class Inmate(NamedTuple):
    program: str
    """Its file, and its arguments."""
    kinds: tuple[Termination, ...]
    """How its two games may end."""
    keys: Mapping[str, Any] = MappingProxyType({})
    is_held: bool = True
    """Whether every level with limits keeps it from its slot; else only `isolated` does."""


LEVELS = os.environ.get("OWARI_ZOO_LEVELS", "auto").split(",")
"""The levels of the sandbox at which the evening is held; `auto,limits` is two evenings."""

HONEST = (
    {"name": "South Seat", "program": "line/south_seat.py"},
    {
        "name": "Talker",
        "program": "console/talker.py",
        "protocol": "console",
        "start": {"first": ["s"], "second": ["n"]},
    },
    {"name": "Lowest", "program": "line/lowest.py"},
)

ZOO = [
    # It does not begin.
    Inmate("bad/exits_at_start.py", (DID_NOT_START,)),
    Inmate("bad/never_ready.py", (DID_NOT_START,), AT_ONCE),
    Inmate("bad/slow_start.py 20", (DID_NOT_START,), AT_ONCE),
    Inmate("bad/never_begins.py", (DID_NOT_START,), {"start-limit": "1s"}),
    Inmate("bad/asks_person.py", (DID_NOT_START,)),
    Inmate("bad/buffers.c", (DID_NOT_START,), AT_ONCE),
    # It does not move.
    Inmate("bad/silent.py", (TIMED_OUT,), HURRIED),
    Inmate("bad/late.py 20", (TIMED_OUT,), HURRIED),
    Inmate("bad/deaf.py", (TIMED_OUT,), HURRIED),
    Inmate("bad/chatters.py", (TIMED_OUT,), HURRIED),
    Inmate("bad/no_newline.py", (TIMED_OUT,), HURRIED),
    Inmate("bad/trickles.py", (TIMED_OUT,), HURRIED),
    Inmate("bad/closes_input.py", (TIMED_OUT,), HURRIED),
    Inmate("bad/stops_itself.py", (TIMED_OUT,), HURRIED),
    Inmate("bad/becomes_another.py", (TIMED_OUT,), HURRIED),
    # It says what is no move.
    Inmate("bad/illegal.py", (Termination.ILLEGAL_MOVE,)),
    Inmate("bad/illegal.py other", (Termination.ILLEGAL_MOVE,)),
    Inmate("bad/nonsense.py", (UNREADABLE,)),
    Inmate("bad/debug_first.py", (UNREADABLE,)),
    Inmate("bad/undecodable_move.py", (UNREADABLE,)),
    Inmate("bad/paints.py", (UNREADABLE,)),
    Inmate("bad/answers.py resign", (UNREADABLE,)),
    Inmate("bad/answers.py -1", (UNREADABLE,)),
    Inmate(r"bad/answers.py 0\0", (UNREADABLE,)),
    Inmate("bad/answers.py 99999999999999999999", (UNREADABLE,)),
    Inmate(r"bad/answers.py \u0663", (UNREADABLE,)),  # a three, in Arabic
    # It says too much.
    Inmate("bad/floods.py", (Termination.TOO_MUCH_OUTPUT,)),
    Inmate("bad/blank_lines.py", (Termination.TOO_MUCH_OUTPUT,)),
    # It leaves.
    Inmate("bad/crashes.py", (CRASHED,)),
    Inmate("bad/moves_then_exits.py", (CRASHED,)),
    Inmate("bad/closes_output.py", (CRASHED,)),
    Inmate("bad/hands_over.py", (CRASHED,)),
    Inmate("bad/aborts.py", (CRASHED,)),
    Inmate("bad/segfaults.c", (CRASHED,)),
    Inmate("bad/killed.c", (CRASHED,)),
    # It takes more than its share.
    Inmate("bad/hoards.py 300", (Termination.TOO_MUCH_MEMORY,)),
    Inmate("bad/hoards.py 300 4", (Termination.TOO_MUCH_MEMORY,)),
    Inmate("bad/writes_much.c much", (CRASHED,)),
    Inmate("bad/bursts.py", (NORMAL,)),
    Inmate("bad/zombies.py", (NORMAL,)),
    Inmate("bad/many_threads.py", (NORMAL,)),
    Inmate("bad/opens_files.py", (NORMAL,)),
    Inmate("bad/takes_cores.py", (NORMAL,)),
    Inmate("bad/ponders.py used", (NORMAL,)),
    Inmate("bad/computes_apart.py 2", (NORMAL, Termination.COMPUTED)),  # if it is not held
    Inmate("bad/wakes.c thread", (NORMAL,)),
    Inmate("bad/wakes.c daemon", (NORMAL,)),
    Inmate("bad/wakes.c late-alarm", (NORMAL,)),
    # It stays, or leaves something behind.
    Inmate("bad/ignores_quit.py", (NORMAL,)),
    Inmate("bad/changes_group.py", (NORMAL,)),
    Inmate("bad/leaves_child.py pid", (NORMAL,)),
    Inmate("bad/leaves_daemon.py pid", (NORMAL,)),
    Inmate("bad/crashes_at_end.py", (NORMAL,)),
    Inmate("bad/spoils_temporary.py", (NORMAL,)),
    Inmate("bad/spoils_temporary.py {others}", (NORMAL, DID_NOT_START)),  # where it may not
    # It looks where it has no business.
    Inmate("bad/pries.py {others}", (NORMAL,)),
    Inmate("bad/listens.py", (NORMAL, DID_NOT_START)),  # where it has no network
    Inmate("bad/kills_referee.py", (CRASHED,), is_held=False),  # as it may not
    Inmate("bad/stops_referee.py", (CRASHED,), is_held=False),
    Inmate("bad/renews.c", (NORMAL,)),
    Inmate("bad/deletes_folder.py", (NORMAL, DID_NOT_START)),
    # It only looks bad.
    Inmate("bad/answers_twice.py", (NORMAL, Termination.ILLEGAL_MOVE)),  # if the second is late
    Inmate("bad/stale.py", (NORMAL, Termination.ILLEGAL_MOVE)),
    Inmate("bad/long_comment.py", (NORMAL,)),
    Inmate("bad/floods_stderr.py", (NORMAL,)),
    Inmate("bad/undecodable.py", (NORMAL,)),
    Inmate("bad/crlf.py", (NORMAL,)),
]


class Evening(NamedTuple):
    folder: Path
    temporary: Path
    mark: str

    @property
    def file(self) -> Path:
        return self.folder / "bots.yaml"

    def begin(self) -> subprocess.Popen[str]:
        """The command that plays it, in a process group of its own."""
        words = [PROGRAMS / "whole_tournament.py", self.file, self.folder / "bots.db", len(HONEST)]
        return subprocess.Popen(
            [sys.executable, *map(str, words)],
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            env={**os.environ, "TMPDIR": str(self.temporary)},
            process_group=0,
            text=True,
        )

    def left(self) -> list[str]:
        """The programs that run and the temporary files that are there."""
        return [*map(str, marked_processes(self.mark)), *os.listdir(self.temporary)]


@pytest.fixture(params=LEVELS)
def evening(
    request: pytest.FixtureRequest, tmp_path: Path, compiled: Compiler
) -> Iterator[Evening]:
    # In a path that is not too long for anything.
    temporary = Path(tempfile.mkdtemp(prefix="zoo-"))
    mark = mark_for(tmp_path)
    bots: list[dict[str, Any]] = []
    for name, program, keys in (*_honest(), *_zoo(tmp_path, request.param)):
        source, *arguments = program.split()
        folder = tmp_path / f"bot {len(bots)}"
        folder.mkdir()
        (folder / "may be deleted").touch()
        path = PROGRAMS / source
        command = [sys.executable, str(path)] if path.suffix == ".py" else [*compiled(path)]
        bots.append(
            {
                "name": name,
                "command": [*command, *arguments],
                "directory": str(folder),
                "environment": {MARK: mark},
                **keys,
            }
        )
    rules = {
        "time-per-turn": "60s",
        "start-limit": "60s",
        "memory": "150MB",
        "file-size": "16MB",
        "concurrency": 2,
        "sandbox": request.param,
    }
    (tmp_path / "bots.yaml").write_text(yaml.safe_dump({**_texts(rules), "bots": bots}), "utf-8")
    yield Evening(tmp_path, temporary, mark)
    for process in marked_processes(mark):
        process.kill()
    shutil.rmtree(temporary, ignore_errors=True)


def _honest() -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    for bot in HONEST:
        keys = {key: value for key, value in bot.items() if key not in ("name", "program")}
        yield str(bot["name"]), str(bot["program"]), keys


def _zoo(folder: Path, level: str) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """With what their arguments need; those that cannot be built stay at home."""
    others = folder / "bot 0"
    for inmate in ZOO:
        suffix = Path(inmate.program.split()[0]).suffix
        is_held = inmate.is_held or (level != "limits" and not means().lacking)
        if is_held and (suffix == ".py" or shutil.which("cc")):
            yield inmate.program, inmate.program.format(others=others), inmate.keys


def _texts(keys: dict[str, Any]) -> dict[str, Any]:
    return {key: str(value) for key, value in keys.items()}


def records(results: Path) -> dict[int, GameRecord]:
    with Store.open(results) as store:
        return {number: read_game(store.record(number), "") for number in store.numbers()}


def most_memory(run: psutil.Process) -> int:
    """The most bytes that the referee or one of its slots has had in memory so far."""
    most = 0
    for process in (run, *run.children()):
        try:
            if process == run or "spawn_main" in " ".join(process.cmdline()):
                status = Path(f"/proc/{process.pid}/status").read_text()
        except (psutil.Error, OSError):
            continue
        peaks = [line.split()[1] for line in status.splitlines() if line.startswith("VmHWM:")]
        most = max([most, *(int(peak) * 1024 for peak in peaks)])
    return most


def wait_until(condition: Callable[[], bool]) -> bool:
    deadline = monotonic() + PATIENCE
    while not condition():
        if monotonic() > deadline:
            return False
        sleep(0.05)
    return True


def test_there_are_enough_of_them() -> None:
    assert len(ZOO) >= 30
    assert sum(NORMAL not in inmate.kinds for inmate in ZOO) >= 30


@pytest.mark.nightly
@pytest.mark.slow
def test_an_evening_at_the_zoo(evening: str) -> None:
    run = evening.begin()
    assert run.stdout is not None
    process = psutil.Process(run.pid)
    most, ended = 0, []
    deadline = monotonic() + LONGEST
    for line in run.stdout:
        ended.append(line)
        most = max(most, most_memory(process))
        assert monotonic() < deadline, ended
    assert run.wait() == 0
    assert not [line for line in ended if "void" in line]

    assert wait_until(lambda: not evening.left()), evening.left()
    assert 0 < most < MOST_MEMORY

    played = records(evening.folder / "bots.db")
    assert len(played) == len(ended)
    honest = {str(bot["name"]) for bot in HONEST}
    inmates = {inmate.program: inmate for inmate in ZOO}
    mutual = {}
    met = set()
    for number, record in played.items():
        names = {record.south, record.north}
        if names <= honest:
            mutual[number] = record
            continue
        (name,) = names - honest
        met.add(name)
        kind = record.ending.termination
        assert kind in inmates[name].kinds, (name, record.ending)
        if kind.is_fault:
            winner = record.ending.result.winner
            assert winner is not None
            assert record.player(winner) in honest, record.ending
            assert record.ending.reason.startswith(name), record.ending
    assert len(met) >= 30
    assert {number: essence(record) for number, record in mutual.items()} == {
        number: essence(record) for number, record in records(honest_results(evening)).items()
    }


def essence(record: GameRecord) -> tuple[object, ...]:
    moves = tuple(ply.move for ply in record.plies)
    return record.south, record.north, moves, record.ending


def honest_results(evening: Evening) -> Path:
    """The results of an evening of the honest alone."""
    tournament = yaml.safe_load(evening.file.read_text("utf-8"))
    tournament["bots"] = tournament["bots"][: len(HONEST)]
    file = evening.folder / "honest.yaml"
    file.write_text(yaml.safe_dump(tournament), "utf-8")
    done = owari(evening.folder, "tournament", file)
    assert done.returncode == 0, done.stderr
    return file.with_suffix(".db")


@pytest.mark.nightly
@pytest.mark.slow
def test_a_referee_that_is_killed_at_the_zoo_leaves_nobody(evening: str) -> None:
    run = evening.begin()
    assert run.stdout is not None
    for _ in range(40):
        run.stdout.readline()
    assert evening.left()
    run.send_signal(signal.SIGKILL)
    run.wait()
    assert wait_until(lambda: not evening.left()), evening.left()
