"""The protocol of this referee, for bots that are written for it. `owari new-bot` writes a bot to start
from. A bot reads lines and answers two of them: `game` with `ready`, and `go` with its move. `4` is
a move, and so is `4 depth 8 value 2 comment going well`. A depth is a whole number, and a value any
number, `0.3333` or `-1.5e-05`. What is no number is left out. Lines that begin with `#` are comments.
Before its first `ready` a bot may say `name TEXT` and `author TEXT`. Where the pie rule holds, a move
may be `swap`.

Pits are 0-5 for South and 7-12 for North. A bot that says `seat south` before its first `ready` sees
each board turned round, so that it is always South.

    - name: Team Rocket
      command: [python3, rocket.py]

{keys}

Othello works in the same way. A square is named as `f5`. A position is the squares row by row: `X`
for black, `O` for white, `-` for empty. `X` or `O` follows for the side to move, then `S` or `N` for
its seat, where Black is North:

    > go 5000 ---------------------------OX------XO--------------------------- X
    < f5 depth 8 value 2

The referee does not ask a bot that has to pass. The bot reads `played pass`, and the other side moves
again. `seat south` changes the seats, and not the colours.

What it reads (>) and writes (<):

    > owari 1
    < name Team Rocket
    < ready
    > game owari south 3,3,3,3,3,3,0,3,3,3,3,3,3,0 S
    < ready
    > go 5000 3,3,3,3,3,3,0,3,3,3,3,3,3,0 S
    < 4 depth 8 value 2 comment going well
    > played 4
    > played 8
    > go 5000 3,3,3,3,0,4,1,4,0,4,4,4,3,0 S
    < 2
    > played 2
    > result win 19-17 normal
    > quit
"""  # noqa: E501

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from owari.games.game import Game, Kind, Move, Position, Side, Value, read_number
from owari.players.player import Cause, Choice, Fault
from owari.programs.dialogues.dialogue import READY, Dialogue, Lifetime, Reply
from owari.programs.dialogues.protocol_spec import ProtocolSpec
from owari.programs.dialogues.setting_keys import key
from owari.programs.sandbox.program_settings import ProtocolSettings
from owari.programs.transports.program_output import Heard, Lines, Silence
from owari.records.record import Ending, Termination

_DEPTH = re.compile(r"[0-9]{1,9}")

MOST_LISTED = 25
"""Names of moves in a message; of more only the first and the last are named."""


class _Vocabulary(NamedTuple):
    """The words for moves on the board as the bot sees it."""

    choices: dict[bytes, Choice]
    """What each answer chooses."""
    answers: dict[bytes, Choice]
    """The same by the whole output of a program that says no more."""
    played: dict[Move, bytes]
    """The line that tells of each move."""
    known: str
    """What an answer begins with, for messages."""


@cache
def _vocabulary(rules: Game, turned: bool) -> _Vocabulary:
    cells = sorted({*rules.cells(Side.SOUTH), *rules.cells(Side.NORTH)})
    moves = [*map(Move, cells), *rules.moves_without_cell]
    # From either side the other's name of a move is found in the same way.
    seen = {move: rules.seen_across(move) if turned else move for move in moves}
    names = list(map(rules.cell_name, moves))
    some = names if len(names) <= MOST_LISTED else [f"{names[0]} to {names[len(cells) - 1]}"]
    choices = {rules.cell_name(name).encode(): Choice(move) for move, name in seen.items()}
    return _Vocabulary(
        choices,
        {answer + b"\n": choice for answer, choice in choices.items()},
        {move: f"played {rules.cell_name(name)}\n".encode() for move, name in seen.items()},
        ", ".join(some),
    )


@dataclass(frozen=True, slots=True)
class LineProtocol(ProtocolSettings):
    """A bot that speaks the line protocol."""

    reuse: bool = key("One process plays game after game.", default=False)


class LineDialogue(Dialogue[Position]):
    """The referee, spoken with a bot."""

    def __init__(self, protocol: LineProtocol = LineProtocol()) -> None:
        self.lifetime = Lifetime.GAMES if protocol.reuse else Lifetime.GAME
        self._lines = Lines()
        self._turned = False
        self._seat_south = False
        self._waits_for_move = False
        self._is_ready = False
        self._side = Side.SOUTH

    def greet(self) -> bytes:
        """`owari 1`, which the bot answers with `ready`."""
        self._seat_south = False
        self._waits_for_move = self._is_ready = False
        return self._request(b"owari 1\n")

    def begin(self, position: Position, side: Side) -> bytes:
        """`game`, which the bot answers with `ready`."""
        rules: Any = position.rules
        self._side = side
        self._turned = self._seat_south and side is Side.NORTH
        self._vocabulary = _vocabulary(rules, self._turned)
        seat = side.other if self._turned else side
        text = f"game {rules.name} {str(seat).lower()} {self._text(position)}\n"
        return self._request(text.encode())

    def observe(self, side: Side, move: Move, position: Position) -> bytes:
        """`played`, for each move of either side."""
        return self._vocabulary.played[move]

    def ask(self, position: Position, milliseconds: int) -> bytes:
        """`go`."""
        self._waits_for_move = True
        return self._request(f"go {milliseconds} {self._text(position)}\n".encode())

    def hear(self, heard: Heard) -> Reply | None:
        """READY at `ready`, or the move in the first line that is no comment."""
        if isinstance(heard, Silence):
            return None
        whole = self._waits_for_move and not self._lines.rest
        if whole and (choice := self._vocabulary.answers.get(heard)):
            self._waits_for_move = False
            return choice
        for line in self._lines.cut(heard):
            reply = self._line(line)
            if reply is not None:
                self._waits_for_move, self._is_ready = False, True
                return reply
        return None

    def end(self, ending: Ending) -> bytes:
        """`result`, from the view of the bot."""
        winner = ending.result.winner
        word = "win" if winner is self._side else "draw"
        if winner is self._side.other or ending.result.value == "0-0":
            word = "loss"
        own, other = ending.score.stones(self._side), ending.score.stones(self._side.other)
        text = " ".join(filter(None, (ending.termination.value, ending.reason)))
        return f"result {word} {own}-{other} {text}\n".encode()

    def leave(self) -> bytes:
        """`quit`."""
        return b"quit\n"

    def last_words(self) -> str:
        """The unfinished line, unless it is a comment; of a program that has never answered, also
        that it seems to prompt a person."""
        if self._lines.rest.startswith(b"#"):
            return ""
        from owari.programs.dialogues.console.prompts import ends_with_prompt

        said = self._lines.unfinished()
        if said and not self._is_ready and ends_with_prompt(self._lines.rest):
            return f"{said}; it seems to prompt a person: `owari learn` finds its settings"
        return said

    def _request(self, text: bytes) -> bytes:
        """What followed the last answer was not asked for, and must not answer this."""
        self._lines.forget()
        return text

    def _line(self, line: bytes) -> Reply | None:
        if not self._waits_for_move:
            if line == b"seat south":
                self._seat_south = True
            return READY if line == b"ready" else None
        if line.startswith(b"#"):
            return None
        if not line:
            return None
        return self._vocabulary.choices.get(line) or self._answer(line.decode("utf-8", "replace"))

    def _answer(self, line: str) -> Choice:
        move, *words = line.split() or [line]
        choices = self._vocabulary.choices
        choice = choices.get(move.lower().encode())
        if choice is None:
            raise Fault(
                Termination.UNREADABLE,
                f"answered {line[:80]!r}; an answer begins with one of {self._vocabulary.known}",
            )
        depth: int | None = None
        value: Value | None = None
        while len(words) >= 2 and words[0] in ("depth", "value"):
            name, word, *words = words
            if name == "depth":
                depth = int(word) if _DEPTH.fullmatch(word) else None
            elif (number := read_number(word)) is not None:
                value = Value(number, Kind.SCORE)
        comment = " ".join(words[1:]) if words[:1] == ["comment"] else ""
        return choice._replace(depth=depth, value=value, comment=comment)

    def _text(self, position: Position) -> str:
        return str(position.turned() if self._turned else position)


PROTOCOL = ProtocolSpec(
    name="line",
    summary="bots for this referee: one command a line, one answer to `go`",
    settings=LineProtocol,
    dialogue=LineDialogue,
    guide_text=__doc__,
    request=b"go ",
    advice={
        Cause.PROMPTS: "it seems to prompt a person: use `protocol: console`; `owari learn` finds"
        " its settings",
        Cause.PLAYS_AS_SOUTH: "name North's pits as the position has them, after South's goal, or"
        " send `seat south` before the first `ready` to see every board as South does",
        Termination.DID_NOT_START: "start it by hand in its folder, type `owari 1` and then a"
        " `game` line: it has to answer `ready` to each",
        Termination.UNREADABLE: "answer `go` with a line that begins with a {cell}; write all else"
        " to standard error or after a #",
    },
)
