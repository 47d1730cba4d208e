"""The games of a relay in the results of a tournament."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from owari.errors import BadInput
from owari.games.game import Game, Side
from owari.records.record import Ending, GameRecord, Ply, Result, Termination
from owari.results.bot_names import folded
from owari.results.game_log import Status
from owari.results.lock import InUse
from owari.results.store import Store
from owari.table.session import resignation
from owari.tournament.result_entry import due, enter
from owari.tournament.results_file import enter_results, read_results

__all__ = ["RelayResults", "ResultPlace", "as_scheduled"]

_TURNED = {Result.SOUTH: Result.NORTH, Result.NORTH: Result.SOUTH}


class ResultPlace(NamedTuple):
    """The place of a game in the results."""

    path: Path
    number: int
    is_new: bool
    """Whether the game was not there before."""

    def __str__(self) -> str:
        if self.is_new:
            return f"Entered as game {self.number} in {self.path}."
        return f"{self.path} already has this game as game {self.number}."


class RelayResults:
    """Enters the games of a relay in the results of a tournament.

    `file` is a tournament file or its results. `warn` gets what a person should know and need not
    act on.
    """

    def __init__(self, file: Path, warn: Callable[[str], None]) -> None:
        self.file = file
        self._warn = warn

    def check(self, records: Sequence[GameRecord], to_play: Sequence[int]) -> None:
        """Makes sure that the tournament expects the games. Raises BadInput.

        While the tournament runs, only the games to be played are looked up.
        """
        try:
            with enter_results(self.file, self._warn) as store:
                find_places(store, records, to_play)
        except InUse:
            if not to_play:
                raise
            with read_results(self.file) as store:
                find_places(store, [records[index] for index in to_play], range(len(to_play)))
            self._warn(
                f"Another owari process writes to {store.path}. Where it still does when a game"
                " ends, --resume enters the game later."
            )

    def waits_for(self, records: Sequence[GameRecord]) -> bool:
        """Whether the tournament expects one of these finished games. Raises BadInput."""
        with read_results(self.file) as store:
            missing = [record for record in records if number_in(store, record) is None]
            return any(_is_due(store, record) for record in missing)

    def enter(self, record: GameRecord) -> ResultPlace:
        """Enters a finished game, unless the results have it. Raises BadInput."""
        with enter_results(self.file, self._warn) as store:
            number = number_in(store, record)
            return ResultPlace(
                store.path, number or enter_relayed(store, record), is_new=number is None
            )


def find_places(store: Store, records: Sequence[GameRecord], to_play: Container[int]) -> None:
    """Makes sure that the tournament expects the games of these indexes, and enters the others
    that are missing. Raises BadInput."""
    for index, record in enumerate(records):
        if number_in(store, record):
            continue
        if index in to_play:
            due(store, as_scheduled(record))
        else:
            enter_relayed(store, record)


def _is_due(store: Store, record: GameRecord) -> bool:
    try:
        due(store, as_scheduled(record))
    except BadInput:
        return False
    return True


def number_in(store: Store, record: GameRecord) -> int | None:
    """The number of this very game in the results, None where it is missing."""
    record = as_scheduled(record)
    moves = " ".join(record.game.format_move(ply.move) for ply in record.plies)
    names = (folded(record.south), folded(record.north))
    for game in store.games():
        if (folded(game.south), folded(game.north)) == names and (
            (game.moves, game.ending) == (moves, record.ending)
        ):
            return game.number
    return None


def enter_relayed(store: Store, record: GameRecord) -> int:
    """Enters a finished game; returns its number. Raises BadInput."""
    event, site, _ = store.about
    record = replace(as_scheduled(record), event=event, site=site)
    return enter(store, record, Status.PLAYED).number


def as_scheduled(record: GameRecord) -> GameRecord:
    """The same game as a tournament stores it, in which South moves first."""
    record = replace(record, table="")
    if record.first is Side.SOUTH:
        return record
    result, score, termination, reason = record.ending
    result = _TURNED.get(result, result)
    if termination is Termination.RESIGNED:
        reason = resignation(Side.NORTH if result is Result.SOUTH else Side.SOUTH)
    return replace(
        record,
        start=record.start.turned(),
        south=record.north,
        north=record.south,
        plies=tuple(_turned(ply, record.game) for ply in record.plies),
        ending=Ending(
            result, score._replace(south=score.north, north=score.south), termination, reason
        ),
    )


def _turned(ply: Ply, rules: Game) -> Ply:
    return ply._replace(side=ply.side.other, move=rules.seen_across(ply.move))
