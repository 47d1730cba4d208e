"""An engine of Othello that speaks the Go Text Protocol, as Edax does with `-gtp`. Each command has an
answer, `=` or `?`, and an empty line after it. An engine that answers `list_games` is told
`set_game Othello`. Then it reads the size of the board and the moves of the other side, passes too. It
may refuse a pass, as some engines pass by themselves.

The engine is asked with `genmove` where it has a move. It may answer `resign`. A game begins at the
usual start. The moves of an opening, the engine's own too, are told with `play` before its first
`genmove`. Numbers before answers have no meaning.

    - name: Edax 6
      command: [./edax, -gtp, -level, "6"]
      protocol: gtp
      reuse: true

{keys}

What it reads (>) and writes (<):

    > list_games
    < = Othello
    <
    > set_game Othello
    < =
    <
    > boardsize 8
    > clear_board
    < =
    <
    < =
    <
    > genmove b
    < = F5
    <
    > play w f6
    > genmove b
    < =
    <
    < = E6
    <
    > quit
"""  # noqa: E501

from __future__ import annotations

import re
from collections import deque
from dataclasses import dataclass
from typing import Any

from owari.games.game import PASS, BadMove, Move, Opening, Side
from owari.games.othello import OTHELLO, OthelloPosition
from owari.players.player import Choice, Fault
from owari.programs.dialogues.dialogue import READY, Dialogue, Lifetime, Reply
from owari.programs.dialogues.protocol_spec import Joining, ProtocolSpec, only_for
from owari.programs.dialogues.setting_keys import KeyContext, key, printable_text
from owari.programs.sandbox.program_settings import ProtocolSettings
from owari.programs.transports.program_output import Heard, Lines, Silence, excerpt
from owari.records.record import Termination

_GAME = re.compile(r"othello|reversi", re.IGNORECASE)
_ANSWER = re.compile(r"([=?])\s*(?:[0-9]+(?!\S)\s*)?(.*)")
LONGEST_ANSWER = 1000
"""Lines of an answer that are kept."""


def _commands(setup: tuple[str, ...], context: KeyContext) -> tuple[str, ...]:
    if not all(setup):
        raise ValueError("a command is missing: an empty line has no answer")
    return setup


@dataclass(frozen=True, slots=True)
class GtpProtocol(ProtocolSettings):
    """An engine that speaks the Go Text Protocol."""

    reuse: bool = key("One engine plays game after game.", default=False)
    setup: tuple[str, ...] = key(
        "Commands of the engine's own that it gets once, after its start, as `[level 6]`.",
        default=(),
        checks=(_commands,),
        each=(printable_text,),
        one_text=True,
    )
    clock: bool = key(
        "Before each `genmove`, `time_settings 0 S 1` and `time_left` say how many seconds the"
        " engine has. The seconds are whole unless less than one is left.",
        default=False,
    )


class GtpDialogue(Dialogue[OthelloPosition]):
    """The controller, spoken with an engine.

    Answers come in order, so the commands have no numbers. Numbers in answers are not read, as some
    engines repeat old ones. Some engines pass by themselves when the other colour plays: so each
    pass is told, and its refusal is no fault. Source: the specification of version 2, draft 2, and
    the engines of the Othello world.
    """

    in_order = True

    def __init__(self, protocol: GtpProtocol = GtpProtocol()) -> None:
        self.protocol = protocol
        self.lifetime = Lifetime.GAMES if protocol.reuse else Lifetime.GAME
        self._lines = Lines()
        self._open: deque[str] = deque()
        """The commands that are not answered yet; of those whose answer is nobody's concern any
        more, only that there is one."""
        self._answer: list[str] | None = None
        """The lines of the answer that is being heard, behind its sign."""
        self._sign = ""

    def greet(self) -> bytes:
        """`list_games`."""
        self._lines.forget()
        self._open.clear()
        self._answer = None
        return self._say("list_games")

    def begin(self, position: OthelloPosition, side: Side) -> bytes:
        """The size of the board and `clear_board`."""
        rules = position.rules
        self._rules = rules
        self._black = position.black
        self._side = side
        self._open = deque("" for _ in self._open)
        return self._say(f"boardsize {rules.size}") + self._say("clear_board")

    def enter(self, opening: Opening, side: Side) -> bytes:
        """The same, and `play` for each move of the opening."""
        position: Any = opening.start
        if opening.moves:
            position = position.rules.start(position.black)
        said = self.begin(position, side)
        for move in opening.moves:
            said += self._play(position.turn, move)
            position = position.play(move)
        return said

    def observe(self, side: Side, move: Move, position: OthelloPosition) -> bytes:
        """`play`, for moves of the other side and all passes."""
        if side is self._side and move != PASS:
            return b""  # it has played what it answered
        return self._play(side, move)

    def ask(self, position: OthelloPosition, milliseconds: int) -> bytes:
        """`genmove`, after the clock where the engine is told it."""
        self._lines.asked()
        colour = self._colour(self._side)
        clock = b""
        if self.protocol.clock:
            # Whole seconds, as the protocol has them, unless there is not even one.
            seconds = milliseconds // 1000 or milliseconds / 1000
            clock = self._say(f"time_settings 0 {seconds} 1")
            clock += self._say(f"time_left {colour} {seconds} 1")
        return clock + self._say(f"genmove {colour}")

    def hear(self, heard: Heard) -> Reply | None:
        """READY once all commands are answered, or the move in the answer to `genmove`."""
        if isinstance(heard, Silence):
            return None
        reply: Reply | None = None
        for line in self._lines.texts(heard):
            reply = self._line(line) or reply
        return reply

    def leave(self) -> bytes:
        """`quit`."""
        return b"quit\n"

    def last_words(self) -> str:
        """The unfinished line, or the command without an answer."""
        if said := self._lines.unfinished():
            return said
        command = next(filter(None, self._open), "")
        if self._answer is not None:
            return f"its answer to {command!r} has no empty line behind it"
        return f"it did not answer {command!r}" if command else ""

    def _say(self, command: str) -> bytes:
        self._open.append(command)
        return f"{command}\n".encode()

    def _play(self, side: Side, move: Move) -> bytes:
        return self._say(f"play {self._colour(side)} {self._rules.cell_name(move)}")

    def _colour(self, side: Side) -> str:
        return "b" if side is self._black else "w"

    def _line(self, line: str) -> Reply | None:
        found = _ANSWER.fullmatch(line)
        reply: Reply | None = None
        if self._answer is not None and (found or not line):
            reply = self._answered()
        if found and self._open:
            self._sign, text = found.groups()
            self._answer = [text]
            if self._open[0].startswith("genmove"):
                return self._answered() or reply  # its first line is all
        elif self._answer is not None and line:
            self._answer = [*self._answer, line][:LONGEST_ANSWER]
        return reply

    def _answered(self) -> Reply | None:
        """What comes of the answer to the first open command."""
        lines, self._answer = self._answer or [], None
        command = self._open.popleft()
        refused = self._sign == "?"
        text = excerpt(" ".join(lines))
        match command.split():
            case ["list_games"]:
                return self._set_up([] if refused else lines)
            case ["genmove", _]:
                if refused:
                    raise Fault(Termination.UNREADABLE, f"refuses {command!r}: {text}")
                return self._choice(text)
            case ["play", _, "pass"] | ["time_settings" | "time_left", *_] | []:
                return None
            case ["play", *_] if refused:
                raise Fault(Termination.UNREADABLE, f"refuses {command!r}: {text}")
            case ["boardsize", "8"]:
                return None  # some have no other board, and no word for this one
            case _ if refused:
                raise Fault(Termination.DID_NOT_START, f"refuses {command!r}: {text}")
        return None if self._open else READY

    def _set_up(self, games: list[str]) -> Reply:
        """What is said to an engine that offers these games, or that does not know the question."""
        named = [name for name in " ".join(games).split() if _GAME.fullmatch(name)]
        offered = excerpt(", ".join(filter(None, games)))
        if offered and not named:
            raise Fault(Termination.DID_NOT_START, f"does not offer Othello, but {offered!r}")
        said = b"".join(
            self._say(command)
            for command in (*(f"set_game {name}" for name in named[:1]), *self.protocol.setup)
        )
        return said or READY

    def _choice(self, text: str) -> Choice:
        if text.lower() == "resign":
            raise Fault(Termination.RESIGNED, "resigned")
        try:
            return Choice(self._rules.parse_move(text))
        except BadMove as error:
            raise Fault(
                Termination.UNREADABLE, f"answered genmove with {text!r}: {error}"
            ) from None


PROTOCOL = ProtocolSpec(
    name="gtp",
    summary="Othello engines that speak the Go Text Protocol, as Edax",
    settings=GtpProtocol,
    dialogue=GtpDialogue,
    guide_text=__doc__,
    unfit=only_for("GTP", OTHELLO.family),
    joining=Joining.MOVES,
)
