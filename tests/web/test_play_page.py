"""The page "Play" in a real browser, on a real server."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from owari.games.game import Side
from owari.records.pgn import read_games
from owari.records.record import GameRecord, Termination
from tests.support.browser import ServerProcess, all_in_sight, check_page, expect, viewport
from tests.support.command import run
from tests.support.table_client import client, connected

if TYPE_CHECKING:
    from playwright.sync_api import Page

LEGAL = "[data-cell] button:visible"


def begin(page: Page, server: ServerProcess, **fields: str) -> None:
    """Fills in the form for a new game, and begins it."""
    page.goto(f"{server.address}play")
    page.wait_for_selector("form")
    if {"pits", "your_name", "opponent_name"} & {*fields}:
        page.click("text=More settings")
    for name, word in fields.items():
        choose(page, name.replace("_", "-"), word)
    page.click("text=Begin the game")
    page.wait_for_selector(".play-status .whose-turn")


def sit_down(page: Page, server: ServerProcess, game: str = "owari", **fields: object) -> None:
    """Opens the table of a new game, by default between two people."""
    seats = {"first": "south", "south": "human", "north": "human"}
    asked = {"kind": "play", "game": game, **seats, **fields}
    answer = connected(server.address).post("api/tables", json=asked)
    page.goto(f"{server.address}play/{answer.raise_for_status().json()['id']}")
    page.wait_for_selector(".play-status .whose-turn")


def choose(page: Page, name: str, word: str) -> None:
    """Sets a field, whatever its kind."""
    field = page.locator(f"#{name}, input[name='{name}'][value='{word}']")
    match field.evaluate("field => field.tagName === 'SELECT' ? 'select' : field.type"):
        case "select":
            field.select_option(word)
        case "radio":
            field.check()
        case _:
            field.fill(word)


def kept(page: Page, server: ServerProcess) -> GameRecord:
    """The game of the page as its file has it."""
    name = page.url.rpartition("/")[2]
    text = (server.folder / "user" / "games" / f"{name}.pgn").read_text("utf-8")
    (record,) = read_games(text)
    return record


def await_turn(page: Page, words: str) -> None:
    """Waits until the page says whose turn it is."""
    expect(page.locator(".whose-turn")).to_have_text(words)


def play_to_the_end(page: Page) -> None:
    """Plays the last legal move each time; the bot answers until the game is over."""
    while (
        page.wait_for_selector(".result:visible, " + LEGAL).evaluate("it => it.tagName") == "BUTTON"
    ):
        moves = page.locator(".play-moves .move").count()
        page.locator(LEGAL).last.click()
        page.wait_for_function(
            "known => document.querySelectorAll('.play-moves .move').length > known + 1"
            " || document.querySelector('.is-over')",
            arg=moves,
        )


@pytest.mark.nightly
def test_a_whole_game_with_its_analysis(page: Page, server: ServerProcess) -> None:
    asked: list[str] = []
    page.on("request", lambda sent: asked.append(sent.url) if "values=1" in sent.url else None)
    begin(page, server, game="owari", pits="3", stones="2", opponent="first")
    beside = page.locator(".play-game .evaluation-bar")
    expect(beside).to_be_hidden()  # only for who asks
    asks = page.locator(".play-actions").get_by_role("button", name="Evaluation bar")
    expect(asks).to_have_attribute("aria-pressed", "false")
    assert not asked
    asks.click()
    expect(beside).to_have_attribute(
        "aria-label", re.compile(r"^Evaluation: (\+\d+ for (you|first)|0, even)$")
    )
    assert asked
    asks.click()
    expect(beside).to_be_hidden()
    asks.click()
    told = page.locator(".play-actions").get_by_role("button", name="What is each pit worth?")
    told.click()
    expect(page.locator("[data-cell] .spot-note span").first).to_be_visible()
    worths = page.locator(".play-game [data-cell] .spot-note span").all_inner_texts()
    margin = abs(max(int(worth.replace("\u2212", "-")) for worth in worths if worth))
    expect(beside).to_have_attribute("aria-label", re.compile(rf"\b{margin}\b"))
    play_to_the_end(page)
    record = kept(page, server)
    assert record.ending.termination is Termination.NORMAL
    score = f"Final score: South {record.ending.score.south}, North {record.ending.score.north}."
    expect(page.locator(".result")).to_contain_text(score)
    # The board had the focus until now.
    expect(page.locator(":focus")).to_contain_text(score)
    page.wait_for_selector(".aftermath .note >> text=/given away/")
    expect(page.locator(".curve")).to_have_count(1)
    expect(page.locator(".aftermath .move")).to_have_count(len(record.plies))
    bar = page.locator(".aftermath .evaluation-bar")
    expect(bar).to_be_hidden()
    page.locator(".aftermath").get_by_role("button", name="Evaluation bar").click()
    expect(bar).to_have_attribute("aria-label", re.compile(r"^Evaluation: (~?\+\d+ for|~?0, even)"))
    check_page(page)
    first = page.url
    again = page.get_by_role("button", name=re.compile("Play it again from ply"))
    if again.is_visible():
        ply = int(re.search(r"ply (\d+)", again.inner_text())[1])
        again.click()
        expect(page.locator(".aftermath")).to_be_hidden()
        page.wait_for_url(lambda url: url != first)
        expect(page.locator(".play-status .whose-turn")).to_be_visible()
        assert str(kept(page, server).start) == str([*record.positions()][ply - 1])
        expect(page.locator(".origin")).to_contain_text(f"From before ply {ply} of")
        page.goto(first)
    lost = page.locator(".aftermath .move:has(.badge)").first
    lost.click()
    ply = int(lost.get_attribute("data-ply") or 0)
    page.get_by_role("button", name=f"Play on from before ply {ply}", exact=True).click()
    expect(page.locator(".aftermath")).to_be_hidden()
    assert str(kept(page, server).start) == str([*record.positions()][ply - 1])
    side = "South" if record.plies[ply - 1].side is Side.SOUTH else "North"
    expect(page.locator(".origin")).to_have_text(
        re.compile(rf"^From before ply {ply} of .+ \u2013 .+, where {side} \(.+\) sows \w+\.$")
    )
    page.reload()
    page.locator(".origin a").click()
    page.wait_for_selector(".aftermath .note >> text=/given away/")
    assert page.url == first


@pytest.mark.nightly
@pytest.mark.parametrize("height", [664, 844])
def test_what_is_said_of_a_ply_is_in_sight_for_who_goes_to_it_from_the_verdict(
    page: Page, server: ServerProcess, height: int
) -> None:
    page.set_viewport_size({"width": 390, "height": height})
    begin(page, server, game="owari", pits="3", stones="2", opponent="first")
    play_to_the_end(page)
    shows = page.get_by_role("button", name=re.compile(r"Show ply \d+")).first
    shows.evaluate("button => button.scrollIntoView({block: 'end'})")
    shows.click()
    below, above, end = page.evaluate(
        """() => {
            const boxes = [".viewer-board", ".controls", ".said"].map(
                (name) => document.querySelector(`.aftermath ${name}`).getBoundingClientRect());
            return [Math.max(boxes[0].bottom, boxes[1].bottom), boxes[2].top, boxes[2].bottom];
        }"""
    )
    assert below <= above
    assert end <= height
    if height < 700:
        return  # so low a window has no room for the buttons too
    # The buttons stay whole below the board while the page is scrolled.
    page.mouse.wheel(0, 400)
    page.wait_for_timeout(300)
    top, bottom = page.locator(".aftermath .controls").evaluate(
        "it => [it.getBoundingClientRect().top, it.getBoundingClientRect().bottom]"
    )
    assert page.evaluate("scrollY") > 0
    assert 0 <= top < bottom <= 844


@pytest.mark.nightly
@pytest.mark.slow
def test_the_form_and_the_table_fit_every_screen(page: Page, server: ServerProcess) -> None:
    page.goto(f"{server.address}play")
    page.click("text=More settings")
    check_page(page)
    sit_down(page, server, "kalah:12x24")
    page.click("text=Hint")
    page.wait_for_selector(".sayings .is-hint")
    check_page(page)


def test_a_game_begins_on_the_board_of_the_start_page(page: Page, server: ServerProcess) -> None:
    page.goto(f"{server.address}play")
    board = page.locator(".first-board")
    expect(board.locator("[data-cell].is-offered")).to_have_count(6)
    page.get_by_label("The opponent", exact=True).check()
    expect(board.locator("[data-cell].is-offered")).to_have_count(0)
    page.get_by_label("You", exact=True).check()
    page.get_by_label("Game", exact=True).select_option("othello")
    expect(board.locator("[data-cell].is-offered")).to_have_count(4)
    page.get_by_label("Opponent", exact=True).select_option("easy")
    board.locator("[data-cell].is-offered button").first.click()
    expect(page.get_by_role("heading", name="You against Easy engine")).to_be_visible()
    expect(page.locator(".move").first).to_be_visible()
    expect(page.locator(".table-clocks")).to_contain_text("Easy engine")
    # The whole table lies above the fold.
    await_turn(page, "Your move")
    assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0
    game = kept(page, server)
    assert str(game.game.format_move(game.plies[0].move)) == "d3"


@pytest.mark.nightly
def test_who_plays_on_meets_the_same_engine(page: Page, server: ServerProcess) -> None:
    begin(page, server, game="owari", pits="3", stones="2", opponent="easy")
    play_to_the_end(page)
    first = page.url
    page.locator(".aftermath .move").first.click()
    page.get_by_role("button", name="Play on from here", exact=True).click()
    page.wait_for_url(lambda url: url != first)
    expect(page.locator("h1")).to_have_text("Easy engine against You")  # who is to move plays on


def test_what_six_pits_are_worth_is_read_whole(page: Page, server: ServerProcess) -> None:
    sit_down(page, server, "kalah:6x1", north="greedy")
    page.click("text=What is each pit worth?")
    told = page.locator(".sayings:has(.is-hint)")
    expect(told).to_contain_text(re.compile("pit 0: .*pit 5: |pit 5: .*pit 0: "))
    assert told.evaluate("it => it.scrollHeight - it.clientHeight") <= 0


def test_hints_values_and_undo(page: Page, server: ServerProcess) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    sit_down(page, server, "kalah:3x2", north="greedy")
    hint = page.get_by_role("button", name="Hint", exact=True)
    place = hint.bounding_box()
    hint.click()
    page.wait_for_selector(".sayings .is-hint >> text=/The best move is pit/")
    assert hint.bounding_box() == place  # it stays below the finger, whatever is said
    assert all_in_sight(page, ".play-actions button, .whose-turn")
    expect(page.locator("[data-cell].is-hint")).to_have_count(1)
    page.click("text=What is each pit worth?")
    expect(page.locator("[data-cell='0']")).to_have_text(re.compile(r"[\u2212+]\d"))
    before = kept(page, server)
    assert before.plies == ()
    page.locator(LEGAL).first.click()
    page.wait_for_selector(".move")
    await_turn(page, "Your move")
    times = re.compile(r"You \d:\d\d\s*greedy \d:\d\d")
    expect(page.locator(".table-clocks")).to_have_text(times)
    expect(page.locator(".move-head")).to_contain_text("South · You")
    expect(page.locator(".sayings")).to_contain_text("North (greedy) plays")
    assert hint.bounding_box() == place
    assert kept(page, server).plies
    page.click("text=Undo")
    page.wait_for_selector(".sayings >> text=/Taken back/")
    assert hint.bounding_box() == place
    expect(page.locator(".move")).to_have_count(0)
    assert kept(page, server).plies == ()


@pytest.mark.nightly
def test_stones_sound_only_when_somebody_has_switched_that_on(
    page: Page, server: ServerProcess
) -> None:
    page.add_init_script(
        """window.knocks = 0;
        const {createOscillator} = AudioContext.prototype;
        AudioContext.prototype.createOscillator = function () {
            window.knocks += 1;
            return createOscillator.call(this);
        };"""
    )
    page.emulate_media(reduced_motion="no-preference")
    sit_down(page, server)
    page.locator("[data-cell='2'] button").click()
    await_turn(page, "North to move")
    expect(page.locator("[data-cell='5'] .count")).to_have_text("4")
    assert page.evaluate("window.knocks") == 0
    sound = page.get_by_role("button", name="Sound")
    expect(sound).to_have_attribute("aria-pressed", "false")
    sound.click()
    expect(sound).to_have_attribute("aria-pressed", "true")
    page.reload()
    expect(sound).to_have_attribute("aria-pressed", "true")
    page.locator("[data-cell='8'] button").click()
    page.wait_for_function("() => window.knocks > 1")


FRAMES = """() => {
    window.frames_seen = [];
    const texts = (selector) => [...document.querySelectorAll(selector)]
        .filter((each) => each.checkVisibility()).map((each) => each.innerText).join();
    const look = () => {
        const board = texts(".board .is-to-move .seat-name");
        const frame = [board, texts(".whose-turn"), texts(".runs .clock-name"), texts(".ending")];
        const last = JSON.stringify(window.frames_seen.at(-1));
        if (last !== JSON.stringify(frame)) window.frames_seen.push(frame);
        requestAnimationFrame(look);
    };
    look();
}"""
"""Notes in each frame whose turn the board says, the words, the clock, and how the game ended."""


@pytest.mark.nightly
def test_the_words_and_the_clock_say_the_moment_that_the_board_shows(
    page: Page, server: ServerProcess
) -> None:
    page.emulate_media(reduced_motion="no-preference")
    two_turns = "0,0,0,0,2,1,15,0,0,1,0,1,0,16 S"
    sit_down(page, server, position=two_turns, north="first")
    page.evaluate(FRAMES)
    page.locator("[data-cell='4'] button").click()
    page.wait_for_selector("[data-cell='5'] button:visible")
    page.locator("[data-cell='5'] button").click()
    expect(page.locator(".result")).to_be_visible()
    ending = page.locator(".ending").first.inner_text()
    seen = [tuple(frame) for frame in page.evaluate("window.frames_seen")]
    assert {*seen} <= {
        ("You", "Your move", "You", ""),
        ("You", "You move", "You", ""),
        ("first", "first thinks", "first", ""),
        ("first", "first moves", "first", ""),
        ("", "", "", ending),
    }
    assert ("You", "You move", "You", "") in seen


def test_the_plan_of_the_engine_is_told_when_asked(page: Page, server: ServerProcess) -> None:
    sit_down(page, server, south="engine", depth=3)
    plan = page.locator(".plan")
    expect(plan).to_be_visible()
    expect(page.locator(".sayings")).not_to_contain_text("expects")
    told = plan.get_by_text(re.compile(r"expects \d+, line .*, depth 3"))
    expect(told).to_be_hidden()
    expect(page.get_by_label("Plies that the engine looks ahead")).to_have_value("3")
    plan.get_by_text("What the engine expects").click()
    expect(told).to_be_visible()


@pytest.mark.nightly
def test_a_resignation_is_asked_for_once_and_can_be_taken_back(
    page: Page, server: ServerProcess
) -> None:
    begin(page, server, opponent="human", your_name="Ann", opponent_name="Bo")
    expect(page.locator("h1")).to_have_text("Ann against Bo")
    page.locator(LEGAL).first.click()
    await_turn(page, "Bo to move")
    page.click("text=Resign")
    page.click("dialog >> text=Play on")
    assert kept(page, server).ending.termination is Termination.UNFINISHED
    page.click("text=Resign")
    page.locator("dialog").get_by_role("button", name="Resign").click()
    expect(page.locator(".result")).to_contain_text("The game is over: North (Bo) resigned.")
    assert kept(page, server).ending.result.winner is Side.SOUTH
    page.click("text=Take the last move back")
    await_turn(page, "Bo to move")
    assert kept(page, server).ending.termination is Termination.UNFINISHED


LAST_MOVE = "0,0,0,0,0,1,17,0,0,1,0,0,0,17 S"


@pytest.mark.nightly
def test_a_game_that_is_over_can_be_shown_to_others(
    page: Page, new_page: Callable[[], Page], server: ServerProcess
) -> None:
    sit_down(page, server, position=LAST_MOVE, north="engine")
    table = page.url.rpartition("/")[2]
    with connected(server.address) as owner:
        assert owner.get(f"api/tables/{table}/share").status_code == 404  # it is not over
    page.locator(LEGAL).first.click()
    page.get_by_role("button", name="Share this game").click()
    field = page.get_by_label("Address of this game")
    expect(field).to_have_value(re.compile("#game=1&ply=1$"))
    address = field.input_value()
    expect(page.locator(".shared")).to_contain_text(re.compile("^Copied. Whoever opens .+machine"))
    page.get_by_role("button", name="First position").click()
    expect(field).to_have_value(address.replace("ply=1", "ply=0"))
    check_page(page)
    other = new_page()
    other.context.clear_cookies()
    other.goto(address)
    expect(other.locator(".said .deed")).to_contain_text("sows 5")
    expect(other.locator("main :is(h1, h2)")).to_have_text("A person \u2013 Medium engine")
    assert other.title() == "A person \u2013 Medium engine \u2013 Owari"
    other.get_by_role("button", name="First position").click()
    other.wait_for_url(address.replace("ply=1", "ply=0"))
    check_page(other)
    with client(base_url=server.address) as stranger:
        path = address.removeprefix(server.address).partition("#")[0]
        assert stranger.get(path).status_code == 200
        assert stranger.get(path[:-1] + ("A" if path[-1] != "A" else "B")).status_code == 404
        assert stranger.get(f"api/tables/{table}").status_code == 403
    page.click("text=Take the last move back")
    await_turn(page, "Your move")
    assert client().get(address).status_code == 404


@pytest.mark.nightly
def test_who_looks_at_a_game_sees_which_one_it_goes_on_from(
    page: Page, new_page: Callable[[], Page], server: ServerProcess
) -> None:
    text, address = "before ply 7 of Ann \u2013 Ben", "/watch/0#game=17&ply=6"
    sit_down(page, server, position=LAST_MOVE, origin=text, origin_address=address)
    assert kept(page, server).origin == f"{text} <{address}>"
    page.locator(LEGAL).first.click()
    page.get_by_role("button", name="Share this game").click()
    shared = page.get_by_label("Address of this game").input_value()
    another_device, stranger = new_page(), new_page()
    stranger.context.clear_cookies()
    for viewer, place in ((another_device, page.url), (stranger, shared)):
        viewer.goto(place)
        origin = viewer.locator(".origin:visible")
        expect(origin).to_have_text(f"From {text}.")
        expect(origin.locator("a")).to_have_attribute("href", address)
    sit_down(page, server, origin=text, origin_address="//elsewhere.example/")
    expect(page.locator(".origin")).to_contain_text(text)
    expect(page.locator(".origin a")).to_have_count(0)


@pytest.mark.nightly
def test_a_phone_held_sideways_shows_the_whole_board(page: Page, server: ServerProcess) -> None:
    page.set_viewport_size(viewport("sideways"))
    for game in ("owari", "othello"):
        sit_down(page, server, game)
        assert all_in_sight(page, ".play-board [data-cell]")
    sit_down(page, server, position=LAST_MOVE)
    page.locator(LEGAL).first.click()
    page.get_by_role("button", name="Share this game").click()
    page.goto(page.get_by_label("Address of this game").input_value())
    page.wait_for_selector(".viewer [data-cell]")
    assert all_in_sight(page, ".viewer [data-cell], .viewer .steps button")


def test_a_game_by_keys_and_touch_seen_from_north(page: Page, server: ServerProcess) -> None:
    sit_down(page, server, south="first", first="north")
    first, last = (page.locator(f"[data-cell='{pit}']").bounding_box() for pit in (0, 7))
    assert first
    assert last
    assert last["y"] > first["y"]  # North's pits are below
    page.click("text=Turn the board")
    page.wait_for_selector(LEGAL)
    page.locator(LEGAL).first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".move")).to_have_count(2)
    page.set_viewport_size(viewport("phone"))
    page.locator(LEGAL).first.tap()
    expect(page.locator(".move")).to_have_count(4)
    assert [ply.side for ply in kept(page, server).plies] == [Side.NORTH, Side.SOUTH] * 2


def test_the_pie_rule_is_a_button(page: Page, server: ServerProcess) -> None:
    sit_down(page, server, "manchester")
    page.locator(LEGAL).first.click()
    page.click("text=Play: swap")
    page.wait_for_selector(".sayings >> text=/swaps/")
    assert str(kept(page, server).plies[1].move) == "swap"


@pytest.mark.nightly
def test_an_earlier_position_is_looked_at_and_left_again(page: Page, server: ServerProcess) -> None:
    sit_down(page, server, "othello:4")
    for count in range(1, 4):
        page.locator(LEGAL).first.click()
        expect(page.locator(".move")).to_have_count(count)
        page.wait_for_selector(LEGAL)
    page.locator(".move").first.click()
    await_turn(page, "The board after ply 1")
    expect(page.locator(LEGAL)).to_have_count(0)
    page.click("text=Back to the game")
    page.wait_for_selector(LEGAL)
    await_turn(page, "North to move")


def test_a_second_device_a_killed_server_and_the_terminal_go_on_with_the_game(
    page: Page,
    new_page: Callable[[], Page],
    complaints: list[str],
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    with ServerProcess(tmp_path_factory.mktemp("killed")) as server:
        sit_down(page, server)
        second = new_page()
        second.goto(page.url)
        page.locator("[data-cell='2'] button").click()
        second.wait_for_selector(".move >> text=S2")
        second.close()
        server.kill()
        page.wait_for_selector("text=/No connection/")
        expect(page.locator(".table-clocks .runs")).to_have_count(0)
        expect(page.locator(".sayings")).not_to_be_empty()
        page.locator(LEGAL).first.click()
        page.wait_for_selector("[role=alert] >> text=/does not answer/")
        expect(page.locator(".sayings")).to_be_empty()
        name = page.url.rpartition("/")[2]
        file = server.folder / "user" / "games" / f"{name}.pgn"
        run("play", "--load", file, typed="8\nquit\n")
        server.start()
        page.wait_for_selector("text=/No connection/", state="hidden")
        expect(page.get_by_text("does not answer")).to_be_hidden()
        expect(page.locator(".table-clocks .runs")).to_have_count(1)
        page.wait_for_selector(".move >> text=N8")
        page.locator("[data-cell='3'] button").click()
        page.wait_for_selector(".move >> text=S3")
        assert [ply.move.cell for ply in kept(page, server).plies] == [2, 8, 3]
        page.close()
        complaints.clear()  # the browser reports the server that went away


@pytest.mark.nightly
def test_a_wrong_start_position_is_refused_in_a_sentence(page: Page, server: ServerProcess) -> None:
    page.goto(f"{server.address}play")
    page.click("text=More settings")
    page.fill("#position", "1,2,3 S")
    page.click("text=Begin the game")
    expect(page.locator("[role=alert]:visible")).to_contain_text("position")
    expect(page.get_by_role("button", name="Begin the game")).to_be_enabled()
    page.fill("#position", "0,0,0,0,0,2,17,0,0,0,0,0,1,16 S")
    page.click("text=Begin the game")
    page.wait_for_selector(LEGAL)


@pytest.mark.nightly
def test_a_table_that_goes_while_its_page_is_open_says_so(
    page: Page, server: ServerProcess, complaints: list[str]
) -> None:
    sit_down(page, server)
    page.locator(LEGAL).first.click()
    page.wait_for_selector(".move")
    name = page.url.rpartition("/")[2]
    (server.folder / "user" / "games" / f"{name}.pgn").unlink()
    page.locator(LEGAL).first.click()
    page.wait_for_selector("[role=alert] >> text=/There is no such table/")
    page.wait_for_selector(LEGAL, state="detached")
    expect(page.get_by_text("No connection")).to_be_hidden()
    answer = page.reload()
    assert answer is not None
    assert answer.status == 404
    page.get_by_role("heading", name="There is no such table").wait_for()
    complaints.clear()  # the browser itself reports each 404


@pytest.mark.nightly
def test_an_unfinished_game_is_listed(page: Page, server: ServerProcess) -> None:
    sit_down(page, server, south_name="Cleo", north_name="Dan")
    page.locator(LEGAL).first.click()
    page.wait_for_selector(".move")
    page.goto(f"{server.address}play")
    page.click("text=/Cleo against Dan/")
    await_turn(page, "Dan to move")


def test_the_analysis_is_for_games_that_are_over(server: ServerProcess) -> None:
    with connected(server.address) as client:
        asked = {"kind": "play", "game": "owari", "first": "south", "south": "human"}
        table = client.post("/api/tables", json={**asked, "north": "human"}).json()
        answer = client.get(f"/api/tables/{table['id']}/games/1/review")
    assert answer.status_code == 409
    assert re.search("not over", answer.json()["problem"])
