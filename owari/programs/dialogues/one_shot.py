"""A program that knows one position at a time. It starts anew for each move, and gets the position on its
standard input or in its arguments. It writes its move to its standard output and leaves. The start is
part of its time. Until it leaves, or its time is over, it may write better moves: the last one counts.

    - name: Forgetful
      command: [python3, forgetful.py]
      protocol: one-shot

{keys}

The numberings of squares are `board` (f5), `row-letter` (5f), `letters` (ef), `row-column` (5 6),
`row-column-0` (4 5), `column-row` (6 5) and `column-row-0` (5 4).

A template for pits can hold {position} (the position text), {pits} (the numbers of the board in order,
goals too), {own}, {other} (both rows in sowing order), {own_goal}, {other_goal}, {size} (pits a side),
{side} (south or north), {order} (1 for the side that moves first, else 2), {legal} (the legal pits) and
{time} (milliseconds left).

A template for Othello can hold {position}, {board} (the rows, one a line), {spaced} (the same with
spaces between the squares), {squares} (all rows in one line), {size} (squares a side), {colour} (black
or white), {id} (0 for Black, 1 for White), {order} (1 or 2), {own}, {other} (the discs of both),
{count} and {moves} (the number of legal squares, and one a line), {legal} (the same in one line),
{side} and {time}. A program that has to pass is not asked.

`kgp-bridge` is the input "{size} {own_goal} {other_goal} {own} {other}" with pits 0-5. `contest-kit`
is the argument {order} and one line "{pits}" for each move, to a program that stays. Its pits are 1-6,
the first move counts, and the side that moves first is South. `codingame` is for Othello: the opening
"{id}" and "{size}" on two lines, then the input "{board}", "{count}", "{moves}" to a program that
stays. Its discs are 0 and 1, and empty squares are `.`. Its answer is `f4`, or `f4 MSG going well`.
A bot in JavaScript needs the function `readline` of CodinGame, which node lacks. `command: [node,
-r, owari:codingame.js, bot.js]`, as `owari init` writes it, starts the bot with a file of Owari that
has it, on any machine.

What it reads (>) and writes (<):

    > 3,3,3,3,3,3,0,3,3,3,3,3,3,0 S
    < 0
    < 4
    > 3,3,3,3,0,4,1,4,0,4,4,4,3,0 S
    < 2
"""  # noqa: E501

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial
from typing import Literal

from owari.games.game import Game, Move, Position, Side
from owari.games.numbering import numberings
from owari.players.player import Choice, Fault
from owari.programs.dialogues.dialogue import Dialogue, Lifetime, Reply
from owari.programs.dialogues.protocol_spec import ProtocolSpec, cannot_swap
from owari.programs.dialogues.setting_keys import (
    NUMBERINGS_IN_WORDS,
    KeyContext,
    disc_marks_and_empty,
    for_pits,
    for_squares,
    key,
    known_numbering,
    pattern,
)
from owari.programs.dialogues.templates import TEMPLATES, Request, fill, places, template
from owari.programs.sandbox.program_settings import ProtocolSettings
from owari.programs.transports.program_output import Heard, Silence, excerpt
from owari.records.record import Termination

MOST_OUTPUT = 1024 * 1024
"""Bytes; more and no answer is a flood."""

_WORD = r"(\S+)"
_TWO_NUMBERS = r"((?<![-\d])\d+\W+(?<![\s,;(]-)\d+)"
"""Neither has a minus of its own."""
MANY = 24
"""Names of moves that a message does not list."""


def _for_one_that_stays(opening: str, context: KeyContext) -> str:
    form = FORMATS.get(context.given.get("format", ""), OneShotProtocol())
    stays = context.given.get("stays")
    if opening and not (form.stays if stays is None else stays):
        raise ValueError("it is told once to a program that stays: add stays: true")
    return opening


@dataclass(frozen=True, slots=True)
class OneShotProtocol(ProtocolSettings):
    """A program that is told all it needs each time; `templates` names what a template can hold."""

    arguments: tuple[str, ...] = key(
        "Words that are added to the command.",
        values="list of templates",
        default=(),
        each=(template(places),),
    )
    input: str = key(
        "The standard input.",
        values="template",
        words='`"{position}\\n"`',
        default="{position}\n",
        checks=(template(places),),
    )
    seat: Literal["own", "south", "first-is-south"] = key(
        "For pits. `south` turns every board so that the program is South. `first-is-south`"
        " turns it so that the side that moves first is South.",
        default="own",
        checks=(for_pits,),
    )
    numbering: str = key(
        "How the program names pits or squares.",
        values=NUMBERINGS_IN_WORDS,
        default="board",
        checks=(known_numbering,),
    )
    answer: str | None = key(
        "What finds a move in the output.",
        values="regular expression with one group",
        words="any word; for rows and columns any two numbers",
        default=None,
        checks=(pattern(1),),
    )
    counts: Literal["first", "last"] = key(
        "Which of the moves that the program names counts.", default="last"
    )
    stays: bool = key(
        "One process plays a whole game and reads a request for each move.", default=False
    )
    opening: str = key(
        "For Othello. A program that stays is told this once, before its first move.",
        values="template",
        default="",
        checks=(template(places), for_squares, _for_one_that_stays),
        stored_if_given=True,
    )
    discs: str = key(
        "For Othello. The marks of a black disc, a white disc and an empty square in boards.",
        values="three characters with spaces between",
        default="X O -",
        checks=(disc_marks_and_empty, for_squares),
        stored_if_given=True,
    )


FORMATS: dict[str, OneShotProtocol] = {
    "position": OneShotProtocol(),
    "kgp-bridge": OneShotProtocol(
        input="{size} {own_goal} {other_goal} {own} {other}\n", numbering="0-5"
    ),
    "contest-kit": OneShotProtocol(
        arguments=("{order}",),
        input="{pits}\n",
        seat="first-is-south",
        numbering="1-6",
        counts="first",
        stays=True,
    ),
    "codingame": OneShotProtocol(
        opening="{id}\n{size}\n",
        input="{board}\n{count}\n{moves}\n",
        discs="0 1 .",
        answer=r"^[ \t]*(\S+)",
        counts="first",
        stays=True,
    ),
}
"""What kits agree on, by the names that `format` has in a tournament file: our position text; the
stateless bots of the KGP world behind a bridge; the mancala contest kit; CodinGame's Othello."""


def formats(rules: Game) -> dict[str, OneShotProtocol]:
    """Those in which this can be played."""
    return {
        name: form
        for name, form in FORMATS.items()
        if name == "position" or name in TEMPLATES[rules].formats
    }


class OneShotDialogue(Dialogue[Position]):
    """A program that gets each position anew."""

    acknowledges = False
    is_searched = True

    def __init__(self, protocol: OneShotProtocol) -> None:
        self.protocol = protocol
        self.lifetime = Lifetime.GAME if protocol.stays else Lifetime.MOVE
        self.improves = protocol.counts == "last"
        self._heard = ""
        self._asked: Request | None = None

    def arguments(self, position: Position, side: Side) -> tuple[str, ...]:
        """The templates of `arguments`, filled."""
        if self.protocol.stays:
            self.begin(position, side)
        return tuple(self._filled(word) for word in self.protocol.arguments)

    def begin(self, position: Position, side: Side) -> bytes:
        """The template of `opening`, filled."""
        self._side = side
        black = [each for each in Side if position.colour(each) == "Black"]
        self._order = 1 if side in (black or [position.turn]) else 2
        self._ask(position, 0)
        return self._filled(self.protocol.opening).encode()

    def ask(self, position: Position, milliseconds: int) -> bytes:
        """The template of `input`, filled."""
        self._heard = ""
        self._ask(position, milliseconds)
        return self._filled(self.protocol.input).encode()

    def hear(self, heard: Heard) -> Reply | None:
        """The first or last move in the output, as `counts` says."""
        if isinstance(heard, bytes):
            self._heard += heard.decode("utf-8", "replace").replace("\r", "")
            if len(self._heard) > MOST_OUTPUT:
                raise Fault(
                    Termination.TOO_MUCH_OUTPUT, f"wrote more than {MOST_OUTPUT} bytes for one move"
                )
            finished = self._heard[: self._heard.rfind("\n") + 1]
            return None if self.improves else self._answer(finished)
        if heard is Silence.CLOSED or (heard is Silence.TIME and self.improves):
            return self._answer(self._heard)
        return None

    def last_words(self) -> str:
        """The end of its output."""
        said = excerpt(self._heard)
        return f"it wrote {said!r}" if said else "it wrote no answer"

    def _ask(self, position: Position, milliseconds: int) -> None:
        first = self._side if self._order == 1 else self._side.other
        south = {"own": Side.SOUTH, "south": self._side, "first-is-south": first}
        turned = south[self.protocol.seat] is Side.NORTH
        side = self._side.other if turned else self._side
        rules = position.rules
        labels = numberings(rules)[self.protocol.numbering].labels(rules, side)
        self._asked = Request(
            position.turned() if turned else position,
            side,
            self._order,
            dict(zip(labels, map(Move, rules.cells(side)), strict=True)),
            milliseconds,
            self.protocol.discs,
        )
        self._moves = dict(zip(labels, map(Move, rules.cells(self._side)), strict=True))
        self._places = places(rules)

    def _filled(self, template: str) -> str:
        assert self._asked
        ready = {name: partial(write, self._asked) for name, write in self._places.items()}
        return fill(template, ready)

    def _answer(self, text: str) -> Choice | None:
        """The move that counts in what it has written."""
        two = " " in next(iter(self._moves))
        pattern = self.protocol.answer or (_TWO_NUMBERS if two else _WORD)
        found = re.findall(pattern, text, re.MULTILINE)
        if not found:
            return None
        answer = found[-1 if self.improves else 0]
        wanted = " ".join(re.findall(r"\d+", answer)) if two else answer.casefold()
        for label, move in self._moves.items():
            if label.casefold() == wanted:
                return Choice(move)
        labels = list(self._moves)
        known = f"{labels[0]} to {labels[-1]}" if len(labels) > MANY else ", ".join(labels)
        raise Fault(
            Termination.UNREADABLE, f"answered {answer[:80]!r}; an answer is one of {known}"
        )


PROTOCOL = ProtocolSpec(
    name="one-shot",
    summary="programs that know one position at a time; contest kits",
    settings=OneShotProtocol,
    dialogue=OneShotDialogue,
    guide_text=__doc__,
    unfit=cannot_swap,
    formats=FORMATS,
    formats_for=formats,
)
