"""The universities' managers with a bot of Othello, as transcripts."""

from __future__ import annotations

import pytest

from owari.games.game import Move, Outcome, Side
from owari.games.othello import FREE_OTHELLO, OTHELLO, OthelloPosition
from owari.players.player import Choice, Fault
from owari.programs.dialogues.columbia import ColumbiaDialogue, ColumbiaProtocol
from owari.programs.dialogues.dialogue import READY
from owari.records.record import Ending, Termination

SMALL = OTHELLO.resized(4)
ROWS = b"[[0, 0, 0, 0], [0, 2, 1, 0], [0, 1, 2, 0], [0, 0, 0, 0]]\n"


def asked(position: OthelloPosition) -> ColumbiaDialogue:
    bot = ColumbiaDialogue()
    bot.greet()
    assert bot.hear(b"Grete\n") is READY
    bot.begin(position, position.turn)
    bot.ask(position, 10)
    return bot


@pytest.mark.parametrize("first", Side, ids="{} first".format)
def test_a_game_of_dark(first: Side) -> None:
    bot = ColumbiaDialogue()
    assert bot.greet() == b""
    assert bot.hear(b"Grete\n") is READY
    start = SMALL.start(first)
    assert bot.begin(start, first) == b"1,-1,0,0,0\n"
    assert bot.ask(start, 10) == b"SCORE 2 2\n" + ROWS
    assert bot.hear(b"0 1\r\n") == Choice(SMALL.parse_move("a2"))
    assert bot.observe(first, Move(4), start.play(Move(4))) == b""
    dark = (10, 5) if first is Side.SOUTH else (5, 10)
    assert bot.end(Ending.normal(Outcome(*dark))) == b"FINAL 10 5\n"


@pytest.mark.parametrize("first", Side, ids="{} first".format)
def test_a_game_of_light_in_tuples(first: Side) -> None:
    bot = ColumbiaDialogue(ColumbiaProtocol("{color}", "tuples"))
    bot.greet()
    bot.hear(b"Grete\n")
    start = SMALL.start(first)
    assert bot.begin(start, first.other) == b"2\n"
    after = start.play(SMALL.parse_move("a2"))
    board = b"((0, 0, 0, 0), (1, 1, 1, 0), (0, 1, 2, 0), (0, 0, 0, 0))\n"
    assert bot.ask(after, 10) == b"SCORE 4 1\n" + board
    assert bot.hear(b"0 2\n") == Choice(SMALL.parse_move("a3"))


@pytest.mark.parametrize("line", [b"4 0", b"0 4", b"a2", b"1", b"0 1 2", b"(0, 1)", b"-1 0"])
def test_an_answer_that_is_none(line: bytes) -> None:
    with pytest.raises(Fault) as caught:
        asked(SMALL.start()).hear(line + b"\n")
    assert caught.value.kind is Termination.UNREADABLE
    assert "a column and a row, each from 0 to 3, and nothing else" in str(caught.value)


def test_any_othello_can_be_played_from_any_position() -> None:
    assert ColumbiaProtocol.spec.unfit(OTHELLO) == ColumbiaProtocol.spec.unfit(FREE_OTHELLO) == ""
    assert ColumbiaProtocol.spec.joins_in
