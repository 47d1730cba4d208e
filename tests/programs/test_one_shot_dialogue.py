"""One-shot programs as transcripts: what each format is given, and what is made of the answers."""

from __future__ import annotations

from typing import Any

import pytest

from owari.games.catalog import find_game
from owari.games.game import Move, Side
from owari.games.mancala import OWARI
from owari.players.player import Choice, Fault
from owari.programs.dialogues import templates
from owari.programs.dialogues.one_shot import FORMATS, MOST_OUTPUT, OneShotDialogue, OneShotProtocol
from owari.programs.dialogues.templates import places
from owari.programs.transports.program_output import Silence
from owari.records.record import Termination

AFTER_4 = OWARI.start().play(Move(4))  # 3,3,3,3,0,4,1,4,3,3,3,3,3,0 N
EVERYTHING = "|".join(f"{name}={{{name}}}" for name in places(OWARI))


def asked(
    protocol: OneShotProtocol = FORMATS["position"], side: Side = Side.NORTH
) -> tuple[OneShotDialogue, str]:
    """The dialogue of a program that plays the second move as North, or the first of that position
    as North, and what it is given."""
    dialogue = OneShotDialogue(protocol)
    dialogue.begin(OWARI.start(), side)
    return dialogue, dialogue.ask(AFTER_4, 4900).decode()


def test_our_own_position() -> None:
    _, given = asked()
    assert given == "3,3,3,3,0,4,1,4,3,3,3,3,3,0 N\n"


def test_the_kgp_bridge() -> None:
    dialogue, given = asked(FORMATS["kgp-bridge"])
    assert given == "6 0 1 4 3 3 3 3 3 3 3 3 3 0 4\n"
    assert dialogue.hear(b"0 1 5\n") is None
    assert dialogue.hear(Silence.CLOSED) == Choice(Move(12))


@pytest.mark.parametrize(
    ("side", "order", "given", "pit"),
    [
        (Side.NORTH, "2", "3 3 3 3 0 4 1 4 3 3 3 3 3 0\n", 8),
        (Side.SOUTH, "1", "3 3 3 3 0 4 1 4 3 3 3 3 3 0\n", 1),
    ],
)
def test_the_contest_kit(side: Side, order: str, given: str, pit: int) -> None:
    dialogue = OneShotDialogue(FORMATS["contest-kit"])
    assert dialogue.arguments(OWARI.start(), side) == (order,)
    assert dialogue.ask(AFTER_4, 4900).decode() == given
    assert dialogue.hear(b"2") is None
    assert dialogue.hear(b"\n3\n") == Choice(Move(pit))


def test_in_the_contest_kit_the_first_to_move_is_south() -> None:
    dialogue = OneShotDialogue(FORMATS["contest-kit"])
    assert dialogue.arguments(OWARI.start(Side.NORTH), Side.NORTH) == ("1",)
    after = OWARI.start(Side.NORTH).play(Move(7)).play(Move(0))
    assert dialogue.ask(after, 4900).decode() == "0 4 4 4 3 3 0 0 4 4 4 3 3 0\n"
    assert dialogue.hear(b"2\n") == Choice(Move(8))


def test_all_that_a_template_can_hold() -> None:
    _, given = asked(OneShotProtocol(input=EVERYTHING, numbering="letters"))
    assert given == (
        "position=3,3,3,3,0,4,1,4,3,3,3,3,3,0 N|pits=3 3 3 3 0 4 1 4 3 3 3 3 3 0|size=6"
        "|own=4 3 3 3 3 3|other=3 3 3 3 0 4|own_goal=0|other_goal=1|side=north|order=2"
        "|legal=A B C D E F|time=4900"
    )


def test_one_that_is_always_south() -> None:
    protocol = OneShotProtocol(input=EVERYTHING, seat="south")
    dialogue, given = asked(protocol)
    assert given == (
        "position=4,3,3,3,3,3,0,3,3,3,3,0,4,1 S|pits=4 3 3 3 3 3 0 3 3 3 3 0 4 1|size=6"
        "|own=4 3 3 3 3 3|other=3 3 3 3 0 4|own_goal=0|other_goal=1|side=south|order=2"
        "|legal=0 1 2 3 4 5|time=4900"
    )
    dialogue.hear(b"4\n")
    assert dialogue.hear(Silence.CLOSED) == Choice(Move(11))


def test_arguments_are_those_of_the_move() -> None:
    protocol = OneShotProtocol(arguments=("--board={pits}", "{{x}}", "{time}"), input="")
    dialogue, given = asked(protocol)
    assert given == ""
    assert dialogue.arguments(AFTER_4, Side.NORTH) == (
        "--board=3 3 3 3 0 4 1 4 3 3 3 3 3 0",
        "{x}",
        "4900",
    )


@pytest.mark.parametrize(
    ("said", "pit"), [("8\n", 8), ("8", 8), ("7 9\n8", 8), ("7\r\n8\r\n", 8), ("I play 8", 8)]
)
@pytest.mark.parametrize("silence", [Silence.CLOSED, Silence.TIME])
def test_the_last_word_counts(said: str, pit: int, silence: Silence) -> None:
    dialogue, _ = asked()
    assert dialogue.hear(said.encode()) is None
    assert dialogue.hear(silence) == Choice(Move(pit))


def test_an_expression_of_the_answer() -> None:
    dialogue, _ = asked(OneShotProtocol(answer=r"^move (\w)$", numbering="letters"))
    dialogue.hear(b"thinking\nmove a\nmove b\ndone\n")
    assert dialogue.hear(Silence.CLOSED) == Choice(Move(8))


def test_the_first_of_its_moves_counts_once_its_line_is_finished() -> None:
    dialogue, _ = asked(OneShotProtocol(counts="first"))
    assert dialogue.hear(b"8") is None
    assert dialogue.hear(Silence.TIME) is None
    assert dialogue.hear(b"\n9\n") == Choice(Move(8))


@pytest.mark.parametrize("silence", [Silence.CLOSED, Silence.TIME])
def test_no_answer(silence: Silence) -> None:
    dialogue, _ = asked()
    assert dialogue.hear(silence) is None
    assert dialogue.last_words() == "it wrote no answer"


def test_an_unreadable_answer() -> None:
    dialogue, _ = asked(FORMATS["kgp-bridge"])
    dialogue.hear(b"1 no")
    with pytest.raises(Fault) as caught:
        dialogue.hear(Silence.CLOSED)
    assert caught.value.kind is Termination.UNREADABLE
    assert str(caught.value) == "answered 'no'; an answer is one of 0, 1, 2, 3, 4, 5"
    assert dialogue.last_words() == "it wrote '1 no'"


def test_too_much_output() -> None:
    dialogue, _ = asked()
    with pytest.raises(Fault) as caught:
        dialogue.hear(b"x" * (MOST_OUTPUT + 1))
    assert caught.value.kind is Termination.TOO_MUCH_OUTPUT


@pytest.mark.parametrize(
    ("template", "complaint"),
    [
        ("{cells}", "{cells} is none of {position}, {pits}"),
        ("{}", "{} is none of"),
        ("{pits.count}", "{pits.count} is none of"),
        ("{pits!r}", "{pits} is none of"),
        ("{pits:>9}", "{pits} is none of"),
        ("{pits", "a brace is open or alone"),
        ("}", "a brace is open or alone"),
    ],
)
def test_a_template_that_cannot_be_filled_in(template: str, complaint: str) -> None:
    with pytest.raises(ValueError, match="^" + complaint.replace("{", r"\{").replace(".", r"\.")):
        templates.check(template, places(OWARI))


def on_squares(
    protocol: OneShotProtocol, side: Side = Side.SOUTH, name: str = "othello:4"
) -> tuple[OneShotDialogue, Any, str]:
    dialogue = OneShotDialogue(protocol)
    position = find_game(name).start()
    told = dialogue.begin(position, side).decode()
    return dialogue, position, told


@pytest.mark.parametrize(("side", "colour"), [(Side.SOUTH, 0), (Side.NORTH, 1)])
def test_codingame(side: Side, colour: int) -> None:
    dialogue, position, told = on_squares(FORMATS["codingame"], side)
    assert told == f"{colour}\n4\n"
    if side is Side.NORTH:
        position = position.play(position.rules.parse_move("b1"))
        rows, moves = ".0..\n.00.\n.01.\n....\n", "3\na1\nc1\na3\n"
    else:
        rows, moves = "....\n.10.\n.01.\n....\n", "4\nb1\na2\nd3\nc4\n"
    assert dialogue.ask(position, 5000).decode() == rows + moves
    move = moves.split()[1]
    assert dialogue.hear(f"{move} MSG so far so good a3\n".encode()) == Choice(
        position.rules.parse_move(move)
    )


def test_places_of_squares() -> None:
    everything = "|".join(f"{name}={{{name}}}" for name in places(find_game("othello:4")))
    dialogue, position, _ = on_squares(OneShotProtocol(input=everything), Side.NORTH)
    position = position.play(position.rules.parse_move("b1"))
    told = dict(part.split("=") for part in dialogue.ask(position, 4900).decode().split("|"))
    assert told == {
        "position": "-X---XX--XO----- O",
        "squares": "-X---XX--XO-----",
        "board": "-X--\n-XX-\n-XO-\n----",
        "spaced": "- X - -\n- X X -\n- X O -\n- - - -",
        "size": "4",
        "colour": "white",
        "id": "1",
        "own": "1",
        "other": "4",
        "count": "3",
        "moves": "a1\nc1\na3",
        "side": "north",
        "order": "2",
        "legal": "a1 c1 a3",
        "time": "4900",
    }


@pytest.mark.parametrize(
    ("numbering", "said", "move"),
    [
        ("board", "B1\n", "b1"),
        ("row-column", "1 2\n", "b1"),
        ("row-column", "(2, 1)\n1, 2\n", "b1"),
        ("row-column", "1-2\n", "b1"),
        ("row-column", "1 - 2\n", "b1"),
        ("row-column-0", "0 1\n", "b1"),
    ],
)
def test_answers_that_are_squares(numbering: str, said: str, move: str) -> None:
    dialogue, position, _ = on_squares(OneShotProtocol(numbering=numbering))
    dialogue.ask(position, 5000)
    assert dialogue.hear(said.encode()) is None  # it may be bettered
    assert dialogue.hear(Silence.CLOSED) == Choice(position.rules.parse_move(move))


@pytest.mark.parametrize("said", ["-1 2", "2 -1", "(1, -2)", "-2,1", "2,-3", "12"])
def test_a_minus_is_not_left_out(said: str) -> None:
    dialogue, position, _ = on_squares(OneShotProtocol(numbering="row-column"))
    dialogue.ask(position, 5000)
    assert dialogue.hear(f"{said}\n".encode()) is None
    assert dialogue.hear(Silence.CLOSED) is None


def test_an_answer_that_is_no_square() -> None:
    dialogue, position, _ = on_squares(FORMATS["codingame"], name="othello")
    dialogue.ask(position, 5000)
    with pytest.raises(Fault, match="answered 'i9'; an answer is one of a1 to h8"):
        dialogue.hear(b"i9\n")


def test_the_colour_in_the_midst_of_a_game() -> None:
    """It is Black who has begun, whoever is to move."""
    dialogue = OneShotDialogue(FORMATS["codingame"])
    rules = find_game("othello:4")
    position = rules.parse_position("-X---XX--XO----- O")
    assert dialogue.begin(position, position.turn) == b"1\n4\n"
