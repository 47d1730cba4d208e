"""The universities' managers from the side of a bot of Othello."""

from __future__ import annotations

import pytest

from owari.games.othello import OTHELLO
from owari.players.player import Choice
from owari.serving.served_protocols import ColumbiaSpeaker
from owari.serving.speaker import BadRequest, Goodbye
from tests.support.scripted_engine import Scripted

SMALL = OTHELLO.resized(4)
ROWS = "[[0, 0, 0, 0], [0, 2, 1, 0], [0, 1, 2, 0], [0, 0, 0, 0]]"


@pytest.mark.parametrize(("hello", "turn", "name"), [("1", "X", "b1"), ("2,-1,0,0,0", "O", "c1")])
def test_a_game(hello: str, turn: str, name: str) -> None:
    engine = Scripted(*[Choice(SMALL.parse_move(name))] * 2)
    bot = ColumbiaSpeaker(OTHELLO, engine)
    assert bot.greet() == "owari\n"
    assert bot.hear(hello) == bot.hear("SCORE 2 2") == ""
    answer = f"{'abcd'.index(name[0])} 0\n"
    assert bot.hear(ROWS) == answer
    assert bot.hear("SCORE 2 2\r") == bot.hear("") == ""
    assert bot.hear(ROWS.replace("[", "(").replace("]", ")").replace(" ", "")) == answer
    with pytest.raises(Goodbye):
        bot.hear("FINAL 10 5")
    assert [str(position).split()[:2] for position, _ in engine.asked] == [
        ["-----OX--XO-----", turn]
    ] * 2


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        (["dark"], "'dark' names no colour"),
        (["0"], "'0' names no colour"),
        (["1", "hello"], "'hello' is no board"),
        (["1", "[[0, 3]]"], "is no board"),
        (["1", "[[0, 12]]"], "is no board"),
        (["1", "[[0, 1]]"], "no board of othello"),
        (["1", f"[{[0] * 17}]"], "16 squares expected, 17 found"),
        (["1", str([[1] * 4] * 4)], "the request is for a move, and the game is over"),
    ],
)
def test_what_is_no_use(lines: list[str], sentence: str) -> None:
    bot = ColumbiaSpeaker(OTHELLO, Scripted(Choice(SMALL.parse_move("b1"))))
    *before, last = lines
    for line in before:
        assert bot.hear(line) == ""
    with pytest.raises(BadRequest) as error:
        bot.hear(last)
    assert sentence in str(error.value)
    if not before:
        bot.hear("1")
    assert bot.hear(ROWS) == "1 0\n"  # and it goes on
