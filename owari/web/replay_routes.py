"""The page of a record, whose games it replays, and the positions that a page asks about: their
moves, what each is worth, and a table that goes on."""

from __future__ import annotations

import stat
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple
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


class _Games(NamedTuple):
    """The games of a record, and a line on each for a list."""

    records: Sequence[GameRecord]
    titles: Sequence[str]

    @classmethod
    def of(cls, records: Sequence[GameRecord]) -> _Games:
        """These games with their lines."""
        return cls(records, [_title(number, each) for number, each in enumerate(records, 1)])


class ServedRecord:
    """The games of a file, read again when it has changed."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self._lock = threading.Lock()
        self._stamp: object = None
        self._read = _Games([], [])
        self._problem: BadInput | None = None

    def games(self) -> _Games:
        """All games. However many ask, one thread reads a new content, once. Raises BadInput."""
        try:
            with self._lock:
                found = self.file.stat()
                if not stat.S_ISREG(found.st_mode):  # a pipe would keep its reader for ever
                    raise FileNotFoundError
                stamp = found.st_ino, found.st_size, found.st_mtime_ns
                if stamp != self._stamp:
                    self._read_anew()
                    self._stamp = stamp
        except OSError:
            raise BadInput(f"{self.file.name} cannot be read any more") from None
        if self._problem:
            raise self._problem
        return self._read

    def _read_anew(self) -> None:
        self._read, self._problem = _Games([], []), None
        try:
            text = "".join(record_text([self.file.read_bytes()], self.file.name))
            self._read = _Games.of(read_games(text, self.file.name))
        except BadInput as error:
            self._problem = error


def routes(site: Site) -> Sequence[BaseRoute]:
    """The routes of positions, and of the records of the settings, which are known by their places
    there."""
    records = {str(place): ServedRecord(file) for place, file in enumerate(site.settings.records)}

    def games(request: Request) -> _Games:
        place = request.path_params["place"]
        if place not in records:
            raise HTTPException(404, "This server shows no such record.")
        return records[place].games()

    def page(request: Request) -> Response:
        place = request.path_params["place"]
        titles = games(request).titles
        return _record_page(site, request, titles, title=records[place].file.stem)

    def game(request: Request) -> Response:
        return JSONResponse(shown_game(request, games(request).records))

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


def reviewed_page(site: Site, request: Request, games: Sequence[GameRecord]) -> Response:
    """The page that replays these games and asks for their analysis."""
    return _record_page(site, request, _Games.of(games).titles, reviewed=True)


def _record_page(
    site: Site,
    request: Request,
    titles: Sequence[str],
    *,
    title: str = "",
    reviewed: bool = False,
) -> Response:
    """The page that replays the games with these lines, which it asks of the same address below
    `/api`. Without a title it has that of the game that it shows."""
    address = f"/api{quote(request.url.path)}/games"
    data = {"games": address, "titles": titles, "reviewed": reviewed}
    return site.page(request, "record.html", data, title=title)


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
