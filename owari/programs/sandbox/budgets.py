"""What the system has for all programs of a user together, and how much of it each may hold.

A program that takes all of it makes another one fail. Where a program has a user namespace or a
user of its own the system counts it by itself (user_namespaces(7), getrlimit(2)), and limits keep
it to its part. Everything is counted here too, as far as /proc tells what a program holds: whoever
has more than its part forfeits, and not the one that found nothing left.
"""

from __future__ import annotations

import ctypes
import errno
import os
import pty
import resource
import select
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cache, cmp_to_key
from itertools import pairwise
from pathlib import Path
from typing import TypeAlias

import psutil

PROCESSES = 512
"""Processes and threads of a program."""
OPEN_FILES = 4096
"""Of one of its processes."""
PROGRAMS = 4 * (os.cpu_count() or 1)
"""Twice as many as play at a time. A program gets no more than this part of what all share."""
SIGNALS = 1024
"""Signals and timers that wait to be delivered."""
WATCHES = 8192
NOTIFIERS = 16
QUEUES = 100 * 1024
"""Bytes of message queues: one queue of the usual size."""
MOST = {
    "processes and threads": PROCESSES,
    "open files": 4 * OPEN_FILES,
    "inotify instances": NOTIFIERS,
    "inotify watches": WATCHES,
    "fanotify groups": NOTIFIERS,
    "fanotify marks": WATCHES,
    "event polls": 64,
    "watches of event polls": 1024,
    "locks on open files": 1024,
    "pipes": 256,
    "sockets": 256,
    "pseudoterminals": NOTIFIERS,
    "timers": SIGNALS,
    "pending signals": 2 * SIGNALS,  # the system adds some of its own
    "files on their way through sockets": 64,
    "files of io_uring": 64,
}
"""What each program may hold, all its processes together."""
FILES = {
    "anon_inode:inotify": "inotify instances",
    "anon_inode:[fanotify]": "fanotify groups",
    "anon_inode:[eventpoll]": "event polls",
    "/dev/ptmx": "pseudoterminals",
    "/dev/pts/ptmx": "pseudoterminals",
}
"""What open files are, by where their links in /proc lead."""
RING = "anon_inode:[io_uring]"
LINES = {
    b"\ninotify wd:": "inotify watches",
    b" mflags:": "fanotify marks",
    b"\ntfd:": "watches of event polls",
    b"\nlock:": "locks on open files",
}
"""What there is one line of in /proc/PID/fdinfo for each, by what is in that line. A lock of a
process is told at each number by which it has the file open."""
KCMP = {"x86_64": 312, "aarch64": 272}.get(os.uname().machine, -1)
KCMP_FILES = 2
REAL_TIME = ~0 << 31
"""The signals of which more than one can wait, in the masks of /proc/PID/status."""
MOST_READ = 1 << 20
"""Bytes of one file of /proc."""
PIECE = 1 << 16
"""Bytes of it that are read at a time."""

File: TypeAlias = tuple[int, int]
"""An open file by its process and its number there."""

# What the system is told


def _part(whole: int, most: int) -> int:
    """A program's part of what there is for all."""
    return most if whole == resource.RLIM_INFINITY else max(1, min(most, whole // PROGRAMS))


def limits_apart() -> tuple[tuple[int, int], ...]:
    """The limits of a program that is counted by itself."""
    return tuple(
        (number, _part(resource.getrlimit(number)[1], most))
        for number, most in (
            (resource.RLIMIT_NPROC, PROCESSES),
            (resource.RLIMIT_SIGPENDING, SIGNALS),
            (resource.RLIMIT_MSGQUEUE, QUEUES),
        )
    )


def namespace_limits() -> tuple[tuple[bytes, bytes], ...]:
    """The files that limit what is in a user namespace, each with its text, as far as this system
    has them."""
    found = []
    for name, most in (
        ("inotify_instances", NOTIFIERS),
        ("inotify_watches", WATCHES),
        ("fanotify_groups", NOTIFIERS),
        ("fanotify_marks", WATCHES),
        ("user_namespaces", 0),
    ):
        path = f"/proc/sys/user/max_{name}"
        with suppress(OSError, ValueError):
            whole = int(Path(path).read_text())
            found.append((path.encode(), b"%d" % (_part(whole, most) if most else 0)))
    return tuple(found)


# What a program holds


def excess(pids: Iterable[int]) -> str:
    """A clause on what a program, of these processes, holds more of than it may; else empty. What a
    process hides that it has open is not counted, and the count ends where it has found too much,
    so that it takes no longer than what is allowed."""
    held: Counter[str] = Counter()
    files: dict[str, dict[File, int]] = {}
    enough = dict(MOST)

    def is_too_much(what: str) -> bool:
        enough[what] = 2 * held[what]
        return (_distinct(files[what]) if what in files else held[what]) > MOST[what]

    for what, number, file in _holdings(pids if sys.platform == "linux" else ()):
        held[what] += number
        if file:
            files.setdefault(what, {})[file] = number
        if held[what] > enough[what] and is_too_much(what):
            break
    else:
        what = next((what for what in MOST if held[what] > MOST[what] and is_too_much(what)), "")
    return f"holds more than the {MOST[what]} {what} that a program may have" if what else ""


def _holdings(pids: Iterable[int]) -> Iterator[tuple[str, int, File | None]]:
    """What they hold, how much of it, and the open file that has it: processes may share that."""
    known: set[str] = set()
    for pid in pids:
        with suppress(OSError):
            yield "processes and threads", os.stat(f"/proc/{pid}/task").st_nlink - 2, None
        yield "timers", _read(pid, "timers").count(b"ClockID:"), None
        yield "pending signals", _pending_signals(pid), None
        for thread in holders(pid):
            for number, link in _open_files(thread):
                file = (thread, number)
                yield "open files", 1, None
                if what := FILES.get(link):
                    yield what, 1, file
                about = _read(thread, f"fdinfo/{number}")
                for line, what in LINES.items():
                    if count := about.count(line):
                        yield what, count, file
                if link == RING:
                    of_ring = about.partition(b"UserFiles:")[2].partition(b"UserBufs:")[0]
                    yield "files of io_uring", max(0, of_ring.count(b"\n") - 1), file
                kind = link.partition(":")[0]
                if kind in ("pipe", "socket") and link not in known:
                    known.add(link)
                    yield f"{kind}s", 1, None
                    sent = int(_line(about, b"scm_fds:") or 0)
                    yield "files on their way through sockets", sent, None


def holders(pid: int) -> list[int]:
    """The threads of a process that show together all its memory and what it has open: one that
    lives, for the first shows nothing once it has left, and those with open files of their own
    (clone(2) without CLONE_FILES)."""
    with suppress(OSError):
        if os.stat(f"/proc/{pid}/task").st_nlink == 3:
            return [pid]
    tasks = _tasks(pid)
    if not _has_left(pid) and not any(_files_of(pid, task) for task in tasks):
        return [pid]
    living = [task for task in tasks if not _has_left(task)]
    living.sort(key=cmp_to_key(_files_of))
    again = {two for one, two in pairwise(living) if _files_of(one, two) == 0}
    return [task for task in living if task not in again]


def _has_left(task: int) -> bool:
    return _read(task, "statm").startswith(b"0 ")


def _files_of(task: int, other: int) -> int:
    return _compared(task, other, KCMP_FILES)


def _compared(pid: int, other: int, kind: int, *numbers: int) -> int:
    """Whether what one process has of this kind comes before that of another one (-1), is the same
    (0) or comes after it (1), as kcmp(2) has it; 0 where that does not tell."""
    outcome = _library().syscall(KCMP, pid, other, kind, *(numbers or (0, 0)))
    return {1: -1, 2: 1}.get(outcome, 0)


def _pending_signals(pid: int) -> int:
    """How many wait for a process; 0 where it has none of which more than one can wait. The system
    counts them for all that it does not count apart, and so together with those of others, who
    seldom have any."""
    status = _read(pid, "status")
    count = int(_line(status, b"SigQ:").partition(b"/")[0] or 0)
    if count <= MOST["pending signals"]:
        return 0
    for task in _tasks(pid):
        status = _read(task, "status")
        waiting = int(_line(status, b"SigPnd:") or b"0", 16) | int(
            _line(status, b"ShdPnd:") or b"0", 16
        )
        if waiting & REAL_TIME:
            return count
    return 0


def _open_files(pid: int) -> Iterator[tuple[int, str]]:
    """Their numbers, and where their links in /proc lead."""
    with suppress(OSError):
        for name in os.listdir(f"/proc/{pid}/fd"):
            with suppress(OSError):
                yield int(name), os.readlink(f"/proc/{pid}/fd/{name}")


def _distinct(held: dict[File, int]) -> int:
    """How much these files hold, where a process shares those that it had when it was forked."""
    files = sorted(held, key=cmp_to_key(_order))
    again = (two for one, two in pairwise(files) if _order(one, two) == 0)
    return sum(held.values()) - sum(held[file] for file in again)


def _order(one: File, other: File) -> int:
    """Whether one comes before the other (-1), is the same (0) or comes after it (1), as kcmp(2)
    has it; 0 where that does not tell."""
    (pid, number), (pid_of_other, number_of_other) = one, other
    return _compared(pid, pid_of_other, 0, number, number_of_other)


@cache
def _library() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _tasks(pid: int) -> list[int]:
    with suppress(OSError):
        return [int(task) for task in os.listdir(f"/proc/{pid}/task")]
    return []


def _line(text: bytes, name: bytes) -> bytes:
    """What stands in a line after its name."""
    return text.partition(name)[2].partition(b"\n")[0].strip()


def _read(pid: int, name: str) -> bytes:
    """A file of /proc about a process, its beginning where it is long; empty where there is none
    for us."""
    pieces, size = [], 0
    with suppress(OSError):
        descriptor = os.open(f"/proc/{pid}/{name}", os.O_RDONLY)
        try:
            while size < MOST_READ and (piece := os.read(descriptor, PIECE)):
                pieces.append(piece)
                size += len(piece)
        finally:
            os.close(descriptor)
    return b"".join(pieces)


def processes_of_user() -> int:
    """How many processes and threads our user has running."""
    count = 0
    for process in psutil.process_iter(["uids", "num_threads"]):
        uids, threads = process.info["uids"], process.info["num_threads"]
        count += threads or 1 if uids and uids.real == os.getuid() else 0
    return count


# What is left for others


def shortages(*, is_apart: bool) -> frozenset[str]:
    """What programs cannot have just now, because all of it is in use. Who is counted apart has a
    part of its own of most things."""
    missing = set()
    for what, attempt in {**FOR_ALL, **({} if is_apart else FOR_A_USER)}.items():
        try:
            attempt()
        except OSError as error:
            if error.errno in (errno.EMFILE, errno.ENFILE, errno.ENOSPC, errno.EDQUOT):
                missing.add(what)
        except (AttributeError, ValueError):  # another system, or one that tells it otherwise
            continue
    return frozenset(missing)


def _open_a_file() -> None:
    os.close(os.open(os.devnull, os.O_RDONLY))


def _write_in_the_background() -> None:
    count, most = (int(Path(f"/proc/sys/fs/aio-{name}").read_text()) for name in ("nr", "max-nr"))
    _there_is_room(count + 1024, most)


def _watch_by_an_event_poll() -> None:
    reading, writing = os.pipe()
    try:
        with select.epoll() as poll:
            poll.register(reading)
    finally:
        os.close(reading)
        os.close(writing)


def _open_a_terminal() -> None:
    for descriptor in pty.openpty():
        os.close(descriptor)


def _watch_a_file() -> None:
    library = _library()
    instance = library.inotify_init1(os.O_CLOEXEC)
    if instance < 0:
        raise OSError(ctypes.get_errno(), "inotify_init1")
    try:
        if library.inotify_add_watch(instance, b"/", 1) < 0:
            raise OSError(ctypes.get_errno(), "inotify_add_watch")
    finally:
        os.close(instance)


def _watch_a_file_system() -> None:
    library = _library()
    group = library.fanotify_init(0x200, 0)  # FAN_REPORT_FID
    if group < 0:
        raise OSError(ctypes.get_errno(), "fanotify_init")
    try:
        if library.fanotify_mark(group, 1, ctypes.c_uint64(0x20), -100, b"/") < 0:  # add; FAN_OPEN
            raise OSError(ctypes.get_errno(), "fanotify_mark")
    finally:
        os.close(group)


def _send_a_signal() -> None:
    count, _, most = _line(_read(os.getpid(), "status"), b"SigQ:").partition(b"/")
    _there_is_room(int(count or 0), int(most or 1))


def _make_a_queue() -> None:
    library = _library()
    name = b"/owari-%d" % os.getpid()
    queue = library.mq_open(name, os.O_RDWR | os.O_CREAT, 0o600, None)
    if queue < 0:
        raise OSError(ctypes.get_errno(), "mq_open")
    os.close(queue)
    library.mq_unlink(name)


def _add_a_key() -> None:
    for line in Path("/proc/key-users").read_text().splitlines():
        user, _, _, keys, size = line.split()
        if user == f"{os.getuid()}:":
            for amount in (keys, size):
                count, most = map(int, amount.split("/"))
                _there_is_room(count, most)


def _share_memory() -> None:
    _there_is_room(_rows("shm"), int(Path("/proc/sys/kernel/shmmni").read_text()))


def _make_semaphores() -> None:
    _there_is_room(_rows("sem"), int(Path("/proc/sys/kernel/sem").read_text().split()[3]))


def _make_an_old_queue() -> None:
    _there_is_room(_rows("msg"), int(Path("/proc/sys/kernel/msgmni").read_text()))


def _rows(kind: str) -> int:
    return len(Path(f"/proc/sysvipc/{kind}").read_text().splitlines()) - 1


def _there_is_room(count: int, most: int) -> None:
    if count >= most:
        raise OSError(errno.ENOSPC, "none left")


FOR_ALL: dict[str, Callable[[], None]] = {
    "open files": _open_a_file,
    "requests of asynchronous input and output": _write_in_the_background,
    "watches of event polls": _watch_by_an_event_poll,
}
"""What all processes of the machine share, or all of a user in whatever namespace, each with an
attempt to have one more."""
FOR_A_USER: dict[str, Callable[[], None]] = {
    "pseudoterminals": _open_a_terminal,
    "inotify instances or watches": _watch_a_file,
    "fanotify groups or marks": _watch_a_file_system,
    "signals and timers": _send_a_signal,
    "message queues": _make_a_queue,
    "keys": _add_a_key,
    "segments of shared memory": _share_memory,
    "semaphores": _make_semaphores,
    "message queues of System V": _make_an_old_queue,
}
"""What the processes of a user share that are not counted apart."""
