"""The rules in words say what the values of the rules say."""

from __future__ import annotations

import re

import pytest

from owari.games.catalog import find_game
from owari.games.game import PASS, Move, Outcome, Side
from owari.games.mancala import SOWING_GAMES
from owari.games.othello import OTHELLO_GAMES
from owari.report.families import draw, full_rules, rules_in_a_sentence

EVERY = [
    *SOWING_GAMES,
    "owari:1x1",
    "kalah:1x1",
    "kalah:5x3",
    "kalah-empty:12x24",
    "manchester:2x2",
]
EVERY_OTHELLO = [
    f"{name}{size}" for name in OTHELLO_GAMES for size in ("", ":4", ":6", ":10", ":16")
]


def said(name: str, heading: str) -> str:
    """The paragraph of that heading, on one line; empty where there is none."""
    found = re.search(rf"^{heading}\. (.*?)(?:\n\n|\Z)", full_rules(find_game(name)), re.S | re.M)
    return " ".join(found[1].split()) if found else ""


def test_a_sentence_each() -> None:
    sentences = {name: rules_in_a_sentence(rules) for name, rules in SOWING_GAMES.items()}
    last = "A last stone in an empty own pit"
    extra = "A last stone in the own goal earns an extra turn"
    assert sentences == {
        "owari": f"6 pits a side with 3 stones in each. No extra turns. {last} captures the stones"
        " opposite and stays.",
        "kalah": f"6 pits a side with 4 stones in each. {extra}. {last} captures the stones"
        " opposite and goes to the goal with them.",
        "kalah-empty": f"6 pits a side with 4 stones in each. {extra}. {last} goes to the goal with"
        " the stones opposite, even if there are none.",
        "manchester": f"7 pits a side with 7 stones in each. {extra}, except on the first move."
        f" {last} captures the stones opposite and goes to the goal with them."
        " The first move can be swapped.",
    }
    assert rules_in_a_sentence(find_game("kalah:1x1")).startswith("1 pit a side with 1 stone in")


def test_the_board_and_its_numbers() -> None:
    assert said("kalah:5x3", "Board") == (
        "Each side has 5 pits with 3 stones in each, 30 stones in all. Each side also has a goal,"
        " which is empty at the start. South has pits 0-4 from left to right and goal 5 at the"
        " right. North has pits 6-10 from right to left as drawn and goal 11 at the left."
        " Opposite pit P lies pit 10-P."
    )
    assert "South has pit 0 and goal 1 at the right. North has pit 2" in said("owari:1x1", "Board")


@pytest.mark.parametrize("name", EVERY)
def test_every_game_is_drawn_and_its_texts_are_read_back(name: str) -> None:
    rules = find_game(name)
    text = full_rules(rules)
    assert text.startswith(f"{name}\n\n")
    assert draw(rules.start()) in text
    texts = said(name, "Moves and positions")
    start = texts.split("The game starts at: ")[1]
    assert rules.parse_position(start) == rules.start()
    south, north = re.search(r"as in (\S+) or (\w+)", texts).groups()
    assert rules.parse_move(south) == Move(rules.row(Side.SOUTH)[0])
    assert rules.parse_move(north) == Move(rules.row(Side.NORTH)[-1])
    assert max(map(len, text.split("\n"))) <= 88


@pytest.mark.parametrize("name", EVERY)
def test_a_lap_ends_where_it_began_and_captures(name: str) -> None:
    """What is said of a lap, played."""
    rules = find_game(name)
    lap = 2 * rules.pits + 1
    assert f"A lap is {lap} stones" in said(name, "Sowing")
    cells = (lap, *(0,) * rules.pits, *(1,) * rules.pits, 0)
    position = rules.parse_position(f"{','.join(map(str, cells))} S").play(Move(0))
    assert position.cells[2 * rules.pits] == 0
    assert position.cells[rules.pits] >= 3


def test_extra_turns_and_the_pie_rule() -> None:
    assert said("owari", "Turns").startswith("There is no extra turn")
    assert "the mover plays again" in said("kalah", "Turns")
    assert "first move" not in said("kalah", "Turns")
    assert "The first move of a game earns none." in said("manchester:2x2", "Turns")
    assert "can be `swap`" in said("manchester:2x2", "Pie rule")
    assert said("kalah", "Pie rule") == ""
    assert "`ply0` follows before the first move, and `ply1`" in said(
        "manchester", "Moves and positions"
    )
    assert "ply" not in said("kalah", "Moves and positions")


@pytest.mark.parametrize(
    ("name", "sentence", "alone", "goal"),
    [
        ("owari", "all stones in the pit opposite go to the mover's goal.", 0, 5),
        ("kalah", "When the pit opposite is empty, nothing is captured", 0, 6),
        (
            "kalah-empty",
            "When the pit opposite is empty, the capturing stone goes there alone.",
            1,
            6,
        ),
    ],
)
def test_captures_are_told_as_they_are_made(
    name: str, sentence: str, alone: int, goal: int
) -> None:
    assert sentence in said(name, "Capture")
    rules = find_game(f"{name}:3x2")
    against_none = rules.parse_position("1,0,1,0,0,0,1,0 S").play(Move(0))
    assert against_none.score().south == alone
    against_five = rules.parse_position("1,0,1,0,0,5,1,0 S").play(Move(0))
    assert against_five.score().south == goal


def test_numberings_are_told_as_the_board_is_drawn() -> None:
    text = full_rules(find_game("kalah:3x2"))
    assert "  board     South 0 1 2; North 6 5 4\n" in text
    assert "  as-drawn  South 1 2 3; North 1 2 3\n" in text


def test_a_sentence_of_othello_and_of_its_variant() -> None:
    assert {name: rules_in_a_sentence(rules) for name, rules in OTHELLO_GAMES.items()} == {
        "othello": "8 by 8 squares. A disc must enclose discs of the other side, and flips them."
        " A side without a move passes, and the game ends when neither side has one.",
        "free-othello": "8 by 8 squares. A disc can go beside any other disc and flips the discs"
        " that it encloses, if any. Nobody passes, and the game ends when the board is full.",
    }
    assert rules_in_a_sentence(find_game("othello:6")).startswith("6 by 6 squares.")


@pytest.mark.parametrize("name", EVERY_OTHELLO)
def test_othello_is_drawn_and_its_texts_are_read_back(name: str) -> None:
    rules = find_game(name)
    text = full_rules(rules)
    assert text.startswith(f"{name}\n\n")
    assert draw(rules.start()) in text
    texts = said(name, "Moves and positions")
    found = re.search(r"as in (\w+)(, or pass)?\. ", texts)
    assert found
    rules.start().play(rules.parse_move(found[1]))
    assert rules.parse_position(texts.split("The game starts at: ")[1]) == rules.start()
    assert max(map(len, text.split("\n"))) <= 88


@pytest.mark.parametrize("name", OTHELLO_GAMES)
def test_what_is_said_of_placing_and_passing_is_what_is_played(name: str) -> None:
    rules = find_game(name)
    nothing = rules.parse_move("c3") in rules.start().legal_moves()
    assert ("It need not flip anything" in said(name, "Placing")) == nothing
    assert ("must flip at least one" in said(name, "Placing")) != nothing
    stuck = find_game(f"{name}:4").parse_position("O--- OXX- OXX- --X- X")
    assert ("cannot move passes" in said(name, "Passing")) == (stuck.legal_moves() == (PASS,))
    assert ("Nobody passes" in said(name, "Passing")) == (PASS not in stuck.legal_moves())


def test_the_example_of_a_margin_is_right_at_every_size() -> None:
    for size in range(4, 17, 2):
        example = r"10-4 with (\d+) empty squares is won by (\d+)"
        found = re.search(example, said(f"othello:{size}", "End"))
        assert found
        assert Outcome(10, 4, int(found[1])).margin(Side.SOUTH) == int(found[2])
        assert 10 + 4 + int(found[1]) == size**2


def test_the_numberings_of_squares() -> None:
    text = full_rules(find_game("othello"))
    assert text.endswith(
        "e6:\n  board        e6\n  row-column   6 5\n  row-column-0 5 4\n  column-row   5 6\n"
        "  column-row-0 4 5\n  row-letter   6e\n  board-0      e5\n  letters      fe"
    )
