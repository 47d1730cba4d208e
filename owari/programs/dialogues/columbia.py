"""A bot for the managers of Columbia's and Toronto's courses. Its first line is its name. Then it reads
who it is. For each move it reads three lines: the score, both rows, and both goals. The first row is
North's, as the board is drawn. The bot answers with an index in its own row as the row is written, from
0. It must write nothing else to its standard output. Its error output is free.

    - name: Minimax Mike
      command: [python3, agent.py]
      protocol: columbia
      time-per-turn: 120s

{keys}

Columbia's managers of Othello tell a bot its colour alone, and their bots stop at more. The key for
them is `hello: "{color}"`; `owari check` and `owari init` try it.

For `othello` the bot reads two lines for each move: the discs, dark first, and all rows. In the rows 1
is dark and 2 is light. The bot answers with a column and a row from 0:

    > 1,-1,0,0,0
    > SCORE 2 2
    > [[0, 0, 0, 0], [0, 2, 1, 0], [0, 1, 2, 0], [0, 0, 0, 0]]
    < 0 1

The course's manager ends the game where a side has no move. Here the bot is not asked then, and asked
again when it has a move.

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

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from owari.games.game import Game, Move, Outcome, Position, Side
from owari.players.player import Choice, Fault
from owari.programs.dialogues import templates
from owari.programs.dialogues.columbia_boards import BOARDS, PitBoard, SquareBoard
from owari.programs.dialogues.dialogue import READY, Dialogue, Reply
from owari.programs.dialogues.protocol_spec import ProtocolSpec, cannot_swap
from owari.programs.dialogues.setting_keys import KeyContext, key, printable_text
from owari.programs.dialogues.templates import fill
from owari.programs.sandbox.program_settings import ProtocolSettings
from owari.programs.transports.program_output import Heard, Lines, Silence
from owari.records.record import Ending, Termination

PLACES = ("player", "color")
"""What the template of the greeting can hold in braces."""


def _hello(text: str, context: KeyContext) -> str:
    return templates.check(printable_text(text), PLACES)


@dataclass(frozen=True, slots=True)
class ColumbiaProtocol(ProtocolSettings):
    """A bot for the managers of Columbia's and Toronto's courses."""

    hello: str | None = key(
        "The line after the bot's name. `{player}` is 0 for the top row and 1 for the bottom"
        " row. `{color}` is 1 for the side that moves first and 2 for the other. A depth of -1"
        " means no limit. Columbia's managers say `{color}` alone for Othello.",
        values="template",
        words=f"`{PitBoard.hello}`; for Othello `{SquareBoard.hello}`",
        default=None,
        checks=(_hello,),
        stored_default=PitBoard.hello,
    )
    rows: Literal["lists", "tuples"] = key(
        "How the literal of the board is written.", default="lists"
    )


class ColumbiaDialogue(Dialogue[Position]):
    """The manager, spoken with a bot. The top row is North's, which sows towards lower indexes here
    too. Source: the starter code of both courses."""

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
        """The line after the bot's name."""
        boards = BOARDS[position.rules]
        self._boards = boards
        self._side = side
        self._top = boards.top(position)
        places = {
            "player": lambda: "0" if side is self._top else "1",
            "color": lambda: "1" if boards.moves_first(position, side) else "2",
        }
        return f"{fill(self.protocol.hello or boards.hello, places)}\n".encode()

    def ask(self, position: Position, milliseconds: int) -> bytes:
        """The score and the board."""
        self._lines.forget()
        self._rules = position.rules
        board = self._boards.write(position, self._literal)
        return f"SCORE {self._score(position.score())}\n{board}".encode()

    def hear(self, heard: Heard) -> Reply | None:
        """The first line is the bot's name, each later one a move."""
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
        """`FINAL` with the score."""
        return f"FINAL {self._score(ending.score)}\n".encode()

    def last_words(self) -> str:
        """The unfinished line, or a hint where there was no name."""
        return self._lines.unfinished() or ("" if self._named else "its first line is its name")

    def _score(self, score: Outcome) -> str:
        return f"{score.stones(self._top)} {score.stones(self._top.other)}"

    def _literal(self, items: Sequence[object]) -> str:
        text = ", ".join(map(str, items))
        return f"[{text}]" if self.protocol.rows == "lists" else f"({text})"

    def _move(self, line: str) -> Move:
        try:
            move: Move = self._boards.read_move(line, self._rules, self._side)
        except ValueError as error:
            raise Fault(Termination.UNREADABLE, f"answered {line[:80]!r}; {error}") from None
        return move


def _unfit(rules: Game) -> str:
    if not BOARDS.serves(rules):
        return f"these managers know sowing games and Othello, and not {rules.name}"
    return cannot_swap(rules)


PROTOCOL = ProtocolSpec(
    name="columbia",
    summary="bots for the managers of Columbia's and Toronto's courses",
    settings=ColumbiaProtocol,
    dialogue=ColumbiaDialogue,
    guide_text=__doc__,
    unfit=_unfit,
    speaks_first=True,
    other_keys=lambda game: [{"hello": hello} for hello in BOARDS[game].other_hellos],
)
