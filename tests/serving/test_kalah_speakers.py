"""MKAgent's protocol and the Kalah Game Protocol from our side of the board."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from owari.games.game import SWAP, Move, Side
from owari.games.mancala import KALAH, MANCHESTER
from owari.players.player import Choice
from owari.programs.dialogues.kgp import KgpProtocol
from owari.programs.dialogues.mkagent import MkagentDialogue
from owari.serving.kalah_speakers import KgpSpeaker, MkagentSpeaker
from owari.serving.speaker import BadRequest, Goodbye
from tests.support.scripted_engine import Scripted

BOARD = "7,7,7,7,7,7,7,0,0,8,8,8,8,8,8,1"


def test_a_game_of_the_first_agent() -> None:
    engine = Scripted(Choice(Move(0)), Choice(Move(13)))
    agent = MkagentSpeaker(MANCHESTER, engine)
    assert agent.greet() == ""
    assert agent.hear("START;South") == "MOVE;1\n"
    assert agent.hear(f"CHANGE;1;{BOARD};OPP") == ""
    assert agent.hear(f"CHANGE;SWAP;{BOARD};YOU") == "MOVE;6\n"  # North's sixth
    assert agent.hear("CHANGE;6;0,0,0,0,0,0,0,50,0,0,0,0,0,0,0,48;END") == ""
    with pytest.raises(Goodbye):
        agent.hear("END")
    first = MANCHESTER.start().play(Move(0))
    assert [position for position, _ in engine.asked] == [
        MANCHESTER.start(),
        MANCHESTER.parse_position(f"{','.join(map(str, first.cells))} N"),
    ]


def test_a_swap_of_its_own() -> None:
    engine = Scripted(Choice(SWAP), Choice(Move(6)))
    agent = MkagentSpeaker(MANCHESTER, engine)
    assert agent.hear("START;North") == ""
    assert agent.hear(f"CHANGE;1;{BOARD};YOU") == "SWAP\n"
    # It is South now.
    assert agent.hear("CHANGE;2;8,0,8,8,8,8,8,1,1,8,8,8,8,8,8,1;YOU") == "MOVE;7\n"
    (first, _), (third, _) = engine.asked
    assert first == MANCHESTER.start().play(Move(0))
    assert str(third) == "1,8,8,8,8,8,8,1,8,0,8,8,8,8,8,1 S"


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("MOVE;1", "'MOVE;1' is no message"),
        ("START", "a game starts with START;South or START;North"),
        ("START;West", "a game starts with"),
        ("CHANGE;1;1,2;YOU", "no board of manchester: 16 numbers expected, 2 found"),
        (f"CHANGE;1;{BOARD}", "a move is CHANGE;MOVE;BOARD and then YOU"),
        (f"CHANGE;1;{BOARD};ME", "a move is CHANGE;MOVE;BOARD"),
        (f"CHANGE;one;{BOARD};YOU", "'one' is no move"),
        ("CHANGE;1;x,7,7,7,7,7,7,0,0,8,8,8,8,8,8,1;YOU", "'x' is not a number of stones"),
        ("CHANGE;1;0,0,0,0,0,0,0,50,0,0,0,0,0,0,0,48;YOU", "the game is over at"),
    ],
)
def test_what_is_no_use_to_an_agent(line: str, sentence: str) -> None:
    agent = MkagentSpeaker(MANCHESTER, Scripted())
    agent.hear("START;North")
    with pytest.raises(BadRequest) as error:
        agent.hear(line)
    assert sentence in str(error.value)


def test_a_move_before_the_start_is_no_use() -> None:
    with pytest.raises(BadRequest, match="before the game has started"):
        MkagentSpeaker(MANCHESTER, Scripted()).hear(f"CHANGE;1;{BOARD};YOU")


@pytest.mark.parametrize("seed", range(20))
def test_the_speaker_sees_the_board_of_the_dialogue(seed: int) -> None:
    """Both halves of the protocol in one game of random moves, which may begin with a swap."""
    random = Random(seed)
    first = random.choice(list(Side))
    position = MANCHESTER.start(first)
    dialogues = {side: MkagentDialogue() for side in Side}
    engines = {side: Scripted() for side in Side}
    speakers = {side: MkagentSpeaker(MANCHESTER, engines[side]) for side in Side}
    for side, dialogue in dialogues.items():
        assert _told(speakers[side], dialogue.begin(position, side)) == ""
    turned = first is Side.NORTH  # the agents' South is who began
    while not position.outcome():
        mover = position.turn
        move = random.choice(position.legal_moves())
        seen = position.turned() if turned else position
        pit = move if move == SWAP else Move((move.cell + 8) % 16 if turned else move.cell)
        engines[mover].choices.append(Choice(pit))
        heard = _told(speakers[mover], dialogues[mover].ask(position, 1))
        assert engines[mover].asked[-1][0] == seen
        assert dialogues[mover].hear(heard.encode()) == Choice(move)
        position = position.play(move)
        turned = turned != (move == SWAP)
        for side in Side:
            assert _told(speakers[side], dialogues[side].observe(mover, move, position)) == ""


def _told(speaker: MkagentSpeaker, text: bytes) -> str:
    return "".join(map(speaker.hear, text.decode().splitlines()))


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
def test_what_is_no_use_to_a_client(line: str, sentence: str) -> None:
    with pytest.raises(BadRequest) as error:
        KgpSpeaker(KALAH, Scripted()).hear(line)
    assert sentence in str(error.value)


def test_the_pie_rule_is_unknown() -> None:
    unfit = KgpProtocol.spec.unfit
    assert unfit(KALAH) == ""
    assert "has no swap" in unfit(MANCHESTER)
