"""What console programs say: which number is the program's move, and which labels it wants."""

from __future__ import annotations

import pytest

from owari.programs.dialogues.prompts import labels_wanted, pauses
from owari.programs.dialogues.spoken import Trust, readings, words


def announced(text, *, strictly, **known):
    """The numbers of the moves that the text tells, strictly or not."""
    strict = (Trust.TOLD, Trust.NAMED)
    return iter(
        [int(r.label) for r in readings(text, **known) if r.trust in strict or not strictly]
    )

MOVES = [
    # as sentences
    ("Computer plays 4", 4),
    ("Computer moves 0", 0),
    ("Computer's move: 5", 5),
    ("Computer's Move: 3", 3),
    ("Computer's move (0-5): 3", 3),
    ("The computer moved from pit 3", 3),
    ("Computer selects bin 1 (3 stones)", 1),
    ("Computer moved 5 stones from pit 2", 2),
    ("The AI has selected pit 0", 0),
    ("I choose cup 3", 3),
    ("I'll take pit 2.", 2),
    ("I will sow pit 3", 3),
    ("I am playing 2", 2),
    ("I sowed from 5", 5),
    ("Moving 4 stones from hole #1", 1),
    ("Pit 4 chosen", 4),
    ("Bowl 2 it is", 2),
    ("House no. 3 was the computer's choice.", 3),
    ("After some thought, South plays pit 3, which holds 4.", 3),
    ("Pit 3 captures 5 stones", 3),
    ("South plays pit 3 and captures 4 stones from pit 9", 3),
    ("Player 1 plays 4", 4),
    ("Move 7: South plays pit 3", 3),
    ("Turn 5: computer plays 3", 3),
    ("12. South plays 3", 3),
    # as labels and as a debugger would
    ("*** SOUTH MOVES 4 ***", 4),
    ("AI chose pit #2", 2),
    ("My move -> 5", 5),
    ("My choice: 3", 3),
    ("pit3", 3),
    ("best_move = 3", 3),
    ("value=3 depth=8 move=4", 4),
    ("Best move is 2 with value 5", 2),
    ("The score of move 4 is 3", 4),
    ("plays pit: [3] in 2 seconds", 3),
    ("Computer plays pit 3 out of the pits 0-5", 3),
    ("Computer plays pit: 11", 11),
]


@pytest.mark.parametrize(("line", "number"), MOVES)
def test_the_move_in_a_line(line, number):
    assert next(announced(f"{line}\n", strictly=True)) == number


@pytest.mark.parametrize(
    "line",
    [
        # it speaks to the person
        "Enter your move: 3",
        "Enter a pit from 0 to 5",
        "You played 9",
        "Pit 9 is empty.",
        "Illegal move: 9",
        "Move 9 is not legal",
        "Which pit do I have to play, 3 or 4?",
        "I play pit 4, which is 11 on your side",
        # it lists and counts
        "Choose a pit from 0 to 5",
        "pits 7 8 9",
        "Legal moves: 7 8 9",
        "Possible moves: [0, 1, 2]",
        "Number of moves considered: 12",
        "moves so far: 12",
        "Moves evaluated: 4",
        "The computer has moved. South: 3, North: 4",
        # it thinks aloud
        "Evaluating pit 3: value 2",
        "Expecting North to play 9",
        "Searching to depth 8",
        "Playing at level 3",
        "depth 8 value 3",
        "Nodes searched: 12345",
        "Move took 0.53 seconds",
        "The move took 3 seconds",
        "Move time: 3",
        "I played 3.5",
        "Elapsed time: 0.003 seconds",
        # it tells what came of the move
        "captures 5 stones",
        "Captured 4 stones from pit 9!",
        "The last stone falls in pit 2",
        # it names a player or a score
        "player 1",
        "Player 2's turn",
        "Playing as player 1",
        "South 12 North 8",
        "The pitch is 3",
        "a replay of 3",
    ],
)
def test_no_move_in_a_line(line):
    assert not [*announced(f"{line}\n", strictly=True)]


def test_the_last_line_that_tells_a_move_comes_first():
    text = "North plays 9\nThinking...\nComputer plays 4\nNodes: 312\nTime: 3 s\n"
    assert [*announced(text, strictly=True)] == [4, 9]


def test_an_unfinished_line_may_go_on():
    assert not [*announced("Computer plays 1", strictly=True)]
    assert [*announced("Computer plays 1", strictly=False)] == [1]


def test_what_counts_as_doubtful_only():
    text = "I play pit 4, which is 11 on your side\nYour pit: "
    assert not [*announced(text, strictly=True)]
    assert [*announced(text, strictly=False)] == [4]


BOARD, FROM_0, FROM_1 = ([str(first + place) for place in range(6)] for first in (7, 0, 1))


@pytest.mark.parametrize(
    ("prompt", "places", "labels"),
    [
        ("Enter pit (7-12): ", range(6), BOARD),
        ("Opponent's pit (0-5): ", range(6), FROM_0),
        ("Your cup (1 to 6): ", range(6), FROM_1),
        ("Pick one of 1..6 > ", range(6), FROM_1),
        ("Pick from 1 through 6 > ", range(6), FROM_1),
        ("Pits 0-5 are mine; which of 7-12? ", range(6), BOARD),
        ("Opponent pit [7, 9, 12]: ", (0, 2, 5), BOARD),
        ("Opponent pit [0, 2, 5]: ", (0, 2, 5), FROM_0),
        ("1 3 6? ", (0, 2, 5), FROM_1),
        # nothing that tells
        ("Your move: ", range(6), None),
        ("", range(6), None),
        ("Move (1-4 or 0 to quit): ", range(6), None),
        ("Opponent pit [7, 9]: ", (0, 2, 5), None),
        ("Depth 3, your move: ", (2,), None),
        ("Move 9, pits 7 9 12: ", (0, 2), None),
    ],
)
def test_the_labels_that_a_prompt_wants(prompt, places, labels):
    assert labels_wanted(prompt, (BOARD, FROM_0, FROM_1), [*places]) == labels


@pytest.mark.parametrize(
    ("said", "quoted"),
    [
        ("Enter\tpit:\r\n  \x07now ", "Enter pit: now"),
        ("x" * 121, "..." + "x" * 120),
        (" \n", ""),
    ],
)
def test_words_for_a_message(said, quoted):
    assert words(said) == quoted
