"""Rules by which programs sow wrongly: common mistakes, and other members of the family.

A board that differs is compared with what these rules make of the same moves, so that its author
learns which rule it is.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from owari.games.catalog import names_of
from owari.games.game import Move, Side
from owari.games.mancala import Capture, Mancala, SowingRules
from owari.programs.dialogues.console.pit_board_parser import Rows, rows_of
from owari.programs.dialogues.console.turns import turns_begun, turns_from

MOST_EXTRA = 50
"""Positions after extra turns to follow."""
MOST_CAPTURES = 400
"""The same where captures earn extra turns too."""
MOST_LAPS = 100
"""Times that one move sows on."""
_CAPTURES = {
    Capture.OPPOSITE: "leave the capturing stone where it is",
    Capture.BOTH: "take the capturing stone too, where there are stones opposite",
    Capture.BOTH_ALWAYS: "take the capturing stone even where the pit opposite is empty",
    None: "capture nothing",
}
_FROM_THE_OTHER_ROW = "capture where its last stone falls into an empty pit of the other side"
_ON_AND_ON = "sow on with the stones of the pit where its last stone falls"
_EXTRA_FOR_CAPTURES = "give an extra turn for a capture"


@dataclass(frozen=True, slots=True)
class OtherRules:
    """One sowing by rules that differ from the referee's in few things."""

    does: str
    """The words for it, after `it seems to`."""
    capture: Capture | None
    """None: a last stone takes nothing."""
    other_row: bool = False
    """A last stone in an empty pit of the other row captures too."""
    own_row: bool = True
    """One in the own row does."""
    twos_and_threes: bool = False
    """It takes from the other row as in Oware, and nothing else."""
    other_goal: bool = False
    """It sows into the opponent's goal too."""
    no_goal: bool = False
    """It sows into no goal."""
    skips_origin: bool = False
    """A lap leaves out the pit that it began from."""
    full_lap: bool = True
    """A lap that comes back to its own pit captures like any other."""
    clockwise: bool = False
    goes_on: bool = False
    """A last stone in a pit with stones is sown on with them."""

    def sown(self, position: Mancala, move: Move) -> Mancala | None:
        """The board after this sowing, with the side to move that moves next; None where the pit is
        empty."""
        n, cells = position.rules.pits, list(position.cells)
        side = position.turn
        goal, other = position.rules.goal(side), position.rules.goal(side.other)
        at = pit = move.cell
        stones, cells[pit] = cells[pit], 0
        if not stones:
            return None
        skipped = {
            cell
            for cell, leaves_out in (
                (other, not self.other_goal or self.no_goal),
                (goal, self.no_goal),
                (pit, self.skips_origin),
            )
            if leaves_out
        }
        for _ in range(MOST_LAPS if self.goes_on else 1):
            for _ in range(stones):
                at = self._next(at, len(cells))
                while at in skipped:
                    at = self._next(at, len(cells))
                cells[at] += 1
            if not self.goes_on or at in (goal, other) or cells[at] == 1:
                break
            stones, cells[at] = cells[at], 0
        self._take(cells, at, pit, goal, n)
        again = position.rules.extra_turn and at == goal
        return Mancala(position.rules, tuple(cells), side if again else side.other)

    def _next(self, at: int, cells: int) -> int:
        return (at + (-1 if self.clockwise else 1)) % cells

    def _take(self, cells: list[int], last: int, pit: int, goal: int, n: int) -> None:
        own = range(goal - n, goal)
        if self.twos_and_threes:
            while last not in own and last not in (n, 2 * n + 1) and cells[last] in (2, 3):
                cells[goal] += cells[last]
                cells[last] = 0
                last -= 1
            return
        is_pit = last not in (n, 2 * n + 1)
        in_row = self.own_row if last in own else self.other_row and is_pit
        if self.capture is None or not in_row or cells[last] != 1:
            return
        if last == pit and not self.full_lap:
            return
        opposite = 2 * n - last
        taken = cells[opposite]
        if self.capture is Capture.OPPOSITE:
            cells[goal], cells[opposite] = cells[goal] + taken, 0
        elif taken or self.capture is Capture.BOTH_ALWAYS:
            cells[goal], cells[opposite], cells[last] = cells[goal] + taken + 1, 0, 0


def other_rules(capture: Capture) -> Iterator[OtherRules]:
    """The rules that a program may have in place of rules with this capture, the likelier ones
    first."""
    ours = OtherRules("", capture)
    for other, does in _CAPTURES.items():
        if other is not capture:
            yield replace(ours, does=does, capture=other)
    yield replace(ours, does="sow the other side's goal", other_goal=True)
    yield replace(ours, does="capture from both rows", other_row=True)
    yield replace(ours, does=_FROM_THE_OTHER_ROW, other_row=True, own_row=False)
    yield replace(ours, does="leave out the pit that it emptied", skips_origin=True)
    yield replace(ours, does="capture nothing when a lap comes back to its own pit", full_lap=False)
    yield replace(ours, does="sow no goal", no_goal=True)
    yield replace(ours, does="sow clockwise", clockwise=True)
    yield replace(ours, does=_ON_AND_ON, goes_on=True, capture=None)
    yield replace(ours, does=_ON_AND_ON, goes_on=True)
    yield replace(ours, does="capture twos and threes as in Oware", twos_and_threes=True)


Sown = tuple[Mancala, Move, Mancala]
"""A move between two positions."""


def seems_to(
    before: Mancala,
    typed: Move | None,
    shown: Collection[Rows],
    agreed: Sequence[Sown] = (),
    *,
    again: bool = False,
) -> str | None:
    """The words for the wrong rule of a program that draws one of these boards. The opponent's move
    from the position `before` was typed (None: the program moves first), and the program has made a
    move of its own, or asks for another one. None where no rule explains the boards, or all that do
    would have changed a move that `agreed` with ours, or an extra turn that the program has taken.
    The opponent moved `again`, by an extra turn: a program that gives none has moved in between."""
    side = before.turn.other if typed else before.turn
    ours = before.play(typed) if typed else before
    shown = {*shown} - {rows_of(ours)} - {rows_of(after) for after in turns_from(ours).values()}
    # In the middle of a turn it plays as we do.
    whole = shown - {rows_of(begun) for begun in turns_begun(ours).values()}
    fitting = []
    for rules in other_rules(before.rules.capture):
        if any(_differs(rules, *sown) for sown in agreed):
            continue
        told = rules.sown(before, typed) if typed else before
        if told is None:
            continue
        asks_again = typed and told.turn is not side and rows_of(told) in whole
        if asks_again or any(
            rows_of(after) in whole for after in _after_its_turn(rules, told, side)
        ):
            fitting.append(rules)
    if fitting:
        unclear = fitting[0].other_row and not all(rules.own_row for rules in fitting)
        return _FROM_THE_OTHER_ROW if unclear else fitting[0].does
    takes = any(
        one.turn is side is after.turn and side is then.turn
        for (one, _, after), (then, _, _) in pairwise(agreed)
    )
    does = None if takes else _extra_turns(ours, side, shown)
    if not does and not again and ours.rules.extra_turn and ours.turn is side:
        return _EXTRA_FOR_CAPTURES if _extra_for_captures(ours, shown) else None
    return does


def plays_as(rules: SowingRules, others: Sequence[SowingRules], *, named: bool = True) -> str:
    """The words for a rule of these sister games that differs from the `rules`, where all of them
    fit what a program does. They may be left without a name."""
    one = others[0]
    if one.extra_turn is not rules.extra_turn:
        does = "give an extra turn" if one.extra_turn else "give no extra turn"
    else:
        does = _CAPTURES[one.capture]
    return f"{does}, as in {names_of(others)}, which fits all that it has drawn" if named else does


def _differs(rules: OtherRules, before: Mancala, move: Move, after: Mancala) -> bool:
    """Whether the move leads to another board than this one."""
    sown = rules.sown(before, move)
    return sown is None or rows_of(sown) != rows_of(after)


def _after_its_turn(rules: OtherRules, told: Mancala, side: Side) -> Iterator[Mancala]:
    """The boards after its moves, of which all but the last earn an extra turn."""
    begun = [told._replace(turn=side)]
    for position in begun:
        for pit in told.rules.row(side):
            after = rules.sown(position, Move(pit))
            if after is not None:
                yield after
                if after.turn is side and len(begun) < MOST_EXTRA:
                    begun.append(after)


def _extra_turns(told: Mancala, side: Side, shown: Collection[Rows]) -> str | None:
    """The words for an extra turn that the program takes or misses; None where the boards show
    neither."""
    rules = told.rules
    if rules.extra_turn:
        begun = [told.play(move) for move in told.legal_moves()] if told.turn is side else []
        once = [after for after in begun if after.turn is side and not after.outcome()]
        return "give no extra turn" if any(rows_of(after) in shown for after in once) else None
    for capture in (rules.capture, *Capture):
        with_extra = replace(rules, extra_turn=True, capture=capture)
        open_turns = [told._replace(rules=with_extra)] if told.turn is side else []
        for number, position in enumerate(open_turns):
            for move in position.legal_moves():
                after = position.play(move)
                if after.turn is side and len(open_turns) < MOST_EXTRA:
                    open_turns.append(after)
                if number and rows_of(after) in shown:
                    also = f" and to {_CAPTURES[capture]}" if capture is not rules.capture else ""
                    return f"take an extra turn for a last stone in its goal{also}"
    return None


def _extra_for_captures(told: Mancala, shown: Collection[Rows]) -> bool:
    """Whether a turn leads to one of the boards in which captures earn extra turns, and one has."""
    side = told.turn
    begun = [(told, False)]
    for position, has_captured in begun:
        for move in position.legal_moves():
            after = position.play(move)
            if has_captured and rows_of(after) in shown:
                return True
            captured = captures(position, after)
            goes_on = (captured or after.turn is side) and not after.outcome()
            if goes_on and len(begun) < MOST_CAPTURES:
                begun.append((after._replace(turn=side), has_captured or captured))
    return False


def captures(before: Mancala, after: Mancala) -> bool:
    """Whether the move between these positions takes stones of the other side."""
    side = before.turn
    return after.score().stones(side) - before.score().stones(side) > 1
