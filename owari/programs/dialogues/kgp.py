"""A client of the Kalah Game Protocol. It starts with KGP_HOST and KGP_PORT in its environment, and
connects there within the start limit. It gets one position after the other, always as South. It may
name moves as often as it likes. The last one counts, at `yield` or when the time is over. Pits are 1-6
in sowing order. A comment, `set "info:comment" ...`, is kept with the move after it. The output of the
client has no meaning.

    - name: Minmax 16
      command: [python3, client.py]
      protocol: kgp

{keys}

A client without a limit for a turn has 5 s. Of the time for a game it has a twentieth of what is left.
In a turn of extra moves each move is a state of its own. Each move that may follow keeps a tenth of the
turn's time, and the state has the rest. Where that leaves nothing, all moves have the same time. A
client that has named no move shortly before its time is over is stopped at its first one. If it names
none, or yields without one, a random move is played for it, and the record says so. With
`silent: forfeit` it loses the game. `stop` follows at once on `yield`, and the client is given a
moment to end its processes before it is paused for its opponent's turn. The rules are those of the tournament: the protocol
was made for `kalah`.

What it reads (>) and writes (<):

    > 2 kgp 1 0 1
    < 1 set "info:name" "Minmax 16"
    < 3 mode "freeplay"
    > 4@3 ok
    > 6 state <6,0,0,3,3,3,3,3,3,3,3,3,3,3,3>
    < 5@6 move 1
    < 7 set "info:comment" "depth 12"
    < 9@6 move 5
    < 11@6 yield
    > 8@6 stop
    > 10 state <6,1,0,3,3,3,3,0,4,4,0,4,4,4,3>
    < 13@10 move 3
    < 15@10 yield
    > 12@10 stop
    > goodbye
"""  # noqa: E501

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from owari.games.game import Move, Side
from owari.games.mancala import SOWING_GAMES, Mancala
from owari.players.player import Cause, Choice, Fault
from owari.programs.dialogues.dialogue import READY, Dialogue, Lifetime, Reply
from owari.programs.dialogues.protocol_spec import ProtocolSpec, cannot_swap, only_for
from owari.programs.dialogues.setting_keys import key
from owari.programs.sandbox.program_settings import ProtocolSettings
from owari.programs.transports.program_output import Heard, Lines, Silence, excerpt
from owari.records.record import Ending, Termination

if TYPE_CHECKING:
    from owari.programs.sandbox.program_settings import ProgramSettings
    from owari.programs.transports.transports import Transport

LONGEST_LINE = 16384
"""Bytes, by the specification."""
MOST_OUTPUT = 1024 * 1024
"""Bytes between two of our requests; more is a flood."""
LONGEST_COMMENT = 400
"""Characters of a comment that are kept, the last ones."""

SPARED = "with `silent: random` a random move would have been played for it"

LINE = re.compile(r"(?:(\d{1,18})?(?:@(\d{1,18}))?\s+)?([A-Za-z][A-Za-z0-9:-]*)(?:\s+(.*))?")
"""A line of either side: its number, a number that it refers to, a name and arguments."""
_ARGUMENT = re.compile(r'"((?:\\.|[^"\\])*)"|(<[^>]*>)|(\S+)')
_ESCAPED = {"n": "\n", "t": "\t"}


@dataclass(frozen=True, slots=True)
class KgpProtocol(ProtocolSettings):
    """A client of the Kalah Game Protocol."""

    reuse: bool = key("One client plays game after game.", default=False)
    silent: Literal["random", "forfeit"] = key(
        "What happens when the client names no move in its time, or yields without one."
        " `random` plays a random move for it, as the specification has it, and the record says"
        " so.",
        default="random",
    )


_other_families = only_for("KGP", *SOWING_GAMES)


class KgpDialogue(Dialogue[Mancala]):
    """The server, spoken with a client.

    The board is turned round where the client is North. A line is `[id][@ref] name arguments`; the
    server's ids are even. Source: specification 1.1.0; the version is the one that the known server
    announces.
    """

    acknowledges = False
    improves = True

    def __init__(self, protocol: KgpProtocol = KgpProtocol()) -> None:
        self.protocol = protocol
        self.lifetime = Lifetime.GAMES if protocol.reuse else Lifetime.GAME
        self.plays_for_silent = protocol.silent == "random"
        self._side = Side.SOUTH
        self._request: int | None = None
        """The number of the request that is open."""
        self._lines = Lines(longest=LONGEST_LINE, most=MOST_OUTPUT)
        self._to_send = b""
        self._reset()

    def greet(self) -> bytes:
        """The version."""
        self._reset()
        return self._command("kgp 1 0 1")

    def begin(self, position: Mancala, side: Side) -> bytes:
        """What is left to say of the game before."""
        self._side = side
        self._silent_turns = 0
        self._close()
        return self._take()

    def observe(self, side: Side, move: Move, position: Mancala) -> bytes:
        """What is left to say; a client hears of no moves."""
        return self._take()

    def ask(self, position: Mancala, milliseconds: int) -> bytes:
        """`state`, with the client as South."""
        self._close()
        self._position = position
        rules, cells, _ = position.turned() if self._side is Side.NORTH else position
        south, north = rules.row(Side.SOUTH), rules.row(Side.NORTH)
        goals = (rules.goal(Side.SOUTH), rules.goal(Side.NORTH))
        board = ",".join(map(str, (rules.pits, *(cells[c] for c in (*goals, *south, *north)))))
        self._lines.asked()
        self._is_late = False
        self._move = self._moved_with = self._comment = ""
        request = self._command(f"state <{board}>")
        self._request = self._id
        return self._take() + request

    def hear(self, heard: Heard) -> Reply | None:
        """READY at `mode`; the last move, at `yield` or at the end of the time."""
        if isinstance(heard, Silence):
            return self._silence(heard)
        reply: Reply | None = None
        for line in self._lines.texts(heard):
            reply = self._line(line) or reply
        if self._is_late and self._move and self._request is not None:
            reply = self._choice()
        return reply or self._take() or None

    def close_request(self) -> bytes:
        """`stop`."""
        return self._take()

    def end(self, ending: Ending) -> bytes:
        """`stop`, where a request is open."""
        self._close()
        return self._take()

    def leave(self) -> bytes:
        """`goodbye`."""
        return b"goodbye\r\n"

    def silent_turns(self) -> int:
        """Counted from `begin` on."""
        return self._silent_turns

    def last_words(self) -> str:
        """The unfinished line, or the last one; of a client that is late also what would spare it
        that."""
        said = self._lines.unfinished()
        if not said:
            said = f"it last said {self._last!r}" if self._last else "it said nothing"
        return said + (f"; {SPARED}" if self._is_late and not self.plays_for_silent else "")

    def _reset(self) -> None:
        self._id = 0
        self._request = None
        self._lines.forget()
        self._to_send = b""
        self._silent_turns = 0
        self._is_late = False
        """Its time is over, though it may still say its first move."""
        self._move = ""
        """Its last move, as it named it."""
        self._moved_with = self._comment = ""
        """What it said of that move, and of one that is to come."""
        self._last = ""

    def _line(self, line: str) -> Reply | None:
        found = LINE.fullmatch(line)
        self._last = excerpt(line) or self._last
        if not found:
            if line:
                self._answer("", "error", f"{excerpt(line, 40)} is no command")
            return None
        number, reference, name, rest = found.groups(default="")
        arguments = [_value(argument) for argument in _ARGUMENT.finditer(rest)]
        match name, arguments:
            case "mode", ["freeplay"]:
                self._answer(number, "ok")
                return READY
            case "mode", _:
                self._answer(number, "error", "freeplay is the mode that is played here")
            case "ping", _:
                self._answer(number, "pong")
            case "set", ["info:comment", comment, *_]:
                self._comment = excerpt(comment, LONGEST_COMMENT)
            case "move", [pit, *_]:
                if not reference:
                    self._answer(number, "error", "a move needs the number of its state: @N move")
                elif reference == str(self._request):
                    self._move, self._moved_with, self._comment = pit, self._comment, ""
            case "yield", _:
                if reference == str(self._request):
                    return (
                        self._choice() if self._move else self._moveless("yielded without a move")
                    )
            case (("set" | "ok" | "pong" | "error" | "goodbye"), _):
                pass
            case _:
                self._answer(number, "error", f"{name} {rest}".strip()[:60] + " is unknown here")
        return None

    def _silence(self, silence: Silence) -> Reply | None:
        """Its time is over, or it has gone: its last move counts."""
        if self._request is None or silence not in (Silence.TIME, Silence.CLOSED):
            return None
        if self._move:
            return self._choice()
        if silence is Silence.TIME:
            if self._is_late and self.plays_for_silent:
                return self._moveless("named no move in its time")
            self._is_late = True
        return None

    def _moveless(self, what: str) -> Choice:
        """What comes of a client that is ready, or has no time left, and has named no move."""
        if not self.plays_for_silent:
            raise Fault(Termination.UNREADABLE, f"{what}; {SPARED}")
        self._close()
        self._silent_turns += 1
        chance = random.Random(f"{self.seed} {self._position}")
        move = chance.choice(self._position.legal_moves())
        return Choice(move, comment=f"{what}; a random one was played, by `silent: random`")

    def _choice(self) -> Choice:
        row = self._position.rules.row(self._side)
        pits = dict(zip(map(str, range(1, len(row) + 1)), row, strict=True))
        if self._move not in pits:
            raise Fault(
                Termination.UNREADABLE,
                f"moved {self._move[:80]!r}; a move is one of {', '.join(pits)}",
            )
        self._close()
        return Choice(Move(pits[self._move]), comment=self._moved_with)

    def _close(self) -> None:
        """Ends the request that may be open."""
        request, self._request = self._request, None
        if request is not None:
            self._to_send += self._command("stop", reference=str(request))

    def _answer(self, reference: str, name: str, text: str = "") -> None:
        self._to_send += self._command(f"{name} {_quoted(text)}" if text else name, reference)

    def _command(self, text: str, reference: str = "") -> bytes:
        self._id += 2
        return command(self._id, text, reference).encode()

    def _take(self) -> bytes:
        """What has been kept for it, stops and answers."""
        kept, self._to_send = self._to_send, b""
        return kept


def command(number: int, text: str, reference: str = "") -> str:
    """A line of either side, which may refer to a number of the other."""
    return f"{number}{f'@{reference}' if reference else ''} {text}\r\n"


def _value(argument: re.Match[str]) -> str:
    """The text of an argument of a line."""
    quoted, board, word = argument.groups()
    if quoted is None:
        return board or word
    return re.sub(r"\\(.)", lambda found: _ESCAPED.get(found[1], found[1]), quoted)


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def _transport(program: ProgramSettings) -> Transport:
    from owari.programs.transports.socket_transport import SocketTransport

    return SocketTransport(program, host="KGP_HOST", port="KGP_PORT")


PROTOCOL = ProtocolSpec(
    name="kgp",
    summary="clients of the Kalah Game Protocol, which connect and think until they are stopped",
    settings=KgpProtocol,
    dialogue=KgpDialogue,
    guide_text=__doc__,
    transport=_transport,
    unfit=lambda rules: _other_families(rules) or cannot_swap(rules),
    reads_input=False,
    accepts_cr_lf=True,
    advice={
        Cause.SILENT: "name a first move at once and better ones later, and all before `yield`;"
        " `silent: forfeit` makes a forfeit of a turn without one",
        Termination.TIMED_OUT: "name a first move at once and better ones later, or set"
        " `silent: random`: a random move is played for a client that has named none",
        Termination.UNREADABLE: "name a move of the state before `yield`, `@N move 3` with the"
        " number N of the state; `silent: random` plays for a client that has named none",
    },
)
