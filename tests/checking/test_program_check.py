"""What `check` finds in real programs: the good pass, and each bad one fails where it is bad."""

from __future__ import annotations

import os
import re
import shutil
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import psutil
import pytest

from owari.checking import program_check as checking
from owari.checking import trial
from owari.checking.lessons import cramped, full_lap, hoards, last_choice, starves
from owari.checking.program_check import Step, Verdict, check, steps_of
from owari.checking.trial import Opponent
from owari.games.catalog import find_game
from owari.games.game import Side
from owari.games.mancala import OWARI
from owari.players.player import Clock, TimeControl
from owari.programs.dialogues.botzone import BotzoneProtocol
from owari.programs.dialogues.columbia import ColumbiaProtocol
from owari.programs.dialogues.console.console_protocol import ConsoleProtocol
from owari.programs.dialogues.kgp import KgpProtocol
from owari.programs.dialogues.line import LineProtocol
from owari.programs.dialogues.mkagent import MkagentProtocol
from owari.programs.dialogues.one_shot import FORMATS, OneShotProtocol
from owari.programs.executable import OUR_READLINE, READLINE_ADVICE, find_program
from owari.programs.processes.process import Process
from owari.programs.sandbox import child_process
from owari.programs.sandbox.child_process import Held
from owari.programs.sandbox.program_settings import ProgramSettings, ProtocolSettings, Sandbox
from owari.tournament.file.tournament_settings import BotConfig
from tests.support.compiler import Compiler
from tests.support.sample_programs import PROGRAMS, UNHURRIED

SHORT = TimeControl(per_turn=0.3, margin=0.05, start_limit=30.0)

on_linux = pytest.mark.skipif(
    sys.platform != "linux" or child_process.native is None, reason="only Linux hands orphans on"
)


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Most programs here do nothing where they could only be caught if there is time for it."""
    monkeypatch.setattr(trial, "PAUSE", 0.01)
    monkeypatch.setattr(trial, "LEAVING", 0.05)


@pytest.fixture
def patient(hurried: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Long enough to be caught by on a core that others use too."""
    monkeypatch.setattr(trial, "PAUSE", 0.8)


def bot(
    program: str,
    folder: Path,
    *,
    times: TimeControl = UNHURRIED,
    protocol: ProtocolSettings | None = None,
    pondering: bool = False,
    settings: str = "",
    compiled: Compiler | None = None,
) -> BotConfig:
    path, *arguments = program.split()
    source = PROGRAMS / path
    command = compiled(source) if compiled else (sys.executable, str(source))
    player = ProgramSettings(
        (*command, *arguments), folder, protocol=protocol or LineProtocol(), pondering=pondering
    )
    return BotConfig("Bot", times, player, settings)


def found(config: BotConfig, game: str = "owari", **options: Any) -> dict[str, Step]:
    """The steps by their names."""
    before = {process.pid for process in psutil.Process().children(recursive=True)}
    steps = list(check(config, find_game(game), **options))
    assert [step.name for step in steps] == list(steps_of(find_game(game)))
    left = [
        process
        for process in psutil.Process().children(recursive=True)
        if process.pid not in before and process.status() != psutil.STATUS_ZOMBIE
    ]
    assert not left
    return {step.name: step for step in steps}


def verdicts(steps: dict[str, Step], verdict: Verdict) -> list[str]:
    return [name for name, step in steps.items() if step.verdict is verdict]


def assert_fit(steps: dict[str, Step], *skipped: str) -> None:
    unfit = [step for step in steps.values() if step.verdict is not Verdict.PASSED]
    assert [step.name for step in unfit] == list(skipped), unfit
    assert all(step.verdict is Verdict.SKIPPED for step in unfit), unfit


@pytest.mark.parametrize("reuse", [False, True])
def test_a_good_program_passes_every_step(tmp_path: Path, reuse: bool) -> None:
    steps = found(bot("line/lowest.py", tmp_path, protocol=LineProtocol(reuse)))
    assert_fit(steps)
    assert steps["long laps"].found == "its 13 stones, the opponent's 16 stones"
    assert steps["moves first"].found == "wins 24-12 in 45 plies"
    assert steps["exit"].found == "left with exit code 0"


def test_it_runs_on_one_core_and_gives_the_others_back(tmp_path: Path) -> None:
    if not hasattr(os, "sched_getaffinity"):
        pytest.skip("cores cannot be chosen here")
    before = os.sched_getaffinity(0)
    with closing(check(bot("line/lowest.py", tmp_path), OWARI)) as steps:
        next(steps)
        assert len(os.sched_getaffinity(0)) == 1
    assert os.sched_getaffinity(0) == before


@pytest.mark.nightly
def test_a_console_program_is_led_to_what_it_cannot_be_put_into(tmp_path: Path) -> None:
    talker = ConsoleProtocol(start_first=("s",), start_second=("n",))
    steps = found(bot("console/talker.py", tmp_path, protocol=talker))
    assert steps["one legal move"].verdict is Verdict.PASSED
    skipped = verdicts(steps, Verdict.SKIPPED)
    assert set(skipped) <= {"long laps", "end of input"}
    assert "end of input" in skipped
    assert not verdicts(steps, Verdict.FAILED) + verdicts(steps, Verdict.WARNING)


def test_no_game_leads_a_slow_program_to_a_situation_for_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And each ply is told, so that whoever waits sees what for."""
    monkeypatch.setattr(checking, "_MORE_SECONDS", 0.0)
    talker = ConsoleProtocol(start_first=("s",), start_second=("n",))
    told: list[str] = []
    steps = found(bot("console/talker.py", tmp_path, protocol=talker), tell=told.append)
    assert steps["long laps"].found == "did not happen in 4 games"
    assert not steps["long laps"].is_rest
    assert told[0] == "start: game 1, 0 plies"
    assert "moves second: game 2, 1 ply" in told
    assert not any(now.startswith("long laps") for now in told)


def test_a_program_that_cannot_move_first_is_not_asked_to(tmp_path: Path) -> None:
    only_second = ConsoleProtocol(start_first=None, start_second=("n",))
    config = bot(
        "console/talker.py", tmp_path, protocol=only_second, settings='{"start": {"first": null}}'
    )
    steps = found(config)
    assert steps["moves first"].verdict is Verdict.SKIPPED
    assert steps["moves second"].verdict is Verdict.PASSED
    assert not verdicts(steps, Verdict.FAILED)


def test_an_agent_of_another_course(tmp_path: Path) -> None:
    steps = found(bot("mkagent/greedy.py", tmp_path, protocol=MkagentProtocol()), "manchester")
    assert not verdicts(steps, Verdict.FAILED)
    assert verdicts(steps, Verdict.WARNING) == ["output", "exit"]
    assert "exit code 255" in steps["exit"].found


def test_a_program_for_one_move(tmp_path: Path, compiled: Compiler) -> None:
    kit = bot("one_shot/kit.c", tmp_path, protocol=FORMATS["contest-kit"], compiled=compiled)
    steps = found(kit)
    assert not verdicts(steps, Verdict.FAILED) + verdicts(steps, Verdict.WARNING)


def test_a_program_that_does_not_start_is_asked_no_more(tmp_path: Path) -> None:
    steps = found(bot("bad/exits_at_start.py", tmp_path))
    assert verdicts(steps, Verdict.FAILED) == ["start"]
    assert len(verdicts(steps, Verdict.SKIPPED)) == len(steps_of(OWARI)) - 1
    assert "cannot open weights.dat" in steps["start"].found
    assert "`ready`" in steps["start"].change


def test_a_script_without_its_interpreter_does_not_start(tmp_path: Path) -> None:
    (script := tmp_path / "bot.py").write_text("#!/usr/bin/python9\n")
    script.chmod(0o755)
    player = ProgramSettings((str(script),), tmp_path, protocol=LineProtocol())
    steps = found(BotConfig("Bot", UNHURRIED, player, ""))
    assert verdicts(steps, Verdict.FAILED) == ["start"]
    assert "bot.py names the interpreter /usr/bin/python9" in steps["start"].found


def test_who_never_flushes_is_told_so(tmp_path: Path, compiled: Compiler) -> None:
    impatient = TimeControl(per_turn=30.0, start_limit=0.3)
    steps = found(bot("bad/buffers.c", tmp_path, times=impatient, compiled=compiled))
    assert "flush standard output after each line" in steps["start"].change
    steps = found(bot("bad/never_ready.py", tmp_path, times=impatient))
    assert "flush" not in steps["start"].change


@pytest.mark.parametrize(
    ("program", "times", "reason", "change"),
    [
        ("bad/illegal.py", UNHURRIED, "but pit 0 is empty", "compare its board"),
        ("bad/nonsense.py", UNHURRIED, "answered 'hello there'", "begins with a pit"),
        ("bad/crashes.py", UNHURRIED, "left with exit code 1", "--explain"),
        ("bad/silent.py", SHORT, "did not move within 0.3 s", "look less far ahead"),
        ("bad/floods.py", UNHURRIED, "wrote more than 65536 bytes", "nothing but moves"),
    ],
)
def test_a_fault_in_both_games(
    tmp_path: Path, program: str, times: TimeControl, reason: str, change: str
) -> None:
    steps = found(bot(program, tmp_path, times=times))
    assert verdicts(steps, Verdict.FAILED) == ["moves first", "moves second"]
    assert reason in steps["moves first"].found
    assert change in steps["moves first"].change
    assert verdicts(steps, Verdict.PASSED) == ["start"]


def test_who_names_no_move_is_told_who_played_for_it(tmp_path: Path) -> None:
    steps = found(bot("kgp/bad.py yields", tmp_path, protocol=KgpProtocol()))
    assert verdicts(steps, Verdict.WARNING) == ["moves first", "moves second"]
    sentence = (
        r".* \d+-\d+ in \d+ plies; (\d+) of its \1 moves were played at random, because it named"
        " none"
    )
    assert re.fullmatch(sentence, steps["moves first"].found)
    assert "`silent: forfeit`" in steps["moves first"].change
    settings = KgpProtocol(silent="forfeit")
    steps = found(bot("kgp/bad.py yields", tmp_path, protocol=settings))
    assert verdicts(steps, Verdict.FAILED) == ["moves first", "moves second"]
    assert "with `silent: random`" in steps["moves first"].found
    assert "before `yield`" in steps["moves first"].change


@pytest.mark.parametrize("voids", [2, 99])
def test_a_game_that_breaks_off_is_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, voids: int
) -> None:
    """Where it stays void, the check says so, and blames nobody."""
    seen = iter(range(voids))

    def look(process: Process) -> None:
        if next(seen, None) is not None:
            raise Held("all keys of this machine are in use")

    monkeypatch.setattr(Process, "check_shares", look)
    steps = found(bot("bad/exits_at_start.py", tmp_path))
    if voids == 2:
        assert "weights.dat" in steps["start"].found
    else:
        told = "could not play freely: all keys of this machine are in use"
        assert steps["start"].found.startswith("not finished: ")
        assert steps["start"].found.endswith(told)
        assert steps["start"].change == "check it again; it was no fault of the program"
        assert steps["moves first"].found == steps["start"].found.removeprefix("not finished: ")
    assert verdicts(steps, Verdict.FAILED) == ["start"]


def test_who_takes_itself_for_south_is_told_how_to_say_so(tmp_path: Path) -> None:
    steps = found(bot("bad/illegal.py other", tmp_path))
    assert "is South's, and North is to move" in steps["moves second"].found
    assert "`seat south`" in steps["moves second"].change
    assert "`seat south`" not in steps["moves first"].change


@pytest.mark.parametrize(
    ("program", "step", "found_in"),
    [
        ("bad/crlf.py", "output", "CR LF at the end of lines, a byte order mark"),
        ("bad/undecodable.py", "output", "not UTF-8"),
        ("bad/floods_stderr.py", "output", "bytes of error output a game"),
        ("bad/long_comment.py", "output", "bytes of output a game"),
        ("bad/crashes_at_end.py", "exit", "left with exit code 1"),
    ],
)
@pytest.mark.slow
def test_what_is_only_remarked(tmp_path: Path, program: str, step: str, found_in: str) -> None:
    steps = found(bot(program, tmp_path))
    assert verdicts(steps, Verdict.FAILED) == []
    assert verdicts(steps, Verdict.WARNING) == [step]
    assert found_in in steps[step].found


@pytest.mark.nightly
@pytest.mark.usefixtures("patient")
def test_who_would_compute_on_others_time_is_told_that_it_is_stopped(tmp_path: Path) -> None:
    steps = found(bot("bad/ponders.py used", tmp_path))
    assert verdicts(steps, Verdict.FAILED) == []
    assert verdicts(steps, Verdict.WARNING) == ["opponent's turn"]
    assert "but is stopped then" in steps["opponent's turn"].found


@pytest.mark.usefixtures("patient")
def test_who_may_ponder_may_compute_on_others_time(tmp_path: Path) -> None:
    steps = found(bot("bad/ponders.py used", tmp_path, pondering=True))
    assert_fit(steps)


@on_linux
@pytest.mark.usefixtures("patient")
def test_who_computes_in_a_session_apart_is_stopped_too(tmp_path: Path) -> None:
    steps = found(bot("bad/computes_apart.py 10", tmp_path))
    assert verdicts(steps, Verdict.FAILED) == []
    assert verdicts(steps, Verdict.WARNING) == ["opponent's turn"]
    assert "but is stopped then" in steps["opponent's turn"].found


@on_linux
@pytest.mark.parametrize("program", ["bad/leaves_daemon.py x", "bad/leaves_child.py pid"])
def test_what_a_program_leaves_behind_is_named(tmp_path: Path, program: str) -> None:
    tried = bot(program, tmp_path)
    assert isinstance(tried.player, ProgramSettings)
    # In a sandbox they would end with it.
    steps = found(replace(tried, player=replace(tried.player, sandbox=Sandbox("none"))))
    assert verdicts(steps, Verdict.WARNING) == ["processes left"]
    assert "leaves processes behind" in steps["processes left"].found


def test_who_does_not_leave(tmp_path: Path) -> None:
    steps = found(bot("bad/ignores_quit.py", tmp_path))
    assert verdicts(steps, Verdict.WARNING) == ["exit", "end of input"]


def test_a_move_near_its_limit_is_remarked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checking, "NEAR", 0.001)
    slow = TimeControl(per_turn=20.0, start_limit=10_000.0)
    steps = found(bot("bad/late.py 0.05", tmp_path, times=slow))
    assert verdicts(steps, Verdict.WARNING) == ["speed"]
    assert " of 20 s (ply " in steps["speed"].found


def test_a_check_ends_when_its_time_is_over(tmp_path: Path) -> None:
    steps = found(bot("bad/late.py 20", tmp_path), within=0.5)
    assert verdicts(steps, Verdict.FAILED) == ["start"]
    assert "the 0.5 s of the check were over" in steps["start"].found
    assert len(verdicts(steps, Verdict.SKIPPED)) == len(steps_of(OWARI)) - 1


def test_nothing_is_left_of_a_check_that_is_broken_off(tmp_path: Path) -> None:
    before = {process.pid for process in psutil.Process().children(recursive=True)}
    with closing(check(bot("line/lowest.py", tmp_path, protocol=LineProtocol(True)), OWARI)) as it:
        next(it)
    assert {process.pid for process in psutil.Process().children(recursive=True)} <= before


def test_the_dialogue_is_told_with_the_step_that_it_is_for(tmp_path: Path) -> None:
    told: list[str] = []
    found(bot("line/lowest.py", tmp_path), explain=told.append)
    assert told[0] == "> owari 1"
    assert "= next: long laps" in told


# The opponents


@pytest.mark.parametrize("game", ["owari", "kalah", "manchester", "owari:4x3", "owari:12x24"])
def test_positions_to_begin_from(game: str) -> None:
    rules = find_game(game)
    stones = 2 * rules.pits * rules.stones
    for position in (last_choice(rules), cramped(rules)):
        assert position is not None
        assert sum(position.cells) == stones
        assert position.turn is Side.SOUTH
        assert len(position.legal_moves()) == 1
        assert position.outcome() is None
    lap = cramped(rules)
    assert lap is not None
    (move,) = lap.legal_moves()
    assert lap.cells[move.cell] == full_lap(rules)
    assert rules.parse_position(str(lap)) == lap


def test_a_small_board_has_no_such_position() -> None:
    assert cramped(find_game("owari:3x1")) is None


def test_opponents_lead_where_they_should() -> None:
    position = OWARI.parse_position("1,0,0,0,13,1,0,1,1,1,1,1,1,0 S")
    assert Opponent("o", hoards).choose(position, Clock()).move.cell == 4
    position = OWARI.parse_position("0,0,0,1,3,1,0,0,0,0,0,1,1,0 S")
    after = position.play(Opponent("o", starves).choose(position, Clock()).move)
    assert len(after.legal_moves()) == 1 or after.outcome() is None


@pytest.mark.parametrize(
    ("error", "change"),
    [
        ("OSError(27, 'File too large')", "`file-size`"),
        ("MemoryError()", "`memory`"),
        ("ImportError('No module named shared')", "`environment: {PYTHONPATH: ../shared}`"),
        ("ValueError('File of 3 lines')", "type `owari 1`"),
        ("SystemExit(127)", "`environment: {PATH: '/home/ann/env/bin:/usr/bin:/bin'}`"),
    ],
)
def test_the_error_of_a_program_decides_what_to_change(
    tmp_path: Path, error: str, change: str
) -> None:
    (tmp_path / "bot.py").write_text(f"raise {error}\n", "utf-8")
    player = ProgramSettings((sys.executable, "bot.py"), tmp_path, protocol=LineProtocol())
    with closing(check(BotConfig("Bot", UNHURRIED, player, ""), OWARI)) as steps:
        step = next(steps)
    assert step.verdict is Verdict.FAILED
    assert change in step.change


LETTERS = ConsoleProtocol(start_first=("y",), start_second=("n",))
CODINGAME = FORMATS["codingame"]


@pytest.mark.parametrize(
    ("program", "protocol", "game", "skipped"),
    [
        ("one_shot/codingame.py", CODINGAME, "othello", []),
        ("one_shot/codingame.py", CODINGAME, "free-othello:4", []),
        ("console/othello_letters.py 4", LETTERS, "othello:4", ["end of input"]),
    ],
)
def test_othello_is_led_to_what_programs_fail_on(
    tmp_path: Path,
    program: str,
    protocol: ConsoleProtocol | OneShotProtocol,
    game: str,
    skipped: list[str],
) -> None:
    steps = found(bot(program, tmp_path, protocol=protocol), game)
    assert_fit(steps, *skipped)
    if not game.startswith("free"):
        assert "its pass" in steps["passes"].found
        assert "the opponent's pass" in steps["opponent passes"].found
        assert "empty square" in steps["early end"].found
    assert re.fullmatch(r"(its [a-h][1-8](, | and \d+ more)?)+", steps["one legal move"].found)


@pytest.mark.parametrize(
    ("program", "protocol", "change"),
    [
        (
            "columbia/othello.py colour",
            ColumbiaProtocol(),
            "set `hello: '{color}'` in the tournament file, or --set 'hello={color}' here: so it"
            " plays",
        ),
        (
            "columbia/othello.py",
            ColumbiaProtocol(hello="{player}"),
            "leave out the keys of its protocol: so it plays",
        ),
        (
            "botzone/keeps.cpp",
            BotzoneProtocol(),
            "set `stays: true` in the tournament file, or --set stays=true here: so it plays",
        ),
        (
            "one_shot/codingame.py",
            OneShotProtocol(),
            "set `format: codingame` in the tournament file, or --set format=codingame here: so it"
            " plays",
        ),
    ],
)
def test_the_keys_with_which_it_plays_are_named(
    tmp_path: Path, compiled: Compiler, program: str, protocol: ProtocolSettings, change: str
) -> None:
    """For both orders alike."""
    compiler = compiled if program.endswith("cpp") else None
    game = "othello" if protocol.spec.unfit(find_game("othello:4")) else "othello:4"
    steps = found(bot(program, tmp_path, protocol=protocol, compiled=compiler), game)
    failed = verdicts(steps, Verdict.FAILED)
    assert failed == ["moves first", "moves second"]
    assert {steps[name].change for name in failed} == {change}


def test_who_lacks_readline_is_told_where_it_is(tmp_path: Path) -> None:
    if not (node := shutil.which("node")):
        pytest.skip("there is no node")
    program = str(PROGRAMS / "one_shot/codingame.js")
    lacks = ProgramSettings((node, program), tmp_path, protocol=CODINGAME)
    (step, *_) = found(BotConfig("Bot", UNHURRIED, lacks, ""), "othello:4").values()
    assert step.verdict is Verdict.FAILED
    assert step.change == READLINE_ADVICE
    assert f"'node -r {OUR_READLINE} bot.js'" in READLINE_ADVICE
    command = find_program((node, "-r", OUR_READLINE, program), tmp_path, tmp_path)
    has = replace(lacks, command=command)
    assert_fit(found(BotConfig("Bot", UNHURRIED, has, ""), "othello:4"))


def test_an_illegal_square_is_told_with_what_may_be_wrong(tmp_path: Path) -> None:
    steps = found(bot("bad/othello.py", tmp_path, protocol=CODINGAME), "othello:6")
    assert verdicts(steps, Verdict.FAILED)
    (change,) = {steps[name].change for name in verdicts(steps, Verdict.FAILED)}
    assert change.startswith(
        "compare its board with the position above: it may treat a line of discs"
    )


def test_one_that_prompts_a_person_is_told_of_the_console(tmp_path: Path) -> None:
    steps = found(bot("bad/asks_person.py", tmp_path))
    assert steps["start"].verdict is Verdict.FAILED
    assert "it seems to prompt a person: use `protocol: console`" in steps["start"].change
