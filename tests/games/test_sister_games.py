"""The games that a program may play in place of another of their family."""

from __future__ import annotations

from owari.games.catalog import allowed_by, find_game, positions_that_fit, sisters
from owari.games.game import Game, Move, Side
from owari.games.mancala import KALAH, KALAH_EMPTY, OWARI
from owari.games.othello import FREE_OTHELLO, OTHELLO


def moves(*cells: int) -> list[Move]:
    return [Move(cell) for cell in cells]


def fitting(game: Game, *cells: int, drawn: tuple[int, ...] = ()) -> list[str]:
    start = game.start()
    return [each.rules.name for each in positions_that_fit(start, moves(*cells), drawn)]


def test_sisters_have_the_same_board_and_no_pie_rule() -> None:
    assert [game.name for game in sisters(KALAH)] == ["owari:6x4", "kalah-empty"]
    assert [game.name for game in sisters(find_game("kalah:3x2"))] == [
        "owari:3x2",
        "kalah-empty:3x2",
    ]
    assert sisters(OTHELLO) == [FREE_OTHELLO]


def test_moves_fit_until_one_is_illegal() -> None:
    """South's first 2 ends in its goal, which earns no turn in Owari."""
    assert fitting(KALAH) == ["owari:6x4", "kalah-empty"]
    assert fitting(KALAH, 2, 5) == ["kalah-empty"]
    assert fitting(OWARI.resized(6, 4), 2, 7) == []


def test_a_board_that_was_drawn_tells_sisters_apart() -> None:
    """South's 1 ends in pit 5, which it has emptied before, as North has 7 opposite."""
    line = (5, 7, 1)
    assert fitting(KALAH, *line) == ["owari:6x4", "kalah-empty"]
    assert fitting(KALAH, *line, drawn=(1, 2)) == ["owari:6x4", "kalah-empty"]
    assert fitting(KALAH, *line, drawn=(3,)) == ["owari:6x4"]
    assert fitting(KALAH_EMPTY, *line, drawn=(3,)) == []


def test_what_allows_a_move_that_is_illegal_here() -> None:
    """c3 touches a disc and flips none."""
    c3, start = Move(18), OTHELLO.start()
    assert allowed_by(start, [], c3, Side.SOUTH) == "all moves of the game fit free-othello"
    assert allowed_by(start, [], Move(0), Side.SOUTH) == ""
    assert allowed_by(start.play(Move(19)), [], c3, Side.NORTH) == ""  # it begins elsewhere


def test_a_square_with_row_and_column_exchanged_names_no_other_game() -> None:
    """After f5 d6, e3 touches discs, as squares around do, and c5 flips some."""
    before = list(map(OTHELLO.parse_move, ("f5", "d6")))
    e3, clause = OTHELLO.parse_move("e3"), "c5 is legal: its row and column may be exchanged"
    assert allowed_by(OTHELLO.start(), before, e3, Side.SOUTH) == clause
    assert allowed_by(OTHELLO.start(), before, e3, Side.NORTH) == ""


def test_what_is_allowed_to_the_other_side_alone_explains_nothing() -> None:
    """In Kalah South moves again after its 3; here North has played South's 0."""
    start = OWARI.start()
    assert allowed_by(start, moves(3), Move(0), Side.NORTH) == ""
    assert allowed_by(start, moves(3), Move(0), Side.SOUTH)
