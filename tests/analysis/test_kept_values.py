"""Values that are kept beside a report: read back as they were, and never trusted blindly."""

from __future__ import annotations

import json
import resource
from pathlib import Path

import pytest

from owari.analysis import kept_values
from owari.analysis.kept_values import KeptValues
from owari.analysis.review import Review
from owari.analysis.values import MoveValues
from owari.errors import BadInput
from owari.games.mancala import OWARI
from owari.records.record import Ending, GameRecord, Ply


def game(last: int = 0) -> GameRecord:
    """A short end of a game."""
    position = OWARI.parse_position("0,0,0,1,0,2,15,0,1,0,0,2,1,14 S")
    start, plies = position, []
    while (outcome := position.outcome()) is None:
        move = position.legal_moves()[last]
        plies.append(Ply(position.turn, move))
        position = position.play(move)
    return GameRecord(OWARI, start, "Ann", "Ben", tuple(plies), Ending.normal(outcome))


def judged(path: Path, record: GameRecord) -> int:
    """Judges the game as a report does; how many positions it took."""
    kept, told = KeptValues(path, 0.05), []
    assert kept.known(record) or kept.judge(record, lambda: told.append(1))
    return len(told)


def test_no_game_is_judged_twice(tmp_path: Path) -> None:
    path = tmp_path / "evening.values"
    record = game()
    assert judged(path, record) == len(record.plies)
    assert judged(path, record) == 0
    assert KeptValues(path, 5.0).known(record) is None, "more time proves more"
    assert judged(path, game(-1)) > 0


def test_equal_games_have_the_same_values_before_the_file_is_read_again_and_after(
    tmp_path: Path,
) -> None:
    for path in (tmp_path / "evening.values", None):
        kept = KeptValues(path, 0.05)
        assert not kept
        found = kept.judge(game(), lambda: None)
        assert kept
        assert kept.known(game()) == found
        assert path is None or KeptValues(path, 0.05).known(game()) == found


@pytest.mark.parametrize("cut", [1, 20, 200])
def test_a_line_that_a_killed_process_left_is_judged_again(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "evening.values"
    judged(path, game())
    judged(path, game(-1))
    path.write_bytes(path.read_bytes()[:-cut])
    first, second = judged(path, game()), judged(path, game(-1))
    assert first == 0
    assert (second > 0) == (cut > 1)
    assert judged(path, game(-1)) == 0


@pytest.mark.parametrize(
    "wrong",
    [
        {"S9": [1, 1, 1]},
        {"S3": [1, 1, 1]},
        {"S3": [2, 1, 1], "S5": [0, 0, 0]},
        {"S3": [1, 1], "S5": [0, 0, 0]},
        {"S3": "x", "S5": [0, 0, 0]},
        {"S3": [float("-inf"), float("inf"), 0], "S5": [0, 0, 0]},
        {"S3": [-1e9, 1e9, 0], "S5": [0, 0, 0]},
        {"S3": [-37, 10**999, 37], "S5": [0, 0, 0]},
        [],
        7,
    ],
)
def test_values_of_other_moves_count_as_none(tmp_path: Path, wrong: object) -> None:
    path = tmp_path / "evening.values"
    judged(path, game())
    line = json.loads(path.read_text())
    line["values"]["0"] = wrong
    path.write_text(json.dumps(line, separators=(",", ":")) + "\n")
    assert KeptValues(path, 0.05).known(game()) is None


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"values":{', '"values":{"9":' + "[" * 10**5),
        ('"seconds":', '"seconds":' + "[" * 10**5),
        ('"floors":', '"floors":{"0":NaN},"of others":'),
        ('"values":', '"values":{},"of others":'),
        ('"values":{"', '"values":{"1'),
    ],
)
def test_a_line_of_anything_else_counts_as_none(tmp_path: Path, old: str, new: str) -> None:
    path = tmp_path / "evening.values"
    judged(path, game())
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    assert KeptValues(path, 0.05).known(game()) is None


def test_a_full_disk_costs_no_other_game(tmp_path: Path) -> None:
    path = tmp_path / "evening.values"
    first = KeptValues(None, 0.05).judge(game(), lambda: None)
    second = KeptValues(None, 0.05).judge(game(-1), lambda: None)
    kept = KeptValues(path, 0.05)
    usual, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20, most))
    try:
        with pytest.raises(OSError, match="large"):
            kept.keep(first)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (usual, most))
    assert path.stat().st_size == 20
    kept.keep(second)
    kept.keep(first)
    read = KeptValues(path, 0.05)
    assert (read.known(game()), read.known(game(-1))) == (first, second)


def test_a_file_of_something_else_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "evening.values"
    path.write_text("my notes\n")
    with pytest.raises(BadInput, match="has no values of games: move it away"):
        KeptValues(path, 0.05)
    assert path.read_text() == "my notes\n"


def test_an_interrupted_game_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "evening.values"

    def interrupt() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        KeptValues(path, 0.05).judge(game(), interrupt)
    assert not path.exists()
    assert judged(path, game()) > 0
    monkeypatch.setattr(kept_values, "values_from_the_end", interrupt)
    assert judged(path, game()) == 0


def test_what_is_proved_later_takes_the_place_of_what_was_kept(tmp_path: Path) -> None:
    path = tmp_path / "evening.values"
    record = game()
    found = KeptValues(path, 0.05).judge(record, lambda: None)
    one = found.values[0]
    floor = min(worth.lower for worth in one.moves.values())
    later = Review(record, {**found.values, 0: MoveValues(one.moves, floor)})
    KeptValues(path, 0.05).keep(later)
    KeptValues(path, 0.05).keep(later)
    read = KeptValues(path, 0.05).known(record)
    assert read == later
    assert read
    assert read.values[0].at_least == floor
    assert len(path.read_text().splitlines()) == 2, "what is known already is not written again"
