"""The agent: a process beside a worker of dask that plays games in slots, as on one machine.

It is no child that multiprocessing has made, as a worker with a nanny may have none of those; and
it is no part of the worker, since it ends all its descendants and adopts their orphans. It ends
with its line to the worker.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Sequence
from time import monotonic

from owari.errors import BadInput
from owari.tournament.cluster.agent_line import Line, Setup, Wanted
from owari.tournament.cluster.bot_archive import Archive, unpack
from owari.tournament.cluster.machine_speed import this_machine
from owari.tournament.cluster.travelling_bots import arrived, folder_names
from owari.tournament.slot import GameSpec
from owari.tournament.slot_processes import Slot, Slots
from owari.tournament.slot_worker import CONFIRMED, Batch, Death, Failure

__all__ = ["IDLE", "serve"]

IDLE = 60.0
"""Seconds without a game and a message after which an agent ends: nobody needs it any more."""


class _Agent:
    """The slots of a worker by their places."""

    def __init__(self, line: Line, setup: Setup) -> None:
        self._line = line
        self._cache = setup.cache
        self._slots = Slots(setup.cores, line=line.socket)
        self._by_place: dict[int, Slot] = {}
        self._in_play: set[int] = set()
        """The places whose game has not ended."""
        self._deaths: dict[int, Death] = {}
        """What the next game of a place hears first: its slot has died since the game before."""
        self._heard = monotonic()

    def serve(self) -> None:
        """Plays until the line ends, or nobody has asked for anything for a long time."""
        self._line.socket.setblocking(True)
        try:
            while self._in_play or monotonic() < self._heard + IDLE:
                for slot in self._slots.ready():
                    self._read(slot)
                if self._slots.line_is_ready:
                    for place, messages in self._line.arrivals():
                        self._heard = monotonic()
                        self._hear(place, messages)
        except (EOFError, OSError):
            pass
        finally:
            self._slots.close()

    def _read(self, slot: Slot) -> None:
        """Passes a message of a slot on."""
        place = next(place for place, each in self._by_place.items() if each is slot)
        message = self._slots.read(slot)
        if message is None:
            return
        if isinstance(message, Batch):
            message = message.failure or message.records[0]
        if isinstance(message, Failure):
            self._slots.remove(slot)
        if isinstance(message, Failure | Death):
            del self._by_place[place]
        if place in self._in_play:
            self._in_play.discard(place)
            self._line.send((place, message))
        elif isinstance(message, Death):
            self._deaths[place] = message

    def _hear(self, place: int, messages: Sequence[object]) -> None:
        for message in messages:
            if isinstance(message, Archive):
                unpack(message, self._cache)
            elif message == CONFIRMED and place in self._by_place:
                self._by_place[place].confirm()
            elif isinstance(message, GameSpec):
                self._begin(place, message)

    def _begin(self, place: int, spec: GameSpec) -> None:
        if place in self._deaths:
            self._line.send((place, self._deaths.pop(place)))
            return
        names = dict.fromkeys(folder_names(spec))
        wanted = tuple(name for name in names if not (self._cache / name).is_dir())
        if wanted:
            self._line.send((place, Wanted(wanted)))
            return
        try:
            spec = arrived(spec, self._cache)
        except BadInput as error:
            self._line.send((place, Failure(str(error))))
            return
        slot = self._by_place.get(place) or self._slots.new()
        self._by_place[place] = slot
        self._in_play.add(place)
        slot.assign(spec)


def serve() -> None:
    """Talks over the socket that is our standard input."""
    end = socket.socket(fileno=os.dup(0))
    end.set_inheritable(False)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    line = Line(end)
    try:
        setup: Setup = line.receive()
        line.send(setup.machine or this_machine(setup.cores[0][0]))
    except (EOFError, OSError):
        return
    _Agent(line, setup).serve()


if __name__ == "__main__":
    serve()
