"""The frameworks that speak through files, answered as a player: one `state` is read, and moves are
written for it; see `owari.programs.dialogues.file_framework`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from owari.games.othello import OthelloPosition, OthelloRules
from owari.players.player import Clock
from owari.serving.speaker import BadRequest, Chooser, check_turn, reading

__all__ = ["LARGEST", "answers"]

LARGEST = 65536
"""Characters of a state."""
_MARKS = {"0": "-", "1": "X", "2": "O"}


def answers(rules: Any, chooser: Chooser, state: str) -> Iterator[str]:
    """The lines to be written, a better move after the first legal one. The board says its own
    size. Raises BadRequest."""
    position = _position(rules, state)
    check_turn(position)
    moves = position.legal_moves()
    size = position.rules.size
    yield _line(moves[0].cell, size)
    if len(moves) > 1:
        yield _line(chooser.choose(position, Clock()).move.cell, size)


def _line(cell: int, size: int) -> str:
    return f"{cell // size} {cell % size}\n"


def _position(rules: OthelloRules, state: str) -> OthelloPosition:
    lines = [line for line in state.splitlines() if line.strip()]
    if not lines or lines[0].strip() not in ("1", "2"):
        raise BadRequest("a state begins with the side to move, 1 for Black or 2 for White")
    size = len(lines[1].split()) if len(lines) > 1 else 0
    squares = " ".join(lines[1 : size + 1]).split()
    if strange := [square for square in squares if square not in _MARKS]:
        raise BadRequest(f"{strange[0][:20]!r} is no square: they are 0, 1 (Black) and 2 (White)")
    text = f"{''.join(map(_MARKS.__getitem__, squares))} {_MARKS[lines[0].strip()]}"
    with reading(f"no board of {rules.family}"):
        return rules.resized(size).parse_position(text)
