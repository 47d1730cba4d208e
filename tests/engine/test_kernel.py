"""The kernel against the reference: the same rules, the same searches; and right answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from owari.engine.endgames import START_UP, endgames, largest_within
from owari.engine.evaluation import SOWING
from owari.engine.families import solve
from owari.engine.kernel import sowing
from owari.engine.search import Found, search
from owari.engine.solution import Aim
from owari.engine.thinker import Thinker
from owari.games.catalog import find_game
from owari.games.game import Kind, Side
from owari.games.mancala import KALAH, OWARI, SOWING_GAMES, Capture, Mancala, SowingRules
from tests.support.nightly import at_night
from tests.vectors import rows

POSITIONS = ("positions-owari", "positions-kalah", "positions-kalah-empty")
pytestmark = pytest.mark.skipif(sowing is None, reason="the kernel could not be compiled here")


def as_given(position: Mancala) -> tuple[tuple[int, ...], bool]:
    return position.cells, position.turn is Side.SOUTH


@st.composite
def all_rules(draw: st.DrawFn, most_pits: int = 12) -> SowingRules:
    pits = draw(st.integers(1, most_pits))
    stones = draw(st.integers(1, min(12, 127 // (2 * pits))))
    capture = draw(st.sampled_from(Capture))
    return SowingRules("any", pits, stones, draw(st.booleans()), capture)


@st.composite
def positions(draw: st.DrawFn, most_pits: int = 12) -> Mancala:
    """Unfinished, some random moves after the start."""
    position = draw(all_rules(most_pits)).start(draw(st.sampled_from(Side)))
    for choice in draw(st.lists(st.integers(0, 11), max_size=30)):
        moves = position.legal_moves()
        after = position.play(moves[choice % len(moves)])
        if after.outcome():
            break
        position = after
    assume(not position.outcome())
    return position


@settings(max_examples=300)
@given(positions())
def test_moves_and_their_results(position: Mancala) -> None:
    expected = [(move.cell, *as_given(position.play(move))) for move in position.legal_moves()]
    assert sowing.moves(position.rules.numbers, as_given(position)) == expected


@pytest.mark.parametrize(("family", "stones", "counts"), rows("perft"))
def test_perft(family: str, stones: str, counts: str) -> None:
    start = SOWING_GAMES[family].resized(6, int(stones)).start()
    for plies, count in enumerate(map(int, counts.split()), 1):
        if count < 3_000_000:
            assert sowing.perft(start.rules.numbers, as_given(start), plies) == count


@pytest.mark.parametrize(("depth", "value", "nodes"), rows("search_nodes"))
def test_plain_search_to_every_depth_of_the_table(depth: str, value: str, nodes: str) -> None:
    start = OWARI.start()
    found = sowing.plain(OWARI.numbers, as_given(start), int(depth), "goals")
    assert found[::2] == (int(value), int(nodes))


@settings(max_examples=150)
@given(positions(most_pits=7), st.integers(1, 4), st.sampled_from(list(SOWING)))
def test_both_searches_of_the_kernel_answer_as_the_reference(
    position: Mancala, depth: int, name: str
) -> None:
    evaluation = SOWING[name]
    expected = search(position, depth=depth, evaluation=evaluation)
    exact = expected.value.kind is Kind.EXACT
    number = expected.value.number
    raw = evaluation.finished(number) if exact else number
    line = tuple(move.cell for move in expected.line)

    plain = sowing.plain(position.rules.numbers, as_given(position), depth, name)
    assert plain == (raw, exact, expected.nodes, line)

    found = Thinker(position.rules, evaluation).think(position, depth=depth)
    assert found.line == expected.line
    assert found.depth <= depth  # it stops when all is proved
    proved = found.value.kind is Kind.EXACT
    assert found.value.number == (evaluation.margin(raw) if proved else raw)


@settings(max_examples=60)
@given(positions(most_pits=4))
def test_endgames_are_what_plain_search_finds(position: Mancala) -> None:
    assume(sum(position.cells) - sum(position.score()) <= 10)
    expected = search(position, depth=90, evaluation=SOWING["goals"])
    solution = solve(position)
    assert solution.exact
    assert solution.lower == expected.value.number


@pytest.mark.parametrize(
    ("name", "step"),
    [*((name, 5) for name in POSITIONS), *at_night(*((name, 1) for name in POSITIONS))],
)
@pytest.mark.slow
def test_every_move_of_a_thousand_positions(name: str, step: int) -> None:
    """By day of each fifth one."""
    game, *_ = rows(name)[0]
    rules = find_game(game)
    table = endgames(rules)
    table.grow(16)
    engine = sowing.Engine(rules.numbers, 64, 2)
    engine.use(table.stones, table.values)
    for _, text, best, margins in rows(name)[::step]:
        position = rules.parse_position(text)
        bounds, _ = engine.solve(as_given(position), 0.0, 0, Aim.EVERY_MOVE, None)
        found = {pit: (lower, upper) for pit, lower, upper in bounds}
        own_row = rules.row(position.turn)
        for pit, margin in zip(own_row, margins.split(","), strict=True):
            expected = None if margin == "-" else (int(margin), int(margin))
            assert found.get(pit) == expected, text
        assert max(found.values()) == (int(best), int(best))


@pytest.mark.parametrize(
    ("family", "pits", "stones", "margin", "each"),
    [row for row in rows("first_moves") if int(row[1]) * int(row[2]) <= 16],
)
def test_start_positions(family: str, pits: str, stones: str, margin: str, each: str) -> None:
    solution = solve(SOWING_GAMES[family].resized(int(pits), int(stones)).start())
    assert solution.exact
    assert solution.lower == int(margin)
    if each:
        assert [move.lower for move in solution.moves] == list(map(int, each.split(",")))
        assert all(move.exact for move in solution.moves)


def test_both_sides_name_the_same_evaluations() -> None:
    assert list(SOWING) == sowing.EVALUATIONS, (
        "name the same evaluations in the same order in engine/sowing_evaluations.py and in"
        " engine/kernel/sowing/evaluations.hpp, and build the kernel again: the slow reference"
        " search plays by an evaluation that is in Python only"
    )


def test_an_evaluation_in_python_only_is_the_reference_s() -> None:
    ours = replace(SOWING["goals"], name="in-python-only")
    for family in SOWING_GAMES.values():
        rules = family.resized(3, 2)
        thinker = Thinker(rules, ours)
        assert not thinker.uses_kernel(rules.start())
        thinker.prepare()
        expected = Thinker(rules, SOWING["goals"]).think(rules.start(), depth=4)
        found = thinker.think(rules.start(), depth=4)
        assert (found.move, found.value, found.line) == (
            expected.move,
            expected.value,
            expected.line,
        )
        assert found.by == "reference"
        assert thinker.think(rules.start(), seconds=0.05).by == "reference"


def test_the_start_up_table_of_owari_has_fourteen_stones() -> None:
    assert largest_within(OWARI, START_UP) == 14
    assert sowing.size(6, 12) == 2_704_156


def test_a_time_ends_the_search_with_the_last_finished_depth() -> None:
    found = Thinker(KALAH, SOWING["goals"]).deepen(KALAH.start(), 0.05)
    assert found.depth >= 1
    assert found.by == "kernel"
    assert found.move in KALAH.start().legal_moves()
    assert found.line[0] == found.move


def test_a_solved_position_is_exact_in_any_time() -> None:
    position = OWARI.parse_position("0,0,1,0,1,1,14,0,3,0,2,0,0,14 S")
    for name in SOWING:
        found = Thinker(OWARI, SOWING[name]).think(position, seconds=5.0)
        assert str(found.value) == "-2 exact"


def test_bounds_so_far_when_the_time_is_up() -> None:
    solution = solve(KALAH.start(), seconds=0.01)
    assert not solution.exact
    assert (solution.lower, solution.upper) == (-48, 48)


def test_what_python_reports_of_each_depth() -> None:
    told: list[Any] = []
    thinker = Thinker(OWARI, SOWING["goals"])
    found = thinker.think(OWARI.start(), depth=6, on_depth=told.append)
    assert [each.depth for each in told] == [1, 2, 3, 4, 5, 6]
    assert told[-1].line == found.line


def test_an_exception_of_the_listener_ends_the_search() -> None:
    def listener(found: Found) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        Thinker(OWARI, SOWING["goals"]).think(OWARI.start(), depth=8, on_depth=listener)


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: sowing.plain((13, 0, 0), ((1,) * 28, True), 3, "goals"), "no such rules"),
        (
            lambda: sowing.plain((6, 0, 0), ((3,) * 13, True), 3, "goals"),
            "14 cells expected, 13 given",
        ),
        (lambda: sowing.plain((6, 0, 0), ((99,) * 14, True), 3, "goals"), "at most 127 stones"),
        (
            lambda: sowing.plain((6, 0, 0), ((3,) * 14, True), 0, "goals"),
            "a depth is 1 to 200 plies",
        ),
        (lambda: sowing.plain((6, 0, 0), ((3,) * 14, True), 3, "row"), "no evaluation row"),
        (lambda: sowing.size(6, 25), "0 to 24 stones"),
        (lambda: sowing.build((6, 0, 0), 0, 5, 1, 0.0, bytearray(7), None), "not have room"),
        (lambda: sowing.build((6, 0, 0), -1, 5, 1, 0.0, bytearray(7000), None), "no layer below"),
        (lambda: sowing.Engine((6, 0, 0), 1, 1).use(5, bytearray(7)), "not have room"),
        (lambda: sowing.Engine((6, 0, 0), 0, 1), "1 megabyte or more"),
    ],
)
def test_what_the_kernel_refuses(call: Callable[..., Any], error: str) -> None:
    with pytest.raises(ValueError, match=error):
        call()


def test_a_board_with_too_many_stones_is_the_reference_s() -> None:
    start = SowingRules("big", 6, 24).start()
    thinker = Thinker(start.rules, SOWING["goals"])
    assert not thinker.uses_kernel(start)
    assert thinker.think(start, depth=2).depth == 2
