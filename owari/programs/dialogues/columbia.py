"""The standard-input managers of two universities' courses, Columbia W4701 and Toronto CSC384.

    to the bot            from the bot
                          its name, one line
    PLAYER,LIMIT,...
    SCORE d l
    [[12 ... 7], [0 ... 5]]
    [north, south]        K
    FINAL d l

The top row of their board is our North: player 0, who sows towards lower indexes, as North's row is
drawn here. The bottom row is South. The managers' own source: the starter code of both courses.
"""

from __future__ import annotations

from collections.abc import Sequence

from owari.games.game import Move, Side
from owari.games.mancala import Mancala
from owari.players.player import Choice, Fault
from owari.programs.dialogues.dialogue import READY, Dialogue, Reply
from owari.programs.dialogues.spoken import words
from owari.programs.dialogues.templates import fill
from owari.programs.heard import Heard, Silence
from owari.programs.settings import ColumbiaProtocol
from owari.records.record import Ending, Termination

__all__ = ["GUIDE", "PLACES", "ColumbiaDialogue"]

LONGEST_LINE = 65536
"""Bytes; more without a newline is a flood."""


PLACES = ("player", "color")
"""What the template of the greeting can hold in braces."""


class ColumbiaDialogue(Dialogue):
    acknowledges = False

    def __init__(self, protocol: ColumbiaProtocol = ColumbiaProtocol()) -> None:  # noqa: B008
        self.protocol = protocol
        self._rest = b""
        self._named = False
        self._line = ""

    def greet(self) -> bytes:
        """Nothing; the bot begins with its name."""
        self._rest, self._named, self._line = b"", False, ""
        return b""

    def begin(self, position: Mancala, side: Side) -> bytes:
        self._side = side
        self._rules = position.rules
        player = "0" if side is Side.NORTH else "1"
        color = "1" if position.turn is side else "2"
        hello = fill(self.protocol.hello, {"player": lambda: player, "color": lambda: color})
        return f"{hello}\n".encode()

    def observe(self, side: Side, move: Move, position: Mancala) -> bytes:
        return b""

    def ask(self, position: Mancala, milliseconds: int) -> bytes:
        self._rest = b""
        south, north = position.score()
        rules, cells = self._rules, position.cells
        top = self._row([cells[pit] for pit in reversed(rules.row(Side.NORTH))])
        bottom = self._row([cells[pit] for pit in rules.row(Side.SOUTH)])
        rows = self._row([top, bottom])
        return f"SCORE {north} {south}\n{rows}\n{self._row([north, south])}\n".encode()

    def hear(self, heard: Heard) -> Reply | None:
        if isinstance(heard, Silence):
            return None
        *lines, self._rest = (self._rest + heard).split(b"\n")
        if len(self._rest) > LONGEST_LINE:
            raise Fault(
                Termination.TOO_MUCH_OUTPUT,
                f"wrote more than {LONGEST_LINE} bytes without a newline",
            )
        for line in lines:
            self._line = line.decode("utf-8", "replace").removeprefix("\ufeff").strip()
            if not self._named:
                self._named = True
                return READY
            if self._line:
                return self._choice(self._line)
        return None

    def end(self, ending: Ending) -> bytes:
        return f"FINAL {ending.score.north} {ending.score.south}\n".encode()

    def leave(self) -> bytes:
        return b""

    def last_words(self) -> str:
        partial = words(self._rest.decode("utf-8", "replace"))
        if partial:
            return f"it wrote {partial!r} with no newline"
        return "" if self._named else "its first line is its name"

    def _row(self, items: Sequence[object]) -> str:
        text = ", ".join(map(str, items))
        return f"[{text}]" if self.protocol.rows == "lists" else f"({text})"

    def _choice(self, line: str) -> Choice:
        """The move k: an index in the row as it is written, top or bottom."""
        pits = self._rules.pits
        if line not in map(str, range(pits)):
            raise Fault(
                Termination.UNREADABLE,
                f"answered {line[:80]!r}; an answer is one of"
                f" {', '.join(map(str, range(pits)))} and nothing else",
            )
        place = int(line)
        return Choice(Move(place if self._side is Side.SOUTH else 2 * pits - place))


GUIDE = """
A bot for the managers of Columbia's and Toronto's courses. It begins with a line that is its name,
reads who it is, and for each move three lines: the score, both rows (North's on top, as it is
drawn) and both goals. It answers with an index in its own row as that is written, from 0, and must
write nothing else to its standard output; its error output is free.

    - name: Minimax Mike
      command: [python3, agent.py]
      protocol: columbia
      time-per-turn: 120s

| key | value | default |
| --- | --- | --- |
| `hello` | the line behind its name: `{player}` is 0 for the top row and 1 for the bottom row, `{color}` 1 for who moves first, else 2; -1 for the depth is no limit | `"{player},-1,0,0"` |
| `rows` | `lists` or `tuples` | `lists` |

What it reads (>) and writes (<):

    < Minimax Mike
    > 1,-1,0,0
    > SCORE 0 0
    > [[3, 3, 3, 3, 3, 3], [3, 3, 3, 3, 3, 3]]
    > [0, 0]
    < 4
    > SCORE 0 1
    > [[3, 4, 4, 4, 0, 4], [3, 3, 3, 3, 0, 4]]
    > [0, 1]
    < 2
    > FINAL 17 19
"""  # noqa: E501
