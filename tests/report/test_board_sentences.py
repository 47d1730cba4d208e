"""The board in lines that a screen reader reads well."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from owari.games.catalog import find_game
from owari.games.game import PASS
from owari.games.numbering import numberings
from owari.report.families import describe


def test_pits() -> None:
    kalah = find_game("kalah:3x2")
    position = kalah.parse_position("0,3,3,0,2,2,2,0 N")
    assert describe(position, numbering=numberings(kalah)["as-drawn"]) == (
        "North, to move: pit 3 has 2, pit 2 has 2, pit 1 has 2, goal 0.\n"
        "South: pit 1 has 0, pit 2 has 3, pit 3 has 3, goal 0."
    )


def test_squares() -> None:
    start = find_game("othello:6").start()
    assert describe(start, south="us (South)") == (
        "c3 O, d3 X.\nc4 X, d4 O.\nAll other rows are empty.\n"
        "North, White (O): 2 discs.\n"
        "us (South), Black (X), to move: 2 discs; may play c2, b3, e4, d5."
    )


@given(
    st.sampled_from(("owari", "kalah:12x24", "manchester", "othello:4", "free-othello:10")),
    st.lists(st.integers(0, 99)),
    st.data(),
)
def test_all_is_there_in_lines_of_words(name: str, choices: list[int], data: st.DataObject) -> None:
    rules = find_game(name)
    numbering = data.draw(st.sampled_from(list(numberings(rules).values())))
    position = rules.start()
    for choice in choices:
        moves = position.legal_moves()
        if not moves:
            break
        position = position.play(moves[choice % len(moves)])
    lines = describe(position, numbering=numbering).splitlines()
    assert all(line[0].isalnum() and line.endswith(".") for line in lines)
    words = " ".join(lines)
    assert words.count("to move") == (position.outcome() is None)
    if "othello" in name:
        playable = [numbering.format(rules, m) for m in position.legal_moves() if m != PASS]
        assert not playable or any(line.endswith(f"play {', '.join(playable)}.") for line in lines)
        discs = position.score()
        assert words.count(" X") + words.count(" O") == discs.south + discs.north
    else:
        for side in ("North", "South"):
            (line,) = (line for line in lines if line.startswith(side))
            assert line.count(" has ") == rules.pits


@pytest.mark.parametrize(("discs", "said"), [("X", "1 disc;"), ("XX", "2 discs;")])
def test_a_side_may_have_one_disc(discs: str, said: str) -> None:
    rules = find_game("othello:4")
    position = rules.parse_position(f"{discs}O{'-' * (15 - len(discs))} X")
    assert said in describe(position)
