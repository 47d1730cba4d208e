"""Figures of the code in `owari`: `python -m tests.figures`.

Code is all but blank lines, comments and docstrings. A crumb is a module with fewer than 40 lines
of code beside its imports; its users are the modules of `owari` that import from it, and for that
of a command also `owari.cli.main`. A relay move crosses each file with a function that runs from
the typed line to the written file.
"""

from __future__ import annotations

import ast
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from click.testing import CliRunner

from owari.cli.relay import command as relay
from owari.table import session_file, terminal
from tests.docs.test_architecture import FLOORS, imports_of, statements

ROOT = Path(__file__).parents[1]
CRUMB = 40


@dataclass(frozen=True)
class Module:
    """One file of Python."""

    path: Path
    text: str

    @property
    def name(self) -> str:
        """The name by which others import it."""
        parts = self.path.relative_to(ROOT).with_suffix("").parts
        return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

    @cached_property
    def nodes(self) -> list[ast.AST]:
        return list(ast.walk(ast.parse(self.text)))

    @cached_property
    def code(self) -> set[int]:
        """The numbers of the lines of code."""
        texts = lines_of(
            node
            for node in self.nodes
            if isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, str)
        )
        lines = enumerate((line.strip() for line in self.text.splitlines()), start=1)
        return {number for number, line in lines if line and not line.startswith("#")} - texts

    @cached_property
    def imports(self) -> set[int]:
        """The numbers of the lines with imports."""
        return lines_of(n for n in self.nodes if isinstance(n, ast.Import | ast.ImportFrom))

    @cached_property
    def exports(self) -> set[int]:
        """The numbers of the lines of `__all__`."""
        return lines_of(
            node
            for node in self.nodes
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"
        )

    def imported(self) -> Iterator[str]:
        """The modules that it imports, and the names from them, which may be modules too."""
        for node in statements(ast.parse(self.text)):
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module:
                yield node.module
                yield from (f"{node.module}.{alias.name}" for alias in node.names)

    def functions(self) -> Iterator[tuple[int, str]]:
        """The lines of each function, and where it is."""
        for node in self.nodes:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield len(lines_of([node])), f"{self.path.relative_to(ROOT)}: {node.name}"


def lines_of(nodes: Iterator[ast.AST] | list[ast.AST]) -> set[int]:
    """The numbers of the lines on which these statements are."""
    return {
        line
        for node in nodes
        if isinstance(node, ast.stmt)
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }


def files_of_a_relay_move() -> list[str]:
    """The files of `owari` that run when somebody types a move at the terminal, each time that
    another one takes over: from the one that has read the line to the one that writes the game."""
    folder = str(ROOT / "owari")
    crossed: list[str] = []
    read_line, write = terminal.read_line, session_file.write

    def note(frame: FrameType, event: str, argument: object) -> None:
        file = frame.f_code.co_filename
        if event == "call" and file.startswith(folder) and file not in crossed[-1:]:
            crossed.append(file)

    def typed(prompt: str) -> str:
        line = read_line(prompt)
        if line == "4":
            crossed.append(terminal.__file__)
            sys.setprofile(note)
        return line

    def written(*arguments: Any) -> None:
        write(*arguments)
        sys.setprofile(None)

    with tempfile.TemporaryDirectory() as made, pytest.MonkeyPatch.context() as patch:
        patch.setattr(terminal, "read_line", typed)
        patch.setattr(session_file, "write", written)
        options = ["--first", "them", "--depth", "1", "--record", f"{made}/game.pgn"]
        CliRunner().invoke(relay, options, input="4\nquit\n", catch_exceptions=False)
    return crossed


def figures() -> Iterator[str]:
    """A line for each figure."""
    paths = sorted((ROOT / "owari").rglob("*.py"))
    modules = [Module(path, path.read_text("utf-8")) for path in paths]
    lines = sum(module.text.count("\n") for module in modules)
    code = sum(len(module.code) for module in modules)
    imports = sum(len(module.imports) for module in modules)
    exports = sum(len(module.exports) for module in modules)
    mean = code / len(modules)
    yield f"{len(modules)} files, {lines} lines, {code} lines of code ({mean:.0f} a file)"
    yield (
        f"{imports} lines of imports and {exports} of __all__: {(imports + exports) / lines:.1%}"
        f" of all lines, {(imports + exports) / code:.1%} of the code"
    )
    users: dict[str, set[str]] = defaultdict(set)
    for module in modules:
        for name in module.imported():
            users[name].add(module.name)
    crumbs = [m for m in modules if 0 < len(m.code - m.imports - m.exports) < CRUMB]
    once = [m for m in crumbs if len(users[m.name]) == 1 and "\ndef command(" not in m.text]
    yield f"{len(crumbs)} files with fewer than {CRUMB} lines of code, {len(once)} with one user"
    longest = max(modules, key=lambda module: module.text.count("\n"))
    yield f"longest file: {longest.text.count(chr(10))} lines, {longest.path.relative_to(ROOT)}"
    length, where = max(function for module in modules for function in module.functions())
    yield f"longest function: {length} lines, {where}"
    arrows = sum(len(imports_of(room)) for room in FLOORS)
    crossed = files_of_a_relay_move()
    yield f"a relay move: {len(set(crossed))} files, {len(crossed) - 1} changes of file"
    yield f"{len(FLOORS)} rooms on {len(set(FLOORS.values()))} floors, {arrows} arrows"


if __name__ == "__main__":
    print(*figures(), sep="\n")
