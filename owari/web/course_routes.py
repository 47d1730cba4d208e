"""The addresses of a course: the ladder, teams and games for everybody, and for each team its own
page, hand-ins and versions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from owari.course.course_file import NAME
from owari.course.course_orders import (
    INSTRUCTOR,
    appeal,
    extend,
    pause,
    wake,
    withdraw,
    withdraw_own,
    write_note,
)
from owari.course.course_store import CourseStore, NoSuchVersion, Staff, Team
from owari.course.finals import is_over
from owari.course.roster import team_called
from owari.errors import BadInput
from owari.results.database import NoSuchGame
from owari.tournament.file.key_reader import NO, YES
from owari.web.course_desk import Desk
from owari.web.course_guard import HAND_IN, course_cookie, is_encrypted
from owari.web.site import Site

NO_TEAM = (
    "This request shows no token that a team has: open your link, or send the header Authorization."
)
WRONG_TOKEN = "No team has this token. Perhaps it was renewed: ask your instructor."
OVER = "The course is over, and this page is not public any more."
NO_FILE = "The field bot of the form must be a file."
NO_ANSWER = "The field trial of the form must be yes or no; without it the version is no trial."
PAGES = (("/", "Ladder"), ("/own", "My team"))


class CourseRoutes:
    """The endpoints of one course."""

    def __init__(self, site: Site, desk: Desk) -> None:
        self.site = site
        self.desk = desk

    def all(self) -> Sequence[BaseRoute]:
        """All addresses."""
        return [
            Route("/", self.ladder_page),
            Route("/teams/{name:path}", self.team_page),
            Route("/games/{number}", self.game_page),
            Route("/own", self.own_page),
            Route("/health", self.health),
            Route("/api/ladder", self.ladder),
            Route("/api/games/{number}", self.game),
            Route("/api/enter", self.enter, methods=["POST"]),
            Route("/api/leave", self.leave, methods=["POST"]),
            Route("/api/own", self.own),
            Route("/api/own/course.yaml", self.course_file),
            Route("/api/own/games.pgn", self.records),
            Route("/api/own/games/{number}/log", self.log),
            Route("/api/versions/{number}", self.version),
            Route("/api/versions/{number}/file", self.file),
            Route("/api/versions/{number}/withdraw", self.withdraw, methods=["POST"]),
            Route("/staff", self.staff_page),
            Route("/api/staff", self.staff),
            Route("/api/staff/order", self.order, methods=["POST"]),
            Route(HAND_IN, self.hand_in, methods=["POST"]),
        ]

    async def ladder_page(self, request: Request) -> Response:
        """The ladder."""
        self._check_public(request, "everything", "ladder")
        data = await self.desk.ladder()
        return self._page(request, "course_ladder.html", data, title=data["title"])

    async def team_page(self, request: Request) -> Response:
        """A team, by its public name."""
        self._check_public(request, "everything")
        name = request.path_params["name"]
        data = await self.desk.read(lambda store: self.desk.team(store, name))
        if data is None:
            raise HTTPException(404, "The course has no such team.")
        return self._page(request, "course_team.html", None, title=data["team"], **data)

    async def game_page(self, request: Request) -> Response:
        """A game in the viewer."""
        data = await self._game(request)
        return self._page(request, "course_game.html", {"game": data}, title=f"Game {data['id']}")

    async def own_page(self, request: Request) -> Response:
        """The page of a team, which asks for all that it shows."""
        return self._page(
            request, "course_own.html", None, title="My team", encrypted=is_encrypted(request)
        )

    async def health(self, request: Request) -> Response:
        """For those who watch over servers: the course can be read."""
        data = await self.desk.ladder()
        return JSONResponse({"ok": True, "games": data["games"], "waiting": data["waiting"]})

    async def ladder(self, request: Request) -> Response:
        """The ladder as data."""
        self._check_public(request, "everything", "ladder")
        return Response(await self.desk.ladder_json(), media_type="application/json")

    async def game(self, request: Request) -> Response:
        """A game as data."""
        return JSONResponse(await self._game(request))

    async def enter(self, request: Request) -> Response:
        """Trades a token for a cookie that scripts cannot read. Where the browser has the cookie of
        somebody else, it must say in whose place the new one comes."""
        asked = await self.site.json(request)
        token = asked.get("token")
        if not isinstance(token, str):
            raise HTTPException(403, WRONG_TOKEN)
        found = await self._person(token)
        if found is None:
            raise HTTPException(403, WRONG_TOKEN)
        before = await self._person(request.cookies.get(course_cookie(request), ""))
        if before and not _are_same(before, found) and asked.get("instead_of") != _called(before):
            old, new = _called(before), _called(found)
            problem = f"This browser is that of {old} so far, and the link is that of {new}."
            return JSONResponse({"problem": problem, "before": old, "then": new}, 409)
        response = JSONResponse({"name": found.name})
        response.set_cookie(
            course_cookie(request),
            token,
            httponly=True,
            samesite="strict",
            secure=is_encrypted(request),
            max_age=200 * 24 * 3600,
        )
        return response

    async def leave(self, request: Request) -> Response:
        """Forgets the cookie."""
        response = JSONResponse({})
        response.delete_cookie(course_cookie(request))
        return response

    async def own(self, request: Request) -> Response:
        """What a team sees of itself."""
        team = _team(request)
        return JSONResponse(await self.desk.read(lambda store: self.desk.own(store, team)))

    async def course_file(self, request: Request) -> Response:
        """The file of the course, for a check at home."""
        _team(request)
        content = await self.desk.read(lambda store: self.desk.course_file())
        return _download(NAME, content)

    async def records(self, request: Request) -> Response:
        """The records of one's own games on the ladder."""
        team = _team(request)
        text = await self.desk.read(lambda store: self.desk.records(store, team))
        return _download("games.pgn", text.encode())

    async def version(self, request: Request) -> Response:
        """A version of one's own."""
        team, number = _team(request), _number(request)
        try:
            data = await self.desk.read(lambda store: self.desk.version(store, team, number))
        except NoSuchVersion as error:
            raise HTTPException(404, str(error)) from None
        return JSONResponse(data)

    async def file(self, request: Request) -> Response:
        """What one has handed in."""
        team, number = _team(request), _number(request)
        try:
            name, content = await self.desk.read(lambda store: self.desk.file(store, team, number))
        except (NoSuchVersion, OSError):
            raise HTTPException(404, f"This team has no file of version {number}.") from None
        return _download(name, content)

    async def log(self, request: Request) -> Response:
        """The dialogue of one's own program in a game that a fault has ended."""
        team, number = _team(request), _number(request)
        try:
            text = await self.desk.read(lambda store: self.desk.log(store, team, number))
        except (NoSuchGame, OSError):
            raise HTTPException(404, f"This team has no log of game {number}.") from None
        return PlainTextResponse(text)

    async def hand_in(self, request: Request) -> Response:
        """Takes a version; the answer comes when it is on disk."""
        team = _team(request)
        async with request.form(max_files=1, max_fields=4) as form:
            bot = form.get("bot")
            if not isinstance(bot, UploadFile):
                raise HTTPException(422, NO_FILE)
            trial = str(form.get("trial", "no")).lower()
            if trial not in (*YES, *NO):
                raise HTTPException(422, NO_ANSWER)
            is_trial = trial in YES
            data = await self.desk.hand_in(team, bot.file, bot.filename or "", is_trial=is_trial)
        return JSONResponse(data, 202, headers={"location": data["address"]})

    async def withdraw(self, request: Request) -> Response:
        """Takes a version of one's own back."""
        team, number = _team(request), _number(request)
        try:
            course = self.desk.course
            await self.desk.write(lambda store: withdraw_own(course, store, team, number))
        except NoSuchVersion as error:
            raise HTTPException(404, str(error)) from None
        return JSONResponse({})

    async def staff_page(self, request: Request) -> Response:
        """The page of those who look after the course."""
        return self._page(
            request, "course_staff.html", None, title="Staff", encrypted=is_encrypted(request)
        )

    async def staff(self, request: Request) -> Response:
        """What they see."""
        staff = _staff(request)
        data = await self.desk.read(self.desk.staff)
        return JSONResponse({**data, "may_change": staff.role == INSTRUCTOR})

    async def order(self, request: Request) -> Response:
        """Carries out an order of an instructor. Raises BadInput."""
        staff = _staff(request)
        if staff.role != INSTRUCTOR:
            raise HTTPException(403, "An assistant sees all and changes nothing.")
        asked = await self.site.json(request)
        await self.desk.write(lambda store: _carry_out(store, staff.name, asked))
        return JSONResponse({})

    async def _person(self, token: str) -> Team | Staff | None:
        team, staff = await self.desk.person_of(token[:200])
        return team or staff

    def _check_public(self, request: Request, *public: str) -> None:
        """Raises HTTPException where the page is public no more, for those without a token."""
        course = self.desk.course
        is_known = request.state.team or request.state.staff
        if not is_known and course.public_afterwards not in public and is_over(course):
            raise HTTPException(403, OVER)

    async def _game(self, request: Request) -> dict[str, Any]:
        self._check_public(request, "everything")
        number = _number(request)
        try:
            return await self.desk.read(lambda store: self.desk.game(store, number))
        except NoSuchGame:
            raise HTTPException(404, f"The course has no game {number} that has ended.") from None

    def _page(
        self, request: Request, template: str, data: dict[str, Any] | None, **words: Any
    ) -> Response:
        return self.site.page(request, template, data, pages=PAGES, **words)


def _called(person: Team | Staff) -> str:
    return f"the team {person.name}" if isinstance(person, Team) else f"{person.name} of the staff"


def _are_same(one: Team | Staff, other: Team | Staff) -> bool:
    return type(one) is type(other) and one.id == other.id


def _team(request: Request) -> Team:
    """Who asks. Raises HTTPException."""
    team: Team | None = request.state.team
    if team is None:
        raise HTTPException(401, NO_TEAM)
    return team


def _staff(request: Request) -> Staff:
    """Who asks. Raises HTTPException."""
    staff: Staff | None = request.state.staff
    if staff is None:
        raise HTTPException(401, "Open the link that 'owari course staff' has printed.")
    return staff


def _carry_out(store: CourseStore, who: str, asked: dict[str, Any]) -> None:
    """Does what was asked. Raises BadInput."""

    def text(key: str) -> str:
        value = asked.get(key, "")
        return value if isinstance(value, str) else ""

    def number(key: str) -> int:
        value = asked.get(key, 0)
        return value if isinstance(value, int) and not isinstance(value, bool) else 0

    match asked.get("order"):
        case "pause" | "resume" as order:
            pause(store, who, is_paused=order == "pause")
        case "withdraw":
            withdraw(store, who, team_called(store, text("team")), number("version"))
        case "wake":
            wake(store, who, team_called(store, text("team")))
        case "extend":
            extend(store, who, team_called(store, text("team")), 3600.0 * number("hours"))
        case "note":
            write_note(store, who, team_called(store, text("team")), text("text"))
        case "annul":
            is_replayed = asked.get("replay") is True
            appeal(store, who, number("game"), text("text"), is_replayed=is_replayed)
        case _:
            raise BadInput("there is no such order")


def _download(name: str, content: bytes) -> Response:
    headers = {"content-disposition": f"attachment; filename*=UTF-8''{quote(name)}"}
    return Response(content, headers=headers, media_type="application/octet-stream")


def _number(request: Request) -> int:
    """The number in the address. Raises HTTPException."""
    text = request.path_params["number"]
    if not re.fullmatch("[0-9]{1,9}", text):
        raise HTTPException(404, "The course has no such page.")
    return int(text)
