"""The analysis of a game at a table: kept with its file, and shown to others."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

import pytest

from owari.records.pgn import read_games
from tests.support.browser import ServerProcess, expect
from tests.support.live_run import live_run, record
from tests.support.table_client import LONGEST, Device, client, connected

if TYPE_CHECKING:
    import httpx
    from playwright.sync_api import Page


def given_up(server: ServerProcess, game: str = "owari", **fields: object) -> Device:
    """A game of a few plies, too early for proofs, that the person at South's side gives up."""
    asked = {"kind": "play", "game": game, "first": "south", "south": "human", "north": "engine"}
    answer = connected(server.address).post("api/tables", json=asked | fields).raise_for_status()
    device = Device(server.address, answer.json()["id"])
    for _ in range(2):
        device.type(device.state["moves"][0]["line"])
        device.wait()
    device.type("resign")
    return device


def reviewed(http: httpx.Client, address: str) -> tuple[dict[str, Any], int]:
    """The game with its analysis, and after how many answers it came."""
    end = monotonic() + LONGEST
    for answers in range(1, 1000):
        body = http.get(address).raise_for_status().json()
        if "review" in body:
            for ply in body["review"]["plies"]:
                ply["seconds"] = round(ply["seconds"], 3)  # as the file has them
            return body["review"], answers
        assert body["done"] < body["count"]
        assert monotonic() < end
    raise AssertionError(address)


@pytest.mark.nightly
@pytest.mark.slow
def test_a_game_says_the_same_of_its_moves_after_a_restart(tmp_path: Path) -> None:
    with ServerProcess(tmp_path) as server:
        device = given_up(server, "othello", level="easy")
        place = f"{device.place}/games/1/review"
        review, answers = reviewed(device.http, place)
        assert answers > 1
        worths = [ply["worth"]["kind"] for ply in review["plies"]]
        assert "estimated" in worths, "what another search could find otherwise"
        server.kill()
        server.start()
        assert reviewed(connected(server.address), place) == (review, 1)
        # What a search for a person proves is kept too.
        position = review["positions"][0]
        device = Device(server.address, device.state["id"])
        asked = {"game": "othello", "position": position, "values": "1"}
        device.http.get("/api/positions", params=asked).raise_for_status()
        proved, _ = reviewed(device.http, place)
        server.kill()
        server.start()
        assert reviewed(connected(server.address), place) == (proved, 1)
        # A file of something else beside the game is left alone, and so is the game.
        values = Path(device.state["file"]).with_suffix(".values")
        values.write_text("my notes\n", "utf-8")
        server.kill()
        server.start()
        found, answers = reviewed(connected(server.address), place)
        assert answers > 1
        assert len(found["plies"]) == len(review["plies"])
        assert values.read_text("utf-8") == "my notes\n"


def test_a_shared_game_shows_its_analysis_and_who_played(
    page: Page, new_page: Callable[[], Page], tmp_path: Path
) -> None:
    with ExitStack() as stack:
        with live_run(tmp_path / "evening.db", ("Ann", "Ben")) as run:
            run.begin(1, record("Ann", "Ben"))
            server = stack.enter_context(ServerProcess(tmp_path, "evening.db"))
            device = given_up(server, level="easy")
            shared = device.http.get(f"{device.place}/share").raise_for_status().json()["path"]
            refused = client(base_url=server.address).get(f"api/{shared}/games/1/review")
            assert refused.status_code == 409
            assert "rests while the tournament runs" in refused.json()["problem"]
        # Nobody at the table has waited for the analysis.
        with client(base_url=server.address) as stranger:
            review, _ = reviewed(stranger, f"api/{shared}/games/1/review")
            assert (review["south"], review["north"]) == ("A person", "Easy engine")
            known = stranger.get(f"api/{shared}/games/1").json()
            assert known["plies"] == review["plies"]
            assert known["review"] == review["review"]
            assert stranger.get(f"api/{shared}/games/2/review").status_code == 404
            other = shared[:-1] + ("A" if shared[-1] != "A" else "B")
            assert stranger.get(f"api/{other}/games/1/review").status_code == 404
        server.kill()
        server.start()
        second = new_page()
        second.context.clear_cookies()
        for _ in range(2):
            second.goto(f"{server.address}{shared}")
            expect(second.locator("main h1")).to_have_text("A person \u2013 Easy engine")
            expect(second.locator(".viewer-moves .note")).to_contain_text("given away")
            expect(second.locator(".viewer-moves .badge")).not_to_have_count(0)
            second.get_by_role("button", name="Evaluation bar").click()
            expect(second.locator(".evaluation-bar")).to_be_visible()


@pytest.mark.slow
def test_a_record_says_how_strong_the_engine_was(tmp_path: Path) -> None:
    with ServerProcess(tmp_path) as server:
        device = given_up(server, level="easy")
        (record,) = read_games(Path(device.state["file"]).read_text("utf-8"))
        assert (record.south_by, record.north_by) == ("", "engine --depth 2")
        assert device.state["game"]["north"] == "Easy engine"
        for fields, name in (
            ({"depth": 3}, "Engine, 3 plies"),
            ({"seconds": 0.1}, "Engine, 0.1 s a turn"),
        ):
            assert given_up(server, **fields).state["game"]["north"] == name
        device = given_up(server, level="easy")
        device.type("undo", "depth 4")
        asked = {"kind": "play", "game": "owari", "first": "south", "south": "human"}
        http = connected(server.address)
        http.post("api/tables", json=asked | {"north": "engine", "level": "hard"})
        listed = [each["title"] for each in http.get("api/games").json()["unfinished"]]
        assert "You against Hard engine" in listed
        # Nothing true can be said in a word of a game that two strengths have played.
        assert device.state["game"]["north"] == "Engine"
        (record,) = read_games(Path(device.state["file"]).read_text("utf-8"))
        assert record.north_by == "engine --depth 2; engine --depth 4 from ply 5"


@pytest.mark.nightly
def test_only_who_can_play_a_game_is_offered_for_it(page: Page, tmp_path: Path) -> None:
    bots = "bots:\n  - {name: Lowest, engine: first}\n  - {name: Other, engine: random}\n"
    (tmp_path / "pits.yaml").write_text(f"game: owari\n{bots}", "utf-8")
    third = "  - {name: Greedy, engine: greedy}\n"
    (tmp_path / "discs.yaml").write_text(f"game: othello\n{bots}{third}", "utf-8")
    with ServerProcess(tmp_path, "pits.yaml", "discs.yaml") as server:
        page.goto(f"{server.address}play")
        opponent = page.get_by_label("Opponent", exact=True)
        groups = opponent.locator("optgroup")

        def labels() -> list[str | None]:
            return [each.get_attribute("label") for each in groups.all()]

        page.wait_for_selector("#opponent")
        assert labels() == ["The engine", "Simple players", "Bots of pits.yaml"]
        opponent.select_option("pits.yaml:Lowest")
        page.get_by_label("Game", exact=True).select_option("othello")
        assert labels() == ["The engine", "Simple players", "Bots of discs.yaml"]
        greedy = opponent.get_by_role("option", name="greedy")
        assert greedy.all_text_contents() == ["greedy (built in)", "Greedy (discs.yaml)"]
        expect(opponent).to_have_value("medium")
        page.get_by_label("Game", exact=True).select_option("kalah")
        assert labels() == ["The engine", "Simple players"]
        asked = {"kind": "play", "game": "othello", "first": "south", "south": "human"}
        http = connected(server.address)
        answer = http.post("api/tables", json=asked | {"north": "pits.yaml:Lowest"})
        assert answer.status_code == 422
        assert "Lowest plays owari, as its file says, and not othello" in answer.json()["problem"]
        http.post("api/tables", json=asked | {"north": "discs.yaml:Lowest"}).raise_for_status()
