"""The relay in a browser: a match against a program elsewhere, with all that goes wrong there."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from owari.games.game import Move, Outcome, Side
from owari.games.mancala import OWARI
from owari.results.store import Store
from tests.support.browser import (
    ServerProcess,
    all_in_sight,
    await_value,
    check_page,
    expect,
    viewport,
)
from tests.support.command import output, run
from tests.support.table_client import Device, created

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

RULES = OWARI.sized("4x3")
HALF = RULES.pits + 1
STONES = f"""board => Array.from({{length: {2 * HALF}}}, (_, cell) => Number(
    document.querySelector(`${{board}} [data-cell="${{cell}}"] .count`).textContent))"""
"""What stands on a board, in the order of our cells."""
BOTS = """game: owari:4x3
bots:
  - {name: Rocket, engine: alpha-beta, depth: 1}
  - {name: Other, engine: greedy}
  - {name: Comet, by-hand: true}
"""


TO_THE_END = "scrollTo(0, document.body.scrollHeight)"


class OtherProgram:
    """The program elsewhere, which is South on its own board and plays its lowest pit."""

    def __init__(self, first: bool) -> None:
        self.board = RULES.start(Side.SOUTH if first else Side.NORTH)

    def hears(self, pit: str) -> None:
        self.board = self.board.play(Move(int(pit)))

    def plays(self) -> int:
        move = self.board.legal_moves()[0]
        self.board = self.board.play(move)
        return move.cell

    @property
    def over(self) -> bool:
        return self.board.outcome() is not None


class RelayPage:
    """What a person does at the page."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def click_theirs(self, pit: int) -> None:
        """Clicks the pit that their screen calls so."""
        self.page.locator(f".theirs [data-cell='{pit + HALF}'] button").click()

    def type_line(self, line: str) -> None:
        self.page.get_by_label("Type it").fill(line)
        self.page.keyboard.press("Enter")

    def wait_for_plies(self, count: int) -> None:
        expect(self.page.locator(".relay-moves li")).to_have_count(count)

    def wait_for_move(self, name: str) -> None:
        """Waits until a move of this name is to be entered there."""
        expect(self.page.locator(".enter-name")).to_have_text(name)

    def wait_for_text(self, text: str) -> None:
        self.page.get_by_text(text).first.wait_for()

    @property
    def plies(self) -> int:
        return self.page.locator(".relay-moves li").count()

    @property
    def to_enter(self) -> str:
        """The name in large type."""
        return self.page.locator(".enter-name").inner_text()

    def stones(self, board: str) -> list[int]:
        """The numbers on one of the boards, in the order of our cells."""
        numbers: list[int] = self.page.evaluate(STONES, board)
        return numbers

    def edit_their_screen(self, cells: Sequence[int]) -> None:
        """Makes it hold these stones, their own first."""
        wanted = [*cells[HALF:], *cells[:HALF]]
        for cell, (is_there, should) in enumerate(zip(self.stones(".theirs"), wanted, strict=True)):
            spot = self.page.locator(f".theirs [data-cell='{cell}'] button")
            for _ in range(abs(should - is_there)):
                spot.click(button="left" if should > is_there else "right")

    def play_on(self, other: OtherProgram) -> None:
        """Plays to the end of the game, without a mistake."""
        while not other.over:
            count = self.plies
            if other.board.turn is Side.SOUTH:
                self.click_theirs(other.plays())
                self.wait_for_plies(count + (1 if other.over else 2))
            if not other.over:
                other.hears(self.to_enter)
        self.button("Confirm the end").wait_for()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server of a tournament in which Comet plays by hand."""
    folder = tmp_path_factory.mktemp("relay")
    (folder / "bots.yaml").write_text(BOTS)
    output("score", "bots.yaml", "Rocket", "Other", "12-12", folder=folder)
    with ServerProcess(folder, "bots.yaml") as process:
        yield process


def begin(page: Page, server: ServerProcess) -> RelayPage:
    """The tournament knows both names and the game, and that they play two."""
    page.goto(f"{server.address}relay")
    page.get_by_label("Enter the results in").select_option("bots")
    page.get_by_label("Match that waits").select_option("Rocket against Comet, 2 games")
    page.get_by_label("They do").check()
    expect(page.get_by_label("Our moves")).to_have_value("bots.yaml:Rocket")
    expect(page.get_by_label("The engine looks ahead")).to_be_hidden()
    page.get_by_role("button", name="Begin the relay").click()
    page.wait_for_url(re.compile("/relay/relay-"))
    return RelayPage(page)


def opened(page: Page, server: ServerProcess, game: str, first: str) -> RelayPage:
    """A relay without names in which people move for both sides."""
    device = created(server.address, kind="relay", game=game, first=first, us="manual")
    page.goto(f"{server.address}relay/{device.state['id']}")
    return RelayPage(page)


@pytest.mark.nightly
def test_a_phone_held_sideways_shows_both_boards_and_what_to_do(
    page: Page, server: ServerProcess
) -> None:
    page.set_viewport_size(viewport("sideways"))
    device = created(server.address, kind="relay", game="owari", first="us", us="greedy")
    page.goto(f"{server.address}relay/{device.state['id']}")
    page.wait_for_selector(".relay-call .enter-name")
    assert all_in_sight(page, ".two-boards [data-cell], .relay-call, .relay-tools")


def test_both_boards_of_squares_are_in_sight_whole(page: Page, server: ServerProcess) -> None:
    opened(page, server, "othello", "us")
    page.wait_for_selector(".relay-call .next")
    assert all_in_sight(page, ".two-boards [data-cell]")


def test_a_move_of_ours_is_to_be_entered_once(server: ServerProcess) -> None:
    device = created(server.address, kind="relay", first="us", us="manual")
    device.type("4", "3", "2")
    assert device.state["enter"]["doubtful"] is False
    assert device.type("fix 2 2")["enter"]["doubtful"] is True
    assert device.type("undo")["enter"]["doubtful"] is True
    device.type("undo")
    assert device.type("undo")["enter"] is None  # their reply was there
    device.type("3", "2")
    assert device.state["enter"]["doubtful"] is False
    device.type("resign us")
    assert device.type("")["enter"] is None


@pytest.mark.nightly
def test_a_check_on_a_phone_stands_in_one_place_that_is_in_sight(
    page: Page, server: ServerProcess
) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    relay = opened(page, server, "owari", "us")
    relay.button("Check the boards").click()
    told = page.get_by_text("No move is made until the check ends.")
    expect(told).to_have_count(1)
    for part in (told, page.locator(".theirs .pits"), relay.button("End the check")):
        expect(part).to_be_in_viewport(ratio=1)
    page.locator(".theirs [data-cell='2'] button").click()
    relay.wait_for_text("3 on our board, 4 on theirs.")
    for part in (told, page.locator(".theirs .pits"), relay.button("End the check")):
        expect(part).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("heading", name="Check the boards")).to_have_count(1)
    relay.button("End the check").click()
    expect(told).to_have_count(0)


def test_squares_are_read_aloud_and_checked(page: Page, server: ServerProcess) -> None:
    page.add_init_script("said = []; speechSynthesis.speak = (words) => said.push(words.text)")
    relay = opened(page, server, "othello", "them")
    relay.button("Read aloud").click()
    page.locator(".theirs [data-cell='19'] button").click()
    relay.wait_for_plies(1)
    page.locator(".ours [data-cell='18'] button").click()
    relay.wait_for_plies(2)
    relay.wait_for_move("c3")
    await_value(page, "() => said", ["Enter c3 on their side"])
    relay.button("Check the boards").click()
    expect(page.locator(":focus")).to_have_text("Check the boards")
    relay.wait_for_text("No difference entered yet.")
    expect(page.get_by_text("their move, on either board")).to_have_count(0)
    page.locator(".theirs [data-cell='0'] button").click()
    relay.wait_for_text("Square a1: empty on our board,")
    relay.wait_for_text("Their screen, as it looks there")
    relay.button("End the check").click()
    relay.wait_for_text("Their screen, as it should look")
    page.locator(".theirs [data-cell='26'] button").wait_for()
    expect(page.locator(".theirs [data-cell='0'] button")).to_be_hidden()
    relay.button("Check the boards").click()
    other = Device(server.address, page.url.rpartition("/")[2])
    other.type(other.state["moves"][0]["line"])
    relay.wait_for_text("The board has changed meanwhile.")
    relay.wait_for_text("Their screen, as it should look")


def test_moves_in_a_row_are_asked_for_and_named_together(page: Page, server: ServerProcess) -> None:
    relay = opened(page, server, "kalah", "them")
    relay.type_line("2")
    relay.wait_for_text("They play again: tap their move")
    relay.type_line("5")
    relay.wait_for_text("Tap our move")
    relay.type_line("1")
    relay.wait_for_text("We play again: tap our move")
    relay.type_line("4")
    relay.wait_for_text("Tap their move")
    relay.wait_for_move("8, 11")


@pytest.mark.nightly
def test_a_swap_and_a_resignation(page: Page, server: ServerProcess) -> None:
    relay = opened(page, server, "manchester:4x2", "us")
    relay.type_line("2")
    relay.wait_for_plies(1)
    relay.button("Play swap").click()
    relay.wait_for_text("They swap")
    relay.wait_for_plies(2)
    page.get_by_text("More: ").click()
    for answer in ("Play on", "Resign"):
        relay.button("They resign").click()
        relay.button(answer).click()
    relay.wait_for_text("The game is over: they resigned.")
    relay.wait_for_text("our side wins")
    for place in ("h1", ".table-clocks", ".relay-moves", ".ours .seat >> nth=0", ".theirs"):
        expect(page.locator(place).first).to_contain_text("their side")
    relay.button("Undo").click()
    relay.wait_for_text("The resignation is taken back.")


@pytest.mark.nightly
def test_a_match_with_errors_and_accidents(
    server: ServerProcess,
    page: Page,
    new_page: Callable[[], Page],
    complaints: list[str],
) -> None:
    page.goto(f"{server.address}relay")
    check_page(page)
    relay, other = begin(page, server), OtherProgram(first=True)
    mishear_and_check(relay, other)
    mistype_and_fix(relay, other)
    check_page(page)

    page.reload()
    relay.wait_for_plies(4)
    assert_shown(relay, other)

    second = RelayPage(new_page())
    second.page.set_viewport_size(viewport("phone"))
    second.page.goto(page.url)
    second.wait_for_plies(4)
    second.page.locator(f".theirs [data-cell='{other.plays() + HALF}'] button").tap()
    for each in (relay, second):
        each.wait_for_plies(6)
    other.hears(relay.to_enter)

    file = server.folder / "user" / "games" / f"{page.url.rpartition('/')[2]}.pgn"
    server.kill()
    relay.wait_for_text("No connection.")
    assert page.locator(".table-clocks .runs").count() == 0
    relay.type_line("0")
    relay.wait_for_text("The server does not answer.")
    go_on_in_the_terminal(file, other)
    server.start()
    for each in (relay, second):
        each.wait_for_plies(8)
    complaints.clear()  # the browser's own about a server that is not there
    second.page.close()
    assert_shown(relay, other)
    finish_the_match(relay, other, server)


def mishear_and_check(relay: RelayPage, other: OtherProgram) -> None:
    """They say 0, and somebody clicks 1. The boards differ, and the check names the way back."""
    assert other.plays() == 0
    relay.click_theirs(1)
    relay.wait_for_plies(2)
    other.hears(relay.to_enter)
    relay.button("Check the boards").click()
    relay.wait_for_text("No difference entered yet.")
    relay.edit_their_screen(other.board.cells)
    relay.button("Correct ply 1 to their pit 5 (0 there)").click()
    relay.wait_for_text("Ply 1 is their pit 5 (0 there) now, not their pit 6 (1 there).")
    assert_shown(relay, other)


def mistype_and_fix(relay: RelayPage, other: OtherProgram) -> None:
    """What is no move is refused in the words of the terminal. A wrong one is corrected by a click
    in the list."""
    relay.type_line("X")
    relay.wait_for_text("'X' is neither a pit nor a command")
    wrong, right = other.board.legal_moves()[-1].cell, other.plays()
    relay.click_theirs(wrong)
    relay.wait_for_plies(4)
    name = relay.to_enter
    relay.page.locator("[data-ply='3']").click()
    relay.wait_for_text("Ply 3: tap the pit")
    relay.click_theirs(right)
    relay.wait_for_text(f"Ply 3 is their pit {right + HALF} ({right} there) now")
    relay.wait_for_plies(4)
    expect(relay.page.locator(".enter-name")).to_have_count(0)
    relay.wait_for_text(f"Enter {name} on their side, unless it is there already.")
    other.hears(name)


def go_on_in_the_terminal(file: Path, other: OtherProgram) -> None:
    """Both programs make a move."""
    result = run("relay", "--resume", file, typed=f"yes\n{other.plays()}\nquit\n")
    found = re.search(r"enter (\d+) on their side", result.output)
    assert found, result.output
    other.hears(found[1])


def finish_the_match(relay: RelayPage, other: OtherProgram, server: ServerProcess) -> None:
    relay.play_on(other)
    scores = [other.board.outcome()]
    relay.button("Confirm the end").click()
    relay.wait_for_text("Game 2 of 2")
    other = OtherProgram(first=False)
    relay.wait_for_plies(1)
    relay.play_on(other)
    scores.append(other.board.outcome())
    relay.button("Confirm the end").dblclick()
    relay.wait_for_text("Entered as game ")
    relay.wait_for_text("Match: Rocket ")
    relay.page.get_by_text("Game 1: ").click()
    for number in (1, 2):
        game = relay.page.locator(f"details:has(> summary:has-text('Game {number}: '))")
        expect(game.locator(".viewer .board")).to_be_visible()
        game.get_by_role("button", name="Share this game").click()
        shared = game.get_by_label("Address of this game")
        expect(shared).to_have_value(re.compile(rf"/shared/.+#game={number}&ply=\d+$"))
    expect(relay.page.get_by_role("alert")).to_be_hidden()
    check_page(relay.page)

    with Store.open(server.folder / "bots.db") as store:
        stored = {game.south: game.ending.score for game in store.games() if game.north != "Other"}
    assert stored["Comet"] == scores[0]
    assert stored["Rocket"] == Outcome(scores[1].north, scores[1].south)


def assert_shown(relay: RelayPage, other: OtherProgram) -> None:
    """The page shows the board of the other program on both boards."""
    for board, cells in ((".theirs", other.board.cells), (".ours", other.board.cells)):
        await_value(relay.page, STONES, [*cells[HALF:], *cells[:HALF]], board)


def test_on_a_phone_what_to_enter_undo_and_the_field_come_before_the_boards(
    chromium: Browser, server: ServerProcess
) -> None:
    device = created(server.address, kind="relay", game="owari", first="us", us="greedy")
    phone = chromium.new_context(
        viewport=viewport("phone"), is_mobile=True, has_touch=True, reduced_motion="reduce"
    )
    page = phone.new_page()
    page.goto(f"{server.address}relay/{device.state['id']}?token={server.token}")
    expect(page.locator(".enter-name")).to_be_visible()
    expect(page.get_by_text("Tap their move")).to_be_visible()
    expect(page.get_by_role("button", name="Undo")).to_be_in_viewport(ratio=1)
    field = page.get_by_label("Type it")
    expect(field).to_be_in_viewport(ratio=1)
    board = page.locator(".relay-board").first
    assert field.bounding_box()["y"] < board.bounding_box()["y"]
    phone.close()


@pytest.mark.nightly
def test_on_a_phone_what_was_said_last_stays_in_sight_and_nothing_covers_the_tools(
    chromium: Browser, server: ServerProcess
) -> None:
    device = created(server.address, kind="relay", game="owari:4x2", first="us", us="manual")
    device.type("1", "1", "2")
    phone = chromium.new_context(
        viewport=viewport("phone"), is_mobile=True, has_touch=True, reduced_motion="reduce"
    )
    page = phone.new_page()
    page.goto(f"{server.address}relay/{device.state['id']}?token={server.token}")
    relay, told = RelayPage(page), page.locator(".relay-said")
    relay.wait_for_plies(3)
    assert covered(page) == []

    page.locator("[data-ply='1']").tap()
    expect(page.locator(".relay-call .next")).to_be_in_viewport(ratio=1)
    pit = page.locator(".ours [data-cell='0'] button")
    expect(pit).to_be_in_viewport(ratio=1)
    pit.tap()
    expect(told).to_contain_text("Ply 1 is our pit 0 ")
    expect(told).to_be_in_viewport(ratio=1)
    assert covered(page) == []

    page.locator("[data-ply='1']").tap()
    expect(told).to_be_empty()
    pit.tap()
    refusal = page.get_by_role("alert")
    expect(refusal).to_have_text("Ply 1 already is this pit.")
    expect(refusal).to_be_in_viewport(ratio=1)
    page.locator(".ours [data-cell='1'] button").tap()  # the correction goes on
    expect(told).to_contain_text("Ply 1 is our pit 1 ")
    expect(refusal).to_be_hidden()
    relay.button("Undo").tap()
    expect(told).to_contain_text("The last correction is undone. Ply 1 is our pit ")
    assert covered(page) == []

    while not device.look()["over"]:
        device.type(device.state["moves"][0]["line"])
    page.evaluate(TO_THE_END)
    result = page.locator(".relay-call .ending")
    expect(result).to_contain_text("Final score:")
    expect(result).to_be_in_viewport(ratio=1)
    assert covered(page) == []
    page.evaluate(TO_THE_END)
    relay.button("Confirm the end").tap()
    page.locator(".relay-series .viewer").wait_for()
    expect(page.locator(".relay-series .viewer-head")).to_be_hidden()
    expect(page.locator(".relay-series .move").last).to_have_attribute("aria-current", "step")
    expect(page.locator(".relay-series .note", has_text="given away")).to_be_visible()
    expect(page.locator(".relay-series .file")).to_contain_text(f"{device.state['id']}.pgn")
    expect(result).to_be_in_viewport(ratio=1)
    phone.close()


def covered(page: Page) -> list[str]:
    """The controls below which something else would be tapped: of the tools, and of the boards
    where each is scrolled to."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll(".relay-now :is(button, input), .spot-button")]
            .filter((control) => control.offsetParent)
            .filter((control) => {
                control.scrollIntoView({block: "nearest"});
                const {left, top, width, height} = control.getBoundingClientRect();
                const across = [0.1, 0.5, 0.9];
                return !across.every((part) => control === document.elementFromPoint(
                    left + width / 2, top + height * part)?.closest("button, input"));
            })
            .map((control) => control.outerHTML)"""
    )
    return found


def test_the_form_draws_the_names_and_lists_who_played_whom(
    page: Page, server: ServerProcess
) -> None:
    for _ in range(3):
        created(server.address, kind="relay", game="owari", first="us", us="greedy")
    written = {"us_name": "us", "them_name": "them"}  # as records of earlier versions say
    created(server.address, kind="relay", game="owari", first="us", us="greedy", **written)
    over = created(server.address, kind="relay", game="owari", first="us", us="manual", match=True)
    over.type("1", "resign us", "", "resign us", "")
    page.goto(f"{server.address}relay")
    listed = page.locator(".kept-games").first
    expect(listed).to_contain_text("our side (greedy) against their side: Owari, ")
    expect(listed).to_contain_text("us against them: Owari, ")
    expect(listed.locator("> ul > li")).to_have_count(3)  # the form begins below them
    older = listed.locator("details li").first
    expect(older).to_be_hidden()
    listed.locator("summary").click()
    expect(older).to_be_visible()
    picture = page.locator(".numbering-picture")
    expect(picture.locator("[data-cell='7'] .name")).to_have_text("7")
    numbering = page.get_by_label("How their screen names a move")
    numbering.select_option("as-drawn")
    expect(numbering).to_have_accessible_description("as the board is drawn, in both rows")
    expect(picture.locator("[data-cell='7'] .name")).to_have_text("6")
    check_page(page)
    ended = page.locator(".kept-games", has_text="Relays that are over").get_by_role("listitem")
    expect(ended.first).to_contain_text("Owari, 2 games, begun ")
    expect(ended.first).to_contain_text("Match: our side 0, their side 2, stones ")
    ended.first.get_by_role("link").click()
    page.get_by_text("Game 2: ").wait_for()


@pytest.mark.nightly
def test_the_forms_cut_no_choice_on_a_phone_and_say_beside_the_button_what_is_missing(
    page: Page, server: ServerProcess
) -> None:
    page.set_viewport_size(viewport("phone"))
    for path in ("play", "relay"):
        page.goto(f"{server.address}{path}")
        page.locator("summary:has-text('More settings')").click()
        for game in ("othello", "owari"):
            page.get_by_label("Game", exact=True).select_option(game)
            assert cut_choices(page) == []
    begin = page.get_by_role("button", name="Begin the relay")
    begin.click()
    missing = page.get_by_role("alert").get_by_text("Choose who moves first.")
    for part in (missing, page.get_by_label("They do"), begin):
        expect(part).to_be_in_viewport(ratio=1)
    page.get_by_label("They do").check()
    expect(missing).to_be_hidden()
    begin.click()
    page.wait_for_url(re.compile("/relay/relay-"))


def cut_choices(page: Page) -> list[str]:
    """What the lists of the page cannot show whole, but for names of files and people."""
    found: list[str] = page.evaluate(
        """() => {
            const pen = document.createElement("canvas").getContext("2d");
            return [...document.querySelectorAll("select")].filter((list) => list.offsetParent)
                .flatMap((list) => {
                    const style = getComputedStyle(list);
                    const arrow = 20;
                    const room = list.clientWidth - arrow
                        - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
                    pen.font = style.font;
                    return [...list.options].map((option) => option.textContent)
                        .filter((text) => pen.measureText(text).width > room);
                });
        }"""
    )
    return found
