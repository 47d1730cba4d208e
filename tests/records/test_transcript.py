"""Games as the squares that were played."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from owari.games.catalog import find_game
from owari.games.game import PASS, Outcome, Side
from owari.games.othello import FREE_OTHELLO, OTHELLO, OthelloRules
from owari.records import transcript
from owari.records.archives import BadGame, Unwritable
from owari.records.pgn import format_game, read_game
from owari.records.record import Ending, GameRecord, Ply, Result, Termination

VECTORS = Path(__file__).parents[1] / "vectors" / "othello_games.tsv"
KNOWN = [
    line.split("\t") for line in VECTORS.read_text().splitlines() if line.startswith("othello:8")
]
PASSING = (
    "1. f5 f4 2. g3 e6 3. f3 g4 4. f7 c5 5. d6 f6 6. e3 e7 7. c3 d7 8. c4 d3 9. b6\n"
    "e2 10. d2 h3 11. g5 f8 12. h4 g6 13. h2 b4 14. e1 f2 15. h5 f1 16. c2 d1 17. c1\n"
    "b1 18. c8 d8 19. b5 c6 20. b3 a3 21. a4 a5 22. a6 a7 23. c7 h6 24. h7 g2 25. b7\n"
    "g7 26. h8 b8 27. a8 g8 28. e8 -- 29. a2 b2 30. a1 -- 31. g1\n"
)


def read(text: str, rules: OthelloRules = OTHELLO) -> list[GameRecord]:
    games = [found.record for found in transcript.read_games([text], rules)]
    assert None not in games
    return [record for record in games if record]


def moves(record: GameRecord) -> str:
    return " ".join(record.game.format_move(ply.move) for ply in record.plies)


@pytest.mark.parametrize(("squares", "black", "white"), [each[1:4] for each in KNOWN])
def test_known_games(squares: str, black: str, white: str) -> None:
    (record,) = read(squares)
    assert record.ending.score[:2] == (int(black), int(white))
    assert record.ending.termination is Termination.NORMAL
    assert transcript.format_game(record) == squares.lower()
    assert read_game(format_game(record)) == record


@pytest.mark.parametrize(
    "text",
    [
        "f5d6c3",
        "F5D6C3\n",
        "  f5 d6\tc3  # the tiger",
        "1. f5 d6 2. c3",
        "1.f5d62.c3",
        "1. f5\nd6\n2. c3\n\n",
        "# games\n\nf5D6c3",
    ],
)
def test_ways_of_writing_the_same(text: str) -> None:
    assert [moves(record) for record in read(text)] == ["f5 d6 c3"]


def test_games_line_by_line_with_names_where_they_are_given() -> None:
    text = "f5d6\nAnne-Marie - B: C. - D.: d3\n\nE - F:\nc4 e3\n1. f5 f6\n2. e6\n1. e6\n"
    for size in (1, 5, len(text)):
        chunks = [text[at : at + size] for at in range(0, len(text), size)]
        games = [found.record for found in transcript.read_games(chunks, OTHELLO)]
        assert [(game.south, game.north, moves(game)) for game in games] == [
            ("?", "?", "f5 d6"),
            ("Anne-Marie", "B: C. - D.", "d3"),
            ("E", "F", "c4 e3"),
            ("?", "?", "f5 f6 e6"),
            ("?", "?", "e6"),
        ]


@pytest.mark.parametrize("word", ["--", "pa", "PASS", "ps", "@@", ""])
def test_passes_written_in_any_way_or_left_out(word: str) -> None:
    (record,) = read(PASSING.replace("--", word))
    assert moves(record).count("pass") == 2
    assert record.ending.termination is Termination.NORMAL
    assert "pass" not in transcript.format_game(record)


def test_a_pass_after_the_end_says_nothing() -> None:
    (record,) = read("f5d6c5f4e7f6g5e6e3 -- --")
    assert record.ending == Ending.normal(Outcome(13, 0, 51))
    assert len(record.plies) == 9


def test_a_game_that_breaks_off() -> None:
    (record,) = read("f5d6c3")
    assert record.ending == Ending(Result.UNFINISHED, Outcome(5, 2), Termination.UNFINISHED)
    assert record.first is Side.SOUTH


def test_other_boards_and_the_free_game() -> None:
    (record,) = read("d5c5", find_game("othello:6"))
    assert record.game.name == "othello:6"
    (record,) = read("f5f6f7", FREE_OTHELLO)
    assert moves(record) == "f5 f6 f7"
    (record,) = read("i10h10", find_game("othello:16"))
    assert moves(record) == "i10 h10"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("f5d6f5", "game 2, line 2, move 3, 'f5': the square f5 already has a disc"),
        ("\n# one\nf5 D6 a1", "game 2, line 4, move 3, 'a1': a disc on a1 flips no disc"),
        ("1. f5 d6\n2. c3 z", "game 2, line 3, move 4, 'z': it is neither a square nor a pass"),
        ("f5i9", "game 2, line 2, move 2, 'i9': 'i9' is not a move; moves are a1 to h8, or pass"),
        ("f5 pa", "game 2, line 2, move 2, 'pa': White has a move and may not pass"),
        ("f5d6c5f4e7f6g5e6e3a1", "game 2, line 2, move 10, 'a1': the game is over"),
        (
            "f5d6c5f4e7f6g5e6e3" + "--" * 999,
            "game 2, line 2, move 130, '--': no game has this many",
        ),
        ("Me: f5", "game 2, line 2: 'Me' is not a pair of names, such as 'Black - White: f5d6'"),
        ("1. f5 d6\nA - B: 2. c3", "game 2, line 3: 'A - B' is not a pair of names"),
        ("A - B:\nC - D: f5", "game 2, line 3: 'C - D' is not a pair of names"),
        ("hello world", "game 2, line 2, move 1, 'hello': it is neither a square nor a pass"),
        ("x" * 3_000_000, "line 2: more than a million characters are no game"),
    ],
)
def test_what_cannot_be_read_and_where(text: str, complaint: str) -> None:
    found: list[Any] = []
    whole = f"f5d6\n{text}"
    with pytest.raises(BadGame) as error:
        found.extend(transcript.read_games([whole[:5], whole[5:]], OTHELLO))
    assert str(error.value).startswith(complaint)
    assert len(found) == 1


def test_what_a_transcript_cannot_hold() -> None:
    elsewhere = OTHELLO.parse_position("-" * 26 + "XO" + "-" * 36 + " X")
    for start, why in [
        (find_game("owari").start(), "a transcript holds Othello, not owari"),
        (elsewhere, "it has a start position of its own"),
        (OTHELLO.start(), "it has no moves"),
    ]:
        with pytest.raises(Unwritable, match=why):
            transcript.format_game(GameRecord(start.rules, start, "A", "B"))


def test_the_moves_of_an_opening_come_first() -> None:
    opening = OTHELLO.start().play(OTHELLO.parse_move("f5")).play(OTHELLO.parse_move("d6"))
    plies = (Ply(opening.turn, OTHELLO.parse_move("c3")),)
    record = GameRecord(OTHELLO, opening, "A", "B", plies, opening="f5 d6")
    assert transcript.format_game(record) == "f5d6c3"
    for other in ("Tiger", "f5 f4", "f5", "f5 a1"):
        with pytest.raises(Unwritable, match="start position of its own"):
            transcript.format_game(replace(record, opening=other))


@st.composite
def records(draw: st.DrawFn) -> GameRecord:
    """What a transcript can hold: random games, whole or broken off after a disc."""
    name = draw(
        st.sampled_from(["othello:4", "othello:6", "othello", "othello:12", "free-othello:6"])
    )
    rules = find_game(name)
    random = Random(draw(st.integers(0, 9999)))
    longest = draw(st.sampled_from([1, 9, 999]))
    start = position = rules.start()
    plies: list[Ply] = []
    while position.outcome() is None and len(plies) < longest:
        move = random.choice(position.legal_moves())
        plies.append(Ply(position.turn, move))
        position = position.play(move)
    while plies[-1].move == PASS:
        plies.pop()
    outcome = position.outcome()
    unfinished = Ending(Result.UNFINISHED, position.score(), Termination.UNFINISHED)
    ending = Ending.normal(outcome) if outcome else unfinished
    return GameRecord(rules, start, "?", "?", tuple(plies), ending)


@settings(max_examples=60)
@given(records())
def test_a_game_is_read_as_it_was_written(record: GameRecord) -> None:
    assert read(transcript.format_game(record), record.game) == [record]


@settings(max_examples=100)
@given(
    st.lists(
        st.sampled_from([*PASSING.split(), "A - B:", "\n", "\n\n", "#", "1.", "é", "\0", "pa"])
    )
)
def test_broken_texts_are_told_in_a_sentence(words: list[str]) -> None:
    with suppress(BadGame):
        for record in read(" ".join(words)):
            assert read_game(format_game(record)) == record
