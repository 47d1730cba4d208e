"""What boards animate between two positions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from owari.games.catalog import find_game
from owari.games.game import Move, Side
from owari.games.mancala import full_laps
from owari.viewer.game_data import cells_of
from tests.support.boards import make, open_boards, play, random_plies
from tests.support.nightly import at_night

if TYPE_CHECKING:
    from playwright.sync_api import Page

SOWING = ("owari", "kalah", "kalah-empty", "manchester", "kalah:1x1", "owari:1x24", "owari:2x24")
LARGE = ("owari:12x24", "kalah:12x1")
SQUARES = ("othello:4", "othello", "free-othello:6", "othello:16")


def swept(position: Any) -> list[int]:
    """The stones as they lie when each side has swept its row into its goal."""
    south, north = position.settled()[:2]
    row = [0] * position.rules.pits
    return [*row, south, *row, north]


@pytest.mark.nightly
def test_each_stone_is_moved_once_and_the_board_is_as_it_should_be(page: Page) -> None:
    open_boards(page)
    plies = []
    for seed, name in enumerate((*SOWING, *LARGE) * 3):
        for before, move, after in random_plies(find_game(name), seed):
            if move.cell >= 0:
                ends = [list(after.cells), swept(after)] if after.outcome() else [list(after.cells)]
                plies += [(before, move.cell, end) for end in ends]
    assert len(plies) > 1000
    derived = page.evaluate(
        "(plies) => plies.map((ply) => deriveSowing(...ply))",
        [(before.cells, end, pit) for before, pit, end in plies],
    )
    for (before, pit, end), sowing in zip(plies, derived, strict=True):
        stones, lap = before.cells[pit], full_laps(before.rules.pits)[pit]
        assert sowing["sown"] == [lap[number % len(lap)] for number in range(stones)]
        cells = list(before.cells)
        cells[pit] = 0
        for cell in sowing["sown"]:
            cells[cell] += 1
        goals = {before.rules.goal(side) for side in Side}
        for transfer in (*sowing["captured"], *sowing["swept"]):
            assert 0 < transfer["stones"] <= cells[transfer["from"]]
            assert transfer["to"] in goals
            cells[transfer["from"]] -= transfer["stones"]
            cells[transfer["to"]] += transfer["stones"]
        assert cells == end


@pytest.mark.parametrize(
    ("before", "pit", "after", "expected"),
    [
        (
            [1, 0, 2, 0, 3, 3, 1, 0],
            0,
            [0, 1, 2, 3, 3, 0, 1, 0],
            {"sown": [1], "captured": [{"from": 5, "to": 3, "stones": 3}], "swept": []},
        ),
        (
            [0, 0, 1, 0, 2, 1, 0, 0],
            2,
            [0, 0, 0, 1, 0, 0, 0, 3],
            {
                "sown": [3],
                "captured": [],
                "swept": [
                    {"from": 4, "to": 7, "stones": 2},
                    {"from": 5, "to": 7, "stones": 1},
                ],
            },
        ),
        (
            [1, 0, 0, 0, 2, 3, 0, 0],
            0,
            [0, 0, 0, 4, 0, 0, 0, 2],
            {
                "sown": [1],
                "captured": [
                    {"from": 1, "to": 3, "stones": 1},
                    {"from": 5, "to": 3, "stones": 3},
                ],
                "swept": [{"from": 4, "to": 7, "stones": 2}],
            },
        ),
        (
            [0, 4, 0, 0, 0, 0],
            1,
            [0, 0, 1, 1, 1, 1],
            {"sown": [2, 3, 4, 5], "captured": [], "swept": []},
        ),
    ],
    ids=[
        "a capture",
        "the last stones swept",
        "a capture that ends the game",
        "a game that sows into both goals",
    ],
)
def test_what_happens_to_stones(
    page: Page, before: list[int], pit: int, after: list[int], expected: dict[str, Any]
) -> None:
    open_boards(page)
    assert page.evaluate("(ply) => deriveSowing(...ply)", [before, after, pit]) == expected


@pytest.mark.parametrize("still", [*at_night(False), True], ids=["moving", "reduced motion"])
def test_an_animation_ends_in_the_position_that_follows(page: Page, still: bool) -> None:
    page.emulate_media(reduced_motion="reduce" if still else "no-preference")
    open_boards(page)
    for name in ("owari", "kalah:3x2", "owari:12x24", *SQUARES):
        plies = list(random_plies(find_game(name), 7, most=8))
        make(page, plies[0][0])
        for ply in plies:
            before, move, after = ply
            shown = play(page, ply, 400)
            assert shown["cells"] == cells_of(after)
            assert cells_of(after) in (shown["counts"], shown["discs"])
            assert shown["left"] == 0
            assert "to move" in shown["toMove"]
            if still:
                assert shown["flights"] == 0
            elif name in ("owari", "owari:12x24"):
                assert shown["flights"] >= before.cells[move.cell] > 0


def test_a_swap_turns_the_board_round(page: Page) -> None:
    page.emulate_media(reduced_motion="no-preference")
    open_boards(page)
    start = find_game("manchester").start()
    before = start.play(Move(2))
    swap = before.legal_moves()[-1]
    make(page, before)
    shown = play(page, (before, swap, before.play(swap)), 50)
    assert shown["counts"] == [*before.cells[8:], *before.cells[:8]]
    assert shown["flights"] == 0


def test_what_is_shown_next_ends_an_animation(page: Page) -> None:
    page.emulate_media(reduced_motion="no-preference")
    open_boards(page)
    (before, move, after), (_, then, last) = list(random_plies(find_game("owari"), 3))[:2]
    make(page, before)
    shown = page.evaluate(
        """async ([before, after, last, one, other]) => {
            const first = board.play(before, after, {side: "south", cell: one}, {speed: 0.01});
            const second = board.play(after, last, {side: "north", cell: other}, {speed: 0.01});
            await first;
            const during = board.cells();
            board.show(before);
            await second;
            return [during, board.cells()];
        }""",
        [cells_of(before), cells_of(after), cells_of(last), move.cell, then.cell],
    )
    assert shown == [cells_of(after), cells_of(before)]
    assert page.locator(".flying").count() == 0
