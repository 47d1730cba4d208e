"""Prints, as JSON in a list, how the games end of bad/exhausts.c, which takes as much
of the thing as it gets, against a program that needs one of it for each move.

Its arguments: the compiled program, a folder for the play, the level, the id of the user that
starts the programs, from root's, and as JSON the words of the programs, see `outcome`. It is a
process of its own so that it can become that user, and so that what stays in the machine without a
process goes with its namespace.
"""

from __future__ import annotations

import ctypes
import json
import os
import sys
from pathlib import Path

from owari.games.game import Side
from owari.games.mancala import OWARI
from owari.players.player import TimeControl
from owari.programs.dialogues.line import LineProtocol
from owari.programs.program import ProgramPlayer
from owari.programs.sandbox import temporary_folders
from owari.programs.sandbox.child_process import Held
from owari.programs.sandbox.program_settings import ProgramSettings, Sandbox
from owari.referee.referee import play_game
from tests.programs.reach import Errors
from tests.support.other_user import become

UNHURRIED = TimeControl(per_turn=300.0, start_limit=300.0)
NEW_IPC = 0x08000000


def outcome(program: str, folder: Path, level: str, *words: object) -> tuple[str, bool, str, str]:
    """The termination, whether the first program forfeits, the reason, and what it says it has
    taken. The words: those of the first program, and that of its opponent."""
    players, told = {}, Errors()
    takes, thing, most, needs = map(str, words)
    for side, word in ((Side.SOUTH, takes), (Side.NORTH, needs)):
        command = (program, word, thing, most)
        box = Sandbox(level)
        settings = ProgramSettings(command, folder, protocol=LineProtocol(), sandbox=box)
        players[side] = ProgramPlayer(word, settings)
    players[Side.SOUTH].log_to(told)
    for side, player in players.items():
        player.play_against(players[side.other])
    try:
        record = play_game(players, OWARI.start(), dict.fromkeys(Side, UNHURRIED))
        ending = record.ending
        result = (ending.termination.name, ending.forfeited_by == (Side.SOUTH,), ending.reason)
    except Held as held:
        result = ("VOID", False, str(held))
    finally:
        for player in players.values():
            player.close()
    return (*result, told.data.decode().strip())


def main(program: str, folder: Path, level: str, user: int, games: list[list[object]]) -> None:
    library = ctypes.CDLL(None, use_errno=True)
    if os.getuid() == 0 and library.unshare(NEW_IPC) != 0:
        raise OSError(ctypes.get_errno(), "what programs leave would stay in the machine")
    become(user)
    temporary_folders.remove_all()
    print(json.dumps([outcome(program, folder, level, *words) for words in games]))


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), sys.argv[3], int(sys.argv[4]), json.loads(sys.argv[5]))
