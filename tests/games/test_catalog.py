"""The games by name, and the games that a program may play in place of another of their family."""

from __future__ import annotations

import pytest

from owari.games.catalog import GAMES, allowed_by, find_game, positions_that_fit, sisters
from owari.games.game import Game, Move, Side
from owari.games.mancala import KALAH, KALAH_EMPTY, MANCHESTER, OWARI, SOWING_GAMES, Capture
from owari.games.othello import FREE_OTHELLO, OTHELLO, OTHELLO_GAMES

THERE_ARE = f"there are {', '.join(GAMES)}"


def test_the_games_and_their_rules() -> None:
    known = {
        "owari": OWARI,
        "kalah": KALAH,
        "kalah-empty": KALAH_EMPTY,
        "manchester": MANCHESTER,
        "othello": OTHELLO,
        "free-othello": FREE_OTHELLO,
    }
    assert {**GAMES, **known, **SOWING_GAMES, **OTHELLO_GAMES} == GAMES
    sowing = (OWARI, KALAH, KALAH_EMPTY, MANCHESTER)
    sizes = [(rules.pits, rules.stones) for rules in sowing]
    assert sizes == [(6, 3), (6, 4), (6, 4), (7, 7)]
    assert [rules.extra_turn for rules in sowing] == [False, True, True, True]
    assert [rules.capture for rules in sowing] == [*Capture, Capture.BOTH]
    assert [rules.pie for rules in sowing] == [False, False, False, True]
    assert [rules.first_move_extra_turn for rules in sowing] == [True, True, True, False]


@pytest.mark.parametrize(
    ("name", "pits", "stones"), [("kalah", 6, 4), ("kalah:5x3", 5, 3), ("owari:12x24", 12, 24)]
)
def test_a_name_may_have_a_size(name: str, pits: int, stones: int) -> None:
    rules = find_game(name)
    assert (rules.name, rules.pits, rules.stones) == (name, pits, stones)


def test_the_usual_size_need_not_be_said() -> None:
    assert find_game("owari:6x3") == OWARI
    assert find_game("kalah:6x4").name == "kalah"
    assert find_game("kalah:6x3").name == "kalah:6x3"


@pytest.mark.parametrize("family", SOWING_GAMES)
def test_every_game_is_found_by_its_own_name(family: str) -> None:
    for pits in range(1, 13):
        for stones in range(1, 25):
            rules = SOWING_GAMES[family].resized(pits, stones)
            assert find_game(rules.name) == rules


@pytest.mark.parametrize("family", OTHELLO_GAMES)
def test_a_game_of_othello_too(family: str) -> None:
    assert find_game(family).size == 8
    for size in range(4, 17, 2):
        rules = OTHELLO_GAMES[family].resized(size)
        assert find_game(rules.name) == rules
    assert find_game(f"{family}:8").name == family


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("chess", f"unknown game 'chess'; {THERE_ARE}"),
        ("owarri", "unknown game 'owarri'; did you mean 'owari'?"),
        ("kala:6x4", "unknown game 'kala:6x4'; did you mean 'kalah'?"),
        ("Reversi", "unknown game 'Reversi'; did you mean 'othello'?"),
        ("", f"unknown game ''; {THERE_ARE}"),
        ("kalah:", "'kalah:': a size is pits x stones a pit, as in 'kalah:6x4'"),
        ("kalah:6", "'kalah:6': a size is pits x stones a pit, as in 'kalah:6x4'"),
        ("kalah:6x4 ", "'kalah:6x4 ': a size is pits x stones a pit, as in 'kalah:6x4'"),
        ("othello:6x6", "'othello:6x6': a size is the squares a side, as in 'othello:6'"),
        ("othello:7", "a board has 4 to 16 squares a side, an even number, not 7"),
        ("kalah:13x4", "a side has 1 to 12 pits, not 13"),
        ("kalah:6x25", "a pit starts with 0 to 24 stones, not 25"),
    ],
)
def test_another_name_is_told_which_there_are(name: str, wrong: str) -> None:
    with pytest.raises(ValueError) as error:  # noqa: PT011
        find_game(name)
    assert str(error.value) == wrong


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
