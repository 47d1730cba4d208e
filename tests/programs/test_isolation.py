"""What programs of the level isolated reach, and what no level can hold back."""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from owari.games.mancala import OWARI
from owari.programs.dialogues.line import LineProtocol
from owari.programs.sandbox import cgroups, sandbox, temporary_folders
from owari.programs.sandbox.program_settings import ProgramSettings, Sandbox
from owari.records.record import Termination
from tests.programs.test_sandbox import MB, needs_our_part_in_c, play, seen
from tests.support.compiler import Compiler
from tests.support.other_user import USERS
from tests.support.sample_programs import PROGRAMS, Sample, told_by

pytestmark = pytest.mark.usefixtures("forgetful", "no_survivor")


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
def test_a_crash_names_the_links_that_the_sandbox_hides(sample: Sample, tmp_path: Path) -> None:
    own, shared = tmp_path / "own", tmp_path / "shared"
    for folder in (own, shared):
        folder.mkdir()
    for name in ("a", "b", "c", "d"):
        (shared / name).touch()
        (own / name).symlink_to(f"../shared/{name}")
    links = ", ".join(f"{name} -> {shared}/{name}" for name in ("a", "b", "c"))
    told = f"; the sandbox hides where links in its folder lead: {links} and 1 more"
    settings = replace(sample("bad/exits_at_start.py"), directory=own)
    for level in ("isolated", "auto"):
        box = Sandbox(level, hidden=(tmp_path / "bots.db",))
        assert told in play(replace(settings, sandbox=box)).ending.reason
    for level in ("limits", "none"):
        assert "links" not in play(replace(settings, sandbox=Sandbox(level))).ending.reason
    environment = (*settings.environment, ("DATA", "../shared"))
    named = replace(settings, sandbox=replace(box, level="isolated"), environment=environment)
    assert "links" not in play(named).ending.reason


@pytest.mark.usefixtures("isolated")
def test_a_program_that_becomes_a_pipe_holds_up_nobody(tmp_path: Path) -> None:
    """Whoever looks for its interpreter would wait for a writer."""
    os.mkfifo(tmp_path / "bot", 0o755)
    settings = ProgramSettings(
        (str(tmp_path / "bot"),), tmp_path, protocol=LineProtocol(), sandbox=Sandbox("isolated")
    )
    ending = play(settings).ending
    assert ending.termination is Termination.DID_NOT_START
    assert ending.reason.endswith("permission denied")


@pytest.mark.usefixtures("isolated")
def test_a_bot_that_is_our_engine_finds_it(tmp_path: Path) -> None:
    words = ("-m", "owari", "engine", "--protocol", "line", "--depth", "1")
    settings = ProgramSettings(
        (sys.executable, *words), tmp_path, protocol=LineProtocol(), sandbox=Sandbox("isolated")
    )
    assert play(settings).ending.termination is Termination.NORMAL


@pytest.mark.usefixtures("isolated")
def test_its_folders_do_not_tell_a_program_who_started_it(
    sample: Sample, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = apart(sample, tmp_path)
    first = seen(settings)["environment"]
    temporary_folders.remove_all()
    monkeypatch.setattr(temporary_folders, "_prefix", temporary_folders._prefix_of((1, 2)))
    second = seen(settings)["environment"]
    assert first == second
    assert first["HOME"] == first["TMPDIR"] == "/tmp/owari"


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

MAY = {
    *("reads the system", "writes into its own folder", "writes into /tmp"),
    *("sets modes of its files", "a client calls the referee"),
}


def reached(
    level: str, user: int, compiled: Compiler, lost: dict[str, Any] | None = None
) -> tuple[set[str], str]:
    """What of its attempts bad/tries.c did, started by this user on a machine that lacks this; and
    what the first line of a tournament says there."""
    (program,) = compiled(PROGRAMS / "bad" / "tries.c")
    place = Path(tempfile.mkdtemp(prefix="reach-"))
    try:
        place.chmod(0o755)
        (place / "tries").write_bytes(Path(program).read_bytes())
        (place / "tries").chmod(0o755)
        told = told_by("reach", place / "tries", place, level, user, json.dumps(lost or {}))
        line = told.pop("the first line")
        return {name for name, outcome in told.items() if outcome == "done"}, line
    finally:
        shutil.rmtree(place)


@pytest.mark.usefixtures("isolated")
@pytest.mark.parametrize("user", USERS)
def test_isolated_programs_reach_nothing_but_their_own(compiled: Compiler, user: int) -> None:
    assert reached("isolated", user, compiled)[0] == MAY


FAR = "no sight of other bots' processes and folders"
ABSTRACT = "abstract sockets of other processes are open to programs"


@pytest.mark.usefixtures("isolated")
@pytest.mark.parametrize("user", USERS)
@pytest.mark.parametrize(
    ("lost", "more", "line"),
    [
        ({"landlock_version": 1}, set(), f"no network, {FAR}."),
        (
            {"network": "no networks"},
            {"a client is dialled"},
            f"no network but for kgp, {FAR}; in part only: no networks.",
        ),
        (
            {"network": "no networks", "landlock_version": 5},
            {"a client is dialled", "calls an abstract socket"},
            f"no network but for kgp, {FAR}; in part only: no networks; {ABSTRACT}.",
        ),
        (
            {"network": "no networks", "landlock_version": 3},
            {"a client is dialled", "calls an abstract socket", "a client calls another port"},
            f"no network but for kgp, {FAR}; in part only: no networks; {ABSTRACT};"
            " a kgp client can call any port.",
        ),
    ],
    ids=["first Landlock", "no networks", "Landlock of Linux 6.10", "Landlock of Linux 6.2"],
)
def test_what_a_machine_cannot_enforce_is_named(
    compiled: Compiler, user: int, lost: dict[str, Any], more: set[str], line: str
) -> None:
    done, said = reached("auto", user, compiled, lost)
    assert done == MAY | more
    amounts = "Programs run in the sandbox isolated: 2 GB of memory, files of 64 MB, "
    frozen = user == os.getuid() and cgroups.folder()
    assert said == amounts + line + ("" if frozen else sandbox.NOT_FROZEN)


@needs_our_part_in_c
@pytest.mark.parametrize("user", USERS)
def test_what_limits_do_not_stop(compiled: Compiler, user: int) -> None:
    done, _ = reached("limits", user, compiled)
    assert done > MAY
    assert {"reads the results", "signals its opponent", "calls a port"} <= done
    assert {"a client is dialled", "a client calls another port"} <= done
    assert {"holds up who opens a file", "has itself continued"} <= done
    assert "makes a file that runs as its owner" in done
