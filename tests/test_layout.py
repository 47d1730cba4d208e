"""Modules and functions are small, neighbouring rooms have no modules of one name, and only doors
list their names."""

from __future__ import annotations

import ast
from collections import defaultdict
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from tests.docs.test_architecture import imported_rooms, statements
from tests.figures import Module, files_of_a_relay_move

PACKAGE = Path(__file__).parents[1] / "owari"
LONGEST_MODULE = 650
LONGEST_FUNCTION = 60
"""Lines, with docstrings and blank lines."""

FILES_OF_A_RELAY_MOVE = 15
"""From the typed line to the written file."""

DOORS = ("__init__", "__main__")
MODULES = [
    path
    for path in sorted(PACKAGE.rglob("*.py"))
    if "samples" not in path.relative_to(PACKAGE).parts
]


@pytest.mark.slow
def test_modules_are_short_and_their_functions_too() -> None:
    long: dict[str, int] = {}
    for path in MODULES:
        name, text = path.relative_to(PACKAGE).as_posix(), path.read_text("utf-8")
        if (lines := text.count("\n")) > LONGEST_MODULE:
            long[name] = lines
        for node in statements(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                lines = (node.end_lineno or 0) - node.lineno + 1
                if lines > LONGEST_FUNCTION:
                    long[f"{name}: {node.name}"] = lines
    assert not long


@pytest.mark.slow
def test_no_room_has_a_module_of_the_name_of_one_that_it_imports() -> None:
    """But for `cli`, whose modules have the names of the commands."""
    names: dict[str, set[str]] = defaultdict(set)
    neighbours: dict[str, set[str]] = defaultdict(set)
    for path in MODULES:
        room = path.relative_to(PACKAGE).parts[0]
        if path.stem != "__init__":
            names[room].add(path.stem)
        neighbours[room].update(imported_rooms(path.read_text("utf-8")))
    twice = {
        (room, other, name)
        for room, others in neighbours.items()
        for other in others - {room}
        for name in names[room] & names[other]
        if room != "cli"
    }
    assert twice == set()


@pytest.mark.slow
def test_no_modules_import_from_each_other_in_a_circle() -> None:
    """Also where one does so only for types, or in a function."""
    modules = {module.name: module for module in (Module(p, p.read_text("utf-8")) for p in MODULES)}
    inside = {name for name, module in modules.items() if module.path.stem not in DOORS}
    TopologicalSorter(
        {name: inside.intersection(modules[name].imported()) for name in inside}
    ).prepare()


def test_only_the_doors_of_the_package_list_their_names() -> None:
    listing = {str(p.relative_to(PACKAGE)) for p in MODULES if "__all__" in p.read_text("utf-8")}
    assert listing == {"__init__.py", "api.py"}


def test_a_relay_move_goes_through_few_files() -> None:
    crossed = {Path(path).relative_to(PACKAGE).as_posix() for path in files_of_a_relay_move()}
    assert {"table/terminal.py", "table/session.py", "table/session_file.py"} <= crossed
    assert len(crossed) <= FILES_OF_A_RELAY_MOVE, sorted(crossed)
