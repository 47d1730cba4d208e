"""KGP, the Kalah Game Protocol of a course at FAU Erlangen, spoken as a client.

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

from owari.games.game import Side
from owari.games.mancala import Mancala, SowingRules
from owari.players.player import Clock, TimeControl
from owari.programs.dialogues.kgp import LINE, command
from owari.serving.speaker import BadRequest, Chooser, Goodbye, Speaker, check_turn, reading

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
