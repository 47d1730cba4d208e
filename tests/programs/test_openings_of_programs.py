"""Programs in games that begin with an opening: told the position, told the moves, or refused."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from owari.engine.openings import RandomOpenings
from owari.games.catalog import find_game
from owari.games.game import PASS, Move, Opening, Side
from owari.players.builtin_bots import BUILTIN, Settings
from owari.players.player import TimeControl
from owari.programs.dialogues.gtp import GtpDialogue, GtpProtocol
from owari.programs.dialogues.protocol_spec import Joining
from owari.programs.dialogues.protocols import protocols
from owari.programs.program import ProgramPlayer
from owari.records.record import Termination
from owari.referee.referee import play_game
from tests.support.command import refusal
from tests.support.sample_programs import PROGRAMS, Sample

pytestmark = pytest.mark.usefixtures("no_survivor")

PLAYS = {
    "line/trivial.c": ("owari", 5),
    "line/greedy.c": ("kalah", 4),
    "line/othello.py": ("othello:6", 5),
    "one_shot/bridge.c": ("kalah", 5),
    "one_shot/kit.c": ("kalah", 4),
    "one_shot/codingame.py": ("othello", 5),
    "columbia/agent.py": ("kalah:6x4", 5),
    "columbia/othello.py": ("othello", 5),
    "botzone/history.py": ("othello", 50),
    "kgp/client.py": ("kalah", 5),
    "files/most.c": ("othello", 4),
    "nboard/slashes.py": ("othello", 5),
    "gtp/polite.py": ("othello:6", 5),
    "gtp/stubborn.cpp": ("othello", 4),
}
"""Programs of each protocol that can, with a game and the plies of an opening."""


@pytest.mark.parametrize("name", PLAYS)
def test_a_program_plays_on_from_an_opening(
    name: str, sample: Sample, unhurried: TimeControl
) -> None:
    game_name, plies = PLAYS[name]
    game = find_game(game_name)
    player = ProgramPlayer("Program", sample(name))
    opponent = BUILTIN["first"].build("First", Settings())
    suite = RandomOpenings(game, plies, 2)
    try:
        for index, side in enumerate(Side):
            opening = player.opening = suite[index]
            players = {side: player, side.other: opponent}
            record = play_game(players, opening.start, dict.fromkeys(Side, unhurried))
            assert record.ending.reason == ""
            assert record.ending.termination is Termination.NORMAL
            assert record.start == opening.start
    finally:
        player.close()


def test_each_protocol_that_begins_with_an_opening_has_a_program_here() -> None:
    folders = {Path(name).parent.name.replace("_", "-") for name in PLAYS}
    able = {spec.name for spec in protocols() if spec.joining is not Joining.NONE}
    assert able == folders
    assert {spec.name for spec in protocols() if spec.joining is Joining.MOVES} == {
        *("gtp", "botzone")
    }


def test_an_engine_of_gtp_hears_every_move_of_the_opening_its_own_too() -> None:
    game = find_game("othello:4")
    suite = RandomOpenings(game, 8, 0)
    opening = next(each for each in map(suite.__getitem__, range(99)) if PASS in each.moves)
    dialogue = GtpDialogue(GtpProtocol())
    dialogue.greet()
    said = dialogue.enter(opening, Side.NORTH).decode().splitlines()
    assert said[:2] == ["boardsize 4", "clear_board"]
    position = game.start()
    for line, move in zip(said[2:], opening.moves, strict=True):
        colour = position.colour(position.turn)[0].lower()
        assert line == f"play {colour} {game.cell_name(move)}"
        position = position.play(move)


def test_a_position_alone_is_too_little_for_gtp(sample: Sample, unhurried: TimeControl) -> None:
    game = find_game("othello")
    start = game.start().play(Move(19))
    player = ProgramPlayer("Polite", sample("gtp/polite.py"))
    player.opening = Opening(start)
    other = BUILTIN["first"].build("First", Settings())
    players = {Side.SOUTH: player, Side.NORTH: other}
    record = play_game(players, start, dict.fromkeys(Side, unhurried))
    player.close()
    assert record.ending.termination is Termination.DID_NOT_START
    assert "can only play from the start of a game" in record.ending.reason


BOTS = """\
game: {game}
openings: {openings}
bots:
  - {{name: First, engine: first}}
  - name: Team 7
    command: [{python}, {program}]
    protocol: {protocol}
"""


@pytest.mark.parametrize(
    ("protocol", "program", "game"),
    [("console", "console/talker.py", "owari"), ("mkagent", "mkagent/greedy.py", "manchester")],
)
def test_a_program_that_makes_its_own_first_moves_is_refused(
    tmp_path: Path, protocol: str, program: str, game: str
) -> None:
    text = BOTS.format(
        game=game,
        openings="random",
        python=sys.executable,
        program=PROGRAMS / program,
        protocol=protocol,
    )
    (tmp_path / "bots.yaml").write_text(text, "utf-8")
    message = refusal("tournament", "bots.yaml", folder=tmp_path)
    assert (
        f"bots.yaml:7: bot 'Team 7': a program that speaks {protocol} makes its own moves from the"
        " start of a game, and cannot begin with an opening: set openings: none, or leave the bot"
        " out" in message
    )


def test_positions_without_moves_are_refused_for_gtp(tmp_path: Path) -> None:
    start = find_game("othello").start().play(Move(19))
    (tmp_path / "book.txt").write_text(f"f5d6\n{start}\n", "utf-8")
    text = BOTS.format(
        game="othello",
        openings="book.txt",
        python=sys.executable,
        program=PROGRAMS / "gtp/polite.py",
        protocol="gtp",
    )
    (tmp_path / "bots.yaml").write_text(text, "utf-8")
    message = refusal("tournament", "bots.yaml", folder=tmp_path)
    assert "bots.yaml:7: bot 'Team 7': a program that speaks gtp must be told the moves" in message
    assert f"book.txt has the position {start} without moves" in message
