"""The line protocol as transcripts: what we say, what a bot says, what we make of it."""

from __future__ import annotations

import re

import pytest

from owari.games.game import PASS, SWAP, Kind, Move, Outcome, Side, Value
from owari.games.mancala import KALAH, MANCHESTER, OWARI
from owari.games.othello import FREE_OTHELLO, OTHELLO, OthelloRules
from owari.players.player import Choice, Fault
from owari.programs.dialogues.dialogue import READY
from owari.programs.dialogues.line import LineDialogue
from owari.programs.transports.program_output import LONGEST_LINE, MOST_OUTPUT, Silence
from owari.records.record import Ending, Result, Termination

START = OWARI.start()


def in_game(side: Side = Side.SOUTH, hello: bytes = b"ready\n") -> LineDialogue:
    """A dialogue that is ready for the first move of a game."""
    dialogue = LineDialogue()
    assert dialogue.greet() == b"owari 1\n"
    assert dialogue.hear(hello) is READY
    dialogue.begin(START, side)
    assert dialogue.hear(b"ready\n") is READY
    return dialogue


def asked(side: Side = Side.SOUTH, hello: bytes = b"ready\n") -> LineDialogue:
    """The same, asked for that move."""
    dialogue = in_game(side, hello)
    dialogue.ask(OWARI.start(side), 5000)
    return dialogue


def fault_of(dialogue: LineDialogue, answer: bytes) -> Fault:
    with pytest.raises(Fault) as caught:
        dialogue.hear(answer)
    return caught.value


def test_a_game_from_hello_to_quit() -> None:
    bot = LineDialogue()
    assert bot.greet() == b"owari 1\n"
    assert bot.hear(b"name Team Rocket\nauthor Jessie and James\n") is None
    assert bot.hear(b"ready\n") is READY
    assert bot.begin(START, Side.SOUTH) == b"game owari south 3,3,3,3,3,3,0,3,3,3,3,3,3,0 S\n"
    assert bot.hear(b"ready\n") is READY
    assert bot.ask(START, 4900) == b"go 4900 3,3,3,3,3,3,0,3,3,3,3,3,3,0 S\n"
    assert bot.hear(b"4\n") == Choice(Move(4))
    after = START.play(Move(4))
    assert bot.observe(Side.SOUTH, Move(4), after) == b"played 4\n"
    assert bot.observe(Side.NORTH, Move(11), after.play(Move(11))) == b"played 11\n"
    ending = Ending.normal(Outcome(19, 17))
    assert bot.end(ending) == b"result win 19-17 normal\n"
    assert bot.leave() == b"quit\n"


def test_a_bot_that_sits_south_sees_every_board_and_move_turned_round() -> None:
    bot = LineDialogue()
    bot.greet()
    assert bot.hear(b"seat south\nready\n") is READY
    position = START.play(Move(4))  # 3,3,3,3,0,4,1,4,3,3,3,3,3,0 N
    assert bot.begin(position, Side.NORTH) == b"game owari south 4,3,3,3,3,3,0,3,3,3,3,0,4,1 S\n"
    assert bot.hear(b"ready\n") is READY
    assert bot.ask(position, 10) == b"go 10 4,3,3,3,3,3,0,3,3,3,3,0,4,1 S\n"
    assert bot.hear(b"4 depth 3 value 2\n") == Choice(Move(11), 3, Value(2, Kind.SCORE))
    assert bot.observe(Side.NORTH, Move(11), position) == b"played 4\n"
    assert bot.observe(Side.SOUTH, Move(0), position) == b"played 7\n"
    assert bot.end(Ending.normal(Outcome(20, 16))) == b"result loss 16-20 normal\n"


def test_a_bot_that_sits_south_and_is_south_sees_the_board_as_it_is() -> None:
    bot = in_game(Side.SOUTH, b"seat south\nready\n")
    assert bot.ask(START, 10) == b"go 10 3,3,3,3,3,3,0,3,3,3,3,3,3,0 S\n"
    assert bot.hear(b"4\n") == Choice(Move(4))
    assert bot.observe(Side.NORTH, Move(11), START) == b"played 11\n"


@pytest.mark.parametrize("hello", [b"ready\n", b"seat south\nready\n"])
def test_a_swap_is_a_move_where_the_pie_rule_holds(hello: bytes) -> None:
    bot = in_game(Side.NORTH, hello)
    first = MANCHESTER.start().play(Move(0))
    bot.begin(first, Side.NORTH)
    assert bot.hear(b"ready\n") is READY
    turned = hello.startswith(b"seat")
    assert bot.ask(first, 10) == f"go 10 {first.turned() if turned else first}\n".encode()
    assert bot.hear(b"swap depth 3\n") == Choice(SWAP, depth=3)
    assert bot.observe(Side.NORTH, SWAP, first.play(SWAP)) == b"played swap\n"


def test_a_swap_is_unreadable_where_there_is_none() -> None:
    assert fault_of(asked(), b"swap\n").kind is Termination.UNREADABLE


def test_other_games_are_named_with_their_size() -> None:
    bot = in_game()
    small = KALAH.resized(2, 1).start(Side.NORTH)
    assert bot.begin(small, Side.NORTH) == b"game kalah:2x1 north 1,1,0,1,1,0 N\n"
    assert bot.hear(b"ready\n") is READY
    bot.ask(small, 10)
    assert bot.hear(b"4\n") == Choice(Move(4))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b"4", Choice(Move(4))),
        (b"9", Choice(Move(9))),  # the referee judges, not the dialogue
        (b"4 depth 12", Choice(Move(4), depth=12)),
        (b"4 value -3", Choice(Move(4), value=Value(-3, Kind.SCORE))),
        (b"4 value 3 depth 2", Choice(Move(4), 2, Value(3, Kind.SCORE))),
        (b"4 comment a quiet  move", Choice(Move(4), comment="a quiet move")),
        (
            b"4 depth 12 value 3 comment depth 9 is better",
            Choice(Move(4), 12, Value(3, Kind.SCORE), comment="depth 9 is better"),
        ),
        # what cannot be understood behind the move is left out
        (b"4 depth", Choice(Move(4))),
        (b"4 depth many value 3", Choice(Move(4), value=Value(3, Kind.SCORE))),
        (b"4 value 12/20 depth 7", Choice(Move(4), depth=7)),
        (b"4 hopefully", Choice(Move(4))),
        (b"4 depth 12345678901234567890", Choice(Move(4))),
        (b"4 depth 12.5", Choice(Move(4))),
        (b"4 depth 12/20 value 1", Choice(Move(4), value=Value(1, Kind.SCORE))),
        # from other systems
        (b"4\r", Choice(Move(4))),
        (b"\t4 \t \r", Choice(Move(4))),
        (b"\xef\xbb\xbf4", Choice(Move(4))),
        (b"4\tdepth\t2", Choice(Move(4), depth=2)),
        (b"4 comment \xff\xfe", Choice(Move(4), comment="\ufffd\ufffd")),
        (b"4 comment \xc2\xbfqu\xc3\xa9?\xc2\xbf", Choice(Move(4), comment="\xbfqu\xe9?\xbf")),
        # commentary and empty lines before it
        (b"\n \t\r\n4", Choice(Move(4))),
        (b"# thinking about pit 3\n#\n4", Choice(Move(4))),
        (b"# \xff\xfe is no text\r\n4", Choice(Move(4))),
    ],
)
def test_an_answer(line: bytes, said: Choice) -> None:
    assert asked().hear(line + b"\n") == said


@pytest.mark.parametrize(
    ("word", "number"),
    [
        ("0.3333", 0.3333),
        ("1.5e-05", 1.5e-05),
        ("-2E+3", -2000.0),
        (".5", 0.5),
        ("+3", 3),
        ("12345678901", 12345678901),
        ("123456789012345678901", 123456789012345678901.0),
        ("1e300", 1e300),
        # no number, no finite one, or no number alone
        *((word, None) for word in ("nan", "inf", "-Infinity", "1e999", "1.797e308")),
        *((word, None) for word in ("9" * 5000, "1_000")),
        *((word, None) for word in ("3.5.1", "12cp", "0x10", "+-1", "1e", ".", "\u0663", "1,5")),
    ],
)
def test_a_value_is_a_whole_word(word: str, number: float | None) -> None:
    value = None if number is None else Value(number, Kind.SCORE)
    answer = f"4 depth 3 value {word} comment so\n".encode()
    choice = asked().hear(answer)
    assert choice == Choice(Move(4), 3, value, comment="so")
    assert isinstance(choice, Choice)
    assert value is None or type(choice.value and choice.value.number) is type(number)


def test_an_answer_byte_by_byte() -> None:
    bot = asked()
    *most, newline = b"# hm\n4 depth 12 value 3\n"
    assert all(bot.hear(bytes([byte])) is None for byte in most)
    assert bot.hear(bytes([newline])) == Choice(Move(4), 12, Value(3, Kind.SCORE))


@pytest.mark.parametrize(
    ("line", "quoted"),
    [
        (b"hello there", "'hello there'"),
        (b"thinking about pit 3", "'thinking about pit 3'"),
        (b"\x0c", r"'\x0c'"),
        (b"\xc2\xa0", r"'\xa0'"),
        (b"6", "'6'"),
        (b"13", "'13'"),
        (b"-1", "'-1'"),
        (b"S4", "'S4'"),
        (b"4.", "'4.'"),
        (b"4,", "'4,'"),
        (b"04", "'04'"),
        (b"ready", "'ready'"),
        (b"\xff\xfe", "'\ufffd\ufffd'"),
        (b"x" * 1000, repr("x" * 80)),
    ],
)
def test_an_unreadable_answer(line: bytes, quoted: str) -> None:
    fault = fault_of(asked(), line + b"\n")
    assert fault.kind is Termination.UNREADABLE
    assert str(fault) == (
        f"answered {quoted}; an answer begins with one of 0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12"
    )


def test_an_answer_without_newline_is_none_and_is_quoted() -> None:
    bot = asked()
    assert bot.hear(b"# hm\n4") is None
    assert bot.hear(Silence.TIME) is None
    assert bot.last_words() == "it wrote '4' with no newline"


def test_there_are_no_last_words_after_whole_lines() -> None:
    bot = asked()
    assert bot.hear(b"# hm\n") is None
    assert bot.last_words() == ""


def test_a_flood_without_newline() -> None:
    bot = asked()
    assert bot.hear(b"3" * LONGEST_LINE) is None
    fault = fault_of(bot, b"3")
    assert fault.kind is Termination.TOO_MUCH_OUTPUT
    assert str(fault) == "wrote more than 65536 bytes without a newline"


@pytest.mark.slow
def test_a_flood_of_commentary() -> None:
    bot = asked()
    comments = b"# thinking hard\n" * 4096
    for _ in range(MOST_OUTPUT // len(comments)):
        assert bot.hear(comments) is None
    fault = fault_of(bot, comments)
    assert fault.kind is Termination.TOO_MUCH_OUTPUT
    assert str(fault) == "wrote more than 16777216 bytes and no answer"


def test_commentary_is_counted_from_each_request_anew() -> None:
    bot = asked()
    half = (b"#" * 65000 + b"\n") * (MOST_OUTPUT // 65001 // 2 + 1)
    for _ in range(3):
        assert bot.hear(half) is None
        assert bot.hear(b"4\n") == Choice(Move(4))
        bot.ask(START, 10)


@pytest.mark.parametrize("stale", [b"5\n", b"5", b"5\n3\n2"])
def test_a_second_answer_is_not_the_answer_to_the_next_request(stale: bytes) -> None:
    bot = asked()
    assert bot.hear(b"4\n" + stale) == Choice(Move(4))
    bot.ask(START, 5000)
    assert bot.hear(b"2\n") == Choice(Move(2))


def test_what_comes_while_nothing_is_asked_is_dropped() -> None:
    bot = in_game()
    assert bot.hear(b"4\nname Somebody Else\nhello\n# hm\n3") is None
    bot.ask(START, 5000)
    assert bot.hear(b"2\n") == Choice(Move(2))


def test_a_second_game_is_not_answered_by_what_came_in_the_first() -> None:
    bot = asked()
    assert bot.hear(b"4\nread") == Choice(Move(4))
    bot.end(Ending(Result.SOUTH, Outcome(0, 0), Termination.CRASHED, "North crashed"))
    bot.begin(START, Side.NORTH)
    assert bot.hear(b"y\n3\n") is None
    assert bot.hear(b"ready\n") is READY
    bot.ask(OWARI.start(Side.NORTH), 5000)
    assert bot.hear(b"7\n") == Choice(Move(7))


def test_a_seat_holds_for_all_games_of_a_process_and_not_for_the_next() -> None:
    bot = in_game(Side.NORTH, b"seat south\nready\n")
    assert bot.begin(START, Side.NORTH).startswith(b"game owari south ")
    assert bot.begin(START, Side.SOUTH).startswith(b"game owari south ")
    bot.greet()
    assert bot.hear(b"ready\n") is READY
    assert bot.begin(START, Side.NORTH).startswith(b"game owari north ")


def test_a_process_that_is_new_is_greeted_whatever_the_last_one_owed() -> None:
    bot = asked()
    assert bot.hear(b"4") is None
    assert bot.greet() == b"owari 1\n"
    assert bot.hear(b"ready\n") is READY


@pytest.mark.parametrize(
    ("ending", "to_south", "to_north"),
    [
        (Ending.normal(Outcome(18, 18)), "draw 18-18 normal", "draw 18-18 normal"),
        (
            Ending(
                Result.NORTH, Outcome(5, 2), Termination.CRASHED, "Meowth left with exit code 1"
            ),
            "loss 5-2 crashed Meowth left with exit code 1",
            "win 2-5 crashed Meowth left with exit code 1",
        ),
        (
            Ending(Result.NEITHER, Outcome(0, 0), Termination.DID_NOT_START, "no one came"),
            "loss 0-0 did not start no one came",
            "loss 0-0 did not start no one came",
        ),
    ],
)
def test_the_result_as_each_side_is_told(ending: Ending, to_south: str, to_north: str) -> None:
    assert in_game(Side.SOUTH).end(ending).decode() == f"result {to_south}\n"
    assert in_game(Side.NORTH).end(ending).decode() == f"result {to_north}\n"


def test_each_message_to_a_bot_is_one_line_of_printable_words() -> None:
    bot = in_game(Side.NORTH)
    reason = "North answered 'a\\nb'"
    ending = Ending(Result.SOUTH, Outcome(1, 2), Termination.UNREADABLE, reason)
    for message in (bot.greet(), bot.begin(START, Side.NORTH), bot.ask(START, 1), bot.end(ending)):
        assert re.fullmatch(rb"[ -~]+\n", message)


@pytest.mark.parametrize("hello", [b"ready\n", b"seat south\nready\n"])
@pytest.mark.parametrize("rules", [OTHELLO.resized(4), FREE_OTHELLO.resized(4)])
def test_a_game_of_squares(rules: OthelloRules, hello: bytes) -> None:
    bot = in_game(Side.NORTH, hello)
    start = rules.start(Side.NORTH)
    board = "-----OX--XO----- X"
    turned = hello.startswith(b"seat")
    seat, mover = ("south", "") if turned else ("north", " N")
    assert bot.begin(start, Side.NORTH) == f"game {rules.name} {seat} {board}{mover}\n".encode()
    assert bot.hear(b"ready\n") is READY
    assert bot.ask(start, 10) == f"go 10 {board}{mover}\n".encode()
    b1 = rules.parse_move("b1")
    assert bot.hear(b"B1 depth 3 value -1.25\n") == Choice(b1, 3, Value(-1.25, Kind.SCORE))
    assert bot.observe(Side.NORTH, b1, start.play(b1)) == b"played b1\n"
    assert bot.observe(Side.SOUTH, PASS, start) == b"played pass\n"
    assert bot.end(Ending.normal(Outcome(6, 10))) == b"result win 10-6 normal\n"


def test_an_answer_that_is_no_square() -> None:
    bot = in_game()
    bot.begin(OTHELLO.start(), Side.SOUTH)
    bot.hear(b"ready\n")
    for answer in (b"j1", b"a9", b"5", b"f5,"):
        bot.ask(OTHELLO.start(), 10)
        sentence = f"answered '{answer.decode()}'; an answer begins with one of a1 to h8"
        assert str(fault_of(bot, answer + b"\n")) == sentence
    bot.ask(OTHELLO.start(), 10)
    assert bot.hear(b"pass\n") == Choice(PASS)  # the referee judges, not the dialogue


@pytest.mark.parametrize("said", [b"Do I begin (y/n)? ", b"Your pit (0-5): ", b"> "])
def test_one_that_seems_to_prompt_a_person_is_told_of_learn(said: bytes) -> None:
    bot = LineDialogue()
    bot.greet()
    bot.hear(said)
    assert bot.last_words().endswith(
        "it seems to prompt a person: `owari learn` finds its settings"
    )
    bot.hear(b"\nready\n")
    bot.hear(said)
    assert "learn" not in bot.last_words()
