"""A course from its first team to its grades, as people see it: in a browser and at the command
line."""

from __future__ import annotations

import re
import zipfile
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support.browser import check_page, expect, watch
from tests.support.command import output, owari
from tests.support.course_server import admit, course_server, new_course
from tests.support.sample_programs import PROGRAMS

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytest.importorskip("python_multipart", reason="python-multipart is not installed")

LOWEST = PROGRAMS / "line" / "lowest.py"
SCRIPT = "<img src=x onerror=alert(1)>"


def hand_in(page: Page, program: Path, version: int, state: str) -> None:
    """Chooses a file, sends it, and waits for what becomes of it."""
    page.set_input_files("#bot", program)
    page.get_by_role("button", name="Hand in").click()
    expect(page.get_by_role("status")).to_contain_text(f"Receipt: version {version}, ")
    summary = page.locator("summary", has_text=f"Version {version}: ")
    expect(summary).to_contain_text(state)


@pytest.mark.nightly
@pytest.mark.slow
def test_a_course_from_its_first_team_to_its_grades(tmp_path: Path, page: Page) -> None:
    complaints: list[str] = []
    watch(page, complaints)
    tokens = new_course(tmp_path, SCRIPT, "Comet", more="public-afterwards: ladder\n")
    admit(tmp_path, "Comet", LOWEST)
    hostile = tmp_path / "hostile.zip"
    with zipfile.ZipFile(hostile, "w") as archive:
        archive.writestr("../bot.py", LOWEST.read_text())

    with course_server(tmp_path) as server:
        page.goto(f"{server.address}/own#{tokens[SCRIPT]}")
        expect(page.get_by_role("heading", name=SCRIPT)).to_be_visible()
        assert tokens[SCRIPT] not in page.url
        hand_in(page, LOWEST, 1, "plays on the ladder")
        hand_in(page, PROGRAMS / "bad" / "illegal.py", 2, "is rejected")
        expect(page.get_by_text("pit 0 is empty").first).to_be_visible()
        hand_in(page, hostile, 3, "is rejected")
        expect(page.get_by_text("leads out of it by '..'")).to_be_visible()
        card = page.locator("section", has_text="The version that plays")
        expect(card).to_contain_text("Version 1")
        expect(page.get_by_text("It has played all its games with those who play")).to_be_visible()
        check_page(page)
        page.goto(server.address)
        row = page.get_by_role("row", name=SCRIPT)
        expect(row).to_contain_text(re.compile(r"-?\d+ to -?\d+"))
        page.get_by_role("link", name=SCRIPT).click()
        expect(page.get_by_role("table", name="Last games")).to_be_visible()
        check_page(page)
        page.goto("about:blank")  # nothing asks a server that ends

    file = tmp_path / "c" / "course.yaml"
    file.write_text(f"{file.read_text()}deadline: {datetime.now(UTC):%Y-%m-%d %H:%M:%S} UTC\n")
    played = owari(tmp_path, "course", "final", "c")
    assert played.returncode == 0, played.stderr
    with course_server(tmp_path, "--port", server.address.rpartition(":")[2]) as server:
        page.goto(f"{server.address}/own")  # with the cookie
        hand_in(page, hostile, 4, "is rejected")
        expect(page.get_by_role("status")).to_contain_text("came after the final had begun")
        with server.client() as viewer:
            statuses = [viewer.get(path).status_code for path in ("/", "/teams/Comet", "/games/1")]
            assert statuses == [200, 403, 403]
        with server.client(tokens["Comet"]) as comet:
            assert comet.get("/teams/Comet").status_code == 200
        page.goto("about:blank")
    rows = output("course", "export", "c", "--format", "csv", folder=tmp_path).splitlines()
    found = [row.split(",") for row in rows[1:]]
    assert [(row[0], row[1], row[7], *row[9:]) for row in found] == [
        (SCRIPT, "1", "4", "4", "1", "3", "1", "1", "2"),
        ("Comet", "1", "4", "1", "0", "0", "1", "1", "2"),
    ]
    assert complaints == []
