"""Console programs that play on squares, as transcripts: what a person would type, and what the
screen tells."""

from __future__ import annotations

from typing import Any

import pytest

from owari.games.game import PASS, Move, Opening, Side
from owari.games.othello import OTHELLO, OthelloPosition, OthelloRules
from owari.players.player import Choice, Fault
from owari.programs.dialogues.console.console_dialogue import PATIENCE, ConsoleDialogue
from owari.programs.dialogues.console.console_protocol import ConsoleProtocol
from owari.programs.dialogues.dialogue import READY, Ready
from owari.programs.transports.program_output import Silence
from owari.records.record import Termination

WAITING = Silence.WAITING


class Screen:
    """A game in which the program is South, and Black where it moves first."""

    def __init__(
        self, first: Side = Side.NORTH, rules: OthelloRules = OTHELLO, **description: Any
    ) -> None:
        self.dialogue = ConsoleDialogue(ConsoleProtocol(**description))
        self.position: OthelloPosition = rules.start(first)
        self.dialogue.begin(self.position, Side.SOUTH)

    def shows(self, text: str) -> bytes | Choice | Ready | None:
        assert self.dialogue.hear(text.encode()) is None
        return self.dialogue.hear(WAITING)

    def is_asked(self) -> str:
        typed = self.dialogue.ask(self.position, 5000)
        assert isinstance(typed, bytes)
        return typed.decode()

    def played(self, name: str) -> None:
        move = self.position.rules.parse_move(name)
        side, self.position = self.position.turn, self.position.play(move)
        self.dialogue.observe(side, move, self.position)

    def understands(self, text: str, name: str) -> None:
        """The program's move in the text is that."""
        reply = self.shows(text)
        assert isinstance(reply, Choice), self.dialogue.last_words()
        assert self.position.rules.cell_name(reply.move) == name
        assert not reply.comment

    def put(self, position: str) -> None:
        """The game goes on from there."""
        self.position = self.position.rules.parse_position(position)
        self.dialogue.observe(Side.SOUTH, PASS, self.position)


def answering(first: str = "f5", **description: Any) -> Screen:
    """The person has played, as it is typed; the program is to answer."""
    screen = Screen(**description)
    assert screen.shows("Your move: ") is READY
    screen.played(first)
    screen.is_asked()
    return screen


def drawn(
    position: OthelloPosition, marks: str = "XO.", row: str = "{n} {cells}", between: str = " "
) -> str:
    size = position.rules.size
    squares = str(position)[: size**2].translate(str.maketrans("XO-", marks))
    rows = [squares[start : start + size] for start in range(0, size**2, size)]
    return "".join(
        row.format(n=n, cells=between.join(cells)) + "\n" for n, cells in enumerate(rows, 1)
    )


@pytest.mark.parametrize(
    ("description", "typed"),
    [
        ({}, "c4\n"),
        ({"numbering": "row-column"}, "4 3\n"),
        ({"numbering": "row-column-0"}, "3 2\n"),
        ({"types": ("{SQUARE}",)}, "C4\n"),
        ({"types": ("{column},{row}",)}, "3,4\n"),
        ({"types": ("{letter} {row0}",)}, "c 3\n"),
    ],
)
def test_what_is_typed_for_a_square(
    description: dict[str, str | tuple[str, ...]], typed: str
) -> None:
    screen = Screen(**description)
    assert screen.shows("Your move: ") is READY
    screen.played("c4")
    assert screen.is_asked() == typed


def test_two_prompts_are_answered_one_after_the_other() -> None:
    screen = Screen(numbering="row-column", types=("{row}", "{column}"))
    assert screen.shows("Row: ") is READY
    screen.played("c4")
    assert screen.is_asked() == "4\n"
    assert screen.shows("Column: ") == b"3\n"
    screen.understands("I move to (3, 3)\nRow: ", "c3")


@pytest.mark.parametrize(
    "said",
    [
        "Computer plays f6",
        "Computer plays F6.",
        "My move is f6 and it turns 1 disc",
        "I place a disc on f6",
        "White (computer) moves to f6, flipping 1 discs.",
        "You played f5.\nI play f6.",
        "Computer: f6",
        "bot> f6",
        "f6",
        "Score 3 - 3\nThe computer chose square f6 after 1.5 s, depth 4, 1234 nodes",
        "Thinking... trying d6... trying f4...\nComputer moves (f,6)",
        "Legal moves: d6 f4 f6\nComputer puts its disc at f6",
        "Move 2: Computer plays f6",
        "White plays f6",
        "BLACK: f5\nWHITE: f6\nBLACK to move",
        "I'll take f6!",
        "My turn: f6",
        "h f5 +2\nc f6 -3",
        "W f6",
        "2. f6 (+4)",
    ],
)
def test_squares_in_sentences(said: str) -> None:
    answering().understands(f"{said}\nYour move: ", "f6")


@pytest.mark.parametrize(
    "said",
    [
        "I move to (6, 6)",
        "Computer plays row 6, column 6",
        "Computer plays column 6 and row 6",
        "I choose [6][6].",
        "Computer plays 6 6",
        "Computer: 6,6 (3 discs)",
        "Computer's move: 6 6\nScore: 3 to 3",
    ],
)
def test_rows_and_columns_in_sentences(said: str) -> None:
    answering(numbering="row-column").understands(f"{said}\nYour move: ", "f6")


def test_rows_and_columns_from_0() -> None:
    answering(numbering="row-column-0").understands("I move to (5, 3)\n> ", "d6")


@pytest.mark.parametrize(
    ("move", "numbering", "said"),
    [
        (r"-> (\w\d)", None, "x -> d6"),
        (r"r(\d)c(\d)", "row-column", "r6c4"),
        (r"x=(?P<column>\d) y=(?P<row>\d)", "row-column-0", "x=3 y=5"),
        (r"(?P<column>[a-h])/(?P<row>\d)", None, "d/6"),
        (r"at (\d \d)", "row-column", "at 6 4"),
    ],
)
def test_the_description_has_a_pattern(move: str, numbering: str | None, said: str) -> None:
    screen = answering(move=move, numbering=numbering)
    screen.understands(f"noise f4\n{said}\nYour move: ", "d6")


WAYS = [
    {},
    {"marks": "BW-", "row": "{n} | {cells} |", "between": " | "},
    {"marks": "12 ", "row": "|{cells}|", "between": "|"},
    {"marks": "*o.", "row": "{cells}", "between": ""},
    {"marks": "●○·", "row": "{n} {cells} {n}", "between": " "},
]


@pytest.mark.parametrize("way", WAYS)
def test_a_board_is_enough(way: dict[str, str]) -> None:
    screen = answering()
    before, after = screen.position, screen.position.play(screen.position.rules.parse_move("f4"))
    boards = f"{drawn(before, **way)}\n  a b c d e f g h\n{drawn(after, **way)}"
    screen.understands(f"{boards}Your move: ", "f4")


def test_squares_that_can_be_played_are_marked() -> None:
    screen = answering()
    after = screen.position.play(OTHELLO.parse_move("f4"))
    lines = drawn(after).splitlines()
    lines[2] = lines[2][:8] + "*" + lines[2][9:]
    screen.understands("\n".join(lines) + "\n> ", "f4")


def test_a_board_outweighs_a_sentence() -> None:
    screen = answering()
    after = screen.position.play(OTHELLO.parse_move("f4"))
    screen.understands(f"Computer plays f6\n{drawn(after)}> ", "f4")


def test_two_moves_that_are_said_equally_well_are_both_told() -> None:
    screen = answering()
    assert screen.shows("Computer plays f6.\nThe computer moves to d6.\n> ") is None
    for _ in range(PATIENCE - 1):
        assert screen.dialogue.hear(WAITING) is None
    with pytest.raises(Fault, match=r"shows two possible moves, f6 and d6"):
        screen.dialogue.hear(WAITING)


def test_an_illegal_move_is_passed_on() -> None:
    answering().understands("Computer plays a1\n> ", "a1")


def test_an_echo_is_no_move() -> None:
    screen = answering()
    assert screen.shows("f5\nOK, f5.\n> ") is None


PASSING = f"OX-X{'-' * 60} O S"
"""South is to move: behind c1 North has no square, and South has e1."""


@pytest.mark.parametrize(
    "said",
    [
        "Computer plays c1\nYou have no move.\nComputer plays e1\n",
        "I play c1. You must pass, so I move again, to e1.\n",
        "Computer: c1\nYou pass\nComputer: e1\n",
        "{c1}You have to pass.\n{e1}",
    ],
)
def test_it_plays_on_where_we_have_to_pass(said: str) -> None:
    """All that it has said in one go is a turn of two moves."""
    screen = answering(passes=("pass",))
    screen.put(PASSING)
    first = screen.position.play(OTHELLO.parse_move("c1"))
    second = first.play(PASS).play(OTHELLO.parse_move("e1"))
    screen.understands(said.format(c1=drawn(first), e1=drawn(second)), "c1")
    screen.played("c1")
    screen.played("pass")
    reply = screen.dialogue.ask(screen.position, 5000)
    assert reply == Choice(OTHELLO.parse_move("e1"))


def test_it_waits_where_we_have_to_pass() -> None:
    screen = answering(passes=("pass",))
    screen.put(PASSING)
    screen.understands("Computer plays c1\nYour move: ", "c1")
    screen.played("c1")
    screen.played("pass")
    assert screen.is_asked() == "pass\n"
    screen.understands("Computer plays e1\nYour move: ", "e1")


def test_two_of_our_moves_are_typed_where_it_has_to_pass() -> None:
    screen = answering()
    screen.dialogue.observe(Side.NORTH, OTHELLO.parse_move("c1"), screen.position)
    screen.dialogue.observe(Side.SOUTH, PASS, screen.position)
    screen.dialogue.observe(Side.NORTH, OTHELLO.parse_move("e1"), screen.position)
    assert screen.is_asked() == "c1\n"
    assert screen.shows("I have no move.\nYour move: ") == b"e1\n"


@pytest.mark.parametrize(
    ("passes", "typed"), [((), ""), (("pass",), "pass\n"), (("0", "0"), "0\n")]
)
def test_what_is_typed_where_we_have_to_pass(passes: tuple[str, ...], typed: str) -> None:
    screen = answering(passes=passes)
    screen.dialogue.observe(Side.NORTH, PASS, screen.position)
    assert screen.is_asked() == typed


def test_a_key_is_pressed_where_it_waits_for_one() -> None:
    screen = answering()
    assert screen.shows("Computer plays f6\nPress ENTER to continue...") == b"\n"
    screen.understands("Your move: ", "f6")


LINE = ["d3", "c3", "c4", "c5", "b4", "d2", "c2", "e3"]


def known_by_its_boards() -> Screen:
    """One that has drawn three of the referee's boards, and is to move."""
    screen = Screen(first=Side.SOUTH)
    for own, other in zip(LINE[:-2:2], LINE[1:-2:2], strict=True):
        after = screen.position.play(OTHELLO.parse_move(own))
        reply = screen.shows(f"Computer plays {own}\n{drawn(after)}> ")
        if reply is READY:
            reply = screen.dialogue.ask(screen.position, 5000)
        assert reply == Choice(OTHELLO.parse_move(own))
        screen.played(own)
        screen.played(other)
        screen.is_asked()
    return screen


def test_a_board_that_differs_forfeits_once_its_boards_are_known() -> None:
    screen = known_by_its_boards()
    after = screen.position.play(OTHELLO.parse_move("c2"))
    board = drawn(after)
    wrong = board[:-2] + "X" + board[-1:]  # h8 for another one
    wrong = wrong.replace("X", ".", 1)
    with pytest.raises(
        Fault, match=r"shows \w\d empty after its move c2, .* it black; 1 more"
    ) as fault:
        screen.shows(f"Computer plays c2\n{wrong}> ")
    assert fault.value.kind is Termination.BOARD_DIFFERS


def test_a_board_that_no_move_leads_to_is_held_against_the_nearest_one() -> None:
    screen = known_by_its_boards()
    before, after = screen.position, screen.position.play(OTHELLO.parse_move("c2"))
    turned = [
        square
        for square, (old, new) in enumerate(zip(str(before), str(after), strict=True))
        if old == "O" and new == "X"
    ]
    board = drawn(after)
    at = [place for place, mark in enumerate(board) if mark in ".XO"][turned[0]]
    wrong = f"{board[:at]}O{board[at + 1 :]}"
    square = OTHELLO.cell_name(Move(turned[0]))
    sentence = f"draws a board that no move leads to; at best it shows {square} white after its"
    assert screen.shows(f"{wrong}> ") is None
    with pytest.raises(Fault, match=f"{sentence} move c2, where the rules have it black$"):
        [screen.dialogue.hear(WAITING) for _ in range(PATIENCE)]


def test_a_pass_in_silence_where_it_has_a_move_is_named() -> None:
    """Once its boards are known; before that the boards may be misread."""
    screen = known_by_its_boards()
    legal = OTHELLO.cell_name(screen.position.legal_moves()[0])
    sentence = f"asks for another, as after a pass, though {legal} is legal; it last said"
    assert screen.shows(f"{drawn(screen.position)}Your move: ") is None
    with pytest.raises(Fault, match=sentence) as caught:
        [screen.dialogue.hear(WAITING) for _ in range(PATIENCE)]
    assert caught.value.kind is Termination.ILLEGAL_MOVE


def test_a_disc_that_turns_none_is_named() -> None:
    screen = answering()
    before = drawn(screen.position)
    at = next(place for place, mark in enumerate(before) if mark in ".XO")
    lone = f"{before[:at]}O{before[at + 1 :]}"
    assert screen.shows(f"{before}I have moved.\n{lone}Your move: ") is None
    with pytest.raises(Fault, match=r"^puts a disc on a1, which turns none$") as caught:
        [screen.dialogue.hear(WAITING) for _ in range(PATIENCE)]
    assert caught.value.kind is Termination.ILLEGAL_MOVE


def test_it_can_only_begin_at_the_start() -> None:
    with pytest.raises(Fault, match="can only play from the start of a game"):
        ConsoleProtocol.spec.check_start(Opening(OTHELLO.start().play(Move(19))))
