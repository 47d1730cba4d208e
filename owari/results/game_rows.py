"""The rows of a results file: checks of every value as it is read, and the row of a game, its
columns and how they come from the record.

All checks raise only ValueError, with a clause that says what is wrong.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from owari.games.catalog import find_game
from owari.games.game import Game, Outcome, Side
from owari.records.pgn import format_game, read_game
from owari.records.record import SHOWN_FROM, Ending, GameRecord, Result, Termination
from owari.results.bot_names import composed
from owari.results.game_log import (
    Incident,
    ProgramFiles,
    SettingChange,
    Status,
    StoredBot,
    StoredGame,
    Withdrawal,
)
from owari.results.rounds import Numbering, Pairing, PairNumbers, Round, SettledMatch
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


COLUMNS = (
    *("number", "south", "north", "first", "result", "south_score", "north_score"),
    *("termination", "reason", "moves", "finished", "status", "record"),
)
"""Of a new row, in the order of `GameRow.values`."""
LATER = {
    "opening": "''",
    "pair": "''",
    "leg": "''",
    "south_seconds": "NULL",
    "north_seconds": "NULL",
    "south_slowest": "NULL",
    "north_slowest": "NULL",
    "machine": "''",
}
"""The columns that version 1 does not have, and their values there."""
_BOTH = tuple(Side)
_LOST_TURN = "instr(substr(record, 1, instr(record, char(10, 10))), char(10) || '[LostTurn \"')"
DERIVED = {
    "lost_turn": f"CASE WHEN termination <> 'normal' AND {_LOST_TURN}"
    f" THEN CAST(substr(record, {_LOST_TURN} + {len('_[LostTurn _')}, 20) AS REAL) END"
}
"""What is read from the tags of the record: SQL takes the number at the beginning of a text."""
READ_COLUMNS = (*COLUMNS[:-1], "annulled", *LATER, *DERIVED)
"""Those of a StoredGame."""
NUMBER, STATUS = COLUMNS.index("number"), COLUMNS.index("status")
DIGESTED = tuple(
    at
    for at, name in enumerate((*COLUMNS, *LATER))
    if name not in ("south", "north", "status")  # which can change
)
"""Where the values of a new row are whose digest the journal holds, before both places."""
INSERT = (
    f"INSERT INTO games ({', '.join((*COLUMNS, *LATER))})"
    f" VALUES ({', '.join('?' * len((*COLUMNS, *LATER)))})"
)


def read_columns(version: int) -> str:
    """The columns of a StoredGame, in a file of that version."""
    missing = DERIVED | (LATER if version == 1 else {})
    return ", ".join(f"{missing.get(name, name)} AS {name}" for name in READ_COLUMNS)


def digest_columns() -> str:
    """The columns whose digest the journal holds: those that never change, and both places."""
    columns = (*COLUMNS, *LATER)
    places = [f"(SELECT place FROM bots WHERE name = {side})" for side in ("south", "north")]
    return ", ".join((*(columns[at] for at in DIGESTED), *places))


class GameRow(NamedTuple):
    """What is stored of a game: its text is made once, by the process that has played it."""

    south: str
    north: str
    first: str
    ending: Ending
    moves: str
    text: str
    later: tuple[str | float | None, ...]
    """The values of LATER."""

    @classmethod
    def of(cls, record: GameRecord) -> GameRow:
        """The row of a game."""
        players = record.south, record.north, record.first.value
        opening = record.opening, record.pair, record.leg
        later = *opening, *thinking_times(record), record.machine
        return cls(*players, record.ending, record.moves, format_game(record), later)

    @property
    def record(self) -> GameRecord:
        """The game as its text tells it: its times are in whole milliseconds."""
        return read_game(self.text)

    def values(self, number: int, status: Status, finished: str) -> tuple[Any, ...]:
        """The values of COLUMNS and LATER."""
        south, north, first, (result, score, kind, reason), moves, text, later = self
        ending = result.value, score.south, score.north, kind.value, reason
        players = number, south, north, first
        return *players, *ending, moves, finished, status.value, text, *later


def turn_times(record: GameRecord) -> Iterable[tuple[Side, float]]:
    """The side and the seconds of each turn whose time is known, also of the one that a fault has
    ended. The milliseconds are those of the text of the record."""
    if record.game.extra_turn or record.lost_turn is not None:
        return _times_of_chains(record)
    plies = record.plies
    times = [(side, time) for side, _, time, _, _, _, _ in plies if time is not None]
    # To see that nothing is to be rounded takes a fourth of the time that it takes to round.
    return [
        (side, 0.0 if 0 <= t < SHOWN_FROM else t if (t * 1000).is_integer() else round(t, 3))
        for side, t in times
    ]


def _times_of_chains(record: GameRecord) -> Iterator[tuple[Side, float]]:
    turn, total = record.first, None
    for side, _, seconds, _, _, _, _ in record.plies:
        if side is not turn:
            if total is not None:
                yield turn, total
            turn, total = side, None
        if seconds is not None:
            total = (total or 0) + round(seconds, 3)
    if record.lost_turn is not None and record.ending.forfeited_by:
        (loser,) = record.ending.forfeited_by
        if total is not None and turn is not loser:
            yield turn, total
        turn, total = loser, round(record.lost_turn, 3)
    if total is not None:
        yield turn, total


def thinking_times(record: GameRecord) -> tuple[float | None, ...]:
    """The seconds of South and of North in all, and those of the slowest turn of each; None for a
    side whose times are unknown."""
    turns = [*turn_times(record)]
    both = [[seconds for side, seconds in turns if side is each] for each in _BOTH]
    return (
        *[float(round(sum(seconds), 3)) if seconds else None for seconds in both],
        *[float(round(max(seconds), 3)) if seconds else None for seconds in both],
    )


DECIDED_BY_SCORE = (Termination.NORMAL, Termination.REPORTED)
"""The score of these games is final and decides their result."""
SIDES = {side.value: side for side in Side}
STATUSES = {status.value: status for status in Status}
MOST_ENDINGS = 10_000


class GameReader:
    """Reads games of these rules between the bots in `places`. Results have many rows: what rows
    have in common is checked once."""

    def __init__(self, rules: Game, places: Mapping[str, int], numbering: Numbering) -> None:
        self._rules = rules
        self._places = places
        self._numbering = numbering
        self._endings: dict[tuple[Any, ...], Ending] = {}
        self._names: dict[str, str] = {}

    def read(self, row: Sequence[Any]) -> StoredGame:
        """The game in a row of `read_columns`. Raises ValueError."""
        number, south, north, first, result, south_score, north_score, kind, reason = row[:9]
        moves, finished, status, why, opening, pair, leg = row[9:16]
        times, machine, lost_turn = row[16:20], row[20], row[21]
        if type(number) is not int or number < 1:
            raise ValueError(f"a game has the number {number!r:.40}")
        texts = (south, north, moves, why, opening, pair, leg, machine)
        if {*map(type, texts)} != {str}:
            raise ValueError(f"a part of game {number} is no text")
        for time in (*times, lost_turn):
            if time is not None and not (type(time) is float and 0 <= time < LARGEST):
                raise ValueError(f"game {number} has an impossible time")
        south, north = self._name(south), self._name(north)
        try:
            datetime.fromisoformat(finished)
            ending = self._ending((result, south_score, north_score, kind, reason))
            log = (number, south, north, SIDES[first], ending, moves, finished, STATUSES[status])
        except (KeyError, TypeError, ValueError) as error:
            raise ValueError(f"game {number} has an unknown value: {error}") from None
        for name in (south, north):
            if name not in self._places:
                raise ValueError(f"{name[:40]!r} played game {number} and is none of the bots")
        if not self._numbering.between(number, self._places[south], self._places[north]):
            raise ValueError(f"game {number} is not between {south} and {north}")
        return StoredGame._make((*log, why, opening, pair, leg, *times, machine, lost_turn))

    def _name(self, name: str) -> str:
        if name not in self._names:
            self._names[name] = composed(name)
        return self._names[name]

    def _ending(self, values: tuple[Any, ...]) -> Ending:
        ending = self._endings.get(values)
        if ending is None:
            if len(self._endings) > MOST_ENDINGS:
                self._endings.clear()
            ending = self._endings[values] = self._checked_ending(*values)
        return ending

    def _checked_ending(self, value: Any, south: Any, north: Any, kind: Any, reason: Any) -> Ending:
        most = self._rules.most_pieces
        if type(south) is not int or type(north) is not int or min(south, north) < 0:
            raise ValueError("an impossible score")
        if most is not None and south + north > most:
            raise ValueError("an impossible score")
        if type(reason) is not str:
            raise ValueError("a reason that is no text")
        termination, result = Termination(kind), Result(value)
        score = (self._rules.final if termination in DECIDED_BY_SCORE else Outcome)(south, north)
        if result is Result.UNFINISHED or termination is Termination.UNFINISHED:
            raise ValueError("it is not finished")
        if termination in DECIDED_BY_SCORE and result is not Result.won_by(score.winner):
            raise ValueError(f"it ended {score}, which is not {value}")
        return Ending(result, score, termination, reason)
