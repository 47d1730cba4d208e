"""A third family of games needs its rules and one line of the catalog to be played everywhere."""

from __future__ import annotations

import json
import re
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

import owari
from owari.games.catalog import GAMES
from owari.games.game import BadMove, IllegalMove, Move, Side
from owari.players.builtin_bots import FirstPlayer, GreedyPlayer
from owari.players.player import TimeControl
from owari.records.pgn import format_game, read_game
from owari.records.record import GameRecord
from owari.referee.referee import play_game
from owari.report.families import describe, draw
from tests.games.nim import NIM, Nim
from tests.support.command import output, refusal

LINE_BOT = '''\
"""Leaves a multiple of four stones where it can."""
import sys

for line in sys.stdin:
    command, *words = line.split()
    if command in ("owari", "game"):
        print("ready", flush=True)
    elif command == "go":
        print(int(words[1]) % 4 or 1, flush=True)
'''


@pytest.fixture(autouse=True)
def in_the_catalog(monkeypatch: pytest.MonkeyPatch) -> None:
    """The one line that makes the family known."""
    monkeypatch.setitem(GAMES, "nim", NIM)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a tournament that has been played, with its results beside it."""
    folder = tmp_path_factory.mktemp("nim")
    (folder / "four.py").write_text(LINE_BOT)
    file = folder / "bots.yaml"
    file.write_text(
        f"""\
game: nim
time-per-turn: 20s
bots:
  - {{name: Four, command: [{sys.executable}, four.py]}}
  - {{name: First, engine: first}}
  - {{name: Greedy, engine: greedy}}
"""
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(GAMES, "nim", NIM)
        said = output("tournament", file)
    assert "Champion: Four" in said
    return file


def game() -> GameRecord:
    players = {Side.SOUTH: GreedyPlayer("A"), Side.NORTH: FirstPlayer("B")}
    return play_game(players, NIM.start(), dict.fromkeys(Side, TimeControl()))


def test_a_tournament_has_standings(played: Path) -> None:
    data = json.loads(output("standings", played, "--format", "json"))
    first, *others = data["standings"]
    assert (first["bot"], first["points"], first["stones for"]) == ("Four", 4, 4)
    assert [row["played"] for row in others] == [4, 4]


def test_a_played_game_is_shown(played: Path) -> None:
    listed = output("show", played)
    assert listed.count("Four wins") == 4
    moves = output("show", played, "1", "--moves")
    assert "1. South (Four) plays 1" in moves
    assert moves.startswith("First: 0\n12 S\nFour: 0, to move\n")


def test_people_play_it_at_the_table(tmp_path: Path) -> None:
    file = tmp_path / "game.pgn"
    words = ("play", "--game", "nim", "--south", "human", "--north", "engine", "--first", "south")
    said = output(*words, "--depth", "12", "--record", file, typed="1\n2\n3\n")
    assert "Ply 1, South's move (1-3): " in said
    assert "North (engine) wins by 1." in said
    record = read_game(file.read_text())
    assert [ply.move.cell for ply in record.plies] == [1, 3, 2, 2, 3, 1]


def test_the_engine_gives_people_a_hint() -> None:
    words = ("play", "--game", "nim", "--south", "human", "--north", "engine")
    said = output(*words, "--depth", "2", "--position", "2 S", typed="hint\n2\n")
    assert "The best move is 2: final margin +1, exact." in said


def test_people_relay_it(tmp_path: Path) -> None:
    file = tmp_path / "game.pgn"
    words = ("relay", "--game", "nim", "--us", "first", "--first", "us", "--record", file)
    said = output(*words, typed="2\ncheck 8 N\nquit\n")
    assert "We play 1: enter 1 on their side" in said
    assert read_game(file.read_text()).final == NIM.parse_position("8 N")


@pytest.mark.slow
def test_the_engine_proves_it(tmp_path: Path) -> None:
    assert "Margin for South: +1" in output("solve", "--game", "nim", "10 S")
    file = tmp_path / "game.pgn"
    file.write_text(format_game(game()))
    assert "Stones given away: South 4, North 6." in output("analyze", file, "--time", "60s")


def test_a_record_is_read_back_through_the_rules() -> None:
    record = game()
    text = format_game(record)
    assert '[Game "nim"]' in text
    again = read_game(text)
    assert again.final == record.final
    assert again.ending == record.ending
    with pytest.raises(ValueError, match="line 13: 4: '4' is not a move of nim"):
        read_game(text.replace("1. 1", "1. 4"))


def test_the_board_and_the_rules_have_words() -> None:
    assert draw(NIM.start(), south="A", north="B") == "B: 0\n12 S\nA: 0, to move"
    assert describe(NIM.start()).endswith("Legal moves: 1, 2, 3.")
    assert "the side that takes the last stone" in output("games")
    assert output("rules", "nim").startswith("nim\n\nTake one, two or three stones")


def test_it_has_one_size() -> None:
    assert "\nEach game but nim has other sizes. For games of pits, write" in output("games")
    assert "nim has one size only" in refusal("rules", "nim:3")


def test_rules_that_nobody_has_described(monkeypatch: pytest.MonkeyPatch) -> None:
    @dataclass(frozen=True, slots=True)
    class Silent(Nim):
        family: str = "silent"

    monkeypatch.setitem(GAMES, "silent", Silent())
    unknown = "Nobody has described the rules of silent in words."
    assert (
        output("rules", "silent") == f"silent\n\n{unknown}\n\nNorth: 0\n12 S\nSouth: 0, to move\n"
    )
    assert unknown in output("games")


def test_the_defaults_of_the_rules() -> None:
    assert (NIM.name, NIM.pieces, NIM.pie, NIM.extra_turn) == ("nim", "stones", False, False)
    assert NIM.start().forced() is None
    assert NIM.parse_turn(NIM.format_turn((Move(3),))) == (Move(3),)
    with pytest.raises(BadMove):
        NIM.parse_move("swap")
    with pytest.raises(IllegalMove):
        NIM.start().play(Move(4))


def test_no_module_asks_for_the_class_of_a_game() -> None:
    """Each floor has a `FamilyTable` instead, so that a new family needs no change elsewhere."""
    classes = r"(SowingRules|OthelloRules|Mancala|OthelloPosition)\b"
    asks = re.compile(rf"(isinstance|issubclass)\([^)]*{classes}|\b(case|is|is not) {classes}")
    found = [
        f"{file}:{text.count(chr(10), 0, match.start()) + 1}"
        for file in Path(owari.__file__).parent.rglob("*.py")
        for text in [file.read_text(encoding="utf-8")]
        for match in asks.finditer(text)
    ]
    assert not found, f"ask a FamilyTable or the rules themselves (see games/game.py): {found}"
