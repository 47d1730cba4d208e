"""Tests with the mark `nightly` run where somebody asks for them, and others are told of them."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
NIGHTLY = "test_killed_with_hostile_programs_in_it_a_tournament_ends_right"
DAILY = "test_each_quick_game_that_was_printed_is_stored"
TOLD = "Left out, marked nightly: 1. --nightly runs them too."


@pytest.mark.programs
@pytest.mark.parametrize(
    ("words", "found", "told"),
    [
        ((), {DAILY}, True),
        (("--nightly",), {NIGHTLY, DAILY}, False),
        (("-m", "nightly"), {NIGHTLY}, False),
    ],
)
def test_they_run_where_they_are_asked_for(
    words: tuple[str, ...],
    found: set[str],
    told: bool,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("PYTEST_ADDOPTS", "")
    monkeypatch.chdir(ROOT)
    options = ["-q", "-n", "0", "-p", "no:cacheprovider", "--collect-only"]
    assert pytest.main([*options, *words, "tests/cli/test_kills.py"]) == 0
    shown = capsys.readouterr().out
    assert {name for name in (NIGHTLY, DAILY) if name in shown} == found
    assert (TOLD in shown) is told
