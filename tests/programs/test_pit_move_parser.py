"""What console programs say: which number is the program's move."""

from __future__ import annotations

from typing import Any

import pytest

from owari.programs.dialogues.console.pit_move_parser import Reading, Trust, readings
from owari.programs.transports.program_output import excerpt

STRICT = {Trust.TOLD, Trust.NAMED}


def announced(text: str, *, strictly: bool, **known: Any) -> list[int]:
    """The numbers of the moves that the text tells, the surest first."""
    said = readings(text, **known)
    return [int(reading.label) for reading in said if not strictly or reading.trust in STRICT]


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
def test_the_move_in_a_line(line: str, number: int) -> None:
    assert announced(f"{line}\n", strictly=True)[0] == number


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
def test_no_move_in_a_line(line: str) -> None:
    assert not announced(f"{line}\n", strictly=True)


def test_the_last_line_that_tells_a_move_comes_first() -> None:
    text = "Pit 3 chosen\nThinking...\nPit 4 chosen\nNodes: 312\nTime: 3 s\n"
    assert announced(text, strictly=True) == [4, 3]


def test_what_it_says_of_itself_again_replaces_what_it_said() -> None:
    assert announced("I play 3.\nNo,\nI play 4.\n", strictly=True) == [4]
    assert announced("I play 3.\nI choose pit 4.\n", strictly=True) == [4, 3]


def test_an_unfinished_line_may_go_on() -> None:
    assert not announced("Computer plays 1", strictly=True)
    assert announced("Computer plays 1", strictly=False) == [1]


def test_what_counts_as_doubtful_only() -> None:
    text = "I play pit 4, which is 11 on your side\nYour pit: "
    assert not announced(text, strictly=True)
    assert announced(text, strictly=False) == [4]


# The person's last move was 9, and the program is South.
SAID = [
    # clauses by their subjects
    ("You moved 9. I moved 4.", Trust.TOLD_ASIDE, "4"),
    ("You moved from pit 8.\nI moved from pit 4.", Trust.TOLD, "4"),
    ("Player 2 played 9, player 1 plays 4", Trust.NAMED, "4"),
    ("The human played 8 and the computer plays 4", Trust.TOLD_ASIDE, "4"),
    ("You chose 8; now I choose 4", Trust.TOLD_ASIDE, "4"),
    ("Your move was 8 so I play 4", Trust.TOLD_ASIDE, "4"),
    ("In response to your 8 I play 4", Trust.TOLD_ASIDE, "4"),
    ("My opponent plays 8. My choice is 4", Trust.TOLD, "4"),
    ("North plays 8\nSouth plays 4", Trust.TOLD, "4"),
    ("Player 2 (human) picks pit 8\nPlayer 1 (computer) picks pit 4", Trust.TOLD, "4"),
    ("I will empty my pit number 5, thank you.", Trust.TOLD_ASIDE, "5"),
    ("Pit 4 has 3 stones, I sow them.", Trust.TOLD, "4"),
    ("Pit 4 is mine", Trust.TOLD, "4"),
    ("I play 9", Trust.TOLD, "9"),
    # numbers of stones, and where they come from
    ("I sow 3 from 4: it's your turn", Trust.TOLD_ASIDE, "4"),
    ("I moved the 3 stones from 4.", Trust.TOLD, "4"),
    ("I take 3 stones from pit 4", Trust.TOLD, "4"),
    ("COMPUTER MOVES FROM PIT 4 TO PIT 8", Trust.TOLD, "4"),
    ("I play pit 4: 3 stones sown", Trust.TOLD, "4"),
    # labels
    ("Computer: 4", Trust.LABELLED, "4"),
    ("AI >> 4", Trust.LABELLED, "4"),
    ("Me: 4", Trust.LABELLED, "4"),
    ("OK, 9.\nMine: 4", Trust.LABELLED, "4"),
    ("You: 9  Me: 4", Trust.LABELLED, "4"),
    ("You: -  Me: 4", Trust.LABELLED, "4"),
    ("H:9 C:4", Trust.LABELLED, "4"),
    ("Human: 9\nComputer: 4", Trust.LABELLED, "4"),
    # what an engine says
    ("bestmove 4", Trust.NAMED, "4"),
    ("best move: 4", Trust.NAMED, "4"),
    ("depth 8 score 7 nodes 46994 -> 4", Trust.HINTED, "4"),
    # the only number
    ("4", Trust.ALONE, "4"),
    ("== 4 ==", Trust.ALONE, "4"),
    ("9\n4", Trust.ALONE, "4"),
    ("Thinking...\n04", Trust.ALONE, "4"),
    # behind a board, or a list of what it thinks
    ("I play pit 4.\nPit 0: 3   Pit 12: 3\nPit 1: 3   Pit 11: 3", Trust.TOLD, "4"),
    ("I play pit 4.\npit 2 ***\npit 1 \npit 0 **", Trust.TOLD, "4"),
    ("pit 0: 5 pit 1: 7 pit 2: -3\nPit 4 chosen", Trust.NAMED, "4"),
]


@pytest.mark.parametrize(("text", "trust", "label"), SAID)
def test_how_far_a_reading_is_trusted(text: str, trust: Trust, label: str) -> None:
    assert readings(f"{text}\nYour pit: ", typed=("9",))[0] == Reading(trust, label)


@pytest.mark.parametrize(
    "text",
    [
        # the person's move
        "You play 9",
        "You moved from pit 8.",
        "You took pit 8. Thinking...",
        "Human plays 8",
        "North plays 8",
        "Your move was 8",
        "Opponent's move: 8",
        "Player 2 picks pit 9",
        "Pit 9 it is",
        "Pit 8 is yours",
        "OK, 9.",
        "9",
        # boards
        "Pit 0: 3   Pit 12: 3",
        "pit 3 = 4",
        "pit 13 ***",
        "[4] = 3",
        "12: (3)",
        "12:(3)   (3):0",
        "My pit 3 holds 4",
        "My pit 3 (4)\nMy pit 4 (1)",
        "pit 2\npit 1\npit 0",
        "Move 0: value 3\nMove 2: value 1\nMove 3: value 5",
        # scores, captures, counts
        "Computer: 4  Human: 3",
        "Computer: 4\nHuman: 3",
        "Score: me: 4",
        "My goal: 4",
        "Computer: 4 stones",
        "I captured 3 from 4",
        "I sowed 3 and you have 4",
        # more than one line
        "3\n4",
        "0 1\n4",
        # refusals
        "Illegal move: 4",
        "Pit 4 is empty.",
        "Evaluating pit 4... evaluating pit 3...",
        # what a person may type
        "select a move from [0, 1, 2, 3, 4, 5]",
        "Please choose a pit: 0, 1 or 2",
        "Type a pit, e.g. pit 4",
        "Pit number (like 4)",
        "For example: move 4",
        "Mulde (z.B. Mulde 4)",
        "Choices:\n\nHole number 1\n\nHole number 2\n\nHole number 3\n",
        "Possible moves:\n\nHole number 1\nHole number 6\n",
        "Available pits\npit no 4",
    ],
)
def test_nothing_that_could_be_its_move(text: str) -> None:
    assert not readings(f"{text}\nYour pit (7-12): ", typed=("9",))


def test_a_score_tells_no_move() -> None:
    assert not readings("AI: 4  Human: 9\n", typed=("9",), scores={("4", "9")})
    assert readings("AI: 4  Human: 9\n", typed=("9",), scores={("3", "9"), ("4", "8")})


@pytest.mark.parametrize(
    "noise", [" ", ", ", "*", "<-", "4", "my ", "pit ", "move 1 ", "I play 3, "]
)
def test_long_lines_are_read_by_their_ends(noise: str) -> None:
    text = "pit 3" + noise * (20_000 // len(noise))
    assert readings(f"{text}. I choose 4.\n")[0] == Reading(Trust.TOLD, "4")


def test_a_prompt_tells_no_move() -> None:
    assert not readings("Move 12: ")
    assert not readings("Choose pit 7, 8 or 9: ")


def test_the_program_may_be_north() -> None:
    text = "South plays 3\nNorth plays 11\n"
    assert readings(text, own_side="north") == [Reading(Trust.TOLD, "11")]


@pytest.mark.parametrize(
    ("text", "trust", "label"),
    [
        ("Computer moves pit E", Trust.TOLD, "e"),
        ("Computer chooses C", Trust.TOLD, "c"),
        ("The computer chooses a pit: c", Trust.TOLD, "c"),
        ("AI: A", Trust.LABELLED, "a"),
        ("e", Trust.ALONE, "e"),
    ],
)
def test_pits_may_have_letters(text: str, trust: Trust, label: str) -> None:
    assert readings(f"{text}\nYour pit: ", labels="ABCDEF") == [Reading(trust, label)]


def test_pits_may_have_names() -> None:
    names = ("one", "two", "three", "four", "five", "six")
    assert readings("I choose Three.\n", labels=names) == [Reading(Trust.TOLD, "three")]


@pytest.mark.parametrize(
    ("said", "quoted"),
    [
        ("Enter\tpit:\r\n  \x07now ", "Enter pit: now"),
        ("x" * 121, "..." + "x" * 120),
        (" \n", ""),
    ],
)
def test_words_for_a_message(said: str, quoted: str) -> None:
    assert excerpt(said) == quoted


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("2\n 4 4 0 5 5 5\n0 0\n3\nYour pit: ", ["3"]),  # an echo, a board and its move
        ("2\n2\nYour pit: ", ["2"]),
        ("3\n5\nYour pit: ", ["3", "5"]),
        ("2\nYour pit: ", []),
        ("3\n12 nodes\nYour pit: ", []),
    ],
)
def test_bare_numbers_behind_an_echo_are_the_moves_of_a_turn(text: str, moves: list[str]) -> None:
    said = readings(text, typed=("2",), in_order=True)
    assert [each.label for each in said if each.trust is Trust.ALONE] == moves
