"""Checks every value of a results file as it is read.

All functions raise only ValueError, with a clause that says what is wrong.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from owari.games.catalog import find_game
from owari.results.bot_names import composed
from owari.results.game_log import Incident, ProgramFiles, SettingChange, StoredBot, Withdrawal
from owari.results.rounds import Pairing, PairNumbers, Round, SettledMatch
from owari.results.scoring import scoring_of
from owari.text.printable import plain

MOST_GAMES = 1000
"""Of a pairing, or rounds."""
MOST_LEGS = 10**6
"""Of a match: of two bots in all."""
LONGEST_NAME = 200
DEEPEST = 20
"""The deepest nesting of lists and mappings."""
LARGEST = 2**63
INCIDENT = [int, str, str, str, str, bool]
"""The types of the fields of an Incident."""


def text(value: object, what: str) -> str:
    """The value, if it is a text."""
    if not isinstance(value, str):
        raise ValueError(f"{what} is no text")
    return value


def read_rules(value: object) -> dict[str, Any]:
    """The rules of the tournament by the keys of its file."""
    rules = _mapping(value, "the tournament's rules")
    game, matches = rules.get("game"), rules.get("games-per-match")
    if not isinstance(game, str) or matches is None:
        raise ValueError("the tournament's rules are missing")
    find_game(game)
    odd_allowed = rules.get("format") == "swiss"
    if type(matches) is not int or not 1 <= matches <= MOST_LEGS or matches % 2 > odd_allowed:
        raise ValueError(f"games-per-match is {matches!r:.40}, not an even number of games")
    rounds = rules.get("rounds")
    if rounds is not None and (type(rounds) is not int or not 1 <= rounds <= MOST_GAMES):
        raise ValueError(f"rounds is {rounds!r:.40}, not a number of rounds")
    return rules


def read_bots(rows: Sequence[tuple[object, ...]]) -> list[StoredBot]:
    """The bots in rows of names and settings."""
    bots = []
    names = set()
    for value, settings in rows:
        name = composed(text(value, "the name of a bot"))
        if not name or name != plain(name) or len(name) > LONGEST_NAME:
            raise ValueError(f"{name[:40]!r} is no name of a bot")
        if name.casefold() in names:
            raise ValueError(f"two bots are called {name!r}")
        names.add(name.casefold())
        what = f"the description of bot {name!r}"
        if settings is not None:
            _check_settings(what, _mapping(settings, what))
        bots.append(StoredBot(name, None if settings is None else text(settings, what)))
    return bots


def read_incidents(value: object) -> list[Incident]:
    """The games that broke off."""
    what = "the list of games that broke off"
    found = _list(value, what)
    for fields in found:
        if not isinstance(fields, list) or [type(field) for field in fields] != INCIDENT:
            raise ValueError(f"{what} has an entry that is none")
    return [Incident(*fields) for fields in found]


def read_files(value: object) -> ProgramFiles:
    """The digests of the programs' files."""
    what = "the list of the programs' files"
    found = _mapping(value, what)
    for files in found.values():
        if not isinstance(files, dict):
            raise ValueError(f"{what} cannot be read")
        for digest in files.values():
            text(digest, what)
    return found


def read_withdrawn(value: object) -> dict[str, Withdrawal]:
    """The bots that have left the tournament."""
    what = "the list of withdrawn bots"
    try:
        return {name: Withdrawal(how) for name, how in _mapping(value, what).items()}
    except ValueError:
        raise ValueError(f"{what} cannot be read") from None


def read_departures(value: object) -> dict[str, int]:
    """How many bots had entered when others withdrew."""
    what = "the list of bots that had entered when others withdrew"
    found = _mapping(value, what)
    if any(type(count) is not int or count < 1 for count in found.values()):
        raise ValueError(f"{what} cannot be read")
    return found


def read_former_names(value: object) -> dict[str, list[str]]:
    """The earlier names of bots."""
    what = "the list of former names"
    found = _mapping(value, what)
    for names in found.values():
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            raise ValueError(f"{what} cannot be read")
    return found


def read_rounds(value: object, bots: int) -> list[Round]:
    """The rounds that were made, between so many bots."""
    what = "the list of rounds"
    rounds = []
    for entry in _list(value, what):
        match entry:
            case [int(number), [*pairings], [*byes]] if all(map(_is_pairing, pairings)):
                each = Round(number, tuple(Pairing(*pairing) for pairing in pairings), tuple(byes))
            case [int(number), [*pairings], [*byes], [one, other]] if (
                all(map(_is_pairing, pairings)) and one != other
            ):
                made = tuple(Pairing(*pairing) for pairing in pairings)
                each = Round(number, made, tuple(byes), (one, other))
            case _:
                raise ValueError(f"{what} has an entry that is none")
        places = [place for pairing in each.pairings for place in pairing[:2]]
        places += [*each.byes, *each.third]
        if any(type(place) is not int or not 0 <= place < bots for place in places):
            raise ValueError(f"{what} has a bot that is none")
        rounds.append(each)
    return rounds


def read_pair_numbers(value: object, least: int) -> PairNumbers:
    """The numbers of the games of each pair, so many at least."""
    what = "the list of numbers"
    match _json(value, what):
        case [int(games), [*steps]] if all(map(_is_step, steps)):
            counts = [*(before for _, before in steps), games]
            if counts == sorted(set(counts)) and games >= least:
                return PairNumbers(games, tuple((pairs, before) for pairs, before in steps))
    raise ValueError(f"{what} cannot be read")


def _is_step(value: object) -> bool:
    match value:
        case [int(pairs), int(before)]:
            return pairs > 1 and before > 0
    return False


def read_settled(value: object, bots: int) -> list[SettledMatch]:
    """The matches that stay decided, between so many bots."""
    what = "the list of settled matches"
    matches = []
    for entry in _list(value, what):
        match entry:
            case [int(number), int(one), int(other), scoring] if (
                one != other and min(one, other) >= 0 and max(one, other) < bots
            ):
                try:
                    scoring_of({"game": "owari", "scoring": scoring})
                except (TypeError, KeyError):
                    raise ValueError(f"{what} has a scoring that is none") from None
                matches.append(SettledMatch(number, one, other, scoring))
            case _:
                raise ValueError(f"{what} has an entry that is none")
    return matches


def read_setting_changes(value: object) -> list[SettingChange]:
    """What has changed of the settings of the tournament."""
    what = "the list of changed settings"
    changes = []
    for entry in _list(value, what):
        match entry:
            case [str(when), str(key), before, after]:
                datetime.fromisoformat(when)
                changes.append(SettingChange(when, key, before, after))
            case _:
                raise ValueError(f"{what} has an entry that is none")
    return changes


def _is_pairing(value: object) -> bool:
    match value:
        case [int(one), int(other), int(leg), int(games)]:
            return one != other and 0 <= leg < MOST_LEGS and 1 <= games <= MOST_GAMES
    return False


def _check_settings(what: str, settings: dict[str, Any]) -> None:
    text(settings.get("protocol", ""), f"the protocol in {what}")
    start = settings.get("start", {})
    if not isinstance(start, dict):
        raise ValueError(f"{what} has a start that is no mapping")
    if start.get("first", ()) is None and start.get("second", ()) is None:
        raise ValueError(f"{what} allows it to move neither first nor second")


def _mapping(value: object, what: str) -> dict[str, Any]:
    """A JSON mapping."""
    found = _json(value, what)
    if not isinstance(found, dict):
        raise ValueError(f"{what} cannot be read")
    return found


def _list(value: object, what: str) -> list[Any]:
    """A JSON list."""
    found = _json(value, what)
    if not isinstance(found, list):
        raise ValueError(f"{what} cannot be read")
    return found


def _json(value: object, what: str) -> Any:
    """The value of a JSON text, if a tournament file could hold it."""
    try:
        found = json.loads(text(value, what), parse_constant=_no_number)
    except (ValueError, RecursionError):
        raise ValueError(f"{what} cannot be read") from None
    if not _within_bounds(found, DEEPEST):
        raise ValueError(f"{what} cannot be read")
    return found


def _no_number(word: str) -> float:
    raise ValueError(f"{word} is no number")


def _within_bounds(value: Any, depth: int) -> bool:
    """Whether numbers are small enough, and lists and mappings not nested too deeply."""
    if isinstance(value, int | float):
        return abs(value) < LARGEST
    if isinstance(value, dict):
        value = value.values()
    elif not isinstance(value, list):
        return True
    return depth > 0 and all(_within_bounds(each, depth - 1) for each in value)
