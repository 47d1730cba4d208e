"""Entries of bots as the text of a tournament file, and one more entry in a file whose other text
stays as it is."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from owari.errors import BadInput
from owari.games.catalog import find_game
from owari.games.game import Game
from owari.games.mancala import OWARI
from owari.results.bot_names import looks_like
from owari.tournament.yaml_source import BadTournament, read_source

__all__ = ["add_entry", "check_addition", "entry_text", "program_entry"]


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
    import yaml

    text: str = yaml.safe_dump(
        [dict(entry)], sort_keys=False, allow_unicode=True, default_flow_style=None
    )
    return "".join(f"{indent}{line}\n" for line in text.splitlines())


def check_addition(path: Path, name: str) -> Game | None:
    """The game of a tournament file to which a bot of this name can be added; None where there is
    no such file yet. Raises BadInput where it has problems, or a bot with such a name."""
    from owari.tournament.config import load

    if _is_blank(_text(path)):
        return None
    tree = read_source(path).tree
    bots = tree.get("bots") if isinstance(tree, dict) else None
    if not bots:
        return find_game(str(tree.get("game", OWARI.name))) if isinstance(tree, dict) else None
    tournament = load(path, least=1, tolerant=True)
    if other := looks_like(name, [bot.name for bot in tournament.entries]):
        raise BadInput(f"{path} has a bot {other!r} already: choose another --name")
    return tournament.game


def add_entry(path: Path, entry: Mapping[str, Any], game: str) -> None:
    """Puts an entry at the end of the bots of a tournament file. A file that is missing or empty
    becomes one for this game.

    The file is replaced as a whole: whoever reads it sees the old text or the new one. Raises
    BadInput and OSError, and leaves the file as it was.
    """
    from owari.tournament.config import load

    old = _text(path)
    text = _begun(old, entry, game) if _is_blank(old) else _with_entry(path, old, entry)
    target = path.resolve()
    number, name = tempfile.mkstemp(prefix=".", suffix=".yaml", dir=target.parent)
    beside = Path(name)
    try:
        with os.fdopen(number, "w", encoding="utf-8", newline="") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        try:
            load(beside, least=1, tolerant=True)
        except BadTournament as error:
            said = str(error).replace(beside.name, path.name)
            raise BadInput(
                f"the entry does not fit into {path}, which stays as it is: {said}"
            ) from None
        beside.chmod(target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask())
        os.replace(beside, target)
    finally:
        with suppress(FileNotFoundError):
            beside.unlink()


def _text(path: Path) -> str:
    """The text of a file, empty where there is none. Raises BadInput."""
    try:
        return path.read_bytes().decode("utf-8")
    except FileNotFoundError:
        return ""
    except (OSError, UnicodeDecodeError):
        raise BadInput(f"{path} cannot be read as a tournament file") from None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _is_blank(text: str) -> bool:
    """Whether it has comments at most."""
    return all(not line.strip() or line.lstrip().startswith("#") for line in text.splitlines())


def _begun(text: str, entry: Mapping[str, Any], game: str) -> str:
    """A tournament with one bot, below the comments of the file."""
    return f"{_ended(text)}game: {game}\ntime-per-turn: 5s\nbots:\n{entry_text(entry)}"


def _with_entry(path: Path, text: str, entry: Mapping[str, Any]) -> str:
    """The text of a file with one more entry. Raises BadInput where the bots are no list."""
    import yaml

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
    import yaml

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
    import yaml

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
