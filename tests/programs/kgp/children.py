#!/usr/bin/env python3
"""A KGP client that thinks apart, in the way that is its argument, and is through with a state only
at its `stop`. It plays the first pit that has stones.

processes   a process of multiprocessing for each state, which puts its moves into a queue that all
            share, and is killed at `stop`
forks       a forked process for each state, which writes its moves to a pipe, and is killed
threads     a thread for each state, which is told to stop and waited for
asyncio     a task for each state, which is cancelled

With `thinks-on` as a second argument it never yields: it thinks until it is stopped, 60 s at most.
"""

import asyncio
import contextlib
import multiprocessing
import os
import re
import signal
import socket
import sys
import threading
import time

way, *habit = sys.argv[1:]
thinks_on = habit == ["thinks-on"]
LONGEST = 60


def parsed(line):
    return re.fullmatch(r"(?:(\d+)(?:@(\d+))?\s+)?(\w+)\s*(.*?)\s*", line).groups()


def first_pit(board):
    n, _, _, *pits = map(int, board.strip("<>").split(","))
    return next(pit for pit in range(n) if pits[pit]) + 1


def thoughts(board, request):
    """What it says of a state."""
    yield f"@{request} move {first_pit(board)}"
    if not thinks_on:
        yield f"@{request} yield"


def count_until(stopped=lambda: False):
    begun = time.monotonic()
    while thinks_on and not stopped() and time.monotonic() < begun + LONGEST:
        sum(range(1000))


class Processes:
    def __init__(self):
        self.context = multiprocessing.get_context("fork")
        self.queue = self.context.Queue()
        threading.Thread(target=self.forward, daemon=True).start()

    def forward(self):
        while True:
            say(self.queue.get())

    def think(self, board, request):
        for text in thoughts(board, request):
            self.queue.put(text)
        count_until()

    def begin(self, board, request):
        self.process = self.context.Process(target=self.think, args=(board, request), daemon=True)
        self.process.start()

    def stop(self):
        self.process.kill()
        self.process.join()


class Forks:
    def __init__(self):
        self.out, self.into = os.pipe()
        threading.Thread(target=self.forward, daemon=True).start()

    def forward(self):
        for line in os.fdopen(self.out):
            say(line.strip())

    def begin(self, board, request):
        self.child = os.fork()
        if not self.child:
            for text in thoughts(board, request):
                os.write(self.into, f"{text}\n".encode())
            count_until()
            time.sleep(LONGEST)
            os._exit(0)

    def stop(self):
        os.kill(self.child, signal.SIGKILL)
        os.waitpid(self.child, 0)


class Threads:
    def begin(self, board, request):
        self.stopped = threading.Event()
        self.thread = threading.Thread(target=self.think, args=(board, request), daemon=True)
        self.thread.start()

    def think(self, board, request):
        for text in thoughts(board, request):
            say(text)
        count_until(self.stopped.is_set)
        self.stopped.wait(LONGEST)

    def stop(self):
        self.stopped.set()
        self.thread.join()


def say(text):
    connection.sendall(f"{text}\r\n".encode())


async def with_tasks():
    host, port = os.environ["KGP_HOST"], os.environ["KGP_PORT"]
    reader, writer = await asyncio.open_connection(host, port)

    async def think(board, request):
        for text in thoughts(board, request):
            writer.write(f"{text}\r\n".encode())
        await asyncio.sleep(LONGEST)

    task = None
    while line := (await reader.readline()).decode():
        request, _, command, arguments = parsed(line.strip())
        if command == "kgp":
            writer.write(b"1 mode freeplay\r\n")
        elif command == "state":
            task = asyncio.create_task(think(arguments, request))
        elif command == "stop":
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
        elif command == "goodbye":
            break


if way == "asyncio":
    asyncio.run(with_tasks())
    sys.exit()
connection = socket.create_connection((os.environ["KGP_HOST"], int(os.environ["KGP_PORT"])))
thinker = {"processes": Processes, "forks": Forks, "threads": Threads}[way]()
for line in connection.makefile("r"):
    request, _, command, arguments = parsed(line.strip())
    if command == "kgp":
        say("1 mode freeplay")
    elif command == "state":
        thinker.begin(arguments, request)
    elif command == "stop":
        thinker.stop()
    elif command == "goodbye":
        break
os._exit(0)
