"""Modules and functions are small, and neighbouring rooms have no modules of one name."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

import pytest

from tests.docs.test_architecture import imported_rooms

PACKAGE = Path(__file__).parents[1] / "owari"
LONGEST_MODULE = 400
LONGEST_FUNCTION = 60
"""Lines, with docstrings and blank lines."""

MODULES = [
    path
    for path in sorted(PACKAGE.rglob("*.py"))
    if "samples" not in path.relative_to(PACKAGE).parts
]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_a_module_is_short_and_its_functions_too(path: Path) -> None:
    text = path.read_text("utf-8")
    assert text.count("\n") <= LONGEST_MODULE
    functions = [
        node
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    lines = {node.name: (node.end_lineno or 0) - node.lineno + 1 for node in functions}
    assert {name: count for name, count in lines.items() if count > LONGEST_FUNCTION} == {}


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
