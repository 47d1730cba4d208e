"""Compares the boards that a program draws of pits with the referee's, and explains differences:
the program plays by another rule, or has taken the opponent's move for another one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Set
from itertools import accumulate, product
from typing import NamedTuple

from owari.games.game import Move, Side
from owari.games.mancala import Mancala, SowingRules
from owari.games.numbering import NUMBERINGS
from owari.players.player import Fault
from owari.programs.dialogues.console.last_turn import Score, in_order
from owari.programs.dialogues.console.pit_board_parser import (
    Rows,
    Shown,
    Style,
    rows_of,
    rows_shown,
)
from owari.programs.dialogues.console.rule_variants import Sown, plays_as, seems_to
from owari.programs.dialogues.console.turn_reader import SURE, more_differ
from owari.programs.dialogues.console.turns import Turn, turn_text, turns_from
from owari.programs.transports.program_output import excerpt
from owari.records.record import Termination

_STONES = re.compile(r"[0-9]{1,9}")
_TYPES = "`types` says how pits are typed"
SMALLEST = 3
"""The smallest number of pits a side at which two rows of numbers count as a board."""


class Typed(NamedTuple):
    """A move of the opponent that was typed."""

    before: Mancala
    move: Move
    label: str
    """The line that was typed."""
    again: bool = False
    """Whether it is an extra turn."""


class Explanation(NamedTuple):
    """Why boards differ from the referee's."""

    clause: str
    """`seems to sow the other side's goal`; empty where nothing explains them."""
    took_another: bool = False
    """Whether the program has taken the opponent's move for another one."""


class Boards:
    """The boards that a program has drawn in one game. All positions are of its own world."""

    def __init__(
        self,
        rules: SowingRules,
        mode: str,
        seat: Side,
        sisters: Callable[[], list[Mancala]] = list,
        agreed: Callable[[], list[Sown]] = list,
        *,
        turned: bool,
    ) -> None:
        """`mode` is the key `board`. `seat` is the program's side in its own world; `turned` says
        that it has the other side here. `sisters` gives the positions of the sister games that fit
        all that was seen, and `agreed` the moves up to the last board that was the referee's."""
        self.rules = rules
        self.mode = mode
        self.seat = seat
        self.turned = turned
        self._sisters = sisters
        self._agreed_moves = agreed
        self.names_sisters = True
        """Whether sentences name the sister games."""
        self.explaining: list[SowingRules] = []
        """The sister games that the last difference fits."""
        self.names_a_rule = False
        """Whether the last sentence names a rule by which the program seems to play."""
        self.agreed = 0
        self.own_goal_first: bool | None = None
        """Whether the program draws its own goal before the other; None while that is unknown."""
        self.first_difference = ""
        """A clause on the first board since the last one that was the referee's; empty for none."""
        self.typed: Typed | None = None
        """The last move of the opponent that was typed; None where the program begins."""
        self.took_another = False
        """Whether the program has sown another pit than the one that was typed."""
        self.taken: Move | None = None
        """That pit, where the boards have one reading."""
        self.moves_first = True
        """Whether the program has the first move."""
        self._styles = list(Style)
        self._forms: set[str] = set()
        """What stood around the numbers of the boards that agreed."""

    def shown(self, text: str, *, counting: bool = False) -> list[Shown]:
        """Everything in the text that may be a board, the last one drawn last."""
        found = rows_shown(text, self.rules.pits, counting=counting)
        return [board for board in found if board.style in self._styles]

    def drawn(
        self, text: str, position: Mancala, turns: Mapping[Turn, Mancala]
    ) -> dict[Turn, Mancala]:
        """The turns from the position whose result the text draws. The board that was drawn last
        comes first, and of its readings the one in a style in which the position is drawn too, or
        else in the likeliest."""
        results: dict[Rows, list[Turn]] = {}
        for turn, after in turns.items():
            results.setdefault(rows_of(after), []).append(turn)
        for counting in (False, True):
            shown = self.shown(text, counting=counting)[::-1]  # nearest rows first
            before = {board.style for board in shown if board.rows == rows_of(position)}
            styles = sorted(self._styles, key=lambda style: style not in before)
            by_likelihood = sorted(shown, key=lambda seen: (-seen.place, styles.index(seen.style)))
            found = {
                turn: turns[turn] for seen in by_likelihood for turn in results.get(seen.rows, ())
            }
            if found:
                return found
        return {}

    def draws_end(self, text: str) -> bool:
        """Whether the text has a board without stones in pits, which is drawn at the end alone."""
        none = (0,) * self.rules.pits
        return any(board.rows == Rows(none, none) for board in self._alike(self.shown(text)))

    def difference(
        self, turn: Turn, position: Mancala, after: Mancala, text: str, ply: int
    ) -> str | None:
        """A clause on a board in the text that differs from the referee's after the turn, which
        led from `position` to `after`; empty where the place is not certain, None where no board
        differs. Raises Fault where the difference ends the game."""
        if self.mode == "none":
            return None
        if self.mode not in ("auto", "remark"):
            self._compare(turn, after, text)
            return None
        if self.rules.pits < SMALLEST:
            return None
        known = set(map(rows_of, accumulate(turn, Mancala.play, initial=position)))
        if after.outcome():
            known.add(Rows((0,) * self.rules.pits, (0,) * self.rules.pits))
        shown = self.shown(text)
        agreeing = [
            board
            for counting in (False, True)
            for board in self.shown(text, counting=counting)
            if board.rows in known
        ]
        styles, forms = {board.style for board in agreeing}, {board.form for board in agreeing}
        shown = self._alike(shown, forms)
        if agreeing:
            shown = _last_of_each_style(board for board in shown if board.style in styles)
            if not self._ends_otherwise(shown, known, after):
                self._agree(styles, after, text)
                self._forms = self._forms & forms or self._forms | forms
                return None
        return self._differs(shown, turn, after, ply) if shown else None

    def _ends_otherwise(self, last: list[Shown], known: set[Rows], after: Mancala) -> bool:
        """Whether the last board differs, though one before it agrees: it is almost the referee's,
        or other rules lead to it."""
        if not last or any(board.rows in known for board in last):
            return False
        return bool(self._explained(last).clause) or any(
            self.is_certain(board.rows, after) for board in last
        )

    def _differs(self, shown: list[Shown], turn: Turn, after: Mancala, ply: int) -> str:
        """A clause on boards that differ, the last one last. Raises Fault where the difference
        ends the game."""
        explained = self._explained(shown)
        style_is_known = len(self._styles) == 1
        likely = _last_of_each_style(shown) if style_is_known else shown
        rows = min((board.rows for board in likely), key=lambda rows: len(_parted(rows, after)))
        difference = self._clause_on(rows, turn, after)
        sentence = "; it ".join(filter(None, (difference, explained.clause)))
        certain = style_is_known and self.is_certain(rows, after)
        if self.mode == "auto" and (explained.took_another or certain):
            clause = explained.clause if explained.took_another else sentence
            raise Fault(Termination.BOARD_DIFFERS, clause)
        is_like_ours = len(_parted(rows, after)) <= self.rules.pits
        if not self.first_difference and (is_like_ours or explained.clause):
            self.first_difference = f"after ply {ply} it {sentence}"
        return sentence if style_is_known or explained.clause else ""

    def object(self, turns: Mapping[Turn, Mancala], text: str, position: Mancala) -> None:
        """Raises Fault where the text has a board that no turn leads to."""
        shown = self._alike(self.shown(text))
        boards = [board for board in shown if board.rows != rows_of(position)]
        if not boards or not turns or self.mode == "none":
            return
        results = {rows_of(after) for after in turns.values()}
        if any(board.rows in results for board in _last_of_each_style(boards)):
            return  # the move is there, though not told as `move` says
        explained = self._explained(boards)
        if explained.took_another:
            raise Fault(Termination.BOARD_DIFFERS, explained.clause)
        last, nearest = min(
            product((board.rows for board in _last_of_each_style(boards)), turns),
            key=lambda pair: len(_parted(pair[0], turns[pair[1]])),
        )
        if explained.clause or self.is_certain(last, turns[nearest]):
            best = self._clause_on(last, nearest, turns[nearest])
            why = f"; it {explained.clause}" if explained.clause else ""
            raise Fault(
                Termination.BOARD_DIFFERS,
                f"draws a board that no move leads to; at best it {best}{why}",
            )

    def is_certain(self, rows: Rows, after: Mancala) -> bool:
        """Whether this is a board of the program, though it differs: the style of its boards is
        known, and most of its pits agree. Other tables of numbers differ more."""
        known = len(self._styles) == 1 and self.agreed >= SURE
        return known and len(_parted(rows, after)) <= self.rules.pits

    def _alike(self, shown: list[Shown], forms: Set[str] = frozenset()) -> list[Shown]:
        """The boards with the same text around their numbers as those that agreed before, or with
        one of these `forms`; all while none is known. Lists of moves or counts have another."""
        known = self._forms | forms
        return [board for board in shown if not known or board.form in known]

    def _agree(self, styles: set[Style], after: Mancala, text: str) -> None:
        self._styles = [style for style in self._styles if style in styles]
        self.agreed += 1
        self.first_difference = ""
        goals = after.score()
        score = Score(goals.stones(self.seat), goals.stones(self.seat.other))
        if (order := in_order(text, score)) is not None:
            self.own_goal_first = order

    def _explained(self, boards: Iterable[Shown]) -> Explanation:
        """Why such boards differ: the program took a move for another, or sows by other rules."""
        boards = list(boards)
        shown = {board.rows for board in boards}
        # A board before the last one may be of the middle of a turn.
        last = {board.rows for board in _last_of_each_style(boards)}
        before, move = self.rules.start(self.seat), None
        if self.typed:
            if taken := self._taken(self.typed, shown):
                return Explanation(taken, took_another=True)
            before, move = self.typed.before, self.typed.move
        fitting = [
            sister.rules
            for sister in self._sisters()
            if any(rows_of(after) in last for after in turns_from(sister).values())
        ]
        if fitting:
            self.explaining = fitting
            self.names_a_rule = True
            named = self.names_sisters
            return Explanation(f"seems to {plays_as(self.rules, fitting, named=named)}")
        again = self.typed is not None and self.typed.again
        does = seems_to(before, move, last, self._agreed_moves(), again=again)
        self.names_a_rule = bool(does)
        return Explanation(f"seems to {does}" if does else "")

    def _taken(self, typed: Typed, shown: set[Rows]) -> str:
        """A clause on the pit that the program has sown in place of the one that was typed. A board
        without the program's own move shows it for certain; others may have several readings."""
        before, told, label, _ = typed
        legal = [move for move in before.legal_moves() if move != told]
        direct = [move for move in legal if rows_of(before.play(move)) in shown]
        found = direct or [
            move
            for move in legal
            if any(rows_of(board) in shown for board in turns_from(before.play(move)).values())
        ]
        if not found:
            return ""
        self.took_another = True
        if len(found) > 1:
            return f"seems to take the input {label!r} for another pit: {_TYPES}"
        [self.taken] = found
        side, cell = before.turn, found[0].cell
        place = cell - self.rules.row(side)[0]
        fitting = [
            name
            for name, scheme in NUMBERINGS.items()
            if scheme.labels(self.rules, side)[place].lower() == label.lower()
        ]
        how = _TYPES
        if fitting:
            order = "first" if self.moves_first else "second"
            names = " or ".join(f"`numbering: {name}`" for name in fitting)
            how = f"where it moves {order}, that fits {names}"
        return f"took the input {label!r} for pit {self._both(cell)}: {how}"

    def _clause_on(self, rows: Rows, turn: Turn, after: Mancala) -> str:
        """A clause on the first pit where a drawn board differs from the board after the turn."""
        pit, *others = _parted(rows, after)
        row = Side.SOUTH if pit < self.rules.pits else Side.NORTH
        stones = (rows.south if row is Side.SOUTH else rows.north)[pit - self.rules.row(row)[0]]
        return (
            f"shows {stones} in pit {self._both(pit)} after its move {turn_text(after, turn)},"
            f" where the rules give {after.cells[pit]}{more_differ(len(others))}"
        )

    def _both(self, pit: int) -> str:
        """The number of a pit in the program's world, and on the referee's board where that
        differs."""
        here = self.rules.across(pit)
        return f"{pit} ({here} on the referee's board)" if self.turned else str(pit)

    def _compare(self, turn: Turn, after: Mancala, text: str) -> None:
        """Compares the last board that the description's pattern finds. Raises Fault where it
        differs."""
        *_, last = [None, *re.finditer(self.mode, text, re.MULTILINE)]
        if last is None:
            return
        shown = [number or "nothing" for number in last.groups()]
        cells = tuple(int(number) if _STONES.fullmatch(number) else None for number in shown)
        outcome = after.outcome()
        swept = outcome and (cells[self.rules.pits], cells[-1]) == outcome[:2]
        if cells != after.cells and not swept:
            raise Fault(
                Termination.BOARD_DIFFERS,
                f"shows the board {excerpt(','.join(shown))} after its move"
                f" {turn_text(after, turn)}, where the rules give"
                f" {','.join(map(str, after.cells))}",
            )


def _last_of_each_style(shown: Iterable[Shown]) -> list[Shown]:
    """All readings of the board that each style has drawn last."""
    boards = list(shown)
    last = {board.style: board.place for board in boards}
    return [board for board in boards if board.place == last[board.style]]


def _parted(rows: Rows, position: Mancala) -> list[int]:
    """The pits that hold another number on a drawn board."""
    right = rows_of(position)
    cells = zip((*rows.south, None, *rows.north), (*right.south, None, *right.north), strict=True)
    return [pit for pit, (shown, stones) in enumerate(cells) if shown != stones]
