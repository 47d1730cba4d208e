"""The engine inside other managers: the protocols that it speaks there, and who thinks for it.

It converses line by line, over pipes or a connection. A framework that speaks through files has no
conversation: one `state` is read, and moves are written for it; see
`owari.programs.dialogues.file_framework`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, BinaryIO, NamedTuple

from owari.games.game import Game, Position, Side
from owari.games.mancala import KALAH, MANCHESTER, OWARI
from owari.games.othello import OTHELLO, OthelloPosition, OthelloRules
from owari.players.engine_player import EnginePlayer
from owari.players.player import Choice, Clock, TimeControl
from owari.programs.dialogues.columbia_boards import BOARDS
from owari.serving.kalah_speakers import PORT, KgpSpeaker, MkagentSpeaker
from owari.serving.othello_speakers import GtpSpeaker, NboardSpeaker
from owari.serving.speaker import (
    BadRequest,
    Chooser,
    Goodbye,
    LineSpeaker,
    Speaker,
    check_turn,
    reading,
)


class ColumbiaSpeaker(Speaker):
    """A bot of the managers of Columbia's and Toronto's courses.

        from the manager              from us
                                      our name
        PLAYER,...                    a player's number, or a colour's in Othello
        SCORE top bottom
        [[4, 4, 4], [4, 4, 4]]        the board, as lists or tuples
        [0, 0]                        a move
        FINAL top bottom

    `owari.programs.dialogues.columbia_boards` says what boards and moves look like. A request
    stands for itself: nothing of earlier ones is kept. A limit to the depth is meant for the
    searches of students and has no effect here.
    """

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


class ServedProtocol(NamedTuple):
    """A protocol that the engine speaks as a player."""

    speaker: Callable[[Any, Chooser], Speaker]
    """Of a game that fits, and of who thinks for it."""
    game: Game
    """What is played when nothing else is said."""
    port: int | None = None
    """Of servers that programs connect to, where that is the custom; else they are spoken with over
    standard input and output."""


SERVED: dict[str, ServedProtocol] = {
    "line": ServedProtocol(LineSpeaker, OWARI),
    "mkagent": ServedProtocol(MkagentSpeaker, MANCHESTER),
    "columbia": ServedProtocol(ColumbiaSpeaker, OWARI.resized(6, 4)),
    "kgp": ServedProtocol(KgpSpeaker, KALAH, PORT),
    "gtp": ServedProtocol(GtpSpeaker, OTHELLO),
    "nboard": ServedProtocol(NboardSpeaker, OTHELLO),
}
"""Named as in `owari.programs.dialogues.protocols`: its specifications say what can be played."""


class EngineChooser(EnginePlayer):
    """Looks as far ahead as the manager says, unless the command line has set a depth or a time."""

    def __init__(
        self,
        *,
        depth: int | None = None,
        seconds: float | None = None,
        evaluation: str | None = None,
    ) -> None:
        super().__init__(depth=depth, seconds=seconds, evaluation=evaluation)
        self._is_free = depth is None and seconds is None
        self._has_game = False

    def start(self, position: Position, side: Side, times: TimeControl) -> None:
        """Prepares the engine where it plays by time."""
        self._has_game = True
        super().start(position, side, times)

    def choose(self, position: Position, clock: Clock) -> Choice:
        """The best move, in a game that its manager need not have announced."""
        if not self._has_game:
            self.start(position, position.turn, TimeControl())
        return super().choose(position, clock)

    def look_ahead(self, depth: int) -> None:
        """Sets the depth, unless the command line has set a depth or a time."""
        if self._is_free:
            self.depth = depth


_LONGEST_LINE = 65536
"""Bytes; what is longer is heard in parts."""


def converse(
    speaker: Speaker, hears: BinaryIO, says: BinaryIO, complain: Callable[[str], None]
) -> None:
    """Speaks until the other side takes its leave or ends its output. Each answer is sent at once;
    a line that is no use is complained of in a sentence, and the conversation goes on. Raises
    OSError when nobody listens any more."""

    def say(text: str) -> None:
        if text:
            says.write(text.encode())
            says.flush()

    say(speaker.greet())
    while line := hears.readline(_LONGEST_LINE):
        try:
            say(speaker.hear(line.decode("utf-8", "replace").lstrip("\ufeff").rstrip("\r\n")))
        except BadRequest as error:
            complain(str(error))
        except Goodbye as farewell:
            say(str(farewell))
            return


LARGEST_STATE = 65536
"""Characters of a state."""
_MARKS = {"0": "-", "1": "X", "2": "O"}


def answers_to_state(rules: Any, chooser: Chooser, state: str) -> Iterator[str]:
    """The lines to be written for a state of a framework, a better move after the first legal one.
    The board says its own size. Raises BadRequest."""
    position = _position(rules, state)
    check_turn(position)
    moves = position.legal_moves()
    size = position.rules.size
    yield _answer_line(moves[0].cell, size)
    if len(moves) > 1:
        yield _answer_line(chooser.choose(position, Clock()).move.cell, size)


def _answer_line(cell: int, size: int) -> str:
    return f"{cell // size} {cell % size}\n"


def _position(rules: OthelloRules, state: str) -> OthelloPosition:
    lines = [line for line in state.splitlines() if line.strip()]
    if not lines or lines[0].strip() not in ("1", "2"):
        raise BadRequest("a state begins with the side to move, 1 for Black or 2 for White")
    size = len(lines[1].split()) if len(lines) > 1 else 0
    squares = " ".join(lines[1 : size + 1]).split()
    if strange := [square for square in squares if square not in _MARKS]:
        raise BadRequest(f"{strange[0][:20]!r} is no square: they are 0, 1 (Black) and 2 (White)")
    text = f"{''.join(map(_MARKS.__getitem__, squares))} {_MARKS[lines[0].strip()]}"
    with reading(f"no board of {rules.family}"):
        return rules.resized(size).parse_position(text)
