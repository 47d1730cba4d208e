"""Games as text."""

from __future__ import annotations

import copy
import pickle
import re
from dataclasses import replace
from random import Random
from textwrap import dedent

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from owari.games.catalog import find_game
from owari.games.game import SWAP, Kind, Move, Outcome, Side, Value
from owari.games.mancala import OWARI
from owari.records.pgn import (
    BadRecord,
    format_game,
    game_of,
    game_texts,
    read_game,
    read_games,
    record_text,
)
from owari.records.record import Ending, GameRecord, Machine, Ply, Result, Termination
from owari.text.printable import plain

TINY = dedent(
    r"""
    [Event "2021 UAA Owari Tournament"]
    [Site "?"]
    [Date "2026.11.27"]
    [Round "3"]
    [South "Depth 8"]
    [North "Team \"Rocket\""]
    [Result "0-1"]
    [Game "kalah:2x2"]
    [First "South"]
    [Score "3-5"]
    [Termination "normal"]

    1. S1 {depth 8, value -2 exact, 0.120 s, cpu 0.118 s} N4 2. S0 {0.003 s; forced} N3 {hm} 3. S1
    N4-3 {depth 2 | value +2 estimated; at last} 0-1
    """
).lstrip()

RECORD = GameRecord(
    game=find_game("kalah:2x2"),
    start=find_game("kalah:2x2").start(),
    south="Depth 8",
    north='Team "Rocket"',
    plies=(
        Ply(Side.SOUTH, Move(1), 0.12, 8, Value(-2, Kind.EXACT), processor=0.118),
        Ply(Side.NORTH, Move(4)),
        Ply(Side.SOUTH, Move(0), 0.003, comment="forced"),
        Ply(Side.NORTH, Move(3), comment="hm"),
        Ply(Side.SOUTH, Move(1)),
        Ply(Side.NORTH, Move(4), depth=2),
        Ply(Side.NORTH, Move(3), value=Value(2, Kind.ESTIMATED), comment="at last"),
    ),
    ending=Ending(Result.NORTH, Outcome(3, 5)),
    event="2021 UAA Owari Tournament",
    date="2026-11-27",
    round="3",
)


@pytest.mark.parametrize("record", [RECORD, replace(RECORD, plies=()), replace(RECORD, leg="2")])
def test_a_pickled_record_is_the_same(record: GameRecord) -> None:
    assert pickle.loads(pickle.dumps(record)) == record
    assert copy.deepcopy(record) == record


def test_a_game_as_text_and_as_value() -> None:
    assert read_game(TINY) == RECORD
    assert format_game(RECORD).split() == TINY.split()
    assert RECORD.final.outcome() == Outcome(3, 5)
    assert RECORD.player(Side.NORTH) == 'Team "Rocket"'


def test_a_value_that_is_not_finite_is_none() -> None:
    text = format_game(
        replace(RECORD, plies=(RECORD.plies[0]._replace(comment="XX"), *RECORD.plies[1:]))
    )
    for far, value in (("1.8e+308", None), ("1.8e+307", 1.8e307)):
        ply, *_ = read_game(re.sub(r"\{[^}]*XX\}", f"{{eval {far}}}", text)).plies
        assert ply.value == (value and Value(value, Kind.SCORE))


def test_how_the_table_was_set_is_kept() -> None:
    record = replace(RECORD, table=r"""--us 'python3 "my\ bot.py"' --depth 6""")
    assert read_game(format_game(record)) == record


def test_the_opening_and_the_place_in_its_pair_are_tags() -> None:
    record = replace(RECORD, opening="S1 N4", pair="3", leg="2")
    text = format_game(record)
    assert '[Pair "3"]\n[Leg "2"]\n[Opening "S1 N4"]\n' in text
    assert read_game(text) == record


@pytest.mark.slow
def test_the_turn_that_a_fault_ended_is_kept() -> None:
    ending = Ending(Result.NORTH, Outcome(0, 0), Termination.TIMED_OUT, "A was late")
    record = GameRecord(OWARI, OWARI.start(), "A", "B", ending=ending, lost_turn=5.1034)
    text = format_game(record)
    assert '\n[LostTurn "5.103"]\n' in text
    assert read_game(text).lost_turn == 5.103
    with pytest.raises(BadRecord, match=r"\[Unplayed\] is two numbers of seconds, as 2.500 61.000"):
        read_game(text.replace('[LostTurn "5.103"]', '[Unplayed "5.103"]'))
    with pytest.raises(BadRecord, match=r"line 12: \[LostTurn\] is a number of seconds, as 5.103"):
        read_game(text.replace("5.103", "long"))
    with pytest.raises(BadRecord, match=r"as 5.103, not '9{9,}\.\.\.$") as refused:
        read_game(text.replace("5.103", "9" * 10**6))
    assert len(str(refused.value)) < 400


def test_the_machine_that_played_is_kept() -> None:
    machine = Machine("lab-07", 142.3e6)
    record = replace(RECORD, machine=str(machine))
    assert '[Machine "lab-07 142.3 M/s"]' in format_game(record)
    assert read_game(format_game(record)) == record
    assert Machine.parse(record.machine) == machine
    assert Machine.parse("the one in the corner") is None


def test_a_swap_is_a_move() -> None:
    text = '[South "A"] [North "B"] [Game "manchester:3x2"] 1. S2 swap {fair; 2 s} 2. S2 N4 *'
    record = read_game(text)
    assert [ply.move for ply in record.plies] == [Move(2), SWAP, Move(2), Move(4)]
    assert record.plies[1].side is Side.NORTH
    assert record.plies[1].comment == "fair; 2 s"
    written = format_game(record)
    assert "1. S2 swap {fair; 2 s} 2. S2 N4 *" in written
    assert read_game(written) == record


def test_a_game_from_its_second_ply() -> None:
    start = find_game("manchester:3x2").start().play(Move(2))
    record = GameRecord(start.rules, start, "A", "B", (Ply(Side.NORTH, SWAP),))
    written = format_game(record)
    assert '[Position "2,2,0,1,3,2,2,0 N ply1"]' in written
    assert read_game(written).plies == record.plies
    assert read_game(written).start == start


@pytest.mark.parametrize(
    ("moves", "complaint"),
    [
        ("S4 swap *", "swap: only the first move of a game can be swapped"),
        ("S4-swap *", "'S4-swap' is neither"),
        ("S4 Nswap *", "'Nswap' is neither"),
    ],
)
def test_a_swap_that_cannot_be(moves: str, complaint: str) -> None:
    with pytest.raises(BadRecord) as error:
        read_game(f'[South "A"]\n{moves}')
    assert f"line 2: {complaint}" in str(error.value)


def test_lines_are_kept_short() -> None:
    record = replace(RECORD, plies=[RECORD.plies[0]._replace(comment="so it goes: " * 100)])
    assert 90 < max(map(len, format_game(record).splitlines())) <= 100


def test_a_hand_written_game_needs_little() -> None:
    game = read_game('[South "A"] [North "B"] [Result "*"] S4 N10 S3 *')
    assert (game.south, game.north, game.game, game.first) == ("A", "B", OWARI, Side.SOUTH)
    assert [ply.move.cell for ply in game.plies] == [4, 10, 3]
    assert game.ending == Ending(Result.UNFINISHED, Outcome(2, 1), Termination.UNFINISHED)

    whole = read_game('[South "A"]\n[Game "kalah:2x2"]\n1.S1 N4 2.S0 N3 3.S1 N4 N3 0-1')
    assert whole.ending == Ending.normal(Outcome(3, 5))


@pytest.mark.parametrize("nothing", ["{}", ";\n"])
def test_an_empty_comment_says_nothing(nothing: str) -> None:
    head = '[South "A"] [North "B"] [Result "*"]'
    assert read_game(f"{head} S4 {nothing} N10 {nothing} *") == read_game(f"{head} S4 N10 *")


def test_a_start_that_is_not_the_games_own() -> None:
    start = OWARI.parse_position("0,0,0,0,0,1,18,0,0,4,0,0,1,12 N")
    text = format_game(GameRecord(OWARI, start, "A", "B"))
    assert '[Position "0,0,0,0,0,1,18,0,0,4,0,0,1,12 N"]' in text
    assert read_game(text).start == start


@pytest.mark.parametrize("termination", Termination)
def test_every_termination_is_read_again(termination: Termination) -> None:
    ending = Ending(Result.NORTH, Outcome(3, 5), termination, "It said 'pit 7'.")
    record = replace(RECORD, ending=ending)
    assert read_game(format_game(record)) == record


def test_several_games_in_one_text() -> None:
    other = replace(RECORD, south="Another")
    text = format_game(RECORD) + "\n" + format_game(other)
    assert read_games(text) == [RECORD, other]
    assert read_games("") == []
    with pytest.raises(BadRecord, match=r"^evening.pgn: one game expected, 2 found$"):
        read_game(text, "evening.pgn")
    with pytest.raises(BadRecord, match="one game expected, 0 found"):
        read_game(" \n")


@pytest.mark.parametrize(
    "text",
    [TINY.replace("\n", "\r\n"), "\ufeff" + TINY, "\n\n" + TINY + "\n\n", TINY.rstrip("\n")],
    ids=["windows lines", "byte order mark", "empty lines", "no last newline"],
)
def test_texts_that_editors_have_saved(text: str) -> None:
    assert read_game(text) == RECORD


@pytest.mark.parametrize(
    ("old", "new", "number"),
    [
        ("value +39 score", "eval 39", 39),
        ("value -14 score", "eval -14", -14),
        ("value +0 score", "eval 0", 0),
        ("value -0.50 score", "eval -0.50", -0.5),
    ],
)
def test_a_score_looks_like_no_margin_and_old_ones_are_read(
    old: str, new: str, number: float
) -> None:
    head = '[South "A"]\n[North "B"]\n\n1. S4 {depth 3, %s, 0.100 s; fine} *\n'
    record = read_game(head % old)
    assert record.plies[0].value == Value(number, Kind.SCORE)
    assert read_game(head % new) == record
    assert f"{{depth 3, {new}, 0.100 s; fine}}" in format_game(record)


# ---------------------------------------------------------------- round trip

NASTY = st.lists(
    st.sampled_from(
        [*"\"\\{}[]|;,-.? \n\r\t\x00\x1b\x85\u2028\u00a0\ufeff\udc80'%é", "a name", "1-0"]
    )
    | st.sampled_from(
        [
            "depth 8",
            "depth 8, value +2 exact, 1 s",
            "value -1.50 score; x",
            "eval 39",
            "0.5 s",
            "cpu 0.5 s",
            "; ",
        ]
    )
    | st.text(max_size=3),
    min_size=1,
    max_size=5,
).map("".join)
NOTES = st.fixed_dictionaries(
    {"comment": st.just("") | NASTY},
    optional={
        "seconds": st.integers(0, 10**7).map(lambda milliseconds: milliseconds / 1000),
        "processor": st.integers(0, 10**7).map(lambda milliseconds: milliseconds / 1000),
        "depth": st.integers(0, 99),
        "value": st.builds(Value, st.integers(-10_040, 10_040), st.sampled_from(Kind))
        | st.builds(
            lambda hundredths: Value(hundredths / 100, Kind.SCORE),
            st.integers(-1_006_400, 1_006_400),
        )
        | st.sampled_from([12345678901, -(2**53) + 1, 1.5e-05, 0.0333, -1.23e300, 0.0]).map(
            lambda number: Value(number, Kind.SCORE)
        ),
    },
)


@st.composite
def records(draw: st.DrawFn) -> GameRecord:
    """Random games, finished or broken off, with names and comments of any characters."""
    game = find_game(draw(st.sampled_from(["owari", "kalah", "kalah:4x3", "kalah:2x2"])))
    start = position = game.start(draw(st.sampled_from(Side)))
    random = Random(draw(st.integers(0, 999)))
    longest = draw(st.sampled_from([0, 1, 5, 20, 999]))
    notes = draw(st.lists(NOTES, min_size=1, max_size=4))
    plies: list[Ply] = []
    while position.outcome() is None and len(plies) < longest:
        move = random.choice(position.legal_moves())
        plies.append(Ply(position.turn, move, **random.choice([{}, *notes])))
        position = position.play(move)
    outcome = position.outcome()
    if outcome:
        ending = Ending.normal(outcome)
    else:
        result, why = draw(st.sampled_from(Result)), draw(st.sampled_from(list(Termination)[1:]))
        ending = Ending(result, position.score(), why, draw(st.just("") | NASTY))
    date = draw(st.just("") | st.dates().map(str))
    south, north, event, site, round = (draw(NASTY) for _ in range(5))
    opening, pair, leg = (draw(NASTY) for _ in range(3))
    record = GameRecord(game, start, south, north, tuple(plies), ending, event, site, date, round)
    seconds = st.integers(0, 10**9).map(lambda number: number / 1000)
    lost_turn, unplayed = draw(st.none() | seconds), draw(st.tuples(seconds, seconds))
    record = replace(record, lost_turn=lost_turn, unplayed=unplayed)
    return replace(record, opening=opening, pair=pair, leg=leg)


def as_kept(record: GameRecord) -> GameRecord:
    """Texts are kept on one line; a comment is kept without the signs that end one."""

    def known(text: str) -> str:
        text = plain(text)
        return "" if set(text) <= set("?.") and "?" in text else text

    def comment(text: str) -> str:
        return plain(text).replace("{", "(").replace("}", ")").replace("|", "/")

    return replace(
        record,
        south=plain(record.south),
        north=plain(record.north),
        event=known(record.event),
        site=known(record.site),
        round=known(record.round),
        opening=plain(record.opening),
        pair=plain(record.pair),
        leg=plain(record.leg),
        plies=tuple(ply._replace(comment=comment(ply.comment)) for ply in record.plies),
        ending=record.ending._replace(reason=plain(record.ending.reason)),
    )


@pytest.mark.slow
@settings(max_examples=100)
@given(records())
def test_a_game_is_read_as_it_was_written(record: GameRecord) -> None:
    text = format_game(record)
    assert read_game(text) == as_kept(record)
    assert all(line == line.strip() for line in text.splitlines())


def test_no_line_ends_in_a_blank() -> None:
    start = find_game("kalah:6x4").parse_position("0,0,0,0,2,1,0,4,4,4,4,4,4,0 S")
    chain = [Ply(Side.SOUTH, Move(pit)) for pit in (5, 4, 5)]
    for length in range(1, 100):  # somewhere a line ends between two plies without a comment
        plies = (chain[0]._replace(comment="x" * length), chain[1], chain[2]._replace(comment="y"))
        text = format_game(replace(RECORD, game=start.rules, start=start, plies=plies))
        assert text.count(" \n") == 0


@pytest.mark.slow
@given(st.text())
def test_plain_text_is_one_line_of_visible_signs(text: str) -> None:
    kept = plain(text)
    assert kept.isprintable()
    assert kept == kept.strip() == plain(kept)
    assert "  " not in kept


# ---------------------------------------------------------------- what cannot be read


@pytest.mark.parametrize(
    ("right", "wrong", "complaint"),
    [
        ("[Site", "Site", "line 2: 'Site' is neither a tag, a move, a comment nor a result"),
        (
            '[Site "?"]',
            "[Site ?]",
            "line 2: '[Site' is neither a tag, a move, a comment nor a result",
        ),
        (
            'Rocket\\""]',
            'Rocket""]',
            "line 6: '[North' is neither a tag, a move, a comment nor a result",
        ),
        ('"0-1"', '"1-0"', "line 7: [Result] says 1-0, the moves end with 0-1"),
        ("kalah:2x2", "kala:2x2", "line 8: unknown game 'kala:2x2'; did you mean 'kalah'?"),
        ("kalah:2x2", "kalah:0x2", "line 8: a side has 1 to 12 pits, not 0"),
        ('"South"', '"Sauth"', "line 9: [First] is South or North, not 'Sauth'"),
        ("3-5", "3:5", "line 10: [Score] is South's and North's stones, as 19-17, not '3:5'"),
        ("3-5", "5-3", "line 14: the moves end 3-5, not 5-3 and 0-1"),
        ("normal", "bored", "line 11: unknown [Termination] 'bored'"),
        (
            'normal"]',
            'normal"]\n[Position "2,2 S"]',
            "line 12: [Position]: 6 numbers expected, 2 found",
        ),
        (
            'normal"]',
            'normal"]\n[Position "2,2,0,2,2,0 N"]',
            "line 9: [First] says South, [Position] North",
        ),
        (
            "S1 {depth",
            "S2 {depth",
            "line 13: S2: 'S2' is not a move; moves are S0 to S1 and N3 to N4",
        ),
        ("2. S0", "2. S1", "line 13: S1: pit 1 is empty"),
        ("3. S1", "3. S0", "line 14: N4-3: the game is over"),
        ("N4-3", "N3-4", "line 14: N3-4: pit 4 is North's, and South is to move"),
        ("N4-3", "N4-3 S1", "line 14: S1: the game is over"),
        ("N4-3", "N4", "line 14: the game is not over after the last move, yet it ended normally"),
        ("N4-3", "Nx", "line 14: 'Nx' is neither a tag, a move, a comment nor a result"),
        ("last} 0-1", "last}", "line 14: the moves must end with the result"),
        ("last} 0-1", "last} 1-0", "line 7: [Result] says 0-1, the moves end with 1-0"),
        ("last} 0-1", "last} [", "line 14: '[' is neither a tag, a move, a comment nor a result"),
        (
            "last}",
            "last",
            "line 14: a comment begins here and does not end: the file is incomplete",
        ),
        ("last} 0-1\n", "last} 0-1\n\nN4 1-0", "line 16: a game begins with its tags"),
    ],
)
def test_a_wrong_game_says_where_and_what_is_wrong(right: str, wrong: str, complaint: str) -> None:
    assert TINY.count(right) == 1
    text = TINY.replace(right, wrong)
    for saved in (text, text.replace("\n", "\r\n")):
        with pytest.raises(BadRecord) as error:
            read_game(saved, "my.pgn")
        assert str(error.value).startswith(f"my.pgn, {complaint}")


def test_the_line_counts_from_the_top_of_the_file() -> None:
    with pytest.raises(BadRecord, match=r"line 23: \[First\]"):
        read_games(TINY + TINY.replace('"South"', '"East"'))


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """A valid text with pieces cut out, doubled or replaced by anything."""
    text = TINY + '\n[South "A"]\n[Termination "unfinished"]\n1. S4 {0.1 s; hm} N10 *\n'
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = start + draw(st.integers(0, 8) | st.integers(0, len(text)))
        piece = draw(
            st.text(st.sampled_from('[]{}"\\ \n0123456789-SN.*/|;?\x00'), max_size=5)
            | st.just(text[start:end] * 2)
            | st.binary(max_size=10).map(lambda some: some.decode("utf-8", "surrogateescape"))
        )
        text = text[:start] + piece + text[end:]
    return text


@pytest.mark.slow
@settings(max_examples=250)
@given(damaged() | st.text() | st.binary().map(lambda some: some.decode("latin-1")))
@example("[")
@example('[South "A"] 1. S4 {depth ' + "9" * 5000 + "} *")
@example('[South "A"] 1. S4 {value +' + "9" * 5000 + " exact} *")
@example(f'[South "A"] [Position "{"9" * 5000},3 S"] *')
@example(f'[South "A"] S{"4" * 5000} *')
@example(f'[South "A"] S{"4-" * 5000} *')
@example('[South "A"] [Score "٣-٣"] [Game "kalah:٣x٣"] *')
def test_any_text_is_read_or_refused(text: str) -> None:
    """And what was read, however odd, is the same when it is written and read again."""
    try:
        games = read_games(text)
    except BadRecord:
        return
    for game in games:
        written = format_game(game)
        assert format_game(read_game(written)) == written


def test_what_other_programs_add_is_read() -> None:
    added = TINY.replace("N4 2. S0", "N4! $3 (1... N5 {not ) this} (1... N3?) 2. S1) 2. S0!?")
    added = added.replace("N3 {hm}", "N3 ;hm\n% a line of a program\n").replace(
        "0-1\n", "(3. S0) 0-1"
    )
    assert "(" in added
    assert ";hm" in added
    assert read_games(added * 2) == [RECORD] * 2
    told: list[str] = []
    (text,) = game_texts([added])
    assert game_of(text, "x", told.append) == RECORD
    assert told == ["2 variations are skipped"]


def test_a_variation_that_does_not_end() -> None:
    with pytest.raises(BadRecord, match=r"line 13: a variation begins here and does not end"):
        read_game(TINY.replace("N4 2.", "N4 (1... N3 2."))


def test_a_tag_that_stands_twice_is_refused() -> None:
    twice = TINY.replace('[Round "3"]', '[Round "3"]\n[Round "4"]')
    with pytest.raises(BadRecord, match=r"x, line 5: the tag \[Round\] stands twice"):
        read_game(twice, "x")


def test_the_bytes_of_a_record() -> None:
    text = TINY.replace("Depth 8", "José")
    for encoding in ("utf-8", "utf-8-sig", "utf-16", "utf-16-le"):
        assert "".join(record_text([text.encode(encoding)], "x")) == text
    with pytest.raises(BadRecord, match=r"x, line 5: it is not UTF-8, and may be Latin-1: save"):
        list(record_text([text.encode("latin-1")], "x"))
