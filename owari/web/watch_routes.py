"""The pages that show tournaments, and what they are told."""

from __future__ import annotations

import re
from collections.abc import Sequence

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from owari.web.follower import Follower
from owari.web.site import Site

__all__ = ["routes"]


def routes(site: Site) -> Sequence[BaseRoute]:
    """The routes of all tournaments of the settings, which are known by their places there."""
    followers = [Follower(served, site.streams) for served in site.settings.tournaments]
    site.lifespans += [follower.running() for follower in followers]

    def found(request: Request) -> Follower:
        place = _number(request, "place")
        if place >= len(followers):
            raise HTTPException(404)
        return followers[place]

    async def overview(request: Request) -> Response:
        if len(followers) == 1:
            return RedirectResponse("/watch/0", status_code=307)
        return site.page(request, "tournaments.html", settings=site.settings)

    async def page(request: Request) -> Response:
        follower = found(request)
        data = {"place": followers.index(follower)}
        return site.page(request, "watch.html", data, title=follower.served.title)

    async def events(request: Request) -> Response:
        follower = found(request)
        await follower.catch_up()
        return follower.channel.stream(request, follower.state)

    async def game(request: Request) -> Response:
        return JSONResponse(await found(request).game(_number(request, "number")))

    return [
        Route("/watch", overview),
        Route("/watch/{place}", page),
        Route("/api/watch/{place}/events", events),
        Route("/api/watch/{place}/games/{number}", game),
    ]


def _number(request: Request, name: str) -> int:
    """A number of the address. Raises HTTPException."""
    text = request.path_params[name]
    if not re.fullmatch("[0-9]{1,9}", text):
        raise HTTPException(404)
    return int(text)
