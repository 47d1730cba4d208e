"""What every request must pass before anything else of the server sees it, and the addresses that a
server listens on and that people type into a browser.

- The `Host` is an address or a name of this machine: no page of another site reaches the server
  through a name of its own that points here.
- `Origin` and `Sec-Fetch-Site` are those of our own pages, but for a person who follows a link.
- Bodies are small, in JSON, and arrive soon. No client sends too many requests.
- What changes anything needs the token, from a browser in its cookie, from a program in the header
  `Authorization`.

Every response gets the same strict headers.
"""

from __future__ import annotations

import asyncio
import ipaddress
import re
import secrets
import socket
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib.util import find_spec
from typing import NamedTuple
from urllib.parse import quote

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import (
    HTMLResponse,
    JSONResponse,
    PlainTextResponse,
    RedirectResponse,
    Response,
)
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from owari.web.settings import Settings

IPAddress = ipaddress.IPv4Address | ipaddress.IPv6Address


def parsed_address(text: str) -> IPAddress | None:
    """The address in numbers that the text is, None where it is a name."""
    try:
        return ipaddress.ip_address(text)
    except ValueError:
        return None


def is_loopback(host: str) -> bool:
    """Whether only programs on this machine reach a server at this host."""
    address = parsed_address(host)
    return address.is_loopback if address else host.lower() == "localhost"


def client_address(request: Request) -> str:
    """Where a request comes from; empty where that is not known."""
    return request.client.host if request.client else ""


def cookie_name(word: str, request: Request) -> str:
    """The name of a cookie of ours: a browser shares its cookies among all ports of an address."""
    _, port = request.scope.get("server") or ("", 0)
    return f"owari_{word}_{port}"


def page_addresses(host: str, port: int) -> list[str]:
    """The addresses of the start page, the best one for others first."""
    address = parsed_address(host)
    if not address or not address.is_unspecified:
        return [_page(host, port)]
    own = _own_address(address)
    return [_page(each, port) for each in ([own] if own else []) + ["127.0.0.1"]]


def viewers_address(settings: Settings, request: Request) -> str:
    """What people open on their phones to watch; empty where only this machine reaches us, or where
    the library is missing that draws the address."""
    if is_loopback(settings.host) or find_spec("segno") is None:
        return ""
    _, port = request.scope.get("server") or ("", settings.port)
    return page_addresses(settings.host, port or settings.port)[0]


def _page(host: str, port: int) -> str:
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def _own_address(address: IPAddress) -> str:
    """The address from which this machine reaches others; empty where it has no network. The socket
    sends nothing: it is only told of an address, which is one for examples."""
    family, other = (
        (socket.AF_INET, "192.0.2.1") if address.version == 4 else (socket.AF_INET6, "2001:db8::1")
    )
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as asked:
            asked.connect((other, 9))
            return str(asked.getsockname()[0])
    except OSError:
        return ""


LARGEST_BODY = 64 * 1024
LONGEST_TARGET = 2048
"""Bytes of a path and its query."""
LONGEST_BODY_TIME = 10.0
"""Seconds in which a body must arrive."""
MOST_DRAINED = 64 * 1024**2
LONGEST_DRAIN = 5.0
"""Bytes of the body of a request that is refused, and seconds, before its connection is closed."""
MOST_CLIENTS = 2048
"""So many clients are remembered; those that were silent longest are forgotten first."""
READING = {"GET", "HEAD"}
CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
    " img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": CONTENT_SECURITY_POLICY,
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
}
HOST = re.compile(r"(\[(?P<inner>[0-9a-fA-F:.]+)\]|(?P<name>[A-Za-z0-9.-]+))(:[0-9]{1,5})?")
ENTER = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Owari</title>
<p><a href="{path}">Go on to Owari</a></p></html>"""


class Refusal(NamedTuple):
    """Why a request goes no further."""

    status: int
    sentence: str


WRONG_HOST = Refusal(403, "This server does not answer to that name. Use the printed address.")
WRONG_ORIGIN = Refusal(403, "Another site sent this request, so the server refuses it.")
NO_TOKEN = Refusal(
    403, "This page is read-only here. To change anything, open the printed address with its token."
)
TOO_LONG = Refusal(414, "The address of the request is too long.")
TOO_LARGE = Refusal(413, "The request is too large.")
TOO_SLOW = Refusal(408, "The request took too long to arrive.")
TOO_MANY = Refusal(429, "This computer sends too many requests. Wait a second.")
NO_JSON = Refusal(415, "A request that changes anything must be JSON.")
NO_METHOD = Refusal(405, "This server knows the methods GET, HEAD and POST.")


class Gate:
    """A middleware around a whole application: it refuses what cannot pass by its head alone, and
    gives every response its headers."""

    def __init__(self, app: ASGIApp, reads: Rate, changes: Rate) -> None:
        self._app = app
        self._reads = reads
        self._changes = changes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request that does not pass, and hands on one that does."""
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        request = Request(scope)
        guarded = with_headers(send)
        if refusal := self.refusal(request):
            return await refuse(refusal, request, receive, guarded)
        await self.hand_on(request, receive, guarded)

    def refusal(self, request: Request) -> Refusal | None:
        """Why a request cannot pass, from its head alone."""
        raise NotImplementedError

    async def hand_on(self, request: Request, receive: Receive, send: Send) -> None:
        """Says who asks, and hands the request on, or refuses it by what it has beside its head."""
        raise NotImplementedError

    def usual_refusal(self, request: Request, client: str) -> Refusal | None:
        """Why no application takes a request: its length, its method, or how many come from this
        client."""
        if len(request.scope["raw_path"]) + len(request.scope["query_string"]) > LONGEST_TARGET:
            return TOO_LONG
        if request.method in READING:
            static = request.scope["path"].startswith("/static/")
            return None if static or self._reads.allows(client) else TOO_MANY
        if request.method != "POST":
            return NO_METHOD
        return None if self._changes.allows(client) else TOO_MANY


class Guard(Gate):
    """The middleware of the live page. It sets `request.state.may_change`."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        super().__init__(app, Rate(600, 100), Rate(200, 30))
        self._token = settings.token
        self._names = _own_names(settings.host)
        self._is_public = not is_loopback(settings.host)

    async def hand_on(self, request: Request, receive: Receive, send: Send) -> None:
        """Hands on what may read, and with the token what may change."""
        scope = request.scope
        may_change = not self._token or any(map(self._is_token, _shown(request)))
        scope.setdefault("state", {})["may_change"] = may_change
        if request.method in READING:
            if "token" in request.query_params and self._token:
                return await self._enter(request)(scope, receive, send)
            return await self._app(scope, receive, send)
        if not may_change:
            return await refuse(NO_TOKEN, request, receive, send)
        body = await read_body(receive)
        if isinstance(body, Refusal):
            return await refuse(body, request, receive, send)
        await self._app(scope, replayed(body, receive), send)

    def refusal(self, request: Request) -> Refusal | None:
        """Why a request cannot pass, from its head alone."""
        headers = request.headers
        if not self._is_here(headers.get("host", "")):
            return WRONG_HOST
        if not is_own(request):
            return WRONG_ORIGIN
        refusal = self.usual_refusal(request, client_address(request))
        if refusal or request.method in READING:
            return refusal
        if headers.get("content-type", "").partition(";")[0].strip() != "application/json":
            return NO_JSON
        length = headers.get("content-length", "0")
        return TOO_LARGE if len(length) > 9 or int(length) > LARGEST_BODY else None

    def _is_here(self, host: str) -> bool:
        """Whether this is an address, which no other site can take as its name, or our name."""
        name = _host_name(host)
        if name in self._names:
            return True
        address = parsed_address(name)
        return address is not None and (self._is_public or address.is_loopback)

    def _is_token(self, text: str) -> bool:
        return secrets.compare_digest(text.encode(), self._token.encode())

    def _enter(self, request: Request) -> Response:
        """Turns the token of the printed address into a cookie, and goes on to the page."""
        path = "/" + quote(request.scope["path"].lstrip("/"))
        response: Response = RedirectResponse(path, 303)
        if request.headers.get("sec-fetch-site") == "cross-site":
            # A browser that comes from another site sends no strict cookie along a redirect.
            response = HTMLResponse(ENTER.format(path=path), headers={"refresh": f"0;url={path}"})
        token = request.query_params["token"]
        if self._is_token(token):
            response.set_cookie(
                cookie_name("token", request), token, httponly=True, samesite="strict"
            )
        return response


def _shown(request: Request) -> tuple[str, str]:
    """What a request shows as a token: its cookie, and the word of a bearer (RFC 6750)."""
    kind, _, word = request.headers.get("authorization", "").partition(" ")
    return request.cookies.get(
        cookie_name("token", request), ""
    ), word if kind.lower() == "bearer" else ""


def _own_names(host: str) -> set[str]:
    """The names of this machine that a browser may use for a server at this address."""
    names = {"localhost", host.lower()}
    if not is_loopback(host):
        names |= {socket.gethostname().lower(), f"{socket.gethostname().lower()}.local"}
    return names


def _host_name(host: str) -> str:
    """The host of a `Host` header, without its port and brackets; empty where it is malformed."""
    found = HOST.fullmatch(host)
    return (found["inner"] or found["name"]).lower() if found else ""


def is_own(request: Request) -> bool:
    """Whether a page of this server sends the request, a person who follows a link or types an
    address, or a program that is no browser."""
    headers = request.headers
    host = headers["host"]
    if headers.get("origin", f"http://{host}") not in (f"http://{host}", f"https://{host}"):
        return False
    follows_link = request.method == "GET" and headers.get("sec-fetch-mode") == "navigate"
    return follows_link or headers.get("sec-fetch-site", "none") in ("none", "same-origin")


async def read_body(receive: Receive) -> bytes | Refusal:
    """The whole body of a request, or why it is refused."""
    body = bytearray()
    try:
        async with asyncio.timeout(LONGEST_BODY_TIME):
            while True:
                message = await receive()
                if message["type"] == "http.disconnect":
                    return TOO_SLOW
                body += message.get("body", b"")
                if len(body) > LARGEST_BODY:
                    return TOO_LARGE
                if not message.get("more_body", False):
                    return bytes(body)
    except TimeoutError:
        return TOO_SLOW


def replayed(body: bytes, receive: Receive) -> Receive:
    """Receives the body once more, and then what comes after it."""
    messages: Iterator[Message] = iter([{"type": "http.request", "body": body, "more_body": False}])

    async def replay() -> Message:
        return next(messages, None) or await receive()

    return replay


def with_headers(send: Send) -> Send:
    """Adds the headers that every response has."""

    async def guarded(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            headers.update(HEADERS)
            headers.setdefault("cache-control", "no-store")
        await send(message)

    return guarded


async def refuse(refusal: Refusal, request: Request, receive: Receive, send: Send) -> None:
    """Answers with the sentence, and closes the connection. A part of the body is still taken: who
    sends one and is cut off sees a reset connection in place of the sentence."""

    async def send_and_drain(message: Message) -> None:
        if message["type"] != "http.response.body":
            return await send(message)
        await send({**message, "more_body": True})
        await _drain(receive)
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    response = problem_response(request, *refusal)
    response.headers["connection"] = "close"
    await response(request.scope, receive, send_and_drain)


async def _drain(receive: Receive) -> None:
    """Takes what there is of a body, but not for ever, and keeps nothing of it."""
    left = MOST_DRAINED
    with suppress(TimeoutError):
        async with asyncio.timeout(LONGEST_DRAIN):
            while left > 0:
                message = await receive()
                left -= len(message.get("body", b""))
                if message["type"] == "http.disconnect" or not message.get("more_body", False):
                    return


def problem_response(request: Request, status: int, sentence: str) -> Response:
    """`{"problem": sentence}` for scripts of our pages, plain text for others."""
    if request.scope["path"].startswith("/api/"):
        return JSONResponse({"problem": sentence}, status)
    return PlainTextResponse(f"{sentence}\n", status)


class Rate:
    """So many requests at once, and so many a second after them, for each client."""

    def __init__(
        self, burst: float, a_second: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._burst = burst
        self._a_second = a_second
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        """What each client may still send, and when that was so."""

    def allows(self, client: str) -> bool:
        """Whether this client may send one more request now."""
        now = self._clock()
        left, then = self._left.pop(client, (self._burst, now))
        left = min(self._burst, left + (now - then) * self._a_second)
        allowed = left >= 1
        self._left[client] = (left - allowed, now)
        if len(self._left) > MOST_CLIENTS:
            self._left.popitem(last=False)
        return allowed
