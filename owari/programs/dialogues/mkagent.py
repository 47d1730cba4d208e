"""MKAgent, the protocol of the Kalah agents of the University of Manchester.

    to the agent                            from the agent
    START;South                             MOVE;4
    CHANGE;4;7,7,7,7,7,7,7,0,...;OPP
    CHANGE;SWAP;...;YOU                     MOVE;2, or SWAP as the second move of the game
    CHANGE;6;...;END
    END

An agent is South when it moves first. Holes are 1 to n from their owner's own left; a board is
North's holes and store, then South's. A swap leaves the board as it is and makes each agent the
other's side, while at our table the seats stay and the board turns round: so which seat is the
agents' South changes with a swap. Who has swapped is not told of it.

Source: the protocol as the course's own game engine speaks it.
"""

from __future__ import annotations

import re

from owari.games.game import SWAP, Move, Side
from owari.games.mancala import MANCHESTER, Mancala, SowingRules
from owari.players.player import Choice, Fault
from owari.programs.dialogues.dialogue import READY, Ready, Reply
from owari.programs.dialogues.spoken import words
from owari.programs.heard import Heard, Silence
from owari.records.record import Ending, Termination

__all__ = ["GUIDE", "MkagentDialogue", "board_text", "unfit"]

GUIDE = """\
mkagent: the Kalah agents of the University of Manchester, over pipes

    game: manchester
    time-per-turn: none
    time-per-game: 1h
    bots:
      - name: Team 7
        command: [java, -jar, MKAgent.jar]
        protocol: mkagent

The agent is started for each game. It reads lines and answers when it is to move:

    START;South                 or North; South moves first, so South answers
    CHANGE;MOVE;BOARD;TURN      somebody has moved: MOVE is 1 to 7, or SWAP; TURN is YOU, OPP or
                                END, and the agent answers when it is YOU
    END                         the game is over, leave
    MOVE;4                      the agent's answer: sow its hole 4
    SWAP                        the same as the second move of the game: take the first move over

BOARD is North's seven holes and store, then South's, with commas; holes are counted from their
owner's own left, in the direction of sowing. The agent hears of its own moves too, but not of its
own swap. After a swap the board stays and the agents change sides; at the end what is left has been
put into the stores. There is no more time than the tournament file says, and the agent is not told.

Lines that are neither a move nor a swap are remarked in the record and otherwise overlooked. Flush
after each line.
"""

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
LONGEST_LINE = 65536
"""Bytes; more without a newline is a flood."""
MOST_OUTPUT = 16 * 1024 * 1024
"""Bytes between a request and its answer."""
_ALMOST = re.compile(rb"\W*(?:move|swap)\b", re.IGNORECASE)
"""What must be meant as an answer."""


def unfit(rules: SowingRules) -> str:
    """Why agents cannot play by these rules; empty when they can."""
    if rules == MANCHESTER.resized(rules.pits, rules.stones):
        return ""
    return f"MKAgent is for the game manchester, or another size of it, and not for {rules.name}"


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


class MkagentDialogue:
    def __init__(self) -> None:
        self._rest = b""
        self._said = 0
        self._overheard = ""
        self._start = self._request = b""

    def greet(self) -> None:
        return None

    def begin(self, position: Mancala, side: Side) -> Ready:
        """There is no answer to wait for, so the start is sent with what comes next."""
        rules = position.rules
        if why := unfit(rules):
            raise Fault(Termination.DID_NOT_START, f"cannot play this game: {why}")
        if position != rules.start(position.turn):
            raise Fault(Termination.DID_NOT_START, "can only play from the start of a game")
        self._row = rules.row(side)
        self._side = side
        self._south = position.turn
        """The seat that is South for the agents."""
        self._start = b"START;South\n" if side is self._south else b"START;North\n"
        self._request = b""
        return READY

    def observe(self, side: Side, move: Move, position: Mancala) -> bytes:
        if move == SWAP:
            self._south = self._south.other
            if side is self._side:
                return b""
            name = "SWAP"
        else:
            name = str(move.pit - position.rules.row(side)[0] + 1)
        ours = position.turn is self._side
        turn = "END" if position.outcome() else "YOU" if ours else "OPP"
        message = f"CHANGE;{name};{board_text(position, self._south)};{turn}\n".encode()
        if turn == "YOU":
            # It would be answered at once, so it waits until we ask.
            self._request = message
            return b""
        return self._take_start() + message

    def ask(self, position: Mancala, milliseconds: int) -> bytes:
        request, self._request = self._request, b""
        self._rest = b""
        self._said = 0
        self._overheard = ""
        return self._take_start() + request

    def hear(self, heard: Heard) -> Reply | None:
        if isinstance(heard, Silence):
            return None
        self._said += len(heard)
        *lines, self._rest = (self._rest + heard).split(b"\n")
        for line in lines:
            choice = self._answer(line.removeprefix(BYTE_ORDER_MARK).strip(b" \t\r"))
            if choice is not None:
                return choice
        if len(self._rest) > LONGEST_LINE or self._said > MOST_OUTPUT:
            raise Fault(
                Termination.TOO_MUCH_OUTPUT,
                f"wrote more than {LONGEST_LINE} bytes without a newline"
                if len(self._rest) > LONGEST_LINE
                else f"wrote more than {MOST_OUTPUT} bytes and no answer",
            )
        return None

    def end(self, ending: Ending) -> bytes:
        return self._take_start() + b"END\n"

    def leave(self) -> bytes:
        return b""

    def last_words(self) -> str:
        partial = words(self._rest.decode("utf-8", "replace"))
        if partial:
            return f"it wrote {partial!r} with no newline"
        return f"it wrote {self._overheard!r}, which is no answer" if self._overheard else ""

    def _take_start(self) -> bytes:
        start, self._start = self._start, b""
        return start

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
            self._overheard = words(text)
        return None

    def _move(self, line: bytes) -> Move | None:
        if line == b"SWAP":
            return SWAP
        found = re.fullmatch(rb"MOVE;([0-9]{1,2})", line)
        if found and 1 <= int(found[1]) <= len(self._row):
            return Move(self._row[int(found[1]) - 1])
        return None
