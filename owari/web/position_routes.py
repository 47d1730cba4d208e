"""Positions that a page asks about: their moves, what each is worth, and a table that goes on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from owari.analysis.values import move_values
from owari.errors import BadInput
from owari.games.catalog import find_game
from owari.games.game import BadPosition, Position
from owari.report.review_tables import stated_margin
from owari.viewer.game_data import cells_of
from owari.web.position_values import PositionValues
from owari.web.shared_engine import engine_at_once
from owari.web.site import Site
from owari.web.table_state import standing

LONGEST_POSITION = 600
"""Characters."""
SECONDS = 1.0
"""The longest search for the values of a position."""


def routes(site: Site) -> Sequence[BaseRoute]:
    """The route of positions. Everybody may look at moves; a search is for who may change
    something."""

    async def position(request: Request) -> Response:
        words = request.query_params
        found = await run_in_threadpool(_read, words.get("game", ""), words.get("position", ""))
        data = _data(found)
        if "values" in words and not data["over"]:
            if not request.state.may_change:
                raise HTTPException(403, "Only those who may change something ask the engine.")
            data |= await run_in_threadpool(_values, found, site.values)
        return JSONResponse(data)

    return [Route("/api/positions", position)]


def _read(game: str, text: str) -> Position:
    """The position. Raises BadInput."""
    try:
        rules = find_game(game)
        if len(text) > LONGEST_POSITION:
            raise BadPosition("it is too long")
        return rules.parse_position(text)
    except ValueError as error:
        raise BadInput(f"the position cannot be read: {error}") from None


def _data(position: Position) -> dict[str, Any]:
    """What a page shows of the position, with the positions after all moves."""
    rules, outcome = position.rules, position.outcome()
    return {
        "cells": cells_of(position),
        "turn": None if outcome else str(position.turn).lower(),
        "over": outcome is not None,
        "ending": f"The game is over, {outcome.south}-{outcome.north}." if outcome else "",
        "moves": [
            {
                "cell": move.cell if move.cell >= 0 else None,
                "name": rules.format_move(move),
                "position": str(position.play(move)),
            }
            for move in (() if outcome else position.legal_moves())
        ],
    }


def _values(position: Position, kept: PositionValues) -> dict[str, Any]:
    """The final margin of each move by its cell, with `~` before an estimate, and that of the
    position for South."""
    with engine_at_once():
        known = kept.of(position)
        found = move_values(position, seconds=SECONDS, known=known.moves if known else None)
    values = kept.proved(position, found)
    return {
        "worth": {
            str(move.cell): stated_margin(values.stated(move))
            for move in values.moves
            if move.cell >= 0
        },
        "standing": standing(values, position),
    }
