"""Boards of squares as people draw them: every frame with every set of marks, read by what is
drawn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

import pytest

from owari.games.othello import OTHELLO, OthelloPosition
from owari.programs.dialogues.console.colours import PLAIN, WIDEST, in_colours, without_colours
from owari.programs.dialogues.console.screen import Screen
from owari.programs.dialogues.console.square_board_parser import (
    drawings,
    marks_of,
    without_drawings,
)
from tests.support.nightly import at_night

RED, BLUE, GREEN = "\x1b[31m", "\x1b[1;34m", "\x1b[48;5;22m"
END = "\x1b[0m"
MARKS = {
    "letters": ("X", "O", "."),
    "B and C": ("B", "C", "-"),
    "signs": ("@", "O", "."),
    "X is empty": ("#", "O", "X"),
    "discs": ("●", "○", "·"),
    "emoji": ("⚫\ufe0f", "⚪\ufe0f", "🟩"),
    "digits": ("1", "2", "0"),
    "slashes": ("/", "\\", "-"),
    "blank": ("*", "o", " "),
    "one disc in two colours": (f"{RED}●{END}", f"{BLUE}●{END}", "."),
    "a letter in two colours": (f"{RED}O{END}", f"{BLUE}O{END}", " "),
    "on a green board": (*(f"{GREEN}\x1b[{n}m●{END}" for n in (30, 97)), f"{GREEN} {END}"),
    "grounds": tuple(f"\x1b[{ground}m {END}" for ground in (41, 44, 42)),
    "letters in colours": (f"{RED}X{END}", f"{BLUE}O{END}", "."),
}
BLANK = {"blank", "a letter in two colours", "on a green board"}
"""Where an empty square is seen by its place alone."""
RULE = "  " + "+---" * 8 + "+"
Frame = Callable[[Sequence[Sequence[str]]], list[str]]


def in_words(rows: Sequence[Sequence[str]]) -> list[str]:
    return [f"{n} {' '.join(row)}" for n, row in enumerate(rows, 1)]


def together(rows: Sequence[Sequence[str]]) -> list[str]:
    return [f"{n} {''.join(row)}" for n, row in enumerate(rows, 1)]


def glued(rows: Sequence[Sequence[str]]) -> list[str]:
    return [f"{''.join(row)}{n}" for n, row in enumerate(rows, 1)]


def glued_at_both_ends(rows: Sequence[Sequence[str]]) -> list[str]:
    return [f"{n}{' '.join(row)}{n}" for n, row in enumerate(rows, 1)]


def boxed(rows: Sequence[Sequence[str]]) -> list[str]:
    border = " +--------+"
    return [border, *(f"{n}|{''.join(row)}|{n}" for n, row in enumerate(rows, 1)), border]


def boxed_wide(rows: Sequence[Sequence[str]]) -> list[str]:
    border = "  " + "=" * 17
    return [border, *(f"{n} | {' '.join(row)} |" for n, row in enumerate(rows, 1)), border]


def between_bars(rows: Sequence[Sequence[str]]) -> list[str]:
    return [f"{n} | {' | '.join(row)} |" for n, row in enumerate(rows, 1)]


def ruled(rows: Sequence[Sequence[str]]) -> list[str]:
    return [RULE, *(line for row in between_bars(rows) for line in (row, RULE))]


def ruled_without_names(rows: Sequence[Sequence[str]]) -> list[str]:
    return [RULE, *(each for row in rows for each in (f"  | {' | '.join(row)} |", RULE))]


def two_lines_high(rows: Sequence[Sequence[str]]) -> list[str]:
    blank = "  |" + "   |" * 8
    return [RULE, *(line for row in between_bars(rows) for line in (row, blank, RULE))]


def three_lines_high(rows: Sequence[Sequence[str]]) -> list[str]:
    blank = "  |" + "   |" * 8
    return [RULE, *(line for row in between_bars(rows) for line in (blank, row, blank, RULE))]


def three_lines_without_a_frame(rows: Sequence[Sequence[str]]) -> list[str]:
    blank, floor = "|".join(["   "] * 8), "|".join(["___"] * 8)
    high = [line for row in rows for line in (blank, f" {' | '.join(row)} ", floor)]
    return [*high[:-1], blank]


def filled_squares(rows: Sequence[Sequence[str]]) -> list[str]:
    high = [f"{n}|{'|'.join(cell * 3 for cell in row)}|" for n, row in enumerate(rows, 1)]
    rule = " " + "+---" * 8 + "+"
    return [rule, *(line for row in high for line in (row, f" {row[1:]}", rule))]


def in_brackets(rows: Sequence[Sequence[str]]) -> list[str]:
    return [f"{n} {''.join(f'[{cell}]' for cell in row)}" for n, row in enumerate(rows, 1)]


def lists(rows: Sequence[Sequence[str]]) -> list[str]:
    return ["[" + ", ".join(f"'{cell}'" for cell in row) + "]" for row in rows]


def matrix(rows: Sequence[Sequence[str]]) -> list[str]:
    lines = [f" [{' '.join(row)}]" for row in rows]
    return [f"[{lines[0][1:]}", *lines[1:-1], f"{lines[-1]}]"]


def with_gaps(rows: Sequence[Sequence[str]]) -> list[str]:
    return [line for row in in_words(rows) for line in (row, "")]


def like(name: str, row: str, join: str, below: str = "") -> Frame:
    """A frame with rows like this one, and a line below each."""

    def frame(rows: Sequence[Sequence[str]]) -> list[str]:
        lines = [row.format(n=n, row=join.join(cells)) for n, cells in enumerate(rows, 1)]
        return [each for line in lines for each in ((line, below) if below else (line,))]

    frame.__name__ = name
    return frame


def side_by_side(rows: Sequence[Sequence[str]]) -> list[str]:
    """The board behind the one before it."""
    return [f"{line}    {line}" for line in in_words(rows)]


def bars_for_empty_squares(rows: Sequence[Sequence[str]]) -> list[str]:
    """Numbered from the bottom."""
    return [f"{n}  {'  '.join(row)}  {n}" for n, row in zip(range(8, 0, -1), rows, strict=True)]


def rules_of_signs(rows: Sequence[Sequence[str]]) -> list[str]:
    """An empty square is three signs, which its rules repeat."""
    rule = f" ╠═{'═╬═'.join(['ᚐᚐᚐ'] * 8)}═╣"
    lines = [f"{n}║ {' ║ '.join(row)} ║".replace(".", "ᚐᚐᚐ") for n, row in enumerate(rows, 1)]
    return [rule, *(each for line in lines for each in (line, rule))]


def in_threes(rows: Sequence[Sequence[str]]) -> list[str]:
    """`...` is an empty square, and `.X.` a disc."""
    return [" ".join(f".{cell}." for cell in row) for row in rows]


ODD = (
    like("words_beside", "{n}|{row}|{n}   White: 2", ""),
    like("clocks_beside", "{n} |{row}|   [@=30:00 O=29:54]", " "),
    like("words_behind_the_last_bar", "{n} | {row} |  Black:2", " | "),
    like("double_bars", "{n} || {row} ||", " || "),
    like("bars_of_their_own", "{n} |{row}|", "||"),
    like("tabs", "{n}\t{row}", "\t"),
    like("a_tab_behind_each", "{row}\t", "\t"),
    like("a_bar_behind_each", "{row}|", "|"),
    like("rules_of_waves", "{n} | {row} |", " | ", "~" * 35),
    like("bars_inside", "{n}  {row}", " | "),
    like("bars_and_rules_inside", "{n}  {row}", " | ", "  " + "+".join(["---"] * 8)),
    like("names_between_bars", "| {n} | {row} |", " | "),
    like("signs", "!{row}!", ""),
    like("slashes", "{n}/{row}/", "/"),
    like("a_bar_at_the_left", "{n} | {row}", " "),
    like("heavy_lines", "{n} ┃ {row} ┃", " ┃ ", f"  ┣{'╋'.join(['━━━'] * 8)}┫"),
    like("broken_lines", "{n} ┆ {row} ┆", " ┆ ", f"  ╞{'╪'.join(['┄┄┄'] * 8)}╡"),
    like("a_number_at_both_ends", "{n} {row} {n}", " "),
    like("a_number_at_the_end", "{row} {n}", " "),
    like("commas", "{row}", ","),
    like("underlined", "{n} {row}", "_"),
    like("called_rows", "Row {n}: {row}", " "),
)
SPEAKING = (ODD[0], ODD[-1])
"""Frames with words, whose lines keep no colours."""
WORDS = (in_words, together, glued, glued_at_both_ends, matrix, with_gaps, side_by_side)
"""Frames in which a blank square has no place."""
FRAMES = (
    *WORDS,
    *(boxed, boxed_wide, between_bars, ruled, ruled_without_names, two_lines_high),
    *(three_lines_high, three_lines_without_a_frame, filled_squares, in_brackets, lists),
    *(rules_of_signs, in_threes),
    *ODD,
)
WITHOUT_BLANKS = ("underlined", "a_tab_behind_each", "a_bar_behind_each")
"""The same, in rows of signs."""
NUMBERED = (glued, glued_at_both_ends)
"""Frames in which a digit is a part of the number."""
BARE = (together, glued, glued_at_both_ends, boxed, filled_squares)


class Layout(NamedTuple):
    frame: Frame
    marks: str


LAYOUTS = [
    Layout(frame, marks)
    for frame in FRAMES
    for marks in MARKS
    if not (frame in WORDS and marks in BLANK)
    and not ((frame in NUMBERED or frame.__name__ == "a_number_at_the_end") and marks == "digits")
    and not (frame.__name__ == "slashes" and marks == "slashes")
    and not (frame.__name__ in WITHOUT_BLANKS and marks in BLANK)
    and not (frame is filled_squares and "-" in MARKS[marks])  # whose blanks are rules
    and not (frame in (rules_of_signs, in_threes) and marks not in ("letters", "signs"))
    and not (frame in SPEAKING and "\x1b" in "".join(MARKS[marks]))
]


PLIES = (0, 45)


def after(plies: int, seed: int) -> OthelloPosition:
    random, position = Random(seed), OTHELLO.start()
    for _ in range(plies):
        if position.outcome():
            break
        position = position.play(random.choice(position.legal_moves()))
    return position


def drawn(layout: Layout, position: OthelloPosition) -> str:
    squares = str(position)[:64]
    marks = dict(zip("XO-", MARKS[layout.marks], strict=True))
    rows = [[marks[square] for square in squares[at : at + 8]] for at in range(0, 64, 8)]
    return "\n".join(layout.frame(rows)) + "\n"


EVERY_DAY, AT_NIGHT = (
    [(layout, PLIES[(at + turn) % 2]) for at, layout in enumerate(LAYOUTS)] for turn in (0, 1)
)
"""Each layout with one of the two boards, and with the other."""


@pytest.mark.parametrize(
    ("layout", "plies"),
    [*EVERY_DAY, *at_night(*AT_NIGHT)],
    ids=lambda each: f"{each.frame.__name__}, {each.marks}" if isinstance(each, Layout) else None,
)
def test_a_board_is_read(layout: Layout, plies: int) -> None:
    position = after(plies, seed=plies)
    screen = Screen()
    screen.show(f"Black to move\n{drawn(layout, position)}Your move: ".encode())
    shown = [marks_of(drawing, position) for drawing in drawings(screen.new, 8)]
    assert any(shown), screen.new
    behind = without_drawings(screen.new, 8)
    assert not any("." in line or "X" in line for line in behind.split("\n")[1:-1]), behind


def test_whole_numbers_may_be_drawn_as_fractions() -> None:
    position = after(45, seed=45)
    cells = [{"X": "-1.", "O": " 1.", "-": " 0."}[mark] for mark in str(position)[:64]]
    rows = [f"[{' '.join(cells[at : at + 8])}]" for at in range(0, 64, 8)]
    assert any(marks_of(drawing, position) for drawing in drawings("\n ".join(rows), 8))


OTHER_WAYS: dict[str, tuple[Callable[[int, int, str], str], str, str]] = {
    "a word before each row": (lambda row, column, mark: mark, "Fila {row}: {cells}\n", " "),
    "a word and bars": (lambda row, column, mark: mark, "Linha {row} | {cells} |\n", " | "),
    "one line of lists": (lambda row, column, mark: f"'{mark}'", "[{cells}], ", ", "),
    "wide blanks": (
        lambda row, column, mark: {"X": "●", "O": "○"}.get(mark, "\u3000"),
        "{cells}\n",
        "",
    ),
    "lines between": (
        lambda row, column, mark: {"X": "●", "O": "○"}.get(mark, "┼"),
        "{cells}\n",
        "─",
    ),
    "words": (
        lambda row, column, mark: {"X": "Black", "O": "White"}.get(mark, "Empty"),
        "{cells}\n",
        " ",
    ),
    "digits in frames": (lambda row, column, mark: mark, "{row}\ufe0f\u20e3 {cells}\n", " "),
    "names in empty squares": (
        lambda row, column, mark: f"{'abcdefgh'[column]}{row}" if mark == "-" else f"{mark} ",
        "{cells}\n",
        " ",
    ),
    "rows and columns in empty squares": (
        lambda row, column, mark: f"{row - 1}{column}" if mark == "-" else 2 * mark,
        "{cells}\n",
        " ",
    ),
}
"""A square by its row, column and mark, a row by its number and squares, and what joins these."""


@pytest.mark.parametrize("way", OTHER_WAYS)
@pytest.mark.parametrize("plies", [0, 20, 45])
def test_other_ways_to_write_rows(way: str, plies: int) -> None:
    position = after(plies, seed=plies)
    square, line, join = OTHER_WAYS[way]
    rows = [
        join.join(square(row, column, str(position)[8 * row - 8 + column]) for column in range(8))
        for row in range(1, 9)
    ]
    board = "".join(line.format(row=row, cells=cells) for row, cells in enumerate(rows, 1))
    board = f"[{board.removesuffix(', ')}]\n" if line.endswith(", ") else board
    text = f"Black to move\n{board}Your move: "
    assert any(marks_of(drawing, position) for drawing in drawings(text, 8)), text
    behind = without_drawings(text, 8).split("\n")
    assert not any(behind[1:-1]), behind


NUMBERS = {
    "a number in each empty square": ("{n:>2}", "{mark:>2}", " "),
    "and bars": ("{n:>2}", "{mark:>2}", " | "),
    "and brackets": ("[{n}]", "[{mark}]", ""),
    "a number in each square": ("{n}:.", "{n}:{mark}", " "),
    "a number before each square": ("{n:02}", "{n:02}{mark}", "|"),
}
"""How an empty square and a disc are drawn where squares have running numbers, and what stands
between them."""


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("named", ["", "{row} "])
@pytest.mark.parametrize("heading", ["", "   1  2  3  4  5  6  7  8\n"])
@pytest.mark.parametrize("way", NUMBERS)
@pytest.mark.parametrize("plies", [0, 20, 45])
def test_running_numbers_of_squares_are_no_marks(
    way: str, first: int, named: str, heading: str, plies: int
) -> None:
    position = after(plies, seed=plies)
    empty, disc, join = NUMBERS[way]
    cells = [
        (empty if mark == "-" else disc).format(n=n, mark=mark)
        for n, mark in enumerate(str(position)[:64], first)
    ]
    rows = [named.format(row=1 + at // 8) + join.join(cells[at : at + 8]) for at in range(0, 64, 8)]
    text = f"Black to move\n{heading}" + "\n".join([*rows, "Your move: "])
    assert any(marks_of(drawing, position) for drawing in drawings(text, 8)), text


def test_a_number_that_is_no_mark_and_does_not_run_is_no_square() -> None:
    rows = ["1 2 3 4", "5 X O 9", "9 O X 12", "13 14 15 16"]
    assert not drawings("\n".join(rows), 4)


@pytest.mark.parametrize("cut", range(0, 400, 7))
def test_colours_and_characters_may_come_in_parts(cut: int) -> None:
    layout = Layout(in_words, "one disc in two colours")
    whole = drawn(layout, after(20, seed=1)).encode()
    one, two = Screen(), Screen()
    one.show(whole)
    for part in (whole[:cut], whole[cut:]):
        two.show(part)
    assert one.new == two.new


@pytest.mark.parametrize("size", [1, 7, 4000])
def test_a_screen_that_is_painted_row_by_row(size: int) -> None:
    """The cursor moves to each row, and no line ends."""
    position = after(20, seed=1)
    rows = drawn(Layout(in_words, "letters"), position).split("\n")
    painted = "\x1b[2J" + "".join(f"\x1b[{n};1H{row}" for n, row in enumerate([*rows, "Move: "], 1))
    screen = Screen()
    for at in range(0, len(painted), size):
        screen.show(painted[at : at + size].encode())
    assert any(marks_of(drawing, position) for drawing in drawings(screen.new, 8))
    assert screen.new.endswith("\nMove: ")


def test_colours_are_no_part_of_what_is_quoted() -> None:
    screen = Screen()
    screen.show(f"{RED}●{END} {BLUE}●{END} . .\n".encode())
    assert without_colours(screen.new) == "● ● . .\n" != screen.new
    assert screen.quoted() == "it last said '● ● . .'"


@pytest.mark.parametrize(
    "text",
    [
        f"Do you want to be {RED}X{END} or {BLUE}O{END}?\n",
        f"{RED}Computer plays d3{END}\n",
        f"{RED}e6{END}\n",
        f"{RED}>{END} ",
    ],
)
def test_words_keep_no_colours(text: str) -> None:
    assert in_colours(text)[0].isascii()


@pytest.mark.parametrize("number", ["999999999", "9" * 5000])
@pytest.mark.parametrize("command", ["\x1b[1;{}Hx\n", "\x1b[{}mx\n", "\x1b[{};{}mx\n"])
def test_a_number_that_no_terminal_has(command: str, number: str) -> None:
    screen = Screen()
    screen.show(command.replace("{}", number).encode())
    assert screen.new.lstrip() == "x\n"
    assert len(screen.new) <= WIDEST + 2


@pytest.mark.parametrize("command", ["\x1b=", "\x1bc", "\x1b(B", "\x1b7", "\x1b[?1h", "\x1bM"])
def test_commands_of_a_terminal_are_no_text(command: str) -> None:
    assert in_colours(f"a{command}b\n") == ("ab\n", PLAIN)


def test_the_last_disc_of_a_side_is_no_key_beside_keys_of_another_colour() -> None:
    """Discs are 1 and 2, an empty square is 0, and so are the keys of three squares, from 0."""
    position = OTHELLO.start().play(OTHELLO.parse_move("f5"))
    squares = ["0\x1b[0m"] * 64
    for cell, mark in enumerate(str(position)[:64]):
        squares[cell] = {"X": "\x1b[34m2\x1b[0m", "O": "\x1b[31m1\x1b[0m", "-": "0\x1b[0m"}[mark]
    for key, move in enumerate(position.legal_moves()):
        squares[move.cell] = f"\x1b[33m{key}\x1b[0m"
    rows = [f"{at // 8} | {' '.join(squares[at : at + 8])} |" for at in range(0, 64, 8)]
    screen = Screen()
    screen.show(("\n".join(rows) + "\nYour move: ").encode())
    assert any(marks_of(drawing, position) for drawing in drawings(screen.new, 8))
