"""What every request to a course must pass: the address may be that of any proxy in front, so what
counts is who asks.

- A team shows its token: a browser in its cookie, a program in the header `Authorization`.
- What a browser sends with its cookie comes from a page of ours.
- Bodies have a size and a time. Nobody sends too many requests, from one address or for one team.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Send

from owari.course.course_store import Staff, Team
from owari.web.guard import (
    LARGEST_BODY,
    NO_JSON,
    READING,
    TOO_LARGE,
    TOO_MANY,
    TOO_SLOW,
    WRONG_ORIGIN,
    Gate,
    Rate,
    Refusal,
    client_address,
    cookie_name,
    is_loopback,
    is_own,
    refuse,
)

LONGEST_UPLOAD_TIME = 120.0
"""Seconds in which a hand-in must arrive."""
LONGEST_BODY_TIME = 10.0
HAND_IN = "/api/hand-in"
_FORM = 8 * 1024
"""Bytes of a form around its file."""
NO_LENGTH = Refusal(
    411, "A hand-in must say how large it is: the header Content-Length is missing."
)

FindPerson = Callable[[str], Awaitable[tuple[Team | None, Staff | None]]]
"""Gives the team or the member of the staff with a token."""


class CourseGuard(Gate):
    """The middleware around the application of a course. It sets `team` and `staff` of
    `request.state`, which are None for everybody else."""

    def __init__(self, app: ASGIApp, find_person: FindPerson, most: int) -> None:
        """`most` is the size of the largest file."""
        super().__init__(app, Rate(600, 100), Rate(60, 5))
        self._find_person = find_person
        self._most = most
        self._guesses = Rate(30, 1)

    async def hand_on(self, request: Request, receive: Receive, send: Send) -> None:
        """Hands on what everybody may ask, with who it is."""
        team, staff = None, None
        if token := _token(request):
            team, staff = await self._find_person(token)
            if team is None and staff is None and not self._guesses.allows(sender(request)):
                return await refuse(TOO_MANY, request, receive, send)
        state = request.scope.setdefault("state", {})
        state |= {"team": team, "staff": staff, "may_change": False}
        if request.method not in READING:
            receive = _limited(receive, self._largest(request), _longest(request))
        await self._app(request.scope, receive, send)

    def refusal(self, request: Request) -> Refusal | None:
        """Why a request cannot pass, from its head alone."""
        refusal = self.usual_refusal(request, sender(request))
        if refusal or request.method in READING:
            return refusal
        if not request.headers.get("host") or not is_own(request):
            return WRONG_ORIGIN
        kind = request.headers.get("content-type", "").partition(";")[0].strip()
        wanted = "multipart/form-data" if _is_hand_in(request) else "application/json"
        if kind != wanted:
            return (
                NO_JSON
                if not _is_hand_in(request)
                else Refusal(
                    415, "A hand-in is a form with the field bot, as curl -F bot=@bot.zip sends it."
                )
            )
        length = request.headers.get("content-length", "")
        if not length.isdigit():
            return NO_LENGTH
        return TOO_LARGE if len(length) > 12 or int(length) > self._largest(request) else None

    def _largest(self, request: Request) -> int:
        return self._most + _FORM if _is_hand_in(request) else LARGEST_BODY


def sender(request: Request) -> str:
    """The address that a request comes from. A proxy on this machine tells it."""
    client = client_address(request)
    if client and is_loopback(client):
        told = request.headers.get("x-forwarded-for", "").rpartition(",")[2].strip()
        return told[:64] or client
    return client


def is_encrypted(request: Request) -> bool:
    """Whether the request came over TLS, to us or to a proxy on this machine."""
    client = client_address(request)
    told = request.headers.get("x-forwarded-proto", "") if client and is_loopback(client) else ""
    return request.url.scheme == "https" or told == "https"


def course_cookie(request: Request) -> str:
    """The name of the cookie with the token."""
    return cookie_name("course", request)


def _token(request: Request) -> str:
    """What a request shows as a token: the word of a bearer, else its cookie."""
    kind, _, word = request.headers.get("authorization", "").partition(" ")
    shown = word.strip() if kind.lower() == "bearer" else ""
    return (shown or request.cookies.get(course_cookie(request), ""))[:200]


def _is_hand_in(request: Request) -> bool:
    return bool(request.scope["path"] == HAND_IN)


def _longest(request: Request) -> float:
    return LONGEST_UPLOAD_TIME if _is_hand_in(request) else LONGEST_BODY_TIME


def _limited(receive: Receive, most: int, seconds: float) -> Receive:
    """Receives a body of so many bytes within so many seconds. Raises HTTPException."""
    left = most
    ends = time.monotonic() + seconds

    async def limited() -> Message:
        nonlocal left
        try:
            async with asyncio.timeout(max(0.0, ends - time.monotonic())):
                message = await receive()
        except TimeoutError:
            raise HTTPException(*TOO_SLOW) from None
        left -= len(message.get("body", b""))
        if left < 0:
            raise HTTPException(*TOO_LARGE)
        return message

    return limited
