"""Relayed games among the results of a tournament, stored as its own games are."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace

from owari.games.game import Move, Outcome, Side
from owari.games.numbering import across
from owari.records.record import Ending, GameRecord, Ply, Result
from owari.results.log import Status
from owari.results.store import Store
from owari.table.file import GameFile
from owari.tournament.entry import due, enter

__all__ = ["as_scheduled", "enter_relayed", "find_places"]

_TURNED = {Result.SOUTH: Result.NORTH, Result.NORTH: Result.SOUTH}


def find_places(store: Store, games: GameFile, to_play: Container[int]) -> None:
    """Makes sure that the games of these indexes can be entered when they are over, and enters the
    others, if they are not there yet. Raises BadEntry."""
    entered = {(game.south, game.north, game.moves) for game in store.games()}
    for index, record in enumerate(map(as_scheduled, games.records)):
        moves = " ".join(record.game.format_move(ply.move) for ply in record.plies)
        if index in to_play:
            due(store, record)
        elif (record.south, record.north, moves) not in entered:
            enter_relayed(store, record)


def enter_relayed(store: Store, record: GameRecord) -> int:
    """Enters a finished game; returns its number. Raises BadEntry."""
    event, site, _ = store.about
    record = replace(as_scheduled(record), event=event, site=site)
    return enter(store, record, Status.PLAYED).number


def as_scheduled(record: GameRecord) -> GameRecord:
    """The same game with who moved first as South, as all games of a tournament are."""
    if record.first is Side.SOUTH:
        return record
    result, score, termination, reason = record.ending
    return replace(
        record,
        start=record.start.turned(),
        south=record.north,
        north=record.south,
        plies=tuple(_turned(ply, record.game.pits) for ply in record.plies),
        ending=Ending(
            _TURNED.get(result, result), Outcome(score.north, score.south), termination, reason
        ),
    )


def _turned(ply: Ply, pits: int) -> Ply:
    return ply._replace(side=ply.side.other, move=Move(across(ply.move.pit, pits)))
