"""MKAgent, spoken as an agent; see `owari.programs.dialogues.mkagent`.

Here the agents' South is South. The board is taken as the manager tells it after each move, so that
only the side that we have, and how many moves have been made, are ours to remember.
"""

from __future__ import annotations

import re

from owari.games.game import SWAP, Side
from owari.games.mancala import Mancala, SowingRules
from owari.players.player import Clock, TimeControl
from owari.serving.speaker import BadRequest, Chooser, Goodbye, Speaker, check_turn, reading


class MkagentSpeaker(Speaker):
    """An agent of the Manchester course."""

    def __init__(self, rules: SowingRules, chooser: Chooser) -> None:
        self.rules = rules
        self.chooser = chooser
        self._side: Side | None = None
        """Ours; None before the game begins."""
        self._plies = 0

    def hear(self, line: str) -> str:
        """Our move, where a message gives us the turn."""
        word, *rest = line.strip().split(";")
        match word:
            case "START":
                return self._started(rest)
            case "CHANGE":
                return self._changed(rest)
            case "END":
                raise Goodbye
            case "":
                return ""
        raise BadRequest(f"{line[:40]!r} is no message of MKAgent's protocol")

    def _started(self, arguments: list[str]) -> str:
        sides = {"South": Side.SOUTH, "North": Side.NORTH}
        if len(arguments) != 1 or arguments[0] not in sides:
            raise BadRequest("a game starts with START;South or START;North")
        self._side = sides[arguments[0]]
        self._plies = 0
        self.chooser.start(self.rules.start(), self._side, TimeControl())
        return self._answer(self.rules.start()) if self._side is Side.SOUTH else ""

    def _changed(self, arguments: list[str]) -> str:
        if self._side is None:
            raise BadRequest("a move is told before the game has started")
        if len(arguments) != 3 or arguments[2] not in ("YOU", "OPP", "END"):
            raise BadRequest("a move is CHANGE;MOVE;BOARD and then YOU, OPP or END")
        move, board, turn = arguments
        if move != "SWAP" and not re.fullmatch(r"[0-9]{1,2}", move):
            raise BadRequest(f"{move[:40]!r} is no move; it is the number of a hole, or SWAP")
        side = self._side.other if move == "SWAP" else self._side
        position = self._position(board, side if turn == "YOU" else side.other, self._plies + 1)
        self._side = side
        self._plies += 1
        return self._answer(position) if turn == "YOU" else ""

    def _position(self, board: str, turn: Side, plies: int) -> Mancala:
        numbers = board.split(",")
        south = len(numbers) // 2
        ply = " ply1" if plies == 1 else ""
        text = f"{','.join(numbers[south:] + numbers[:south])} {turn.value}{ply}"
        with reading(f"no board of {self.rules.name}"):
            return self.rules.parse_position(text)

    def _answer(self, position: Mancala) -> str:
        check_turn(position)
        assert self._side is not None
        move = self.chooser.choose(position, Clock()).move
        if move == SWAP:
            # Nobody will tell us of it.
            self._side = self._side.other
            self._plies += 1
            return "SWAP\n"
        return f"MOVE;{move.cell - self.rules.row(self._side)[0] + 1}\n"
