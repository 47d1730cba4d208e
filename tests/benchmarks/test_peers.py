"""The script of the aims: medians, bounds, names."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from tests.benchmarks.aims.aim import Aim, aim, at_least, at_most, told
from tests.benchmarks.aims.process_cost import cost_of
from tests.benchmarks.peers import lines, main


@pytest.fixture
def aims(monkeypatch: pytest.MonkeyPatch) -> dict[str, Aim]:
    """A registry with one aim, whose runs differ."""
    registry: dict[str, Aim] = {}
    monkeypatch.setattr("tests.benchmarks.aims.aim.AIMS", registry)
    monkeypatch.setattr("tests.benchmarks.peers.AIMS", registry)
    monkeypatch.setattr("tests.benchmarks.peers.iter_modules", lambda path: [])
    runs = iter([(5.0, 90.0, "a"), (1.0, 80.0, "b"), (3.0, 70.0, "c")])
    bounds = (at_most(2, "s"), at_least(75, "games/s"), told())
    aim("example", "an example", *bounds, runs=3)(lambda: next(runs))
    return registry


def test_a_line_has_the_median_and_whether_the_aim_is_reached(aims: dict[str, Aim]) -> None:
    time, rate, text = (line.split() for line in lines(aims["example"]))
    assert time[3:] == ["3", "s", "at", "most", "2", "missed", "by", "50%"]
    assert rate[3:] == ["80", "games/s", "at", "least", "75", "reached"]
    assert text[3:] == ["c"]


def test_too_low_a_rate_is_missed() -> None:
    assert at_least(120, "games/s").verdict(90.0) == "missed by 25%"


@pytest.mark.parametrize("name", ["example", "test_peers"])
def test_an_aim_is_found_by_its_name_and_by_its_module(aims: dict[str, Aim], name: str) -> None:
    assert CliRunner().invoke(main, [name]).output.count("an example") == 3


def test_an_unknown_name_is_bad_input(aims: dict[str, Aim]) -> None:
    run = CliRunner().invoke(main, ["exampel"])
    assert run.exit_code == 2
    assert "no aim has the name exampel; there are: example" in run.output


def test_without_a_kernel_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("owari.engine.kernel.othello", None)
    run = CliRunner().invoke(main, [])
    assert run.exit_code == 2
    assert "has no compiled kernel for othello" in run.output
    assert "run 'pip install -e .' in" in run.output


def test_the_cost_of_a_process_is_what_it_has_used() -> None:
    cost = cost_of(["sh", "-c", "i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done; echo done"])
    assert cost.processor > 0
    assert cost.output == "done\n"


def test_the_memory_of_a_process_is_its_own() -> None:
    ours = b"x" * 100_000_000
    assert 0 < cost_of(["true"]).memory < 50 < len(ours) / 1e6


def test_a_process_that_fails_ends_the_measurement() -> None:
    with pytest.raises(SystemExit, match="ended with 3"):
        cost_of(["sh", "-c", "exit 3"])
