"""Programs that ask who begins, with one thing changed: how `owari learn` takes that."""

from __future__ import annotations

import sys
from pathlib import Path

from owari.programs.dialogues.line import LineProtocol
from owari.programs.sandbox.program_settings import ProgramSettings
from tests.support.sample_programs import PROGRAMS

OWN_WAYS = """
def sow(board, pit):
    own, goal, skipped = (range(6), 6, 13) if pit < 6 else (range(7, 13), 13, 6)
    stones, board[pit], last = board[pit], 0, pit
    while stones:
        last = (last + 1) % 14
        if last != skipped:
            board[last] += 1
            stones -= 1
    if last in own and board[last] == 1:
        board[goal] += board[12 - last]
        board[12 - last] = 0

name = input("Your name: ")
if input("[G]o or [W]ait? ").upper() == "W":
    turn = 0
else:
    turn = 1
board = [3] * 6 + [0] + [3] * 6 + [0]
while any(board[:6]) and any(board[7:13]):
    if turn:
        pit = min(pit for pit in range(7, 13) if board[pit])
        print("I pick cup", pit - 6)
    else:
        pit = -1
        while pit not in range(6) or not board[pit]:
            pit = int(input(name + ", your turn: ")) - 1
    sow(board, pit)
    turn = 1 - turn
"""


def asking(folder: Path, old: str, new: str) -> ProgramSettings:
    """The program that asks who begins, with one line of it changed."""
    text = (PROGRAMS / "console" / "asks.py").read_text()
    assert old in text
    (folder / "asks.py").write_text(text.replace(old, new))
    question = "1) you begin 2) I begin: "
    return ProgramSettings(
        (sys.executable, "asks.py", question, "2", "1"), folder, protocol=LineProtocol()
    )
