"""Othello console programs whose board is a mirror of ours, whose squares have other names, and who
ask for more than moves, as transcripts."""

from __future__ import annotations

import pytest

from owari.checking.square_candidates import SquareCandidates
from owari.games.catalog import find_game
from owari.games.game import PASS, Move, Side
from owari.games.othello import OTHELLO
from owari.players.player import Choice, Fault
from owari.programs.dialogues.console.console_dialogue import PATIENCE, TOSSED
from owari.programs.dialogues.console.square_board_parser import start_is_mirrored
from owari.programs.dialogues.console.square_move_parser import (
    listed_squares,
    names_of,
    squares_said,
)
from owari.programs.dialogues.dialogue import READY, StartAgain
from owari.programs.transports.program_output import Silence
from tests.programs.test_squares_dialogue import Screen, answering

HEAD = "  a b c d e f g h\n"


def board(middle: dict[str, str], *, empty: str = ".", names: str = "12345678") -> str:
    """A drawn board with these marks on these squares, as d4 is called after its row and column."""
    rows = []
    for row in range(8):
        marks = [middle.get(f"{column}{row + 1}", empty) for column in "abcdefgh"]
        rows.append(f"{names[row]} {' '.join(marks)}")
    return HEAD + "\n".join(rows) + "\n"


USUAL = {"d5": "X", "e4": "X", "d4": "O", "e5": "O"}
OTHER = {"d4": "X", "e5": "X", "d5": "O", "e4": "O"}
"""The discs on the other diagonal."""


def marks(discs: dict[str, str], black: str, white: str) -> dict[str, str]:
    return {square: {"X": black, "O": white}[mark] for square, mark in discs.items()}


@pytest.mark.parametrize(
    ("text", "mirrored"),
    [
        (board(USUAL), False),
        (board(OTHER), False),  # nobody says who X is
        (board(marks(USUAL, "B", "W")), False),
        (board(marks(OTHER, "B", "W")), True),
        (board(marks(OTHER, "#", "@")) + "Black is #.\n", True),
        (board(OTHER) + "X goes first.\n", True),
        (board({**USUAL, **dict.fromkeys(("d3", "c4", "f5", "e6"), "*")}), False),
        (board({**OTHER, **dict.fromkeys(("e3", "f4", "c5", "d6"), "*")}), True),
        (board(OTHER) + "Legal moves: e3 f4 c5 d6\n", True),
        (board(USUAL) + "1. d3\n2. c4\n3. f5\n4. e6\n", False),
        (board(USUAL, names="87654321"), True),  # drawn as usual, and named from the bottom
        (board(OTHER, names="87654321"), False),
        (board(marks(USUAL, "O", "@"), names="87654321", empty="X"), False),
        ("You are O. Your move: ", False),
    ],
)
def test_the_start_board_tells_how_it_lies(text: str, mirrored: bool) -> None:
    assert start_is_mirrored(text, OTHELLO, names_of("board")) is mirrored


@pytest.mark.parametrize(
    ("text", "begun"),
    [
        (board(USUAL) + "Your move: ", False),
        (board(OTHER) + "Legal: e3 f4 c5 d6\nYour move: ", False),
        (board(USUAL) + "Computer plays...\n", None),  # it thinks
        (board(USUAL) + "Computer plays d3.\nYour move: ", None),
        (board({**USUAL, "d3": "X", "d4": "X"}) + "Your move: ", True),
        ("Your move: ", None),
    ],
)
def test_whether_it_has_begun(text: str, begun: bool | None) -> None:
    assert SquareCandidates(OTHELLO).has_begun(text) is begun


def test_a_mirror_is_its_own_inverse() -> None:
    position = OTHELLO.start()
    for name in ("f5", "d6", "c3"):
        position = position.play(OTHELLO.parse_move(name))
        assert position.mirrored().mirrored() == position
        mirrored = {OTHELLO.mirror(move) for move in position.legal_moves()}
        assert mirrored == set(position.mirrored().legal_moves())
    assert OTHELLO.mirror(PASS) == PASS


def test_a_mirrored_move_is_typed_and_read() -> None:
    screen = Screen(board="mirrored")
    screen.shows("Your move: ")
    screen.played("f5")
    assert screen.is_asked() == "c5\n"
    screen.understands("Computer plays c4.\nYour move: ", "f4")


@pytest.mark.parametrize("start", [{"start_toss": ("X",)}, {"start_second": ("x",)}])
@pytest.mark.parametrize(("discs", "typed"), [(OTHER, "c5\n"), (USUAL, "f5\n")])
def test_the_disc_that_was_chosen_is_black_where_we_begin(
    start: dict[str, tuple[str, ...]], discs: dict[str, str], typed: str
) -> None:
    screen = Screen(**start)
    assert screen.shows("Do you want to be X or O? ").lower() == b"x\n"
    assert (screen.shows(f"{board(discs)}Your move: ") or waits(screen)) is READY
    screen.played("f5")
    assert screen.is_asked() == typed


def test_rows_with_letters_and_columns_with_numbers() -> None:
    """A game in which rows and columns are exchanged is the same: its row f is our column f."""
    rows = ["........"] * 3 + ["...OOO..", "...XXX..", "........", "........", "........"]
    across = ["".join(row[column] for row in rows) for column in range(8)]
    drawn = "".join(
        f"{name} {' '.join(row)}\n" for name, row in zip("abcdefgh", across, strict=True)
    )
    answering("f5").understands(f"  1 2 3 4 5 6 7 8\n{drawn}Your move: ", "f4")


@pytest.mark.parametrize(
    ("numbering", "typed", "said"),
    [
        ("letters", "ef\n", "Computer places W at df."),
        ("row-letter", "5f\n", "Computer plays 4f."),
        ("board", "f5\n", "I choose row 4 and column f."),
        ("board", "f5\n", "I move to (4, f)."),
        ("board", "f5\n", "My move: column f, row 4."),
        ("column-row", "6 5\n", "Computer plays (6, 4)."),
        ("column-row-0", "5 4\n", "Computer plays 5 3."),
    ],
)
def test_other_names_of_squares(numbering: str, typed: str, said: str) -> None:
    screen = Screen(numbering=numbering)
    screen.shows("Your move: ")
    screen.played("f5")
    assert screen.is_asked() == typed
    screen.understands(f"{said}\nYour move: ", "f4")


def test_words_of_two_letters_are_no_squares() -> None:
    said = squares_said(
        "I had to be quick, he.\nComputer places W at be.\n",
        OTHELLO,
        names_of("letters"),
        own="white",
        other="black",
        echo=None,
    )
    assert {each.label for each in said} == {"e2"}


@pytest.mark.parametrize(
    "prompt",
    ["Enter move (e.g. D3) or M=Menu: ", "Move, for example d3: ", "Your move (like d3): "],
)
def test_an_example_is_no_move_of_the_program(prompt: str) -> None:
    for text in (prompt, f"Your turn! {prompt}\n> "):
        assert not squares_said(
            text, OTHELLO, names_of("board"), own="black", other="white", echo=None
        )


@pytest.mark.parametrize(
    ("menu", "index"),
    [
        ("1. 3-d  2. 4-c  3. 5-f  4. 6-e\nEnter 1-4: ", "3"),
        ("[0] D3\n[1] C4\n[2] F5\n[3] E6\n> ", "2"),
        ("1) (4, c)\n2) (5, f)\nChoice: ", "2"),
        ("1: d3, 2: c4, 3: e6, 4: f5\nMove number? ", "4"),
        ("1) d3, 2) c4, 3) e6, 4) f5\nMove number? ", "4"),
        ("0: Player O to d3\n1: Player O to f5\nMove: ", "1"),
        ("Option 1: (D, 3)\nOption 2: (F, 5)\nWhich? ", "2"),
        ("A: d3\nB: c4\nC: f5\nMove: ", "C"),
        ("[a] d3  [b] f5\nMove: ", "b"),
        ("9 : C4\n: : D3\n; : F5\nMove: ", ";"),
        ("(d, 3) -> A\n(f, 5) -> B\nMove: ", "B"),
        ("d3 => 0, f5 => 1\nMove: ", "1"),
        ("Moves: [(d, 3), (f, 5)]\n         0       1\nMove: ", "1"),
        ("0: Player 0 -> F5\nMove: ", "0"),
    ],
)
def test_the_index_of_a_square_in_a_menu(menu: str, index: str) -> None:
    screen = Screen(types=("{index}",))
    screen.shows(menu)
    screen.played("f5")
    assert screen.is_asked() == f"{index}\n"


@pytest.mark.parametrize(
    "menu",
    [
        "1) (4, 3)\n2) (5, 6)\n",
        "\n1:[4][3]\n2:[5][6]",
        "[1] [4][3]\n[2] [5][6]",
        "Move #1: (Row: 4, Column: 3)\nMove #2: (Row: 5, Column: 6)",
        "1) row 4) column 3\n2) row 5) column 6",
        "1. [4] [3] 2. [5] [6]",
    ],
)
def test_the_numbers_of_a_square_are_no_entries_of_a_menu(menu: str) -> None:
    listed = listed_squares(menu, 8, names_of("row-column"))
    assert listed == [("1", 26), ("2", 37)]


@pytest.mark.parametrize(("first", "typed"), [(0, "{number0}"), (1, "{number}")])
def test_running_numbers_in_playable_squares_are_what_is_typed(first: int, typed: str) -> None:
    marks = dict(enumerate(str(OTHELLO.start())[:64].replace("-", " ")))
    marks |= {move.cell: str(move.cell + first) for move in OTHELLO.start().legal_moves()}
    rows = [" | ".join(f"{marks[at + place]:>2}" for place in range(8)) for at in range(0, 64, 8)]
    text = "\n".join([*rows, "Please select the square you would like to play: "])
    likeliest = next(SquareCandidates(OTHELLO).descriptions([text]))
    assert likeliest.types == (typed,)


@pytest.mark.parametrize(
    ("text", "numbering", "typed"),
    [
        ("Possible moves: 19 26 37 44\n", "row-column-0", "{number0}"),
        ("Possible moves [21, 19, 35]\nEnter a move", "row-column", "{number}"),
        ("(2,3) (3,2) (4,5) (5,4)\n", "row-column-0", "({row0},{column0})"),
        ("[23, 32, 45, 54]\nYour move: ", "row-column-0", "{row0}{column0}"),
        ("Legal: D3 C4 F5 E6\n", None, "{SQUARE}"),
        ("Legal: 3-D 4-C 5-F 6-E\n", None, None),
    ],
)
def test_a_list_of_first_moves_is_no_question_and_tells_what_is_typed(
    text: str, numbering: str | None, typed: str | None
) -> None:
    family = SquareCandidates(OTHELLO)
    assert family.lists_moves(text)
    assert not family.lists_moves(f"{text}\nDo you want to go first (y/n)? ")
    described = [(each.numbering, each.types) for each in family.descriptions([text])]
    likely = [*dict.fromkeys(described)][:3]
    assert not typed or (numbering, (typed,)) in likely, likely


def test_two_digits_may_count_from_zero() -> None:
    rows = ["[" + ", ".join(row) + "]" for row in ("........", "...OX...")]
    text = "\n".join([*rows, "Enter the coordinates (ex: 34): "])
    likely = dict.fromkeys(each.types for each in SquareCandidates(OTHELLO).descriptions([text]))
    assert ("{row0}{column0}",) in [*likely][:4]


def test_a_square_of_a_menu_may_look_like_a_word() -> None:
    listed = listed_squares("1. bd\n2. be\n3. eh\n", 8, names_of("letters"))
    assert listed == [("1", 11), ("2", 12), ("3", 39)]


def test_moves_of_the_game_so_far_are_no_menu() -> None:
    played = "1. Black plays d3\n2. White plays c3\n3. Black plays c4\n5. Black plays f5\n"
    assert listed_squares(played, 8, names_of("board")) == []


def test_a_menu_tells_how_a_board_lies_whose_rows_count_from_the_bottom() -> None:
    upward = board(marks(USUAL, "@", "O"), names="87654321")
    names = names_of("row-column")
    assert not start_is_mirrored(upward, OTHELLO, names)
    for mirrored, menu in ((False, "34 43 56 65"), (True, "35 46 53 64")):
        listed = "".join(f"{n}. {' '.join(square)}\n" for n, square in enumerate(menu.split(), 1))
        assert start_is_mirrored(f"{upward}\n{listed}", OTHELLO, names) is mirrored


def test_a_square_that_no_menu_has() -> None:
    screen = Screen(types=("{index}",))
    screen.shows("1. 3-d  2. 4-c\nEnter 1-2: ")
    screen.played("f5")
    with pytest.raises(Fault, match="lists moves without f5, which the rules allow"):
        screen.is_asked()


def test_what_a_menu_looks_like_is_said_where_there_is_none() -> None:
    screen = Screen(types=("{index}",))
    screen.shows("X: c4\nO: f5\nYour move: ")
    screen.played("f5")
    with pytest.raises(Fault, match="looks for a number or a letter beside f5, as `1"):
        screen.is_asked()


@pytest.mark.parametrize(
    "said", ["X: d3\nO: c3\n", "B: d3\nC: c4\n", "d3 -> 5\nc4 -> 7\n", "(d, 3), (c, 4)\n3 1\n"]
)
def test_what_is_no_menu(said: str) -> None:
    assert listed_squares(said, 8, names_of("board")) == []


def test_what_a_menu_does_not_list() -> None:
    assert listed_squares("Score 3. It took 4 moves.\nPick 1-4: ", 8, names_of("board")) == []


def test_a_question_in_mid_game_is_answered() -> None:
    screen = answering(answers=((r"settings\?", "n"),))
    assert screen.shows("Computer plays f4.\nChange the settings? [y/n] ") == b"n\n"
    screen.understands("\nYour move: ", "f4")


def test_a_question_before_the_first_move_is_answered() -> None:
    screen = Screen(answers=((r"colou?r\?", "b"),), start_second=("2",))
    assert screen.shows("Which colour? ") == b"b\n"
    assert screen.shows("Who is first? ") == b"2\n"
    assert screen.shows("Your move: ") is READY


@pytest.mark.parametrize("said", ["I pass.", "Computer passes.", "My move: pass", "AI: -1, -1"])
def test_a_pass_where_it_has_a_move(said: str) -> None:
    reply = answering().shows(f"{said}\nYour move: ")
    assert isinstance(reply, Choice)
    assert reply.move == PASS


@pytest.mark.parametrize(
    "said", ["You must pass if you have no move.", "I pass when I have no move.", "Shall I pass?"]
)
def test_what_is_no_pass(said: str) -> None:
    assert answering().shows(f"{said}\nComputer thinks.\n") is None


def test_a_coordinate_below_zero_is_no_square() -> None:
    for line in ("Computer plays row -1, column -1", "Computer plays -1 -1", "I play (-1, -1)"):
        said = squares_said(
            line, OTHELLO, names_of("row-column"), own="white", other="black", echo=None
        )
        assert said == []


def waits(screen: Screen) -> object:
    reply = None
    for _ in range(TOSSED):
        reply = reply or screen.dialogue.hear(Silence.WAITING)
    return reply


@pytest.mark.parametrize("first", Side)
def test_a_toss_that_falls_as_the_game_needs(first: Side) -> None:
    screen = Screen(first, start_toss=("go",))
    assert screen.shows("Press g: ") == b"go\n"
    if first is Side.SOUTH:
        assert screen.shows("I begin. I play d3.\nYour move: ") is READY
    else:
        assert screen.shows("You begin.\nYour move: ") is None
        assert waits(screen) is READY


@pytest.mark.parametrize("first", Side)
def test_a_toss_that_does_not(first: Side) -> None:
    screen = Screen(first, start_toss=())
    if first is Side.NORTH:
        with pytest.raises(StartAgain, match="has moved first"):
            screen.shows("I begin. I play d3.\nYour move: ")
    else:
        assert screen.shows("You begin.\nYour move: ") is None
        with pytest.raises(StartAgain, match="leaves the first move"):
            waits(screen)


@pytest.mark.parametrize(("first", "answer"), [(Side.SOUTH, "x"), (Side.NORTH, "o")])
def test_answers_beside_a_toss(first: Side, answer: str) -> None:
    screen = Screen(first, start_toss=("hi",), start_first=("x",), start_second=("o",))
    assert screen.shows("Your name: ") == b"hi\n"
    assert screen.shows("X or O? ") == f"{answer}\n".encode()


def test_a_toss_that_is_told_before_the_first_move() -> None:
    screen = Screen(Side.NORTH, start_toss=())
    with pytest.raises(StartAgain, match="has the first move, as it says"):
        screen.shows("The computer will go first.\nSee its move? ")


ODD = "".join(f"{row} .-.-.-X-O-.-.-. {row}\n" for row in range(1, 9))
"""A board that is not read."""


def test_a_first_move_that_is_not_read_is_not_said_to_be_left_to_the_other_side() -> None:
    screen = Screen(Side.SOUTH, start_toss=())
    assert screen.shows(f"{ODD}Your move: ") is None
    with pytest.raises(StartAgain, match=r"^it shows neither a move nor a board of 8 by 8"):
        waits(screen)


@pytest.mark.parametrize(
    ("shown", "sentence"),
    [
        (ODD, "shows neither a move nor a board of 8 by 8 squares that can be read"),
        (board(USUAL), "waits for a move, but has the first move itself"),
        ("You are white.\n", "waits for a move, but has the first move itself"),
    ],
)
def test_it_is_said_to_wait_for_the_first_move_only_where_that_is_seen(
    shown: str, sentence: str
) -> None:
    screen = Screen(Side.SOUTH)
    assert screen.shows(f"{shown}Your move: ") is None
    for _ in range(PATIENCE - 1):
        screen.dialogue.hear(Silence.WAITING)
    with pytest.raises(Fault, match=sentence):
        screen.dialogue.hear(Silence.WAITING)


@pytest.mark.parametrize(
    ("shown", "sentences"),
    [
        ("No.\n", ["waits again after 'f5' was typed", "neither a move nor a board"]),
        (board(USUAL), ["no move that can be read: `move` can hold", "; `board: mirrored` is for"]),
        (
            "Not possible.\n",
            ["did not accept 'f5' as a move: `numbering` or", "; `board: mirrored`"],
        ),
    ],
)
def test_why_the_first_move_is_not_answered(shown: str, sentences: list[str]) -> None:
    screen = answering()
    assert screen.shows(f"{shown}Move? ") is None
    for _ in range(PATIENCE - 1):
        screen.dialogue.hear(Silence.WAITING)
    with pytest.raises(Fault) as caught:
        screen.dialogue.hear(Silence.WAITING)
    for sentence in sentences:
        assert sentence in str(caught.value)


def test_every_numbering_names_every_square_once() -> None:
    from owari.games.numbering import numberings

    rules = find_game("othello:6")
    for scheme in numberings(rules).values():
        labels = scheme.labels(rules, Side.SOUTH)
        assert len(set(labels)) == 36
        assert scheme.parse(rules, Side.SOUTH, labels[7]) == Move(7)


def test_two_lines_are_another_input_than_one_with_both_numbers() -> None:
    """A program that refuses the first line may take them in one."""
    family, move = SquareCandidates(OTHELLO), OTHELLO.parse_move("c4")
    ways = [
        each
        for each in family.descriptions(["Coordinates X: "])
        if each.numbering == "row-column-0" and each.types in (None, ("{row0}", "{column0}"))
    ]
    assert {family.typed(each, move) for each in ways if each.board == "auto"} == {"3 2", "3\n2"}


def test_a_square_is_likely_where_a_prompt_speaks_of_rows_and_the_board_has_letters() -> None:
    text = f"{board({}, names='ABCDEFGH')}Enter a row and column number to place a piece: "
    text = f"  A B C D E F G H\n{text}"
    likely = dict.fromkeys(each.types for each in SquareCandidates(OTHELLO).descriptions([text]))
    assert ("{SQUARE}",) in [*likely][:2]
