"""Programs at a console that play on pits: how their moves are said and drawn.

The program lives in a world of its own, in which it is South, North, or whoever begins; when that
is not its side here, everything is turned round on the way. Its move is what it announced since we
last typed, and where it announces nothing, the one legal move that leads to the board it has drawn.
Where a move may earn an extra turn all this holds for whole turns.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import accumulate

from owari.games.game import IllegalMove, Move, Side
from owari.games.mancala import Mancala, SowingRules
from owari.games.numbering import NUMBERINGS, across
from owari.players.player import Choice, Fault
from owari.programs.dialogues.keyboard import SURE, KeyboardDialogue
from owari.programs.dialogues.last_turn import Score, Told, in_order
from owari.programs.dialogues.prompts import labels_shown, labels_wanted, prompt_in
from owari.programs.dialogues.shown import Rows, Shown, Style, rows_of, rows_shown
from owari.programs.dialogues.spoken import Reading, Trust, plain_label, readings, words
from owari.programs.dialogues.turns import Turn, turn_text, turns_begun, turns_from
from owari.records.record import Termination

__all__ = ["REMARK", "PitsConsole"]

SMALLEST = 3
"""Pits a side from which on numbers in two rows are taken for a board that may be wrong."""
REMARK = "its board differs from the referee's"

Names = dict[str, Move]
"""The program's pits by their labels."""


class PitsConsole(KeyboardDialogue[Mancala]):
    def _meet(self, position: Mancala) -> None:
        self._rules: SowingRules = position.rules
        self._seat = {
            "south": Side.SOUTH,
            "north": Side.NORTH,
            "first-is-south": Side.SOUTH if self._first else Side.NORTH,
            "first-is-north": Side.NORTH if self._first else Side.SOUTH,
        }[self.protocol.side]
        self._follow(position)
        self._turns_from: tuple[Mancala, dict[Turn, Mancala]] | None = None
        scheme = NUMBERINGS.get(self.protocol.numbering or "")
        types = scheme and scheme.labels(self._rules, self._seat.other)
        reads = scheme and scheme.labels(self._rules, self._seat)
        self._types, self._reads = self.protocol.types or types, self.protocol.reads or reads
        self._echoes: set[str] = set()
        self._shown: Sequence[str] | None = None
        self._names: Names | None = None
        self._styles = list(Style)
        self._own_goal_first: bool | None = None
        """Whether its own goal is drawn before the other; None: not known."""

    def _follow(self, position: Mancala) -> None:
        """The position in the program's own world."""
        self._position = position if self._seat is self._side else position.turned()

    def _typed_for(self, move: Move) -> Sequence[str]:
        place = move.cell - self._rules.row(self._side.other)[0]
        label = self._labels()[place]
        self._echoes = {label, str(self._rules.row(self._seat.other)[place])}
        return (label,)

    def _decided(self) -> bool:
        return self.protocol.stops_early and _is_decided(self._position)

    def _deciding(self) -> dict[Turn, Score]:
        if self._decided() or not self.protocol.stops_early:
            return {}
        own, other = self._seat, self._seat.other
        return {
            turn: Score(after.score().stones(own), after.score().stones(other))
            for turn, after in self._turns().items()
            if _is_decided(after)
        }

    def _read(self, text: str) -> list[Choice]:
        turn = self._announced_or_drawn(text)
        if not turn:
            return []
        choices = self._choices(turn)
        choices[-1] = choices[-1]._replace(comment=self._remark(turn, text))
        return choices

    def _endings(self, text: str) -> dict[Turn, Score]:
        """Of turns with a beginning that it tells or draws those alone, if any of them ends the
        game; of moves that it tells those alone, likewise."""
        begun, names = self._begun(text), self._ways_to_name()[0]
        told = {names[each.label] for each in self._said(text) if each.label in names}
        endings = self._endings_after(begun) or self._endings_after(())
        plain = {turn: score for turn, score in endings.items() if turn[0] in told}
        return plain if plain and not self._rules.extra_turn else endings

    def _endings_after(self, begun: Turn) -> dict[Turn, Score]:
        position = self._after(begun)
        assert position is not None
        own = self._seat
        return {
            begun + turn: Score(outcome.stones(own), outcome.stones(own.other))
            for turn, after in turns_from(position).items()
            if (outcome := after.outcome())
        }

    def _begun(self, text: str) -> Turn:
        """What it tells or draws of a turn that goes on after it."""
        if not self._rules.extra_turn:
            return ()
        begun = turns_begun(self._position)
        said, names = self._said(text), self._ways_to_name()[0]
        told = [names[each.label] for each in said if each.label in names]
        shown = [board.rows for board in self._boards(text)]
        return max(
            (
                turn
                for turn, after in begun.items()
                if tuple(told[: len(turn)]) == turn or rows_of(after) in shown
            ),
            key=len,
            default=(),
        )

    def _draws_end(self, text: str) -> bool:
        """A board that is swept is drawn at the end alone."""
        none = (0,) * self._rules.pits
        return any(board.rows == Rows(none, none) for board in self._boards(text))

    def _told_by(self, text: str) -> Told:
        order = self._own_goal_first if self._draws_end(text) else None
        return Told(text, self._seat.name.lower(), self._seat.other.name.lower(), order)

    def _object(self, text: str) -> None:
        boards = [shown for shown in self._boards(text) if shown.rows != rows_of(self._position)]
        if boards and not self._torn:
            turns = self._turns()
            nearest = min(turns, key=lambda turn: len(_parted(boards[-1].rows, turns[turn])))
            if self._is_certain(boards[-1].rows, turns[nearest]):
                difference = self._difference(boards[-1].rows, nearest)
                raise Fault(
                    Termination.BOARD_DIFFERS,
                    f"draws a board that no move leads to; at best it {difference}",
                )

    def _announced_or_drawn(self, text: str) -> Turn:
        """A whole turn of the program's own world; empty where there is none. A board that a legal
        turn explains outweighs a sentence that it contradicts, and decides between two; of two
        moves that are said equally well none is believed."""
        if self.protocol.move:
            found = list(re.finditer(self.protocol.move, text, re.MULTILINE))
            self._why = f"as `move` finds it in {words(found[-1][0])!r}" if found else ""
            if not self._rules.extra_turn:
                found = found[-1:]
            named = [self._named(one[1]) for one in found if one[1]]
            return self._turn_of([move for move in named if move is not None])
        self._shown = labels_shown(prompt_in(text), self._rules.pits) or self._shown
        said = self._said(text)
        drawn = self._drawn(text)
        if drawn:
            for names in self._ways_to_name():
                for turn in self._told(said, names):
                    if self._after(turn) in drawn.values():
                        self._names = names
                        self._why = "as it says and as it has drawn"
                        return turn
            self._why = "as the board that it has drawn tells"
            return next(iter(drawn))
        names, *others = self._ways_to_name()
        if others and any(
            reading.trust <= Trust.NAMED
            and reading.label not in names
            and reading.label in others[0]
            for reading in said
        ):
            names = self._names = others[0]
        told = self._told(said, names)
        self._torn = list(told.values())[1::-1] if len(told) > 1 else []
        if self._torn or not told:
            return ()
        ((turn, label),) = told.items()
        self._why = f"as it says, {label}"
        return turn

    def _said(self, text: str) -> list[Reading]:
        return readings(
            text,
            own_side=self._seat.name.lower(),
            typed=self._echoes,
            labels=self._reads or self._shown or (),
            scores=self._scores(),
            in_order=self._rules.extra_turn,
        )

    def _told(self, said: Sequence[Reading], names: Names) -> dict[Turn, str]:
        """The turns that the surest readings name, with their labels."""
        if self._rules.extra_turn:
            return self._told_in_order(said, names)
        return {(move,): label for move, label in self._told_at_once(said, names).items()}

    def _told_in_order(self, said: Sequence[Reading], names: Names) -> dict[Turn, str]:
        """The one turn that the surest readings make up in the order in which they stand. It must
        be legal, except where the program is plainly said to make its moves."""
        plain: dict[Turn, str] = {}
        for trust in Trust:
            moves = [
                names[each.label] for each in said if each.trust <= trust and each.label in names
            ]
            turn = self._turn_of(moves)
            told = {turn: turn_text(turn)} if turn else {}
            if told and self._after(turn):
                return told
            if trust is Trust.TOLD:
                plain = told
        return plain

    def _turn_of(self, moves: Iterable[Move]) -> Turn:
        """The moves as one turn, without what is only said twice; it ends where the turn does, or
        with one that is illegal. Empty as long as the turn goes on."""
        position = self._position
        turn: list[Move] = []
        for move in moves:
            legal = move in position.legal_moves()
            if turn and move == turn[-1] and not legal:
                continue
            turn.append(move)
            if not legal:
                return tuple(turn)
            position = position.play(move)
            if position.turn is not self._position.turn or position.outcome():
                return tuple(turn)
        return ()

    def _after(self, turn: Turn) -> Mancala | None:
        """The position after the turn, None when it is not legal."""
        position = self._position
        try:
            for move in turn:
                position = position.play(move)
        except IllegalMove:
            return None
        return position

    def _turns(self) -> dict[Turn, Mancala]:
        """The turns that it may play, one of those that come to the same, and what they lead to."""
        if self._turns_from is None or self._turns_from[0] != self._position:
            self._turns_from = self._position, turns_from(self._position)
        return self._turns_from[1]

    def _told_at_once(self, said: Sequence[Reading], names: Names) -> dict[Move, str]:
        """The moves that the surest readings name, with their labels; they must be legal, except
        where the program or nobody else is plainly said to make a move, and echoes come last."""
        legal = self._position.legal_moves()
        plain: dict[Move, str] = {}
        for trust in Trust:
            told = {
                names[reading.label]: reading.label
                for reading in said
                if reading.trust is trust and reading.label in names
            }
            found = {move: label for move, label in told.items() if move in legal}
            if found:
                own = {move: label for move, label in found.items() if label not in self._echoes}
                return own or found
            if told and trust is Trust.TOLD:
                return dict([next(iter(told.items()))])
            if told and trust is Trust.NAMED:
                plain = dict([next(iter(told.items()))])
        return plain

    def _scores(self) -> set[tuple[str, str]]:
        """What may stand in its own goal and in the other's, before and after its move, and what
        each has when that ends the game."""
        legal = self._position.legal_moves()
        boards = [self._position, *map(self._position.play, legal), *self._turns().values()]
        scores = [board.score() for board in boards] + [board.settled() for board in boards]
        own, other = self._seat, self._seat.other
        return {(str(score.stones(own)), str(score.stones(other))) for score in scores}

    def _ways_to_name(self) -> list[Names]:
        """How it may call its own pits, the likelier way first: as the description says, else as
        its prompts call ours, else by the board's numbers, its own or the other table's. What it
        has been seen to use is the only way."""
        if self._names:
            return [self._names]
        row = self._rules.row(self._seat)
        if self._reads:
            return [_names(self._reads, row)]
        board = _names(map(str, row), row) | _names(
            (str(across(pit, self._rules.pits)) for pit in row), row
        )
        return [_names(self._shown, row), board] if self._shown else [board]

    def _named(self, label: str) -> Move | None:
        """Its pit of that label."""
        return next(
            (
                names[name]
                for names in self._ways_to_name()
                if (name := plain_label(label)) in names
            ),
            None,
        )

    def _drawn(self, text: str) -> dict[Turn, Mancala]:
        """The legal turns whose result is drawn in the text, the likeliest first: by the style of
        the board, and of one style by what was drawn last."""
        turns = self._turns()
        results: dict[Rows, list[Turn]] = {}
        for turn, after in turns.items():
            results.setdefault(rows_of(after), []).append(turn)
        for counting in (False, True):
            shown = self._boards(text, counting=counting)
            drawn = {
                turn: turns[turn]
                for style in self._styles
                for seen in reversed(shown)
                if seen.style is style
                for turn in results.get(seen.rows, ())
            }
            if drawn:
                return drawn
        return {}

    def _choices(self, turn: Turn) -> list[Choice]:
        """The moves on our board."""
        seen = self._seat is self._side
        return [
            Choice(move if seen else Move(across(move.cell, self._rules.pits))) for move in turn
        ]

    def _remark(self, turn: Turn, text: str) -> str:
        """On a board in the text that parts from ours; empty where none does. Raises Fault where
        that ends the game."""
        after = self._after(turn)
        if self.protocol.board == "none" or after is None:
            return ""
        if self.protocol.board not in ("auto", "remark"):
            self._compare(turn, after, text)
            return ""
        if self._rules.pits < SMALLEST:
            return ""
        on_the_way = accumulate(turn, Mancala.play, initial=self._position)
        known = set(map(rows_of, on_the_way))
        if after.outcome():
            known.add(Rows((0,) * self._rules.pits, (0,) * self._rules.pits))
        shown = self._boards(text)
        agreeing = {
            board.style
            for counting in (False, True)
            for board in self._boards(text, counting=counting)
            if board.rows in known
        }
        if agreeing:
            self._styles = [style for style in self._styles if style in agreeing]
            self._agreed += 1
            score = Score(after.score().stones(self._seat), after.score().stones(self._seat.other))
            if (order := in_order(text, score)) is not None:
                self._own_goal_first = order
        elif shown and len(self._styles) == 1:
            difference = self._difference(shown[-1].rows, turn)
            if self.protocol.board == "auto" and self._is_certain(shown[-1].rows, after):
                raise Fault(Termination.BOARD_DIFFERS, difference)
            return f"{REMARK}: it {difference}"
        elif shown:
            return REMARK
        return ""

    def _boards(self, text: str, *, counting: bool = False) -> list[Shown]:
        """What may be a board in the text, the last one drawn last."""
        shown = rows_shown(text, self._rules.pits, counting=counting)
        return [board for board in shown if board.style in self._styles]

    def _is_certain(self, rows: Rows, after: Mancala) -> bool:
        """Whether this is a board after its turn, though not ours: the style of its boards is
        known, and most of its pits are ours. A table of other numbers is none."""
        known = len(self._styles) == 1 and self._agreed >= SURE
        return known and len(_parted(rows, after)) <= self._rules.pits

    def _difference(self, rows: Rows, turn: Turn) -> str:
        """Where a board that it has drawn parts from ours after its turn: its first pit that
        holds another number."""
        after = self._after(turn)
        assert after is not None
        pit, *others = _parted(rows, after)
        row = Side.SOUTH if pit < self._rules.pits else Side.NORTH
        stones = (rows.south if row is Side.SOUTH else rows.north)[pit - self._rules.row(row)[0]]
        here = across(pit, self._rules.pits)
        also = "" if self._seat is self._side else f" ({here} on the referee's board)"
        more = f"; {len(others)} more differ" if others else ""
        return (
            f"shows {stones} in pit {pit}{also} after its move {turn_text(turn)},"
            f" where the rules give {after.cells[pit]}{more}"
        )

    def _compare(self, turn: Turn, after: Mancala, text: str) -> None:
        """Holds the last board that the description's pattern finds against ours."""
        *_, last = [None, *re.finditer(self.protocol.board, text, re.MULTILINE)]
        if last is None:
            return
        cells = tuple(int(number) for number in last.groups())
        outcome = after.outcome()
        swept = outcome and (cells[self._rules.pits], cells[-1]) == outcome[:2]
        if cells != after.cells and not swept:
            raise Fault(
                Termination.BOARD_DIFFERS,
                f"shows the board {','.join(map(str, cells))} after its move {turn_text(turn)},"
                f" where the rules give {','.join(map(str, after.cells))}",
            )

    def _labels(self) -> Sequence[str]:
        """How the opponent's pits are typed, in sowing order."""
        if self._types:
            return self._types
        row = self._rules.row(self._seat.other)
        schemes = [[str(first + place) for place in range(len(row))] for first in (row[0], 0, 1)]
        moves = self._position.legal_moves()
        legal = [move.cell - row[0] for move in moves if move.cell in row]
        self._shown = labels_wanted(self._prompt, schemes, legal) or self._shown
        return self._shown or schemes[0]


def _is_decided(position: Mancala) -> bool:
    return 2 * max(position.score()) > sum(position.cells)


def _parted(rows: Rows, position: Mancala) -> list[int]:
    """The pits that hold another number on a board that was drawn."""
    right = rows_of(position)
    cells = zip((*rows.south, None, *rows.north), (*right.south, None, *right.north), strict=True)
    return [pit for pit, (shown, stones) in enumerate(cells) if shown != stones]


def _names(labels: Iterable[str], row: Sequence[int]) -> Names:
    return {plain_label(label): Move(pit) for label, pit in zip(labels, row, strict=True)}
