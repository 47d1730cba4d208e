"""A game as the data that a page shows, in the form that `static/types.js` describes."""

from __future__ import annotations

from typing import Any

from owari.analysis.review import Judged, Review
from owari.analysis.values import Certainty, Stated
from owari.engine.evaluation import margin_of_end
from owari.games.game import Game, Side
from owari.games.numbering import Numbering
from owari.games.value import Kind, Value
from owari.records.record import GameRecord, Ply, Result
from owari.report.families import report_of
from owari.report.result_tables import verdict
from owari.report.review_tables import review_sentences
from owari.text.printable import plain
from owari.viewer.layouts import cell_names, cells_of, layout_of

__all__ = ["game_data"]


def game_data(
    record: GameRecord,
    *,
    id: str = "",
    review: Review | None = None,
    numbering: Numbering[Any] | None = None,
) -> dict[str, Any]:
    """The `GameData` of a record.

    `id` is its number in a tournament or a file. A review adds what each move was worth. The cells
    have the board's own names if no numbering is given.
    """
    rules, ending = record.game, record.ending
    words = report_of(rules)
    judged = {move.number: move for move in review.moves} if review else {}
    data = {
        "id": id,
        "rules": rules.name,
        "layout": layout_of(record.start),
        "south": plain(record.south),
        "north": plain(record.north),
        "first": _word(record.first),
        "cells": [cells_of(position) for position in record.positions()],
        "plies": [
            _ply(rules, ply) | (_worth(rules, judged[number]) if number in judged else {})
            for number, ply in enumerate(record.plies, 1)
        ],
        "result": ending.result.value,
        "score": [ending.score.south, ending.score.north],
        "margin": ending.score.margin(Side.SOUTH),
        "termination": ending.termination.value,
        "reason": plain(ending.reason),
        "summary": _summary(record),
        "names": cell_names(rules, numbering),
        "verb": words.sows,
        "pieces": rules.pieces,
        "heading": _heading(record),
    }
    if review:
        data["review"] = review_sentences(review)
        if turning := review.turning_point:
            data["turning_point"] = turning.number
    return data


def _word(side: Side) -> str:
    """`south` or `north`."""
    return str(side).lower()


def _ply(rules: Game, ply: Ply) -> dict[str, Any]:
    """The ply with what is known of it."""
    facts = {
        "seconds": ply.seconds,
        "depth": ply.depth,
        "value": _value(_stated(rules, ply.value)) if ply.value else None,
        "comment": plain(ply.comment) or None,
    }
    return {
        "side": _word(ply.side),
        "text": rules.format_move(ply.move),
        "cell": ply.move.cell if ply.move.cell >= 0 else None,
        **{name: fact for name, fact in facts.items() if fact is not None},
    }


def _stated(rules: Game, value: Value) -> Value:
    """The value; for the score of a finished game that a search has seen, an estimated margin."""
    margin = margin_of_end(value)
    if margin is None or abs(margin) > (rules.most_pieces or 0):
        return value
    return Value(margin, Kind.ESTIMATED)


def _worth(rules: Game, move: Judged) -> dict[str, Any]:
    """What the position before a ply was worth, and what the ply gave away."""
    worth = {"worth": _value(_as_value(move.values.worth.stated()))}
    lost = move.values.stated_loss(move.ply.move)
    if not lost.number:
        return worth
    best = ", ".join(map(rules.format_move, move.values.best))
    return {**worth, "loss": _value(_as_value(lost)), "best": best}


def _as_value(stated: Stated) -> Value:
    """The number, exact where it is proved; a bound is no more than an estimate here."""
    exact = stated.certainty is Certainty.EXACT
    return Value(stated.number, Kind.EXACT if exact else Kind.ESTIMATED)


def _value(value: Value) -> dict[str, Any]:
    return {"kind": value.kind.value, "number": value.number}


def _summary(record: GameRecord) -> str:
    """`19-17, Depth 8 wins`, or `unfinished`."""
    said = plain(str(verdict(record.south, record.north, record.ending)))
    return said if record.ending.result is Result.UNFINISHED else f"{record.ending.score}, {said}"


def _heading(record: GameRecord) -> dict[str, str]:
    """What is known of the game's place in a tournament."""
    known = {
        "Event": record.event,
        "Date": record.date,
        "Round": record.round,
        "Opening": record.opening,
        "Pair": record.pair,
        "Leg": record.leg,
        "Machine": record.machine,
    }
    return {name: plain(text) for name, text in known.items() if text}
