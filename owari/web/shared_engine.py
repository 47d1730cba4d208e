"""The engine of the server's process, which all tables share.

It searches for one table at a time: its memory is shared, and a tournament may run on the same
machine. Every search has a bound, since nobody can stop one from a page.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from owari.players.engine_player import EnginePlayer
from owari.players.player import Player, TimeControl
from owari.table.commands import IllegalCommand
from owari.table.computer_player import ComputerPlayer

LONGEST_TURN = 60.0
"""Seconds for a turn of a computer player, however far it is to look."""
LONGEST_HINT = 4.0
"""Seconds for a hint, and for the wait until the engine is free for it. A page says after five that
it has no answer."""
MOST_WARM = 4
"""Engines that keep what they have found from move to move: some take 200 MB each."""
ENGINE = threading.Lock()
"""Held by whoever searches."""

_warm: list[EnginePlayer] = []


@contextmanager
def engine_of(player: Player) -> Iterator[None]:
    """The engine for a player that is the engine; for others there is nothing to wait for."""
    if not isinstance(player, EnginePlayer):
        yield
        return
    with ENGINE:
        if player in _warm:
            _warm.remove(player)
        _warm.append(player)
        if len(_warm) > MOST_WARM:
            _warm.pop(0).close()
        yield


@contextmanager
def engine_at_once() -> Iterator[None]:
    """The engine for a person who waits. Raises IllegalCommand where it is in use."""
    if not ENGINE.acquire(timeout=LONGEST_HINT):
        raise IllegalCommand("the engine thinks for another table; try again in a moment")
    try:
        yield
    finally:
        ENGINE.release()


def bound(computer: ComputerPlayer) -> None:
    """Bounds the time of a player for a turn. A bounded engine plays its best move so far."""
    player = computer.player
    if isinstance(player, EnginePlayer):
        player.seconds = min(player.seconds or LONGEST_TURN, LONGEST_TURN)
        player.perfect = False
    elif computer.times.per_turn is None:
        computer.times = TimeControl(per_turn=LONGEST_TURN)
