"""What the tables of a results file may hold: each value is looked at as it is read.

All functions raise ValueError with a clause that says what is wrong, and never anything else.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from owari.games.catalog import find_game
from owari.games.game import Game
from owari.records.record import Result, Termination
from owari.results.bot_names import composed
from owari.results.game_log import Incident, ProgramFiles, StoredBot, StoredGame
from owari.text.printable import plain

__all__ = ["read_bots", "read_files", "read_game_row", "read_incidents", "read_rules", "text"]

MOST_GAMES = 1000
"""Of a match."""
LONGEST_NAME = 200
DEEPEST = 20
"""Of lists and mappings in each other."""
LARGEST = 2**63
COUNTED = (Termination.NORMAL, Termination.REPORTED)
"""Games whose result is that of their score."""


def text(value: object, what: str) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{what} is no text")
    return value


def read_rules(value: object) -> dict[str, Any]:
    """The rules of the tournament by the keys of its file."""
    rules = _settings(value, "its rules")
    game, matches = rules.get("game"), rules.get("games-per-match")
    if not isinstance(game, str) or matches is None:
        raise ValueError("its rules are missing")
    find_game(game)
    if type(matches) is not int or not 2 <= matches <= MOST_GAMES or matches % 2:
        raise ValueError(f"games-per-match is an even number of games, not {matches!r:.40}")
    return rules


def read_bots(rows: Sequence[tuple[object, ...]]) -> list[StoredBot]:
    """The bots of rows of names and settings."""
    bots = []
    names = set()
    for value, settings in rows:
        name = composed(text(value, "the name of a bot"))
        if not name or name != plain(name) or len(name) > LONGEST_NAME:
            raise ValueError(f"{name[:40]!r} is no name of a bot")
        if name.casefold() in names:
            raise ValueError(f"two bots are called {name!r}")
        names.add(name.casefold())
        if settings is not None:
            _check_bot(name, _settings(settings, f"what plays as {name!r}"))
        bots.append(StoredBot(name, settings))  # type: ignore[arg-type]
    return bots


def read_incidents(value: object) -> list[Incident]:
    """The games that broke off."""
    what = "what it says of games that broke off"
    found = _json(value, what)
    if not isinstance(found, list):
        raise ValueError(f"{what} cannot be read")
    return [Incident.read(each) for each in found]


def read_files(value: object) -> ProgramFiles:
    """What is kept of the programs' files."""
    what = "what is kept of the programs"
    found = _settings(value, what)
    for files in found.values():
        if not isinstance(files, dict):
            raise ValueError(f"{what} cannot be read")
        for digest in files.values():
            text(digest, what)
    return found


def read_game_row(
    row: tuple[Any, ...], rules: Game, places: Mapping[str, int], games_per_match: int
) -> StoredGame:
    """The game in a row of the table, between two of the bots, which stand at these places."""
    number, south, north, first, result, *scores, kind, reason, moves, when, status, why = row
    if type(number) is not int or number < 1:
        raise ValueError(f"a game has the number {number!r:.40}")
    what = f"game {number}"
    for value in (south, north, first, result, kind, reason, moves, when, status, why):
        text(value, f"a part of {what}")
    most = rules.most_pieces
    if any(type(score) is not int or score < 0 for score in scores) or (
        most is not None and sum(scores) > most
    ):
        raise ValueError(f"{what} has a score that the game cannot have")
    try:
        game = StoredGame.from_row(rules, *row)
        datetime.fromisoformat(when)
    except ValueError as error:
        raise ValueError(f"{what} says what no game of ours says: {error}") from None
    game = game._replace(south=composed(south), north=composed(north))
    _check_seats(game, places, games_per_match)
    ending = game.ending
    if ending.result is Result.UNFINISHED or ending.termination is Termination.UNFINISHED:
        raise ValueError(f"{what} is not finished")
    if ending.termination in COUNTED and ending.result is not Result.won_by(ending.score.winner):
        raise ValueError(f"{what} ended {ending.score}, which is not {result}")
    return game


def _check_seats(game: StoredGame, places: Mapping[str, int], games_per_match: int) -> None:
    """A game is between the two bots that its number says, see `tournament.schedule`."""
    for name in (game.south, game.north):
        if name not in places:
            raise ValueError(f"game {game.number} is of {name[:40]!r}, which is none of its bots")
    earlier, later = sorted((places[game.south], places[game.north]))
    pair = (game.number - 1) // games_per_match
    if earlier == later or pair != later * (later - 1) // 2 + earlier:
        raise ValueError(f"game {game.number} is not between {game.south} and {game.north}")


def _check_bot(name: str, settings: dict[str, Any]) -> None:
    start = settings.get("start", {})
    if not isinstance(start, dict):
        raise ValueError(f"what plays as {name!r} has a start that is no mapping")
    if start.get("first", ()) is None and start.get("second", ()) is None:
        raise ValueError(f"what plays as {name!r} can neither move first nor second")


def _settings(value: object, what: str) -> dict[str, Any]:
    """A mapping in JSON, of values that a tournament file could have."""
    settings = _json(value, what)
    if not isinstance(settings, dict):
        raise ValueError(f"{what} cannot be read")
    return settings


def _json(value: object, what: str) -> Any:
    try:
        found = json.loads(text(value, what), parse_constant=_unknown)
    except (ValueError, RecursionError):
        raise ValueError(f"{what} cannot be read") from None
    if not _plain(found, DEEPEST):
        raise ValueError(f"{what} cannot be read")
    return found


def _unknown(word: str) -> float:
    raise ValueError(f"{word} is no number")


def _plain(value: Any, depth: int) -> bool:
    """Whether numbers are within bounds, and not too many lists and mappings in each other."""
    if isinstance(value, int | float):
        return abs(value) < LARGEST
    if isinstance(value, dict):
        value = value.values()
    elif not isinstance(value, list):
        return True
    return depth > 0 and all(_plain(each, depth - 1) for each in value)
