"""The games in play of one tournament as data for pages: each whole, then what has changed."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import isfinite
from pathlib import Path
from typing import Any

from owari.errors import BadInput
from owari.games.catalog import find_game
from owari.games.game import Position, Side
from owari.records.record import GameRecord, Ply
from owari.tournament.run.live_moves import Heading, LiveGame, LiveReader, Stamp
from owari.viewer.game_data import game_data

MOST_MOVES = 4
"""A board that has made more plies since the last look shows the last ones."""

Data = dict[str, Any]


@dataclass(frozen=True, slots=True)
class _Board:
    """The game of a slot as far as pages know it."""

    heading: Heading
    stamp: Stamp
    record: GameRecord
    positions: tuple[Position, ...]
    """The start, and the position after each ply."""

    def after(self, plies: Sequence[Ply], stamp: Stamp) -> _Board:
        """The same with more plies. Raises IllegalMove."""
        positions = [*self.positions]
        for ply in plies:
            positions.append(positions[-1].play(ply.move))
        record = replace(self.record, plies=self.record.plies + tuple(plies))
        return _Board(self.heading, stamp, record, tuple(positions))

    def last_plies(self, count: int) -> GameRecord:
        """The record with its last plies alone, from the position before them."""
        kept = max(len(self.record.plies) - count, 0)
        plies = self.record.plies[kept:]
        return replace(self.record, start=self.positions[kept], plies=plies)


class LiveBoards:
    """What the slots of the tournament's run play, at the last look."""

    def __init__(self, results: Path) -> None:
        self._reader = LiveReader(results)
        self._boards: dict[int, _Board] = {}
        self.slots = 0
        """How many games the run plays at a time; 0 without a run."""

    def look(self) -> list[tuple[str, Data]]:
        """What has changed since the last look, as events: `board` is a game that begins, `moves`
        are new plies, and `cleared` is a slot without a game."""
        stamps = self._reader.stamps()
        self.slots = len(stamps)
        events = [("cleared", {"slot": slot}) for slot in self._boards if slot not in stamps]
        for slot in [*self._boards]:
            if slot not in stamps:
                del self._boards[slot]
        for slot, stamp in stamps.items():
            known = self._boards.get(slot)
            if known and known.stamp == stamp:
                continue
            game = self._reader.game(slot)
            if game is None:
                if known and not stamp.changes % 2:
                    del self._boards[slot]
                    events.append(("cleared", {"slot": slot}))
            elif event := self._update(slot, known, game):
                events.append(event)
        return events

    def state(self) -> list[Data]:
        """All games in play."""
        return [_board_data(slot, board) for slot, board in sorted(self._boards.items())]

    def record(self, number: int) -> GameRecord | None:
        """The game of this number as far as it is played; None if it is not in play."""
        boards = (board for board in self._boards.values() if board.heading.number == number)
        return next((board.record for board in boards), None)

    def close(self) -> None:
        """Closes the file of live moves."""
        self._reader.close()

    def _update(self, slot: int, known: _Board | None, game: LiveGame) -> tuple[str, Data] | None:
        """Takes what a slot plays now. A game that does not follow the rules of its heading is not
        ours, or is read again at the next look."""
        goes_on = known is not None and known.stamp.changes == game.stamp.changes
        try:
            before = known if known and goes_on else _begun(game)
            now = before.after(game.plies[len(before.record.plies) :], game.stamp)
        except (BadInput, ValueError):
            return None
        self._boards[slot] = now
        if not goes_on:
            return "board", _board_data(slot, now)
        made = len(now.record.plies) - len(before.record.plies)
        return "moves", _moves_data(slot, now, made)


def _begun(game: LiveGame) -> _Board:
    """The game before its first ply. Raises BadInput."""
    heading = game.heading
    rules = find_game(heading.rules)
    start = rules.parse_position(heading.start)
    record = GameRecord(rules, start, heading.south, heading.north, opening=heading.opening)
    return _Board(heading, game.stamp, replace(record, round=str(heading.round)), (start,))


def _board_data(slot: int, board: _Board) -> Data:
    """All that a page shows of a board; of its plies only the last."""
    game = game_data(board.last_plies(1), id=str(board.heading.number))
    return {"slot": slot, "game": game, **_times(board)}


def _moves_data(slot: int, board: _Board, made: int) -> Data:
    """The last of so many new plies, and the positions before and after them."""
    game = game_data(board.last_plies(min(made, MOST_MOVES)))
    return {"slot": slot, "plies": game["plies"], "cells": game["cells"], **_times(board)}


def _times(board: _Board) -> Data:
    """The plies so far, who is to move and for how long, and the time that each side has used."""
    used = dict.fromkeys(Side, 0.0)
    for ply in board.record.plies:
        used[ply.side] += ply.seconds or 0.0
    position, moment = board.positions[-1], board.stamp.moment
    over = position.outcome() is not None
    return {
        "count": len(board.record.plies),
        "turn": None if over else str(position.turn).lower(),
        "thinking": round(max(0.0, time.time() - moment), 3) if isfinite(moment) else 0.0,
        "used": {str(side).lower(): round(seconds, 3) for side, seconds in used.items()},
    }
