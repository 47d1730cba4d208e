"""Whole turns of a program: all its moves until the other side has to choose a move.

A turn has several moves where a move earns an extra turn, or where the other side has to pass.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from owari.games.game import PASS, IllegalMove, Move
from owari.programs.dialogues.dialogue import P

MOST_POSITIONS = 5000
"""Positions to follow from one where turns branch much."""

Turn = tuple[Move, ...]
"""The moves of one side; passes of the other side between them are left out."""


def turns_from(position: P) -> dict[Turn, P]:
    """The turns of the side to move and the positions they lead to, short turns first. Of turns
    with the same result only the first is here. Where the other side has to pass, the turn may end
    there or go on."""
    return _followed(position)[0]


def turns_begun(position: P) -> dict[Turn, P]:
    """The unfinished turns, after which the same side still has to move."""
    return _followed(position)[1]


def turn_of(position: P, moves: Iterable[Move]) -> Turn:
    """The moves as one turn, without repetitions. It ends where the turn does, or with its first
    illegal move; empty while the turn is unfinished."""
    side, before, after = position.turn, position, position
    turn: list[Move] = []
    for move in moves:
        legal = move in before.legal_moves()
        if turn and move == turn[-1] and not legal:
            continue
        turn.append(move)
        if not legal:
            return tuple(turn)
        after = before.play(move)
        goes_on = _again(after, position)
        if goes_on is None:
            return tuple(turn)
        before = goes_on
    return tuple(turn) if after.turn is not side else ()


def after_turn(position: P, turn: Turn) -> P | None:
    """The position after the turn; None where the turn is illegal."""
    after, before = position, position
    try:
        for move in turn:
            after = before.play(move)
            before = _again(after, position) or after
    except IllegalMove:
        return None
    return after


def turn_text(position: P, turn: Turn) -> str:
    """The names of the moves, as `5`, `f5`, or `5-3` for a turn of two."""
    return "-".join(map(position.rules.cell_name, turn))


def _again(after: P, before: P) -> P | None:
    """The position in which the side to move `before` moves once more; None if it does not."""
    side = before.turn
    if after.turn is not side and after.forced() == PASS:
        after = after.play(PASS)
    return after if after.turn is side and after.outcome() is None else None


def _followed(position: P) -> tuple[dict[Turn, P], dict[Turn, P]]:
    """The finished turns and the unfinished ones."""
    turns: dict[Turn, P] = {}
    begun: dict[Turn, P] = {}
    known: set[P] = set()
    unfinished: deque[tuple[Turn, P]] = deque([((), position)])
    while unfinished and len(known) < MOST_POSITIONS:
        turn, before = unfinished.popleft()
        for move in before.legal_moves():
            after = before.play(move)
            is_new = after not in known
            known.add(after)
            goes_on = _again(after, position)
            if goes_on and is_new:
                unfinished.append(((*turn, move), goes_on))
            if after.turn is position.turn and goes_on:
                if is_new:
                    begun[*turn, move] = after
            elif is_new or not turn:
                turns[*turn, move] = after
    return turns, begun
