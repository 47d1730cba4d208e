"""The server of a course: hand-ins over HTTP, the ladder, what it refuses, and killed servers."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

from tests.support.browser import check_page, watch
from tests.support.command import owari, run
from tests.support.course_server import CourseServer, awaited, course_server, new_course
from tests.support.sample_programs import PROGRAMS

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytest.importorskip("python_multipart", reason="python-multipart is not installed")

LOWEST = PROGRAMS / "line" / "lowest.py"
ILLEGAL = PROGRAMS / "bad" / "illegal.py"
SCRIPT = "<img src=x onerror=alert(1)>"


class Served(NamedTuple):
    server: CourseServer
    tokens: dict[str, str]

    @property
    def folder(self) -> Path:
        return self.server.folder


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("course")
    tokens = new_course(folder, "Rocket", "Comet", SCRIPT)
    with course_server(folder) as server:
        yield Served(server, tokens)


@pytest.mark.slow
def test_a_team_hands_in_and_moves_on_the_ladder(served: Served) -> None:
    server, token = served.server, served.tokens["Rocket"]
    receipt = server.hand_in(token, LOWEST)
    assert receipt["version"] == 1
    assert (
        served.folder / "c" / "hand-ins" / "1" / "1" / "file"
    ).read_bytes() == LOWEST.read_bytes()
    assert server.after_check(token, 1)["state"] == "playing"
    with server.client() as viewer:

        def ladder() -> dict[str, dict[str, object]]:
            return {row["team"]: row for row in viewer.get("/api/ladder").json()["teams"]}

        row = awaited(ladder, lambda rows: rows["Rocket"]["games"] == 2)["Rocket"]
        assert row["low"] < row["rating"] < row["high"]
        page = viewer.get("/teams/Rocket").text
        number = int(re.search(r'href="/games/(\d+)"', page)[1])
        assert viewer.get(f"/api/games/{number}").json()["south"] in ("Rocket v1", "Greedy")
        wrong = server.hand_in(token, ILLEGAL)
        found = server.after_check(token, wrong["version"])
        assert found["state"] == "rejected"
        assert any(step["verdict"] == "dialogue" for step in found["report"])
        assert ladder()["Rocket"]["version"] == 1  # plays on
    verified = owari(served.folder, "verify", "c/results.db")
    assert (verified.returncode, verified.stdout.split(" in ")[0]) == (0, "Nothing differs")


@pytest.mark.slow
def test_the_command_hands_in_over_the_network(served: Served) -> None:
    link = f"{served.server.address}/own#{served.tokens['Comet']}"
    found = owari(served.folder, "course", "hand-in", LOWEST, "--to", link, "--trial")
    assert found.returncode == 0, found.stderr
    assert "It was a trial and does not play." in found.stdout
    assert re.search(r"passed    moves first ", found.stdout)
    wrong = run("course", "hand-in", str(LOWEST), "--to", link[:-3] + "xyz")
    assert (wrong.exit_code, "Show the token of your team" in wrong.stderr) == (2, True)
    assert run("course", "hand-in", str(LOWEST), "--to", "localhost").exit_code == 2


def test_a_team_sees_its_own_versions_alone_and_nobody_sees_sources(served: Served) -> None:
    number = served.server.hand_in(served.tokens[SCRIPT], ILLEGAL)["version"]
    with served.server.client(served.tokens["Comet"]) as other, served.server.client() as viewer:
        for client, status in ((other, 404), (viewer, 401)):
            for path in (f"/api/versions/{number + 50}", f"/api/versions/{number + 50}/file"):
                assert client.get(path).status_code == status
        assert viewer.get(f"/api/versions/{number}/file").status_code == 401
        for path in (
            "/hand-ins/1/1/file",
            "/course.db",
            "/static/..%2fcourse.yaml",
            "/c/course.db",
        ):
            assert viewer.get(path).status_code == 404
        for guess in ('"', "x", served.tokens["Rocket"][:-1]):
            headers = {"Authorization": f"Bearer {guess}"}
            assert viewer.get("/api/own", headers=headers).status_code == 401
        answers = [viewer.get(path).text for path in ("/", "/api/ladder", "/teams/Rocket", "/own")]
    for kept in (*served.tokens.values(), "print("):
        assert not any(kept in answer for answer in answers)


@pytest.mark.parametrize(
    ("headers", "body", "status"),
    [
        ({}, b"", 415),
        ({"Content-Type": "application/json"}, b"{}", 415),
        ({"Content-Type": "multipart/form-data; boundary=x"}, b"--x--\r\n", 422),
        ({"Content-Type": "multipart/form-data"}, b"--x--\r\n", 400),
        ({"Content-Type": "multipart/form-data; boundary=x"}, bytes(2 << 20), 413),
        (
            {"Content-Type": "multipart/form-data; boundary=x", "Transfer-Encoding": "chunked"},
            b"",
            411,
        ),
        (
            {"Content-Type": "multipart/form-data; boundary=x", "Origin": "https://evil.example"},
            b"--x--\r\n",
            403,
        ),
        (
            {"Content-Type": "multipart/form-data; boundary=x", "Sec-Fetch-Site": "cross-site"},
            b"--x--\r\n",
            403,
        ),
    ],
)
def test_what_is_no_hand_in_is_refused(
    served: Served, headers: dict[str, str], body: bytes, status: int
) -> None:
    with served.server.client(served.tokens["Comet"]) as client:
        assert client.post("/api/hand-in", headers=headers, content=body).status_code == status
        assert client.get("/health").json()["ok"]


def test_a_token_becomes_a_cookie_that_scripts_do_not_see(served: Served) -> None:
    with served.server.client() as client:
        answer = client.post("/api/enter", json={"token": served.tokens["Comet"]})
        cookie = answer.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=strict" in cookie
        assert "Secure" not in cookie
        assert client.get("/api/own").json()["team"] == "Comet"
        told = {"X-Forwarded-Proto": "https"}  # by the proxy of this machine
        answer = client.post("/api/enter", json={"token": served.tokens["Comet"]}, headers=told)
        assert "Secure" in answer.headers["set-cookie"]
        assert client.post("/api/enter", json={"token": 1}).status_code == 403


@pytest.mark.slow
def test_a_killed_server_loses_and_repeats_nothing(tmp_path: Path) -> None:
    tokens = new_course(tmp_path, "Rocket", "Comet", more="concurrency: 2\n")
    with course_server(tmp_path) as server:
        server.hand_in(tokens["Rocket"], LOWEST)
        server.hand_in(tokens["Comet"], LOWEST)
    for pause in (0.5, 4.0):
        with course_server(tmp_path):
            time.sleep(pause)  # where it is killed does not matter
    with course_server(tmp_path) as server:
        for token in tokens.values():
            assert server.after_check(token, 1)["state"] == "playing"
        with server.client() as viewer:
            awaited(lambda: viewer.get("/api/ladder").json()["games"], lambda games: games == 6)
            rows = viewer.get("/api/ladder").json()["teams"]
    assert [row["games"] for row in rows] == [4, 4, 4]
    verified = owari(tmp_path, "verify", "c/results.db")
    assert verified.returncode == 0, verified.stdout
    assert "0 of 6" not in verified.stdout


@pytest.mark.slow
def test_a_team_opens_its_link_in_a_browser(served: Served, page: Page) -> None:
    complaints: list[str] = []
    watch(page, complaints)
    token = served.tokens[SCRIPT]
    page.goto(f"{served.server.address}/own#{token}")
    page.get_by_role("heading", name=SCRIPT).wait_for()
    assert token not in page.url
    page.set_input_files("#bot", LOWEST)
    page.get_by_role("button", name="Hand in").click()
    page.get_by_text(re.compile(r"Receipt: version \d+, ")).wait_for()
    page.locator("section", has_text="The version that plays").get_by_text(
        "plays on the ladder"
    ).wait_for()
    check_page(page)
    page.goto(served.server.address)
    page.get_by_role("link", name=SCRIPT).click()
    page.get_by_role("heading", name=SCRIPT).wait_for()
    page.get_by_role("table", name="Versions").wait_for()
    check_page(page)
    assert complaints == []
