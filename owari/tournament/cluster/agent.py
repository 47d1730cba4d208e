"""The agent: a process beside a worker of dask that plays games in slots, as on one machine.

It is no child that multiprocessing has made, as a worker with a nanny may have none of those; and
it is no part of the worker, since it ends all its descendants and adopts their orphans. It ends
with its line to the worker.
"""

from __future__ import annotations

import os
import socket
import statistics
from collections.abc import Sequence
from time import monotonic, process_time

from owari.engine.evaluation import SOWING
from owari.engine.kernel import sowing
from owari.engine.search import search
from owari.errors import BadInput
from owari.games.mancala import OWARI
from owari.records.record import Machine
from owari.tournament.cluster.travelling_bots import Archive, arrived, folder_names, unpack
from owari.tournament.run.message_line import ALIVE, End, Line, Setup, Wanted, line_of_agent
from owari.tournament.run.slot import GameSpec
from owari.tournament.run.slot_processes import CHECK_INTERVAL, Slot, Slots
from owari.tournament.run.slot_worker import CONFIRMED, Death, Failure

ENOUGH = 0.5
"""Seconds of the processor."""
DEPTH, REFERENCE_DEPTH = 11, 4
"""Plies of one search, a few milliseconds long."""


def this_machine(core: int) -> Machine:
    """Measures this machine on a core, for as long as its processor works half a second. The
    median of many short searches counts, so that little of what else runs is in it."""
    before = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set()
    if before:
        os.sched_setaffinity(0, {core})
    speeds: list[float] = []
    end = process_time() + ENOUGH
    while not speeds or process_time() < end:
        begun = process_time()
        nodes = _searched()
        speeds.append(nodes / max(process_time() - begun, 1e-6))
    if before:
        os.sched_setaffinity(0, before)
    return Machine(socket.gethostname(), statistics.median(speeds))


def _searched() -> int:
    """The number of positions of one search."""
    start, goals = OWARI.start(), SOWING["goals"]
    if sowing is None:
        return search(start, depth=REFERENCE_DEPTH, evaluation=goals).nodes
    rules = (OWARI.pits, 0, 0)
    return int(sowing.plain(rules, (start.cells, True), DEPTH, goals.name)[2])


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
        self._last: dict[int, int] = {}
        """The number of the game that came last, by places."""
        self._unwanted: set[End] = set()
        """Of games that have not come yet."""
        self._heard = monotonic()
        self._told = 0.0

    def serve(self) -> None:
        """Plays until the line ends, or nobody has asked for anything for a long time."""
        self._line.socket.setblocking(True)
        try:
            while self._in_play or monotonic() < self._heard + IDLE:
                if monotonic() >= self._told + CHECK_INTERVAL:
                    self._told = monotonic()
                    self._line.send((0, ALIVE))
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
            elif isinstance(message, End):
                self._end(place, message)
            elif isinstance(message, GameSpec):
                self._begin(place, message)

    def _end(self, place: int, end: End) -> None:
        """Ends the game of a place with its programs, also where it is still to come."""
        if self._last.get(place) != end.game:
            self._unwanted.add(end)
            return
        if place in self._by_place:
            self._slots.remove(self._by_place.pop(place))
        if place in self._in_play:
            self._in_play.discard(place)
            self._line.send((place, end))

    def _begin(self, place: int, spec: GameSpec) -> None:
        self._last[place] = spec.number
        if (end := End(spec.number)) in self._unwanted:
            self._unwanted.discard(end)
            self._line.send((place, end))
            return
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
    line = line_of_agent()
    try:
        setup: Setup = line.receive()
        line.send(setup.machine or this_machine(setup.cores[0][0]))
    except (EOFError, OSError):
        return
    _Agent(line, setup).serve()


if __name__ == "__main__":
    serve()
