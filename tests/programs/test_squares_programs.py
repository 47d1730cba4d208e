"""Console and one-shot programs that play on squares, as real processes: whole games with passes,
wipe-outs and early ends."""

from __future__ import annotations

from dataclasses import replace

import pytest

from owari.games.catalog import find_game
from owari.games.game import PASS, Side
from owari.players.builtin_bots import RandomPlayer
from owari.programs.dialogues.console.console_protocol import ConsoleProtocol
from owari.programs.program import ProgramPlayer
from owari.programs.sandbox.program_settings import ProgramSettings
from owari.records.record import GameRecord, Termination
from owari.referee.referee import play_game
from tests.support.nightly import SEATS
from tests.support.sample_programs import UNHURRIED, Sample

pytestmark = pytest.mark.usefixtures("no_survivor")

PROGRAMS = (
    "console/othello_letters.py",
    "console/othello_prompts.c",
    "console/othello_draws.py",
    "one_shot/codingame.py",
    "one_shot/othello_once.c",
)


def game(
    settings: ProgramSettings, side: Side, first: Side, *, name: str = "othello", seed: int = 7
) -> GameRecord:
    players = {
        side: ProgramPlayer("program", settings),
        side.other: RandomPlayer("random", seed=seed),
    }
    try:
        return play_game(players, find_game(name).start(first), dict.fromkeys(Side, UNHURRIED))
    finally:
        for player in players.values():
            player.close()


def is_right(record: GameRecord) -> bool:
    """Whether it went to its end by the rules, and nothing was remarked of its boards."""
    assert record.ending.termination is Termination.NORMAL, record.ending.reason
    assert record.final.outcome() == record.ending.score
    return not any(ply.comment for ply in record.plies if "differs" in ply.comment)


@pytest.mark.parametrize(("side", "first"), SEATS)
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_whole_game(sample: Sample, name: str, side: Side, first: Side) -> None:
    assert is_right(game(sample(name), side, first))


def test_rows_of_three_lines_are_enough(sample: Sample) -> None:
    """The C program that does not tell its moves then."""
    settings = sample("console/othello_prompts.c", "tall")
    assert is_right(game(settings, Side.SOUTH, Side.SOUTH))


PASSES = {  # seeds of random players whose games have passes of both sides between them
    "console/othello_letters.py": (1, 7),
    "console/othello_prompts.c": (5,),
    "console/othello_draws.py": (7,),
}


@pytest.mark.parametrize("name", PASSES)
def test_passes_of_both_sides(sample: Sample, name: str) -> None:
    passed = set()
    for seed in PASSES[name]:
        record = game(sample(name), Side.SOUTH, Side.SOUTH, seed=seed)
        assert is_right(record)
        passed |= {ply.side for ply in record.plies if ply.move == PASS}
    assert passed == set(Side)


def test_small_boards(sample: Sample) -> None:
    for size in ("4", "6"):
        name = f"othello:{size}"
        settings = sample("console/othello_letters.py", size)
        assert is_right(game(settings, Side.NORTH, Side.SOUTH, name=name))
        assert is_right(game(sample("one_shot/codingame.py"), Side.SOUTH, Side.NORTH, name=name))


def test_the_free_game_has_no_passes(sample: Sample) -> None:
    record = game(sample("one_shot/codingame.py"), Side.NORTH, Side.SOUTH, name="free-othello:6")
    assert is_right(record)
    assert sum(record.ending.score) == 36


def test_a_wiped_out_board(sample: Sample) -> None:
    record = game(sample("console/othello_letters.py"), Side.SOUTH, Side.SOUTH, seed=4)
    assert is_right(record)
    assert record.ending.score.margin(Side.SOUTH) == 64
    assert record.ending.score.empty == 49


def test_a_pass_that_is_not_described_is_told_of(sample: Sample) -> None:
    """The program waits for the word that nobody types."""
    settings = sample("console/othello_draws.py")
    assert isinstance(settings.protocol, ConsoleProtocol)
    mute = replace(settings, protocol=replace(settings.protocol, passes=()))
    ending = game(mute, Side.SOUTH, Side.SOUTH, seed=0).ending
    assert ending.termination is Termination.UNREADABLE
    assert "`passes` says what to type there" in ending.reason
