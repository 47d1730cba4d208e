"""How programs talk, found out by talking with them."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from owari.checking.watched_program import Said, WatchedProgram, said_after
from owari.games.catalog import find_game
from owari.games.mancala import OWARI
from owari.programs.dialogues.protocols import find_protocol
from owari.programs.sandbox.program_settings import ProgramSettings, Sandbox
from owari.registration.recognition import Recognition, _Trials
from owari.registration.trial_process import recognise_all
from tests.support.nightly import at_night
from tests.support.sample_programs import PROGRAMS, Sample

pytestmark = pytest.mark.usefixtures("no_survivor")


def recognised(
    settings: ProgramSettings, game: str = OWARI.name, within: float = 60.0
) -> Recognition:
    programs = {"program": settings}
    ((name, found),) = recognise_all(programs, find_game(game), within, lambda name, step: None)
    assert name == "program"
    return found


@pytest.mark.parametrize(
    ("name", "game", "keys"),
    [
        ("line/lowest.py", "owari", {}),
        ("columbia/othello.py colour", "othello:4", {"hello": "{color}"}),
        ("line/othello.py", "othello:4", {}),
        ("console/talker.py", "owari", {"start": {"first": ["s"], "second": ["n"]}}),
        ("mkagent/greedy.py", "manchester", {}),
        *at_night(
            ("botzone/keeps.cpp", "othello", {"stays": True}), ("columbia/agent.py", "owari", {})
        ),
    ],
)
def test_each_protocol(sample: Sample, name: str, game: str, keys: Mapping[str, Any]) -> None:
    found = recognised(sample(*name.split()), game)
    protocol = name.partition("/")[0]
    rest = {} if protocol == "line" else {"protocol": protocol}
    assert (found.protocol, found.keys) == (protocol, rest | dict(keys))
    assert (found.remark, found.advice) == ("", "")


def test_a_bot_of_the_line_protocol_with_a_fault(sample: Sample) -> None:
    found = recognised(sample("bad/illegal.py"))
    assert (found.protocol, found.keys) == ("line", {})
    assert found.remark.startswith("where it moves first, it played 0, but pit 0 is empty")
    assert found.advice == "run 'owari check', which tells what to change"


def test_one_that_leaves_at_once(sample: Sample) -> None:
    found = recognised(sample("bad/exits_at_start.py"))
    assert found.protocol == ""
    assert found.remark.startswith("it left with exit code 3; its error output ends 'cannot open")
    assert found.advice == "start it by hand in its folder and read its output"


def test_one_that_leaves_without_a_word(tmp_path: Path, sample: Sample) -> None:
    (tmp_path / "defines.py").write_text("def sow(board, pit): ...\n")
    settings = replace(sample("line/lowest.py"), command=(sys.executable, "defines.py"))
    assert recognised(settings).remark == "it left with exit code 0 and said nothing"


def test_one_that_wants_words_gets_those_that_its_usage_offers(
    tmp_path: Path, sample: Sample
) -> None:
    text = (PROGRAMS / "console" / "asks.py").read_text()
    begun, behind = text.index("if len(sys.argv)"), text.index("board = [3]")
    wants = (
        "if len(sys.argv) < 2: sys.exit('usage: asks.py (black|white)')\n"
        "own_turn = sys.argv[1] == 'white'\n"
    )
    (tmp_path / "asks.py").write_text(text[:begun] + wants + text[behind:])
    settings = replace(sample("line/lowest.py"), command=(sys.executable, "asks.py"))
    found = recognised(settings)
    assert found.protocol == "console", found
    assert found.keys["start"] == {
        "first-arguments": ["white"],
        "second-arguments": ["black"],
    }


def test_chatter_takes_no_longer_than_its_time(tmp_path: Path, sample: Sample) -> None:
    (tmp_path / "floods.py").write_text("while True: print('Your move: ' * 99)\n")
    settings = replace(sample("line/lowest.py"), command=(sys.executable, "floods.py"))
    found = recognised(settings, within=1.0)
    assert found.protocol == ""
    assert found.remark.startswith("it wrote on and on and waited for no input; at last it wrote")


def test_what_is_certain_when_its_time_is_over(sample: Sample) -> None:
    """Who says `ready` speaks the line protocol, and nobody makes many moves by chance."""
    trials = _Trials(sample("line/lowest.py"), OWARI, 60.0, lambda step: None)
    program = WatchedProgram("program", trials.settings)
    line, columbia = find_protocol("line"), find_protocol("columbia")
    trials.under_way = (line, {}, program)
    assert not trials.out_of_time().protocol
    program.seconds = 0.1
    found = trials.out_of_time()
    assert (found.protocol, found.keys) == ("line", {})
    assert found.remark == ("the 60 s for its trials were over when it had made 0 moves of a game")
    trials.under_way = (columbia, {"hello": "{color}"}, program)
    found = trials.out_of_time()
    assert found.remark.endswith("of a game over columbia with hello: {color}")
    assert found.then == ("check", "--protocol", "columbia", "--set", "hello={color}")
    trials.as_console = Recognition("", {}, "it asked for the weather")
    assert trials.out_of_time() == trials.as_console
    program.moves = 8
    assert trials.out_of_time().keys == {"protocol": "columbia", "hello": "{color}"}


def test_one_that_neither_reads_nor_writes(tmp_path: Path, sample: Sample) -> None:
    (tmp_path / "deaf.py").write_text("import time\ntime.sleep(600)\n")
    settings = replace(sample("line/lowest.py"), command=(sys.executable, "deaf.py"))
    trials = _Trials(settings, OWARI, 60.0, lambda step: None)
    trials.said = Said("", goes_on=False, is_late=True)
    assert [spec.name for spec, _ in trials.candidates()] == ["kgp"]
    assert trials.deaf().remark.startswith("it neither wrote anything nor read its input within")


def test_one_that_writes_without_end(tmp_path: Path, sample: Sample) -> None:
    endless = "import time\nwhile True:\n    print('hello', flush=True)\n    time.sleep(0.01)\n"
    (tmp_path / "endless.py").write_text(endless)
    settings = replace(sample("line/lowest.py"), command=(sys.executable, "endless.py"))
    trials = _Trials(settings, OWARI, 60.0, lambda step: None)
    trials.said = said_after(settings, (), 2.0)
    assert trials.said.is_endless
    assert not trials.is_deaf
    said = r"it wrote on and on and waited for no input; at last it wrote '.*hello hello'"
    assert re.fullmatch(said, trials.endless().remark)


def test_one_that_waits_for_its_input_in_an_event_loop(tmp_path: Path, sample: Sample) -> None:
    """As Node does. Nothing shows that it reads."""
    waits = "import select\nloop = select.poll()\nloop.register(0, select.POLLIN)\nloop.poll()\n"
    (tmp_path / "waits.py").write_text(waits + (PROGRAMS / "line" / "lowest.py").read_text())
    settings = replace(sample("line/lowest.py"), command=(sys.executable, "waits.py"))
    assert recognised(settings).protocol == "line"


@pytest.mark.parametrize(
    ("said", "untried"),
    [
        (Said("", goes_on=True), {"columbia", "kgp"}),
        (Said("Minimax Mike\n", goes_on=True), {"kgp"}),
        (Said("Minimax Mike\n", goes_on=False), set()),
        (Said("", goes_on=False, is_late=True, is_idle=True), {"columbia"}),
    ],
)
def test_trials_that_cannot_succeed_are_left_out(
    sample: Sample, said: Said, untried: set[str]
) -> None:
    trials = _Trials(sample("line/lowest.py"), OWARI, 60.0, lambda step: None)
    trials.said = said
    tried = {spec.name for spec, _ in trials.candidates()}
    assert tried == {"line", "one-shot", "columbia", "kgp"} - untried


def test_how_far_an_unknown_program_came(tmp_path: Path, sample: Sample) -> None:
    """In its words, with what to type next."""
    (tmp_path / "silent.py").write_text("import sys\nfor line in sys.stdin: pass\n")
    settings = replace(sample("line/lowest.py"), command=(sys.executable, "silent.py"))
    found = recognised(settings)
    assert (found.protocol, found.keys, found.then) == ("", {}, ())
    assert found.remark == (
        "the program asks nothing: it wrote nothing, whatever was typed; it has played no game over"
        " line and one-shot"
    )
    assert "owari protocols" in found.advice


def test_one_that_kills_whoever_tries_it(sample: Sample) -> None:
    programs = {
        "killer": sample("bad/kills_referee.py", sandbox=Sandbox("limits")),
        "lowest": sample("line/lowest.py"),
    }
    found = dict(recognise_all(programs, OWARI, 60.0, lambda name, step: None))
    assert found["killer"] == Recognition("", {}, "it ended the process that tried it")
    assert found["lowest"].protocol == "line"


def test_the_steps_are_told(sample: Sample) -> None:
    told: list[tuple[str, str]] = []
    programs = {"agent": sample("columbia/agent.py")}
    list(recognise_all(programs, OWARI, 60.0, lambda *step: told.append(step)))
    assert ("agent", "listens to it") in told
    assert told[-1] == ("agent", "tries the protocol columbia")


def test_one_that_the_system_does_not_start(tmp_path: Path, sample: Sample) -> None:
    settings = sample("line/lowest.py")
    broken = tmp_path / "broken"
    broken.write_bytes(b"\x7fELF and no more")
    broken.chmod(0o755)
    found = recognised(replace(settings, command=(str(broken),)))
    assert not found.protocol
    assert found.remark.startswith("it did not start: ")
