"""Tie-breaks against published tables."""

from __future__ import annotations

from pathlib import Path

import pytest

from owari.games.game import Outcome, Side
from owari.records.record import Ending
from owari.results.game_log import StoredGame
from owari.results.scoring import (
    TieBreak,
    buchholz,
    buchholz_cut_1,
    format_points,
    median_buchholz,
    sonneborn_berger,
)
from owari.results.standings import Counting, standings

VECTORS = Path(__file__).parents[1] / "vectors"


def rows(file: str) -> list[list[str]]:
    lines = (VECTORS / file).read_text("utf-8").splitlines()
    return [line.split("\t") for line in lines if not line.startswith("#")]


SWISS = rows("tie_breaks.tsv")
POINTS = {row[0]: float(row[1]) for row in SWISS}


def game(number: int, south: str, north: str, result: str) -> StoredGame:
    score = {"1": Outcome(20, 16), ".5": Outcome(18, 18), "0": Outcome(16, 20)}[result]
    return StoredGame(number, south, north, Side.SOUTH, Ending.normal(score))


@pytest.mark.parametrize("row", SWISS, ids=lambda row: row[0])
def test_a_published_swiss_table(row: list[str]) -> None:
    player, points, rounds, *published = row
    met = [played.split(":") for played in rounds.split()]
    assert sum(float(result) for _, result in met) == float(points)
    opponents = [POINTS[player if opponent == "0" else opponent] for opponent, _ in met]
    shares = [float(result) for _, result in met]
    found = [
        buchholz(opponents),
        buchholz_cut_1(opponents),
        sonneborn_berger(zip(shares, opponents, strict=True)),
    ]
    for value, expected in zip(found, published, strict=True):
        assert expected in ("-", format_points(value))


def test_a_published_round_robin() -> None:
    table = rows("round_robin_tie_breaks.tsv")
    players = [row[0] for row in table]
    games = [
        game(number, row[0], other, result)
        for number, row in enumerate(table, 1)
        for other, result in zip(players, row[2].split(), strict=True)
        if row[0] < other
    ]
    found = standings(players, games, Counting(tie_breaks=(TieBreak.HEAD_TO_HEAD,)))
    assert {row.name: (row.points, row.sonneborn_berger, row.place) for row in found.rows} == {
        row[0]: (float(row[1]), float(row[3]), int(row[4])) for row in table
    }


def test_the_median_leaves_out_the_best_and_the_worst() -> None:
    assert median_buchholz([3.0, 1.0, 2.0, 4.5]) == 5
    assert median_buchholz([3.0, 1.0]) == median_buchholz([]) == 0


@pytest.mark.parametrize(
    ("tie_breaks", "order"),
    [
        ((TieBreak.BUCHHOLZ,), "DBAC"),
        ((TieBreak.SONNEBORN_BERGER,), "DABC"),
        ((TieBreak.HEAD_TO_HEAD, TieBreak.BUCHHOLZ), "DABC"),
    ],
)
def test_the_first_tie_break_that_differs_decides(
    tie_breaks: tuple[TieBreak, ...], order: str
) -> None:
    """A beat B, but B has met D, who has most points; both have one point."""
    games = [game(1, "A", "B", "1"), game(2, "B", "C", "1"), game(3, "D", "B", "1")]
    games += [game(4, "D", "C", "1")]
    found = standings("ABCD", games, Counting(tie_breaks=tie_breaks))
    assert "".join(row.name for row in found.rows) == order
    assert [row.place for row in found.rows] == [1, 2, 3, 4]
