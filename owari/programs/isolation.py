"""Programs in namespaces, under Landlock and behind a filter of system calls: what of these this
machine has, and how one program is put into them.

user_namespaces(7), pid_namespaces(7), mount_namespaces(7), landlock(7) and seccomp(2) describe the
means. A process namespace ends as a whole with its first process, `init.c`.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from functools import cache, lru_cache
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from owari.programs import temporary_folders
from owari.programs.child_process import native
from owari.programs.file_view import MOST_WRITTEN, Access, Kind, Needs, view

__all__ = ["Isolation", "Means", "means"]

FIRST_USER = 61184
USERS = 4000
"""The user ids that programs run as where we are root: such as systemd gives to services for as
long as they run, and nobody else has."""
AS_OWNER = 8
"""Added to the kind of a mount in which the program is the owner of what its folder's owner has."""


class Means(NamedTuple):
    """What this machine has; each a sentence on why not, or empty."""

    namespaces: str
    landlock: str
    filter: str

    @property
    def lacking(self) -> str:
        """All that is missing, in clauses."""
        return "; ".join(filter(None, self))


class Isolation:
    """What one program is put into, until `end`."""

    def __init__(self, needs: Needs, folder: str, port: int | None) -> None:
        """`folder` is for its temporary files, `port` the TCP port that it may call. Raises
        OSError."""
        have = means()
        mounts = not have.namespaces
        self.user = _User() if mounts and os.geteuid() == 0 else None
        self._written = ""
        steps, rules = _steps_and_rules(
            needs, os.path.dirname(folder), mounts, self.user.uid if self.user else None
        )
        own = os.fsencode(folder)
        if any(number & ~AS_OWNER == Kind.OVERLAY for number, _, _ in steps):
            written = os.fsencode(self._layer())
            steps = tuple((n, place, data or written) for n, place, data in steps)
        if self.user:
            self._give(folder)
        self.spawn: tuple[Any, ...] = (
            _init() if mounts else -1,
            (*steps, (Kind.WRITABLE, own, b"")) if mounts else (),
            self.user.owners(needs.directory) if self.user else -1,
            self.user.uid if self.user else -1,
            not have.landlock,
            (*rules, (Access.WRITE, own)),
            not have.filter,
            -1 if port is None else port,
        )
        """As `native.spawn` takes it."""

    def _layer(self) -> str:
        """The folder for what the program writes where nothing of that may stay."""
        self._written = temporary_folders.take()
        for name in ("written", "work"):
            path = os.path.join(self._written, name)
            os.mkdir(path)
            self._give(path)
        return self._written

    def end(self) -> None:
        """The program has ended."""
        if self._written:
            temporary_folders.give_back(self._written)
        if self.user:
            self.user.end()
        self._written, self.user = "", None

    def _give(self, path: str) -> None:
        if self.user:
            os.chown(path, self.user.uid, self.user.uid)


@lru_cache(256)
def _steps_and_rules(
    needs: Needs, temporary: str, mounts: bool, user: int | None
) -> tuple[tuple[tuple[int, bytes, bytes], ...], tuple[tuple[int, bytes], ...]]:
    """What `native.spawn` is told of the view of a program, run as this user where we are root."""
    seen = view(
        needs,
        Path(temporary),
        mounts=mounts,
        home=Path(os.path.expanduser("~")),
        strict=user is not None,
    )
    options = f"mode=0755,size={MOST_WRITTEN}"
    if user is not None:
        options += f",uid={user},gid={user}"
    steps = tuple(
        (
            kind + AS_OWNER * (place in seen.own),
            os.fsencode(place),
            options.encode() if kind is Kind.EMPTY else b"",
        )
        for kind, place in seen.mounts
    )
    return steps, tuple((access, os.fsencode(place)) for access, place in seen.rules)


@cache
def means() -> Means:
    """What can be had, found out by trying each."""
    if native is None or sys.platform != "linux":
        return Means(*3 * ("the part of owari that isolates programs was not compiled",))
    landlock = "" if native.landlock() else "this system has no Landlock"
    namespaces = _trial("namespaces", init=_init(), filtered=False)
    return Means(namespaces, landlock, _trial("a filter of system calls", init=-1, filtered=True))


def _trial(what: str, *, init: int, filtered: bool) -> str:
    """Why this cannot be had here; empty when it can."""
    if init < 0 and not filtered:
        return "the init of programs was not compiled"
    nothing = os.open(os.devnull, os.O_RDWR)
    steps = ((Kind.EMPTY, b"/tmp", b"size=1m"),)
    isolation = (init, steps, -1, -1, False, (), filtered, -1)
    try:  # a folder is no program: whoever finds that out has come through all the rest
        native.spawn((b"/",), (), b"/", (nothing,) * 3, (), True, -1, isolation)
    except RuntimeError as error:
        return f"this system refuses {what} ({error})"
    except OSError:
        pass
    finally:
        os.close(nothing)
    return ""


@cache
def _init() -> int:
    """The open file of the init, where it was compiled, else -1. It is a copy that anyone may run,
    wherever owari itself is installed."""
    for suffix in EXTENSION_SUFFIXES:
        with suppress(OSError):
            program = Path(native.__file__).with_name(f"init{suffix}").read_bytes()
            descriptor = os.memfd_create("owari-init")
            os.write(descriptor, program)
            return descriptor
    return -1


class _User:
    """A user of its own for a program that root starts."""

    _free: ClassVar[list[int]] = []
    _made: ClassVar[int] = 0

    def __init__(self) -> None:
        if not self._free:
            _User._made += 1
            self._free.append(FIRST_USER + (os.getpid() * 8 + _User._made) % USERS)
        self.uid = self._free.pop()

    def owners(self, directory: Path) -> int:
        """By which what belongs to the owner of the folder is this user's; -1 where none can be."""
        found = directory.stat()
        return _owners(found.st_uid, found.st_gid, self.uid)

    def end(self) -> None:
        self._free.append(self.uid)


@cache
def _owners(uid: int, gid: int, user: int) -> int:
    try:
        return native.owners(uid, gid, user)
    except OSError:
        return -1
