"""`owari analyze`, and `owari show --values`, as they are typed."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import pytest

from owari.analysis.review import values_from_the_end
from owari.analysis.values import MoveValues, Worth
from owari.records.pgn import read_game
from owari.records.record import GameRecord
from owari.results.lock import lock
from owari.results.store import Store
from tests.support.command import output, refusal, run
from tests.support.terminal import Terminal

KALAH = """\
[South "A"]
[North "B"]
[Game "kalah:3x2"]
[Score "7-5"]

1. S0 N6 2. S2 N4-6-5 3. S0 N6 1-0
"""
MIDDLE = """\
[South "C"]
[North "D"]
[Position "0,0,1,0,1,1,14,0,3,0,2,0,0,14 S"]
[Termination "resigned"]

1. S4 N8 0-1
"""
EMPTY = '[South "E"]\n[North "F"]\n*\n'
LARGE = """\
[Game "kalah:6x10"]

1. S5 N7 2. S1 *
"""
"""Nobody proves anything here."""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "kalah.pgn").write_text(KALAH)
    (tmp_path / "games.pgn").write_text(f"{KALAH}\n{MIDDLE}\n{EMPTY}")
    (tmp_path / "large.pgn").write_text(LARGE)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_move_that_lost_the_game() -> None:
    assert (
        output("analyze", "kalah.pgn")
        == """\
Game 1: A - B 7-5, A wins

  ply  side    pit    value    best    best value    lost
-----  ------  -----  -------  ------  ------------  ------
    1  South   0      −8       1       +4            12
    2  North   6      −2       5       +8            10
    3  South   2      +2       2       +2
    4  North   4      −2       4       −2
    5  North   6      −2       6       −2
    6  North   5      −2       5       −2
    7  South   0      +2       0       +2
    8  North   6      −2       6       −2

Ply 2, North's pit 6, lost the game: a win (+8 with pit 5) became a loss (−2).

Stones given away: South 12, North 10.
"""
    )


def test_all_games_of_a_record_or_one() -> None:
    said = output("analyze", "games.pgn")
    assert [line.split(":")[0] for line in said.splitlines() if line.startswith("Game ")] == [
        "Game 1",
        "Game 2",
        "Game 3",
    ]
    assert "\nSouth resigned when it stood at −" in said
    assert said.endswith("\nNo move was played.\n")
    said = output("analyze", "games.pgn", "2")
    assert said.startswith("Game 2: C - D 14-14, C resigns\n")
    assert "Game 1" not in said
    assert "games.pgn has 3 games and no game 4" in refusal("analyze", "games.pgn", "4")
    assert "kalah.pgn has 1 game and no game 2" in refusal("analyze", "kalah.pgn", "2")


def test_tables_for_programs() -> None:
    rows = list(csv.DictReader(output("analyze", "games.pgn", "--format", "csv").splitlines()))
    assert len(rows) == 10
    assert {row["value is"] for row in rows} == {"exact"}
    assert (rows[1]["game"], rows[1]["lost"], rows[8]["game"]) == ("1", "10", "2")
    data = json.loads(output("analyze", "kalah.pgn", "--format", "json"))
    assert data["moves"][0]["best value"] == 4
    assert data["notes"][1] == "Game 1: Stones given away: South 12, North 10."


def test_estimates_where_nothing_can_be_proved() -> None:
    said = output("analyze", "large.pgn", "--time", "50ms")
    rows = [line.split() for line in said.splitlines()]
    assert [row[3][0] for row in rows if row[:1] == ["1"]] == ["~"]
    assert "~ is an estimate; all other numbers are proved.\n" in said
    assert "stands at ~" in said


def test_what_a_move_lost_is_the_difference_of_the_values_around_it() -> None:
    """In a long game, where a short time proves little in the beginning."""
    sides = ("--south", "first", "--north", "greedy", "--first", "south")
    output("play", "--game", "owari:6x4", *sides, "--record", "long.pgn")
    rows = json.loads(output("analyze", "long.pgn", "--time", "5ms", "--format", "json"))
    moves, notes = rows["moves"], " ".join(rows["notes"])
    assert sum(row["lost is"] == "estimated" for row in moves) > 3
    lost = {"South": 0, "North": 0}
    for row, after in pairwise(moves):
        assert row["best value"] - row["value"] == row["lost"]
        if {row["value is"], after["best value is"]} <= {"exact", "estimated"}:
            sign = 1 if row["side"] == after["side"] else -1
            assert row["value"] == sign * after["best value"], row
        lost[row["side"]] += row["lost"]
    for side, total in lost.items():
        assert re.search(rf"{side} (~|at least )?{total}\b", notes)


def test_without_the_kernel_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    with_kernel = output("analyze", "kalah.pgn")
    for module in ("engine.sowing_kernel", "engine.kernel"):
        monkeypatch.setattr(f"owari.{module}.sowing", None)
    result = run("analyze", "kalah.pgn", "--time", "20s")
    assert result.stdout == with_kernel
    assert "the kernel was not compiled" in result.stderr


def test_a_game_of_a_tournament() -> None:
    said = output("score", "bots.db", "A", "B", "19-17")
    assert said.endswith("Game 1: A - B 19-17, A wins\n")
    assert output("analyze", "bots.db", "1") == (
        "Game 1: A - B 19-17, A wins\n\n(none)\n\nNo move was played.\n"
    )
    assert "analyze takes one game of a tournament: add the number of the game" in refusal(
        "analyze", "bots.db"
    )
    with lock(Path("bots.db")), Store.open(Path("bots.db")) as store:
        store.add(2, replace(read_game(KALAH), south="B", north="A"))
    assert "\nPly 2, North's pit 6, lost the game" in output("analyze", "bots.db", "2")
    assert "is worth     −8  +4  0\n" in output("show", "bots.db", "2", "--values")
    assert "there is no game 3 in bots.db" in refusal("analyze", "bots.db", "3")
    assert "--values takes one game of a tournament: add the number of the game" in refusal(
        "show", "bots.db", "--values"
    )


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "bad.pgn has no games"),
        (KALAH.replace("N6 2", "N3 2"), "bad.pgn, line 6: N3: 'N3' is not a move"),
        (KALAH[:-10], "bad.pgn, line 6: the moves must end with the result"),
        ("some text", "bad.pgn, line 1: 'some' is neither a tag"),
        (MIDDLE.replace("0,0,1,", "0,1,"), "[Position]: 14 numbers expected, 13 found"),
    ],
)
def test_what_is_no_record(folder: Path, text: str, sentence: str) -> None:
    (folder / "bad.pgn").write_text(text)
    assert sentence in refusal("analyze", "bad.pgn")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("none.pgn",), "none.pgn: No such file"),
        (("none.yaml",), "there is neither none.yaml nor its results, none.db"),
        (("kalah.pgn", "--time", "0s"), "a time is a number above 0 with a unit, such as 5s"),
        (("kalah.pgn", "0"), "0"),
        ((".",), "Is a directory"),
    ],
)
def test_bad_input_is_a_sentence(words: tuple[str, ...], sentence: str) -> None:
    assert sentence in refusal("analyze", *words)


def test_ctrl_c_leaves_what_is_known(folder: Path) -> None:
    (folder / "both.pgn").write_text(f"{KALAH}\n{LARGE}")
    terminal = Terminal("analyze", "both.pgn", "--time", "1h", folder=folder)
    terminal.expect("game 2, 3 plies to go")
    terminal.keys("\x03")
    assert terminal.end() == 130
    assert "Ply 2, North's pit 6, lost the game" in terminal.seen
    assert "Interrupted before a move was judged.\n" in terminal.seen
    assert terminal.seen.endswith("Interrupted.\n")


def test_ctrl_c_in_the_middle_of_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*given: Any, **options: Any) -> Iterator[tuple[int, MoveValues]]:
        yield from islice(values_from_the_end(*given, **options), 3)
        raise KeyboardInterrupt

    monkeypatch.setattr("owari.analysis.review.values_from_the_end", interrupted)
    result = run("analyze", "games.pgn")
    assert result.exit_code != 0
    assert "Game 2" not in result.stdout
    rows = [line.split() for line in result.stdout.splitlines()[4:7]]
    assert [(row[0], row[3]) for row in rows] == [("6", "−2"), ("7", "+2"), ("8", "−2")]
    assert result.stdout.endswith("\nInterrupted: the plies before 6 are not judged.\n")
    shown = run("show", "games.pgn", "1", "--values").stdout
    assert shown.count("is worth") == 3
    assert shown.endswith("1-0, 7-5, normal\n")


def test_what_is_proved_on_one_row_holds_for_the_next_and_for_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Proved are the values of the moves of ply 1, and of the move that was played at ply 2."""

    def hasty(record: GameRecord, **options: Any) -> Iterator[tuple[int, MoveValues]]:
        proved = {1: [record.plies[1].move], 2: []}
        for before, values in values_from_the_end(record, **options):
            kept = {move: values.moves[move] for move in proved.get(before, values.moves)}
            yield before, MoveValues(dict.fromkeys(values.moves, Worth(-28, 28, 18)) | kept)

    monkeypatch.setattr("owari.analysis.review.values_from_the_end", hasty)
    said = output("analyze", "games.pgn", "2")
    rows = [line.split()[3:] for line in said.splitlines() if line.lstrip()[:1] in ("1", "2")]
    assert rows == [["−6", "2,", "5", "−2", "4"], ["+4", "10", "+6", "2"]]
    assert "\nSouth resigned when it stood at −4.\n" in said


def test_the_values_below_each_board() -> None:
    said = output("show", "kalah.pgn", "--values")
    boards = said.split("\n\n")
    assert boards[0].endswith("       0    1    2    A, to move")
    assert boards[1] == "South's pit   0   1  2\nis worth     −8  +4  0"
    assert boards[4] == "North's pit   4   5   6\nis worth     +6  +8  −2"
    assert said.count("'s pit ") == 8
    assert boards[-2].endswith("    A")
    assert boards[-1] == "1-0, 7-5, normal\n"


def test_values_of_games_of_all_kinds() -> None:
    said = output("show", "games.pgn", "--values")
    assert said.count("'s pit ") == 8 + 3
    assert said.endswith("*, 0-0, unfinished\n")
    assert "is worth" in output("show", "large.pgn", "--values", "--time", "20ms", "--moves")
    assert "--time needs --values" in refusal("show", "kalah.pgn", "--moves", "--time", "5s")


def test_ctrl_c_leaves_the_boards(folder: Path) -> None:
    terminal = Terminal("show", "large.pgn", "--values", "--time", "1h", folder=folder)
    terminal.expect("3 plies to go")
    terminal.keys("\x03")
    assert terminal.end() == 130
    assert "3. South (?) sows 1" in terminal.seen
    assert "is worth" not in terminal.seen
