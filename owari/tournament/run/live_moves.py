"""The moves of the games in play, in a file beside the results that other processes read.

The slots write into the file through shared memory, because a system call for each ply would cost
more than the ply. A reader looks at it as often as it likes and costs them nothing.

    header | a stamp for each slot | a region for each slot: the heading of its game, its plies

A stamp is the change counter of its region, the number of plies, and the time of the last change.
The counter is odd while a slot replaces the heading. Plies are only appended. So what a reader has
copied is whole where the counter is even and the same before and after.

The runner holds a lock on the file while it lives: a file without that lock is one that a killed
run has left. Live moves are an extra: where the file cannot be made, the games go on without it.
"""

from __future__ import annotations

import json
import mmap
import os
import struct
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from math import isfinite
from pathlib import Path
from typing import NamedTuple

from owari.games.game import Kind, Move, Position, Side, Value
from owari.records.record import Ply

MAGIC = b"owari live moves 1\n"
HEADER = struct.Struct("<24sI")
"""MAGIC and the number of slots."""
STAMP = struct.Struct("<IId")
PLY = struct.Struct("<ddhhBB2x")
"""Seconds, value, cell, depth, side, kind of the value."""
LENGTH = struct.Struct("<H")
"""The length of a heading."""
STAMP_SIZE = 64
"""Slots on two cores do not write to one line of their caches."""
MOST_SLOTS = 1000
HEADING_SIZE = 4096
REGION_SIZE = 1 << 16
MOST_PLIES = (REGION_SIZE - HEADING_SIZE) // PLY.size
"""A longer game shows its first plies until it ends."""
LONGEST_TURN = 1e9
"""Seconds; a ply with more is not one of ours."""
NOT_KNOWN = float("nan")
NO_DEPTH = -1
SIDES = (Side.SOUTH, Side.NORTH)
KINDS = (None, *Kind)
KIND_NUMBERS = {kind: number for number, kind in enumerate(KINDS)}


class Heading(NamedTuple):
    """What a game is."""

    number: int
    round: int
    rules: str
    """A name of `games.catalog`."""
    start: str
    """The text of the position in which it begins."""
    south: str
    north: str
    opening: str = ""


class LivePlace(NamedTuple):
    """The region of a slot."""

    path: Path
    slot: int


class Stamp(NamedTuple):
    """What changes with each change of a region."""

    changes: int
    plies: int
    moment: float
    """When the game began, or its last ply was made: seconds since 1970."""


class LiveGame(NamedTuple):
    """A game in play as far as it is known."""

    heading: Heading
    plies: tuple[Ply, ...]
    """Without comments."""
    stamp: Stamp


def live_path(results: Path) -> Path:
    """The name of the file of live moves of a results file."""
    return results.with_name(results.name + ".live")


@contextmanager
def live_file(results: Path, slots: int) -> Iterator[Path | None]:
    """Makes the file for so many slots, which exists during the block; None where it cannot be
    made, or a file of another kind has its name."""
    path = live_path(results)
    descriptor = _made(path, slots)
    try:
        yield path if descriptor is not None else None
    finally:
        if descriptor is not None:
            with suppress(OSError):
                if os.path.samestat(os.fstat(descriptor), path.stat()):
                    path.unlink()
            os.close(descriptor)


def _made(path: Path, slots: int) -> int | None:
    """A descriptor of the new file, with its lock. The magic is written last: no reader takes the
    file for an abandoned one before it is locked."""
    import fcntl

    if slots > MOST_SLOTS:
        return None
    try:
        if path.exists() and path.stat().st_size and not _is_ours(path):
            return None
        path.unlink(missing_ok=True)
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o644)
    except OSError:
        return None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        # Zeros, not a hole: memory without room on the disk behind it would end a slot.
        with open(descriptor, "wb", closefd=False) as file:
            file.write(bytes(_region(slots, slots)))
        os.pwrite(descriptor, HEADER.pack(MAGIC, slots), 0)
    except OSError:
        with suppress(OSError):
            path.unlink()
        os.close(descriptor)
        return None
    return descriptor


def _is_ours(path: Path) -> bool:
    with open(path, "rb") as file:
        return file.read(len(MAGIC)) == MAGIC


def _stamp(slot: int) -> int:
    """Where the stamp of a slot begins."""
    return STAMP_SIZE * (slot + 1)


def _region(slot: int, slots: int) -> int:
    """Where the region of a slot begins, of so many."""
    page = mmap.PAGESIZE
    return -(-_stamp(slots) // page) * page + slot * REGION_SIZE


def clear(place: LivePlace | None) -> None:
    """Says that no game is in play in the region of a slot that is gone."""
    if place and (writer := LiveWriter.open(place)):
        writer.end()
        writer.close()


class LiveWriter:
    """The region of one slot in shared memory."""

    def __init__(self, memory: mmap.mmap, slot: int, slots: int) -> None:
        self._memory = memory
        self._at = _stamp(slot)
        self._region = _region(slot, slots)
        self._changes: int = STAMP.unpack_from(memory, self._at)[0]
        self._plies = 0

    @classmethod
    def open(cls, place: LivePlace) -> LiveWriter | None:
        """The region of this slot; None where the file is gone."""
        try:
            with open(place.path, "r+b") as file:
                memory = mmap.mmap(file.fileno(), 0)
            slots = _slots(memory[: HEADER.size])
        except (OSError, ValueError):  # an empty file cannot be mapped
            return None
        if place.slot >= slots or len(memory) != _region(slots, slots):
            memory.close()
            return None
        return cls(memory, place.slot, slots)

    def begin(self, heading: Heading) -> None:
        """A game begins. One whose heading is too long is not shown."""
        text = json.dumps(heading).encode()
        self._replace(text if len(text) <= HEADING_SIZE - LENGTH.size else b"")

    def add(self, ply: Ply, position: Position) -> None:
        """The game has a ply more."""
        if self._plies == MOST_PLIES:
            return
        side, move, seconds, depth, value = ply[:5]
        number, kind = value or (NOT_KNOWN, None)
        PLY.pack_into(
            self._memory,
            self._region + HEADING_SIZE + PLY.size * self._plies,
            NOT_KNOWN if seconds is None else seconds,
            number,
            move.cell,
            NO_DEPTH if depth is None else min(depth, 1 << 14),
            side is Side.NORTH,
            KIND_NUMBERS[kind],
        )
        self._plies += 1
        STAMP.pack_into(self._memory, self._at, self._changes, self._plies, time.time())

    def end(self) -> None:
        """No game is in play."""
        self._replace(b"")

    def close(self) -> None:
        """Gives up the memory."""
        self._memory.close()

    def _replace(self, text: bytes) -> None:
        self._plies = 0
        odd = self._changes | 1
        STAMP.pack_into(self._memory, self._at, odd, 0, time.time())
        begin = self._region + LENGTH.size
        LENGTH.pack_into(self._memory, self._region, len(text))
        self._memory[begin : begin + len(text)] = text
        self._changes = (odd + 1) & 0xFFFFFFFF
        STAMP.pack_into(self._memory, self._at, self._changes, 0, time.time())


def _slots(header: bytes) -> int:
    """The number of slots of a file with this header. Raises ValueError."""
    if len(header) < HEADER.size or not header.startswith(MAGIC):
        raise ValueError("it is no file of live moves")
    slots = int(HEADER.unpack(header)[1])
    if slots > MOST_SLOTS:
        raise ValueError("it has more slots than a run")
    return slots


class LiveReader:
    """Reads the games in play of the run that writes to some results, whenever there is one. It
    reads with system calls: a file that somebody cuts short is no danger to it."""

    def __init__(self, results: Path) -> None:
        self._path = live_path(results)
        self._descriptor: int | None = None
        self._slots = 0

    def stamps(self) -> dict[int, Stamp]:
        """The stamp of each slot that has a game, or replaces its heading; empty without a run."""
        if not self._is_open() and not self._open():
            return {}
        data = self._read(0, _stamp(self._slots))
        if len(data) < _stamp(self._slots):
            return {}
        stamps = (Stamp._make(STAMP.unpack_from(data, _stamp(n))) for n in range(self._slots))
        return {slot: stamp for slot, stamp in enumerate(stamps) if stamp.changes}

    def game(self, slot: int) -> LiveGame | None:
        """The game of a slot; None without one, or while it changes."""
        before = self._stamp(slot)
        if before is None or before.changes % 2 or before.plies > MOST_PLIES:
            return None
        region = _region(slot, self._slots)
        data = self._read(region, HEADING_SIZE + PLY.size * before.plies)
        after = self._stamp(slot)
        if after is None or after.changes != before.changes:
            return None
        try:
            length = LENGTH.unpack_from(data)[0]
            text = data[LENGTH.size : LENGTH.size + length]
            heading = _heading(text) if text else None
            plies = tuple(map(_ply, PLY.iter_unpack(data[HEADING_SIZE:])))
        except (struct.error, ValueError, TypeError, IndexError, RecursionError):
            return None
        return LiveGame(heading, plies, before) if heading else None

    def close(self) -> None:
        """Closes the file."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def _stamp(self, slot: int) -> Stamp | None:
        data = self._read(_stamp(slot), STAMP.size)
        return Stamp._make(STAMP.unpack(data)) if len(data) == STAMP.size else None

    def _read(self, at: int, length: int) -> bytes:
        if self._descriptor is None:
            return b""
        try:
            return os.pread(self._descriptor, length, at)
        except OSError:
            return b""

    def _is_open(self) -> bool:
        """Whether the open file is still the one of its name, and its run lives."""
        if self._descriptor is None:
            return False
        with suppress(OSError):
            same = os.path.samestat(os.fstat(self._descriptor), self._path.stat())
            if same and not _is_abandoned(self._descriptor):
                return True
        self.close()
        return False

    def _open(self) -> bool:
        try:
            self._descriptor = os.open(self._path, os.O_RDONLY | os.O_NONBLOCK)
            self._slots = _slots(self._read(0, HEADER.size))
        except (OSError, ValueError):
            self.close()
            return False
        return self._is_open()


def _is_abandoned(descriptor: int) -> bool:
    """Whether no run holds the lock of the file."""
    import fcntl

    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return False
    fcntl.flock(descriptor, fcntl.LOCK_UN)
    return True


def _heading(text: bytes) -> Heading:
    """Raises ValueError, TypeError and RecursionError: a program without a sandbox can write to the
    file."""
    heading = Heading(*json.loads(text))
    if [*map(type, heading)] != [int, int, str, str, str, str, str]:
        raise ValueError("a field has another type")
    return heading


def _ply(values: tuple[float, float, int, int, int, int]) -> Ply:
    """Raises IndexError."""
    seconds, number, cell, depth, side, kind_number = values
    kind = KINDS[kind_number] if isfinite(number) else None
    whole = kind is not None and number == int(number)
    return Ply(
        SIDES[side],
        Move(cell),
        seconds if 0 <= seconds <= LONGEST_TURN else None,
        None if depth == NO_DEPTH else depth,
        Value(int(number) if whole else number, kind) if kind else None,
    )
