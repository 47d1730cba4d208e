"""Finding out how a console program is described: by real programs, and questions one by one."""

from __future__ import annotations

import re
import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from owari.checking.attempts import Attempts
from owari.checking.description_trial import AsksNothing, NotLearned, Start, Trial
from owari.checking.findings import Findings
from owari.checking.learner import learn
from owari.checking.square_candidates import SquareCandidates
from owari.games.catalog import find_game
from owari.games.game import Side
from owari.games.mancala import OWARI
from owari.games.othello import OTHELLO
from owari.players.builtin_bots import RandomPlayer
from owari.players.player import Cause, TimeControl
from owari.programs.dialogues.console.answers import values_told
from owari.programs.dialogues.console.console_protocol import ConsoleProtocol
from owari.programs.dialogues.line import LineProtocol
from owari.programs.program import ProgramPlayer
from owari.programs.sandbox.program_settings import ProgramSettings, Sandbox
from owari.records.record import Termination
from owari.referee.referee import play_game
from tests.support.asking_programs import OWN_WAYS, asking
from tests.support.compiler import Compiler
from tests.support.habits import Example
from tests.support.nightly import at_night
from tests.support.sample_programs import PROGRAMS, Sample

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
def test_what_is_typed_at_the_start(
    sample: Sample, name: str, first: tuple[str, ...], second: tuple[str, ...]
) -> None:
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


def test_one_that_asks_nothing_is_given_up_early(sample: Sample) -> None:
    steps: list[str] = []
    with pytest.raises(AsksNothing, match="the program asks nothing"):
        learn(sample("line/lowest.py"), steps.append)
    assert not steps


def test_one_with_rules_of_its_own_is_described_as_far_as_it_is_understood(sample: Sample) -> None:
    learned = learn(sample("console/miscounts.py"), lambda step: None)
    assert (learned.protocol.start_first, learned.protocol.start_second) == (("y",), ("n",))
    (remark,) = learned.remarks
    assert remark.startswith("one game did not end by the rules: it shows ")


@pytest.mark.parametrize("ends", ["print", "input"], ids=["leaves", "waits"])
def test_one_that_ends_its_games_too_soon_is_understood(tmp_path: Path, ends: str) -> None:
    settings = asking(tmp_path, "while any(board[:6])", "while board[13] < 8 and any(board[:6])")
    file = tmp_path / "asks.py"
    over = '"The game is over. Play again (y/n)? "'
    file.write_text(file.read_text().replace('print("The game is over.")', f"{ends}({over})"))
    steps: list[str] = []
    learned = learn(settings, steps.append)
    assert (learned.protocol.start_first, learned.protocol.start_second) == (("2",), ("1",))
    assert (learned.protocol.answers, learned.missing) == ((), "")
    (remark,) = learned.remarks
    assert "over, but it is not" in remark
    assert len(steps) == len({*steps})  # no game was played again


@pytest.mark.parametrize(
    ("fails", "why"),
    [
        ("__import__('os').abort()", "left with signal SIGABRT"),
        ("pit = 0", "played 0, but pit 0 is"),
    ],
)
def test_no_other_names_are_tried_where_its_boards_have_shown_them(
    tmp_path: Path, fails: str, why: str
) -> None:
    """It crashes or breaks a rule by itself, after a few moves."""
    line = "        pit = max(pit for pit in range(6) if board[pit])\n"
    fault = f"{line}        if board[6] > 2 and not board[0]:\n            {fails}\n"
    settings = asking(tmp_path, line, fault)
    file = tmp_path / "asks.py"
    file.write_text(file.read_text().replace("max(pit", "min(pit"))
    steps: list[str] = []
    with suppress(NotLearned):
        learn(settings, steps.append)
    assert any(f"then the program {why}" in step for step in steps)
    assert not any(re.search(r"moves (first|second) \(", step) for step in steps)


DRAWN = "  3 3 3 3 3 3\n0             0\n  3 3 3 3 3 3"


@pytest.mark.parametrize("drawn", ["", DRAWN], ids=["none", "behind the row"])
def test_whether_any_of_its_screens_had_a_board(tmp_path: Path, drawn: str) -> None:
    """The last one of a game does not decide it."""
    code = f"""
while input("Row (1 or 2): "):
    print({drawn!r})
    input("Column (A-F): ")
    print("Nothing there.")
"""
    settings = ProgramSettings((sys.executable, "-c", code), tmp_path, protocol=LineProtocol())
    with pytest.raises(NotLearned) as caught:
        learn(settings, lambda step: None, within=6.0)
    denied = "none of its screens had a board of owari" in str(caught.value)
    assert denied is not bool(drawn)


def test_one_that_is_north_and_calls_all_pits_1_to_6_and_draws_nothing(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(OWN_WAYS)
    settings = ProgramSettings((sys.executable, "own.py"), tmp_path, protocol=LineProtocol())
    learned = learn(settings, lambda step: None)
    assert learned.protocol.start_first == ("Owari", "G")
    assert learned.protocol.start_second == ("Owari", "W")
    assert learned.protocol.types == ("1", "2", "3", "4", "5", "6")
    assert learned.protocol.reads == ("1", "2", "3", "4", "5", "6")


@pytest.mark.parametrize(
    "prompt",
    ["Pick a pit (12, 11, 10, 9, 8, 7)? ", "Enter your choice: ", "Enter North's input: "],
)
def test_a_first_prompt_for_a_move_is_no_question(tmp_path: Path, prompt: str) -> None:
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
    learned = learn(
        ProgramSettings((sys.executable, "own.py"), tmp_path, protocol=LineProtocol()),
        lambda step: None,
    )
    assert learned.protocol.start_second == ()
    assert learned.protocol.start_first is None


@pytest.mark.parametrize(
    ("program", "sentence"),
    [
        (
            "print('Segmentation fault'); raise SystemExit(3)",
            "the program left with exit code 3 before it asked for anything; it said 'Segm",
        ),
        (
            "input('1. Play\\n2. Rules\\nChoice: '); print('no screen'); raise SystemExit(3)",
            "no game began; after '1' the program left with exit code 3; it said 'no screen', as in"
            " 1 other start;",
        ),
        (
            "raise SystemExit('too few arguments')",
            "the program left with exit code 1 before it asked for anything; it said 'too few"
            " arguments'; its command may need more words: `owari learn 'COMMAND WORDS'`",
        ),
        (
            "open('levels.txt')",
            "the program left with exit code 1 before it asked for anything; it said"
            " \"FileNotFoundError: [Errno 2] No such file or directory: 'levels.txt'\"; it wants a"
            " file that is not in the folder where it is started",
        ),
        (
            "raise SystemExit('couldn\\'t connect to display')",
            "the program left with exit code 1 before it asked for anything; it said \"couldn't"
            ' connect to display"; it wants to open a window, and `learn` plays at a terminal',
        ),
        (
            "open(input('Name of the file: '))",
            "no game began; after 'Owari' the program left with exit code 1; it said"
            " \"FileNotFoundError: [Errno 2] No such file or directory: 'Owari'\"; `owari",
        ),
        (
            "input('. X O .\\nUse the arrow keys to move, Enter to place ')",
            "the program is played with arrow keys, or others that move a cursor, and `learn`",
        ),
        (
            "print('Welcome to SWI-Prolog'); input('\\n1 ?- ')",
            "no program runs: Prolog waits at its prompt for a query, `?-`; the command wants a",
        ),
        (
            "input(' ' * 2000 + '4 4 4 4 4 4Choose a pit: ')",
            "the program paints a whole screen, as curses does, so its boards have no lines",
        ),
    ],
)
def test_one_that_cannot_be_described(tmp_path: Path, program: str, sentence: str) -> None:
    settings = ProgramSettings((sys.executable, "-c", program), tmp_path, protocol=LineProtocol())
    with pytest.raises(NotLearned) as caught:
        learn(settings, lambda step: None)
    assert str(caught.value).startswith(sentence)


@pytest.mark.parametrize("is_ours", [True, False])
def test_one_that_lacks_a_module_of_another_python(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_ours: bool
) -> None:
    """The shell of who has activated our virtual environment runs programs with its Python."""
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/python3").symlink_to(sys.executable)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setattr(sys, "prefix", str(tmp_path if is_ours else tmp_path / "venv"))
    command = (sys.executable, "-c", "import nimpy")
    settings = ProgramSettings(command, tmp_path, protocol=LineProtocol())
    with pytest.raises(NotLearned, match="not installed") as caught:
        learn(settings, lambda step: None)
    assert ("`python3` is the one of Owari's virtual environment" in str(caught.value)) is is_ours


@pytest.mark.parametrize(("asks", "after"), [("'Size? '", "after '8' "), ("", "")])
def test_one_that_takes_too_much_memory(tmp_path: Path, asks: str, after: str) -> None:
    program = f"{f'input({asks}); ' if asks else ''}hoard = b'x' * (300 << 20); input('Move: ')"
    limits = Sandbox("limits", memory=150 << 20)
    command = (sys.executable, "-c", program)
    settings = ProgramSettings(command, tmp_path, sandbox=limits, protocol=LineProtocol())
    with pytest.raises(NotLearned) as caught:
        learn(settings, lambda step: None, game=find_game("othello"))
    said = re.sub(r"has \d+ MB", "has MB", str(caught.value))
    assert (
        f"{after}the program has MB in memory, of 150 MB that `memory` gives it; set a larger"
        in said
    )


@pytest.mark.parametrize(
    ("question", "first", "second"),
    [
        ("Enter a 1 for Human or 2 for Computer: ", "2", "1"),
        ("Type f to go first, anything else to go second: ", "n", "f"),
        ("Who goes first, you or me? ", "m", "y"),  # it wants the first letters
        *at_night(
            ("Is player one human? ", "n", "y"),
            ("Your turn order [1st/2nd]: ", "1st", "2nd"),  # a turn, but no move
        ),
    ],
)
def test_a_program_that_asks_so(sample: Sample, question: str, first: str, second: str) -> None:
    settings = sample("console/asks.py", question, first, second)
    learned = learn(settings, lambda step: None)
    assert learned.protocol.start_first == (first,)
    assert learned.protocol.start_second == (second,)
    assert (learned.remarks, learned.missing) == ((), "")


def test_a_toss_for_who_begins(sample: Sample, monkeypatch: pytest.MonkeyPatch) -> None:
    """By so many tosses that they do not all fall alike."""
    monkeypatch.setattr("owari.checking.learner.MOST_TOSSES", 40)
    for name in ("owari.checking.learner.NEXT_SECOND", "owari.programs.program.NEXT_SECOND"):
        monkeypatch.setattr(name, 0.0)
    learned = learn(sample("console/asks.py"), lambda step: None)
    assert learned.protocol.start_toss == ()
    assert len(learned.plies) == 2


def test_a_game_that_begins_otherwise_than_a_start_shows_that_chance_decides(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("owari.checking.learner.MOST_TOSSES", 0)
    monkeypatch.setattr("owari.programs.program.NEXT_SECOND", 0.0)
    toss = (
        "if True:\n    open('starts', 'a').write('.')\n"
        "    own_turn = len(open('starts').read()) % 2 == 0\nelif len(sys.argv) == 1:"
    )
    settings = asking(tmp_path, "if len(sys.argv) == 1:", toss)
    learned = learn(settings, lambda step: None)
    assert (learned.protocol.start_toss, len(learned.plies)) == ((), 2)


def test_an_order_that_no_answer_leads_to_is_missing(sample: Sample) -> None:
    settings = sample("console/asks.py", "Who begins, North or South? ", "quux", "North")
    learned = learn(settings, lambda step: None)
    assert learned.protocol.start_second == ("North",)
    assert learned.missing == (
        "the program asks 'Who begins, North or South?', but no answer that was tried makes it move"
        " first"
    )


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("f'No licence for {typed}: bye.'", "'No licence for .*'"),
        ("'no licence'", "'no licence'"),
    ],
)
def test_one_that_leaves_whatever_is_typed_is_told_nothing_twice(
    tmp_path: Path, words: str, said: str
) -> None:
    code = f"typed = input('Your move: '); print({words}); raise SystemExit(3)"
    settings = ProgramSettings((sys.executable, "-c", code), tmp_path, protocol=LineProtocol())
    with pytest.raises(NotLearned) as caught:
        learn(settings, lambda step: None)
    found = re.match(
        r"no move of the program was understood where it moves second: the program leaves as soon"
        r" as a move is typed, in the same way in (\d+) games: it left with exit code 3; it last"
        rf" said {said}; ",
        str(caught.value),
    )
    assert found
    assert int(found[1]) < 30


def test_one_that_went_on_once_does_not_leave_whatever_is_typed() -> None:
    def left(typed: str, farewell: tuple[str, str] | None) -> Any:
        return SimpleNamespace(first_typed=typed, farewell=farewell)

    same = "left with exit code 3", "no licence"
    attempts = Attempts(Start(), first=False, seen=["Your move: "])
    attempts.failed = [left(typed, same) for typed in ("", "2", "8", "8")]
    assert attempts.farewell is None
    attempts.failed.append(left("b", same))
    assert attempts.farewell == same
    attempts.failed.append(left("h", None))
    assert attempts.farewell is None


def test_games_show_that_chance_decides_who_begins() -> None:
    attempts = Attempts(Start(), first=True, seen=["Your move: "])
    begun = SimpleNamespace(cause=None, record=SimpleNamespace(plies=(1,)))
    mute, asks = SimpleNamespace(unanswered=""), SimpleNamespace(unanswered="How many games? ")
    no_plies = SimpleNamespace(plies=())
    waits = SimpleNamespace(cause=Cause.WRONG_START, record=no_plies, dialogue=mute)
    asked = SimpleNamespace(cause=Cause.WRONG_START, record=no_plies, dialogue=asks)
    attempts.failed = cast(Any, [begun])
    assert attempts.orders_seen() == {True}
    attempts.failed = cast(Any, [begun, asked])
    assert attempts.orders_seen() == {True}
    attempts.failed = cast(Any, [begun, waits])
    assert attempts.orders_seen() == {True, False}


CURSOR = """
import os, sys, tty
pits, at = [3] * 6, 0
tty.setcbreak(0)
while True:
    print("\\x1b[2J\\x1b[H", *[3] * 6, "\\n", *(marked(pits[pit], pit == at) for pit in range(6)))
    print("Your turn" + PLACE.format(at + 1), flush=True)
    key = os.read(0, 8)
    at = (at + (key in KEYS)) % 6
    if key in b" \\n":
        sys.exit()
"""
"""A row of pits, of which keys choose one."""


@pytest.mark.parametrize(
    ("keys", "mark", "name"),
    [
        ([b"\x1b[C"], "[{}]", "the right arrow"),
        ([b"\x1b[B"], "\x1b[7m{}\x1b[0m", "the down arrow"),
        ([b"d"], ">{}<", "'d'"),
        ([b"\x1b[C"], "", "the right arrow"),
    ],
)
def test_a_cursor_that_keys_move_is_seen_at_once(
    tmp_path: Path, keys: list[bytes], mark: str, name: str
) -> None:
    place = "" if mark else "\nat {0}\x1b[2;{0}H"
    code = f"KEYS, PLACE, MARK = {keys}, {place!r}, {mark!r}\n"
    code += "marked = lambda stones, on: MARK.format(stones) if on and MARK else stones"
    command = (sys.executable, "-c", f"{code}\n{CURSOR}")
    settings = ProgramSettings(command, tmp_path, protocol=LineProtocol())
    with pytest.raises(NotLearned) as caught:
        learn(settings, lambda step: None, within=10.0)
    said = f"the program is played with keys that move a cursor: {name} has moved it, and `learn`"
    assert str(caught.value).startswith(said)


ALONE = "persons=2 begins=always-second"


@pytest.mark.parametrize(
    "words", ["asks=range", "game=othello", *at_night("game=kalah asks=player draws=ruled", "C")]
)
def test_one_for_two_persons_is_told_so_after_one_move(
    tmp_path: Path, compiled: Compiler, words: str
) -> None:
    habits = dict(word.split("=") for word in f"{words} {ALONE}".split() if "=" in word)
    twin = Path(*compiled(PROGRAMS / "habits" / "player.c")) if words == "C" else None
    example = Example(habits, twin)
    command = example.command(tmp_path / "notes")
    steps: list[str] = []
    settings = ProgramSettings(command, tmp_path, protocol=LineProtocol())
    with pytest.raises(NotLearned, match="it may leave both sides to persons; it last said"):
        learn(settings, steps.append, game=example.game)
    assert sum(" moves second" in step for step in steps) <= 3


TWO_SEATS = """
import sys
kinds = []
print("1. human", "2. random", "3. minimax", sep="\\n")
for player in (1, 2):
    kinds.append(input(f"Select player{player} (1 to 3): "))
if "1" not in kinds:
    while True:
        print("I play myself", flush=True)
        __import__("time").sleep(0.05)
input("Your pit: ")
"""


def games_begun(folder: Path, code: str) -> list[str]:
    """The answers after which the first two games with a program begin."""
    settings = ProgramSettings((sys.executable, "-c", code), folder, protocol=LineProtocol())
    tried: list[str] = []

    def hear(step: str) -> None:
        if step.endswith("trying to play"):
            tried.append(step.split(" the program")[0])
        if len(tried) == 2:
            raise NotLearned("the rest shows nothing")

    with pytest.raises(NotLearned, match="the rest"):
        learn(settings, hear, within=60.0)
    return tried


MENU_FOR_EACH_SEAT = """
seats = []
for player in (1, 2):
    print(HEADING.format(player=player), MENU, sep="\\n")
    seats.append(input("> "))
if seats.count("3") != 1:
    raise SystemExit("both alike")
input("Your pit: ")
"""


@pytest.mark.parametrize(
    ("heading", "menu"),
    [
        ("Choose player {player}:", "1. Minimax\n2. Random\n3. Human"),
        ("Player {player}", "1: ai.GreedyAIPlayer\n2: ai.RandomAIPlayer\n3: Manual (by keyboard)"),
        (
            "プレイヤー{player}を選んでください",
            "1: コンピュータ\n2: AlphaBeta\n3: 手動（人が指す）",
        ),
    ],
)
def test_of_two_seats_with_a_menu_each_a_person_has_one(
    tmp_path: Path, heading: str, menu: str
) -> None:
    code = f"HEADING, MENU = {heading!r}, {menu!r}\n{MENU_FOR_EACH_SEAT}"
    assert games_begun(tmp_path, code) == ["after '3', '1'", "after '1', '3'"]


@pytest.mark.parametrize(
    "question",
    [
        "Select player{player} (1 to 3): ",
        "Choose for the {['', 'first', 'second'][player]} player: ",
    ],
)
def test_of_two_sides_a_person_has_one(tmp_path: Path, question: str) -> None:
    code = TWO_SEATS.replace("Select player{player} (1 to 3): ", question)
    assert games_begun(tmp_path, code) == ["after '1', '3'", "after '3', '1'"]


REFUSES = """
while (depth := input("Search depth? ")) not in ("1", "2"):
    pass
while (level := input("Level (Easy/Hard)? ")) not in ("e", "h"):
    pass
colour = int(input("Is it day or night? "))
input("Your pit: ")
"""


def test_other_forms_of_an_answer_that_was_refused_are_tried(tmp_path: Path) -> None:
    settings = ProgramSettings((sys.executable, "-c", REFUSES), tmp_path, protocol=LineProtocol())

    def hear(step: str) -> None:
        if step.endswith("trying to play"):
            raise NotLearned(step)

    with pytest.raises(NotLearned, match=r"^after '2', 'h', '1' the program shows"):
        learn(settings, hear, within=60.0)


@pytest.mark.parametrize(
    ("text", "answers"),
    [
        ("You have to answer Human or Computer!!\nWho is black? ", ["Human", "Computer"]),
        ("Vous devez répondre Humain ou Ordinateur\nQui est noir ?", ["Humain", "Ordinateur"]),
        ("Who is black? ", []),
    ],
)
def test_the_answers_that_stand_above_a_question_that_is_asked_again(
    text: str, answers: list[str]
) -> None:
    assert values_told(text, asks_again=True) == answers
    assert not values_told(text)


COMES_BACK = """
while True:
    input("1. Human vs computer\\n2. Human vs human\\nMode: ")
    if (answer := input("Who begins, 1 or 2? ")) in ("1", "2"):
        break
input("Your pit: ")
"""


def test_an_answer_that_leads_back_is_followed_last(tmp_path: Path) -> None:
    settings = ProgramSettings(
        (sys.executable, "-c", COMES_BACK), tmp_path, protocol=LineProtocol()
    )
    asked: list[str] = []

    def hear(step: str) -> None:
        if "asks" in step:
            asked.append(step.split(" asks")[0])
        if len(asked) == 3:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        learn(settings, hear)
    assert asked == ["the program", "after '1' the program", "after '2' the program"]


def test_the_starts_for_questions_may_run_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("owari.checking.start_search.MOST_STARTS", 2)
    learned = learn(asking(tmp_path, "pit", "pit"), lambda step: None)
    assert len(learned.plies) == 1


def test_the_line_of_the_cursor_decides_what_is_asked(tmp_path: Path) -> None:
    settings = asking(
        tmp_path,
        'input("Your pit (7-12): ")',
        'input("Player 2 is thinking\\nPLAYER 2, enter move (7 to 12): ")',
    )
    learned = learn(settings, lambda step: None)
    assert (learned.protocol.start_first, learned.protocol.start_second) == (("2",), ("1",))
    assert (learned.missing, learned.remarks) == ("", ())


def test_one_question_after_the_other_in_its_own_turn(tmp_path: Path) -> None:
    choosing = "        pit = max(pit for pit in range(6) if board[pit])\n"
    questions = "Change the depth (y/n)? ", "Show the tree (y/n)? "
    asks = "".join(f"        assert input({each!r}) == 'n'\n" for each in questions)
    learned = learn(asking(tmp_path, choosing, f"{asks}{choosing}"), lambda step: None)
    assert (learned.protocol.start_first, learned.protocol.start_second) == (("2",), ("1",))
    answers = [answer for _, answer in learned.protocol.answers]
    assert (answers, learned.missing, learned.remarks) == (["n", "n"], "", ())


def test_an_answer_that_says_yes_again_is_not_tried_at_first(tmp_path: Path) -> None:
    question = "Shall I begin? (Enter: Yes/No, y/n) "
    settings = asking(tmp_path, "", "")
    settings = replace(settings, command=(sys.executable, "asks.py", question, "Yes", "No"))
    steps: list[str] = []
    learned = learn(settings, steps.append)
    assert (learned.protocol.start_first, learned.protocol.start_second) == (("Yes",), ("No",))
    assert steps[0].endswith(": trying 'Yes', 'No'")


def test_what_waits_where_it_should_begin_cannot_begin() -> None:
    findings = Findings(10.0, 10.0)
    trial = cast(Trial, SimpleNamespace(cause=Cause.WRONG_START, length=0, own_moves=0))
    findings.best[True] = findings.found[False] = trial
    assert findings.failure(True) == "no answer that was tried makes it move first"
    findings.is_over = True
    assert findings.failure(True) == "whether it moves first was not found out in that time"


def test_one_that_breaks_a_rule_late_is_understood(tmp_path: Path) -> None:
    settings = asking(
        tmp_path,
        "        pit = max(pit for pit in range(6) if board[pit])\n",
        "        turns = globals().get('turns', 0) + 1\n"
        "        pits = [pit for pit in range(6) if bool(board[pit]) is (turns < 17)]\n"
        "        pit = max(pits or [0])\n",
    )
    learned = learn(settings, lambda step: None)
    assert (learned.protocol.start_first, learned.protocol.start_second) == (("2",), ("1",))
    assert not learned.missing
    assert learned.remarks
    for remark in learned.remarks:
        assert re.match(r"one game did not end by the rules: it .*empty", remark)


def test_one_that_passes_late_where_it_has_a_move_is_understood_at_once(tmp_path: Path) -> None:
    source = (PROGRAMS / "console/othello_draws.py").read_text()
    source = source.replace('print("(I pass)")', "draw()")
    program = tmp_path / "passes.py"
    program.write_text(
        source.replace("if legal(me):", "if legal(me) and sum(map(bool, board.values())) < 40:")
    )
    settings = ProgramSettings((sys.executable, str(program)), tmp_path, protocol=ConsoleProtocol())
    steps: list[str] = []
    learned = learn(settings, steps.append, game=find_game("othello"))
    assert sum("as after a pass" in step for step in steps) == 2
    assert not learned.missing
    for remark in learned.remarks:
        assert re.search(r"and asks for another, as after a pass, though \w\d is legal", remark)
    assert len(learned.remarks) == len(learned.plies) == 2


def test_kalah_of_another_size(sample: Sample) -> None:
    settings = sample("console/kalah.py", "4", "3")
    learned = learn(settings, lambda step: None, game=find_game("kalah:4x3"))
    assert learned.protocol.start_first
    assert learned.protocol.start_second
    assert (learned.remarks, learned.missing) == ((), "")


LETTERS = {"numbering": "letters"}


@pytest.mark.parametrize(
    ("way", "game", "keys"),
    [
        ("bars", "kalah", {**LETTERS, "types": ("{pit}",)}),
        ("bare", "owari", {**LETTERS, "types": ("{pit}",)}),
        ("above", "owari", LETTERS),
        ("menu", "kalah", {"types": ("{index}",)}),
        ("words", "owari", {"types": ("move {pit}",)}),
        ("ring", "kalah", {"types": ("6", "7", "8", "9", "10", "11")}),
        ("rows", "owari", {"numbering": "letters-as-drawn", "types": ("1", "{PIT}")}),
        *at_night(("columns", "kalah", {"numbering": "as-drawn-0", "side": "first-is-south"})),
    ],
)
def test_ways_to_call_pits(sample: Sample, way: str, game: str, keys: dict[str, Any]) -> None:
    steps: list[str] = []
    settings = sample("console/pit_ways.py", way, game)
    learned = learn(settings, steps.append, game=find_game(game))
    known = ConsoleProtocol(start_first=("y",), start_second=("n",), **keys)
    assert learned == replace(learned, protocol=known, remarks=(), missing="")
    trials = [step for step in steps if " moves " in step]
    assert len(trials) <= (12 if way in ("rows", "columns") else 6)


def test_a_colour_is_no_column(sample: Sample) -> None:
    """And a name of squares that the prompt and the board speak for comes first."""
    steps: list[str] = []
    settings = sample("console/othello_ways.py", "letters", "6")
    learned = learn(settings, steps.append, game=find_game("othello:6"))
    assert learned.protocol.numbering == "letters"
    assert len([step for step in steps if " moves " in step]) == 2


@pytest.mark.parametrize(("order", "other"), [("first", "second"), ("second", "first")])
def test_commands_play_it(sample: Sample, order: str, other: str) -> None:
    """With one for the moves of the other side, and one for its own."""
    settings = sample("console/pit_options.c", order)
    learned = learn(settings, lambda step: None, game=find_game("kalah"))
    cannot: dict[str, Any] = {f"start_{other}": None}
    assert learned.protocol == ConsoleProtocol(types=("opponent {pit}",), go="go", **cannot)


@pytest.mark.parametrize(
    ("plays", "game"), [("kalah-empty", "kalah"), ("kalah", "kalah-empty"), ("kalah", "owari:6x4")]
)
def test_a_sister_game_is_named(sample: Sample, plays: str, game: str) -> None:
    settings = sample("console/pit_ways.py", "numbers", plays)
    steps: list[str] = []
    with pytest.raises(NotLearned) as caught:
        learn(settings, steps.append, game=find_game(game))
    said = rf"the program seems to play {plays}, not {game}: as {game} \d+ pl(y|ies) agree, then .*"
    assert re.fullmatch(
        rf"{said}; as {plays} all \d+; --game {plays} describes it", str(caught.value)
    )
    assert len(steps) < 10


def test_a_move_is_typed_in_two_lines_where_nothing_is_said_after_one(tmp_path: Path) -> None:
    """Its prompts come late, with the board after the move."""
    habits = {"game": "othello", "types": "late", "names": "row-column-0"}
    example = Example(habits | {"begins": "always-second"})
    steps: list[str] = []
    command = example.command(tmp_path / "notes")
    settings = ProgramSettings(command, tmp_path, protocol=LineProtocol())
    learned = learn(settings, steps.append, game=example.game)
    assert learned.protocol.types == ("{row0}", "{column0}")
    silent, understood = (step for step in steps if " moves " in step)
    assert silent.endswith("it said nothing")
    assert understood.endswith("ends by the rules")


@pytest.mark.parametrize(
    ("numbering", "types", "apart"),
    [
        (None, None, ("{letter}", "{row}")),
        (None, ("{SQUARE}",), ("{LETTER}", "{row}")),
        ("row-letter", None, ("{row}", "{letter}")),
        ("row-column", ("({row},{column})",), ("{row}", "{column}")),
        ("row-column", ("{row}", "{column}"), None),
        ("row-column", ("{number}",), None),
    ],
)
def test_the_two_parts_of_a_line(
    numbering: str | None, types: tuple[str, ...] | None, apart: tuple[str, ...] | None
) -> None:
    variant = ConsoleProtocol(numbering=numbering, types=types)
    in_two = SquareCandidates(OTHELLO).typed_apart(variant)
    assert in_two == (apart and replace(variant, types=apart))


def test_games_that_bring_nothing_new_are_counted(tmp_path: Path, sample: Sample) -> None:
    """Not told one by one."""
    (tmp_path / "echo.py").write_text("while True: print('Move:', 'got', input())\n")
    names = tuple("123456")
    steps: list[str] = []
    with pytest.raises(NotLearned):
        learn(
            replace(sample("line/lowest.py"), command=(sys.executable, "echo.py")),
            steps.append,
            given=ConsoleProtocol(types=names, reads=names),
        )
    assert sum("moves second" in step for step in steps) == 1
    assert steps[-1] == "1 more game with other names for moves came no further"


NUMBERS = """
board = [3, 3, 3, 3, 3, 3, 0] * 2

def sow(pit):
    stones, board[pit], at = board[pit], 0, pit
    skipped = 13 if pit < 6 else 6
    while stones:
        at = (at + 1) % 14
        if at != skipped:
            board[at] += 1
            stones -= 1
    if at != 13 - skipped + 6 and at // 7 == pit // 7 and at % 7 < 6 and board[at] == 1:
        goal = 6 if pit < 6 else 13
        board[goal] += board[12 - at]
        board[12 - at] = 0

def show():
    print(" ", *(f"{n:>2}" for n in board[12:6:-1]))
    print(f"{board[13]:>2}", " " * 17, f"{board[6]:>2}")
    print(" ", *(f"{n:>2}" for n in board[:6]))

while any(board[:6]) and any(board[7:13]):
    show()
    pit = 12 - int(input("Column: "))
    if not 6 < pit < 13 or not board[pit]:
        print("Not possible, try again.")
        continue
    sow(pit)
    show()
    if any(board[:6]) and any(board[7:13]):
        pit = max((pit for pit in range(6) if board[pit]), key=lambda pit: board[pit])
        sow(pit)
        print("I take column", pit)
print("Game over!")
"""
"""Sits in the lower row; both rows are called by their columns from 0; it cannot read words."""


def test_names_that_were_refused_or_choked_on_are_not_tried_again(tmp_path: Path) -> None:
    (tmp_path / "numbers.py").write_text(NUMBERS)
    steps: list[str] = []
    settings = ProgramSettings((sys.executable, "numbers.py"), tmp_path, protocol=LineProtocol())
    learned = learn(settings, steps.append)
    assert learned.protocol == ConsoleProtocol(start_first=None, numbering="as-drawn-0")
    assert learned.protocol.start_first is None
    assert not learned.missing
    assert sum("moves second" in step for step in steps) < 8


def test_a_move_that_is_refused_to_one_side_is_typed_for_the_other(tmp_path: Path) -> None:
    code = (PROGRAMS / "console/othello_letters.py").read_text()
    begins = 'print("Welcome'
    asks = "input(f\"Your move ({', '.join(square(*m) for m in legal)}): \")"
    assert begins in code
    assert asks in code
    two_persons = """if input("Mode (1/2)? ") == "1":
    show(-1)
    while True:
        input("O moves.\\nYour move: ")
        print("Not allowed.")
"""
    code = code.replace(begins, f"{two_persons}{begins}").replace(asks, 'input("Your move: ")')
    (tmp_path / "modes.py").write_text(code)
    settings = ProgramSettings((sys.executable, "modes.py", "6"), tmp_path, protocol=LineProtocol())
    learned = learn(settings, print, game=find_game("othello:6"))
    assert not learned.missing


def test_the_learner_does_not_advise_to_learn() -> None:
    """Where the answers before the first move lead to the other order."""
    dialogue: Any = SimpleNamespace(screen=lambda: "3 3 3\nYour pit:", unanswered="")
    missing: Any = None
    trial = Trial(
        missing, ConsoleProtocol(), Start(("n",)), True, missing, dialogue, Cause.WRONG_START
    )
    where = "waits for input where it should begin"
    assert trial.reason == f"{where}; it last said '3 3 3 Your pit:'"
    dialogue.unanswered = "Settings?"
    assert trial.reason == "asks 'Settings?', to which no answer was given"
