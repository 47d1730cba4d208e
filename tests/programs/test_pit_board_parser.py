"""Boards as people draw them."""

from __future__ import annotations

import pytest

from owari.games.mancala import KALAH, OWARI
from owari.programs.dialogues.console.pit_board_parser import (
    Rows,
    Shown,
    Style,
    rows_of,
    rows_shown,
)

# South: 0 4 1 12 0 5, goal 6. North in sowing order: 2 0 3 1 0 10, goal 7.
ROWS = Rows((0, 4, 1, 12, 0, 5), (2, 0, 3, 1, 0, 10))

BOARDS = [
    (
        "bars",
        Style.DRAWN,
        """
        +----+----+----+----+----+----+----+----+
        |    | 10 |  0 |  1 |  3 |  0 |  2 |    |
        |  7 |----+----+----+----+----+----|  6 |
        |    |  0 |  4 |  1 | 12 |  0 |  5 |    |
        +----+----+----+----+----+----+----+----+
        """,
    ),
    (
        "pit numbers around it",
        Style.DRAWN,
        """
        13   12  11  10   9   8   7
             10   0   1   3   0   2
         7                            6
              0   4   1  12   0   5
              0   1   2   3   4   5   6
        """,
    ),
    (
        "both rows numbered from one",
        Style.DRAWN,
        """
              1   2   3   4   5   6
          | 10|  0|  1|  3|  0|  2|
          |  0|  4|  1| 12|  0|  5|
              1   2   3   4   5   6
        """,
    ),
    (
        "a dictionary with numbered stores",
        Style.LISTED,
        "{'A': 0, 'B': 4, 'C': 1, 'D': 12, 'E': 0, 'F': 5, 'store1': 6,"
        " 'G': 2, 'H': 0, 'I': 3, 'J': 1, 'K': 0, 'L': 10, 'store2': 7}",
    ),
    (
        "a list of two rows, each with its goal before it",
        Style.SOUTH_FIRST,
        "[[6, 0, 4, 1, 12, 0, 5], [7, 2, 0, 3, 1, 0, 10]]",
    ),
    (
        "stones drawn in brackets",
        Style.DRAWN,
        "[oooooooooo] [] [o] [ooo] [] [oo]\n7   6\n[] [oooo] [o] [oooooooooooo] [] [ooooo]",
    ),
    (
        "a pit in each line, and a goal that might be one",
        Style.SOUTH_FIRST,
        "Pozo 1 = 0\nPozo 2 = 4\nPozo 3 = 1\nPozo 4 = 12\nPozo 5 = 0\nPozo 6 = 5\n"
        "Deposito 1 = 1\n"
        "Pozo 7 = 2\nPozo 8 = 0\nPozo 9 = 3\nPozo 10 = 1\nPozo 11 = 0\nPozo 12 = 10\n"
        "Deposito 2 = 7",
    ),
    ("lists", Style.DRAWN, "[10, 0, 1, 3, 0, 2]\n7 6\n[0, 4, 1, 12, 0, 5]"),
    ("goals at the ends", Style.DRAWN, "7 10 0 1 3 0 2\n  0 4 1 12 0 5 6"),
    (
        "players and goals at the ends",
        Style.DRAWN,
        "Player 2: 10 0 1 3 0 2 | 7\nPlayer 1: 0 4 1 12 0 5 | 6",
    ),
    (
        "each pit in brackets with its number",
        Style.DRAWN,
        """
        [12]=10 [11]=0 [10]=1 [9]=3 [8]=0 [7]=2
        [0]=0 [1]=4 [2]=1 [3]=12 [4]=0 [5]=5
        """,
    ),
    (
        "each pit's number behind it",
        Style.DRAWN,
        """
        10(12) 0(11) 1(10) 3(9) 0(8) 2(7)
        0(0) 4(1) 1(2) 12(3) 0(4) 5(5)
        """,
    ),
    ("a list of lists", Style.DRAWN, "[[10, 0, 1, 3, 0, 2], [0, 4, 1, 12, 0, 5]]"),
    ("a matrix", Style.DRAWN, "[[10  0  1  3  0  2]\n [ 0  4  1 12  0  5]]"),
    ("a list of fourteen", Style.LISTED, "[0, 4, 1, 12, 0, 5, 6, 2, 0, 3, 1, 0, 10, 7]"),
    (
        "a dictionary",
        Style.LISTED,
        str(dict(enumerate((0, 4, 1, 12, 0, 5, 6, 2, 0, 3, 1, 0, 10, 7)))),
    ),
    (
        "a pit a line",
        Style.LISTED,
        "\n".join(
            f"Pit {pit}: {stones}"
            for pit, stones in enumerate((0, 4, 1, 12, 0, 5, 6, 2, 0, 3, 1, 0, 10, 7))
        ),
    ),
    (
        "a pit of either side a line",
        Style.SOUTH_ABOVE,
        """
        Pit 0: 0   Pit 12: 10
        Pit 1: 4   Pit 11: 0
        Pit 2: 1   Pit 10: 1
        Pit 3: 12  Pit 9: 3
        Pit 4: 0   Pit 8: 0
        Pit 5: 5   Pit 7: 2
        Goals: 6 7
        """,
    ),
    (
        "upright, each pit's number outside",
        Style.DRAWN,
        """
             7
        12:(10)  (0):0
        11:(0)   (4):1
        10:(1)   (1):2
         9:(3)  (12):3
         8:(0)   (0):4
         7:(2)   (5):5
             6
        """,
    ),
    (
        "upright, each pit's letter outside",
        Style.TURNED,
        """
               (6)
         F [ 5]   [ 2] a
         E [ 0]   [ 0] b
         D [12]   [ 3] c
         C [ 1]   [ 1] d
         B [ 4]   [ 0] e
         A [ 0]   [10] f
               (7)
        """,
    ),
    *(
        (f"upright: {style.value}", style, "\n".join(["7", *lines, "6"]))
        for style, left, right in (
            (Style.DRAWN, ROWS.north[::-1], ROWS.south),
            (Style.TURNED, ROWS.south[::-1], ROWS.north),
            (Style.SOUTH_ABOVE, ROWS.south, ROWS.north[::-1]),
            (Style.RIGHT_UPWARDS, ROWS.north, ROWS.south[::-1]),
        )
        for lines in ([f"  | {a} || {b:>2} |" for a, b in zip(left, right, strict=True)],)
    ),
    *(
        (
            f"upright, one name for both pits {where}",
            Style.SOUTH_ABOVE,
            "\n".join(["7", *lines, "6"]),
        )
        for where, row in (("before", "{0} v{1:02} ^{2:02}"), ("behind", "({1})({2}) pair {0}"))
        for pairs in (enumerate(zip(ROWS.south, ROWS.north[::-1], strict=True)),)
        for lines in ([row.format(at, *pair) for at, pair in pairs],)
    ),
    (
        "upright, with a rule between every two lines",
        Style.SOUTH_ABOVE,
        "\n-----\n".join(f"({a}) ({b})" for a, b in zip(ROWS.south, ROWS.north[::-1], strict=True)),
    ),
    ("goals in the middle", Style.DRAWN, "10 0 1 3 0 2\n\n[7]   [6]\n\n0 4 1 12 0 5"),
    (
        "goals at both ends",
        Style.DRAWN,
        "7 | 10 | 0 | 1 | 3 | 0 | 2 | 6\n  | 0 | 4 | 1 | 12 | 0 | 5 |",
    ),
    (
        "boxes",
        Style.DRAWN,
        """
        ╔════╦════╦════╦════╦════╦════╦════╦════╗
        ║    ║ 10 ║  0 ║  1 ║  3 ║  0 ║  2 ║    ║
        ║  7 ╠════╬════╬════╬════╬════╬════╣  6 ║

        ║    ║  0 ║  4 ║  1 ║ 12 ║  0 ║  5 ║    ║
        ╚════╩════╩════╩════╩════╩════╩════╩════╝
        """,
    ),
    (
        "rows by name",
        Style.SOUTH_FIRST,
        '{"south": [0, 4, 1, 12, 0, 5], "north": [2, 0, 3, 1, 0, 10], "sg": 6, "ng": 7}',
    ),
    ("lists in one line", Style.DRAWN, "Board: [10, 0, 1, 3, 0, 2] | 7 - 6 | [0, 4, 1, 12, 0, 5]"),
    (
        "heaps of stones",
        Style.DRAWN,
        "oooooooooo . o ooo . oo\n7 6\n. oooo o oooooooooooo . ooooo",
    ),
    (
        "stars",
        Style.LISTED,
        "\n".join(
            f"{'goal' if pit in (6, 13) else 'pit'} {pit} {'*' * stones}"
            for pit, stones in reversed([*enumerate((0, 4, 1, 12, 0, 5, 6, 2, 0, 3, 1, 0, 10, 7))])
        ),
    ),
    ("one line as drawn", Style.LISTED_FROM_NORTH, "7 | 10 0 1 3 0 2 | 0 4 1 12 0 5 | 6"),
    ("in sowing order", Style.IN_ORDER, "North 2 0 3 1 0 10 (7)\nSouth 0 4 1 12 0 5 (6)"),
    ("South first", Style.SOUTH_FIRST, "South 0 4 1 12 0 5 (6)\nNorth 2 0 3 1 0 10 (7)"),
    ("from North's seat", Style.TURNED, "  5 0 12 1 4 0\n6             7\n  2 0 3 1 0 10"),
    ("South on top", Style.SOUTH_ABOVE, "0 4 1 12 0 5\n10 0 1 3 0 2"),
]


@pytest.mark.parametrize(
    ("style", "text"), [board[1:] for board in BOARDS], ids=[board[0] for board in BOARDS]
)
def test_a_board_is_found_in_one_style_only(style: Style, text: str) -> None:
    shown = rows_shown(f"Computer plays 4\n{text}\nEnter your pit (7-12): ", 6)
    assert [seen.style for seen in shown if seen.rows == ROWS] == [style]


def test_boards_that_follow_each_other_are_told_apart() -> None:
    board = "\n".join(f"pit {pit} {'*' * 3}" for pit in range(13, -1, -1))
    after = board.replace("pit 13 ***", "pit 13 **").replace("pit 0 ***", "pit 0 ****")
    shown = rows_shown(f"{board}\n{after}\n", 6)
    assert [seen.rows.south[0] for seen in shown if seen.style is Style.LISTED] == [3, 4]


def test_digits_run_together() -> None:
    shown = rows_shown("  901302\n7      6\n  041205\n", 6)
    assert shown[0] == Shown(Style.DRAWN, Rows((0, 4, 1, 2, 0, 5), (2, 0, 3, 1, 0, 9)), 2, "\n")


def test_the_last_board_comes_last() -> None:
    first, last = "3 3 3 3 3 3\n0 0\n3 3 3 3 3 3", "3 3 3 3 3 3\n0 1\n3 3 3 3 0 4"
    drawn = [s.rows.south for s in rows_shown(f"{first}\n{last}\n", 6) if s.style is Style.DRAWN]
    assert (drawn[0], drawn[-1]) == ((3, 3, 3, 3, 3, 3), (3, 3, 3, 3, 0, 4))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Computer plays 4\nTime: 0.3 s\n",
        "7 8 9 10 11 12\n0 1 2 3 4 5\n",
        "1 2 3\n4 5 6\n",
        "Pit 3: 4\nPit 4: 3\n",
        "nodes 1234567890123456789012345678901234567890\n",
    ],
)
def test_no_board(text: str) -> None:
    assert not rows_shown(text, 6)


def test_other_sizes() -> None:
    assert Shown(Style.DRAWN, Rows((4, 0), (5, 1)), 1, "\n") in rows_shown("1 5\n4 0\n", 2)
    assert Shown(Style.LISTED, Rows((4, 0), (5, 1)), 0, "") in rows_shown("4 0 9 5 1 8\n", 2)


def test_rows_of_a_position() -> None:
    position = OWARI.parse_position("0,4,1,12,0,5,6,2,0,3,1,0,10,7 N")
    assert rows_of(position) == ROWS
    assert rows_of(KALAH.resized(2, 4).start()) == Rows((4, 4), (4, 4))


def test_a_row_is_no_other_half_of_a_board_beyond_another_row() -> None:
    """The lower row of a board stands three lines above that of the next one."""
    row = "4 0 5 5 5 5"
    boards = rows_shown(f"4 4 4 4 4 4\n0 0\n{row}\n5 5 5 0 4 4\n1 0\n{row}\n", 6)
    own = (4, 0, 5, 5, 5, 5)
    assert not [board for board in boards if {board.rows.south, board.rows.north} == {own}]
    assert {board.rows for board in boards} > {Rows(own, (4, 4, 0, 5, 5, 5)), Rows(own, (4,) * 6)}
