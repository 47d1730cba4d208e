"""The names that `import owari` gives, their page, and their examples."""

from __future__ import annotations

import doctest
import math
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import owari
from owari import api
from owari.results.game_log import StoredBot
from owari.results.store import Store

PAGE = Path(__file__).parents[1] / "docs" / "python-api.md"
LOWEST = Path(__file__).parent / "programs" / "line" / "lowest.py"


def test_the_page_has_a_heading_for_each_name() -> None:
    headings = re.findall(r"^### (.+)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(re.findall(r"`(\w+)`", " ".join(headings))) == sorted(owari.__all__)


def test_the_examples_of_the_page_print_what_they_show() -> None:
    blocks = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.M | re.S)
    example = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, PAGE.name, str(PAGE), 0)
    assert len(example.examples) > 40
    assert doctest.DocTestRunner().run(example).failed == 0


@pytest.mark.parametrize("module", [owari, api])
def test_the_examples_of_the_docstrings_print_what_they_show(module: object) -> None:
    failed, attempted = doctest.testmod(module)
    assert (failed, attempted > 0) == (0, True)


def test_the_module_lists_its_names() -> None:
    assert set(owari.__all__) <= set(dir(owari))
    assert all(getattr(owari, name) is getattr(api, name) for name in owari.__all__)
    with pytest.raises(AttributeError, match="module 'owari' has no attribute 'nobody'"):
        owari.nobody  # noqa: B018


def test_an_import_alone_imports_nothing_else() -> None:
    script = "import sys, owari; print([name for name in sys.modules if name.startswith('owari.')])"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"


def test_a_program_plays_by_its_command() -> None:
    record = owari.play_game(f"{sys.executable} {LOWEST}", "first", seconds=20)
    same = owari.play_game("first", "first")
    assert [ply.move for ply in record.plies] == [ply.move for ply in same.plies]
    assert record.ending == same.ending


def test_a_program_that_is_not_there() -> None:
    with pytest.raises(ValueError, match="no-such-program"):
        owari.play_game("first", "no-such-program")


def test_a_function_that_breaks_the_rules_forfeits() -> None:
    record = owari.play_game("first", lambda position: owari.Move(0))
    assert record.ending.result is owari.Result.SOUTH
    assert "<lambda> played 0, but pit 0 is South's" in record.ending.reason


def test_the_game_the_first_side_and_the_start() -> None:
    assert owari.play_game("first", "first", first=owari.Side.NORTH).first is owari.Side.NORTH
    start = owari.OTHELLO.parse_position(f"{'-' * 27}XO{'-' * 35} X")
    record = owari.play_game("greedy", "first", start=start)
    assert (record.game, record.start) == (owari.OTHELLO, start)


def test_the_standings_of_a_results_file(tmp_path: Path) -> None:
    played = owari.play_game("greedy", "first")
    with Store.open_or_create(tmp_path / "bots.db") as store:
        store.put_bot(StoredBot("greedy"))
        store.put_bot(StoredBot("first"))
        store.add(1, played)
    for path in (tmp_path / "bots.db", str(tmp_path / "bots.yaml")):
        assert owari.standings(path) == owari.standings([played])


def test_standings_refuse_what_they_cannot_count(tmp_path: Path) -> None:
    with pytest.raises(owari.BadInput, match=r"none\.db"):
        owari.standings(tmp_path / "none.db")
    with pytest.raises(owari.BadInput, match="game 1: first plays against itself"):
        owari.standings([owari.play_game("first", "first")])


@pytest.mark.parametrize("seconds", [math.nan, math.inf, 0, -1.0])
def test_a_time_is_finite_and_above_zero(seconds: float) -> None:
    start = owari.OWARI.start()
    for call in (
        lambda: owari.search(start, seconds=seconds),
        lambda: owari.solve(start, seconds=seconds),
        lambda: owari.bot("alpha-beta", seconds=seconds),
        lambda: owari.play_game("first", "first", seconds=seconds),
    ):
        with pytest.raises(
            owari.BadInput, match=f"finite number of seconds above 0, not {seconds}"
        ):
            call()


FINISHED = owari.OWARI.parse_position("0,0,0,0,0,0,20,0,0,0,0,0,0,16 S")


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: owari.search(owari.OWARI.start()), "needs a depth or a time"),
        (lambda: owari.search(owari.OWARI.start(), depth=0), "at least 1 ply, not 0"),
        (lambda: owari.search(owari.OWARI.start(), depth=201), "at most 200 plies, not 201"),
        (
            lambda: owari.search(owari.OWARI.start(), depth=2, evaluation="goal"),
            "'goal' is not an evaluation for owari; did you mean 'goals'?",
        ),
        (
            lambda: owari.search(owari.OTHELLO.start(), depth=2, evaluation="2*corner"),
            "'corner' is not a count for a mixture; did you mean 'corners'?",
        ),
        (lambda: owari.search(FINISHED, depth=2), "the game is over"),
        (lambda: owari.solve(FINISHED), "the game is over"),
        (lambda: owari.find_game("kalah:99x99"), "1 to 12 pits, not 99"),
        (lambda: owari.find_game("kalah:6x99"), "0 to 24 stones, not 99"),
        (lambda: owari.find_game("othello:7"), "an even number, not 7"),
        (lambda: owari.find_game("othello:x"), "a size is the squares a side"),
        (lambda: owari.KALAH.resized(99, 99), "1 to 12 pits, not 99"),
        (
            lambda: owari.format_standings(owari.standings([]), "csvv"),
            "unknown format 'csvv'; did you mean 'csv'?",
        ),
        (
            lambda: owari.bot(f"{sys.executable} {LOWEST}", protocol="ktp"),
            "unknown protocol 'ktp'; did you mean 'kgp'?",
        ),
    ],
)
def test_a_value_that_cannot_be_used_is_bad_input(
    call: Callable[[], object], sentence: str
) -> None:
    with pytest.raises(owari.BadInput, match=re.escape(sentence)):
        call()


@pytest.mark.parametrize("returned", [3, "S0", None, (3,)])
def test_a_function_that_returns_no_move(returned: Any) -> None:
    def last_pit(position: owari.Position) -> Any:
        return returned

    with pytest.raises(TypeError, match=re.escape(f"last_pit returned {returned!r}, not a Move")):
        owari.play_game(last_pit, "first")


@pytest.mark.parametrize("nobody", [None, 3, owari.OWARI, owari.Player])
def test_what_is_no_bot(nobody: Any) -> None:
    with pytest.raises(TypeError, match=r"a bot is a word, .* not " + re.escape(repr(nobody))):
        owari.play_game(nobody, "first")
