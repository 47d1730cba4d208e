"""The matches by hand that a tournament waits for, as the form of a relay offers them."""

from __future__ import annotations

from pathlib import Path

import pytest

from owari.web.table_routes import AwaitedMatch, awaited, rules_of
from tests.support.command import output

BOTS = """game: kalah:4x3
bots:
  - {name: Rocket, engine: first}
  - {name: Other, engine: greedy}
  - {name: Comet, by-hand: true}
  - {name: Star, by-hand: true}
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "bots.yaml"
    path.write_text(BOTS)
    return path


def test_matches_wait_also_before_the_tournament_has_begun(file: Path) -> None:
    before = awaited(file)
    assert rules_of(file) == "kalah:4x3"
    assert not file.with_suffix(".db").exists()
    output("score", str(file), "Rocket", "Other", "12-12")
    assert before == awaited(file)
    assert len(before) == 6
    file.write_text(BOTS + "format: knockout\n")
    file.with_suffix(".db").unlink()
    assert [match.games for match in awaited(file)] == [2, 2]
    file.write_text("bots: [")
    assert awaited(file) == []


def test_two_games_wait_until_one_is_entered(file: Path) -> None:
    output("score", str(file), "Rocket", "Other", "12-12")
    results = file.with_suffix(".db")
    assert rules_of(results) == "kalah:4x3"
    for each in (file, results):
        waiting = awaited(each)
        assert {match.games for match in waiting} == {2}
        ours = [(match.us, match.them) for match in waiting if match.us in ("Rocket", "Other")]
        assert sorted(ours) == [
            *(("Other", "Comet"), ("Other", "Star")),
            *(("Rocket", "Comet"), ("Rocket", "Star")),
        ]
        both = [match[:3] for match in waiting if match.us in ("Comet", "Star")]
        assert sorted(both) == [("Comet", "Star", "them"), ("Star", "Comet", "us")]
    output("score", str(file), "Rocket", "Comet", "12-12")
    assert AwaitedMatch("Rocket", "Comet", "them", 1) in awaited(file)
    output("score", str(file), "Comet", "Rocket", "12-12")
    assert ("Rocket", "Comet") not in {(match.us, match.them) for match in awaited(file)}


def test_a_file_that_is_none_offers_nothing(tmp_path: Path) -> None:
    path = tmp_path / "broken.db"
    path.write_text("no results")
    assert (awaited(path), rules_of(path)) == ([], "")
