#!/usr/bin/env python3
"""One-shot programs that misbehave, by the habit that is their argument:

silent      reads and says nothing, 30 s at most
leaves      says nothing and leaves
crashes     an error and exit code 3
floods      writes without end, 30 s at most
illegal     a pit that is empty, if there is one
nonsense    a word that is no pit
thinks-on   good: names a move, then thinks for 30 s at most
chatty      good: words about its move, and the move at the end
deaf        good: does not read its input at all and plays what may be sown
"""

import sys
import time

habit = sys.argv[1]
until = time.monotonic() + 30
cells, turn = ("", "S") if habit == "deaf" else sys.stdin.read().split()
pits = [int(stones) for stones in cells.split(",")] if cells else []
own = range(6) if turn == "S" else range(7, 13)
legal = [pit for pit in own if pits and pits[pit]]
if habit == "silent":
    time.sleep(30)
elif habit == "crashes":
    sys.exit("no opening book") if len(sys.argv) > 9 else print("no book", file=sys.stderr)
    sys.exit(3)
elif habit == "floods":
    while time.monotonic() < until:
        print("thinking " * 1000, end="")
elif habit == "illegal":
    print(next((pit for pit in own if not pits[pit]), legal[0]))
elif habit == "nonsense":
    print("resign")
elif habit == "thinks-on":
    print(legal[-1], flush=True)
    time.sleep(30)
elif habit == "chatty":
    print(f"of {len(legal)} pits I take {legal[0]}, no,\n{legal[-1]}")
elif habit == "deaf":
    print(int(sys.argv[2]))
