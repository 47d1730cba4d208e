"""Starts, watches and ends the processes of the slots.

A slot plays one game after the other. Its programs can kill it at any moment; the runner then
replaces it.
"""

from __future__ import annotations

import multiprocessing
import os
import select
import signal
import socket
import tempfile
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing import connection, resource_tracker
from multiprocessing.context import SpawnContext
from multiprocessing.process import BaseProcess
from pathlib import Path
from time import monotonic, sleep

from owari.programs.processes.process_states import (
    adopt_orphans,
    descendants,
    end_orphans,
    is_stopped,
    orphans,
    tracer,
)
from owari.programs.sandbox import temporary_folders
from owari.records.record import GameRecord
from owari.tournament.run.live_moves import LivePlace, clear
from owari.tournament.run.message_line import Line
from owari.tournament.run.slot import GameSpec, SlotState
from owari.tournament.run.slot_worker import (
    BATCH_TIME,
    CONFIRMED,
    Batch,
    Death,
    Failure,
    Unwritten,
    serve,
)

CHECK_INTERVAL = 1.0
"""Seconds between two checks whether a program has stopped its slot."""
END_LIMIT = 10.0
"""Seconds that a slot has after its last game to end its programs."""
SEND_LIMIT = 60.0
"""Seconds in which a slot takes a message for which its line has no room. It may still start."""
MOST_GAMES = 500
"""Of a batch."""


class Slot:
    """One process and its game."""

    def __init__(
        self, context: SpawnContext, number: int, cores: tuple[int, ...], live: Path | None
    ) -> None:
        self.number = number
        self.cores = cores
        self.place = LivePlace(live, number) if live else None
        self.state = SlotState(context)
        self.games: tuple[GameSpec, ...] = ()
        self.was_stuck = False
        """Whether it was ended because it did not go on in time."""
        self.room = 1
        self._begun = 0.0
        self.last: GameSpec | None = None
        """The game before."""
        with suppress(OSError):  # a program may have deleted it
            os.makedirs(tempfile.gettempdir(), exist_ok=True)
        ours, theirs = socket.socketpair()
        self._line = Line(ours)
        with theirs:
            self.process = context.Process(
                target=serve, args=(theirs, self.state, cores, self.place), daemon=True
            )
            # Ctrl-C must not reach the process before it has left our session.
            with interrupts_held():
                self.process.start()
        ours.setblocking(False)

    def fileno(self) -> int:
        """The descriptor of its socket."""
        return self._line.socket.fileno()

    @property
    def pid(self) -> int:
        """Its process id."""
        assert self.process.pid is not None
        return self.process.pid

    @property
    def spec(self) -> GameSpec | None:
        """The game that it plays now."""
        if not self.games:
            return None
        started = self.state.game
        return next((game for game in self.games if game.number == started), self.games[0])

    def assign(self, *games: GameSpec) -> None:
        """Gives it a game to play, or a batch, as many as it has room for."""
        self.games = games
        self._begun = monotonic()
        self._send(games if len(games) > 1 else games[0])

    def confirm(self, played: int = 1) -> tuple[GameSpec, ...]:
        """Says that the records of so many of its games are safe, and returns the others."""
        rest = self.games[played:]
        if len(self.games) == 1:
            self._send(CONFIRMED)
        if rest or monotonic() > self._begun + BATCH_TIME:
            self.room = max(played, 1)
        else:
            self.room = min(2 * played, MOST_GAMES)
        self.last = self.games[played - 1] if played else self.last
        self.games = ()
        return rest

    def _send(self, message: object) -> None:
        self._line.socket.settimeout(SEND_LIMIT)
        try:
            self._line.send(message)
        except OSError:  # it is dead, or does not read; `receive` reports its end
            self.process.kill()
        self._line.socket.setblocking(False)

    def receive(self) -> GameRecord | Batch | Failure | Unwritten | None:
        """Its next message; None until it is complete. Raises EOFError if the process is dead."""
        self._line.read()
        messages: list[GameRecord | Batch | Failure | Unwritten] = self._line.waiting()
        return messages[0] if messages else None

    def finish(self) -> None:
        """Tells it to end after its last game."""
        with suppress(OSError):
            self._line.socket.shutdown(socket.SHUT_WR)

    def end(self) -> None:
        """Kills the process and waits a while for its end."""
        with suppress(OSError):
            os.kill(self.pid, signal.SIGKILL)
        # A tracer has to end first, which happens when the orphans do.
        ends_within(self.process, CHECK_INTERVAL if tracer(self.pid) else END_LIMIT)
        self._line.socket.close()


class Slots:
    """All slots of a run; `close` ends them and all their programs."""

    def __init__(
        self,
        cores: Sequence[tuple[int, ...]],
        *,
        line: socket.socket | None = None,
        live: Path | None = None,
    ) -> None:
        """`cores` are those of each slot. `ready` returns early when the `line` has something.
        The slots write their moves to the file `live`."""
        adopt_orphans()
        resource_tracker.ensure_running()
        self._known = set(descendants(os.getpid()))  # which were there before
        self._context = multiprocessing.get_context("spawn")
        self._free = [*enumerate(cores)][::-1]
        self._live = live
        self._by_number: dict[int, Slot] = {}
        self._poll = select.poll()
        self.line_is_ready = False
        """Whether the line had something when `ready` looked last."""
        if line:
            self._poll.register(line, select.POLLIN)
        self._next_check = monotonic() + CHECK_INTERVAL

    @property
    def in_play(self) -> tuple[GameSpec, ...]:
        """The games that the slots play now."""
        return tuple(slot.spec for slot in self._by_number.values() if slot.spec)

    @property
    def has_room(self) -> bool:
        """Whether a slot is free for one more game."""
        return bool(self._free) or any(not slot.games for slot in self._by_number.values())

    def assign(self, spec: GameSpec) -> None:
        """Starts a game in a free slot, or in a new one."""
        idle = next((slot for slot in self._by_number.values() if not slot.games), None)
        (idle or self.new()).assign(spec)

    def new(self) -> Slot:
        """A slot more, on cores that are free."""
        slot = Slot(self._context, *self._free.pop(), self._live)
        self._by_number[slot.fileno()] = slot
        self._poll.register(slot.fileno(), select.POLLIN)
        return slot

    def ready(self) -> Iterator[Slot]:
        """The slots that have sent something, or have died; none after CHECK_INTERVAL seconds."""
        numbers = [number for number, _ in self._poll.poll(CHECK_INTERVAL * 1000)]
        slots = [self._by_number[number] for number in numbers if number in self._by_number]
        self.line_is_ready = len(slots) < len(numbers)
        yield from slots
        if monotonic() >= self._next_check:
            self._next_check = monotonic() + CHECK_INTERVAL
            self._end_stuck()

    def read(self, slot: Slot) -> GameRecord | Batch | Failure | Unwritten | Death | None:
        """The next message of a slot; None until it is complete. A dead slot is removed."""
        try:
            return slot.receive()
        except EOFError:
            # A process that has left the groups of the programs can have done it at any time.
            strays = self.remove(slot)
            certain = not (strays or slot.was_stuck)
            return Death(slot.state.game, slot.state.runner if certain else None, slot.was_stuck)

    def remove(self, slot: Slot) -> bool:
        """Ends a slot and all that is left of its programs. Returns whether one of these had left
        the process groups of the programs."""
        self._poll.unregister(slot.fileno())
        del self._by_number[slot.fileno()]
        slot.end()
        self._free.append((slot.number, slot.cores))
        clear(slot.place)
        families = self._known | {slot.pid for slot in self._by_number.values()}
        groups = {_group(pid) for pid in orphans(families)}
        _end_orphans(families, [slot])
        temporary_folders.remove_for(os.getpid(), slot.pid)
        return not groups <= slot.state.programs

    def close(self) -> set[int]:
        """Ends all slots: at once if games are in play, else after they have ended their
        programs. Returns the processes that could not be ended."""
        slots, self._by_number = list(self._by_number.values()), {}
        if not any(slot.games for slot in slots):
            for slot in slots:
                slot.finish()
            end = monotonic() + END_LIMIT
            for slot in slots:
                ends_within(slot.process, max(0.0, end - monotonic()))
        else:
            for slot in slots:
                slot.process.terminate()
            for slot in slots:
                ends_within(slot.process, CHECK_INTERVAL)
        for slot in slots:
            slot.end()
        left = _end_orphans(self._known, slots)
        temporary_folders.remove_for(os.getpid())
        return left

    def _end_stuck(self) -> None:
        """Ends the slots that are stopped or traced: only a program can have done that; and those
        that have not gone on in time."""
        for slot in self._by_number.values():
            slot.was_stuck = slot.was_stuck or slot.state.is_overdue
            if slot.was_stuck or is_stopped(slot.pid) or _is_traced(slot.pid):
                slot.process.kill()


def ends_within(process: BaseProcess, seconds: float) -> bool:
    """Whether a process has ended by then. Process.join would wait longer for one whose end only
    its tracer may see."""
    end = monotonic() + seconds
    connection.wait([process.sentinel], seconds)
    while process.exitcode is None and monotonic() < end:
        sleep(0.001)
    return process.exitcode is not None


def _end_orphans(families: Collection[int], ended: Collection[Slot]) -> set[int]:
    """Ends all orphans, the tracers of slots that were ended among them; what is left of these
    slots is for their `Process` objects, which would take them for alive if others had seen their
    end. Returns those that have not ended."""
    end_orphans({*families, *(slot.pid for slot in ended)})
    for slot in ended:
        ends_within(slot.process, CHECK_INTERVAL)
    return end_orphans(families)


def _is_traced(pid: int) -> bool:
    """Whether a program of ours traces a process."""
    by = tracer(pid)
    return by > 0 and by in descendants(os.getpid())


def _group(pid: int) -> int:
    try:
        return os.getpgid(pid)
    except OSError:
        return 0  # it has just ended, and its group is unknown


@contextmanager
def interrupts_held() -> Iterator[None]:
    """Delays Ctrl-C until after the block; children inherit the delay."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
