"""Games in the format of GGS."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from owari.games.catalog import find_game
from owari.games.game import PASS, Kind, Move, Outcome, Side, Value
from owari.games.mancala import SowingRules
from owari.games.othello import FREE_OTHELLO, OTHELLO, OthelloRules
from owari.records import ggf
from owari.records.archives import BadGame, Unwritable
from owari.records.pgn import format_game, read_game
from owari.records.record import Ending, GameRecord, Ply, Result, Termination

LATE = "North ran out of time"
START = "8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *"
SHORTEST = ["f5", "d6", "c5", "f4", "e7", "f6", "g5", "e6", "e3"]
WIPED_OUT = "".join(f"{'BW'[ply % 2]}[{square}]" for ply, square in enumerate(SHORTEST))


def game(moves: str = "", **tags: str) -> str:
    """A game of GGS, with these tags in place of the usual ones."""
    head = {"GM": "Othello", "PB": "A", "PW": "B", "TY": "8", "BO": START} | tags
    return "(;" + "".join(f"{name}[{value}]" for name, value in head.items()) + moves + ";)"


def moves(record: GameRecord) -> str:
    return " ".join(record.game.format_move(ply.move) for ply in record.plies)


def test_a_game_with_all_that_the_server_says_of_it() -> None:
    record = ggf.read_game(
        "1 (;GM[Othello]PC[GGS/os]DT[2003.12.15_13:24:03.MST]PB[one]PW[other]RB[2197.01]"
        f"RW[2199.72]TI[05:00//02:00]TY[8]RE[+4.000:r]BO[{START}]B[F5/-6.40/26.00]W[d6//0.012]"
        "B[C3/2.00]W[D3]B[C4/book];)\n"
    )
    assert record == GameRecord(
        game=OTHELLO,
        start=OTHELLO.start(),
        south="one",
        north="other",
        plies=(
            Ply(Side.SOUTH, Move(37), 26.0, value=Value(-6, Kind.ESTIMATED)),
            Ply(Side.NORTH, Move(43), 0.012),
            Ply(Side.SOUTH, Move(18), value=Value(2, Kind.ESTIMATED)),
            Ply(Side.NORTH, Move(19)),
            Ply(Side.SOUTH, Move(26), comment="book"),
        ),
        ending=Ending(Result.SOUTH, Outcome(6, 3), Termination.RESIGNED, "North resigned"),
        site="GGS/os",
        date="2003-12-15",
    )


def test_several_games_on_one_line_or_over_many() -> None:
    text = f"2 {game('B[F5]', PB='1')}{game('B[D3]', PB='2')}\n\n1\n" + game(
        "\nB[C4]\r\n W[\nC3 ] ", PB="3"
    )
    for size in (1, 7, len(text)):
        found = list(ggf.read_games(text[at : at + size] for at in range(0, len(text), size)))
        assert [each.number for each in found] == [1, 2, 3]
        assert [(each.record.south, moves(each.record)) for each in found] == [
            ("1", "f5"),
            ("2", "d3"),
            ("3", "c4 c3"),
        ]


@pytest.mark.parametrize(
    ("result", "ending"),
    [
        ("?", Ending(Result.UNFINISHED, Outcome(4, 1), Termination.UNFINISHED)),
        ("-8:r", Ending(Result.NORTH, Outcome(4, 1), Termination.RESIGNED, "South resigned")),
        ("2:t", Ending(Result.SOUTH, Outcome(4, 1), Termination.TIMED_OUT, LATE)),
        ("+2.000:s", Ending(Result.SOUTH, Outcome(33, 31), Termination.REPORTED)),
        ("0", Ending(Result.DRAW, Outcome(32, 32), Termination.REPORTED)),
        ("0:r", Ending(Result.DRAW, Outcome(32, 32), Termination.REPORTED)),
        ("-64", Ending(Result.NORTH, Outcome(0, 64), Termination.REPORTED)),
    ],
)  # fmt: skip
def test_how_a_game_ended_whose_moves_break_off(result: str, ending: Ending) -> None:
    record = ggf.read_game(game("B[F5]", RE=result))
    assert record.ending == ending
    assert ggf.read_game(ggf.format_game(record)) == record
    assert read_game(format_game(record)) == record


@pytest.mark.parametrize(
    ("result", "remark"),
    [
        ("+64.000", ""),
        ("+13", ""),
        ("+64:r", ""),
        ("+10", "the file gives Black +10, but the moves end 13-0 (+64) and count"),
        ("B+10", "RE[B+10] is not a result, such as RE[+2]"),
    ],
)
def test_the_count_of_the_moves_is_kept(result: str, remark: str) -> None:
    (found,) = ggf.read_games([game(WIPED_OUT, RE=result)])
    assert found.record.ending == Ending.normal(Outcome(13, 0, 51))
    assert read_game(format_game(found.record)) == found.record
    assert found.remark == remark


@pytest.mark.parametrize("margin", ["+3.5", "+3", "+66"])
def test_a_result_that_no_board_has(margin: str) -> None:
    (found,) = ggf.read_games([game("B[F5]", RE=margin)])
    assert found.record.ending == Ending(Result.SOUTH, Outcome(4, 1), Termination.REPORTED)
    assert found.remark == f"the file gives Black {margin}, which no game ends with"


def test_a_start_drawn_by_lot_in_which_white_begins() -> None:
    board = "8 -------- -------- --OOO*-- -O*OO*-- --O*OO-- --O***-- --O*---- -------- O"
    record = ggf.read_game(game("W[b5]B[e2]", TY="s8r19", BO=board))
    assert record.first is Side.NORTH
    assert record.start.black is Side.SOUTH
    assert moves(record) == "b5 e2"
    written = ggf.format_game(record)
    assert f"TY[8r19]BO[{board}]W[B5]B[E2];)" in written
    assert ggf.read_game(written) == record
    dots = board.replace("-", ".")
    assert ggf.read_game(game("W[b5]B[e2]", BO=dots)).start == record.start


def test_passes_written_in_any_way_or_left_out() -> None:
    black, white = ("4 *OO- ---- ---- ---- " + turn for turn in "*O")  # only Black can ever move
    for text in ("B[D1]", "b[d1/1/2]", "B[D1]W[PA]", "B[D1]W[pass//1.2]B[PA]"):
        assert moves(ggf.read_game(game(text, TY="4", BO=black))) == "d1"
    for text in ("W[PA]B[D1]", "W[--]B[D1]", "B[D1]"):
        record = ggf.read_game(game(text, TY="4", BO=white))
        assert moves(record) == "pass d1"
        assert "W[PA]B[D1]" in ggf.format_game(record)


@pytest.mark.parametrize("size", [4, 6, 10, 16])
def test_other_boards(size: int) -> None:
    text = ggf.format_game(
        GameRecord(find_game(f"othello:{size}"), OTHELLO.resized(size).start(), "A", "B")
    )
    assert f"TY[{size}]BO[{size} " in text
    assert ggf.read_game(text).game == OTHELLO.resized(size)
    assert ggf.read_game(f"(;GM[Othello]TY[s{size}];)").start == OTHELLO.resized(size).start()


@pytest.mark.parametrize(
    ("tags", "why"),
    [
        ({"TY": "s8a"}, "TY[s8a] is a game in which the side with fewer discs wins"),
        ({"TY": "8kr16"}, "TY[8kr16] is a game in which the players bid for the colours"),
        ({"GM": "Amazons"}, "GM[Amazons] is another game than Othello"),
        ({"BO": "88 ..."}, "a board has 4 to 16 squares a side, an even number, not 88"),
    ],
)
def test_games_by_other_rules_are_passed_over(tags: dict[str, str], why: str) -> None:
    found = list(ggf.read_games([game("B[F5]"), game("B[Z9]", **tags), game("B[F5]")]))
    assert [each.record is None for each in found] == [False, True, False]
    assert found[1].remark == why
    with pytest.raises(BadGame, match=r"TY|GM|board"):
        ggf.read_game(game(**tags))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (game("B[F5]\nW[F5]"), "game 2, line 3, move 2, W[F5]: the square f5 already has a disc"),
        ("(;PC[a\nb]\nB[D4];)", "game 2, line 4, move 1, B[D4]: the square d4 already has a disc"),
        (game("W[F5]"), "game 2, line 2, move 1, W[F5]: Black is to move"),
        (game("B[PA]"), "game 2, line 2, move 1, B[PA]: Black has a move and may not pass"),
        (game("B[Z9]"), "game 2, line 2, move 1, B[Z9]: 'Z9' is not a move; moves are a1 to h8"),
        (game(WIPED_OUT + "W[A1]"), "game 2, line 2, move 10, W[A1]: the game is over"),
        (game(BO="8 --- *"), "game 2, line 2, BO[8 --- *]: 64 squares expected, 3 found"),
        (game(BO=START[:-2]), "the side to move is missing: end the board with * or O"),
        (game(BO=START.replace("O", "0")), "'0' is not a square: they are * (Black), O (White)"),
        (game(BO=""), "game 2, line 2, BO[]: 64 squares expected, 0 found"),
        ("(;TY[8r12];)", "game 2, line 2, TY[8r12]: a start drawn by lot must stand in BO[...]"),
        ("(;GM[Othello]B[F5]", "game 2: the file ends before ;) ends it: it is cut off"),
        ("(;GM[Othello]B[F5", "line 2: no ']' ends the tag that begins here: it is cut off"),
        ("(;GM[Othello](;", "game 2, line 2: another begins before ;) ends it"),
        ("B[F5]", "line 2: 'B' stands outside of a game, which begins with (; and ends with ;)"),
        (";)", "line 2: ';)' stands outside of a game"),
        ("hello", "line 2: 'hello' is not a tag, such as B[F5]"),
        ("(;GM[Othello]]", "line 2: a ']' ends no tag, such as B[F5]"),
        ("x" * 3_000_000, "line 2: 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx' is not a tag"),
        ("(;" + "B[F5]" * 10_001, "game 2, line 2: it has more than 10,000 tags"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_and_where(text: str, complaint: str) -> None:
    whole = game("B[F5]") + "\n" + text
    found: list[Any] = []
    with pytest.raises(BadGame) as error:
        found.extend(ggf.read_games([whole]))
    assert complaint in str(error.value)
    assert len(str(error.value)) < 200
    assert [each.number for each in found] == [1]


def test_a_text_without_one_game() -> None:
    with pytest.raises(BadGame, match="one game expected, 0 found"):
        ggf.read_game("")
    with pytest.raises(BadGame, match="one game expected, 2 found"):
        ggf.read_game(game() + game())


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("2000-4-16 11:13 EST", "2000-04-16"),
        ("945277754", "1999-12-15"),
        ("2006", "2006"),
        ("9" * 30, ""),
        ("yesterday", ""),
    ],
)
def test_dates_as_they_have_been_written(text: str, date: str) -> None:
    assert ggf.read_game(game(DT=text)).date == date


def test_black_is_pb_whichever_his_seat() -> None:
    start = OTHELLO.start(Side.NORTH)
    record = GameRecord(OTHELLO, start, "A", "B", (Ply(Side.NORTH, Move(37)),))
    assert ggf.format_game(record) == (
        f"(;GM[Othello]PB[B]PW[A]RE[?]TY[8]BO[{START}]B[F5];)"
    )  # fmt: skip


@pytest.mark.parametrize("rules", [FREE_OTHELLO, find_game("owari")])
def test_games_that_the_format_has_no_words_for(rules: SowingRules | OthelloRules) -> None:
    with pytest.raises(Unwritable, match=f"GGF has no games of {rules.name}"):
        ggf.format_game(GameRecord(rules, rules.start(), "A", "B"))


@pytest.mark.parametrize(
    ("ending", "result"),
    [
        (Ending(Result.NORTH, Outcome(4, 1), Termination.RESIGNED), "-56.000:r"),
        (Ending(Result.NORTH, Outcome(40, 1), Termination.TIMED_OUT), "-2.000:t"),
        (Ending(Result.SOUTH, Outcome(4, 1), Termination.CRASHED, "B crashed"), "+62.000"),
        (Ending(Result.SOUTH, Outcome(13, 0, 51)), "+64.000"),
        (Ending(Result.DRAW, Outcome(32, 32), Termination.REPORTED), "+0.000"),
        (Ending(Result.NEITHER, Outcome(2, 2), Termination.DID_NOT_START), "?"),
    ],
)
def test_results_are_written_with_the_sign_of_the_winner(ending: Ending, result: str) -> None:
    record = GameRecord(OTHELLO, OTHELLO.start(), "A", "B", ending=ending)
    assert f"RE[{result}]" in ggf.format_game(record)


def forfeits(loser: Side, score: Outcome) -> list[Ending]:
    """Games that a fault ended, and one in which neither side started."""
    return [
        Ending(Result.won_by(loser.other), score, kind, f"A {kind.value} as North; [so] it said")
        for kind in Termination
        if kind.is_fault
    ] + [Ending(Result.NEITHER, score, Termination.DID_NOT_START, "A left; B left")]


def entered(random: Random, squares: int) -> Ending:
    """A score that was told, with squares left empty for the winner, or without."""
    discs = random.randint(5, squares)
    south = random.randint(0, discs)
    score = Outcome(south, discs - south, squares - discs)
    return Ending(Result.won_by(score.winner), score, Termination.REPORTED)


@st.composite
def records(draw: st.DrawFn) -> GameRecord:
    """What GGF can hold: random games on boards of any size from any start, whole or broken off."""
    rules = OTHELLO.resized(draw(st.sampled_from([4, 6, 8, 10])))
    random = Random(draw(st.integers(0, 9999)))
    position = rules.start()
    for _ in range(draw(st.sampled_from([0, 0, 3, 8]))):
        if position.outcome() is None:
            position = position.play(random.choice(position.legal_moves()))
    start = position
    longest = draw(st.sampled_from([0, 5, 999]))
    plies: list[Ply] = []
    while position.outcome() is None and len(plies) < longest:
        move = random.choice(position.legal_moves())
        value = random.choice([None, Value(random.randint(-64, 64), Kind.ESTIMATED)])
        seconds = random.choice([None, random.randint(0, 10**7) / 1000])
        plies.append(Ply(position.turn, move, seconds, value=value))
        position = position.play(move)
    score = position.score()
    loser = random.choice(list(Side))
    ending = draw(
        st.sampled_from(
            [
                Ending(Result.UNFINISHED, score, Termination.UNFINISHED),
                Ending(
                    Result.won_by(loser.other), score, Termination.RESIGNED, f"{loser} resigned"
                ),
                *forfeits(loser, score),
                entered(random, rules.size**2),
            ]
        )
    )
    if outcome := position.outcome():
        ending = Ending.normal(outcome)
    names = st.text(st.characters(codec="latin-1", exclude_characters="[]"), min_size=1).map(
        lambda text: " ".join("".join(c if c.isprintable() else " " for c in text).split()) or "?"
    )
    date = draw(st.just("") | st.dates().map(str))
    return GameRecord(
        rules, start, draw(names), draw(names), tuple(plies), ending, date=date, site=draw(names)
    )


@pytest.mark.slow
@settings(max_examples=40)
@given(records())
def test_a_game_is_read_as_it_was_written(record: GameRecord) -> None:
    text = ggf.format_game(record)
    assert "\n" not in text
    result, score, termination, reason = record.ending
    ending = Ending(result, score, termination, reason.replace("[", "(").replace("]", ")"))
    assert ggf.read_game(text) == replace(record, ending=ending)


@pytest.mark.slow
@settings(max_examples=20)
@given(records())
def test_what_another_program_makes_of_a_game_needs_no_tags_of_ours(record: GameRecord) -> None:
    """Who won is said by the result alone."""
    text = re.sub(r"(ET|SC|EX)\[[^]]*\]", "", ggf.format_game(record))
    result = ggf.read_game(text).ending.result
    assert result is record.ending.result or record.ending.result is Result.NEITHER


def test_black_in_the_seat_of_north_forfeits() -> None:
    """He is South where the game is read, in the reason too."""
    reason = "B played a1, but North may not; South waited"
    ending = Ending(Result.SOUTH, Outcome(1, 4), Termination.ILLEGAL_MOVE, reason)
    start = OTHELLO.start(Side.NORTH)
    record = GameRecord(OTHELLO, start, "A", "B", (Ply(Side.NORTH, Move(37)),), ending)
    assert ggf.read_game(ggf.format_game(record)) == GameRecord(
        OTHELLO,
        OTHELLO.start(),
        "B",
        "A",
        (Ply(Side.SOUTH, Move(37)),),
        Ending(
            Result.NORTH,
            Outcome(4, 1),
            Termination.ILLEGAL_MOVE,
            "B played a1, but South may not; North waited",
        ),
    )


@pytest.mark.parametrize(
    "tags",
    [{"ET": "crashed"}, {"SC": "1-2"}, {"ET": "sleepy", "SC": "1-2"}, {"ET": "crashed", "SC": "x"}],
)
def test_tags_of_ours_that_are_not_whole_say_nothing(tags: dict[str, str]) -> None:
    ending = ggf.read_game(game("B[F5]", RE="+2", **tags)).ending
    assert ending == Ending(Result.SOUTH, Outcome(33, 31), Termination.REPORTED)


@settings(max_examples=100)
@given(st.data())
def test_broken_texts_are_told_in_a_sentence(data: Any) -> None:
    text = game("B[F5/1/2]W[D6]B[C3]", RE="+2:r", DT="2003.12.15") * 2
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        gone = data.draw(st.integers(0, 5))
        put = data.draw(st.text(st.sampled_from("[](;)BWTYRE 09*O-:/.\n\0é"), max_size=4))
        text = text[:at] + put + text[at + gone :]
    with suppress(BadGame):
        for found in ggf.read_games([text]):
            if found.record:
                assert read_game(format_game(found.record)) == found.record


def test_a_pass_after_the_end_says_nothing() -> None:
    record = ggf.read_game(game(WIPED_OUT + "W[PA]B[PA]"))
    assert PASS not in [ply.move for ply in record.plies]
    assert record.ending.termination is Termination.NORMAL
