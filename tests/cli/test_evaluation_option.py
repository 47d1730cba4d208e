"""--evaluation, which is one of the game's."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.command import run

NO_EVALUATION = "--evaluation: 'goals' is not an evaluation for othello; there are fitted"
COMMANDS = (
    ("play", "--south", "engine", "--north", "first", "--first", "south"),
    ("relay", "--us", "engine", "--first", "us"),
)


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OWARI_DATA", str(tmp_path / "data"))


@pytest.mark.parametrize("command", COMMANDS)
def test_an_evaluation_of_another_game(command: tuple[str, ...]) -> None:
    words = (*command, "--game", "othello", "--depth", "1", "--evaluation", "goals")
    done = run(*words)
    assert done.exit_code == 2
    assert NO_EVALUATION in done.output


@pytest.mark.parametrize("command", COMMANDS)
def test_a_mixture_that_is_none(command: tuple[str, ...]) -> None:
    words = (*command, "--game", "othello", "--depth", "1", "--evaluation", "2*corner")
    done = run(*words)
    assert done.exit_code == 2
    assert "'corner' is not a count for a mixture; did you mean 'corners'?" in done.output


def test_our_engine_as_a_program() -> None:
    words = ("engine", "--protocol", "line", "--depth", "1", "--evaluation", "corners")
    done = run(*words)
    assert done.exit_code == 2
    assert "--evaluation: 'corners' is not an evaluation for owari; there are goals," in done.output


@pytest.mark.parametrize("command", ["play", "relay", "engine"])
def test_the_help_names_the_list_and_a_sum(command: str) -> None:
    said = " ".join(run(command, "--help").output.split())
    assert "'owari bots' lists the evaluations" in said
    assert "such as '2*mobility + 10*corners - danger'" in said
