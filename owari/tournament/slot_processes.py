"""The processes of slots, as the runner sees them: each plays one game after the other, can die at
any moment by what it plays, and is then replaced."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import select
import signal
import socket
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import resource_tracker
from multiprocessing.context import SpawnContext
from time import monotonic

from owari.programs import temporary_folders
from owari.programs.cores import share_out, usable_cores
from owari.programs.orphans import adopt_orphans, end_orphans
from owari.programs.process_states import children, descendants, is_stopped
from owari.records.record import GameRecord
from owari.tournament.slot import GameSpec
from owari.tournament.slot_state import SlotState
from owari.tournament.slot_worker import LENGTH, SAFE, Failure, serve

__all__ = ["Slot", "Slots"]

LOOK = 1.0
"""Seconds between two looks whether a program has stopped its slot."""
LEAVING = 10.0
"""Seconds for a slot whose last game is over to end its programs."""
CHUNK = 1 << 16


class Slot:
    """One process, and the game that it has been given."""

    def __init__(self, context: SpawnContext, cores: tuple[int, ...]) -> None:
        self.cores = cores
        self.state = SlotState(context)
        self.spec: GameSpec | None = None
        self.last: GameSpec | None = None
        """The game before."""
        self._heard = bytearray()
        with suppress(OSError):  # a program may have deleted it
            os.makedirs(tempfile.gettempdir(), exist_ok=True)
        self._line, theirs = socket.socketpair()
        with theirs:
            self.process = context.Process(
                target=serve, args=(theirs, self.state, cores), daemon=True
            )
            # Ctrl-C must not meet it before it has left our session.
            with _interrupts_held():
                self.process.start()
        self._line.setblocking(False)

    def fileno(self) -> int:
        return self._line.fileno()

    @property
    def pid(self) -> int:
        assert self.process.pid is not None
        return self.process.pid

    def give(self, spec: GameSpec) -> None:
        self.spec = spec
        self._say(spec)

    def let_go(self) -> None:
        """The record of its game is safe, so that its programs may hear of it."""
        self.last, self.spec = self.spec, None
        self._say(SAFE)

    def _say(self, what: object) -> None:
        with suppress(OSError):  # it has died, which is heard next
            self._line.send(pickle.dumps(what, pickle.HIGHEST_PROTOCOL))

    def hear(self) -> GameRecord | Failure | None:
        """What it says of its game, when it has said all of it. Raises EOFError when it is dead."""
        try:
            data = self._line.recv(CHUNK)
        except BlockingIOError:
            return None
        except OSError:
            data = b""
        if not data:
            raise EOFError
        self._heard += data
        length = int.from_bytes(self._heard[:LENGTH]) + LENGTH
        if len(self._heard) < max(length, LENGTH + 1):
            return None
        said: GameRecord | Failure = pickle.loads(self._heard[LENGTH:length])
        del self._heard[:length]
        return said

    def leave(self) -> None:
        """It ends when its last game is over."""
        with suppress(OSError):
            self._line.shutdown(socket.SHUT_WR)

    def end(self) -> None:
        """It is gone when the call returns."""
        with suppress(OSError):
            os.kill(self.pid, signal.SIGKILL)
        self.process.join()
        self._line.close()


class Slots:
    """All slots that there are at a time; nothing is left of them and their programs after
    `close`."""

    def __init__(self, count: int, *, pondering: bool) -> None:
        adopt_orphans()
        resource_tracker.ensure_running()
        self._known = set(descendants(os.getpid()))  # which stay
        self._context = multiprocessing.get_context("spawn")
        self._free = share_out(usable_cores(), count, pondering=pondering)[::-1]
        self._by_number: dict[int, Slot] = {}
        self._poll = select.poll()
        self._next_look = monotonic() + LOOK

    @property
    def in_play(self) -> tuple[GameSpec, ...]:
        return tuple(slot.spec for slot in self._by_number.values() if slot.spec)

    @property
    def room(self) -> bool:
        """Whether one more game can be played."""
        return bool(self._free) or any(not slot.spec for slot in self._by_number.values())

    def give(self, spec: GameSpec) -> None:
        """Begins a game in a slot that has none, or in a new one."""
        idle = next((slot for slot in self._by_number.values() if not slot.spec), None)
        (idle or self._begun()).give(spec)

    def _begun(self) -> Slot:
        slot = Slot(self._context, self._free.pop())
        self._by_number[slot.fileno()] = slot
        self._poll.register(slot.fileno(), select.POLLIN)
        return slot

    def speaking(self) -> Iterator[Slot]:
        """The slots that have something to say, or have died; after LOOK seconds none."""
        for number, _ in self._poll.poll(LOOK * 1000):
            yield self._by_number[number]
        if monotonic() >= self._next_look:
            self._next_look = monotonic() + LOOK
            self._end_stopped()

    def remove(self, slot: Slot) -> bool:
        """Ends a slot and all that is left of its programs; whether one of these had left the
        groups in which we start programs."""
        self._poll.unregister(slot.fileno())
        del self._by_number[slot.fileno()]
        slot.end()
        self._free.append(slot.cores)
        groups = {_group(pid) for pid in self._left()}
        self._end_left()
        temporary_folders.remove_for(os.getpid(), slot.pid)
        return not groups <= slot.state.programs

    def close(self) -> None:
        """At once where games are in play; else when all slots have ended their programs."""
        slots, self._by_number = list(self._by_number.values()), {}
        if not any(slot.spec for slot in slots):
            for slot in slots:
                slot.leave()
            end = monotonic() + LEAVING
            for slot in slots:
                slot.process.join(max(0.0, end - monotonic()))
        else:
            for slot in slots:
                slot.process.terminate()
            for slot in slots:
                slot.process.join(LOOK)
        for slot in slots:
            slot.end()
        end_orphans(known=self._known)
        temporary_folders.remove_for(os.getpid())

    def _end_stopped(self) -> None:
        """Ends the slots that are stopped: they stop nobody else, so a program has done that."""
        for slot in self._by_number.values():
            if is_stopped(slot.pid):
                slot.process.kill()

    def _left(self) -> set[int]:
        """The processes that were left to us by slots that have died."""
        ours = self._known | {slot.pid for slot in self._by_number.values()}
        roots = set(children(os.getpid())) - ours
        return roots.union(*map(descendants, roots))

    def _end_left(self) -> None:
        """As `end_orphans` does, but for the slots that live and all of theirs."""
        while left := self._left():
            stopped: set[int] = set()
            while new := left - stopped:
                _send(new, signal.SIGSTOP)
                stopped |= new
                left = self._left()
            _send(left, signal.SIGKILL)
            for pid in left:
                with suppress(OSError):
                    os.waitpid(pid, 0)


def _send(pids: Iterable[int], number: signal.Signals) -> None:
    for pid in pids:
        with suppress(OSError):
            os.kill(pid, number)


def _group(pid: int) -> int:
    try:
        return os.getpgid(pid)
    except OSError:
        return 0  # it has just gone: nobody knows where it was


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Ctrl-C comes after the block, and children inherit that they are to wait for it."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
