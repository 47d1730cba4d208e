"""Enters a match in a results file, which may hold the first part of it."""

from __future__ import annotations

import json
from dataclasses import replace

from owari.errors import BadInput
from owari.results.game_log import ProgramFiles
from owari.results.store import Store, canonical
from owari.tournament.changes import (
    change_text,
    changed_files,
    changed_programs,
    changes,
    store_programs,
)
from owari.tournament.program_fingerprint import program_files
from owari.tournament.result_entry import begin
from owari.tournament.tournament_settings import Tournament

__all__ = ["change_during", "close_match", "enter_match"]


def enter_match(store: Store, match: Tournament) -> None:
    """Enters the rules and the two bots. Raises BadInput where the file holds games of other bots,
    of other rules, or of programs that have changed since."""
    longest = max(match.games_per_match, store.games_per_match)
    match = replace(match, rules=_with_games(match.rules, longest))
    files = program_files(match)
    if store.numbers():
        _refuse_another(store, match)
        for change in changed_programs(store, files):
            raise BadInput(
                f"{store.path}: {change.bot}'s {change.key} has changed since game {change.game}"
                f" was played. Name another file with --record, and the match begins anew."
            )
    begin(store, match)
    store_programs(store, files, ())


def change_during(before: ProgramFiles, after: ProgramFiles) -> str:
    """A clause on the first file of a program that has changed during a match; empty without."""
    for bot, file in changed_files(before, after):
        return (
            f"{bot}'s {file} has changed during the match, and the games above are those before the"
            " change"
        )
    return ""


def close_match(store: Store) -> None:
    """Makes the games that were played the whole match, so that its standings have a champion."""
    last = max(store.numbers(), default=0)
    store.rules = {**store.rules, "games-per-match": max(2, last + last % 2)}


def _refuse_another(store: Store, match: Tournament) -> None:
    stored = [bot.name for bot in store.bots()]
    names = [bot.name for bot in match.bots]
    if set(stored) != set(names):
        raise BadInput(
            f"{store.path} holds games of {', '.join(stored)}, and this match is between"
            f" {' and '.join(names)}: name another file with --record"
        )
    before = replace(match, rules=_with_games(match.rules, store.games_per_match))
    if found := changes(store, before):
        raise BadInput(
            f"{store.path} holds a match with other settings: {'; '.join(map(change_text, found))}."
            " Undo the change, or name another file with --record."
        )


def _with_games(rules: str, games: int) -> str:
    """The rules with this number of games, which may change from one run to the next."""
    return canonical({**json.loads(rules), "games-per-match": games})
