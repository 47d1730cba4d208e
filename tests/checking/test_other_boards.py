"""What `owari learn` says of programs that play on the board of another game, or by other rules."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from owari.checking.description_trial import NotLearned, Trial
from owari.checking.learner import CANDIDATES, learn
from owari.games.catalog import find_game
from owari.programs.dialogues.line import LineProtocol
from owari.programs.sandbox.program_settings import ProgramSettings
from owari.records.record import Termination
from tests.support.asking_programs import asking
from tests.support.command import run
from tests.support.compiler import Compiler
from tests.support.habits import Example, learned
from tests.support.sample_programs import PROGRAMS

pytestmark = pytest.mark.usefixtures("no_survivor")


@pytest.mark.parametrize(
    ("words", "asked", "said", "played"),
    [
        (
            "game=kalah size=5x4 asks=range",
            "kalah",
            "a board of 5 pits a side with 4 stones in each, and kalah has 6 pits a side with 4"
            " stones in each; kalah:5x4, owari:5x4 and kalah-empty:5x4 have its board",
            "kalah:5x4",
        ),
        (
            "size=6x4 draws=labelled begins=always-first",
            "owari",
            "a board of 6 pits a side with 4 stones in each, and owari has 6 pits a side with 3"
            " stones in each; owari:6x4, kalah and kalah-empty have its board",
            "owari:6x4",
        ),
        (
            "game=kalah size=8x4 when=own begins=always-second",
            "kalah",
            "a board of 8 pits a side with 4 stones in each, and kalah has 6 pits a side with 4"
            " stones in each; kalah:8x4, owari:8x4 and kalah-empty:8x4 have its board",
            "kalah:8x4",
        ),
        (
            "game=othello size=10 draws=ruled begins=always-first",
            "othello",
            "a board of 10 by 10 squares, and othello has 8 by 8 squares; othello:10 and"
            " free-othello:10 have its board",
            "othello:10",
        ),
    ],
)
def test_the_board_of_another_game_is_named_and_that_game_learned(
    tmp_path: Path, words: str, asked: str, said: str, played: str
) -> None:
    """What it prints is for a tournament of that."""
    example = Example(dict(word.split("=") for word in words.split()))
    command = shlex.join(example.command(tmp_path / "notes"))
    result = run("learn", command, "--game", asked, folder=tmp_path)
    assert result.exit_code == 1
    before, named, after = result.output.partition(f"\nthe program draws {said}\n")
    assert named
    assert " moves " not in before
    assert after.startswith(f"trying to learn it as one that plays {played}\n")
    assert "protocol: console" in after
    wanted = f"Error: it plays {played}, not {asked}, and these settings are for that"
    assert wanted in after
    assert result.stdout == ""


STUBBORN = """
while input("Who begins (1 = you, 2 = me)? ") not in ("1", "2"):
    pass
print(*[4] * 10, chr(10), *[4] * 10)
input("A vous de jouer ! Quel case choisissez-vous ? ")
while True:
    input("Cette case ne vous appartient pas ! Choisissez à partir de votre plateau : ")
"""


def test_no_game_is_played_beyond_the_board_of_another_one(tmp_path: Path) -> None:
    (tmp_path / "stubborn.py").write_text(STUBBORN)
    result = run("learn", f"{sys.executable} stubborn.py", "--within", "10s", folder=tmp_path)
    before, _, after = result.output.partition("trying to learn it as one that plays owari:10x4\n")
    said = (
        "the program draws a board of 10 pits a side with 4 stones in each, and owari has 6 pits a"
        " side with 3 stones in each; owari:10x4, kalah:10x4 and kalah-empty:10x4 have its board"
    )
    assert before.endswith(f"{said}\n")
    assert " moves second" not in before
    assert f"Error: {said}; as owari:10x4: " in after


KEPT = """
print("4 4 4 4 4 4\\n0 0\\n4 4 4 4 4 4")
input("{question}")
if {begins}:
    print("5 0 4 4 4 4\\n0 0\\n5 5 5 4 4 4")
while True:
    input("Your pit: ")
"""


@pytest.mark.parametrize(
    ("question", "begins", "kept"),
    [
        ("Depth: ", True, True),
        ("Depth: ", False, True),
        ("How many stones in each pit? ", False, False),
    ],
)
def test_the_board_of_another_game_is_kept_beyond_a_question(
    tmp_path: Path, question: str, begins: bool, kept: bool
) -> None:
    """Whether the program goes on from it, or draws no other, unless the question is for a size."""
    command = (sys.executable, "-c", KEPT.format(question=question, begins=begins))
    settings = ProgramSettings(command, tmp_path, protocol=LineProtocol())
    steps: list[str] = []
    with pytest.raises(NotLearned) as caught:
        learn(settings, steps.append, within=10.0)
    drawn = str(caught.value).startswith("the program draws a board of 6 pits a side with 4 stones")
    assert drawn is kept
    assert any(" moves " in step for step in steps) is not kept


ODD_GAMES = """if True:
    own_turn = False
elif len(sys.argv) == 1:"""
COUNTED = """import os
starts = sum(1 for each in os.listdir() if each.startswith("start"))
open(f"start{starts}", "w").close()
plies = 0
"""


def test_rules_that_only_one_of_the_games_shows_are_told(tmp_path: Path) -> None:
    """As of a program that sows the other goal: many games never come to that."""
    settings = asking(tmp_path, "if len(sys.argv) == 1:", ODD_GAMES)
    program = (tmp_path / "asks.py").read_text().replace("import random", COUNTED)
    odd = "    sow(board, pit)\n    plies += 1\n    board[0] += starts < 2 and plies == 15\n"
    (tmp_path / "asks.py").write_text(program.replace("    sow(board, pit)\n", odd))
    found = learn(settings, lambda step: None)
    assert found.missing.startswith("in another game the program shows ")
    assert found.missing.endswith("compare its rules with those of `owari rules`")


@pytest.mark.parametrize("game", ["kalah", "owari:6x4"])
def test_a_first_turn_that_is_not_over_is_no_other_board(game: str) -> None:
    family = CANDIDATES[find_game(game)](find_game(game))
    assert not family.other_board("4 4 4 4 4 4\n0 1\n4 4 0 5 5 5\nComputer: 6\nYour move: ")
    other = family.other_board("4 4 4 4 4\n0 1\n4 0 5 5 5\nComputer: 6\nYour move: ")
    assert other
    assert other.drawn == "5 pits a side with 4 stones in each"


SCATTERED = """
import random
stones = [1, 2, 5, 7] * 3
if {tosses}:
    random.shuffle(stones)
print("Pits: 13 12 11 10 9 8\\n       1  2  3  4 5 6")
print(*stones[:6], "\\n0        0\\n", *stones[6:])
while True:
    input("Your pit: ")
"""


@pytest.mark.parametrize("tosses", [True, False])
def test_a_board_with_other_stones_at_each_start_is_named(tmp_path: Path, tosses: bool) -> None:
    """But not one that may stand there as an example."""
    command = (sys.executable, "-c", SCATTERED.format(tosses=tosses))
    settings = ProgramSettings(command, tmp_path, protocol=LineProtocol())
    with pytest.raises(NotLearned) as caught:
        learn(settings, lambda step: None, game=find_game("kalah"), within=5.0)
    said = (
        "the program draws a board of 6 pits a side whose stones differ from start to start, and"
        " kalah has 6 pits a side with 4 stones in each; no game of `owari games` begins so"
    )
    assert (str(caught.value) == said) is tosses


def test_names_of_pits_are_no_stones() -> None:
    game = find_game("kalah")
    family = CANDIDATES[game](game)
    assert not family.other_board("13 12 11 10 9 8\n0 7\n1 2 3 4 5 6\nYour pit: ")
    assert not family.other_board("7 | 5 6 7 8 2 1 | 0\n3 4 5 6 3 9\n4 3 5\nYour pit: ")
    assert family.other_board("5 6 7 8 2 1\n0 0\n3 3 3 4 5 6\nYour pit: ")


def test_a_board_that_is_too_small_is_named() -> None:
    game = find_game("kalah")
    family = CANDIDATES[game](game)
    other = family.other_board("---------\n| 3 | 3 |\n---------\n| 3 | 3 |\n> ")
    assert other
    assert other.sentence(game) == (
        "the program draws a board of 2 pits a side with 3 stones in each, and kalah has 6 pits a"
        " side with 4 stones in each; console programs are played here with 3 pits a side or more"
    )
    assert not family.other_board("| 3 | 3 |\n| 3 | 3 |\nDepth 3: ")
    assert not family.other_board("| 3 | 3 |\n| 3 | 2 |\n> ")


def test_that_game_is_learned_where_it_is_named(tmp_path: Path) -> None:
    habits = {"game": "othello", "size": "6", "begins": "always-second"}
    seating = learned(Example(habits), tmp_path)
    assert (seating.wrong, seating.false) == ("", ())


def test_so_is_that_of_a_program_in_c(compiled: Compiler, tmp_path: Path) -> None:
    (twin,) = compiled(PROGRAMS / "habits" / "player.c")
    command = shlex.join((twin, "size=6x5", "draws=ruled", "begins=always-second"))
    result = run("learn", command, folder=tmp_path)
    assert "a board of 6 pits a side with 5 stones in each, and owari has" in result.output
    assert result.exit_code == 1


def test_a_number_that_has_led_to_another_board_was_its_size(tmp_path: Path) -> None:
    """Whatever the words of the question: that of the game is tried before all others."""
    example = Example({"game": "othello", "before": "latin"})
    command = shlex.join(example.command(tmp_path / "notes"))
    result = run("learn", command, "--game", "othello", folder=tmp_path)
    assert result.exit_code == 0
    assert "first: ['8', n]\n      second: ['8', y]" in result.output
    assert "after '10'" not in result.output


@pytest.mark.parametrize("named", [False, True])
def test_a_rule_that_is_named_is_no_bug(named: bool) -> None:
    record = SimpleNamespace(ending=SimpleNamespace(termination=Termination.BOARD_DIFFERS))
    dialogue = SimpleNamespace(took_another=lambda: False, names_a_rule=lambda: named)
    trial = SimpleNamespace(record=record, dialogue=dialogue, length=40, stops=False)
    assert Trial.ends_by_its_own_bug.__get__(trial) is not named


def test_one_that_prints_refusals_while_it_thinks_plays_by_its_own_rules(tmp_path: Path) -> None:
    words = ("game=kalah", "captures=", "thinks=errors", "begins=always-second")
    program = (sys.executable, str(PROGRAMS / "habits" / "player.py"), *words)
    settings = ProgramSettings(program, tmp_path, protocol=LineProtocol())
    steps: list[str] = []
    learned = learn(settings, steps.append, game=find_game("kalah"))
    assert learned.plies[0] > 20
    assert "compare its rules" in learned.missing
    assert not any("reads 7" in step for step in steps)  # its moves were understood


@pytest.mark.parametrize(
    ("menu", "owari", "othello"),
    [
        ("A quel jeu jouer ?\n(1) Jeu d'Othello\n(2) Jeu d'Awalé\n", ["2"], ["1"]),
        ("Variant?\n1. Classic\n2. OWARE\n3. Other\nYour choice: ", ["2"], ["1", "2", "3"]),
        ("Choose:\n1) Oware against the computer\n2) Oware for two players\n> ", ["1"], ["1"]),
    ],
)
def test_of_a_menu_of_games_the_own_is_chosen(
    menu: str, owari: list[str], othello: list[str]
) -> None:
    for name, wanted in (("owari", owari), ("othello", othello)):
        game = find_game(name)
        assert CANDIDATES[game](game).answers(menu) == wanted
