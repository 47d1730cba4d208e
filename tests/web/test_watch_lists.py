"""The lists of a tournament in a browser: where their links lead, and what they call games."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any, TypeVar

import pytest

from owari.analysis.kept_values import KeptValues
from owari.games.game import Outcome
from owari.games.mancala import OWARI
from owari.records.record import Ending, GameRecord, Result, Termination
from owari.tournament.tournament_state import tournament_state
from owari.web.settings import ServedTournament
from tests.support.browser import ServerProcess, all_in_sight, await_value, check_page, expect
from tests.support.live_run import LiveRun, live_run, record
from tests.support.table_client import LONGEST, client
from tests.web.test_watch import BOTS, short_game

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
CUP = {"format": "knockout", "games-per-match": 2, "third-place": True}
T = TypeVar("T")
REASON = "wrote <b>7</b> where it had to move"


def due(run: LiveRun) -> list[tuple[int, GameRecord]]:
    """The games of the round in play, by number: the first by the alphabet wins one game of a match
    and draws the other."""
    state = tournament_state(run.store).with_next_round()
    run.store.rounds = list(state.progress.rounds)
    played, kind = run.store.numbers(), run.store.rules["game"]
    return [
        (game.number, record(game.south, game.north, kind, choice=-(game.south < game.north)))
        for game in state.scheduled
        if game.number not in played
    ]


def lost_by_a_fault(south: str, north: str) -> GameRecord:
    """A game that South loses by a fault."""
    ending = Ending(Result.NORTH, Outcome(3, 2), Termination.UNREADABLE, f"{south} {REASON}")
    return GameRecord(OWARI, OWARI.start(), south, north, (), ending)


def test_games_of_a_knockout_are_called_by_their_stage_in_all_lists(
    page: Page, tmp_path: Path
) -> None:
    with live_run(tmp_path / "cup.db", ("Ann", "Ben", "Cleo", "Dan"), **CUP) as run:
        for number, game in due(run):
            run.begin(number, game)
            run.end()
        last_round = dict(due(run))
        for slot, number in enumerate((5, 7)):
            run.begin(number, last_round[number], slot)
            run.play(2, slot)
        with ServerProcess(tmp_path, "cup.db") as server:
            page.goto(f"{server.address}watch")
            heads = page.locator(".live-board h3")
            expect(heads).to_have_text(["Game 5, Third place", "Game 7, Final"])
            last = page.get_by_role("heading", name="Last results").locator("..")
            coming = page.get_by_role("heading", name="Next").locator("..")
            expect(coming.locator("li")).to_contain_text(["Third place", "Final"])
            expect(last.locator("li")).to_contain_text(["Semi-final"] * 4)
            run.end(0)
            expect(last.locator("li").first).to_contain_text("Third place")
            page.get_by_role("link", name="All games").click()
            results = page.locator("table.games .cell-result")
            expect(results).to_have_text(
                [re.compile("Semi-final$")] * 4 + [re.compile("Third place$")]
            )
            page.get_by_label("Round").select_option("Third place")
            expect(results).to_have_count(1)
            page.locator("table.games").get_by_role("link", name="5").click()
            expect(page.locator(".viewer-head")).to_contain_text("Third place")
            expect(page.locator(".viewer-head")).to_contain_text("Game 1 of 2 of the match")
            page.goto("about:blank")


@pytest.mark.nightly
@pytest.mark.slow
def test_links_of_the_page_of_a_bot_lead_to_the_game_and_the_position(
    page: Page, tmp_path: Path
) -> None:
    game = short_game()
    loser, winner = game.north, game.south
    with live_run(tmp_path / "evening.db", (winner, loser)) as run:
        run.store.add(1, game)
        run.store.add(2, lost_by_a_fault(loser, winner))
    kept = KeptValues(ServedTournament(tmp_path / "evening.db").values, 0.05)
    review = kept.judge(game, lambda: None)
    assert review
    with ServerProcess(tmp_path, "evening.db") as server:
        for bot in (loser, winner):
            page.goto(f"{server.address}watch")
            page.locator("table.standings").get_by_role("link", name=bot).click()
            expect(page.locator("h1")).to_have_text(bot)
            own = page.url
            expect(page.locator(".bot-page")).to_contain_text("1 of 2 games was looked at.")
            links = page.locator(".notable a")
            for text in links.all_inner_texts():
                ply = re.search(r"ply (\d+)", text)
                assert ply
                page.get_by_role("link", name=text).click()
                expect(page.locator(".viewer .said .deed")).to_have_text(
                    re.compile(rf"^{ply[1]}\. ")
                )
                page.get_by_role("link", name=f"Back to {bot}").click()
                page.wait_for_url(own)
        # The list on that page keeps its filter.
        page.get_by_label("Result").select_option("won")
        page.wait_for_url(re.compile("result=won"))
        filtered = page.url
        page.locator("table.games").get_by_role("link", name="1", exact=True).click()
        page.get_by_role("link", name=f"Back to {bot}").click()
        page.wait_for_url(filtered)
        page.goto(f"{server.address}watch/0/bots/{loser}")
        lost = page.locator(".bot-page .forfeits li")
        expect(lost).to_contain_text(REASON)
        expect(lost.locator("a[href*='#game=2&ply=last&']")).to_have_text("Game 2")
        lost.get_by_role("link", name="Game 2").click()
        expect(page.locator(".viewer")).to_contain_text(REASON)
        page.goto("about:blank")


@pytest.mark.nightly
def test_everybody_may_ask_for_the_moves_that_lost_a_game_that_is_over(
    page: Page, tmp_path: Path
) -> None:
    with ExitStack() as stack:
        with live_run(tmp_path / "evening.db", BOTS) as run:
            run.store.add(1, short_game())
            server = stack.enter_context(ServerProcess(tmp_path, "evening.db"))
            review = f"{server.address}api/watch/0/games/1/review"
            run.begin(2, record(*BOTS[:2]))
            refused = client().get(review)
            assert refused.status_code == 409
            assert "rests while the tournament runs" in refused.json()["problem"]
            page.goto(f"{server.address}watch/0#game=1&ply=0")
            asks = page.get_by_role("button", name="Find the moves that lost the game")
            expect(asks).to_be_visible()
            page.context.clear_cookies()
            page.reload()
            page.locator(".viewer").wait_for()
            expect(asks).to_be_hidden()  # it is not offered in vain
        page.reload()
        worth = page.get_by_text("What is each pit worth?")
        expect(asks).to_be_visible()
        expect(worth).to_be_hidden()  # nobody knows it yet, and a search is not for viewers
        moved = page.evaluate(
            """() => {
                const board = document.querySelector(".viewer-board");
                const before = board.getBoundingClientRect().top;
                document.querySelector(".analysis").hidden = false;
                return board.getBoundingClientRect().top - before;
            }"""
        )
        assert moved == 0, "the progress of the analysis moves no board"
        page.set_viewport_size({"width": 390, "height": 844})
        asks.click()
        verdict = page.locator(".viewer .note")
        expect(verdict).to_contain_text("given away")
        # Below the board, which stays in sight too.
        await_value(
            page,
            """() => {
                const [note, board] = [".viewer .note", ".viewer-stage"]
                    .map((part) => document.querySelector(part).getBoundingClientRect());
                return note.top >= board.bottom - 1 && note.bottom <= innerHeight;
            }""",
            True,
        )
        page.set_viewport_size({"width": 1440, "height": 900})
        expect(asks).to_be_hidden()
        expect(page.get_by_role("button", name="Evaluation bar")).to_be_visible()
        expect(page.locator(".move").first.locator(".badge")).to_have_text("\u25be4")
        page.set_viewport_size({"width": 1366, "height": 768})
        page.evaluate("scrollTo(0, 0)")
        page.locator(".move").first.click()
        said = page.locator(".said .note")  # what the ply gave away
        for part in (verdict.filter(has_text="given away"), page.locator(".viewer-board"), said):
            expect(part).to_be_in_viewport(ratio=1)
        sizes = "ways => new Set(ways.map((way) => getComputedStyle(way).fontSize)).size"
        assert page.locator(".game-ways :is(a, button):visible").evaluate_all(sizes) == 1
        page.set_viewport_size({"width": 1600, "height": 900})
        page.get_by_role("button", name="Share this game").click()
        expect(page.get_by_label("Address of this game")).to_be_visible()
        assert all_in_sight(page, ".said .note, .viewer-head h1")
        worth.click()
        worths = page.locator("[data-cell] .spot-note span")
        expect(worths.filter(has_text="+2")).to_have_count(1)
        check_page(page)
        page.goto("about:blank")
        known = client().get(f"{server.address}api/watch/0/games/1").json()
        assert known["review"]
        assert not (tmp_path / "evening.values").exists()  # games are still to come
        assert client().get(f"{server.address}api/watch/0/games/9/review").status_code == 404


FINALISTS = ("Ann", "Ben Hur, whose name is long", "Cleo, queen of the Nile and of pits", "Dan")


@pytest.mark.nightly
@pytest.mark.slow
@pytest.mark.parametrize("size", [(1440, 900), (1920, 1080)])
def test_a_projector_shows_the_score_of_the_match_and_the_bracket(
    page: Page, tmp_path: Path, size: tuple[int, int]
) -> None:
    with live_run(tmp_path / "cup.db", FINALISTS, **CUP) as run:
        for number, game in due(run):
            run.begin(number, game)
            run.end()
        last_round = dict(due(run))
        for number in (5, 7):
            run.begin(number, last_round[number])
            run.end()
        for slot, number in enumerate((6, 8)):
            run.begin(number, last_round[number], slot)
            run.play(5, slot)
        with ServerProcess(tmp_path, "cup.db") as server:
            page.set_viewport_size({"width": size[0], "height": size[1]})
            page.goto(f"{server.address}watch")
            final = page.locator(".live-board").filter(has_text="Game 8, Final")
            board = final.locator(".pits")
            on_page = board.bounding_box()
            page.get_by_role("button", name="Full screen", exact=True).click()
            expect(page.get_by_role("button", name="Leave full screen")).to_be_visible()
            full = board.bounding_box()
            assert on_page
            assert full
            assert full["width"] >= on_page["width"]
            expect(final).to_contain_text(f"{FINALISTS[1]} 0.5 – 0.5 Ann")
            expect(final).to_contain_text("game 2 of 2")
            third = page.locator(".live-board").filter(has_text="Game 6, Third place")
            expect(third).to_contain_text(f"{FINALISTS[2]} 1 – 0 Dan")
            expect(third).not_to_contain_text("games won")  # the points say it
            expect(final).to_contain_text(re.compile("games won 0\\s–\\s0"))
            rounds = page.locator(".bracket-round")
            expect(rounds.first).to_contain_text(re.compile("Final.*Ann.*Third place.*Dan"))
            expect(rounds.last).to_contain_text(re.compile("Semi-final.*Ann1.5 – 0.5Dan"))
            for part in (".live-board", ".bracket-round", "table.standings"):
                for box in page.locator(part).all():
                    expect(box).to_be_in_viewport(ratio=1)
            cut = "th => th.scrollWidth > th.clientWidth"
            for name in page.locator("table.standings tbody th").all():
                assert not name.evaluate(cut)
            page.get_by_role("button", name="Leave full screen").click()
            for slot, number in enumerate((6, 8)):
                run.play(len(last_round[number].plies), slot)
                run.end(slot)
            expect(page.locator(".leaders")).to_contain_text("Champion: Ann")
            expect(page.locator(".live-board")).to_have_count(0)
            page.get_by_role("button", name="Full screen", exact=True).click()
            for part in (".bracket-round", "table.standings"):
                for box in page.locator(part).all():
                    expect(box).to_be_in_viewport(ratio=1)
            expect(page.locator(".bracket-round").first.locator("strong")).to_have_text(
                ["Ann", FINALISTS[2]]
            )
            page.goto("about:blank")


@pytest.mark.nightly
def test_back_returns_to_where_the_reader_was(page: Page, tmp_path: Path) -> None:
    bots = tuple("ABCDEFGHIJ")
    with live_run(tmp_path / "evening.db", bots) as run:
        pairs = ((south, north) for south in bots for north in bots if south != north)
        for south, north in pairs:
            if {south, north} & {"A", "B"}:
                run.store.add(tournament_number(run, south, north), record(south, north))
    with ServerProcess(tmp_path, "evening.db") as server:
        for address in ("bots/A", "games"):
            page.goto(f"{server.address}watch/0/{address}")
            link = page.locator("table.games .cell-game a").nth(15)
            link.scroll_into_view_if_needed()
            assert page.evaluate("scrollY") > 100
            link.click()
            expect(page.locator(".viewer h1")).to_be_visible()
            page.go_back()
            expect(link).to_be_in_viewport()
        link.click()
        page.get_by_role("link", name="All games").click()
        expect(link).to_be_in_viewport()
        page.goto(f"{server.address}watch")
        page.get_by_role("link", name="All games").click()
        expect(page.locator("table.games .cell-game a").first).to_be_visible()
        await_value(page, "scrollY", 0)  # a new visit begins at the top
        page.goto("about:blank")


@pytest.mark.nightly
def test_the_column_by_which_games_are_sorted_is_in_the_address(page: Page, tmp_path: Path) -> None:
    with live_run(tmp_path / "evening.db", "ABC") as run:
        pairs = [(south, north) for south in "ABC" for north in "ABC" if south != north]
        games = {
            tournament_number(run, *pair): record(*pair, choice=choice)
            for pair, choice in zip(pairs, (0, -1, -1, 0, -1, 0), strict=True)
        }
        for number, game in games.items():
            run.store.add(number, game)
    by_length = sorted(games, key=lambda number: (-len(games[number].plies), number))
    wanted = [str(number) for number in by_length]
    assert wanted != sorted(wanted)
    assert wanted != sorted(wanted, reverse=True)
    with ServerProcess(tmp_path, "evening.db") as server:
        page.goto(f"{server.address}watch/0/games")
        shown = page.locator("table.games .cell-game")
        expect(shown).to_have_text(sorted(wanted))
        column = page.get_by_role("columnheader", name="plies")
        column.get_by_role("button").click()
        expect(column).to_have_attribute("aria-sort", "ascending")
        column.get_by_role("button").click()
        expect(shown).to_have_text(wanted)
        address = page.url
        assert address.endswith("?sort=-plies")
        shown.first.get_by_role("link").click()
        for following in wanted[1:]:  # a game leads on in the order of its list
            page.get_by_role("link", name="Next game").click()
            expect(page.locator(".viewer h1")).to_contain_text(f"Game {following}:")
        expect(page.get_by_role("link", name="Next game")).to_have_count(0)
        page.get_by_role("link", name="All games").click()
        expect(shown).to_have_text(wanted)
        page.goto("about:blank")
        page.goto(address)
        expect(shown).to_have_text(wanted)
        expect(column).to_have_attribute("aria-sort", "descending")
        page.goto(f"{server.address}watch/0/games?sort=--taste")
        expect(shown).to_have_text(sorted(wanted))
        page.goto("about:blank")


def tournament_number(run: LiveRun, south: str, north: str) -> int:
    """The number of the game of these two in which this one is South."""
    scheduled = tournament_state(run.store).scheduled
    return next(game.number for game in scheduled if (game.south, game.north) == (south, north))


@pytest.mark.nightly
def test_the_page_has_the_bracket_and_a_phone_the_points_first(page: Page, tmp_path: Path) -> None:
    with live_run(tmp_path / "cup.db", FINALISTS, slots=3, **CUP) as run:
        for number, game in due(run):
            run.store.add(number, game)
        last_round = dict(due(run))
        drawn = last_round[7]
        last_round[8] = replace(drawn, south=drawn.north, north=drawn.south)
        for slot, number in enumerate((7, 8)):
            run.begin(number, last_round[number], slot)
        with ServerProcess(tmp_path, "cup.db") as server:
            page.goto(f"{server.address}watch")
            rounds = page.locator(".bracket-round")
            expect(rounds.first).to_contain_text(re.compile("Final.*0 – 0.*Third place"))
            expect(rounds.last).to_contain_text(re.compile("Semi-final.*1.5 – 0.5"))
            winners = rounds.last.locator("strong")
            expect(winners).to_have_count(2)
            expect(page.locator("table.rounds")).to_be_hidden()  # the bracket says all of it
            heads = page.locator(".live-board h3")
            expect(heads).to_have_text(["Game 7, Final", "Game 8, Final"])
            places = page.locator("table.standings td[data-cell='0']")
            expect(places).to_have_text(["in", "in", "3", "3"])
            # No board makes way for a game that begins later.
            run.begin(5, last_round[5], 2)
            expect(heads).to_have_text([re.compile(f"Game {number}, ") for number in (7, 8, 5)])
            check_page(page)
            page.set_viewport_size({"width": 390, "height": 844})
            await_value(
                page,
                """parts => {
                    const tops = parts.map((part) =>
                        document.querySelector(part).getBoundingClientRect().top);
                    return tops.every((top, at) => !at || top > tops[at - 1]);
                }""",
                True,
                ["table.standings", ".live-board", ".bracket-round"],
            )
            for winner in winners.all():
                box = winner.bounding_box()
                assert box
                assert box["x"] + box["width"] < 390
            for slot in (0, 1):
                run.end(slot)
            equal = re.compile("1 – 1.*equal, a tie-break follows.*Third place")
            expect(rounds.first).to_contain_text(equal)
            expect(page.locator(".live-match", has_text="equal, a tie-break")).to_have_count(2)
            page.goto("about:blank")


@pytest.mark.nightly
def test_a_search_knows_no_capital_letters_and_no_marks(page: Page, tmp_path: Path) -> None:
    bots = ("Großer Bär", "Zoë", "Łukasz", "Ærø")
    with live_run(tmp_path / "evening.db", bots) as run:
        for number, game in due(run):
            run.store.add(number, game)
    with ServerProcess(tmp_path, "evening.db") as server:
        page.goto(f"{server.address}watch/0/games")
        rows = page.locator("table.games tbody tr")
        expect(rows).to_have_count(12)
        for words in ("grosser", "GROSSER bar", "große", "bär", "ZOE", "zoë", "lukasz", "Aero"):
            page.get_by_role("searchbox").fill(words)
            expect(page.get_by_text("6 of 12 games")).to_be_visible()
        page.get_by_role("searchbox").fill("grosser zoe")
        expect(rows).to_have_count(2)
        page.reload()
        expect(rows).to_have_count(2)
        # Keys leave out the head of the page, and the filter.
        for tabs, link in ((1, "Go to the content"), (2, "Go to the games")):
            for _ in range(tabs):
                page.keyboard.press("Tab")
            expect(page.locator(":focus")).to_have_text(link)
            page.keyboard.press("Enter")
        expect(rows.first.get_by_role("link").first).to_be_focused()
        # Its address is handed on where the browser can, and copied elsewhere.
        page.keyboard.press("Enter")
        share = page.get_by_role("button", name="Share this game")
        share.wait_for()
        page.evaluate("() => { navigator.share = async ({url}) => { window.handedOn = url; }; }")
        share.click()
        # The list from which the reader came is not handed on.
        assert "grosser" in page.url
        address = re.sub("&(?!ply=)[^&]*", "", page.url)
        await_value(page, "window.handedOn", address)
        page.evaluate("""() => {
            Object.defineProperty(navigator, "share", {value: undefined});
            Object.defineProperty(navigator, "clipboard", {value: undefined});
        }""")
        share.click()
        expect(page.get_by_label("Address of this game")).to_have_value(address)
        expect(page.locator(".shared")).to_contain_text(
            "Copied. Only this machine reaches this server"
        )
        check_page(page)
        page.goto("about:blank")


@pytest.mark.slow
def test_what_viewers_asked_for_stays_beside_the_results_of_a_tournament_that_is_over(
    tmp_path: Path,
) -> None:
    values = tmp_path / "evening.values"
    game = short_game()
    with live_run(tmp_path / "evening.db", (game.south, game.north)) as run:
        run.store.add(1, game)
        run.store.add(2, record(game.north, game.south))
    with ServerProcess(tmp_path, "evening.db") as server:
        address = f"{server.address}api/watch/0"

        def asked() -> list[str]:
            """What is said of the game, once it is judged."""
            found = awaited(lambda: client().get(f"{address}/games/1/review").json().get("review"))
            return list(found["review"])

        def of_bots() -> list[dict[str, Any]]:
            pages = [
                client().get(f"{address}/bots/{bot}").json() for bot in (game.south, game.north)
            ]
            return [move for page in pages for move in page["details"]["worst"]]

        assert not of_bots()
        values.mkdir()  # nothing can be written there
        said = asked()
        assert asked() == said
        values.rmdir()
        server.kill()
        server.start()
        for _ in range(3):
            assert asked() == said
        assert len(values.read_text("utf-8").splitlines()) == 1
        awaited(of_bots)
        assert KeptValues(values, 0.2).known(game), "by the usual time of a report"
        server.kill()
        server.start()
        assert client().get(f"{address}/games/1").json()["review"] == said
        values.write_text("my notes\n", "utf-8")
        assert asked() == said
        assert values.read_text("utf-8") == "my notes\n"


def awaited(look: Callable[[], T]) -> T:
    """What a look finds, once it finds something."""
    end = monotonic() + LONGEST
    while not (found := look()) and monotonic() < end:
        sleep(0.05)
    return found
