"""The page of a record: its games to replay."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from urllib.parse import quote

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from owari.errors import BadInput
from owari.records.pgn import read_games, record_text
from owari.records.record import GameRecord
from owari.report.result_tables import verdict
from owari.text.printable import plain
from owari.viewer.game_data import game_data
from owari.web.site import Site


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
    """The routes of the records of the settings, which are known by their places there."""
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

    return [
        Route("/records/{place}", page),
        Route("/api/records/{place}/games/{number}", game),
    ]


def record_page(
    site: Site, request: Request, games: Sequence[GameRecord], title: str = ""
) -> Response:
    """The page that replays these games, which it asks of the same address below `/api`. Without a
    title it has that of the game that it shows."""
    titles = [_title(number, record) for number, record in enumerate(games, 1)]
    data = {"games": f"/api{quote(request.url.path)}/games", "titles": titles}
    return site.page(request, "record.html", data, title=title)


def record_game(request: Request, games: Sequence[GameRecord]) -> Response:
    """The game of the number in the address. Raises HTTPException where there is none."""
    found = {str(number): record for number, record in enumerate(games, 1)}
    number = request.path_params["number"]
    if number not in found:
        raise HTTPException(404, "The record has no such game.")
    return JSONResponse(game_data(found[number], id=number if len(games) > 1 else ""))


def _title(number: int, record: GameRecord) -> str:
    """A line of the list of games, such as `3: Ann - Ben, Ann wins`."""
    end = verdict(record.south, record.north, record.ending)
    return plain(f"{number}: {record.south} \u2013 {record.north}, {end}")
