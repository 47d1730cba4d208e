"""Programs at a console that play on squares: how their moves are said and drawn.

What it announced since we last typed is its move, and where it announces nothing, the one legal
move that leads to the board it has drawn. It passes by itself, and plays on by itself where we
have to pass, unless its description says what is typed then.

A program lives in a world of its own, where the discs may start on the other diagonal, or the rows
count from the bottom, which is the same: its board is then ours in a mirror, and everything is
mirrored on the way.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from owari.games.game import PASS, IllegalMove, Move
from owari.games.othello import BLACK, EMPTY, WHITE, OthelloPosition, OthelloRules
from owari.players.player import Choice, Fault
from owari.programs.dialogues.console.console_protocol import INDEX, MIRRORED, ConsoleProtocol
from owari.programs.dialogues.console.last_turn import Score, Told
from owari.programs.dialogues.console.pit_move_parser import Trust, words
from owari.programs.dialogues.console.pit_reader import REMARK
from owari.programs.dialogues.console.prompts import asks_for_a_move
from owari.programs.dialogues.console.reader import SURE, KeyboardDialogue, Line
from owari.programs.dialogues.console.square_board_parser import (
    Drawing,
    Marks,
    count_discs,
    drawings,
    marks_of,
    without_drawings,
)
from owari.programs.dialogues.console.square_input import TYPED, typed_lines
from owari.programs.dialogues.console.square_move_parser import (
    Said,
    listed_squares,
    names_of,
    says_pass,
    squares_said,
)
from owari.programs.dialogues.console.start_board import start_is_mirrored
from owari.records.record import Termination

__all__ = ["SquaresConsole"]

FIRST_PLY = 5
"""Discs on the board after it."""
MOST_TURNS = 1000
"""Turns in which we pass that are followed, where it may have played on by itself."""
_KINDS = {BLACK: "black", WHITE: "white", EMPTY: "empty"}

Turn = tuple[Move, ...]
"""Its moves; between any two we pass."""


class SquaresConsole(KeyboardDialogue[OthelloPosition]):
    def __init__(self, protocol: ConsoleProtocol) -> None:
        super().__init__(protocol)
        self._names = names_of(protocol.numbering or "board")
        self._types = protocol.types or TYPED[protocol.numbering or "board"]

    def _meet(self, position: OthelloPosition) -> None:
        self._rules: OthelloRules = position.rules
        self._mirrored: bool | None = {"auto": None, MIRRORED: True}.get(self.protocol.board, False)
        """Whether its board is ours in a mirror; None where its start board is to tell."""
        self._follow(position)
        self._echo: int | None = None
        self._we_passed = False
        self._marks: Marks | None = None
        """Of the last board that was ours; those of the description first of all."""
        if self.protocol.discs:
            black, white, *empty = self.protocol.discs.split()
            self._marks = {black: BLACK, white: WHITE, **dict.fromkeys(["", *empty], EMPTY)}

    def _follow(self, position: OthelloPosition) -> None:
        """The position in the program's own world."""
        self._position = position.mirrored() if self._mirrored else position

    def _world(self, move: Move) -> Move:
        """Our move in the program's world, or its move in ours."""
        return self._rules.mirror(move) if self._mirrored else move

    def _typed_for(self, move: Move) -> Sequence[Line]:
        self._we_passed = move == PASS
        if self._we_passed:
            # It has gone on by itself if it has said more than one move.
            return () if self._moved else self.protocol.passes
        if self._mirrored is None:
            self._mirrored = start_is_mirrored(
                self._understood, self._rules, self._names, self._marks
            )
        move = self._world(move)
        self._echo = move.cell
        return typed_lines(self._types, move, self._rules, self._names, lambda: self._understood)

    def _decided(self) -> bool:
        """Every disc may still be turned."""
        return False

    def _read(self, text: str) -> list[Choice]:
        turn = self._turn_in(text)
        if self._mirrored is None and not (turn and self._after(turn)):
            # Of the four first moves of one board none is possible on the other.
            straight, turn = turn, self._in_a_mirror(text)
            turn = turn or straight
        if not turn:
            passes = says_pass(text, *self._colours()) and not self._torn
            return [Choice(PASS)] if passes else []
        self._mirrored = bool(self._mirrored)
        choices = self._choices(turn)
        choices[-1] = choices[-1]._replace(comment=self._remark(turn, text))
        return choices

    def _choices(self, turn: Turn) -> list[Choice]:
        return [Choice(self._world(move)) for move in turn]

    def _endings(self, text: str) -> dict[Turn, Score]:
        """Of squares that it tells those alone, if any of them ends the game."""
        own = self._side
        endings = {
            turn: Score(outcome.stones(own), outcome.stones(own.other))
            for turn, after in self._turns().items()
            if (outcome := after.outcome())
        }
        told = {each.square for each in self._said(text)}
        plain = {turn: score for turn, score in endings.items() if turn[0].cell in told}
        return plain or endings

    def _told_by(self, text: str) -> Told:
        return Told(text, *self._colours())

    def _asks_for_a_move(self, text: str) -> bool:
        return asks_for_a_move(text, 0, drawn=bool(self._drawings(text)))

    def _has_begun(self, text: str) -> bool:
        straight = self._rules.start(self._side)
        begins = (straight, straight.mirrored())
        begun = [begin.play(move) for begin in begins for move in begin.legal_moves()]
        boards = self._drawings(text)
        for drawing in reversed(boards):
            if any(self._shows(drawing, begin) for begin in begins):
                return False
            if any(self._shows(drawing, board) for board in begun):
                return True
        return not boards and any(each.trust is Trust.TOLD for each in self._said(text))

    def _turn_in(self, text: str) -> Turn:
        if self.protocol.move:
            return self._found(text, self.protocol.move)
        return self._told_or_drawn(text)

    def _in_a_mirror(self, text: str) -> Turn:
        """Its first move if its board is ours in a mirror, which is then known."""
        straight, why = self._position, self._why
        self._position = straight.mirrored()
        turn = self._turn_in(text)
        if turn and self._after(turn):
            self._mirrored = True
            return turn
        self._position, self._why = straight, why
        return ()

    def _object(self, text: str) -> None:
        if self._we_passed and not self.protocol.passes:
            raise Fault(
                Termination.UNREADABLE,
                "waits where we have to pass and it is to move again; `passes` can say what a"
                f" person types there; {self.last_words()}",
            )
        answers_first = _discs(self._position) == FIRST_PLY and not self._first
        if answers_first and not self._mirrored and not self._torn:
            raise Fault(
                Termination.UNREADABLE,
                f"waits again after {self._typed!r} was typed, and no move of its own can be read;"
                " `board: mirrored` is for discs that start on the other diagonal, or rows that"
                f" count from the bottom; {self.last_words()}",
            )
        drawing = self._last_drawing(text, _discs(self._position) + 1)
        if drawing and self._is_certain():
            raise Fault(Termination.BOARD_DIFFERS, "draws a board that no move leads to")

    def _found(self, text: str, pattern: str) -> Turn:
        """The turn that the description's own pattern finds: a square as the numbering names it,
        or row and column."""
        found = list(re.finditer(pattern, text, re.MULTILINE))
        self._why = f"as `move` finds it in {words(found[-1][0])!r}" if found else ""
        moves = [move for one in found if (move := self._square(one))]
        return self._turn_of(moves[-1:]) if len(moves) == 1 else self._last_turn(moves)

    def _square(self, found: re.Match[str]) -> Move | None:
        named = found.groupdict()
        if "row" in named and "column" in named:
            row, column = named["row"], named["column"]
        elif len(found.groups()) == 2:
            row, column = found.groups()
        elif self._names.kind == "numbers":
            row, column, *_ = [*re.findall(r"\d+", found[1] or ""), "", ""]
            if self._names.column_first:
                row, column = column, row
        else:
            row, column, *_ = [*re.findall(r"\d+|[A-Za-z]", found[1] or ""), "", ""]
            if self._names.kind == "board" and row.isalpha():
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
        return int(text) - self._names.first if re.fullmatch(r"[0-9]{1,2}", text) else None

    def _told_or_drawn(self, text: str) -> Turn:
        """A board that a legal turn explains outweighs a sentence that it contradicts, and decides
        between two; of two moves that are said equally well none is believed."""
        chain = self._chain(text)
        turns = [chain] if chain else [(move,) for move in self._told(self._said(text))]
        drawn = self._drawn(text)
        for turn in turns:
            if turn in drawn:
                self._why = "as it says and as it has drawn"
                return turn
        if drawn:
            self._why = "as the board that it has drawn tells"
            return drawn[0]
        names = [self._named(turn) for turn in turns]
        self._torn = names[:2] if len(names) > 1 else ()
        if len(turns) != 1:
            return ()
        self._why = f"as it says, {names[0]}"
        return turns[0]

    def _chain(self, text: str) -> Turn:
        """The turn of several moves that it tells where we have to pass between them; empty where
        there is none."""
        if not any(map(self._passes_after, self._position.legal_moves())):
            return ()
        said = self._said(text, in_order=True)
        for trust in Trust:
            turn = self._turn_of(Move(each.square) for each in said if each.trust <= trust)
            if len(turn) > 1 and self._after(turn):
                return turn
        return ()

    def _said(self, text: str, *, in_order: bool = False) -> list[Said]:
        own, other = self._colours()
        plain = without_drawings(text, self._rules.size)
        if any(f"{{{INDEX}}}" in line for line in self._types):
            plain = self._without_menus(plain)
        return squares_said(
            plain,
            self._rules.size,
            self._names,
            own=own,
            other=other,
            echo=self._echo,
            in_order=in_order,
        )

    def _without_menus(self, text: str) -> str:
        lines = text.split("\n")
        size, names = self._rules.size, self._names
        return "\n".join("" if listed_squares(line, size, names) else line for line in lines)

    def _colours(self) -> tuple[str, str]:
        """Its own and the other's: whoever moves first is Black."""
        black_is_its = self._position.black is self._side
        return ("black", "white") if black_is_its else ("white", "black")

    def _drawings(self, text: str) -> list[Drawing]:
        """The boards in the text, the last one last."""
        return drawings(text, self._rules.size, lettered=self._names.kind == "letters")

    def _told(self, said: Sequence[Said]) -> list[Move]:
        """The moves that the surest readings name; they must be legal, except where the program or
        nobody else is plainly said to make one."""
        legal = self._position.legal_moves()
        plain: list[Move] = []
        for trust in Trust:
            named = dict.fromkeys(Move(each.square) for each in said if each.trust is trust)
            if found := [move for move in named if move in legal]:
                return found
            if named and trust is Trust.TOLD:
                return list(named)[:1]
            if named and trust is Trust.NAMED:
                plain = [move for move in named if move.cell != self._echo][:1]
        return plain

    def _passes_after(self, move: Move) -> bool:
        return move in self._position.legal_moves() and self._position.play(move).forced() == PASS

    def _turn_of(self, moves: Iterable[Move]) -> Turn:
        """The moves as one turn as far as it goes: it ends with an illegal one, and where we do not
        have to pass. What is said twice counts once."""
        position = self._position
        turn: list[Move] = []
        for move in moves:
            if turn and move == turn[-1]:
                continue
            turn.append(move)
            if move not in position.legal_moves():
                break
            position = position.play(move)
            if position.forced() != PASS:
                break
            position = position.play(PASS)
        return tuple(turn)

    def _last_turn(self, moves: Sequence[Move]) -> Turn:
        """Of many moves that a pattern finds the last, or all of them where we pass between."""
        turn = self._turn_of(moves)
        return turn if len(turn) > 1 else self._turn_of(moves[-1:])

    def _after(self, turn: Turn) -> OthelloPosition | None:
        """The position after the turn, None when it is not legal."""
        position = self._position
        try:
            for number, move in enumerate(turn):
                position = (position.play(PASS) if number else position).play(move)
        except IllegalMove:
            return None
        return position

    def _named(self, turn: Turn) -> str:
        """`f5`, or `f5-a1` where we pass between."""
        return "-".join(map(self._rules.cell_name, turn))

    def _turns(self) -> dict[Turn, OthelloPosition]:
        """What each turn leads to; one in which we pass may end there or go on."""
        turns: dict[Turn, OthelloPosition] = {}
        begun: list[tuple[Turn, OthelloPosition]] = [((), self._position)]
        for turn, before in begun:
            for move in before.legal_moves():
                after = before.play(move)
                turns[*turn, move] = after
                if after.forced() == PASS and len(begun) < MOST_TURNS:
                    begun.append(((*turn, move), after.play(PASS)))
        return turns

    def _drawn(self, text: str) -> list[Turn]:
        """The legal turns whose result is drawn, what was drawn last first."""
        found: list[Turn] = []
        turns = self._turns()
        for drawing in reversed(self._drawings(text)):
            for turn, after in turns.items():
                if turn not in found and self._shows(drawing, after):
                    found.append(turn)
        return found

    def _shows(self, drawing: Drawing, position: OthelloPosition) -> Marks | None:
        """What its marks stand for, where it shows the position."""
        marks = marks_of(drawing, position)
        known = {mark: kind for mark, kind in (self._marks or {}).items() if kind != EMPTY}
        if marks is None or any(marks.get(mark, kind) != kind for mark, kind in known.items()):
            return None
        return marks

    def _remark(self, turn: Turn, text: str) -> str:
        """On a board in the text that parts from ours after its turn; empty where none does. Raises
        Fault where that ends the game."""
        after = self._after(turn)
        if self.protocol.board == "none" or after is None:
            return ""
        for drawn in reversed(self._drawings(text)):
            if (marks := self._shows(drawn, after)) is not None:
                self._agreed += 1
                self._marks = marks
                return ""
        drawing = self._last_drawing(text, _discs(after))
        if drawing is None:
            return ""
        difference = self._difference(drawing, turn, after)
        if self.protocol.board in ("auto", MIRRORED) and self._is_certain():
            raise Fault(Termination.BOARD_DIFFERS, difference)
        return f"{REMARK}: it {difference}" if self._marks else REMARK

    def _is_certain(self) -> bool:
        """Whether what looks like one of its boards is one."""
        return self._agreed >= SURE

    def _last_drawing(self, text: str, discs: int) -> Drawing | None:
        """The last board with so many discs, as far as the marks are known."""
        if self._marks is None:
            return None
        found = self._drawings(text)
        return next(
            (each for each in reversed(found) if count_discs(each, self._marks) == discs), None
        )

    def _difference(self, drawing: Drawing, turn: Turn, after: OthelloPosition) -> str:
        """Where a board that it has drawn parts from ours after its turn."""
        assert self._marks is not None
        right = str(after)
        squares = [
            square
            for square, mark in enumerate(drawing)
            if self._marks.get(mark, EMPTY) != right[square]
        ]
        if not squares:
            return "draws marks for discs that it has not drawn before"
        name = self._rules.cell_name
        first, *others = squares
        shown, here = (_KINDS[self._marks.get(drawing[first], EMPTY)], _KINDS[right[first]])
        more = f"; {len(others)} more differ" if others else ""
        return (
            f"shows {name(Move(first))} {shown} after its move {self._named(turn)}, where the rules"
            f" have it {here}{more}"
        )


def _discs(position: OthelloPosition) -> int:
    south, north, _ = position.score()
    return south + north
