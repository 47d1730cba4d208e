"""`check` and `learn` at a game of a family without lessons or descriptions of its own."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from owari.checking.description_trial import NotLearned
from owari.checking.learner import learn
from owari.checking.program_check import Step, Verdict, check, steps_of
from owari.players.player import TimeControl
from owari.programs.dialogues.line import LineProtocol
from owari.programs.sandbox.program_settings import ProgramSettings
from owari.tournament.file.tournament_settings import BotConfig
from tests.games.nim import NIM

BOT = """
import sys

for line in sys.stdin:
    command, *rest = line.split()
    if command in ("owari", "game"):
        print("ready", flush=True)
    elif command == "go":
        print({move}, flush=True)
    elif command == "quit":
        break
"""


def checked(folder: Path, move: str) -> dict[str, Step]:
    """The steps of a bot that answers with this expression."""
    (folder / "bot.py").write_text(BOT.format(move=move), "utf-8")
    program = ProgramSettings((sys.executable, "bot.py"), folder, protocol=LineProtocol())
    times = TimeControl(per_turn=30.0, start_limit=30.0)
    steps = list(check(BotConfig("Bot", times, program, ""), NIM))
    assert [step.name for step in steps] == list(steps_of(NIM))
    return {step.name: step for step in steps}


def test_a_good_bot_passes_the_general_steps(tmp_path: Path) -> None:
    steps = checked(tmp_path, "min(2, int(rest[1]))")
    assert {step.verdict for step in steps.values()} == {Verdict.PASSED}
    assert "one legal move" not in steps


def test_a_bad_bot_gets_advice(tmp_path: Path) -> None:
    step = checked(tmp_path, "2 if rest[1] == '12' else 3")["moves first"]
    assert step.verdict is Verdict.FAILED
    assert "it may treat a rule or a move of the opponent differently" in step.change


def test_a_console_program_for_another_game_cannot_be_described(tmp_path: Path) -> None:
    program = ProgramSettings((sys.executable, "bot.py"), tmp_path, protocol=LineProtocol())
    with pytest.raises(NotLearned, match="nim"):
        learn(program, print, game=NIM)
