"""Compares a tournament with the one whose games its results file holds."""

from __future__ import annotations

import json
import shlex
from collections.abc import Collection, Iterator
from enum import Enum, auto
from typing import Any, NamedTuple

from owari.results.game_log import FileChanges, ProgramFiles, Status, StoredGame
from owari.results.store import Store
from owari.text.durations import format_duration
from owari.tournament.tournament_settings import Tournament

__all__ = [
    "Absent",
    "Change",
    "ChangeKind",
    "change_text",
    "changed_files",
    "changed_programs",
    "changes",
    "renamed_bots",
    "store_programs",
]

DURATIONS = {
    "time-per-turn",
    "time-per-game",
    "increment",
    "margin",
    "start-limit",
    "time",
    "quiet",
}

FREE = ("guest",)
"""The keys of a bot that may change: they make no game another one."""


class Absent(Enum):
    """In place of the value of a key that a file does not give."""

    NOT_GIVEN = "not given"


class ChangeKind(Enum):
    """What has changed."""

    RULE = auto()
    """A key of the tournament."""
    BOT_SETTING = auto()
    """A key of a bot."""
    PROGRAM_FILE = auto()
    """A file of a bot's program; such a change is allowed."""


class Change(NamedTuple):
    """One difference between a tournament and the games in its results file."""

    kind: ChangeKind
    bot: str = ""
    """Empty for a rule."""
    key: str = ""
    """The key of the tournament file, or the file of the program."""
    before: Any = None
    """The value, durations in seconds, or the file's digest."""
    after: Any = None
    game: int = 0
    """For a file of a program: the last game that its bot played before the change."""


def changes(
    store: Store, tournament: Tournament, *, replayed: Collection[str] = ()
) -> list[Change]:
    """The changes of rules and bots since the games in the store were played.

    A new bot is no change, nor is one that is gone from the file, or now a guest. The settings of
    bots in `replayed` may differ, and so may those of bots that play or played by hand. Rules may
    differ while a store without a tournament has no game.
    """
    found: list[Change] = []
    if not store.hand_made or store.numbers():
        before, after = store.rules, json.loads(tournament.rules)
        if store.hand_made:
            after = {key: value for key, value in after.items() if key in before}
        found += _differences(ChangeKind.RULE, "", before, after)
    entries = {bot.name: bot for bot in tournament.entries}
    for bot in store.bots():
        entry = entries.get(bot.name)
        if entry is None or bot.name in replayed or bot.by_hand or entry.by_hand:
            continue
        if bot.settings is not None and entry.settings is not None:
            before, after = json.loads(bot.settings), json.loads(entry.settings)
            found += _differences(ChangeKind.BOT_SETTING, bot.name, before, after)
    return found


def renamed_bots(store: Store, tournament: Tournament) -> list[tuple[str, str]]:
    """The bots that are gone from the file and have not withdrawn, each with a new one of the same
    keys: it may be the same bot under another name."""
    known = {bot.name for bot in store.bots()}
    new = {bot.settings: bot.name for bot in tournament.entries if bot.name not in known}
    left = {bot.name for bot in tournament.entries} | store.withdrawn.keys()
    return [
        (bot.name, new[bot.settings])
        for bot in store.bots()
        if bot.name not in left and bot.settings in new
    ]


def changed_programs(
    store: Store, files: ProgramFiles, *, replayed: Collection[str] = ()
) -> list[Change]:
    """The files of programs that have changed since games were played that still count.

    Bots in `replayed` are left out, and so are those whose files the store does not know.
    """
    played: dict[str, list[StoredGame]] = {}
    for game in sorted(store.games(), key=lambda game: (game.finished, game.number)):
        if game.status is Status.PLAYED:
            for bot in (game.south, game.north):
                played.setdefault(bot, []).append(game)
    earlier = store.file_changes
    found = []
    for bot, digests in store.program_files.items():
        if bot not in files or bot in replayed:
            continue
        changed = earlier.get(bot, {})
        for file in dict.fromkeys((*digests, *changed)):
            before, after = digests.get(file), files[bot].get(file)
            differs = file in digests and before != after
            old = [
                game
                for game in played.get(bot, ())
                if differs or game.finished <= changed.get(file, "")
            ]
            if old:
                number = old[-1].number
                found.append(Change(ChangeKind.PROGRAM_FILE, bot, file, before, after, number))
    return found


def changed_files(before: ProgramFiles, after: ProgramFiles) -> Iterator[tuple[str, str]]:
    """The bots and files of programs that differ, of the bots in `before`."""
    for bot, digests in before.items():
        for file in dict.fromkeys((*digests, *after[bot])):
            if digests.get(file) != after[bot].get(file):
                yield bot, file


def store_programs(store: Store, files: ProgramFiles, changed: Collection[Change]) -> None:
    """Stores the present files of programs, and the changes of `changed_programs`."""
    finished = {game.number: game.finished for game in store.games()}
    kept: FileChanges = {}
    for change in changed:
        kept.setdefault(change.bot, {})[change.key] = finished[change.game]
    with store.transaction():
        store.file_changes = kept
        store.program_files = {**store.program_files, **files}


def change_text(change: Change) -> str:
    """A clause on a change, or the sentence on the file of a program."""
    kind, bot, key, *values, game = change
    if kind is ChangeKind.PROGRAM_FILE:
        again = shlex.join(["--replay", bot])
        return (
            f"{bot}'s {key} has changed since game {game} was played."
            f" {again} plays the games of {bot} again."
        )
    before, after = (_value_text(key, value) for value in values)
    return (f"bot {bot!r}: " if bot else "") + f"{key} was {before} and is {after} now"


def _differences(
    kind: ChangeKind, bot: str, before: dict[str, Any], after: dict[str, Any]
) -> Iterator[Change]:
    for key in dict.fromkeys((*before, *after)):
        if key in FREE:
            continue
        values = before.get(key, Absent.NOT_GIVEN), after.get(key, Absent.NOT_GIVEN)
        if values[0] != values[1]:
            yield Change(kind, bot, key, *values)


def _value_text(key: str, value: Any) -> str:
    if isinstance(value, Absent):
        return "none" if key == "openings" else value.value
    if key in DURATIONS and isinstance(value, int | float | None):
        return format_duration(value)
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
