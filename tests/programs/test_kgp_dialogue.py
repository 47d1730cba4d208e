"""The Kalah Game Protocol as transcripts, from the server's side."""

from __future__ import annotations

from typing import Any

import pytest

from owari.games.game import Move, Outcome, Side
from owari.games.mancala import KALAH, OWARI
from owari.players.player import Choice, Fault
from owari.programs.dialogues.dialogue import READY, Lifetime
from owari.programs.dialogues.kgp import LONGEST_LINE, MOST_OUTPUT, KgpDialogue, KgpProtocol
from owari.programs.transports.program_output import Silence
from owari.records.record import Ending, Termination

START = OWARI.start()


def in_game(side: Side = Side.SOUTH, **description: Any) -> KgpDialogue:
    dialogue = KgpDialogue(KgpProtocol(**description))
    assert dialogue.greet() == b"2 kgp 1 0 1\r\n"
    assert dialogue.hear(b"1 mode freeplay\r\n") is READY
    assert dialogue.begin(START, side) == b"4@1 ok\r\n"
    return dialogue


def asked(side: Side = Side.SOUTH, **description: Any) -> KgpDialogue:
    """A client that has been asked for a move; the request is number 6."""
    dialogue = in_game(side, **description)
    assert dialogue.ask(OWARI.start(side), 5000).startswith(b"6 state <6,0,0,3,")
    return dialogue


def fault_of(dialogue: KgpDialogue, heard: bytes | Silence) -> Fault:
    with pytest.raises(Fault) as caught:
        dialogue.hear(heard)
    return caught.value


def test_the_client_is_south_on_every_board() -> None:
    position = START.play(Move(4))  # 3,3,3,3,0,4,1,4,3,3,3,3,3,0 N
    client = in_game(Side.NORTH)
    assert client.ask(position, 5000) == b"6 state <6,0,1,4,3,3,3,3,3,3,3,3,3,0,4>\r\n"
    assert client.hear(b"5@6 move 2\r\n7@6 yield\r\n") == Choice(Move(8))
    assert client.close_request() == b"8@6 stop\r\n"
    assert client.observe(Side.NORTH, Move(8), position) == b""


def test_boards_of_other_sizes() -> None:
    client = in_game()
    small = KALAH.resized(2, 1).start()
    assert client.ask(small, 5000) == b"6 state <2,0,0,1,1,1,1>\r\n"
    assert fault_of(client, b"5@6 move 3\n7@6 yield\n").kind is Termination.UNREADABLE


def test_the_last_move_counts_when_its_time_is_over() -> None:
    client = asked()
    assert client.hear(b"5@6 move 1\r\n7@6 move 5\r\n") is None
    assert client.hear(Silence.TIME) == Choice(Move(4))
    assert client.close_request() == b"8@6 stop\r\n"


def test_the_last_move_counts_when_it_has_gone() -> None:
    client = asked()
    assert client.hear(b"5@6 move 1\r\n") is None
    assert client.hear(Silence.CLOSED) == Choice(Move(0))


def test_a_client_that_is_silent_and_goes() -> None:
    client = asked()
    assert client.hear(Silence.TIME) is None
    assert client.hear(Silence.CLOSED) is None


def played_for(seed: int = 0) -> Choice:
    """What is played for a client that is silent."""
    client = asked()
    client.seed = seed
    assert client.hear(Silence.TIME) is None, "it may still name its first move"
    choice = client.hear(Silence.TIME)
    assert isinstance(choice, Choice)
    return choice


def test_a_move_at_random_is_the_same_in_every_run_and_differs_from_game_to_game() -> None:
    assert played_for(3) == played_for(3)
    assert {played_for(seed).move for seed in range(100)} == {*START.legal_moves()}
    assert played_for().comment == (
        "named no move in its time; a random one was played, by `silent: random`"
    )


def test_a_client_that_yields_without_a_move_is_given_one_at_random() -> None:
    client = asked()
    assert client.hear(b"@6 yield\r\n") == Choice(
        played_for().move,
        comment="yielded without a move; a random one was played, by `silent: random`",
    )
    assert client.close_request() == b"8@6 stop\r\n"
    assert client.silent_turns() == 1
    client.begin(START, Side.SOUTH)
    assert client.silent_turns() == 0


def test_a_silent_client_may_forfeit() -> None:
    client = asked(silent="forfeit")
    assert client.hear(Silence.TIME) is None
    assert client.hear(Silence.TIME) is None
    assert client.last_words() == (
        "it last said '1 mode freeplay'; with `silent: random` a random move would have been played"
        " for it"
    )


def test_the_first_moves_count_of_a_client_that_is_late() -> None:
    client = asked()
    assert client.hear(Silence.TIME) is None
    assert client.hear(b'set info:comment "late"\r\n') is None
    assert client.hear(b"@6 move 1\r\n@6 move 5\r\n@6 mo") == Choice(Move(4), comment="")
    client.ask(START, 5000)
    assert client.hear(b"ve 2\r\n@10 move 2\r\n") is None, "it is not late for the next state"


def test_stop_is_sent_once_and_at_the_end_of_the_game_at_the_latest() -> None:
    client = asked()
    assert client.hear(b"@6 move 1\r\n@6 yield\r\n") == Choice(Move(0))
    assert client.close_request() == b"8@6 stop\r\n"
    assert client.close_request() == b""
    assert client.end(Ending.normal(Outcome(18, 18))) == b""
    assert client.leave() == b"goodbye\r\n"
    open_request = asked()
    assert open_request.end(Ending.normal(Outcome(18, 18))) == b"8@6 stop\r\n"


def test_an_answer_to_a_request_that_has_ended_answers_nothing() -> None:
    client = asked()
    assert client.hear(b"@6 move 1\r\n@6 yield\r\n@6 move 2\r\n") == Choice(Move(0))
    client.ask(START, 5000)
    assert client.hear(b"@6 move 3\r\n@6 yield\r\n") is None
    assert client.hear(Silence.TIME) is None
    assert client.hear(b"@10 move 4\r\n@10 yield\r\n") == Choice(Move(3))


def test_a_move_without_a_reference_is_an_error() -> None:
    reply = asked().hear(b"5 move 4\r\n")
    assert reply == b'8@5 error "a move needs the number of its state: @N move"\r\n'


@pytest.mark.parametrize(
    ("said", "comment"),
    [
        ('set "info:comment" "depth 12"', "depth 12"),
        ("set info:comment fine", "fine"),
        (r'set info:comment "say \"so\", \\ or\nnot"', 'say "so", \\ or not'),
        ('set info:comment "\x1b[31mred\x07"', "[31mred"),
        ('set info:comment "one"\r\nset info:comment "two"', "two"),
        ('set info:name "Minmax"', ""),
        ('set "info:comment"', ""),
        ("set", ""),
        ("x" * 100, ""),
    ],
)
def test_a_comment_belongs_to_the_next_move(said: str, comment: str) -> None:
    client = asked()
    client.hear(f"{said}\r\n".encode())
    client.hear(b"@6 move 4\r\n")
    client.hear(b'set info:comment "too late"\r\n')
    assert client.hear(b"@6 yield\r\n") == Choice(Move(3), comment=comment)


def test_lines_may_come_in_pieces_and_end_in_a_line_feed_alone() -> None:
    client = asked()
    assert all(client.hear(bytes([byte])) is None for byte in b"5@6 move 4\n  7@6   yield ")
    assert client.hear(b"\n") == Choice(Move(3))


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("9 sing a song", '8@9 error "sing a song is unknown here"'),
        ("sing", '8 error "sing is unknown here"'),
        ('9 sing "a \\ b"', '8@9 error "sing \\"a \\\\ b\\" is unknown here"'),
        ("9 mode simple", '8@9 error "freeplay is the mode that is played here"'),
        ("?!", '8 error "?! is no command"'),
        ("9 ping", "8@9 pong"),
        ("9@6 move", '8@9 error "move is unknown here"'),
    ],
)
def test_what_is_not_understood_is_answered_and_the_session_goes_on(said: str, answer: str) -> None:
    client = asked()
    assert client.hear(f"{said}\r\n".encode()) == f"{answer}\r\n".encode()
    assert client.hear(b"@6 move 1\r\n@6 yield\r\n") == Choice(Move(0))


@pytest.mark.parametrize("said", ["error", '9@6 error "no"', "ok", "pong", "goodbye", "", "  "])
def test_what_needs_no_answer(said: str) -> None:
    assert asked().hear(f"{said}\r\n".encode()) is None


@pytest.mark.parametrize("mode", ["mode freeplay", 'mode "freeplay"', '7 mode "freeplay" '])
def test_ready_once_it_has_said_its_mode(mode: str) -> None:
    client = KgpDialogue()
    client.greet()
    assert client.hear(b'set "info:name" "A"\r\n') is None
    assert client.hear(f"{mode}\r\n".encode()) is READY


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        (
            b"@6 yield\n",
            "yielded without a move; with `silent: random` a random move would have been played for"
            " it",
        ),
        (b"@6 move 7\n@6 yield\n", "moved '7'; a move is one of 1, 2, 3, 4, 5, 6"),
        (b"@6 move 0\n@6 yield\n", "moved '0'; a move is one of 1, 2, 3, 4, 5, 6"),
        (b"@6 move 1\n@6 move x\n@6 yield\n", "moved 'x'; a move is one of 1, 2, 3, 4, 5, 6"),
    ],
)
def test_a_move_that_is_none(said: bytes, sentence: str) -> None:
    fault = fault_of(asked(silent="forfeit"), said)
    assert (fault.kind, str(fault)) == (Termination.UNREADABLE, sentence)


@pytest.mark.slow
def test_floods() -> None:
    line = fault_of(asked(), b"x" * (LONGEST_LINE + 1))
    assert str(line) == "wrote more than 16384 bytes without a newline"
    client = asked()
    part = b"set info:comment x\n" * 1000
    for _ in range(MOST_OUTPUT // len(part)):
        assert client.hear(part) is None
    assert fault_of(client, part).kind is Termination.TOO_MUCH_OUTPUT


def test_last_words() -> None:
    client = asked()
    assert client.last_words() == "it last said '1 mode freeplay'"
    client.hear(b"@6 mo")
    assert client.last_words() == "it wrote '@6 mo' with no newline"
    client.greet()
    assert client.last_words() == "it said nothing"


def test_how_long_a_client_lives() -> None:
    assert KgpDialogue().lifetime is Lifetime.GAME
    assert KgpDialogue(KgpProtocol(reuse=True)).lifetime is Lifetime.GAMES
