"""`owari solve` and `owari bench`, as they are typed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from owari.engine.kernel import othello, sowing
from tests.support.command import owari
from tests.support.nightly import at_night
from tests.support.terminal import Terminal

START = "from owari.cli.start import main; main()"


def needs(kernel: object) -> pytest.MarkDecorator:
    return pytest.mark.skipif(kernel is None, reason="the kernel could not be compiled here")


def test_every_move_of_a_position_is_proved() -> None:
    done = owari(Path(), "solve", "0,0,1,0,1,1,14,0,3,0,2,0,0,14 S")
    assert done.returncode == 0
    assert "  |  0 |  0 |  1 |  0 |  1 |  1 |\n" in done.stdout
    lines = [line.split() for line in done.stdout.splitlines()]
    assert ["Margin", "for", "South:", "-2"] in lines
    assert ["2", "-2", "best"] in lines
    assert ["4", "-6"] in lines
    assert ["5", "-2", "best"] in lines


def test_another_game_and_another_size() -> None:
    done = owari(Path(), "solve", "--game", "kalah:2x3")
    assert "Margin for South: -2\n" in done.stdout


@pytest.mark.skipif(othello is None, reason="the reference would take long")
def test_othello_names_its_squares() -> None:
    done = owari(Path(), "solve", "--game", "othello:4")
    assert done.returncode == 0
    lines = [line.split() for line in done.stdout.splitlines()]
    assert ["Margin", "for", "South:", "-10"] in lines
    assert ["square", "margin"] in lines
    assert ["c4", "-10", "best"] in lines


def test_a_pass_is_a_move_to_solve() -> None:
    done = owari(Path(), "solve", "--game", "othello:4", "OXXX-OOOOXXX-XXX X")
    assert "Margin for South: +4\n" in done.stdout
    assert ["pass", "+4", "best"] in [line.split() for line in done.stdout.splitlines()]


@pytest.mark.skipif(sowing is None, reason="for the reference this is quick too")
def test_bounds_when_the_time_is_up() -> None:
    done = owari(Path(), "solve", "--game", "owari:6x4", "--time", "10ms")
    assert done.returncode == 0
    assert "Margin for South: -48 to +48, not proved in the time given" in done.stdout


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("1,2 S",), "14 numbers expected, 2 found"),
        (("0,0,0,0,0,0,18,3,3,3,3,3,3,0 S",), "the game is over in this position, 18-18"),
        (("",), "14 numbers expected, 0 found"),
        (("--game", "kallah"), "did you mean 'kalah'?"),
        (("--time", "soon"), "a time is a number above 0 with a unit, such as 5s"),
        (("--game", "othello:4", "X-"), "16 squares expected, 2 found"),
        (("--game", "othello:4", "X" * 16 + " X"), "the game is over in this position, 16-0"),
    ],
)
def test_bad_input_is_a_sentence(words: tuple[str, ...], sentence: str) -> None:
    refused = owari(Path(), "solve", *words)
    assert refused.returncode == 2
    assert sentence in refused.stderr
    assert "Traceback" not in refused.stderr


@pytest.mark.parametrize(("game", "most"), [("owari:6x4", 48), *at_night(("othello", 64))])
def test_ctrl_c_ends_the_proof_and_leaves_its_bounds(tmp_path: Path, game: str, most: int) -> None:
    terminal = Terminal("solve", "--game", game, folder=tmp_path)
    terminal.expect("moves, margin")
    terminal.keys("\x03")
    terminal.expect(f"Margin for South: -{most} to +{most}, not proved")
    terminal.expect("Interrupted.")
    assert terminal.end() == 130


@pytest.mark.nightly
@pytest.mark.skipif(sowing is None, reason="the kernel could not be compiled here")
@pytest.mark.slow
def test_bench_prints_a_line_for_each_measure() -> None:
    done = owari(Path(), "bench", "--quick")
    assert done.returncode == 0, done.stderr
    assert "kernel / reference" in done.stdout
    lines = done.stdout.splitlines()
    assert [line.split()[-1] for line in lines if line.startswith("margin of")] == ["+4", "+2"]


@pytest.mark.skipif(sowing is None, reason="the kernel could not be compiled here")
def test_bench_of_one_game() -> None:
    done = owari(Path(), "bench", "--quick", "--game", "kalah:3x2")
    assert done.returncode == 0, done.stderr
    speed, depth, margin = done.stdout.splitlines()
    assert speed.endswith("M positions/s")
    assert depth.endswith("plies")
    assert margin.split()[:3] == ["margin", "of", "kalah:3x2"]
    assert margin.endswith("+4")


@pytest.mark.skipif(othello is None, reason="the kernel could not be compiled here")
@pytest.mark.parametrize(("game", "margin"), [("othello:6", "-10"), ("free-othello:4", "0")])
def test_bench_of_othello(game: str, margin: str) -> None:
    done = owari(Path(), "bench", "--quick", "--game", game)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].endswith("M leaves/s")
    assert "kernel / reference" in done.stdout
    assert lines[-1].split()[-1] == margin


@pytest.mark.parametrize("words", [(), ("--game", "kalah"), ("--game", "othello")])
def test_bench_without_a_kernel_names_the_compiler(words: tuple[str, ...]) -> None:
    without = "".join(
        f"sys.modules['owari.engine.kernel.native_{name}'] = None; "
        for name in ("sowing", "othello", "othello_avx2")
    )
    refused = subprocess.run(
        [sys.executable, "-c", f"import sys; {without}{START}", "bench", *words],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr.startswith("Error: there is nothing to measure. The engine plays with")
    assert refused.stderr.endswith("Install g++, then install Owari again.\n")
    assert "--game" not in refused.stderr


@pytest.mark.parametrize(
    ("game", "sentence"),
    [
        pytest.param("kalah:12x24", "The kernel plays boards of up to", marks=needs(sowing)),
        pytest.param("kalah:6x0", "no move can be played in kalah:6x0", marks=needs(sowing)),
        pytest.param("othello:10", "plays othello on boards of 4, 6 and 8", marks=needs(othello)),
    ],
)
def test_bench_of_a_board_that_cannot_be(game: str, sentence: str) -> None:
    refused = owari(Path(), "bench", "--game", game)
    assert refused.returncode == 2
    assert sentence in refused.stderr
