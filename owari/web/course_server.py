"""The server of a course: its application, its socket, and the processes beside it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from owari.course.course_file import NAME, Course
from owari.course.course_processes import Means, running
from owari.errors import BadInput
from owari.results.database import BadResults, NoSuchGame
from owari.results.lock import lock
from owari.web.app import problem_of, static_route
from owari.web.course_desk import Desk
from owari.web.course_guard import CourseGuard
from owari.web.course_routes import PAGES, CourseRoutes
from owari.web.guard import page_addresses, problem_response
from owari.web.server import allow_open_files, listening, server_of
from owari.web.settings import Settings
from owari.web.site import Site

NOT_KEPT = "The server cannot keep anything now, and nothing was handed in. Tell your instructor"


def serve_course(
    course: Course, host: str, port: int, means: Means, *, announce: Callable[[str], None]
) -> None:
    """Serves the pages of a course, checks what is handed in and plays the ladder, until Ctrl-C.
    Raises BadInput."""
    with lock(course.folder / NAME), listening(host, port) as bound:
        site = Site(Settings())
        server = server_of(course_app(course, site), site.streams)
        allow_open_files()
        address, *_ = page_addresses(host, bound.getsockname()[1])
        announce(f"The course is at {address}")
        with suppress(KeyboardInterrupt), running(course.folder, means, announce):
            server.run([bound])


def course_app(course: Course, site: Site) -> CourseGuard:
    """The application of a course."""
    desk = Desk(course)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        yield
        await desk.close()

    async def failed(request: Request, error: Exception) -> Response:
        status, problem = problem_of(error)
        if isinstance(error, OSError):
            status, problem = 507, f"{NOT_KEPT} ({error.strerror or error})."
        elif isinstance(error, BadResults) and not isinstance(error, NoSuchGame):
            status = 503
        sentence = problem.replace(str(course.folder), course.folder.name)
        if request.scope["path"].startswith("/api/"):
            return problem_response(request, status, sentence)
        return site.page(request, "problem.html", status=status, sentence=sentence, pages=PAGES)

    async def gone(request: Request, error: Exception) -> Response:
        return Response(status_code=400)  # which nobody reads

    pages = Starlette(
        routes=[Route("/static/{name}", static_route()), *CourseRoutes(site, desk).all()],
        exception_handlers={
            ClientDisconnect: gone,
            HTTPException: failed,
            BadInput: failed,
            OSError: failed,
            Exception: failed,
        },
        lifespan=lifespan,
    )
    return CourseGuard(pages, desk.person_of, course.hand_in_size)
