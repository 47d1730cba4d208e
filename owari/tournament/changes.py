"""What is different between a tournament and the one that its results file was begun with."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from typing import Any

from owari.results.game_log import ProgramFiles, Status
from owari.results.store import Store
from owari.text.durations import format_duration
from owari.tournament.tournament_settings import Tournament

__all__ = ["changed_programs", "changes"]

DURATIONS = {
    "time-per-turn",
    "time-per-game",
    "increment",
    "margin",
    "start-limit",
    "time",
    "quiet",
}


def changes(store: Store, tournament: Tournament, *, replayed: Collection[str] = ()) -> list[str]:
    """A sentence for each change of rules or bots that games in the store were played without.

    New bots are no change, neither are new settings of the bots in `replayed` or of a bot that was
    only entered by hand, nor any rules where no tournament has been and no game is.
    """
    found: list[str] = []
    if not store.hand_made or store.numbers():
        rules = json.loads(tournament.rules)
        found += _differences(store.rules, rules, only_known=store.hand_made)
    bots = {bot.name: bot for bot in tournament.bots}
    for name, settings in store.bots():
        if name not in bots:
            found.append(f"bot {name!r} is gone")
        elif settings is not None and name not in replayed:
            before, now = json.loads(settings), json.loads(bots[name].settings)
            found += [f"bot {name!r}: {change}" for change in _differences(before, now)]
    return found


def changed_programs(
    store: Store, now: ProgramFiles, *, replayed: Collection[str] = ()
) -> list[str]:
    """A sentence for each file of a program that is not what it was when it played the games in the
    store; nothing of bots in `replayed`, and of those whose files were never kept."""
    found = []
    games = [game for game in store.games() if game.status is Status.PLAYED]
    for bot, files in store.program_files.items():
        played = [game for game in games if bot in (game.south, game.north)]
        if bot in replayed or bot not in now or not played:
            continue
        last = max(played, key=lambda game: (game.finished, game.number))
        for file, digest in files.items():
            if now[bot].get(file) != digest:
                found.append(f"{bot}'s {file} has changed since game {last.number} was played.")
    return found


def _differences(
    before: dict[str, Any], now: dict[str, Any], *, only_known: bool = False
) -> Iterator[str]:
    """Each key with both its values; `only_known`: of the keys that there were before."""
    for key in before if only_known else dict.fromkeys((*before, *now)):
        if key not in before or key not in now or before[key] != now[key]:
            was, value = (_shown(key, settings) for settings in (before, now))
            yield f"{key} was {was} and is {value} now"


def _shown(key: str, settings: dict[str, Any]) -> str:
    if key not in settings:
        return "not given"
    value = settings[key]
    if key in DURATIONS and isinstance(value, int | float | None):
        return format_duration(value)
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
