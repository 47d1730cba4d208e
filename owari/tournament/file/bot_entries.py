"""Entries of bots as the text of a tournament file: one more entry in a file, or another name for a
bot, where all other text stays as it is."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import yaml

from owari.errors import BadInput
from owari.games.catalog import find_game
from owari.games.game import Game
from owari.games.mancala import OWARI
from owari.results.bot_names import NAMING_RULES, bot_name, looks_like, warnings_of_names
from owari.tournament.file.yaml_source import BadTournament, read_source
from owari.user_files import replacing


def program_entry(name: str, words: Sequence[str], directory: Path, folder: Path) -> dict[str, Any]:
    """The keys of a program in a tournament file that lies in `folder`. The words of its command
    are those that start it in `directory`."""
    program, *arguments = words
    if "/" in program and not os.path.isabs(program):
        path = os.path.relpath(directory / program, folder)
        program = path if "/" in path else f"./{path}"
    entry: dict[str, Any] = {"name": name, "command": [program, *arguments]}
    place = os.path.relpath(directory, folder)
    if place != ".":
        entry["directory"] = place
    return entry


def entry_text(entry: Mapping[str, Any], indent: str = "  ") -> str:
    """An entry as an item of the list `bots`, in lines that begin with the indent."""
    text: str = yaml.safe_dump(
        [dict(entry)], sort_keys=False, allow_unicode=True, default_flow_style=None
    )
    return "".join(f"{indent}{line}\n" for line in text.splitlines())


def check_addition(path: Path, name: str) -> Game | None:
    """The game of a tournament file to which a bot of this name can be added; None where there is
    no such file yet. Raises BadInput where it has problems, or a bot with such a name."""
    from owari.tournament.file.reader import load

    if _is_blank(_text(path)):
        return None
    tree = read_source(path).tree
    bots = tree.get("bots") if isinstance(tree, dict) else None
    if not bots:
        return find_game(str(tree.get("game", OWARI.name))) if isinstance(tree, dict) else None
    tournament = load(path, least=1, tolerant=True)
    if other := looks_like(name, [bot.name for bot in tournament.all_bots]):
        raise BadInput(f"{path} has a bot {other!r} already: choose another --name")
    return tournament.game


def add_entry(path: Path, entry: Mapping[str, Any], game: str) -> None:
    """Puts an entry at the end of the bots of a tournament file. A file that is missing or empty
    becomes one for this game.

    The file is replaced as a whole: whoever reads it sees the old text or the new one. Raises
    BadInput and OSError, and leaves the file as it was.
    """
    from owari.tournament.file.reader import load

    old = _text(path)
    text = _begun(old, entry, game) if _is_blank(old) else _with_entry(path, old, entry)

    with replacing(path.resolve()) as beside:
        beside.write_bytes(text.encode())
        try:
            load(beside, least=1, tolerant=True)
        except BadTournament as error:
            said = str(error).replace(beside.name, path.name)
            raise BadInput(
                f"the entry does not fit into {path}, which stays as it is: {said}"
            ) from None


def add_bot(path: Path, entry: Mapping[str, Any], game: str) -> list[str]:
    """Puts an entry at the end of the bots of a tournament file, as `add_entry` does. Returns
    warnings on its name."""
    from owari.tournament.file.reader import load

    add_entry(path, entry, game)
    names = [bot.name for bot in load(path, least=1, tolerant=True).all_bots]
    return list(warnings_of_names(names, [str(entry["name"])]))


def _text(path: Path) -> str:
    """The text of a file, empty where there is none. Raises BadInput."""
    try:
        return path.read_bytes().decode("utf-8")
    except FileNotFoundError:
        return ""
    except (OSError, UnicodeDecodeError):
        raise BadInput(f"{path} cannot be read as a tournament file") from None


def _is_blank(text: str) -> bool:
    """Whether it has comments at most."""
    return all(not line.strip() or line.lstrip().startswith("#") for line in text.splitlines())


def _begun(text: str, entry: Mapping[str, Any], game: str) -> str:
    """A tournament with one bot, below the comments of the file."""
    return f"{_ended(text)}game: {game}\ntime-per-turn: 5s\nbots:\n{entry_text(entry)}"


def _with_entry(path: Path, text: str, entry: Mapping[str, Any]) -> str:
    """The text of a file with one more entry. Raises BadInput where the bots are no list."""
    try:
        root = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.YAMLError:
        raise BadInput(f"{path} is not valid YAML; 'owari check {path}' says where") from None
    pairs = root.value if isinstance(root, yaml.MappingNode) and not root.flow_style else []
    bots = next((value for key, value in pairs if key.value == "bots"), None)
    if isinstance(bots, yaml.SequenceNode) and bots.flow_style:
        return _in_flow(text, bots, entry)
    if isinstance(bots, yaml.SequenceNode):
        item = entry_text(entry, " " * bots.start_mark.column)
        return _after_line(text, _last_line(bots), item)
    if bots is None and pairs:
        return _after_line(text, _last_line(root), f"bots:\n{entry_text(entry)}")
    if isinstance(bots, yaml.ScalarNode) and not bots.value:
        return _after_line(text, bots.start_mark.line, entry_text(entry))
    raise BadInput(f"{path} has no list of bots to which an entry can be added")


def _in_flow(text: str, bots: Any, entry: Mapping[str, Any]) -> str:
    """With the entry in the brackets of a list `[...]`."""
    item = yaml.safe_dump(
        dict(entry), sort_keys=False, allow_unicode=True, default_flow_style=True, width=10**6
    ).strip()
    if not bots.value:
        at = bots.start_mark.index + 1
        return f"{text[:at]}{item}{text[at:]}"
    at = bots.value[-1].end_mark.index
    return f"{text[:at]}, {item}{text[at:]}"


def _last_line(node: Any) -> int:
    """The number of the last line with a part of a node, from 0: marks of blocks end behind the
    comments that follow."""
    while not isinstance(node, yaml.ScalarNode) and node.value and not node.flow_style:
        last = node.value[-1]
        node = last[-1] if isinstance(last, tuple) else last
    last_line: int = node.end_mark.line
    ends_before: bool = node.end_mark.column == 0 and last_line > node.start_mark.line
    return last_line - ends_before


def _after_line(text: str, number: int, added: str) -> str:
    lines = text.splitlines(keepends=True)
    before = _ended("".join(lines[: number + 1]))
    return f"{before}{_in_style_of(text, added)}{''.join(lines[number + 1 :])}"


def _ended(text: str) -> str:
    return text if text.endswith("\n") or not text else f"{text}\n"


def _in_style_of(text: str, added: str) -> str:
    """With the ends of lines that the text has."""
    return added.replace("\n", "\r\n") if "\r\n" in text else added


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
        try:
            with replacing(file.resolve()) as beside:
                beside.write_bytes(mark + text.encode())
        except OSError as error:
            raise BadInput(f"{file} cannot be written: {error.strerror}") from None
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
