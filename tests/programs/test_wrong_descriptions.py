"""What is said of a program that is described wrongly, or that has rules of its own."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from owari.games.catalog import find_game
from owari.games.game import Move, Side
from owari.games.mancala import KALAH, KALAH_EMPTY, OWARI, Mancala, SowingRules
from owari.players.player import Fault, TimeControl
from owari.programs.dialogues.console.console_dialogue import PATIENCE
from owari.programs.dialogues.console.console_protocol import ConsoleProtocol
from owari.programs.dialogues.console.pit_board_parser import rows_of
from owari.programs.dialogues.console.prompts import asks_for_a_move, asks_for_a_setting
from owari.programs.dialogues.console.rule_variants import OtherRules, other_rules, seems_to
from owari.programs.dialogues.console.turns import turns_from
from owari.programs.transports.program_output import Silence, excerpt
from owari.records.record import Termination
from tests.programs.test_console_dialogue import Screen, rows
from tests.programs.test_console_programs import against_random
from tests.support.nightly import at_night
from tests.support.sample_programs import Sample

WAITING = Silence.WAITING
START = rows((3,) * 6 + (0,) + (3,) * 6 + (0,))
BEGUN = rows((3, 3, 3, 3, 0, 4, 1, 4, 3, 3, 3, 3, 3, 0))
"""After South's 4."""


def fault_of(screen: Screen, *said: str) -> Fault:
    """The fault of a program that has said this and waits."""
    for text in said:
        screen.dialogue.hear(text.encode())

    def wait() -> None:
        for _ in range(PATIENCE + 1):
            screen.dialogue.hear(WAITING)

    with pytest.raises(Fault) as caught:
        wait()
    return caught.value


def second(**description: Any) -> Screen:
    """A program that should move second, and whose one answer has been typed."""
    screen = Screen(first=Side.NORTH, start_second=("n",), start_first=("y",), **description)
    assert screen.shows("Do I begin? ", WAITING) == b"n\n"
    return screen


def told(pit: int, prompt: str = "Your pit: ", **description: Any) -> Screen:
    """The same, which has been told our first move."""
    screen = Screen(first=Side.NORTH, **description)
    screen.shows(f"{START}{prompt}", WAITING)
    screen.played(pit)
    screen.is_asked()
    return screen


@pytest.mark.parametrize(
    "said",
    [
        f"{START}{BEGUN}Your pit: ",
        f"{BEGUN}Your pit: ",
        f"{START}I play pit 4.\n{BEGUN}Your pit: ",
        "Computer plays pit 4\nYour pit: ",
    ],
)
def test_a_move_before_we_have_typed_any_tells_of_the_wrong_order(said: str) -> None:
    fault = fault_of(second(), said)
    assert fault.kind is Termination.DID_NOT_START
    assert str(fault).startswith(
        "moved first, but its opponent has the first move: swap `first` and `second` in its"
    )


@pytest.mark.parametrize(
    "said",
    [
        f"{START}Your pit: ",
        "Good luck. Computer is South.\nYour pit: ",
        f"For example\n{BEGUN}is the board after pit 4.\n{START}Your pit: ",
        f"If I play pit 4 we have\n{START}Your pit: ",
        "",
    ],
)
def test_what_is_no_move_before_ours(said: str) -> None:
    screen = second()
    assert screen.shows(f"{said}> ", WAITING) is not None


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        (f"{START}Your pit (7-12)? ", "waits for a move, but has the first move itself: swap"),
        (f"{START}Enter your choice: ", "waits for a move, but has the first move itself: swap"),
        (
            "Pick a pit (12, 11, 10, 9, 8, 7)? ",
            "waits for a move, but has the first move itself: swap",
        ),
        ("Search depth: ", "asks 'Search depth:', which `first` of its `start` does not answer;"),
        ("1. Easy\n2. Hard\nChoice: ", "asks '1. Easy 2. Hard Choice:', which `first` of its"),
        ("Invalid answer.\nBegin (y/n)? ", "did not accept 'y' of its `start`; it last said"),
    ],
)
def test_one_that_should_begin_and_waits(said: str, sentence: str) -> None:
    screen = Screen(start_first=("y",), start_second=("n",))
    screen.shows("Do I begin? ", WAITING)
    screen.is_asked()
    assert str(fault_of(screen, said)).startswith(sentence)


def test_a_question_that_was_open_when_the_first_move_was_typed() -> None:
    screen = Screen(first=Side.NORTH, start_second=("n",))
    assert screen.shows("Do I begin? ", WAITING) == b"n\n"
    screen.shows("How deep shall I look (1-9)? Depth: ", WAITING)
    screen.played(9)
    screen.is_asked()
    sentence = (
        "asks 'How deep shall I look (1-9)? Depth:', which `second` of its `start` does not answer;"
        " owari learn finds the answers"
    )
    assert str(fault_of(screen, f"{START}Your pit: ")) == sentence


@pytest.mark.parametrize(
    "said", ["Illegal move!\nYour pit: ", "You can't play that one.\nYour pit: ", "Your pit: "]
)
def test_input_that_it_does_not_take(said: str) -> None:
    sentence = (
        "did not accept '9' as a move: `numbering` or `types` says how moves are typed;"
        f" it last said {excerpt(said)!r}"
    )
    for before in ("", "Thinking...\n"):
        if before and said == "Your pit: ":
            continue
        fault = fault_of(told(9), said)
        assert (fault.kind, str(fault)) == (Termination.UNREADABLE, sentence)


def test_a_question_that_does_not_take_a_move_is_quoted() -> None:
    fault = fault_of(told(9), "Input must be 0 or 1.\nDo you want to save? 0:NO 1:YES ")
    assert str(fault).startswith(
        "did not accept '9' and asks 'Do you want to save? 0:NO 1:YES': `numbering` or `types` says"
        " how moves are typed, and `answers` says what is typed where it asks for something else; "
    )


@pytest.mark.parametrize(
    ("prompt", "end"),
    [
        ("Your pit: ", ", and it asks for another: it may leave both sides to persons"),
        ("Thinking\n", ""),
    ],
)
def test_a_board_without_a_move_of_its_own_is_told_so(prompt: str, end: str) -> None:
    screen = told(9)
    fault = fault_of(screen, f"{rows(screen.position.cells)}{prompt}")
    shows = "shows no move of its own: its last board is the one after this move"
    assert f"waits again after '9' was typed, but {shows}{end}; it last said" in str(fault)


def test_one_that_has_moved_and_asks_twice_gives_an_extra_turn() -> None:
    screen = told(9)
    screen.plays(
        4, f"Computer plays 4\n{rows(screen.position.play(Move(4)).cells)}Your pit: ", WAITING
    )
    screen.played(8)
    screen.is_asked()
    fault = fault_of(screen, f"{rows(screen.position.cells)}Your pit: ")
    assert "and it asks for another: it seems to give an extra turn; it last said" in str(fault)


def test_an_extra_turn_for_a_capture_is_named() -> None:
    position = KALAH.parse_position("4,4,4,4,0,4,0,4,4,4,4,4,4,0 S")
    captured = position.play(Move(0))
    goes_on = captured._replace(turn=Side.SOUTH).play(Move(3))
    assert seems_to(position, None, {rows_of(goes_on)}) == "give an extra turn for a capture"
    # nor where the program may have moved between two moves of the other side
    assert seems_to(position, None, {rows_of(goes_on)}, again=True) is None
    sown = position.play(Move(1))
    no_capture = sown._replace(turn=Side.SOUTH).play(Move(3))
    assert seems_to(position, None, {rows_of(no_capture)}) is None


def test_a_move_that_is_told_and_not_made_is_no_move() -> None:
    screen = told(9)
    board = rows(screen.position.cells)
    fault = fault_of(screen, f"{board}Computer plays pit 3\n{board}Your pit: ")
    shows = "announces a move of its own, and then draws the board as it was before that"
    assert f"waits again after '9' was typed, but {shows}; it last said" in str(fault)


@pytest.mark.parametrize(
    ("numbering", "pit", "sentence"),
    [
        (
            "1-6",
            9,
            "took the input '3' for pit 10: where it moves second, that fits `numbering: 0-5` or"
            " `numbering: as-drawn`",
        ),
        (
            "1-6",
            8,
            "took the input '2' for pit 11: where it moves second, that fits `numbering: as-drawn`",
        ),
        (
            "0-5",
            9,
            "took the input '2' for pit 8: where it moves second, that fits `numbering: 1-6`",
        ),
        (
            "as-drawn",
            9,
            "took the input '4' for pit 11: where it moves second, that fits `numbering: 0-5`",
        ),
        (
            "as-drawn",
            12,
            "took the input '1' for pit 7: where it moves second, that fits `numbering: 1-6`",
        ),
    ],
)
@pytest.mark.parametrize("replies", [True, False])
def test_the_first_board_shows_a_wrong_numbering(
    numbering: str, pit: int, sentence: str, replies: bool
) -> None:
    """Whether it answers with a move or asks again; what it took is told, and how it counts."""
    screen = told(pit, numbering=numbering)
    taken = int(re.findall(r"pit (\d+)", sentence)[0])
    board = OWARI.start(Side.NORTH).play(Move(taken))
    shown = rows(board.cells)
    if replies:
        shown += f"I play pit 4.\n{rows(board.play(Move(4)).cells)}"
    fault = fault_of(screen, f"{shown}Your pit: ")
    assert (fault.kind, str(fault)) == (Termination.BOARD_DIFFERS, sentence)


def test_a_difference_from_the_first_ply_on_is_the_reason_that_is_named() -> None:
    screen = told(9)
    cells = list(screen.position.play(Move(4)).cells)
    cells[10], cells[11] = cells[10] - 1, cells[11] + 1
    screen.dialogue.hear(f"I play pit 4\n{rows(cells)}Your pit: ".encode())
    choice = screen.dialogue.hear(WAITING)
    assert choice.comment
    screen.played(4)
    screen.played(10)
    screen.is_asked()
    fault = fault_of(screen, "I play pit 4.\nYour pit: ")
    assert fault.kind is Termination.BOARD_DIFFERS
    assert str(fault).startswith("has another board: after ply 2 it shows ")
    assert str(fault).endswith("; therefore its move 4 is illegal here")


def random_positions(game: SowingRules, count: int) -> list[Mancala]:
    random = Random(2)
    found: list[Any] = []
    while len(found) < count:
        position = game.start(Side.NORTH)
        while position.outcome() is None:
            if position.turn is Side.NORTH and random.random() < 0.2:
                found.append(position)
            position = position.play(random.choice(position.legal_moves()))
    return found[:count]


@pytest.mark.slow
@pytest.mark.parametrize("game", [KALAH_EMPTY, *at_night(OWARI, KALAH)], ids=lambda game: game.name)
def test_every_other_rule_is_seen_where_it_shows(game: SowingRules) -> None:
    """A board of another rule is explained, by that rule or by one that does the same there; a
    board of ours never is."""
    # A board shows whether both rows are captured from only where it shows two captures.
    seen = {rules.does for rules in other_rules(game.capture) if rules.other_row and rules.own_row}
    random = Random(1)
    laps = game.parse_position("13,1,0,1,0,13,5,1,3,3,3,0,3,0 N")
    for before in (laps, *random_positions(game, 100)):
        typed = random.choice(before.legal_moves())
        ours = before.play(typed)
        results = {rows_of(ours), *map(rows_of, turns_from(ours).values())}
        assert seems_to(before, typed, results) is None
        if ours.turn is Side.NORTH:
            continue
        for rules in other_rules(game.capture):
            for after in moved(rules, rules.sown(before, typed)):
                if rows_of(after) not in results:
                    does = seems_to(before, typed, {rows_of(after)})
                    assert does
                    seen.add(does)
    assert seen >= {rules.does for rules in other_rules(game.capture)}


def test_a_rule_that_a_board_has_denied_explains_no_other_board() -> None:
    """A capture that the program has drawn as ours: it does not capture nothing."""
    position = OWARI.parse_position("1,0,4,3,3,3,2,4,4,0,3,4,4,1 N")
    none = next(rules for rules in other_rules(OWARI.capture) if rules.capture is None)
    told = none.sown(position, Move(8))
    shown = {rows_of(after) for after in moved(none, told)}
    captures = OWARI.parse_position("1,0,4,3,3,3,2,4,4,0,3,4,4,1 S")
    capture = (captures, Move(0), captures.play(Move(0)))
    assert seems_to(position, Move(8), shown) == "capture nothing"
    assert seems_to(position, Move(8), shown, [capture]) != "capture nothing"


def test_captures_from_the_other_row_are_told_without_a_guess_at_the_own_row() -> None:
    """A board shows one capture; only one of the own row tells that both rows are captured from."""
    other = next(each for each in other_rules(KALAH.capture) if not each.own_row)
    lap = KALAH.parse_position("4,4,4,4,4,3,0,4,0,4,4,4,4,0 S")
    taken = other.sown(lap, Move(5))
    assert taken
    does = seems_to(lap, None, {rows_of(taken)})
    assert does == "capture where its last stone falls into an empty pit of the other side"
    both = next(each for each in other_rules(KALAH.capture) if each.other_row and each.own_row)
    own = KALAH.parse_position("1,0,4,4,4,3,0,4,0,4,4,4,4,0 S")
    captured = (own, Move(0), own.play(Move(0)))
    assert seems_to(lap, None, {rows_of(both.sown(lap, Move(5)))}, [captured]) == both.does


def test_another_rule_shows_behind_an_extra_turn_of_the_program() -> None:
    """It plays pit 2 into its goal, and then captures from the other row."""
    start = KALAH.parse_position("4,4,4,4,4,4,0,4,0,5,5,5,5,0 S")
    begun = start.play(Move(2))
    shown = {rows_of(begun), ((4, 4, 0, 0, 0, 6), (5, 0, 5, 5, 5, 5))}
    does = seems_to(KALAH.start(Side.NORTH), Move(8), shown)
    assert does == "capture where its last stone falls into an empty pit of the other side"


def test_a_board_in_the_middle_of_its_turn_shows_no_missing_extra_turn() -> None:
    screen = Screen(first=Side.NORTH, rules=KALAH)
    screen.shows("Your pit: ", WAITING)
    screen.played(8)
    screen.is_asked()
    begun, after = (4, 4, 0, 5, 5, 5, 1), (4, 4, 0, 0, 0, 6, 9)
    ours = rows((4, 4, 4, 4, 4, 4, 0, 4, 0, 5, 5, 5, 5, 0))
    boards = (rows((*begun, 4, 0, 5, 5, 5, 5, 0)), rows((*after, 5, 0, 5, 5, 5, 5, 0)))
    fault = fault_of(screen, f"{ours}{''.join(boards)}Your pit: ")
    assert "no move leads to" in str(fault)
    assert "; it seems to capture where its last stone falls into an empty pit of the" in str(fault)


def test_stones_that_are_sown_on_are_named() -> None:
    """Pit 0 ends in pit 4, whose five stones go on to pit 9, and so on."""
    on = next(each for each in other_rules(KALAH.capture) if each.goes_on)
    after = on.sown(KALAH.start(), Move(0))
    assert after
    assert after.cells[0] == 1
    assert sum(after.cells) == 48
    does = seems_to(KALAH.start(), None, {rows_of(after)})
    assert does == "sow on with the stones of the pit where its last stone falls"


def test_another_rule_shows_where_the_program_leaves_us_an_extra_turn() -> None:
    """Our pit 8 sows on into our goal, so that it only draws that and asks for another move."""
    on = next(each for each in other_rules(KALAH.capture) if each.goes_on)
    told = on.sown(KALAH.start(Side.NORTH), Move(8))
    assert told
    assert told.turn is Side.NORTH
    screen = Screen(first=Side.NORTH, rules=KALAH)
    screen.shows("Your pit: ", WAITING)
    screen.played(8)
    screen.is_asked()
    fault = fault_of(screen, f"{rows(told.cells)}Your pit: ")
    assert str(fault).endswith(
        "; it seems to sow on with the stones of the pit where its last stone falls"
    )


def moved(rules: OtherRules, position: Mancala | None) -> list[Mancala]:
    """The boards after South's next move."""
    assert position
    south = position._replace(turn=Side.SOUTH)
    return [after for pit in range(6) if (after := rules.sown(south, Move(pit)))]


def test_a_board_in_the_middle_of_a_turn_shows_no_other_capture() -> None:
    """It has captured as the board says, and its first stones end in its goal."""
    position = KALAH.parse_position("4,4,4,4,4,4,0,4,4,4,4,4,4,0 N")
    shown = {rows_of(position.play(Move(8)).play(Move(2)))}
    assert seems_to(position, Move(8), shown) == "give no extra turn"


def test_a_program_that_took_an_extra_turn_is_not_said_to_give_none() -> None:
    start = KALAH.start(Side.SOUTH)
    between, after = start.play(Move(2)), start.play(Move(2)).play(Move(0))
    taken = [(start, Move(2), between), (between, Move(0), after)]
    shown = {rows_of(after.play(Move(8)).play(Move(1)))}
    assert seems_to(after, Move(8), shown) == "give no extra turn"
    assert seems_to(after, Move(8), shown, taken) is None


def test_the_capturing_stone_that_stays_is_not_taken_for_no_capture() -> None:
    """With an empty pit opposite, both look alike."""
    position = KALAH_EMPTY.parse_position("1,0,4,4,4,4,3,4,4,4,4,0,4,5 N")
    stays = next(each for each in other_rules(KALAH_EMPTY.capture) if "leave the" in each.does)
    told = stays.sown(position, Move(7))
    assert told
    told = told._replace(cells=(*told.cells[:11], 0, *told.cells[12:]), turn=Side.SOUTH)
    after = stays.sown(told, Move(0))
    assert after
    before = position._replace(cells=told.cells, turn=Side.SOUTH)
    assert seems_to(before, None, {rows_of(after)}) == "leave the capturing stone where it is"


@pytest.mark.parametrize(
    "said",
    ["Ce coup n'est pas valide.\nVotre coup : ", "Veuillez choisir une case entre 1 et 6 : "],
)
def test_a_refusal_in_another_language(said: str) -> None:
    assert str(fault_of(told(9, "Votre coup : "), said)).startswith("did not accept '9' as a move")


def test_a_move_that_finds_nothing_beside_a_board_that_is_right() -> None:
    screen = told(9, move=r"best=(\d+)")
    board = rows(screen.position.play(Move(4)).cells)
    sentence = "waits again after '9' was typed, but shows nothing that `move` finds; it last said"
    assert str(fault_of(screen, f"I play 4\n{board}Your pit: ")).startswith(sentence)


def test_one_that_waits_before_anything_is_typed() -> None:
    screen = Screen()
    screen.is_asked()
    sentence = "waits, but shows no move that can be read; it last said 'Hello.'"
    assert str(fault_of(screen, "Hello.\n")) == sentence


def test_a_rule_of_its_own_is_named_beside_the_difference() -> None:
    position = OWARI.parse_position("1,0,4,3,3,3,2,4,4,0,3,4,4,1 N")
    screen = Screen(first=Side.NORTH)
    screen.shows("Your pit: ", WAITING)
    screen.position = position
    screen.dialogue._reader.follow(position, Move(0))
    screen.played(8)
    screen.is_asked()
    none = next(rules for rules in other_rules(OWARI.capture) if rules.capture is None)
    board = none.sown(none.sown(position, Move(8)), Move(0))
    choice = screen.shows(f"I play pit 0\n{rows(board.cells)}Your pit: ", WAITING)
    assert choice.comment.endswith("; it seems to capture nothing")
    assert screen.dialogue.names_a_rule()


@pytest.mark.parametrize(
    "prompt",
    [
        "Pick a pit (12, 11, 10, 9, 8, 7)? ",
        "Enter your choice: ",
        "Enter North's input: ",
        "Enter a number: ",
        "> ",
        "Choose: ",
        "Player 2, your move (7-12): ",
        "Which hole? ",
    ],
)
def test_a_prompt_for_a_move_beside_a_board(prompt: str) -> None:
    assert asks_for_a_move(f"1. Play\n2. Quit\n{START}{prompt}", 6, drawn=True)
    assert not asks_for_a_setting(f"{START}{prompt}")


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("1. Play\n2. Quit\nEnter your choice: ", False),
        ("Type 1 to go first or 2 to go second: ", True),
        ("Who moves first? ", True),
        ("Enter the depth (1-6): ", True),
        ("Would you like to play first (y/n)? ", True),
        ("Enter your name: ", False),
        ("Pick a level (1, 2, 3, 4, 5, 6): ", False),
    ],
)
def test_a_prompt_for_something_else(text: str, drawn: bool) -> None:
    assert not asks_for_a_move(text, 6, drawn=drawn)
    assert asks_for_a_setting(text)


@pytest.mark.parametrize(
    ("trace", "said"),
    [
        (
            'Your pit: Exception in thread "main" java.util.NoSuchElementException\n'
            "\tat java.base/java.util.Scanner.throwFor(Scanner.java:937)\n"
            "\tat Owari.main(Owari.java:12)\n",
            'Your pit: Exception in thread "main" java.util.NoSuchElementException',
        ),
        (
            'Your pit: Traceback (most recent call last):\n  File "a.py", line 9, in <module>\n'
            "    pit = int(input())\n          ^^^^^^^^^^^^\n"
            "ValueError: invalid literal for int() with base 10: 'c'\n",
            "Your pit: ValueError: invalid literal for int() with base 10: 'c'",
        ),
        (
            "panic: runtime error: index out of range [9]\n\ngoroutine 1 [running]:\nmain.main()\n"
            "\t/tmp/x.go:5 +0x1d\nexit status 2\n",
            "panic: runtime error: index out of range [9]",
        ),
        (
            "TypeError: board is undefined\n    at Object.<anonymous> (/tmp/x.js:3:11)\n"
            "    at node:internal/main:1:2\n",
            "TypeError: board is undefined",
        ),
        ("I look at 3 ^ 4 and move at once.\n", "I look at 3 ^ 4 and move at once."),
    ],
)
def test_of_an_exception_the_name_is_quoted(trace: str, said: str) -> None:
    assert excerpt(trace) == said
    assert excerpt("x" * 50 + "\n" + trace, most=len(said)) == said or said in excerpt(trace)


@pytest.mark.usefixtures("no_survivor")
@pytest.mark.parametrize(
    ("name", "arguments", "game", "changes", "first", "sentence"),
    [
        (
            *("talker.py", (), "owari"),
            {"start_first": ("n",), "start_second": ("s",)},
            *(False, "moved first, but its opponent has the first move: swap `first` and `second`"),
        ),
        (
            *("redraws.py", (), "owari"),
            {"start_first": ("N",), "start_second": ("S",)},
            *(True, "waits for a move, but has the first move itself: swap `first` and `second`"),
        ),
        (
            *("othello_letters.py", ("6",), "othello:6"),
            {"start_first": ("n",), "start_second": ("y",)},
            *(False, "moved first, but its opponent has the first move: swap `first` and `second`"),
        ),
        (
            *("othello_draws.py", (), "othello"),
            {"start_first": ("2",), "start_second": ("1",)},
            *(False, "moved first, but its opponent has the first move: swap `first` and `second`"),
        ),
        (
            *("othello_letters.py", ("6",), "othello:6"),
            {"start_first": ("n",), "start_second": ("y",)},
            *(True, "waits for a move, but has the first move itself: swap `first` and `second`"),
        ),
        ("liner.py", (), "owari", {"start_second": ()}, False, "asks '1. I begin 2. The other"),
        (
            *("kalah.py", ("6", "4"), "kalah"),
            {"numbering": "1-6"},
            *(False, "took the input '2' for pit 11: where it moves second, that fits `numbering:"),
        ),
        (
            *("redraws.py", (), "owari"),
            {"types": tuple("123456")},
            *(False, "did not accept '2' as a move"),
        ),
        (
            *("kalah.py", ("6", "3"), "owari"),
            {},
            *(True, "has another board: after ply 1 it shows 0 in pit 0 after its move 3"),
        ),
    ],
)
def test_real_programs_described_wrongly(
    sample: Sample,
    unhurried: TimeControl,
    name: str,
    arguments: tuple[str, ...],
    game: str,
    changes: dict[str, str | tuple[str, ...]],
    first: bool,
    sentence: str,
) -> None:
    settings = sample(f"console/{name}", *arguments)
    assert isinstance(settings.protocol, ConsoleProtocol)
    settings = replace(settings, protocol=replace(settings.protocol, **changes))
    begins = Side.SOUTH if first else Side.NORTH
    record = against_random(settings, Side.SOUTH, begins, unhurried, seed=3, rules=find_game(game))
    assert record.ending.reason.startswith(f"program {sentence}"), record.ending.reason
