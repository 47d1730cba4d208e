"""Console programs whose boards differ from the referee's, and how their games end."""

from __future__ import annotations

from typing import Any

import pytest

from owari.games.game import Move, Opening, Outcome, Side
from owari.games.mancala import OWARI
from owari.players.player import Choice, Fault
from owari.programs.dialogues.console.console_dialogue import PATIENCE, ConsoleDialogue
from owari.programs.dialogues.console.console_protocol import ConsoleProtocol
from owari.programs.dialogues.dialogue import READY
from owari.programs.transports.program_output import Silence
from owari.records.record import Ending, Termination
from tests.programs.test_console_dialogue import (
    AFTER_4,
    CLOSED,
    QUIET,
    WAITING,
    Screen,
    ready,
    rows,
)

WRONG = rows((3, 3, 3, 3, 0, 4, 0, 5, 3, 3, 3, 3, 3, 0))
REMARK = "its board differs from the referee's"
PATTERN = r"^board {}$".format(r"\D".join([r"(\d+)"] * 14))


def test_a_remark_when_its_board_differs() -> None:
    screen = ready()
    assert screen.shows(f"Computer plays 4\n{WRONG}", WAITING) == Choice(Move(4), comment=REMARK)


@pytest.mark.parametrize(
    ("said", "description"),
    [
        (f"Computer plays 4\n{WRONG}", {"board": "none"}),
        (f"Computer plays 4\n{AFTER_4}", {}),
        (f"{rows((3,) * 6 + (0,) + (3,) * 6 + (0,))}Computer plays 4\n", {}),
        ("Computer plays 4\nScore: 0 1\n", {}),
    ],
)
def test_no_remark(said: str, description: dict[str, str]) -> None:
    assert ready(**description).shows(said, WAITING) == Choice(Move(4))


def test_once_its_style_is_known_other_readings_are_no_boards() -> None:
    screen = ready()
    screen.plays(4, f"Computer plays 4\n{AFTER_4}", WAITING)
    screen.played(7)
    screen.is_asked()
    # read upside down this would be the board after South 0
    after = rows(screen.position.play(Move(0)).turned().cells)
    assert screen.shows(f"Computer plays 1\n{after}", WAITING).move == Move(1)


def played_thrice(seat: Side = Side.SOUTH, **description: Any) -> Screen:
    """A program that has drawn our board so often that its drawing is known."""
    screen = Screen(seat, seat, start_first=("y",), **description)
    assert screen.shows("Do I begin? ", WAITING) is READY
    screen.is_asked()
    for own, other in ((4, 11), (3, 10), (5, 12)):
        if seat is Side.NORTH:
            own, other = other, own
        draws(screen, own)
        screen.played(other)
        screen.is_asked()
    return screen


def draws(screen: Screen, pit: int) -> None:
    after = screen.position.play(Move(pit))
    after = after if screen.position.turn is Side.SOUTH else after.turned()
    said = pit if screen.position.turn is Side.SOUTH else pit - 7
    screen.plays(pit, f"Computer plays {said}\n{rows(after.cells)}Your pit: ", WAITING)


def wrong_board(screen: Screen, pit: int) -> str:
    """What a program draws that drops the last stone of its sowing."""
    after = screen.position.play(Move(pit))
    cells = list((after if screen.position.turn is Side.SOUTH else after.turned()).cells)
    cells[2] -= 1
    return rows(cells)


@pytest.mark.parametrize(
    ("seat", "pit", "says", "sentence"),
    [
        (
            Side.SOUTH,
            0,
            0,
            "shows 4 in pit 2 after its move 0, where the rules give 5",
        ),
        (
            Side.NORTH,
            7,
            0,
            "shows 4 in pit 2 (9 on the referee's board) after its move 0, where the rules give 5",
        ),
    ],
)
def test_a_board_that_is_known_and_differs_is_a_fault(
    seat: Side, pit: int, says: int, sentence: str
) -> None:
    screen = played_thrice(seat)
    with pytest.raises(Fault) as caught:
        screen.shows(f"Computer plays {says}\n{wrong_board(screen, pit)}Your pit: ", WAITING)
    assert caught.value.kind is Termination.BOARD_DIFFERS
    assert str(caught.value) == sentence
    screen = played_thrice(seat, board="remark")
    choice = screen.shows(f"Computer plays {says}\n{wrong_board(screen, pit)}> ", WAITING)
    assert choice == Choice(Move(pit), comment=f"{REMARK}: it {sentence}")
    screen = played_thrice(seat, board="none")
    choice = screen.shows(f"Computer plays {says}\n{wrong_board(screen, pit)}> ", WAITING)
    assert choice == Choice(Move(pit))


def test_a_program_that_only_draws_and_draws_what_no_move_leads_to() -> None:
    screen = played_thrice()
    assert screen.shows(f"{wrong_board(screen, 0)}Your pit: ") is None
    for _ in range(PATIENCE):
        assert screen.shows(WAITING) is None
    with pytest.raises(Fault) as caught:
        screen.shows(WAITING)
    assert caught.value.kind is Termination.BOARD_DIFFERS
    assert str(caught.value) == (
        "draws a board that no move leads to; at best it shows 4 in pit 2 after its move 0,"
        " where the rules give 5"
    )


def test_a_board_in_a_style_that_was_hardly_seen_is_only_remarked() -> None:
    screen = ready()
    draws(screen, 4)
    screen.played(11)
    screen.is_asked()
    choice = screen.shows(f"Computer plays 3\n{wrong_board(screen, 3)}Your pit: ", WAITING)
    assert choice.comment.startswith(f"{REMARK}: it shows ")


def test_a_table_of_other_numbers_is_no_certain_board() -> None:
    table = "  11 14 9 0 12 17\n0      1\n  20 21 22 24 19 23\n"
    choice = played_thrice().shows(f"Computer plays 0\nValues:\n{table}> ", WAITING)
    assert choice.move == Move(0)
    assert choice.comment.startswith(f"{REMARK}: it shows 20 in pit 0 after its move 0")


@pytest.mark.parametrize("words", ["Moves so far:", "Nodes", "Values ->"])
def test_other_numbers_below_a_board_are_no_row_of_it(words: str) -> None:
    """Though they are almost those of a row, and as many."""
    screen = played_thrice()
    after = screen.position.play(Move(0)).cells
    numbers = " ".join(map(str, (*after[:4], 9, 9)))
    said = f"Computer plays 0\n{rows(after)}{words} {numbers}\n> "
    assert screen.shows(said, WAITING) == Choice(Move(0))


def test_no_difference_where_one_of_its_boards_is_ours() -> None:
    screen = played_thrice()
    thought = wrong_board(screen, 0)
    after = rows(screen.position.play(Move(0)).cells)
    assert screen.shows(f"{thought}Computer plays 0\n{after}> ", WAITING) == Choice(Move(0))


def test_a_board_by_a_pattern_is_held_against_the_referees() -> None:
    good = "3,3,3,3,0,4,1,4,3,3,3,3,3,0"
    bad = "3,3,3,3,0,4,0,5,3,3,3,3,3,0"
    assert ready(board=PATTERN).shows(f"Computer plays 4\nboard {good}\n", WAITING) == Choice(
        Move(4)
    )
    with pytest.raises(Fault) as caught:
        ready(board=PATTERN).shows(f"Computer plays 4\nboard {bad}\n", WAITING)
    assert caught.value.kind is Termination.BOARD_DIFFERS
    assert str(caught.value) == (
        f"shows the board {bad} after its move 4, where the rules give {good}"
    )


@pytest.mark.parametrize("word", ["x", "9" * 5000])
def test_a_board_by_a_pattern_that_finds_no_numbers(word: str) -> None:
    any_words = r"board " + ",".join([r"(\S+?)"] * 13) + r",(\S*)"
    said = f"Computer plays 4\nboard {'3,' * 13}{word}\n"
    with pytest.raises(Fault, match="after its move 4, where the rules give 3,3,3,3,0"):
        ready(board=any_words).shows(said, WAITING)


def test_a_last_board_may_be_swept() -> None:
    screen = ready(board=PATTERN)
    screen.position = OWARI.parse_position("0,0,0,0,0,1,17,1,2,0,0,0,0,15 S")
    screen.dialogue.observe(Side.NORTH, Move(7), screen.position)
    swept = "0,0,0,0,0,0,18,0,0,0,0,0,0,18"
    assert screen.shows(f"Computer plays 5\nboard {swept}\n", CLOSED) == Choice(Move(5))


@pytest.mark.parametrize(
    ("position", "stops"),
    [
        ("1,0,0,0,0,0,19,1,2,0,0,0,0,13 S", True),
        ("1,0,0,0,0,0,13,1,2,0,0,0,0,19 S", True),
        ("1,0,0,0,0,0,18,1,2,0,0,0,0,14 S", False),
    ],
)
def test_it_may_leave_once_the_game_is_decided(position: str, stops: bool) -> None:
    screen = ready()
    screen.position = OWARI.parse_position(position)
    screen.dialogue.observe(Side.NORTH, Move(7), screen.position)
    assert screen.shows("Bye\n", CLOSED) is None
    if not stops:
        assert screen.dialogue.left(orderly=True) is None
        return
    with pytest.raises(Fault) as caught:
        screen.dialogue.left(orderly=True)
    assert caught.value.kind is Termination.STOPPED_EARLY


@pytest.mark.parametrize(
    ("said", "orderly"), [("", False), ("Traceback: IndexError\n", False), ("Error!\n", True)]
)
@pytest.mark.parametrize(
    "position", ["1,0,0,0,0,0,19,1,2,0,0,0,0,13 S", "1,0,0,0,0,0,19,0,0,0,0,0,2,14 S"]
)
def test_one_that_crashes_when_the_game_is_decided_has_not_stopped(
    position: str, said: str, orderly: bool
) -> None:
    """Though a turn may end the game that it has not shown."""
    screen = ready()
    screen.position = OWARI.parse_position(position)
    screen.dialogue.observe(Side.NORTH, Move(7), screen.position)
    assert screen.shows(said, CLOSED) is None
    assert screen.dialogue.left(orderly=orderly) is None


OVER = [
    "Game over!",
    "The game has ended.",
    "SOUTH wins",
    "You lost.",
    "It's a draw",
    "Do you want to play again (y/n)? ",
    "Final score: 19 to 13",
]


@pytest.mark.parametrize("said", OVER)
@pytest.mark.parametrize("silence", [WAITING, QUIET])
def test_it_may_say_that_the_game_is_over_once_it_is_decided(said: str, silence: Silence) -> None:
    screen = ready()
    screen.position = OWARI.parse_position("1,0,0,0,0,0,19,1,2,0,0,0,0,13 S")
    screen.dialogue.observe(Side.NORTH, Move(7), screen.position)
    assert screen.shows(said) is None
    kinds = []
    for _ in range(PATIENCE + 1):
        try:
            screen.shows(silence)
        except Fault as fault:
            kinds.append(fault.kind)
            break
    assert kinds == [Termination.STOPPED_EARLY]


def test_it_may_not_say_that_the_game_is_over_when_it_is_not() -> None:
    screen = ready()
    assert screen.shows("I won. Again? ", *[WAITING] * PATIENCE) is None
    with pytest.raises(Fault) as caught:
        screen.shows(WAITING)
    assert caught.value.kind is Termination.UNREADABLE
    assert str(caught.value) == (
        "says that the game is over, but it is not; it last said 'I won. Again?'"
    )


def test_it_may_not_leave_as_if_the_game_were_over() -> None:
    screen = ready()
    with pytest.raises(Fault) as caught:
        screen.shows("SOUTH wins\n", CLOSED)
    assert caught.value.kind is Termination.CRASHED
    assert str(caught.value) == (
        "left as if the game were over, but it is not; it last said 'SOUTH wins'"
    )


def test_words_of_winning_while_it_thinks_end_nothing() -> None:
    screen = ready()
    assert screen.shows("I think that I won", QUIET) is None
    screen.plays(4, "'t lose.\nComputer plays 4\n", QUIET)


def test_it_may_not_leave_where_the_description_says_so() -> None:
    screen = ready(stops_early=False)
    screen.position = OWARI.parse_position("1,0,0,0,0,0,19,1,2,0,0,0,0,13 S")
    screen.dialogue.observe(Side.NORTH, Move(7), screen.position)
    assert screen.shows("Bye\n", CLOSED) is None
    assert screen.dialogue.left(orderly=True) is None


def test_the_last_move_is_typed_when_the_game_is_over() -> None:
    screen = Screen(first=Side.NORTH)
    assert screen.shows("Your pit: ", WAITING) is READY
    screen.played(11)
    assert screen.dialogue.end(Ending.normal(Outcome(18, 18))) == b"11\n"
    assert screen.dialogue.leave() == b""


def test_games_that_it_cannot_begin() -> None:
    dialogue = ConsoleDialogue(ConsoleProtocol(start_first=None))
    with pytest.raises(Fault, match=r"^cannot move first, as its description says$") as caught:
        dialogue.begin(OWARI.start(), Side.SOUTH)
    assert caught.value.kind is Termination.DID_NOT_START
    later = OWARI.parse_position("3,3,3,3,0,4,1,4,3,3,3,3,3,0 S")
    with pytest.raises(Fault, match=r"^can only play from the start of a game$") as caught:
        ConsoleProtocol.spec.check_start(Opening(later))
    assert caught.value.kind is Termination.DID_NOT_START
