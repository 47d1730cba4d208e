"""Games for tests of pages: played from a list of cells, or at random."""

from __future__ import annotations

from owari.games.game import Game, Position, Side
from owari.records.record import GameRecord, Ply

__all__ = ["at_random", "played"]


def played(rules: Game, cells: list[int], start: Position | None = None) -> GameRecord:
    """The game in which these cells are played."""
    position = start = start or rules.start()
    plies = []
    for cell in cells:
        move = next(move for move in position.legal_moves() if move.cell == cell)
        plies.append(Ply(position.turn, move))
        position = position.play(move)
    return GameRecord(rules, start, "A", "B", tuple(plies))


def at_random(rules: Game, choices: list[int], first: Side) -> GameRecord:
    """A game in which each number chooses one of the legal moves."""
    position = rules.start(first)
    plies = []
    for choice in choices:
        moves = position.legal_moves()
        if not moves:
            break
        move = moves[choice % len(moves)]
        plies.append(Ply(position.turn, move))
        position = position.play(move)
    return GameRecord(rules, rules.start(first), "A", "B", tuple(plies))
