"""The Kalah Game Protocol from the client's side."""

from __future__ import annotations

from typing import Any

import pytest

from owari.games.game import Move
from owari.games.mancala import KALAH, MANCHESTER
from owari.players.player import Choice
from owari.programs.dialogues.kgp import KgpProtocol
from owari.serving.kalah_speakers import KgpSpeaker
from owari.serving.speaker import BadRequest, Goodbye
from tests.support.scripted_engine import Scripted


def test_a_session() -> None:
    engine = Scripted(Choice(Move(2)), Choice(Move(1)))
    client = KgpSpeaker(KALAH, engine, wait=lambda seconds: None)
    assert client.greet() == ""
    assert client.hear("2 kgp 1 0 1\r") == '1 set "info:name" "owari"\r\n3 mode "freeplay"\r\n'
    assert client.hear("4@3 ok") == ""
    assert client.hear("6 state <6,0,1,4,4,4,4,4,4,3,4,4,4,4,4>") == "5@6 move 3\r\n7@6 yield\r\n"
    assert client.hear("8@6 stop") == ""
    assert client.hear("10 ping") == "9@10 pong\r\n"
    assert client.hear('12 set "time:mode" absolute') == ""
    assert client.hear("state <2, 5, 6, 0, 1, 2, 3>") == "11 move 2\r\n13 yield\r\n"
    with pytest.raises(Goodbye):
        client.hear("goodbye")
    assert [str(position) for position, _ in engine.asked] == [
        "4,4,4,4,4,4,0,3,4,4,4,4,4,1 S",
        "0,1,5,2,3,6 S",
    ]


def test_a_server_that_notes_its_state_after_it_has_sent_it() -> None:
    """It drops what is said before; each answer comes when some time has passed."""
    passed: list[Any] = []
    client = KgpSpeaker(KALAH, Scripted(Choice(Move(2)), Choice(Move(1))), wait=passed.append)
    for state in ("6 state <2,0,0,1,1,1,1>", "12 state <2,0,0,1,1,1,1>"):
        noted = len(passed)
        assert "yield" in client.hear(state)
        assert len(passed) == noted + 1
    assert all(seconds > 0 for seconds in passed)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("2 dance", "'dance' is no command of KGP"),
        ("???", "'???' is no line of KGP"),
        ('4@3 error "no such mode"', 'the server says: "no such mode"'),
        ("4 state", "'' is no board"),
        ("4 state <6,0>", "'<6,0>' is no board"),
        ("4 state <2,0,0,1,1,1>", "is no board"),
        ("4 state <0,0,0>", "a side has 1 to 12 pits, not 0"),
        ("4 state <1,0,0,0,4>", "the game is over at 0,0,4,0 S"),
        ("4 state <1,999,0,1,4>", "a board holds at most"),
    ],
)
def test_what_is_no_use(line: str, sentence: str) -> None:
    with pytest.raises(BadRequest) as error:
        KgpSpeaker(KALAH, Scripted()).hear(line)
    assert sentence in str(error.value)


def test_the_pie_rule_is_unknown() -> None:
    unfit = KgpProtocol.spec.unfit
    assert unfit(KALAH) == ""
    assert "has no swap" in unfit(MANCHESTER)
