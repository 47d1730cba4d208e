"""A person at a table of the live page, as a browser talks to the server."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic, sleep
from typing import Any

import httpx

from owari.records.pgn import read_games
from owari.records.record import GameRecord
from tests.support.browser import ServerProcess

__all__ = ["Device", "connected", "created"]

LONGEST = 60.0
"""Seconds that anything may take; only a failing test waits so long."""

State = dict[str, Any]


class Device:
    """One browser that looks at one table."""

    def __init__(self, address: str, name: str) -> None:
        self.http = connected(address)
        self.place = f"/api/tables/{name}"
        self.look()

    def look(self) -> State:
        """The table as it stands."""
        state: State = self.http.get(self.place).raise_for_status().json()
        self.state = state
        return state

    def send(self, line: str, revision: int | None = None) -> httpx.Response:
        """Sends a line, by default as a page that shows the last state seen."""
        asked = {"line": line, "revision": revision or self.state["revision"]}
        response = self.http.post(f"{self.place}/lines", json=asked)
        if response.status_code == 200:
            self.state = response.json()
        return response

    def type(self, *lines: str) -> State:
        """Sends lines that the table accepts."""
        for line in lines:
            response = self.send(line)
            assert response.status_code == 200, response.text
        return self.state

    def refused(self, line: str) -> str:
        """Sends a line that the table refuses; the sentence that says why."""
        response = self.send(line)
        assert response.status_code == 422, response.text
        problem: str = response.json()["problem"]
        return problem

    def wait(self) -> State:
        """Waits until no computer player thinks."""
        end = monotonic() + LONGEST
        while self.look()["thinking"]:
            assert monotonic() < end, self.state["said"]
            sleep(0.01)
        return self.state

    @property
    def said(self) -> str:
        """What the last change said."""
        return "\n".join(said["text"] for said in self.state["said"])

    def kept(self) -> list[GameRecord]:
        """The games on disk."""
        with open(self.state["file"], encoding="utf-8") as file:
            return read_games(file.read())

    @contextmanager
    def events(self) -> Iterator[Iterator[State]]:
        """The states that the server sends by itself, the present one first. Signs of life, which
        are no objects, do not count."""
        with self.http.stream("GET", f"{self.place}/events") as response:
            lines = response.iter_lines()
            yield (json.loads(line[6:]) for line in lines if line.startswith("data: {"))


def created(address: str, **fields: Any) -> Device:
    """A device at a new table."""
    response = connected(address).post("api/tables", json=fields)
    assert response.status_code == 201, response.text
    return Device(address, response.json()["id"])


def connected(address: str) -> httpx.Client:
    """A client of the server."""
    cookies = [server.cookie for server in ServerProcess.running if server.address == address]
    headers = {"cookie": cookies[0]} if cookies else {}
    return client(base_url=address, headers=headers)


def client(**options: Any) -> httpx.Client:
    """A patient client. It needs no certificates, whose list takes a while to read."""
    return httpx.Client(timeout=LONGEST, verify=False, **options)
