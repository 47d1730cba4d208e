"""The overview in `owari.errors` is the tree of exceptions that there is."""

from __future__ import annotations

import inspect
import re
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import owari
from owari import errors

ROOT = Path(owari.__file__).parent
LINE = re.compile(
    r"(?P<branch>[| ]*\+-- )?(?P<name>[A-Z]\w+)(?: {2,}\S.*? +(?P<module>[a-z][\w.]+))?"
)


class Entry(NamedTuple):
    parent: str
    module: str


def overview() -> dict[str, Entry]:
    """Each exception of the docstring."""
    found: dict[str, Entry] = {}
    parents: list[str] = []
    for line in inspect.cleandoc(errors.__doc__ or "").splitlines():
        entry = LINE.fullmatch(line.removeprefix("    ")) if line.startswith("    ") else None
        if entry:
            depth = len(entry["branch"] or "") // 4
            parents[depth:] = [entry["name"]]
            if depth:
                found[entry["name"]] = Entry(parents[depth - 1], entry["module"])
    return found


def exceptions() -> dict[str, type[BaseException]]:
    """Each public exception that a module of owari defines."""
    found = {}
    for path in ROOT.rglob("*.py"):
        if re.search(
            r"^class [A-Z]\w*\(.*\b(\w+Error|Exception|\w*Input|\w+Interrupt|Bad\w+)\b",
            path.read_text("utf-8"),
            re.M,
        ):
            name = ".".join(path.relative_to(ROOT.parent).with_suffix("").parts)
            for key, value in vars(import_module(name)).items():
                is_class = isinstance(value, type) and issubclass(value, BaseException)
                if is_class and value.__module__ == name and not key.startswith("_"):
                    found[key] = value
    return found


def test_the_overview_has_every_exception_and_no_other() -> None:
    assert {*overview(), "OwariError"} == exceptions().keys()


def test_the_overview_has_the_parent_and_the_module_of_each() -> None:
    classes = exceptions()
    assert overview() == {
        name: Entry(kind.__bases__[0].__name__, kind.__module__.removeprefix("owari."))
        for name, kind in classes.items()
        if name != "OwariError"
    }
