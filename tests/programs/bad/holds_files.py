#!/usr/bin/env python3
"""Keeps memory in files when it is first asked for a move. argv[1] says in which: `memfds` that it
has open, in `pieces` of which each of its children (12 at most) has one, that are `mapped` and
closed, in `shared` memory whose file is removed, in its `own` folders in memory, in the `tables`
of pages that hold nothing, `plainly` in a process whose first thread has left, or in `unused`
memory, whose files have a size and no bytes, in `secret` memory that is not mapped any more; or it
only tries not to die `first`. argv[2] says how many MB (600 at most). Then it plays the
lowest pit."""

import ctypes
import mmap
import os
import sys
import threading
import time

way, size = sys.argv[1], min(int(sys.argv[2]), 600)
MB = b"x" * 1024 * 1024
PIECE = 50
MAP_NORESERVE, MADV_NOHUGEPAGE = 0x4000, 15
kept = []


def fill(descriptor, megabytes):
    for _ in range(megabytes):
        os.write(descriptor, MB)
    return descriptor


def pieces():
    return [min(PIECE, size - begun) for begun in range(0, size, PIECE)]


def removed_file():
    path = f"/dev/shm/owari-{os.getpid()}-{len(kept)}"
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    os.unlink(path)
    return descriptor


def in_child(megabytes):
    filled, says = os.pipe()
    if os.fork() == 0:
        fill(os.memfd_create("piece"), megabytes)
        os.write(says, b"x")
        time.sleep(5)
        os._exit(0)
    os.read(filled, 1)


def keep(megabytes):
    if way == "memfds":
        kept.append(fill(os.memfd_create("hoard"), megabytes))
    elif way == "pieces":
        in_child(megabytes)
    elif way == "mapped":
        descriptor = fill(os.memfd_create("hoard"), megabytes)
        call = ctypes.CDLL(None).mmap
        call.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long]
        call(None, megabytes << 20, 1, 1, descriptor, 0)
        os.close(descriptor)
    elif way == "shared":
        kept.append(fill(removed_file(), megabytes))
    elif way == "own":
        place = ("/tmp", "/var/tmp", "/dev/shm")[len(kept) % 3]
        path = f"{place}/owari-{os.getpid()}-{len(kept)}"
        kept.append(fill(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600), megabytes))
    elif way == "tables":
        zeros = mmap.mmap(-1, megabytes << 29, mmap.MAP_PRIVATE | MAP_NORESERVE, mmap.PROT_READ)
        zeros.madvise(MADV_NOHUGEPAGE)
        for place in range(0, megabytes << 29, 1 << 21):
            zeros[place]
        kept.append(zeros)
    elif way == "plainly":
        kept.append(MB * megabytes)
    elif way == "unused":
        kept.append(os.memfd_create("sparse"))
        os.ftruncate(kept[-1], megabytes << 20)
    elif way == "secret":
        for _ in range(megabytes):  # it is locked while it is mapped: no more than some MB at once
            kept.append(ctypes.CDLL(None).syscall(447, 0))
            os.ftruncate(kept[-1], len(MB))  # raises where there is none
            with mmap.mmap(kept[-1], len(MB)) as memory:
                memory.write(MB)
    elif way == "first":
        try:
            with open("/proc/self/oom_score_adj", "w") as file:
                file.write("0")
        except OSError:
            pass


def play():
    has_begun = False
    for line in sys.stdin:
        command, *rest = line.split() or [""]
        if command in ("owari", "game"):
            print("ready", flush=True)
        elif command == "go":
            if not has_begun:
                for each in pieces():
                    keep(each)
                has_begun = True
            time.sleep(0.3)
            pits = [int(stones) for stones in rest[1].split(",")]
            own = range(6) if rest[2] == "S" else range(7, 13)
            print(next(pit for pit in own if pits[pit]), flush=True)
        elif command == "quit":
            break


if way == "plainly":
    threading.Thread(target=play).start()
    ctypes.CDLL(None).syscall({"x86_64": 60}.get(os.uname().machine, 93), 0)
play()
