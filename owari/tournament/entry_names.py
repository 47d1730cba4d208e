"""The names of bots where a tournament file writes them."""

from __future__ import annotations

import json
import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import yaml

from owari.errors import BadInput
from owari.results.bot_names import bot_name
from owari.results.renaming import NAMING_RULES
from owari.tournament.yaml_source import read_source

__all__ = ["rename_entry"]

UNQUOTED = re.compile(r"[A-Za-z][A-Za-z0-9_-]*( [A-Za-z0-9_-]+)*")
"""A text that YAML takes as it is, wherever it stands."""


def rename_entry(file: Path, old: str, new: str) -> bool:
    """Writes the new name in place of the old one; all else stays as it is. False where no bot has
    either name. Raises BadInput where the file cannot be read or written."""
    read_source(file)  # says what is wrong with it
    data = file.read_bytes()
    text = data.decode("utf-8-sig")
    places = sorted((node.start_mark.index, node.end_mark.index) for node in _names(text, old))
    for start, end in reversed(places):
        written = new if UNQUOTED.fullmatch(new) else json.dumps(new, ensure_ascii=False)
        text = text[:start] + written + text[end:]
    if places:
        mark = b"\xef\xbb\xbf" if data.startswith(b"\xef\xbb\xbf") else b""
        _replace(file.resolve(), mark + text.encode())
    return bool(places) or any(_names(text, new))


def _names(text: str, name: str) -> Iterator[yaml.Node]:
    """The nodes that hold this name of a bot."""
    root = yaml.compose(text, Loader=yaml.SafeLoader)
    entries = [entry for bots in _values(root, "bots") for entry in _items(bots)]
    found = [node for entry in entries for node in _values(entry, "name")]
    found += (node for key in NAMING_RULES for each in _values(root, key) for node in _items(each))
    for node in found:
        if isinstance(node, yaml.ScalarNode) and _called(node.value) == name:
            yield node


def _items(node: yaml.Node) -> list[yaml.Node]:
    """The items of a list; a single value is one."""
    return list(node.value) if isinstance(node, yaml.SequenceNode) else [node]


def _values(node: yaml.Node | None, key: str) -> Iterator[yaml.Node]:
    if isinstance(node, yaml.MappingNode):
        yield from (value for each, value in node.value if each.value == key)


def _called(text: str) -> str:
    """The name as results have it; empty for a text that is no name."""
    with suppress(BadInput):
        return bot_name(text)
    return ""


def _replace(file: Path, data: bytes) -> None:
    """Writes the file anew, as a whole or not at all. Raises BadInput."""
    try:
        mode = file.stat().st_mode
        with tempfile.NamedTemporaryFile(dir=file.parent, delete=False) as beside:
            beside.write(data)
        os.chmod(beside.name, mode)
        os.replace(beside.name, file)
    except OSError as error:
        raise BadInput(f"{file} cannot be written: {error.strerror}") from None
