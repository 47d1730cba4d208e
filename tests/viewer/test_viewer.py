"""The viewer in a browser: a game is replayed by keys, mouse and touch."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from owari.analysis.review import Review, values_from_the_end
from owari.games.catalog import find_game
from owari.games.game import Side
from owari.records.pgn import read_game
from owari.records.record import Ending, GameRecord, Result, Termination
from owari.viewer.game_data import game_data
from owari.viewer.static_files import bundle, static_files
from tests.games.nim import NIM
from tests.support.browser import await_value, check_page, expect, first_row_cut, open_static
from tests.viewer.played_games import at_random, played

if TYPE_CHECKING:
    from playwright.sync_api import Page

STYLES = ("theme.css", "board.css", "viewer.css")
SCRIPT = """
import {createViewer} from "./viewer.js";
import {linkTo, onLink, readLink, writeLink} from "./permalink.js";
import {themeSwitch} from "./theme.js";

window.plies = [];
const game = JSON.parse(document.getElementById("data").textContent);
const onPly = (ply) => {
  window.plies.push(ply);
  writeLink({game: game.id, ply});
};
const viewer = createViewer(game, {speed: 4, ply: readLink()?.ply, onPly});
onLink((link) => link && viewer.goTo(link.ply));
document.getElementById("here").append(themeSwitch(), viewer.element);
Object.assign(window, {viewer, linkTo});
"""
TRYING = SCRIPT.replace("{speed: 4,", "{speed: 4, rules,").replace(
    "window.plies = [];",
    """window.plies = [];
const moves = [{cell: 2, name: "S2", position: "0,1,0,1,0,0,0,0 S"}];
const look = async (game, position, values) => ({
  cells: [0, 1, 1, 0, 0, 0, 0, 0], turn: "south", over: false, ending: "", moves,
  ...(values && {worth: {}, standing: {margin: 3, exact: true}}),
});
const rules = {mayChange: true, look};""",
)
PLACES = """() => [...document.querySelectorAll(".steps button, .branch .row:first-child button")]
    .map((each) => [each.innerText, each.offsetLeft, each.offsetTop, each.offsetWidth])"""
"""Where the buttons stand on the page."""
KALAH = """[South "<b>South</b>"]
[North "N"]
[Game "kalah:2x1"]
[Result "1-0"]
[Score "3-1"]

1. S1-0 {depth 3, value +2 estimated, 0.120 s; <img src=x onerror=alert(1)> | value +4 exact, 70 s}
1-0
"""
ENDED = """[South "A"]
[North "B"]
[Game "owari:2x1"]
[Position "1,1,0,0,1,0 S"]
[Result "1-0"]
[Score "2-1"]

1. S1 N4 1-0
"""
OWARI = """[South "Anna"]
[North "Rocket"]
[Game "owari:3x2"]
[Result "*"]
[Event "Evening"]

1. S0 {value +1 estimated, 0.120 s} N4 {value +0 estimated, 1.5 s; a "good" one}
2. S1 {value -1 exact} N6 {value +1 exact} *
"""


def show(page: Page, game: dict[str, Any], script: str = SCRIPT) -> None:
    """Opens a page with the game."""
    data = json.dumps(game).replace("<", "\\u003c")
    body = f'<h1>A game</h1><div id="here"></div><script type="application/json" id="data">{data}'
    open_static(page, script, f"{body}</script>", STYLES)


def reviewed(record: GameRecord) -> dict[str, Any]:
    review = Review(record, dict(values_from_the_end(record, seconds=0.2)))
    return game_data(record, id="17", review=review)


def heard(page: Page, text: str) -> None:
    """Waits until the live region says this."""
    expect(page.locator("[role=status]")).to_contain_text(text)


def await_curve(page: Page) -> None:
    """Waits until the curve is drawn for the width that it has."""
    shown = "document.querySelector('.curve')"
    drawn = f"{shown}.viewBox.baseVal.width === Math.round({shown}.getBoundingClientRect().width)"
    await_value(page, drawn, True)


def test_keys_step_through_a_game(page: Page) -> None:
    show(page, game_data(read_game(OWARI), id="17"))
    deed = page.locator(".said .deed")
    expect(deed).to_have_text("The start position")
    page.keyboard.press("ArrowLeft")
    for key, plies in (("ArrowRight", 1), ("End", 4), ("ArrowLeft", 3), ("Home", 0)):
        page.keyboard.press(key)
        await_value(page, "plies.at(-1)", plies)
        expect(page.locator(".place")).to_have_text(f"{plies} / 4")
    assert page.evaluate("plies") == [1, 4, 3, 0]
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(deed).to_have_text("2. North (Rocket) sows 4")
    expect(page.locator(".row-number")).to_have_text(["1.", "3."])
    expect(page.locator(".move-head")).to_contain_text("North · Rocket")
    assert page.inner_text(".said").splitlines()[-1] == 'a "good" one'
    heard(page, 'Ply 2: North (Rocket) sows 4. 0 to 0. Comment: a "good" one')
    page.keyboard.press("Space")
    heard(page, "Ply 4: North (Rocket) sows 6. 1 to 1. The game is unfinished.")
    page.get_by_role("button", name="Play").wait_for()
    # The field that has the focus keeps its keys.
    page.get_by_label("Speed").focus()
    page.keyboard.press("Home")
    expect(page.get_by_label("Speed")).to_have_value("0.5")
    assert page.evaluate("plies.at(-1)") == 4


def test_the_legend_says_which_line_lies_on_another(page: Page) -> None:
    game = reviewed(read_game(OWARI))
    nothing = {"kind": "exact", "number": 0}
    game["standing"] = nothing
    for number, ply in enumerate(game["plies"]):
        ply["worth"] = nothing
        ply["value"] = {"kind": "exact", "number": number * (ply["side"] == "north")}
    show(page, game)
    keys = page.locator(".legend .key")
    expect(keys.filter(has_text="(South) expects")).to_contain_text(": the same as analysis")
    expect(keys.filter(has_text="(North) expects")).not_to_contain_text("the same")
    assert page.locator(".curve .cursor").evaluate("it => getComputedStyle(it).opacity") < "0.5"


@pytest.mark.nightly
def test_mouse_and_touch_step_through_a_game(page: Page) -> None:
    game = reviewed(read_game(OWARI))
    show(page, game)
    page.get_by_role("button", name="One ply on").click()
    page.locator(".move", has_text="N6").click()
    page.get_by_role("button", name="First position").tap()
    await_value(page, "plies", [1, 4, 0])
    page.locator(".move", has_text="S1").tap()
    await_value(page, "plies", [1, 4, 0, 3])
    page.get_by_label("Ply", exact=True).fill("2")
    page.get_by_role("button", name="Last position").click()
    curve = page.locator(".curve")
    await_curve(page)
    box = curve.bounding_box()
    assert box
    curve.click(position={"x": box["width"] / 2 - 12, "y": 60})
    curve.tap(position={"x": box["width"] - 2, "y": 60})
    await_value(page, "plies", [1, 4, 0, 3, 2, 4, 2, 4])
    row = page.locator(".move", has_text="N6")
    expect(row).to_have_attribute("aria-current", "step")
    row.focus()
    page.keyboard.press("ArrowUp")
    await_value(page, "document.activeElement.dataset.ply", "2")
    page.keyboard.press("ArrowLeft")
    await_value(page, "document.activeElement.dataset.ply", "1")
    check_page(page)


def test_the_board_shows_each_position_and_turns_round(page: Page) -> None:
    game = game_data(read_game(OWARI), id="17")
    show(page, game)
    for ply, cells in enumerate(game["cells"]):
        page.evaluate("ply => viewer.goTo(ply)", ply)
        shown = page.locator(".board .count").all_inner_texts()
        assert sorted(map(int, shown)) == sorted(cells)
    seats = page.locator(".seat-name")
    expect(seats).to_have_text(["Rocket", "Anna"])
    page.get_by_role("button", name="Turn the board").click()
    expect(seats).to_have_text(["Anna", "Rocket"])


def test_no_mark_of_the_game_stands_on_a_position_that_was_tried(page: Page) -> None:
    rules = read_game(OWARI).game
    game = reviewed(played(rules, [1, 4, 2], start=rules.parse_position("0,1,1,0,2,0,0,0 S")))
    show(page, game, TRYING)
    page.get_by_role("button", name="Evaluation bar").click()
    page.get_by_role("button", name="One ply on").click()
    value, marked = page.locator(".bar-text"), page.locator(".move[aria-current]")
    place, deed = page.locator(".place"), page.locator(".said .deed")
    of_game = value.inner_text()
    assert of_game != "not known"
    page.get_by_role("button", name="Try other moves").click()
    page.locator("[data-cell='2'] button").click()
    expect(page.locator(".branch-said")).to_have_text("After ply 1: S2.")
    expect(page.locator(".spot.is-last")).to_have_attribute("data-cell", "2")
    expect(value).to_have_text("not known")
    expect(place).to_have_text("after 1")
    assert (marked.count(), deed.count()) == (0, 0)
    assert page.locator(".curve .cursor").get_attribute("visibility") == "hidden"
    page.get_by_role("button", name="What is each pit worth?").click()
    expect(value).to_have_text(f"+3 for {game['south']}")
    page.locator(".move").first.click()
    expect(place).to_have_text("1 / 3")
    expect(value).to_have_text(of_game)
    assert (marked.count(), deed.count()) == (1, 1)
    assert page.locator(".curve .cursor").get_attribute("visibility") == "visible"
    expect(page.locator(".branch-said")).to_be_empty()


@pytest.mark.nightly
def test_steps_walk_along_the_moves_that_were_tried(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    rules = read_game(OWARI).game
    game = reviewed(played(rules, [1, 4, 2], start=rules.parse_position("0,1,1,0,2,0,0,0 S")))
    show(page, game, TRYING)
    on = page.get_by_role("button", name="One ply on")
    back = page.get_by_role("button", name="One ply back")
    said, place = page.locator(".branch-said"), page.locator(".place")
    now, offered = said.locator("[aria-current]"), page.locator("[data-cell='2'] button")
    on.click()
    places = page.evaluate(PLACES)
    page.get_by_role("button", name="What is each pit worth?").click()
    for count in (1, 2):
        offered.click()
        expect(said).to_have_text(f"After ply 1:{' S2' * count}.")
        expect(said.locator("span").nth(count - 1)).to_have_attribute("aria-current", "step")
    assert page.evaluate(PLACES) == places
    leave = page.get_by_role("button", name="Back to the game")
    expect(leave).to_be_in_viewport(ratio=1)
    expect(on).to_have_attribute("aria-disabled", "true")
    leave.focus()  # a pit that has the focus keeps the arrows
    page.keyboard.press("ArrowRight")
    expect(place).to_have_text("after 1")
    page.keyboard.press("ArrowLeft")
    expect(said.locator("span").first).to_have_attribute("aria-current", "step")
    back.click()
    expect(place).to_have_text("1 / 3")
    expect(now).to_have_count(0)
    expect(said).to_have_text("After ply 1: S2 S2.")
    on.click()
    expect(place).to_have_text("after 1")
    check_page(page)
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("plies") == [1]
    leave.click()
    expect(place).to_have_text("1 / 3")
    expect(said).to_be_empty()
    back.click()
    assert page.evaluate("plies") == [1, 0]


@pytest.mark.nightly
def test_a_finger_has_to_drag_the_slider_and_may_scroll_over_it(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 600})
    show(page, game_data(read_game(OWARI), id="17"))
    slider = page.locator(".scrubber")
    slider.scroll_into_view_if_needed()
    box = slider.bounding_box()
    assert box
    fingers = page.context.new_cdp_session(page)

    def touch(*way: tuple[float, float]) -> None:
        """Comes down in the middle of the slider, goes this way, and leaves."""
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        kinds = ("touchStart", *["touchMove"] * len(way))
        for kind, (right, down) in zip(kinds, ((0, 0), *way), strict=True):
            points = [{"x": x + right, "y": y + down}]
            fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    touch()
    expect(slider).to_have_value("0")
    touch((20, 0), (box["width"] / 4, 2))
    await_value(page, "plies", [2, 3])
    touch((0, -20), (2, -60), (2, -120))
    page.wait_for_function("scrollY > 0")
    expect(slider).to_have_value("3")
    assert page.evaluate("plies") == [2, 3]


def test_play_begins_again_after_the_end_and_pauses(page: Page) -> None:
    page.emulate_media(reduced_motion="no-preference")
    page.clock.install(time=0)
    page.clock.pause_at(1000)
    show(page, game_data(read_game(OWARI), id="17"))
    page.keyboard.press("End")
    page.keyboard.press("Space")
    await_value(page, "plies", [4, 0, 1])
    while page.evaluate("plies.at(-1)") == 1:
        page.clock.run_for(50)
    so_far = [4, 0, 1, 2]
    page.get_by_role("button", name="Pause").click()
    page.clock.run_for(5000)
    assert page.evaluate("plies") == so_far
    page.evaluate("viewer.dispose()")
    page.keyboard.press("End")
    assert page.evaluate("plies") == so_far
    expect(page.locator(".viewer")).to_have_count(0)


def test_the_turn_that_was_lost_on_time_is_a_bar_and_in_the_time_used(page: Page) -> None:
    tags = '[Game "kalah"]\n[LostTurn "5.500"]\n[Termination "timed out"]\n\n'
    record = read_game(f"{tags}1. S0 {{0.500 s}} N8 {{0.250 s}} 2. S2 {{0.500 s}} 0-1")
    show(page, game_data(record))
    page.keyboard.press("End")
    expect(page.locator(".clocks")).to_contain_text("South at least 6.000 s")
    assert page.locator(".times rect").count() == 4
    last = page.locator(".times rect title").last.text_content()
    assert last == "South forfeits in this turn: at least 5.500 s"
    page.keyboard.press("Home")
    expect(page.locator(".clocks")).to_contain_text("South 0.000 s")


def test_what_others_wrote_is_text(page: Page) -> None:
    show(page, game_data(read_game(KALAH), id="17"))
    assert page.locator("#here :is(b, img)").count() == 0
    page.keyboard.press("ArrowRight")
    expect(page.locator(".said .comment")).to_have_text("<img src=x onerror=alert(1)>")
    expect(page.locator(".said .deed")).to_have_text("1. South (<b>South</b>) sows 1")
    assert page.locator(".said").inner_text().count("depth 3, value +2 estimated, 0.120 s") == 1
    page.keyboard.press("End")
    expect(page.locator(".clocks")).to_contain_text("South 1:10")
    # A chain of extra turns is one turn in the list.
    assert page.locator(".turn").count() == 1
    assert page.locator(".turn .move-name").all_inner_texts() == ["S1", "S0"]


def test_the_curve_tells_proofs_from_estimates_and_marks_blunders(page: Page) -> None:
    rules = read_game(OWARI).game
    record = played(rules, [1, 4, 2], start=rules.parse_position("0,1,1,0,2,0,0,0 S"))
    game = reviewed(record)
    lost = [number for number, ply in enumerate(game["plies"], 1) if "loss" in ply]
    assert lost
    game["plies"][0]["worth"]["kind"] = "estimated"
    show(page, game)
    assert page.locator(".curve .blunder").count() == len(lost)
    assert page.locator(".move .badge.bad").count() == len(lost)
    dashed, solid = (
        page.locator(f".curve .is-analysis path{which}").get_attribute("d")
        for which in (".estimated", ":not(.estimated)")
    )
    assert dashed.count("M") == 1
    assert solid.count("M") >= 1
    page.evaluate("ply => viewer.goTo(ply)", lost[0])
    assert "Gave away" in page.locator(".said .note").inner_text()
    assert page.locator(".viewer-moves .note").inner_text().count("Stones given away") == 1
    turning = page.locator(".curve .blunder.turns")
    assert turning.count() == ("turning_point" in game)
    if "turning_point" in game:
        page.get_by_role("button", name=f"Show ply {game['turning_point']}").click()
        await_value(page, "plies.at(-1)", game["turning_point"])


@pytest.mark.nightly
def test_a_forfeit_is_marked_at_the_end_of_the_curve(page: Page) -> None:
    """The last move gave the win away to the side that then forfeits."""
    rules = find_game("owari:3x2")
    start = rules.parse_position("0,1,1,0,2,0,0,0 S")
    record = played(rules, [1, 4], start=start)
    values = dict(values_from_the_end(record, seconds=5))
    standing = Review(record, values).standing(Side.SOUTH)
    assert standing is not None
    for result, column in ((Result.NORTH, "is-first"), (Result.SOUTH, "is-second")):
        ending = Ending(result, record.final.score(), Termination.CRASHED, "it crashed.")
        ended = replace(record, ending=ending)
        game = game_data(ended, review=Review(ended, values))
        show(page, game)
        await_curve(page)
        assert page.locator(".curve .turns, .move .turns").count() == 0
        path = page.locator(".curve .is-analysis path:not(.estimated)").get_attribute("d") or ""
        last = path.split()[-1].removeprefix("L").split(",")
        cursor = page.locator(".curve .cursor")
        page.keyboard.press("End")
        assert float(last[0]) == float(cursor.get_attribute("x1") or "")
        cross = page.locator(".curve .decision path").last.get_attribute("d") or ""
        x, y = map(float, cross.split()[0].removeprefix("M").split(","))
        assert (x + 6, y + 6) == (float(last[0]), float(last[1]))
        said = f"{'South' if result is Result.NORTH else 'North'}'s forfeit decided the game"
        assert page.locator(f".move-end.{column}").inner_text() == f"{said}."
        assert page.locator(".legend .is-decision").inner_text() == said
        assert page.locator(".the-end").inner_text().endswith(f"{said}.")
        check_page(page)
        page.evaluate("viewer.dispose()")


def test_a_score_of_an_evaluation_looks_like_no_margin(page: Page) -> None:
    moves = ("S0", "N4", "S1", "N6")
    values = ("value +4 exact", "value +4 estimated", "value +39 score", "value -14.50 score")
    plies = [f"{move} {{{value}}}" for move, value in zip(moves, values, strict=True)]
    tags = '[South "A"]\n[North "B"]\n[Game "owari:3x2"]\n\n'
    show(page, game_data(read_game(tags + " ".join(plies) + " *")))
    shown = page.locator(".move-value").all_inner_texts()
    assert shown == ["+4", "~+4", "eval 39", "eval \u221214.50"]
    facts = []
    for number in range(1, 5):
        page.evaluate("ply => viewer.goTo(ply)", number)
        facts.append(page.locator(".said .number").inner_text())
    assert facts == ["value +4 exact", "value +4 estimated", *shown[2:]]
    assert page.locator(".legend .is-south, .legend .is-north").count() == 0


def test_the_score_so_far_is_that_of_the_rules(page: Page) -> None:
    names = ("owari:4x3", "kalah:3x4", "manchester", "othello:6", "free-othello:4")
    records = [at_random(find_game(name), list(range(7, 90, 3)), Side.NORTH) for name in names]
    script = 'import {courses} from "./game_values.js"; Object.assign(window, {courses});'
    open_static(page, script)
    found = page.evaluate("games => games.map(courses)", [game_data(each) for each in records])
    for record, lines in zip(records, found, strict=True):
        margins = [each.score().south - each.score().north for each in record.positions()]
        assert [point["margin"] for point in lines[0]["points"]] == margins
    # At the end each side keeps the stones in its row.
    (line,) = page.evaluate("courses", game_data(read_game(ENDED)))
    assert [point["margin"] for point in line["points"]] == [0, 1, 1]


def test_the_last_position_says_how_the_game_ended(page: Page) -> None:
    show(page, game_data(read_game(ENDED)))
    page.keyboard.press("End")
    ending = "The game is over. South keeps the 1 stone left. 2-1, A wins."
    expect(page.locator(".the-end")).to_have_text(ending)
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".the-end")).to_have_count(0)


def test_the_address_holds_the_position(page: Page) -> None:
    show(page, game_data(read_game(OWARI), id="17"))
    page.keyboard.press("End")
    page.wait_for_function("() => location.hash === '#game=17&ply=4'")
    page.evaluate("location.hash = linkTo({game: '17', ply: 2})")
    page.wait_for_function("() => plies.at(-1) === 2")
    page.reload()
    expect(page.locator(".place")).to_have_text("2 / 4")


def test_a_family_without_a_board_is_replayed_as_text(page: Page) -> None:
    show(page, game_data(played(NIM, [3, 1])))
    page.keyboard.press("End")
    expect(page.locator(".board")).to_contain_text("8 S")
    assert page.locator(".curve").count() == 0
    check_page(page)


def test_a_result_without_moves(page: Page) -> None:
    show(page, game_data(played(NIM, [])))
    assert "No moves are recorded." in page.locator(".viewer").inner_text()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    assert page.evaluate("plies") == []
    page.get_by_role("button", name="Play").wait_for()


@pytest.mark.nightly
def test_the_theme_is_chosen_and_kept(page: Page) -> None:
    show(page, game_data(read_game(OWARI), id="17"))
    colour = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(colour)
    page.get_by_label("Theme").select_option("Dark")
    dark = page.evaluate(colour)
    assert dark != light
    page.reload()
    await_value(page, colour, dark)
    page.get_by_label("Theme").select_option("System")
    await_value(page, colour, light)


def test_the_same_in_one_script(page: Page) -> None:
    modules = {**static_files(), "page.js": SCRIPT.encode()}
    show(page, game_data(read_game(OWARI), id="17"), bundle("page.js", modules))
    page.keyboard.press("End")
    expect(page.locator(".place")).to_have_text("4 / 4")


@pytest.mark.nightly
def test_the_board_stays_in_sight_while_moves_are_chosen(page: Page) -> None:
    record = at_random(find_game("owari"), [*range(40)], Side.SOUTH)
    show(page, game_data(record, id="17"))
    for width, height in ((390, 844), (360, 740), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        for move in (page.locator(".move").last, page.locator(".move").nth(20)):
            move.click()
            expect(move).to_have_attribute("aria-current", "step")
            expect(page.locator(".pits")).to_be_in_viewport(ratio=1)
            assert first_row_cut(page, ".move-rows > li") < 1
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
        page.locator(".curve").click(position={"x": 60, "y": 60})
        expect(page.locator(".pits")).to_be_in_viewport(ratio=1)


def test_a_time_of_minutes_is_that_of_the_clocks(page: Page) -> None:
    record = read_game('[Game "kalah"]\n\n1. S0 {65.700 s} N8 {0.250 s} *')
    show(page, game_data(record))
    page.keyboard.press("End")
    expect(page.locator(".clocks")).to_contain_text("South 1:05")
