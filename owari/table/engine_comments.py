"""The values that the engine or a greedy player gives to all moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from owari.analysis.values import MoveValues, Worth, engine_values, height, move_values
from owari.engine.families import evaluation_for
from owari.games.game import Kind, Move
from owari.players.builtin_bots import GreedyPlayer, greed
from owari.players.engine_player import EnginePlayer
from owari.players.player import Choice, Player
from owari.report.families import report_of
from owari.report.review_tables import stated_margin
from owari.table.event_text import worth
from owari.table.session import Session

_SECONDS = 1.0
"""For the values of an engine without a depth or a time."""


class _Move(NamedTuple):
    move: Move
    height: float
    """The order of the moves, the highest first."""
    value: str


def considered(session: Session, choice: Choice, player: Player) -> Sequence[str]:
    """A list of all legal moves with their ranks and gains, and a mark at the chosen move. The list
    is empty for other players.

    A greedy player ranks moves by their gains. An engine ranks them by value. With only a depth,
    these are the values of its own search, in which the chosen move is first. With a time or in
    perfect play they are final margins, proved or estimated in as much time again; the deeper
    result of the engine's own search replaces an estimate.
    """
    if isinstance(player, GreedyPlayer):
        return _by_greed(session, choice)
    return _by_search(session, choice, player) if isinstance(player, EnginePlayer) else ()


def _by_greed(session: Session, choice: Choice) -> Sequence[str]:
    position, words = session.position, report_of(session.record.game)
    takes = {move: greed(position, move) for move in position.legal_moves()}
    ranks = sorted(takes.values(), reverse=True)
    rows = [
        (ranks.index(taken) + 1, session.called(move), taken[0], _mark(move, choice))
        for move, taken in sorted(takes.items(), key=lambda item: item[1], reverse=True)
    ]
    how = f"by the {position.rules.pieces} that each {words.gains}"
    return _listed(how, rows, ("rank", words.cell, words.gains, ""))


def _by_search(session: Session, choice: Choice, player: EnginePlayer) -> Sequence[str]:
    position = session.position
    if player.depth is not None and player.seconds is None:
        exact = choice.value is not None and choice.value.kind is Kind.EXACT
        depth = player.depth if exact else choice.depth or player.depth  # it may have been stopped
        evaluation = evaluation_for(position.rules, player.evaluation)
        known = engine_values(position, depth=depth, evaluation=evaluation)
        moves = [
            _Move(move, height(value, evaluation), worth(value)) for move, value in known.items()
        ]
        how = f"look-ahead {depth}, by {evaluation.name}"
    else:
        margins = _as_found(move_values(position, seconds=player.seconds or _SECONDS), choice)
        moves = [
            _Move(move, known.guess, stated_margin(margins.stated(move)))
            for move, known in margins.moves.items()
        ]
        how = "final margins, ~ where they are estimates"
    moves.sort(key=lambda each: (-each.height, each.move != choice.move))
    heights = [each.height for each in moves]
    words = report_of(position.rules)
    rows = [
        (
            heights.index(each.height) + 1,
            session.called(each.move),
            position.gain(each.move),
            each.value,
            _mark(each.move, choice),
        )
        for each in moves
    ]
    return _listed(how, rows, ("rank", words.cell, words.gains, "value", ""))


def _mark(move: Move, choice: Choice) -> str:
    return "chosen" if move == choice.move else ""


def _listed(how: str, rows: Sequence[tuple[object, ...]], headers: Sequence[str]) -> Sequence[str]:
    from tabulate import tabulate

    align = ("right", "left", "right", "left", "left")[: len(headers)]
    drawn = tabulate(rows, headers, "plain", colalign=align, disable_numparse=True)
    return [f"= its moves: {how}", *(f"=   {line}" for line in drawn.splitlines())]


def _as_found(margins: MoveValues, choice: Choice) -> MoveValues:
    """The margins with the engine's own estimate of the chosen move, and none above it."""
    value = choice.value
    if value is None or value.kind is Kind.SCORE or choice.depth is None:
        return margins  # of another scale, or no search
    found, exact = value.margin, value.kind is Kind.EXACT

    def bettered(move: Move, worth: Worth) -> Worth:
        if move == choice.move:
            return Worth.proved(found) if exact else worth.guessed(found)
        return worth.guessed(min(worth.guess, found))

    return MoveValues({move: bettered(move, worth) for move, worth in margins.moves.items()})
