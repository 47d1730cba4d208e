"""The page on the architecture is true: its floors hold, and the files that pages name exist."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from contextlib import closing
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import owari
from owari.programs.protocols import PROTOCOLS, find_protocol
from owari.records.record import Termination
from tests.docs.page_sessions import PAGES, ROOT, SampleFile, contents

PAGE = (ROOT / "docs" / "architecture.md").read_text()
FLOORS = {room: int(floor) for floor, room in re.findall(r"^\| (\d+) \| `(\w+)` \|", PAGE, re.M)}
PACKAGE = ROOT / "owari"
ENTRANCES = {"__init__", "__main__"}
"""What starts the package; everything is below it."""


def imported_rooms(source: str) -> Iterator[str]:
    """The rooms from which a module imports, at its top or within a function."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module == "owari":
            yield from (alias.name for alias in node.names if not alias.name.startswith("__"))
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("owari."):
            yield (node.module or "").split(".")[1]
        elif isinstance(node, ast.Import):
            yield from (a.name.split(".")[1] for a in node.names if a.name.startswith("owari."))


def test_the_page_lists_every_room() -> None:
    rooms = {path.stem for path in PACKAGE.iterdir() if path.suffix in ("", ".py")}
    assert set(FLOORS) == rooms - ENTRANCES - {"__pycache__"}


def imports_of(room: str) -> dict[str, str]:
    """The other rooms from which a room imports, each with a module that does."""
    inside = PACKAGE / room
    modules = inside.rglob("*.py") if inside.is_dir() else [inside.with_suffix(".py")]
    return {
        other: str(module.relative_to(ROOT))
        for module in modules
        if "samples" not in module.parts
        for other in imported_rooms(module.read_text())
        if other != room
    }


@pytest.mark.parametrize("room", FLOORS)
def test_a_room_imports_from_no_floor_above(room: str) -> None:
    for other, module in imports_of(room).items():
        assert FLOORS[other] <= FLOORS[room], f"{module} imports {other}"


def test_no_rooms_import_from_each_other_in_a_circle() -> None:
    TopologicalSorter({room: imports_of(room) for room in FLOORS}).prepare()


def test_the_page_lists_every_table_of_families() -> None:
    for module in PACKAGE.rglob("*.py"):
        if ": FamilyTable[" in module.read_text():
            assert f"`{module.relative_to(ROOT)}`" in PAGE


PROGRAM = """\
while True:
    position, side = input().split()
    stones = list(map(int, position.split(",")))
    pits = range(6) if side == "S" else range(7, 13)
    print(side + str(next(pit for pit in pits if stones[pit])), flush=True)
"""


def test_the_protocol_of_the_page_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    [file] = [item for item in contents(PAGE) if isinstance(item, SampleFile)]
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setitem(PROTOCOLS, "plain", "plain")
    (tmp_path / "plain.py").write_text(file.text)
    (tmp_path / "lowest.py").write_text(PROGRAM)
    command = f"{sys.executable} {tmp_path / 'lowest.py'}"
    with closing(owari.bot(command, protocol="plain")) as bot:
        record = owari.play_game(bot, "greedy")
    assert record.ending.termination is Termination.NORMAL
    assert [key.key for key in find_protocol("plain").documented_keys()] == ["spaces"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_files_that_a_page_names_exist(page: Path) -> None:
    for path in re.findall(r"`((?:owari|tests|configs|docs)/[\w./-]+)`", page.read_text()):
        if "NAME" not in path:
            assert (ROOT / path).exists(), path
