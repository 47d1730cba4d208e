"""A bot of Reversi for Botzone (botzone.org.cn), the site of Peking University's courses. It starts anew
for each move and gets the whole game: what it was asked (`requests`) and what it answered (`responses`).
A request is the square that the other side took, with `x` for the column and `y` for the row, from 0 and
from the top left. It is -1, -1 where the bot makes the first move, and where the other side passed.

    - name: Corner Chen
      command: [python3, main.py]
      protocol: botzone

{keys}

What it reads (>) and writes (<):

    > {"requests":[{"x":-1,"y":-1}],"responses":[]}
    < {"response": {"x": 5, "y": 4}, "data": "depth 6"}
    > {"requests":[{"x":-1,"y":-1},{"x":5,"y":5}],"responses":[{"x":5,"y":4}],"data":"depth 6"}
    < {"response": {"x": 4, "y": 5}}

With the simple interaction the first line is the number of the turn, and each square has a line. The
bot's answer is its first line. Its third line is its data.

    - name: Simple Sun
      command: [python3, main.py]
      protocol: botzone
      interaction: simple

What it reads (>) and writes (<):

    > 1
    > -1 -1
    < 5 4
    > 2
    > -1 -1
    > 5 4
    > 5 5
    < 4 5

A bot that stays plays the whole game in one process, which Botzone calls keep running. It gets the game
once, and then each request alone. After each answer it writes a line that says so.

    - name: Lasting Li
      command: [python3, main.py]
      protocol: botzone
      stays: true

What it reads (>) and writes (<):

    > {"requests":[{"x":-1,"y":-1}],"responses":[]}
    < {"response": {"x": 5, "y": 4}}
    < >>>BOTZONE_REQUEST_KEEP_RUNNING<<<
    > {"x":5,"y":5}
    < {"response": {"x": 4, "y": 5}}
    < >>>BOTZONE_REQUEST_KEEP_RUNNING<<<

Where a bot has to pass, it is not started; its next input holds the pass. One that stays is asked, as on
Botzone, and what it answers is read before its next move. `data` goes back to the bot in the same game;
`debug` and `globaldata` are not kept.

`owari check` and `owari init` try both interactions, and whether the bot stays. Bots in C++ use libraries
that Botzone has: `jsoncpp/json.h` or `nlohmann/json.hpp` has to be there to compile them.

Sources: the page [Bot](https://wiki.botzone.org.cn/index.php?title=Bot/en) of Botzone's wiki, and the
judge of Reversi in [botzone-local](https://github.com/ailab-pku/botzone-local), of Botzone's laboratory.
"""  # noqa: E501

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any, Literal

from owari.games.game import PASS, Game, Move, Opening, Side
from owari.games.othello import OTHELLO, OthelloPosition
from owari.players.player import Choice, Fault
from owari.programs.dialogues.dialogue import Dialogue, Lifetime, Reply
from owari.programs.dialogues.protocol_spec import Joining, ProtocolSpec
from owari.programs.dialogues.setting_keys import key
from owari.programs.sandbox.program_settings import ProtocolSettings
from owari.programs.transports.program_output import Heard, Silence, excerpt
from owari.records.record import Termination

_MOST_OUTPUT = 1024 * 1024
"""Characters; more for one move is a flood."""
_MOST_DATA = 100 * 1024
"""Characters of `data`, as on Botzone."""
_STAYS = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<"
_NOWHERE = (-1, -1)
_TWO_NUMBERS = re.compile(r"\s*(-?[0-9]{1,3})\s+(-?[0-9]{1,3})\s*")

Square = tuple[int, int]
"""Its column and its row, or `_NOWHERE`."""


@dataclass(frozen=True, slots=True)
class BotzoneProtocol(ProtocolSettings):
    """A bot of Reversi for Botzone."""

    interaction: Literal["json", "simple"] = key(
        "How the bot reads and answers: a line of JSON, or numbers.", default="json"
    )
    stays: bool = key(
        "One process plays a whole game. Botzone calls that keep running.", default=False
    )


class BotzoneDialogue(Dialogue[OthelloPosition]):
    """Botzone, spoken with a bot of Reversi."""

    acknowledges = False
    in_order = True

    def __init__(self, protocol: BotzoneProtocol = BotzoneProtocol()) -> None:
        self.protocol = protocol
        self.lifetime = Lifetime.GAME if protocol.stays else Lifetime.MOVE
        self._heard = ""

    def begin(self, position: OthelloPosition, side: Side) -> bytes:
        """Nothing: the bot is told the game with its first request."""
        self._side = side
        self._requests: list[Square] = [_NOWHERE] if position.turn is side else []
        self._responses: list[Square] = []
        self._data: Any = None
        self._knows_game = False
        self._passes = 0
        """Answers to passes that it owes."""
        self._heard = ""
        return b""

    def enter(self, opening: Opening, side: Side) -> bytes:
        """Nothing; keeps the moves of the opening."""
        position: Any = opening.start
        if opening.moves:
            position = position.rules.start(position.black)
        said = self.begin(position, side)
        for move in opening.moves:
            self.observe(position.turn, move, position)
            position = position.play(move)
        return said

    def observe(self, side: Side, move: Move, position: OthelloPosition) -> bytes:
        """Keeps the move. A bot that stays is asked for its pass, as it waits for each request."""
        square = _NOWHERE if move == PASS else divmod(move.cell, OTHELLO.size)[::-1]
        if side is not self._side:
            self._requests.append(square)
            return b""
        self._responses.append(square)
        if move == PASS and self.protocol.stays and self._knows_game:
            self._passes += 1
            return self._line(self._requests[-1])
        return b""

    def ask(self, position: OthelloPosition, milliseconds: int) -> bytes:
        """The whole game, or to one that knows it the last move alone."""
        if self.protocol.stays and self._knows_game:
            return self._line(self._requests[-1])
        self._knows_game = True
        self._heard = ""
        return self._game()

    def hear(self, heard: Heard) -> Reply | None:
        """The move, once the bot has left or says that it stays."""
        if isinstance(heard, bytes):
            self._heard += heard.decode("utf-8", "replace").replace("\r", "")
            if len(self._heard) > _MOST_OUTPUT:
                raise Fault(
                    Termination.TOO_MUCH_OUTPUT,
                    f"wrote more than {_MOST_OUTPUT} bytes for one move",
                )
            while _STAYS in self._heard:
                answer, _, self._heard = self._heard.partition(_STAYS)
                if choice := self._answered(answer):
                    return choice
            return None
        is_over = heard is Silence.CLOSED or (heard is Silence.TIME and not self.protocol.stays)
        return self._answered(self._heard) if is_over and self._heard.strip() else None

    def last_words(self) -> str:
        """The output that has no end."""
        said = excerpt(self._heard)
        if not said:
            return "it wrote no answer"
        return f"it wrote {said!r}" + (f", and not {_STAYS}" if self.protocol.stays else "")

    def _answered(self, text: str) -> Choice | None:
        """The move in an answer; None for that to a pass. Raises Fault."""
        try:
            square, data = (_of_json if self.protocol.interaction == "json" else _of_lines)(text)
        except (ValueError, RecursionError):
            example = '{"response": {"x": 3, "y": 2}}'
            form = example if self.protocol.interaction == "json" else "3 2"
            raise Fault(
                Termination.UNREADABLE,
                f"answered {excerpt(text)!r}; an answer is as {form}, from -1 to"
                f" {OTHELLO.size - 1}",
            ) from None
        if self._passes:
            self._passes -= 1
            if square != _NOWHERE:
                raise Fault(
                    Termination.ILLEGAL_MOVE,
                    f"answered {square} where it can only pass with -1, -1",
                )
            return None
        self._data = data if len(json.dumps(data)) <= _MOST_DATA else None
        column, row = square
        return Choice(PASS if square == _NOWHERE else Move(row * OTHELLO.size + column))

    def _game(self) -> bytes:
        """All requests and answers."""
        if self.protocol.interaction == "json":
            game: dict[str, Any] = {
                "requests": [_in_json(square) for square in self._requests],
                "responses": [_in_json(square) for square in self._responses],
            }
            if self._data is not None:
                game["data"] = self._data
            return _compact(game)
        squares = [
            square
            for pair in zip(self._requests, [*self._responses, None], strict=True)
            for square in pair
            if square is not None
        ]
        lines = [str(len(self._requests)), *(f"{column} {row}" for column, row in squares)]
        if self._data:
            lines.append(self._data)
        return "".join(f"{line}\n" for line in lines).encode()

    def _line(self, square: Square) -> bytes:
        """One request, to a bot that stays."""
        if self.protocol.interaction == "json":
            return _compact(_in_json(square))
        return f"{square[0]} {square[1]}\n".encode()


def _in_json(square: Square) -> dict[str, int]:
    return dict(zip("xy", square, strict=True))


def _compact(value: Any) -> bytes:
    return f"{json.dumps(value, separators=(',', ':'))}\n".encode()


def _of_json(text: str) -> tuple[Square, Any]:
    """The square in an answer, and its `data`. The answer may be the response itself, and that a
    text. Raises ValueError."""
    answer = json.loads(text)
    data = None
    if isinstance(answer, dict) and "response" in answer:
        data = answer.get("data")
        answer = answer["response"]
    if isinstance(answer, str):
        answer = json.loads(answer)
    if not isinstance(answer, dict):
        raise ValueError("no square")
    return _square(answer.get("x"), answer.get("y")), data


def _of_lines(text: str) -> tuple[Square, str]:
    """The same of an answer in lines, of which the third is `data`. Raises ValueError."""
    lines = [*text.strip().split("\n"), "", ""]
    found = _TWO_NUMBERS.fullmatch(lines[0])
    if not found:
        raise ValueError("no square")
    return _square(int(found[1]), int(found[2])), lines[2].strip()


def _square(column: Any, row: Any) -> Square:
    """Raises ValueError where that is none."""
    if type(column) is not int or type(row) is not int:
        raise ValueError("a coordinate is a whole number")
    inside = column in range(OTHELLO.size) and row in range(OTHELLO.size)
    if not inside and (column, row) != _NOWHERE:
        raise ValueError("there is no such square")
    return column, row


def _unfit(rules: Game) -> str:
    if rules == OTHELLO:
        return ""
    return f"Botzone's Reversi is {OTHELLO.name} on eight by eight squares, and not {rules.name}"


PROTOCOL = ProtocolSpec(
    name="botzone",
    summary="bots of Reversi for Botzone, which get the whole game as JSON",
    settings=BotzoneProtocol,
    dialogue=BotzoneDialogue,
    guide_text=__doc__,
    unfit=_unfit,
    joining=Joining.MOVES,
    other_keys=lambda game: (
        {"interaction": "simple"},
        {"stays": True},
        {"interaction": "simple", "stays": True},
    ),
    advice={
        Termination.UNREADABLE: "print the answer alone, as `owari protocols botzone` shows it"
    },
)
