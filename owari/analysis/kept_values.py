"""The values of the moves of games in a file, so that no game is judged twice.

Each line is a JSON object of one game: what the game is, the time for each position, and the bounds
and the guess of each move by the number of plies before it. `floors` has what is proved of the best
move of a position, whichever it is. A line that nobody can read, as a killed process leaves it,
counts as none.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

from owari.analysis.review import Review, values_from_the_end
from owari.analysis.values import MoveValues, Worth
from owari.engine.evaluation import FINISHED
from owari.errors import BadInput
from owari.games.game import Position
from owari.records.record import GameRecord
from owari.user_files import read_plain

LARGEST = 64 * 1024 * 1024
"""Bytes that are read of a file; the values of a game have about 20,000."""


class KeptValues:
    """The values in a file, and the judge of games that it does not have. Raises OSError, and
    BadInput for a file of something else."""

    def __init__(self, path: Path | None, seconds: float) -> None:
        """`path` None keeps nothing. Each position takes `seconds` at most; games that had less
        are judged again."""
        self._path = path
        self._seconds = seconds
        self._known: dict[str, str] = {}
        """The lines of the games, which are shorter than what they say; by what each game is."""
        text = ""
        if path and path.exists():
            text = read_plain(path, LARGEST).decode("utf-8", "replace")
        if text and not text.startswith(_BEGIN):
            raise BadInput(f"{path} exists already and has no values of games: move it away")
        self._ends_in_a_line = text.endswith("\n") or not text
        for line in text.splitlines():
            with suppress(*_UNREADABLE):
                game = json.loads(line)
                if game["seconds"] >= seconds:
                    self._known[game["game"]] = line

    def __bool__(self) -> bool:
        """Whether the values of any game are kept."""
        return bool(self._known)

    def known(self, record: GameRecord) -> Review | None:
        """The review of a game whose values are kept."""
        line = self._known.get(_key_of(record))
        if line is None:
            return None
        with suppress(*_UNREADABLE):
            game = json.loads(line)
            return Review(record, _read(record, game["values"], game.get("floors", {})))
        return None

    def known_of(self, records: Mapping[int, GameRecord]) -> dict[int, Review]:
        """The reviews of those of the games whose values are kept."""
        found = {number: self.known(record) for number, record in records.items()}
        return {number: review for number, review in found.items() if review}

    def judge(self, record: GameRecord, tell: Callable[[], None]) -> Review:
        """Finds the values of a game and keeps them; calls `tell` after each position. Ctrl-C
        keeps nothing of the game."""
        values: dict[int, MoveValues] = {}
        for before, known in values_from_the_end(record, seconds=self._seconds):
            values[before] = known
            tell()
        review = Review(record, values)
        self.keep(review)
        return review

    def keep(self, review: Review, seconds: float | None = None) -> None:
        """Keeps the values of a game, in place of those that were kept before; each position had
        `seconds`, where that is not the time of this judge. Raises OSError."""
        rules = review.record.game
        values = {
            str(before): {rules.format_move(move): worth for move, worth in known.moves.items()}
            for before, known in review.values.items()
        }
        floors = {
            str(before): known.at_least
            for before, known in review.values.items()
            if known.at_least is not None
        }
        key = _key_of(review.record)
        time = self._seconds if seconds is None else seconds
        game = {"game": key, "seconds": time, "values": values, "floors": floors}
        line = json.dumps(game, separators=(",", ":"))
        if line == self._known.get(key):
            return
        if self._path:
            begin = "" if self._ends_in_a_line else "\n"
            self._ends_in_a_line = False  # a full disk may take a part of the line
            with self._path.open("a", encoding="utf-8") as file:
                file.write(f"{begin}{line}\n")
            self._ends_in_a_line = True
        self._known[key] = line


_BEGIN = '{"game":"'
_UNREADABLE = (ValueError, TypeError, AttributeError, KeyError, OverflowError, RecursionError)
"""What is raised for a line of anything else."""


def _key_of(record: GameRecord) -> str:
    """What the values of a game depend on, in short."""
    return sha256(f"{record.game.name} {record.start} {record.moves}".encode()).hexdigest()[:32]


def _read(
    record: GameRecord, values: Mapping[str, Any], floors: Mapping[str, Any]
) -> dict[int, MoveValues]:
    """The values by the number of plies before the position. Raises one of `_UNREADABLE` where they
    are not those of all legal moves of all positions, or no margins of the game."""
    found: dict[int, MoveValues] = {}
    for before, position in enumerate(record.positions() if record.plies else ()):
        if position.outcome() is not None:
            continue
        worths = values[str(before)]
        moves = {record.game.format_move(move): move for move in position.legal_moves()}
        if moves.keys() != worths.keys():
            raise ValueError(f"these are not the moves after {before} plies")
        most = _most(position)
        read = {move: Worth(*map(_whole, worths[name])) for name, move in moves.items()}
        if not all(-most <= low <= guess <= high <= most for low, high, guess in read.values()):
            raise ValueError(f"these are not bounds after {before} plies")
        floor = floors.get(str(before))
        if floor is not None and not -most <= _whole(floor) <= max(
            each[1] for each in read.values()
        ):
            raise ValueError(f"no move reaches what is proved after {before} plies")
        found[before] = MoveValues(read, floor)
    return found


def _most(position: Position) -> int:
    """The highest margin that a search can tell of the position."""
    return max(position.rules.most_pieces or FINISHED, sum(position.settled()[:2]))


def _whole(number: object) -> int:
    """Raises TypeError for anything but a whole number."""
    if type(number) is not int:
        raise TypeError(f"{number!r} is no whole number")
    return number
