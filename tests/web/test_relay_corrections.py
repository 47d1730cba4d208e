"""The page of a relay, where two moves were mistyped."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from owari.games.game import Move, Side
from owari.games.mancala import OWARI, Mancala
from tests.support.browser import ServerProcess, expect, first_row_cut
from tests.support.table_client import Device, created

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

DROPPING = [(4, 4), (5, 3), (0, 0), (2, 5), (4, 4)]
"""Their moves and what is typed; the correction of ply 3 makes ply 7 illegal."""
PARTING = [(5, 5), (3, 0), (0, 0), (2, 3), (5, 5)]
"""The correction of ply 3 makes our last move illegal."""
REFUSED = [(3, 3), (1, 4)]
"""Their next move, 4, is illegal here."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path_factory.mktemp("relay")) as process:
        yield process


def relayed(
    server: ServerProcess, moves: list[tuple[int, int]]
) -> tuple[Device, Mancala, list[str]]:
    """The relay with what was typed, the board on the other screen, and what was entered there."""
    device = created(server.address, kind="relay", game="owari", first="them", us="greedy")
    board, entered = OWARI.start(Side.SOUTH), []
    for played, typed in moves:
        device.type(str(typed))
        entered.append(device.wait()["enter"]["name"])
        board = board.play(Move(played)).play(Move(int(entered[-1])))
    return device, board, entered


def shown(page: Page, server: ServerProcess, device: Device) -> Locator:
    """The page of the table, and what it asks for."""
    page.goto(f"{server.address}relay/{device.state['id']}")
    return page.locator(".relay-call")


def edit_their_screen(page: Page, device: Device, board: Mancala) -> None:
    """Makes it hold the stones of the board."""
    for cell, (is_there, should) in enumerate(
        zip(device.state["cells"], board.turned().cells, strict=True)
    ):
        spot = page.locator(f".theirs [data-cell='{cell}'] button")
        for _ in range(abs(should - is_there)):
            spot.click(button="left" if should > is_there else "right")


def assert_agree(device: Device, board: Mancala) -> None:
    assert device.look()["cells"] == list(board.turned().cells)


@pytest.mark.nightly
def test_a_correction_asks_for_no_second_move_in_a_turn(page: Page, server: ServerProcess) -> None:
    device, board, entered = relayed(server, DROPPING)
    call = shown(page, server, device)
    page.locator("[data-ply='3']").click()
    page.locator(".theirs [data-cell='12'] button").click()
    expect(call).to_contain_text("Our side plays its moves again as they were announced.")
    page.locator(".theirs [data-cell='9'] button").click()
    expect(call).to_contain_text(f"again: {entered[3]} on their side, which you have entered")
    expect(page.locator(".enter-name")).to_have_count(0)
    page.locator(".theirs [data-cell='11'] button").click()
    expect(call).to_contain_text(f"Enter {entered[4]} on their side, unless it is there already.")
    expect(page.locator(".enter-name")).to_have_count(0)
    assert_agree(device, board)


@pytest.mark.nightly
def test_two_corrections_are_one_button_and_the_marks_of_a_check_go_with_its_position(
    page: Page, server: ServerProcess
) -> None:
    device, board, _ = relayed(server, DROPPING)
    call = shown(page, server, device)
    page.get_by_role("button", name="Check the boards").click()
    edit_their_screen(page, device, board)
    together = page.get_by_role("button", name=", then correct ply ").first
    expect(together).to_contain_text("Correct ply 7 to their pit 9 (2 there), then")
    expect(call).to_contain_text("9 places differ: two corrections fit.")
    expect(page.locator(".check-found")).to_contain_text("Pit 0, 7 on their screen: ")
    assert page.locator(".is-difference").count() > 0
    page.locator("[data-ply='3']").click()
    expect(call).to_contain_text("Ply 3: ")
    expect(page.locator(".is-difference")).to_have_count(0)
    assert "differs" not in page.locator(".two-boards").inner_html()
    page.get_by_role("button", name="Leave the move as it is").click()
    page.get_by_role("button", name="Check the boards").click()
    edit_their_screen(page, device, board)
    together.click()
    expect(page.locator(".is-difference")).to_have_count(0)
    expect(call.locator(".board-check")).to_have_count(0)
    for told in ("Ply 7 is their pit 9 (2 there) now", "Ply 3 is their pit 12 (5 there) now"):
        expect(call).to_contain_text(told)
    assert_agree(device, board)
    page.get_by_role("button", name="Undo").click()
    expect(call).to_contain_text("The last correction is undone.")


@pytest.mark.nightly
@pytest.mark.slow
@pytest.mark.parametrize("sizes", [((1440, 900), (390, 664)), ((390, 844), (360, 740))])
def test_a_board_stays_where_it_is_while_it_is_edited(
    page: Page, server: ServerProcess, sizes: tuple[tuple[int, int], ...]
) -> None:
    device, board, _ = relayed(server, DROPPING)
    call = shown(page, server, device)
    pits = page.locator(".theirs .pits")
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.get_by_role("button", name="Check the boards").click()
        last = page.locator(".theirs .is-last")
        last.locator("button").tap()
        ring = last.locator(".hollow").evaluate("it => getComputedStyle(it).outlineStyle")
        assert ring == "solid"  # it is chosen, whatever else it is
        place = pits.bounding_box()
        keys = page.locator(".theirs .board-keys")
        for cell, (is_there, should) in enumerate(
            zip(device.state["cells"], board.turned().cells, strict=True)
        ):
            if is_there != should:
                page.locator(f".theirs [data-cell='{cell}'] button").tap()
                for digit in str(should):
                    keys.get_by_text(digit, exact=True).tap()
            expect(page.locator(".verdict")).not_to_have_text("Comparing…")
            assert pits.bounding_box() == place
        expect(call.get_by_role("button", name="Correct ply 7")).to_be_in_viewport(ratio=1)
        for part in (pits, keys, call.get_by_role("button", name="End the check")):
            expect(part).to_be_in_viewport(ratio=1)
        call.get_by_role("button", name="End the check").click()
        expect(call).to_be_focused()  # the keys go on from there
    page.reload()
    expect(page.locator(".relay-moves li").last).to_be_visible()
    assert page.locator(".relay-moves").evaluate("list => list.scrollTop") > 0
    assert first_row_cut(page, ".relay-moves > li") < 1


def test_what_is_refused_leads_to_a_check_and_is_forgotten(
    page: Page, server: ServerProcess
) -> None:
    device, board, _ = relayed(server, REFUSED)
    call = shown(page, server, device)
    field = page.get_by_label("Type it")
    field.fill("4")
    page.keyboard.press("Enter")
    problem = page.get_by_role("alert")
    expect(problem).to_contain_text("If they did play it, the boards have parted: check the boards")
    expect(field).to_have_value("4")
    page.get_by_role("button", name="Check the boards").click()
    expect(problem).to_be_hidden()
    page.get_by_role("button", name="End the check").click()
    expect(field).to_have_value("")
    there = board.play(Move(4))  # their screen shows it already
    field.fill("4")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Check the boards").click()
    edit_their_screen(page, device, there)
    expect(call).to_contain_text("places differ: one correction fits.")
    found = page.locator(".check-found")
    expect(found).to_contain_text("Their screen shows a move of theirs that is not entered here")
    together = "Correct ply 3 to their pit 8 (1 there), then play their pit 11 (4 there)"
    page.get_by_role("button", name=together).click()
    expect(call).to_contain_text("Ply 3 is their pit 8 (1 there) now")
    expect(page.locator(".enter-name")).to_be_visible()
    assert_agree(device, there.play(Move(int(device.wait()["enter"]["name"]))))


@pytest.mark.nightly
def test_boards_that_have_parted_wait_for_a_person(page: Page, server: ServerProcess) -> None:
    device, board, entered = relayed(server, PARTING)
    call = shown(page, server, device)
    device.type("fix 3 3")
    expect(call).to_contain_text(f"our move at ply 10 was {entered[4]} on their side")
    page.reload()
    expect(call).to_contain_text("The boards have parted")
    device.type("fix 7 2")
    expect(call).to_contain_text(f"Enter {entered[4]} on their side, unless it is there already.")
    assert_agree(device, board)
    device.type("undo")
    page.get_by_role("button", name="Let our side choose another move").click()
    expect(page.locator(".relay-moves li")).to_have_count(10)
    assert device.wait()["enter"]["name"] != entered[4]
    expect(page.locator(".enter-name")).to_be_visible()


def test_a_server_that_was_killed_still_knows_what_was_entered(
    server: ServerProcess,
) -> None:
    device, board, entered = relayed(server, DROPPING)
    device.type("fix 3 5")
    server.kill()
    server.start()
    device = Device(server.address, device.state["id"])
    device.type("2")
    assert f"again: {entered[3]} on their side, which you have entered already" in device.said
    assert device.state["enter"] is None
    device.type("4")
    assert_agree(device, board)


def test_a_server_that_was_killed_asks_for_our_move_in_the_same_words(
    server: ServerProcess,
) -> None:
    asked = []
    for lines in ((), ("fix 9 3",), ("fix 9 3", "undo"), ("undo",), ("fix 3 5", "2", "4")):
        device, *_ = relayed(server, DROPPING)
        asked.append((device.type(*lines)["enter"], device))
    assert [enter and enter["doubtful"] for enter, _ in asked] == [False, True, True, None, True]
    server.kill()
    server.start()
    for enter, device in asked:
        assert Device(server.address, device.state["id"]).state["enter"] == enter


def test_a_server_that_was_killed_takes_corrections_back(server: ServerProcess) -> None:
    device, _, _ = relayed(server, DROPPING)
    known = [device.look()["cells"]]
    for line in ("fix 3 5", "fix 1 0"):
        device.type(line)
        known.append(device.look()["cells"])
    assert known[0] != known[1] != known[2]
    server.kill()
    server.start()
    device = Device(server.address, device.state["id"])
    assert device.look()["cells"] == known.pop()
    while known:
        device.type("undo")
        assert device.look()["cells"] == known.pop()
