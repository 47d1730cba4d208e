"""The application behind the live page: the routes of all its parts behind one guard."""

from __future__ import annotations

import mimetypes
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from http import HTTPStatus
from importlib.resources import files

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from owari.errors import BadInput
from owari.viewer.static_files import static_files
from owari.web import replay_routes, table_routes, watch_routes
from owari.web.guard import Guard, problem_response
from owari.web.site import Prepared, Site

PARTS: tuple[Callable[[Site], Sequence[BaseRoute]], ...] = (
    replay_routes.routes,
    table_routes.routes,
    watch_routes.routes,
)
"""The functions that make the routes of each part."""


def make_app(site: Site) -> Guard:
    """The application. It reads its static files now, and other files only as the settings name
    them."""

    settings = site.settings

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with AsyncExitStack() as running:
            for each in site.lifespans:
                await running.enter_async_context(each)
            yield

    async def start(request: Request) -> Response:
        viewer = not request.state.may_change
        if viewer and settings.tournaments and not settings.records:
            return RedirectResponse("/watch", 303)
        return site.page(request, "start.html", settings=settings)

    async def failed(request: Request, error: Exception) -> Response:
        status, problem = problem_of(error)
        sentence = settings.without_folders(problem)
        if request.scope["path"].startswith("/api/"):
            return problem_response(request, status, sentence)
        return site.page(request, "problem.html", status=status, sentence=sentence)

    pages = Starlette(
        routes=[
            Route("/", start),
            Route("/static/{name}", static_route()),
            *(route for part in PARTS for route in part(site)),
        ],
        exception_handlers={HTTPException: failed, BadInput: failed, Exception: failed},
        lifespan=lifespan,
    )
    return Guard(pages, settings)


def problem_of(error: Exception) -> tuple[int, str]:
    """The status and the sentence of an error."""
    if isinstance(error, BadInput):
        return 422, str(error)
    if isinstance(error, HTTPException):
        if error.detail != HTTPStatus(error.status_code).phrase:
            return error.status_code, error.detail
        return error.status_code, USUAL.get(error.status_code, "The server refuses this request.")
    return 500, "The server met an error that it did not expect. Its terminal shows the details."


USUAL = {404: "There is no such page.", 405: "This page answers no such request."}
"""What the router means by these."""


def static_route() -> Callable[[Request], Response]:
    """The endpoint of scripts and styles. All are in memory, so that no path reaches the files."""
    own = files("owari.web").joinpath("static").iterdir()
    found = {**static_files(), **{file.name: file.read_bytes() for file in own if file.is_file()}}
    kinds = {name: mimetypes.guess_type(name)[0] for name in found}
    prepared = {name: Prepared(content, kinds[name]) for name, content in found.items()}

    def static_file(request: Request) -> Response:
        name = request.path_params["name"]
        if name not in prepared:
            raise HTTPException(404)
        return prepared[name].response(request)

    return static_file
