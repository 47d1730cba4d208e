"""The line protocol from the bot's side of the board."""

from __future__ import annotations

import pytest

from owari.games.game import SWAP, Kind, Move, Value
from owari.games.mancala import MANCHESTER, OWARI
from owari.games.othello import OTHELLO
from owari.players.player import Choice, Clock
from owari.serving.speaker import BadRequest, Goodbye, LineSpeaker
from tests.support.passing import to_a_pass
from tests.support.scripted_engine import Scripted

START = "3,3,3,3,3,3,0,3,3,3,3,3,3,0 S"


def test_a_game_from_hello_to_quit() -> None:
    engine = Scripted(
        Choice(Move(4), 8, Value(3, Kind.SCORE)), Choice(Move(0), 9, Value(2, Kind.EXACT))
    )
    bot = LineSpeaker(OWARI, engine)
    assert bot.greet() == ""
    assert bot.hear("owari 1") == "name owari\nready\n"
    assert bot.hear(f"game owari south {START}") == "ready\n"
    assert bot.hear(f"go 4900 {START}") == "4 depth 8 value 3\n"
    assert bot.hear("played 4") == bot.hear("played 7") == bot.hear("") == ""
    assert bot.hear(f"go 100 {START}") == "0 depth 9 value 2 comment proved\n"
    assert bot.hear("result win 19-17 normal") == ""
    with pytest.raises(Goodbye):
        bot.hear("quit")
    assert engine.asked == [(OWARI.start(), Clock(4.9)), (OWARI.start(), Clock(0.1))]


def test_an_hour_or_more_is_no_limit() -> None:
    engine = Scripted(Choice(Move(4)))
    assert LineSpeaker(OWARI, engine).hear(f"go 3600000 {START}") == "4\n"
    assert engine.asked[0][1] == Clock(None)


def test_a_game_with_a_swap() -> None:
    first = MANCHESTER.start().play(Move(0))
    engine = Scripted(Choice(SWAP))
    bot = LineSpeaker(OWARI, engine)
    assert bot.hear(f"game manchester north {MANCHESTER.start()}") == "ready\n"
    assert engine.started == [MANCHESTER.start()]
    assert bot.hear(f"go 5000 {first}") == "swap\n"
    assert bot.hear("played swap") == ""
    assert engine.asked[0][0] == first


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("hello", "'hello' is no command of the line protocol"),
        ("game", "unknown game ''"),
        ("game owarri south", "did you mean 'owari'?"),
        ("go", "go takes the milliseconds of the move and the position"),
        ("go soon 3,3", "go takes"),
        ("go -5 3,3", "go takes"),
        ("go 1 2,2 S", "no position of owari: 14 numbers expected, 2 found"),
        ("go 1 0,0,0,0,0,0,18,3,3,3,3,3,3,0 S", "the game is over at 0,0,0,"),
    ],
)
def test_what_is_no_use(line: str, sentence: str) -> None:
    bot = LineSpeaker(OWARI, Scripted())
    with pytest.raises(BadRequest) as error:
        bot.hear(line)
    assert sentence in str(error.value)


def test_a_game_of_squares() -> None:
    f5 = OTHELLO.parse_move("f5")
    bot = LineSpeaker(OWARI, Scripted(Choice(f5, 3, Value(1.25, Kind.SCORE))))
    assert bot.hear(f"game othello south {OTHELLO.start()}") == "ready\n"
    assert bot.hear(f"go 5000 {OTHELLO.start()}") == "f5 depth 3 value 1.25\n"
    assert bot.hear("played pass") == ""
    assert bot.hear("game othello:4 north") == "ready\n"
    position = OTHELLO.resized(4).start()
    for move in to_a_pass(position):
        position = position.play(move)
    assert bot.hear(f"go 5000 {position}") == "pass\n"
