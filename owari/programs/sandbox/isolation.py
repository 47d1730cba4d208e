"""Programs in namespaces, under Landlock and behind a filter of system calls: what of these this
machine has, and how one program is put into them.

user_namespaces(7), pid_namespaces(7), mount_namespaces(7), network_namespaces(7), landlock(7) and
seccomp(2) describe the means. A process namespace ends as a whole with its first process, `init.c`.
"""

from __future__ import annotations

import os
import socket
import sys
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from owari.programs.sandbox import temporary_folders
from owari.programs.sandbox.budgets import namespace_limits
from owari.programs.sandbox.child_process import NotIsolated, init_file, native
from owari.programs.sandbox.file_view import (
    MOST_NAMES,
    MOST_WRITTEN,
    Access,
    Kind,
    Needs,
    View,
    view,
)

FIRST_USER = 61184
USERS = 4000
"""The user ids that programs run as where we are root: such as systemd gives to services for as
long as they run, and nobody else has."""
AS_OWNER = 8
"""Added to the kind of a mount in which the program is the owner of what its folder's owner has."""

OWN_FOLDER = "/tmp/owari"
"""Where a program with a file system of its own sees its folder for temporary files."""
APART = "no sight of other bots' processes and folders"
BUDGETS = "budgets for each program"


class Means(NamedTuple):
    """What this machine has; the texts are sentences on why not, or empty."""

    namespaces: str
    network: str
    """A network of its own for each program."""
    landlock: str
    filter: str
    landlock_version: int = 0
    own_user: bool = False
    """Whether programs run as users of their own."""
    budgets: str = ""
    """What many processes of a user share: a part of its own for each program."""

    @property
    def promises(self) -> tuple[str, ...]:
        """What holds for each program, in clauses."""
        return (
            *(("no network",) if not self.network else ()),
            *(("no network but for kgp",) if self.network and not self.filter else ()),
            *((APART,) if not self.namespaces else ()),
        )

    @property
    def lacking(self) -> str:
        """All that is missing, in clauses."""
        reasons = [self.namespaces, self.network, self.budgets, self.landlock, self.filter]
        if self.network:
            # What else Landlock stops, since these versions (landlock(7)).
            if self.landlock_version < 6:
                reasons.append("abstract sockets of other processes are open to programs")
            if self.landlock_version < 4:
                reasons.append("a kgp client can call any port")
        return "; ".join(dict.fromkeys(filter(None, reasons)))


class Network:
    """A network in which a program is alone: a loopback interface, and no way out."""

    _free: ClassVar[list[Network]] = []
    _made_in: ClassVar[int] = 0
    """The process that has made the free ones."""

    def __init__(self) -> None:
        """Makes it, in 1 to 2 ms. Raises NotIsolated."""
        try:
            self.namespaces: tuple[int, int] = native.network(not means().own_user)
        except RuntimeError as error:
            raise NotIsolated(f"the sandbox could not be made: {error}") from None

    @classmethod
    def take(cls) -> Network:
        """One that is not in use, of an earlier program that could not call anybody in it. Raises
        NotIsolated."""
        if cls._made_in != os.getpid():
            cls._made_in, cls._free = os.getpid(), []
        return cls._free.pop() if cls._free else cls()

    def give_back(self) -> None:
        """Its program has ended, and another may have it."""
        self._free.append(self)

    def listen(self) -> socket.socket:
        """A socket that listens on a free port in it and does not block. Raises NotIsolated."""
        try:
            listener = socket.socket(fileno=native.listen(*self.namespaces))
        except RuntimeError as error:
            raise NotIsolated(f"the sandbox could not be made: {error}") from None
        listener.setblocking(False)
        return listener

    def close(self) -> None:
        """It goes with the last process in it."""
        for descriptor in self.namespaces:
            if descriptor >= 0:
                os.close(descriptor)
        self.namespaces = (-1, -1)


class Call(NamedTuple):
    """The one TCP port that a program may call."""

    port: int
    network: Network | None
    """Where it is; None: on this machine."""


def seen_as(folder: str) -> str:
    """Where a program sees its folder for temporary files: under one name in all games, so that it
    tells nothing."""
    return folder if means().namespaces or os.path.islink("/tmp") else OWN_FOLDER


class Isolation:
    """What one program is put into, until `end`."""

    def __init__(self, needs: Needs, folder: str, call: Call | None = None) -> None:
        """`folder` is for its temporary files. Raises OSError, and NotIsolated."""
        have = means()
        mounts = not have.namespaces
        self.user = _User() if mounts and have.own_user else None
        self._written = ""
        steps, rules = _steps_and_rules(
            needs, os.path.dirname(folder), mounts, self.user.uid if self.user else None
        )
        own, seen = os.fsencode(folder), seen_as(folder)
        if any(number & ~AS_OWNER == Kind.OVERLAY for number, _, _ in steps):
            written = os.fsencode(self._layer())
            steps = tuple((n, place, data or written) for n, place, data in steps)
        if mounts and not needs.runs_in_scratch and seen != folder:
            options = _options(self.user.uid if self.user else None)
            steps = (*steps, (Kind.NEW, os.fsencode(seen), options))
        elif mounts:
            steps = (*steps, (Kind.WRITABLE, os.fsencode(seen), own))
            if self.user:
                self._give(folder)
        kinds = (Kind.EMPTY, Kind.NEW)
        self.in_memory = tuple(os.fsdecode(place) for n, place, _ in steps if n in kinds)
        """The file systems in memory that it has for itself."""
        self._network = Network.take() if call is None and not have.network else None
        network = call.network if call else self._network
        self.spawn: tuple[Any, ...] = (
            mounts,
            steps if mounts else (),
            self.user.owners(needs.directory) if self.user else -1,
            self.user.uid if self.user else -1,
            network.namespaces if network else (-1, -1),
            0 if have.landlock else have.landlock_version,
            (*rules, (Access.WRITE, os.fsencode(seen))),
            not have.filter,
            call.port if call else -1,
            () if self.user or not mounts or have.budgets else _namespace_limits(),
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
        if self._network:
            self._network.give_back()
        self._written, self.user, self._network = "", None, None

    def _give(self, path: str) -> None:
        if self.user:
            os.chown(path, self.user.uid, self.user.uid)


def view_of(needs: Needs, temporary: str, *, mounts: bool, strict: bool) -> View:
    """What a program of our user sees; see `view`."""
    home = Path(os.path.expanduser("~"))
    return view(needs, Path(temporary), mounts=mounts, home=home, strict=strict)


@lru_cache(256)
def _steps_and_rules(
    needs: Needs, temporary: str, mounts: bool, user: int | None
) -> tuple[tuple[tuple[int, bytes, bytes], ...], tuple[tuple[int, bytes], ...]]:
    """What `native.spawn` is told of the view of a program, run as this user where we are root."""
    seen = view_of(needs, temporary, mounts=mounts, strict=user is not None)
    steps = tuple(
        (
            kind + AS_OWNER * (place in seen.own),
            os.fsencode(place),
            _options(user) if kind is Kind.EMPTY else b"",
        )
        for kind, place in seen.mounts
    )
    return steps, tuple((access, os.fsencode(place)) for access, place in seen.rules)


@cache
def _options(user: int | None) -> bytes:
    """Of the mount of an empty folder for this user, where we are root."""
    owner = "" if user is None else f",uid={user},gid={user}"
    return f"mode=0755,size={MOST_WRITTEN},nr_inodes={MOST_NAMES}{owner}".encode()


@cache
def means() -> Means:
    """What can be had, found out by trying each."""
    if native is None or sys.platform != "linux":
        return Means(*4 * ("the part of owari that isolates programs was not compiled",))
    version = native.landlock()
    landlock = "" if version else "this system has no Landlock"
    own_user = os.geteuid() == 0 and not _trial("namespaces", init=init_file(), user=FIRST_USER)
    user = FIRST_USER if own_user else -1
    namespaces = _trial("namespaces", init=init_file(), user=user)
    return Means(
        namespaces,
        namespaces or _network_trial(user),
        landlock,
        _trial("a filter of system calls", filtered=True),
        version,
        own_user,
        "" if namespaces or own_user else _trial(BUDGETS, init=init_file(), limited=True),
    )


@cache
def _namespace_limits() -> tuple[tuple[bytes, bytes], ...]:
    return namespace_limits()


def _network_trial(user: int) -> str:
    """Why no program can have a network of its own here; empty when it can."""
    what = "a network for each program"
    try:
        made = native.network(user < 0)
    except RuntimeError as error:
        return f"this system refuses {what} ({error})"
    try:
        os.close(native.listen(*made))
        return _trial(what, init=init_file(), user=user, network=made)
    except RuntimeError as error:
        return f"this system refuses {what} ({error})"
    finally:
        for descriptor in made:
            if descriptor >= 0:
                os.close(descriptor)


def _trial(
    what: str,
    *,
    init: int | None = None,
    user: int = -1,
    network: tuple[int, int] = (-1, -1),
    filtered: bool = False,
    limited: bool = False,
) -> str:
    """Why this cannot be had here; empty when it can."""
    if init == -1:
        return "the init of programs was not compiled"
    nothing = os.open(os.devnull, os.O_RDWR)
    steps = ((Kind.EMPTY, b"/tmp", b"size=1m"),)
    limits = _namespace_limits() if limited else ()
    isolation = (init is not None, steps, -1, user, network, 0, (), filtered, -1, limits)
    try:  # a folder is no program: whoever finds that out has come through all the rest
        native.spawn((b"/",), (), b"/", (nothing,) * 3, (), True, -1, init or -1, isolation)
    except RuntimeError as error:
        return f"this system refuses {what} ({error})"
    except OSError:
        pass
    finally:
        os.close(nothing)
    return ""


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


os.register_at_fork(after_in_child=_User._free.clear)  # they are another process's


@cache
def _owners(uid: int, gid: int, user: int) -> int:
    try:
        return native.owners(uid, gid, user)
    except OSError:
        return -1
