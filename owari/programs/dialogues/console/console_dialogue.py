"""Programs that prompt a person: we type what the person would, and read what the screen shows.

How the conversation goes is `keyboard`'s; `pits` and `squares` know what a move looks like on a
screen.
"""

from __future__ import annotations

from typing import Any

from owari.games.game import Move, Position, Side
from owari.games.mancala import Mancala
from owari.games.othello import OthelloPosition
from owari.players.player import Choice
from owari.programs.dialogues.console.pit_reader import PitsConsole
from owari.programs.dialogues.console.reader import KeyboardDialogue
from owari.programs.dialogues.console.square_reader import SquaresConsole
from owari.programs.dialogues.dialogue import Dialogue, Reply
from owari.programs.program_output import Heard
from owari.programs.program_settings import ConsoleProtocol
from owari.records.record import Ending

__all__ = ["GUIDE", "ConsoleDialogue"]


class ConsoleDialogue(Dialogue[Position]):
    """The dialogue with one that knows the game which is begun."""

    def __init__(self, protocol: ConsoleProtocol) -> None:
        self.protocol = protocol
        self._speaker: KeyboardDialogue[Any] | None = None

    def greet(self) -> None:
        return None

    def begin(self, position: Position, side: Side) -> bytes:
        if isinstance(position, OthelloPosition):
            squares = SquaresConsole(self.protocol)
            self._speaker = squares
            return squares.begin(position, side)
        assert isinstance(position, Mancala)
        pits = PitsConsole(self.protocol)
        self._speaker = pits
        return pits.begin(position, side)

    def observe(self, side: Side, move: Move, position: Position) -> bytes:
        return self._begun.observe(side, move, position)

    def ask(self, position: Position, milliseconds: int) -> bytes | Choice:
        return self._begun.ask(position, milliseconds)

    def hear(self, heard: Heard) -> Reply | None:
        return self._begun.hear(heard)

    def left(self, *, orderly: bool) -> Reply | None:
        return self._begun.left(orderly=orderly)

    def end(self, ending: Ending) -> bytes:
        return self._begun.end(ending)

    def leave(self) -> bytes:
        return b""

    def last_words(self) -> str:
        return self._speaker.last_words() if self._speaker else ""

    def understood(self) -> str:
        return self._speaker.understood() if self._speaker else ""

    def screen(self) -> str:
        """What it has said since something was typed last."""
        return self._speaker.screen() if self._speaker else ""

    def took_another(self) -> bool:
        """Whether it is seen to have taken our move for another, as the numbering is wrong."""
        return self._speaker is not None and self._speaker.took_another()

    def agreed(self) -> int:
        """Turns after which it drew the referee's board."""
        return self._speaker.agreed() if self._speaker else 0

    @property
    def _begun(self) -> KeyboardDialogue[Any]:
        assert self._speaker
        return self._speaker


GUIDE = """
A program that prompts a person. We sit at its keyboard, through a terminal of its own, and type what
the person would: the answers of `start`, then the other side's moves. What it does is read from its
screen: what it says of its own move, or the board that it draws. It believes in a side of its own,
South as a rule; everything is turned round for it where that is not its side here.

    - name: The Old One
      command: ./old_one
      protocol: console
      start:
        first: ["1", "6"]
        second: ["2", "6"]

| key | value | default |
| --- | --- | --- |
| `side` | its side in its own world: `south`, `north`, `first-is-south`, `first-is-north` | `south` |
| `start` | what to type before the first move, `first: [...]` when it is to move first and `second: [...]` when not; `false` for an order that it cannot play; or `toss: [...]`, in either order, where chance decides who begins | nothing |
| `answers` | mapping: regular expressions of questions that it asks at any time, each with what is typed then | none |
| `numbering` | how it names all pits: `board`, `0-5`, `1-6`, `as-drawn`, `letters`, for `types` and `reads` in one word; of squares `board` (f5), `row-letter` (5f), `letters` (ef), `row-column` (5 6), `row-column-0` (4 5), `column-row` (6 5), `column-row-0` (5 4) | as those say; of squares `board` |
| `types` | six words: how we type the opponent's pits, in sowing order; of squares, templates of the lines that are typed for one | the range that its prompt shows, else `7-12` (side south) or `0-5`; of squares as `numbering` says |
| `reads` | six words: how it names its own pits, in sowing order | the range that its prompt shows, else `0-5` or `7-12` |
| `move` | regular expression with one group: its move, as `reads` or `numbering` names it; of squares also with two, its row and its column, or with those called `row` and `column` | what it says of itself, else the board it has drawn |
| `prompt` | regular expression of what it prints when it waits for us | `auto`: we see that it reads |
| `quiet` | the silence that ends its turn where that cannot be seen | `200ms` |
| `board` | `auto`, `remark`, `none`; of squares also `mirrored`, for discs that start on the other diagonal; or, of pits, a regular expression with a group for each of the 14 numbers | `auto` |
| `stops-early` | `true`: it may stop once one side has more than half of the stones | `true` |
| `passes` | (Othello) what to type where the person has to pass | nothing: it goes on by itself |
| `discs` | (Othello) how it draws a black disc, a white one and an empty square, as `X O .` | as it is seen to draw them |

Of Othello a template in `types` holds {square} (f5), {SQUARE} (F5), {letter}, {LETTER}, {row},
{column} (from 1), {row0}, {column0} (from 0), {row_letter}, or {index}, its number in the menu that
was printed last: `["{row}", "{column}"]` answers two prompts, one after the other.
Whoever moves first is Black. A pass of its own it makes by itself, and it plays again where the person
has to pass; `side`, `reads` and `stops-early` are for pits.

A turn that ends the game may go unshown: where the program says that the game is over, or leaves with
exit code 0, the turn that ends it is played, if there is one alone or the told score picks it.

A program that tosses for who begins is started again until the toss falls as the game needs.

`owari learn COMMAND` plays with a program, `--game` says which game, and finds these keys. `--explain` of `owari play` and
`owari relay` shows what is typed, what the screen shows and how that is understood.

What is typed (>) and shown (<):

    < Who begins: 1 computer, 2 human?
    > 1
    < Depth:
    > 6
    < Computer plays pit 4
    < Your pit (7-12):
    > 8
    < Computer plays pit 2
    < Your pit (7-12):
"""  # noqa: E501
