"""The scripts and styles of the viewer as bytes, and the scripts joined into one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from importlib.resources import files
from types import MappingProxyType


@cache
def static_files() -> Mapping[str, bytes]:
    """The files by name, such as `board.js`."""
    folder = files("owari.viewer").joinpath("static")
    found = {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}
    return MappingProxyType(found)


_IMPORT = re.compile(r'^import \{([^}]*)\} from "\./([\w.]+)";$', re.MULTILINE)
_EXPORT = re.compile(
    r"^export (?=(?:async )?(?:function\*?|class|const|let) (\w+))|^export \{\};$", re.MULTILINE
)
_COMMENT_LINES = re.compile(r"^ *(?:/\*\*(?:(?!\*/)[\s\S])*\*/|//.*)\n", re.MULTILINE)
_MODULE_SYNTAX = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)
_ENDS_SCRIPT = re.compile(r"</script|<!--", re.IGNORECASE)


def bundle(entry: str, modules: Mapping[str, bytes]) -> str:
    """One script that does what the module `entry` does, for a page that can load no other.

    Each module becomes a function, called once after those that it imports. All modules write
    `import {a, b} from "./x.js";` on one line, and export by name where they declare. Comments on
    lines of their own are left out. Raises ValueError for a module that does otherwise, for a
    circle of imports, and for text that would end the script in a page.
    """
    parts = ['"use strict";']
    for name in _in_order(entry, modules):
        text = _COMMENT_LINES.sub("", modules[name].decode())
        imports = [
            f"const {{{_renamed(names)}}} = {_variable(of)};" for names, of in _imports(text)
        ]
        exports = ", ".join(filter(None, _EXPORT.findall(text)))
        body = _EXPORT.sub("", _IMPORT.sub("", text)).strip()
        if strange := _MODULE_SYNTAX.search(body) or _ENDS_SCRIPT.search(body):
            raise ValueError(f"{name} cannot be part of one script: {strange[0]}")
        lines = ["(() => {", *imports, body, f"return {{{exports}}};", "})();"]
        parts.append(f"const {_variable(name)} = " + "\n".join(lines))
    return "\n\n".join(parts) + "\n"


def _in_order(entry: str, modules: Mapping[str, bytes]) -> Iterator[str]:
    """The modules that the entry needs, each after those that it imports."""
    needs: dict[str, list[str]] = {}
    waiting = [entry]
    while waiting:
        name = waiting.pop()
        if name not in needs:
            needs[name] = [of for _, of in _imports(modules[name].decode())]
            waiting += needs[name]
    try:
        return iter(tuple(TopologicalSorter(needs).static_order()))
    except CycleError as error:
        raise ValueError(f"modules import each other: {' -> '.join(error.args[1])}") from None


def _imports(text: str) -> list[tuple[str, str]]:
    """The names and the module of each import."""
    return _IMPORT.findall(text)


def _renamed(names: str) -> str:
    """`a, b: c` for `a, b as c`."""
    return re.sub(r"\s+as\s+", ": ", names)


def _variable(name: str) -> str:
    return "$" + re.sub(r"\W", "_", name.removesuffix(".js"))
