"""The board as text."""

from owari.games.game import Side
from owari.games.mancala import OWARI, Mancala
from owari.games.numbering import NUMBERINGS, OTHELLO_NUMBERINGS
from owari.games.othello import FREE_OTHELLO, OTHELLO
from owari.report.families import draw


def test_the_start_as_the_hand_out_draws_it() -> None:
    assert draw(OWARI.start()).splitlines() == [
        "      12   11   10    9    8    7    North",
        "    +----+----+----+----+----+----+",
        "    |  3 |  3 |  3 |  3 |  3 |  3 |",
        "  0 +----+----+----+----+----+----+ 0",
        "    |  3 |  3 |  3 |  3 |  3 |  3 |",
        "    +----+----+----+----+----+----+",
        "       0    1    2    3    4    5    South, to move",
    ]


def test_each_number_stands_where_its_pit_is() -> None:
    position = OWARI.parse_position("10,11,12,13,14,15,16,17,18,19,20,21,22,23 N")
    _, _, north, goals, south, _, _ = draw(position).splitlines()
    assert north.replace("|", " ").split() == ["22", "21", "20", "19", "18", "17"]
    assert (goals.split()[0], goals.split()[-1]) == ("23", "16")
    assert south.replace("|", " ").split() == ["10", "11", "12", "13", "14", "15"]


def test_the_board_turned_round_with_the_names_of_the_other_screen() -> None:
    position = OWARI.start().play(OWARI.parse_move("S4"))
    above, *_, goals, south, _, below = draw(
        position.turned(), south="them", north="us", numbering=NUMBERINGS["letters"]
    ).splitlines()
    assert above.split() == ["F", "E", "D", "C", "B", "A", "us"]
    assert goals.split()[0] == "1"
    assert south.replace("|", " ").split() == ["4", "3", "3", "3", "3", "3"]
    assert below.split() == ["A", "B", "C", "D", "E", "F", "them,", "to", "move"]


def test_any_number_of_pits_and_three_digits_stay_in_line() -> None:
    for pits in range(1, 13):
        for stones in (3, 24, 240):
            row = (stones,) * pits
            game = OWARI.resized(pits, 3)
            lines = draw(Mancala(game, (*row, stones, *row, stones), Side.NORTH)).splitlines()
            bars = [[at for at, mark in enumerate(line) if mark in "+|"] for line in lines[1:-1]]
            assert all(places == bars[0] for places in bars)
            assert len(bars[0]) == pits + 1
            assert "\n".join(lines).isascii()


def test_squares_with_their_coordinates_and_the_legal_ones_marked() -> None:
    assert draw(OTHELLO.resized(6).start()).splitlines() == [
        "     a b c d e f",
        "   1 - - - - - -    North, White (O): 2",
        "   2 - - * - - -",
        "   3 - * O X - -",
        "   4 - - X O * -",
        "   5 - - - * - -",
        "   6 - - - - - -    South, Black (X): 2, to move",
    ]


def test_north_may_be_black_and_squares_may_be_called_by_row_and_column() -> None:
    position = OTHELLO.resized(4).start(Side.NORTH)
    numbering = OTHELLO_NUMBERINGS["row-column-0"]
    assert draw(position, south="them", north="us", numbering=numbering).splitlines() == [
        "     0 1 2 3",
        "   0 - * - -    us, Black (X): 2, to move",
        "   1 * O X -",
        "   2 - X O *",
        "   3 - - * -    them, White (O): 2",
    ]


def test_a_finished_board_has_no_marks_and_nobody_to_move() -> None:
    position = OTHELLO.resized(4).parse_position("XXXX -XXX XXXX XXXX O")
    drawn = draw(position).splitlines()
    assert drawn[1:3] == ["   1 X X X X    North, White (O): 0", "   2 - X X X"]
    assert drawn[-1] == "   4 X X X X    South, Black (X): 15"


def test_boards_of_squares_of_every_size_stay_in_line() -> None:
    for size in range(4, 17, 2):
        for scheme in OTHELLO_NUMBERINGS.values():
            position = FREE_OTHELLO.resized(size).start()
            head, *rows = draw(position, numbering=scheme).splitlines()
            assert all(len(row) == len(head) for row in rows[1:-1])
            assert len(rows) == size
            assert "\n".join(rows).count("*") == len(position.legal_moves())
            assert sum(row[: len(head)].count("X") for row in rows) == 2
