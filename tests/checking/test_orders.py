"""How a console program is brought to move first or second where no question decides it: by a
toss, or by the words of its command."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from owari.checking.description_trial import NotLearned
from owari.checking.learner import CANDIDATES, learn
from owari.checking.usage_text import arguments_offered, players_exchanged
from owari.games.catalog import find_game
from owari.games.game import Game, Side
from owari.games.mancala import OWARI
from owari.players.builtin_bots import RandomPlayer
from owari.players.player import TimeControl
from owari.programs.dialogues.console.console_protocol import ConsoleProtocol
from owari.programs.dialogues.console.questions import announced_order
from owari.programs.dialogues.line import LineProtocol
from owari.programs.program import ProgramPlayer
from owari.programs.sandbox.program_settings import ProgramSettings
from owari.records.record import Termination
from owari.referee.referee import play_game
from tests.support.asking_programs import asking
from tests.support.habits import Example
from tests.support.nightly import at_night
from tests.support.sample_programs import PROGRAMS, SANDBOX, Sample

pytestmark = pytest.mark.usefixtures("no_survivor")

QUICK_TOSSES = ("owari.checking.learner.NEXT_SECOND", "owari.programs.program.NEXT_SECOND")


@pytest.fixture
def quick_tosses(monkeypatch: pytest.MonkeyPatch) -> None:
    """The programs count their starts, and need no other second."""
    for name in QUICK_TOSSES:
        monkeypatch.setattr(name, 0.0)


def assert_plays_in_both_orders(settings: ProgramSettings, game: Game) -> None:
    for first in Side:
        program = ProgramPlayer("program", settings)
        players = {Side.SOUTH: program, Side.NORTH: RandomPlayer("random", seed=5)}
        try:
            record = play_game(players, game.start(first), dict.fromkeys(Side, TimeControl(30.0)))
        finally:
            program.close()
        assert record.ending.termination is Termination.NORMAL, record.ending.reason
        assert record.final.outcome() == record.ending.score


@pytest.mark.usefixtures("quick_tosses")
@pytest.mark.parametrize(
    ("name", "arguments", "game"),
    [
        ("othello_toss.py", ("6", "count"), "othello:6"),
        *at_night(("othello_toss.c", ("count",), "othello")),
    ],
)
def test_a_toss_beside_a_choice_of_disc(
    sample: Sample, name: str, arguments: tuple[str, ...], game: str
) -> None:
    settings = sample(f"console/{name}", *arguments)
    learned = learn(settings, lambda step: None, game=find_game(game))
    assert learned.protocol.start_toss
    assert (learned.protocol.start_first, learned.protocol.start_second) == ((), ())
    assert (learned.remarks, learned.missing) == ((), "")
    assert_plays_in_both_orders(replace(settings, protocol=learned.protocol), find_game(game))


@pytest.mark.usefixtures("quick_tosses")
@pytest.mark.parametrize(
    ("disc", "board", "other"),
    [
        ("X", "second-is-mirrored", "first-is-mirrored"),
        *at_night(("O", "first-is-mirrored", "second-is-mirrored")),
    ],
)
def test_a_board_that_is_mirrored_in_one_order(
    sample: Sample, disc: str, board: str, other: str
) -> None:
    settings, game = sample("console/othello_toss.py", "6", "count"), find_game("othello:6")
    assert isinstance(settings.protocol, ConsoleProtocol)
    protocol = replace(settings.protocol, start_toss=(disc,), board=board)
    assert_plays_in_both_orders(replace(settings, protocol=protocol), game)
    wrong = replace(settings, protocol=replace(protocol, board=other))
    with pytest.raises(AssertionError):
        assert_plays_in_both_orders(wrong, game)


BY_LOT = """with open("starts", "a+") as starts:
    starts.seek(0)
    count = len(starts.read())
    begins = own_turn = answer == "2" if answer and count < 4 else count % 3 == 1
    starts.write(".")
"""
"""Every third start is one in which the program begins, but for the first ones behind an answer."""


@pytest.fixture
def by_lot(tmp_path: Path) -> Callable[..., ProgramSettings]:
    """Owari that chance begins, with other words for this."""

    def settings(*changes: tuple[str, str], question: str = "") -> ProgramSettings:
        text = (PROGRAMS / "console" / "asks.py").read_text()
        begun, behind = text.index("if len(sys.argv)"), text.index("board = [3]")
        asked = f"while answer not in ('1', '2'):\n    answer = input({question!r})\n"
        asked = "answer = ''\n" + asked * bool(question)
        text = text[:begun] + asked + BY_LOT + text[behind:]
        for old, new in changes:
            assert old in text
            text = text.replace(old, new)
        (tmp_path / "asks.py").write_text(text)
        return ProgramSettings((sys.executable, "asks.py"), tmp_path, protocol=LineProtocol())

    return settings


@pytest.mark.usefixtures("quick_tosses")
@pytest.mark.parametrize("prompt", ['print("Player 2") or input(">>> ")', "input()"])
def test_a_toss_that_nothing_tells_of(by_lot: Callable[..., ProgramSettings], prompt: str) -> None:
    silent = ('print("I play pit", pit)', "pass")
    settings = by_lot(silent, ('input("Your pit (7-12): ")', prompt))
    learned = learn(settings, lambda step: None)
    assert learned.protocol == ConsoleProtocol(start_toss=())
    assert (learned.remarks, learned.missing) == ((), "")
    assert_plays_in_both_orders(replace(settings, protocol=learned.protocol), OWARI)


_EMPTY = "\n . . . . . ."
STARTS = {
    "owari": "  3 3 3 3 3 3\n0             0\n  3 3 3 3 3 3\n",
    "othello:6": f"{_EMPTY * 2}\n . . O X . .\n . . X O . .{_EMPTY * 2}\n",
}


@pytest.mark.parametrize("name", STARTS)
@pytest.mark.parametrize(
    ("behind", "has_begun"),
    [("Player 2\n>>> ", False), ("You: ", False), ("Player 2\n", None), ("Your name?\n> ", None)],
)
def test_whether_a_program_that_draws_the_start_has_begun(
    name: str, behind: str, has_begun: bool | None
) -> None:
    family = CANDIDATES[find_game(name)](find_game(name))
    text = STARTS[name] + behind
    assert family.has_begun(text) is has_begun
    assert family.has_begun(text, waits=True) is False


@pytest.mark.usefixtures("quick_tosses")
@pytest.mark.parametrize(
    "question",
    ["Call the coin, 1 or 2, to see who goes first: ", "Who begins: 1) you, 2) I? "],
)
def test_an_answer_that_does_not_decide_who_begins(
    by_lot: Callable[..., ProgramSettings], question: str
) -> None:
    """Though it seems to: in the first starts and games they agree."""
    learned = learn(by_lot(question=question), lambda step: None)
    assert learned.protocol.start_toss in (("1",), ("2",))
    assert (learned.protocol.start_first, learned.protocol.start_second) == ((), ())
    assert (learned.remarks, learned.missing) == ((), "")


@pytest.mark.usefixtures("quick_tosses")
def test_a_toss_leads_to_an_order_in_which_no_game_was_understood(
    by_lot: Callable[..., ProgramSettings],
) -> None:
    """The entry does not deny it."""
    leaves = ("    if own_turn:\n", "    if own_turn:\n        assert not begins or not board[6]\n")
    learned = learn(by_lot(leaves), lambda step: None)
    assert learned.protocol == ConsoleProtocol(start_toss=())
    assert "where the program moves first" in learned.missing


ENCODED = """import runpy, sys
_, encoding, player, *_ = sys.argv
sys.stdin.reconfigure(encoding=encoding)
sys.stdout.reconfigure(encoding=encoding)
del sys.argv[:2]
sys.path.insert(0, player.rpartition("/")[0])
runpy.run_path(player, run_name="__main__")
"""
"""Runs a program in Python with another encoding."""


@pytest.mark.parametrize(
    ("encoding", "habits", "answers"),
    [
        ("cp1251", "game=kalah speaks=russian", ("н", "д")),
        *at_night(("gb18030", "game=othello marks=·●○", ("n", "y"))),
    ],
)
def test_a_program_that_writes_and_reads_another_encoding(
    tmp_path: Path, encoding: str, habits: str, answers: tuple[str, str]
) -> None:
    """The answers are typed in it too."""
    (tmp_path / "encoded.py").write_text(ENCODED)
    player = str(PROGRAMS / "habits" / "player.py")
    notes = f"log={tmp_path / 'notes'}"
    command = (sys.executable, "encoded.py", encoding, player, *habits.split(), notes)
    settings = ProgramSettings(command, tmp_path, sandbox=SANDBOX, protocol=LineProtocol())
    game = find_game(habits.split()[0].removeprefix("game="))
    learned = learn(settings, lambda step: None, game=game)
    assert (learned.protocol.start_first, learned.protocol.start_second) == tuple(
        (answer,) for answer in answers
    )
    assert_plays_in_both_orders(replace(settings, protocol=learned.protocol), game)


BY_OPTION = """    import argparse
    parser = argparse.ArgumentParser()
    parser.add_argument("-c", "--computer-first", action="store_true", help="I have the first move")
    parser.add_argument("--depth", type=int, default=3)
    own_turn = parser.parse_args().computer_first
"""


@pytest.fixture
def by_option(tmp_path: Path) -> Callable[[str], ProgramSettings]:
    """Owari with an option of this name for who begins."""

    def settings(name: str) -> ProgramSettings:
        text = (PROGRAMS / "console" / "asks.py").read_text()
        begun, behind = text.index("if len(sys.argv)"), text.index("board = [3]")
        option = BY_OPTION.replace("--computer-first", name)
        (tmp_path / "asks.py").write_text(f"{text[:begun]}if True:\n{option}{text[behind:]}")
        command = (sys.executable, "asks.py")
        return ProgramSettings(command, tmp_path, protocol=LineProtocol())

    return settings


def test_an_order_by_an_option(by_option: Callable[[str], ProgramSettings]) -> None:
    settings = by_option("--computer-first")
    learned = learn(settings, lambda step: None)
    assert learned.protocol == ConsoleProtocol(start_first_arguments=("-c",))
    assert (learned.remarks, learned.missing) == ((), "")
    assert_plays_in_both_orders(replace(settings, protocol=learned.protocol), OWARI)


def test_a_usage_that_leads_to_no_other_order_is_named(
    by_option: Callable[[str], ProgramSettings],
) -> None:
    settings = by_option("--opposite")
    file = settings.directory / "asks.py"
    file.write_text(
        file.read_text()
        .replace('"-c", ', "")
        .replace("I have the first move", "as in the manual")
        .replace(".computer_first", ".opposite")
    )
    learned = learn(settings, lambda step: None)
    assert learned.protocol == ConsoleProtocol(start_first=None)
    (remark,) = learned.remarks
    assert "; its usage says '" in remark
    assert "`first-arguments` of `start` holds words of its command for this order" in remark


MENU = """own_turn = False
while (key := input("1. Play\\n2. Change who is first\\n3. Hello\\nWhat now? ")) != "1":
    own_turn ^= key == "2"
"""


def test_a_menu_that_is_come_back_to_may_have_changed_who_begins(tmp_path: Path) -> None:
    text = (PROGRAMS / "console" / "asks.py").read_text()
    begun, behind = text.index("if len(sys.argv)"), text.index("board = [3]")
    (tmp_path / "asks.py").write_text(text[:begun] + MENU + text[behind:])
    settings = ProgramSettings((sys.executable, "asks.py"), tmp_path, protocol=LineProtocol())
    learned = learn(settings, lambda step: None)
    assert learned.protocol == ConsoleProtocol(start_first=("2", "1"), start_second=("1",))


PLAYERS = """players = sys.argv[1:]
if sorted(players) != ["human", "minimax"]:
    sys.exit(f"I know no game of {players}")
own_turn = players[0] == "minimax"
"""
COLOUR = """if sys.argv[1:] not in (["l"], ["d"]):
    sys.exit("usage: asks.py your_colour[d/l]")
own_turn = sys.argv[1] == "l"
"""


@pytest.mark.parametrize(
    ("head", "first", "second"),
    [(PLAYERS, ("minimax", "human"), ("human", "minimax")), (COLOUR, ("l",), ("d",))],
    ids=["players", "a word of the usage"],
)
def test_words_of_the_command_are_exchanged(
    tmp_path: Path, head: str, first: tuple[str, ...], second: tuple[str, ...]
) -> None:
    text = (PROGRAMS / "console" / "asks.py").read_text()
    begun, behind = text.index("if len(sys.argv)"), text.index("board = [3]")
    (tmp_path / "asks.py").write_text(text[:begun] + head + text[behind:])
    command = (sys.executable, "asks.py")
    settings = ProgramSettings((*command, *second), tmp_path, protocol=LineProtocol())
    learned = learn(settings, lambda step: None)
    assert learned.protocol == ConsoleProtocol(
        start_first_arguments=first, start_second_arguments=second
    )
    assert (learned.moved, learned.remarks, learned.missing) == (len(second), (), "")
    described = replace(settings, command=command, protocol=learned.protocol)
    assert_plays_in_both_orders(described, OWARI)
    kept = learn(settings, lambda step: None, keeps_command=True)
    assert (kept.moved, kept.protocol) == (0, ConsoleProtocol(start_first=None))


@pytest.mark.parametrize(
    ("command", "exchanged"),
    [
        ("python3 a.py human minimax", ["python3 a.py minimax human"]),
        ("./a ab human 3", ["./a human ab 3"]),
        ("java Main kalah human ab-search", ["java Main kalah ab-search human"]),
        ("./a --one human --two ai", ["./a --one ai --two human"]),
        ("./a human human", []),
        ("./a --one=human --two=ai", []),
        ("java human", []),
    ],
)
def test_only_words_that_stand_alone_are_exchanged(command: str, exchanged: list[str]) -> None:
    found = players_exchanged(command.split())
    assert list(map(" ".join, found))[: len(exchanged) or None] == exchanged


def test_orders_by_a_word_of_the_command(sample: Sample) -> None:
    settings, game = sample("console/pit_options.c"), find_game("kalah")
    learned = learn(settings, lambda step: None, game=game)
    assert learned.protocol == ConsoleProtocol(
        start_first_arguments=("first",),
        start_second_arguments=("second",),
        types=("opponent {pit}",),
        go="go",
    )
    assert_plays_in_both_orders(replace(settings, protocol=learned.protocol), game)


USAGES = [
    ("usage: ./kalah first|second [quiet]\n first  I begin\n", "first|second"),
    ("Usage: ./kalah DEPTH WHO\n  WHO  1 = computer first, 2 = human first\n", "4 1|4 2"),
    ("usage: python3 othello.py (black|white)", "black|white"),
    ("usage: x <depth> <first>\n first: 'c' for computer or 'h' for human\n", "4 c|4 h"),
    ("usage: game.py [-h] [--first {me,you}] [--depth N]", "--first me|--first you"),
    ("Usage: kalah [-c] [-d depth]\n  -c    the computer moves first\n  -d N  depth\n", "-c"),
    ("usage: prog [-c | -p]\n -c  computer begins\n -p  person begins", "-c|-p"),
    ("Options:\n  --human-first   you begin\n  --log FILE   a log\n", "--human-first"),
    ("usage: game -first yes|no", "-first yes|-first no"),
    ("usage: game FILE", ""),
    (
        "Usage: ./play player1 player2\n\nplayer1 and player2 can be random, ai, or human",
        "human ai|ai human|human random|random human",
    ),
    ("usage: game.py --p1 {human,ai} --p2 {human,ai}", "--p1 human --p2 ai|--p1 ai --p2 human"),
    (
        "Error: no --p1 <kind>\nError: no --p2 <kind>\nkind:\n  input: by hand\n  ai: AI\n",
        "--p1 input --p2 ai|--p1 ai --p2 input",
    ),
    (
        "usage: pits depth\n       pits depth-top depth-bottom\n\nA depth of 0 is for a human.\n",
        "0 4|4 0|4|4 4",
    ),
    ("kalah [options]\n  -l   the computer is second\n  -f   the computer is first\n", "-l|-f"),
    ("Options:\n -s   start second\n -h   help", "-s"),
    ("Usage: othello.py <human colour: black|white> <depth>", "black 4|white 4"),
    (
        "Usage: pits [OPTIONS]\n\nOptions:\n"
        "  -m, --mode <MODE>    Game mode [default: pvp] [possible values: pvp, pva, ava]\n"
        "  -s, --side <SIDE>    Your side [default: south] [possible values: south, north]\n",
        "-m pva -s south|-m pva -s north|-m pva|-s south|-s north|-m pvp|-m ava",
    ),
    (
        "usage: o [-h] [-a] [-f]\n\noptions:\n"
        "  -a, --ai     play against the AI\n  -f, --first  AI moves first\n",
        "-a -f|-a|-f",
    ),
    (
        "usage: p [--south S1] [--north S2]\n\n"
        "  --south S1  kind of player: human, minimax, random (default: human)\n"
        "  --north S2  kind of player: human, minimax, random (default: human)\n",
        "--south human --north minimax|--south minimax --north human"
        "|--south human --north random|--south random --north human",
    ),
    (
        "usage: o [--ai {black,white,none}]\n\n"
        "  --ai {black,white,none}\n                 which side the computer plays\n",
        "--ai black|--ai white|--ai none",
    ),
    ("Usage:\n    ./o -c [b|w]   play as black or white\n    ./o -p   alone", "-c b|-c w"),
    ("usage: o.py --mode=hvc|cvh|hvh [--depth=N]", "--mode=hvc|--mode=cvh|--mode=hvh"),
    ("Utilisation : ./kalah premier|second", "premier|second"),
    ("usage: o.py [-h] --depth DEPTH {a,b}", "--depth 4 a|--depth 4 b"),
    (
        "usage: o.py [-h] --seed S [--side {black,white}]",
        "--seed 1|--seed 1 --side black|--seed 1 --side white",
    ),
    ("Who goes first? ", ""),
]


@pytest.mark.parametrize(("usage", "offered"), USAGES, ids=[usage for usage, _ in USAGES])
def test_words_that_a_usage_offers(usage: str, offered: str) -> None:
    assert "|".join(map(" ".join, arguments_offered(usage))) == offered


@pytest.mark.parametrize(
    ("told", "program_begins"),
    [
        ("The computer will go first.", True),
        ("The player will go first.", False),
        ("I toss a coin: you start.", False),
        ("You'll go first!", False),
        ("I am going first.", True),
        ("First move: computer", True),
        ("First (X): computer, second (O): you", True),
        ("先攻(●)・あなた、後攻(○)・コンピュータです", False),
        ("Who goes first (1 = computer, 2 = human)? ", None),
        ("1. Computer goes first", None),
        ("Enter 1 if you go first: ", None),
        ("X moves first.", None),
    ],
)
def test_what_a_program_tells_of_who_begins(told: str, program_begins: bool | None) -> None:
    assert announced_order(f"Welcome!\n{told}\nYour move: ") is program_begins


PAIRED = """
        answer = input("game> ")
        if answer not in (first, second):
            print("Type two players of [random, human, minimax].")
            sys.exit(1)
"""


def test_kinds_of_both_sides_that_a_wrong_line_tells(tmp_path: Path) -> None:
    asks = r'        answer = input(question.replace("\\n", "\n"))'
    settings = asking(tmp_path, asks, PAIRED)
    command = (*settings.command[:-2], "minimax human", "human minimax")
    steps: list[str] = []
    learned = learn(replace(settings, command=command), steps.append)
    assert (learned.protocol.start_first, learned.protocol.start_second) == (
        ("minimax human",),
        ("human minimax",),
    )
    assert "Type two players of [random, human, minimax]." in steps[0]


TERMS = """
import builtins, runpy, sys
line = input
def term(prompt=""):
    print(prompt)
    typed = line("|: ").strip()
    while not typed.endswith("."):
        typed += line("|    ").strip()
    return typed[:-1]
builtins.input = term
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name="__main__")
"""
"""Runs the program of its command, which reads terms as Prolog does."""


@pytest.mark.parametrize(
    ("words", "types"),
    [
        ("asks=range", {f"{pit}." for pit in range(1, 7)}),
        ("game=othello names=row-column types=two", {"{row}.", "{column}."}),
    ],
)
def test_terms_of_prolog_end_with_a_full_stop(tmp_path: Path, words: str, types: set[str]) -> None:
    example = Example(dict(word.split("=") for word in words.split()))
    _, *command = example.command(tmp_path / "notes")
    settings = ProgramSettings(
        (sys.executable, "-c", TERMS, *command), tmp_path, protocol=LineProtocol()
    )
    protocol = learn(settings, lambda step: None, game=example.game).protocol
    assert {protocol.start_first, protocol.start_second} == {("y.",), ("n.",)}
    assert set(protocol.types or ()) == types


@pytest.mark.parametrize("prompt", ["|: ", ""])
def test_what_has_the_prompt_of_prolog_may_read_lines(tmp_path: Path, prompt: str) -> None:
    code = f"""
while input("Do you begin (y/n)? {prompt}") not in ("y", "n"):
    pass
input("Your pit: ")
"""
    settings = ProgramSettings((sys.executable, "-c", code), tmp_path, protocol=LineProtocol())
    steps: list[str] = []

    def hear(step: str) -> None:
        steps.append(step)
        if step.endswith("trying to play"):
            raise NotLearned(step)

    with pytest.raises(NotLearned, match=r"^after '[yn]' the program shows 'Your pit:'"):
        learn(settings, hear, within=60.0)
