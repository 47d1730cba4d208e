"""The entry of a version: what a bot of a tournament file says of itself, from its `bot.yaml` or
from what was recognised; and the version as a bot that plays.

A student writes `bot.yaml`, so it may say how the program is started and spoken with, and nothing
else: no time of its own, nothing that lies outside of its folder, and no engine of ours.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import Any

import yaml

from owari.course.archive_contents import BadHandIn
from owari.course.course_file import Course
from owari.course.course_store import Version
from owari.errors import BadInput
from owari.programs.executable import OUR_READLINE, command_words
from owari.programs.sandbox.program_settings import ProgramSettings, Sandbox
from owari.results.tournament_values import canonical
from owari.text.printable import escaped
from owari.tournament.file.keys import TIMES
from owari.tournament.file.reader import bot_of
from owari.tournament.file.tournament_settings import BotConfig
from owari.tournament.file.yaml_source import BadTournament, Tree, read_source, texts_of
from owari.tournament.formats.schedule import Entrant

FILE = "bot.yaml"
FOLDER = "versions"
MARK = ".owari"
"""A file of ours in the folder of a version. No program sees it, so what a program writes in the
folder is in memory and goes with it: see `file_view`."""
_REFUSED = {
    **dict.fromkeys((*TIMES, "guest"), "the course decides it for all"),
    **dict.fromkeys(("engine", "by-hand"), "hand in a program of your own"),
    "directory": "the folder of the file is the folder of the program",
}
"""Keys of other bots, and why a student's cannot have them."""


def program_folder(course: Course, team: int, number: int) -> Path:
    """Where a version is unpacked and built."""
    return course.folder / FOLDER / str(team) / str(number)


def program_root(course: Course, version: Version) -> Path:
    """Where the program of a version lies in that folder: all that its build can write."""
    return program_folder(course, version.team, version.number) / str(version.entry["folder"])


def given_entry(root: Path) -> dict[str, Any] | None:
    """The entry that a student has written; None without one. Raises BadHandIn."""
    file = root / FILE
    if not file.is_file() or file.is_symlink():
        return None
    try:
        source = read_source(file)
        if source.problems:
            raise BadTournament(FILE, *source.problems)
    except BadInput as error:
        raise BadHandIn(str(error)) from None
    tree = source.tree
    if isinstance(tree, list) and len(tree) == 1:
        tree = tree[0]
    if not isinstance(tree, dict):
        raise BadHandIn(f"{FILE}: keys and values are expected, as 'command: [python3, bot.py]'")
    entry: dict[str, Any] = {key: value for key, value in tree.items() if key != "name"}
    for key, why in _REFUSED.items():
        if key in entry:
            raise BadHandIn(f"{FILE}: {key}: {why}; leave the key out")
    if "command" not in entry:
        raise BadHandIn(f"{FILE}: command is missing, as 'command: [python3, bot.py]'")
    if isinstance(entry["command"], str):
        entry["command"] = command_words(entry["command"])
    check_words(entry)
    return entry


def check_words(entry: Mapping[str, Any]) -> None:
    """Raises BadHandIn where an entry names what lies outside of its folder, or our engine, or a
    file whose name is no text."""
    environment = entry.get("environment")
    values = list(environment.values()) if isinstance(environment, dict) else []
    command = entry["command"]
    words = [*map(str, command if isinstance(command, list) else [command]), *map(str, values)]
    for word in words:
        if word == OUR_READLINE:
            continue
        try:
            word.encode()
        except UnicodeEncodeError:
            raise BadHandIn(
                f"the name {escaped(word)} is no UTF-8: give the file another"
            ) from None
        for part in word.replace("=", ":").replace(",", ":").split(":"):
            path = PurePosixPath(part)
            if path.is_absolute() or ".." in path.parts or part.startswith("~"):
                raise BadHandIn(f"{FILE}: {part!r} lies outside of the program's folder")
            if path.name.casefold() == "owari":
                raise BadHandIn(f"{FILE}: {part!r} is the engine of the referee: write your own")


def check_orders(bot: BotConfig) -> None:
    """Raises BadHandIn where a student's entry says that the bot plays one order alone: it would
    choose its seat in all its games. A program that was learned may have one order."""
    entrant = Entrant.of(bot.stored)
    for order, can in (("first", entrant.first), ("second", entrant.second)):
        if not can:
            raise BadHandIn(
                f"{FILE}: start: {order}: false would choose the seat, and a bot of a course moves"
                f" first in half of its games: say what to type when it moves {order}, or hand in"
                f" without {FILE}, so that the course learns the program"
            )


def bot_config(course: Course, name: str, root: Path, entry: Mapping[str, Any]) -> BotConfig:
    """A version as a bot with this name. Raises BadInput with a sentence on what is wrong with its
    entry."""
    node = yaml.compose(yaml.safe_dump({"name": name, **entry, "directory": str(root)}))
    keys = texts_of(node) if node else None
    assert isinstance(keys, dict)
    conditions: dict[str, Tree] = {
        key: value for key, value in course.conditions.items() if key != "openings"
    }
    bot = bot_of(keys, {**conditions, "pondering": "false"}, root)
    assert isinstance(bot.player, ProgramSettings)
    sandbox = hidden_course(course, bot.player.sandbox, root / MARK)
    stored = {key: value for key, value in json.loads(bot.settings).items() if key != "directory"}
    player = replace(bot.player, sandbox=sandbox, hears_reasons=not course.pseudonyms)
    return replace(bot, player=player, settings=canonical(stored))


def hidden_course(course: Course, sandbox: Sandbox, *more: Path) -> Sandbox:
    """A sandbox from which nothing of the course is seen but the program's own folder."""
    return replace(sandbox, hidden=(course.folder.resolve(), *(path.resolve() for path in more)))


def version_bot(course: Course, version: Version, public: str) -> BotConfig:
    """A version that has passed, as a bot of the ladder. Raises BadInput."""
    root = program_root(course, version)
    entry = {key: value for key, value in version.entry.items() if key != "folder"}
    return bot_config(course, bot_name_of(public, version.number), root, entry)


def bot_name_of(public: str, number: int) -> str:
    """What results call a version."""
    return f"{public} v{number}"
