"""The Go Text Protocol from the engine's side."""

from __future__ import annotations

import pytest

from owari.games.game import Move
from owari.games.othello import OTHELLO
from owari.players.player import Choice, Clock
from owari.serving.othello_speakers import GtpSpeaker
from owari.serving.speaker import Goodbye
from tests.support.passing import to_a_pass
from tests.support.scripted_engine import Scripted


def squares(*names: str) -> list[Choice]:
    return [Choice(OTHELLO.parse_move(name)) for name in names]


def engine(*names: str, size: int = 8) -> GtpSpeaker:
    return GtpSpeaker(OTHELLO.resized(size), Scripted(*squares(*names)))


def test_a_game() -> None:
    bot = engine("f5", "e6")
    assert bot.greet() == ""
    assert bot.hear("list_games") == "= Othello\n\n"
    assert bot.hear("set_game Othello") == "=\n\n"
    assert bot.hear("boardsize 8") == bot.hear("clear_board") == "=\n\n"
    assert bot.hear("genmove b") == "= f5\n\n"
    assert bot.hear("play w F6") == "=\n\n"
    assert bot.hear("genmove black") == "= e6\n\n"
    assert bot.hear("undo") == bot.hear("undo") == "=\n\n"
    assert bot.hear("play w d6") == "=\n\n"
    with pytest.raises(Goodbye) as farewell:
        bot.hear("quit")
    assert str(farewell.value) == "=\n\n"
    played = [str(position) for position, _ in bot.chooser.asked]
    assert played[1].startswith("---------------------------OX------XOX-------O---")


def test_a_move_that_is_only_asked_for() -> None:
    """`reg_genmove` leaves the board as it is, so that there is nothing to take back."""
    bot = engine("f5", "d3", "e6")
    board = bot.hear("showboard")
    assert bot.hear("reg_genmove b") == "= f5\n\n"
    assert bot.hear("3 reg_genmove black") == "=3 d3\n\n"
    assert bot.hear("showboard") == board
    assert bot.hear("undo") == "? cannot undo\n\n"
    assert bot.hear("genmove b") == "= e6\n\n"
    assert bot.hear("reg_genmove") == "? one word is expected behind the command\n\n"
    assert bot.hear("reg_genmove b") == "? it is white's turn\n\n"


def test_numbers_are_repeated_and_what_means_nothing_is_left_out() -> None:
    bot = engine()
    assert bot.hear("7\tprotocol_version # the version\r") == "=7 2\n\n"
    assert bot.hear("08 name\x07") == "=08 owari\n\n"
    assert bot.hear("9 nothing") == "?9 unknown command\n\n"
    assert bot.hear("10") == "?10 unknown command\n\n"
    assert bot.hear("") == bot.hear("  # hello") == ""
    with pytest.raises(Goodbye) as farewell:
        bot.hear("11 quit")
    assert str(farewell.value) == "=11\n\n"


def test_what_it_knows() -> None:
    bot = engine()
    sign, *commands = bot.hear("list_commands").split()
    assert sign == "="
    assert {"genmove", "quit", "undo", "time_left", "set_game"} <= set(commands)
    for command in commands:
        assert bot.hear(f"known_command {command}") == "= true\n\n"
        if command != "quit":
            assert "unknown command" not in bot.hear(command)
    assert bot.hear("known_command fly") == "= false\n\n"
    assert bot.hear("komi 6.5") == "=\n\n"
    assert bot.hear("version").startswith("= ")


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("set_game Go", "unsupported game"),
        ("boardsize 7", "unacceptable size"),
        ("boardsize", "one word is expected behind the command"),
        ("boardsize big", "unacceptable size"),
        ("play b a1", "illegal move: a disc on a1 flips no disc"),
        ("play b d5", "illegal move: the square d5 already has a disc"),
        ("play b pass", "illegal move: black has a move and may not pass"),
        ("play w f4", "it is black's turn"),
        ("play b j1", "'j1' is not a move; moves are a1 to h8, or pass"),
        ("play b", "a colour and a square are expected, as in: play b f5"),
        ("play red f5", "a colour is b, black, w or white"),
        ("genmove", "one word is expected behind the command"),
        ("genmove w", "it is black's turn"),
        ("undo", "cannot undo"),
        ("time_settings 5", "3 numbers are expected"),
        ("time_left b soon 1", "2 numbers are expected"),
        ("time_left", "a colour is b, black, w or white"),
    ],
)
def test_what_is_refused(line: str, sentence: str) -> None:
    bot = engine()
    assert bot.hear(f"3 {line}") == f"?3 {sentence}\n\n"
    assert bot.hear("play b f5") == "=\n\n"  # and it goes on


def test_a_forced_pass_is_said_or_left_out() -> None:
    start = OTHELLO.resized(4).start()
    line = to_a_pass(start)
    for said in (True, False):
        bot = engine(size=4)
        position = start
        for move in line:
            colour = "b" if position.turn is position.black else "w"
            assert bot.hear(f"play {colour} {position.rules.cell_name(move)}") == "=\n\n"
            position = position.play(move)
        passes, plays = ("b", "w") if position.turn is position.black else ("w", "b")
        after = position.play(position.forced())
        square = after.rules.cell_name(after.legal_moves()[0])
        if said:
            assert bot.hear(f"genmove {passes}") == "= pass\n\n"
        assert bot.hear(f"play {plays} {square}") == "=\n\n"
        assert bot.hear("undo") == "=\n\n"
        if not said:
            assert bot.hear(f"play {passes} pass") == "=\n\n"


def test_the_end_of_a_game() -> None:
    bot = engine(size=4)
    position = OTHELLO.resized(4).start()
    while not position.outcome():
        move = position.legal_moves()[0]
        colour = "b" if position.turn is position.black else "w"
        assert bot.hear(f"play {colour} {position.rules.cell_name(move)}") == "=\n\n"
        position = position.play(move)
    assert bot.hear("genmove b") == bot.hear("genmove w") == "= pass\n\n"
    assert bot.hear("play b pass") == bot.hear("play w pass") == "=\n\n"
    margin = position.score().margin(position.black)
    assert bot.hear("final_score") == f"= {'B' if margin > 0 else 'W'}+{abs(margin)}\n\n"
    bot.hear("clear_board")
    assert bot.hear("final_score") == "= 0\n\n"


def test_its_board() -> None:
    assert engine(size=4).hear("showboard") == (
        "= the board\n   a b c d\n 1 . . . .\n 2 . O X .\n 3 . X O .\n 4 . . . .\n"
        "X black, O white; black to move\n\n"
    )


@pytest.mark.parametrize(
    ("lines", "clock"),
    [
        ([], Clock()),
        (["time_settings 0 5 1"], Clock(turn=5)),
        (["time_settings 0 30 10"], Clock(turn=3)),
        (["time_settings 600 30 10"], Clock(game=600)),
        (["time_settings 600 0 0"], Clock(game=600)),
        (["time_settings 0 5 0"], Clock()),
        (["time_settings 600 0 0", "time_left b 60 0"], Clock(game=60)),
        (["time_settings 600 30 10", "time_left b 12 4"], Clock(turn=3)),
        (["time_left w 12 4"], Clock()),
        (["time_left b 0.5 1"], Clock(turn=0.5)),
        (["time_left b 0 0"], Clock(game=0)),
    ],
)
def test_its_time(lines: list[str], clock: Clock) -> None:
    bot = engine("f5")
    for line in lines:
        assert bot.hear(line) == "=\n\n"
    bot.hear("genmove b")
    assert bot.chooser.asked[0][1] == clock


def test_the_size_is_the_last_one_named() -> None:
    bot = engine()
    assert bot.hear("boardsize 6") == bot.hear("play b e4") == "=\n\n"
    assert bot.hear("clear_board") == "=\n\n"
    bot.chooser.choices.append(Choice(Move(8)))
    assert bot.hear("genmove b") == "= c2\n\n"
