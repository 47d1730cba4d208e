"""A game as the data that a page shows, in the form that `static/types.js` describes: moves,
values, layout, contents and names of the cells."""

from __future__ import annotations

from typing import Any

from owari.analysis.review import Judged, Review
from owari.analysis.values import Certainty, MoveValues, Stated
from owari.engine.evaluation import margin_of_end
from owari.games.game import FamilyTable, Game, Kind, Move, Outcome, Position, Side, Value
from owari.games.mancala import SowingRules
from owari.games.numbering import BOARD, Numbering, numberings
from owari.games.othello import OthelloRules
from owari.games.square_boards import BLACK, EMPTY
from owari.records.record import GameRecord, Origin, Ply, Result, Termination
from owari.referee.referee import where_it_stood
from owari.report.families import named, report_of
from owari.report.result_tables import verdict
from owari.report.review_tables import decision_text, review_sentences
from owari.text.printable import plain


def game_data(
    record: GameRecord,
    *,
    id: str = "",
    review: Review | None = None,
    numbering: Numbering[Any] | None = None,
) -> dict[str, Any]:
    """The `GameData` of a record. `id` is its number in a tournament or a file. A review adds what
    each move was worth. The cells have the board's own names if no numbering is given."""
    rules, ending = record.game, record.ending
    words = report_of(rules)
    positions = list(record.positions())
    outcome = positions[-1].outcome()
    judged = {move.number: move for move in review.moves} if review else {}
    data = {
        "id": id,
        "rules": rules.name,
        "layout": layout_of(record.start),
        "south": plain(record.south),
        "north": plain(record.north),
        "first": _word(record.first),
        "cells": [*map(LAYOUTS[rules].cells, positions)],
        "positions": [*map(str, positions)],
        "plies": [
            _ply(rules, ply, outcome if number == len(record.plies) else None)
            | (_worth(rules, judged[number]) if number in judged else {})
            for number, ply in enumerate(record.plies, 1)
        ],
        "result": ending.result.value,
        "score": [ending.score.south, ending.score.north],
        "margin": ending.score.margin(Side.SOUTH),
        "termination": ending.termination.value,
        "reason": plain(_reason(record)),
        "summary": _summary(record),
        "names": cell_names(rules, numbering),
        "verb": words.sows,
        "pieces": rules.pieces,
        "heading": _heading(record),
    }
    if origin := Origin.of(record):
        data["origin"] = {"text": plain(origin.text)}
    if record.lost_turn is not None and ending.forfeited_by:
        (loser,) = ending.forfeited_by
        data["lost_turn"] = {
            "side": _word(loser),
            "seconds": record.lost_turn,
            "late": ending.termination is Termination.TIMED_OUT,
        }
    if decision := decision_text(record, review):
        data["decision"] = {"text": decision, "sides": [_word(side) for side in _ended(record)]}
    if review:
        data["review"] = review_sentences(review)
        if standing := review.standing(Side.SOUTH):
            data["standing"] = _value(_as_value(standing.stated()))
        if decisive := review.decisive_move:
            data["turning_point"] = decisive.number
        told = (review.turning_point, review.worst_move)
        data["told_plies"] = [move.number for move in told if move]
    return data


def _reason(record: GameRecord) -> str:
    """The reason of the ending. The position of an illegal move is on the board, and the moves that
    were legal are told in words."""
    position, ending = record.final, record.ending
    moves = position.legal_moves()
    if ending.termination is not Termination.ILLEGAL_MOVE or not moves:
        return ending.reason
    could = f"{position.turn} could play {named(record.game, moves)}"
    return ending.reason.replace(where_it_stood(position), could)


def _ended(record: GameRecord) -> tuple[Side, ...]:
    """The sides that ended the game before the rules did: by a forfeit or a resignation."""
    ending = record.ending
    winner = ending.result.winner
    if ending.termination is Termination.RESIGNED and winner:
        return (winner.other,)
    return ending.forfeited_by


_WORDS = {side: str(side).lower() for side in Side}


def _word(side: Side) -> str:
    """`south` or `north`."""
    return _WORDS[side]


def _ply(rules: Game, ply: Ply, outcome: Outcome | None) -> dict[str, Any]:
    """The ply with what is known of it. What a player expects of a ply that ends the game with this
    outcome is no estimate any more."""
    side, move, seconds, depth, value, comment, _ = ply
    data: dict[str, Any] = {
        "side": _WORDS[side],
        "text": rules.format_move(move),
        "cell": move.cell if move.cell >= 0 else None,
    }
    if seconds is not None:
        data["seconds"] = seconds
    if depth is not None:
        data["depth"] = depth
    if value:
        stated = _stated(rules, value)
        if outcome and stated == (outcome.margin(side), Kind.ESTIMATED):
            stated = Value(stated.number, Kind.EXACT)
        data["value"] = _value(stated)
    if comment := comment and plain(comment):
        data["comment"] = comment
    return data


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
    return {**worth, "loss": amount_data(lost), "best": best_text(rules, move.values)}


def best_text(rules: Game, values: MoveValues) -> str:
    """The best moves, behind `probably` where that is not proved."""
    names = ", ".join(map(rules.format_move, values.best))
    return names if values.best_is_proved else f"probably {names}"


def amount_data(amount: Stated) -> dict[str, Any]:
    """The `Amount` of `types.js`, the same wherever a page tells what a move gave away."""
    return {"kind": amount.certainty.value, "number": amount.number}


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


class CellLayout:
    """The layout `text` of a family without an entry: its page shows the text of the position.
    Subclasses may use `Any` in place of the type of their own rules and positions."""

    def layout(self, position: Any) -> dict[str, Any]:
        """The `Layout` of `types.js`."""
        return {"family": "text"}

    def cells(self, position: Any) -> list[int] | str:
        """The contents of all cells, the `Cells` of `types.js`."""
        return str(position)

    def names(self, rules: Any, numbering: Numbering[Any]) -> list[str]:
        """The names of all cells in the order of `cells`; here all moves, by number."""
        last = max(rules.cells(side)[-1] for side in Side)
        return [numbering.label(rules, cell, Side.SOUTH) for cell in range(last + 1)]


class PitLayout(CellLayout):
    """Two rows of pits and two goals."""

    def layout(self, position: Any) -> dict[str, Any]:
        """The pits a side."""
        return {"family": "pits", "size": position.rules.pits}

    def cells(self, position: Any) -> list[int]:
        """The stones of all pits and goals."""
        return list(position.cells)

    def names(self, rules: Any, numbering: Numbering[Any]) -> list[str]:
        """The labels of the pits. A goal has a number of its own on the board alone."""
        names: list[str] = []
        for side in Side:
            goal = rules.cell_name(Move(rules.goal(side))) if numbering is BOARD else "goal"
            names += (*numbering.labels(rules, side), goal)
        return names


class SquareLayout(CellLayout):
    """A board of squares."""

    def layout(self, position: Any) -> dict[str, Any]:
        """The squares a side, and the side with the black discs."""
        size = position.rules.size
        return {"family": "squares", "size": size, "black": str(position.black).lower()}

    def cells(self, position: Any) -> str:
        """A character a square, row by row from the top: `S`, `N` or `.`."""
        black, white = position.black.value, position.black.other.value
        marks = str(position).split()[0]
        return "".join("." if m == EMPTY else black if m == BLACK else white for m in marks)

    def names(self, rules: Any, numbering: Numbering[Any]) -> list[str]:
        """The labels of the squares."""
        return list(numbering.labels(rules, Side.SOUTH))


LAYOUTS: FamilyTable[CellLayout] = FamilyTable(
    "layout", {SowingRules: PitLayout(), OthelloRules: SquareLayout()}, default=CellLayout()
)


def layout_of(position: Position) -> dict[str, Any]:
    """The `Layout` of a board on which this position stands."""
    return LAYOUTS[position.rules].layout(position)


def cells_of(position: Position) -> list[int] | str:
    """The contents of all cells, the `Cells` of `types.js`."""
    return LAYOUTS[position.rules].cells(position)


def cell_names(rules: Game, numbering: Numbering[Any] | None = None) -> list[str]:
    """The names of all cells as `GameData` has them, by default the board's own."""
    numbering = numbering or numberings(rules)["board"]
    names = _known_names.get((rules, numbering))
    if names is None:
        names = _known_names[rules, numbering] = LAYOUTS[rules].names(rules, numbering)
    return list(names)


_known_names: dict[tuple[Game, Numbering[Any]], list[str]] = {}
