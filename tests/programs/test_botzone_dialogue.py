"""Botzone with a bot of Reversi, as transcripts."""

from __future__ import annotations

import json
from typing import Any

import pytest

from owari.games.game import PASS, Move, Opening, Side
from owari.games.othello import FREE_OTHELLO, OTHELLO
from owari.players.player import Choice, Fault
from owari.programs.dialogues.botzone import BotzoneDialogue, BotzoneProtocol
from owari.programs.transports.program_output import Silence
from owari.records.record import Termination

START = OTHELLO.start()
F5, F6, E6 = map(OTHELLO.parse_move, ("f5", "f6", "e6"))
STAYS = b">>>BOTZONE_REQUEST_KEEP_RUNNING<<<\n"


def in_game(side: Side = Side.SOUTH, **keys: Any) -> BotzoneDialogue:
    dialogue = BotzoneDialogue(BotzoneProtocol(**keys))
    assert dialogue.begin(START, side) == b""
    return dialogue


def answered(dialogue: BotzoneDialogue, said: str) -> Choice | None:
    """The reply to an answer of a bot that leaves."""
    assert dialogue.ask(START, 1000)
    assert dialogue.hear(said.encode()) is None
    reply = dialogue.hear(Silence.CLOSED)
    assert reply is None or isinstance(reply, Choice)
    return reply


@pytest.mark.parametrize("side", Side, ids="{} moves".format)
def test_the_whole_game_is_told(side: Side) -> None:
    """To White too, whose first request is a square."""
    bot = in_game(side)
    first = START.play(F5)
    for mover, move in ((Side.SOUTH, F5), (Side.NORTH, F6)):
        assert bot.observe(mover, move, first) == b""
    asked = {
        Side.SOUTH: '{"requests":[{"x":-1,"y":-1},{"x":5,"y":5}],"responses":[{"x":5,"y":4}]}\n',
        Side.NORTH: '{"requests":[{"x":5,"y":4}],"responses":[{"x":5,"y":5}]}\n',
    }
    assert bot.ask(START, 1000) == asked[side].encode()


def test_passes_of_both_sides_are_told() -> None:
    bot = in_game(interaction="simple")
    for side, move in (
        *((Side.SOUTH, F5), (Side.NORTH, PASS), (Side.SOUTH, E6)),
        *((Side.NORTH, F6), (Side.SOUTH, PASS), (Side.NORTH, Move(0))),
    ):
        assert bot.observe(side, move, START) == b""
    assert bot.ask(START, 1000) == b"4\n-1 -1\n5 4\n-1 -1\n4 5\n5 5\n-1 -1\n0 0\n"


def test_the_moves_of_an_opening_are_told_too() -> None:
    opening = Opening.after(OTHELLO, (F5, F6))
    bot = BotzoneDialogue(BotzoneProtocol("simple", stays=True))
    assert bot.enter(opening, Side.SOUTH) == b""
    assert bot.ask(opening.start, 1000) == b"2\n-1 -1\n5 4\n5 5\n"


@pytest.mark.parametrize(
    "said",
    [
        '{"response": {"x": 5, "y": 4}}',
        '{"response":{"y":4,"x":5},"debug":"deep","data":[1]}\n',
        '{"x": 5, "y": 4}\r\n',
        '{"response": "{\\"x\\": 5, \\"y\\": 4}"}',
        '{\n "response": {\n  "x": 5,\n  "y": 4\n }\n}\n',
    ],
)
def test_ways_to_answer(said: str) -> None:
    assert answered(in_game(), said) == Choice(F5)


@pytest.mark.parametrize("said", ["5 4", "5 4\n", " 5  4 \r\ndebug\ndata\nmore\n"])
def test_ways_to_answer_in_numbers(said: str) -> None:
    assert answered(in_game(interaction="simple"), said) == Choice(F5)


@pytest.mark.parametrize(
    "said",
    [
        *("5 4", "f5", "[5, 4]", '{"response": [5, 4]}', '{"response": {"x": "5", "y": "4"}}'),
        *('{"x": 8, "y": 0}', '{"x": -1, "y": 0}', '{"x": true, "y": 1}', '{"x": 5.0, "y": 4}'),
        *('{"response": 3}', '{"response": null}', '{"x": 5, "y": 4} {}', "[" * 100_000),
        *('{"x": 1' + "0" * 9000 + ', "y": 4}', "thinking\n" + '{"x": 5, "y": 4}'),
    ],
)
def test_an_answer_that_is_none(said: str) -> None:
    with pytest.raises(Fault) as caught:
        answered(in_game(), said)
    assert caught.value.kind is Termination.UNREADABLE
    assert 'an answer is as {"response": {"x": 3, "y": 2}}, from -1 to 7' in str(caught.value)


@pytest.mark.parametrize("said", ["5", "5 4 3", "x y", "8 0", "5,4", '{"x": 5, "y": 4}', "-1 3"])
def test_numbers_that_are_no_answer(said: str) -> None:
    with pytest.raises(Fault, match="an answer is as 3 2, from -1 to 7"):
        answered(in_game(interaction="simple"), said)


def test_a_pass_is_for_the_rules_to_judge() -> None:
    assert answered(in_game(), '{"x": -1, "y": -1}') == Choice(PASS)


def test_data_goes_back_to_the_bot() -> None:
    bot = in_game()
    answered(bot, '{"response": {"x": 5, "y": 4}, "data": {"depth": 6}}')
    for side, move in ((Side.SOUTH, F5), (Side.NORTH, F6)):
        bot.observe(side, move, START)
    request = bot.ask(START, 1000)
    assert isinstance(request, bytes)
    assert json.loads(request)["data"] == {"depth": 6}
    answered(bot, json.dumps({"response": {"x": 4, "y": 5}, "data": "x" * 200_000}))
    assert b"data" not in bot._game()
    simple = in_game(interaction="simple")
    answered(simple, "5 4\ndebug\nline of data\nglobal\n")
    assert simple._game().endswith(b"\nline of data\n")


def test_one_that_does_not_leave_has_answered_when_its_time_is_over() -> None:
    bot = in_game()
    bot.ask(START, 1000)
    assert bot.hear(Silence.WAITING) is None
    assert bot.hear(Silence.TIME) is None
    assert bot.last_words() == "it wrote no answer"
    assert bot.hear(b'{"x":5,"y":4}\n') is None
    assert bot.hear(Silence.TIME) == Choice(F5)


def test_one_that_stays_gets_the_game_once() -> None:
    bot = in_game(Side.NORTH, stays=True)
    bot.observe(Side.SOUTH, F5, START)
    assert bot.ask(START, 1000) == b'{"requests":[{"x":5,"y":4}],"responses":[]}\n'
    assert bot.hear(b'{"x":5,"y":5}\n') is None
    assert bot.hear(STAYS) == Choice(F6)
    assert bot.observe(Side.NORTH, F6, START) + bot.observe(Side.SOUTH, E6, START) == b""
    assert bot.ask(START, 1000) == b'{"x":4,"y":5}\n'
    assert bot.hear(b'\n{"x":0,"y":0}\n' + STAYS) == Choice(Move(0))


def test_one_that_stays_is_asked_for_its_pass() -> None:
    bot = in_game(stays=True, interaction="simple")
    bot.ask(START, 1000)
    assert bot.hear(b"5 4\n" + STAYS) == Choice(F5)
    bot.observe(Side.SOUTH, F5, START)
    bot.observe(Side.NORTH, F6, START)
    assert bot.observe(Side.SOUTH, PASS, START) == b"5 5\n"
    bot.observe(Side.NORTH, Move(0), START)
    assert bot.ask(START, 1000) == b"0 0\n"
    assert bot.hear(b"-1 -1\n" + STAYS + b"4 5\n" + STAYS) == Choice(E6)
    bot.observe(Side.SOUTH, PASS, START)
    with pytest.raises(Fault, match=r"answered \(4, 5\) where it can only pass"):
        bot.hear(b"4 5\n" + STAYS)


def test_one_that_never_says_that_it_stays() -> None:
    bot = in_game(stays=True)
    bot.ask(START, 1000)
    assert bot.hear(b'{"x":5,"y":4}\n') is None
    assert bot.hear(Silence.TIME) is None
    assert bot.last_words().endswith(", and not >>>BOTZONE_REQUEST_KEEP_RUNNING<<<")
    assert bot.hear(Silence.CLOSED) == Choice(F5)


def test_a_flood() -> None:
    bot = in_game()
    bot.ask(START, 1000)
    with pytest.raises(Fault) as caught:
        bot.hear(b"x" * 2_000_000)
    assert caught.value.kind is Termination.TOO_MUCH_OUTPUT


def test_it_is_for_the_usual_board_from_the_start() -> None:
    spec = BotzoneProtocol.spec
    assert spec.unfit(OTHELLO) == ""
    assert "not othello:6" in spec.unfit(OTHELLO.resized(6))
    assert "not free-othello" in spec.unfit(FREE_OTHELLO)
    assert not spec.joins_in
