"""The board as text."""

from owari.games.game import Side
from owari.games.mancala import OWARI, Mancala
from owari.games.numbering import NUMBERINGS
from owari.report.boards import draw


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
