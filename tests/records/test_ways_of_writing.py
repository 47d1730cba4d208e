"""Games as people write them down: transcripts, PGN of other archives, tables and JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from owari.games.catalog import find_game
from owari.games.game import PASS, Outcome
from owari.games.othello import OTHELLO, OthelloRules
from owari.records import field_games, pgn, pgn_archives, transcript
from owari.records.archives import BadGame, Found
from owari.records.record import Ending, GameRecord, Result, Termination

SMALL = OTHELLO.resized(4)
WIPED_OUT = "f5d6c5f4e7f6g5e6e3"
Reader = Callable[[Iterable[str], OthelloRules], Iterable[Found]]


def found(read: Reader, text: str, rules: OthelloRules = OTHELLO) -> list[Found]:
    return list(read([text], rules))


def squares(record: GameRecord) -> list[str]:
    return [record.game.format_move(ply.move) for ply in record.plies if ply.move != PASS]


def moves(read: Reader, text: str, rules: OthelloRules = OTHELLO) -> list[str]:
    return ["".join(squares(each.record)) for each in found(read, text, rules)]


def complaint(read: Reader, text: str) -> str:
    with pytest.raises(BadGame) as error:
        found(read, text)
    return str(error.value)


def random_game(seed: int, rules: OthelloRules = SMALL, longest: int = 99) -> list[str]:
    random = Random(seed)
    position = rules.start()
    played: list[str] = []
    while position.outcome() is None and len(played) < longest:
        move = random.choice(position.legal_moves())
        if move != PASS:
            played.append(rules.format_move(move))
        position = position.play(move)
    return played


@pytest.mark.parametrize(
    "text",
    ["f5,d6,c3", "f5, D6, C3", "f5/d6/c3", "f5-d6-c3", "f5 - d6 - c3", "f5;d6;c3", "f5|d6|c3",
     "'f5','d6','c3'", '"f5d6c3"', "['f5', 'd6', 'c3']", "(f5) (d6) (c3)", "f5\nd6\nc3",
     "F5\r\nD6\r\nC3", "1) f5 d6 2) c3", "1 f5 d6\n2 c3", "1. f5-d6 2. c3-", "f5 d6\nc3"],
)  # fmt: skip
def test_what_may_stand_between_the_squares(text: str) -> None:
    assert moves(transcript.read_games, text.replace("\r", "")) == ["f5d6c3"]


@pytest.mark.parametrize(
    ("behind", "score"),
    [(" 40-24", (40, 24)), (", 40-24", (40, 24)), (" (40:24)", (40, 24)), ("\n40-24", (40, 24)),
     (" 30-20", (30, 20)), (" +16", (40, 24)), (" -16", (24, 40)), (" 32-32", (32, 32))],
)  # fmt: skip
def test_a_score_behind_a_game_that_breaks_off(behind: str, score: tuple[int, ...]) -> None:
    (game,) = found(transcript.read_games, f"A - B: f5d6c3{behind}\n")
    assert game.record.south == "A"
    ending = game.record.ending
    assert (ending.score[:2], ending.termination) == (score, Termination.REPORTED)
    assert ending.score.empty == 64 - sum(score)


@pytest.mark.parametrize("score", ["13-0", "64-0", "+13", "+64", "1-0", ""])
def test_a_score_behind_a_whole_game(score: str) -> None:
    for between in (" ", "\n"):
        games = found(transcript.read_games, f"{WIPED_OUT}{between}{score}\n{WIPED_OUT}")
        assert [each.record.ending for each in games] == [Ending.normal(Outcome(13, 0, 51))] * 2
        assert not any(each.remark for each in games)


def test_what_the_file_says_of_the_end_and_cannot_be() -> None:
    (game,) = found(transcript.read_games, f"{WIPED_OUT} 12-20")
    assert game.remark.startswith("the file gives Black -8, but the moves end 13-0 (+64)")
    (game,) = found(transcript.read_games, "f5d6 1-0")
    assert game.remark == "the file gives 1-0 without a score, and the game counts as unfinished"
    assert game.record.ending.termination is Termination.UNFINISHED


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("f5d6 40", "game 1, line 1, move 3, '40': it is neither a square nor a pass, nor a score"),
        ("f5d6-10", "game 1, line 1, move 3, '-10': it is neither"),
        ("f5d6 40-25", "game 1, line 1, move 3, '40-25': it is neither"),
        ("f5d6 40-24 c3", "game 1, line 1, move 3, '40-24': it is neither"),
        ("1. f5d6\n40-24\nc3", "game 2, line 3, move 1, 'c3': a disc on c3 flips no disc"),
        ("40-24", "game 1, line 1, move 1, '40-24': it is neither"),
        ("f5\nd6\nf5", "game 1, line 3, move 3, 'f5': the square f5 already has a disc"),
        ("f5\nd3", "game 1, line 2, move 2, 'd3': a disc on d3 flips no disc"),
        ("f5d6\nc4", "game 1, line 2: the line can continue the game before it"),
        ("A - B: f5d6\nc4\n\nf5", "game 1, line 2: the line can continue the game before it"),
    ],
)
def test_what_is_doubtful_is_named(text: str, sentence: str) -> None:
    assert complaint(transcript.read_games, text).startswith(sentence)


def test_what_tells_a_doubtful_line() -> None:
    """Numbers, an empty line, or a line that only one reading can go on with."""
    read = transcript.read_games
    assert moves(read, "1. f5d6\n2. c4") == ["f5d6c4"]
    assert moves(read, "f5d6\n\nc4") == ["f5d6", "c4"]
    assert moves(read, "f5d6\nc4\nc3d3") == ["f5d6", "c4c3d3"]
    assert moves(read, "f5d6\nc4\nb3b4") == ["f5d6c4b3b4"]
    assert moves(read, "f5d6\nc4d3\nc3f4") == ["f5d6c4d3c3f4"]


BETWEEN = st.sampled_from(["", " ", ",", ", ", "-", " - ", "/", ";", "\t", "|"])


@settings(max_examples=80)
@given(
    st.lists(
        st.tuples(
            st.integers(0, 999), st.sampled_from([2, 3, 5, 8, 99]), st.sampled_from([1, 2, 5, 99]),
            BETWEEN, st.booleans(),
        ),
        min_size=1,
        max_size=4,
    ),
    st.sampled_from(["\n", "\n\n"]),
)  # fmt: skip
def test_no_game_is_split_or_joined(games: list[tuple[int | str, ...]], between_games: str) -> None:
    """Games of any length, in lines of any length: they are read as they were written or, where
    nothing stands between them, not at all."""
    written, texts = [], []
    for seed, longest, a_line, between, upper in games:
        played = random_game(seed, longest=longest)
        lines = [between.join(played[at : at + a_line]) for at in range(0, len(played), a_line)]
        text = "\n".join(lines)
        written.append("".join(played))
        texts.append(text.upper() if upper else text)
    text = between_games.join(texts)
    told: list[str] = []
    try:
        for each in transcript.read_games([text], SMALL):
            told.append("".join(squares(each.record)))
    except BadGame:
        in_pieces = any(1 < a_line < longest for _, longest, a_line, _, _ in games)
        assert between_games == "\n" or in_pieces
    else:
        assert len(told) == len(written)
    assert told == written[: len(told)]


ARCHIVE = """\
[Event "World "Open" - 1980"]
[Date "1980.??.??"]
[Round "2"]
[Black "Cerf \\"J\\""]
[White "Mimura"]
[Result "21-43"]

1. F5 D6 {a tiger (so they say)}
3. C3 $1 (3. C4 D3) D3! ; to be seen
40-24

[Black "A"]
[White "B"]
[Result "1-0"]
1. f5

[Event "?"]
[Black "C"]
[White "D"]
[Result "64-0"]
"""


@pytest.mark.parametrize("size", [1, 7, 10_000])
def test_an_archive_of_tagged_games(size: int) -> None:
    chunks = [ARCHIVE[at : at + size] for at in range(0, len(ARCHIVE), size)]
    first, second, third = pgn_archives.read_games(chunks, OTHELLO)
    record = first.record
    assert squares(record) == ["f5", "d6", "c3", "d3"]
    assert (record.south, record.north, record.event) == (
        'Cerf "J"',
        "Mimura",
        'World "Open" - 1980',
    )
    assert (record.date, record.round) == ("1980", "2")
    assert record.ending == Ending(Result.SOUTH, Outcome(40, 24), Termination.REPORTED)
    assert second.remark == "the file gives 1-0 without a score, and the game counts as unfinished"
    assert third.record.ending.score == Outcome(64, 0)
    assert (third.record.south, third.record.event) == ("C", "")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("1. f5", "line 1: '1. f5' is before the tags of a game"),
        ('[Black "A"]\n1. e4 e5', "game 1, line 2, move 1, 'e4': the square e4 already has a disc"),
        ('[Black "A]\n', "game 1, line 1: '[Black \"A]' is not a tag"),
        ('[FEN "x"]\n1. f5', "game 1, line 1: a start position in [FEN] cannot be read"),
        ('[Black "A"]\n1. f5 {x', "game 1: a comment does not end: the file is incomplete"),
    ],
)
def test_an_archive_that_cannot_be_read(text: str, sentence: str) -> None:
    assert complaint(pgn_archives.read_games, text).startswith(sentence)


@pytest.mark.parametrize(
    "text",
    [
        "eOthello_game_id,winner,game_moves\n1,1,f5d6c3\n\n2,-1,d3c3\n",
        "nr\topening\tmoves\n1\tf5\tf5 d6 c3\n2\td3\td3 c3\n",
        'Black;White;Score;Moves\nA;B;1-0;"f5;d6;c3"\nC;D;;d3-c3\n',
        "moves\nf5d6c3\nd3c3\n",
        '"Game Moves"\n"f5,d6,c3"\n"d3,c3"\n',
        "17,Ann,f5d6c3\n18,Bob,d3c3\n",
        "game,m1,m2,m3\n1,f5,d6,c3\n2,d3,c3,\n",
        "id|record|remark\n1|f5d6c3|e4\n2|d3c3|\n",
    ],
)
def test_tables(text: str) -> None:
    assert field_games.are_columns(text, OTHELLO)
    assert moves(field_games.read_csv_games, text) == ["f5d6c3", "d3c3"]


@pytest.mark.parametrize(
    "text",
    ["f5,d6,c3\nd3,c3", '"f5,d6,c3",40-24', "f5d6", "A, B. - C, D: f5,d6", "1. f5,d6", "x\ny", "",
     "f5\nd6\nc3", "# mine, all\nf5,d6\nd3,c3"],
)  # fmt: skip
def test_what_is_no_table(text: str) -> None:
    assert not field_games.are_columns(text, OTHELLO)
    if not moves_or_none(text):
        assert "not a table" in complaint(field_games.read_csv_games, text)


def moves_or_none(text: str) -> bool:
    try:
        return bool(moves(field_games.read_csv_games, text))
    except BadGame:
        return False


def test_what_the_columns_of_a_table_say() -> None:
    text = (
        "Black Player,White_Player,Date,Tournament,BlackScore,WhiteScore,Round,Moves\n"
        "Ann,Bob,2001-05-06,Cup,40,20,3,f5d6\n"
    )
    (game,) = found(field_games.read_csv_games, text)
    record = game.record
    assert (record.south, record.north, record.event) == ("Ann", "Bob", "Cup")
    assert (record.date, record.round) == ("2001-05-06", "3")
    assert record.ending == Ending(Result.SOUTH, Outcome(40, 20, 4), Termination.REPORTED)


def test_rows_that_cannot_be_read_are_told_and_passed_over() -> None:
    text = "id,moves\n1,f5d6\n2,e3f4\n3\n4,zz\n5,f5f6\n6,f5,d6\n"
    games = found(field_games.read_csv_games, text)
    assert [each.record is None for each in games] == [False, True, True, True, False, True]
    assert [each.remark for each in games if each.is_broken] == [
        "game 2, line 3, move 1, 'e3': a disc on e3 flips no disc",
        "game 3, line 4: there are no moves in 'moves'",
        "game 4, line 5, move 1, 'zz': it is neither a square nor a pass, nor a score such as"
        " 40-24 at the end",
        "game 6, line 7: 3 cells in a table of 2 columns",
    ]
    (game,) = found(field_games.read_csv_games, "id,a,b\n1,f5d6,f5f6\n")
    assert game.remark.startswith("game 1, line 2: 'a' and 'b' both hold moves")


@pytest.mark.parametrize(
    "text",
    [
        '["f5d6c3", "d3c3"]',
        '[["f5","d6","c3"],["d3","c3",""]]',
        '[{"moves":"f5d6c3"},{"moves":["d3","c3"]}]',
        '{"games":[{"id":1,"Moves":"f5,d6,c3"},{"id":2,"Moves":"d3 c3"}]}',
        '["f5","d6","c3"]\n["d3","c3"]\n',
        '{"moves":"f5d6c3"}\n\n{"moves":"d3c3"}\n',
        '{"transcripts":["f5d6c3","d3c3"]}',
    ],
)
def test_json(text: str) -> None:
    assert moves(field_games.read_json_games, text) == ["f5d6c3", "d3c3"]


def test_a_list_of_single_moves_is_one_game() -> None:
    assert moves(field_games.read_json_games, '["f5", "D6", "c3"]') == ["f5d6c3"]
    assert moves(field_games.read_json_games, '{"moves": ["f5", "d6", "c3"]}') == ["f5d6c3"]
    (game,) = found(field_games.read_json_games, '["f5", "d3", "c4"]')
    assert game.remark == ("game 1, item 1, move 2, 'd3': a disc on d3 flips no disc")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('{"a":', "this is not JSON: "),
        ("[" * 100_000, "this is not JSON: "),
        ('{"moves":"f5"}\nx\n', "line 2: this is not JSON, nor is the whole file"),
    ],
)
def test_what_is_no_json(text: str, sentence: str) -> None:
    assert complaint(field_games.read_json_games, text).startswith(sentence)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "[null]",
            'game 1, item 1: null is not a game: moves are texts, as in "f5d6" or ["f5", "d6"]',
        ),
        ("[[1, 2]]", "game 1, item 1: [1, 2] is not a game: "),
        ('[{"x": "y"}]', "game 1, item 1: none of 'x' holds moves"),
        ('[{"moves": [{"x": 1}]}]', "game 1, item 1: there are no moves in 'moves'"),
        ("[37]", "game 1, item 1, move 1, '37': it is neither"),
    ],
)
def test_json_that_is_no_game(text: str, sentence: str) -> None:
    (game,) = found(field_games.read_json_games, text)
    assert game.record is None
    assert game.remark.startswith(sentence)


@settings(max_examples=40)
@given(
    st.lists(st.tuples(st.integers(0, 999), st.integers(1, 99)), min_size=1, max_size=4),
    st.sampled_from(",;\t|"),
    st.permutations(["id", "black", "white", "moves"]),
    BETWEEN,
)
def test_any_table_and_its_json_hold_the_same_games(
    games: list[tuple[int, ...]], separator: str, header: list[str], between: str
) -> None:
    played = [random_game(seed, SMALL, longest) for seed, longest in games]
    rows = [
        {"id": str(n), "black": "Ann", "white": f"Bob {n}", "moves": between.join(game)}
        for n, game in enumerate(played, 1)
    ]
    table = io.StringIO()
    writer = csv.DictWriter(table, header, delimiter=separator)
    writer.writeheader()
    writer.writerows(rows)
    by_table = found(field_games.read_csv_games, table.getvalue(), SMALL)
    by_json = found(field_games.read_json_games, json.dumps(rows), SMALL)
    assert by_table == by_json
    assert [each.record.north for each in by_table] == [row["white"] for row in rows]
    assert [squares(each.record) for each in by_table] == played


READERS = [
    transcript.read_games,
    pgn_archives.read_games,
    field_games.read_csv_games,
    field_games.read_json_games,
]
TEXTS = [
    ARCHIVE,
    'id,black,moves,score\n1,A,"f5,d6",40-24\n2,B,f5f6,1-0\n',
    '[["f5","d6"],{"moves":"f5f6","black":3,"score":null}]',
    '{"moves":"f5d6"}\n{"moves":["f5"]}\n',
    "A - B: f5d6 40:24\n1. f5 d6\n2. c3\n\nf5\nd6\n# c\nf5-d6 -- +3\n",
]


@pytest.mark.slow
@settings(max_examples=150)
@given(st.data())
def test_broken_texts_are_told_in_a_sentence(data: Any) -> None:
    text = data.draw(st.sampled_from(TEXTS))
    for _ in range(data.draw(st.integers(0, 3))):
        at = data.draw(st.integers(0, len(text)))
        gone = data.draw(st.integers(0, 5))
        put = data.draw(
            st.text(st.sampled_from("[](){};:,\"' \n-#.019abcdefh+*/|\t\\\0é"), max_size=4)
        )
        text = text[:at] + put + text[at + gone :]
    field_games.are_columns(text, OTHELLO)
    for read in READERS:
        with suppress(BadGame):
            for each in read([text], OTHELLO):
                if each.record:
                    assert pgn.read_game(pgn.format_game(each.record)) == each.record


def test_large_boards_have_rows_of_two_digits() -> None:
    big = find_game("othello:12")
    text = ",".join(random_game(3, big))
    for read, whole in (
        (transcript.read_games, text),
        (field_games.read_csv_games, f'moves\n"{text}"'),
    ):
        (game,) = found(read, whole, big)
        assert ",".join(squares(game.record)) == text


@pytest.mark.parametrize(
    "text", ["f5,d6,c3,zz\n", "f5,d6 c3x\n", "f5,d6,c3 hello\n", "f5, d6, c3 – d3\n", "f5d6,c3x\n"]
)
def test_a_transcript_with_commas_and_something_wrong_in_it_is_no_table(text: str) -> None:
    assert not field_games.are_columns(text, OTHELLO)
    assert "neither a square nor a pass" in complaint(transcript.read_games, text)
