"""The standard-input managers of two universities' courses, Columbia W4701 and Toronto CSC384.

    to the bot            from the bot
                          its name, one line
    PLAYER,LIMIT,...
    SCORE d l
    [[12 ... 7], [0 ... 5]]
    [north, south]        K
    FINAL d l

The top row of their board is our North: player 0, who sows towards lower indexes, as North's row is
drawn here. The bottom row is South.

Of Othello the score is the discs, dark first, and the board one line: rows of 0, 1 for dark and 2
for light. The answer is a column and a row from 0. Their managers know no pass; a bot that has to
is not asked. The managers' own source: the starter code of both courses.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from owari.games.game import Move, Position, Side
from owari.games.mancala import Mancala
from owari.games.othello import OthelloPosition
from owari.players.player import Choice, Fault
from owari.programs.dialogues import templates
from owari.programs.dialogues.dialogue import READY, Dialogue, Reply
from owari.programs.dialogues.lines import Lines
from owari.programs.dialogues.templates import fill
from owari.programs.key_checks import printable_text
from owari.programs.program_output import Heard, Silence
from owari.programs.protocol_spec import ProtocolSettings, ProtocolSpec, cannot_swap
from owari.programs.setting_keys import Key, KeyContext
from owari.records.record import Ending, Termination

__all__ = ["PROTOCOL", "ColumbiaDialogue", "ColumbiaProtocol"]

MANCALA_HELLO = "{player},-1,0,0"
OTHELLO_HELLO = "{color},-1,0,0,0"

PLACES = ("player", "color")
"""What the template of the greeting can hold in braces."""


def _hello(text: str, context: KeyContext) -> str:
    return templates.check(printable_text(text), PLACES)


@dataclass(frozen=True, slots=True)
class ColumbiaProtocol(ProtocolSettings):
    """A bot for the managers of Columbia's and Toronto's courses."""

    hello: Annotated[
        str | None,
        Key(
            "The line after the bot's name. `{player}` is 0 for the top row and 1 for the bottom"
            " row. `{color}` is 1 for the side that moves first and 2 for the other. A depth of -1"
            " means no limit. Columbia's managers say `{color}` alone for Othello.",
            values="template",
            default=f"`{MANCALA_HELLO}`; for Othello `{OTHELLO_HELLO}`",
            checks=(_hello,),
            stored_default=MANCALA_HELLO,
        ),
    ] = None
    rows: Annotated[Literal["lists", "tuples"], Key("How the literal of the board is written.")] = (
        "lists"
    )


class ColumbiaDialogue(Dialogue[Position]):
    acknowledges = False

    def __init__(self, protocol: ColumbiaProtocol = ColumbiaProtocol()) -> None:
        self.protocol = protocol
        self._lines = Lines()
        self._named = False

    def greet(self) -> bytes:
        """Nothing; the bot begins with its name."""
        self._lines.forget()
        self._named = False
        return b""

    def begin(self, position: Position, side: Side) -> bytes:
        self._side = side
        if isinstance(position, OthelloPosition):
            color = "1" if position.black is side else "2"
            player = "0" if position.black is side else "1"
            self._dark = position.black
            hello = OTHELLO_HELLO
        else:
            color = "1" if position.turn is side else "2"
            player = "0" if side is Side.NORTH else "1"
            self._dark = Side.NORTH
            hello = MANCALA_HELLO
        places = {"player": lambda: player, "color": lambda: color}
        return f"{fill(self.protocol.hello or hello, places)}\n".encode()

    def ask(self, position: Position, milliseconds: int) -> bytes:
        self._lines.forget()
        self._position = position
        score = position.score()
        dark, light = score.stones(self._dark), score.stones(self._dark.other)
        board = (
            self._squares(position)
            if isinstance(position, OthelloPosition)
            else self._pits(position)
        )
        return f"SCORE {dark} {light}\n{board}".encode()

    def hear(self, heard: Heard) -> Reply | None:
        if isinstance(heard, Silence):
            return None
        for line in self._lines.texts(heard):
            if not self._named:
                self._named = True
                return READY
            if line:
                return Choice(self._move(line))
        return None

    def end(self, ending: Ending) -> bytes:
        dark, light = ending.score.stones(self._dark), ending.score.stones(self._dark.other)
        return f"FINAL {dark} {light}\n".encode()

    def last_words(self) -> str:
        return self._lines.unfinished() or ("" if self._named else "its first line is its name")

    def _pits(self, position: Position) -> str:
        """Both rows and both goals."""
        assert isinstance(position, Mancala)
        rules, cells = position.rules, position.cells
        south, north = position.score()[:2]
        top = self._row([cells[pit] for pit in reversed(rules.row(Side.NORTH))])
        bottom = self._row([cells[pit] for pit in rules.row(Side.SOUTH)])
        return f"{self._row([top, bottom])}\n{self._row([north, south])}\n"

    def _squares(self, position: OthelloPosition) -> str:
        size = position.rules.size
        squares = ["-XO".index(square) for square in str(position).split()[0]]
        rows = [self._row(squares[start : start + size]) for start in range(0, size**2, size)]
        return f"{self._row(rows)}\n"

    def _row(self, items: Sequence[object]) -> str:
        text = ", ".join(map(str, items))
        return f"[{text}]" if self.protocol.rows == "lists" else f"({text})"

    def _move(self, line: str) -> Move:
        if isinstance(self._position, OthelloPosition):
            return self._square(line, self._position.rules.size)
        assert isinstance(self._position, Mancala)
        return self._pit(line, self._position.rules.pits)

    def _pit(self, line: str, pits: int) -> Move:
        """The move k: an index in the row as it is written, top or bottom."""
        if line not in map(str, range(pits)):
            raise Fault(
                Termination.UNREADABLE,
                f"answered {line[:80]!r}; an answer is one of"
                f" {', '.join(map(str, range(pits)))} and nothing else",
            )
        place = int(line)
        return Move(place if self._side is Side.SOUTH else 2 * pits - place)

    def _square(self, line: str, size: int) -> Move:
        """The move i j: a column and a row."""
        found = re.fullmatch(r"([0-9]{1,2})\s+([0-9]{1,2})", line)
        column, row = (int(found[1]), int(found[2])) if found else (size, size)
        if not (column < size and row < size):
            raise Fault(
                Termination.UNREADABLE,
                f"answered {line[:80]!r}; an answer is a column and a row, each from 0 to"
                f" {size - 1}, and nothing else",
            )
        return Move(row * size + column)


GUIDE = """
A bot for the managers of Columbia's and Toronto's courses. It begins with a line that is its name,
reads who it is, and for each move three lines: the score, both rows (North's on top, as it is
drawn) and both goals. It answers with an index in its own row as that is written, from 0, and must
write nothing else to its standard output; its error output is free.

    - name: Minimax Mike
      command: [python3, agent.py]
      protocol: columbia
      time-per-turn: 120s

{keys}

A bot for `othello` reads for each move the discs, dark first, and the rows on one line (1 is dark, 2
light), and answers with a column and a row from 0:

    > 1,-1,0,0,0
    > SCORE 2 2
    > [[0, 0, 0, 0], [0, 2, 1, 0], [0, 1, 2, 0], [0, 0, 0, 0]]
    < 0 1

Its manager ends the game where a side has no move; here it is not asked then, and asked again when
it has one.

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


PROTOCOL = ProtocolSpec(
    name="columbia",
    summary="the standard-input managers of Columbia's and Toronto's courses",
    settings=ColumbiaProtocol,
    dialogue=ColumbiaDialogue,
    guide_text=GUIDE,
    unfit=cannot_swap,
)
