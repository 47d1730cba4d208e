"""The page on the architecture is true: its floors hold, and the files that pages name exist."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from tests.docs.page_sessions import PAGES, ROOT

PAGE = (ROOT / "docs" / "architecture.md").read_text()
FLOORS = {room: int(floor) for floor, room in re.findall(r"^\| (\d+) \| `(\w+)` \|", PAGE, re.M)}
PACKAGE = ROOT / "owari"
ENTRANCES = {"__init__", "__main__"}
"""What starts the package; everything is below it."""


@cache
def imported_rooms(source: str) -> frozenset[str]:
    """The rooms from which a module imports, at its top or within a function."""
    return frozenset(_imported_rooms(ast.parse(source)))


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """What is in a module or in a statement, however deep, but for expressions."""
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.expr):
            yield child
            yield from statements(child)


def _imported_rooms(module: ast.Module) -> Iterator[str]:
    for node in statements(module):
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


INNER_ROOMS = re.findall(r"^\| `owari/(\w+)/(\w+)` \|", PAGE, re.M)
WITH_INNER_ROOMS = dict.fromkeys(room for room, _ in INNER_ROOMS)


@pytest.mark.parametrize("room", WITH_INNER_ROOMS)
def test_the_page_lists_every_inner_room(room: str) -> None:
    inside = (path.parent.name for path in (PACKAGE / room).glob("*/__init__.py"))
    assert sorted(inner for outer, inner in INNER_ROOMS if outer == room) == sorted(inside)


@pytest.mark.parametrize(("room", "inner"), INNER_ROOMS)
def test_an_inner_room_imports_only_from_those_below(room: str, inner: str) -> None:
    rooms = [other for outer, other in INNER_ROOMS if outer == room]
    allowed = rooms[rooms.index(inner) :]
    for path in (PACKAGE / room / inner).rglob("*.py"):
        for module in re.findall(rf"(?:from|import) owari\.{room}\.(\w+)", path.read_text()):
            assert module in allowed, f"{path.name} imports {module}"
        assert f"from owari.{room} import" not in path.read_text(), path.name


def test_the_page_lists_every_table_of_families() -> None:
    for module in PACKAGE.rglob("*.py"):
        if ": FamilyTable[" in module.read_text():
            assert f"`{module.relative_to(ROOT)}`" in PAGE


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_files_that_a_page_names_exist(page: Path) -> None:
    for path in re.findall(r"`((?:owari|tests|configs|docs)/[\w./-]+)`", page.read_text()):
        if "NAME" not in path:
            assert (ROOT / path).exists(), path
