"""Finding out how a console program is described: by real programs, and questions one by one."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from owari.games.game import Side
from owari.games.mancala import OWARI
from owari.players.player import TimeControl
from owari.players.simple import RandomPlayer
from owari.programs.dialogues.questions import answers_to, asks_for_a_pit
from owari.programs.learning import NotLearned, learn
from owari.programs.program import ProgramPlayer
from owari.programs.settings import ProgramSettings
from owari.records.record import Termination
from owari.referee.referee import play_game

pytestmark = pytest.mark.usefixtures("no_survivor")


@pytest.mark.parametrize(
    ("name", "first", "second"),
    [
        ("talker.py", ("s",), ("n",)),
        ("redraws.py", ("S",), ("N",)),
        ("bare.c", ("C",), ("P",)),
        ("liner.py", ("1",), ("2",)),
        ("alternates.py", ("y",), ("n",)),
    ],
)
def test_what_is_typed_at_the_start(sample, name, first, second):
    settings = sample(f"console/{name}")
    steps: list[str] = []
    learned = learn(settings, steps.append)
    assert (learned.protocol.start_first, learned.protocol.start_second) == (first, second)
    assert not learned.remarks
    assert steps
    # with the description it plays on the other side of the board too
    program = ProgramPlayer("program", replace(settings, protocol=learned.protocol))
    try:
        players = {Side.NORTH: program, Side.SOUTH: RandomPlayer("random", seed=3)}
        record = play_game(players, OWARI.start(), dict.fromkeys(Side, TimeControl(30.0)))
    finally:
        program.close()
    assert record.ending.termination is Termination.NORMAL


def test_one_with_rules_of_its_own_is_described_as_far_as_it_is_understood(sample):
    learned = learn(sample("console/miscounts.py"), lambda step: None)
    assert (learned.protocol.start_first, learned.protocol.start_second) == (("y",), ("n",))
    (remark,) = learned.remarks
    assert remark.startswith("one game did not end by the rules: it shows ")


OWN_WAYS = """
def sow(board, pit):
    own, goal, skipped = (range(6), 6, 13) if pit < 6 else (range(7, 13), 13, 6)
    stones, board[pit], last = board[pit], 0, pit
    while stones:
        last = (last + 1) % 14
        if last != skipped:
            board[last] += 1
            stones -= 1
    if last in own and board[last] == 1:
        board[goal] += board[12 - last]
        board[12 - last] = 0

name = input("Your name: ")
if input("[G]o or [W]ait? ").upper() == "W":
    turn = 0
else:
    turn = 1
board = [3] * 6 + [0] + [3] * 6 + [0]
while any(board[:6]) and any(board[7:13]):
    if turn:
        pit = min(pit for pit in range(7, 13) if board[pit])
        print("I pick cup", pit - 6)
    else:
        pit = -1
        while pit not in range(6) or not board[pit]:
            pit = int(input(name + ", your turn: ")) - 1
    sow(board, pit)
    turn = 1 - turn
"""


def test_one_that_is_north_and_calls_all_pits_1_to_6_and_draws_nothing(tmp_path):
    (tmp_path / "own.py").write_text(OWN_WAYS)
    settings = ProgramSettings((sys.executable, "own.py"), tmp_path)
    learned = learn(settings, lambda step: None)
    assert learned.protocol.start_first == ("Owari", "G")
    assert learned.protocol.start_second == ("Owari", "W")
    assert learned.protocol.types == ("1", "2", "3", "4", "5", "6")
    assert learned.protocol.reads == ("1", "2", "3", "4", "5", "6")


@pytest.mark.parametrize(
    "prompt",
    ["Pick a pit (12, 11, 10, 9, 8, 7)? ", "Enter your choice: ", "Enter North's input: "],
)
def test_a_first_prompt_for_a_move_is_no_question(tmp_path, prompt):
    """Beside a drawn board, though its pits look like a menu or it names none."""
    draws = "print(*board[12:6:-1]); print(board[13], board[6]); print(*board[:6])"
    program = (
        OWN_WAYS[OWN_WAYS.index("def sow") : OWN_WAYS.index("name =")]
        + f"""
board = [3] * 6 + [0] + [3] * 6 + [0]
while any(board[:6]) and any(board[7:13]):
    {draws}
    pit = int(input({prompt!r}))
    if pit not in range(7, 13) or not board[pit]:
        continue
    sow(board, pit)
    if any(board[:6]) and any(board[7:13]):
        sow(board, max(pit for pit in range(6) if board[pit]))
"""
    )
    (tmp_path / "own.py").write_text(program)
    learned = learn(ProgramSettings((sys.executable, "own.py"), tmp_path), lambda step: None)
    assert learned.protocol.start_second == ()
    assert learned.protocol.start_first is None


@pytest.mark.parametrize(
    ("program", "sentence"),
    [
        ("print('Segmentation fault')", "it asks for nothing that is understood; it said 'Segm"),
        (
            "input('Your move: ')",
            "no description works when it moves second: the best one came to ply 1, then it left",
        ),
    ],
)
def test_one_that_cannot_be_described(tmp_path: Path, program, sentence):
    settings = ProgramSettings((sys.executable, "-c", program), tmp_path)
    with pytest.raises(NotLearned) as caught:
        learn(settings, lambda step: None)
    assert str(caught.value).startswith(sentence)


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        ("Do I begin (y/n)? ", ["y", "n"]),
        ("Do I begin [Y/N] ", ["Y", "N"]),
        ("Does SOUTH start (yes/no)? ", ["yes", "no"]),
        ("Who starts, South or North (S/N)? ", ["S", "N"]),
        ("Who goes first, north or south (n/s)? ", ["n", "s"]),
        ("Who goes first, north or south? ", ["north", "south"]),
        ("Player or computer first (P/C): ", ["P", "C"]),
        ("(C)omputer or (P)layer first? ", ["C", "P"]),
        ('Type "me" or "you": ', ["me", "you"]),
        ("Do you want to go first?", ["y", "n"]),
        ("1. I begin\n2. The other program begins\nChoice: ", ["1", "2"]),
        ("[a] easy\n[b] medium\n[c] hard\n> ", ["a", "b", "c"]),
        ("Search depth (1-3): ", ["3"]),
        ("Search depth (6-9): ", ["6"]),
        ("Depth: ", ["4"]),
        ("Enter your name: ", ["Owari"]),
        ("Press Enter to start", [""]),
        ("Who is first? ", ["1", "2", "y", "n", "s", "c", "h"]),
        # no questions
        ("Your pit (7-12): ", []),
        ("Enter the pit North plays (7-12): ", []),
        ("Your move: ", []),
        ("", []),
    ],
)
def test_answers_to_a_question(question, answers):
    assert answers_to(f"Welcome to Owari!\n{question}") == answers


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("Your pit (7-12): ", True),
        ("Your move: ", True),
        ("3 3 3 3 3 3\n3 3 3 3 3 3\n", True),  # a bare cursor
        ("What is the airspeed of a swallow? ", False),
    ],
)
def test_what_may_be_a_question_for_a_pit(text, asks):
    assert asks_for_a_pit(text, 6) is asks
