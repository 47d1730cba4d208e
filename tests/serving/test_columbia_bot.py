"""The managers of Columbia's and Toronto's courses from the bot's side of the board."""

from __future__ import annotations

import pytest

from owari.games.game import Move
from owari.games.mancala import KALAH, MANCHESTER, OWARI
from owari.players.player import Choice
from owari.programs.dialogues.columbia import ColumbiaProtocol
from owari.serving.served_protocols import ColumbiaSpeaker
from owari.serving.speaker import BadRequest, Goodbye
from tests.support.scripted_engine import Scripted

FOUR = OWARI.resized(6, 4)


def test_a_game_of_the_top_row() -> None:
    engine = Scripted(Choice(Move(7)), Choice(Move(12)))
    bot = ColumbiaSpeaker(FOUR, engine)
    assert bot.greet() == "owari\n"
    assert bot.hear("0,-1,0,0") == ""
    assert bot.hear("SCORE 0 0") == ""
    assert bot.hear("[[4, 4, 4, 4, 4, 4], [4, 4, 4, 4, 4, 4]]") == ""
    assert bot.hear("[0, 0]") == "5\n"
    bot.hear("SCORE 3 1")
    bot.hear("((1, 5, 5, 5, 5, 0), (1, 2, 3, 4, 5, 6))")
    assert bot.hear("(3, 1)") == "0\n"
    with pytest.raises(Goodbye):
        bot.hear("FINAL 25 23")
    assert [str(position) for position, _ in engine.asked] == [
        "4,4,4,4,4,4,0,4,4,4,4,4,4,0 N",
        "1,2,3,4,5,6,1,0,5,5,5,5,1,3 N",
    ]


def test_a_game_of_the_bottom_row_on_a_small_board() -> None:
    engine = Scripted(Choice(Move(2)))
    bot = ColumbiaSpeaker(KALAH, engine)
    for line in ("1", "SCORE 0 0", "[[1,2,3],[4,5,6]]"):
        assert bot.hear(line) == ""
    assert bot.hear("[7,8]") == "2\n"
    ((position, _),) = engine.asked
    assert str(position) == "4,5,6,8,3,2,1,7 S"
    assert (position.rules.family, position.rules.pits) == ("kalah", 3)


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        (["dark"], "'dark' names no player"),
        (["2,-1,0"], "'2,-1,0' names no player"),
        (["1", "SCORE 0 0", "hello"], "'hello' is no list of both rows"),
        (["1", "SCORE 0 0", "[[1,2],[3]]", "[0,0]"], "3 pits and 2 goals are no board"),
        (["1", "SCORE 0 0", "[[1],[3]]", "[0,0,0]"], "2 pits and 3 goals are no board"),
        (["1", "SCORE 0 0", f"[{[1] * 13},{[1] * 13}]", "[0,0]"], "a side has 1 to 12 pits"),
        (["1", "SCORE 0 0", "[[999],[999]]", "[0,0]"], "a board holds at most"),
        (["1", "SCORE 0 0", "[[1],[0]]", "[0,0]"], "the game is over at"),
        (["1", "SCORE 0 0", "[]", "[]"], "0 pits and 0 goals"),
        (["1", "SCORE 0 0", "[[1000000000],[1]]"], "is no list of both rows"),
    ],
)
def test_what_is_no_use(lines: list[str], sentence: str) -> None:
    bot = ColumbiaSpeaker(FOUR, Scripted())
    *before, last = lines
    for line in before:
        assert bot.hear(line) == ""
    with pytest.raises(BadRequest) as error:
        bot.hear(last)
    assert sentence in str(error.value)


def test_a_request_after_a_broken_one_is_answered() -> None:
    bot = ColumbiaSpeaker(FOUR, Scripted(Choice(Move(0))))
    for line in ("1", "SCORE 0 0", "[[1,1],[1,1]]", "SCORE 0 0", "[[1,1],[1,1]]"):
        assert bot.hear(line) == ""
    assert bot.hear("[0,0]") == "0\n"


def test_the_pie_rule_is_unknown_to_them() -> None:
    assert ColumbiaProtocol.spec.unfit(OWARI) == ""
    assert "has no swap" in ColumbiaProtocol.spec.unfit(MANCHESTER)
