"""The state of a slot in memory that it shares with the runner; it survives the slot."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable
from multiprocessing.context import BaseContext
from typing import Any

from owari.games.game import Side

__all__ = ["SlotState"]

MOST_PROGRAMS = 128
_GAME, _RUNNER, _COUNT, _FIRST = range(4)
_SIDES = (None, Side.SOUTH, Side.NORTH)
_PLACES = {side: place for place, side in enumerate(_SIDES)}


class SlotState:
    """The current game, the only side that can run, and the programs of the slot."""

    def __init__(self, context: BaseContext) -> None:
        self._numbers: Any = context.RawArray(ctypes.c_int, _FIRST + MOST_PROGRAMS)

    @property
    def game(self) -> int:
        """The number of the game that started last, 0 before the first."""
        return int(self._numbers[_GAME])

    def start(self, game: int) -> None:
        """A game with this number starts."""
        self.runner = None
        self._numbers[_GAME] = game

    @property
    def runner(self) -> Side | None:
        """The side whose program alone can run; None while that is not certain."""
        return _SIDES[self._numbers[_RUNNER]]

    @runner.setter
    def runner(self, side: Side | None) -> None:
        self._numbers[_RUNNER] = _PLACES[side]

    @property
    def programs(self) -> frozenset[int]:
        """The process ids of the programs, which are also those of their groups."""
        return frozenset(self._numbers[_FIRST : _FIRST + self._numbers[_COUNT]])

    @programs.setter
    def programs(self, pids: Iterable[int]) -> None:
        for place, pid in enumerate(list(pids)[:MOST_PROGRAMS], _FIRST):
            self._numbers[place] = pid
            self._numbers[_COUNT] = place - _FIRST + 1
