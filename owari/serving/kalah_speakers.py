"""Our engine in the tournaments of courses on Kalah: an agent of MKAgent, and a client of KGP.

In MKAgent (see `owari.programs.dialogues.mkagent`) the agents' South is South. The board is taken
as the manager tells it after each move, so that only the side that we have, and how many moves have
been made, are ours to remember.

KGP is the Kalah Game Protocol of a course at FAU Erlangen:

    from the server                   from us
    2 kgp 1 0 1                       1 set "info:name" "owari"
                                      3 mode "freeplay"
    4@3 ok
    6 state <6,0,0,4,...,4>           5@6 move 3
                                      7@6 yield
    8@6 stop
    10 ping                           9@10 pong
    goodbye

We are South in every state that we are asked about, and remember none. Requests are answered one
after the other, each with one move; a `stop` that comes meanwhile is heard too late to matter. The
known server sends a state before it notes that one is open, and drops an answer that comes sooner.
Source: the protocol's specification, 1.1.0.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from time import sleep

from owari.games.game import SWAP, Side
from owari.games.mancala import Mancala, SowingRules
from owari.players.player import Clock, TimeControl
from owari.programs.dialogues.kgp import LINE, command
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


PORT = 2671
"""On which servers listen when nothing else is agreed."""
_NOTING = 0.01
"""Seconds that a server may need to note a state which it has sent."""


class KgpSpeaker(Speaker):
    """A client of the Kalah Game Protocol."""

    def __init__(
        self, rules: SowingRules, chooser: Chooser, *, wait: Callable[[float], None] = sleep
    ) -> None:
        """`wait` lets so many seconds pass."""
        self.rules = rules
        self.chooser = chooser
        self.wait = wait
        self._id = -1

    def hear(self, line: str) -> str:
        """The answer to a command of the server."""
        line = line.strip()
        found = LINE.fullmatch(line)
        if not line:
            return ""
        if not found:
            raise BadRequest(f"{line[:40]!r} is no line of KGP")
        number, _, name, rest = found.groups(default="")
        match name:
            case "kgp":
                self.chooser.start(self.rules.start(), Side.SOUTH, TimeControl())
                return self._says('set "info:name" "owari"') + self._says('mode "freeplay"')
            case "state":
                return self._moved(number, rest)
            case "ping":
                return self._says("pong", number)
            case "error":
                raise BadRequest(f"the server says: {rest[:200]}")
            case "goodbye":
                raise Goodbye
            case "ok" | "set" | "stop" | "pong":
                return ""
        raise BadRequest(f"{name[:40]!r} is no command of KGP")

    def _moved(self, number: str, board: str) -> str:
        position = self._position(board)
        self.wait(_NOTING)
        choice = self.chooser.choose(position, Clock())
        return self._says(f"move {choice.move.cell + 1}", number) + self._says("yield", number)

    def _position(self, board: str) -> Mancala:
        found = re.fullmatch(r"<(\d{1,9}(?:,\d{1,9})*)>", re.sub(r"\s", "", board))
        numbers = [int(number) for number in found[1].split(",")] if found else []
        if len(numbers) < 3 or len(numbers) != 3 + 2 * numbers[0]:
            raise BadRequest(f"{board[:60]!r} is no board: <pits,goal,goal,pits...>")
        pits, own_goal, other_goal, *stones = numbers
        cells = (*stones[:pits], own_goal, *stones[pits:], other_goal)
        with reading(f"no board of {self.rules.family}"):
            rules = self.rules.resized(pits, self.rules.stones)
            position = rules.parse_position(f"{','.join(map(str, cells))} S")
        check_turn(position)
        return position

    def _says(self, text: str, reference: str = "") -> str:
        self._id += 2
        return command(self._id, text, reference)
