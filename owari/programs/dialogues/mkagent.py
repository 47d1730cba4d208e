"""An agent for the Kalah game engine of the University of Manchester. It plays the game `manchester`. It
reads lines, and moves after `START;South` or a line that ends with `YOU`. It answers with `MOVE;` and
a hole, or with `SWAP`. The agent is South when it moves first.

Holes are 1 to 7 from their owner's own left. A board is North's holes and store, then South's. The
agent reads every move, its own too, but not its own swap. After a swap the board stays, and the agent
is the other side. At the end the stones that are left are in the stores.

Any other line of the agent is a remark in the record. The agent does not learn how much time it has.
An agent answers each of its turns, so no opening can be played into it.
The course's engine gives an hour for the game, which here is `time-per-turn: none` and
`time-per-game: 1h`.

    - name: Team 7
      command: [python3, agent.py]
      protocol: mkagent

What it reads (>) and writes (<):

    > START;South
    < MOVE;5
    > CHANGE;5;8,8,8,8,7,7,7,0,7,7,7,7,0,8,8,1;OPP
    > CHANGE;1;0,9,9,9,8,8,8,1,8,7,7,7,0,8,8,1;YOU
    < MOVE;3
    > CHANGE;3;1,10,9,9,8,8,8,1,8,7,0,8,1,9,9,2;OPP
    > END
"""  # noqa: E501

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from owari.games.game import SWAP, Move, Side
from owari.games.mancala import MANCHESTER, Mancala
from owari.players.player import Choice, Fault
from owari.programs.dialogues.dialogue import Dialogue, Reply
from owari.programs.dialogues.protocol_spec import Joining, ProtocolSpec
from owari.programs.sandbox.program_settings import ProtocolSettings
from owari.programs.transports.program_output import Heard, Lines, Silence, excerpt
from owari.records.record import Ending, Termination

_ALMOST = re.compile(rb"\W*(?:move|swap)\b", re.IGNORECASE)
"""What must be meant as an answer."""


def unfit(rules: Any) -> str:
    """Why agents cannot play by these rules; empty when they can."""
    is_manchester = rules.family == MANCHESTER.family
    if is_manchester and rules == MANCHESTER.resized(rules.pits, rules.stones):
        return ""
    return f"MKAgent is for manchester in any size, and not for {rules.name}"


def board_text(position: Mancala, south: Side) -> str:
    """The board as agents see it for whom this seat is South; of a finished game, swept."""
    rules, cells, _ = position
    outcome = position.outcome()
    numbers: list[int] = []
    for side in (south.other, south):
        if outcome is None:
            numbers += [cells[pit] for pit in rules.row(side)] + [cells[rules.goal(side)]]
        else:
            numbers += [0] * rules.pits + [outcome.stones(side)]
    return ",".join(map(str, numbers))


@dataclass(frozen=True, slots=True)
class MkagentProtocol(ProtocolSettings):
    """An agent of the Manchester course; it has no keys of its own."""


class MkagentDialogue(Dialogue[Mancala]):
    """The game engine of the course, spoken with an agent.

    A swap leaves the agents' board as it is and exchanges their sides. Here the seats stay and the
    board turns round, so the seat that is the agents' South changes with a swap. Source: the
    protocol as the course's own game engine speaks it.
    """

    acknowledges = False

    def __init__(self, protocol: MkagentProtocol = MkagentProtocol()) -> None:
        self._lines = Lines()
        self._overheard = ""
        self._request = b""

    def begin(self, position: Mancala, side: Side) -> bytes:
        """`START;North`; the start of South waits until it is asked."""
        rules = position.rules
        self._row = rules.row(side)
        self._side = side
        self._south = position.turn
        """The seat that is South for the agents."""
        # South answers to its start, which must wait until we ask.
        self._request = b"START;South\n" if side is self._south else b""
        return b"" if side is self._south else b"START;North\n"

    def observe(self, side: Side, move: Move, position: Mancala) -> bytes:
        """`CHANGE`; one that ends with `YOU` waits until the agent is asked."""
        if move == SWAP:
            self._south = self._south.other
            if side is self._side:
                return b""
            name = "SWAP"
        else:
            name = str(move.cell - position.rules.row(side)[0] + 1)
        ours = position.turn is self._side
        turn = "END" if position.outcome() else "YOU" if ours else "OPP"
        message = f"CHANGE;{name};{board_text(position, self._south)};{turn}\n".encode()
        if turn == "YOU":
            self._request = message  # and this one too
            return b""
        return message

    def ask(self, position: Mancala, milliseconds: int) -> bytes:
        """The message that gives the agent the turn."""
        request, self._request = self._request, b""
        self._lines.forget()
        self._overheard = ""
        return request

    def hear(self, heard: Heard) -> Reply | None:
        """The first line that is an answer; other lines are remarks."""
        if isinstance(heard, Silence):
            return None
        for line in self._lines.cut(heard):
            choice = self._answer(line)
            if choice is not None:
                return choice
        return None

    def end(self, ending: Ending) -> bytes:
        """`END`."""
        return b"END\n"

    def last_words(self) -> str:
        """The unfinished line, or the last one that is no answer."""
        if said := self._lines.unfinished():
            return said
        return f"it wrote {self._overheard!r}, which is no answer" if self._overheard else ""

    def _answer(self, line: bytes) -> Choice | None:
        """The choice in a line, None for one that is none."""
        move = self._move(line)
        if move is not None:
            comment = f"also wrote {self._overheard!r}" if self._overheard else ""
            return Choice(move, comment=comment)
        text = line.decode("utf-8", "replace")
        if _ALMOST.match(line):
            raise Fault(
                Termination.UNREADABLE,
                f"answered {text[:80]!r}; an answer is MOVE;1 to MOVE;{len(self._row)}, or SWAP",
            )
        if text:
            self._overheard = excerpt(text)
        return None

    def _move(self, line: bytes) -> Move | None:
        if line == b"SWAP":
            return SWAP
        found = re.fullmatch(rb"MOVE;([0-9]{1,2})", line)
        if found and 1 <= int(found[1]) <= len(self._row):
            return Move(self._row[int(found[1]) - 1])
        return None


PROTOCOL = ProtocolSpec(
    name="mkagent",
    summary="Kalah agents of the University of Manchester",
    settings=MkagentProtocol,
    dialogue=MkagentDialogue,
    guide_text=__doc__,
    unfit=unfit,
    joining=Joining.NONE,
)
