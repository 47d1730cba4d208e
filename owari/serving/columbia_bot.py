"""The managers of Columbia's and Toronto's courses, spoken as one of their bots.

    from the manager              from us
                                  our name
    PLAYER,...                    a player's number, or a colour's in Othello
    SCORE top bottom
    [[4, 4, 4], [4, 4, 4]]        the board, as lists or tuples
    [0, 0]                        a move
    FINAL top bottom

`owari.programs.dialogues.columbia_boards` says what boards and moves look like. A request stands
for itself: nothing of earlier ones is kept. A limit to the depth is meant for the searches of
students and has no effect here.
"""

from __future__ import annotations

from owari.games.game import Game, Position, Side
from owari.players.player import Clock, TimeControl
from owari.programs.dialogues.columbia_boards import BOARDS
from owari.serving.speaker import Chooser, Goodbye, Speaker, check_turn, reading

__all__ = ["ColumbiaSpeaker"]


class ColumbiaSpeaker(Speaker):
    """A bot of these courses."""

    def __init__(self, rules: Game, chooser: Chooser) -> None:
        self.rules = rules
        self.chooser = chooser
        self._boards = BOARDS[rules]
        self._player = ""
        """Our side, as position texts have it; empty before we know."""
        self._lines: list[str] = []
        """Of the board that is being heard."""

    def greet(self) -> str:
        """Our name."""
        return "owari\n"

    def hear(self, line: str) -> str:
        """A move, where the line completes a board."""
        line = line.strip()
        if not line:
            return ""
        if not self._player:
            with reading():
                self._player = self._boards.read_player(line)
            self.chooser.start(self.rules.start(), Side.SOUTH, TimeControl())
        elif line.startswith("FINAL"):
            raise Goodbye
        elif line.startswith("SCORE"):
            self._lines = []
        elif position := self._board(line):
            move = self.chooser.choose(position, Clock()).move
            return f"{self._boards.write_move(move, position.rules, position.turn)}\n"
        return ""

    def _board(self, line: str) -> Position | None:
        """The position that the line completes."""
        lines, self._lines = [*self._lines, line], []
        with reading():
            self._boards.check(lines)
            if len(lines) < self._boards.lines:
                self._lines = lines
                return None
            position: Position = self._boards.read(lines, self.rules, self._player)
        check_turn(position)
        return position
