"""Games in slots: each comes out once, and what is our own failure makes a game void."""

from __future__ import annotations

import multiprocessing
import os
import sys
import threading
import time
from itertools import islice
from pathlib import Path

import psutil
import pytest

from owari.games.mancala import OWARI
from owari.players.builtin import Settings
from owari.players.player import TimeControl
from owari.programs.settings import ProgramSettings
from owari.records.record import Termination
from owari.results.log import About
from owari.tournament.runner import ATTEMPTS, run
from owari.tournament.settings import BotConfig, BuiltinSettings
from owari.tournament.slot import GameSpec

PROGRAMS = Path(__file__).parents[1] / "programs"
EVENING = About("Evening")


def bot(name: str, engine: str = "random") -> BotConfig:
    return BotConfig(name, TimeControl(), BuiltinSettings(engine, Settings()), "")


def game(number: int, south: BotConfig, about: About = EVENING) -> GameSpec:
    return GameSpec(number, 1, OWARI, south, bot("Other"), about)


class Deadly(str):
    """Ends the process that receives it."""

    def __reduce__(self):
        return os._exit, (1,)


def test_each_game_comes_out_once_with_its_record():
    finished = list(run([game(number, bot("Random")) for number in range(1, 8)], 2))
    assert sorted(done.spec.number for done in finished) == list(range(1, 8))
    for done in finished:
        assert done.record is not None
        assert (done.record.south, done.record.north) == ("Random", "Other")
        assert done.record.event == "Evening"
        assert done.record.final.outcome() == done.record.ending.score


def test_a_game_is_the_same_in_every_run_and_differs_from_the_next():
    def moves():
        games = run([game(number, bot("Random")) for number in (1, 2)], 1)
        return {done.spec.number: [ply.move for ply in done.record.plies] for done in games}

    first, second = moves(), moves()
    assert first == second
    assert first[1] != first[2]


def test_a_game_that_fails_by_our_fault_is_void_and_the_others_are_played():
    broken = bot("Broken", engine="there is no such engine")
    finished = run([game(1, broken), game(2, bot("Random")), game(3, bot("Random"))], 1)
    by_number = {done.spec.number: done for done in finished}
    assert by_number[1].record is None
    assert "there is no such engine" in by_number[1].failure
    assert by_number[2].record
    assert by_number[3].record


def test_a_slot_that_dies_costs_the_game_it_was_playing_and_no_other():
    deadly = game(1, bot("Random"), About(Deadly()))
    finished = run([deadly, game(2, bot("Random")), game(3, bot("Random"))], 1)
    by_number = {done.spec.number: done for done in finished}
    assert by_number[1].record is None
    assert "died" in by_number[1].failure
    assert by_number[2].record
    assert by_number[3].record


def program(name: str, *command: str) -> BotConfig:
    path = PROGRAMS / command[0]
    settings = ProgramSettings((sys.executable, str(path), *command[1:]), path.parent)
    return BotConfig(name, TimeControl(per_turn=60.0), settings, "")


def processes_with(word: str) -> list[int]:
    return [
        process.pid
        for process in psutil.process_iter(["cmdline", "status"])
        if word in " ".join(process.info["cmdline"] or ())
        and process.info["status"] != psutil.STATUS_ZOMBIE
    ]


@pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="cores cannot be chosen here")
def test_a_game_has_one_core_for_both_of_its_bots(tmp_path):
    bot = (PROGRAMS / "line" / "lowest.py").read_text("utf-8")
    note = "import os; open('cores', 'a').write(f'{sorted(os.sched_getaffinity(0))}\\n')\n"
    (tmp_path / "noted.py").write_text(f"{note}{bot}", "utf-8")
    settings = ProgramSettings((sys.executable, str(tmp_path / "noted.py")), tmp_path)
    south, north = (BotConfig(name, TimeControl(60.0), settings, "") for name in ("A", "B"))
    (finished,) = run([GameSpec(1, 1, OWARI, south, north, EVENING)], 1)
    assert finished.record is not None
    assert finished.record.ending.termination is Termination.NORMAL
    cores = (tmp_path / "cores").read_text().splitlines()
    assert len(cores) == 2
    assert set(cores) == {str(sorted(os.sched_getaffinity(0))[-1:])}


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux hands orphans on")
def test_a_child_in_a_session_of_its_own_does_not_outlive_the_game(tmp_path):
    word = str(tmp_path / "daemon")
    games = run([game(1, program("Daemon", "bad/leaves_daemon.py", word))], 1)
    finished = next(games)
    assert finished.record is not None
    assert finished.record.ending.termination is Termination.NORMAL
    assert processes_with(word) == []
    games.close()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux hands orphans on")
def test_the_program_of_a_slot_that_is_killed_does_not_outlive_the_run():
    word = "of a slot that is killed"
    games = run([game(1, program("Silent", "bad/silent.py", word))], 1)
    killer = threading.Thread(target=kill_the_slots_of, args=(word,))
    killer.start()
    finished = list(games)
    killer.join()
    assert [done.record for done in finished] == [None]
    assert processes_with(word) == []


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux hands orphans on")
@pytest.mark.parametrize("file", ["kills_referee.py", "stops_referee.py"])
def test_a_program_that_ends_its_referee_costs_nobody_else_a_game(file):
    """The second game is in play whenever the slot of the first one dies."""
    killer = game(1, program("Killer", f"bad/{file}"))
    long = game(2, program("Late", "bad/late.py", "0.05"))
    finished = {done.spec.number: done for done in run([killer, long, game(3, bot("Random"))], 2)}
    assert sorted(finished) == [1, 2, 3]
    assert finished[1].record is None
    for number in (2, 3):
        record = finished[number].record
        assert record is not None
        assert record.ending.termination is Termination.NORMAL


def kill_the_slots_of(word: str) -> None:
    """Kills the slot of each attempt at a game, once it has started the program with this word."""
    seen: set[int] = set()
    deadline = time.monotonic() + 20
    while len(seen) < ATTEMPTS and time.monotonic() < deadline:
        for pid in set(processes_with(word)) - seen:
            seen.add(pid)
            psutil.Process(pid).parent().kill()
        time.sleep(0.01)


def test_closing_the_iterator_ends_the_slots():
    games = run([game(number, bot("Random")) for number in range(1, 50)], 2)
    assert len(list(islice(games, 2))) == 2
    games.close()
    assert multiprocessing.active_children() == []
