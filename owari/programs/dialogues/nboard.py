"""An engine of Othello for NBoard. It reads a game in GGF, and then each move, its own too. It answers
`go` with `===` and its move. The value of the move in discs and the seconds that it took can follow,
with slashes or spaces between. A pass is `PA`. It answers `ping` with `pong` and the same number.

Other lines have no meaning, as `set myname`, `status` and `nodestats`. The depth in `search` lines is
kept. The engine does not learn how much time it has: its depth decides how long it thinks.

    - name: NTest
      command: [./ntest, x]
      protocol: nboard
      depth: 12

{keys}

What it reads (>) and writes (<):

    > nboard 1
    > set depth 12
    > ping 1
    < set myname NTest12
    < pong 1
    > set game (;GM[Othello]PB[South]PW[North]RE[?]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *];)
    > ping 2
    < pong 2
    > ping 3
    > go
    < pong 3
    < status thinking
    < === F5/0.50/0.31
    > move F5
    > move F6
    > ping 4
    > go
    < pong 4
    < === E6 1.20 0.48
    > move E6
    > quit
"""  # noqa: E501

from __future__ import annotations

import re
from dataclasses import dataclass

from owari.games.game import PASS, BadMove, Kind, Move, Side, Value, read_number
from owari.games.othello import OTHELLO, OthelloPosition, OthelloRules
from owari.players.player import Choice, Fault
from owari.programs.dialogues.dialogue import READY, Dialogue, Lifetime, Reply
from owari.programs.dialogues.protocol_spec import ProtocolSpec, only_for
from owari.programs.dialogues.setting_keys import key
from owari.programs.sandbox.program_settings import ProtocolSettings
from owari.programs.transports.program_output import Heard, Lines, Silence, excerpt
from owari.records.ggf import format_game
from owari.records.record import GameRecord, Termination

_MOVE = re.compile(r"===\s*(\S+?)(?:[/\s]\s*([^/\s]*)(?:[/\s].*)?)?")
_SEARCH = re.compile(r"search\s+\S+\s+\S+\s+\S+\s+([0-9]{1,3})(?:@[0-9]{1,3}%)?(?:\s.*)?")
MOST_DISCS = 1000
"""From here on a value is not one in discs."""


def move_name(rules: OthelloRules, move: Move) -> str:
    """`PA`, or the square in upper case."""
    return "PA" if move == PASS else rules.cell_name(move).upper()


@dataclass(frozen=True, slots=True)
class NboardProtocol(ProtocolSettings):
    """An engine for NBoard."""

    reuse: bool = key("One engine plays game after game.", default=False)
    depth: int = key(
        "The look-ahead that the engine is told, in plies.", default=10, least=1, most=60
    )
    version: int = key(
        "The version of the protocol that the engine is told.", default=1, least=1, most=2
    )


def read_move(rules: OthelloRules, name: str) -> Move:
    """The move of a name. Raises BadMove."""
    return PASS if name.lower() in ("pa", "pass") else rules.parse_move(name)


class NboardDialogue(Dialogue[OthelloPosition]):
    """NBoard, spoken with an engine.

    The engine plays no move before it is told it. Output before the `pong` of a request answers an
    earlier one. Source: the description that comes with NBoard.
    """

    def __init__(self, protocol: NboardProtocol = NboardProtocol()) -> None:
        self.protocol = protocol
        self.lifetime = Lifetime.GAMES if protocol.reuse else Lifetime.GAME
        self._lines = Lines()
        self._pings = 0
        self._is_asked = self._is_heard = False
        self._depth: int | None = None

    def greet(self) -> bytes:
        """The version, the depth and a ping."""
        self._pings = 0
        version, depth = self.protocol.version, self.protocol.depth
        return f"nboard {version}\nset depth {depth}\n".encode() + self._ping()

    def begin(self, position: OthelloPosition, side: Side) -> bytes:
        """The game in GGF and a ping."""
        self._rules = position.rules
        game = format_game(GameRecord(position.rules, position, "South", "North"))
        return f"set game {game}\n".encode() + self._ping()

    def observe(self, side: Side, move: Move, position: OthelloPosition) -> bytes:
        """`move`, the engine's own moves too."""
        return f"move {move_name(self._rules, move)}\n".encode()

    def ask(self, position: OthelloPosition, milliseconds: int) -> bytes:
        """A ping and `go`."""
        request = self._ping() + b"go\n"
        self._is_asked = True
        return request

    def hear(self, heard: Heard) -> Reply | None:
        """READY at the `pong` of the last ping, or the move after `===`."""
        if isinstance(heard, Silence):
            return None
        for line in self._lines.texts(heard):
            reply = self._line(line)
            if reply is not None:
                return reply
        return None

    def leave(self) -> bytes:
        """`quit`."""
        return b"quit\n"

    def last_words(self) -> str:
        """The unfinished line, or the ping without an answer."""
        if said := self._lines.unfinished():
            return said
        return "" if self._is_heard else f"it did not answer 'ping {self._pings}'"

    def _ping(self) -> bytes:
        """What follows the answer of this is said of what was sent before it."""
        self._pings += 1
        self._lines.forget()
        self._is_asked = self._is_heard = False
        self._depth = None
        return f"ping {self._pings}\n".encode()

    def _line(self, line: str) -> Reply | None:
        if not self._is_heard:
            self._is_heard = line.split() == ["pong", str(self._pings)]
            return READY if self._is_heard and not self._is_asked else None
        if not self._is_asked:
            return None
        if found := _SEARCH.fullmatch(line):
            self._depth = int(found[1])
        if not line.startswith("==="):
            return None
        found = _MOVE.fullmatch(line)
        name, value = found.groups(default="") if found else ("", "")
        self._is_asked = False
        return Choice(self._move(line, name), self._depth, _value(value))

    def _move(self, line: str, name: str) -> Move:
        try:
            return read_move(self._rules, name)
        except BadMove as error:
            raise Fault(Termination.UNREADABLE, f"answered {excerpt(line)!r}: {error}") from None


def _value(text: str) -> Value | None:
    """What it thinks of its move, in discs."""
    number = read_number(text)
    if number is None or abs(number) >= MOST_DISCS:
        return None
    return Value(round(number), Kind.ESTIMATED)


PROTOCOL = ProtocolSpec(
    name="nboard",
    summary="Othello engines for NBoard, as NTest and Edax",
    settings=NboardProtocol,
    dialogue=NboardDialogue,
    guide_text=__doc__,
    unfit=only_for("NBoard", OTHELLO.family),
)
