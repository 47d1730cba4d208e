"""The keys of programs that prompt a person, and what each may hold."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from owari.games.game import FamilyTable, Game
from owari.games.mancala import SowingRules
from owari.games.othello import OthelloRules
from owari.programs.dialogues import templates
from owari.programs.dialogues.setting_keys import (
    NUMBERINGS_IN_WORDS,
    Check,
    KeyContext,
    KeyGroup,
    disc_marks,
    for_pits,
    for_squares,
    key,
    known_numbering,
    one_of,
    pattern,
    positive,
    printable_text,
    regular_expression,
)
from owari.programs.sandbox.program_settings import ProtocolSettings

if TYPE_CHECKING:
    pass

AUTO = "auto"
"""What the dialogue finds out by itself."""
MIRRORED = "mirrored"
"""A board whose discs start on the other diagonal."""
FIRST_MIRRORED, SECOND_MIRRORED = "first-is-mirrored", "second-is-mirrored"
"""The same where the program moves first, or second, and `auto` elsewhere."""
BOARDS = (AUTO, "remark", "none")
"""What a board that is not the referee's comes to."""
INDEX = "index"
"""The place for the number that the square has in the menu which was printed last."""
SQUARE_PLACES = (
    *("square", "SQUARE", "letter", "LETTER", "row", "column", "row0", "column0"),
    *("row_letter", "ROW_LETTER", "number", "number0"),
    INDEX,
)
"""What a template of a typed square can hold in braces."""
PIT_PLACES = ("pit", "PIT", INDEX)
"""The same for a pit."""


def checked_templates(lines: tuple[str, ...], places: tuple[str, ...]) -> None:
    """Raises ValueError unless the lines are templates that differ from move to move."""
    if not lines:
        raise ValueError("the list is empty: leave the key out, or say what is typed")
    for line in lines:
        templates.check(printable_text(line), places)
    if not any(map(templates.places_in, lines)):
        known = ", ".join(f"{{{place}}}" for place in places)
        raise ValueError(f"the same would be typed for every move: put in one of {known}")


class _PitKeys:
    """The checks of the keys in games with pits."""

    def types(self, pits: tuple[str, ...], rules: SowingRules) -> None:
        """Raises ValueError unless the lines are templates, or each pit has a name of its own."""
        if any("{" in line for line in pits):
            checked_templates(pits, PIT_PLACES)
        else:
            self._names(pits, rules)

    def _names(self, pits: tuple[str, ...], rules: SowingRules) -> None:
        if len(pits) != rules.pits:
            raise ValueError(f"{rules.pits} pits in sowing order are expected, not {len(pits)}")
        if len(set(pits)) != rules.pits:
            raise ValueError("each pit needs a name of its own")

    def reads(self, pits: tuple[str, ...], rules: SowingRules) -> None:
        """The same, where upper and lower case name one pit."""
        self._names(tuple(map(str.lower, pits)), rules)

    def move(self, text: str, rules: SowingRules) -> None:
        """Raises ValueError unless one group of the expression finds a pit."""
        regular_expression(text, 1)

    def board(self, board: str, rules: SowingRules) -> None:
        """Raises ValueError unless the expression has a group for each number of the board."""
        if board not in BOARDS:
            regular_expression(board, 2 * rules.pits + 2)


class _SquareKeys:
    """The checks of the keys in games with squares."""

    def types(self, lines: tuple[str, ...], rules: OthelloRules) -> None:
        """Raises ValueError unless the lines are templates that differ from square to square."""
        checked_templates(lines, SQUARE_PLACES)

    def move(self, text: str, rules: OthelloRules) -> None:
        """Raises ValueError unless one group finds a square, or two find its row and column."""
        groups = re.compile(regular_expression(text))
        if groups.groups != 2:
            regular_expression(text, 1)
        elif groups.groupindex and {*groups.groupindex} != {"row", "column"}:
            wrong = ", ".join(groups.groupindex)
            raise ValueError(f"two groups are called row and column, or nothing, not {wrong}")

    def board(self, board: str, rules: OthelloRules) -> None:
        """Raises ValueError for a pattern."""
        one_of(board, (*BOARDS, MIRRORED, FIRST_MIRRORED, SECOND_MIRRORED))


_KEYS: FamilyTable[Any] = FamilyTable(
    "console programs", {SowingRules: _PitKeys(), OthelloRules: _SquareKeys()}
)


def _by_family(check: str) -> Check:
    """The check of this name for the family of the game."""

    def checked(value: Any, context: KeyContext) -> Any:
        getattr(_KEYS[context.game], check)(value, context.game)
        return value

    return checked


def _answers(
    answers: tuple[tuple[str, str], ...], context: KeyContext
) -> tuple[tuple[str, str], ...]:
    for question, _ in answers:
        regular_expression(question)
    return answers


def _orders(start: Mapping[str, Any]) -> None:
    first, second = start["first"], start["second"]
    if first is None and second is None:
        raise ValueError("false in both orders leaves no game to play")


_START = KeyGroup(
    "start",
    "What to type before the first move: lines, or keys such as `<down>` and `<enter>`.",
    "nothing",
    _orders,
)


@dataclass(frozen=True, slots=True)
class ConsoleSettings(ProtocolSettings):
    """A program that prompts a person, on a terminal."""

    side: Literal["south", "north", "first-is-south", "first-is-north"] = key(
        "The program's side in its own world.",
        default="south",
        checks=(for_pits,),
    )
    start_first: tuple[str, ...] | None = key(
        "What to type when the program moves first; `false` where it cannot.",
        values="list of texts, or false",
        words="nothing",
        default=(),
        group=_START,
        none="false",
    )
    start_second: tuple[str, ...] | None = key(
        "What to type when the other side moves first; `false` where that is impossible.",
        values="list of texts, or false",
        words="nothing",
        default=(),
        group=_START,
        none="false",
    )
    start_toss: tuple[str, ...] | None = key(
        "What to type in either order, where chance decides which side moves first; then comes"
        " what `first` or `second` says. The program is started again until the toss falls as the"
        " game needs.",
        words="the order decides",
        default=None,
        group=_START,
        one_text=True,
    )
    start_first_arguments: tuple[str, ...] = key(
        "Words at the end of the command when the program moves first.",
        words="nothing",
        default=(),
        group=_START,
        one_text=True,
        stored_if_given=True,
    )
    start_second_arguments: tuple[str, ...] = key(
        "Words at the end of the command when the other side moves first.",
        words="nothing",
        default=(),
        group=_START,
        one_text=True,
        stored_if_given=True,
    )
    answers: tuple[tuple[str, str], ...] = key(
        "Questions that the program asks at any time, each with what to type then.",
        values="mapping of regular expressions to texts",
        default=(),
        checks=(_answers,),
    )
    numbering: str | None = key(
        "How the program names all pits or squares, for `types` and `reads` in one word.",
        values=NUMBERINGS_IN_WORDS,
        words="as `types` and `reads` say; for Othello `board`",
        default=None,
        checks=(known_numbering,),
    )
    types: tuple[str, ...] | None = key(
        "What to type for the opponent's pits, in sowing order; or, as always for Othello,"
        " templates of the lines to type for one move.",
        words="the range that its prompt shows, else the numbers of the board; for Othello as"
        " `numbering` says",
        default=None,
        checks=(_by_family("types"),),
        one_text=True,
    )
    reads: tuple[str, ...] | None = key(
        "How the program names its own pits, in sowing order, in upper or lower case.",
        words="the range that its prompt shows, else the numbers of the board",
        default=None,
        checks=(for_pits, _by_family("reads")),
    )
    move: str | None = key(
        "What finds the program's move in its output, named as `reads` or `numbering` says. For"
        " Othello also with two groups, row and column, or groups called `row` and `column`.",
        values="regular expression with one group",
        words="the sentence about its move, else the board that it draws",
        default=None,
        checks=(_by_family("move"),),
    )
    prompt: str = key(
        "The end of the program's output when it waits for input. `auto` watches whether it reads.",
        values="auto or a regular expression",
        default=AUTO,
        checks=(pattern(),),
    )
    quiet: float = key(
        "The silence that ends the program's turn where its reading cannot be seen.",
        default=0.2,
        checks=(positive,),
    )
    board: str = key(
        "What happens when the program draws another board than the referee's. `auto` makes it"
        " a fault where the board is read with certainty and a remark elsewhere. `mirrored` is"
        " `auto` for discs that start on the other diagonal; `first-is-mirrored` only where the"
        " program moves first. With an expression it is a fault.",
        values="auto, remark or none; for pits a regular expression with a group for each"
        " number; for Othello mirrored, first-is-mirrored or second-is-mirrored",
        default=AUTO,
        checks=(_by_family("board"),),
    )
    stops_early: bool = key(
        "The program may leave, with exit code 0 or saying so, once one side has more than half of"
        " the stones.",
        default=True,
        checks=(for_pits,),
    )
    go: str = key(
        "What to type for the program to make its move, where it waits to be told.",
        words="nothing: it moves by itself",
        default="",
        stored_if_given=True,
    )
    passes: tuple[str, ...] = key(
        "For Othello. What to type where the person has to pass.",
        words="what its prompt says, as `Type pass:`, else nothing: the program goes on by itself",
        default=(),
        checks=(for_squares,),
        one_text=True,
        stored_if_given=True,
    )
    discs: str | None = key(
        "For Othello. How the program draws a black disc, a white disc and an empty square, as"
        " `X O .`.",
        values="two or three characters with spaces between",
        words="as the program draws the start",
        default=None,
        checks=(disc_marks, for_squares),
        stored_if_given=True,
    )


def serves(game: Game) -> bool:
    """Whether console programs can play a game of this family here."""
    return _KEYS.serves(game)
