"""The managers of Columbia's and Toronto's courses as transcripts."""

from __future__ import annotations

from typing import Any

import pytest

from owari.games.game import Move, Outcome, Side
from owari.games.mancala import OWARI
from owari.players.player import Choice, Fault
from owari.programs.dialogues.columbia import ColumbiaDialogue, ColumbiaProtocol
from owari.programs.dialogues.dialogue import READY
from owari.programs.transports.program_output import LONGEST_LINE, Silence
from owari.records.record import Ending, Termination

START = OWARI.start()
POSITION = OWARI.parse_position("1,2,3,4,5,6,10,7,8,9,10,11,12,20 N")


def asked(side: Side = Side.NORTH, **description: Any) -> tuple[ColumbiaDialogue, str]:
    """A bot that is asked at POSITION, and what it is sent."""
    bot = ColumbiaDialogue(ColumbiaProtocol(**description))
    assert bot.greet() == b""
    assert bot.hear(b"Mike\n") is READY
    bot.begin(START, side)
    return bot, bot.ask(POSITION, 5000).decode()


def test_north_is_the_top_row_as_it_is_drawn() -> None:
    _, sent = asked()
    assert sent == "SCORE 20 10\n[[12, 11, 10, 9, 8, 7], [1, 2, 3, 4, 5, 6]]\n[20, 10]\n"


def test_tuples() -> None:
    _, sent = asked(rows="tuples")
    assert sent == "SCORE 20 10\n((12, 11, 10, 9, 8, 7), (1, 2, 3, 4, 5, 6))\n(20, 10)\n"


@pytest.mark.parametrize(
    ("hello", "side", "first", "line"),
    [
        ("{player},-1,0,0", Side.NORTH, Side.NORTH, b"0,-1,0,0\n"),
        ("{player},-1,0,0", Side.SOUTH, Side.NORTH, b"1,-1,0,0\n"),
        ("{player},-1,0,0", Side.SOUTH, Side.SOUTH, b"1,-1,0,0\n"),
        ("{color}", Side.SOUTH, Side.SOUTH, b"1\n"),
        ("{color}", Side.SOUTH, Side.NORTH, b"2\n"),
        ("{color},{color},{{}}", Side.NORTH, Side.NORTH, b"1,1,{}\n"),
    ],
)
def test_the_line_behind_its_name(hello: str, side: Side, first: Side, line: bytes) -> None:
    bot = ColumbiaDialogue(ColumbiaProtocol(hello=hello))
    assert bot.begin(OWARI.start(first), side) == line


@pytest.mark.parametrize(
    ("side", "answer", "pit"),
    [
        (Side.NORTH, b"0\n", 12),
        (Side.NORTH, b" 5 \r\n", 7),
        (Side.SOUTH, b"0\n", 0),
        (Side.SOUTH, b"\n5\n", 5),
    ],
)
def test_an_answer_is_a_place_in_its_own_row(side: Side, answer: bytes, pit: int) -> None:
    bot, _ = asked(side)
    assert bot.hear(answer) == Choice(Move(pit))


def test_an_answer_in_pieces_and_nothing_left_of_it_for_the_next_request() -> None:
    bot, _ = asked()
    assert bot.hear(b"3") is None
    assert bot.hear(b"\n4") == Choice(Move(9))
    bot.ask(POSITION, 5000)
    assert bot.hear(b"2\n") == Choice(Move(10))


@pytest.mark.parametrize("answer", ["6", "-1", "2 3", "(2)", "thinking", "٣"])
def test_an_unreadable_answer(answer: str) -> None:
    bot, _ = asked()
    with pytest.raises(Fault) as caught:
        bot.hear(f"{answer}\n".encode())
    assert caught.value.kind is Termination.UNREADABLE
    sentence = "an answer is one of 0, 1, 2, 3, 4, 5 and nothing else"
    assert str(caught.value) == f"answered {answer!r}; {sentence}"


def test_a_flood() -> None:
    bot, _ = asked()
    with pytest.raises(Fault) as caught:
        bot.hear(b"x" * (LONGEST_LINE + 1))
    assert caught.value.kind is Termination.TOO_MUCH_OUTPUT


def test_it_needs_a_name_before_all_else() -> None:
    bot = ColumbiaDialogue()
    bot.greet()
    assert bot.hear(Silence.TIME) is None
    assert bot.last_words() == "its first line is its name"
    assert bot.hear(b"\n") is READY  # an empty one is one


def test_the_end() -> None:
    bot, _ = asked()
    assert bot.hear(b"3") is None
    assert bot.last_words() == "it wrote '3' with no newline"
    assert bot.end(Ending.normal(Outcome(17, 19))) == b"FINAL 19 17\n"
    assert bot.leave() == b""
