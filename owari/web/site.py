"""What the parts of the live page share: settings, streams, pages, and answers that are made once
and given to many."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from hashlib import sha256
from importlib.resources import files
from typing import Any

from jinja2 import DictLoader, Environment, StrictUndefined
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from owari.web.event_stream import BrowserNames, Streams
from owari.web.reviews import PositionValues, Reviews
from owari.web.settings import Settings

WATCH = (("/watch", "Watch"),)
TABLES = (("/play", "Play"), ("/relay", "Relay"))
"""Addresses and names of the pages that the head of each page leads to."""
RESTS = "The engine rests while the tournament runs, as it would take time from the bots."


class Site:
    """One server: its settings, its streams, its pages, and what runs beside it."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.streams = Streams()
        self.values = PositionValues()
        self.reviews = Reviews(self.values)
        self._browsers = BrowserNames()
        self.lifespans: list[AbstractAsyncContextManager[object]] = []
        """Entered when the server begins, and left when it ends."""
        self.plays: Callable[[], bool] = lambda: False
        """Whether one of the tournaments runs."""
        self._templates = Environment(
            loader=DictLoader(_templates()),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )

    def page(
        self,
        request: Request,
        template: str,
        data: Mapping[str, Any] | None = None,
        *,
        pages: Sequence[tuple[str, str]] | None = None,
        **words: Any,
    ) -> Response:
        """A page of `templates`.

        Its scripts find `data` and `may_change` in the element `data`; the template finds `words`.
        The head leads to `pages`, by default those of the live page, where browsers get names.
        """
        may_change: bool = request.state.may_change
        own = [*WATCH[: len(self.settings.tournaments)], *(TABLES if may_change else ())]
        text = self._templates.get_template(template).render(
            data={**(data or {}), "may_change": may_change},
            may_change=may_change,
            place=request.scope["path"],
            pages=own if pages is None else pages,
            **words,
        )
        response = HTMLResponse(text, words.get("status", 200))
        if pages is None:
            self._browsers.give(request, response)
        return response

    def spare_the_bots(self, request: Request) -> None:
        """Raises HTTPException where the engine rests for who asks."""
        if self.rests(request):
            raise HTTPException(409, RESTS)

    def rests(self, request: Request) -> bool:
        """Whether a viewer would take time from the bots of a tournament."""
        return not request.state.may_change and self.plays()

    @staticmethod
    async def json(request: Request) -> dict[str, Any]:
        """The body of a request, which must be an object in JSON, with finite numbers and whole
        characters. Raises HTTPException."""
        try:
            body = json.loads(await request.body())
            json.dumps(body, ensure_ascii=False, allow_nan=False).encode()
        except (ValueError, RecursionError):
            raise HTTPException(400, "The body of the request is not JSON.") from None
        if not isinstance(body, dict):
            raise HTTPException(400, "The body of the request must be an object.")
        return body


def _templates() -> dict[str, str]:
    """All templates, in memory, so that a page needs no file."""
    folder = files("owari.web").joinpath("templates").iterdir()
    return {file.name: file.read_text("utf-8") for file in folder if file.is_file()}


class Prepared:
    """The content of an answer, also packed, under a name for what a browser has kept."""

    def __init__(self, content: bytes, kind: str | None) -> None:
        self._content = content
        self._packed = gzip.compress(content, 6, mtime=0)
        self._kind = kind
        self._tag = f'"{sha256(content).hexdigest()[:16]}"'

    def response(self, request: Request) -> Response:
        """The answer; without the content where the browser has it still."""
        headers = {"etag": self._tag, "cache-control": "no-cache", "vary": "accept-encoding"}
        if request.headers.get("if-none-match") == self._tag:
            return Response(status_code=304, headers=headers)
        if "gzip" not in request.headers.get("accept-encoding", ""):
            return Response(self._content, headers=headers, media_type=self._kind)
        headers["content-encoding"] = "gzip"
        return Response(self._packed, headers=headers, media_type=self._kind)
