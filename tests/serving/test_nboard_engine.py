"""NBoard's protocol from the engine's side."""

from __future__ import annotations

import re

import pytest

from owari.games.game import Kind, Value
from owari.games.othello import OTHELLO
from owari.players.player import Choice
from owari.serving.othello_speakers import NboardSpeaker
from owari.serving.served_protocols import EngineChooser
from owari.serving.speaker import BadRequest, Goodbye
from tests.support.passing import to_a_pass
from tests.support.scripted_engine import Scripted

GAME = (
    "(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[./mEdax]PW[chris]RE[?]TI[15:00]TY[8]"
    "BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[F6];)"
)
E6 = OTHELLO.parse_move("e6")


def engine(*choices: Choice) -> NboardSpeaker:
    return NboardSpeaker(OTHELLO, Scripted(*choices))


def test_a_session() -> None:
    bot = engine(
        Choice(E6, 8, Value(3, Kind.ESTIMATED)),
        Choice(E6, 9, Value(-2, Kind.EXACT)),
        Choice(E6, 9, Value(250, Kind.SCORE)),
    )
    assert bot.greet() == ""
    assert bot.hear("nboard 2") == "set myname owari\n"
    assert bot.hear("set depth 8") == bot.hear("set contempt 0") == bot.hear("") == ""
    assert bot.hear(f"set game {GAME}") == ""
    assert bot.hear("ping 17") == "pong 17\n"
    *before, move, after = bot.hear("go").splitlines()
    assert re.fullmatch(r"=== E6/3\.00/\d+\.\d\d", move)
    assert (before, after) == (["status owari is thinking"], "status")
    # It is still to move, for it is not told that it has.
    assert "=== E6/-2.00/" in bot.hear("go")
    assert bot.hear("hint 1") == "search E6 0.00 0 9\nstatus\n"
    assert bot.hear("learn") == "learned\n"
    assert bot.hear("move E6/3.00/0.5") == bot.hear("analyze") == ""
    assert {str(position).split()[1] for position, _ in bot.chooser.asked} == {"X"}
    assert bot.chooser.depths == [8]
    with pytest.raises(Goodbye):
        bot.hear("quit")


@pytest.mark.parametrize(
    ("most", "moves"),
    [
        ("", ["D3 2.00 0 6"]),
        ("1", ["D3 2.00 0 6"]),
        ("2", ["D3 2.00 0 6", "F5 2.00 0 7"]),
        ("3", ["D3 2.00 0 6", "F5 2.00 0 7", "E6 -1.00 0 7"]),
        ("99", ["D3 2.00 0 6", "F5 2.00 0 7", "E6 -1.00 0 7", "C4 -4.00 0 7"]),
    ],
)
def test_a_hint_is_for_so_many_moves(most: str, moves: list[str]) -> None:
    """The chosen one first; what the other side thinks of the others counts against them."""
    reply = OTHELLO.parse_move("f6")  # which it would be, does not matter here
    bot = engine(
        Choice(OTHELLO.parse_move("d3"), 6, Value(2, Kind.ESTIMATED)),
        Choice(reply, 7, Value(4, Kind.ESTIMATED)),  # of c4
        Choice(reply, 7, Value(-3, Kind.ESTIMATED)),  # of f5, more than was found of d3
        Choice(reply, 7, Value(1, Kind.EXACT)),  # of e6
    )
    assert bot.hear(f"hint {most}").splitlines() == [
        *(f"search {move}" for move in moves),
        "status",
    ]
    assert len(bot.chooser.asked) == (4 if len(moves) > 1 else 1)


def test_a_hint_where_moves_end_the_game_or_take_the_turn_away() -> None:
    rules = OTHELLO.resized(4)
    bot = NboardSpeaker(rules, EngineChooser(depth=4))
    for squares in ("OOOOOOOOOXOOXO--", "OXXX-OOOOXXX-XX-"):
        board = squares.replace("X", "*")
        assert bot.hear(f"set game (;GM[Othello]BO[4 {board} *];)") == ""
        position = rules.parse_position(f"{squares} X")
        lines = bot.hear("hint 9").splitlines()
        assert lines.pop() == "status"
        assert len(lines) == len(position.legal_moves()) > 0
        assert all(re.fullmatch(r"search \w\w -?\d+\.00 0 \d+", line) for line in lines)
        values = [float(line.split()[2]) for line in lines]
        assert values == sorted(values, reverse=True)


@pytest.mark.parametrize("most", ["0", "many", "-1"])
def test_a_hint_for_no_number_of_moves(most: str) -> None:
    with pytest.raises(BadRequest, match="a hint is for a number of moves"):
        engine().hear(f"hint {most}")


def test_a_pass_that_it_must() -> None:
    bot = engine()
    rules = OTHELLO.resized(4)
    position = rules.start()
    for move in to_a_pass(position):
        position = position.play(move)
    squares = str(position).split()[0].replace("X", "*")
    turn = str(position).split()[1].replace("X", "*")
    assert bot.hear(f"set game (;GM[Othello]BO[4 {squares} {turn}];)") == ""
    assert "=== PA//" in bot.hear("go")
    assert bot.hear("move PA") == ""
    after = position.play(position.forced())
    assert bot.hear(f"move {rules.cell_name(after.legal_moves()[0])}") == ""


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("fly", "'fly' is no command of NBoard's"),
        ("set depth far", "a depth is a number of plies"),
        ("set depth 0", "a depth is a number of plies"),
        ("set game (;GM", "the game cannot be read"),
        ("set game", "the game cannot be read"),
        ("move a1", "'a1' cannot be played: a disc on a1 flips no disc"),
        ("move j9", "'j9' cannot be played: 'j9' is not a move"),
        ("move PA", "'PA' cannot be played: South has a move and may not pass"),
    ],
)
def test_what_is_no_use(line: str, sentence: str) -> None:
    bot = engine(Choice(OTHELLO.parse_move("f5")))
    with pytest.raises(BadRequest) as error:
        bot.hear(line)
    assert sentence in str(error.value)
    assert "=== F5" in bot.hear("go")  # and it goes on


def test_a_game_that_is_over() -> None:
    bot = engine()
    bot.hear(f"set game (;GM[Othello]BO[4 {'*' * 16} *];)")
    with pytest.raises(BadRequest, match="the game is over"):
        bot.hear("go")
