"""A player for the frameworks that speak through files. It plays `othello` and `free-othello`. The
player starts anew for each move, in a folder of its own. Its command ends with the names of two files,
`state` and `action`.

The player reads `state`. The first line is the side to move, 1 for Black and 2 for White. Then come
the rows of the board, where 0 is empty, the number of legal moves, and each move as row and column
from 0. The player writes moves to `action`, as often as it likes. The last whole pair counts, when the
player leaves or its time is over. Of a file of more than 64 KiB the last 64 KiB count, and there the
pair needs a line of its own.

The player has no standard input. Its output and its exit code have no meaning. It does not start where
it has to pass. Its command can name files of its directory. The player itself finds other files beside
its own file.

    - name: Corner Store
      command: [python3, player.py]
      protocol: files
      time-per-turn: 10s

What it reads (>) from `state` and writes (<) to `action`:

    > 1
    > 0 0 0 0 0 0 0 0
    > 0 0 0 0 0 0 0 0
    > 0 0 0 0 0 0 0 0
    > 0 0 0 2 1 0 0 0
    > 0 0 0 1 2 0 0 0
    > 0 0 0 0 0 0 0 0
    > 0 0 0 0 0 0 0 0
    > 0 0 0 0 0 0 0 0
    > 4
    > 2 3
    > 3 2
    > 4 5
    > 5 4
    < 2 3
    < 4 5
    > 1
    > 0 0 0 0 0 0 0 0
    > 0 0 0 0 0 0 0 0
    > 0 0 0 0 0 0 0 0
    > 0 0 0 2 1 0 0 0
    > 0 0 0 1 2 1 0 0
    > 0 0 0 0 0 2 0 0
    > 0 0 0 0 0 0 0 0
    > 0 0 0 0 0 0 0 0
    > 4
    > 2 3
    > 3 2
    > 5 4
    > 6 5
    < 5 4
"""  # noqa: E501

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from owari.games.game import Move, Side
from owari.games.othello import OTHELLO_GAMES, OthelloPosition
from owari.games.square_boards import BLACK, WHITE
from owari.players.player import Choice, Fault
from owari.programs.dialogues.dialogue import Dialogue, Lifetime, Reply
from owari.programs.dialogues.protocol_spec import ProtocolSpec, only_for
from owari.programs.sandbox.program_settings import ProtocolSettings
from owari.programs.transports.program_output import Heard, Silence, excerpt
from owari.records.record import Termination

if TYPE_CHECKING:
    from owari.programs.sandbox.program_settings import ProgramSettings
    from owari.programs.transports.transports import Transport

STATE, ACTION = "state", "action"
"""The names of the files."""
MOST = 65536
"""Bytes of an answer that are read, the last ones."""
_PAIRS = re.compile(r"(?:\s*[0-9]+\s+[0-9]+(?!\S))*")
"""Those at the beginning."""
_PAIR_ON_A_LINE = re.compile(r"^[ \t]*([0-9]+)[ \t]+([0-9]+)[ \t]*$", re.MULTILINE)
_MARKS = {BLACK: "1", WHITE: "2"}


def state_text(position: OthelloPosition) -> str:
    """What the file says of a position."""
    squares, turn = str(position).split()[:2]
    size = position.rules.size
    rows = (squares[start : start + size] for start in range(0, size**2, size))
    moves = [divmod(move.cell, size) for move in position.legal_moves()]
    lines = [
        _MARKS[turn],
        *(" ".join(_MARKS.get(square, "0") for square in row) for row in rows),
        str(len(moves)),
        *(f"{row} {column}" for row, column in moves),
    ]
    return "\n".join(lines) + "\n"


@dataclass(frozen=True, slots=True)
class FilesProtocol(ProtocolSettings):
    """A player of a file framework; it has no keys of its own."""


class FilesDialogue(Dialogue[OthelloPosition]):
    """The framework, with one player for each move."""

    lifetime = Lifetime.MOVE
    acknowledges = False
    improves = True

    def __init__(self, protocol: FilesProtocol = FilesProtocol()) -> None:
        self._written = ""
        self._is_cut = False
        """It has written more, before that."""

    def arguments(self, position: OthelloPosition, side: Side) -> tuple[str, ...]:
        """The names of the two files."""
        return (STATE, ACTION)

    def begin(self, position: OthelloPosition, side: Side) -> bytes:
        """Nothing: each move is a question of its own."""
        return b""

    def ask(self, position: OthelloPosition, milliseconds: int) -> bytes:
        """The content of `state`."""
        self._written = ""
        self._is_cut = False
        self._size = position.rules.size
        return state_text(position).encode()

    def hear(self, heard: Heard) -> Reply | None:
        """The last whole pair in `action`."""
        if isinstance(heard, bytes):
            self._is_cut = len(heard) > MOST
            self._written = heard.decode("utf-8", "replace").replace("\r", "")
            return None
        pair = self._last_pair(has_left=heard is Silence.CLOSED)
        if pair:
            return self._choice(*pair)
        if self._is_cut:
            raise Fault(
                Termination.TOO_MUCH_OUTPUT,
                f"wrote more than {MOST} bytes to action, and no pair on a line of its own at their"
                " end",
            )
        if heard is Silence.CLOSED and self._written.strip():
            raise Fault(Termination.UNREADABLE, f"{self._quoted()}, which begins with no pair")
        return None

    def last_words(self) -> str:
        """What `action` holds."""
        return f"it {self._quoted()}" if self._written else "it wrote nothing to action"

    def _last_pair(self, *, has_left: bool) -> tuple[str, str] | None:
        """The pair that counts. One at the very end may lack a digit that was still to be written,
        where columns have two and the player has not left."""
        text = self._written
        begun = re.sub(r"[0-9]+\Z", "", text)
        for whole in (text,) if has_left or self._size <= 10 else (begun, text):
            if self._is_cut:
                # The first line is what is left of one.
                lines = _PAIR_ON_A_LINE.findall(whole.partition("\n")[2])
                found = [number for line in lines[-1:] for number in line]
            else:
                pairs = _PAIRS.match(whole)
                found = pairs[0].split()[-2:] if pairs else []
            if found:
                return found[0], found[1]
        return None

    def _choice(self, row: str, column: str) -> Choice:
        places = list(map(str, range(self._size)))
        row, column = (number.lstrip("0") or "0" for number in (row, column))
        if row not in places or column not in places:
            raise Fault(
                Termination.UNREADABLE,
                f"wrote '{row[:20]} {column[:20]}' to action; a move is a row and a column, each"
                f" from 0 to {places[-1]}",
            )
        return Choice(Move(int(row) * self._size + int(column)))

    def _quoted(self) -> str:
        return f"wrote {excerpt(self._written)!r} to action"


def _transport(program: ProgramSettings) -> Transport:
    from owari.programs.transports.transports import FilesTransport

    return FilesTransport(program, question=STATE, answer=ACTION, most=MOST)


PROTOCOL = ProtocolSpec(
    name="files",
    summary="programs that read a file and write another, a new process for each move",
    settings=FilesProtocol,
    dialogue=FilesDialogue,
    guide_text=__doc__,
    transport=_transport,
    unfit=only_for("the file framework", *OTHELLO_GAMES),
    reads_input=False,
)
