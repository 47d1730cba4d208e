"""What an engine at the table thinks of its moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tabulate import tabulate

from owari.analysis.values import MoveValues, Worth, engine_values, height, move_values
from owari.engine.evaluations import evaluation_for
from owari.games.game import Move
from owari.games.value import Kind
from owari.players.engine import EnginePlayer
from owari.players.player import Choice
from owari.report.reviews import stated_margin
from owari.report.vocabulary import gain, vocabulary
from owari.table.session import Table
from owari.table.telling import worth

__all__ = ["considered"]

SECONDS = 1.0
"""For the values of an engine that has neither a depth nor a time."""


class _Move(NamedTuple):
    move: Move
    height: float
    """By which the moves are ranked, the highest first."""
    value: str


def considered(table: Table, choice: Choice, player: EnginePlayer) -> Sequence[str]:
    """A list of all legal moves with what they flip or win, their values to the engine and their
    ranks, the one that it has chosen marked.

    To a depth alone the values are those of the engine's own search, by which the chosen move is
    the first. With a time, or in perfect play, they are final margins, as far as they can be proved
    or estimated in as much time again; what the engine's own search has found of the margin, deeper
    than that of each move, goes before the estimates.
    """
    position = table.position
    if player.depth is not None and player.seconds is None:
        depth, evaluation = player.depth, evaluation_for(position.rules, player.evaluation)
        known = engine_values(position, depth=depth, evaluation=evaluation)
        moves = [
            _Move(move, height(value, evaluation), worth(value)) for move, value in known.items()
        ]
        how = f"look-ahead {depth}, by {evaluation.name}"
    else:
        margins = _as_found(move_values(position, seconds=player.seconds or SECONDS), choice)
        moves = [
            _Move(move, known.guess, stated_margin(margins.stated(move)))
            for move, known in margins.moves.items()
        ]
        how = "final margins, ~ where they are estimates"
    moves.sort(key=lambda each: (-each.height, each.move != choice.move))
    heights = [each.height for each in moves]
    words = vocabulary(position.rules)
    rows = [
        (
            heights.index(each.height) + 1,
            table.called(each.move),
            gain(position, each.move),
            each.value,
            "chosen" if each.move == choice.move else "",
        )
        for each in moves
    ]
    headers = ("rank", words.cell, words.gains, "value", "")
    align = ("right", "left", "right", "left", "left")
    drawn = tabulate(rows, headers, "plain", colalign=align, disable_numparse=True)
    return [f"= its moves: {how}", *(f"=   {line}" for line in drawn.splitlines())]


def _as_found(margins: MoveValues, choice: Choice) -> MoveValues:
    """The margins where an estimate of the chosen move is the engine's, and none is higher."""
    value = choice.value
    if value is None or value.kind is Kind.SCORE or choice.depth is None:
        return margins  # of another scale, or no search
    found, exact = value.margin, value.kind is Kind.EXACT

    def bettered(move: Move, worth: Worth) -> Worth:
        if move == choice.move:
            return Worth.proved(found) if exact else worth.guessed(found)
        return worth.guessed(min(worth.guess, found))

    return MoveValues({move: bettered(move, worth) for move, worth in margins.moves.items()})
