"""Reads the turns of console programs for games on squares.

A program passes by itself. Where the person has to pass, it plays on by itself, unless its
description or its prompt says what is typed then. Its discs may start on the other diagonal, or its
rows may count from the bottom, which comes to the same: its world is then the referee's board in a
mirror.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

from owari.games.game import PASS, Move, Side
from owari.games.othello import OthelloPosition, OthelloRules
from owari.games.square_boards import BLACK, EMPTY, WHITE
from owari.players.player import Choice, Fault
from owari.programs.dialogues.console.console_settings import (
    BOARDS,
    FIRST_MIRRORED,
    INDEX,
    MIRRORED,
    SECOND_MIRRORED,
    ConsoleSettings,
)
from owari.programs.dialogues.console.pit_move_parser import Reading
from owari.programs.dialogues.console.prompts import pass_told, prompt_in
from owari.programs.dialogues.console.screen import Line, Screen
from owari.programs.dialogues.console.square_board_parser import (
    Drawing,
    Marks,
    count_discs,
    drawings,
    keys_drawn,
    marks_of,
    start_is_mirrored,
    without_drawings,
)
from owari.programs.dialogues.console.square_move_parser import (
    TYPED,
    names_of,
    says_pass,
    squares_said,
    typed_lines,
    without_menus,
)
from owari.programs.dialogues.console.turn_reader import SURE, Names, TurnReader, more_differ
from owari.programs.dialogues.console.turns import Turn, after_turn, turn_of, turn_text
from owari.records.record import Termination

FIRST_PLY = 5
"""Discs on the board after it."""
_MIRROR = (
    "`board: mirrored` is for discs that start on the other diagonal, or rows that count from the"
    " bottom"
)
_READ_AS_MIRRORED = (
    "its board is taken for one whose discs start on the other diagonal; `board: remark` takes it"
    " as the referee's"
)
_KINDS = {BLACK: "black", WHITE: "white", EMPTY: "empty"}


class SquareReader(TurnReader[OthelloPosition]):
    """Reads a program whose moves are squares."""

    def __init__(
        self, protocol: ConsoleSettings, screen: Screen, position: OthelloPosition, side: Side
    ) -> None:
        first = position.turn is side
        is_told = protocol.board in (MIRRORED, FIRST_MIRRORED if first else SECOND_MIRRORED)
        self._judges = protocol.board not in BOARDS[1:]
        """Whether a board that differs is a fault."""
        self._mirrored: bool | None = is_told or (None if self._judges else False)
        """Whether its board is the referee's in a mirror; None until its start board tells."""
        super().__init__(protocol, screen, position, side, side)
        self._rules: OthelloRules = position.rules
        self._numbering = names_of(protocol.numbering or "board")
        self._is_lettered = self._numbering.kind == "letters"
        """Whether both rows and columns have letters."""
        self._types = protocol.types or TYPED[protocol.numbering or "board"]
        self._names: Names = {
            self._rules.cell_name(Move(cell)): Move(cell) for cell in self._rules.cells(side)
        }
        self._agreed = 0
        self._opponent_passed = False
        self._echo: int | None = None
        """The square of the opponent's last move."""
        self._marks: Marks | None = None
        """The marks of its last board that was the referee's; at first those of the description."""
        if protocol.discs:
            black, white, *empty = protocol.discs.split()
            self._marks = {black: BLACK, white: WHITE, **dict.fromkeys(["", *empty], EMPTY)}

    @property
    def is_mirrored(self) -> bool:
        """Whether the program's board is the referee's in a mirror."""
        return bool(self._mirrored)

    @property
    def waits_for_a_pass(self) -> bool:
        """Whether the opponent has to pass, and nothing is known of what to type for that."""
        return self._opponent_passed and not self.protocol.passes

    @property
    def agreed(self) -> int:
        """Turns after which the program drew the referee's board."""
        return self._agreed

    def lines_for(self, move: Move) -> Sequence[Line]:
        """The lines for the square, or for a pass."""
        self._opponent_passed = move == PASS
        screen = self.screen
        if self._opponent_passed:
            told = pass_told(prompt_in(screen.before))
            return self.protocol.passes or ((told,) if told else ())
        if self._mirrored is None:
            self._mirrored = start_is_mirrored(
                screen.before, self._rules, self._numbering, self._marks, self._chosen()
            )
        move = self._across(move)
        self._echo = move.cell
        self._echoes = (self._rules.cell_name(move),)
        keys = partial(keys_drawn, size=self._rules.size, lettered=self._is_lettered)
        return typed_lines(
            self._types, move, self._rules, self._numbering, lambda: screen.before, keys
        )

    def _chosen(self) -> set[str]:
        """What may be the disc that was chosen before the first move: `Do you want X or O?`."""
        protocol = self.protocol
        answers = (
            (protocol.start_second or ()) if protocol.start_toss is None else protocol.start_toss
        )
        return {each.upper() for each in answers if len(each) == 1 and each.isalpha()}

    def object(self, text: str) -> None:
        """Names a pass or a board as the reason."""
        if self._opponent_passed and not self.protocol.passes:
            raise self.screen.fault(
                Termination.UNREADABLE,
                "waits for input where its opponent has to pass: `passes` says what to type there",
            )
        self._object_to_lone_disc(text)
        drawing = self._last_drawing(text, _discs(self._position) + 1)
        if drawing and self._is_certain():
            nearest = min(
                self._turns().items(),
                key=lambda item: len(self._parted(drawing, item[1])),
                default=None,
            )
            best = f"; at best it {self._clause_on(drawing, *nearest)}" if nearest else ""
            raise Fault(Termination.BOARD_DIFFERS, f"draws a board that no move leads to{best}")
        if self._is_certain() and self.draws_position(text) and self.asks_for_a_move(text):
            legal = self._rules.cell_name(self._across(self._position.legal_moves()[0]))
            raise self.screen.fault(
                Termination.ILLEGAL_MOVE,
                "draws no move of its own behind ours and asks for another, as after a pass, though"
                f" {legal} is legal",
            )

    def _object_to_lone_disc(self, text: str) -> None:
        """Raises Fault where the program draws the board before its move, and then the same with
        one more disc of its own."""
        boards = self._drawings(text)
        marks = next(filter(None, (self._marks_in(each, self._position) for each in boards)), None)
        if marks is None:
            return
        kinds = "".join(marks.get(mark, EMPTY) for mark in boards[-1])
        before = str(self._position)
        new = [at for at, kind in enumerate(kinds) if kind != before[at]]
        own = BLACK if self._position.black is self.side else WHITE
        if len(new) == 1 and before[new[0]] == EMPTY and kinds[new[0]] == own:
            square = self._rules.cell_name(self._across(Move(new[0])))
            raise Fault(Termination.ILLEGAL_MOVE, f"puts a disc on {square}, which turns none")

    def why_refused(self) -> str:
        """A clause on the opponent's last move; it names a mirrored start where that may be."""
        why = super().why_refused()
        if self.explaining or _discs(self._position) != FIRST_PLY or self.first:
            return why
        return f"{why}; {_READ_AS_MIRRORED if self._mirrored else _MIRROR}"

    def missing(self, text: str) -> str:
        """A clause on a text without a move, which tells where it has no board either."""
        drawn = self._drawings(text)
        if drawn and self.plies and self.draws_position(text):
            return super().missing(text)
        size = self._rules.size
        boards = drawn or self._drawings(self.screen.before)
        what = (
            "no move that can be read"
            if boards
            else f"neither a move nor a board of {size} by {size} squares that can be read"
        )
        why = f"shows {what}: `move` can hold an expression that finds its move"
        if self.protocol.move:
            why = super().missing(text)
        straight = self._start
        still = drawn and any(
            self._shows(drawn[-1], start) for start in (straight, straight.mirrored())
        )
        return f"{why}; {_MIRROR}" if still and self._may_be_a_mirror() else why

    def _may_be_a_mirror(self) -> bool:
        """Whether it has not answered the first move, as if that were illegal on its board."""
        return not self._mirrored and not self.first and _discs(self._position) == FIRST_PLY

    def _seen(self, position: OthelloPosition) -> OthelloPosition:
        return position.mirrored() if self._mirrored else position

    def _across(self, move: Move) -> Move:
        return self._rules.mirror(move) if self._mirrored else move

    def _starts(self) -> Sequence[OthelloPosition]:
        straight = self._rules.start(self.side)
        return straight, straight.mirrored()

    def _side_names(self) -> tuple[str, str]:
        """Whoever moves first is Black."""
        black_is_its = self._position.black is self.side
        return ("black", "white") if black_is_its else ("white", "black")

    def _drawings(self, text: str) -> Sequence[Drawing]:
        return drawings(text, self._rules.size, lettered=self._is_lettered)

    def _shows(self, drawing: Drawing, position: OthelloPosition) -> bool:
        return self._marks_in(drawing, position) is not None

    def _drawn(self, text: str) -> Sequence[Turn]:
        """The legal turns whose result is drawn; the last drawing counts first."""
        shown = [
            turn
            for drawing in reversed(self._drawings(text))
            for turn, after in self._turns().items()
            if self._shows(drawing, after)
        ]
        return list(dict.fromkeys(shown))

    def _ways(self) -> Sequence[Names]:
        return (self._names,)

    def _told(self, text: str) -> list[dict[Turn, str]]:
        moves = self._position.legal_moves()
        if any(self._position.play(move).forced() == PASS for move in moves if move != PASS):
            told = self._told_in_order(text, self._names, least=2)
            if any(after_turn(self._position, turn) for turn in told if len(turn) > 1):
                return [told]
        return [self._told_at_once(self._said(text), self._names)]

    def _said(self, text: str, *, in_order: bool = False) -> list[Reading]:
        own, other = self._side_names()
        plain = without_drawings(text, self._rules.size)
        if any(f"{{{INDEX}}}" in line for line in self._types):
            plain = without_menus(plain, self._rules.size, self._numbering)
        return squares_said(
            plain,
            self._rules,
            self._numbering,
            own=own,
            other=other,
            echo=self._echo,
            in_order=in_order,
        )

    def _turn_in(self, text: str) -> Turn:
        turn = super()._turn_in(text)
        if self._mirrored is None and not (turn and after_turn(self._position, turn)):
            # None of the four first moves of one board is possible on the other.
            turn = self._turn_in_a_mirror(text) or turn
        if turn:
            self._mirrored = bool(self._mirrored)
        return turn

    def _turn_in_a_mirror(self, text: str) -> Turn:
        """Its first move, if its board is the referee's in a mirror, which is then known."""
        straight, why = self._position, self.why
        self._position = straight.mirrored()
        turn = super()._turn_in(text)
        if turn and after_turn(self._position, turn):
            self._mirrored = True
            return turn
        self._position, self.why = straight, why
        return ()

    def _without_turn(self, text: str) -> list[Choice]:
        passes = says_pass(text, *self._side_names()) and not self.torn
        return [Choice(PASS)] if passes else []

    def _turn_found(self, found: Sequence[re.Match[str]]) -> Turn:
        """The last square, or all squares where the opponent passes between them."""
        moves = [move for one in found if (move := self._square(one))]
        turn = turn_of(self._position, moves)
        return turn if len(turn) > 1 else turn_of(self._position, moves[-1:])

    def _square(self, found: re.Match[str]) -> Move | None:
        """The square that a match names, as the numbering does, or by row and column."""
        named = found.groupdict()
        names = self._numbering
        if "row" in named and "column" in named:
            row, column = named["row"], named["column"]
        elif len(found.groups()) == 2:
            row, column = found.groups()
        elif names.kind == "numbers":
            row, column, *_ = [*re.findall(r"\d+", found[1] or ""), "", ""]
            if names.column_first:
                row, column = column, row
        else:
            row, column, *_ = [*re.findall(r"\d+|[A-Za-z]", found[1] or ""), "", ""]
            if names.kind == "board" and row.isalpha():
                row, column = column, row
        places = [self._place(row), self._place(column)]
        if any(place is None or not 0 <= place < self._rules.size for place in places):
            return None
        return Move(places[0] * self._rules.size + places[1])  # type: ignore[operator]

    def _place(self, name: str | None) -> int | None:
        """A row or a column from 0, by its number or its letter."""
        text = (name or "").strip().lower()
        if len(text) == 1 and text.isalpha():
            return ord(text) - ord("a")
        return int(text) - self._numbering.first if re.fullmatch(r"[0-9]{1,2}", text) else None

    def _marks_in(self, drawing: Drawing, position: OthelloPosition) -> Marks | None:
        """The meaning of the drawing's marks, if it shows the position with the known marks."""
        marks = marks_of(drawing, position)
        known = {mark: kind for mark, kind in (self._marks or {}).items() if kind != EMPTY}
        if marks is None or any(marks.get(mark, kind) != kind for mark, kind in known.items()):
            return None
        return marks

    def _difference(self, turn: Turn, after: OthelloPosition | None, text: str) -> str | None:
        if self.protocol.board == "none" or after is None:
            return None
        for drawn in reversed(self._drawings(text)):
            if (marks := self._marks_in(drawn, after)) is not None:
                self._agreed += 1
                self._marks = marks
                return None
        drawing = self._last_drawing(text, _discs(after))
        if drawing is None:
            drawn_before = any(self._shows(drawn, self._position) for drawn in self._drawings(text))
            self.agreed_before += drawn_before
            return None
        difference = self._clause_on(drawing, turn, after)
        if self._judges and self._is_certain():
            raise Fault(Termination.BOARD_DIFFERS, difference)
        return difference

    def _is_certain(self) -> bool:
        """Whether what looks like one of its boards is one."""
        return self._agreed >= SURE

    def _last_drawing(self, text: str, discs: int) -> Drawing | None:
        """The last board with so many discs; None where the marks are not known."""
        if self._marks is None:
            return None
        found = self._drawings(text)
        return next(
            (each for each in reversed(found) if count_discs(each, self._marks) == discs), None
        )

    def _parted(self, drawing: Drawing, after: OthelloPosition) -> list[int]:
        """The squares that differ on a drawing."""
        marks = self._marks or {}
        squares = enumerate(zip(drawing, str(after), strict=False))
        return [square for square, (mark, right) in squares if marks.get(mark, EMPTY) != right]

    def _clause_on(self, drawing: Drawing, turn: Turn, after: OthelloPosition) -> str:
        """A clause on the first square where a drawing differs from the board after the turn."""
        squares = self._parted(drawing, after)
        if not squares:
            return "draws marks for discs that it has not drawn before"
        first, *others = squares
        shown = _KINDS[(self._marks or {}).get(drawing[first], EMPTY)]
        here = _KINDS[str(after)[first]]
        return (
            f"shows {self._rules.cell_name(Move(first))} {shown} after its move"
            f" {turn_text(after, turn)}, where the rules have it {here}{more_differ(len(others))}"
        )


def _discs(position: OthelloPosition) -> int:
    south, north, _ = position.score()
    return south + north
