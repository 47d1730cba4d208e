"""What the moves of games were worth, as tables and sentences."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from owari.analysis.review import Review
from owari.analysis.values import MoveValues, Worth
from owari.games.game import SWAP, Move, Side
from owari.games.mancala import OWARI
from owari.records.pgn import read_game
from owari.report.review_tables import (
    move_by_move_with_values,
    review_table,
    reviews_data,
    values_below,
)
from owari.viewer.game_data import game_data
from tests.analysis.test_review import KALAH, after_move


def values(**moves: int | tuple[int, int, int]) -> MoveValues:
    """`p4=2` is a proved value of pit 4."""
    return MoveValues(
        {
            Move(int(pit[1:])): Worth(*worth) if isinstance(worth, tuple) else Worth.proved(worth)
            for pit, worth in moves.items()
        }
    )


def reviewed(tags: str, *known: MoveValues | None, moves: str = "1. S4 N8 *") -> Review:
    record = read_game(f'[South "A"]\n[North "B"]\n{tags}\n{moves}')
    return Review(record, {at: each for at, each in enumerate(known) if each})


START = values(p0=-4, p3=0, p4=2, p5=0)
REPLY = values(p8=-2, p9=-2, p10=-4)
THEN = values(p0=2, p1=(-36, 0, -6))


def test_a_line_for_each_ply_and_the_sentences_below() -> None:
    table = review_table(3, reviewed("", START, REPLY, THEN))
    assert table.title == "Game 3: A - B 1-0, unfinished"
    assert table.rows == [
        (1, "South", "4", "+2", "4", "+2", ""),
        (2, "North", "8", "−2", "8, 9", "−2", ""),
    ]
    assert table.notes == (
        "No move gave a win or a draw away for good.",
        "Stones given away: South 0, North 0.",
        "South stands at +2.",
    )


def test_estimates_and_bounds_are_told_from_what_is_proved() -> None:
    start = values(p3=(-36, 36, 4), p4=(-36, 36, 2))
    reply = values(p8=(-36, -4, -8), p9=-2, p10=(-36, 0, 0))
    table = review_table(1, reviewed("", start, reply, values(p0=(4, 36, 8))))
    assert table.rows == [
        (1, "South", "4", "~0", "3", "~+4", "~4"),
        (2, "North", "8", "at most −4", "10", "at least −2", "at least 2"),
    ]
    assert table.notes[1] == "Stones given away: South ~4, North at least 2."
    assert table.notes[-1] == "~ is an estimate; all other numbers are proved."


@pytest.mark.parametrize(
    ("played", "best", "sentence"),
    [
        ((-4, -4, -4), 2, "lost the game: a win (+2 with pit 3) became a loss (−4)"),
        ((-4, -4, -4), 0, "lost the game: a draw (0 with pit 3) became a loss (−4)"),
        ((0, 0, 0), 2, "gave the win away: a win (+2 with pit 3) became a draw (0)"),
        (
            (-36, 36, -4),
            2,
            "probably lost the game: a win (at least +2 with pit 3) became a loss (~−4)",
        ),
        ((-36, -4, -8), 0, "lost the game: a draw (0 with pit 3) became a loss (at most −4)"),
    ],
)
def test_the_move_that_decided(played: tuple[int, int, int], best: int, sentence: str) -> None:
    """The reply and the end are as well known as the move."""
    start, reply = values(p3=best, p4=played), values(p8=Worth(*played).opposite())
    result = "0-1" if played[2] else "1/2-1/2"
    tags, moves = '[Termination "adjudicated"]', f"1. S4 N8 {result}"
    table = review_table(1, reviewed(tags, start, reply, values(p0=played), moves=moves))
    assert table.notes[0] == f"Ply 1, South's pit 4, {sentence}."
    assert len(table.notes) == 2 + any("~" in str(cell) for row in table.rows for cell in row)


@pytest.mark.parametrize(
    ("other", "played", "sentence"),
    [
        (
            (-2, 8, 0),
            (-36, -4, -8),
            "probably lost the game: a draw (~0 with pit 3) became a loss (at most −4)",
        ),
        (
            (0, 8, 4),
            (-6, -4, -4),
            "lost the game: at least a draw (at least 0 with pit 3) became a loss (at most −4)",
        ),
        (
            (0, 8, 4),
            (-8, 0, -4),
            "probably lost the game: a win (~+4 with pit 3) became a loss (~−4)",
        ),
        (
            (2, 8, 4),
            (-8, 0, -4),
            "probably lost the game: a win (at least +2 with pit 3) became a loss (~−4)",
        ),
        (
            (2, 8, 4),
            (-4, 0, 0),
            "gave the win away: a win (at least +2 with pit 3) became at most a draw (at most 0)",
        ),
    ],
)
def test_a_bound_is_called_what_it_proves(
    other: tuple[int, int, int], played: tuple[int, int, int], sentence: str
) -> None:
    """At least −2 is no draw, and at least 0 is no win."""
    start, reply = values(p3=other, p4=played), values(p8=Worth(*played).opposite())
    result = "0-1" if played[2] else "1/2-1/2"
    tags, moves = '[Termination "adjudicated"]', f"1. S4 N8 {result}"
    review = reviewed(tags, start, reply, values(p0=played), moves=moves)
    assert review_table(1, review).notes[0] == f"Ply 1, South's pit 4, {sentence}."
    assert sentence in game_data(review.record, review=review)["review"][0]


def test_a_move_of_a_lost_game_did_not_lose_it() -> None:
    start, reply = values(p3=-2, p4=(-36, -4, -8)), values(p8=(4, 36, 8))
    tags, moves = '[Termination "resigned"]', "1. S4 N8 0-1"
    review = reviewed(tags, start, reply, values(p0=(-36, -4, -8)), moves=moves)
    assert review_table(1, review).notes[0] == "No move gave a win or a draw away for good."


def test_a_bound_stands_beside_the_moves_that_prove_it() -> None:
    """Pit 3 is guessed to be the best move, but pit 5 is proved to keep the draw."""
    played = (-6, -4, -4)
    start, reply = values(p3=(-36, 36, 6), p4=played, p5=(0, 4, 2)), values(p8=(4, 6, 4))
    review = reviewed("", start, reply, values(p0=played))
    assert review_table(1, review).notes[0] == (
        "Ply 1, South's pit 4, gave at least a draw away: at least a draw (at least 0 with pit 5)"
        " became a loss (at most −4)."
    )


def test_the_worst_move_is_named_where_another_one_decided() -> None:
    """South gives a large win away but for a little, then the rest."""
    plies = [
        values(p3=20, p4=2),
        values(p8=-2, p9=-2),
        values(p0=-2, p1=2),
        values(p9=2),
        values(p2=-2),
    ]
    tags, moves = '[Termination "resigned"]', "1. S4 N8 2. S0 N9 0-1"
    review = reviewed(tags, *plies, moves=moves)
    first, second, *_ = review_table(1, review).notes
    assert first.startswith("Ply 3, South's pit 0, lost the game: a win (+2 with pit 1)")
    assert second == "South's worst move was ply 1, pit 4: it gave away 18 stones."
    assert game_data(review.record, review=review)["told_plies"] == [3, 1]
    plies[0] = values(p3=(-36, 36, 20), p4=2)
    plies[2] = values(p0=-2, p1=2, p5=(-36, 36, 1))
    guessed = review_table(1, reviewed(tags, *plies, moves=moves)).notes[1]
    assert guessed == "South's worst move was probably ply 1, pit 4: it gave away ~18 stones."
    plies[0] = values(p3=(8, 36, 20), p4=2)
    bound = reviewed(tags, *plies, moves=moves)
    table, page = review_table(1, bound), game_data(bound.record, review=bound)
    assert table.notes[1].endswith("worst move was ply 1, pit 4: it gave away at least 6 stones.")
    assert (table.rows[0][-1], page["plies"][0]["loss"]["kind"]) == ("at least 6", "at least")
    # The bound of the move that lost the game is low, and its estimate is high.
    unknown = values(p8=(-36, -2, -10), p9=(-36, -2, -10))
    plies[:3] = values(p3=(-36, 36, 17), p4=(2, 36, 10)), unknown, values(p0=-2, p1=(2, 36, 10))
    assert [row[-1] for row in review_table(1, reviewed(tags, *plies, moves=moves)).rows[:3:2]] == [
        "~7",
        "at least 4",
    ]
    assert "worst move" not in str(review_table(1, reviewed(tags, *plies, moves=moves)).notes)
    plies[:3] = values(p3=5, p4=2), values(p8=-2, p9=-2), values(p0=-2, p1=2)
    assert "worst move" not in str(review_table(1, reviewed(tags, *plies, moves=moves)).notes)


def test_of_moves_that_gave_the_same_away_a_proved_one_is_named() -> None:
    """Here of the loser, where no move decided the game."""
    proved, guessed = values(p0=-4, p1=-20), (-36, 36, -4)
    reply = values(p8=4, p9=20)
    plies = values(p3=guessed, p4=-20), reply, proved, values(p9=20), values(p2=-20)
    tags = '[Termination "resigned"]'
    review = reviewed(tags, *plies, moves="1. S4 N8 2. S1 N9 0-1")
    assert [row[-1] for row in review_table(1, review).rows[:3:2]] == ["~16", "16"]
    assert review_table(1, review).notes[:2] == (
        "No move gave a win or a draw away for good.",
        "South's worst move was probably ply 3, pit 1: it gave away 16 stones.",
    )
    assert game_data(review.record, review=review)["told_plies"] == [3]


def test_a_game_that_goes_on_is_not_lost() -> None:
    start = values(p3=2, p4=-4)
    table = review_table(1, reviewed("", start, REPLY, values(p0=-4)))
    assert table.notes[0].startswith("Ply 1, South's pit 4, gave the win away: a win (+2")


def test_a_draw_that_was_won_again_did_not_decide() -> None:
    """North could have drawn after South's mistake."""
    start, reply = values(p3=2, p4=0), values(p8=-2, p9=0)
    tags = '[Termination "resigned"]'
    table = review_table(1, reviewed(tags, start, reply, THEN, moves="1. S4 N8 1-0"))
    assert table.notes[0].startswith("Ply 2, North's pit 8, lost the game: a draw (0 with pit 9)")


@pytest.mark.parametrize(
    ("kind", "result", "sentences"),
    [
        (
            "timed out",
            "0-1",
            ["South forfeited when it stood at +2.", "South's forfeit decided the game."],
        ),
        (
            "timed out",
            "1-0",
            ["North forfeited when it stood at −2.", "North's forfeit decided the game."],
        ),
        ("crashed", "0-0", ["South stands at +2.", "Both sides forfeited, and neither won."]),
        ("resigned", "1-0", ["North resigned when it stood at −2."]),
        (
            "resigned",
            "0-1",
            ["South resigned when it stood at +2.", "South's resignation decided the game."],
        ),
        ("adjudicated", "1-0", []),
        ("adjudicated", "0-1", ["South stood at +2.", "The adjudication decided the game."]),
        ("adjudicated", "1/2-1/2", ["South stood at +2.", "The adjudication decided the game."]),
        ("stopped early", "1-0", []),
        ("unfinished", "*", ["South stands at +2."]),
    ],
)
def test_how_a_game_ended_that_was_not_over(kind: str, result: str, sentences: list[str]) -> None:
    tags = f'[Termination "{kind}"]'
    review = reviewed(tags, START, REPLY, THEN, moves=f"1. S4 N8 {result}")
    assert list(review_table(1, review).notes[2:]) == sentences


def test_the_forfeit_decides_and_not_the_move_before_it() -> None:
    """North gave its win away with its last move; then South forfeited a won game."""
    reply = values(p8=-2, p9=2)
    for kind, result in (("crashed", "0-1"), ("resigned", "0-1"), ("crashed", "0-0")):
        tags = f'[Termination "{kind}"]'
        review = reviewed(tags, values(p4=-2), reply, THEN, moves=f"1. S4 N8 {result}")
        assert review.decisive_move is None
        assert review_table(1, review).notes[0] == (
            "Ply 2, North's pit 8, gave the win away: a win (+2 with pit 9) became a loss (−2)."
        )
    tags = '[Termination "resigned"]'
    review = reviewed(tags, values(p4=-2), reply, THEN, moves="1. S4 N8 1-0")
    assert review.decisive_move is not None
    assert review_table(1, review).notes[0].startswith("Ply 2, North's pit 8, lost the game")


def test_what_is_estimated_decides_probably() -> None:
    tags = '[Termination "resigned"]'
    start, reply, then = values(p4=(-36, 36, 2)), values(p8=(-36, 36, -2)), values(p0=(-36, 36, 2))
    review = reviewed(tags, start, reply, then, moves="1. S4 N8 0-1")
    assert "South's resignation probably decided the game." in review_table(1, review).notes


def test_a_forfeit_before_the_first_move() -> None:
    review = reviewed('[Termination "did not start"]', moves="0-1")
    assert review_table(1, review).notes == (
        "No move was played.",
        "South's forfeit decided the game.",
    )


def test_an_interrupted_review() -> None:
    table = review_table(1, reviewed("", None, REPLY, THEN))
    assert [row[0] for row in table.rows] == [2]
    assert table.notes[-1] == "Interrupted: the plies before 2 are not judged."
    assert review_table(1, reviewed("", None, None, THEN)).notes == (
        "Interrupted before a move was judged.",
    )
    assert review_table(1, reviewed("", moves="*")).notes == ("No move was played.",)


def test_programs_get_numbers_and_how_they_are_known() -> None:
    start = values(p3=2, p4=(-36, 0, -6), p5=2)
    table = reviews_data({2: reviewed("", start, REPLY, THEN), 5: reviewed("", moves="*")})
    rows = [dict(zip(table.headers, row, strict=True)) for row in table.rows]
    assert rows[0] == {
        "game": 2,
        "ply": 1,
        "side": "South",
        "move": 4,
        "value": 0,
        "value is": "at most",
        "best": "3, 5",
        "best value": 2,
        "best value is": "exact",
        "lost": 2,
        "lost is": "at least",
    }
    assert len(rows) == 2
    assert table.notes[-1] == "Game 5: No move was played."


def test_a_swap_is_named_as_a_pit_is() -> None:
    record = read_game('[Game "manchester"]\n[South "A"]\n[North "B"]\n\n1. S0 N9 *')
    reply = MoveValues({Move(9): Worth.proved(-2), SWAP: Worth.proved(4)})
    review = Review(record, {1: reply, 2: values(p0=2)})
    table = review_table(1, review)
    assert table.rows[0][2:6] == ("9", "−2", "swap", "+4")
    assert table.notes[0].endswith("gave the win away: a win (+4 with swap) became a loss (−2).")
    taken = read_game('[Game "manchester"]\n[South "A"]\n[North "B"]\n\n1. S0 swap *')
    rows = reviews_data({1: Review(taken, {1: reply, 2: values(p0=2)})}).rows
    assert rows[0][3] == "swap"
    assert values_below(list(record.positions())[1], reply).splitlines()[0].endswith("9  swap")


def test_values_stand_below_the_boards() -> None:
    assert values_below(OWARI.start(), START) == (
        "South's pit   0  3   4  5\nis worth     −4  0  +2  0"
    )
    shown = move_by_move_with_values(reviewed("", None, REPLY, THEN))
    assert len(shown) == 3
    assert shown[0].endswith("A, to move")
    assert shown[1].endswith("North's pit   8   9  10\nis worth     −2  −2  −4")
    assert shown[2].endswith("South's pit   0          1\nis worth     +2  at most 0")


def test_a_best_move_that_is_only_guessed_where_its_value_is_proved() -> None:
    """South's ply proves that North can reach 4, but not with what; pit 8 is proved to lose it."""
    start, reply = values(p4=-4), values(p8=-6, p9=(-36, 36, 0), p10=(-36, 36, -2))
    review = reviewed('[Termination "resigned"]', start, reply, moves="1. S4 N8 1-0")
    table = review_table(1, review)
    assert table.rows[1] == (2, "North", "8", "−6", "~9", "+4", "10")
    assert table.notes[-1] == "~ is an estimate; all other numbers are proved."
    assert reviews_data({1: review}).rows[1][6:9] == ("9", 4, "exact")
    review = reviewed("", start, reply, values(p0=6), moves="1. S4 N8 *")
    assert "a win (+4, probably with pit 9) became a loss (−6)" in review_table(1, review).notes[0]


@pytest.mark.slow
@given(st.data())
def test_sentences_marks_and_tables_say_the_same_of_each_move(data: st.DataObject) -> None:
    """Whatever is proved, bounded and guessed of the moves of a game."""
    values = {}
    for before, position in enumerate(KALAH.positions()):
        worths = {}
        for move in position.legal_moves():
            margin = after_move(position, move)
            known = data.draw(st.sampled_from(("proved", "bounded", "guessed")))
            lower = margin if known == "proved" else data.draw(st.integers(-12, margin))
            upper = data.draw(st.integers(margin, 12)) if known == "guessed" else margin
            worths[move] = Worth(lower, upper, data.draw(st.integers(lower, upper)))
        if worths:
            values[before] = MoveValues(worths)
    review = Review(KALAH, values)
    table, page = review_table(1, review), game_data(KALAH, review=review)
    marks = [ply.get("loss") for ply in page["plies"]]
    assert [amount_text(mark) for mark in marks] == [row[-1] for row in table.rows]
    told = [(row[-2], row[-1]) if row[-2] else None for row in reviews_data({1: review}).rows]
    assert [mark and (mark["number"], mark["kind"]) for mark in marks] == told
    assert page["review"] == [note for note in table.notes if note[0] != "~"]
    for sentence in page["review"]:
        if said := re.search(r"more than ply (\d+), .*: (.*) stones?\.$", sentence):
            assert said[2] == table.rows[int(said[1]) - 1][-1], sentence
            worst = review.moves[int(said[1]) - 1]
            own = [move for move in review.moves if move.ply.side is worst.ply.side]
            assert max(move.stated_loss for move in own) == worst.stated_loss, sentence
            assert max(move.lost.guess for move in own) == worst.lost.guess, sentence
        elif said := re.search(r"^Ply (\d+), .* \((.*) with .* \((.*)\)\.$", sentence):
            turning, row = review.moves[int(said[1]) - 1], table.rows[int(said[1]) - 1]
            assert said[2].removesuffix(", probably") in {row[5], *numbers(turning.values.worth)}
            assert said[3] in {row[3], *numbers(turning.worth)}
        elif sentence.startswith("Stones given away: "):
            for side, text in zip(Side, sentence[19:-1].split(", "), strict=True):
                own_marks = [
                    mark
                    for mark, ply in zip(marks, KALAH.plies, strict=True)
                    if mark and ply.side is side
                ]
                is_the_sum(text.partition(" ")[2], own_marks)


def is_the_sum(text: str, marks: list[dict[str, Any]]) -> None:
    """Asserts that the text says what these marks come to, and no number of it twice."""
    total = sum(mark["number"] for mark in marks)
    proved = sum(mark["number"] for mark in marks if mark["kind"] != "estimated")
    if proved and total > proved:
        assert text == f"~{total} (at least {proved})"
    elif any(mark["kind"] == "estimated" for mark in marks):
        assert text == f"~{total}"
    elif any(mark["kind"] == "at least" for mark in marks):
        assert text == f"at least {total}"
    else:
        assert text in {f"{total}", f"at least {total}" if total else "~0"}


def numbers(worth: Worth) -> set[str]:
    """What a sentence may say of it: its estimate, or the bound that proves what the words say."""
    signed = (f"{margin:+d}".replace("-", "\u2212").replace("+0", "0") for margin in worth)
    lower, upper, guess = signed
    return {guess if worth.exact else f"~{guess}", f"at least {lower}", f"at most {upper}"}


def amount_text(mark: dict[str, Any] | None) -> str:
    """As `amountText` writes it in `ply_text.js`; nothing for no stone."""
    if mark is None:
        return ""
    sign = {"exact": "", "estimated": "~", "at least": "at least "}[mark["kind"]]
    return f"{sign}{mark['number']}"


def test_an_estimate_that_adds_nothing_is_no_estimate_of_the_sum() -> None:
    start = values(p3=4, p4=(-36, -2, -2))
    reply = values(p8=(-36, 36, 2), p9=(-36, 36, 2))
    then = values(p0=(-36, 36, -2), p1=(-36, 36, -2))
    found = reviewed(
        "", start, reply, then, values(p7=(-36, 36, 2), p8=(-36, 36, 2)), moves="1. S4 N8 2. S0 *"
    )
    assert "Stones given away: South at least 6, North ~0." in review_table(1, found).notes
