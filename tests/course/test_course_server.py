"""The server of a course: hand-ins over HTTP, the ladder, what it refuses, and killed servers."""

from __future__ import annotations

import re
import socket
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote, urlsplit

import pytest

from tests.support.browser import check_page, watch
from tests.support.command import output, owari, run
from tests.support.course_server import CourseServer, admit, awaited, course_server, new_course
from tests.support.sample_programs import PROGRAMS

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytest.importorskip("python_multipart", reason="python-multipart is not installed")

LOWEST = PROGRAMS / "line" / "lowest.py"
ILLEGAL = PROGRAMS / "bad" / "illegal.py"
SCRIPT = "<img src=x onerror=alert(1)>"
SLASH = "a/b ../c"


class Served(NamedTuple):
    server: CourseServer
    tokens: dict[str, str]

    @property
    def folder(self) -> Path:
        return self.server.folder


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("course")
    tokens = new_course(folder, "Rocket", "Comet", SCRIPT, SLASH)
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
        records = viewer.get("/api/own/games.pgn")
        assert records.status_code == 401
        with server.client(token) as rocket:
            records = rocket.get("/api/own/games.pgn")
            coming = rocket.get("/api/own").json()["to_come"]
        (served.folder / "games.pgn").write_bytes(records.content)
        shown = owari(served.folder, "show", "games.pgn")
        assert (records.text.count("[Score "), shown.returncode) == (2, 0), shown.stderr
        assert coming == {"now": [], "next": "", "after": 0, "is_all": True}
        assert "No version has played yet" in viewer.get(f"/teams/{quote(SLASH, safe='')}").text
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
    assert (wrong.exit_code, "shows no token that a team has" in wrong.stderr) == (2, True)
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


def test_a_trial_that_is_not_understood_is_no_hand_in(served: Served) -> None:
    with served.server.client(served.tokens["Comet"]) as client:
        before = client.get("/api/own").json()["versions"]
        for trial in ("maybe", ""):
            bot = ("x.py", b"print()")
            answer = client.post("/api/hand-in", files={"bot": bot}, data={"trial": trial})
            assert answer.status_code == 422
            assert "trial of the form must be yes or no" in answer.text
        assert client.get("/api/own").json()["versions"] == before


def test_who_leaves_in_the_middle_of_a_hand_in_fills_no_log(served: Served) -> None:
    """The log is looked through at the end."""
    address = urlsplit(served.server.address)
    head = (
        f"POST /api/hand-in HTTP/1.1\r\nHost: {address.netloc}\r\n"
        f"Authorization: Bearer {served.tokens['Comet']}\r\nContent-Length: 9999\r\n"
        "Content-Type: multipart/form-data; boundary=x\r\n\r\n--x\r\n"
    )
    for _ in range(3):
        with socket.create_connection((address.hostname, address.port)) as connection:
            connection.sendall(head.encode())
    with served.server.client() as viewer:
        assert viewer.get("/health").json()["ok"]


@pytest.mark.parametrize(
    ("headers", "size", "status"),
    [({}, 900_000, 401), ({}, 40 << 20, 413), ({"Content-Type": "text/plain"}, 900_000, 415)],
)
def test_who_sends_a_body_that_is_refused_sees_why(
    served: Served, headers: dict[str, str], size: int, status: int
) -> None:
    """All of the body is sent before the answer is read, as some clients do."""
    address = urlsplit(served.server.address)
    told = {"Content-Type": "multipart/form-data; boundary=x", "Content-Length": size, **headers}
    head = f"POST /api/hand-in HTTP/1.1\r\nHost: {address.netloc}\r\n"
    head += "".join(f"{name}: {value}\r\n" for name, value in told.items()) + "\r\n"
    with socket.create_connection((address.hostname, address.port)) as connection:
        connection.sendall(head.encode() + bytes(size))
        connection.shutdown(socket.SHUT_WR)
        with connection.makefile("rb") as answer:
            said = answer.read()
    assert said.startswith(f"HTTP/1.1 {status} ".encode())
    assert b'{"problem":"' in said


def test_a_token_becomes_a_cookie_that_scripts_do_not_see(served: Served) -> None:
    with served.server.client() as client:
        answer = client.post("/api/enter", json={"token": served.tokens["Comet"]})
        cookie = answer.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=strict" in cookie
        assert "Secure" not in cookie
        assert client.get("/api/own").json()["team"] == "Comet"
        assert client.get("/api/own/course.yaml").content.startswith(b"\nevent: A course")
        told = {"X-Forwarded-Proto": "https"}  # by the proxy of this machine
        answer = client.post("/api/enter", json={"token": served.tokens["Comet"]}, headers=told)
        assert "Secure" in answer.headers["set-cookie"]
        assert client.post("/api/enter", json={"token": 1}).status_code == 403


def test_the_link_of_somebody_else_changes_nothing_before_that_is_confirmed(served: Served) -> None:
    link = output("course", "staff", "c", "Dora", folder=served.folder).strip()
    links = [link.partition("#")[2], served.tokens["Comet"], served.tokens["Rocket"]]
    people = ["Dora of the staff", "the team Comet", "the team Rocket"]
    with served.server.client() as client:
        assert client.post("/api/enter", json={"token": links[0]}).status_code == 200
        assert client.post("/api/enter", json={"token": links[0]}).status_code == 200
        for before, then, token in zip(people, people[1:], links[1:], strict=False):
            for more in ({}, {"instead_of": then}, {"instead_of": True}):
                refused = client.post("/api/enter", json={"token": token, **more})
                assert (refused.status_code, "set-cookie" in refused.headers) == (409, False)
                assert (refused.json()["before"], refused.json()["then"]) == (before, then)
            answer = client.post("/api/enter", json={"token": token, "instead_of": before})
            assert answer.json() == {"name": then.rpartition(" ")[2]}
        assert client.get("/api/own").json()["team"] == "Rocket"


@pytest.mark.nightly
@pytest.mark.slow
def test_a_page_asks_before_a_browser_changes_its_team(served: Served, page: Page) -> None:
    complaints: list[str] = []
    watch(page, complaints)
    own = f"{served.server.address}/own"
    heading = page.get_by_role("heading", level=1)
    page.goto(f"{own}#{served.tokens['Comet']}")
    page.get_by_role("heading", name="Comet").wait_for()
    for button, team in (("Stay the team Comet", "Comet"), ("Change to the team Rocket", "Rocket")):
        page.goto("about:blank")
        page.goto(f"{own}#{served.tokens['Rocket']}")
        page.get_by_text("is that of the team Comet so far, and the link is that of").wait_for()
        check_page(page)
        page.get_by_role("button", name=button).click()
        page.get_by_role("button", name="Hand in").wait_for()
        assert heading.inner_text() == team
    page.goto("about:blank")
    assert [each for each in complaints if "409" not in each] == []


@pytest.mark.slow
def test_who_forfeits_three_times_in_one_way_rests_and_its_team_is_told(tmp_path: Path) -> None:
    tokens = new_course(tmp_path, "Rocket", "Comet", more="concurrency: 1\n")
    file = tmp_path / "c" / "course.yaml"
    file.write_text(file.read_text().replace("games-per-match: 2", "games-per-match: 10"))
    admit(tmp_path, "Rocket", ILLEGAL)
    with course_server(tmp_path) as server, server.client(tokens["Rocket"]) as rocket:
        own = awaited(
            lambda: rocket.get("/api/own").json(), lambda found: found["versions"][0]["resting"]
        )
        why = "it has forfeited 3 games in one way: illegal move"
        assert own["versions"][0]["resting"] == why
        assert len(own["forfeits"]) >= 3
        assert "is empty" in own["forfeits"][0]["reason"]
        number = own["forfeits"][0]["number"]
        log = rocket.get(f"/api/own/games/{number}/log").text
        assert "> game owari" in log
        with server.client(tokens["Comet"]) as other:
            assert other.get(f"/api/own/games/{number}/log").status_code == 404
            awaited(
                lambda: {r["team"]: r for r in other.get("/api/ladder").json()["teams"]},
                lambda rows: rows["Rocket"]["resting"],
            )


def results_of(folder: Path) -> list[Path]:
    return [path for path in (folder / "c").glob("results.db*") if path.is_file()]


@pytest.mark.nightly
def test_a_thousand_hand_ins_of_one_team_stop_nobody(tmp_path: Path) -> None:
    tokens = new_course(tmp_path, "Rocket", "Comet")
    with course_server(tmp_path) as server:
        with server.client(tokens["Rocket"]) as client:
            client.headers["X-Forwarded-For"] = "192.0.2.7"

            def status() -> int:
                answer = client.post("/api/hand-in", files={"bot": bytes(900_000)})
                return answer.status_code

            statuses = Counter(status() for _ in range(1000))
        assert statuses.keys() <= {202, 422, 429}, statuses
        assert statuses[202] == 8  # as many as the course takes in a day
        assert server.hand_in(tokens["Comet"], LOWEST)["version"] == 1
        with server.client() as viewer:
            assert viewer.get("/health").json()["ok"]
    assert len(list((tmp_path / "c" / "hand-ins" / "1").iterdir())) == 8
    assert [path.name for path in (tmp_path / "c" / "hand-ins").glob(".upload*")] == []


@pytest.mark.nightly
def test_thirty_killed_servers_lose_and_repeat_nothing(tmp_path: Path) -> None:
    random = Random(25)
    tokens = new_course(tmp_path, "Rocket", "Comet", "Meteor")
    handed_in: Counter[str] = Counter()
    for _ in range(30):
        with course_server(tmp_path) as server:
            team = random.choice([*tokens])
            if handed_in[team] < 6:
                handed_in[team] = server.hand_in(tokens[team], LOWEST)["version"]
            time.sleep(random.uniform(0, 5))
    with course_server(tmp_path) as server:
        for team, number in handed_in.items():
            for each in range(1, number + 1):
                found = server.after_check(tokens[team], each)
                assert found["state"] in ("playing", "replaced"), found
            with server.client(tokens[team]) as client:
                assert len(client.get("/api/own").json()["versions"]) == number
    verified = owari(tmp_path, "verify", "c/results.db")
    assert verified.returncode == 0, verified.stdout


def test_a_disk_that_takes_nothing_is_told(tmp_path: Path) -> None:
    tokens = new_course(tmp_path, "Rocket")
    (tmp_path / "c" / "hand-ins").write_text("in the way")
    with course_server(tmp_path) as server, server.client(tokens["Rocket"]) as client:
        answer = client.post("/api/hand-in", files={"bot": LOWEST.read_bytes()})
        assert (answer.status_code, "nothing was handed in" in answer.text) == (507, True)
        assert str(tmp_path) not in answer.text
        assert client.get("/api/own").json()["versions"] == []


@pytest.mark.nightly
@pytest.mark.slow
def test_a_killed_server_loses_and_repeats_nothing(tmp_path: Path) -> None:
    more = "concurrency: 2\npublic-names: pseudonyms\n"
    tokens = new_course(tmp_path, "Rocket", "Comet", more=more)
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
            public = [row["team"] for row in rows if not row["baseline"]]
            pages = [viewer.get(f"/teams/{name}").text for name in public]
            pages += [viewer.get(path).text for path in ("/", "/api/ladder", "/games/1")]
        assert not any(name in page for page in pages for name in tokens)
        assert not any(
            name.encode() in file.read_bytes() for file in results_of(tmp_path) for name in tokens
        )
        with server.client(tokens["Rocket"]) as rocket:
            assert rocket.get("/api/own").json()["public"] in public
    assert [row["games"] for row in rows] == [4, 4, 4]
    verified = owari(tmp_path, "verify", "c/results.db")
    assert verified.returncode == 0, verified.stdout
    assert "0 of 6" not in verified.stdout


@pytest.mark.nightly
@pytest.mark.slow
def test_the_staff_sees_all_and_an_instructor_gives_orders(tmp_path: Path) -> None:
    tokens = new_course(tmp_path, "Rocket", "Comet", "Late")
    links = [
        output("course", "staff", "c", name, "--role", role, folder=tmp_path).strip()
        for name, role in (("Ann", "instructor"), ("Ben", "assistant"))
    ]
    ann, ben = (link.partition("/staff#")[2] for link in links)
    with course_server(tmp_path) as server:
        for team in ("Rocket", "Comet"):
            server.hand_in(tokens[team], LOWEST)
        for team in ("Rocket", "Comet"):
            server.after_check(tokens[team], 1)
        with server.client(ann) as instructor, server.client(ben) as assistant:

            def order(**asked: object) -> None:
                answer = instructor.post("/api/staff/order", json=asked)
                assert answer.status_code == 200, answer.text

            awaited(lambda: instructor.get("/api/ladder").json()["games"], lambda games: games == 6)
            seen = assistant.get("/api/staff").json()
            assert (seen["may_change"], [row["hand_ins"] for row in seen["teams"]]) == (
                False,
                [1, 1, 0],
            )
            assert assistant.post("/api/staff/order", json={"order": "pause"}).status_code == 403
            with server.client(tokens["Rocket"]) as rocket:
                assert rocket.get("/api/staff").status_code == 401
                assert rocket.post("/api/staff/order", json={"order": "pause"}).status_code == 401
            order(order="annul", game=1, text="a wrong power cut", replay=True)
            order(order="annul", game=2, text="another appeal")
            order(order="annul", game=999, text="none")
            answers = awaited(
                lambda: instructor.get("/api/staff").json()["appeals"],
                lambda appeals: all(appeal["answer"] for appeal in appeals),
            )
            assert [appeal["answer"][:12] for appeal in answers] == [
                "not annulled",
                "annulled",
                "annulled, an",
            ]
            awaited(lambda: instructor.get("/api/ladder").json()["games"], lambda games: games == 5)
            order(order="note", team="Rocket", text="Well done <b>")
            order(order="extend", team="Late", hours=24)
            order(order="pause")
            order(order="withdraw", team="Comet", version=1)
            assert instructor.post("/api/staff/order", json={"order": "x"}).status_code == 422
            rows = {row["team"]: row for row in instructor.get("/api/staff").json()["teams"]}
            assert (rows["Comet"]["state"], rows["Comet"]["playing"]) == ("withdrawn", None)
            assert instructor.get("/api/staff").json()["is_paused"]
        with server.client(tokens["Rocket"]) as rocket:
            assert rocket.get("/api/own").json()["notes"][0][1] == "Well done <b>"
            assert rocket.post("/api/versions/1/withdraw", json={}).status_code == 200
            assert rocket.get("/api/versions/1").json()["state"] == "withdrawn"
    verified = owari(tmp_path, "verify", "c/results.db")
    assert verified.returncode == 0, verified.stdout
    journal = output("course", "journal", "c", folder=tmp_path)
    for line in ("Ann: paused the ladder", "Ann: had game 2 annulled: another appeal"):
        assert line in journal


@pytest.mark.slow
def test_an_instructor_opens_the_page_of_the_staff(served: Served, page: Page) -> None:
    complaints: list[str] = []
    watch(page, complaints)
    link = output("course", "staff", "c", "Ann", folder=served.folder).strip()
    page.goto(f"{served.server.address}/staff#{link.partition('#')[2]}")
    page.get_by_role("table", name="Journal").wait_for()
    page.get_by_label("Note or reason").fill("Read the forum")
    page.get_by_role("button", name="Send the note").click()
    page.get_by_text("Done: send the note.").wait_for()
    page.get_by_role("cell", name="wrote to Rocket: Read the forum").wait_for()
    check_page(page)
    assert complaints == []
