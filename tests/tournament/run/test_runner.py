"""Games in slots: each comes out once, and what is our own failure makes a game void."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from itertools import count, islice, product
from pathlib import Path
from typing import Any

import psutil
import pytest

from owari.games.game import Move, Opening, Side
from owari.games.mancala import OWARI
from owari.players.builtin_bots import Settings
from owari.players.player import TimeControl
from owari.programs.dialogues.line import LineProtocol
from owari.programs.processes.process_states import children, orphans
from owari.programs.sandbox.program_settings import Level, ProgramSettings, Sandbox
from owari.records.record import Result, Termination
from owari.results.game_log import About, Incident
from owari.tournament.file.tournament_settings import BotConfig, BuiltinSettings
from owari.tournament.run.incidents import incident_text
from owari.tournament.run.runner import Finished, run
from owari.tournament.run.slot import GameSpec
from tests.support.compiler import Compiler
from tests.support.nightly import at_night
from tests.support.sample_programs import PROGRAMS

EVENING = About("Evening")


def bot(name: str, engine: str = "random") -> BotConfig:
    return BotConfig(name, TimeControl(), BuiltinSettings(engine, Settings()), "")


def game(number: int, south: BotConfig, about: About = EVENING) -> GameSpec:
    return GameSpec(number, 1, OWARI, south, bot("Other"), about)


class Deadly(str):
    """Ends the process that receives it."""

    def __reduce__(self) -> Any:
        return os._exit, (1,)


def test_games_are_read_as_slots_become_free() -> None:
    read = []

    def games() -> Iterator[GameSpec]:
        for number in count(1):
            read.append(number)
            yield game(number, bot("Random"))

    with closing(run(games(), 2)) as finished:
        for _ in range(5):
            assert next(finished).record is not None
    assert 6 <= len(read) <= 24


def test_each_game_comes_out_once_with_its_record() -> None:
    finished = list(run([game(number, bot("Random")) for number in range(1, 8)], 2))
    assert sorted(done.spec.number for done in finished) == list(range(1, 8))
    for done in finished:
        assert done.record is not None
        assert (done.record.south, done.record.north) == ("Random", "Other")
        assert done.record.event == "Evening"
        assert done.record.final.outcome() == done.record.ending.score


def test_a_game_begins_with_its_opening_and_says_which_of_the_pair_it_is() -> None:
    opening = Opening.after(OWARI, (Move(4), Move(8), Move(2)))
    specs = [replace(game(leg + 1, bot("Random")), opening=opening, leg=leg) for leg in (2, 3)]
    records = [done.record for done in run(specs, 1) if done.record]
    assert [(record.pair, record.leg) for record in records] == [("2", "1"), ("2", "2")]
    for record in records:
        assert (record.start, record.opening) == (opening.start, "S4 N8 S2")
        assert record.first is record.plies[0].side is Side.NORTH
        assert record.final.outcome() == record.ending.score


def test_games_of_programs_and_of_bots_in_turn_come_out_once_each() -> None:
    """Those of bots come in batches, which end before a program's."""
    lowest = program("Lowest", "line/lowest.py")
    games = [game(number, bot("Random") if number % 4 else lowest) for number in range(1, 13)]
    finished, incidents = played(games, 1)
    assert sorted(finished) == [*range(1, 13)]
    assert all(done.record for done in finished.values())
    assert incidents == []


def test_a_game_is_the_same_in_every_run_and_differs_from_the_next() -> None:
    def moves() -> Any:
        games = run([game(number, bot("Random")) for number in (1, 2)], 1)
        return {done.spec.number: [ply.move for ply in done.record.plies] for done in games}

    first, second = moves(), moves()
    assert first == second
    assert first[1] != first[2]


def test_a_game_that_fails_by_our_fault_is_void_and_the_others_are_played() -> None:
    broken = bot("Broken", engine="there is no such engine")
    finished = run([game(1, broken), game(2, bot("Random")), game(3, bot("Random"))], 1)
    by_number = {done.spec.number: done for done in finished}
    assert by_number[1].record is None
    assert "there is no such engine" in by_number[1].failure
    assert by_number[2].record
    assert by_number[3].record


def test_a_game_that_is_larger_than_the_buffer_of_its_line_is_played() -> None:
    (finished,) = run([game(1, bot("Random"), About("Evening" * 100_000))], 1)
    assert finished.record is not None
    assert len(finished.record.event) == 700_000


def test_a_slot_that_dies_costs_the_game_it_was_playing_and_no_other() -> None:
    deadly = game(1, bot("Random"), About(Deadly()))
    finished = run([deadly, game(2, bot("Random")), game(3, bot("Random"))], 1)
    by_number = {done.spec.number: done for done in finished}
    assert by_number[1].record is None
    assert "died" in by_number[1].failure
    assert by_number[2].record
    assert by_number[3].record


def test_what_goes_wrong_with_one_of_many_quick_games_costs_no_other() -> None:
    games = [game(number, bot("Random")) for number in range(1, 31)]
    games[11] = game(12, bot("Broken", engine="there is no such engine"))
    games[21] = game(22, bot("Deadly"), About(Deadly()))
    finished, incidents = played(games, 1)
    assert {number for number, done in finished.items() if not done.record} == {12, 22}
    reported = {incident.game for incident in incidents}
    assert {12, 22} <= reported <= {12, *range(13, 23)}  # before 22 those that were not yet told
    assert any(done.is_followed for done in finished.values())
    for number, done in finished.items():
        assert done.spec is games[number - 1]
        assert not done.record or done.record.final.outcome() == done.record.ending.score


def test_a_game_of_programs_ends_a_batch() -> None:
    line = program("Line", "line/lowest.py")
    quick = [game(number, bot("Random")) for number in range(1, 16)]
    specs = [*quick[:9], between(10, line, bot("Other")), *quick[10:]]
    finished = list(run(specs, 1))
    assert [done.spec.number for done in finished] == [*range(1, 16)]
    assert [done.record.south for done in finished if done.record][9] == "Line"


def program(name: str, *command: str) -> BotConfig:
    """Without a sandbox, where it can do to its slot what it likes."""
    path = PROGRAMS / command[0]
    settings = ProgramSettings(
        (sys.executable, str(path), *command[1:]),
        path.parent,
        sandbox=Sandbox("none"),
        protocol=LineProtocol(),
    )
    return BotConfig(name, TimeControl(per_turn=60.0, start_limit=60.0), settings, "")


def between(number: int, south: BotConfig, north: BotConfig) -> GameSpec:
    return GameSpec(number, 1, OWARI, south, north, EVENING)


def played(
    games: Iterable[GameSpec], concurrency: int, known: Sequence[Incident] = ()
) -> tuple[dict[int, Finished], list[Incident]]:
    """How all games have ended, each once, and what has happened to them before."""
    incidents: list[Incident] = []
    finished = list(run(games, concurrency, known=known, report=incidents.append))
    by_number = {done.spec.number: done for done in finished}
    assert len(by_number) == len(finished)
    return by_number, incidents


def processes_with(word: str) -> list[int]:
    return [
        process.pid
        for process in psutil.process_iter(["cmdline", "status"])
        if word in " ".join(process.info["cmdline"] or ())
        and process.info["status"] != psutil.STATUS_ZOMBIE
    ]


@pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="cores cannot be chosen here")
@pytest.mark.parametrize("pondering", [False, True])
def test_a_game_has_one_core_or_one_for_each_of_two_that_ponder(
    tmp_path: Path, pondering: bool
) -> None:
    bot = (PROGRAMS / "line" / "lowest.py").read_text("utf-8")
    note = "import os; open('cores', 'a').write(f'{sorted(os.sched_getaffinity(0))}\\n')\n"
    (tmp_path / "noted.py").write_text(f"{note}{bot}", "utf-8")
    settings = ProgramSettings(
        (sys.executable, str(tmp_path / "noted.py")),
        tmp_path,
        pondering=pondering,
        protocol=LineProtocol(),
    )
    south, north = (BotConfig(name, TimeControl(60.0), settings, "") for name in ("A", "B"))
    (finished,) = run([GameSpec(1, 1, OWARI, south, north, EVENING)], 1)
    assert finished.record is not None
    assert finished.record.ending.termination is Termination.NORMAL
    cores = sorted(os.sched_getaffinity(0))
    of_its_own = cores[-2:] if pondering and len(cores) > 1 else cores[-1:] * 2
    assert (tmp_path / "cores").read_text().split("\n")[:-1] == [
        f"[{core}]" for core in reversed(of_its_own)
    ]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux hands orphans on")
def test_a_child_in_a_session_of_its_own_does_not_outlive_the_game(tmp_path: Path) -> None:
    word = str(tmp_path / "daemon")
    games = run([game(1, program("Daemon", "bad/leaves_daemon.py", word)), game(2, bot("R"))], 1)
    finished = next(games)
    assert finished.record is not None
    assert finished.record.ending.termination is Termination.NORMAL
    assert processes_with(word)
    next(games)
    assert processes_with(word) == []
    games.close()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux hands orphans on")
def test_the_program_of_a_slot_that_is_killed_does_not_outlive_the_run() -> None:
    word = "of a slot that is killed"
    games = run([game(1, program("Silent", "bad/silent.py", word))], 1)
    killer = threading.Thread(target=kill_the_slots_of, args=(word,))
    killer.start()
    finished = list(games)
    killer.join()
    assert len(finished) == 1
    assert processes_with(word) == []


KILLER = ("bad/kills_referee.py", "go")
STOPPER = ("bad/stops_referee.py",)


def endings(finished: Mapping[int, Finished]) -> dict[int, tuple[Result, Termination] | None]:
    """Of each game its result and why, None of a void one."""
    return {
        number: (done.record.ending.result, done.record.ending.termination) if done.record else None
        for number, done in finished.items()
    }


LOST = Termination.ENDED_REFEREE
NORMAL = Termination.NORMAL


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux hands orphans on")
@pytest.mark.parametrize("command", [KILLER, STOPPER])
def test_a_program_that_ends_its_referee_costs_nobody_else_a_game(command: tuple[str, ...]) -> None:
    """The second game is in play whenever the slot of the first one dies."""
    killer = game(1, program("Killer", *command))
    long = game(2, program("Late", "bad/late.py", "0.05"))
    finished, incidents = played([killer, long, game(3, bot("Random"))], 2)
    assert endings(finished)[1] == (Result.NORTH, LOST)
    for number in (2, 3):
        record = finished[number].record
        assert record is not None
        assert record.ending.termination is Termination.NORMAL
    assert {(each.game, each.turn) for each in incidents} == {(1, "Killer")}
    assert [each.alone for each in incidents] == [False, True]
    lost = finished[1].record
    assert lost is not None
    how = "it died in game 1 while only Killer could run"
    assert lost.ending.reason == f"Killer ended the process that plays its games: {how}"


FORKS = """
import os
for _ in range(2000):
    if os.fork() == 0:
        os._exit(0)
    os.wait()
"""


@pytest.mark.nightly
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux hands orphans on")
def test_nobody_who_is_born_in_another_slot_is_taken_for_an_orphan() -> None:
    """Who was would be ended, and its program would lose its game for that."""
    with subprocess.Popen([sys.executable, "-c", FORKS]) as slot:
        families = {*children(os.getpid())}
        assert slot.pid in families
        looks = 0
        while slot.poll() is None:
            assert orphans(families) == set()
            looks += 1
    assert looks


@pytest.mark.nightly
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux hands orphans on")
@pytest.mark.slow
def test_a_program_that_ends_its_referee_twice_loses_both_games_and_nobody_else_any() -> None:
    """There are two such programs, and the honest ones meet both."""
    killers = [program(name, *KILLER) for name in ("K1", "K2")]
    honest = [program("Lowest", "line/lowest.py"), bot("Random")]
    pairs = [*product(honest, killers), *product(killers, honest), killers, honest]
    finished, _ = played([between(n, *pair) for n, pair in enumerate(pairs, 1)], 2)
    for number, ending in endings(finished).items():
        assert ending is not None
        termination = ending[1]
        record = finished[number].record
        names = {record.south, record.north}
        if names <= {"K1", "K2"}:
            assert termination is LOST
        elif names & {"K1", "K2"}:
            assert termination is LOST, record.ending.reason
            assert record.player(record.ending.result.winner) in ("Lowest", "Random")
            assert record.ending.reason.startswith(*(names & {"K1", "K2"}))
        else:
            assert termination is Termination.NORMAL


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux hands orphans on")
def test_nothing_that_a_program_does_after_the_end_changes_its_result() -> None:
    """It kills its referee when it hears that it has lost."""
    sore = program("Sore", "bad/kills_referee.py", "lost")
    games = [between(1, sore, bot("Best", "greedy")), between(2, bot("Best", "greedy"), sore)]
    finished, incidents = played([*games, game(3, bot("Random"))], 1)
    assert endings(finished)[1] == (Result.NORTH, Termination.NORMAL)
    assert endings(finished)[2] == (Result.SOUTH, Termination.NORMAL)
    assert [(each.game, each.turn) for each in incidents] == [(1, ""), (2, "")]
    assert all("after its end" in each.what for each in incidents)


def tracer(compiled: Compiler, name: str, *words: str, level: Level) -> BotConfig:
    """A program that attaches to others and never waits for them."""
    source = PROGRAMS / "bad" / "traces.c"
    settings = ProgramSettings(
        (*compiled(source), *words), source.parent, sandbox=Sandbox(level), protocol=LineProtocol()
    )
    return BotConfig(name, TimeControl(per_turn=3.0, start_limit=30.0), settings, "")


@pytest.mark.skipif(sys.platform != "linux", reason="only there /proc tells who traces")
@pytest.mark.slow
@pytest.mark.parametrize(
    ("level", "when", "how"),
    [
        ("limits", "game", "plays"),
        *at_night(
            *(("limits", "game", how) for how in ("stops", "behind")),
            *(("limits", "go", how) for how in ("behind", "plays", "stops", "leaves")),
            *(("none", "go", "plays"), ("none", "game", "behind")),
        ),
    ],
)
def test_who_traces_its_opponent_hangs_nothing_and_costs_it_no_game(
    compiled: Compiler, level: Level, when: str, how: str
) -> None:
    """The honest program can win, or the game breaks off, but it never loses."""
    honest = program("Honest", "line/lowest.py")
    honest = replace(honest, times=replace(honest.times, per_turn=3.0))
    sly = tracer(compiled, "Sly", "opponent", when, how, level=level)
    finished, _ = played([between(1, honest, sly), between(2, sly, honest)], 1)
    for done in finished.values():
        if done.record is None:
            assert "could not play freely: process" in done.failure
        else:
            ending = done.record.ending
            is_normal = ending.termination is Termination.NORMAL
            assert is_normal or done.record.player(ending.result.winner) == "Honest", ending.reason


@pytest.mark.skipif(sys.platform != "linux", reason="only there /proc tells who traces")
@pytest.mark.slow
@pytest.mark.parametrize("how", [*at_night("plays", "stops"), "behind"])
def test_who_traces_its_referee_hangs_nothing(compiled: Compiler, how: str) -> None:
    sly = tracer(compiled, "Sly", "referee", "go", how, level="limits")
    finished, incidents = played([game(1, sly), game(2, bot("Random"))], 1)
    assert endings(finished)[2] is not None
    assert incidents[0].what == "the process that played it died"
    assert endings(finished)[1] in (None, (Result.NORTH, LOST))
    assert multiprocessing.active_children() == []  # the slot that was traced has ended too


@pytest.mark.skipif(sys.platform != "linux", reason="only there programs have such file systems")
@pytest.mark.slow
@pytest.mark.parametrize("way", ["vfork", "files", "daemon"])
@pytest.mark.parametrize("level", ["limits", *at_night("none", "isolated")])
def test_who_sleeps_where_nothing_wakes_it_loses_and_hangs_nothing(
    compiled: Compiler, tmp_path: Path, level: Level, way: str
) -> None:
    """Where it may not have such a file system, it plays on."""
    (program,) = compiled(PROGRAMS / "bad" / "sleeps.c")
    settings = ProgramSettings(
        (program, way), tmp_path, sandbox=Sandbox(level), protocol=LineProtocol()
    )
    plays_on = way != "vfork" and (level == "isolated" or os.getuid() != 0)
    times = TimeControl(per_turn=30.0 if plays_on else 1.0, start_limit=30.0)
    sly = BotConfig("Sly", times, settings, "")
    finished, incidents = played([game(1, sly), game(2, sly), game(3, bot("Random"))], 1)
    assert not incidents
    ends = endings(finished)
    for number in (1, 2):
        ending = ends[number]
        assert ending is not None
        assert (ending[1] is Termination.TIMED_OUT) is not plays_on
    assert ends[3] is not None


def never(settings: ProgramSettings) -> Any:
    """A transport that does not come back."""
    time.sleep(60)


class Stuck(LineProtocol):
    """A protocol whose programs hold up the slot itself."""


replace(LineProtocol.spec, settings=Stuck, transport=never)


def test_a_slot_that_is_stuck_is_ended_and_nobody_is_blamed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("owari.tournament.run.slot.GRACE", 1.0)
    holds = program("Holds", "line/lowest.py")
    holds = replace(
        holds,
        times=replace(holds.times, start_limit=0.5),
        player=replace(holds.player, protocol=Stuck()),
    )
    finished, incidents = played([game(1, holds), game(2, bot("Random"))], 2)
    assert finished[1].record is None
    assert finished[2].record is not None
    whose = {(each.game, each.what, each.turn) for each in incidents}
    assert whose == {(1, "the process that played it did not go on in time and was ended", "")}


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux hands orphans on")
def test_the_players_hear_of_the_end_when_it_is_safe(tmp_path: Path) -> None:
    bot = program("Notes", "bad/notes_end.py", str(tmp_path / "heard"))
    games = run([game(1, bot)], 1)
    assert next(games).record is not None
    time.sleep(0.3)
    assert not (tmp_path / "heard").exists()
    assert list(games) == []
    assert (tmp_path / "heard").read_text().startswith("result ")


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux hands orphans on")
def test_nobody_is_blamed_for_what_happens_on_its_turn_where_another_process_has_escaped() -> None:
    """The opponent of the program with the child is the one that is asked whenever it strikes."""
    sly = program("Sly", "bad/kills_referee.py", "apart")
    late = program("Late", "bad/late.py", "0.3")
    finished, incidents = played([between(1, sly, late), between(2, late, sly)], 1)
    assert endings(finished) == {1: None, 2: None}
    assert [each.turn for each in incidents] == ["", ""]
    assert "Sly and Late were in play" in finished[1].failure


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has prlimit")
@pytest.mark.parametrize("what", ["folder", "files"])
def test_what_a_program_does_to_its_slot_costs_nobody_else_a_game(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "may be deleted" / "temporary"
    folder.mkdir(parents=True)
    monkeypatch.setenv("TMPDIR", str(folder))
    monkeypatch.setattr(tempfile, "tempdir", None)
    spoiler, low, high = (
        program("Spoiler", "bad/spoils_slot.py", str(folder) if what == "folder" else what),
        program("Low", "line/lowest.py"),
        program("High", "line/lowest.py"),
    )
    pairs = [(spoiler, low), (low, high), (low, spoiler), (high, low), (high, spoiler)]
    finished, incidents = played([between(n, *pair) for n, pair in enumerate(pairs, 1)], 1)
    assert set(endings(finished).values()) <= {None, (Result.SOUTH, NORMAL), (Result.NORTH, NORMAL)}
    assert all("Spoiler" in incident_text(each) for each in incidents)
    for number in (2, 4):
        assert finished[number].record is not None
    assert incidents


def test_games_that_broke_off_in_an_earlier_run_are_judged_with_those_of_this_one() -> None:
    killer = program("Killer", *KILLER)
    earlier = Incident(1, "Killer", "Other", "the process that played it died", "Killer", True)
    finished, incidents = played([game(1, killer), game(2, killer)], 1, [earlier])
    assert endings(finished) == {1: (Result.NORTH, LOST), 2: (Result.NORTH, LOST)}
    assert [each.game for each in incidents] == [2]


def kill_the_slots_of(word: str) -> None:
    """Kills the slot of two attempts at a game, once it has started the program with this word."""
    seen: set[int] = set()
    deadline = time.monotonic() + 60.0
    while len(seen) < 2 and time.monotonic() < deadline:
        for pid in set(processes_with(word)) - seen:
            seen.add(pid)
            psutil.Process(pid).parent().kill()
        time.sleep(0.01)


def test_closing_the_iterator_ends_the_slots() -> None:
    games = run([game(number, bot("Random")) for number in range(1, 50)], 2)
    assert len(list(islice(games, 2))) == 2
    games.close()
    assert multiprocessing.active_children() == []
