"""Records of version 1.0.0 are read, shown and written as that version did, but for the notation of
scores."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from owari.games.game import SWAP
from owari.records import ggf, transcript, wthor
from owari.records.archives import Found
from owari.records.pgn import format_game, read_game
from owari.records.record import GameRecord, Result, Termination
from owari.report.families import move_by_move
from tests.support.command import output

RECORDS = Path(__file__).parents[1] / "vectors" / "version-1.0.0" / "records"
NAMES = sorted(path.stem for path in RECORDS.glob("*.pgn"))


def text(name: str) -> str:
    return (RECORDS / name).read_text(encoding="utf-8")


def present(old: str) -> str:
    """The text with scores as records have them now: `eval 39` for `value +39 score`."""
    return re.sub(r"value\s\+?(-?[0-9.]+)\sscore", r"eval \1", old)


def record(name: str) -> GameRecord:
    return read_game(text(f"{name}.pgn"), name)


@pytest.mark.parametrize("name", NAMES)
def test_a_record_is_written_as_it_was_read(name: str) -> None:
    written, old = format_game(record(name)), text(f"{name}.pgn")
    assert written.split() == present(old).split()
    assert written == old or "score" in old


@pytest.mark.parametrize("name", NAMES)
def test_a_record_is_shown_as_it_was(name: str) -> None:
    """The last paragraph of `owari show` is its own: the result in a line."""
    shown = "\n\n".join(move_by_move(record(name)))
    before, _, end = text(f"{name}.moves.txt").rpartition("\n\n")
    game = record(name)
    assert shown == present(before) or not game.plies
    assert end.startswith(f"{game.ending.result.value}, {game.ending.score}, ")


def test_there_is_a_record_of_each_kind() -> None:
    games = {name: record(name) for name in NAMES}
    assert {game.game.family for game in games.values()} == {
        "owari",
        "kalah",
        "kalah-empty",
        "manchester",
        "othello",
        "free-othello",
    }
    assert {game.ending.termination for game in games.values()} == {
        Termination.NORMAL,
        Termination.UNFINISHED,
        Termination.RESIGNED,
        Termination.REPORTED,
        Termination.ILLEGAL_MOVE,
        Termination.CRASHED,
        Termination.ENDED_REFEREE,
    }
    assert {game.ending.result for game in games.values()} == set(Result) - {Result.NEITHER}
    assert SWAP in [ply.move for ply in games["manchester"].plies]
    assert games["othello-passes"].ending.score.empty > 0
    assert games["position"].start != games["position"].game.start(games["position"].first)
    assert "-" in text("kalah.pgn").split("1. ")[1].split(" {")[1]


def test_games_in_the_formats_of_othello_programs_have_the_same_moves() -> None:
    game = record("othello")
    names = wthor.Names(
        wthor.read_players((RECORDS / "othello.JOU").read_bytes()),
        wthor.read_tournaments((RECORDS / "othello.TRN").read_bytes()),
    )
    found: list[Found] = [
        *ggf.read_games([text("othello.ggf")]),
        *transcript.read_games([text("othello.transcript")], game.game),
        *wthor.read_games([(RECORDS / "othello.wtb").read_bytes()], names),
    ]
    for each in found:
        assert each.record is not None
        assert [ply.move for ply in each.record.plies] == [ply.move for ply in game.plies]
        assert each.record.ending == game.ending
    assert len(found) == 3
    assert f"{ggf.format_game(game)}\n" == text("othello.ggf")
    assert f"{transcript.format_game(game)}\n" == text("othello.transcript")


@pytest.mark.parametrize(
    ("command", "name"), [(("play", "--load"), "play"), (("relay", "--resume"), "relay")]
)
def test_a_game_goes_on_at_its_table(tmp_path: Path, command: tuple[str, ...], name: str) -> None:
    file = tmp_path / f"{name}.pgn"
    shutil.copy(RECORDS / file.name, file)
    output(*command, file, typed="quit\n")
    assert file.read_text(encoding="utf-8").split() == present(text(file.name)).split()
