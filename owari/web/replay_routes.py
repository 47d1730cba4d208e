"""The page of a record, whose games it replays, and the positions that a page asks about: their
moves, what each is worth, and a table that goes on."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from owari.analysis.review import Review
from owari.analysis.values import MoveValues, move_values
from owari.errors import BadInput
from owari.games.catalog import find_game
from owari.games.game import BadPosition, Position
from owari.records.pgn import read_games, record_text
from owari.records.record import GameRecord
from owari.report.result_tables import verdict
from owari.report.review_tables import stated_margin
from owari.text.printable import plain
from owari.viewer.game_data import cells_of, game_data
from owari.web.reviews import PositionValues
from owari.web.shared_engine import engine_at_once
from owari.web.site import Site
from owari.web.table_state import standing

LONGEST_POSITION = 600
"""Characters."""
SECONDS = 1.0
"""The longest search for the values of a position."""


class ServedRecord:
    """The games of a file, read again when it has changed."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self._read: tuple[float, list[GameRecord]] = (-1.0, [])

    def games(self) -> list[GameRecord]:
        """All games. Raises BadInput."""
        try:
            if not self.file.is_file():  # a pipe would keep its reader for ever
                raise FileNotFoundError
            changed = self.file.stat().st_mtime
            if changed != self._read[0]:
                text = "".join(record_text([self.file.read_bytes()], self.file.name))
                self._read = (changed, read_games(text, self.file.name))
        except OSError:
            raise BadInput(f"{self.file.name} cannot be read any more") from None
        return self._read[1]


def routes(site: Site) -> Sequence[BaseRoute]:
    """The routes of positions, and of the records of the settings, which are known by their places
    there."""
    records = {str(place): ServedRecord(file) for place, file in enumerate(site.settings.records)}

    def games(request: Request) -> list[GameRecord]:
        place = request.path_params["place"]
        if place not in records:
            raise HTTPException(404, "This server shows no such record.")
        return records[place].games()

    def page(request: Request) -> Response:
        place = request.path_params["place"]
        return record_page(site, request, games(request), records[place].file.stem)

    def game(request: Request) -> Response:
        return record_game(request, games(request))

    async def position(request: Request) -> Response:
        """Everybody may look at moves, and at what is known of their values; a search is for who
        may change something."""
        words = request.query_params
        found = await run_in_threadpool(_read, words.get("game", ""), words.get("position", ""))
        data = _data(found)
        if "values" in words and not data["over"]:
            if request.state.may_change:
                data |= await run_in_threadpool(_values, found, site.values)
            elif known := site.values.of(found):
                data |= _worths(found, known)
            else:
                raise HTTPException(403, "Only those who may change something ask the engine.")
        return JSONResponse(data)

    return [
        Route("/records/{place}", page),
        Route("/api/records/{place}/games/{number}", game),
        Route("/api/positions", position),
    ]


def record_page(
    site: Site,
    request: Request,
    games: Sequence[GameRecord],
    title: str = "",
    *,
    reviewed: bool = False,
) -> Response:
    """The page that replays these games, which it asks of the same address below `/api`. Without a
    title it has that of the game that it shows. It asks for the analysis of `reviewed` games."""
    titles = [_title(number, record) for number, record in enumerate(games, 1)]
    address = f"/api{quote(request.url.path)}/games"
    data = {"games": address, "titles": titles, "reviewed": reviewed}
    return site.page(request, "record.html", data, title=title)


def record_game(request: Request, games: Sequence[GameRecord]) -> Response:
    """The game of the number in the address. Raises HTTPException where there is none."""
    return JSONResponse(shown_game(request, games))


def shown_game(
    request: Request, games: Sequence[GameRecord], review: Review | None = None
) -> dict[str, Any]:
    """The game of the number in the address as data, with what is known of its moves. Raises
    HTTPException where there is none."""
    number = request.path_params["number"] if len(games) > 1 else ""
    return game_data(game_of(request, games), id=number, review=review)


def game_of(request: Request, games: Sequence[GameRecord]) -> GameRecord:
    """The game of the number in the address. Raises HTTPException where there is none."""
    found = {str(number): record for number, record in enumerate(games, 1)}
    number = request.path_params["number"]
    if number not in found:
        raise HTTPException(404, "The record has no such game.")
    return found[number]


def _title(number: int, record: GameRecord) -> str:
    """A line of the list of games, such as `3: Ann - Ben, Ann wins`."""
    end = verdict(record.south, record.north, record.ending)
    return plain(f"{number}: {record.south} \u2013 {record.north}, {end}")


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
    return _worths(position, kept.proved(position, found))


def _worths(position: Position, values: MoveValues) -> dict[str, Any]:
    return {
        "worth": {
            str(move.cell): stated_margin(values.stated(move))
            for move in values.moves
            if move.cell >= 0
        },
        "standing": standing(values, position),
    }
