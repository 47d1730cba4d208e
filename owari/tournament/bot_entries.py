"""Entries of bots as the text of a tournament file, and a new entry in a file that is kept as it
is."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

__all__ = ["entry_text", "program_entry"]


def program_entry(
    name: str, words: Sequence[str], directory: Path, folder: Path, keys: Mapping[str, Any]
) -> dict[str, Any]:
    """The keys of a program in a tournament file that lies in `folder`. The words of its command
    are those that start it in `directory`; `keys` are those of its protocol."""
    program, *arguments = words
    if "/" in program and not os.path.isabs(program):
        path = os.path.relpath(directory / program, folder)
        program = path if "/" in path else f"./{path}"
    entry: dict[str, Any] = {"name": name, "command": [program, *arguments]}
    place = os.path.relpath(directory, folder)
    if place != ".":
        entry["directory"] = place
    return {**entry, **keys}


def entry_text(entry: Mapping[str, Any], indent: str = "  ") -> str:
    """An entry as an item of the list `bots`, in lines that begin with the indent."""
    import yaml

    text: str = yaml.safe_dump(
        [dict(entry)], sort_keys=False, allow_unicode=True, default_flow_style=None
    )
    return "".join(f"{indent}{line}\n" for line in text.splitlines())
