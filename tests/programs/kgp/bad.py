#!/usr/bin/env python3
"""KGP clients that misbehave, by the habit that is their argument; none lasts longer than 30 s.

never-connects    sleeps
leaves            an error and exit code 3, without having connected
says-nothing      connects and sleeps
no-freeplay       asks for a mode that is not played here
hangs-up          closes its connection when it is asked for a move, and sleeps
no-move           reads and names no move
yields            yields without a move
floods            comments without end
floods-line       one line without end
illegal           an empty pit, if there is one
no-pit            a pit that no board has
twice             good: connects a second time while its first connection stands
stale             good: after each stop it answers the request that has ended, once more, in two
                  pieces, of which the second comes with the next answer
rude              good: unknown commands, errors, blank lines, pieces of lines; LF alone
unreferenced      moves without the number of the state
"""

import os
import re
import socket
import sys
import threading
import time

habit = sys.argv[1]
threading.Timer(30, os._exit, [9]).start()


def connected():
    return socket.create_connection((os.environ["KGP_HOST"], int(os.environ["KGP_PORT"])))


if habit == "never-connects":
    time.sleep(60)
if habit == "leaves":
    print("I know no server", file=sys.stderr, flush=True)
    os._exit(3)
connection = connected()
if habit == "says-nothing":
    time.sleep(60)


def say(text):
    connection.sendall(f"{text}\r\n".encode())


second = None
owed = ""
for line in connection.makefile("r"):
    request, reference, command, arguments = re.fullmatch(
        r"(?:(\d+)(?:@(\d+))?\s+)?(\w+)\s*(.*?)\s*", line
    ).groups()
    if command == "kgp":
        if habit == "twice":
            try:
                second = connected()
            except OSError as error:
                print(error, file=sys.stderr, flush=True)
        say('1 mode "simple"' if habit == "no-freeplay" else "1 mode freeplay")
    elif command == "state":
        n, _, _, *pits = map(int, arguments.strip("<>").split(","))
        legal = next(pit for pit in range(n) if pits[pit])
        empty = next((pit for pit in range(n) if not pits[pit]), legal)
        if habit == "hangs-up":
            connection.shutdown(socket.SHUT_RDWR)
            time.sleep(60)
        elif habit == "no-move":
            continue
        elif habit == "yields":
            say(f"3@{request} yield")
        elif habit == "floods":
            while True:
                say('5 set "info:comment" "' + "thinking " * 1000 + '"')
        elif habit == "floods-line":
            while True:
                connection.sendall(b"thinking " * 1000)
        elif habit == "rude":
            for part in (
                f"7 sing\n\n7 error\n@{request} mo",
                f"ve {legal + 1}\n@{request} yie",
                "ld\n",
            ):
                connection.sendall(part.encode())
                time.sleep(0.002)
        elif habit == "unreferenced":
            say(f"3 move {legal + 1}")
        else:
            pit = {"illegal": empty, "no-pit": n}.get(habit, legal)
            say(f"{owed}3@{request} move {pit + 1}")
            say(f"5@{request} yield")
    elif command == "stop" and habit == "stale":
        connection.sendall(f"7@{reference} move 1\r\n9@{reference} yie".encode())
        owed = "ld\r\n"
    elif command == "goodbye":
        os._exit(0)
os._exit(0)
