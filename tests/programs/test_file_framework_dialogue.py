"""What is written into the file of a state, and what is made of what comes back."""

from __future__ import annotations

import pytest

from owari.games.game import Move, Side
from owari.games.mancala import OWARI
from owari.games.othello import FREE_OTHELLO, OTHELLO, OthelloPosition
from owari.players.player import Choice, Fault
from owari.programs.dialogues.dialogue import Lifetime
from owari.programs.dialogues.file_framework import MOST, FilesDialogue, FilesProtocol, state_text
from owari.programs.transports.program_output import Silence
from owari.records.record import Termination

SMALL = OTHELLO.resized(4)


def asked(position: OthelloPosition = OTHELLO.start()) -> FilesDialogue:  # noqa: B008
    player = FilesDialogue()
    assert player.lifetime is Lifetime.MOVE
    assert player.begin(position, Side.SOUTH) == b""
    assert player.arguments(position, Side.SOUTH) == ("state", "action")
    assert player.ask(position, 1000) == state_text(position).encode()
    return player


def test_a_state_on_black_s_turn() -> None:
    assert state_text(SMALL.start()) == (
        "1\n0 0 0 0\n0 2 1 0\n0 1 2 0\n0 0 0 0\n4\n0 1\n1 0\n2 3\n3 2\n"
    )


def test_a_state_on_white_s_turn_in_either_seat() -> None:
    for first in Side:
        position = SMALL.start(first).play(SMALL.parse_move("b1"))
        text = "2\n0 1 0 0\n0 1 1 0\n0 1 2 0\n0 0 0 0\n3\n0 0\n0 2\n2 0\n"
        assert state_text(position) == text


def test_a_state_of_the_classroom_game_has_its_own_legal_moves() -> None:
    lines = state_text(FREE_OTHELLO.resized(4).start()).splitlines()
    assert lines[5:7] == ["12", "0 0"]
    assert len(lines) == 1 + 4 + 1 + 12


@pytest.mark.parametrize("end", [Silence.CLOSED, Silence.TIME])
@pytest.mark.parametrize(
    "written",
    [b"2 3", b"2 3\n", b"4 5\n2 3\n", b"4 5 2 3\r\n", b"\t2\n3\n", b"4 5\n2 3\n1", b"02 03\n",
     b"2 3\nx y\n", b"2 3\n4 x\n", b"2 3\n4 5,", b"2 3\n-1 4\n", b"2 3\n\xff\xfe"],
)  # fmt: skip
def test_the_last_whole_pair_counts(written: bytes, end: Silence) -> None:
    player = asked()
    assert player.hear(written) is None
    assert player.hear(end) == Choice(Move(2 * 8 + 3))


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        (b"8 0\n", "wrote '8 0' to action; a move is a row and a column, each from 0 to 7"),
        (b"2 3\n0 99999999999999999999\n", "wrote '0 99999999999999999999' to action"),
        (b"corner", "wrote 'corner' to action, which begins with no pair"),
        (b"2", "wrote '2' to action, which begins with no pair"),
        (b"(2, 3)", "wrote '(2, 3)' to action"),
        ("² ³".encode(), "which begins with no pair"),
    ],
)
def test_what_is_no_move(written: bytes, sentence: str) -> None:
    player = asked()
    assert player.hear(written) is None
    with pytest.raises(Fault) as caught:
        player.hear(Silence.CLOSED)
    assert caught.value.kind is Termination.UNREADABLE
    assert sentence in str(caught.value)


def test_nothing_at_all() -> None:
    player = asked()
    assert player.hear(Silence.CLOSED) is None
    assert player.last_words() == "it wrote nothing to action"


def test_half_a_pair_when_its_time_is_over() -> None:
    player = asked()
    assert player.hear(b"2 ") is None
    assert player.hear(Silence.TIME) is None
    assert player.last_words() == "it wrote '2' to action"


def test_what_it_wrote_for_one_move_is_no_answer_for_the_next() -> None:
    player = asked()
    player.hear(b"2 3\n")
    player.ask(OTHELLO.start(), 1000)
    assert player.hear(Silence.CLOSED) is None


@pytest.mark.parametrize("end", [Silence.CLOSED, Silence.TIME])
@pytest.mark.parametrize(
    "last", [b"2 3\n", b"2 3", b"2 3\n4", b"2 3\n4 ", b"\t2  3 \r\n", b"2 3\nno more\n"]
)
def test_of_a_large_file_the_end_is_heard(last: bytes, end: Silence) -> None:
    player = asked()
    written = b"4 5\n" * MOST + last
    assert player.hear(written[-MOST - 1 :]) is None
    assert player.hear(end) == Choice(Move(2 * 8 + 3))


@pytest.mark.parametrize("written", [b"2 3 ", b"23\n", b"2\n3\n", b"corner "])
def test_a_large_file_whose_end_holds_no_pair(written: bytes) -> None:
    player = asked()
    assert player.hear((written * MOST)[-MOST - 1 :]) is None
    with pytest.raises(Fault) as caught:
        player.hear(Silence.TIME)
    assert caught.value.kind is Termination.TOO_MUCH_OUTPUT
    assert "no pair on a line of its own" in str(caught.value)


@pytest.mark.parametrize(
    ("written", "has_left", "square"),
    [
        (b"2 3\n4 1", False, (2, 3)),  # of 4 12, it may be
        (b"2 3\n4 1", True, (4, 1)),
        (b"2 3\n4 1\n", False, (4, 1)),
        (b"4 12", False, (4, 12)),  # there is no other
    ],
)
def test_a_pair_that_is_being_written_where_columns_have_two_digits(
    written: bytes, has_left: bool, square: tuple[int, ...]
) -> None:
    player = asked(OTHELLO.resized(16).start())
    assert player.hear(written) is None
    row, column = square
    end = Silence.CLOSED if has_left else Silence.TIME
    assert player.hear(end) == Choice(Move(row * 16 + column))


def test_what_can_be_played() -> None:
    unfit = FilesProtocol.spec.unfit
    assert unfit(OTHELLO.resized(16)) == unfit(FREE_OTHELLO) == ""
    assert "not for owari" in unfit(OWARI)
