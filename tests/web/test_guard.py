"""What the guard of the live page lets through, asked without a network."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import httpx
import pytest
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from owari.web import app as application
from owari.web import guard
from owari.web.guard import LARGEST_BODY, Rate
from owari.web.settings import Settings
from owari.web.site import Site

LOCAL = Settings()
OPEN = Settings(host="0.0.0.0", token="Qm9vLXNlY3JldA")
ADDRESS = "http://127.0.0.1:8000"


class Toy:
    """A part whose one request changes something, and whose other fails."""

    def __init__(self) -> None:
        self.changes: list[Any] = []

    def routes(self, site: Site) -> Sequence[BaseRoute]:
        async def change(request: Request) -> Response:
            self.changes.append(await site.json(request))
            return JSONResponse({"may_change": request.state.may_change})

        def look(request: Request) -> Response:
            return JSONResponse({"may_change": request.state.may_change})

        def fail(request: Request) -> Response:
            raise RuntimeError("secret of the server")

        return [
            Route("/api/toy", change, methods=["POST"]),
            Route("/api/toy", look),
            Route("/api/fail", fail),
        ]


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> Toy:
    """The part, which all applications of the test have."""
    toy = Toy()
    monkeypatch.setattr(application, "PARTS", (toy.routes,))
    return toy


def ask(
    settings: Settings,
    method: str,
    path: str | httpx.URL,
    headers: Mapping[str, str | bytes] | None = None,
    address: str = ADDRESS,
    times: int = 1,
    **more: Any,
) -> httpx.Response:
    """The last response to so many equal requests of one client."""

    async def last() -> httpx.Response:
        transport = httpx.ASGITransport(
            application.make_app(Site(settings)),
            raise_app_exceptions=False,
            client=("127.0.0.1", 999),
        )
        async with httpx.AsyncClient(transport=transport, base_url=address) as client:
            for _ in range(times):
                response = await client.request(method, path, headers=headers, **more)
            return response

    return asyncio.run(last())


def test_our_own_page_changes_something(toy: Toy) -> None:
    for headers in (
        {"origin": ADDRESS, "sec-fetch-site": "same-origin"},
        {"origin": "https://127.0.0.1:8000"},  # behind a server that encrypts
        {},  # a program that is no browser
    ):
        response = ask(LOCAL, "POST", "/api/toy", headers, json={"move": "4"})
        assert (response.status_code, response.json()) == (200, {"may_change": True})
    assert toy.changes == [{"move": "4"}] * 3


@pytest.mark.parametrize(
    "headers",
    [
        {"host": "evil.example"},  # a name of a foreign site that points to this machine
        {"host": "evil.example:8000"},
        {"host": "127.0.0.1.evil.example"},
        {"host": "127.0.0.1@evil.example"},
        {"host": "192.0.2.7:8000"},
        {"host": ""},
        {"host": "localhost/"},
        {"origin": "http://evil.example"},
        {"origin": "http://127.0.0.1:8001"},  # another server on this machine
        {"origin": "http://127.0.0.1:8000.evil.example"},
        {"origin": "null"},
        {"sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors"},
        {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"},
        {"sec-fetch-site": "same-site"},
    ],
    ids=lambda headers: " ".join(headers.values()) or "no host",
)
def test_another_site_changes_and_reads_nothing(headers: dict[str, str], toy: Toy) -> None:
    response = ask(LOCAL, "POST", "/api/toy", headers, json={})
    assert response.status_code == 403
    assert response.json()["problem"].endswith(".")
    assert toy.changes == []
    if headers.get("sec-fetch-mode") != "navigate":
        assert ask(LOCAL, "GET", "/api/toy", headers).status_code == 403


def test_a_person_follows_a_link_from_another_site(toy: Toy) -> None:
    headers = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}
    assert ask(LOCAL, "GET", "/", headers).status_code == 200


@pytest.mark.parametrize("address", ["http://localhost:9000", "http://[::1]:8000"])
def test_other_names_of_this_machine_and_other_ports_are_ours(address: str, toy: Toy) -> None:
    assert ask(LOCAL, "POST", "/api/toy", {"origin": address}, address, json={}).status_code == 200


def test_the_token_of_the_address_becomes_a_cookie(toy: Toy) -> None:
    entered = ask(OPEN, "GET", f"/watch?token={OPEN.token}")
    assert (entered.status_code, entered.headers["location"]) == (303, "/watch")
    cookie, _, attributes = entered.headers["set-cookie"].partition(";")
    assert {"HttpOnly", "SameSite=strict"} <= set(attributes.strip().split("; "))
    for headers, may_change in (({"cookie": cookie}, True), ({}, False)):
        response = ask(OPEN, "POST", "/api/toy", headers, json={})
        assert response.status_code == (200 if may_change else 403)
        assert ask(OPEN, "GET", "/api/toy", headers).json() == {"may_change": may_change}
        page = ask(OPEN, "GET", "/", headers).text
        assert ('href="/play"' in page) is may_change
    assert toy.changes == [{}]


def test_from_another_site_the_token_is_taken_too(toy: Toy) -> None:
    headers = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}
    entered = ask(OPEN, "GET", f"/?token={OPEN.token}", headers)
    assert (entered.status_code, entered.headers["refresh"]) == (200, "0;url=/")
    assert OPEN.token in entered.headers["set-cookie"]
    assert OPEN.token not in entered.text


@pytest.mark.parametrize("token", ["", "wrong", "\u00e9", OPEN.token[:-1], f"{OPEN.token}x"])
def test_a_wrong_token_opens_nothing(token: str, toy: Toy) -> None:
    entered = ask(OPEN, "GET", "/", params={"token": token})
    assert (entered.status_code, entered.headers["location"]) == (303, "/")
    assert "set-cookie" not in entered.headers
    cookies = {"cookie": f"owari_token_8000={token}".encode()}
    assert ask(OPEN, "POST", "/api/toy", cookies, json={}).status_code == 403
    query = {"token": OPEN.token}  # a request of another site could carry it, so it counts for none
    assert ask(OPEN, "POST", "/api/toy", params=query, json={}).status_code == 403
    assert toy.changes == []


@pytest.mark.parametrize(
    "path", ["//evil.example/", "/\\evil.example/", "/%5cevil.example", "///x"]
)
def test_the_way_with_a_token_leads_nowhere_else(path: str, toy: Toy) -> None:
    for headers in ({}, {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}):
        url = httpx.URL(ADDRESS).copy_with(raw_path=f"{path}?token={OPEN.token}".encode())
        entered = ask(OPEN, "GET", url, headers)
        to = entered.headers.get("location") or entered.headers["refresh"].removeprefix("0;url=")
        assert to.startswith("/")
        assert to[1:2] not in ("/", "\\")


@pytest.mark.parametrize(
    ("more", "status"),
    [
        ({"content": b"x" * (LARGEST_BODY + 1)}, 413),
        ({"content": b"{}", "headers": {"content-length": "9" * 20}}, 413),
        ({"content": b"{}", "headers": {"content-type": "text/plain"}}, 415),
        ({"data": {"move": "4"}, "headers": {"content-type": None}}, 415),
        ({"content": b"{"}, 400),
        ({"content": b"[]"}, 400),
        ({"content": b"[" * 60_000}, 400),
        ({"content": b'{"a": NaN}'}, 400),
        ({"content": b'{"a": ' + b"9" * 5000 + b"}"}, 400),
        ({"content": b'{"a": "\\ud800"}'}, 400),
        ({"content": b"\xff\xfe{}"}, 400),
    ],
    ids=range(11),
)
def test_bodies_are_small_and_json(more: dict[str, Any], status: int, toy: Toy) -> None:
    headers = {"content-type": "application/json", **more.pop("headers", {})}
    headers = {name: value for name, value in headers.items() if value is not None}
    response = ask(LOCAL, "POST", "/api/toy", headers, **more)
    assert response.status_code == status
    assert response.json()["problem"].endswith(".")
    assert toy.changes == []


def test_a_body_in_parts_is_counted(toy: Toy) -> None:
    async def parts() -> Any:
        for _ in range(100):
            yield b"x" * 1024

    headers = {"content-type": "application/json"}
    assert ask(LOCAL, "POST", "/api/toy", headers, content=parts()).status_code == 413
    assert toy.changes == []


@pytest.mark.nightly
def test_too_many_requests_wait(toy: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock stands still meanwhile."""
    monkeypatch.setattr(guard, "Rate", partial(Rate, clock=lambda: 0.0))
    assert ask(LOCAL, "POST", "/api/toy", times=201, json={}).status_code == 429
    assert len(toy.changes) == 200
    assert ask(LOCAL, "GET", "/api/toy", times=600).status_code == 200
    assert ask(LOCAL, "GET", "/api/toy", times=601).status_code == 429
    assert ask(LOCAL, "GET", "/static/icon.svg", times=601).status_code == 200


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "TRACE"])
def test_other_methods_are_refused(method: str, toy: Toy) -> None:
    assert ask(LOCAL, method, "/api/toy", json={}).status_code == 405


def test_an_error_says_nothing_of_the_server(toy: Toy) -> None:
    response = ask(LOCAL, "GET", "/api/fail")
    assert response.status_code == 500
    assert "secret" not in response.text
    assert response.json()["problem"].endswith(".")


def test_every_response_has_the_strict_headers(toy: Toy) -> None:
    for path in ("/", "/nothing", "/api/nothing", "/api/fail", "/static/icon.svg", "/static/x"):
        headers = ask(LOCAL, "GET", path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert "access-control-allow-origin" not in headers


def test_a_rate_lets_through_a_burst_and_then_so_many_a_second() -> None:
    now = 0.0
    rate = Rate(3, 2, lambda: now)
    assert [rate.allows("a") for _ in range(4)] == [True, True, True, False]
    assert rate.allows("b")
    now = 0.5
    assert [rate.allows("a") for _ in range(2)] == [True, False]
    now = 100.0
    assert [rate.allows("a") for _ in range(4)] == [True, True, True, False]
